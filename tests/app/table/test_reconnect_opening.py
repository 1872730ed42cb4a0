"""The lobby of a player at a table that has begun, and the people who may find it there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

from app.build import Environment
from app.messages import News
from app.table.reconnect_listener import (
    ReconnectListener,
    open_lobby,
    open_reconnect_listener,
    open_table_again,
)
from app.table.visible import Visible, own_port
from net.errors import LinkError
from net.link.address import Address
from net.link.contract import Channel, Down, Link, Up
from net.lobby.identity import Identity
from net.lobby.phases import Begin
from net.wire.genesis import Genesis, Policy, sign_genesis
from tests.support.catalogue import GAMES
from tests.support.parlour import seeded
from tests.support.simulated_table import genesis_of
from tests.support.sittings import env_of
from tests.support.values import replace

FREE = 40_000


@dataclass
class Wire:
    """A link that listens where it is told, if that port is not `taken`."""

    taken: tuple[int, ...] = ()
    opened: list[int] = field(default_factory=list)
    hung_up: list[bytes] = field(default_factory=list)

    def open_lobby(self, *, host: str, port: int = 0) -> int:
        return self.open_table("", [], host=host, port=port)

    def open_table(self, table: str, roster: list[bytes], *, host: str, port: int = 0) -> int:
        if port in self.taken:
            raise LinkError("taken")
        self.opened.append(port)
        return port or FREE

    def attend(self, handle: int, ready: Callable[[], None]) -> None:
        """Do nothing: the sockets of the search get no answer."""

    def leave_alone(self, handle: int) -> None:
        """Do nothing: no socket is attended."""

    def hang_up(self, key: bytes, *, channel: Channel) -> None:
        self.hung_up.append(key)


@pytest.fixture
def env(tmp_path: Path) -> Environment:
    """An environment on an address of no network, so that nothing is announced."""
    return replace(env_of(tmp_path, "Ben"), listen="10.9.9.9")


@pytest.fixture
def begin(env: Environment) -> Begin:
    """A table of a person, our player, a bot of ours, and another person."""
    ann, bot, cat = (Identity.from_seed(seeded(f"opening/{at}")(32)) for at in range(3))
    people = [ann, env.profile.identity, bot, cat]
    made = genesis_of(GAMES["plump"], people, {"length": "short"}, policy=Policy(), seed="opening")
    players = list(made.players)
    players[2] = replace(players[2], run_by=3)
    genesis: Genesis = replace(made, players=tuple(players))
    body = genesis.encode()
    return Begin(genesis, body, tuple(sign_genesis(body, who) for who in people), 1, ())


Opened = Callable[..., ReconnectListener]


@pytest.fixture
def opened(env: Environment, begin: Begin) -> Opened:
    def made(
        link: Wire, *, own: Environment = env, visible: bool = False, **more: object
    ) -> ReconnectListener:
        told: list[News] = []
        with own.journal() as journal:
            game = journal.begin(begin.body, begin.sigs, seat=1)
            game.keep_addresses({0: ("10.0.0.1:5000",)})
            return open_reconnect_listener(
                begin, game, env=own, link=cast("Link", link), listener=told.append, table_port=5000,
                visible=visible, **more,  # type: ignore[arg-type]
            )  # fmt: skip

    return made


def test_a_player_listens_on_its_own_port_and_a_bot_nowhere(env: Environment, opened: Opened) -> None:
    own = own_port(env.profile.identity.curve_public)
    link = Wire()
    listener = opened(link)
    assert (link.opened, listener.lobby_port) == ([own], own)
    assert (listener.search, listener.own_visible, listener.beside) == (None, None, ())
    assert listener.seat == 1 and listener.ends == {0: (Address("10.0.0.1", 5000),)}

    for own_env, link, port in (
        (env, Wire(taken=(own,)), FREE),
        (env, Wire(taken=(own, 0)), None),
        (replace(env, is_bot=True), Wire(), None),
    ):
        assert opened(link, own=own_env).lobby_port == port
    link = Wire()
    assert opened(link, lobby_port=7).lobby_port == 7 and link.opened == [], "the lobby is open already"


def test_only_people_are_looked_for_and_only_by_players_who_may_be_found(
    env: Environment, begin: Begin, opened: Opened
) -> None:
    link = Wire()
    listener = opened(link, visible=True)
    assert listener.own_visible is not None and listener.beside == (listener.own_visible,)
    assert listener.search is not None
    keys = [player.curve for player in begin.genesis.players]
    assert listener.search._missing == {keys[0], keys[3]}
    listener.heard(Up(Channel.TABLE, keys[0]))
    assert listener.search._missing == {keys[3]}
    listener.heard(Down(Channel.TABLE, keys[0]))
    listener.heard(Down(Channel.LOBBY, keys[2]))
    assert listener.search._missing == {keys[0], keys[3]} and link.hung_up == []
    listener.close()
    assert not env.announced.is_last(listener.own_visible)

    assert opened(Wire(), own=replace(env, is_bot=True), visible=True).search is None


def test_a_player_who_is_announced_already_is_not_announced_twice(opened: Opened) -> None:
    first = opened(Wire(), visible=True)
    assert isinstance(first.own_visible, Visible)
    second = opened(Wire(), visible=True, beside=(first.own_visible,), lobby_port=7)

    assert second.own_visible is None and second.beside == (first.own_visible,)
    assert second.search is not None
    first.close()


def test_a_chosen_port_is_opened_or_refused(env: Environment) -> None:
    link = Wire(taken=(5000,))
    assert open_lobby(cast("Link", link), env, 4000) == 4000
    with pytest.raises(LinkError, match="taken"):
        open_lobby(cast("Link", link), env, 5000)

    assert open_table_again(cast("Link", link), env, "ab", [], 4001) == 4001
    assert open_table_again(cast("Link", link), env, "ab", [], 5000) == FREE
    assert link.opened == [4000, 4001, 0]
