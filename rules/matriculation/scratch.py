"""Matriculation for playouts: the position itself, with all faces known and chance answered at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.api import Face, Known, Rng, Scratch, Seat, Slot
from rules.matriculation.actions import MatriculationAction
from rules.matriculation.cards import DECK, Setback, setback_face
from rules.matriculation.course import DEAL, DRAW, OVER, ROLL, SHUFFLE
from rules.matriculation.player import LASTING, OGRE_BIT, OGRE_HOURS, SETBACK_BITS
from rules.matriculation.playout import GRADUATED, discard_worth, hit_worth, repair_worth, term_worth
from rules.matriculation.position import BEFORE_ONESELF, DISCARD, PASS, MatriculationPosition
from rules.matriculation.score import sheet, totals
from rules.matriculation.state import MatriculationState

FIRST_SETBACK: Final = int(setback_face(Setback.CHEATING))


class MatriculationScratch(MatriculationPosition, Scratch):
    """A position whose faces are all known."""

    _rng: Rng
    _faces: list[Face]
    """Faces by slot; replaced, never changed: clones share them."""

    def actions(self) -> Sequence[int]:
        return self.moves(self.players[self.turn].hand, self._faces)

    def play(self, move: int) -> None:
        code, slot = move & 7, Slot(move >> 3)
        if code == PASS:
            self.give_up()
        elif code == DISCARD:
            self.discard(slot, self._faces[slot])
        else:
            self.lay(slot, self._faces[slot], None if code == BEFORE_ONESELF else Seat(code))
        self.answer()

    @property
    def stage(self) -> int:
        return self.hand_number + self.over

    def likely(self, rng: Rng) -> int:
        moves, faces, me = self.actions(), self._faces, self.turn
        mover = self.players[me]
        hand = [faces[slot] for slot in mover.hand]
        docked = OGRE_HOURS if mover.piles & OGRE_BIT and self.ogre is not LASTING else 0
        best, found = -2 * GRADUATED, moves[0]
        for move in moves:
            face, code = faces[move >> 3], move & 7
            if code == DISCARD:
                worth = discard_worth(face, hand)
            elif code == PASS:
                worth = 0
            elif code != BEFORE_ONESELF:
                hours = self.players[code].hours(self.ogre)
                worth = hit_worth(face, hours=hours, others=len(self.seats_in) - 1)
            elif face < FIRST_SETBACK:
                worth = term_worth(face, hours=mover.hours(self.ogre), docked=docked)
            else:
                worth = repair_worth(face, mover.piles & SETBACK_BITS)
            if worth > best:
                best, found = worth, move
        return found

    def clone(self) -> MatriculationScratch:
        twin = self.twin(MatriculationScratch)
        twin._rng, twin._faces, twin.over = self._rng, self._faces, self.over
        return twin

    def scores(self) -> tuple[int, ...]:
        sheets = self.sheets if self.over else (*self.sheets, sheet(self.players, self.ogre))
        return totals(sheets, len(self.players))

    def action(self, move: int) -> MatriculationAction:
        return self.called(move, self._faces)

    def state(self) -> MatriculationState:
        return self.twin(MatriculationState)

    def answer(self) -> None:
        """Answer all chance that the game waits for, drawing like `rules.driver.LocalTable`."""
        if self.phase is not DRAW:
            if self.phase is ROLL:
                self.roll(self._rng.randrange(len(self.seats_in)))
            if self.phase is SHUFFLE:
                cards = [*DECK]
                self._rng.shuffle(cards)
                self._faces = [*[Face(0)] * (self.hand_number * len(DECK)), *cards]
                self.allot()
            if self.phase is DEAL:
                self.phase, self.owed = DRAW, ()
        if self.phase is DRAW:
            self.take()
        self.over = self.phase is OVER


def new_scratch(state: MatriculationState, faces: Known, rng: Rng) -> MatriculationScratch:
    """A scratch of a position, with the faces of its slots, played on to the first choice."""
    made = state.twin(MatriculationScratch)
    slots = range((state.hand_number + 1) * len(DECK))
    made._faces, made._rng = [faces.get(Slot(slot), Face(0)) for slot in slots], rng
    made.answer()
    return made
