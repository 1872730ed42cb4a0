"""Whole games told to one viewer, and a reader that checks every line against the positions.

A game's test gives a table of patterns: each line must match one of them as a whole, and the first such
pattern's check then compares what the line says with the position before and after.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from app.games.chronicle import Chronicle
from app.games.narrator import Narrate, third_person
from rules.api import Event, Left, Outcome, Seat, Shown, State
from rules.driver import LocalTable
from tests.support.catalogue import GAMES

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


@dataclass(frozen=True, slots=True)
class Moment:
    """An event, the positions around it, and the lines told of it."""

    was: State
    event: Event
    now: State
    lines: tuple[str, ...]
    seen: frozenset[int]
    """The faces that the viewer has been shown so far."""
    shown: tuple[int, ...] = ()
    """The faces that this event shows the viewer."""


def told_game(
    key: str,
    narrate: Narrate,
    *,
    seats: int,
    viewer: int | None,
    seed: int,
    options: dict[str, str] | None = None,
    leaving: float = 0.0,
) -> Iterator[Moment]:
    """A game by random moves, told move by move; a seat leaves with the chance `leaving` per move."""
    game, rng = GAMES[key], random.Random(seed)
    start = game.start(seats, game.checked_options(seats, options or {}))
    table = LocalTable(start, seats, rng)
    chronicle = Chronicle(start, narrate, NAMES[:seats], None if viewer is None else Seat(viewer))
    state, told, seen = start, 0, frozenset[int]()
    while True:
        view = table.view(chronicle.seat)
        fresh, told = table.events[told:], len(table.events)
        for event, lines in zip(fresh, chronicle.tell(fresh, view), strict=True):
            was, state = state, state.after(event)
            seen |= frozenset(view.known.values())
            slots = event.slots if isinstance(event, Shown) else ()
            shown = tuple(face for slot in slots if (face := view.face(slot)) is not None)
            yield Moment(was, event, state, lines, seen, shown)
        if table.turn is None:
            return
        if rng.random() < leaving:
            table.leave(Seat(rng.choice(_staying(table.events, seats))), rng.choice(("left", "gone")))
        else:
            table.play(rng.choice(table.actions()))


def told_at_once(
    key: str, narrate: Narrate, *, seats: int, viewer: int | None, seed: int
) -> tuple[tuple[str, ...], ...]:
    """The lines of the same game, told after its end, as after a restart."""
    game, rng = GAMES[key], random.Random(seed)
    start = game.start(seats, game.checked_options(seats, {}))
    table = LocalTable(start, seats, rng)
    while table.turn is not None:
        rng.random()
        table.play(rng.choice(table.actions()))
    seat = None if viewer is None else Seat(viewer)
    return Chronicle(start, narrate, NAMES[:seats], seat).tell(table.events, table.view(seat))


def _staying(events: Sequence[Event], seats: int) -> list[int]:
    gone = {event.seat for event in events if isinstance(event, Left)}
    return [seat for seat in range(seats) if seat not in gone]


Check: TypeAlias = Callable[["Reader", Moment, re.Match[str]], bool]


@dataclass(slots=True)
class Reader:
    """Reads lines back. `patterns` are tried in order; `{who:verb}` stands for a seat that does that."""

    patterns: dict[str, Check]
    seats: int
    viewer: int | None
    _compiled: dict[str, re.Pattern[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._compiled = {pattern: re.compile(self._regex(pattern)) for pattern in self.patterns}

    def read(self, moment: Moment) -> list[str]:
        """The patterns of the lines of a moment; raises `AssertionError` where a line is false."""
        return [self._line(line, moment) for line in moment.lines]

    def seat(self, match: re.Match[str], group: str) -> int:
        """The seat that a `{group:verb}` of the pattern names."""
        words = match[group]
        if words.lower().startswith("you"):
            assert self.viewer is not None
            return self.viewer
        return NAMES.index(next(name for name in NAMES if words.startswith(name)))

    def _line(self, line: str, moment: Moment) -> str:
        for pattern, check in self.patterns.items():
            match = self._compiled[pattern].fullmatch(line)
            if match is not None:
                assert check(self, moment, match), (line, moment.event, moment.was.text(), moment.now.text())
                return pattern
        raise AssertionError(f"nobody knows the line {line!r} after {moment.event}")

    def _regex(self, pattern: str) -> str:
        def names(found: re.Match[str]) -> str:
            group, verb = found[1], found[2]
            others = [name for seat, name in enumerate(NAMES[: self.seats]) if seat != self.viewer]
            forms = [f"{name} {third_person(verb)}" if verb else name for name in others]
            if self.viewer is not None:
                you = "[Yy]ou" if found.start() == 0 else "you"
                forms.append(f"{you} {verb}" if verb else you)
            return f"(?P<{group}>{'|'.join(forms)})"

        return re.sub(r"\{(\w+):([\w ]*)\}", names, pattern)


def result_is(reader: Reader, moment: Moment, match: re.Match[str]) -> bool:
    """True if a line of the result agrees with the outcome."""
    outcome = moment.now.outcome()
    rank, who, score = _place_of(match.string, reader)
    return outcome is not None and _is_at(outcome, rank, who) and score in (None, outcome.scores[who[0]])


def _place_of(line: str, reader: Reader) -> tuple[int, list[int], int | None]:
    who = [seat for seat in range(reader.seats) if re.search(rf"\b{NAMES[seat]}\b", line)]
    if reader.viewer is not None and re.search(r"\b[Yy]ou\b", line):
        who.append(reader.viewer)
    rank = next((n for n, word in enumerate(_ORDINALS, start=1) if word in line), 1)
    number = re.search(r"with (\d+)", line)
    return rank, sorted(who), int(number[1]) if number else None


def _is_at(outcome: Outcome, rank: int, who: list[int]) -> bool:
    return who == [seat for seat, its in enumerate(outcome.ranks) if its == rank]


_ORDINALS = ("victory", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_LISTED = r"[\w, ]+"
RESULT = (
    rf"{_LISTED} (wins?|(is|are) \w+|share the (victory|\w+ place))( with (\d+) (point|card|king card)s?)?\."
)
LEFT = {
    "{who:have left the table}.": lambda reader, moment, match: (
        moment.event == Left(Seat(reader.seat(match, "who")), "left")
    ),
    "{who:are gone and will not be back}.": lambda reader, moment, match: (
        moment.event == Left(Seat(reader.seat(match, "who")), "gone")
    ),
}
