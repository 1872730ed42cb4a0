"""One player's piles (paragraph 3) and the cards that may be played on them (4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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

DEGREE: Final = 120
"""Credit hours that end the hand (4.12)."""
OGRE_HOURS: Final = 6
PROBATION_LIMIT: Final = 9


class OgreRule(StrEnum):
    """Cost of an Ogre Prof (ruling 2)."""

    LASTING = "lasting"
    PER_TERM = "per_term"


LASTING: Final = OgreRule.LASTING
OGRE_BIT: Final = 1 << Setback.OGRE
SETBACK_BITS: Final = (1 << len(Setback)) - 1


@dataclass(slots=True)
class Student:
    """Cards of one player; a value, although it is not frozen: freezing would make it slower.

    `hand` is rising. `credits` are the hours of the terms, as they counted when they were played. `piles`
    has bit k for setback k in effect and bit 5 + k for exception k. A player who has `left` keeps the
    buried slots in `hand`.
    """

    hand: tuple[Slot, ...] = ()
    terms: tuple[Face, ...] = ()
    credits: int = 0
    piles: int = 0
    left: bool = False
    laid: str = field(default="", init=False, compare=False, repr=False)
    """The part of the text about open cards, once computed: drawing and discarding do not change it."""
    held: str = field(default="", init=False, compare=False, repr=False)
    """The text of the hand, once computed: a drawn card is only added to it."""
    told: str = field(default="", init=False, compare=False, repr=False)
    """The text, once computed. It is kept, because most events change the cards of one seat only."""

    def __str__(self) -> str:
        return self.told or self.tell()

    def tell(self) -> str:
        """Write the seat's part of the text, and cache it."""
        if not self.laid:
            self.laid = (
                f"terms={names_text(self.terms)} docked={self.docked} "
                f"setbacks={numbers_text(self.setbacks)} exceptions={numbers_text(self.exceptions)}"
            )
        self.held = self.held or slots_text(self.hand)
        self.told = f"{'left' if self.left else 'in'} hand={self.held} {self.laid}"
        return self.told

    @property
    def docked(self) -> int:
        """Hours that the ogre has taken permanently from terms already played (`per_term` only)."""
        return sum([HOURS[term] for term in self.terms]) - self.credits

    @property
    def setbacks(self) -> tuple[Setback, ...]:
        """The setbacks in effect, rising."""
        return setbacks_of(self.piles & SETBACK_BITS)

    @property
    def exceptions(self) -> tuple[Setback, ...]:
        """The setbacks that this player is immune to, rising."""
        return setbacks_of(self.piles >> len(Setback))

    @property
    def control(self) -> Setback | None:
        """The control setback that keeps this player from playing terms; None if there is none."""
        return self.setbacks[0] if self.setbacks and self.setbacks[0] in CONTROL else None

    def hours(self, ogre: OgreRule) -> int:
        """The credit hours of paragraph 3.1, never below 0 (ruling 3)."""
        taken = OGRE_HOURS if self.piles & OGRE_BIT and ogre is LASTING else 0
        return max(0, self.credits - taken)

    def cards(self) -> tuple[Face, ...]:
        """Every card that lies open before this player."""
        return (*self.terms, *map(setback_face, self.setbacks), *map(exception_face, self.exceptions))

    def with_card(self, slot: Slot) -> Student:
        made = self._with_hand((*self.hand, slot))
        if self.held and self.hand and self.hand[-1] + 1 != slot:  # no run
            made.held = f"{self.held},{slot}"
        return made

    def without_card(self, slot: Slot) -> Student:
        at = self.hand.index(slot)
        made, words = self._with_hand(self.hand[:at] + self.hand[at + 1 :]), self.held.split(",")
        if len(words) == len(self.hand):  # no run
            del words[at]
            made.held = ",".join(words)
        return made

    def with_setback(self, setback: Setback) -> Student:
        return self._with_piles(self.piles | 1 << setback)

    def without_setback(self, setback: Setback) -> Student:
        return self._with_piles(self.piles & ~(1 << setback))

    def with_exception(self, setback: Setback) -> Student:
        return self._with_piles(self.piles & ~(1 << setback) | 1 << len(Setback) + setback)

    def with_term(self, term: Face, ogre: OgreRule) -> Student:
        worth = term_worth(self, term, ogre)
        made = Student(self.hand, (*self.terms, term), self.credits + worth, self.piles)
        made.held = self.held
        return made

    def _with_hand(self, hand: tuple[Slot, ...]) -> Student:
        made = Student(hand, self.terms, self.credits, self.piles)
        made.laid = self.laid
        return made

    def _with_piles(self, piles: int) -> Student:
        made = Student(self.hand, self.terms, self.credits, piles, self.left)
        made.held = self.held
        return made


