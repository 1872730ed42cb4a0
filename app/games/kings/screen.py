"""Kings' table as a screen shows it: every decision about what is where and what it says.

`kings_screen` makes one frozen description out of a view; the widget draws it and decides nothing.
Whatever can be done with a card or a house pile is an `Offer` to a place, with the reason when it cannot
be done now and, for an attack, with its outcome. What a press does is in `app.games.kings.grip`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.games.board import PilePage
from app.games.kings.hand import KingsHandCard, kings_hand
from app.games.kings.sides import HouseScreen, SideScreen, side_screen
from app.games.kings.step import KingsStep, kinds_now, step_now
from app.games.kings.story import KingsPlace, Told, told_moves
from app.games.kings.words import (
    card_name,
    end_words,
    kings_state,
    left_over,
    named,
    quiet_words,
    undo_words,
)
from app.games.narrator import cast_of
from app.games.reason import Reason, why_not
from rules.api import Event, Face, Outcome, Seat, View
from rules.kings.actions import Attack, Bank, KingsAction, KingsEnd, Put, Swap
from rules.kings.cards import BIT, NUMBERS_OF_A_SUIT
from rules.kings.course import QUIET_ROUNDS, ROUNDS, KingsPhase
from rules.kings.piles import king_accepts
from rules.kings.state import KingsState

TOLD: Final = 7
"""So many moves are remembered in words."""

_UNDER_WAY: Final = {
    KingsPhase.ROLL: "The first seat is being drawn",
    KingsPhase.SHUFFLE: "Everybody shuffles the cards",
    KingsPhase.REFILL: "The discards are shuffled into a new stock",
    KingsPhase.DEAL: "Cards are being dealt",
}


@dataclass(frozen=True, slots=True)
class EndScreen:
    """The end of the turn: what it throws away; `warning` when a card for the own king is among it."""

    action: KingsEnd
    faces: tuple[Face, ...]
    words: str
    why: Reason | None
    warning: Reason | None


@dataclass(frozen=True, slots=True)
class KingsScreen:
    """The whole table for one viewer. `undo` says what could be taken back, "" for nothing."""

    view: View
    title: str
    step: KingsStep | None
    course: tuple[str, str]
    stock: int
    discard: int
    discard_top: Face | None
    sides: tuple[SideScreen, ...]
    hand: tuple[KingsHandCard, ...]
    end: EndScreen
    undo: str
    told: tuple[Told, ...]
    outcome: Outcome | None

    @property
    def viewer(self) -> int | None:
        return self.view.seat

    @property
    def is_own_turn(self) -> bool:
        return bool(self.view.actions())

    @property
    def last(self) -> Told | None:
        """The last move."""
        return self.told[-1] if self.told else None

    def house(self, place: KingsPlace) -> HouseScreen:
        """The house slot at a place."""
        return self.sides[place.seat].houses[place.house - 1]

    def card(self, key: int) -> KingsHandCard | None:
        """The card of the hand with that key, if it is still there."""
        return next((card for card in self.hand if card.key == key), None)


def kings_screen(
    view: View, names: Sequence[str], before: KingsScreen | None = None, events: Sequence[Event] = ()
) -> KingsScreen:
    """What the table shows now; `before` and the `events` since then tell how it came about."""
    state = kings_state(view)
    told: tuple[Told, ...] = ()
    if before is not None:
        told = (*before.told, *told_moves(kings_state(before.view), events, cast_of(view, names)))[-TOLD:]
    return KingsScreen(
        view=view,
        title=_title(view, state, names),
        step=step_now(view, state),
        course=(f"Round {state.round} of {ROUNDS} at most", quiet_words(state)),
        stock=len(state.stock),
        discard=len(state.discard),
        discard_top=state.discard[-1] if state.discard else None,
        sides=tuple(side_screen(view, state, Seat(seat), names) for seat in range(len(state.sides))),
        hand=kings_hand(view, state),
        end=_end(view, state),
        undo=undo_words(view, names),
        told=told,
        outcome=state.outcome(),
    )


def discards_page(screen: KingsScreen) -> PilePage:
    """The discards, which lie open to all, the last one first."""
    faces = kings_state(screen.view).discard[::-1]
    return PilePage("Discards, the last one first", faces, tuple(card_name(face) for face in faces))


def winner_words(screen: KingsScreen) -> str:
    """Who has won: "Lisa wins", "You win", "Lisa and Toby share the win"; "" before the end."""
    first = ["You" if side.is_viewer else side.name for side in screen.sides if side.rank == 1]
    if len(first) > 1:
        return f"{' and '.join(first)} share the win"
    return "".join([f"{who} {'win' if who == 'You' else 'wins'}" for who in first])


def result_words(screen: KingsScreen) -> tuple[str, ...]:
    """The end in words: by rank, everybody's king pile."""
    if screen.outcome is None:
        return ()
    order = sorted(screen.sides, key=lambda side: (side.rank or 0, side.seat))
    return tuple(
        f"{side.rank}.  {side.name}, {side.suit}: {side.king.count} of {NUMBERS_OF_A_SUIT}" for side in order
    )


# -- words --------------------------------------------------------------------------------------


def _title(view: View, state: KingsState, names: Sequence[str]) -> str:
    """Whose turn it is and what can be done, or what everybody waits for."""
    if state.phase is KingsPhase.OVER:
        return _ending(state)
    if view.is_ended:
        return "The game is over"
    if state.phase in _UNDER_WAY:
        return _UNDER_WAY[state.phase]
    step = step_now(view, state)
    if state.turn != view.seat:
        does = "may attack" if step is KingsStep.ATTACK else "puts cards and swaps piles"
        return f"{names[state.turn]} {does}"
    kinds = kinds_now(view, state)
    if not state.organising and step is not KingsStep.ATTACK:
        return _no_attack(kinds)
    first = {"attack with your piles": Attack in kinds, "put cards down": bool(kinds & {Put, Bank})}
    ways = [words for words, can in first.items() if can]
    if len(ways) < len(first):
        ways += [*(["swap piles"] if Swap in kinds else []), "end the turn"]
    said = ", or ".join(filter(None, (", ".join(ways[:-1]), ways[-1])))
    return said[:1].upper() + said[1:]


def _no_attack(kinds: set[type[KingsAction]]) -> str:
    if kinds & {Put, Bank}:
        return "Put cards down: no attack is possible"
    return "Swap piles: no attack is possible" if Swap in kinds else "End the turn: nothing else is possible"


def _ending(state: KingsState) -> str:
    if any(len(side.king) == NUMBERS_OF_A_SUIT for side in state.sides):
        return "A king pile is complete"
    if len(state.seats_in) == 1:
        return "Only one player is left"
    if state.round >= ROUNDS:
        return f"{ROUNDS} rounds are played: the fullest king wins"
    return f"{QUIET_ROUNDS} rounds without a card for a king: the fullest king wins"


def _end(view: View, state: KingsState) -> EndScreen:
    faces = left_over(view) if state.turn == view.seat else ()
    action = KingsEnd(tuple((slot, view.known[slot]) for slot in state.hidden if slot in view.known))
    warning = None
    if view.seat is not None and (kept := [face for face in faces if king_accepts(view.seat) & BIT[face]]):
        warning = Reason(
            f"{named(kept)} still {'fits' if len(kept) == 1 else 'fit'} your king. "
            "Press again to end the turn all the same.",
            "kings 3.4",
        )
    return EndScreen(action, faces, end_words(faces), why_not(view, action), warning)
