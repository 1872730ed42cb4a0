"""The gallery finds every state and can draw."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.gallery import draw, states
from tests.gallery_states.shell import STATES


def test_every_state_has_a_name_of_its_own() -> None:
    names = [name for name, _ in states()]

    assert len(names) == len(set(names)) > len(STATES)


@pytest.mark.parametrize("name", ["home-with-games", "table-asked", "dialog-settings"])
def test_a_state_of_the_gallery_is_drawn_into_a_file(qapp: QApplication, tmp_path: Path, name: str) -> None:
    path = draw(name, dict(STATES)[name], theme="dark", folder=tmp_path, dpr=1)

    assert path.name == f"{name}-dark-1x.png"
    assert path.stat().st_size > 10_000
