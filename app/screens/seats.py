"""Who sits where and in which state, for every game's table; no lengths, no places on a screen."""

from __future__ import annotations

from dataclasses import dataclass

from app.messages import Presence, PresenceState, TableInfo


@dataclass(frozen=True, slots=True)
class SeatLink:
    """How the link to a seat is; `words` are for the plate, "" if all is well."""

    state: PresenceState = PresenceState.HERE
    words: str = ""


HERE = SeatLink()


def names_of(info: TableInfo) -> tuple[str, ...]:
    """The names, by seat."""
    return tuple(guest.nick for guest in info.guests)


def link_of(presence: Presence) -> SeatLink:
    """The link in words."""
    if presence.state is PresenceState.AWAY:
        seconds = max(0, presence.seconds)
        return SeatLink(PresenceState.AWAY, f"no answer for {seconds} s" if seconds else "no answer")
    return SeatLink(PresenceState.BACK, "back again") if presence.state is PresenceState.BACK else HERE
