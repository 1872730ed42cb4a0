"""Progress of a turn: the actions made in it, and the one under way."""

from __future__ import annotations

from rules.reef.pieces.facts import NONE


class TurnCourse:
    """Actions made in the turn of the seat on turn: `ate`, `acted` (any of the actions 2 to 8), `introduced`,
    `locked` (a coral tile), `laid_cubes`, `moved` (shrimps), `undone` (steps taken back).

    While tiles are laid: `laying`, their colour or `NONE`, and `behind`, the number that came from behind
    the screen. While the bag is searched: `fetch`, the colour. During a refill: `queue`, the large spaces
    whose tiles are not drawn yet, and `opening`, those whose tiles were drawn from the deck and are not
    opened yet. `step` counts within the deal, the choices of the set-up and a search.
    """

    __slots__ = (
        "acted", "ate", "behind", "fetch", "introduced", "laid_cubes", "laying", "locked", "moved",
        "opening", "queue", "step", "undone",
    )  # fmt: skip

    def __init__(self) -> None:
        self.ate = self.acted = self.introduced = self.locked = False
        self.laid_cubes = self.moved = self.undone = self.step = 0
        self.laying = NONE
        self.behind = 0
        self.fetch = NONE
        self.queue: tuple[int, ...] = ()
        self.opening: tuple[int, ...] = ()

    def clone(self) -> TurnCourse:
        new = object.__new__(TurnCourse)
        new.ate, new.acted = self.ate, self.acted
        new.introduced, new.locked = self.introduced, self.locked
        new.laid_cubes, new.moved = self.laid_cubes, self.moved
        new.undone, new.step = self.undone, self.step
        new.laying, new.behind, new.fetch = self.laying, self.behind, self.fetch
        new.queue, new.opening = self.queue, self.opening
        return new
