"""Makes the statistics from the player's own games: checks each new game and keeps its tally."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from msgspec.structs import replace

from app.build import Environment
from app.games.catalogue import catalogue
from app.keep.files import write_whole
from app.keep.journal import GameStatus
from app.keep.journal_lock import JournalInUse
from app.keep.record_file import write_record_file
from app.keep.versions import back_up
from app.records.background import Background
from app.records.recording import Progress
from app.records.statistics.sums import Statistics, add_up
from app.records.statistics.tally import UPGRADES, GameTally, Seated, read_tallies, write_tallies
from app.records.verify import verify_record
from net.errors import NetError
from rules.api import Seat

KNOWN = "statistics.json"
ReportSums: TypeAlias = Callable[[Statistics, int, int], None]
"""Reports the statistics so far, the number of new games checked, and the number of all new games."""
log = logging.getLogger(__name__)


def tally_of(
    table: str, record: bytes, *, begun_s: int, own: bytes, progress: Progress = lambda done, of: None
) -> GameTally | None:
    """Return the facts that a record proves of a game of ours; None if this program cannot judge it."""
    verdict = verify_record(record, progress)
    genesis, outcome, state = verdict.genesis, verdict.outcome, verdict.state
    if genesis is None or not verdict.is_judged:
        return None
    if verdict.problem:
        return GameTally(table, genesis.game, begun_s, holds=False)
    keys = [player.ed for player in genesis.players]
    if outcome is None or state is None or verdict.charges or verdict.is_ended or own not in keys:
        return GameTally(table, genesis.game, begun_s, counts=False)
    seat = keys.index(own)
    seats = tuple(
        Seated(player.ed.hex(), player.nick, player.runner is not None, rank, score)
        for player, rank, score in zip(genesis.players, outcome.ranks, outcome.scores, strict=True)
    )
    entry = catalogue().named(genesis.game)
    feats, bids = entry.feats(state, Seat(seat)), entry.bids(state, Seat(seat))
    return GameTally(table, genesis.game, begun_s, own=seat, seats=seats, feats=feats, bids=bids)


def tally_games(
    env: Environment,
    report: ReportSums = lambda sums, done, of: None,
    progress: Progress = lambda done, of: None,
) -> Statistics:
    """Check every finished game that has no tally yet; report the sums before and after each, return them.

    A game stays in the statistics after its record is deleted. Between two games another program can take
    the journal; then the other games are left for a later call. Raises `net.errors.NetError`.
    """
    path = env.home.folder / KNOWN
    known, is_ours = _known(path)
    own = env.profile.identity.public
    with env.journal() as journal:
        over = [each for each in journal.games() if each.status is GameStatus.FINISHED]
    fresh = [each for each in over if _wants_check(known, each.g.hex())]
    report(add_up(known_ones(known)), 0, len(fresh))
    for done, game in enumerate(reversed(fresh), start=1):
        try:
            with env.journal() as journal:
                record = write_record_file(journal.game(game.g).export())
        except JournalInUse:
            break
        found = tally_of(game.g.hex(), record, begun_s=game.created, own=own, progress=progress)
        before = known.get(game.g.hex())
        if before is not None and (found is None or not (found.holds and found.counts)):
            found = replace(before, bids=())  # a proven result stays, and is not checked again
        known[game.g.hex()] = found
        if is_ours and found is not None:
            back_up(path, UPGRADES)
            write_whole(path, write_tallies(known_ones(known)).encode())
        report(add_up(known_ones(known)), done, len(fresh))
    return add_up(known_ones(known))


def _wants_check(known: Mapping[str, GameTally | None], table: str) -> bool:
    """True for a new game, and for one kept without its bids by an older Shoal."""
    if (kept := known.get(table)) is None:
        return table not in known
    entry = catalogue().games.get(kept.game)
    return kept.bids is None and kept.holds and kept.counts and entry is not None and entry.counts_bids


def known_ones(known: dict[str, GameTally | None]) -> list[GameTally]:
    """Return the tallies, without the games that this program cannot judge."""
    return [each for each in known.values() if each is not None]


def _known(path: Path) -> tuple[dict[str, GameTally | None], bool]:
    """Return the kept tallies by table, and whether this program may write the file."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}, True
    except (OSError, UnicodeDecodeError) as why:
        log.warning("the statistics cannot be read: %s", why)
        return {}, False
    kept = read_tallies(text)
    return ({each.table: each for each in kept or ()}, kept is not None)


class Tallying(Background):
    """Runs `tally_games` until `stop`."""

    def __init__(self, env: Environment, report: ReportSums, failed: Callable[[str], None]) -> None:
        self._env, self._report_sums, self._failed = env, report, failed
        super().__init__("statistics")

    def _work(self) -> None:
        try:
            tally_games(self._env, self._tell, self._go_on)
        except NetError as why:
            problem = f"Shoal cannot read your games now: {why}."
            self._report(lambda: self._failed(problem))

    def _tell(self, sums: Statistics, done: int, of: int) -> None:
        self._report(lambda: self._report_sums(sums, done, of))
