"""Where one seat stands: all that may be read of its table (`net.agreement.table`)."""

from __future__ import annotations

from net.agreement.aside.aside import Aside
from net.agreement.effects import Awaited, Fault, Pausing, Said
from net.agreement.hearing.heads import Heads
from net.agreement.hearing.pulse import Pulse
from net.agreement.log import Log
from net.machine import Machine, Place, TableView
from net.wire.bodies import Vote


class Readout:
    """What a table has come to, what it waits for, and what the others have told."""

    _log: Log
    _heads: Heads
    _aside: Aside
    _pulse: Pulse

    @property
    def k(self) -> int:
        """The last final height."""
        return self._log.k

    def machine_at(self, k: int) -> Machine | None:
        """The machine at one of the last final heights, or at the height above them that this seat has
        acknowledged; None at another."""
        return self._log.machine_at(k)

    @property
    def prev(self) -> bytes:
        """The chain hash of the last final height; the game's id at height 0."""
        return self._log.prev

    @property
    def machine(self) -> Machine:
        """The machine at the last final height."""
        return self._log.machine

    @property
    def records(self) -> tuple[bytes, ...]:
        """All final records, raw, from height 1."""
        return tuple(self._log.records)

    @property
    def may_propose(self) -> bool:
        """Whether this seat may write at height `k` + 1 now."""
        return self._log.may_propose

    @property
    def has_parted(self) -> bool:
        """Whether this seat has left for good, and nobody has gone on without it yet: it signs nothing."""
        return self._log.has_parted

    @property
    def v(self) -> int:
        """The view that is final."""
        return self._log.v

    @property
    def wish(self) -> TableView | None:
        """What this seat votes for until some view is final."""
        return self._log.changes.wish

    @property
    def is_changing(self) -> bool:
        """Whether this seat has acknowledged a change of view that is not final."""
        return self._log.changes.change is not None

    def behind(self, seat: int) -> int:
        """How many heights another seat was behind this one when its last head came."""
        return self._heads.behind(seat)

    def is_heard_by_others(self, seat: int) -> bool:
        """Whether a seat has never spoken to us itself, but others have brought what it signed."""
        return self._heads.is_heard_by_others(seat)

    @property
    def votes(self) -> tuple[Vote, ...]:
        """All votes for views that are not final, by view and seat."""
        return tuple(cast.vote for cast in self._log.changes.views.casts)

    @property
    def act(self) -> tuple[int, ...]:
        """The seats that sit at the table in this view; the others may only follow."""
        return self._log.act

    @property
    def voted(self) -> int:
        """The last view that this seat has voted for. While it is above `v` nothing is signed in `v`."""
        return self._log.changes.voted

    @property
    def stand(self) -> tuple[Place, Machine]:
        """Where a view would begin that this seat votes for now, and the machine below it: the last final
        height, or what this seat has acknowledged above it."""
        return self._log.stand

    @property
    def open(self) -> Awaited:
        """Whose entry or ack height `k` + 1 waits for, or the change of view that this seat has locked."""
        return (self._log.changes.change or self._log.round).open

    @property
    def everybody_at(self) -> int:
        """The height that every seat has said to have reached: before that nobody may go home.

        A seat that speaks to us by others only cannot say so: what it still lacks, they give it.
        """
        return self._heads.everybody_at

    def lacks(self, seat: int) -> bool:
        """Whether another seat has not said yet that it has come to our height."""
        return self._heads.reached(seat) < self._log.k

    @property
    def stopped(self) -> Fault | None:
        """Why this table signs nothing more, if so."""
        return self._log.blame.stopped

    @property
    def proven(self) -> frozenset[int]:
        """The seats that have signed what is proven to be false: nobody goes on with them."""
        return frozenset(self._log.blame.proven)

    @property
    def is_open(self) -> bool:
        """Whether anything can still become final: not stopped, or those who are left may go on without
        the seat that is to blame."""
        return self._log.is_open

    @property
    def pausing(self) -> Pausing:
        """Whether the clocks are paused, and who wants that to change."""
        return self._aside.pausing

    @property
    def chat(self) -> tuple[Said, ...]:
        """The last lines of chat, oldest first."""
        return self._aside.lines

    @property
    def deadline(self) -> float | None:
        """When `tick` is wanted at the latest; None before `start`."""
        return self._pulse.deadline
