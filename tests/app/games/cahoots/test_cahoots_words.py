"""Coffeehouse Cahoots in words: statuses, possible next cards, frozen cards."""

from __future__ import annotations

import pytest

from app.games.cahoots.words import cahoots_state, cahoots_status, freeze_words, next_words, relation_words
from rules.api import Seat, View
from rules.cahoots.course import CahootsPhase
from rules.cahoots.game import CahootsGame
from rules.cahoots.match import Relation
from rules.plump.game import PlumpGame
from tests.support.cahoots import Cafe, cafe
from tests.support.values import replace

NAMES = ("Lisa", "Toby", "Ann")


def seen(table: Cafe, seat: int | None = 0) -> View:
    """The view of a seat, with its own hand."""
    hand = () if seat is None else table.state.players[seat].hand
    return View(table.state, None if seat is None else Seat(seat), {slot: table.faces[slot] for slot in hand})


def at(phase: CahootsPhase, turn: int = 0) -> View:
    """A view of seat 0 in a phase in which nobody chooses."""
    return View(replace(cafe("7C", "8C").state, phase=phase, turn=Seat(turn)), Seat(0), {})


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
def test_the_status_tells_the_player_what_to_do(view: View, status: str) -> None:
    assert cahoots_status(view, NAMES) == status


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


def test_nothing_freezes_before_or_after_the_game() -> None:
    assert freeze_words(CahootsGame().start(2, {})) == ""
    assert freeze_words(cafe("6C", "8C").do("place 6C").state) == ""
    assert freeze_words(replace(cafe("10L,2R", "8C", idle=3).state, phase=CahootsPhase.OVER)) == ""


def test_without_a_combo_no_next_card_is_named() -> None:
    assert next_words(cafe("6C", "8C").state) == ""


def test_every_relation_of_cards_has_words_of_its_own() -> None:
    assert len({relation_words(kind) for kind in Relation}) == len(Relation)


def test_a_view_of_another_game_is_refused() -> None:
    with pytest.raises(TypeError, match="another game"):
        cahoots_state(View(PlumpGame().start(3, {}), Seat(0), {}))
