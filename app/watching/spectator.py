"""The network thread of a spectator (net 5.10).

A spectator needs no journal and no seat. The invitation leads to the addresses of the table's sources; the
spectator follows one of them, checks everything in a second thread, and sends the checked part to other
spectators who ask.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from app import messages
from app.build import Environment
from app.messages import Listener
from app.table.orders import Orders
from app.table.start import Spectating
from app.table.troubles import with_names
from app.watching.checking import Checked, Failed, Unchecked
from app.watching.game import WatchedGame
from app.watching.search import TICK_S, SourceSearch, WatchFailed
from net.agreement.walk import BadRecord
from net.errors import LinkError, LocalError, NetError
from net.link.contract import Arrived, Channel, Link, LinkEvent, Up, Way
from net.lobby.identity import verify
from net.lobby.messages import WatchSources
from net.lobby.phases import HangUp, Tell
from net.watch import phases
from net.watch.source import Source, Watched
from net.watch.spectator import Spectator, SpectatorIdentity
from net.wire.genesis import Watch

TELL_S = 0.2
"""Seconds between two reports of the check's progress."""


class WatchEnding(Struct, frozen=True):
    """The end of watching. `fault` says what failed the check, or stopped the game or its sources; or ""."""

    fault: str
    table: str = ""
    heights: int = 0
    checked: int = 0
    is_over: bool = False
    players: tuple[str, ...] = ()
    state: str = ""

    def values(self) -> dict[str, object]:
        """Return the values for JSON."""
        return {
            "table": self.table,
            "heights": self.heights,
            "checked": self.checked,
            "over": self.is_over,
            "state": self.state,
            "players": list(self.players),
        }


def run_watch(
    start: Spectating,
    env: Environment,
    *,
    orders: Orders,
    listener: Listener,
    record: Path | None = None,
    leaves_at_the_end: bool = False,
) -> WatchEnding:
    """Find a table and watch it until we leave; raises `WatchFailed`. `record`: save the checked part there
    at the end. `leaves_at_the_end`: leave as soon as the whole game is over and checked."""
    try:
        with env.link() as link:
            orders.attach(link.wake)
            sources = SourceSearch(start, env, link, orders, listener).run()
            watch = _Watch(env, link, orders, listener, sources, leaves_at_the_end=leaves_at_the_end)
            try:
                watch.run()
            finally:
                watch.close()
            if record is not None and watch.game is not None:
                watch.game.save(record)
            return watch.ending()
    except NetError as why:
        raise WatchFailed(str(why)) from why


