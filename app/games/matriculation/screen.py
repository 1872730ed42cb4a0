"""Matriculation's table as a screen shows it: every decision about what lies where and what it says.

`matriculation_screen` makes one frozen description out of a view; the widget draws it and decides
nothing. When a hand of a match is over its piles and scores stay described until the next one is
dealt, so that nobody has to be quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from app.games.matriculation.desk import DeskScreen, desk_screen
from app.games.matriculation.hand import (
    DISCARDS,
    UNPICKED,
    MatriculationHandCard,
    matriculation_hand,
)
from app.games.matriculation.sheet import HandScores, MatriculationSheet, score_sheet
from app.games.matriculation.words import matriculation_state
from app.games.reason import Reason, why_not
from rules.api import Event, Face, Moved, Outcome, Seat, Slot, View
from rules.matriculation.actions import Discard, MatriculationPass, MatriculationPlay
from rules.matriculation.cards import (
    Kind,
    Setback,
    kind,
    trouble,
)
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.player import DEGREE
from rules.matriculation.score import player_score
from rules.matriculation.state import MatriculationState

AIM: Final = f"Collect {DEGREE} hours of terms, and hold the others up with setbacks."


class Pile(StrEnum):
    """Where a card may lie. An Ogre Prof lies on the hours: it is their sum that he lowers."""

    HOURS = "hours"
    CONTROL = "control"
    PROBATION = "probation"
    EXCEPTION = "exception"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that was just laid down: who, out of which slot, and where it lies now."""

    seat: Seat
    slot: Slot
    face: Face
    pile: Pile
    where: Seat


@dataclass(frozen=True, slots=True)
class MatriculationScreen:
    """The whole table for one viewer.

    `laid` are the cards laid since the screen before, `last` the latest of all. `past` has the
    scores of the finished hands that were seen, None for those before a restart.
    """

    phase: MatriculationPhase
    title: str
    note: str
    hand_number: int
    desks: tuple[DeskScreen, ...]
    hand: tuple[MatriculationHandCard, ...]
    deck_left: int
    discards: tuple[Face, ...]
    pass_why: Reason | None
    laid: tuple[Laid, ...]
    last: Laid | None
    sheet: MatriculationSheet
    outcome: Outcome | None
    state: MatriculationState
    ended: MatriculationState | None
    past: tuple[HandScores, ...]

    @property
    def is_own_turn(self) -> bool:
        return any(desk.is_turn and desk.is_viewer for desk in self.desks)

    @property
    def own_seat(self) -> Seat | None:
        return next((desk.seat for desk in self.desks if desk.is_viewer), None)


class Press(StrEnum):
    """What a button is for."""

    PLAY = "play"
    DISCARD = "discard"
    PASS = "pass"  # noqa: S105 - no password


@dataclass(frozen=True, slots=True)
class Offer:
    """A button beside the hand: what it says, and what it does, or (`why`) why not now."""

    kind: Press
    words: str
    action: MatriculationPlay | Discard | MatriculationPass | None
    why: Reason | None


def offers(screen: MatriculationScreen, picked: Slot | None) -> tuple[Offer, ...]:
    """The buttons: the places for the picked card, and the discard or, without a deck, the pass.

    () for a spectator and for one who has no cards.
    """
    if not screen.hand:
        return ()
    card = next((card for card in screen.hand if card.slot == picked and card.choices), None)
    last = _last_offer(screen, card)
    if card is None:
        return (Offer(Press.PLAY, "Play", None, UNPICKED), last)
    plays = [choice for choice in card.offered if choice.where != DISCARDS]
    return (
        *(
            Offer(Press.PLAY, choice.words[:1].upper() + choice.words[1:], choice.action, choice.why)
            for choice in plays
        ),
        last,
    )


def help_words(screen: MatriculationScreen, picked: Slot | None) -> tuple[str, str]:
    """The words beside the hand: what the picked card does, or what the game is about."""
    card = next((card for card in screen.hand if card.slot == picked and card.choices), None)
    return ("Your aim", AIM) if card is None else (card.name, card.effect)


