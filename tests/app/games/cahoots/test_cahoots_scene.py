"""The description of a Cahoots table: zones, plates, tags, reasons, the ways to press a choice."""

from __future__ import annotations

import pytest

from app.games.board import board_lines
from app.games.cahoots.entry import CAHOOTS
from app.games.cahoots.scene import CAHOOTS_TABLE, cahoots_scene
from app.games.picks import routes_of
from app.games.scene import Closed, Piece, Plate, Scene, Sign, Zone
from rules.api import Left, Seat, Slot, View
from rules.cahoots.actions import DRAW, PASS, STOP
from rules.cahoots.cards import parse_face
from rules.cahoots.course import CahootsPhase, Ends
from rules.cahoots.game import CahootsGame
from tests.support.cahoots import Cafe, cafe
from tests.support.values import replace

NAMES = ("Lisa", "Toby", "Ann", "Kim")


def seen(table: Cafe, seat: int | None = 0) -> View:
    """The view of a seat, with its own hand."""
    hand = () if seat is None else table.state.players[seat].hand
    return View(table.state, None if seat is None else Seat(seat), {slot: table.faces[slot] for slot in hand})


def scene_of(table: Cafe, seat: int | None = 0) -> Scene:
    return cahoots_scene(seen(table, seat), NAMES)


def zone(scene: Scene, key: str) -> Zone:
    found = scene.zone(key)
    assert found is not None
    return found


def held(scene: Scene, short: str) -> Piece:
    return next(piece for piece in zone(scene, "hand").pieces if piece.short == short)


def plate(scene: Scene, seat: int) -> Plate:
    return next(plate for plate in scene.plates if plate.seat == seat)


def test_the_board_names_piles_players_and_the_hand() -> None:
    table = cafe("6D,10L,2R", "8C,9C", "1D", main="2J,5C", veto="9L")

    assert board_lines(CAHOOTS.describe(seen(table), NAMES)) == (
        "Your turn: place a card, swap the veto, or draw.",
        "Instead of a card: Draw a card",
        "Game: Match Chai Guy 5; Same drinker or number, or one higher or lower",
        "Main pile: Chai Guy 5, on top of 1 card",
        "Veto: Latte Loafer 9, do not begin with Latte Loafer or a 9",
        "Stock: 9 cards",
        "Your hand: Rocco Cocoa 2; Decaf Deceptor 6, one higher; Latte Loafer 10, fits the veto",
        "Players: Lisa (you): 3 cards, to play, dealer; Toby: 2 cards; Ann: 1 card",
    )


def test_a_choice_is_made_by_pressing_a_card_and_then_a_pile() -> None:
    view = seen(cafe("6D,10L,1J", "8C"))
    routes = routes_of(CAHOOTS_TABLE, view)

    assert {route: str(action) for route, action in routes.whole.items()} == {
        ("card:0", "main"): "place 0=6D",
        ("card:1", "card:80"): "swap 1=10L",
        ("choice:draw",): "draw",
        ("stock",): "draw",
    }


@pytest.mark.parametrize(
    ("hand", "card", "tag"),
    [
        ("5D,2J", "5D", "same number"),
        ("4D,2J", "4D", "one lower"),
        ("1C,2J", "1C", "same drinker"),
        ("4L,2J", "4L", "fits the veto"),
        ("10L,2J", "10L", "fits the veto"),
        ("2J,1R", "2J", ""),
    ],
)
def test_the_tag_of_a_card_tells_how_it_matches(hand: str, card: str, tag: str) -> None:
    assert held(scene_of(cafe(hand, "8C")), card).tag == tag


def test_a_card_that_the_veto_bars_says_so_and_why() -> None:
    piece = held(scene_of(cafe("4L,2J", "8C", idle=4)), "4L")

    assert piece.tag == "vetoed"
    assert str(piece.why) == "The veto Latte Loafer 9 forbids beginning with a Latte Loafer. (cahoots 4.2)"
    assert piece.about == "Latte Loafer, Film Nut"


def test_in_a_combo_only_the_next_card_is_tagged() -> None:
    scene = scene_of(cafe("6D,7T,5R,1R", "8C").do("place 6D"))

    assert [(piece.short, piece.tag) for piece in zone(scene, "hand").pieces] == [
        ("1R", ""),
        ("5R", ""),
        ("7T", "next"),
    ]
    assert str(held(scene, "5R").why) == (
        "Only a 7 may follow on Decaf Deceptor 6 in this combo, not Rocco Cocoa 5. (cahoots R3)"
    )
    assert zone(scene, "main").pieces[1].name == "a 7 may follow"
    assert [piece.name for piece in zone(scene, "calls").pieces] == ["Stop the combo"]


def test_an_old_veto_in_a_hand_is_shown_to_everybody() -> None:
    table = cafe("10L,2R", "8C").do("swap 10L")

    assert [piece.name for piece in zone(scene_of(table, seat=1), "known 0").pieces] == ["Latte Loafer 9"]
    assert plate(scene_of(table, seat=1), 0).told == ("2 cards",)
    assert plate(scene_of(table, seat=1), 0).held == 1
    assert held(scene_of(table), "9L").signs == (Sign.KNOWN,)
    assert scene_of(table).zone("known 0") is None


