"""Reasons of refusals, for a status line, a bubble or a screen reader."""

from __future__ import annotations

from msgspec import Struct

from rules.api import Action, Choose, Moved, View, refusal
from rules.errors import NotLegal


class Reason(Struct, frozen=True):
    """A reason in words, with the paragraph of the rules that it comes from ("" for none)."""

    text: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


WATCHING = Reason("Spectators do not play.")
HELD = Reason("Hidden pieces are being prepared again first. Then you can choose.")
CHOSEN = Reason("The choices open when everybody has chosen.")
ENDED = Reason("The game is over: it was ended early.")


def reason_of(why: NotLegal | None) -> Reason | None:
    """Return a refusal of the rules, for showing."""
    return None if why is None else Reason(why.text, why.rule)


def why_not(view: View, action: Action) -> Reason | None:
    """Return why the viewer may not take an action now, by all that it knows; None if it may."""
    if view.seat is None:
        return WATCHING
    return held_reason(view) or reason_of(refusal(view.state, Moved(view.seat, action), view.known))


def held_reason(view: View) -> Reason | None:
    """Return why nobody may choose in a view that is held or was ended early; None for any other view."""
    if not view.is_held:
        return ENDED if view.is_ended else None
    is_choice = any(isinstance(need, Choose) for need in view.state.needs)
    return ENDED if view.is_ended else CHOSEN if is_choice else HELD