@cache
def setbacks_of(bits: int) -> tuple[Setback, ...]:
    """The setbacks with these bits, rising."""
    return tuple(setback for setback in Setback if bits >> setback & 1)


def piles_of(setbacks: Sequence[Setback] = (), exceptions: Sequence[Setback] = ()) -> int:
    """The bits of a player's setbacks and exceptions."""
    return sum(1 << setback for setback in setbacks) + sum(1 << len(Setback) + each for each in exceptions)


def parse_player(text: str) -> Student:
    """The player with that text; raises `BadText`."""
    state, _, rest = text.partition(" ")
    hand, terms, docked, setbacks, exceptions = parse_fields(
        f"{state} {rest}",
        head=parse_choice(state, ("in", "left")),
        names=("hand", "terms", "docked", "setbacks", "exceptions"),
    )
    played = tuple(_term(face) for face in parse_names(terms))
    return Student(
        hand=parse_slots(hand),
        terms=played,
        credits=sum(HOURS[term] for term in played) - parse_below(docked, OGRE_HOURS * len(DECK)),
        piles=piles_of(_setbacks(setbacks), _setbacks(exceptions)),
        left=state == "left",
    )


def term_worth(player: Student, term: Face, ogre: OgreRule) -> int:
    """The hours that `term` would bring permanently; less than printed under a `per_term` ogre."""
    docked = player.piles & OGRE_BIT and ogre is not LASTING
    return HOURS[term] - (OGRE_HOURS if docked else 0)


def own_refusal(player: Student, face: Face, ogre: OgreRule) -> NotLegal | None:
    """Return the reason why `player` may not play a term, fix or exception before itself; None if it may."""
    family = kind(face)
    if family is Kind.TERM:
        return _term_refusal(player, face, ogre)
    if family is Kind.FIX and trouble(face) not in player.setbacks:
        text = f"{TITLES[face]} repairs {TITLES[setback_face(trouble(face))]}, which you do not have."
        return NotLegal("nothing-to-fix", rule="matriculation R11", text=text)
    if family is Kind.SETBACK:
        return NotLegal("target", rule="matriculation 4.4", text="A setback is played on an opponent.")
    return None


def setback_refusal(target: Student, face: Face) -> NotLegal | None:
    """Return the reason why the setback `face` may not be played on the opponent `target`; None if it may."""
    if kind(face) is not Kind.SETBACK:
        return NotLegal("target", rule="matriculation 4.4", text="Only setbacks are played on an opponent.")
    setback = trouble(face)
    if setback in target.exceptions:
        text = f"{TITLES[exception_face(setback)]} protects that player from {TITLES[face]}."
        return NotLegal("immune", rule="matriculation 4.7", text=text)
    if setback in CONTROL and target.control is not None:
        text = f"{TITLES[setback_face(target.control)]} already stops that player."
        return NotLegal("control-taken", rule="matriculation 4.5", text=text)
    if setback in target.setbacks:
        rule = "matriculation R4" if setback is Setback.OGRE else "matriculation R11"
        return NotLegal("already-there", rule=rule, text=f"That player already has {TITLES[face]}.")
    return None


@cache
def own_plays(ogre: OgreRule) -> tuple[int, ...]:
    """Faces that a player may play before itself, as bits 1 << face, for all bits of its setbacks."""
    return tuple(
        sum(1 << face for face in range(FACES) if own_refusal(Student(piles=piles), Face(face), ogre) is None)
        for piles in range(1 << len(Setback))
    )


@cache
def setback_plays() -> tuple[int, ...]:
    """Setbacks that may be played on a player, as bits 1 << face, for all bits of its piles."""
    faces = [*map(setback_face, Setback)]
    return tuple(
        sum(1 << face for face in faces if setback_refusal(Student(piles=piles), face) is None)
        for piles in range(1 << 2 * len(Setback))
    )


def _term(face: Face) -> Face:
    if kind(face) is not Kind.TERM:
        raise BadText(f"{NAMES[face]} is not a term")
    return face


def _setbacks(text: str) -> tuple[Setback, ...]:
    found = parse_numbers(text)
    if any(number >= len(Setback) for number in found) or list(found) != sorted(set(found)):
        raise BadText(f"{quoted(text)} are not different setbacks in rising order")
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
        text = f"The Ogre Prof takes {OGRE_HOURS} hours: nothing is left of {TITLES[term]}."
        return NotLegal("worthless", rule="matriculation R2", text=text)
    if Setback.PROBATION in player.setbacks and worth > PROBATION_LIMIT:
        text = f"On Probation a term may have {PROBATION_LIMIT} hours at most."
        return NotLegal("probation", rule="matriculation R6", text=text)
    return None
