"""Reports of what each seat has heard (R9, R10): heads are numbered, and each names the last number heard
from every seat.

A link keeps the order of its frames. So once a peer has heard one of our heads, all that we sent before that
head has arrived there or is lost: this, and no clock, tells lost frames from slow ones. And a seat that falls
behind in hearing another has no good link to it: one of the other seats passes on to it what that seat signs,
and each computes which one.

Everything here is a hint that only its sender vouches for: a false one costs frames, never safety.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

BEAT: Final = 16
"""Heads to everybody have numbers divisible by this; heads to one seat have the numbers between."""
LAG: Final = 3
"""A seat that has missed this many heads in a row, which others had, has no good link to their author."""
ALIVE_S: Final = 4.5
"""Limit of silence for a live seat: heads come at least every four seconds (`pulse`)."""
LEND_S: Final = 3.0
"""Wait after which the others help out one by one, whatever the heads say."""


class Reach:
    """Numbers of the heads heard by this seat, and by every other seat by its own account."""

    def __init__(self, seat: int, seats: tuple[int, ...]) -> None:
        self._seat = seat
        self._seats = seats
        self._heard = dict.fromkeys(seats, 0)
        self._told: dict[int, tuple[int, ...]] = {}
        self._head_at: dict[int, float] = {}
        self._lends: dict[int, frozenset[int]] = {}

    @property
    def number(self) -> int:
        """The number of this seat's last head."""
        return self._heard[self._seat]

    @property
    def heard(self) -> tuple[int, ...]:
        """The last number heard from each seat, for the next head; this seat's own number for itself."""
        return tuple(self._heard[seat] for seat in self._seats)

    def count(self, *, to_all: bool) -> None:
        """Count a head that goes out now."""
        number = self.number
        if to_all:
            self._heard[self._seat] = (number // BEAT + 1) * BEAT
        elif number % BEAT != BEAT - 1:
            self._heard[self._seat] = number + 1

    def hear(self, sender: int, heard: tuple[int, ...], now: float) -> None:
        """Take in what a head of `sender` says it has heard (for itself: the number of this head)."""
        self._told[sender] = heard
        self._heard[sender] = heard[sender]
        self._head_at[sender] = now
        self._lends[sender] = frozenset(
            author
            for author in self._seats
            if author not in (sender, self._seat)
            and self._lag(author, sender) >= LAG
            and self._bridge(author, sender, now) == self._seat
        )

    def came(self, author: int) -> int:
        """Number to store with a message of `author` that comes now, for `is_owed`."""
        return self._heard[author] // BEAT

    def has_passed(self, to: int, number: int) -> bool:
        """True if `to` has heard a head that we sent after our head `number`."""
        return self._of(to, self._seat) > number

    def lends_to(self, author: int) -> tuple[int, ...]:
        """The seats that hear nothing from `author`, to which this seat passes on what `author` sends."""
        return tuple(seat for seat in sorted(self._lends) if author in self._lends[seat])

    def is_owed(self, author: int, to: int, *, came: int, since: float, now: float) -> bool:
        """True if we must give `to` what it lacks from `author`, which we have had since `since`.

        The author gives a message if `to` hears the author; else the one seat that lends to `to` does. The
        others do so one after the other: when `to` has heard later heads of the author, or after some time.
        """
        if author in (self._seat, to) or author in self._lends.get(to, ()):
            return True
        rank = self.rank(author, to, now)
        has_missed = self._of(to, author) // BEAT >= came + 2 + rank
        return has_missed or now - since >= LEND_S * (1 + rank)

    def rank(self, after: int, to: int, now: float) -> int:
        """Number of seats that come before this one in giving something to `to`, counted from `after` on."""
        found = 0
        for seat in self._from(after):
            if seat == self._seat:
                break
            found += seat != to and self._is_alive(seat, now) and self._lag(seat, to) < LAG
        return found

    def _of(self, seat: int, author: int) -> int:
        """The last number of `author` that `seat` claims to have heard."""
        if seat == self._seat:
            return self._heard[author]
        told = self._told.get(seat)
        return told[author] if told else 0

    def _lag(self, author: int, to: int) -> int:
        """Number of heads to everybody that `author` has sent and `to` has not heard, as far as we know."""
        return self._heard[author] // BEAT - self._of(to, author) // BEAT

    def _bridge(self, author: int, to: int, now: float) -> int | None:
        """The first seat after `author` that hears it and is heard by `to`; None if there is none."""
        for seat in self._from(author):
            if seat in (author, to) or self._lag(seat, to) >= LAG:
                continue
            if self._is_alive(author if seat == self._seat else seat, now) and self._lag(author, seat) < LAG:
                return seat
        return None

    def _is_alive(self, seat: int, now: float) -> bool:
        return now - self._head_at.get(seat, now - ALIVE_S) < ALIVE_S

    def _from(self, seat: int) -> Iterator[int]:
        """All seats in their order, beginning after `seat`."""
        yield from (*self._seats[seat + 1 :], *self._seats[: seat + 1])
