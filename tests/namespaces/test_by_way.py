"""Two players who cannot reach each other, and a third who reaches both, in their lobbies: the third hosts
for them.

sudo .venv/bin/pytest -m slow -s tests/namespaces/test_by_way.py
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("network namespaces are of Linux", allow_module_level=True)

from tests.support.lobbyists import Person
from tests.support.namespaces import network, why_not
from tests.support.sittings import until
from tests.support.switch import Weather, parted

# zeroconf leaves a socket open where the kernel has not let go of a new fe80:: address yet.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def test_two_players_whose_computers_are_kept_apart_play_at_the_table_of_a_third(tmp_path: Path) -> None:
    if reason := why_not():
        pytest.skip(reason)
    with network(3) as (computers, switch):
        switch.weather = Weather(delay_s=0.001, apart=parted({0}, {1}))
        names = ("Anna", "Lisa", "Bert")
        anna, lisa, bert = people = [
            Person(computer, tmp_path, nick) for computer, nick in zip(computers, names, strict=True)
        ]
        try:
            [beyond] = until("Lisa, by way of Bert", lambda: anna.told[-1].beyond)
            assert (beyond.nick, beyond.via.nick) == ("Lisa", "Bert") and anna.sees() == {"Bert"}
            anna.finder.ask_to_host(beyond)
            [wanted] = until("Anna's wish", lambda: bert.told[-1].wanted)
            assert [each.nick for each in (wanted.asks, wanted.other)] == ["Anna", "Lisa"]
            bert.host((wanted.asks, wanted.other))
            anna.come()
            lisa.come()
            for each in people:
                until(f"moves at {each.nick}'s", lambda each=each: each.height > 12, seconds=240)  # type: ignore[misc]
        finally:
            for each in people:
                each.go()
