"""One seat of the model: the product's own table in every state that it comes to, each made once.

A table acts only on events, and its effects depend only on its state and the event. So each pair of
the two is played once, by the product, on a copy of its table and its journal; the search itself goes by the
numbers of the states. A crash in the middle of an event leaves the contents of the journal at that moment.

Two states are one if all that counts in them is equal (`COUNTS`). Clocks, limits per second, hints about who
hears whom and caches do not: they decide when messages are sent again, and never which are signed. The clock
stands still, the end of a wait is an event, and an entry is judged as soon as it is there, which is the same
as if it had come later.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from net.agreement.book import Book
from net.agreement.effects import Check, Effect, FinalHeight, Send
from net.agreement.faults.blame import Blame
from net.agreement.hearing.pulse import SYNC_S, Pulse
from net.agreement.hearing.reach import BEAT
from net.agreement.journal import Stored
from net.agreement.log import Log
from net.agreement.round import Round
from net.agreement.table import Table
from net.agreement.views.changes import Changes
from net.agreement.views.lent import Lent
from net.agreement.views.votes import Views
from net.errors import LocalError, NoView, PeerError
from net.machine import Draft, Place, TableView
from net.wire.envelope import open_envelope
from net.wire.form import fields_of
from net.wire.frame import Frame, Head, Kind, parse_frame, parse_head
from net.wire.genesis import Genesis
from net.wire.record import parse_record
from tests.support.keys import fast_key, fast_verify
from tests.support.memory_journal import Crash, MemoryJournal, Tables
from tests.support.toy import Toy
from tests.support.values import replace

NOW: Final = 1000.0
LONG_S: Final = 100.0
"""Seconds after which everything missing is sent again."""
HEARD: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Even(Toy):
    """A toy game in which only seat 0 writes, or all others if it is gone: so all others are alike. A change
    of view is none of its heights."""

    @property
    def actors(self) -> tuple[int, ...]:
        playing = self.act or tuple(range(self.seats))
        if self.height >= self.end:
            return ()
        return (0,) if 0 in playing else playing

    def on_view(self, place: Place, view: TableView) -> Toy:
        after = Toy.on_view(self, place, view)
        return self if after is self else replace(after, end=self.end + 1)


# -- what happens to a seat


@dataclass(frozen=True, slots=True)
class Write:
    """Event: the seat writes its entry."""


@dataclass(frozen=True, slots=True)
class CastVote:
    """Event: the seat's person votes; `is_agreed` if all have talked about it, which no case limits."""

    view: TableView
    is_agreed: bool = False


@dataclass(frozen=True, slots=True)
class Got:
    """Event: the frame of this number reaches the seat."""

    frame: int


@dataclass(frozen=True, slots=True)
class Wait:
    """Event: the seat has heard everybody since its start, or has waited for them long enough (R11)."""


@dataclass(frozen=True, slots=True)
class Die:
    """Event: the seat's process dies at the journal's mark `at` in `event`, or between; it starts again."""

    event: Write | CastVote | Got | Wait | None = None
    at: int = 0


Event: TypeAlias = Write | CastVote | Got | Wait | Die


@dataclass(frozen=True, slots=True)
class Letter:
    """A frame on its way; `seat` is its author or, of records, their giver."""

    seat: int
    kind: Kind
    inside: bytes

    @property
    def frame(self) -> bytes:
        """The bytes on the wire."""
        return Frame(self.kind, self.inside).encode()


@dataclass(frozen=True, slots=True)
class Source:
    """The first place where a letter was seen: number `place` of those that `state` sends on `event`, or
    gives as records `to` another, or that the liar can send it."""

    state: int
    place: int
    event: Event | None = None
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """Things that a seat has done and its table may have forgotten: its deaths, its person's votes, the
    frames that it has sent, the heights that it has called final (with hash, position, and whether an illegal
    entry is in it)."""

    lives: int = 0
    wishes: int = 0
    sent: frozenset[int] = frozenset()
    finals: frozenset[tuple[int, bytes, bytes, bool]] = frozenset()


@dataclass(frozen=True, slots=True)
class State:
    """A state of a seat: the parts that are needed often, and all of it (`kept`)."""

    seat: int
    past: Past
    head: Head | None
    """Its head (R9); `bare_head` is the same as if it lacked nothing."""
    bare_head: Head | None
    k: int
    v: int
    act: tuple[int, ...]
    acts: tuple[tuple[int, ...], ...]
    """The seats of each change of view that it has locked."""
    voted: int
    blamed: frozenset[int | None]
    """The seats over which it has stopped; None stands for nobody."""
    is_open: bool
    is_over: bool
    is_synced: bool
    may_write: bool
    kept: bytes


