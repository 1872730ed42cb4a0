"""A whole game of each kind on a real accessibility bus: moves and end are told, and all has a name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app.games.catalogue import catalogue
from tests.ear.__main__ import missing
from tests.ear.window import SEATS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1900),
    pytest.mark.skipif(bool(missing()), reason=f"without {', '.join(missing())}"),
]


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_is_heard(game: str, tmp_path: Path) -> None:
    heard = tmp_path / "heard.txt"
    done = subprocess.run(
        [sys.executable, "-m", "tests.ear", game, str(heard)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    moves = int(done.stdout.split()[-1])
    lines = heard.read_text(encoding="utf-8").splitlines()
    said = [line.removeprefix("said: ") for line in lines if line.startswith("said: ")]
    focused = {line.removeprefix("focus: ") for line in lines if line.startswith("focus: ")} - {"gone"}

    assert said[0].startswith("The game begins.")
    assert len(said) >= moves
    assert all(line.strip() for line in said)
    assert any(("win" in line or "won" in line) for line in said[-3:]), said[-3:]
    assert len(focused) > 3
    assert not [each for each in focused if each.endswith(", ")], focused  # everything has a name
    assert catalogue().named(game).rules.title
