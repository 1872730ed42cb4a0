"""A game behind a table that is told every event, as the window tells it."""

from __future__ import annotations

from app.messages import Advanced
from tests.support.table_hands import Play


class ToldPlay(Play):
    """`Play` with the events since the last news in each."""

    told = 0

    def _tell(self) -> None:
        events = tuple(self.local.events[self.told :])
        self.told = len(self.local.events)
        self.table.show_advanced(Advanced(self.told, self.local.view(self.seat), events))
