"""One player's piles (paragraph 3) and what may be played on them (4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from rules.api import Face, Slot
from rules.errors import BadText, NotLegal, quoted
from rules.fields import parse_below, parse_choice, parse_fields
from rules.matriculation.cards import (
    CONTROL,
    DECK,
    FACES,
    HOURS,
    NAMES,
    TITLES,
    Kind,
    Setback,
    exception_face,
    fix_face,
    kind,
    names_text,
    parse_names,
    setback_face,
    trouble,
)
from rules.text import numbers_text, parse_numbers, parse_slots, slots_text
from rules.values import Spelled, changed

DEGREE: Final = 120
"""Credit hours that end the game."""
OGRE_HOURS: Final = 6
PROBATION_LIMIT: Final = 9


class OgreRule(StrEnum):
    """What an Ogre Prof costs (ruling 2)."""

    LASTING = "lasting"
    PER_TERM = "per_term"


@dataclass(frozen=True)
class Student(Spelled):
    """What lies before one player. `hand` is rising; so are `setbacks` and `exceptions`.

    `docked` is what the ogre has taken for good from terms already played (`per_term` only).
    Whoever has `left` keeps the slots that are buried with him in `hand`.
    """

    hand: tuple[Slot, ...] = ()
    terms: tuple[Face, ...] = ()
    docked: int = 0
    setbacks: tuple[Setback, ...] = ()
    exceptions: tuple[Setback, ...] = ()
    left: bool = False

    def spelling(self) -> str:
        return (
            f"{'left' if self.left else 'in'} hand={slots_text(self.hand)} "
            f"terms={names_text(self.terms)} docked={self.docked} "
            f"setbacks={numbers_text(self.setbacks)} exceptions={numbers_text(self.exceptions)}"
        )

    @property
    def control(self) -> Setback | None:
        """The control setback that keeps this player from taking terms, if there is one."""
        return self.setbacks[0] if self.setbacks and self.setbacks[0] in CONTROL else None

    def hours(self, ogre: OgreRule) -> int:
        """The credit hours H of paragraph 3, never below 0 (ruling 3)."""
        taken = OGRE_HOURS if ogre is OgreRule.LASTING and Setback.OGRE in self.setbacks else 0
        return max(0, sum(HOURS[term] for term in self.terms) - self.docked - taken)

    def cards(self) -> tuple[Face, ...]:
        """Every card that lies open before this player."""
        return (*self.terms, *map(setback_face, self.setbacks), *map(exception_face, self.exceptions))

    def without_card(self, slot: Slot) -> Student:
        return changed(self, hand=tuple([other for other in self.hand if other != slot]))

    def with_setback(self, setback: Setback) -> Student:
        return changed(self, setbacks=tuple(sorted((*self.setbacks, setback))))

    def without_setback(self, setback: Setback) -> Student:
        return changed(self, setbacks=tuple(other for other in self.setbacks if other != setback))

    def with_exception(self, setback: Setback) -> Student:
        rest = self.without_setback(setback)
        return changed(rest, exceptions=tuple(sorted((*self.exceptions, setback))))

    def with_term(self, term: Face, ogre: OgreRule) -> Student:
        worth = term_worth(self, term, ogre)
        return changed(self, terms=(*self.terms, term), docked=self.docked + HOURS[term] - worth)


def parse_player(text: str) -> Student:
    """The player with that text; raises `BadText`."""
    state, _, rest = text.partition(" ")
    hand, terms, docked, setbacks, exceptions = parse_fields(
        f"{state} {rest}",
        head=parse_choice(state, ("in", "left")),
        names=("hand", "terms", "docked", "setbacks", "exceptions"),
    )
    return Student(
        hand=parse_slots(hand),
        terms=tuple(_term(face) for face in parse_names(terms)),
        docked=parse_below(docked, OGRE_HOURS * len(DECK)),
        setbacks=_setbacks(setbacks),
        exceptions=_setbacks(exceptions),
        left=state == "left",
    )


def term_worth(player: Student, term: Face, ogre: OgreRule) -> int:
    """The hours that `term` would bring for good; less than printed under a `per_term` ogre."""
    docked = ogre is OgreRule.PER_TERM and Setback.OGRE in player.setbacks
    return HOURS[term] - (OGRE_HOURS if docked else 0)


def own_refusal(player: Student, face: Face, ogre: OgreRule) -> NotLegal | None:
    """Why `player` may not play a term, fix or exception before himself, or None if he may."""
    family = kind(face)
    if family is Kind.TERM:
        return _term_refusal(player, face, ogre)
    if family is Kind.FIX and trouble(face) not in player.setbacks:
        return NotLegal(
            "nothing-to-fix",
            rule="matriculation R11",
            text=f"{TITLES[face]} repairs {TITLES[setback_face(trouble(face))]}, which you do not have.",
        )
    if family is Kind.SETBACK:
        return NotLegal("target", rule="matriculation 4.4", text="A setback is played on an opponent.")
    return None


def setback_refusal(target: Student, face: Face) -> NotLegal | None:
    """Why the setback `face` may not be played on the opponent `target`, or None if it may."""
    if kind(face) is not Kind.SETBACK:
        return NotLegal("target", rule="matriculation 4.4", text="Only setbacks are played on an opponent.")
    setback = trouble(face)
    if setback in target.exceptions:
        return NotLegal(
            "immune",
            rule="matriculation 4.7",
            text=f"{TITLES[exception_face(setback)]} protects that player from {TITLES[face]}.",
        )
    if setback in CONTROL and target.control is not None:
        return NotLegal(
            "control-taken",
            rule="matriculation 4.5",
            text=f"{TITLES[setback_face(target.control)]} already stops that player.",
        )
    if setback in target.setbacks:
        rule = "matriculation R4" if setback is Setback.OGRE else "matriculation R11"
        return NotLegal("already-there", rule=rule, text=f"That player already has {TITLES[face]}.")
    return None


@cache
def own_plays(setbacks: tuple[Setback, ...], ogre: OgreRule) -> int:
    """The faces that a player with `setbacks` may play before himself, as bits 1 << face."""
    player = Student(setbacks=setbacks)
    return sum(1 << face for face in range(FACES) if own_refusal(player, Face(face), ogre) is None)


@cache
def setback_plays(setbacks: tuple[Setback, ...], exceptions: tuple[Setback, ...]) -> int:
    """The setbacks that may be played on somebody with these piles, as bits 1 << face."""
    target = Student(setbacks=setbacks, exceptions=exceptions)
    return sum(1 << face for face in map(setback_face, Setback) if setback_refusal(target, face) is None)


def _term(face: Face) -> Face:
    if kind(face) is not Kind.TERM:
        raise BadText(f"{NAMES[face]} is not a term")
    return face


def _setbacks(text: str) -> tuple[Setback, ...]:
    found = parse_numbers(text)
    if any(number >= len(Setback) for number in found) or list(found) != sorted(set(found)):
        raise BadText(f"{quoted(text)} are not different setbacks, rising")
    return tuple(map(Setback, found))


def _term_refusal(player: Student, term: Face, ogre: OgreRule) -> NotLegal | None:
    if player.control is not None:
        return NotLegal(
            "stopped",
            rule="matriculation 4.3",
            text=f"You have {TITLES[setback_face(player.control)]}: "
            f"no term can be played before {TITLES[fix_face(player.control)]} "
            f"or {TITLES[exception_face(player.control)]}.",
        )
    worth = term_worth(player, term, ogre)
    if worth <= 0:
        return NotLegal(
            "worthless",
            rule="matriculation R2",
            text=f"The Ogre Prof takes {OGRE_HOURS} hours: nothing is left of {NAMES[term]}.",
        )
    if Setback.PROBATION in player.setbacks and worth > PROBATION_LIMIT:
        return NotLegal(
            "probation",
            rule="matriculation R6",
            text=f"On Probation a term may have {PROBATION_LIMIT} hours at most.",
        )
    return None
