"""Our games for tests, and another catalogue for a test that needs one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest

from app.games.catalogue import catalogue, own_games
from app.games.entry import GameEntry
from rules.api import Game

GAMES: dict[str, Game] = {entry.rules.key: entry.rules for entry in own_games()}
"""The rules of our games by their keys, in the catalogue's order."""
PLAIN = tuple(GameEntry(entry.rules) for entry in own_games())
"""Our games as packages of nothing but rules, without words or tables."""


@contextmanager
def playing(*entries: GameEntry) -> Iterator[None]:
    """Let the program know these games and no others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.games.catalogue.OWN", {entry.rules.key: entry for entry in entries})
        patch.setattr("app.games.catalogue.offered", _nothing)
        catalogue.cache_clear()
        try:
            yield
        finally:
            catalogue.cache_clear()


def _nothing(path: Iterable[str]) -> Iterable[object]:
    return ()
