"""One game described by two processes with different string hashes: every difference is found."""

from __future__ import annotations

import json

from app.workshop.check.hashes import difference, game_lines
from tests.support.broken_anglers import CASE


def test_a_difference_between_two_processes_is_found() -> None:
    lines = list(game_lines(CASE, 1))
    other = [*lines[:4], lines[4].replace("play", "lay"), *lines[5:]]

    assert difference(lines, lines, seed=1) is None
    finding = difference(lines, other, seed=1)
    assert finding is not None and finding.place is not None and finding.place.number == 4
    shorter = difference(lines, lines[:-1], seed=1)
    assert shorter is not None and shorter.expected == f"{len(lines)} events"


def test_a_stand_in_that_differs_between_two_processes_is_found() -> None:
    lines = list(game_lines(CASE, 1))
    case, position, offered, stand_in, event = json.loads(lines[4])
    other = [*lines[:4], json.dumps([case, position, offered, offered[-1], event]), *lines[5:]]

    finding = difference(lines, other, seed=1)
    assert stand_in == offered[0] and finding is not None
    assert (finding.expected, finding.found) == (
        f"in both processes a stand-in would {stand_in}",
        offered[-1],
    )
