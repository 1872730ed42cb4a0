"""Every table of the gallery shows and does what it did: see `kept`."""

from __future__ import annotations

import pytest

from tests.ui.tables.kept import FOLDER, KEPT, changed

pytestmark = pytest.mark.usefixtures("undressed", "unpainted")


@pytest.mark.parametrize("name", KEPT)
def test_a_table_shows_and_does_what_is_kept(name: str) -> None:
    """After an intended change: `python -m tests.ui.tables.kept`."""
    moved = changed(name, KEPT[name]())

    assert not moved, "\n".join(moved)


def test_no_kept_table_is_left_over() -> None:
    assert {*FOLDER.iterdir()} == {FOLDER / f"{name}.txt" for name in KEPT}
