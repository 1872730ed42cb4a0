"""The thread that looks round on this network: hints in, questions out, what answers is shown (net 5.9).

It needs no journal and runs beside whatever else this program does. It looks under a key made up for the
moment, so nobody learns who looks.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from app.build import Lookout
from app.keep.contacts import acquaintance
from app.nearby.around import Around, AroundListener, Evidence
from app.nearby.showing import person_of, table_of
from net.discovery.board import Board, BoardOut, By, LetGo, Reach, Say
from net.discovery.broadcast import Asker
from net.discovery.interfaces import Net, broadcasts, hosts_of, is_near
from net.discovery.notice import Announced, MulticastNews
from net.errors import LinkError
from net.link.contract import Arrived, Channel, LinkEvent, Up
from net.link.memory import ProcessMemory
from net.link.zmq_link import Link
from net.lobby.identity import SEED_BYTES, Identity

if TYPE_CHECKING:
    from net.discovery.mdns import Browser

POLL_S = 0.25
ASK_FIRST_S = (0.0, 0.2, 0.6, 1.2)
"""When the subnet is asked at the start; a broadcast is easily lost."""
ASK_EVERY_S = 1.5
NETS_EVERY_S = 5.0
EVIDENCE_EVERY_S = 1.0
"""The evidence is told no more often; what was found is told at once."""
STOP_S = 3.0
_HINTS_MAX = 500
log = logging.getLogger(__name__)


class Finder:
    """Looks round from its making until `stop`; `told` is called in its thread."""

    def __init__(self, lookout: Lookout, told: AroundListener) -> None:
        self._lookout = lookout
        self._told = told
        self._board = Board(frozenset({lookout.own}))
        self._hints: queue.SimpleQueue[MulticastNews] = queue.SimpleQueue()
        self._nets: tuple[Net, ...] = ()
        self._browser: Browser | None = None
        self._problems: dict[str, str] = {}
        self._started = lookout.clock()
        self._shown: Around | None = None
        self._show_at = 0.0
        identity = Identity.from_seed(lookout.random(SEED_BYTES))
        self._link = Link(
            identity.curve_secret, identity.curve_public, clock=lookout.clock, memory=ProcessMemory()
        )
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="nearby", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End; waits at most a few seconds."""
        self._stop.set()
        self._link.wake()
        self._thread.join(STOP_S)

    def _run(self) -> None:
        try:
            with self._link:
                self._look()
        # The top of a thread: whatever is left is a bug of ours, which must be seen; the lobby goes on.
        except Exception:
            log.exception("looking round on the network has failed")
        finally:
            if self._browser is not None:
                self._browser.close()

    def _look(self) -> None:
        asker = Asker(self._lookout.random)
        self._link.attend(asker.fileno(), lambda: self._take_answers(asker))
        ask_at = [self._started + each for each in ASK_FIRST_S]
        nets_at = self._started
        try:
            while not self._stop.is_set():
                now = self._lookout.clock()
                if now >= nets_at:
                    nets_at = now + NETS_EVERY_S
                    self._see_networks()
                if now >= ask_at[0]:
                    ask_at = ask_at[1:] or [now + ASK_EVERY_S]
                    asker.ask(broadcasts(self._nets))
                    self._problems["broadcast"] = asker.problem
                due = min(ask_at[0], now + POLL_S)
                for event in self._link.poll(max(0.0, due - now)):
                    self._heard(event)
                self._take_hints()
                self._carry_out(self._board.tick(self._lookout.clock()))
                self._show()
        finally:
            self._link.leave_alone(asker.fileno())
            asker.close()

    def _see_networks(self) -> None:
        """Which networks there are now; multicast begins anew when they have changed."""
        nets = self._lookout.nets()
        if self._browser is not None:
            self._browser.tend()
        if nets == self._nets:
            return
        self._nets = nets
        if self._browser is not None:
            self._browser.close()
            self._browser = None
        self._problems["multicast"] = ""
        if not nets:
            return
        from net.discovery.mdns import Browser  # noqa: PLC0415  (a quarter of a second to import)

        try:
            self._browser = Browser(nets, self._pass_on)
        except LinkError as why:
            self._problems["multicast"] = str(why)

    def _pass_on(self, news: MulticastNews) -> None:
        """In a thread of zeroconf's."""
        if self._hints.qsize() < _HINTS_MAX:
            self._hints.put(news)
            self._link.wake()

    def _take_hints(self) -> None:
        now = self._lookout.clock()
        while not self._hints.empty():
            news = self._hints.get()
            if isinstance(news, Announced):
                hosts = [host for host in news.hosts if is_near(host, self._nets)]
                self._carry_out(self._board.heard(news.notice, hosts, By.MULTICAST, now))
            else:
                self._carry_out(self._board.taken_back(news.key, now))

    def _take_answers(self, asker: Asker) -> None:
        for host, notice in asker.answers():
            if is_near(host, self._nets):
                self._carry_out(self._board.heard(notice, (host,), By.BROADCAST, self._lookout.clock()))

    def _heard(self, event: LinkEvent) -> None:
        now = self._lookout.clock()
        if isinstance(event, Up) and event.channel is Channel.LOBBY:
            self._carry_out(self._board.connected(event.key, now))
        elif isinstance(event, Arrived) and event.channel is Channel.LOBBY:
            self._carry_out(self._board.received(event.key, event.frame, now))

    def _carry_out(self, outs: Iterable[BoardOut]) -> None:
        for out in outs:
            match out:
                case Reach(key, addresses):
                    self._link.connect(key, addresses, channel=Channel.LOBBY)
                case Say(key, frame):
                    self._link.send_lobby(key, frame)
                case LetGo(key):
                    self._link.hang_up(key, channel=Channel.LOBBY)

    def _show(self) -> None:
        """Tell what has changed: what was found at once, the evidence now and then."""
        now, board = self._lookout.clock(), self._board
        if not board.is_changed and now < self._show_at and self._shown is not None:
            return
        seen = board.seen
        if board.is_changed or self._shown is None:
            known = acquaintance(self._lookout.home)
            tables = tuple(table_of(each, known) for each in seen if each.here.info is not None)
            people = tuple(person_of(each, known) for each in seen if each.here.info is None)
        else:
            tables, people = self._shown.tables, self._shown.people
        board.is_changed = False
        self._show_at = now + EVIDENCE_EVERY_S
        around = Around(tables, people, self._evidence(len(seen), now))
        if around != self._shown:
            self._shown = around
            self._told(around)

    def _evidence(self, answering: int, now: float) -> Evidence:
        board = self._board
        return Evidence(
            hosts=hosts_of(self._nets),
            tunnels=_tunnels(self._nets),
            by_multicast=len(board.heard_by(By.MULTICAST)),
            by_broadcast=len(board.heard_by(By.BROADCAST)),
            answering=answering,
            silent=tuple(map(str, board.silent)),
            problems=tuple(problem for problem in self._problems.values() if problem),
            looked_s=int(now - self._started),
        )


def _tunnels(nets: Sequence[Net]) -> tuple[str, ...]:
    """The interfaces that look like those of a VPN."""
    return tuple(dict.fromkeys(net.name for net in nets if net.is_tunnel))