@dataclass(slots=True)
class Fuse:
    """Called at each mark of a journal: the process dies at number `at`."""

    at: int = -1
    passed: int = 0

    def __call__(self, _: str) -> None:
        self.passed += 1
        if self.passed == self.at + 1:
            raise Crash


@dataclass(frozen=True, slots=True)
class Disk:
    """Flaws of a journal, as in `MemoryJournal`."""

    lost_syncs: int = 0
    splits_locks: bool = False
    overwrites: bool = False


class Shelf:
    """Copies of tables and journals.

    Values that never change (messages, positions, records) are kept once.
    """

    def __init__(self) -> None:
        self._values: list[object] = []
        self._numbers: dict[object, int] = {}
        self._are_values: dict[type, bool] = {}

    def dump(self, value: object) -> bytes:
        """Pickle a value as it is now."""
        file = io.BytesIO()
        pickler = pickle.Pickler(file, protocol=5)
        pickler.persistent_id = self._number  # type: ignore[method-assign]
        pickler.dump(value)
        return file.getvalue()

    def load(self, raw: bytes) -> Any:
        """A copy of a value that `dump` has pickled."""
        unpickler = pickle.Unpickler(io.BytesIO(raw))  # noqa: S301
        unpickler.persistent_load = self._values.__getitem__  # type: ignore[method-assign]
        return unpickler.load()

    def _number(self, value: object) -> int | None:
        kind = type(value)
        if kind not in self._are_values:
            params = getattr(kind, "__dataclass_params__", None)
            self._are_values[kind] = issubclass(kind, Exception) or (params is not None and params.frozen)
        if not self._are_values[kind]:
            return None
        found = self._numbers.setdefault(value, len(self._values))
        if found == len(self._values):
            self._values.append(value)
        return found


SOUND: Final = Disk()