def _last_offer(screen: MatriculationScreen, card: MatriculationHandCard | None) -> Offer:
    if not screen.deck_left and screen.phase is not MatriculationPhase.PLAY:
        return Offer(Press.PASS, "Pass", MatriculationPass(), screen.pass_why)
    choice = None if card is None else card.choice(DISCARDS)
    if choice is None:
        return Offer(Press.DISCARD, "Discard", None, UNPICKED)
    return Offer(Press.DISCARD, "Discard", choice.action, choice.why)


def matriculation_screen(
    view: View,
    names: Sequence[str],
    *,
    before: MatriculationScreen | None = None,
    events: Sequence[Event] = (),
) -> MatriculationScreen:
    """What the table shows now; `before` is what it showed last, `events` what has happened since."""
    state = matriculation_state(view)
    seen = before if before is not None and _leads_to(before.state, events, state) else None
    laid, ended, past = _story(seen, events)
    past = (*past, *(None,) * (len(state.sheets) - len(past)))
    is_between = ended is not None and state.phase in (MatriculationPhase.SHUFFLE, MatriculationPhase.DEAL)
    lying = ended if ended is not None and is_between else state
    last = laid[-1] if laid else None
    if not laid and seen is not None and seen.hand_number == lying.hand_number:
        last = seen.last
    return MatriculationScreen(
        phase=state.phase,
        title=_title(lying),
        note="" if view.is_ended else _note(state),
        hand_number=lying.hand_number,
        desks=tuple(desk_screen(view, state, lying, Seat(seat), names) for seat in range(len(state.players))),
        hand=matriculation_hand(view, state, names),
        deck_left=state.deck_left,
        discards=lying.discards,
        pass_why=why_not(view, MatriculationPass()),
        laid=laid,
        last=last,
        sheet=score_sheet(lying, past, names),
        outcome=state.outcome(),
        state=state,
        ended=ended,
        past=past,
    )


def _leads_to(before: MatriculationState, events: Sequence[Event], state: MatriculationState) -> bool:
    """Whether `events` lead from one position to the other: not so after a leap through a record."""
    for event in events:
        before = before.after(event)
    return before == state


def _story(
    before: MatriculationScreen | None,
    events: Sequence[Event],
) -> tuple[tuple[Laid, ...], MatriculationState | None, tuple[HandScores, ...]]:
    """What was laid since, the last hand as it ended, and the scores of the hands that have ended."""
    if before is None:
        return (), None, ()
    state, ended, past, laid = before.state, before.ended, before.past, []
    for event in events:
        if isinstance(event, Moved) and isinstance(event.action, MatriculationPlay | Discard):
            laid.append(_laid(event.seat, event.action))
        after = state.after(event)
        if len(after.sheets) > len(state.sheets):
            # With as many hands as are over the match ends here, and an ended match keeps its piles.
            ended = replace(replace(state, hands=len(after.sheets)).after(event), hands=state.hands)
            past = (*past, tuple(player_score(player, ended.ogre) for player in ended.players))
        state = after
    return tuple(laid), ended, past


def _laid(seat: Seat, action: MatriculationPlay | Discard) -> Laid:
    if isinstance(action, Discard):
        return Laid(seat, action.slot, action.face, Pile.DISCARD, DISCARDS)
    where = seat if action.target is None else action.target
    pile = _pile(action.face)
    return Laid(seat, action.slot, action.face, pile, DISCARDS if pile is Pile.DISCARD else where)


def _pile(face: Face) -> Pile:
    """Where a card lies once it is played; a fix goes to the discards with what it repairs."""
    family = kind(face)
    if family is Kind.SETBACK:
        return {Setback.PROBATION: Pile.PROBATION, Setback.OGRE: Pile.HOURS}.get(trouble(face), Pile.CONTROL)
    return {Kind.TERM: Pile.HOURS, Kind.FIX: Pile.DISCARD}.get(family, Pile.EXCEPTION)


def _title(lying: MatriculationState) -> str:
    return f"Hand {lying.hand_number + 1} of {lying.hands}" if lying.hands > 1 else f"First to {DEGREE} hours"


def _note(state: MatriculationState) -> str:
    if state.phase is MatriculationPhase.ROLL:
        return "The first dealer is being drawn"
    if state.phase is MatriculationPhase.SHUFFLE:
        return "Everybody shuffles the deck"
    if state.phase is MatriculationPhase.DEAL:
        return "The cards are being dealt"
    if state.deck_left or state.phase is MatriculationPhase.OVER:
        return ""
    return "Play or pass; all passing ends it"
