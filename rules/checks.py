"""Checks of an event that every game makes before its own: is it due, and does it come from the right seat.

Numbers must be whole numbers by type, because a value that only compares equal (True, 1.0) has another text.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules import api
from rules.errors import NotLegal


def unasked(rule: str) -> NotLegal:
    """The refusal of an event that the position does not ask for; `rule` is the paragraph."""
    return NotLegal("unasked", rule=rule, text="The game does not ask for that now.")


def check_turn(event: api.Moved, turn: api.Seat | None, *, rule: str) -> None:
    """Raise `NotLegal` unless it is the mover's turn; `turn` is None if no turn is due."""
    if type(event.seat) is not int or event.seat != turn:
        raise NotLegal("not-your-turn", rule=rule, text="It is not your turn.")


def check_choice(event: api.Moved, seats: Sequence[api.Seat], *, rule: str) -> None:
    """Raise `NotLegal` unless the mover is one of `seats`, which choose at once."""
    if type(event.seat) is not int or event.seat not in seats:
        raise NotLegal("not-your-choice", rule=rule, text="There is nothing for you to choose now.")


def check_leaving(event: api.Left, seats_in: Sequence[api.Seat], *, rule: str) -> None:
    """Raise `NotLegal` unless one of `seats_in` leaves, with a valid `why`; once a game is over, pass ()."""
    if type(event.seat) is not int or event.seat not in seats_in or event.why not in ("left", "gone"):
        raise NotLegal("not-there", rule=rule, text="Nobody plays at that seat, so nobody can leave it.")


def check_answer(event: api.Event, needs: Sequence[api.Need], *, rule: str) -> None:
    """Raise `NotLegal` unless an event of chance or of the deck answers the first of `needs`.

    Faces that everybody sees are only counted here; the game checks which ones are possible.
    """
    if not needs or not _answers(event, needs[0]):
        raise unasked(rule)


def are_different(faces: Sequence[api.Face], *, below: int) -> bool:
    """True if these are different faces 0..below-1, as in a pack with one card of each."""
    return all(type(face) is int and 0 <= face < below for face in faces) and len(set(faces)) == len(faces)


def _answers(event: api.Event, need: api.Need) -> bool:
    if isinstance(event, api.Shown) and isinstance(need, api.Show):
        if event.slots != need.slots or event.to != need.to:
            return False
        if event.to is api.EVERYONE:
            return isinstance(event.faces, tuple) and len(event.faces) == len(event.slots)
        return event.faces is None
    if isinstance(event, api.Shuffled) and isinstance(need, api.Shuffle | api.Arrange):
        return event.pile == need.pile and event.slots == need.into
    return (
        isinstance(event, api.Rolled)
        and isinstance(need, api.Roll)
        and type(event.value) is int
        and 0 <= event.value < need.sides
    )
