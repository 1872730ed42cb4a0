"""Matriculation for playouts: small integers and flat lists instead of values.

What may be played comes out of tables that the checked path's own refusals have filled, so the
two paths share the rules and differ in the bookkeeping only. A player's piles are one number:
bit k for setback k in effect, bit 5 + k for exception k.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from rules.api import Face, Known, Rng, Scratch, Seat, Slot
from rules.matriculation.actions import Discard, MatriculationAction, MatriculationPass, MatriculationPlay
from rules.matriculation.cards import DECK, HOURS, Setback, setback_face
from rules.matriculation.course import HAND, MatriculationPhase, dealt_slots
from rules.matriculation.player import (
    DEGREE,
    OGRE_HOURS,
    OgreRule,
    Student,
    own_plays,
    setback_plays,
)
from rules.matriculation.playout import GRADUATED, discard_worth, hit_worth, repair_worth, term_worth
from rules.matriculation.score import score
from rules.matriculation.state import MatriculationState
from rules.seats import clockwise_after
from rules.values import changed

_SETBACKS: Final = len(Setback)
_SETBACK_BITS: Final = (1 << _SETBACKS) - 1
_OGRE_BIT: Final = 1 << Setback.OGRE
_FIRST_SETBACK: Final = int(setback_face(Setback.CHEATING))
_FIRST_FIX: Final = _FIRST_SETBACK + _SETBACKS
_FIRST_EXCEPTION: Final = _FIRST_FIX + _SETBACKS

# A move is slot << 3 | code. Codes 0..3: played on that seat.
_BEFORE_ONESELF: Final = 4
_DISCARD: Final = 5
_PASS: Final = 7


class MatriculationScratch(Scratch):
    """A position of Matriculation for playouts; clones share lists that never change within a hand."""

    __slots__ = (
        "_base",
        "_credits",
        "_dealer",
        "_deck",
        "_discards",
        "_dry",
        "_faces",
        "_hand_number",
        "_hands",
        "_in",
        "_lasting",
        "_origin",
        "_own",
        "_passed",
        "_piles",
        "_rng",
        "_sheets",
        "_targets",
        "_terms",
        "over",
        "turn",
    )

    def __init__(self, state: MatriculationState, faces: Known, rng: Rng) -> None:
        self._origin = state
        self._rng = rng
        self._lasting = state.ogre is OgreRule.LASTING
        self._own = _own_table(state.ogre)
        self._targets = _target_table()
        self._in = state.seats_in
        self._hand_number = state.hand_number
        self._base = state.hand_number * len(DECK)
        self._faces = [faces.get(Slot(slot), Face(0)) for slot in range(self._base, self._base + len(DECK))]
        self._dealer = state.dealer
        self._deck = int(state.deck)
        self._hands: list[list[int]] = [list(player.hand) for player in state.players]
        self._piles = [_pile_bits(player) for player in state.players]
        self._terms = [list(player.terms) for player in state.players]
        self._credits = [sum(HOURS[term] for term in p.terms) - p.docked for p in state.players]
        self._discards = list(state.discards)
        self._passed = list(state.passed)
        self._sheets = state.sheets
        self._dry = state.phase is MatriculationPhase.DRY
        self.turn = state.turn
        self.over = state.phase is MatriculationPhase.OVER
        if state.phase is MatriculationPhase.ROLL:
            self._dealer = self._in[rng.randrange(len(self._in))]
        if state.phase in (MatriculationPhase.ROLL, MatriculationPhase.SHUFFLE):
            self._deal()
        elif state.phase in (MatriculationPhase.DEAL, MatriculationPhase.DRAW):
            self._draw()

    def actions(self) -> Sequence[int]:
        turn, base, faces, piles = self.turn, self._base, self._faces, self._piles
        own = self._own[piles[turn] & 31]
        targets = [
            (seat, self._targets[piles[seat]]) for seat in clockwise_after(turn, self._in) if seat != turn
        ]
        found: list[int] = []
        for slot in self._hands[turn]:
            face = faces[slot - base]
            if own >> face & 1:
                found.append(slot << 3 | _BEFORE_ONESELF)
            else:
                for seat, open_to in targets:
                    if open_to >> face & 1:
                        found.append(slot << 3 | seat)
        if self._dry:
            found.append(_PASS)
        else:
            found += [slot << 3 | _DISCARD for slot in self._hands[turn]]
        return found

    def play(self, move: int) -> None:
        me, code = self.turn, move & 7
        if code == _PASS:
            self._passed.append(me)
            self._next()
            return
        if self._passed:
            self._passed = []
        slot = move >> 3
        self._hands[me].remove(slot)
        face = self._faces[slot - self._base]
        if code == _DISCARD:
            self._discards.append(face)
        elif code != _BEFORE_ONESELF:
            self._piles[code] |= 1 << face - _FIRST_SETBACK
        else:
            self._play_before_oneself(me, face)
            if self._hours(me) >= DEGREE:
                self._finish()
                return
        self._next()

    @property
    def stage(self) -> int:
        return self._hand_number + self.over

    def likely(self, rng: Rng) -> int:
        moves, base, faces, me = self.actions(), self._base, self._faces, self.turn
        hand = [faces[slot - base] for slot in self._hands[me]]
        docked = OGRE_HOURS if not self._lasting and self._piles[me] & _OGRE_BIT else 0
        best, found = -2 * GRADUATED, moves[0]
        for move in moves:
            face, code = faces[(move >> 3) - base], move & 7
            if code == _DISCARD:
                worth = discard_worth(face, hand)
            elif code == _PASS:
                worth = 0
            elif code != _BEFORE_ONESELF:
                worth = hit_worth(face, hours=self._hours(code), others=len(self._in) - 1)
            elif face < _FIRST_SETBACK:
                worth = term_worth(face, hours=self._hours(me), docked=docked)
            else:
                worth = repair_worth(face, self._piles[me] & _SETBACK_BITS)
            if worth > best:
                best, found = worth, move
        return found

    def clone(self) -> MatriculationScratch:
        twin = object.__new__(MatriculationScratch)
        twin._origin = self._origin
        twin._rng = self._rng
        twin._lasting = self._lasting
        twin._own = self._own
        twin._targets = self._targets
        twin._in = self._in
        twin._hand_number = self._hand_number
        twin._base = self._base
        twin._faces = self._faces
        twin._dealer = self._dealer
        twin._deck = self._deck
        twin._hands = [hand[:] for hand in self._hands]
        twin._piles = self._piles[:]
        twin._terms = [terms[:] for terms in self._terms]
        twin._credits = self._credits[:]
        twin._discards = self._discards[:]
        twin._passed = self._passed[:]
        twin._sheets = self._sheets
        twin._dry = self._dry
        twin.turn = self.turn
        twin.over = self.over
        return twin

    def scores(self) -> tuple[int, ...]:
        sheets = self._sheets if self.over else (*self._sheets, self._sheet())
        return tuple(map(sum, zip(*sheets, strict=True)))

    def action(self, move: int) -> MatriculationAction:
        code = move & 7
        if code == _PASS:
            return MatriculationPass()
        slot = Slot(move >> 3)
        face = self._faces[slot - self._base]
        if code == _DISCARD:
            return Discard(slot, face)
        return MatriculationPlay(slot, face, None if code == _BEFORE_ONESELF else Seat(code))

    def state(self) -> MatriculationState:
        phase = (
            MatriculationPhase.OVER
            if self.over
            else MatriculationPhase.DRY
            if self._dry
            else MatriculationPhase.PLAY
        )
        return changed(
            self._origin,
            players=tuple(self._player(seat) for seat in range(len(self._hands))),
            hand_number=self._hand_number,
            phase=phase,
            dealer=self._dealer,
            turn=self.turn,
            deck=Slot(self._deck),
            owed=(),
            passed=tuple(self._passed),
            discards=tuple(self._discards),
            sheets=self._sheets,
        )

    def _play_before_oneself(self, me: int, face: int) -> None:
        if face < _FIRST_SETBACK:
            self._terms[me].append(Face(face))
            docked = not self._lasting and self._piles[me] & _OGRE_BIT
            self._credits[me] += HOURS[face] - (OGRE_HOURS if docked else 0)
            return
        setback = (face - _FIRST_SETBACK) % _SETBACKS
        if self._piles[me] >> setback & 1:
            self._piles[me] -= 1 << setback
            self._discards.append(Face(_FIRST_SETBACK + setback))
        if face < _FIRST_EXCEPTION:
            self._discards.append(Face(face))
        else:
            self._piles[me] |= 1 << _SETBACKS + setback

    def _next(self) -> None:
        if self._deck == self._base + len(DECK):
            hands, seats = self._hands, self._in
            if len(self._passed) == len(seats) or not any(hands[seat] for seat in seats):
                self._finish()
                return
        self.turn = clockwise_after(self.turn, self._in)[0]
        self._draw()

    def _draw(self) -> None:
        if self._deck < self._base + len(DECK):
            self._hands[self.turn].append(self._deck)
            self._deck += 1
        else:
            self._dry = True

    def _finish(self) -> None:
        self._sheets = (*self._sheets, self._sheet())
        if len(self._sheets) == self._origin.hands:
            self.over = True
            return
        self._hand_number += 1
        self._dealer = clockwise_after(self._dealer, self._in)[0]
        self._deal()

    def _deal(self) -> None:
        seats = len(self._hands)
        cards = list(DECK)
        self._rng.shuffle(cards)
        self._faces = cards
        self._base = self._hand_number * len(DECK)
        order = clockwise_after(self._dealer, self._in)
        self._hands = [[] for _ in range(seats)]
        for place, seat in enumerate(order):
            self._hands[seat] = list(dealt_slots(self._hand_number, place=place, players=len(order)))
        self._deck = self._base + HAND * len(order)
        self._piles, self._credits = [0] * seats, [0] * seats
        self._terms = [[] for _ in range(seats)]
        self._discards, self._passed, self._dry = [], [], False
        self.turn = order[0]
        self._draw()

    def _sheet(self) -> tuple[int, ...]:
        return tuple(self._score(seat) for seat in range(len(self._hands)))

    def _score(self, seat: int) -> int:
        return score(
            self._hours(seat),
            terms=len(self._terms[seat]),
            exceptions=(self._piles[seat] >> _SETBACKS).bit_count(),
        ).total

    def _hours(self, seat: int) -> int:
        taken = OGRE_HOURS if self._lasting and self._piles[seat] & _OGRE_BIT else 0
        return max(0, self._credits[seat] - taken)

    def _player(self, seat: int) -> Student:
        terms = tuple(self._terms[seat])
        return Student(
            hand=tuple(map(Slot, self._hands[seat])),
            terms=terms,
            docked=sum(HOURS[term] for term in terms) - self._credits[seat],
            setbacks=_setbacks(self._piles[seat]),
            exceptions=_setbacks(self._piles[seat] >> _SETBACKS),
            left=self._origin.players[seat].left,
        )


@cache
def _own_table(ogre: OgreRule) -> tuple[int, ...]:
    """`own_plays` by the bits of one's setbacks."""
    return tuple(own_plays(_setbacks(bits), ogre) for bits in range(1 << _SETBACKS))


@cache
def _target_table() -> tuple[int, ...]:
    """`setback_plays` by the bits of the target's piles."""
    return tuple(
        setback_plays(_setbacks(bits), _setbacks(bits >> _SETBACKS)) for bits in range(1 << 2 * _SETBACKS)
    )


def _setbacks(bits: int) -> tuple[Setback, ...]:
    return tuple(setback for setback in Setback if bits >> setback & 1)


def _pile_bits(player: Student) -> int:
    return sum(1 << setback for setback in player.setbacks) + sum(
        1 << _SETBACKS + setback for setback in player.exceptions
    )
