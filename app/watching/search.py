"""The search for the addresses where a table can be watched, from its invitation."""

from __future__ import annotations

from collections.abc import Iterable

from app import messages
from app.animals import animals_of
from app.build import Environment
from app.messages import Listener
from app.table.agreed import known_game, option_pairs, package_named
from app.table.orders import Orders
from app.table.start import Spectating
from net.link.contract import Arrived, Channel, Link, Up
from net.lobby.identity import fingerprint
from net.lobby.invitation import parse_invitation
from net.lobby.messages import Info, WatchSources
from net.lobby.phases import TableSeen, Tell
from net.watch.finder import NotFound, SourceFinder, SourcesFound

TICK_S = 0.5


class WatchFailed(Exception):
    """The table cannot be watched; the text says why, "" if we left."""


class SourceSearch:
    """Asks the invited table where it can be watched."""

    def __init__(
        self, start: Spectating, env: Environment, link: Link, orders: Orders, listener: Listener
    ) -> None:
        self._invitation = parse_invitation(start.invitation)
        self._env = env
        self._link = link
        self._orders = orders
        self._tell = listener
        self._found: WatchSources | None = None

    def run(self) -> WatchSources:
        """Run until the addresses are known; raises `WatchFailed`."""
        key, clock = self._invitation.host_key, self._env.clock
        finder = SourceFinder(self._env.me, key)
        self._link.connect_lobby(key, self._invitation.addresses)
        self._do(finder.start(clock()))
        while self._found is None:
            for event in self._link.poll(TICK_S):
                if isinstance(event, Arrived) and event.channel is Channel.LOBBY:
                    self._do(finder.received(event.frame, clock()))
                elif isinstance(event, Up) and event.channel is Channel.LOBBY:
                    self._do(finder.connected(clock()))
            while (order := self._orders.take()) is not None:
                if isinstance(order, messages.Quit):
                    self._do(finder.leave())
                    self._link.poll(0.0)
                    raise WatchFailed("")
            self._do(finder.tick(clock()))
        self._link.shut(Channel.LOBBY)
        return self._found

    def _do(self, outs: Iterable[object]) -> None:
        for out in outs:
            match out:
                case Tell(key, frame):
                    self._link.send_lobby(key, frame)
                case TableSeen(info):
                    self._show(info)
                case SourcesFound(sources):
                    self._found = sources
                case NotFound(text=text):
                    raise WatchFailed(f"You cannot watch this table: {text}.")

    def _show(self, info: Info) -> None:
        if missing := missing_game(info):
            raise WatchFailed(missing)
        animals = animals_of([(ed, animal) for ed, _, _, animal in info.taken])
        guests = tuple(
            messages.Guest(nick, fingerprint(ed), bot=run_by > 0, animal=animal)
            for (ed, nick, run_by, _), animal in zip(info.taken, animals, strict=True)
        )
        options = option_pairs(info.options)
        self._tell(messages.Gathering(info.game, options, info.seats, guests, "", policy=info.policy))


def missing_game(info: Info) -> str:
    """Return the reason why this program cannot follow a table's game; "" if it can."""
    known = known_game(info.game)
    if known is not None and known.engine == info.engine:
        return ""
    if package := package_named(info.rules, info.engine):
        return f"This table needs the package {package}, which you do not have."
    return "This table plays a game, or a version of it, that you do not have."
