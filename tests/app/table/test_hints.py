"""Hints and reactions at a table between peers: the right to ask, and the news to the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import messages
from app.table.start import Hosting, Joining
from net.wire.genesis import USUAL, Hints
from tests.support.catalogue import GAMES
from tests.support.sittings import Sitting, env_of, sittings, until
from tests.support.values import replace

OPTIONS = tuple(GAMES["plump"].checked_options(2, {"length": "short"}).items())


def has_heard(sitting: Sitting) -> bool:
    """True if a seat has heard from the other."""
    news = sitting.last(messages.Advanced)
    return news is not None and news.k > 0


@pytest.mark.parametrize("hints", list(Hints))
def test_among_people_hints_must_be_agreed_on_and_are_announced_to_all(tmp_path: Path, hints: Hints) -> None:
    with sittings() as sit:
        agreed = replace(USUAL, hints=hints)
        host = sit(env_of(tmp_path, "Lisa"), Hosting("plump", 2, OPTIONS, policy=agreed))
        invitation = until("an invitation", lambda: host.last(messages.Gathering)).invitation
        toby = sit(env_of(tmp_path, "Toby"), Joining(invitation))
        until("the start", lambda: host.last(messages.Started) and toby.last(messages.Started))
        until("the first heights", lambda: all(map(has_heard, (host, toby))))  # before, a line may get lost
        host.orders.put(messages.AskHint())
        if hints is Hints.ALLOWED:
            told = until("the news", lambda: toby.last(messages.HintAsked) and host.last(messages.HintAsked))
            assert told == messages.HintAsked(0)
        else:
            refused = until("a refusal", lambda: host.last(messages.Refused))
            assert refused.text.startswith("Hints are not allowed at this table")
        toby.orders.put(messages.React("cheers"))
        until("the reaction", lambda: host.last(messages.Reaction))

    assert host.last(messages.Reaction) == messages.Reaction(1, "cheers")
    assert bool(toby.last(messages.HintAsked)) == (hints is Hints.ALLOWED)
    assert not host.last(messages.ChatLine)


@pytest.mark.slow
def test_a_player_who_leaves_a_finished_table_for_the_next_is_heard_to_want_it(tmp_path: Path) -> None:
    """The order to leave comes right after "I want to play again", which must still go out."""
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Lisa"), Hosting("plump", 2, OPTIONS))
        invitation = until("an invitation", lambda: host.last(messages.Gathering)).invitation
        toby = sit(env_of(tmp_path, "Toby"), Joining(invitation))
        until("the start", lambda: host.last(messages.Started) and toby.last(messages.Started))
        sent = [-1, -1]

        def is_over() -> bool:
            for seat, each in enumerate((host, toby)):
                news = each.last(messages.Advanced)
                if news is not None and news.k > sent[seat] and (actions := news.view.actions()):
                    sent[seat] = news.k
                    each.orders.put(messages.Choose(news.k, actions[0]))
            return all(each.last(messages.Finished) for each in (host, toby))

        until("the end of the game", is_over)
        host.orders.put(messages.React("again"))
        host.orders.put(messages.Quit())
        heard = until("the wish", lambda: toby.last(messages.Reaction))

    assert heard == messages.Reaction(0, "again")