class _Watch:
    """Follows the game over the link."""

    def __init__(
        self,
        env: Environment,
        link: Link,
        orders: Orders,
        listener: Listener,
        sources: WatchSources,
        *,
        leaves_at_the_end: bool,
    ) -> None:
        self._env = env
        self._link = link
        self._orders = orders
        self._tell = listener
        self._leaves_at_the_end = leaves_at_the_end
        self.game: WatchedGame | None = None
        self._source: Source | None = None
        self._known = {curve: "" for curve, _ in sources.sources}
        self._told_at = 0.0
        self._checked: messages.Checked | None = None
        self._follows: str | None = None
        self._named: phases.NamedSpectators = phases.NamedSpectators((), 0)
        self._behind: phases.NamedSpectators = phases.NamedSpectators((), 0)
        self._head_k = 0
        self._is_done = False
        self._fault = ""
        me, who = env.me, env.profile.identity
        own_identity = SpectatorIdentity(
            who.public,
            who.certificate,
            me.nick,
            who,
            port=self._listen(sources.game.hex()),
            inviter=sources.seat,
            ticket=sources.ticket,
        )
        turn = int.from_bytes(who.public[:4], "big") % len(sources.sources)
        places = sources.sources[turn:] + sources.sources[:turn]  # spreads the spectators over the players
        # Chat lines need higher numbers than at our last visit, and those are not stored: use the clock.
        self._spectator = Spectator(
            own_identity, sources.game, places, verify=verify, first_line=env.unix_time() * 16
        )

    def run(self) -> None:
        """Run until we leave or no game can be had; with `leaves_at_the_end` until nothing more comes."""
        clock = self._env.clock
        self._do(self._spectator.start(clock()))
        while not self._is_done:
            waits = [TICK_S, self._spectator.wait_s(clock())]
            if self._source is not None:
                waits.append(self._source.wait_s(clock()))
            for event in self._link.poll(min(waits)):
                self._heard(event)
            self._look_at_findings()
            self._obey()
            self._do(self._spectator.tick(clock()))
            if self._source is not None:
                self._serve(self._source.tick(clock()))
            self._tell_progress()

    def close(self) -> None:
        """Say goodbye and stop the check."""
        if self._source is not None:
            self._serve(self._source.close("that spectator has gone"))
        self._do(self._spectator.leave("goes"))
        self._link.poll(0.0)
        if self.game is not None:
            self.game.checker.close()

    def ending(self) -> WatchEnding:
        """Return the result of watching."""
        game = self.game
        if game is None:
            return WatchEnding(fault=self._fault)
        return WatchEnding(
            table=game.genesis.id.hex(),
            heights=self._spectator.k,
            checked=len(game.records),
            is_over=game.machine.outcome is not None,
            fault=self._fault or "\n".join(game.charges),
            players=game.names,
            state=game.machine.state.text(),
        )

    # -- input ------------------------------------------------------------------------------

    def _listen(self, game: str) -> int:
        try:
            return self._link.open_watch(game, host=self._env.listen)
        except LinkError:
            return 0  # without a port other spectators ask somebody else

    def _heard(self, event: LinkEvent) -> None:
        now = self._env.clock()
        if isinstance(event, Up) and event.channel is Channel.WATCH:
            self._do(self._spectator.up(event.key, now))
        elif isinstance(event, Arrived) and event.channel is Channel.WATCH:
            if event.way is Way.OUTBOUND:
                self._do(self._spectator.received(event.key, event.frame, now))
            elif self._source is not None:
                self._serve(self._source.received(event.key, event.frame, address=event.address, now=now))

    def _obey(self) -> None:
        while (order := self._orders.take()) is not None:
            if isinstance(order, messages.Quit):
                self._is_done = True
            elif isinstance(order, messages.SaveRecord):
                self._save(order.path)
            elif isinstance(order, messages.Say):
                try:
                    self._do(self._spectator.say(order.text))
                    self._tell(messages.SpectatorLine(self._env.me.nick, order.text))
                except LocalError as why:
                    self._tell(messages.Refused("not-now", "", str(why)))

    def _save(self, path: Path) -> None:
        problem = "There is nothing to save yet."
        if self.game is not None:
            try:
                self.game.save(path)
                problem = ""
            except LinkError as why:
                problem = str(why)
        self._tell(messages.RecordSaved(path, problem))

    def _look_at_findings(self) -> None:
        game, source, now = self.game, self._source, self._env.clock()
        while game is not None and source is not None and not game.found.empty():
            finding = game.found.get()
            match finding:
                case Unchecked(steps):
                    game.ahead(steps)
                case Checked(steps, raws):
                    game.held(steps, raws)
                    for step, raw in zip(steps, raws, strict=True):
                        self._serve(source.added(raw, step.h, now))
                    self._spectator.checked(len(game.records))
                    self._after_check(game)
                case Failed(k, why):
                    self._failed(game, k, why)
                case BaseException():
                    raise finding

    def _after_check(self, game: WatchedGame) -> None:
        if len(game.records) < self._spectator.k or self._spectator.k < self._head_k:
            return
        if game.evidence:
            game.weigh()
        if game.finish():
            self._tell_checked(game)
            if self._source is not None:
                self._serve(self._source.opened(game.open_hands(), self._env.clock()))
            self._spectator.finished()
            self._is_done = self._leaves_at_the_end

    def _failed(self, game: WatchedGame, k: int, error: BadRecord) -> None:
        text = with_names(error.text, game.names)
        if error.seat is None:
            told = f"Step {error.k}, as we got it, fails the check ({text}). Asking somebody else for it."
            self._tell(messages.Trouble(messages.TroubleKind.REFUSED, told))
        else:
            self._fault = f"Step {error.k} fails the check: {text}. {game.names[error.seat]} signed it."
            self._tell(messages.Trouble(messages.TroubleKind.CHEAT, self._fault, error.seat, ends=True))
        self._do(self._spectator.refused(k, self._env.clock()))

    # -- effects ----------------------------------------------------------------------------

    def _do(self, outs: Iterable[phases.SpectatorOut]) -> None:
        for out in outs:
            match out:
                case Tell(key, frame):
                    self._link.send_watch(key, frame, Way.OUTBOUND)
                case phases.CallSource(key, addresses):
                    self._link.connect(key, addresses, channel=Channel.WATCH)
                case HangUp(key):
                    self._link.hang_up(key, channel=Channel.WATCH)
                case phases.Opened(genesis, sigs):
                    self._open(genesis, sigs)
                case phases.Came(first, raws):
                    if self.game is not None:
                        self.game.checker.add(first, raws)
                case _:
                    self._note(out)

    def _note(self, out: phases.SpectatorOut) -> None:
        match out:
            case phases.Follows(is_full=True):
                self._follows = None
                self._tell(messages.FollowedBy("", is_full=True))
            case phases.Follows(key, k):
                self._follow(key, k)
            case phases.EvidenceShown() | phases.HandShown() | phases.Parted():
                if self.game is not None:
                    self.game.shown(out)
                    self._after_check(self.game)
            case phases.Heard(line):
                self._tell(messages.SpectatorLine(line.nick, line.text))
                if self._source is not None:
                    self._serve(self._source.say(line.raw, self._env.clock()), is_new=False)
            case phases.NamedSpectators():
                self._named = out
                self._tell_named()
            case phases.NoMore(text=text):
                self._lost(text)

    def _lost(self, text: str) -> None:
        """Report that nobody sends the game any more; a window stays open with the last position."""
        self._is_done = self._leaves_at_the_end or self.game is None
        if text:
            self._fault = text
            self._tell(messages.FollowedBy("", is_over=True))
            self._tell(messages.Trouble(messages.TroubleKind.LOBBY, text, ends=self.game is None))

    def _serve(self, outs: Iterable[phases.SourceOut], *, is_new: bool = True) -> None:
        """Serve our own spectators; with `is_new` take in their chat as well."""
        for out in outs:
            if isinstance(out, Tell):
                self._link.send_watch(out.key, out.frame, Way.INBOUND)
            elif isinstance(out, phases.NamedSpectators):
                if out != self._behind:
                    self._behind = out
                    self._do(self._spectator.tell_behind(out))
            elif is_new:
                self._tell(messages.SpectatorLine(out.line.nick, out.line.text))
                self._do(self._spectator.pass_on(out.line.raw))

    def _open(self, body: bytes, sigs: tuple[bytes, ...]) -> None:
        self.game = game = WatchedGame(body, sigs, self._link, self._tell)
        players, policy = game.genesis.players, game.genesis.policy
        self._known |= {player.curve: player.nick for player in players}
        watched = Watched(
            game.genesis.id,
            body,
            sigs,
            tuple(player.ed for player in players),
            game.names,
            by_ticket=policy.watch is Watch.ASK,
            may_chat=policy.watch_chat,
        )
        self._source = Source(watched, verify=verify, now=self._env.clock())

    def _follow(self, key: bytes | None, k: int) -> None:
        name = "" if key is None else self._known.get(key) or "another spectator"
        if name != self._follows:
            self._follows = name
            self._tell(messages.FollowedBy(name))
        if key is not None:
            self._head_k = k
            if k == 0 and self.game is not None:
                self.game.begin()

    def _tell_named(self) -> None:
        game = self.game
        may_chat = game is not None and game.genesis.policy.watch_chat
        names = tuple(nick for _, nick in self._named.named)
        self._tell(messages.Spectators(names, self._named.more, may_chat=may_chat))
        if self._source is not None:
            self._source.tell_who(self._named)

    def _tell_progress(self) -> None:
        now = self._env.clock()
        if self.game is not None and now - self._told_at >= TELL_S:
            self._told_at = now
            self._tell_checked(self.game)

    def _tell_checked(self, game: WatchedGame) -> None:
        checked = messages.Checked(len(game.records), max(self._spectator.k, self._head_k))
        if checked != self._checked:
            self._checked = checked
            self._tell(checked)
