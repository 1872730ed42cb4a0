"""A replica that all seats of one process share: the same bytes at the same place are checked once.

Each seat of a simulated table would check every shuffle of the others again, with the same result, because a
machine depends on nothing but its arguments and its own value (`net.machine`). Lies are made for each
receiver by the network, not by the machine, so this hides none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar
from weakref import WeakValueDictionary

from net.errors import PeerError
from net.machine import Place, TableView
from net.seat.replica import Replica

Entries = tuple[tuple[int, bytes], ...]


class SharedReplica(Replica, frozen=True, dict=True, weakref=True):
    """A replica that remembers its answers; its successor lives as long as a seat uses it."""

    _refused: ClassVar[dict[tuple[Place, int, bytes], PeerError | None]]
    _next: ClassVar[WeakValueDictionary[tuple[Place, Entries | TableView], SharedReplica]]

    @classmethod
    def of(cls, replica: Replica) -> SharedReplica:
        """The shared replica of `replica`, which remembers nothing yet."""
        shared = cls(replica.step, replica.happened)
        vars(shared)["_refused"] = {}
        vars(shared)["_next"] = WeakValueDictionary()
        return shared

    def check(self, place: Place, seat: int, pay: bytes) -> None:
        asked = place, seat, pay
        if asked not in self._refused:
            try:
                super().check(place, seat, pay)
                self._refused[asked] = None
            except PeerError as refusal:
                self._refused[asked] = refusal
        if (refused := self._refused[asked]) is not None:
            raise refused

    def after(self, place: Place, entries: Entries) -> SharedReplica:
        return self._kept(place, entries, lambda: super(SharedReplica, self).after(place, entries))

    def on_view(self, place: Place, view: TableView) -> SharedReplica:
        return self._kept(place, view, lambda: super(SharedReplica, self).on_view(place, view))

    def _kept(self, place: Place, what: Entries | TableView, make: Callable[[], Replica]) -> SharedReplica:
        kept = self._next.get((place, what))
        if kept is None:
            kept = self._next[place, what] = self.of(make())
        return kept
