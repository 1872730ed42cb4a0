"""A finished game, step by step, as any seat or a spectator saw it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from msgspec.structs import replace

from app.games.catalogue import catalogue
from app.games.chronicle import shown_to
from app.games.entry import GameEntry
from app.games.look_back import GamePlayed
from app.messages import SPECTATOR, Advanced, TableInfo
from app.records.recording import Recording
from app.screens.practice import Practice, practice, turn_from
from app.screens.table import LogLine
from rules.api import Action, Face, Rng, Seat, Slot, State, View, opened

LEAP = 10


class WatchedView(View):
    """A view in a replay, where nothing can be chosen."""

    __slots__ = ()

    def actions(self) -> tuple[Action, ...]:
        """Return no actions."""
        return ()


@dataclass(slots=True)
class ReplayModel:
    """A place in a finished game.

    `at` counts events, 0 is before the first. `seat` None: as a spectator. The replay stops only at lines of
    the log, at the start and at the end. `lines` are the log as that seat or spectator reads it; `rows` has
    the number of the stop for each line.
    """

    recording: Recording
    at: int = 0
    seat: int | None = None
    stops: tuple[int, ...] = ()
    lines: tuple[LogLine, ...] = ()
    rows: tuple[int, ...] = ()
    _states: list[State] = field(default_factory=list)
    _faces: dict[Slot, Face] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for _, event in self.recording.events:
            self._faces.update(opened(event))
        for hand in self.recording.hands:
            self._faces.update(hand.faces)
        self._states.append(self._entry.rules.start(len(self.names), dict(self.info.options)))
        self.look_as(self.seat)

    def look_as(self, seat: int | None) -> None:
        """Look from a seat, or (None) as a spectator; the log changes as well."""
        self.seat = seat
        story = self._entry.chronicle(dict(self.info.options), self.names, self._viewer)
        events = self.recording.events
        public = {slot: face for _, event in events for slot, face in opened(event)}
        view = View(
            self._state(len(events)), self._viewer, public if seat is None else self._known(len(events))
        )
        stops, rows, lines = [0], [0], [LogLine("The game begins.", 0)]
        told = story.tell([event for _, event in events], view)
        for number, ((k, _), texts) in enumerate(zip(events, told, strict=True), start=1):
            if texts:
                rows += [len(stops)] * len(texts)
                stops.append(number)
                lines += [LogLine(text, k) for text in texts]
        if stops[-1] != len(events):
            rows.append(len(stops))
            stops.append(len(events))
            lines.append(LogLine("The record ends here.", events[-1][0]))
        self.stops, self.rows, self.lines = tuple(stops), tuple(rows), tuple(lines)

    @property
    def row(self) -> int:
        """Number of the last line of the log up to this stop."""
        return bisect_right(self.rows, self.stop) - 1

    @property
    def _entry(self) -> GameEntry:
        return catalogue().named(self.info.game)

    @property
    def info(self) -> TableInfo:
        """The table, from the chosen point of view."""
        info = self.recording.info
        if info is None:
            raise ValueError("a recording that cannot be shown")
        return replace(info, seat=SPECTATOR if self.seat is None else self.seat)

    @property
    def names(self) -> tuple[str, ...]:
        """Names by seat."""
        info = self.recording.info
        return () if info is None else tuple(guest.nick for guest in info.guests)

    def game_played(self, seat: int) -> GamePlayed:
        """Return the game for a look back at a seat: a value that another thread can use."""
        own = dict(self.recording.own_hand) if seat == self.recording.own_seat else {}
        return GamePlayed(
            self._entry,
            dict(self.info.options),
            self.names,
            tuple(event for _, event in self.recording.events),
            {**self._faces, **own},
        )

    def practice(self, at: int, rng: Rng) -> Practice | None:
        """Return the game to play on from the chosen seat's next turn. None for a spectator, without
        another turn, or if the hand is unknown."""
        if self.seat is None:
            return None
        game, seat = self.game_played(self.seat), Seat(self.seat)
        turn = turn_from(game, seat, at)
        return None if turn is None else practice(game, seat, turn, rng)

    @property
    def may_play_on(self) -> bool:
        """True if the chosen seat has a turn from here on."""
        if self.seat is None:
            return False
        return turn_from(self.game_played(self.seat), Seat(self.seat), self.at) is not None

    def before(self, event: int) -> int:
        """Return the stop that shows the table when event `event` (from 0) was chosen."""
        return bisect_right(self.stops, event) - 1

    @property
    def perspectives(self) -> tuple[tuple[str, int | None], ...]:
        """Points of view: the seats, and a spectator."""
        seats = ((f"As {name} saw it", seat) for seat, name in enumerate(self.names))
        return (("As a spectator sees it", None), *seats)

    @property
    def stop(self) -> int:
        """Number of the stop that is shown."""
        return bisect_right(self.stops, self.at) - 1

    def go(self, stop: int) -> Advanced:
        """Go to a stop, limited to those that exist; return the news to show there. A single step forward
        includes the events on the way, so that they can be animated; a leap does not."""
        before, there = self.at, max(0, min(stop, len(self.stops) - 1))
        on = there == self.stop + 1
        self.at = self.stops[there]
        events = self.recording.events[before : self.at] if on else ()
        return Advanced(self._k, self.view, tuple(event for _, event in events))

    @property
    def view(self) -> View:
        """The view at this stop."""
        return WatchedView(self._state(self.at), self._viewer, self._known(self.at))

    @property
    def _viewer(self) -> Seat | None:
        return None if self.seat is None else Seat(self.seat)

    @property
    def _k(self) -> int:
        return self.recording.events[self.at - 1][0] if self.at else 0

    def _state(self, at: int) -> State:
        while len(self._states) <= at:
            _, event = self.recording.events[len(self._states) - 1]
            self._states.append(self._states[-1].after(event))
        return self._states[at]

    def _known(self, at: int) -> dict[Slot, Face]:
        """Return the faces that the viewer sees. The record has only faces that it opens at some time; this
        computer may have kept its own hand as well."""
        if self.seat is None:
            return dict(self._faces)
        past = self.recording.events[:at]
        slots = {slot for _, event in past for slot in shown_to(event, self._viewer)}
        own = dict(self.recording.own_hand) if self.seat == self.recording.own_seat else {}
        faces = {**self._faces, **own}
        return {slot: faces[slot] for slot in sorted(slots) if slot in faces}
