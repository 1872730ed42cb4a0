"""Absences at a table, and the decisions of the others: the changes of view in a record, in words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.games.narrator import listed
from net.machine import Choice, Why

DECIDED = {
    Choice.LEAVE_OUT: "the others went on without {who}, who {why}",
    Choice.STAND_IN: "a rule played for {who}, who {why}",
    Choice.END: "the others ended the game, because {who} {why}",
}
HALF = (
    " Exactly half of the table ended the game, as everyone had agreed beforehand. Only they say that the "
    "others were away: another record of this game may end differently."
)
WHYS = {
    Why.GONE: ("was gone", "were gone"),
    Why.LEFT: ("had left", "had left"),
    Why.PROVEN: ("had signed something false", "had signed something false"),
    Why.SILENT: ("did not answer", "did not answer"),
    Why.SLOW: ("had no time left for a move", "had no time left for a move"),
}


class Change(Struct, frozen=True):
    """At height `k` the players present agreed on a `choice` about the seats `gone`; the seats `back` came
    back."""

    k: int
    gone: tuple[int, ...]
    back: tuple[int, ...]
    choice: Choice
    why: Why
    is_half: bool = False
    """True if exactly half of the table agreed, to an end that all had allowed before the game."""


def change_text(change: Change, names: Sequence[str]) -> str:
    """Return a change in a sentence; "" if nobody left or came back."""
    said = []
    if change.back:
        said.append(f"{listed([names[seat] for seat in change.back])} came back")
    if change.gone and change.choice in DECIDED:
        why = WHYS[change.why][len(change.gone) > 1]
        who = listed([names[seat] for seat in change.gone])
        said.append(DECIDED[change.choice].format(who=who, why=why))
    half = HALF if change.is_half else ""
    return f"At step {change.k}: {' and '.join(said)}.{half}" if said else ""