@dataclass
class Seats:
    """All states of all seats by number, and the state after each event.

    The journals' contents count only where somebody `dies`. `skewed` plays by other rules than the rest.
    """

    genesis: Genesis
    heights: int
    dies: bool = False
    skewed: int | None = None
    disk: Disk = SOUND
    letters: list[Letter] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    origins: list[tuple[int, Event] | None] = field(default_factory=list)
    """The state and the event that first led to each state; None for a start."""
    lie: Callable[[Table], Iterator[Letter]] = lambda table: iter(())
    """The messages that a liar could sign and that matter to a table."""
    played: int = 0
    _shelf: Shelf = field(default_factory=Shelf)
    _numbers: dict[object, int] = field(default_factory=dict)
    _letter_numbers: dict[Letter, int] = field(default_factory=dict)
    _after: dict[tuple[int, Event], int | None] = field(default_factory=dict)
    _marks: dict[tuple[int, Event], int] = field(default_factory=dict)
    _sent: dict[tuple[int, Event], tuple[int, ...]] = field(default_factory=dict)
    _offers: dict[tuple[int, int, Head | None], tuple[int, ...]] = field(default_factory=dict)
    _lies: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def begin(self, seat: int) -> int:
        """The state of a seat that has started and heard everybody."""
        disk = self.disk
        journal = MemoryJournal(
            at=Fuse(), lost_syncs=disk.lost_syncs, splits_locks=disk.splits_locks, overwrites=disk.overwrites
        )
        table = self._table(seat, journal, None)
        effects = [*table.start(NOW), *table.tick(NOW + SYNC_S)]
        return self._keep(table, journal, effects, Past(), origin=None)

    def _number_all(self, letters: Iterable[Letter], source: Source) -> tuple[int, ...]:
        """The numbers of letters, each once, in their order."""
        found = []
        for place, letter in enumerate(dict.fromkeys(letters)):
            number = self._letter_numbers.setdefault(letter, len(self.letters))
            if number == len(self.letters):
                self.letters.append(letter)
                self.sources.append(replace(source, place=place))
            found.append(number)
        return tuple(found)

    def drawn(self, source: Source) -> int:
        """The letter with this source."""
        if source.to is not None:
            return self.records(source.state, source.to)[source.place]
        if source.event is None:
            return self.lies(source.state)[source.place]
        self.after(source.state, source.event)
        return self._sent[source.state, source.event][source.place]

    def lies(self, number: int) -> tuple[int, ...]:
        """The messages that the liar could sign and that matter to a seat in its state."""
        if number not in self._lies:
            self._lies[number] = self._number_all(self.lie(self.table(number)), Source(number, 0))
        return self._lies[number]

    def table(self, number: int) -> Table:
        """A copy of the table of a state."""
        return self._thaw(number)[0]

    def after(self, number: int, event: Event) -> int | None:
        """The state after an event; the same state if it changes nothing, None if it cannot happen."""
        key = number, event
        if key not in self._after:
            self.played += 1
            self._after[key] = self._play(number, event)
        return self._after[key]

    def marks(self, number: int, event: Event) -> int:
        """Number of journal marks during an event: before and after each call of the journal."""
        self.after(number, event)
        return self._marks.get((number, event), 0)

    def offers(self, number: int, to: int) -> tuple[int, ...]:
        """The letters for another seat whose link comes up, and whose head comes again and again.

        All but records were sent before.
        """
        return self._offered(number, to, self.states[to].head)

    def records(self, number: int, to: int) -> tuple[int, ...]:
        """The runs of records among the letters of `offers`."""
        return self._offered(number, to, self.states[to].bare_head)

    def _offered(self, number: int, to: int, head: Head | None) -> tuple[int, ...]:
        asks = self.states[to]
        key = number, asks.seat, head
        if key not in self._offers:
            effects = self._answers(number, asks.seat, head)
            letters = [*_letters(self.states[number].seat, effects, to=asks.seat)]
            if head is asks.bare_head:
                letters = [letter for letter in letters if letter.kind is Kind.RECS]
            else:
                self.records(number, to)
            self._offers[key] = self._number_all(letters, Source(number, 0, to=to))
        return self._offers[key]

    def _answers(self, number: int, to: int, head: Head | None) -> Iterator[Effect]:
        """Answers to the same head twice: the second says that its sender stays, so records are lent."""
        table = self.table(number)
        yield from table.connected(to, NOW + LONG_S)
        if head is None:
            return
        for turn in (2, 3):
            heard = tuple(HEARD + (BEAT * turn if seat == to else 0) for seat in self.genesis.seats)
            frame = Frame(Kind.HEAD, replace(head, heard=heard).encode()).encode()
            yield from table.received(to, frame, NOW + LONG_S * turn)

    # -- playing

    def _table(self, seat: int, journal: MemoryJournal, stored: Stored | None) -> Table:
        skew = b"skew" if seat == self.skewed else b""
        return Table(
            self.genesis,
            seat,
            signer=fast_key(seat),
            verify=fast_verify,
            machine=Even(len(self.genesis.seats), end=self.heights, skew=skew),
            journal=journal,
            stored=stored,
        )

    def _thaw(self, number: int) -> tuple[Table, MemoryJournal]:
        table, journal = self._shelf.load(self.states[number].kept)
        return table, journal

    def _play(self, number: int, event: Event) -> int | None:
        was = self.states[number]
        table, journal = self._thaw(number)
        journal.at = fuse = Fuse(event.at if isinstance(event, Die) else -1)
        past, inner = was.past, event.event if isinstance(event, Die) else event
        effects: list[Effect] = []
        if isinstance(inner, CastVote) and not inner.is_agreed:
            past = replace(past, wishes=past.wishes + 1)
        try:
            if inner is not None:
                effects = self._happen(table, inner, past)
        except (NoView, LocalError):
            return None
        except Crash:
            effects = []
        self._marks[number, event] = fuse.passed
        if isinstance(event, Die):
            stored = journal.crash()
            journal.at, past = Fuse(), replace(past, lives=past.lives + 1)
            table = self._table(was.seat, journal, stored if stored != Stored() else None)
            effects = [*table.start(NOW)]
        return self._keep(table, journal, effects, past, origin=(number, event))

    def _happen(self, table: Table, event: Write | CastVote | Got | Wait, past: Past) -> list[Effect]:
        match event:
            case Write():
                effects = [*table.propose(Draft(b"%d" % past.lives), NOW)]
            case CastVote(view):
                effects = [*table.vote(view, NOW)]
            case Wait():
                effects = [*table.tick(NOW + SYNC_S)]
            case Got(frame):
                letter = self.letters[frame]
                own = letter.seat == table.seat  # brought back by another
                sender = (letter.seat + 1) % len(self.genesis.seats) if own else letter.seat
                effects = [*table.received(sender, letter.frame, NOW)]
        for effect in effects:  # the list grows meanwhile
            if isinstance(effect, Check):
                effects += _judged(table, effect)
        return effects

    def _keep(
        self,
        table: Table,
        journal: MemoryJournal,
        effects: list[Effect],
        past: Past,
        *,
        origin: tuple[int, Event] | None,
    ) -> int:
        if origin is not None:
            sent = self._number_all(_letters(table.seat, effects), Source(origin[0], 0, origin[1]))
            self._sent[origin] = sent
            past = replace(past, sent=past.sent.union(sent))
        finals = {_final(each) for each in effects if isinstance(each, FinalHeight)}
        past = replace(past, finals=past.finals | finals)
        journal.at, journal.calls = Fuse(), 0
        journal.synced = journal.synced[-1 - journal.lost_syncs :]
        disk = (frozen(journal.page), frozen(journal.synced)) if self.dies else None
        key = table.seat, past, frozen(table), disk
        number = self._numbers.setdefault(key, len(self.states))
        if number == len(self.states):
            kept = self._shelf.dump((table, journal))
            self.states.append(_state(table, past, kept))
            self.origins.append(origin)
        return number


