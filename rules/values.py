"""Positions that compute each result once: what must happen next, and whether an event may happen.

A position of the contract never changes: an event is applied to a copy of it, its twin.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from rules.api import NOTHING_KNOWN, Event, Known, State

T = TypeVar("T")
S = TypeVar("S", bound=State)


class cached(Generic[T]):  # noqa: N801 - used as a decorator, as `property` is
    """A property that is computed when it is first asked for; a twin computes it again."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self._work = work
        self._name = work.__name__
        self.__doc__ = work.__doc__

    def __get__(self, value: object, owner: type) -> T:
        made = self._work(value)
        # Python asks a descriptor without `__set__` last: from now on it finds the value in the instance
        object.__setattr__(value, self._name, made)
        return made


class Judged(State, Generic[S]):
    """A position that judges an event only once when `check` and then `after` are called with it."""

    _passed: Event | None = None
    """The last event that `check` let pass."""

    def check(self, event: Event, known: Known = NOTHING_KNOWN) -> None:
        self.judge(event, known)
        object.__setattr__(self, "_passed", event)

    def after(self, event: Event) -> S:
        # `is`, not `==`: an event that only compares equal (True, 1.0) must be judged itself
        if self._passed is not event:
            self.judge(event, NOTHING_KNOWN)
        return self.become(event)

    @abstractmethod
    def judge(self, event: Event, known: Known) -> None:
        """Judge like `State.check`."""

    @abstractmethod
    def become(self, event: Event) -> S:
        """The position after an event that has been judged."""
