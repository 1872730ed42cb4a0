"""Announcing and browsing by multicast DNS (RFC 6762, 6763): the only file that imports zeroconf.

Service `_shoal._tcp.local.`; its content is a `Notice`. An `Announcement` blocks for up to a second, so it
belongs in a thread of its own; a `Browser` never blocks.

Names are not probed: they carry the key's own letters and the port, so that two tables of one player never
withdraw each other's announcement; probing would not stop an attacker. Entries live for two minutes, so that
the announcement of a killed program does not stay for an hour.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from zeroconf import DNSIncoming, DNSService, DNSText, Error, IPVersion, ServiceInfo, Zeroconf

from net.discovery.broadcast import received, shared_socket
from net.discovery.interfaces import Net
from net.discovery.notice import Announced, MulticastNews, Notice, TakenBack, parse_txt
from net.errors import LinkError, PeerError
from net.link.contract import Link

SERVICE: Final = "_shoal._tcp.local."
_LIFE_S: Final = 120
_GROUP, _GROUP6, _PORT = "224.0.0.251", "ff02::fb", 5353
_DATAGRAM_MAX: Final = 9000
_ASK_FIRST_S, _ASK_AT_LAST_S = 1.0, 60.0
_QUESTION: Final = bytes([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]) + b"\6_shoal\4_tcp\5local\0\0\x0c\0\1"
"""Question for the services of this type (RFC 1035, 4.1: one question, PTR, IN.)"""


class Announcement:
    """One service, shown until `close`. Raises `LinkError` if multicast is impossible here."""

    def __init__(self, nets: Sequence[Net]) -> None:
        self._zeroconf = _open(nets)
        self._info: ServiceInfo | None = None

    def show(self, notice: Notice, hosts: Sequence[str]) -> None:
        """Announce this notice from now on, instead of the one before."""
        name = f"{notice.letters} {notice.port}"
        info = ServiceInfo(
            SERVICE,
            f"Shoal {name}.{SERVICE}",
            port=notice.port,
            properties=notice.txt(),
            parsed_addresses=list(hosts),
            server=f"shoal-{name.lower().replace(' ', '-')}.local.",
            host_ttl=_LIFE_S,
            other_ttl=_LIFE_S,
        )
        try:
            if self._info is None:
                self._zeroconf.register_service(info, cooperating_responders=True)
            else:
                self._zeroconf.update_service(info)
        except (Error, OSError) as why:
            raise LinkError(f"this computer cannot be announced by multicast: {why}") from why
        self._info = info

    def close(self) -> None:
        """Withdraw the announcement, and end."""
        self._zeroconf.close()


class Browser:
    """Asks who is announced, and hears everybody's announcements. Raises `LinkError` if multicast is
    impossible here.

    It has sockets of its own, because zeroconf does not tell where a record came from: each announcement
    counts for the computer that sent it, whatever addresses it names (net 5.9). A computer is heard from
    each of its addresses.
    """

    def __init__(self, nets: Sequence[Net]) -> None:
        self._pause_s, self._ask_at = _ASK_FIRST_S, 0.0
        self._sockets: list[tuple[socket.socket, list[Net]]] = []
        self._link: Link | None = None
        self._listen(socket.AF_INET, [net for net in nets if net.is_ipv4])
        self._listen(socket.AF_INET6, [net for net in nets if not net.is_ipv4])
        if not self._sockets:
            raise LinkError("multicast is impossible here: no network accepts it")

    def attend(self, link: Link, has_news: Callable[[], None]) -> None:
        """Let `link` call `has_news` when there is some, until `close`."""
        self._link = link
        for opened, _ in self._sockets:
            link.attend(opened.fileno(), has_news)

    def tend(self, now: float) -> None:
        """Ask who is there, at growing intervals: those who start later announce themselves."""
        if now < self._ask_at:
            return
        self._ask_at, self._pause_s = now + self._pause_s, min(2 * self._pause_s, _ASK_AT_LAST_S)
        for opened, nets in self._sockets:
            for net in nets:
                # a network that is gone raises: the networks are looked up again in some seconds
                with suppress(OSError):
                    _speak_from(opened, net)
                    opened.sendto(_QUESTION, (_GROUP if net.is_ipv4 else _GROUP6, _PORT))

    def news(self) -> Iterator[tuple[str, MulticastNews]]:
        """Yield the news so far, each with its host; datagrams of other services are ignored."""
        for opened, _ in self._sockets:
            for data, origin in received(opened, _DATAGRAM_MAX):
                for presence in _announced(data):
                    yield origin[0], presence

    def close(self) -> None:
        for opened, _ in self._sockets:
            if self._link is not None:
                self._link.leave_alone(opened.fileno())
            opened.close()

    def _listen(self, family: socket.AddressFamily, nets: Sequence[Net]) -> None:
        joined = []
        try:
            opened = shared_socket(family, _PORT)
        except OSError:
            return
        for net in nets:
            with suppress(OSError):
                _join(opened, net)
                joined.append(net)
        if joined:
            self._sockets.append((opened, joined))
        else:
            opened.close()


def _announced(data: bytes) -> Iterator[MulticastNews]:
    """The complete announcements in a datagram: port and properties of one name together."""
    said = DNSIncoming(data)
    if not said.valid or not said.is_response():
        return
    records = [each for each in said.answers() if each.name.lower().endswith(f".{SERVICE}")]
    ports = {each.name.lower(): each.port for each in records if isinstance(each, DNSService)}
    for each in records:
        if not isinstance(each, DNSText) or (port := ports.get(each.name.lower())) is None:
            continue
        try:
            notice = parse_txt(ServiceInfo(SERVICE, each.name, properties=each.text).properties, port)
        except (PeerError, Error):
            continue
        yield Announced(notice) if each.ttl else TakenBack(notice.key)


def _join(opened: socket.socket, net: Net) -> None:
    if net.is_ipv4:
        group = socket.inet_aton(_GROUP) + socket.inet_aton(net.host)
        opened.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    else:
        group = socket.inet_pton(socket.AF_INET6, _GROUP6) + struct.pack("@I", net.index)
        opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group)


def _speak_from(opened: socket.socket, net: Net) -> None:
    """Send from this network from now on, no further than to its own computers (RFC 6762, 11)."""
    if net.is_ipv4:
        opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(net.host))
        opened.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
    else:
        opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, net.index)
        opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)


def _open(nets: Sequence[Net]) -> Zeroconf:
    """Zeroconf over all of these addresses; over only the IPv4 ones if IPv6 is not available."""
    old, new = [net.host for net in nets if net.is_ipv4], [net.host for net in nets if not net.is_ipv4]
    choices = [(old + new, IPVersion.All)] if old and new else []
    choices += [(old, IPVersion.V4Only)] if old else []
    choices += [(new, IPVersion.V6Only)] if new and not old else []
    problem: Exception = OSError("no network")
    for hosts, version in choices:
        try:
            return Zeroconf(interfaces=hosts, ip_version=version)
        except (Error, OSError) as why:
            problem = why
    raise LinkError(f"multicast is impossible here: {problem}")
