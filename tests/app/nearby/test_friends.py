"""People who know each other, on loopback: found in the lobby, called, invited; strangers are not heard."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app import messages
from app.build import Environment
from app.keep.journal import Contact
from app.nearby.around import Around
from app.nearby.finder import STRANGERS_MAX, Finder, Openness
from app.table.start import Callee, Hosting, Joining
from net.discovery.responder import PlayerInvites
from net.lobby.identity import fingerprint
from tests.support.catalogue import GAMES
from tests.support.sittings import env_of, sittings, until
from tests.support.values import replace

OPTIONS = tuple(GAMES["plump"].checked_options(3, {}).items())
TABLE = Hosting("plump", 3, OPTIONS, asks=True)


def acquaint(env: Environment, other: Environment) -> None:
    """Let one environment know the other's player by key."""
    who = other.profile
    with env.journal() as journal:
        journal.keep_contact(Contact(who.identity.public, who.nick, who.identity.certificate, games=2))


@contextmanager
def in_the_lobby(env: Environment) -> Iterator[list[Around]]:
    """The lobby of somebody who may be found: the list of states that it is told."""
    told = [Around()]
    finder = Finder(env.search_env, told.append, openness=Openness(env.me))
    try:
        yield told
    finally:
        finder.stop()


def callee(told: list[Around], who: Environment) -> Callee:
    """The name of somebody in the lobby."""
    letters = fingerprint(who.profile.identity.public)

    def found() -> Callee | None:
        seen = [person for person in told[-1].people if person.words == letters]
        return Callee(seen[0].nick, seen[0].key, seen[0].addresses) if seen else None

    return until(f"{who.profile.nick} in the lobby", found)


def test_friends_in_the_lobby_see_each_other_and_can_be_called(tmp_path: Path) -> None:
    lisa, toby, eve = (env_of(tmp_path, nick) for nick in ("Lisa", "Toby", "Eve"))
    acquaint(lisa, toby)
    acquaint(toby, lisa)
    with in_the_lobby(toby) as by_toby, in_the_lobby(eve) as by_eve, in_the_lobby(lisa) as by_lisa:
        called = callee(by_lisa, toby)
        until("Lisa, as Toby sees it", lambda: callee(by_toby, lisa))
        until("somebody who came through", lambda: by_lisa[-1].facts.dialled)

        assert called.nick == "Toby"
        until("all, as Eve sees it", lambda: len(by_eve[-1].people) == 2)
        assert all(not person.about for person in by_eve[-1].people)  # Eve is nobody's friend
        until("all, as Lisa sees it", lambda: len(by_lisa[-1].people) == 2)
        assert {person.nick: bool(person.about) for person in by_lisa[-1].people} == {
            "Toby": True,
            "Eve": False,
        }


def test_people_met_are_reported_with_when_and_where_they_are(tmp_path: Path) -> None:
    lisa, toby, gone = (env_of(tmp_path, nick) for nick in ("Lisa", "Toby", "Gone"))
    with lisa.journal() as journal:
        for who, last in ((toby.profile, 1000), (gone.profile, 2000)):
            known = Contact(who.identity.public, who.nick, who.identity.certificate, games=2, last_s=last)
            journal.keep_contact(known)
    with in_the_lobby(toby), in_the_lobby(lisa) as by_lisa:
        callee(by_lisa, toby)
        met = by_lisa[-1].met

        assert [(each.nick, each.last_s, each.here is not None) for each in met] == [
            ("Toby", 1000, True),
            ("Gone", 2000, False),
        ]


def test_an_invitation_reaches_a_friend_and_leads_to_the_table(tmp_path: Path) -> None:
    lisa, toby = env_of(tmp_path, "Lisa"), env_of(tmp_path, "Toby")
    acquaint(lisa, toby)
    acquaint(toby, lisa)
    with in_the_lobby(toby) as told, sittings() as sit:
        with in_the_lobby(lisa) as by_lisa:
            called = callee(by_lisa, toby)
        host = sit(lisa, replace(TABLE, calls=(called,)))
        invited = until("the invitation", lambda: told[-1].invited)
        sit(toby, Joining(invited[0].invitation))
        knock = until("the knock", lambda: host.last(messages.Knock))

        assert (invited[0].nick, knock.guest.nick) == ("Lisa", "Toby")
        assert "2 games" in invited[0].about


def test_strangers_push_out_only_the_invitations_of_other_strangers(tmp_path: Path) -> None:
    lisa, toby = (env_of(tmp_path, nick) for nick in ("Lisa", "Toby"))
    acquaint(lisa, toby)
    told: list[Around] = []
    finder = Finder(lisa.search_env, told.append)
    until("the first state", lambda: told)
    finder.stop()
    for ed in (toby.profile.identity.public, *(bytes([at]) * 32 for at in range(STRANGERS_MAX + 5))):
        finder._take_invitation(PlayerInvites(ed, "Toby", "SHOAL:ONE"))
    finder._show()

    assert [each.words for each in told[-1].invited] == [fingerprint(toby.profile.identity.public)]
    assert len(finder._invited) == STRANGERS_MAX + 1


@pytest.mark.slow
def test_an_invitation_from_a_hidden_stranger_is_not_shown_and_a_vanished_inviter_is_reported(
    tmp_path: Path,
) -> None:
    lisa, toby, eve, gone = (env_of(tmp_path, nick) for nick in ("Lisa", "Toby", "Eve", "Gone"))
    with in_the_lobby(toby) as told, sittings() as sit:
        with in_the_lobby(eve) as by_eve:
            called = callee(by_eve, toby)
        nowhere = Callee("Gone", gone.profile.identity.curve_public, ("127.0.0.1:9",))
        host = sit(lisa, replace(TABLE, calls=(called, nowhere)))
        trouble = until("the word about who is gone", lambda: host.last(messages.Trouble))

        assert trouble.text == "Gone does not answer: send the invitation another way."
        assert all(around.invited == () for around in told)


def test_an_invitation_of_a_stranger_who_can_be_found_here_is_shown(tmp_path: Path) -> None:
    lisa, toby = (env_of(tmp_path, nick) for nick in ("Lisa", "Toby"))
    with in_the_lobby(toby) as told, sittings() as sit:
        with in_the_lobby(lisa) as by_lisa:
            called = callee(by_lisa, toby)
            callee(told, lisa)
        sit(lisa, replace(TABLE, calls=(called,), visible=True))
        [invited] = until("the invitation", lambda: told[-1].invited)

        assert (invited.nick, invited.about, invited.warning) == ("Lisa", "", "")


def test_a_line_for_the_lobby_is_read_by_everybody_in_it_and_can_be_taken_back(tmp_path: Path) -> None:
    lisa, toby = (env_of(tmp_path, nick) for nick in ("Lisa", "Toby"))
    said: list[Around] = []
    with in_the_lobby(lisa) as told:
        finder = Finder(toby.search_env, said.append, openness=Openness(toby.me))
        try:
            finder.say("Anyone for Plump?")
            until("the line", lambda: [each.line for each in told[-1].people] == ["Anyone for Plump?"])
            finder.say("")
            until("its end", lambda: [each.line for each in told[-1].people] == [""])
        finally:
            finder.stop()
