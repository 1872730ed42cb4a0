"""Coffeehouse Cahoots for playouts: the position, with all faces known and random needs answered at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.api import Face, Known, Rng, Scratch, Slot
from rules.cahoots.actions import CahootsAction
from rules.cahoots.cards import DECK
from rules.cahoots.course import COMBO, DEAL, DRAWING, OVER, RECYCLE, ROLL, SHUFFLE
from rules.cahoots.playout import likely_first, likely_swap
from rules.cahoots.position import FROM_STOCK, TO_MAIN, TO_VETO, CahootsPosition
from rules.cahoots.state import CahootsState

REACH_PARTS: Final = 3
"""In playouts a swap must leave a hand that could be played on at least one in three other cards."""


class CahootsScratch(CahootsPosition, Scratch):
    """A position whose faces are all known."""

    _rng: Rng
    _faces: list[Face]
    """Faces by slot; replaced, never changed: clones share them."""

    def actions(self) -> Sequence[int]:
        return self.moves(self.hands[self.turn], self._faces)

    def play(self, move: int) -> None:
        code = move & 3
        if code == TO_MAIN:
            slot = Slot(move >> 2)
            self.place(slot, self._faces[slot])
        elif code == TO_VETO:
            slot = Slot(move >> 2)
            self.swap(slot, self._faces[slot])
        elif code == FROM_STOCK:
            self.draw()
            if self.phase is RECYCLE:
                self._recycle()
            self.take()
        elif self.phase is COMBO:
            self.next_turn()
        else:
            self.give_up()
        self.over = self.phase is OVER

    def likely(self, rng: Rng) -> int:
        moves, faces, veto = self.actions(), self._faces, self.vetoed
        if len(moves) == 1 or veto is None or self.phase is COMBO:  # a combo goes on while it can
            return moves[0]
        held = sum([1 << faces[slot] for slot in self.hands[self.turn]])
        first = [move for move in moves if move & 3 == TO_MAIN]
        if first:
            cards = [faces[move >> 2] for move in first]
            return first[likely_first(cards, held, top=self.main[-1])]
        swaps = [move for move in moves if move & 3 == TO_VETO]
        if not swaps:
            return moves[-1]
        at, reach = likely_swap([faces[move >> 2] for move in swaps], held, veto=faces[veto])
        return swaps[at] if REACH_PARTS * reach >= len(DECK) - held.bit_count() else moves[-1]

    def clone(self) -> CahootsScratch:
        twin = self.twin(CahootsScratch)
        twin._rng, twin._faces, twin.over = self._rng, self._faces, self.over
        return twin

    def scores(self) -> tuple[int, ...]:
        return self.standing().scores

    def action(self, move: int) -> CahootsAction:
        return self.called(move, self._faces)

    def state(self) -> CahootsState:
        return self.twin(CahootsState)

    def answer(self) -> None:
        """Answer all chance that the game waits for, drawing like `rules.driver.LocalTable`."""
        if self.phase is ROLL:
            self.roll(self._rng.randrange(len(self.playing)))
        if self.phase is SHUFFLE:
            self._shuffle([*DECK], into=0)
            self.allot()
        if self.phase is DEAL:
            self.open_piles(self._faces[self.stock - 2], self._faces[self.stock - 1])
        if self.phase is RECYCLE:
            self._recycle()
        if self.phase is DRAWING:
            self.take()
        self.over = self.phase is OVER

    def _recycle(self) -> None:
        self._shuffle(sorted(self.main[:-1]), into=self.stock_end)
        self.recycle()

    def _shuffle(self, cards: list[Face], *, into: int) -> None:
        self._rng.shuffle(cards)
        self._faces = self._faces[:into] + cards


def new_scratch(state: CahootsState, faces: Known, rng: Rng) -> CahootsScratch:
    """A scratch of a position; old vetoes have the faces that everybody knows."""
    made = state.twin(CahootsScratch)
    known = {**faces, **state.public}
    made._faces, made._rng = [known.get(Slot(slot), Face(0)) for slot in range(state.stock_end)], rng
    made.answer()
    return made
