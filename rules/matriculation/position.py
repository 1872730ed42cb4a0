"""A position of Matriculation that changes in place: where everything lies, what may be done, and its
effects.

A `MatriculationState` is a position that never changes, a `MatriculationScratch` one whose faces are all
known: so the rules are written only once, here. The effects check nothing: an action was judged before, or is
one of the `moves`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from operator import attrgetter
from typing import Final, TypeVar

from rules.api import Face, Known, Outcome, Seat, Slot
from rules.errors import NotLegal
from rules.matriculation import course
from rules.matriculation.actions import Discard, MatriculationAction, MatriculationPass, MatriculationPlay
from rules.matriculation.cards import COUNTS, DECK, FIX, NAMES, TERM, Kind, kind, setback_face, trouble
from rules.matriculation.player import (
    DEGREE,
    SETBACK_BITS,
    OgreRule,
    Student,
    own_plays,
    own_refusal,
    setback_plays,
    setback_refusal,
)
from rules.matriculation.score import outcome, sheet, totals
from rules.seats import clockwise_after, next_clockwise
from rules.slots import unseen_faces
from rules.text import numbers_text, row_writer

T = TypeVar("T", bound="MatriculationPosition")

# A move is slot << 3 | code. Codes 0..3: played on that seat.
BEFORE_ONESELF: Final = 4
DISCARD: Final = 5
PASS: Final = 7

_FIRST_SEAT: Final = Seat(0)
_FIRST_SLOT: Final = Slot(0)


@dataclass
class MatriculationPosition:
    """A position of a match of `hands` hands; `hand_number` counts from 0.

    `deck` is the slot that is drawn next. `owed` are the seats that wait for their first cards, `passed`
    those that passed in succession. `sheets` has the scores of each finished hand, by seat. `dealer` means
    nothing before the roll, `turn` nothing before a deal.
    """

    ogre: OgreRule
    hands: int
    players: list[Student]
    hand_number: int = 0
    phase: course.MatriculationPhase = course.ROLL
    dealer: Seat = _FIRST_SEAT
    turn: Seat = _FIRST_SEAT
    deck: Slot = _FIRST_SLOT
    owed: tuple[Seat, ...] = ()
    passed: tuple[Seat, ...] = ()
    discards: tuple[Face, ...] = ()
    sheets: tuple[tuple[int, ...], ...] = ()
    seats_in: tuple[Seat, ...] = ()
    """Seats that have not left, rising; () until it is computed."""

    def __post_init__(self) -> None:
        self.seats_in = self.seats_in or tuple(
            [Seat(seat) for seat, player in enumerate(self.players) if not player.left]
        )

    def twin(self, kind: type[T]) -> T:
        """A copy of this or another kind, which shares only parts that never change in place."""
        twin = kind(*_FIELDS(self))
        twin.players = self.players[:]
        return twin

    # -- questions of a screen --------------------------------------------------------------

    @property
    def deck_left(self) -> int:
        """Number of cards still to be drawn."""
        return (self.hand_number + 1) * len(DECK) - self.deck

    @property
    def mover(self) -> Seat | None:
        """Seat on turn, if there is one."""
        return self.turn if self.phase in (course.PLAY, course.DRY) else None

    def hours(self, seat: Seat) -> int:
        """The credit hours of a player."""
        return self.players[seat].hours(self.ogre)

    def unseen(self) -> tuple[Face, ...]:
        """The faces of all hidden cards, by face: everybody knows which they are, but not where."""
        return unseen_faces(COUNTS, self.open_cards())

    def open_cards(self) -> tuple[Face, ...]:
        """Every open card of this hand."""
        return (*self.discards, *[face for player in self.players for face in player.cards()])

    def play_refusal(self, seat: Seat, *, face: Face, target: Seat | None = None) -> NotLegal | None:
        """Return the reason why `seat` may not play `face` (on `target`) on the piles as they lie, whether
        or not it is its turn; None if it may."""
        if kind(face) is not Kind.SETBACK:
            if target is None:
                return own_refusal(self.players[seat], face, self.ogre)
        elif target is not None and target != seat and target in self.seats_in:
            return setback_refusal(self.players[target], face)
        text = "A setback is played on an opponent, everything else in front of yourself."
        return NotLegal("target", rule="matriculation 4.4", text=text)

    # -- the part of the contract that changes nothing --------------------------------------

    def text(self) -> str:
        head = (
            f"matriculation ogre={self.ogre} hands={self.hands} hand={self.hand_number} "
            f"phase={self.phase} dealer={self.dealer} turn={self.turn} deck={self.deck} "
            f"owed={numbers_text(self.owed)} passed={numbers_text(self.passed)} "
            f"discards={_discards_text(self.discards)} sheets={_sheets_text(self.sheets)}"
        )
        return " | ".join([head, *[player.told or player.tell() for player in self.players]])

    def outcome(self) -> Outcome | None:
        return self.standing() if self.phase is course.OVER else None

    def standing(self) -> Outcome:
        """All hands, with the present one as it lies (R18)."""
        sheets = self.sheets
        if len(sheets) == self.hand_number:
            sheets = (*sheets, sheet(self.players, self.ogre))
        return outcome(totals(sheets, len(self.players)), [player.left for player in self.players])

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        there = 0 <= seat < len(self.players) and not self.players[seat].left
        return self.players[seat].hand if there else ()

    # -- moves -----------------------------------------------------------------------------

    def moves(self, hand: Sequence[Slot], faces: Known | Sequence[Face]) -> list[int]:
        """Return the mover's moves with these of its slots: plays by slot (setbacks: targets clockwise), then
        discards by slot, or the pass."""
        turn, players, open_to = self.turn, self.players, setback_plays()
        own, hits = own_plays(self.ogre)[players[turn].piles & SETBACK_BITS], 0
        targets = []
        for seat in _opponents(turn, self.seats_in):
            here = open_to[players[seat].piles]
            hits |= here
            targets.append((seat, here))
        found: list[int] = []
        for slot in hand:
            face = faces[slot]
            if own >> face & 1:
                found.append(slot << 3 | BEFORE_ONESELF)
            elif hits >> face & 1:
                found += [slot << 3 | seat for seat, here in targets if here >> face & 1]
        if self.phase is course.DRY:
            found.append(PASS)
        else:
            found += [slot << 3 | DISCARD for slot in hand]
        return found

    def called(self, move: int, faces: Known | Sequence[Face]) -> MatriculationAction:
        """Return the action that the number `move` stands for."""
        code = move & 7
        if code == PASS:
            return MatriculationPass()
        slot = Slot(move >> 3)
        if code == DISCARD:
            return Discard(slot, faces[slot])
        return MatriculationPlay(slot, faces[slot], None if code == BEFORE_ONESELF else Seat(code))

    # -- effects ----------------------------------------------------------------------------

    def give_up(self) -> None:
        """Pass, after nothing could be drawn."""
        self.passed = (*self.passed, self.turn)
        self._next()

    def discard(self, slot: Slot, face: Face) -> None:
        self.discards += (face,)
        self.passed = ()
        self.players[self.turn] = self.players[self.turn].without_card(slot)
        self._next()

    def lay(self, slot: Slot, face: Face, target: Seat | None) -> None:
        """Put a card before the mover or a target. A fix and a removed setback go to the discards."""
        mover = self.players[self.turn].without_card(slot)
        if target is not None:
            self.players[target] = self.players[target].with_setback(trouble(face))
        elif kind(face) is TERM:
            mover = mover.with_term(face, self.ogre)
        else:
            setback = trouble(face)
            if mover.piles >> setback & 1:
                self.discards += (setback_face(setback),)
            if kind(face) is FIX:
                mover, self.discards = mover.without_setback(setback), (*self.discards, face)
            else:
                mover = mover.with_exception(setback)
        self.players[self.turn] = mover
        self.passed = ()
        if mover.hours(self.ogre) >= DEGREE:
            self._finish()
        else:
            self._next()

    def leave(self, seat: Seat) -> None:
        """Bury the hand of `seat`; the last player left has won, whatever the score."""
        self.players[seat] = replace(self.players[seat], left=True)
        self.seats_in, self.owed, self.passed = (
            tuple([other for other in seats if other != seat])
            for seats in (self.seats_in, self.owed, self.passed)
        )
        if len(self.seats_in) == 1:
            self._finish()
        elif self.phase is course.DEAL:
            self.turn = next_clockwise(self.dealer, self.seats_in)
            self.phase = course.DEAL if self.owed else course.DRAW
        elif self.phase in (course.DRAW, course.PLAY, course.DRY) and (
            seat == self.turn or self._is_exhausted()
        ):
            self._next()

    def _next(self) -> None:
        """Begin the next seat's turn, or end the hand."""
        if self.deck_left:
            self.phase = course.DRAW
        elif self._is_exhausted():
            self._finish()
            return
        else:
            self.phase = course.DRY
        self.turn = next_clockwise(self.turn, self.seats_in)

    def _is_exhausted(self) -> bool:
        """True if the deck is empty, and all have passed in succession or have no cards (paragraph 4.13)."""
        if self.deck_left:
            return False
        is_silent = len(self.passed) == len(self.seats_in)
        return is_silent or not any(self.players[seat].hand for seat in self.seats_in)

    def _finish(self) -> None:
        """Write the hand on the sheet; then ask for the next shuffle, or end the match."""
        self.sheets = (*self.sheets, sheet(self.players, self.ogre))
        if len(self.sheets) == self.hands or len(self.seats_in) == 1:
            self.phase, self.owed = course.OVER, ()
            return
        self.phase = course.SHUFFLE
        self.hand_number += 1
        self.dealer = next_clockwise(self.dealer, self.seats_in)
        self.deck = course.deck_slots(self.hand_number)[0]
        self.passed, self.discards = (), ()
        self.players = [Student(left=player.left) for player in self.players]

    # -- chance -----------------------------------------------------------------------------

    def roll(self, number: int) -> None:
        """Make the seat at index `number` of `seats_in` the dealer."""
        self.phase, self.dealer = course.SHUFFLE, self.seats_in[number]

    def allot(self) -> None:
        """Allot the first cards: from now on they are in the hands, seen or not."""
        order = clockwise_after(self.dealer, self.seats_in)
        for place, seat in enumerate(order):
            hand = course.dealt_slots(self.hand_number, place=place, players=len(order))
            self.players[seat] = replace(self.players[seat], hand=hand)
        self.phase, self.turn, self.owed = course.DEAL, order[0], order
        self.deck = course.deck_slots(self.hand_number)[course.HAND * len(order)]

    def hand_shown(self) -> None:
        """Note that one of the seats that wait for their first cards has seen them."""
        self.owed = self.owed[1:]
        self.phase = course.DEAL if self.owed else course.DRAW

    def take(self) -> None:
        """Put the top of the deck into the mover's hand."""
        self.players[self.turn] = self.players[self.turn].with_card(self.deck)
        self.deck = Slot(self.deck + 1)
        self.phase = course.PLAY


@cache
def _opponents(seat: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The others of these seats, clockwise."""
    return tuple([other for other in clockwise_after(seat, seats) if other != seat])


_discards_text: Final = row_writer(NAMES.__getitem__)
_sheets_text: Final = row_writer(numbers_text, ";")
_FIELDS: Final = attrgetter(*[each.name for each in fields(MatriculationPosition)])
