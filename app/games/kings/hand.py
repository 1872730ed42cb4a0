"""The own hand at Kings: which pile each card can be put on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.games.hand import Sort
from app.games.kings.offer import Offer
from app.games.kings.story import KING, KingsPlace
from app.games.kings.words import card_name
from app.games.reason import Reason, why_not
from rules.api import Face, View
from rules.kings.actions import Bank, Put
from rules.kings.cards import BIT, COPIES, JACK, RANK, SUIT
from rules.kings.course import KingsPhase
from rules.kings.piles import HOUSES, king_accepts
from rules.kings.state import KingsState

_ASIDE: Final = Reason("That card fits nowhere now: it is thrown away when you end the turn.", "kings 3.3")


@dataclass(frozen=True, slots=True)
class KingsHandCard:
    """A card of the own hand. `key` is its slot, or a number below -1 for a card of the spoils."""

    key: int
    face: Face
    name: str
    is_open: bool
    offers: tuple[Offer, ...]
    why: Reason | None

    @property
    def is_lit(self) -> bool:
        return self.why is None


def kings_hand(view: View, state: KingsState) -> tuple[KingsHandCard, ...]:
    """The viewer's cards: those for its own king first, then the special ones, then other numbers.

    At the end there is nothing to hold any more: the result takes the place of the hand.
    """
    if view.seat is None or state.phase is KingsPhase.OVER:
        return ()
    if state.turn == view.seat:
        held = [(slot, face) for slot, face in state.hand_cards(view.known) if slot is not None]
    else:
        held = []
    cards = [_hand_card(view, state, key=int(slot), face=face, is_open=False) for slot, face in held]
    seen: dict[Face, int] = {}
    for face in state.sides[view.seat].spoils:
        copy = seen[face] = seen.get(face, 0) + 1
        key = -2 - (int(face) * max(COPIES) + copy)
        cards.append(_hand_card(view, state, key=key, face=face, is_open=True))
    own = king_accepts(view.seat)
    return tuple(
        sorted(
            cards,
            key=lambda card: (
                not own & BIT[card.face],
                RANK[card.face] < JACK,
                RANK[card.face],
                SUIT[card.face],
                card.key,
            ),
        )
    )


def in_order(hand: Sequence[KingsHandCard], sort: Sort | None) -> tuple[KingsHandCard, ...]:
    """The hand as the player wants it: as it is, or suits together, their ranks rising."""
    if sort is not Sort.SUIT:
        return tuple(hand)
    return tuple(sorted(hand, key=lambda card: (SUIT[card.face], RANK[card.face], card.key)))


def _hand_card(view: View, state: KingsState, *, key: int, face: Face, is_open: bool) -> KingsHandCard:
    assert view.seat is not None  # noqa: S101 - spectators hold no cards
    slot = None if is_open else next(slot for slot in state.hidden if slot == key)
    bank = Bank(slot, face)
    offers = [Offer(KingsPlace(view.seat, KING), bank, "to your king pile", why_not(view, bank))]
    for house in range(1, HOUSES + 1):
        put = Put(slot, face, house)
        offers.append(Offer(KingsPlace(view.seat, house), put, f"to house {house}", why_not(view, put)))
    why = None
    if all(offer.why is not None for offer in offers):
        why = _ASIDE if view.actions() else offers[0].why
    return KingsHandCard(
        key=key,
        face=face,
        name=f"{card_name(face)}{', open' if is_open else ''}",
        is_open=is_open,
        offers=tuple(offers),
        why=why,
    )
