"""The board as text: where a choice is named, in which order, and how many of one kind."""

from __future__ import annotations

import pytest

from app.games.board import (
    CHOICES_MOST,
    Board,
    BoardPiece,
    BoardZone,
    Choice,
    PilePage,
    board_lines,
    board_of,
    piece_words,
    plate_words,
    winners,
)
from app.games.scene import (
    NOWHERE,
    Description,
    Die,
    Figure,
    Kind,
    Piece,
    Plate,
    Route,
    Said,
    Scene,
    Sign,
    Zone,
)
from rules.api import Action, Face, Outcome, Seat, View
from rules.plump.actions import Bid
from tests.support.plump_deal import Deal

NAMES = ("Lisa", "Ada", "Bo", "Toby")
DEAL = Deal("Ah", "Kh", "Qh", "Jh")  # seat 0 bids 0 or 1
VIEW = View(DEAL.state, Seat(0), {})


def board(routes: dict[int, tuple[Route, ...]], *zones: Zone, **parts: str) -> Board:
    """A table with these zones; `routes` are the presses of a bid, by its ticks."""

    def picks(_view: View, action: Action) -> tuple[Route, ...]:
        return routes.get(action.ticks, ()) if isinstance(action, Bid) else ()

    def say(_view: View, action: Action, _names: object) -> Said:
        return Said(f"Bid {action}", "")

    return board_of(Description(lambda *_: Scene("Now bid.", zones, **parts), say, picks), VIEW, NAMES)


def row(*pieces: Piece, key: str = "row", kind: Kind = Kind.ROW, note: str = "", told: str = "") -> Zone:
    return Zone(key, key.capitalize(), kind, pieces, note=note, told=(told,) if told else ())


def texts(found: Board) -> list[tuple[str, list[tuple[str, int]]]]:
    """The titles, the lines below them, and how many choices each line has."""
    return [(zone.title, [(each.name, len(each.choices)) for each in zone.pieces]) for zone in found.zones]


def test_a_description_with_only_a_table_plans_nothing_and_holds_nothing() -> None:
    bare = Description(lambda *_: Scene(""), lambda *_: Said("", ""))
    bid = Bid(1)

    assert not bare.is_step(bid) and not bare.takes_back(bid) and not bare.keeps_hold(bid)
    assert bare.picks(VIEW, bid) == tuple(bare.attempts(VIEW)) == () and bare.brings(VIEW, VIEW) == ""
    assert Die(3).sides == 6


def test_a_choice_is_listed_once_at_each_piece_that_begins_it() -> None:
    found = board(
        {0: (("a", "b"), ("a", "c"), ("b", "a")), 1: (("b",),)}, row(Piece("a", "A"), Piece("b", "B"))
    )

    assert texts(found) == [("Row", [("A", 1), ("B", 2)])]


@pytest.mark.parametrize(
    "zone",
    [row(Piece("a", "")), row(Piece(NOWHERE, "A")), row(Piece("a", "A"), told="A map of much."), row()],
)
def test_a_choice_whose_piece_is_not_read_out_is_listed_above_the_table(zone: Zone) -> None:
    found = board({0: (("a",), (NOWHERE,)), 1: (("a",),)}, zone)

    assert texts(found)[0] == ("Your choices", [("Bid bid 0", 1), ("Bid bid 1", 1)])
    assert not any(piece.choices for zone in found.zones[1:] for piece in zone.pieces)


def test_choices_come_first_then_the_game_the_table_and_the_notes() -> None:
    zones = row(Piece("a", "A"), note="three left"), row(Piece("b", "B"), key="bids", kind=Kind.CHOICES)
    found = board({0: (("b",),), 1: (("b",),)}, *zones, title="Round 1", note="of 20")

    assert found.status == "Now bid."
    assert texts(found) == [
        ("Bids", [("B", 2)]),
        ("Game", [("Round 1", 0), ("of 20", 0)]),
        ("Row", [("A", 0), ("three left", 0)]),
    ]
    assert [zone.title for zone in board({}, note="of 20").zones] == ["Your choices", "Game"]


def test_a_quiet_piece_is_read_only_if_a_choice_begins_with_it() -> None:
    quiet = row(Piece("a", "A", is_quiet=True), Piece("b", "B", is_quiet=True), Piece("c", "C"))
    found = board({0: (("b",),), 1: (("b",),)}, quiet)

    assert texts(found) == [("Row", [("B", 2), ("C", 0)])]


