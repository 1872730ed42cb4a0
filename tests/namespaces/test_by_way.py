"""Two who cannot reach each other, and a third who reaches both, in their lobbies: she hosts for them.

sudo .venv/bin/pytest -m slow -s tests/namespaces/test_by_way.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("network namespaces are of Linux", allow_module_level=True)

from app import messages
from app.build import ANYWHERE, Desk
from app.nearby.around import Around
from app.nearby.finder import Finder, Openness
from app.table.start import Callee, Hosting, Joining
from tests.support.catalogue import GAMES
from tests.support.crowd import enter
from tests.support.namespaces import Computer, network, why_not
from tests.support.sittings import Sitting, desk_of, until
from tests.support.switch import Weather, parted

# zeroconf leaves a socket open where the kernel has not let go of a new fe80:: address yet.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
OPTIONS = tuple(GAMES["plump"].checked_options(3, {"length": "short"}).items())


class Person:
    """Somebody in a lobby on a computer of its own."""

    def __init__(self, computer: Computer, folder: Path, nick: str) -> None:
        self.computer = computer
        self.desk: Desk = replace(desk_of(folder, nick), listen=ANYWHERE)
        self.told = [Around()]
        with enter(computer.namespace):
            self.finder = Finder(self.desk.lookout, self.told.append, openness=Openness(self.desk.me))

    def sit(self, start: Hosting | Joining) -> Sitting:
        """Leave the lobby for a table, at which a bot's choices are made."""
        self.finder.stop()
        with enter(self.computer.namespace):
            return Sitting(self.desk, start, bot="easy")


@contextmanager
def people(folder: Path, *names: str) -> Iterator[list[Person]]:
    """These, the first two of whom do not reach each other."""
    if reason := why_not():
        pytest.skip(reason)
    with ExitStack() as stack:
        computers, switch = stack.enter_context(network(len(names)))
        switch.weather = Weather(delay_s=0.001, apart=parted({0}, {1}))
        found = [Person(*each) for each in zip(computers, [folder] * len(names), names, strict=True)]
        try:
            yield found
        finally:
            for each in found:
                each.finder.stop()


def test_two_that_are_kept_apart_play_at_the_table_of_a_third(tmp_path: Path) -> None:
    with people(tmp_path, "Anna", "Lisa", "Bert") as (anna, lisa, bert):
        [beyond] = until("Lisa, by way of Bert", lambda: anna.told[-1].beyond)
        assert (beyond.nick, beyond.via.nick) == ("Lisa", "Bert")
        assert [each.nick for each in anna.told[-1].people] == ["Bert"]
        anna.finder.ask_to_host(beyond)
        [wanted] = until("Anna's wish", lambda: bert.told[-1].wanted)
        both = (wanted.asks, wanted.other)
        assert [each.nick for each in both] == ["Anna", "Lisa"]

        calls = tuple(Callee(each.nick, each.key, each.addresses) for each in both)
        welcome = tuple(each.words for each in both)
        table = Hosting("plump", 3, OPTIONS, asks=True, visible=True, calls=calls, welcome=welcome)
        seats = [bert.sit(table)]
        for each in (anna, lisa):
            [invited] = until("Bert's invitation", lambda each=each: each.told[-1].invited)  # type: ignore[misc]
            seats.append(each.sit(Joining(invited.invitation)))
        try:
            for seat in seats:
                until("moves of all", lambda seat=seat: height(seat) > 12, seconds=240)  # type: ignore[misc]
        finally:
            for seat in seats:
                seat.leave()


def height(seat: Sitting) -> int:
    """How far a seat's game is."""
    advanced = seat.last(messages.Advanced)
    return 0 if advanced is None else advanced.k
