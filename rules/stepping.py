"""A scratch (a mutable position for playouts) for a game without a fast one: slow, because every move goes
through the checks of `State.after`.

Searching bots make thousands of playouts; a game that wants strong bots writes its own scratch.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules import api


class SteppingScratch(api.Scratch):
    """A position with all faces, played event by event. A move is its index among the actions.

    `seats` is the number of seats; the scores are 0 until the game is over. Every seat chooses as if it
    knew all faces: a game whose actions depend on more than the seat's own hand needs its own scratch.
    """

    __slots__ = ("_faces", "_rng", "_seats", "_state", "over", "turn")

    def __init__(self, state: api.State, faces: api.Known, *, seats: int, rng: api.Rng) -> None:
        self._state = state
        self._faces: dict[api.Slot, api.Face] = dict(faces)
        self._seats = seats
        self._rng = rng
        self.turn = api.Seat(0)
        self.over = False
        self._advance()

    def actions(self) -> Sequence[int]:
        """The moves of the seat to move: the indices of its actions."""
        return range(len(self._offered()))

    def play(self, move: int) -> None:
        need, action = self._state.needs[0], self.action(move)
        if isinstance(need, api.Arrange):
            faces = [self._faces.pop(slot) for slot in api.order_of(need, action)]
            self._faces.update(zip(need.into, faces, strict=True))
            self._state = self._state.after(api.Shuffled(need.pile, need.into))
        else:
            self._state = self._state.after(api.Moved(self.turn, action))
        self._advance()

    def clone(self) -> SteppingScratch:
        """An independent copy that shares the random source."""
        return SteppingScratch(self._state, self._faces, seats=self._seats, rng=self._rng)

    def scores(self) -> tuple[int, ...]:
        """The scores of the outcome; 0 for each seat before."""
        outcome = self._state.outcome()
        return (0,) * self._seats if outcome is None else outcome.scores

    def action(self, move: int) -> api.Action:
        """The action at index `move`."""
        return self._offered()[move]

    def state(self) -> api.State:
        return self._state

    def _offered(self) -> tuple[api.Action, ...]:
        return () if self.over else self._state.actions(self.turn, self._faces)

    def _advance(self) -> None:
        while (needs := self._state.needs) and not (waiting := api.choosers(self._state)):
            for need in needs:
                self._state = self._state.after(self._answer(need))
        self.over = not needs
        if needs:
            self.turn = waiting[0]

    def _answer(self, need: api.Need) -> api.Event:
        """Answer like `rules.driver.LocalTable`, draw for draw."""
        if isinstance(need, api.Shuffle):
            cards = [*need.faces, *(self._faces[slot] for slot in need.slots)]
            self._rng.shuffle(cards)
            for slot in tuple(self._faces) if need.new_deck else need.slots:
                self._faces.pop(slot, None)
            self._faces.update(zip(need.into, cards, strict=True))
            return api.Shuffled(need.pile, need.into)
        if isinstance(need, api.Roll):
            return api.Rolled(self._rng.randrange(need.sides))
        if isinstance(need, api.Show):
            faces = tuple(self._faces[slot] for slot in need.slots)
            return api.Shown(need.slots, need.to, faces if need.to is api.EVERYONE else None)
        raise TypeError(f"nobody but a player can answer {need}")
