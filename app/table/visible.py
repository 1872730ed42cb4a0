"""Our table on the network: announced, found by broadcast, asked, called back (net 5.9).

Lives in the network thread beside the lobby, as long as the table does. Multicast, which blocks for up to
half a second, has a thread of its own.
"""

from __future__ import annotations

import hashlib
import logging
import queue
import threading
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from app.build import AnnouncedTables
from net.discovery.broadcast import Answerer
from net.discovery.interfaces import Net, hosts_of
from net.discovery.notice import Notice
from net.discovery.responder import AskedToHost, AtTable, People, PlayerInvites, Responder, ResponderOut
from net.discovery.words import is_question
from net.errors import LinkError
from net.link.address import Address
from net.link.contract import Arrived, Channel, Clock, Link, LinkEvent, Up
from net.lobby.phases import CallOnce, HangUp, Me, Tell

STOP_S = 2.0
log = logging.getLogger(__name__)


class Visible:
    """Makes a lobby findable until `close`, except while a later table of this player is `announced`.

    `table` returns the table to be found at the moment, `reachable` the players whom this computer reaches;
    `invited` gets invitations that arrive, and requests to host.
    """

    def __init__(
        self,
        me: Me,
        link: Link,
        *,
        port: int,
        nets: Sequence[Net],
        clock: Clock,
        table: Callable[[], AtTable | None],
        invited: Callable[[PlayerInvites | AskedToHost], None] = lambda _: None,
        reachable: Callable[[], People] = tuple,
        announced: AnnouncedTables | None = None,
    ) -> None:
        self._announced = announced or AnnouncedTables()
        self._announced.add(self)
        self._link = link
        self._port = port
        self._nets = nets
        self._clock = clock
        self._invited = invited
        self._sign = me.identity.sign
        self.line = ""
        """This player's line to the lobby; may be set from any thread."""
        self.spectators = 0
        """Number of spectators, set by the table."""
        self._table = table
        self._responder = Responder(me, self._at_table, reachable=reachable)
        self._notice = self._responder.notice(port)
        self._called: set[bytes] = set()
        """Peers that we call only because they asked for it."""
        self._shown: queue.SimpleQueue[Notice | None] = queue.SimpleQueue()
        self._answerer: Answerer | None = None
        self._announcer: threading.Thread | None = None
        self._appear()

    def heard(self, event: LinkEvent) -> bool:
        """Take in an event of the link; return True if no other part needs it."""
        if isinstance(event, Up) and event.channel is Channel.LOBBY:
            self._carry_out(self._responder.connected(event.key))
        if not (isinstance(event, Arrived) and event.channel is Channel.LOBBY and is_question(event.frame)):
            return False
        if self._announced.is_last(self):
            self._carry_out(
                self._responder.received(event.key, event.frame, address=event.address, now=self._clock())
            )
        return True

    def tick(self) -> None:
        """Do work that is due, and announce changes."""
        if not self._announced.is_last(self):
            self._disappear()
            return
        self._carry_out(self._responder.tick(self._clock()))
        notice = self._responder.notice(self._port)
        is_new, self._notice = notice != self._notice, notice
        if self._announcer is None:
            self._appear()
        elif is_new:
            self._shown.put(notice)

    def fall_silent(self) -> None:
        """Stop answering broadcasts, before the link is closed."""
        if self._answerer is not None:
            self._link.leave_alone(self._answerer.fileno())
            self._answerer.close()
            self._answerer = None

    def close(self) -> None:
        """Withdraw every announcement; waits at most two seconds."""
        self._announced.remove(self)
        announcer = self._announcer
        self._disappear()
        if announcer is not None:
            announcer.join(STOP_S)

    def _appear(self) -> None:
        try:
            self._answerer = Answerer(self._clock, self._sign)
            self._link.attend(self._answerer.fileno(), self._answer)
        except LinkError as why:  # multicast remains
            log.warning("no answers to broadcasts: %s", why)
        self._shown = queue.SimpleQueue()
        self._shown.put(self._notice)
        self._announcer = threading.Thread(
            target=self._announce, args=(self._shown,), name="announce", daemon=True
        )
        self._announcer.start()

    def _disappear(self) -> None:
        self.fall_silent()
        if self._announcer is not None:
            self._shown.put(None)
            self._announcer = None

    def _at_table(self) -> AtTable | None:
        found = self._table()
        return None if found is None else replace(found, spectators=self.spectators)

    def _call_back(self, key: bytes, address: Address) -> None:
        """Call a peer back, unless we are connected to its lobby already: that is an answer as well."""
        reaches = self._link.reaches(key, channel=Channel.LOBBY)
        if reaches:
            self._carry_out(self._responder.connected(key))
            return
        if reaches is None:
            self._called.add(key)
        self._link.connect(key, (address,), channel=Channel.LOBBY)

    def _answer(self) -> None:
        if self._answerer is not None:
            self._answerer.answer(self._responder.presence(self._port, self.line), self._nets)

    def _announce(self, shown: queue.SimpleQueue[Notice | None]) -> None:
        """Announce the latest notice until None comes, in a thread of its own."""
        from net.discovery.mdns import Announcement  # noqa: PLC0415  (a quarter of a second to import)

        try:
            announcement = Announcement(self._nets)
        except LinkError as why:
            log.warning("%s", why)
            return
        try:
            while (notice := _latest(shown)) is not None:
                announcement.show(notice, hosts_of(self._nets))
        except LinkError as why:
            log.warning("%s", why)
        finally:
            announcement.close()

    def _carry_out(self, outs: Iterable[ResponderOut]) -> None:
        for out in outs:
            match out:
                case Tell(key, frame):
                    self._link.send_lobby(key, frame)
                case CallOnce(key, address):
                    self._call_back(key, address)
                case HangUp(key) if key in self._called:
                    self._called.remove(key)
                    self._link.hang_up(key, channel=Channel.LOBBY)
                case HangUp():
                    pass  # connected for another reason
                case PlayerInvites() | AskedToHost():
                    self._invited(out)


def _latest(shown: queue.SimpleQueue[Notice | None]) -> Notice | None:
    notice = shown.get()
    while notice is not None and not shown.empty():
        notice = shown.get()
    return notice


def own_port(key: bytes) -> int:
    """Return the port of a player's tables, if it is free: one of the dynamic ports."""
    return 49152 + int.from_bytes(hashlib.blake2b(key, digest_size=4).digest(), "big") % 16384
