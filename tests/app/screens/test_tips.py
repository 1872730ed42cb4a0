"""Tips at the first decision of each kind: shown once, all reachable, none for players who want none."""

from __future__ import annotations

import random

import pytest

from app.games.catalogue import catalogue
from app.keep.settings import Settings
from app.screens.tips import shown, tip_for
from rules.api import Seat
from rules.driver import LocalTable
from tests.support.catalogue import GAMES
from tests.support.values import replace


def met(game: str, *, games: int = 6) -> dict[str, int]:
    """The tips that a player sees in some random games, and how often."""
    entry, settings, seen = catalogue().named(game), Settings(), dict[str, int]()
    for seed in range(games):
        rng = random.Random(seed)
        seats = entry.seats
        local = LocalTable(entry.rules.start(seats, {}), seats, rng)
        for _ in range(600):
            if local.turn is None:
                break
            if local.turn == 0 and (tip := tip_for(entry, local.view(Seat(0)), settings)) is not None:
                settings = shown(settings, entry, tip)
                seen[tip.key] = seen.get(tip.key, 0) + 1
            local.play(rng.choice(local.actions()))
    return seen


@pytest.mark.parametrize("game", [key for key in GAMES if key != "reef"])
def test_every_tip_comes_once(game: str) -> None:
    assert met(game) == {tip.key: 1 for tip in catalogue().named(game).tips}


def test_the_tips_of_the_reef_begin_where_a_game_begins() -> None:
    seen = met("reef", games=2)

    assert list(seen)[:3] == ["fish", "cubes", "cube"] and set(seen.values()) == {1}


def test_tips_come_only_to_players_who_want_them_and_not_for_moves_of_others() -> None:
    entry = catalogue().named("plump")
    local = LocalTable(entry.rules.start(3, {}), 3, random.Random(1))
    assert local.turn is not None
    mover, other = local.turn, Seat((local.turn + 1) % 3)

    assert tip_for(entry, local.view(mover), Settings()) is not None
    assert tip_for(entry, local.view(mover), Settings(tips=False)) is None
    assert tip_for(entry, local.view(other), Settings()) is None
    assert tip_for(entry, local.view(None), Settings()) is None
    assert tip_for(replace(entry, tips=()), local.view(mover), Settings()) is None


@pytest.mark.parametrize("game", GAMES)
def test_each_tip_is_a_short_sentence(game: str) -> None:
    for tip in catalogue().named(game).tips:
        assert len(tip.text) < 180 and tip.text.endswith("."), tip
