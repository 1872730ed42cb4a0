"""The games that this computer keeps: unfinished ones, the endings of the others, deletion."""

from __future__ import annotations

from collections.abc import Sequence

from app.build import Environment
from app.keep.home import Home
from app.keep.journal import GameStatus, JournalFile, StoredGame
from app.table.agreed import guests_of
from app.table.children import all_bots_folder, bots_folder
from app.table.start import Unfinished
from net.agreement.effects import Fault, FaultReason
from net.errors import LocalError
from rules.api import Outcome

DAY_S = 24 * 3600
KEPT_GAMES, KEPT_S, HIDDEN_S = 50, 365 * DAY_S, 30 * DAY_S
"""Limits of `prune`: number of latest finished games kept, age of older ones, age of hidden ones."""
PROVEN = (
    FaultReason.EQUIVOCATION,
    FaultReason.ILLEGAL,
    FaultReason.COMBINATION,
    FaultReason.FALSE_STATE,
    FaultReason.FALSE_VOTE,
)
"""Reasons of a `Fault` that prove the guilt of its seat; all other reasons leave open who is guilty."""


ADJOURNED = "adjourned, can be continued"
"""The journal's note on an adjourned game, until somebody continues it. Journals store this text: never
change it."""


def unfinished(journal: JournalFile) -> tuple[Unfinished, ...]:
    """Return the unfinished games of this profile, the latest first."""
    return tuple(
        Unfinished(
            each.g.hex(),
            each.genesis.game,
            each.nicks,
            each.heights,
            each.created,
            is_hidden=each.hidden_since > 0,
            is_adjourned=each.outcome == ADJOURNED,
            is_open=each.g in journal.claimed,
            guests=guests_of(each.genesis),
            seat=each.seat,
            room=each.genesis.table.hex(),
        )
        for each in journal.games()
        if each.status is GameStatus.PLAYING
    )


def delete_game(env: Environment, g: bytes) -> None:
    """Delete a game and the homes of its bots from this computer. Raises `net.errors.LinkError` if
    the journal cannot be read or written, `LocalError` for an unknown game."""
    with env.journal() as journal:
        if all(each.g != g for each in journal.games()):
            raise LocalError("There is no such game on this computer.")
        journal.delete(g)
        _drop_bots(journal, env.home)


def prune(journal: JournalFile, home: Home, *, now_s: int) -> tuple[StoredGame, ...]:
    """Delete old games by the rule in the manual; return them.

    A finished game is deleted a year after it began, but the last 50 stay; a hidden game is deleted after 30
    days, an unfinished game in the list never. A bot's home is deleted when its game is finished or deleted.
    Games that another table of this program has open stay; no other program can have this home, because the
    journal is open.
    """
    games = journal.games()
    over = [each for each in games if each.status is not GameStatus.PLAYING]
    old = [each for each in over[KEPT_GAMES:] if each.created + KEPT_S < now_s]
    away = [each for each in games if each.hidden_since and each.hidden_since + HIDDEN_S < now_s]
    kept = journal.claimed
    gone = tuple(each for each in games if (each in old or each in away) and each.g not in kept)
    for each in gone:
        journal.delete(each.g)
    _drop_bots(journal, home)
    return gone


def _drop_bots(journal: JournalFile, home: Home) -> None:
    """Delete the homes of bots whose game cannot be continued."""
    from shutil import rmtree  # noqa: PLC0415  (a bot has no bots of its own)

    playing = {each.genesis.table for each in journal.games() if each.status is GameStatus.PLAYING}
    kept = {bots_folder(home, table) for table in playing | journal.claimed}
    folder = all_bots_folder(home)
    for each in tuple(folder.iterdir()) if folder.is_dir() else ():
        if each not in kept:
            rmtree(each, ignore_errors=True)


def status_text(
    status: GameStatus, outcome: Outcome | None, fault: Fault | None, names: Sequence[str]
) -> str:
    """Return the status of a game that is not being played, for a list."""
    return ADJOURNED if status is GameStatus.PLAYING else ending_text(outcome, fault, names)


def ending_text(outcome: Outcome | None, fault: Fault | None, names: Sequence[str]) -> str:
    """Return the end of a game, for a list: who won, or what stopped it; "" while it is unfinished."""
    if fault is not None:
        is_proven = fault.seat is not None and fault.reason in PROVEN
        return f"stopped, with proof against {names[fault.seat or 0]}" if is_proven else "stopped"
    if outcome is None:
        return ""
    first = [name for name, rank in zip(names, outcome.ranks, strict=True) if rank == 1]
    if len(first) == len(names) > 1:
        return "a draw"
    return f"{' and '.join(first)} {'has' if len(first) == 1 else 'have'} won"
