"""Counts of positions, order of actions and one whole game per game are as they were.

`python -m tests.support.golden KEY` rewrites them; see there.
"""

from __future__ import annotations

import pytest

from rules.replay import replay
from rules.text import parse_event
from tests.support.catalogue import GAMES
from tests.support.golden import DATA, KINDS, MOST_LINES, event_lines, golden, header, path


@pytest.mark.parametrize("kind", KINDS)
def test_no_golden_file_is_left_over(kind: str) -> None:
    """The tests below ask of each game that no golden file is missing."""
    found = {file.stem for file in (DATA / kind).glob("*.txt")}

    assert found and found <= set(GAMES)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_rules_still_say_what_the_golden_file_says(kind: str, key: str) -> None:
    assert golden(kind, key) == path(kind, key).read_text(encoding="utf-8")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_recorded_game_still_plays_to_the_same_digest(key: str) -> None:
    text = path("playthroughs", key).read_text(encoding="utf-8")
    lines = text.splitlines()
    case, _ = header(lines[0])
    events = [parse_event(case.game, line) for line in event_lines(text)]
    state = replay(case.game, case.seats, dict(case.options), events)

    assert len(lines) < MOST_LINES
    assert len(events) > 20
    assert lines[-1] == f"# digest {state.digest().hex()}"
    assert state.outcome() is not None
