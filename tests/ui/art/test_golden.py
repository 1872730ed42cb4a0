"""Pieces without letters look exactly as they did when somebody last looked at them."""

from __future__ import annotations

import json
import platform

import pytest

from tests.ui.art.golden import FILE, TEXTLESS, hashes
from tests.ui.art.pieces import Family

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.skipif(
        platform.machine() not in ("x86_64", "AMD64") or platform.system() != "Linux",
        reason="other processors round the edges' shades differently",
    ),
]


@pytest.mark.parametrize("family", TEXTLESS, ids=str)
def test_the_picture_is_the_one_that_was_looked_at(family: Family) -> None:
    """After a wanted change: look at the gallery, then `python -m tests.ui.art.golden`."""
    assert hashes(family) == json.loads(FILE.read_text(encoding="utf-8"))[str(family)]


def test_every_family_is_in_the_file() -> None:
    assert set(json.loads(FILE.read_text(encoding="utf-8"))) == {str(family) for family in TEXTLESS}
