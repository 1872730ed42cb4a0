"""An evening of eight computers on a bad network: they find each other, play two tables, rotate, play again.

sudo .venv/bin/pytest -m slow -s tests/namespaces/test_evening_of_eight.py

Two are kept apart by the network, one is behind a firewall, one has only a link-local IPv6 address, one sits
in another subnet, one has nearly the name of another, and the eighth lies by multicast 200 times a second:
tables at addresses of others, of nobody, and of loopback. Every call that leaves any of them is counted.
"""

from __future__ import annotations

import sys
from ipaddress import ip_address
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("only Linux has network namespaces", allow_module_level=True)

from app.screens.scoreboard import next_round
from tests.namespaces.test_aim import running
from tests.support.aimed import calls_seen
from tests.support.lobbyists import Person
from tests.support.namespaces import addresses_of, cables, network, pull_out, why_not
from tests.support.sittings import until
from tests.support.switch import Weather, parted

# zeroconf leaves a socket open where the kernel has not let go of a new fe80:: address yet.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
NAMES = ("Anna", "Lisa", "Bert", "Cleo", "Dora", "Emil", "L\u0456sa")
ANNA, LISA, BERT, CLEO, DORA, EMIL, ALIKE, LIAR = range(8)
HERE, THERE = "10.213.7", "10.213.8"
NOBODY = ("10.213.7.99", "10.213.7.1", "fd00::99", "127.0.0.1", "10.213.7.255")
MOVES = 8


def test_eight_computers_in_trouble_play_two_tables_and_rotate(tmp_path: Path) -> None:
    if reason := why_not():
        pytest.skip(reason)
    subnets = [THERE if at == EMIL else HERE for at in range(8)]
    with network(8, subnets=subnets) as (computers, switch):
        switch.weather = Weather(delay_s=0.001, apart=parted({ANNA}, {LISA}), firewalled=frozenset({CLEO}))
        pull_out(computers[DORA])
        liar = computers[LIAR]
        with calls_seen(cables()) as calls, running(liar, "lie", liar.address, *NOBODY):
            people = [
                Person(computer, tmp_path, nick) for computer, nick in zip(computers, NAMES, strict=False)
            ]
            try:
                evening(people)
            finally:
                for each in people:
                    each.go()
        announced = frozenset().union(*(addresses_of(each) for each in computers)) - {"127.0.0.1", "::1"}
        called = {host for host, _ in calls if not ip_address(host).is_loopback}
        print(f"\n{len(calls)} calls, at {sorted(called)}")
        assert called and called <= announced


def evening(people: list[Person]) -> None:
    """Let people find each other, one by way of another; play at two tables, then the next round."""
    anna, lisa, bert, cleo, dora, emil, alike = people
    until("all whom Bert reaches", lambda: bert.sees() == {*NAMES} - {"Bert"})
    until("Emil, across two subnets", lambda: "Emil" in dora.sees() and "Dora" in emil.sees())
    assert "Lisa" not in anna.sees()
    until("a mark beside both equal names", lambda: marks(bert) == {"Lisa", "L\u0456sa"})
    beyond = until("Lisa, by way of somebody", lambda: [e for e in anna.told[-1].beyond if e.nick == "Lisa"])
    print(f"Anna reaches Lisa by way of {beyond[0].via.nick}")

    tables = [[bert, anna, lisa], [dora, emil, cleo]]
    play(tables)
    rounds = next_round([[each.nick for each in table] for table in tables], [3, 3], [])
    assert [set(each) for each in rounds] != [{each.nick for each in table} for table in tables]
    by_name = {each.nick: each for each in people}
    for each in people:
        if each is not alike:
            each.look()
    play([[by_name[nick] for nick in names] for names in rounds])


def play(tables: list[list[Person]]) -> None:
    """Open a table with the first player of each group, invite the others, and play some moves."""
    for host, *guests in tables:
        for guest in guests:
            until(
                f"{guest.nick}, seen by {host.nick}", lambda guest=guest, host=host: host.person(guest.nick)
            )  # type: ignore[misc]
        host.host([found for guest in guests if (found := host.person(guest.nick)) is not None])
        for guest in guests:
            guest.come()
    people = [person for table in tables for person in table]
    try:
        for each in people:
            until(f"moves at {each.nick}'s", lambda each=each: each.height > MOVES, seconds=180)  # type: ignore[misc]
    except AssertionError as why:
        raise AssertionError(f"{why}: {'; '.join(each.state for each in people)}") from why


def marks(person: Person) -> set[str]:
    """Names with a warning."""
    return {each.nick for each in person.told[-1].people if each.warning}
