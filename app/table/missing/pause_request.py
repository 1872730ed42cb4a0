"""The request of this seat's player or bot for a pause, or for the end of one (net 5.7)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from app.absence import Paused
from app.messages import Listener
from app.table.missing.company import Company
from net.agreement.effects import Pausing
from net.errors import LocalError, NoView
from net.seat.session import Session


class PauseRequest:
    """The request. It holds across changes of view, and while a rule makes our move."""

    def __init__(self, session: Session, company: Company, tell: Listener) -> None:
        self._session = session
        self._company = company
        self._tell = tell
        self._seat = session.dealer.seat
        self._is_bot = company.is_bot or company.runners[self._seat] is not None
        self._is_wanted = False

    def take(self, news: Pausing, present: Callable[[], set[int]], now: float) -> None:
        """Take in the pause, and the seats that want to change it; `present` returns the seats here."""
        self._tell(Paused(news.by, news.is_paused))
        if self._is_bot:
            self._agree(news, present, now)
        elif self._seat in news.by:  # perhaps kept by the others during our restart
            self._is_wanted = not news.is_paused
        elif news.is_paused and not news.by:
            self._is_wanted = True

    def want(self, now: float, *, wanted: bool) -> None:
        """Take in our player's request for a pause, or for its end."""
        self._is_wanted = wanted
        self.renew(now)

    def renew(self, now: float) -> None:
        """Send our player's request, unless the others know it."""
        table, pausing = self._session.table, self._session.table.aside.pausing
        if self._is_bot or self._seat not in table.log.act:
            return
        if self._is_wanted != (pausing.is_paused != (self._seat in pausing.by)):
            self._session.pause(now, wanted=self._is_wanted)

    def _agree(self, asked: Pausing, present: Callable[[], set[int]], now: float) -> None:
        """Let a bot want what its runner wants, or else what anybody wants."""
        runner, others = self._company.runners[self._seat], {*asked.by} - {self._seat}
        wants = runner in others if runner in present() else bool(others)
        if wants != (self._seat in asked.by):
            with suppress(NoView, LocalError):  # the next news about the pause tries again
                self._session.pause(now, wanted=wants != asked.is_paused)