def _judged(table: Table, check: Check) -> tuple[Effect, ...]:
    refusal = None
    try:
        check.machine.check(check.place, check.seat, check.pay)
    except PeerError as why:
        refusal = why
    return table.checked(check.job, refusal, NOW)


def _letters(seat: int, effects: Iterable[Effect], *, to: int | None = None) -> Iterator[Letter]:
    """The frames among effects that can change something: heads are made where they are heard (`offers`), and
    runs of records are answers to them; an ERR changes nothing."""
    for effect in effects:
        if isinstance(effect, Send) and to in (None, effect.to):
            frame = parse_frame(effect.frame)
            if frame.t == Kind.ENV:
                yield Letter(open_envelope(frame.b).seat, Kind.ENV, frame.b)
            elif frame.t == Kind.PROOF or (frame.t == Kind.RECS and to is not None):
                yield Letter(seat, Kind(frame.t), frame.b)


def _final(effect: FinalHeight) -> tuple[int, bytes, bytes, bool]:
    is_illegal = any(pay.startswith(b"illegal") for _, pay in effect.entries)
    return effect.k, parse_record(effect.record).h, effect.machine.digest(), is_illegal


def _state(table: Table, past: Past, kept: bytes) -> State:
    log, blame = table.log, table.log.blame
    greeting = [each for each in table.connected((table.seat + 1) % 3, NOW) if isinstance(each, Send)]
    frames = (parse_frame(each.frame) for each in greeting)
    head = next((replace(parse_head(each.b), heard=()) for each in frames if each.t == Kind.HEAD), None)
    return State(
        table.seat,
        past,
        head,
        head and replace(head, open_entries=(), open_acks=(), voted_view=0),
        k=table.log.k,
        v=table.log.v,
        act=table.log.act,
        acts=log.changes._locked_acts(),
        voted=table.log.changes.voted,
        blamed=set(blame.proven) | ({blame.stopped.seat} if blame.stopped else set()),
        is_open=table.log.is_open,
        is_over=not table.log.machine.actors,
        is_synced=log.is_synced,
        may_write=table.log.may_propose,
        kept=kept,
    )


# -- what makes two states one

COUNTS: Final[Mapping[type, tuple[str, ...]]] = {
    Table: ("log", "is_full", "_run"),
    Log: (
        *("v", "act", "round", "before", "records", "book", "changes", "blame", "began", "_disbelieved"),
        *("draft", "has_parted", "_pulse", "_jobs"),
    ),
    Round: ("v", "place", "st", "actors", "entries", "judged", "acks", "lock", "path", "is_void", "act"),
    Book: ("_mine", "_seen", "_early", "_refused"),
    Changes: ("change", "views", "voted", "wanted", "_refused"),
    Views: ("lent", "_votes", "_acks"),
    Lent: ("_paths", "_tried"),
    Blame: ("proven", "stopped", "_faults"),
    Pulse: ("is_synced",),
}
"""Fields that count, of each class of the product that changes. Its others are in `LEFT_OUT`."""
LEFT_OUT: Final[Mapping[type, tuple[str, ...]]] = {
    Table: (
        *("genesis", "seat", "game", "_keys", "_verify", "_post", "pulse", "_stored", "heads", "aside"),
        "_asked",
    ),
    Log: (
        *("game", "seat", "round", "machines", "own_chat", "lent", "_walk", "_signer", "_journal", "_post"),
        "_last_job",
    ),
    Round: ("machine", "came", "disputed_since", "complained"),
    Book: ("_journal",),
    Changes: ("game", "seat", "_book", "_signer", "_post", "_open_since", "_named"),
    Views: ("_seat", "_found", "_ground"),
    Lent: (),
    Blame: ("_act", "_seat", "_journal", "_post"),
    Pulse: (
        *("_apart_s", "_is_new", "_heard_at", "_met_at", "_silent", "_sync_by", "_head_at", "_nudge_at"),
        *("_retry_at", "_has_moved", "_skipped", "_is_calm", "_quiet"),
    ),
}
"""Fields that never change, follow from those that count, or are clocks, limits, hints or caches."""


def frozen(value: object) -> object:
    """The parts of a value that count, to be compared and hashed."""
    kind = type(value)
    if kind in COUNTS:
        return tuple(frozen(getattr(value, name)) for name in COUNTS[kind])
    match value:
        case dict():
            return frozenset((key, frozen(each)) for key, each in value.items())
        case list() | set():  # records come in rising order, and the order of faults does not count
            return frozenset(map(frozen, value))
        case tuple():
            return tuple(map(frozen, value))
        case Tables():
            return tuple(frozen(getattr(value, each)) for each in fields_of(type(value)))
    return value
