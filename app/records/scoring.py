"""Checks the games of an evening in a thread of its own, for their running score.

Every record is checked as `shoal verify` does, once while the program runs. A game counts if it is over,
its record holds and nobody is proven to have stopped it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from app.keep.journal import GameStatus, JournalFile
from app.keep.record_file import write_record_file
from app.records.background import Background
from app.records.evening import PAUSE_S, Evening, Played, evenings

GAMES_MAX = 20
"""Number of latest games that are counted."""


class Fresh(Struct, frozen=True):
    """A finished game that is not checked yet: its id in hex, when it began here, its record."""

    table: str
    begun_s: int
    record: bytes


def fresh_games(journal: JournalFile, *, known: Sequence[str], now_s: int) -> tuple[Fresh, ...]:
    """Return the latest finished games with people that are not yet `known`."""
    over = [each for each in journal.games() if each.status is GameStatus.FINISHED]
    late = [each for each in over[:GAMES_MAX] if now_s - each.created < 2 * PAUSE_S]
    return tuple(
        Fresh(each.g.hex(), each.created, write_record_file(journal.game(each.g).export()))
        for each in late
        if each.g.hex() not in known and sum(not player.run_by for player in each.genesis.players) > 1
    )


def played_of(game: Fresh, progress: Callable[[int, int], None] = lambda done, of: None) -> Played | None:
    """Return the game that a record proves, with its winners; None if it may not count. Takes seconds."""
    from app.records.verify import verify_record  # noqa: PLC0415  (it imports all of a seat; rarely needed)

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


class Scoring(Background):
    """Checks the fresh games, keeps the results in `known` and reports the evenings once."""

    def __init__(
        self,
        fresh: Sequence[Fresh],
        known: dict[str, Played | None],
        report: Callable[[tuple[Evening, ...]], None],
        *,
        now_s: int,
    ) -> None:
        self._fresh = fresh
        self._known = known
        self._report_score = report
        self._now_s = now_s
        super().__init__("score")

    def _work(self) -> None:
        for game in self._fresh:
            if game.table not in self._known:
                self._known[game.table] = played_of(game, self._go_on)
        played = [each for each in tuple(self._known.values()) if each is not None]
        score = evenings(played, now_s=self._now_s)
        self._report(lambda: self._report_score(score))
