"""The chairs of a table that fills, and what a press on each can do; without a screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from app.games.catalogue import catalogue
from app.messages import Gathering, Guest, Order, PutBot, Resize, Unseat
from app.screens.lobby import asks_for_a_seat, can_unseat, guest_lines

Deed: TypeAlias = tuple[str, Order]
"""A line of a chair's menu, and the order that it gives."""
BRINGING = "The host decides about your bot, and all read that you run it and can read its hand."


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of a table that fills: `about` stands below its name, `tip` says more. `guest` sits there.

    The chair that is to be added has one deed and no guest, and is the last.
    """

    seat: int
    name: str
    about: str = ""
    tip: str = ""
    guest: Guest | None = None
    deeds: tuple[Deed, ...] = ()
    is_new: bool = False

    @property
    def told(self) -> str:
        """The chair for a screen reader."""
        said = ", ".join(filter(None, (self.name, self.tip or self.about)))
        return said if self.is_new else f"Seat {self.seat + 1}: {said}"


def chairs_of(table: Gathering) -> tuple[Chair, ...]:
    """The chairs from the own one on, around the table."""
    words = [guest.words for guest in table.guests]
    own = words.index(table.own) if table.own in words else 0
    made = []
    for seat, (name, about) in enumerate(guest_lines(table)):
        guest = table.guests[seat] if seat < len(table.guests) else None
        short = about if guest is None else guest.kind or ("you" if seat == own else "")
        deeds = _about_guest(table, guest) if guest is not None else _about_seat(table, seat)
        tip = BRINGING if guest is None and deeds and not table.invitation else about
        if guest is None and deeds:
            short = short or "press for a bot"
        made.append(Chair(seat, name, short, tip, guest, deeds))
    more = table.seats + 1
    added = Chair(more - 1, "Add a chair", deeds=(("Add a chair", Resize(more)),), is_new=True)
    return (*made[own:], *made[:own], *([added] if more in table.sizes else []))


def _about_guest(table: Gathering, guest: Guest) -> tuple[Deed, ...]:
    own = next((each.nick for each in table.guests if each.words == table.own), None)
    if guest.bot and guest.runner == own:
        return ((f"Take {guest.nick} off this chair", Unseat(guest.key)),)
    return ((f"Take {guest.nick}'s seat away", Unseat(guest.key)),) if can_unseat(table, guest) else ()


def _about_seat(table: Gathering, seat: int) -> tuple[Deed, ...]:
    """A free seat takes a bot of this player, and the host may take it away."""
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
    """Tell a guest that its host has changed the number of seats; "" where that is as it was."""
    if before is None or now.invitation or before.seats == now.seats or asks_for_a_seat(now):
        return ""
    return f"{now.guests[0].nick} has made it a table for {now.seats}. Leave if you do not want that."
