"""Plump in words: the board as text, the log's sentences. The window's table builds on it too."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from app.games.board import Board, BoardPiece, Zone, counted, held_status, name_of
from app.games.narrator import listed
from rules.api import Moved, Slot, View
from rules.cards import RANK, RANKS, SUIT, SUIT_NAMES
from rules.plump.actions import PlumpPlay
from rules.plump.past import Played
from rules.plump.round import Round
from rules.plump.state import PlumpState

RANK_NAMES = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def card_name(face: int) -> str:
    """A card as it is said: "queen of hearts", "7 of clubs"."""
    return f"{_rank(face)} of {SUIT_NAMES[SUIT[face]]}"


def named(faces: Sequence[int]) -> str:
    """Cards by suit, as they are said: "3, king and ace of hearts and 2 of diamonds"."""
    ordered = sorted(faces, key=lambda face: (SUIT[face], RANK[face]))
    suits = [list(of_suit) for _, of_suit in groupby(ordered, key=SUIT.__getitem__)]
    return listed(
        [f"{listed([_rank(face) for face in suit])} of {SUIT_NAMES[SUIT[suit[0]]]}" for suit in suits]
    )


def _rank(face: int) -> str:
    rank = RANKS[RANK[face]]
    return RANK_NAMES.get(rank, rank)


def plump_board(view: View, names: Sequence[str]) -> Board:
    """The table of Plump as one seat or a spectator sees it."""
    state = plump_state(view)
    part = state.part
    if part is None:
        return Board(plump_status(view, names), (_sums(state, names),))
    return Board(
        plump_status(view, names),
        (
            _round(part, names, view.seat),
            _table("On the table", part.table, names, view.seat),
            *(_hand(view, part, seat, names) for seat in part.order if part.hands[seat]),
            _sums(state, names),
        ),
    )


def plump_status(view: View, names: Sequence[str]) -> str:
    """The one thing to do or to wait for."""
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
    """The position, known to be one of Plump."""
    if not isinstance(view.state, PlumpState):
        raise TypeError("a view of another game")
    return view.state


def plump_tally(view: View) -> tuple[str, ...]:
    """The sums of the rounds so far."""
    return tuple(map(str, plump_state(view).past.sums))


def takes_tick(view: View, event: Moved) -> bool:
    """Whether a move was the last card of a tick."""
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


def _round(part: Round, names: Sequence[str], viewer: int | None) -> Zone:
    bids = dict(zip(part.order, part.bids, strict=False))
    pieces = []
    for seat in part.order:
        bid = f"bid {bids[seat]}" if seat in bids else "no bid yet"
        dealer = ", dealer" if seat == part.order[-1] else ""
        pieces.append(BoardPiece(f"{name_of(names, seat, viewer)}: {bid}, took {part.ticks[seat]}{dealer}"))
    return Zone(f"Round of {counted(part.cards, 'card')}", tuple(pieces))


def _table(title: str, played: Sequence[Played], names: Sequence[str], viewer: int | None) -> Zone:
    return Zone(
        title,
        tuple(
            BoardPiece(f"{card_name(each.face)} by {name_of(names, each.seat, viewer)}") for each in played
        ),
    )


def _hand(view: View, part: Round, seat: int, names: Sequence[str]) -> Zone:
    slots = sorted(part.hands[seat], key=lambda slot: _order(view, slot))
    playable = {action.slot: action for action in view.actions() if isinstance(action, PlumpPlay)}
    pieces = []
    for slot in slots:
        face = view.face(slot)
        name = "a hidden card" if face is None else card_name(face)
        if slot in playable:
            pieces.append(BoardPiece(f"{name}, playable", (playable[slot],)))
        else:
            pieces.append(BoardPiece(name))
    title = "Your hand" if seat == view.seat else f"Hand of {names[seat]}"
    if all(view.face(slot) is None for slot in slots):
        pieces = [BoardPiece(counted(len(slots), "hidden card"))]
    return Zone(title, tuple(pieces))


def _order(view: View, slot: Slot) -> tuple[int, int, int]:
    """Suits black and red by turns, ranks rising; unknown cards last."""
    face = view.face(slot)
    return (9, 0, slot) if face is None else ((0, 1, 3, 2)[SUIT[face]], RANK[face], slot)


def _sums(state: PlumpState, names: Sequence[str]) -> Zone:
    sums = state.past.sums
    return Zone("Sums", tuple(BoardPiece(f"{names[seat]} {sums[seat]}") for seat in range(len(sums))))
