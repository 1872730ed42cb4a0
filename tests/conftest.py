"""Fixtures and order of the whole suite."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

# a busy machine is no fault of the code under test
settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")

LONG = tuple(
    f"tests/app/{name}.py"
    for name in (
        *("nearby/test_finding", "table/test_fault_stories", "table/test_clock_processes", "table/test_bots"),
        *("test_demo", "table/test_watching", "test_leaving", "test_sixth_game", "terminal/test_client"),
        *("test_selftest", "table/test_children", "keep/test_forgetting", "keep/test_kept"),
    )
)
"""Tests that wait for other programs."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the long tests, so that no worker is left alone with one at the end."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


@pytest.fixture(scope="module")
def open_group() -> Iterator[None]:
    """Let the module's tables play with a deck that hides nothing, which is twenty times as fast."""
    from tests.support.open_group import opened  # noqa: PLC0415  (most modules need no deck)

    with opened():
        yield
