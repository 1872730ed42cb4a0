"""Spectators of a table in a terminal: who wants in, who watches, how much is checked."""

from __future__ import annotations

import pytest

from app import messages
from app.games.catalogue import catalogue
from app.messages import Guest, TableInfo
from app.terminal.client import TextClient
from net.wire.genesis import Policy, Watch
from tests.support.values import replace

GUESTS = (Guest("Ann", "A"), Guest("Ben", "B"), Guest("Cleo", "C"))
INFO = TableInfo("ab" * 32, "plump", (), GUESTS, 0, replace(Policy(), watch=Watch.ASK))
SEE = messages.Spectators


class Table:
    """A text client at a table that may be watched, with its lines kept."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.client = TextClient(catalogue().named("plump"), self.lines.append)
        self.client.show(messages.Started(INFO, resumed=False))

    def tell(self, *news: messages.News) -> list[str]:
        """The lines that are printed at news."""
        before = len(self.lines)
        for each in news:
            assert self.client.show(each) is None
        return self.lines[before:]

    def type(self, line: str) -> tuple[messages.Order | None, list[str]]:
        """The order in a typed line, and the lines that answer it."""
        before = len(self.lines)
        return self.client.order(line), self.lines[before:]


def test_those_who_want_to_watch_are_asked_about_one_after_the_other() -> None:
    table = Table()
    asks = [
        f"{name} wants to watch. Letters of the key: {name.upper()}." for name in ("Toby", "Mia", "Ed", "Jo")
    ]
    how = "Let them watch? Type y or n."
    knocks = [
        messages.SpectatorKnock(name, name.upper(), name.encode()) for name in ("Toby", "Mia", "Ed", "Jo")
    ]

    assert table.tell(*knocks) == [asks[0], how]
    assert table.type("y") == (messages.AdmitSpectator(b"Toby", admit=True), [asks[1], how])
    assert table.type("No") == (messages.AdmitSpectator(b"Mia", admit=False), [asks[2], how])
    assert table.type(" YES ") == (messages.AdmitSpectator(b"Ed", admit=True), [asks[3], how])
    assert table.type("n") == (messages.AdmitSpectator(b"Jo", admit=False), [])
    assert table.type("y")[0] is None


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        ("open hand", messages.OpenHand()),
        ("Open  my hand", messages.OpenHand()),
        ("spectators on", messages.AllowSpectators(is_open=True)),
        ("spectators off", messages.AllowSpectators(is_open=False)),
    ],
)
def test_words_about_watching_are_orders(typed: str, order: messages.Order) -> None:
    assert Table().type(typed) == (order, [])


def test_an_unknown_or_ambiguous_name_removes_no_spectator() -> None:
    table = Table()
    table.tell(SEE(("Toby", "Mia", "mia"), keys=(b"t", b"m", b"n")))

    assert table.type("remove toby") == (messages.SendOff(b"t"), [])
    assert table.type("remove Mia") == (None, ["More than one spectator is called mia."])
    assert table.type("remove Ed") == (None, ["No spectator is called ed."])


def test_the_terminal_says_who_watches_and_which_players_let_nobody_watch() -> None:
    table = Table()

    assert table.tell(SEE(("Toby",))) == ["Watching: Toby."]
    assert table.tell(SEE(("Toby",))) == []
    assert "Watching: Toby." in table.type("who")[1]
    assert table.tell(SEE(("Toby", "Mia"), more=3)) == ["Watching: Toby, Mia and 3 more."]
    assert table.tell(SEE(closed_by=(1,))) == ["Ben lets nobody watch.", "Nobody is watching."]
    assert table.tell(SEE(closed_by=(1, 2))) == ["Ben and Cleo let nobody watch."]
    assert table.tell(SEE()) == ["Spectators may come again."]
    assert not any("atching" in line for line in table.type("who")[1])


def test_a_spectator_reads_who_shows_the_game_and_what_others_write() -> None:
    assert Table().tell(
        messages.FollowedBy("Ann"),
        messages.FollowedBy(""),
        messages.FollowedBy("", is_over=True),
        messages.FollowedBy("", is_full=True),
        messages.SpectatorLine("Toby", "good move"),
    ) == [
        "Ann shows the game now.",
        "Looking for somebody who shows the game.",
        "Nobody shows this game any more.",
        "All places for spectators are taken: waiting for one.",
        "[spectator Toby] good move",
    ]


def test_many_unchecked_steps_are_reported_once_and_again_when_all_are_checked() -> None:
    table = Table()
    todo = "You see 80 steps that are not checked yet."

    assert table.tell(*(messages.Checked(k, 80) for k in (29, 30, 60, 79))) == [todo]
    assert table.tell(messages.Checked(80, 80), messages.Checked(80, 80)) == [
        "Checked up to here: all 80 steps."
    ]
    assert Table().tell(messages.Checked(30, 80), messages.Checked(29, 80)) == []
    assert Table().tell(messages.Checked(1, 1)) == []
    assert Table().tell(messages.Checked(0, 1), messages.Checked(1, 1)) == ["Checked up to here: all 1 step."]
