"""The sample games of `tests/data`, each a package as an author from outside would write it."""

from __future__ import annotations

import sys
from importlib import import_module
from random import Random

from app.games.catalogue import own_games
from app.games.entry import GameEntry
from app.messages import Advanced
from rules.api import Action, Game, Seat
from rules.driver import LocalTable
from tests.support.catalogue import playing
from tests.support.sixth_game import ROOT
from tests.support.table_hands import seated
from tests.support.values import replace
from ui.kit.game_table import Preferences
from ui.tables.plain.table import PlainTable

PACKAGES = {
    "hearts": ("hearts", "hearts_table"),
    "four": ("connect_four", "four_table"),
    "anglers": ("sixth_game", "anglers"),
    "pig": ("pig", "pig"),
    "duels": ("duels", "duels"),
    "divers": ("divers", "divers"),
}
"""The folder of each sample game, and the module of its entry."""


def entry_of(key: str) -> GameEntry:
    """The entry of a sample game, or of one of ours without its own window."""
    for entry in own_games():
        if entry.rules.key == key:
            return replace(entry, table="")
    folder, module = PACKAGES[key]
    path = str(ROOT / "tests" / "data" / folder)
    if path not in sys.path:
        sys.path.append(path)
    found = import_module(module)
    entry = getattr(found, "ENTRY", None) or found.GAME
    return GameEntry(entry) if isinstance(entry, Game) else entry


class Sample:
    """A game played by `steps` random moves, and on until seat 0 is on turn if it `waits`; `is_bare`: as if
    its author had given nothing but rules."""

    def __init__(
        self,
        key: str,
        seats: int,
        steps: int = 0,
        *,
        seed: int = 3,
        options: dict[str, str] | None = None,
        waits: bool = True,
        is_bare: bool = False,
    ) -> None:
        self.entry, self.seats, self.rng = entry_of(key), seats, Random(seed)
        if is_bare:
            self.entry = GameEntry(self.entry.rules)
        start = self.entry.rules.start(seats, options or {})
        self.local = LocalTable(start, seats, self.rng)
        for _ in range(steps):
            self.step()
        while waits and self.local.turn:
            self.step()

    def step(self) -> None:
        """Play a random move, if the game is not over."""
        if self.local.turn is not None:
            self.local.play(self.any_move(self.local))

    def any_move(self, local: LocalTable) -> Action:
        """A random legal move."""
        return self.rng.choice(local.actions())

    def table(
        self, preferences: Preferences, *, seat: int | None = 0, size: tuple[int, int] = (1280, 800)
    ) -> PlainTable:
        """The plain table of the game, as one seat sees it now."""
        with playing(self.entry):
            table = PlainTable(
                seated(self.entry.rules.key, self.seats, -1 if seat is None else seat), preferences
            )
        table.resize(*size)
        table.show()
        view = self.local.view(None if seat is None else Seat(seat))
        table.show_advanced(Advanced(len(self.local.events), view, ()))
        return table
