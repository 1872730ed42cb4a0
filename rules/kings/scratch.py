"""Kings for playouts: the position itself, with all faces known and chance answered at once."""

from __future__ import annotations

from collections.abc import Sequence

from rules.api import Face, Known, Rng, Scratch, Slot
from rules.kings.actions import KingsAction
from rules.kings.course import DEAL, OVER, PLAY, REFILL, ROLL, SWAP_PAIRS, SWAPS
from rules.kings.playout import likely_attack, likely_place, likely_swap
from rules.kings.position import END, FIRST_CARD, PLACES, KingsPosition
from rules.kings.state import KingsState


class KingsScratch(KingsPosition, Scratch):
    """A position whose faces are all known."""

    _rng: Rng
    _faces: list[Face]
    """Faces by slot; replaced, never changed: clones share them."""
    _turns: int = 0
    """Number of turns that have ended since `new_scratch`."""

    def actions(self) -> Sequence[int]:
        return self.moves(self.hidden, self._faces)

    def play(self, move: int) -> None:
        if move > END:
            if self.base is None:
                self.base = self.twin(KingsState)
            self.step(move)
            self.over = self.phase is OVER
        elif move == END:
            self._turns += 1
            self.end(self._hand())
            self.answer()
        else:
            self.undo()

    @property
    def stage(self) -> int:
        return self._turns

    def likely(self, rng: Rng) -> int:
        turn, side = self.turn, self.sides[self.turn]
        if not self.organising:
            fight = likely_attack(self.sides, turn, quiet=self.round - self.gained)
            if fight is not None:
                return PLACES * fight.house + fight.target
        hand = [*self._hand(), *side.spoils]
        put = likely_place(hand, side, turn)
        if put is not None:
            at, place = put
            dealt = self.hidden[at] + 1 << 6 if at < len(self.hidden) else 0
            return FIRST_CARD + PLACES * (dealt | hand[at]) + place
        if self.swaps < SWAPS and (swap := likely_swap(side.houses)) is not None:
            return SWAP_PAIRS.index(swap) + 1
        return END

    def clone(self) -> KingsScratch:
        twin = self.twin(KingsScratch)
        twin._rng, twin._faces, twin._turns, twin.over = self._rng, self._faces, self._turns, self.over
        return twin

    def scores(self) -> tuple[int, ...]:
        return self.standing().scores

    def action(self, move: int) -> KingsAction:
        return self.called(move, self._hand())

    def state(self) -> KingsState:
        return self.twin(KingsState)

    def answer(self) -> None:
        """Answer all chance that the game waits for, drawing like `rules.driver.LocalTable`."""
        while self.phase is not PLAY and self.phase is not OVER:
            if self.phase is DEAL:
                self.deal()
            elif self.phase is ROLL:
                self.roll(self._rng.randrange(len(self.seats_in)))
            elif self.phase is REFILL:
                self._shuffle(sorted(self.discard), into=self.fresh)
            else:
                self._shuffle([*self.unseen()], into=self.top)
        self.over = self.phase is OVER

    def _hand(self) -> list[Face]:
        faces = self._faces
        return [faces[slot] for slot in self.hidden]

    def _shuffle(self, cards: list[Face], *, into: int) -> None:
        self._rng.shuffle(cards)
        self._faces = self._faces[:into] + cards
        self.shuffled()


def new_scratch(state: KingsState, faces: Known, rng: Rng) -> KingsScratch:
    """A scratch of a position, with the faces of its slots, played on to the first choice."""
    made = state.twin(KingsScratch)
    made._faces, made._rng = [faces.get(Slot(slot), Face(0)) for slot in range(state.fresh)], rng
    made.answer()
    return made
