"""The order of seats around a table."""

from __future__ import annotations

from app.messages import Guest, TableInfo
from app.screens.seats import names_of

INFO = TableInfo("ab", "plump", (), (Guest("Ada", "w"), Guest("Bot", "w", bot=True)), 1)


def test_the_names_of_the_seats_are_those_of_the_guests() -> None:
    assert names_of(INFO) == ("Ada", "Bot")
