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

from app.games.board import counted
from app.games.matriculation.sheet import HandScores, MatriculationSheet, score_sheet
from app.games.matriculation.words import card_effect, card_title, hand_order, matriculation_state
from app.games.reason import Reason, why_not
from rules.api import Event, Face, Moved, Outcome, Seat, Slot, View
from rules.matriculation.actions import Discard, MatriculationPass, MatriculationPlay
from rules.matriculation.cards import (
    TITLES,
    Kind,
    Setback,
    exception_face,
    fix_face,
    kind,
    setback_face,
    trouble,
)
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.player import DEGREE, OGRE_HOURS, PROBATION_LIMIT, OgreRule, Student
from rules.matriculation.score import player_score, totals
from rules.matriculation.state import MatriculationState

DISCARDS: Final = Seat(-1)
"""The place of the discard pile where otherwise a seat's desk is meant."""


UNPICKED: Final = Reason("Choose a card of your hand first, then its place.")
"""Why a place does nothing while no card is picked."""


AIM: Final = f"Collect {DEGREE} hours of terms, and hold the others up with setbacks."


class Pile(StrEnum):
    """Where a card may lie. An Ogre Prof lies on the hours: it is their sum that he lowers."""

    HOURS = "hours"
    CONTROL = "control"
    PROBATION = "probation"
    EXCEPTION = "exception"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Block:
    """A setback in the way of a player: what it does, in a few words, and what takes it away."""

    face: Face
    headline: str
    remedy: str


@dataclass(frozen=True, slots=True)
class MatriculationChoice:
    """What can be tried with a card: lay it before the seat `where`, or on the `DISCARDS`.

    `why` says why not now.
    """

    where: Seat
    action: MatriculationPlay | Discard
    words: str
    why: Reason | None


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the own hand; `face` is None while it is on its way. `choices` cover every place."""

    slot: Slot
    face: Face | None
    name: str
    effect: str
    choices: tuple[MatriculationChoice, ...]

    @property
    def is_lit(self) -> bool:
        """Whether it can be played now; to be discarded does not light it."""
        return any(choice.where != DISCARDS for choice in self.legal)

    @property
    def legal(self) -> tuple[MatriculationChoice, ...]:
        """What can be done with it now."""
        return tuple(choice for choice in self.choices if choice.why is None)

    @property
    def offered(self) -> tuple[MatriculationChoice, ...]:
        """What its buttons say: the places that are meant for such a card, allowed now or not."""
        is_setback = self.face is not None and kind(self.face) is Kind.SETBACK
        return tuple(
            choice
            for choice in self.choices
            if isinstance(choice.action, Discard) or is_setback is (choice.action.target is not None)
        )

    def choice(self, where: Seat) -> MatriculationChoice | None:
        """What laying it there would be."""
        return next((choice for choice in self.choices if choice.where == where), None)

    @property
    def spoken(self) -> str:
        """The card for screen readers."""
        words = " or ".join(choice.words for choice in self.legal)
        return ", ".join(filter(None, [self.name, words and f"can be used: {words}", self.effect]))


@dataclass(frozen=True, slots=True)
class DeskScreen:
    """A player's row: plate and four piles. `worth` is what the hand would bring if it ended now."""

    seat: Seat
    name: str
    is_viewer: bool
    is_turn: bool
    doing: str
    is_dealer: bool
    is_gone: bool
    hours: int
    terms: tuple[Face, ...]
    control: Face | None
    probation: Face | None
    ogre: Face | None
    exceptions: tuple[Face, ...]
    blocks: tuple[Block, ...]
    cards: int
    worth: int
    total: int
    is_leading: bool

    @property
    def spoken(self) -> str:
        """The row for screen readers."""
        words = [f"{self.name} (you)" if self.is_viewer else self.name]
        if self.is_gone:
            return f"{words[0]}, has left"
        words += [
            self.doing,
            "dealer" if self.is_dealer else "",
            f"{self.hours} of {DEGREE} hours",
            counted(len(self.terms), "term"),
        ]
        words += [
            f"{TITLES[block.face]}: {block.headline.lower()} until {block.remedy}" for block in self.blocks
        ]
        words += [card_title(face) for face in self.exceptions]
        words += [
            "" if self.is_viewer else f"{counted(self.cards, 'card')} in hand",
            f"{self.total} points so far",
        ]
        return ", ".join(filter(None, words))


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
    hand: tuple[HandCard, ...]
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


