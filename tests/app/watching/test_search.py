"""The search for the sources of a game: what a spectator sees meanwhile, and why it may end."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

from app import messages
from app.build import Environment
from app.games.catalogue import catalogue
from app.messages import News
from app.table.agreed import engine_of, option_pairs, options_bytes, rules_of
from app.table.orders import Orders
from app.table.start import Spectating
from app.watching.search import SourceSearch, WatchFailed, missing_game
from net.link.address import Address
from net.link.contract import Channel, Link, LinkEvent, Up
from net.lobby.invitation import Invitation
from net.lobby.messages import Info, Stage
from net.lobby.phases import TableSeen
from net.watch.finder import NotFound
from net.wire.genesis import Policy, Watch
from tests.support.lobby import ANNA, HOST, key
from tests.support.sittings import env_of
from tests.support.values import replace

PLUMP = catalogue().named("plump")
OPTIONS = options_bytes(PLUMP.rules.checked_options(3, {"length": "short"}))
INFO = Info(
    bytes(16), "plump", rules_of(PLUMP), engine_of(PLUMP), OPTIONS, 3,
    ((HOST.player.ed, "Host", 0, 0), (ANNA.player.ed, "Ada", 1, 2)), Stage.PLAYING, Policy(watch=Watch.OPEN),
)  # fmt: skip


@dataclass
class Wire:
    """A link that brings these events, one a poll."""

    coming: list[LinkEvent] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    is_shut: bool = False

    def connect_lobby(self, key: bytes, addresses: tuple[Address, ...]) -> None:
        """Do nothing: the events come by themselves."""

    def send_lobby(self, key: bytes, frame: bytes) -> bool:
        self.sent.append(frame)
        return True

    def poll(self, timeout_s: float) -> tuple[LinkEvent, ...]:
        self.polls.append(timeout_s)
        return (self.coming.pop(0),) if self.coming else ()

    def shut(self, channel: Channel) -> None:
        self.is_shut = channel is Channel.LOBBY


@pytest.fixture
def env(tmp_path: Path) -> Environment:
    return env_of(tmp_path, "Eve")


def searching(env: Environment, wire: Wire, orders: Orders) -> tuple[SourceSearch, list[News]]:
    told: list[News] = []
    text = str(Invitation((Address("10.0.0.1", 4000),), key(HOST)))
    return SourceSearch(Spectating(text), env, cast("Link", wire), orders, told.append), told


def test_a_spectator_who_stops_the_search_says_goodbye_and_is_told_nothing(env: Environment) -> None:
    wire, orders = Wire(), Orders()
    orders.put(messages.Say("hello"))
    orders.put(messages.Quit())
    search, told = searching(env, wire, orders)

    with pytest.raises(WatchFailed, match=r"^$"):
        search.run()
    assert told == [] and wire.polls == [0.5, 0.0] and not wire.is_shut


def test_the_table_is_shown_while_it_is_searched(env: Environment) -> None:
    search, told = searching(env, Wire(), Orders())
    search._do([TableSeen(INFO)])
    [seen] = told

    assert isinstance(seen, messages.Gathering)
    assert (seen.game, seen.options, seen.seats) == ("plump", option_pairs(OPTIONS), 3)
    assert (seen.invitation, seen.policy) == ("", INFO.policy)
    assert [(each.nick, each.bot) for each in seen.guests] == [("Host", False), ("Ada", True)]
    with pytest.raises(WatchFailed, match="You cannot watch this table: nobody may watch"):
        search._do([NotFound(0, "nobody may watch")])


def test_only_the_lobby_of_the_invitation_is_asked(env: Environment) -> None:
    wire, orders = Wire([Up(Channel.TABLE, key(HOST))]), Orders()
    search, _ = searching(env, wire, orders)
    search._tell = lambda news: None
    orders.put(messages.Quit())
    with pytest.raises(WatchFailed):
        search.run()
    before = len(wire.sent)
    wire.coming = [Up(Channel.LOBBY, key(HOST))]
    orders.put(messages.Quit())
    with pytest.raises(WatchFailed):
        search.run()

    assert len(wire.sent) > 2 * before, "asked again when the line is up"


def test_a_game_that_this_program_lacks_cannot_be_watched(env: Environment) -> None:
    lacks = "This table plays a game, or a version of it, that you do not have."
    for info, says in (
        (INFO, ""),
        (replace(INFO, game="whist"), lacks),
        (replace(INFO, engine=bytes(32)), lacks),
    ):
        assert missing_game(info) == says
    search, told = searching(env, Wire(), Orders())
    with pytest.raises(WatchFailed, match="This table plays a game"):
        search._do([TableSeen(replace(INFO, game="whist"))])
    assert told == []
