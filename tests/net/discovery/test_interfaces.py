"""Addresses of this computer: those that others may reach, that it asks, and that a hint may make it call."""

from __future__ import annotations

import pytest

from net.discovery.interfaces import Net, broadcasts, hosts_of, is_in, is_near

LOOP, HOME = Net("127.0.0.1", 8, "lo"), Net("192.168.1.20", 24, "eth0")
LOOP6, LINK6, HOME6 = Net("::1", 128, "lo"), Net("fe80::1", 64, "eth0"), Net("fd00::20", 64, "eth0")
OWN = Net("9.9.9.9", 29, "eth1")


@pytest.mark.parametrize(
    ("nets", "hosts"),
    [
        ((LOOP, HOME, LOOP6, LINK6, HOME6), ("192.168.1.20", "fd00::20")),
        ((LOOP, LINK6), ("fe80::1",)),  # a cable between two computers
        ((LOOP, LINK6, Net("fe80::2", 64, "docker0"), OWN), ("9.9.9.9", "fe80::1", "fe80::2")),
        ((LOOP, LOOP6), ("127.0.0.1", "::1")),
        ((Net("169.254.7.7", 16, "eth0"), LOOP), ("169.254.7.7",)),
        ((), ()),
    ],
)
def test_others_are_told_reachable_addresses_and_loopback_only_if_there_is_no_other(
    nets: tuple[Net, ...], hosts: tuple[str, ...]
) -> None:
    assert hosts_of(nets) == hosts


def test_on_a_computer_with_containers_others_are_told_the_cable_first() -> None:
    """A real case: five bridges of containers, no default route, and the LAN too late in the list."""
    bridges = [Net(f"172.{17 + n}.0.1", 16, f"br-{n}00ab") for n in range(4)]
    nets = (LOOP, Net("172.30.0.1", 16, "docker0"), *bridges, Net("10.8.0.2", 24, "wg0"), HOME6, HOME)

    assert hosts_of(nets)[:3] == ("192.168.1.20", "fd00::20", "10.8.0.2")


def test_a_computer_that_goes_out_by_a_tunnel_is_still_found_by_the_cable() -> None:
    tunnel, wifi = Net("10.8.0.2", 24, "wg0"), Net("192.168.7.7", 24, "wlan0")

    assert hosts_of((tunnel, HOME, wifi), routed=("10.8.0.2", "192.168.7.7")) == (
        *("192.168.7.7", "192.168.1.20"),
        "10.8.0.2",
    )


def test_a_virtual_switch_with_the_default_route_counts_as_the_network() -> None:
    """The switch that Hyper-V makes of a computer's only cable."""
    switch = Net("192.168.1.5", 24, "Hyper-V Virtual Ethernet Adapter")
    assert hosts_of((HOME, switch))[0] == HOME.host
    assert hosts_of((Net("172.17.0.1", 16, "docker0"), switch), routed=(switch.host,))[0] == switch.host


def test_every_subnet_of_ipv4_is_asked_once_and_no_point_to_point_line() -> None:
    lines = Net("10.1.0.1", 31, "ppp0"), Net("10.2.0.1", 32, "wg0")
    smallest = Net("10.3.0.1", 30, "eth2")
    twice = Net("192.168.1.21", 24, "wlan0")

    assert broadcasts((HOME, twice, HOME6, *lines, smallest)) == ("192.168.1.255", "10.3.0.3")


@pytest.mark.parametrize(
    ("host", "inside", "near"),
    [
        ("192.168.1.99", True, True),
        ("192.168.2.1", False, True),  # private, wherever it is
        ("fd00::99", True, True),
        ("fd00:0:0:1::1", False, True),
        ("9.9.9.10", True, True),
        ("8.8.8.8", False, False),
        ("2001:4860:4860::8888", False, False),
        ("0.0.0.0", False, False),  # noqa: S104
        ("224.0.0.251", False, False),
        ("240.0.0.1", False, False),
        ("nonsense", False, False),
    ],
)
def test_only_an_address_of_this_network_or_a_private_one_may_be_hinted(
    host: str, inside: bool, near: bool
) -> None:
    nets = (HOME, HOME6, OWN)

    assert (is_in(host, nets), is_near(host, nets)) == (inside, near)


@pytest.mark.parametrize(
    ("name", "is_tunnel"),
    [("wg0", True), ("Tailscale", True), ("utun3", True), ("eth0", False), ("Wi-Fi", False)],
)
def test_a_tunnel_is_known_by_its_name(name: str, is_tunnel: bool) -> None:
    assert Net("10.0.0.1", 24, name).is_tunnel == is_tunnel


def test_addresses_know_their_family_and_loopback() -> None:
    assert [net.is_ipv4 for net in (HOME, HOME6)] == [True, False]
    assert [net.is_loopback for net in (LOOP, LOOP6, HOME)] == [True, True, False]