def _last_offer(screen: MatriculationScreen, card: HandCard | None) -> Offer:
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
        note=_note(state),
        hand_number=lying.hand_number,
        desks=tuple(_desk(view, state, lying, Seat(seat), names) for seat in range(len(state.players))),
        hand=_hand(view, state, names),
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


def _desk(
    view: View, state: MatriculationState, lying: MatriculationState, seat: Seat, names: Sequence[str]
) -> DeskScreen:
    player = lying.players[seat]
    setbacks = {setback: setback_face(setback) for setback in player.setbacks}
    is_turn = state.turn == seat and state.phase in (
        MatriculationPhase.DRAW,
        MatriculationPhase.PLAY,
        MatriculationPhase.DRY,
    )
    worth = player_score(player, state.ogre).total
    sums = [
        player_score(each, state.ogre).total + earlier
        for each, earlier in zip(
            lying.players, totals(lying.sheets[: lying.hand_number], len(lying.players)), strict=True
        )
    ]
    return DeskScreen(
        seat=seat,
        name=names[seat],
        is_viewer=seat == view.seat,
        is_turn=is_turn,
        doing=("draws" if state.phase is MatriculationPhase.DRAW else "to play") if is_turn else "",
        is_dealer=state.phase is not MatriculationPhase.ROLL and state.dealer == seat,
        is_gone=state.players[seat].left,
        hours=lying.hours(seat),
        terms=player.terms,
        control=None if player.control is None else setback_face(player.control),
        probation=setbacks.get(Setback.PROBATION),
        ogre=setbacks.get(Setback.OGRE),
        exceptions=tuple(map(exception_face, player.exceptions)),
        blocks=_blocks(player, state.ogre),
        cards=len(state.hand(seat)),
        worth=worth,
        total=sums[seat],
        is_leading=0 < sums[seat] == max(sums),
    )


def _blocks(player: Student, ogre: OgreRule) -> tuple[Block, ...]:
    return tuple(
        Block(
            setback_face(setback),
            _headline(setback, ogre),
            f"{TITLES[fix_face(setback)]} or {TITLES[exception_face(setback)]}",
        )
        for setback in player.setbacks
    )


def _headline(setback: Setback, ogre: OgreRule) -> str:
    if setback is Setback.PROBATION:
        return f"Terms up to {PROBATION_LIMIT} only"
    if setback is Setback.OGRE:
        return f"{OGRE_HOURS} hours fewer" if ogre is OgreRule.LASTING else f"Each term -{OGRE_HOURS}"
    return "No terms"


def _hand(view: View, state: MatriculationState, names: Sequence[str]) -> tuple[HandCard, ...]:
    if view.seat is None:
        return ()
    return tuple(
        _hand_card(view, state, slot, view.seat, names) for slot in hand_order(view, state.hand(view.seat))
    )


def _hand_card(
    view: View, state: MatriculationState, slot: Slot, own: Seat, names: Sequence[str]
) -> HandCard:
    face = view.face(slot)
    if face is None:
        return HandCard(slot, None, "a card on its way", "", ())
    choices = []
    for seat in state.seats_in:
        play = MatriculationPlay(slot, face, None if seat == own else seat)
        words = "play" if seat == own else f"play on {names[seat]}"
        choices.append(MatriculationChoice(seat, play, words, why_not(view, play)))
    discard = Discard(slot, face)
    choices.append(MatriculationChoice(DISCARDS, discard, "discard", why_not(view, discard)))
    return HandCard(slot, face, card_title(face), card_effect(face, state.ogre), tuple(choices))
