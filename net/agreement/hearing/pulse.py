"""Timers for heads (R9), and the wait of a restarted peer before it signs again (R11)."""

from __future__ import annotations

from typing import Final

HEAD_S: Final = 1.0
QUIET_HEAD_S: Final = 2.0
"""`HEAD_S` while nothing is open; shorter than `FRESH_S` of `net.link.peers`, so that links stay trusted."""
QUIET: Final = 5
"""Number of heads sent every `HEAD_S` after the last final height; the later ones come every
`QUIET_HEAD_S`."""
NUDGE_S: Final = 0.3
SYNC_S: Final = 3.0
MET_S: Final = 30.0
"""After two halves of a table meet again: time for one half to learn that the other has ended the game."""
SKIPS: Final = 2
"""Number of heads that may be left out in a row while heights become final."""


class Pulse:
    """The timers of a table. Times are seconds of the caller's clock; none is part of any state."""

    def __init__(self, others: tuple[int, ...], *, apart_s: float = 0.0, is_new: bool = True) -> None:
        self._apart_s = apart_s
        self._is_new = is_new
        self._heard_at: dict[int, float] = {}
        self._met_at: dict[int, float] = {}
        """Time at which a seat was heard for the first time, or again after a long silence."""
        self._silent = set(others)
        self._sync_by: float | None = None
        self._head_at: float | None = None
        self._nudge_at: float | None = None
        self._retry_at: float | None = None
        self._has_moved = False
        self._skipped = 0
        self._is_calm = False
        """True if no message of this seat waits for an answer of other seats."""
        self._quiet = 0
        """Number of heads since the last final height, or since this seat's last message."""

    def start(self, now: float) -> None:
        self._sync_by = now + SYNC_S
        self._head_at = now + HEAD_S

    @property
    def deadline(self) -> float | None:
        """Time of the next thing that is due; None before the start."""
        times = (self._head_at, self._nudge_at, self._retry_at, None if self.is_synced else self._sync_by)
        return min((time for time in times if time is not None), default=None)

    # -- R11: no new signature until the others were heard or the wait is over

    @property
    def is_synced(self) -> bool:
        """True if this peer may sign new messages after its start (R11)."""
        return self._sync_by is not None and not self._silent

    def heard(self, seat: int) -> None:
        """Note that a head of `seat` came."""
        self._silent.discard(seat)

    # -- absent seats, for an end by half of the table (5.7)

    def has_missed(self, seat: int, now: float) -> bool:
        """True if nothing was heard from `seat` for `apart_s`, up to now or a moment ago. In a resumed game
        also if nothing was heard from it since the start: nobody knows how long it was away before."""
        last = self._heard_at.get(seat)
        if last is None:
            return not self._is_new
        return now - last >= self._apart_s or now - self._met_at.get(seat, now - 2 * MET_S) <= MET_S

    def note(self, seat: int, now: float) -> None:
        """Note a head of `seat`, or a recent message of `seat` that another seat passed on."""
        last = self._heard_at.get(seat)
        if (last is None and not self._is_new) or (last is not None and now - last >= self._apart_s):
            self._met_at[seat] = now
        self._heard_at[seat] = now

    def has_waited(self, now: float) -> bool:
        """True if the wait for the last silent seats ends now."""
        if self.is_synced or self._sync_by is None or now < self._sync_by:
            return False
        self._silent.clear()
        return True

    # -- R9: heads

    def nudge(self, now: float) -> None:
        """Plan to ask for the messages that the round lacks, soon after a message of this seat went out."""
        self._nudge_at = now + NUDGE_S
        self._is_calm, self._quiet = False, 0
        if self._head_at is not None:
            self._head_at = min(self._head_at, now + HEAD_S)

    def calm(self, *, says_so: bool) -> None:
        """Note that a height is final. A seat that signs nothing (not `says_so`) leaves out no head."""
        self._nudge_at = None
        self._is_calm, self._quiet = True, 0
        self._has_moved = says_so

    def head_due(self, now: float) -> bool:
        """True if a head to everybody is due now; plans the next."""
        if self._head_at is None or now < self._head_at:
            return False
        self._head_at = now + HEAD_S
        # Final heights show the others this seat's height, as well as a head would.
        if self._has_moved and self._skipped < SKIPS:
            self._has_moved = False
            self._skipped += 1
            return False
        self._has_moved, self._skipped = False, 0
        self._quiet += 1
        if self._is_calm and self._quiet > QUIET:
            self._head_at = now + QUIET_HEAD_S
        return True

    def nudge_due(self, now: float) -> bool:
        """True if it is time to ask for the messages that an open round lacks; asks once."""
        if self._nudge_at is None or now < self._nudge_at:
            return False
        self._nudge_at = None
        return True

    # -- retry after a full disk

    def retry(self, now: float) -> None:
        """Schedule another attempt after `HEAD_S`."""
        self._retry_at = now + HEAD_S

    def retry_due(self, now: float) -> bool:
        """True if it is time to try again; asks once."""
        if self._retry_at is None or now < self._retry_at:
            return False
        self._retry_at = None
        return True
