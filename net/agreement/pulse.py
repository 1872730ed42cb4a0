"""When heads are due (R9), when a restarted peer may sign again (R11), and who needs relaying (R10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

HEAD_S: Final = 1.0
NUDGE_S: Final = 0.3
SYNC_S: Final = 3.0
RELAY_S: Final = 10.0
LATE_S: Final = 0.1


class Pulse:
    """The timers of a table. Times are seconds of the host's clock; none is part of any state."""

    def __init__(self, others: tuple[int, ...]) -> None:
        self._silent = set(others)
        self._sync_by: float | None = None
        self._head_at: float | None = None
        self._nudge_at: float | None = None
        self._retry_at: float | None = None
        self._relays: dict[tuple[int, int], float] = {}

    def start(self, now: float) -> None:
        """Begin to beat."""
        self._sync_by = now + SYNC_S
        self._head_at = now + HEAD_S

    @property
    def deadline(self) -> float | None:
        """When something is due next; None before the start."""
        times = (self._head_at, self._nudge_at, self._retry_at, None if self.is_synced else self._sync_by)
        return min((time for time in times if time is not None), default=None)

    # -- R11: no new signature before the others were heard, or long enough waited for

    @property
    def is_synced(self) -> bool:
        """Whether this peer may sign something new."""
        return self._sync_by is not None and not self._silent

    def heard(self, seat: int) -> None:
        """A head of `seat` came."""
        self._silent.discard(seat)

    def has_waited(self, now: float) -> bool:
        """Whether the wait for the last silent seats ends now."""
        if self.is_synced or self._sync_by is None or now < self._sync_by:
            return False
        self._silent.clear()
        return True

    # -- R9: heads

    def nudge(self, now: float) -> None:
        """An own message went out: ask soon whether the round is through."""
        self._nudge_at = now + NUDGE_S

    def calm(self) -> None:
        """The round is through."""
        self._nudge_at = None

    def head_due(self, now: float) -> bool:
        """Whether a head to everybody is due now; plans the next."""
        due = False
        if self._nudge_at is not None and now >= self._nudge_at:
            self._nudge_at, due = None, True
        if self._head_at is not None and now >= self._head_at:
            self._head_at, due = now + HEAD_S, True
        return due

    # -- retrying what the disk had no room for

    def retry(self, now: float) -> None:
        """Try again in a while."""
        self._retry_at = now + HEAD_S

    def retry_due(self, now: float) -> bool:
        """Whether it is time to try again; asks once."""
        if self._retry_at is None or now < self._retry_at:
            return False
        self._retry_at = None
        return True

    # -- R10: nobody knows the links of others; who lacks what we have had for a while shows them

    def lacks(self, seat: int, authors: Iterable[int], *, had_since: dict[int, float], now: float) -> None:
        """`seat` lacks messages of `authors` that we have had since the given times.

        If that is longer than a direct frame takes, `seat` has no good link to that author, and
        new messages of that author are passed on to `seat` at once for a while.
        """
        for author in authors:
            if author != seat and now - had_since.get(author, now) >= LATE_S:
                self._relays[(author, seat)] = now + RELAY_S

    def needs_relay(self, author: int, now: float) -> tuple[int, ...]:
        """The seats to which a new message of `author` should be passed on."""
        return tuple(
            sorted(seat for (writer, seat), until in self._relays.items() if writer == author and now < until)
        )
