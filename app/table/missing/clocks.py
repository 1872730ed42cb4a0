"""The time of a move, by this seat's own clock (net 5.7).

The clock runs from the moment when the height before the move became final here until the entry arrives. It
stands still during a pause and while somebody is missing. When the time is over, the other players'
programs vote, each by its own clock: so neither the mover's clock decides, nor any other single one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from app.absence import AbsentWhy, Missing, TurnClock
from app.messages import Listener
from app.table.missing import words
from app.table.missing.company import Company
from net.machine import Choice, TableView, Why
from net.seat.session import Session

SLEPT_S: Final = 2.0
"""Maximum number of seconds counted between two ticks. After a longer time this program itself was asleep,
and has not read the messages that came meanwhile."""
HURRY_S: Final = 15.0
"""Seconds that the others' programs have after a move's time is over; then their people are asked."""


class Late(Struct, frozen=True):
    """A player over time by our clock: seat, height, since when. `hindrance`: why no rule can make the move,
    "" if one can."""

    seat: int
    k: int
    since: float
    hindrance: str


class LateMove:
    """Handles a move that takes too long; `wanted` is the view in which a rule makes that move."""

    def __init__(self, session: Session, company: Company, tell: Listener, now: float) -> None:
        self._session = session
        self._company = company
        self._seat = session.dealer.seat
        self._clock = MoveClock(session, company.policy.move_limit_s, tell, now)
        self.late: Late | None = None
        self.wanted: TableView | None = None

    @property
    def mover(self) -> int | None:
        """Seat whose entry for a move is missing; None while no move is due."""
        return self._clock.mover

    def forget(self) -> None:
        """Forget the late move, because another view has begun."""
        self.late = self.wanted = None

    def tick(self, now: float, *, is_stopped: bool, here: Callable[[int], bool]) -> None:
        """Take in the time. The clock `is_stopped` while somebody is missing, or in a pause. A seat that is
        not `here` is not hurried: those who are here decide about it."""
        self._clock.tick(now, is_stopped=is_stopped)
        table, seat = self._session.table, self._clock.late
        if seat is None or not self._may_judge(seat) or not here(seat):
            self.forget()
            return
        if self.late is not None and (self.late.seat, self.late.k) == (seat, table.log.k):
            return
        view = TableView(tuple(each for each in table.log.act if each != seat), Choice.STAND_IN, Why.SLOW)
        why = self._session.may_vote(view)
        hindrance = "" if why is None else words.hindrance(why, self._company.who((seat,)))
        self.late = Late(seat, table.log.k, now, hindrance)
        self.wanted = None if hindrance else view

    def asks_about(self, now: float) -> Missing | None:
        """Return the mover about whom people must be asked, because the programs cannot settle it by
        themselves."""
        late = self.late
        if late is None or not (late.hindrance or now - late.since >= HURRY_S):
            return None
        return Missing(late.seat, AbsentWhy.SLOW, int(now - late.since))

    def _may_judge(self, late: int) -> bool:
        """True if this seat votes about another's time: at least two people must have such a vote."""
        act = self._session.table.log.act
        others = [seat for seat in act if seat != late]
        judges = self._company.people(others) - self._company.people((late,))
        return self._seat in others and len(judges) > 1 and 2 * len(others) > len(act)


class MoveClock:
    """The time of the move that is due; `limit_s` 0: no limit."""

    def __init__(self, session: Session, limit_s: int, tell: Listener, now: float) -> None:
        self._session = session
        self._limit_s = limit_s
        self._tell = tell
        self._k = -1
        self._used_s = 0.0
        self._at = now
        self._told: tuple[int, int] | None = None

    @property
    def mover(self) -> int | None:
        """Seat whose entry for a move or a choice is missing, the first of several; None if none is due."""
        table, step = self._session.table, self._session.replica.step
        if not step.kind.is_for_people or table.log.k != self._k:
            return None
        return next(iter(table.log.open.entries), None)

    @property
    def late(self) -> int | None:
        """Seat over time; None for nobody."""
        return self.mover if self._limit_s and self._used_s >= self._limit_s else None

    def tick(self, now: float, *, is_stopped: bool) -> None:
        """Take in the time; it is not counted while the clock `is_stopped`."""
        if not self._limit_s:
            return
        passed, self._at = min(now - self._at, SLEPT_S), now
        if self._session.table.log.k != self._k:
            self._k, self._used_s, self._told = self._session.table.log.k, 0.0, None
        elif not is_stopped:
            self._used_s += passed
        if (mover := self.mover) is None:
            return
        left = max(0, int(self._limit_s - self._used_s + 0.999))
        if self._told != (self._k, left):
            self._told = self._k, left
            own = self._session.dealer.seat  # if several choose at once, each sees its own time
            seat = own if own in self._session.table.log.open.entries else mover
            self._tell(TurnClock(seat, left, is_over=left == 0))
