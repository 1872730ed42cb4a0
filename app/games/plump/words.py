"""Plump in words: cards, the status, the actions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from app.games.board import held_status
from app.games.narrator import counted, listed
from rules.api import Moved, View
from rules.cards import RANK, RANKS, SUIT, SUIT_NAMES
from rules.plump.actions import PlumpPlay
from rules.plump.round import Round
from rules.plump.state import PlumpState

RANK_NAMES = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def card_name(face: int) -> str:
    """Return a card as it is said: "queen of hearts", "7 of clubs"."""
    return f"{_rank(face)} of {SUIT_NAMES[SUIT[face]]}"


def named(faces: Sequence[int]) -> str:
    """Return cards by suit: "3, king and ace of hearts and 2 of diamonds"."""
    ordered = sorted(faces, key=lambda face: (SUIT[face], RANK[face]))
    suits = [list(of_suit) for _, of_suit in groupby(ordered, key=SUIT.__getitem__)]
    return listed(
        [f"{listed([_rank(face) for face in suit])} of {SUIT_NAMES[SUIT[suit[0]]]}" for suit in suits]
    )


def _rank(face: int) -> str:
    rank = RANKS[RANK[face]]
    return RANK_NAMES.get(rank, rank)


def plump_status(view: View, names: Sequence[str]) -> str:
    """Return the one thing to do or to wait for."""
    if held := held_status(view, names):
        return held
    state = plump_state(view)
    part = state.part
    if state.outcome() is not None:
        return "The game is over."
    if part is None:
        return "The first dealer is being drawn."
    if state.turn is None:
        cards = counted(part.cards, "card")
        return "The cards open." if part.bids else f"Round of {cards}: the cards are being dealt."
    if state.turn != view.seat:
        verb = "bid" if part.is_bidding else "play"
        return f"Waiting for {names[state.turn]} to {verb}."
    return _to_do(view, part)


def plump_state(view: View) -> PlumpState:
    """Return the position of a game of Plump."""
    if not isinstance(view.state, PlumpState):
        raise TypeError("a view of another game")
    return view.state


def plump_tally(view: View) -> tuple[str, ...]:
    """Return every seat's sum of points so far."""
    return tuple(map(str, plump_state(view).past.sums))


def takes_tick(view: View, event: Moved) -> bool:
    """True if a move was the last card of a tick."""
    part = plump_state(view).part
    return isinstance(event.action, PlumpPlay) and (part is None or not part.table)


def _to_do(view: View, part: Round) -> str:
    if part.is_bidding:
        return "Your bid: how many ticks will you take?"
    led = part.suit_led
    if led is None:
        return "Your turn: lead any card."
    held = [face for slot in part.hands[part.turn] if (face := view.face(slot)) is not None]
    if any(SUIT[face] == led for face in held):
        return f"Your turn: follow {SUIT_NAMES[led]}."
    return f"Your turn: you have no {SUIT_NAMES[led]}, play any card."
