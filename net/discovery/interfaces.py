"""The networks that this computer is on: its numeric addresses with their subnets, by `ifaddr`."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection, Iterable
from typing import Final

from msgspec import Struct

_TUNNELS: Final = (
    *("tun", "tap", "wg", "ppp", "ipsec", "vpn", "wireguard", "tailscale", "zerotier", "nordlynx"),
    *("anyconnect", "fortinet", "globalprotect", "hamachi", "proton", "mullvad"),
)
_INSIDE: Final = (
    *("docker", "br-", "veth", "virbr", "lxc", "lxd", "incus", "podman", "cni", "flannel", "vmnet"),
    *("vboxnet", "vmware", "virtualbox", "vethernet", "hyper-v", "wsl"),
)


class Net(Struct, frozen=True):
    """One address of this computer, its network, and the interface, by the system's name and number."""

    host: str
    prefix: int
    name: str
    index: int = 0

    @property
    def network(self) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
        return ipaddress.ip_network(f"{self.host}/{self.prefix}", strict=False)

    @property
    def is_ipv4(self) -> bool:
        return ":" not in self.host

    @property
    def is_link_local(self) -> bool:
        """True for an IPv6 address that is valid on one cable only."""
        return not self.is_ipv4 and ipaddress.ip_address(self.host).is_link_local

    @property
    def is_tunnel(self) -> bool:
        """True if this looks like the interface of a VPN, by the names that common programs use."""
        return any(each in self.name.lower() for each in _TUNNELS)

    @property
    def is_inside(self) -> bool:
        """True if this looks like a network of containers or virtual machines inside this computer."""
        return self.name.lower().startswith(_INSIDE)

    @property
    def is_loopback(self) -> bool:
        return ipaddress.ip_address(self.host).is_loopback


def networks() -> tuple[Net, ...]:
    """All addresses that this computer has now, including loopback. Raises `OSError`."""
    import ifaddr  # noqa: PLC0415  (a bot that uses only this computer starts without it)

    found = []
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            host = each.ip if isinstance(each.ip, str) else each.ip[0]
            found.append(Net(host, each.network_prefix, adapter.nice_name, adapter.index or 0))
    return tuple(found)


def hosts_of(nets: Iterable[Net], *, routed: Collection[str] = ()) -> tuple[str, ...]:
    """The addresses that others may reach, the likeliest first; loopback if there are no others.

    `routed` are those by which this computer reaches the internet: they come first among their kind. Tunnels
    come after everything with a cable or an antenna, then networks inside this computer, link-local addresses
    last; IPv6 after IPv4. A link-local address ("fe80::") counts if its interface has no other, as with a
    cable between two computers: the caller tries all of its own interfaces.
    """
    every = tuple(nets)
    named = {net.name for net in every if not net.is_link_local}
    known = [net for net in every if not net.is_link_local or net.name not in named]
    known.sort(key=lambda net: (_distance(net, net.host in routed), not net.is_ipv4, net.host not in routed))
    hosts = dict.fromkeys(net.host for net in known if not net.is_loopback)
    return tuple(hosts) or tuple(net.host for net in known)


def _distance(net: Net, is_routed: bool) -> int:
    if net.is_link_local:
        return 3
    return 1 if net.is_tunnel else 2 if net.is_inside and not is_routed else 0


def broadcasts(nets: Iterable[Net]) -> tuple[str, ...]:
    """The address that all computers of each IPv4 subnet hear."""
    return tuple(
        dict.fromkeys(str(net.network.broadcast_address) for net in nets if net.is_ipv4 and net.prefix < 31)
    )


def is_in(host: str, nets: Iterable[Net]) -> bool:
    """True if a numeric host lies in one of these networks."""
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(number in net.network for net in nets)


def is_near(host: str, nets: Iterable[Net]) -> bool:
    """True if a host lies in a network of this computer, or in a private one.

    An announcement must not make this program call a computer on the internet that its author pretends to be.
    """
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return False
    if number.is_unspecified or number.is_multicast or number.is_reserved:
        return False
    return number.is_private or is_in(host, nets)
