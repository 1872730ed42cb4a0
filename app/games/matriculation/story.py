"""The latest moves at a table of Matriculation, for a window, and the words beside the hand.

After a hand of a match, its piles and scores stay until the next hand is dealt, so that nobody has to be
quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from msgspec import Struct, structs

from app.games.board import PilePage
from app.games.matriculation.scene import (
    CONTROL,
    DISCARDS,
    EXCEPTIONS,
    HOURS,
    MATRICULATION_TABLE,
    PROBATION,
    TO_DISCARDS,
)
from app.games.matriculation.sheet import HandScores
from app.games.matriculation.words import matriculation_state
from app.games.narrator import upper_first
from app.games.picks import Seen, seen
from app.games.reason import Reason
from app.games.scene import Open, Piece, Route, Scene, Token, choice_at, seat_at
from rules.api import Event, Face, Moved, Seat, Slot, View
from rules.matriculation.actions import Discard, MatriculationPass, MatriculationPlay
from rules.matriculation.cards import DECK as CARDS
from rules.matriculation.cards import Kind, Setback, kind, trouble
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.player import DEGREE
from rules.matriculation.score import player_score
from rules.matriculation.state import MatriculationState

AIM: Final = f"Collect {DEGREE} hours of terms, and hold the others up with setbacks."
UNPICKED: Final = Reason("Choose a card from your hand first, then its place.")
"""Reason against every place while no card is picked."""
TO_PASS: Final[Route] = (choice_at(MatriculationPass()),)


# -- past moves ---------------------------------------------------------------------------------


class Laid(Struct, frozen=True):
    """A card just laid: the seat that laid it, the slot that it came from, and the key of its zone now."""

    seat: Seat
    slot: Slot
    face: Face
    zone: str

    def token(self, scene: Scene) -> Token | None:
        """Return the token of the card's piece in a scene; None if the card is gone."""
        zone = scene.zone(self.zone)
        pieces = () if zone is None else reversed(zone.whole)
        return next((piece.at for piece in pieces if piece.look == Open(self.face)), None)


class MatriculationStory(Struct, frozen=True):
    """The position, the cards laid since the position shown before, and the latest card. `ended` is the end
    of the last finished hand; `past` has the scores of all finished hands, None for any before a restart."""

    state: MatriculationState
    laid: tuple[Laid, ...] = ()
    last: Laid | None = None
    ended: MatriculationState | None = None
    past: tuple[HandScores, ...] = ()

    @property
    def lying(self) -> MatriculationState:
        """The position with the piles to show: the last hand's while the next is shuffled and dealt."""
        now, then = self.state, self.ended
        if then is None or now.phase not in (MatriculationPhase.SHUFFLE, MatriculationPhase.DEAL):
            return now
        players = [
            replace(was, hand=each.hand, left=each.left)
            for was, each in zip(then.players, now.players, strict=True)
        ]
        deck = Slot((then.hand_number + 1) * len(CARDS) - now.deck_left)
        return replace(
            then,
            players=players,
            phase=now.phase,
            dealer=now.dealer,
            turn=now.turn,
            deck=deck,
            seats_in=now.seats_in,
        )

    def table(self, view: View, names: Sequence[str]) -> Seen:
        """Return the table as a window shows it."""
        return seen(MATRICULATION_TABLE, replace(view, state=self.lying), names)


def matriculation_story(
    view: View, before: MatriculationStory | None = None, events: Sequence[Event] = ()
) -> MatriculationStory:
    """Return the story after `events`; a leap through a record begins a new story."""
    state = matriculation_state(view)
    found = MatriculationStory(state)
    if before is not None:
        found = _gone_on(before, events)
        if found.state != state:
            found = MatriculationStory(state)
    return structs.replace(found, past=(*found.past, *(None,) * (len(state.sheets) - len(found.past))))


def _gone_on(before: MatriculationStory, events: Sequence[Event]) -> MatriculationStory:
    state, ended, past, laid = before.state, before.ended, before.past, []
    for event in events:
        if isinstance(event, Moved) and isinstance(event.action, MatriculationPlay | Discard):
            laid.append(_laid(event.seat, event.action))
        after = state.after(event)
        if len(after.sheets) > len(state.sheets):
            # A match that ends with this hand keeps the hand's piles: a new hand would clear them.
            ended = replace(replace(state, hands=len(after.sheets)).after(event), hands=state.hands)
            past = (*past, tuple(player_score(player, ended.ogre) for player in ended.players))
        state = after
    found = MatriculationStory(state, tuple(laid), laid[-1] if laid else None, ended, past)
    if not laid and before.lying.hand_number == found.lying.hand_number:
        return structs.replace(found, last=before.last)
    return found


