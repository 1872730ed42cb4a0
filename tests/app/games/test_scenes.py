"""The tables of our games, described: as their golden files have them, and fit to be pressed."""

from __future__ import annotations

from collections import Counter

import pytest

from app.games.scene import CHOICE, NOWHERE, seat_at
from tests.support.scenes import SITTINGS, golden, path, positions


@pytest.mark.parametrize("key", list(SITTINGS))
def test_a_table_is_described_as_in_its_golden_file(key: str) -> None:
    assert golden(key) == path(key).read_text(encoding="utf-8")


@pytest.mark.parametrize("key", list(SITTINGS))
def test_each_pressable_token_is_on_the_table_once(key: str) -> None:
    """Every choice of the player can be pressed too."""
    for posed in positions(key):
        scene, view = posed.scene, posed.view
        pieces = [piece for zone in scene.zones for piece in (*zone.pieces, *zone.below)]
        tokens = Counter(piece.at for piece in pieces if piece.at != NOWHERE)
        places = {zone.key for zone in scene.zones} | {seat_at(plate.seat) for plate in scene.plates}

        assert max(tokens.values(), default=1) == 1, posed.head
        for action in view.actions():
            routes = posed.told.picks(view, action)

            assert routes, f"{posed.head}: {action}"
            assert all(
                at in tokens or at in places or at.startswith(CHOICE) for route in routes for at in route
            ), action
