"""Matches between cards, and cards that may follow in a combo (paragraphs 3 and 4)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from rules.api import Face
from rules.cahoots.cards import DECK, NAMES, SUITS, VALUES, suit, value
from rules.errors import NotLegal


class Relation(StrEnum):
    """Match of a card with the one below it. All but `NONE` are matches; after `SUIT` a combo ends."""

    NONE = "none"
    SUIT = "suit"
    VALUE = "value"
    UP = "up"
    DOWN = "down"


NO_RELATION: Final = Relation.NONE


_STEP: Final = {Relation.VALUE: 0, Relation.UP: 1, Relation.DOWN: -1}


def relation(card: Face, top: Face) -> Relation:
    """The match of `card` with `top`. One by suit that is also one away counts as a step (ruling 4)."""
    difference = value(card) - value(top)
    for kind, step in _STEP.items():
        if difference == step:
            return kind
    return Relation.SUIT if suit(card) == suit(top) else Relation.NONE


def next_value(kind: Relation, top: Face) -> int | None:
    """The value that may follow on `top` in a combo of `kind`; None if the combo must end."""
    if kind not in _STEP:
        return None
    wanted = value(top) + _STEP[kind]
    return wanted if 1 <= wanted <= VALUES else None


def place_refusal(card: Face, *, main: Face, veto: Face) -> NotLegal | None:
    """Return the reason why `card` may not be the first card placed on `main`; None if it may."""
    if not MATCHING[main] >> card & 1:
        return NotLegal(
            "no-match",
            rule="cahoots 3",
            text=f"{NAMES[card]} does not match {NAMES[main]}: neither drinker nor number, "
            "and not one higher or lower.",
        )
    if suit(card) == suit(veto):
        text = f"The veto {NAMES[veto]} forbids beginning with a {SUITS[suit(veto)]}."
        return NotLegal("veto-suit", rule="cahoots 4.2", text=text)
    if value(card) == value(veto):
        text = f"The veto {NAMES[veto]} forbids beginning with {a_number(value(veto))}."
        return NotLegal("veto-value", rule="cahoots 4.2", text=text)
    return None


def a_number(number: int) -> str:
    """A number with its article: "a 7", "an 8"."""
    return f"{'an' if number == 8 else 'a'} {number}"


def add_refusal(card: Face, *, kind: Relation, top: Face) -> NotLegal | None:
    """Return the reason why `card` may not follow on `top` in a combo of `kind`; None if it may."""
    wanted = next_value(kind, top)
    if wanted is None:
        return NotLegal(
            "combo-over",
            rule="cahoots R6" if kind is Relation.SUIT else "cahoots R5",
            text="A match by drinker alone cannot be extended."
            if kind is Relation.SUIT
            else f"Nothing follows on {a_number(value(top))}: there is no going round.",
        )
    if value(card) != wanted:
        rule = "cahoots R2" if kind is Relation.VALUE or value(card) == value(top) else "cahoots R3"
        text = f"Only {a_number(wanted)} may follow on {NAMES[top]} in this combo, not {NAMES[card]}."
        return NotLegal("combo-value", rule=rule, text=text)
    return None


def swap_refusal(card: Face, *, veto: Face) -> NotLegal | None:
    """Return the reason why `card` may not replace the veto; None if it may (rulings 1 and 7)."""
    if not MATCHING[veto] >> card & 1:
        text = f"{NAMES[card]} does not match the veto {NAMES[veto]}."
        return NotLegal("no-match", rule="cahoots 4.4", text=text)
    return None


def followers(card: Face, *, main: Face, hand: Sequence[Face]) -> tuple[Face, ...]:
    """The cards of `hand` that could follow directly after `card` is placed on `main`."""
    kind = relation(card, main)
    return tuple(other for other in hand if other != card and add_refusal(other, kind=kind, top=card) is None)


def _mask(faces: Sequence[Face]) -> int:
    return sum(1 << face for face in faces)


MATCHING: Final = tuple(
    _mask([card for card in DECK if card != top and relation(card, top) is not Relation.NONE]) for top in DECK
)
"""The other cards that match each face, as bits 1 << face."""
VETOED: Final = tuple(
    _mask([card for card in DECK if suit(card) == suit(veto) or value(card) == value(veto)]) for veto in DECK
)
"""Cards that may not be placed first, for each face of the veto, as bits."""
OF_VALUE: Final = tuple(
    _mask([card for card in DECK if value(card) == number]) for number in range(VALUES + 1)
)
"""Cards of each value, as bits; none for 0."""
RELATION: Final = tuple(tuple(relation(card, top) for top in DECK) for card in DECK)
"""The match, by face and by the face of the top."""
FOLLOWING: Final = {kind: tuple(OF_VALUE[next_value(kind, top) or 0] for top in DECK) for kind in Relation}
"""Cards that may follow, for each kind of combo and face of its top, as bits."""
