"""The own hand at Coffeehouse Cahoots: how each card matches, and where it may be laid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias

from app.games.cahoots.words import card_name, hand_order, relation_words
from app.games.choices import ChoiceCard, PlaceChoice
from app.games.hand import Sort
from app.games.reason import Reason, why_not
from rules.api import Face, Slot, View
from rules.cahoots.actions import CahootsPlay, Verb
from rules.cahoots.cards import SUIT_LETTERS, parse_face, suit, title
from rules.cahoots.course import CahootsPhase
from rules.cahoots.match import Relation, followers, place_refusal, relation
from rules.cahoots.state import CahootsState

_SHORT: Final = re.compile(rf"\b(?:10|[1-9])[{SUIT_LETTERS}]\b")
"""The short canonical name of a card within a text of the rules."""


class Where(StrEnum):
    """Where a card of the hand may be laid."""

    MAIN = "main"
    VETO = "veto"


CahootsChoice: TypeAlias = PlaceChoice[Where, CahootsPlay]


@dataclass(frozen=True, slots=True)
class CahootsHandCard(ChoiceCard[Where, CahootsPlay]):
    """A card of the own hand, `about` its drinker.

    `tag` says in a word or two how it matches the main pile, or what else can be done with it;
    `next` are the slots that could follow once it is placed. `is_known`: everybody knows it.
    """

    about: str = ""
    tag: str = ""
    next: tuple[Slot, ...] = ()
    is_known: bool = False

    @property
    def is_lit(self) -> bool:
        """Whether it can be laid on the main pile now."""
        return any(choice.where is Where.MAIN for choice in self.legal)

    @property
    def spoken(self) -> str:
        """The card for screen readers."""
        known = "known to all" if self.is_known else ""
        return ", ".join(filter(None, [self.name, known, self.tag, self.uses]))


def cahoots_hand(view: View, state: CahootsState) -> tuple[CahootsHandCard, ...]:
    """The viewer's cards in their order; () for a spectator."""
    if view.seat is None:
        return ()
    seen = {card.slot: card.face for card in state.seen_hand(view.seat, view.known)}
    return tuple(_hand_card(view, state, slot, seen) for slot in hand_order(view, state, view.seat))


def in_order(hand: Sequence[CahootsHandCard], sort: Sort | None) -> tuple[CahootsHandCard, ...]:
    """The hand as the player wants it: as it is by number, or drinkers together, their numbers rising."""
    if sort is not Sort.SUIT:
        return tuple(hand)
    return tuple(sorted(hand, key=lambda card: len(SUIT_LETTERS) if card.face is None else suit(card.face)))


def _hand_card(view: View, state: CahootsState, slot: Slot, seen: dict[Slot, Face]) -> CahootsHandCard:
    face = seen.get(slot)
    if face is None or view.seat is None:
        return CahootsHandCard(slot, None, "a card on its way", ())
    is_known = state.players[view.seat].card(slot) is not None
    is_combo = state.phase is CahootsPhase.COMBO and state.turn == view.seat
    main = CahootsPlay(Verb.ADD if is_combo else Verb.PLACE, slot, face, is_known)
    swap = CahootsPlay(Verb.SWAP, slot, face, is_known)
    choices = (
        PlaceChoice(
            Where.MAIN,
            main,
            "add to the combo" if is_combo else "place on the main pile",
            _why_not(view, main),
        ),
        PlaceChoice(Where.VETO, swap, "swap for the veto", _why_not(view, swap)),
    )
    return CahootsHandCard(
        slot=slot,
        face=face,
        name=card_name(face),
        about=title(face),
        tag=_tag(state, face, is_combo=is_combo),
        choices=choices,
        next=_next(state, choices[0], seen),
        is_known=is_known,
    )


def _why_not(view: View, action: CahootsPlay) -> Reason | None:
    """The rules' reason with every card called by its name: "Java Joe 2", not "2J"."""
    why = why_not(view, action)
    if why is None:
        return None
    named = _SHORT.sub(lambda short: card_name(parse_face(short.group())), why.text)
    return replace(why, text=named)


def _tag(state: CahootsState, face: Face, *, is_combo: bool) -> str:
    """How a card matches, whoever's turn it is."""
    if state.veto is None or state.phase is CahootsPhase.OVER:
        return ""
    if is_combo:
        return "" if state.refusal(Verb.ADD, face) is not None else "next"
    kind = relation(face, state.main[-1])
    is_vetoed = place_refusal(face, main=state.main[-1], veto=state.veto.face) is not None
    if kind is not Relation.NONE and not is_vetoed:
        return relation_words(kind)
    if relation(face, state.veto.face) is not Relation.NONE and not state.swaps_frozen:
        return "fits the veto"
    return "" if kind is Relation.NONE else "vetoed"


def _next(state: CahootsState, choice: CahootsChoice, seen: dict[Slot, Face]) -> tuple[Slot, ...]:
    """The slots that could follow once the card is placed."""
    if choice.why is not None or choice.action.verb is not Verb.PLACE:
        return ()
    faces = followers(choice.action.face, main=state.main[-1], hand=tuple(seen.values()))
    return tuple(slot for slot, face in seen.items() if face in faces)
