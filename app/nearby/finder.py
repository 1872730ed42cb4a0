"""The thread that searches this network: it hears announcements, asks, and reports who answers (net 5.9).

The thread needs no journal and runs beside the lobby. It searches under a temporary key, so nobody learns who
searches. A player who agreed to be found searches and answers under the real key, and can be sent
invitations.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from app.build import SearchEnvironment, open_link
from app.keep.contacts import Acquaintance, acquaintance
from app.nearby.around import (
    Around,
    AroundListener,
    FoundPerson,
    HostRequest,
    Invited,
    NetworkFacts,
    UnreachablePerson,
)
from app.nearby.showing import marked, met_of, person_of, table_of
from app.table.visible import Visible, own_port
from net.discovery import responder
from net.discovery.board import AskHost, BoardOut, By, NoticeBoard, Seen
from net.discovery.broadcast import Asker
from net.discovery.datagram import fit_line
from net.discovery.dialling import Dialler
from net.discovery.interfaces import Net, broadcasts, hosts_of, is_in, is_near
from net.discovery.notice import Announced
from net.discovery.out_of_reach import OutOfReach
from net.discovery.words import AskSight, Called, Please, Sight, is_answer, parse_word, write_word
from net.errors import LinkError, PeerError
from net.link.address import Address
from net.link.contract import Arrived, Channel, LinkEvent, Up
from net.lobby.identity import SEED_BYTES, Identity, fingerprint
from net.lobby.phases import CallOnce, HangUp, Me, Tell

if TYPE_CHECKING:
    from net.discovery.mdns import Browser

POLL_S = 0.5
"""Longest pause between two rounds of work: each wakes the processor."""
NETS_EVERY_S = 5.0
FACTS_EVERY_S = 1.0
"""Shortest time between two reports of the facts; new finds are reported at once."""
LOOKED_MAX_S = 60
"""Seconds of searching after which the count stops, so that a quiet lobby redraws nothing."""
CROWD_EVERY_S = 0.5
"""Shortest time between two reports of a crowded network, where hundreds come and go."""
MULTICAST_LATE_S = 4.0
"""Seconds after a broadcast at which multicast counts as silent."""
INVITED_S = 120.0
STRANGERS_MAX = 4
"""Maximum number of invitations kept from people not met before."""
ERRAND_S = 8.0
"""Seconds for one question to a peer; more than a call back takes."""
STOP_S = 3.0
log = logging.getLogger(__name__)


class Openness(Struct, frozen=True):
    """Openness of a finder to calls: with `me` as a player who may be found, otherwise only for calls
    back."""

    me: Me | None = None


class Finder:
    """Searches the network from its creation until `stop`; `listener` is called in its thread."""

    def __init__(
        self, env: SearchEnvironment, listener: AroundListener, *, openness: Openness | None = None
    ) -> None:
        self._env = env
        self._listener = listener
        self._me = None if openness is None else openness.me
        self._board = NoticeBoard(frozenset({env.own}), jitter=env.random(1)[0] / 256)
        self._asker: Asker | None = None
        self._errands: dict[bytes, dict[str, tuple[float, bytes]]] = {}
        """For peers called only for a question, by key and word of the answer: deadline and frame."""
        self._out_of_reach = OutOfReach()
        self._requests: queue.SimpleQueue[UnreachablePerson] = queue.SimpleQueue()
        self._wanted: dict[bytes, tuple[float, bytes]] = {}
        """Requests to host a table: by author, with deadline and the other guest."""
        self._nets: tuple[Net, ...] = ()
        self._unplugged: tuple[str, ...] = ()
        self._browser: Browser | None = None
        self._visible: Visible | None = None
        self._dialler: Dialler | None = None
        self._problems: dict[By, str] = {}
        self._invited: dict[str, tuple[float, Invited]] = {}
        self._known = Acquaintance()
        self._beyond: tuple[tuple[bytes, str, bytes], ...] = ()
        self._started = env.clock()
        self._shown: Around | None = None
        self._show_at = 0.0
        who = Identity.from_seed(env.random(SEED_BYTES)) if self._me is None else self._me.identity
        self._link = open_link(who, env.clock)
        if openness is not None:
            self._open()
        self._stop = threading.Event()
        self._is_shut = threading.Event()
        self._thread = threading.Thread(target=self._run, name="nearby", daemon=True)
        self._thread.start()

    def stop(self, *, whole: bool = True) -> None:
        """Stop, and wait until nobody can call any more; with `whole` until every announcement is withdrawn.
        Waits a few seconds at most."""
        self._stop.set()
        self._link.wake()
        if whole:
            self._thread.join(STOP_S)
        else:
            self._is_shut.wait(STOP_S)

    def point_at(self, keys: Collection[bytes]) -> None:
        """Ask these tables for details, again and again, and no others. From any thread."""
        self._board.point_at(keys)
        self._link.wake()

    def say(self, line: str) -> None:
        """Say a line to everybody in the lobby, if we may be found; "" withdraws it. From any thread."""
        if self._visible is not None:
            self._visible.line = fit_line(line)

    def ask_to_host(self, beyond: UnreachablePerson) -> None:
        """Ask a person who reaches that player to host a table for both of us. From any thread."""
        self._requests.put(beyond)
        self._link.wake()

    def _open(self) -> None:
        """Listen for calls, if possible at the player's own port, which older invitations name."""
        host = self._env.listen
        try:
            port = self._link.open_lobby(host=host, port=0 if self._me is None else own_port(self._env.own))
        except LinkError:
            port = self._link.open_lobby(host=host)
        self._dialler = Dialler(port)
        if self._me is not None:
            self._visible = Visible(
                self._me,
                self._link,
                port=port,
                nets=self._env.nets(),
                clock=self._env.clock,
                table=lambda: None,
                invited=self._take_invitation,
                reachable=lambda: [(each.said.ed, each.said.nick) for each in self._reached()],
            )

    def _run(self) -> None:
        try:
            with self._link:
                self._look()
        # Top of a thread: anything uncaught is a bug of ours. It must be seen, and the lobby must go on.
        except Exception:
            log.exception("looking around on the network has failed")
        finally:
            self._is_shut.set()
            if self._visible is not None:
                self._visible.close()

    def _look(self) -> None:
        self._asker = asker = Asker(self._env.random, self._env.clock)
        self._link.attend(asker.fileno(), lambda: self._take_answers(asker))
        nets_at = self._started
        try:
            while not self._stop.is_set():
                now = self._env.clock()
                if now >= nets_at:
                    nets_at = now + NETS_EVERY_S
                    self._see_networks()
                if (page := self._board.question(now)) is not None:
                    asker.ask(broadcasts(self._nets), page)
                    self._problems[By.BROADCAST] = asker.problem
                if self._browser is not None and not self._board.is_crowded:
                    self._browser.tend(now)
                for event in self._link.poll(POLL_S):
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
        """Look for new networks; multicast restarts when they change."""
        nets = self._env.nets()
        self._unplugged = self._env.unplugged(nets)
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
        browser.attend(self._link, lambda: self._take_hints(browser))

    def _close_browser(self) -> None:
        if self._browser is not None:
            self._browser.close()
            self._browser = None

    def _take_hints(self, browser: Browser) -> None:
        now = self._env.clock()
        for host, news in browser.news():
            if isinstance(news, Announced):
                if is_near(host, self._nets):
                    self._carry_out(self._board.heard(news.notice, host, now))
            else:
                self._carry_out(self._board.taken_back(news.key, host, now))

    def _take_answers(self, asker: Asker) -> None:
        for host, presence in asker.answers():
            if is_near(host, self._nets):
                self._carry_out(self._board.answered(presence, host, self._env.clock()))

    def _take_invitation(self, invited: responder.PlayerInvites | responder.AskedToHost) -> None:
        """Take in an invitation, or a request to host.

        Only a few strangers' invitations are kept, and one is shown only while the stranger is found here. A
        request counts while both players are found here.
        """
        if isinstance(invited, responder.AskedToHost):
            if any(each.said.ed == invited.ed for each in self._board.seen):
                self._wanted[invited.ed] = self._env.clock() + INVITED_S, invited.other
                self._board.is_changed = True
            return
        letters, about = fingerprint(invited.ed), self._known.about(invited.ed, invited.nick)
        if invited.ed == self._known.own:
            return
        warning = self._known.warning(invited.ed, invited.nick)
        until = self._env.clock() + INVITED_S
        self._invited.pop(letters, None)
        self._invited[letters] = until, Invited(invited.nick, letters, invited.invitation, about, warning)
        here = self._letters_here()
        hidden = [each for each, (_, said) in self._invited.items() if not said.about and each not in here]
        strangers = [each for each, (_, said) in self._invited.items() if not said.about]
        if len(strangers) > STRANGERS_MAX:
            del self._invited[(hidden or strangers)[0]]
        self._board.is_changed = True

    def _letters_here(self) -> frozenset[str]:
        """Return the letters of the keys of all people found here now."""
        return frozenset(each.said.notice.letters for each in self._board.seen)

    def _heard(self, event: LinkEvent) -> None:
        if self._visible is not None and self._visible.heard(event):
            return
        now = self._env.clock()
        if isinstance(event, Up) and event.channel is Channel.LOBBY:
            for _, frame in self._errands.get(event.key, {}).values():
                self._link.send_lobby(event.key, frame)
            self._carry_out(self._board.connected(event.key, now))
        elif isinstance(event, Arrived) and event.channel is Channel.LOBBY:
            self._answered(event.key, event.frame, now)
            self._carry_out(self._board.received(event.key, event.frame, now))

    def _tick(self) -> None:
        now = self._env.clock()
        self._carry_out(self._board.tick(now))
        if self._dialler is not None:
            others = {seen.key: seen.addresses for seen in self._others()}
            for ask in self._dialler.due(tuple(others), now):
                self._send_to(ask.key, others[ask.key], "DIALLED", ask.frame)
        if self._visible is not None:
            self._visible.tick()
        self._look_beyond(now)
        over = [letters for letters, (until, _) in self._invited.items() if now >= until]
        for letters in over:
            del self._invited[letters]
            self._board.is_changed = True
        for ed in [ed for ed, (until, _) in self._wanted.items() if now >= until]:
            del self._wanted[ed]
            self._board.is_changed = True
        for key, errands in tuple(self._errands.items()):
            for kind in [kind for kind, (until, _) in errands.items() if now >= until]:
                self._end(key, kind)

    def _look_beyond(self, now: float) -> None:
        """Ask people whom they reach, unless the network is crowded, and pass on requests to host."""
        people = {each.key: each for each in self._reached() if not each.said.notice.game}
        if self._me is not None and not self._board.is_crowded:
            for key in self._out_of_reach.due(people, now):
                self._send_to(key, people[key].addresses, "SIGHT", write_word(AskSight()))
            beyond = self._out_of_reach.beyond(self._eds(), now)
            self._board.is_changed = self._board.is_changed or beyond != self._beyond
            self._beyond = beyond
        while not self._requests.empty():
            request = self._requests.get()
            if self._me is not None and (via := people.get(request.via.key)) is not None:
                who = self._me.identity
                please = Please(who.public, who.certificate, self._me.nick, request.ed)
                self._send_to(via.key, via.addresses, "CALLED", write_word(please))

    def _send_to(self, key: bytes, addresses: Iterable[Address], answer: str, frame: bytes) -> None:
        """Call a person for one question, whose answer begins with the word `answer`."""
        self._errands.setdefault(key, {})[answer] = self._env.clock() + ERRAND_S, frame
        if self._link.reaches(key, channel=Channel.LOBBY):
            self._link.send_lobby(key, frame)
        else:
            self._link.connect(key, tuple(addresses), channel=Channel.LOBBY, once=True)

    def _answered(self, key: bytes, frame: bytes, now: float) -> None:
        """Take in the answer to a question."""
        if self._dialler is not None:
            self._dialler.received(key, frame)
            if self._dialler.has_heard(key):
                self._end(key, "DIALLED")
        try:
            said = parse_word(frame) if is_answer(frame) else None
        except PeerError:
            return
        if isinstance(said, Sight):
            self._out_of_reach.told(key, said.people, now)
            self._end(key, "SIGHT")
        elif isinstance(said, Called):
            self._end(key, "CALLED")

    def _end(self, key: bytes, kind: str) -> None:
        """End a question; hang up if it was the last."""
        errands = self._errands.get(key, {})
        if errands.pop(kind, None) is not None and not errands:
            del self._errands[key]
            self._link.hang_up(key, channel=Channel.LOBBY)

    def _reached(self) -> tuple[Seen, ...]:
        return tuple(each for each in self._board.seen if not each.is_mute)

    def _eds(self) -> frozenset[bytes]:
        """Return the keys of the players whom we reach, ourselves included."""
        own = () if self._me is None else (self._me.identity.public,)
        return frozenset((*own, *(each.said.ed for each in self._reached())))

    def _carry_out(self, outs: Iterable[BoardOut]) -> None:
        for out in outs:
            match out:
                case CallOnce(key, address):
                    self._link.connect(key, (address,), channel=Channel.LOBBY, once=True)
                case Tell(key, frame):
                    self._link.send_lobby(key, frame)
                case HangUp(key) if key not in self._errands:
                    self._link.hang_up(key, channel=Channel.LOBBY)
                case AskHost(host) if self._asker is not None:
                    self._asker.ask((host,))

    def _show(self) -> None:
        """Report changes: new finds at once, the facts now and then."""
        now, board = self._env.clock(), self._board
        if self._shown is not None and (
            (not board.is_changed and now < self._show_at)
            or (board.is_crowded and now < self._show_at - FACTS_EVERY_S + CROWD_EVERY_S)
        ):
            return
        seen = board.seen
        if board.is_changed or self._shown is None:
            self._known = known = acquaintance(self._env.home)
            tables, people = marked(
                [table_of(each, known) for each in seen if each.said.notice.game],
                [person_of(each, known) for each in seen if not each.said.notice.game],
            )
            known_people = met_of(known, people, tables)
        else:
            tables, people, known_people = self._shown.tables, self._shown.people, self._shown.met
        board.is_changed = False
        self._show_at = now + FACTS_EVERY_S
        here = self._letters_here()
        invited = tuple(each for _, each in self._invited.values() if each.about or each.words in here)
        facts = self._facts(now)
        by_key = {person.key: person for person in people}
        beyond = tuple(
            UnreachablePerson(nick, fingerprint(ed), ed, by_key[key])
            for ed, nick, key in self._beyond
            if key in by_key
        )
        wanted = self._wanted_of(people)
        around = Around(tables, people, invited, met=known_people, facts=facts, beyond=beyond, wanted=wanted)
        if around != self._shown:
            self._shown = around
            self._listener(around)

    def _wanted_of(self, people: tuple[FoundPerson, ...]) -> tuple[HostRequest, ...]:
        """Return the requests to host for which both players are here."""
        here = {person.words: person for person in people}
        pairs = (
            (here.get(fingerprint(ed)), here.get(fingerprint(other)))
            for ed, (_, other) in self._wanted.items()
        )
        return tuple(HostRequest(asks, other) for asks, other in pairs if asks and other and asks != other)

    def _others(self) -> tuple[Seen, ...]:
        """Return the answers from other computers: our own prove nothing about the network. Without any
        network but loopback, all answers count."""
        own = {net.host for net in self._nets if not net.is_loopback}
        return tuple(seen for seen in self._reached() if not own or seen.addresses[0].host not in own)

    def _facts(self, now: float) -> NetworkFacts:
        board, nets, answering = self._board, self._nets, len(self._others())
        silent = tuple(address.host for address in board.silent)
        subnets = (str(net.network) for net in nets if net.is_ipv4)
        return NetworkFacts(
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
            looked_s=min(int(now - self._started), LOOKED_MAX_S),
            dialled=None if self._dialler is None else self._dialler.is_reached,
        )
