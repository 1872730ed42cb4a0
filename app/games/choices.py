"""A card of the own hand that may be laid at several places: what can be tried with it, and why not now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from app.games.reason import Reason
from rules.api import Action, Face, Slot

Place = TypeVar("Place")
Play = TypeVar("Play", bound=Action)


@dataclass(frozen=True, slots=True)
class PlaceChoice(Generic[Place, Play]):
    """What laying a card at the place `where` would be; `why` says why not now.

    Make it by this name: an alias of it with types in brackets cannot make a frozen value in Python 3.11.
    """

    where: Place
    action: Play
    words: str
    why: Reason | None


@dataclass(frozen=True, slots=True)
class ChoiceCard(Generic[Place, Play]):
    """A card of the own hand; `face` is None while it is on its way. `choices` cover every place."""

    slot: Slot
    face: Face | None
    name: str
    choices: tuple[PlaceChoice[Place, Play], ...]

    @property
    def legal(self) -> tuple[PlaceChoice[Place, Play], ...]:
        """What can be done with it now."""
        return tuple(choice for choice in self.choices if choice.why is None)

    def choice(self, where: Place) -> PlaceChoice[Place, Play] | None:
        """What laying it there would be."""
        return next((choice for choice in self.choices if choice.where == where), None)

    @property
    def uses(self) -> str:
        """What can be done with it now, for screen readers; "" for nothing."""
        words = " or ".join(choice.words for choice in self.legal)
        return words and f"can be used: {words}"
