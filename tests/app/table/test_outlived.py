"""A table that fills outlives its host: the next of its people holds it open, and the others stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import messages
from app.table.start import Hosting, Joining
from net.wire.genesis import Half, Policy
from tests.support.catalogue import GAMES
from tests.support.sittings import Sitting, env_of, sittings, until

POLICY = Policy(gone_after_s=60, half=Half.WINS, half_after_min=7)


def four(sit: object, folder: Path) -> list[Sitting]:
    """A host and two guests at a table for four, which wait for the last."""
    options = GAMES["plump"].checked_options(4, {"length": "short"})
    host = sit(env_of(folder, "Lisa"), Hosting("plump", 4, tuple(options.items()), policy=POLICY))
    invitation = until("an invitation", lambda: host.last(messages.Gathering)).invitation
    people = [host]
    for nick in ("Toby", "Ed"):
        people.append(sit(env_of(folder, nick), Joining(invitation)))
        until(f"{nick}'s seat", lambda: len(host.last(messages.Gathering).guests) == len(people))
    for each in people[1:]:
        until("both seats", lambda each=each: len(each.last(messages.Gathering).guests) == 3)
    return people


def names(sitting: Sitting) -> list[str]:
    gathering = sitting.last(messages.Gathering)
    return [] if gathering is None else [guest.nick for guest in gathering.guests]


def test_the_heir_keeps_the_table_open_and_everybody_returns_with_one_press(tmp_path: Path) -> None:
    with sittings() as sit:
        host, toby, ed = four(sit, tmp_path)
        before = toby.last(messages.Gathering)
        host.leave()
        gone = [until("the news", lambda each=each: each.last(messages.HostGone)) for each in (toby, ed)]
        for each in (ed, toby):
            each.orders.put(messages.Stay())
        until("both at Toby's table", lambda: names(toby) == names(ed) == ["Toby", "Ed"])
        after = toby.last(messages.Gathering)
        assert not ed.failed and not toby.failed
        assert not toby.last(messages.Knock), "nobody is asked about whom we sat with"

        late = [sit(env_of(tmp_path, nick), Joining(after.invitation)) for nick in ("Ann", "Ben")]
        for nick in ("Ann", "Ben"):
            knock = until(f"{nick}'s knock", lambda nick=nick: _knock(toby, nick))
            toby.orders.put(messages.Admit(knock.key, admit=True))
        people = (toby, ed, *late)
        until("the game", lambda: all(each.last(messages.Started) for each in people))

    assert [(each.host, each.holder, each.is_next) for each in gone] == [
        ("Lisa", "Toby", True),
        ("Lisa", "Toby", False),
    ]
    assert before is not None and (after.game, after.options, after.seats) == (
        before.game,
        before.options,
        before.seats,
    )
    assert after.policy.half is Half.WINS and after.policy.half_after_min == 7


def _knock(sitting: Sitting, nick: str) -> messages.Knock | None:
    knocks = [news for news in sitting.news if isinstance(news, messages.Knock)]
    return next((each for each in knocks if each.guest.nick == nick), None)


def test_a_player_who_does_not_want_to_stay_leaves(tmp_path: Path) -> None:
    with sittings() as sit:
        host, toby, _ = four(sit, tmp_path)
        host.leave()
        until("the news", lambda: toby.last(messages.HostGone))
        toby.leave()

        assert toby.failed and not toby.thread.is_alive()


def test_a_guest_whose_seat_was_taken_away_inherits_nothing(tmp_path: Path) -> None:
    with sittings() as sit:
        host, toby, _ = four(sit, tmp_path)
        key = next(guest.key for guest in host.last(messages.Gathering).guests if guest.nick == "Toby")
        host.orders.put(messages.Unseat(key))
        until("the end", lambda: toby.failed)

        assert "taken your seat away" in toby.failed and toby.last(messages.HostGone) is None


@pytest.mark.slow
def test_the_second_heir_takes_over_if_the_first_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.table.tables.HEIR_S", 1.0)
    with sittings() as sit:
        host, toby, ed = four(sit, tmp_path)
        host.leave()
        for each in (toby, ed):
            until("the news", lambda each=each: each.last(messages.HostGone))
        toby.leave()
        ed.orders.put(messages.Stay())
        until("the next", lambda: (gone := ed.last(messages.HostGone)) is not None and gone.is_next)
        ed.orders.put(messages.Stay())
        until("a table of its own", lambda: names(ed) == ["Ed"])
