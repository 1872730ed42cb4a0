"""Kings described: the board as text, the presses for an action, the words for it."""

from __future__ import annotations

import pytest

from app.games.board import board_lines, board_of
from app.games.kings.entry import KINGS
from app.games.kings.scene import (
    ATTACKS,
    DISCARDS,
    HAND,
    KING,
    KINGS_TABLE,
    STOCK,
    kings_scene,
    picks,
    pile_at,
    say,
)
from app.games.scene import Piece, Scene, Sign, Stack, card_at
from rules.api import Action, Seat, Slot
from rules.kings.actions import Attack, Bank, KingsEnd, KingsUndo, Put, Swap
from rules.kings.cards import parse_cards, parse_face
from rules.kings.course import KingsPhase
from rules.kings.piles import Side
from tests.support.kings_views import NAMES, RICH, seen, side


def piece(scene: Scene, at: str) -> Piece:
    """The piece with that token."""
    return next(piece for zone in scene.zones for piece in zone.pieces if piece.at == at)


def told(*sides: Side, **changes: object) -> Scene:
    return kings_scene(seen(*sides, **changes), NAMES)  # type: ignore[arg-type]


# -- zones and plates ---------------------------------------------------------------------------


def test_the_scene_counts_rounds_cards_and_rounds_without_gain() -> None:
    scene = told(round=8, gained=5, discard=parse_cards("2h,Ac"))
    stock, discards = scene.zone(STOCK), scene.zone(DISCARDS)

    assert (scene.title, scene.note) == ("Round 8 of at most 100", "2 of 30 rounds without a king card")
    assert stock is not None and (stock.count, stock.note) == (93, "93 cards")
    assert discards is not None and (discards.count, discards.note) == (2, "2 cards")
    assert piece(scene, DISCARDS).look == Stack(parse_cards("2h,Ac"))
    assert piece(scene, DISCARDS).name == "Ace of clubs"
    assert (empty := told().zone(DISCARDS)) is not None and (empty.pieces, empty.note) == ((), "no cards")


def test_a_side_shows_a_king_pile_and_three_houses() -> None:
    scene = told(*RICH, Side(left=True))

    assert piece(scene, pile_at(0, KING)).look == Stack(parse_cards("2h,10h"))
    assert piece(scene, pile_at(0, KING)).name == "king of hearts has 2 of 9, missing 3 4 5 6 7 8 9"
    assert piece(scene, pile_at(1, 1)).signs == () and piece(scene, pile_at(1, 1)).look == Stack()
    assert piece(scene, pile_at(1, 2)).signs == (Sign.FRONT,)
    assert piece(scene, pile_at(1, 2)).short == "2:Ab2s3d=3"
    assert not any(piece(scene, pile_at(2, house)).name for house in range(4))


def test_a_plate_tells_the_state_of_its_king_pile_and_of_its_player() -> None:
    own, toby, ann, bo = told(*RICH, Side(left=True), phase=KingsPhase.PLAY).plates
    view = seen(*RICH, seat=1)

    assert (own.doing, toby.doing) == ("may attack", "")
    assert [str(figure) for figure in own.figures] == ["hearts", "king 2/9"]
    assert Sign.LEADS in own.signs and Sign.LEADS not in toby.signs and ann.signs == (Sign.GONE,)
    assert kings_scene(view, NAMES).plates[-1].held == 3 and own.held == 0
    assert bo.badge == "" and not any(Sign.LEADS in plate.signs for plate in told().plates)


@pytest.mark.parametrize(
    ("changes", "doing"),
    [
        ({"organising": True}, "puts cards"),
        ({"phase": KingsPhase.DEAL}, "is dealt cards"),
        ({"phase": KingsPhase.OVER}, ""),
        ({"phase": KingsPhase.ROLL}, ""),
    ],
)
def test_the_plate_tells_what_the_mover_is_doing(changes: dict[str, object], doing: str) -> None:
    assert told(**changes).plates[0].doing == doing


def test_at_the_end_the_plates_have_ranks_and_nobody_holds_anything() -> None:
    scene = told(side(king="2h"), side(king="2s,3s"), side(king="4d", spoils="9c"), phase=KingsPhase.OVER)

    assert [plate.badge for plate in scene.plates] == ["place 2", "place 1", "place 2", "place 4"]
    assert [Sign.LEADS in plate.signs for plate in scene.plates] == [False, True, False, False]
    assert scene.zone(HAND) is None


def test_cards_for_the_players_king_come_first_then_the_special_ones() -> None:
    scene = told(*RICH)
    hand = scene.zone(HAND)

    assert hand is not None
    assert [card.short for card in hand.pieces] == ["5h (open)", "7h", "Qb", "5b (open)", "9s"]
    assert [card.name for card in hand.pieces][:2] == ["5 of hearts, open", "7 of hearts"]
    assert not any(card.why for card in hand.pieces)


def test_equal_open_cards_have_different_tokens_and_the_same_actions() -> None:
    view = seen(side(houses="Jb/-/-", spoils="5b,5b,5b"), hand="-")
    hand = kings_scene(view, NAMES).zone(HAND)
    routes = picks(view, Put(None, parse_face("5b"), 1))

    assert hand is not None
    assert {card.at for card in hand.pieces} == {route[0] for route in routes} and len(routes) == 3


def test_off_turn_the_players_spoils_are_shown_and_refused() -> None:
    hand = kings_scene(seen(RICH[0], side(spoils="9d"), seat=1), NAMES).zone(HAND)

    assert hand is not None
    assert [str(card.why) for card in hand.pieces] == ["It is not your turn. (kings 3)"]


