"""The own hand at Matriculation: what each card does, and where it may be laid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from app.games.choices import ChoiceCard, PlaceChoice
from app.games.matriculation.words import card_effect, card_title, hand_order
from app.games.reason import Reason, why_not
from rules.api import Seat, Slot, View
from rules.matriculation.actions import Discard, MatriculationPlay
from rules.matriculation.cards import Kind, kind
from rules.matriculation.state import MatriculationState

DISCARDS: Final = Seat(-1)
"""The place of the discard pile where otherwise a seat's desk is meant."""


UNPICKED: Final = Reason("Choose a card of your hand first, then its place.")
"""Why a place does nothing while no card is picked."""


MatriculationChoice: TypeAlias = PlaceChoice[Seat, MatriculationPlay | Discard]
"""What can be tried with a card: lay it before the seat `where`, or on the `DISCARDS`."""


@dataclass(frozen=True, slots=True)
class MatriculationHandCard(ChoiceCard[Seat, MatriculationPlay | Discard]):
    """A card of the own hand, and in words what it does; `is_last` where none of them can be played."""

    effect: str = ""
    is_last: bool = False

    @property
    def is_lit(self) -> bool:
        """Whether it can be played now; to be discarded lights it only where nothing can be played."""
        return any(self.is_last or choice.where != DISCARDS for choice in self.legal)

    @property
    def offered(self) -> tuple[MatriculationChoice, ...]:
        """What its buttons say: the places that are meant for such a card, allowed now or not."""
        is_setback = self.face is not None and kind(self.face) is Kind.SETBACK
        return tuple(
            choice
            for choice in self.choices
            if isinstance(choice.action, Discard) or is_setback is (choice.action.target is not None)
        )

    @property
    def spoken(self) -> str:
        """The card for screen readers."""
        return ", ".join(filter(None, [self.name, self.uses, self.effect]))


def matriculation_hand(
    view: View, state: MatriculationState, names: Sequence[str]
) -> tuple[MatriculationHandCard, ...]:
    """The viewer's cards in their order; () for a spectator."""
    if view.seat is None:
        return ()
    slots = hand_order(view, state.hand(view.seat))
    cards = tuple(_hand_card(view, state, slot, view.seat, names) for slot in slots)
    if any(card.is_lit for card in cards):
        return cards
    return tuple(replace(card, is_last=True) for card in cards)


def _hand_card(
    view: View, state: MatriculationState, slot: Slot, own: Seat, names: Sequence[str]
) -> MatriculationHandCard:
    face = view.face(slot)
    if face is None:
        return MatriculationHandCard(slot, None, "a card on its way", ())
    choices: list[MatriculationChoice] = []
    for seat in state.seats_in:
        play = MatriculationPlay(slot, face, None if seat == own else seat)
        words = "play" if seat == own else f"play on {names[seat]}"
        choices.append(PlaceChoice(seat, play, words, why_not(view, play)))
    discard = Discard(slot, face)
    choices.append(PlaceChoice(DISCARDS, discard, "discard", why_not(view, discard)))
    return MatriculationHandCard(
        slot, face, card_title(face), tuple(choices), effect=card_effect(face, state.ogre)
    )
