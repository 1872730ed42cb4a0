"""Coming back to a table that has begun: by anybody's invitation, and to people who have moved."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app import messages
from app.build import Environment
from app.keep.profile import start_profile
from app.table.kept import unfinished
from app.table.start import Hosting, Joining, Resuming
from net.lobby.invitation import parse_invitation
from tests.support.catalogue import GAMES
from tests.support.sittings import Sitting, env_of, sittings, until
from tests.support.values import replace

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs further addresses of loopback")


def again(env: Environment, address: str) -> Environment:
    """The environment of the same player after a new start, on another address."""
    return replace(env, profile=start_profile(env.home, randomness=env.random), listen=address)


def moved(env: Environment, table: str) -> Environment:
    """The same after a move: the player is started again and knows nobody's address."""
    with env.journal() as journal:
        journal.game(bytes.fromhex(table)).keep_addresses({})
    return again(env, "127.0.0.1")


def three(sit: object, folder: Path) -> list[Sitting]:
    options = GAMES["plump"].checked_options(3, {"length": "short"})
    host = sit(env_of(folder, "Lisa"), Hosting("plump", 3, tuple(options.items())))
    invitation = until("an invitation", lambda: host.last(messages.Gathering)).invitation
    people = [host, *(sit(env_of(folder, nick), Joining(invitation)) for nick in ("Toby", "Ed"))]
    until("the start", lambda: all(each.last(messages.Started) for each in people))
    until("the first position", lambda: all(each.last(messages.Advanced) for each in people))
    return people


def seat_of(sitting: Sitting, nick: str) -> int:
    started = sitting.last(messages.Started)
    assert started is not None
    return [guest.nick for guest in started.info.guests].index(nick)


def sees(sitting: Sitting, nick: str) -> bool:
    """True if there is a direct way to that player now."""
    seat = seat_of(sitting, nick)
    told = [news.state for news in sitting.news if isinstance(news, messages.Presence) and news.seat == seat]
    return bool(told) and told[-1] in (messages.PresenceState.HERE, messages.PresenceState.BACK)


def test_every_player_can_invite_back_and_the_host_is_not_needed(tmp_path: Path) -> None:
    with sittings() as sit:
        host, toby, ed = three(sit, tmp_path)
        invitation = until("Toby's invitation", lambda: toby.last(messages.Inviting)).invitation
        assert parse_invitation(invitation).host_key == toby.env.profile.identity.curve_public
        stranger = sit(env_of(tmp_path, "Mallory"), Joining(invitation))
        until("a refusal", lambda: stranger.failed)
        host.leave()
        ed.leave()
        back = sit(again(ed.env, "127.0.0.9"), Joining(invitation))
        started = until("Ed's return", lambda: back.last(messages.Started))
        until("a way to each other", lambda: sees(back, "Toby") and sees(toby, "Ed"))

    assert started.resumed and started.info.seat == seat_of(toby, "Ed")
    assert "the game has begun, and all seats are taken" in stranger.failed


def test_two_players_who_have_both_moved_find_each_other_through_a_third(tmp_path: Path) -> None:
    with sittings() as sit:
        host, toby, ed = three(sit, tmp_path)
        table = until("the table", lambda: host.last(messages.Started)).info.table
        toby.leave()
        ed.leave()
        toby = sit(again(toby.env, "127.0.0.7"), Resuming(table))
        ed = sit(again(ed.env, "127.0.0.8"), Resuming(table))
        until("the game to go on", lambda: toby.last(messages.Started) and ed.last(messages.Started))
        until("a way of their own", lambda: sees(toby, "Ed") and sees(ed, "Toby"))
        until("an invitation after a resume", lambda: toby.last(messages.Inviting))


