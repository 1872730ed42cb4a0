"""A past game, played on from one of its turns against bots.

Nothing is kept or sent. Cards that the player could not see at that turn are dealt again, as they may have
been: nobody learns hidden cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from app import messages
from app.bots.api import BotPolicy
from app.games.chronicle import shown_to
from app.games.look_back import GamePlayed
from app.games.policies import policy_of
from rules.api import Event, Face, Moved, Rng, Seat, Slot, State, View
from rules.driver import LocalTable
from rules.errors import NotLegal

YOU = "You"


class Practice(Struct):
    """A table without others: takes the orders of its one player and returns the news that follows."""

    info: messages.TableInfo
    local: LocalTable
    bot: BotPolicy
    rng: Rng
    _told: int = 0
    _k: int = 0

    def begin(self) -> tuple[messages.News, ...]:
        """Return the news with which the table opens."""
        return (messages.Started(self.info, resumed=False), self._news())

    def take(self, order: messages.Order) -> tuple[messages.News, ...]:
        """Take an order of the player."""
        if isinstance(order, messages.AskHint):
            return (messages.HintAsked(self.info.seat),)
        if not isinstance(order, messages.Choose) or self.local.turn != self.info.viewer:
            return ()
        try:
            self.local.play(order.action)
        except NotLegal as why:
            return (messages.Refused(why.reason, why.rule, why.text),)
        return (self._news(), *self._others())

    def _others(self) -> Iterator[messages.News]:
        while (turn := self.local.turn) is not None and turn != self.info.viewer:
            self.local.play(self.bot.choose(self.local.view(turn), self.rng))
            yield self._news()
        if (outcome := self.local.outcome) is not None:
            yield messages.Finished(outcome)

    def _news(self) -> messages.Advanced:
        events = tuple(self.local.events[self._told :])
        self._told, self._k = len(self.local.events), self._k + 1
        return messages.Advanced(self._k, self.local.view(self.info.viewer), events)


def turn_from(game: GamePlayed, seat: Seat, at: int) -> int | None:
    """Return the number of the seat's first move from event `at` on, or None."""
    moves = enumerate(game.events[at:], start=at)
    return next((k for k, event in moves if isinstance(event, Moved) and event.seat == seat), None)


def practice(game: GamePlayed, seat: Seat, at: int, rng: Rng) -> Practice | None:
    """Return the game from the turn in which `seat` made event `at`; None if the seat's hand is unknown."""
    seats = len(game.names)
    state = _state(game, at)
    seen = _seen(game.events[:at], seat)
    view = View(state, seat, _faces(game.faces, seen))
    if not view.actions() or any(slot not in view.known for slot in seen & {*state.hand(seat)}):
        return None
    start, faces = game.entry.rules.worlds(view)(rng)
    local = LocalTable(start, seats, rng)
    local.faces.update(faces)
    for other, known in enumerate(local.known):
        known.update(_faces(faces, _seen(game.events[:at], Seat(other))))
    local.known[seat].update(view.known)
    local.public.update(_faces(faces, _seen(game.events[:at], None)))
    guests = tuple(
        messages.Guest(YOU if each == seat else name, "", bot=each != seat)
        for each, name in enumerate(game.names)
    )
    info = messages.TableInfo("", game.entry.rules.key, tuple(game.options.items()), guests, seat)
    return Practice(info, local, policy_of(game.entry, game.entry.usual_level), rng)


def _state(game: GamePlayed, at: int) -> State:
    state = game.entry.rules.start(len(game.names), game.options)
    for event in game.events[:at]:
        state = state.after(event)
    return state


def _seen(events: Sequence[Event], seat: Seat | None) -> set[Slot]:
    """Return the slots whose faces some events have shown to a seat, or (None) to everybody."""
    return {slot for event in events for slot in shown_to(event, seat)}


def _faces(faces: Mapping[Slot, Face], slots: set[Slot]) -> dict[Slot, Face]:
    return {slot: faces[slot] for slot in sorted(slots) if slot in faces}
