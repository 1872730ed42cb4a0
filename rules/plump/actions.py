"""Actions of a seat in Plump: bid a number of ticks, play a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from rules.api import Face, Slot
from rules.cards import CARD_TEXT, card
from rules.errors import BadText
from rules.text import parse_number


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of a number of ticks: `bid 3`."""

    ticks: int

    opens: ClassVar[tuple[tuple[Slot, Face], ...]] = ()

    def __str__(self) -> str:
        return f"bid {self.ticks}"


@dataclass(frozen=True, slots=True)
class PlumpPlay:
    """A card played to the table, which opens its slot: `play 17=Qs`."""

    slot: Slot
    face: Face

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        return ((self.slot, self.face),)

    def __str__(self) -> str:
        return f"play {self.slot}={CARD_TEXT[self.face]}"


PlumpAction: TypeAlias = Bid | PlumpPlay


def parse_action(text: str) -> PlumpAction:
    """The action with that canonical text; raises `BadText`."""
    verb, _, what = text.partition(" ")
    if verb == "bid":
        return Bid(parse_number(what))
    if verb == "play":
        return parse_play(what)
    raise BadText(f"{text!r} is neither a bid nor a play")


def parse_play(text: str) -> PlumpPlay:
    """The play with that slot and card, `17=Qs`; raises `BadText`."""
    slot, _, face = text.partition("=")
    return PlumpPlay(Slot(parse_number(slot)), card(face))
