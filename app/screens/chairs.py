"""The chairs of a table before the game, and what a press on each can do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TypeAlias

from msgspec import Struct

from app.animals import Animal
from app.games.catalogue import catalogue
from app.messages import Gathering, Guest, Order, PutBot, Resize, Unseat
from app.nearby.around import FoundTable
from app.screens.lobby import asks_for_a_seat, can_unseat, guest_lines
from app.screens.program import Program, Replaying, ReplayingFile
from app.table.start import Hosting, Resuming, Spectating, Start

ChairAction: TypeAlias = tuple[str, Order]
"""A line of a chair's menu, and its order."""
BRINGING = "The host decides if your bot may play. Everybody sees that it is yours and that you see its hand."


class Chair(Struct, frozen=True):
    """A seat before the game: `about` is the line below the name, `tip` the tooltip, `guest` the player
    there. The chair that can be added has one action and no guest, and comes last."""

    seat: int
    name: str
    about: str = ""
    tip: str = ""
    guest: Guest | None = None
    actions: tuple[ChairAction, ...] = ()
    is_new: bool = False

    @property
    def told(self) -> str:
        """The chair for a screen reader."""
        said = ", ".join(filter(None, (self.name, self.tip or self.about)))
        return said if self.is_new else f"Seat {self.seat + 1}: {said}"


def chairs_of(table: Gathering, own: int | None = 0) -> tuple[Chair, ...]:
    """Return the chairs around the table, beginning with seat `own`, or with that of `Gathering.own` if
    known."""
    words = [guest.words for guest in table.guests]
    if table.own:
        own = words.index(table.own) if table.own in words else None
    made = []
    for seat, (name, about) in enumerate(guest_lines(table)):
        guest = table.guests[seat] if seat < len(table.guests) else None
        short = about if guest is None else guest.kind or ("you" if seat == own else "")
        actions = _about_guest(table, guest) if guest is not None else _about_seat(table, seat)
        tip = BRINGING if guest is None and actions and not table.invitation else about
        if guest is None and actions:
            short = short or "press for a bot"
        made.append(Chair(seat, name, short, tip, guest, actions))
    more = table.seats + 1
    added = Chair(more - 1, "Add a chair", actions=(("Add a chair", Resize(more)),), is_new=True)
    first = own or 0
    return (*made[first:], *made[:first], *([added] if more in table.sizes else []))


def expected_chairs(
    start: Start | ReplayingFile | Replaying, program: Program, found: Sequence[FoundTable] = ()
) -> tuple[Chair, ...]:
    """Return the chairs of a table that has sent nothing yet, as far as this computer knows them. `found` are
    the tables on this network."""
    settings = program.settings
    own = Guest(settings.nick, "", animal=Animal(settings.animal) if settings.animal else None)
    match start:
        case Hosting(game, seats, options, bots):
            return chairs_of(Gathering(game, options, seats, (own,), "", coming=(b"",) * bots))
        case ReplayingFile(path):
            return chairs_of(_full(program.players_in(path)), None)
        case Resuming(table) | Replaying(table):
            before = program.games()
            places = {each.table: (each.guests, each.seat) for each in before.unfinished}
            places |= {each.table: (each.guests, each.seat) for each in before.past}
            guests, seat = places.get(table, ((), -1))
            return chairs_of(_full(guests), None if seat < 0 else seat)
    seen = [each for each in found if each.invitation == start.invitation]
    if seen:
        return chairs_of(_found(seen[0]), None)
    host = Guest("Your host", "")
    if isinstance(start, Spectating):
        return chairs_of(_full((host,)), None)
    return chairs_of(_full((host, own)), 1)


def _full(guests: tuple[Guest, ...]) -> Gathering:
    return Gathering("", (), len(guests), guests, "")


def _found(table: FoundTable) -> Gathering:
    """Return a table found on this network, as far as its search knows it."""
    guests = tuple(
        Guest(nick or "Somebody", "", bot=bool(table.people) and nick not in table.people, animal=animal)
        for nick, animal in zip_longest(table.taken, table.animals[: len(table.taken)])
    )
    return Gathering(table.game, table.options, table.seats, guests, "")


def _about_guest(table: Gathering, guest: Guest) -> tuple[ChairAction, ...]:
    own = next((each.nick for each in table.guests if each.words == table.own), None)
    if guest.bot and guest.runner == own:
        return ((f"Take {guest.nick} off this chair", Unseat(guest.key)),)
    return ((f"Take {guest.nick}'s seat away", Unseat(guest.key)),) if can_unseat(table, guest) else ()


def _about_seat(table: Gathering, seat: int) -> tuple[ChairAction, ...]:
    """Return the actions of a free seat: put or call back a bot; for the host also take the seat away."""
    if not table.own or asks_for_a_seat(table):
        return ()
    coming = seat - (table.seats - table.bots)
    if coming >= 0:
        return (("Call this bot back", Unseat(table.coming[coming])),)
    levels = catalogue().named(table.game).levels
    bots = tuple((f"A bot, level {level}", PutBot(level)) for level in levels)
    away = table.seats - 1
    return (*bots, *([("Take this chair away", Resize(away))] if away in table.sizes else []))


def changed_text(before: Gathering | None, now: Gathering) -> str:
    """Tell a guest that the host has changed the number of seats; "" if not."""
    if before is None or now.invitation or before.seats == now.seats or asks_for_a_seat(now):
        return ""
    return f"{now.guests[0].nick} has made this a table for {now.seats}. Leave if you do not want that."
