"""Search of this network for players of a running table who are not at their last address (net 5.7).

Their keys are known, so they need no invitation: programs that let themselves be found are asked by
broadcast and by multicast. A peer that answers under a missing player's key is called at its lobby, where
both say where they can be reached now. Lives in the network thread, beside the reconnect listener.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from net.discovery.broadcast import Asker
from net.discovery.interfaces import Net, broadcasts, is_in
from net.discovery.notice import Announced, Notice
from net.errors import LinkError
from net.link.address import make_address
from net.link.contract import Channel, Clock, Down, Link, LinkEvent, Up

if TYPE_CHECKING:
    from net.discovery.mdns import Browser

ASK_S: Final = 2.0
ASK_LATER_S: Final = 10.0
EAGER_S: Final = 60.0
"""Seconds for which questions are frequent; later they are rare, until nobody is missing."""
CALL_S: Final = 5.0
"""Shortest time between two calls to one player, whatever is announced."""


class PlayerSearch:
    """Searches while any of `keys` (CURVE keys) is missing. `nets` returns the networks to look in."""

    def __init__(
        self,
        link: Link,
        keys: Iterable[bytes],
        *,
        clock: Clock,
        nets: Callable[[], tuple[Net, ...]],
        random: Callable[[int], bytes],
    ) -> None:
        self._link = link
        self._missing = set(keys)
        self._keys = frozenset(self._missing)
        self._clock = clock
        self._nets = nets
        self._random = random
        self._asker: Asker | None = None
        self._browser: Browser | None = None
        self._known_nets: tuple[Net, ...] = ()
        self._called: dict[bytes, float] = {}
        """Time of the last call to each lobby."""
        self._since = self._ask_at = clock()

    def is_called(self, key: bytes) -> bool:
        """True if a player's lobby was called because the search has found it."""
        return key in self._called

    def heard(self, event: LinkEvent) -> None:
        """Note the players who come to the table and who are lost."""
        if not isinstance(event, Up | Down) or event.channel is not Channel.TABLE:
            return
        if event.key not in self._keys:
            return
        if isinstance(event, Down):
            self._missing.add(event.key)
            self._since = self._ask_at = self._clock()
            return
        self._missing.discard(event.key)
        if self._called.pop(event.key, None) is not None:
            self._link.hang_up(event.key, channel=Channel.LOBBY)

    def tick(self) -> None:
        """Ask, and call the players who were found."""
        if not self._missing:
            self.close()
            return
        now = self._clock()
        if self._browser is not None:
            self._browser.tend(now)
        if now < self._ask_at:
            return
        self._ask_at = now + (ASK_S if now - self._since < EAGER_S else ASK_LATER_S)
        self._open()
        if self._asker is not None:
            self._asker.ask(broadcasts(self._known_nets))

    def close(self) -> None:
        """Stop looking until somebody is missing again."""
        if self._asker is not None:
            self._link.leave_alone(self._asker.fileno())
            self._asker.close()
            self._asker = None
        self._close_browser()
        self._known_nets = ()

    def _open(self) -> None:
        """Listen for answers and announcements; multicast restarts when the networks change."""
        nets = self._nets()
        if self._asker is None:
            with suppress(LinkError):
                self._asker = asker = Asker(self._random, self._clock)
                self._link.attend(asker.fileno(), lambda: self._take_answers(asker))
        if nets == self._known_nets:
            return
        self._known_nets = nets
        self._close_browser()
        if nets:
            from net.discovery.mdns import Browser  # noqa: PLC0415  (a quarter of a second to import)

            with suppress(LinkError):  # broadcast remains
                self._browser = browser = Browser(nets)
                browser.attend(self._link, lambda: self._take_hints(browser))

    def _close_browser(self) -> None:
        if self._browser is not None:
            self._browser.close()
            self._browser = None

    def _take_hints(self, browser: Browser) -> None:
        for host, news in browser.news():
            if isinstance(news, Announced):
                self._found(news.notice, host)

    def _take_answers(self, asker: Asker) -> None:
        for host, presence in asker.answers():
            self._found(presence.notice, host)

    def _found(self, notice: Notice, host: str) -> None:
        """Call a missing player at a notice's source in a network of ours, at most once in `CALL_S`."""
        now = self._clock()
        if not is_in(host, self._known_nets) or notice.key not in self._missing:
            return
        if now - self._called.get(notice.key, now - CALL_S) < CALL_S:
            return
        with suppress(ValueError):  # not one computer's address: multicast, broadcast or empty
            address = make_address(host, notice.port)
            self._called[notice.key] = now
            self._link.connect(notice.key, (address,), channel=Channel.LOBBY, once=True)
