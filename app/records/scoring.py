"""Checking the games of an evening in a thread of its own, for their running score.

Every record is checked as `shoal verify` does, once while the program runs; only what holds, is over and
proves nothing against anybody who stopped it counts.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.keep.journal import GameStatus, JournalFile
from app.keep.record_file import write_record_file
from app.records.evening import PAUSE_S, Evening, Played, evenings

GAMES_MAX = 20
"""Number of latest games that are counted."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Fresh:
    """A game that is over and not checked yet: its id in hex, when it was begun here, its record."""

    table: str
    begun_s: int
    record: bytes


def fresh_games(journal: JournalFile, *, known: Sequence[str], now_s: int) -> tuple[Fresh, ...]:
    """The games of people among the latest that may count and are not `known` yet."""
    over = [each for each in journal.games() if each.status is GameStatus.FINISHED]
    late = [each for each in over[:GAMES_MAX] if now_s - each.created < 2 * PAUSE_S]
    return tuple(
        Fresh(each.g.hex(), each.created, write_record_file(journal.game(each.g).export()))
        for each in late
        if each.g.hex() not in known and sum(not player.run_by for player in each.genesis.players) > 1
    )


def played_of(game: Fresh, progress: Callable[[int, int], None] = lambda done, of: None) -> Played | None:
    """Return the winners that a record proves; None if it proves nothing of that kind. Takes seconds."""
    from app.records.verify import verify_record  # noqa: PLC0415  (all of a seat; few evenings have a game)

    verdict = verify_record(game.record, progress)
    genesis, outcome = verdict.genesis, verdict.outcome
    if verdict.problem or verdict.charges or genesis is None or outcome is None:
        return None
    people = [(seat, player) for seat, player in enumerate(genesis.players) if not player.run_by]
    return Played(
        game=genesis.game,
        begun_s=game.begun_s,
        names=tuple((player.ed.hex(), player.nick) for _, player in people),
        winners=tuple(player.ed.hex() for seat, player in people if outcome.ranks[seat] == 1),
        points=tuple(outcome.scores[seat] for seat, _ in people),
    )


class Scoring:
    """Checks what is fresh, keeps it in `known`, and tells the evenings once; until `stop`."""

    def __init__(
        self,
        fresh: Sequence[Fresh],
        known: dict[str, Played | None],
        told: Callable[[tuple[Evening, ...]], None],
        *,
        now_s: int,
    ) -> None:
        self._fresh = fresh
        self._known = known
        self._told = told
        self._now_s = now_s
        self._stop = threading.Event()
        self._door = threading.RLock()
        self._thread = threading.Thread(target=self._run, name="score", daemon=True)
        self._thread.start()

    def stop(self, *, whole: bool = True) -> None:
        """No more is told from here on; what was checked is kept. With `whole` it has ended when this
        returns."""
        with self._door:
            self._stop.set()
        if whole:
            self._thread.join()

    def _run(self) -> None:
        try:
            for game in self._fresh:
                if game.table not in self._known:
                    self._known[game.table] = played_of(game, self._go_on)
        except _StoppedError:
            return
        # The top of a thread: whatever is left is a bug of ours, which must be seen; the lobby goes on.
        except Exception:
            log.exception("the score of the evening has failed")
            return
        played = [each for each in tuple(self._known.values()) if each is not None]
        score = evenings(played, now_s=self._now_s)
        with self._door:
            if not self._stop.is_set():
                self._told(score)

    def _go_on(self, done: int, of: int) -> None:
        if self._stop.is_set():
            raise _StoppedError


class _StoppedError(Exception):
    """Breaks the checking off."""
