"""The thread that looks round on this network: hints in, questions out, what answers is shown (net 5.9).

It needs no journal and runs beside the lobby. It looks under a key made up for the moment, so nobody
learns who looks; whoever agreed to be found looks under its own, answers at its own door and can be
brought invitations there.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.build import Lookout, open_link
from app.keep.contacts import Acquaintance, acquaintance
from app.nearby.around import Around, AroundListener, Evidence, Invited
from app.nearby.showing import marked, met_of, person_of, table_of
from app.table.visible import Visible, own_port
from net.discovery import porch
from net.discovery.board import BoardOut, By, CallKey, LetGo, NoticeBoard, Seen, SendWord
from net.discovery.broadcast import Asker
from net.discovery.dialling import Dialler
from net.discovery.interfaces import Net, broadcasts, hosts_of, is_in, is_near
from net.discovery.notice import Announced, Notice
from net.errors import LinkError
from net.link.contract import Arrived, Channel, LinkEvent, Up
from net.lobby.identity import SEED_BYTES, Identity, fingerprint
from net.lobby.phases import Me

if TYPE_CHECKING:
    from net.discovery.mdns import Browser

POLL_S = 0.25
ASK_FIRST_S = (0.0, 0.2, 0.6, 1.2)
"""When the subnet is asked at the start; a broadcast is easily lost."""
ASK_EVERY_S = 1.5
NETS_EVERY_S = 5.0
EVIDENCE_EVERY_S = 1.0
"""The evidence is told no more often; what was found is told at once."""
MULTICAST_LATE_S = 4.0
"""So long after a broadcast multicast counts as silent."""
INVITED_S = 120.0
STOP_S = 3.0
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Openness:
    """How far a finder opens a door of its own: not at all is None; to be called back; or as a player who
    may be found (`me`)."""

    me: Me | None = None


class Finder:
    """Looks round from its making until `stop`; `told` is called in its thread."""

    def __init__(self, lookout: Lookout, told: AroundListener, *, openness: Openness | None = None) -> None:
        self._lookout = lookout
        self._told = told
        self._me = None if openness is None else openness.me
        self._board = NoticeBoard(frozenset({lookout.own}))
        self._nets: tuple[Net, ...] = ()
        self._unplugged: tuple[str, ...] = ()
        self._browser: Browser | None = None
        self._visible: Visible | None = None
        self._dialler: Dialler | None = None
        self._problems: dict[By, str] = {}
        self._invited: dict[str, tuple[float, Invited]] = {}
        self._known = Acquaintance()
        self._started = lookout.clock()
        self._shown: Around | None = None
        self._show_at = 0.0
        who = Identity.from_seed(lookout.random(SEED_BYTES)) if self._me is None else self._me.identity
        self._link = open_link(who, lookout.clock)
        if openness is not None:
            self._open()
        self._stop = threading.Event()
        self._is_shut = threading.Event()
        self._thread = threading.Thread(target=self._run, name="nearby", daemon=True)
        self._thread.start()

    def stop(self, *, whole: bool = True) -> None:
        """End, and wait until the door is shut; with `whole` until everything is taken back. Waits at most
        a few seconds."""
        self._stop.set()
        self._link.wake()
        if whole:
            self._thread.join(STOP_S)
        else:
            self._is_shut.wait(STOP_S)

    def _open(self) -> None:
        """Open the own door; a player's own port is what the invitations of its friends name."""
        host = self._lookout.listen
        try:
            port = self._link.open_lobby(
                host=host, port=0 if self._me is None else own_port(self._lookout.own)
            )
        except LinkError:
            port = self._link.open_lobby(host=host)
        self._dialler = Dialler(port)
        if self._me is not None:
            self._visible = Visible(
                self._me,
                self._link,
                port=port,
                nets=self._lookout.nets(),
                clock=self._lookout.clock,
                table=lambda: None,
                invited=self._take_invitation,
            )

    def _run(self) -> None:
        try:
            with self._link:
                self._look()
        # The top of a thread: whatever is left is a bug of ours, which must be seen; the lobby goes on.
        except Exception:
            log.exception("looking round on the network has failed")
        finally:
            self._is_shut.set()
            if self._visible is not None:
                self._visible.close()

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
                    self._problems[By.BROADCAST] = asker.problem
                due = min(ask_at[0], now + POLL_S)
                if self._browser is not None:
                    self._browser.tend(now)
                for event in self._link.poll(max(0.0, due - now)):
                    self._heard(event)
                self._tick()
                self._show()
        finally:
            self._link.leave_alone(asker.fileno())
            asker.close()
            self._close_browser()
            if self._visible is not None:
                self._visible.fall_silent()

    def _see_networks(self) -> None:
        """Which networks there are now; multicast begins anew when they have changed."""
        nets = self._lookout.nets()
        self._unplugged = self._lookout.unplugged(nets)
        if nets == self._nets:
            return
        self._nets = nets
        self._close_browser()
        self._problems[By.MULTICAST] = ""
        if not nets:
            return
        from net.discovery.mdns import Browser  # noqa: PLC0415  (a quarter of a second to import)

        try:
            self._browser = browser = Browser(nets)
        except LinkError as why:
            self._problems[By.MULTICAST] = str(why)
            return
        for fileno in browser.filenos():
            self._link.attend(fileno, lambda: self._take_hints(browser))

    def _close_browser(self) -> None:
        if self._browser is not None:
            for fileno in self._browser.filenos():
                self._link.leave_alone(fileno)
            self._browser.close()
            self._browser = None

    def _take_hints(self, browser: Browser) -> None:
        now = self._lookout.clock()
        for host, news in browser.news():
            if isinstance(news, Announced):
                self._hear(news.notice, host, By.MULTICAST)
            else:
                self._carry_out(self._board.taken_back(news.key, host, now))

    def _take_answers(self, asker: Asker) -> None:
        for host, notice in asker.answers():
            self._hear(notice, host, By.BROADCAST)

    def _hear(self, notice: Notice, host: str, by: By) -> None:
        """Take in that somebody is announced by the computer at `host`."""
        if is_near(host, self._nets):
            self._carry_out(self._board.heard(notice, host, by, self._lookout.clock()))

    def _take_invitation(self, invited: porch.PlayerInvites) -> None:
        """Invitations of strangers are passed over: anybody could send them."""
        if (about := self._known.about(invited.ed, invited.nick)) and invited.ed != self._known.own:
            until = self._lookout.clock() + INVITED_S
            letters = fingerprint(invited.ed)
            self._invited[letters] = until, Invited(invited.nick, letters, invited.invitation, about)
            self._board.is_changed = True

    def _heard(self, event: LinkEvent) -> None:
        if self._visible is not None and self._visible.heard(event):
            return
        now = self._lookout.clock()
        if isinstance(event, Up) and event.channel is Channel.LOBBY:
            self._carry_out(self._board.connected(event.key, now))
        elif isinstance(event, Arrived) and event.channel is Channel.LOBBY:
            self._carry_out(self._board.received(event.key, event.frame, now))
            if self._dialler is not None:
                self._dialler.received(event.key, event.frame)

    def _tick(self) -> None:
        now = self._lookout.clock()
        self._carry_out(self._board.tick(now))
        if self._dialler is not None:
            for ask in self._dialler.due([seen.key for seen in self._others()], now):
                self._link.send_lobby(ask.key, ask.frame)
        if self._visible is not None:
            self._visible.tick()
        over = [letters for letters, (until, _) in self._invited.items() if now >= until]
        for letters in over:
            del self._invited[letters]
            self._board.is_changed = True

    def _carry_out(self, outs: Iterable[BoardOut]) -> None:
        for out in outs:
            match out:
                case CallKey(key, address):
                    self._link.connect(key, (address,), channel=Channel.LOBBY, once=True)
                case SendWord(key, frame):
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
            self._known = known = acquaintance(self._lookout.home)
            tables = marked([table_of(each, known) for each in seen if each.here.info is not None])
            met = (each for each in seen if each.here.info is None and each.here.ed in known.met)
            people = tuple(person_of(each, known) for each in met)
            known_people = met_of(known, people, tables)
        else:
            tables, people, known_people = self._shown.tables, self._shown.people, self._shown.met
        board.is_changed = False
        self._show_at = now + EVIDENCE_EVERY_S
        invited = tuple(each for _, each in self._invited.values())
        evidence = self._evidence(now)
        around = Around(tables, people, invited, met=known_people, evidence=evidence)
        if around != self._shown:
            self._shown = around
            self._told(around)

    def _others(self) -> tuple[Seen, ...]:
        """Who answers from another computer: what this one says of itself tells nothing of the network. On
        loopback alone all are here."""
        own = {net.host for net in self._nets if not net.is_loopback}
        return tuple(seen for seen in self._board.seen if not own or seen.address.host not in own)

    def _evidence(self, now: float) -> Evidence:
        board, nets, answering = self._board, self._nets, len(self._others())
        silent = tuple(address.host for address in board.silent)
        subnets = (str(net.network) for net in nets if net.is_ipv4)
        return Evidence(
            hosts=hosts_of(nets),
            unplugged=self._unplugged,
            subnets=tuple(dict.fromkeys(subnets)),
            tunnels=tuple(dict.fromkeys(net.name for net in nets if net.is_tunnel)),
            answering=answering,
            only_broadcast=min(answering, board.heard_only_by(By.BROADCAST, since=now - MULTICAST_LATE_S)),
            silent_here=tuple(host for host in silent if is_in(host, nets)),
            silent_elsewhere=tuple(host for host in silent if not is_in(host, nets)),
            multicast_problem=self._problems.get(By.MULTICAST, ""),
            broadcast_problem=self._problems.get(By.BROADCAST, ""),
            looked_s=int(now - self._started),
            dialled=None if self._dialler is None else self._dialler.is_reached,
        )
