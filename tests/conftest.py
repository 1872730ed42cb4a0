"""For the whole suite."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

# A busy machine is no fault of what is tested.
settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")


@pytest.fixture(scope="module")
def open_group() -> Iterator[None]:
    """The module's tables play with a deck that hides nothing, which is twenty times as fast."""
    from tests.support.open_group import opened  # noqa: PLC0415  (most modules need no deck)

    with opened():
        yield
