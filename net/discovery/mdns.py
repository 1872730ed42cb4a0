"""Announcing and browsing by multicast DNS (RFC 6762, 6763): the only file that imports zeroconf.

Service `_shoal._tcp.local.`; what it says is a `Notice`. Everything here blocks for up to a second or
calls back in a thread of zeroconf's, so it belongs into a thread of its own, and `told` only passes on.

Names are not probed: they carry the key's own letters and the port, so that two tables of one player never
take back each other's announcement, and whoever wants to disturb can do so anyhow.
Entries live for two minutes, so that what a killed program has announced does not stay for an hour.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from zeroconf import Error, IPVersion, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from net.discovery.interfaces import Net
from net.discovery.notice import Announced, MulticastNews, Notice, TakenBack, parse_txt
from net.errors import LinkError, PeerError

SERVICE: Final = "_shoal._tcp.local."
_LIFE_S: Final = 120
_CACHE_MAX: Final = 2000
"""Names in zeroconf's memory, which nothing else bounds, after which it is begun anew."""


class Announcement:
    """One service, shown until `close`. Raises `LinkError` where multicast cannot be spoken at all."""

    def __init__(self, nets: Sequence[Net]) -> None:
        self._zeroconf = _open(nets)
        self._info: ServiceInfo | None = None

    def show(self, notice: Notice, hosts: Sequence[str]) -> None:
        """Announce this from now on, instead of what was announced."""
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
        """Take it back, and end."""
        self._zeroconf.close()


class Browser:
    """Tells of every announcement of others and ours. `told` is called in a thread of zeroconf's.

    Raises `LinkError` where multicast cannot be spoken at all.
    """

    def __init__(self, nets: Sequence[Net], told: Callable[[MulticastNews], None]) -> None:
        self._nets = nets
        self._told = told
        self._keys: dict[str, bytes] = {}
        self._zeroconf = _open(nets)
        self._browse()

    def tend(self) -> None:
        """Now and then: begin anew when strangers have filled the memory with names."""
        if len(self._zeroconf.cache.names()) > _CACHE_MAX:
            self._zeroconf.close()
            self._keys.clear()
            self._zeroconf = _open(self._nets)
            self._browse()

    def close(self) -> None:
        """No more."""
        self._zeroconf.close()

    def _browse(self) -> None:
        ServiceBrowser(self._zeroconf, SERVICE, handlers=[self._changed])

    def _changed(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change is ServiceStateChange.Removed:
            if (key := self._keys.pop(name, None)) is not None:
                self._told(TakenBack(key))
            return
        info = ServiceInfo(service_type, name)
        if not info.load_from_cache(zeroconf) or info.port is None:
            return  # the rest of it comes as a change
        try:
            notice = parse_txt(info.properties, info.port)
        except PeerError:
            return
        if len(self._keys) < _CACHE_MAX:
            self._keys[name] = notice.key
        self._told(Announced(notice, tuple(info.parsed_addresses())))


def _open(nets: Sequence[Net]) -> Zeroconf:
    """Over all of these addresses; over those of IPv4 alone, where IPv6 is not to be had."""
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
    raise LinkError(f"multicast cannot be spoken here: {problem}")