def test_an_open_pile_is_read_from_its_top() -> None:
    pile = Zone(
        "pile", "Pile", Kind.PILE, (Piece("top", "Top"),), below=(Piece("low", "Low"), Piece("mid", "Mid"))
    )

    assert texts(board({}, pile))[1] == ("Pile", [("Top", 0), ("Mid", 0), ("Low", 0)])


@pytest.mark.parametrize(
    ("number", "last"), [(11, "k11"), (12, "k12"), (13, "and 1 more"), (20, "and 8 more")]
)
def test_a_line_names_at_most_twelve_choices_and_counts_the_rest(number: int, last: str) -> None:
    choices = [BoardPiece(f"k{at}", (Choice(Bid(at), ""),)) for at in range(1, number + 1)]
    shown = min(number, CHOICES_MOST) + (number > 12)
    line = board_lines(Board("", (BoardZone("Bids", tuple(choices)),)))[1]

    assert line.startswith("Bids: k1, k2") and line.split(", ")[-1] == last
    assert len(line.split(", ")) == shown
    other = BoardPiece("no choice")
    assert "more" not in board_lines(Board("", (BoardZone("Bids", (*choices, other)),)))[1]


def test_pieces_with_a_comma_are_parted_by_semicolons() -> None:
    zones = (BoardZone("Row", (BoardPiece("7, best"), BoardPiece("8"))), BoardZone("Empty", ()))

    assert board_lines(Board("Wait.", zones)) == ("Wait.", "Row: 7, best; 8", "Empty: nothing")


@pytest.mark.parametrize(
    ("plate", "viewer", "words"),
    [
        (Plate(Seat(1), "Ada"), 0, "Ada"),
        (Plate(Seat(0), "Ada"), 0, "Ada (you)"),
        (Plate(Seat(0), "You"), 0, "You"),
        (Plate(Seat(0), "Ada", held=2), None, "Ada: 2 cards"),
        (Plate(Seat(0), "Ada", held=1, badge="plump"), None, "Ada: 1 card, plump"),
        (Plate(Seat(1), "Ada", signs=(Sign.TURN, Sign.DEALER)), 0, "Ada: to move, dealer"),
        (Plate(Seat(1), "Ada", signs=(Sign.TURN, Sign.DEALER), doing="to bid"), 0, "Ada: to bid, dealer"),
        (Plate(Seat(1), "Ada", (Figure("bid", "3"),), held=2), 0, "Ada: bid 3, 2 cards"),
        (Plate(Seat(1), "Ada", (Figure("cards", "5", "5 cards"),), held=2), 0, "Ada: 5 cards"),
    ],
)
def test_the_plate_of_a_player_is_read_out_in_words(plate: Plate, viewer: int | None, words: str) -> None:
    assert plate_words(plate, viewer) == words


def test_a_card_laid_before_a_player_is_read_out_with_the_name_of_the_player() -> None:
    names = {Seat(0): "Lisa", Seat(1): "Ada"}
    card = Piece("a", "7 of hearts", seat=Seat(1), signs=(Sign.BEST,), tag="fits")

    assert piece_words(card, names, None) == "7 of hearts by Ada, fits, best"
    assert piece_words(card, names, 1) == "7 of hearts by you, fits, best"
    assert piece_words(Piece("a", "7 of hearts"), names, 1) == "7 of hearts"


@pytest.mark.parametrize(
    ("ranks", "viewer", "words"),
    [
        ((2, 1, 3), 0, "Ada wins"),
        ((2, 1, 3), 1, "you win"),
        ((1, 1, 3), 1, "you and Lisa win"),
        ((1, 1, 3), 2, "Lisa and Ada win"),
    ],
)
def test_the_winners_are_named(ranks: tuple[int, ...], viewer: int, words: str) -> None:
    assert winners(Outcome((0,) * 3, ranks), NAMES, viewer) == words


def test_a_pile_to_look_through_says_how_many_cards_it_has() -> None:
    assert PilePage("Discards", (Face(1),), ("7",)).spoken == "Discards, 1 card"
    assert PilePage("Discards", (), ()).spoken == "Discards, empty"
