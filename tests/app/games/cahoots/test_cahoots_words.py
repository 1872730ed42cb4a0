"""Coffeehouse Cahoots in words: statuses, log lines, the board as text."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from app.games.board import Board, board_lines
from app.games.cahoots.words import (
    cahoots_board,
    cahoots_state,
    cahoots_status,
    freeze_words,
    hand_order,
    next_words,
    relation_words,
)
from rules.api import Face, Left, Seat, Slot, View
from rules.cahoots.actions import PASS, STOP
from rules.cahoots.cards import parse_face
from rules.cahoots.course import CahootsPhase
from rules.cahoots.game import CahootsGame
from rules.cahoots.match import Relation
from rules.plump.game import PlumpGame
from tests.support.cahoots import Cafe, cafe

NAMES = ("Lisa", "Toby", "Ann")


@dataclass(frozen=True)
class Odd:
    """An action of another game."""

    opens: tuple[tuple[Slot, Face], ...] = ()

    def __str__(self) -> str:
        return "odd"


def seen(table: Cafe, seat: int | None = 0) -> View:
    """What a seat sees: its own hand."""
    hand = () if seat is None else table.state.players[seat].hand
    return View(table.state, None if seat is None else Seat(seat), {slot: table.faces[slot] for slot in hand})


def at(phase: CahootsPhase, turn: int = 0) -> View:
    """A view of seat 0 in a phase in which nobody chooses."""
    return View(replace(cafe("7C", "8C").state, phase=phase, turn=Seat(turn)), Seat(0), {})


def zone(board: Board, title: str) -> tuple[str, ...]:
    """The pieces of a zone."""
    return tuple(piece.name for each in board.zones if each.title == title for piece in each.pieces)


@pytest.mark.parametrize(
    ("view", "status"),
    [
        (at(CahootsPhase.ROLL), "The dealer is being drawn."),
        (at(CahootsPhase.SHUFFLE), "The cards are being shuffled."),
        (at(CahootsPhase.DEAL), "The cards are being dealt."),
        (at(CahootsPhase.RECYCLE), "The stock is empty: the main pile is being shuffled into a new one."),
        (at(CahootsPhase.DRAW), "You draw a card."),
        (at(CahootsPhase.DRAW, turn=1), "Waiting for Toby to draw."),
        (at(CahootsPhase.TURN, turn=1), "Waiting for Toby to play."),
        (at(CahootsPhase.COMBO, turn=1), "Waiting for Toby to add to the combo or stop."),
        (seen(cafe("7C,9C", "8C")), "Your turn: place a card, swap the veto, or draw."),
        (seen(cafe("7C", "8C", veto="2L")), "Your turn: place a card, or draw."),
        (seen(cafe("2L", "8C")), "Your turn: nothing to place; swap the veto, or draw."),
        (seen(cafe("2L", "8C", stock_left=0)), "Your turn: nothing to place; swap the veto, or pass."),
        (seen(cafe("1J", "8C")), "Your turn: nothing fits; draw."),
        (seen(cafe("6D,7T", "8C").do("place 6D")), "Your combo: add a 7, or stop."),
        (seen(cafe("7D,8T", "8C", main="6C").do("place 7D")), "Your combo: add an 8, or stop."),
        (seen(cafe("5D,5T", "8C").do("place 5D")), "Your combo: add another 5, or stop."),
        (
            seen(cafe("5D,6T", "8C").do("place 5D")),
            "Your combo: only another 5 could follow and you have none; stop.",
        ),
        (seen(cafe("6C", "8C").do("place 6C")), "The game is over: you win."),
    ],
)
def test_the_status_says_the_one_thing_to_do(view: View, status: str) -> None:
    assert cahoots_status(view, NAMES) == status


def test_the_board_names_piles_players_and_the_hand() -> None:
    table = cafe("6D,10L,2R", "8C,9C", "1D", main="2J,5C", veto="9L")

    assert board_lines(cahoots_board(seen(table), NAMES)) == (
        "Your turn: place a card, swap the veto, or draw.",
        "Piles: main pile: Chai Guy 5 on 1 card, veto: Latte Loafer 9, stock: 9 cards",
        "Players: you: 3 cards, dealer; Toby: 2 cards; Ann: 1 card",
        "Your hand: Rocco Cocoa 2, Decaf Deceptor 6: place, Latte Loafer 10: swap for the veto",
        "Instead of a card: draw",
    )


def test_an_old_veto_is_known_in_any_hand() -> None:
    table = cafe("10L,2R", "8C").do("swap 10L")

    assert zone(cahoots_board(seen(table, seat=1), NAMES), "Players") == (
        "you: 1 card",
        "Lisa: 2 cards, among them Latte Loafer 9, dealer",
    )
    assert "Latte Loafer 9, known to all" in zone(cahoots_board(seen(table), NAMES), "Your hand")


def test_who_has_finished_and_who_has_left_is_named() -> None:
    table = cafe("6C", "8C", "9C", "1D").do("place 6C")
    state = table.state.after(Left(Seat(2), "gone"))

    board = cahoots_board(View(state, Seat(1), {}), (*NAMES, "Kim"))

    assert zone(board, "Players") == (
        "you: 1 card",
        "Ann: left the table",
        "Kim: 1 card",
        "Lisa: finished first",
    )


def test_a_combo_offers_the_next_card_or_the_stop() -> None:
    board = cahoots_board(seen(cafe("6D,7T,1R", "8C").do("place 6D")), NAMES)

    assert zone(board, "Your hand") == ("Rocco Cocoa 1", "Tea Toter 7: add")
    assert board.zones[-1].pieces[0].actions == (STOP,)


def test_a_spectator_sees_no_hand_and_an_unshown_card_is_on_its_way() -> None:
    table = cafe("6D,7T", "8C")
    view = View(table.state, Seat(0), {Slot(1): parse_face("7T")})

    assert zone(cahoots_board(seen(table, seat=None), NAMES), "Your hand") == ()
    assert hand_order(view, (Slot(0), Slot(1)), Seat(0)) == (Slot(1), Slot(0))
    assert zone(cahoots_board(view, NAMES), "Your hand")[1] == "a card on its way"


def test_before_the_deal_there_are_no_piles() -> None:
    board = cahoots_board(View(CahootsGame().start(2, {}), Seat(0), {}), NAMES)

    assert zone(board, "Piles") == ()
    assert zone(board, "Players") == ("you: no cards", "Toby: no cards")


@pytest.mark.parametrize(
    ("idle", "words"),
    [
        (0, ""),
        (1, ""),
        (2, "Swapping freezes after 2 more turns without a placed card."),
        (3, "Swapping freezes after 1 more turn without a placed card."),
        (4, "Swapping is frozen until somebody places a card."),
        (7, "Swapping is frozen until somebody places a card."),
    ],
)
def test_the_freeze_is_announced(idle: int, words: str) -> None:
    table = cafe("10L,2R", "8C", idle=idle)

    assert freeze_words(table.state) == words
    assert (words in zone(cahoots_board(seen(table), NAMES), "Piles")) is bool(words)


def test_nothing_freezes_before_or_after_the_game() -> None:
    assert freeze_words(CahootsGame().start(2, {})) == ""
    assert freeze_words(cafe("6C", "8C").do("place 6C").state) == ""


def test_nothing_follows_without_a_combo() -> None:
    assert next_words(cafe("6C", "8C").state) == ""


def test_every_relation_has_words() -> None:
    assert len({relation_words(kind) for kind in Relation}) == len(Relation)


def test_a_view_of_another_game_is_refused() -> None:
    with pytest.raises(TypeError, match="another game"):
        cahoots_state(View(PlumpGame().start(3, {}), Seat(0), {}))


def test_the_calls_are_actions_without_cards() -> None:
    board = cahoots_board(seen(cafe("1J", "8C", stock_left=0)), NAMES)

    assert [(piece.name, piece.actions) for piece in board.zones[-1].pieces] == [("pass", (PASS,))]
