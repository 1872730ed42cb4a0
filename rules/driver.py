"""Play a game in one process with all faces known: lessons, practice, simulation, tests.

A game's other drivers are the table between peers and the replay of a record. Chance comes from
the `Rng` handed in, one `shuffle` per `Shuffle` (its faces first, then the faces of its slots)
and one `randrange` per `Roll`: a `Scratch` must draw the same.
"""

from __future__ import annotations

from rules import api


class LocalTable:
    """A running game: the driver knows everything, each seat only its own part.

    After construction and after every `play` all chance is answered: either a seat is to choose or the
    game is over. If several choose at once they do it one after the other, by seats, and each sees the
    position before the first of these choices.
    """

    def __init__(self, state: api.State, seats: int, rng: api.Rng) -> None:
        self.state = state
        self.events: list[api.Event] = []
        self.faces: dict[api.Slot, api.Face] = {}
        self.known: tuple[dict[api.Slot, api.Face], ...] = tuple({} for _ in range(seats))
        self.public: dict[api.Slot, api.Face] = {}
        self._rng = rng
        self._asked: api.State | None = None
        self._opened: tuple[tuple[api.Slot, api.Face], ...] = ()
        self._advance()

    @property
    def turn(self) -> api.Seat | None:
        """Seat that is to choose; of several, the first that has not chosen. None when the game is over."""
        return next(iter(api.choosers(self.state)), None)

    @property
    def outcome(self) -> api.Outcome | None:
        """The result, once the game is over."""
        return self.state.outcome()

    def view(self, seat: api.Seat | None) -> api.View:
        """Return the game as `seat` (None: a spectator) may see it now."""
        known = self.public if seat is None else self.known[seat]
        return api.View(self._asked or self.state, seat, dict(known))

    def actions(self) -> tuple[api.Action, ...]:
        """The legal actions of the seat to move; () when over."""
        return () if self.turn is None else self.state.actions(self.turn, self.known[self.turn])

    def play(self, action: api.Action) -> None:
        """Let the seat to move take `action`; raises `NotLegal`, also for what only this seat can see."""
        seat = self.turn
        if seat is None:
            raise ValueError("the game is over")
        if isinstance(need := self.state.needs[0], api.Arrange):
            self.state.check(api.Moved(seat, action), self.known[seat])
            self._arrange(need, api.order_of(need, action))
            self._advance()
            return
        asked, is_last = self._asked or self.state, len(api.choosers(self.state)) == 1
        asked.check(api.Moved(seat, action), self.known[seat])
        self._happen(api.Moved(seat, action))
        self._asked = None if is_last else asked
        self._opened += action.opens
        if is_last:
            opened, self._opened = self._opened, ()
            for slot, face in opened:
                self._learn(slot, face, api.EVERYONE)
        self._advance()

    def leave(self, seat: api.Seat, why: str) -> None:
        """Let a seat leave the table, never to return."""
        self.state, self._asked, self._opened = self.state.after(event := api.Left(seat, why)), None, ()
        self.events.append(event)
        self._advance()

    def _advance(self) -> None:
        while (needs := self.state.needs) and not api.choosers(self.state):
            for need in needs:
                self._happen(self._answer(need))

    def _answer(self, need: api.Need) -> api.Event:
        match need:
            case api.Shuffle(pile, faces, slots, into):
                cards = [*faces, *(self.faces[slot] for slot in slots)]
                self._rng.shuffle(cards)
                self._forget(tuple(self.faces) if need.new_deck else slots)
                self.faces.update(zip(into, cards, strict=True))
                return api.Shuffled(pile, into)
            case api.Roll(sides):
                return api.Rolled(self._rng.randrange(sides))
            case api.Show(slots, to):
                shown = tuple(self.faces[slot] for slot in slots)
                for slot, face in zip(slots, shown, strict=True):
                    self._learn(slot, face, to)
                return api.Shown(slots, to, shown if to is api.EVERYONE else None)
            case api.Turn() | api.Choose() | api.Arrange():
                raise TypeError(f"nobody but a player can answer {need}")

    def _arrange(self, need: api.Arrange, order: tuple[api.Slot, ...]) -> None:
        faces, known = dict(self.faces), dict(self.known[need.seat])
        self._forget(need.slots)
        for old, new in zip(order, need.into, strict=True):
            self.faces[new] = faces[old]
            if old in known:
                self.known[need.seat][new] = known[old]
        self._happen(api.Shuffled(need.pile, need.into))

    def _happen(self, event: api.Event) -> None:
        self.state = self.state.after(event)
        self.events.append(event)

    def _learn(self, slot: api.Slot, face: api.Face, to: tuple[api.Seat, ...] | None) -> None:
        if to is api.EVERYONE:
            self.public[slot] = face
        for seat in range(len(self.known)) if to is None else to:
            self.known[seat][slot] = face

    def _forget(self, slots: tuple[api.Slot, ...]) -> None:
        for slot in slots:
            for faces in (self.faces, self.public, *self.known):
                faces.pop(slot, None)
