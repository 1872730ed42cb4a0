"""For the whole suite."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

# A busy machine is no fault of what is tested.
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
"""They wait for other programs."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that no worker is left alone with it at the end."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


@pytest.fixture(scope="module")
def open_group() -> Iterator[None]:
    """The module's tables play with a deck that hides nothing, which is twenty times as fast."""
    from tests.support.open_group import opened  # noqa: PLC0415  (most modules need no deck)

    with opened():
        yield
