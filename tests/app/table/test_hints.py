"""Hints and reactions at a table between peers: who may ask, and what the others are told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app import messages
from app.table.start import Hosting, Joining
from net.wire.genesis import USUAL, Hints
from tests.support.catalogue import GAMES
from tests.support.sittings import Sitting, desk_of, sittings, until

OPTIONS = tuple(GAMES["plump"].checked_options(2, {"length": "short"}).items())


def has_heard(sitting: Sitting) -> bool:
    """Whether something of the other has come through to it."""
    news = sitting.last(messages.Advanced)
    return news is not None and news.k > 0


@pytest.mark.parametrize("hints", list(Hints))
def test_among_people_a_hint_is_agreed_on_and_told(tmp_path: Path, hints: Hints) -> None:
    with sittings() as sit:
        agreed = replace(USUAL, hints=hints)
        host = sit(desk_of(tmp_path, "Lisa"), Hosting("plump", 2, OPTIONS, policy=agreed))
        invitation = until("an invitation", lambda: host.last(messages.Gathering)).invitation
        toby = sit(desk_of(tmp_path, "Toby"), Joining(invitation))
        until("the start", lambda: host.last(messages.Started) and toby.last(messages.Started))
        until("the first heights", lambda: all(map(has_heard, (host, toby))))  # before, a line may get lost
        host.orders.put(messages.AskHint())
        if hints is Hints.ALLOWED:
            told = until("the news", lambda: toby.last(messages.HintAsked) and host.last(messages.HintAsked))
            assert told == messages.HintAsked(0)
        else:
            refused = until("a refusal", lambda: host.last(messages.Refused))
            assert refused.text.startswith("At this table hints are not allowed")
        toby.orders.put(messages.React("cheers"))
        until("the reaction", lambda: host.last(messages.Reaction))

    assert host.last(messages.Reaction) == messages.Reaction(1, "cheers")
    assert bool(toby.last(messages.HintAsked)) == (hints is Hints.ALLOWED)
    assert not host.last(messages.ChatLine)