def test_players_who_have_finished_or_left_are_named() -> None:
    table = cafe("6C", "8C", "9C", "1D").do("place 6C")
    scene = cahoots_scene(View(table.state.after(Left(Seat(2), "gone")), Seat(1), {}), NAMES)

    assert [each.seat for each in scene.plates] == [1, 2, 3, 0]
    assert plate(scene, 0).told == ("finished first",)
    assert plate(scene, 2).signs == (Sign.GONE,) and plate(scene, 2).told == ()


def test_at_the_end_everybody_has_a_place() -> None:
    scene = scene_of(cafe("6C", "8C", "9C,1D", "2D,3D,4D", ends=Ends.FIRST).do("place 6C"))
    places = [plate(scene, seat).figure("place") for seat in range(4)]

    assert [place.value for place in places if place is not None] == ["1st", "2nd", "3rd", "4th"]
    assert plate(scene, 2).told == ("2 cards", "place 3rd")
    assert (scene.note, plate(scene, 1).doing) == ("", "")


def test_the_veto_is_marked_as_locked_while_swaps_are_frozen() -> None:
    assert zone(scene_of(cafe("10L,2R", "8C", idle=4)), "veto").pieces[0].signs == (Sign.LOCKED,)
    assert zone(scene_of(cafe("10L,2R", "8C", idle=3)), "veto").pieces[0].signs == ()


@pytest.mark.parametrize(
    ("phase", "note"),
    [
        (CahootsPhase.ROLL, "The dealer is being drawn"),
        (CahootsPhase.SHUFFLE, "Everybody shuffles the deck"),
        (CahootsPhase.DEAL, "The cards are being dealt"),
        (CahootsPhase.RECYCLE, "The main pile is being shuffled into a new stock"),
    ],
)
def test_the_note_tells_which_phase_is_under_way(phase: CahootsPhase, note: str) -> None:
    state = replace(cafe("6D", "2R").state, phase=phase)

    assert cahoots_scene(View(state, Seat(0), {}), NAMES).note == note


def test_an_approaching_freeze_is_announced() -> None:
    assert scene_of(cafe("6D", "2R", idle=3)).note == (
        "Swapping freezes after 1 more turn without a placed card."
    )


def test_a_player_who_draws_is_said_to_draw() -> None:
    drawing = replace(cafe("6D,7T,1R", "2R").state, phase=CahootsPhase.DRAW)

    assert plate(cahoots_scene(View(drawing, Seat(1), {}), NAMES), 0).doing == "draws"
    assert plate(scene_of(cafe("6D,7T,1R", "2R").do("place 6D")), 0).doing == "combo"


def test_a_spectator_sees_no_hand_and_a_card_not_yet_shown_is_called_on_its_way() -> None:
    table = cafe("6D,7T", "8C")
    pieces = zone(
        cahoots_scene(View(table.state, Seat(0), {Slot(1): parse_face("7T")}), NAMES), "hand"
    ).pieces

    assert scene_of(table, seat=None).zone("hand") is None
    assert [(piece.at, piece.name) for piece in pieces] == [
        ("card:1", "Tea Toter 7"),
        ("card:0", "a card on its way"),
    ]
    assert pieces[1].look == Closed()


def test_before_the_deal_there_is_only_a_stock() -> None:
    scene = cahoots_scene(View(CahootsGame().start(2, {}), Seat(0), {}), NAMES)

    assert [zone.key for zone in scene.zones] == ["stock", "letters"]
    assert (zone(scene, "stock").count, scene.title) == (60, "Coffeehouse Cahoots")
    assert [plate.told for plate in scene.plates] == [("no cards",), ("no cards",)]


@pytest.mark.parametrize(
    ("typed", "do"),
    [("6D", "Place Decaf Deceptor 6 on the main pile"), ("swap 10L", "Swap Latte Loafer 10 for the veto")],
)
def test_a_choice_is_described_in_words_and_understood_when_typed(typed: str, do: str) -> None:
    view = seen(cafe("6D,10L", "8C"))
    action = CAHOOTS.terminal.meant(view, typed)

    assert CAHOOTS_TABLE.say(view, action, NAMES).do == do
    assert CAHOOTS.terminal.meant(view, "place 6d") == CAHOOTS.terminal.meant(view, "6D")


def test_an_illegal_action_can_be_typed_and_is_refused_by_the_rules() -> None:
    assert {DRAW, STOP, PASS} <= set(CAHOOTS_TABLE.attempts(seen(cafe("6D", "8C"))))
    assert list(CAHOOTS_TABLE.attempts(seen(cafe("6D", "8C"), seat=None))) == []


def test_the_terminal_shows_the_table_in_characters() -> None:
    table = cafe("10L,6D,2R", "8C,7C", "9C").do("swap 10L")
    lisa, toby = (CAHOOTS.terminal.picture(seen(table, seat), NAMES[:3]) for seat in (0, 1))

    assert toby == (
        "Match Chai Guy 5   Same drinker or number, or one higher or lower",
        ">2 you   2 cards",
        " 3 Ann   1 card",
        " 1 Lisa  3 cards  with 9L  dealer",
        "main pile 5C alone   veto 10L do not begin with Latte Loafer or a 10",
        "stock 9 cards",
        "C Chai Guy   D Decaf Deceptor   J Java Joe   L Latte Loafer   T Tea Toter",
        "R Rocco Cocoa",
        "Your hand: 7C  8C",
        "Your turn: place a card, or draw.",
    )
    assert lisa[8:] == ("Your hand: 2R  6D  9L", "known to all: 9L", "Waiting for Toby to play.")
