"""Tables that fill, over real links: chat while waiting, a seat taken away, a knock that is withdrawn."""

from __future__ import annotations

from pathlib import Path

from app import messages
from app.table.start import Hosting, Joining
from tests.support.catalogue import GAMES
from tests.support.sittings import Sitting, env_of, sittings, until


def table(*, asks: bool = False) -> Hosting:
    options = GAMES["plump"].checked_options(3, {"length": "short"})
    return Hosting("plump", 3, tuple(options.items()), asks=asks)


def lines(sitting: Sitting) -> list[tuple[str, str]]:
    return [(news.nick, news.text) for news in sitting.news if isinstance(news, messages.LobbyLine)]


def gathered(sitting: Sitting) -> list[messages.Guest]:
    news = sitting.last(messages.Gathering)
    return [] if news is None else list(news.guests)


def test_chat_in_the_lobby_is_read_by_all_and_shown_again_at_the_table(tmp_path: Path) -> None:
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Lisa"), table())
        invitation = until("an invitation", lambda: host.last(messages.Gathering)).invitation
        toby = sit(env_of(tmp_path, "Toby"), Joining(invitation))
        until("Toby's seat", lambda: len(gathered(toby)) == 2)
        toby.orders.put(messages.Say("good evening"))
        until("the line", lambda: lines(host) and lines(toby))
        host.orders.put(messages.Say("hello Toby"))
        host.orders.put(messages.Say("x" * 501))
        until("a refusal", lambda: host.last(messages.Refused))
        ed = sit(env_of(tmp_path, "Ed"), Joining(invitation))
        until("the start", lambda: all(each.last(messages.Started) for each in (host, toby, ed)))

    said = [("Toby", "good evening"), ("Lisa", "hello Toby")]
    assert lines(host) == lines(toby) == said
    for each in (host.last(messages.Started), toby.last(messages.Started)):
        assert each is not None
        assert [(each.info.guests[line.seat].nick, line.text) for line in each.said] == said


def test_a_seat_that_is_taken_away_is_reported_and_free_again(tmp_path: Path) -> None:
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Lisa"), table())
        invitation = until("an invitation", lambda: host.last(messages.Gathering)).invitation
        toby = sit(env_of(tmp_path, "Toby"), Joining(invitation))
        guest = until("Toby", lambda: next((each for each in gathered(host)[1:]), None))
        host.orders.put(messages.Unseat(guest.key))
        until("the end of it", lambda: toby.failed)
        until("a free seat", lambda: len(gathered(host)) == 1)

    assert toby.failed == "The host's program says: “the host has taken your seat away”."


def test_a_knock_that_is_withdrawn_is_reported(tmp_path: Path) -> None:
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Lisa"), table(asks=True))
        invitation = until("an invitation", lambda: host.last(messages.Gathering)).invitation
        toby = sit(env_of(tmp_path, "Toby"), Joining(invitation))
        knock = until("a knock", lambda: host.last(messages.Knock))
        toby.leave()
        gone = until("its end", lambda: host.last(messages.KnockGone))

    assert gone.key == knock.key


def test_a_leaving_guest_is_reported_in_its_own_words_and_a_silent_one_in_ours(tmp_path: Path) -> None:
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Lisa"), table())
        invitation = until("an invitation", lambda: host.last(messages.Gathering)).invitation
        toby = sit(env_of(tmp_path, "Toby"), Joining(invitation))
        until("Toby", lambda: len(gathered(host)) == 2)
        toby.leave()
        told = until("the news", lambda: host.last(messages.Trouble))

    assert told.text == "Toby is not at your table: “the player has gone away”."
