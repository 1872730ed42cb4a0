"""Values that every event makes anew: copied with a few fields changed, and asked each thing once.

A position, and what lies in it before each seat, is a frozen dataclass without slots. What it has in its
dictionary is copied in one step, where `dataclasses.replace` asks for each field and sets it again: that was
half of what an event cost. The rest went to judging an event twice, before it is made and again as it is,
and to spelling what had not changed.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from rules.api import NOTHING_KNOWN, Event, Known, State

__all__ = ("Judged", "Spelled", "changed", "found")

T = TypeVar("T")
V = TypeVar("V")
S = TypeVar("S", bound=State)
_FOUND: Final = " found"
"""Where a value keeps what follows from its fields: no name that a field can have."""

if TYPE_CHECKING:
    from dataclasses import replace as changed  # so that names and types of the fields are checked
else:

    def changed(value: V, **fields: object) -> V:
        """As `dataclasses.replace` for a frozen dataclass without slots and without `__post_init__`."""
        other = object.__new__(type(value))
        own = other.__dict__
        own.update(value.__dict__)
        own.update(fields)
        own.pop(_FOUND, None)
        return other


class found(Generic[T]):  # noqa: N801 - used as a decorator, as `property` is
    """A property that is worked out when it is asked for first; `changed` leaves it behind."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self._work = work
        self._name = work.__name__
        self.__doc__ = work.__doc__

    def __get__(self, value: object, owner: type) -> T:
        try:
            return cast(T, value.__dict__[_FOUND][self._name])
        except KeyError:
            made = _kept(value)[self._name] = self._work(value)
            return made


class Spelled:
    """A value whose canonical text is written once, for most of a position is that of the one before."""

    def __str__(self) -> str:
        try:
            return cast(str, self.__dict__[_FOUND]["text"])
        except KeyError:
            text = _kept(self)["text"] = self.spelling()
            return text

    @abstractmethod
    def spelling(self) -> str:
        """Write the text."""


class Judged(State, Generic[S]):
    """A position that judges an event once, whether it is asked before the event happens, then, or both."""

    def check(self, event: Event, known: Known = NOTHING_KNOWN) -> None:
        self.judge(event, known)
        _kept(self)["passed"] = event

    def after(self, event: Event) -> S:
        # the same object: what only compares equal (True, 1.0) is judged anew
        if _kept(self).get("passed") is not event:
            self.judge(event, NOTHING_KNOWN)
        return self.become(event)

    @abstractmethod
    def judge(self, event: Event, known: Known) -> None:
        """As `State.check`."""

    @abstractmethod
    def become(self, event: Event) -> S:
        """The position after an event that has been judged."""


def _kept(value: object) -> dict[str, Any]:
    """What has been found out about a value so far."""
    kept: dict[str, Any] = value.__dict__.setdefault(_FOUND, {})
    return kept
