"""The evening as a test: half an hour, so only when it is asked for (`-m slow`)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.evening.course import play_evening
from tests.evening.eyes import lights_on
from tests.evening.screen import missing
from tests.gallery import put_up, states, take_down


def test_lit_spaces_are_found_in_a_picture_of_the_reef(qapp: QApplication) -> None:
    """This runs in the quick suite, which leaves out the evening itself."""
    shown = put_up(dict(states())["lesson-reef"])
    lit = lights_on(shown)
    take_down(shown)

    assert lit


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.skipif(sys.platform != "linux" or bool(missing()), reason=f"no {missing()} here")
def test_an_evening_is_played_with_the_mouse(tmp_path: Path) -> None:
    said = play_evening(tmp_path)

    assert said.startswith("Plump to its end")
    assert len(list(tmp_path.glob("*.png"))) > 20
    assert [path.read_text() for path in tmp_path.glob("*.txt")] == ["", "", ""]