def test_a_card_that_fits_nowhere_tells_what_will_happen_to_it() -> None:
    why = piece(told(hand="9s"), card_at(Slot(0))).why

    assert why is not None and "thrown away" in why.text


def test_a_pile_that_can_do_nothing_tells_why() -> None:
    here = piece(told(*RICH, organising=True, swaps=10), pile_at(0, 1)).why
    elsewhere = piece(kings_scene(seen(*RICH, seat=1), NAMES), pile_at(1, 2)).why

    assert piece(told(*RICH, organising=True), pile_at(0, 1)).why is None
    assert here is not None and here.rule == "kings R12"
    assert elsewhere is not None and elsewhere.text == "It is not your turn."


# -- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "do", "typed"),
    [
        (Put(Slot(0), parse_face("7h"), 1), "Put the 7 of hearts into house 1", "7h 1"),
        (Bank(None, parse_face("5h")), "Put the 5 of hearts on your king", "5h king"),
        (Swap(1, 3), "Swap your house 1 with your house 3", "swap 1 3"),
        (
            Attack(1, Seat(1)),
            "Choose your house 1 to attack Toby, 4 against 3: you win the 2 of spades and 3 of diamonds, "
            "your Queen pile is spent",
            "attack spades 1",
        ),
        (Attack(3, Seat(1)), "Choose your house 3 to attack Toby", "attack spades 3"),
        (KingsUndo(), "Take back your last step", "undo"),
        (
            KingsEnd(),
            "End the turn (thrown away: the 5 and 7 of hearts, 9 of spades, a blank 5 and a blank Queen)",
            "end",
        ),
    ],
)
def test_each_action_has_its_words_and_its_typed_form(action: Action, do: str, typed: str) -> None:
    said = say(seen(*RICH), action, NAMES)

    assert (said.do, said.typed) == (do, typed)


def test_a_spectator_reads_an_attack_as_the_mover_does() -> None:
    attack = Attack(1, Seat(1))

    assert say(seen(*RICH, seat=None), attack, NAMES) == say(seen(*RICH), attack, NAMES)
    assert "4 against 3" in say(seen(*RICH, seat=None), attack, NAMES).do


def test_a_card_may_be_typed_with_or_without_the_head_of_its_menu_line() -> None:
    view, terminal = seen(*RICH), KINGS.terminal

    assert (
        terminal.meant(view, "put 7h 1") == terminal.meant(view, "7h 1") == Put(Slot(0), parse_face("7h"), 1)
    )
    assert "put: 5h king" in "".join(terminal.menu(view, NAMES))


def test_battles_are_foretold() -> None:
    scene, lines = told(*RICH), KINGS.terminal.picture(seen(*RICH), NAMES)
    attacks = scene.zone(ATTACKS)

    assert attacks is not None
    assert [each.name for each in attacks.pieces] == [
        "house 1 against Toby, 4 to 3: you win the 2 of spades and 3 of diamonds",
        "house 2 against Toby, 1 to 3: you lose a blank 5",
    ]
    assert "Attacks: 1 on Toby 4:3 wins 2s3d   2 on Toby 1:3 loses 5b" in lines


def test_long_names_are_cut_in_the_terminals_line_of_attacks() -> None:
    names = ("Lisa", "Bartholomew", "Ann", "Bo")

    assert "Attacks: 1 on Bartholo 4:3 wins 2s3d   2 on Bartholo 1:3 loses 5b" in KINGS.terminal.picture(
        seen(*RICH), names
    )


def test_every_action_but_the_end_of_a_turn_is_a_step_of_the_turn() -> None:
    steps = (Swap(1, 2), KingsUndo(), KingsEnd())

    assert [KINGS_TABLE.is_step(each) for each in steps] == [True, True, False]
    assert [KINGS_TABLE.takes_back(each) for each in steps] == [False, True, False]


# -- the board as text --------------------------------------------------------------------------


def test_the_board_has_every_pile_and_every_choice() -> None:
    view = seen(*RICH, Side(left=True))
    board = board_of(KINGS_TABLE, view, NAMES)
    lines = board_lines(board)

    assert lines[0] == "Your turn: attack first, or put cards down."
    assert lines[3].startswith(
        "You, hearts: king of hearts has 2 of 9, missing 3 4 5 6 7 8 9; "
        "house 1: Queen pile with the 3 of hearts and a blank 3, worth 4, takes any number, in front; "
    )
    assert "house 2: Ace pile with the 2 of spades and 3 of diamonds, worth 3, takes 4, in front" in lines[4]
    assert not any("king of diamonds" in line for line in lines)
    assert "Your hand: 5 of hearts, open; 7 of hearts; blank Queen; blank 5, open; 9 of spades" in lines
    assert "Ann: diamonds, king 0/9, has left" in lines[-1]
    offered = {
        str(choice.action) for zone in board.zones for piece in zone.pieces for choice in piece.choices
    }
    assert offered == set(map(str, view.actions()))


@pytest.mark.parametrize("seat", [2, None])
def test_other_viewers_have_no_choices_and_see_open_cards_and_counts(seat: int | None) -> None:
    board = board_of(KINGS_TABLE, seen(*RICH, seat=seat), NAMES)
    lines = board_lines(board)

    assert not any(piece.choices for zone in board.zones for piece in zone.pieces)
    assert "Open in the hand of Lisa: 5 of hearts, blank 5" in lines
    assert "Lisa: hearts, king 2/9, 3 cards, may attack, leads" in lines[-1]