def test_three_players_who_have_all_moved_find_each_other_by_their_keys(tmp_path: Path) -> None:
    """They need no invitation: each answers on the network and asks there for the players of its table."""
    with sittings() as sit:
        host, toby, ed = people = three(sit, tmp_path)
        table = until("the table", lambda: host.last(messages.Started)).info.table
        for each in people:
            each.leave()
        host, toby, ed = (sit(again(each.env, "127.0.0.1"), Resuming(table, visible=True)) for each in people)
        until("the game to go on", lambda: all(each.last(messages.Started) for each in (host, toby, ed)))
        until("each other", lambda: sees(host, "Toby") and sees(toby, "Ed") and sees(ed, "Lisa"))


def test_a_guest_of_a_continued_game_knows_where_the_host_opens_the_next_table(tmp_path: Path) -> None:
    """All guests learn it: the host's port for new tables is not the one of this table."""
    with sittings() as sit:
        host, toby, ed = three(sit, tmp_path)
        asked_by = until("the invitation", lambda: host.last(messages.Gathering)).invitation
        table = until("the table", lambda: host.last(messages.Started)).info.table
        ed.leave()
        ed = sit(again(ed.env, "127.0.0.8"), Resuming(table))
        told = [
            until("an invitation", lambda each=each: each.last(messages.Inviting))
            for each in (host, toby, ed)
        ]

    assert [each.next_table for each in told] == ["", asked_by, asked_by]


def test_an_adjourned_table_is_continued_days_later_on_other_addresses(tmp_path: Path) -> None:
    """All have moved, so nobody finds anybody: one takes it up and sends the invitation to the others."""
    with sittings() as sit:
        host, toby, ed = three(sit, tmp_path)
        table = until("the table", lambda: host.last(messages.Started)).info.table
        ed.leave()
        until("the question", lambda: toby.last(messages.Asked) and host.last(messages.Asked))
        toby.orders.put(messages.Decide(messages.AbsentChoice.ADJOURN))
        until("the end of both", lambda: not (host.thread.is_alive() or toby.thread.is_alive()))
        for each in (host, toby):
            with each.env.journal() as journal:
                [kept] = unfinished(journal)
            assert kept.table == table and kept.is_adjourned
        assert host.last(messages.Adjourned)
        host = sit(again(host.env, "127.0.0.7"), Resuming(table))
        invitation = until("the invitation", lambda: host.last(messages.Inviting)).invitation
        toby = sit(again(toby.env, "127.0.0.8"), Joining(invitation))
        ed = sit(again(ed.env, "127.0.0.9"), Joining(invitation))
        people = (host, toby, ed)
        until("the game", lambda: all(each.last(messages.Started) for each in people))
        until("each other", lambda: sees(host, "Toby") and sees(toby, "Ed") and sees(ed, "Lisa"))
        host.leave()
        with host.env.journal() as journal:
            [kept] = unfinished(journal)

    assert not kept.is_adjourned, "it was taken up, and left again for now"


@pytest.mark.parametrize("is_dealt", [False, True])
def test_a_player_who_gave_up_the_seat_comes_back_by_an_invitation_and_does_not_play_on(
    tmp_path: Path, is_dealt: bool
) -> None:
    """The others may have its shares, and it has no keys any more: they decide first how the game goes on."""
    with sittings() as sit:
        host, toby, ed = three(sit, tmp_path)
        invitation = until("an invitation", lambda: ed.last(messages.Inviting)).invitation
        people = (host, toby, ed)
        until(
            "cards",
            lambda: not is_dealt or any(each.last(messages.Advanced).view.actions() for each in people),
        )
        toby.orders.put(messages.GiveUpSeat())
        until("his leaving", lambda: not toby.thread.is_alive())
        until("the question", lambda: host.last(messages.Asked))
        back = sit(again(toby.env, "127.0.0.9"), Joining(invitation))
        told = until("why he makes no move", lambda: back.last(messages.Trouble)).text

        def waits() -> messages.Asked | None:
            asked = host.last(messages.Asked)
            return asked if asked is not None and "is here again" in asked.offered[0].means else None

        asked = until("what waiting does", waits)
        advanced = back.last(messages.Advanced)

    assert "makes no move before they have decided" in told
    assert [each.why for each in asked.missing] == [messages.AbsentWhy.LEFT]
    assert advanced is not None and not advanced.view.actions()
