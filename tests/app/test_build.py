"""The composition root, where several play in one process."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from app import VERSION
from app.build import (
    AnnouncedTables,
    SearchEnvironment,
    _routed,
    build_environment,
    build_search_environment,
    own_hosts,
)
from app.keep.home import Home
from net.deck.algebra.group import base
from net.discovery.interfaces import Net
from net.errors import LinkError
from net.link.address import make_address

EIGHT = "022f01e5e15cca351daff3843fb70f3c2f0a1bdd05e5af888a67784ef3e10a2a01"
"""The group's base point times 8, compressed."""


def test_a_bot_that_sits_down_does_not_disturb_computations_in_other_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path))
    build_environment(address="127.0.0.1")
    is_enough, built = threading.Event(), 0

    def sit_down() -> None:
        nonlocal built
        while built < 20:
            build_environment(address="127.0.0.1")
            built += 1
        is_enough.set()

    others = threading.Thread(target=sit_down)
    others.start()
    reckoned = set()
    while not is_enough.is_set():
        reckoned.add(bytes(base(8)).hex())
    others.join()

    assert reckoned == {EIGHT}


def test_a_computer_that_lists_no_networks_is_reached_by_its_default_route(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unlisted() -> tuple[Net, ...]:
        raise OSError("no list of interfaces")

    monkeypatch.setattr("app.build.networks", unlisted)
    monkeypatch.setattr("app.build._routed", lambda: iter(("10.1.2.3",)))

    assert own_hosts() == ("10.1.2.3", "127.0.0.1")


def net(host: str, name: str = "eth0") -> Net:
    return Net(host, 24, name)


LOOP = Net("127.0.0.1", 8, "lo")


def test_only_the_table_opened_last_can_be_found() -> None:
    """All tables answer under the player's one key."""
    tables, first, second = AnnouncedTables(), object(), object()
    assert not tables.is_last(first)
    tables.add(first)
    assert tables.is_last(first) and not tables.is_last(second)
    tables.add(second)
    assert tables.is_last(second) and not tables.is_last(first)
    tables.remove(object())
    tables.remove(second)
    assert tables.is_last(first)
    tables.remove(first)
    assert not tables.is_last(first)


@pytest.mark.parametrize(
    ("address", "listen"),
    [(None, "*"), ("0.0.0.0", "*"), ("::", "*"), ("192.168.1.20", "192.168.1.20"), ("::1", "::1")],  # noqa: S104
)
def test_an_address_to_listen_on_is_one_of_this_computer_or_any(
    address: str | None, listen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "home"))

    assert build_search_environment(address=address).listen == listen
    assert not (tmp_path / "home").exists(), "looking around writes nothing"
    with pytest.raises(LinkError, match="'my computer' is not an address of this computer"):
        build_search_environment(address="my computer")


def test_the_search_on_the_network_uses_the_key_of_the_profile_if_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path))
    assert build_search_environment().own == b""
    env = build_environment(nick="Lisa", address="10.0.0.5")
    bot = build_environment(is_bot=True, address="10.0.0.5")

    assert build_search_environment().own == env.search_env.own == env.profile.identity.curve_public
    assert (env.me.nick, env.me.app_version, env.me.is_bot, bot.me.is_bot) == ("Lisa", VERSION, False, True)
    assert env.search_env.listen == "10.0.0.5"
    assert [str(each) for each in env.addresses(4000)] == [str(make_address("10.0.0.5", 4000))]


def test_a_table_that_listens_everywhere_has_all_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path))
    monkeypatch.setattr("app.build.own_hosts", lambda: ("10.1.2.3", "127.0.0.1"))

    assert [each.host for each in build_environment().addresses(4000)] == ["10.1.2.3", "127.0.0.1"]


@pytest.mark.parametrize(
    ("routed", "hosts"),
    [
        ((), 4),
        (("10.0.3.5",), 4),  # listed already
        (("10.9.9.9",), 4),  # a route of a network that is not listed, as of some tunnels
    ],
)
def test_at_most_three_addresses_are_named_and_loopback_comes_last(
    routed: tuple[str, ...], hosts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.build.networks", lambda: (LOOP, *(net(f"10.0.{at}.5") for at in range(5))))
    monkeypatch.setattr("app.build._routed", lambda: iter(routed))
    found = own_hosts()

    assert len(found) == len({*found}) == hosts and found[-1] == "127.0.0.1"
    assert found[: len(routed)] == routed, "the way to the world is the likeliest"


@pytest.mark.parametrize(
    ("listen", "there", "found"),
    [
        ("*", (LOOP, net("10.0.0.5"), net("10.0.1.5")), ("10.0.0.5", "10.0.1.5")),
        ("*", (LOOP,), ("127.0.0.1",)),
        ("10.0.1.5", (LOOP, net("10.0.0.5"), net("10.0.1.5")), ("10.0.1.5",)),
        ("127.0.0.1", (LOOP, net("10.0.0.5")), ("127.0.0.1",)),
        ("*", None, ()),
    ],
)
def test_a_program_looks_in_the_networks_on_which_it_listens(
    listen: str,
    there: tuple[Net, ...] | None,
    found: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def listed() -> tuple[Net, ...]:
        if there is None:
            raise OSError("no list of interfaces")
        return there

    monkeypatch.setattr("app.build.networks", listed)

    assert tuple(each.host for each in SearchEnvironment(Home(tmp_path), b"", listen).nets()) == found


def test_an_address_without_a_cable_is_unplugged_where_the_system_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = {"eth0": b"down\n", "eth1": b"lowerlayerdown\n", "wlan0": b"up\n", "tun0": b"\xff\n", "lo": None}
    for name, state in states.items():
        (tmp_path / name).mkdir()
        if state is not None:
            (tmp_path / name / "operstate").write_bytes(state)
    monkeypatch.setattr("app.build.Path", lambda root, *parts: tmp_path.joinpath(*parts))
    nets = [net(f"10.0.{at}.5", name) for at, name in enumerate(states)]

    assert SearchEnvironment(Home(tmp_path), b"", "*").unplugged(nets) == ("10.0.0.5", "10.0.1.5")


def test_the_default_routes_are_those_that_the_system_has(monkeypatch: pytest.MonkeyPatch) -> None:
    class Probe:
        """A socket of a computer that has no way to IPv6."""

        def __init__(self, family: int, kind: int) -> None:
            self.family = family
            assert kind == socket.SOCK_DGRAM, "nothing is sent"

        def __enter__(self) -> Probe:
            return self

        def __exit__(self, *_: object) -> None:
            """Do nothing: no socket is open."""

        def connect(self, far: tuple[str, int]) -> None:
            if self.family == socket.AF_INET6:
                raise OSError("no route")

        def getsockname(self) -> tuple[str, int]:
            return "10.1.2.3", 4000

    monkeypatch.setattr(socket, "socket", Probe)

    assert [*_routed()] == ["10.1.2.3"]
