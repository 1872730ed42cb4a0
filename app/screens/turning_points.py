"""Turning points of a game: the look back of a replay, also for a game that has just ended.

The table's news is the whole game as this player saw it, so nothing is read or checked again.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from app.games.look_back import LookBack, TurningPoint, look_back
from app.records.recording import Recording
from app.screens.replay import ReplayModel
from app.screens.table import TableModel
from app.thread_priority import lower_thread_priority
from rules.api import Seat

SHOWN = 3


class LookedBack(Struct, frozen=True):
    """A game, and the choices that cost its player most."""

    replay: ReplayModel
    found: LookBack

    @property
    def worst(self) -> tuple[TurningPoint, ...]:
        """The most costly choices, in the order of play."""
        by_cost = sorted(self.found.turning_points, key=lambda each: -each.cost)[:SHOWN]
        return tuple(sorted(by_cost, key=lambda each: each.at))


def recording_of(model: TableModel) -> Recording:
    """Return the game of a table as its player saw it; raises `ValueError` if we have played nothing."""
    if model.latest is None or (viewer := model.info.viewer) is None:
        raise ValueError("nobody has played here")
    known = tuple(model.latest.view.known.items())
    return Recording(model.info, tuple(model.events), own_seat=viewer, own_hand=known)


def looked_back(recording: Recording, progress: Callable[[int, int], None]) -> LookedBack:
    """Look back at our game in a recording: up to a minute; gives this thread low priority."""
    replay = ReplayModel(recording, seat=recording.own_seat)
    return LookedBack(replay, look_back_at(replay, replay.seat or 0, progress))


def look_back_at(replay: ReplayModel, seat: int, progress: Callable[[int, int], None]) -> LookBack:
    """Look back at a seat's game; gives this thread low priority. `progress` as for `look_back`."""
    lower_thread_priority()
    return look_back(replay.game_played(seat), Seat(seat), progress)
