"""Pauses of the clocks: anybody may ask for one, and all who sit at the table must agree (net 5.7).

Each seat sends the number of changes, into a pause and out of it again, that it has agreed to: its *stage*.
The lowest stage is the one that all have agreed to; an odd stage is a pause. So a pause depends only on the
last request of each seat, and not on the order in which requests of different seats come. A seat that
withdraws its request goes back to the stage that holds. A request is for one view: in a new view nothing is
paused. A request for a view that has not begun here is kept until the view begins.

All of this is outside the log: only the clocks depend on it, and a clock decides nothing by itself.
"""

from __future__ import annotations

from typing import Final

from net.agreement.effects import Pausing
from net.link.contract import TokenBuckets
from net.wire.bodies import Pause
from net.wire.envelope import Envelope

WORDS_PER_S: Final = 2.0
WORDS_BURST: Final = 10.0
_NO_PAUSE: Final = Pausing((), is_paused=False)


class Pauses:
    """The last request of each seat of view `v`, whose seats are `act`."""

    def __init__(self, game: bytes, seat: int, *, v: int, act: tuple[int, ...]) -> None:
        self._game = game
        self._seat = seat
        self._v = v
        self._act = act
        self._words: dict[int, tuple[Envelope, Pause]] = {}
        self._early: dict[int, tuple[Envelope, Pause]] = {}
        self._n = 0
        self._rates = TokenBuckets[int](WORDS_PER_S, WORDS_BURST)

    @property
    def now(self) -> Pausing:
        """The present pause, and the seats that have asked to change it. Read after every message."""
        if not self._words:
            return _NO_PAUSE
        holds = self._holds
        asking = tuple(seat for seat in self._act if self._stage(seat) > holds)
        return Pausing(asking, is_paused=holds % 2 == 1)

    @property
    def raws(self) -> tuple[bytes, ...]:
        """The last request of each seat as it came, for a peer that may have missed it or lost its own."""
        return tuple(envelope.raw for _, (envelope, _) in sorted(self._words.items()))

    def begin(self, v: int, act: tuple[int, ...]) -> None:
        """Begin a new view: the requests for earlier views are void."""
        self._v, self._act, self._n = v, act, 0
        self._words.clear()
        early, self._early = self._early, {}
        for envelope, pause in early.values():
            if pause.v >= v:
                self.take(envelope, pause)

    def want(self, *, paused: bool) -> Pause:
        """The request by which this seat asks for a pause or its end, agrees to it, or withdraws it."""
        holds = self._holds
        return self._next(holds + 1 if paused != self.now.is_paused else holds)

    def is_new(self, pause: Pause) -> bool:
        """True if this request is later than the last one of its seat, and for this view or a later view."""
        known = (self._words if pause.v == self._v else self._early).get(pause.seat)
        return pause.v >= self._v and (known is None or (pause.v, pause.n) > (known[1].v, known[1].n))

    def is_in_pace(self, seat: int, now: float) -> bool:
        """Count a request of a seat; False if too many have come at once."""
        return self._rates.take(seat, 1.0, now)

    def take(self, envelope: Envelope, pause: Pause) -> None:
        """Take in a new request whose signature and pace were checked. This seat's own request, which others
        kept across its restart, holds again."""
        if pause.v > self._v:
            self._early[pause.seat] = envelope, pause
            return
        self._words[pause.seat] = envelope, pause
        if pause.seat == self._seat:
            self._n = max(self._n, pause.n)

    @property
    def _holds(self) -> int:
        return min(map(self._stage, self._act))

    def _stage(self, seat: int) -> int:
        word = self._words.get(seat)
        return 0 if word is None else word[1].stage

    def _next(self, stage: int) -> Pause:
        self._n += 1
        return Pause(self._game, self._v, self._seat, self._n, stage)
