"""The sample games of `tests/data` are installed and tried as a stranger's would be."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.games.chronicle import Chronicle
from rules.api import Seat
from tests.support.samples import PACKAGES, Sample
from tests.support.sixth_game import ROOT, install, shoal

NAMES = ("Lisa", "Ada", "Bo")


def told(key: str, seats: int) -> list[str]:
    """The story of a whole game for the first seat."""
    sample = Sample(key, seats, 2000, waits=False)
    story = Chronicle(sample.entry.rules.start(seats, {}), sample.entry.story, NAMES[:seats], Seat(0))
    lines = story.tell(sample.local.events, sample.local.view(Seat(0)))
    return [line for each in lines for line in each]


def test_the_story_of_hearts_has_its_authors_words() -> None:
    lines = told("hearts", 3)

    assert lines[0] == "Deal 1 of 4." and any(line.startswith("You play the ") for line in lines)
    assert any(line.endswith(" takes the trick with 13 points.") for line in lines)
    assert sum(
        " with " in line and line.split(" ")[1] in ("wins", "win", "share", "is", "are") for line in lines
    )


def test_the_story_of_a_game_without_a_narrator_has_the_words_of_its_actions() -> None:
    lines = told("pig", 3)

    assert lines[0] == "You throw the die." and any(line.startswith("Ada keeps ") for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize("key", sorted(set(PACKAGES) - {"anglers"}))
def test_a_sample_game_keeps_the_contract(tmp_path: Path, key: str) -> None:
    installed = install(ROOT / "tests" / "data" / PACKAGES[key][0], tmp_path)
    done = shoal(installed, tmp_path / "home", "check-game", key)

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.splitlines()[-1].startswith("All ")
