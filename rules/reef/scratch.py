"""Playouts: the same position and functions as `ReefState` uses, without checks, events and texts."""

from __future__ import annotations

from collections.abc import Sequence

from rules.api import Face, Rng, Roll, Scratch, Seat, Show, Shuffle, Slot
from rules.reef import actions as a
from rules.reef import notation
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.state import ReefState
from rules.reef.steps import ending, flow, turn
from rules.reef.steps.shrimps import UNDOS_MOST

_CHOICES = (ReefPhase.TURN, ReefPhase.FISH, ReefPhase.CUBES, ReefPhase.FINAL)


class ReefScratch(Scratch):
    """A mutable position with all faces known. `base` and `steps` are for the undo (see state)."""

    __slots__ = ("_base", "_faces", "_moves", "_rng", "_steps", "over", "position", "turn")

    def __init__(
        self,
        position: Position,
        *,
        faces: dict[Slot, Face],
        rng: Rng,
        base: Position | None,
        steps: list[int],
    ) -> None:
        self.position = position
        self._faces = faces
        self._rng = rng
        self._base = base
        self._steps = steps
        self._moves: list[int] | None = None
        self.turn = Seat(position.seat)
        self.over = False
        self._advance()

    def actions(self) -> Sequence[int]:
        if self._moves is None:
            self._moves = turn.codes(self.position, self._secret())
            if self._steps and self.position.course.undone < UNDOS_MOST:
                self._moves.append(a.UNDO)
        return self._moves

    def play(self, move: int) -> None:
        self._moves = None
        if move == a.UNDO:
            self._undo()
            return
        position = self.position
        seat, in_turn = position.seat, position.phase == ReefPhase.TURN
        opens = a.LAY_START <= move < a.INTRODUCE
        if in_turn and not opens:
            if not self._steps:
                self._base = position.clone()
            self._steps.append(move)
        turn.play(position, move, self._secret()[position.course.laying] if opens else None)
        if opens or not in_turn or position.phase != ReefPhase.TURN or position.seat != seat:
            self._base, self._steps = None, []
        self._advance()

    def clone(self) -> ReefScratch:
        new = object.__new__(ReefScratch)
        new.position = self.position.clone()
        new._faces = self._faces  # never changed after the shuffle, which makes a new one
        new._rng = self._rng
        new._base = self._base  # never changed in place
        new._steps = self._steps[:]
        new._moves = None
        new.turn, new.over = self.turn, self.over
        return new

    def scores(self) -> tuple[int, ...]:
        points = list(ending.scores(self.position))
        values = self.position.sea.values()
        for seat, player in enumerate(self.position.players):
            if player.start >= 0 and not self.over:
                points[seat] += values[self._faces[Slot(player.start)]]
        return tuple(points)

    def action(self, move: int) -> a.ReefAction:
        laying = self.position.course.laying
        slot = self._secret().get(laying) if a.LAY_START <= move < a.INTRODUCE else None
        return notation.action_of(move, laying, slot)

    def state(self) -> ReefState:
        if self._base is None:
            return ReefState(self.position.clone())
        base = ReefState(self._base.clone())
        position, steps = self._base.clone(), []
        for move in self._steps:
            steps.append(notation.action_of(move, position.course.laying))
            turn.play(position, move)
        return ReefState(self.position.clone(), base, tuple(steps))

    def _undo(self) -> None:
        undone = self.position.course.undone + 1
        self._steps.pop()
        self.position = (self._base or self.position).clone()
        for move in self._steps:
            turn.play(self.position, move)
        self.position.course.undone = undone
        if not self._steps:
            self._base = None

    def _secret(self) -> dict[int, Slot]:
        """The mover's lowest start tile of each colour."""
        found: dict[int, Slot] = {}
        for number in self.position.players[self.position.seat].secret:
            found.setdefault(self._faces[Slot(number)], Slot(number))
        return found

    def _advance(self) -> None:
        """Answer chance until a seat must choose or the game is over."""
        position = self.position
        while position.phase not in _CHOICES:
            needs = flow.needs(position)
            if not needs:
                self.over = True
                return
            for need in needs:
                self._answer(need)
        self.turn = Seat(position.seat)

    def _answer(self, need: object) -> None:
        if isinstance(need, Roll):
            flow.rolled(self.position, self._rng.randrange(need.sides))
        elif isinstance(need, Show):
            faces = tuple(self._faces[slot] for slot in need.slots) if need.to is None else ()
            flow.shown(self.position, faces)
        elif isinstance(need, Shuffle):
            tiles = list(need.faces)
            self._rng.shuffle(tiles)
            self._faces = dict(zip(need.into, tiles, strict=True))
            flow.shuffled(self.position)
