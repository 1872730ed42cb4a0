"""Who sits where, and how the link to each is, in words."""

from __future__ import annotations

import pytest

from app.messages import Guest, Presence, PresenceState, TableInfo
from app.screens.seats import HERE, SeatLink, link_of, names_of

INFO = TableInfo("ab", "plump", (), (Guest("Ada", "w"), Guest("Bot", "w", bot=True)), 1)


@pytest.mark.parametrize(
    ("presence", "link"),
    [
        (Presence(1, PresenceState.AWAY, 12), SeatLink(PresenceState.AWAY, "no answer for 12 s")),
        (Presence(1, PresenceState.AWAY), SeatLink(PresenceState.AWAY, "no answer")),
        (Presence(1, PresenceState.AWAY, -3), SeatLink(PresenceState.AWAY, "no answer")),
        (Presence(1, PresenceState.BACK), SeatLink(PresenceState.BACK, "back again")),
        (Presence(1, PresenceState.HERE), HERE),
    ],
)
def test_links_in_words(presence: Presence, link: SeatLink) -> None:
    assert link_of(presence) == link


def test_names() -> None:
    assert names_of(INFO) == ("Ada", "Bot")