def _laid(seat: Seat, action: MatriculationPlay | Discard) -> Laid:
    pile = DISCARDS if isinstance(action, Discard) else _pile(action.face)
    where = seat if isinstance(action, Discard) or action.target is None else action.target
    return Laid(seat, action.slot, action.face, pile if pile == DISCARDS else f"{pile} {where}")


def _pile(face: Face) -> str:
    """Return the pile of a played card; a fix goes to the discards with the setback that it repairs."""
    family = kind(face)
    if family is Kind.SETBACK:
        return {Setback.PROBATION: PROBATION, Setback.OGRE: HOURS}.get(trouble(face), CONTROL)
    return {Kind.TERM: HOURS, Kind.FIX: DISCARDS}.get(family, EXCEPTIONS)


# -- beside the hand ----------------------------------------------------------------------------


class Press(StrEnum):
    """Purpose of a button."""

    PLAY = "play"
    DISCARD = "discard"
    PASS = "pass"  # noqa: S105 - no password


class Offer(Struct, frozen=True):
    """A button beside the hand: its words, and its route, or (`why`) the reason against it."""

    kind: Press
    words: str
    route: Route
    why: Reason | None


def offers(table: Seen, card: Piece | None) -> tuple[Offer, ...]:
    """Return the buttons: places for the picked card, and the discard or, without a deck, the pass. () for a
    spectator and for a player without cards."""
    if not table.hand:
        return ()
    if card is None or card.face is None:
        return (Offer(Press.PLAY, "Play", (), UNPICKED), _last_offer(table, None))
    return (
        *(_offer(table, Press.PLAY, (card.at, to)) for to in places(table, card)),
        _last_offer(table, card),
    )


def places(table: Seen, card: Piece) -> tuple[Token, ...]:
    """Return the players on whom such a card is played, whether allowed now or not."""
    seats, own = matriculation_state(table.view).seats_in, table.view.seat
    is_setback = card.face is not None and kind(card.face) is Kind.SETBACK
    return tuple(seat_at(seat) for seat in seats if (seat != own) is is_setback)


def _last_offer(table: Seen, card: Piece | None) -> Offer:
    state = matriculation_state(table.view)
    if not state.deck_left and state.phase is not MatriculationPhase.PLAY:
        return _offer(table, Press.PASS, TO_PASS)
    if card is None:
        return Offer(Press.DISCARD, "Discard", (), UNPICKED)
    return _offer(table, Press.DISCARD, (card.at, TO_DISCARDS))


def _offer(table: Seen, press: Press, route: Route) -> Offer:
    words = table.words(route)
    return Offer(press, upper_first(words), route, table.why_not(route))


def help_words(card: Piece | None) -> tuple[str, str]:
    """Return title and text beside the hand: the effect of the picked card, or the aim of the game."""
    return ("Your aim", AIM) if card is None or not card.about else (card.name, card.about)


def lit_cards(table: Seen) -> frozenset[Token]:
    """Return the cards that can be played; if none can, those that can be discarded."""
    plays = frozenset(card.at for card in table.hand if set(table.ends(card.at)) - {TO_DISCARDS})
    return plays or frozenset(card.at for card in table.hand if table.ends(card.at))


def pile_page(scene: Scene, key: str) -> PilePage:
    """Return an open pile to look through; the discards begin with the last one."""
    zone = scene.zone(key)
    if zone is None:
        raise ValueError(f"no pile {key!r}")
    cards, title = zone.whole, zone.title
    if key == DISCARDS:
        cards, title = cards[::-1], "Discards, the last one first"
    elif key.startswith(HOURS) and zone.below:
        plate = next(plate for plate in scene.plates if plate.seat == zone.seat)
        hours, terms = (plate.figure(label) for label in ("hours", "terms"))
        title += "" if hours is None else f": {hours.value} in {terms}"
    faces = tuple(card.face for card in cards if card.face is not None)
    return PilePage(title, faces, tuple(card.name for card in cards))
