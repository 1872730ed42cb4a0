"""Values that every part of the program shares cannot be changed by one of them."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from inspect import getmembers, isclass

import msgspec

import app.bots.reasons
import app.games

CHANGING = {"app.games.chronicle.Chronicle", "app.games.plain_table._Found"}
"""They gather what they have read so far, and belong to one reader each."""


def structs() -> Iterator[type[msgspec.Struct]]:
    """The Structs of all modules of `app.games` and `app.bots.reasons`."""
    for package in (app.games, app.bots.reasons):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for _, kind in getmembers(import_module(found.name), isclass):
                if issubclass(kind, msgspec.Struct) and kind.__module__ == found.name:
                    yield kind


def test_values_of_the_games_do_not_change() -> None:
    kinds = {f"{kind.__module__}.{kind.__name__}": kind.__struct_config__.frozen for kind in structs()}

    assert len(kinds) > 60
    assert {name for name, is_frozen in kinds.items() if not is_frozen} == CHANGING
