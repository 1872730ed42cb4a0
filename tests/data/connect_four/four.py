"""Four in a Row: two players drop chips into seven columns, and four in a line win. Nothing is hidden."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.api import (
    NOTHING_KNOWN,
    Action,
    Event,
    Face,
    Game,
    Known,
    Left,
    Moved,
    Need,
    Options,
    Outcome,
    Rng,
    Scratch,
    Seat,
    Slot,
    State,
    Turn,
    View,
)
from rules.checks import check_leaving, check_turn, unasked
from rules.errors import BadText, NotLegal
from rules.seats import ranks_by
from rules.stepping import SteppingScratch
from rules.text import parse_number

WIDE, HIGH = 7, 6
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Right, up, and both diagonals."""


@dataclass(frozen=True, slots=True)
class Drop:
    """A chip goes into a column, 0 at the left."""

    column: int

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        """Nothing, for nothing is hidden."""
        return ()

    def __str__(self) -> str:
        return f"drop {'ABCDEFG'[self.column]}"


@dataclass(frozen=True, slots=True)
class FourState(State):
    """A position: the columns that were chosen, one after the other, and the seats that have left."""

    drops: tuple[int, ...] = ()
    gone: tuple[Seat, ...] = ()

    def chips(self) -> dict[tuple[int, int], int]:
        """The number of the drop in each filled place (column, row from the bottom)."""
        high, found = [0] * WIDE, dict[tuple[int, int], int]()
        for number, column in enumerate(self.drops):
            found[column, high[column]] = number
            high[column] += 1
        return found

    def line(self) -> tuple[tuple[int, int], ...]:
        """The places of four in a row; () if there are none."""
        chips = self.chips()
        for x, y in chips:
            for dx, dy in WAYS:
                places = tuple((x + dx * step, y + dy * step) for step in range(4))
                if len({chips[at] % 2 if at in chips else None for at in places} | {chips[x, y] % 2}) == 1:
                    return places
        return ()

    @property
    def turn(self) -> Seat | None:
        """The seat on turn; None when the game is over."""
        is_over = self.gone or len(self.drops) == WIDE * HIGH or self.line()
        return None if is_over else Seat(len(self.drops) % 2)

    @property
    def needs(self) -> tuple[Need, ...]:
        """Turn after turn."""
        return () if self.turn is None else (Turn(self.turn),)

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        """No slots, for nobody holds anything."""
        return ()

    def actions(self, seat: Seat, known: Known) -> tuple[Action, ...]:
        """Every column that is not full."""
        free = [column for column in range(WIDE) if self.drops.count(column) < HIGH]
        return tuple(map(Drop, free)) if seat == self.turn else ()

    def check(self, event: Event, known: Known = NOTHING_KNOWN) -> None:
        """Raise `NotLegal` unless `event` may happen now."""
        if isinstance(event, Left):
            check_leaving(event, () if self.turn is None else (Seat(0), Seat(1)), rule="four 3")
        elif isinstance(event, Moved):
            check_turn(event, self.turn, rule="four 1")
            if not isinstance(event.action, Drop) or event.action.column not in range(WIDE):
                raise NotLegal("no-column", rule="four 1", text="There is no such column.")
            if self.drops.count(event.action.column) == HIGH:
                raise NotLegal("full", rule="four 1", text="That column is full.")
        else:
            raise unasked("four 1")

    def after(self, event: Event) -> FourState:
        """The position after `event`; raises `NotLegal`."""
        self.check(event)
        if isinstance(event, Moved) and isinstance(event.action, Drop):
            return replace(self, drops=(*self.drops, event.action.column))
        if isinstance(event, Left):
            return replace(self, gone=(event.seat,))
        raise TypeError(f"{event} was checked and yet cannot happen")

    def text(self) -> str:
        """The canonical text: the columns by their letters, then the seats that have left."""
        return f"four {''.join('ABCDEFG'[column] for column in self.drops)} {''.join(map(str, self.gone))}"

    def outcome(self) -> Outcome | None:
        """The result, when the game is over."""
        return self.standing() if self.turn is None else None

    def standing(self) -> Outcome:
        """The player with four in a row wins, or the one who has stayed; otherwise it is a draw."""
        winner = (len(self.drops) - 1) % 2 if self.line() else None
        scores = tuple(int(seat == winner) for seat in range(2))
        merits = [(seat not in self.gone, scores[seat]) for seat in range(2)]
        return Outcome(scores, ranks_by(merits))


class FourGame(Game):
    """The game: its title, its numbers of players, its start, the texts of its values."""

    key = "four"
    title = "Four in a Row"
    version = "1"
    seats = range(2, 3)
    options = ()

    def start(self, seats: int, options: Options) -> FourState:
        """An empty board; raises `BadOptions`."""
        self.checked_options(seats, options)
        return FourState()

    def parse_action(self, text: str) -> Drop:
        """`drop D`; raises `BadText`."""
        verb, _, column = text.partition(" ")
        if verb != "drop" or len(column) != 1 or column not in "ABCDEFG":
            raise BadText(f"expected 'drop COLUMN', not {text!r}")
        return Drop("ABCDEFG".index(column))

    def read_state(self, text: str) -> FourState:
        """The position that the drops lead to; raises `BadText` for impossible drops."""
        words = text.split(" ")
        if len(words) != 3 or words[0] != "four":
            raise BadText(f"expected 'four DROPS GONE', not {text!r}")
        state = FourState()
        try:
            for letter in words[1]:
                state = state.after(Moved(Seat(len(state.drops) % 2), self.parse_action(f"drop {letter}")))
            return state.after(Left(Seat(parse_number(words[2])), "left")) if words[2] else state
        except NotLegal as why:
            raise BadText(f"no game goes like that: {why}") from why

    def face_text(self, face: Face) -> str:
        """The number, for there are no cards."""
        return str(face)

    def parse_face(self, text: str) -> Face:
        """There are no cards; raises `BadText`."""
        raise BadText(f"{text!r} is no card: there are none")

    def sample(self, view: View, rng: Rng) -> tuple[State, dict[Slot, Face]]:
        """The state itself and no faces, for everything is open."""
        return self.own_state(view.state, FourState), {}

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> Scratch:
        """Playouts by the rules themselves."""
        return SteppingScratch(self.own_state(state, FourState), faces, seats=2, rng=rng)


GAME = FourGame()
