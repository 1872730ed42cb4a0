"""Who sits where and in which state, for every game's table; no lengths, no places on a screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.messages import Presence, TableInfo


@dataclass(frozen=True, slots=True)
class Link:
    """How the link to a seat is: "here", "lost", "back"; `words` are for the plate, "" if all is well."""

    state: str = "here"
    words: str = ""


HERE = Link()


@dataclass(frozen=True, slots=True)
class Sitter:
    """A seat as its plate begins: who sits there."""

    seat: int
    name: str
    is_viewer: bool
    is_bot: bool


def sitters(info: TableInfo, viewer: int | None) -> tuple[Sitter, ...]:
    """Everybody at the table, by seat."""
    return tuple(
        Sitter(seat, guest.nick, seat == viewer, guest.bot) for seat, guest in enumerate(info.guests)
    )


def names_of(info: TableInfo) -> tuple[str, ...]:
    """The names, by seat."""
    return tuple(guest.nick for guest in info.guests)


def around(seats: int, viewer: int | None) -> tuple[int, ...]:
    """The seats clockwise from the one at the bottom: the viewer's own, for a spectator the first."""
    bottom = viewer or 0
    return tuple((bottom + step) % seats for step in range(seats))


def link_of(presence: Presence) -> Link:
    """The link in words."""
    if presence.state == "lost":
        seconds = max(0, presence.seconds)
        return Link("lost", f"no answer for {seconds} s" if seconds else "no answer")
    return Link("back", "back again") if presence.state == "back" else HERE


def spoken(name: str, facts: Mapping[str, bool], words: tuple[str, ...] = ()) -> str:
    """A plate as one sentence for screen readers: the name, the facts that are true, other words."""
    return ", ".join((name, *(fact for fact, is_true in facts.items() if is_true), *(w for w in words if w)))
