"""The games that this computer keeps: those that can be gone on with, how one ended, deleting one."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from app.build import Desk
from app.keep.journal import GameStatus, JournalFile
from app.table.children import bots_folder
from app.table.start import Unfinished
from net.agreement.effects import Fault
from net.errors import LocalError
from rules.api import Outcome

PROVEN = ("equivocation", "illegal", "combination", "false-state")
"""The reasons of a `Fault` that say whose doing it is; the others leave that open."""


def unfinished(journal: JournalFile) -> tuple[Unfinished, ...]:
    """The games of this profile that are not over, the latest first."""
    return tuple(
        Unfinished(each.g.hex(), each.genesis.game, each.nicks, each.heights, each.created)
        for each in journal.games()
        if each.status is GameStatus.PLAYING
    )


def delete_game(desk: Desk, g: bytes) -> None:
    """Remove a game and the homes of its bots from this computer, for good.

    Raises `net.errors.LinkError` where the journal cannot be had or written, `LocalError` if there is
    no such game.
    """
    with desk.journal() as journal:
        found = next((each for each in journal.games() if each.g == g), None)
        if found is None:
            raise LocalError("There is no such game on this computer.")
        journal.delete(g)
    shutil.rmtree(bots_folder(desk.home, found.genesis.table), ignore_errors=True)


def ending_text(outcome: Outcome | None, fault: Fault | None, names: Sequence[str]) -> str:
    """How a game ended, for a list: who won, or what stopped it; "" while it goes on."""
    if fault is not None:
        is_proven = fault.seat is not None and fault.reason in PROVEN
        return f"stopped, with proof against {names[fault.seat or 0]}" if is_proven else "stopped"
    if outcome is None:
        return ""
    first = [name for name, rank in zip(names, outcome.ranks, strict=True) if rank == 1]
    if len(first) == len(names) > 1:
        return "a draw of all"
    return f"{' and '.join(first)} {'has' if len(first) == 1 else 'have'} won"
