"""Address of a peer: a numeric host and a port, strictly parsed.

Addresses come from peers and from invitations, so they are hints by people who may lie: names are never
looked up, only a single unicast host is accepted, and an address has only one text that parses
("192.168.1.20:5670", "[fd00::5]:5670").
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

from msgspec import Struct

from net.errors import Malformed

LINKS_MAX: Final = 8
"""Limit of network interfaces on which one link-local address is called."""
MAX_TEXT: Final = 47  # "[" + 39 + "]:" + 5


class Address(Struct, frozen=True, order=True):
    """A unicast IPv4 or IPv6 host in its canonical text, and a port 1..65535."""

    host: str
    port: int

    @property
    def is_ipv6(self) -> bool:
        return ":" in self.host

    @property
    def is_link_local(self) -> bool:
        """True for an IPv6 address that is valid on one cable only (fe80::)."""
        return self.is_ipv6 and ipaddress.ip_address(self.host).is_link_local

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if self.is_ipv6 else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """The address with that canonical text; raises `Malformed`."""
    if len(text) > MAX_TEXT:
        raise Malformed("address", "an address is too long")
    host, _, port = text.rpartition(":")
    try:
        address = make_address(host.removeprefix("[").removesuffix("]"), int(port))
    except ValueError:
        raise Malformed("address", f"{text!r} is no address like 192.168.1.20:5670") from None
    if str(address) != text:
        raise Malformed("address", f"{text!r} is not how the address {address} is written")
    return address


def hosts_to_call(address: Address) -> tuple[str, ...]:
    """Hosts to call for an address. A link-local address (fe80::) does not say on which of our interfaces its
    computer is, so it is called on each."""
    if not address.is_link_local:
        return (address.host,)
    links = [index for index, name in socket.if_nameindex() if not name.startswith("lo")]
    return tuple(f"{address.host}%{index}" for index in links[:LINKS_MAX])


def is_host(text: str) -> bool:
    """True for the canonical text of one unicast host."""
    try:
        return make_address(text, 1).host == text
    except ValueError:
        return False


def make_address(host: str, port: int) -> Address:
    """An address made of a numeric host; raises `ValueError` for any but a unicast one and a port."""
    number = ipaddress.ip_address(host)
    if number.is_unspecified or number.is_multicast or str(number) == "255.255.255.255" or "%" in host:
        raise ValueError(f"{host} is not the address of a single computer")
    if not 1 <= port <= 65535:
        raise ValueError(f"{port} is not a port")
    return Address(str(number), port)
