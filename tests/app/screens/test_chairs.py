"""Chairs of a table before the game: who sits there, what is said of each, what a press can do."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.animals import ANIMALS
from app.messages import Gathering, Guest, PutBot, Resize, Unseat
from app.nearby.around import FoundTable
from app.records.recording import Recording
from app.screens.chairs import BRINGING, Chair, chairs_of, changed_text, expected_chairs
from app.screens.program import KeptGames, Replaying, ReplayingFile
from app.table.start import Hosting, Joining, Resuming, Spectating, Start, Unfinished
from net.discovery.notice import Access
from tests.support.values import replace
from tests.support.window import FakeProgram

ANN, BEN = Guest("Ann", "A", key=b"ann"), Guest("Ben", "B", key=b"ben", about="met before")
OURS = Guest("Bot Jon", "J", bot=True, key=b"jon", runner="Ann")
HIS = Guest("Bot Ida", "I", bot=True, key=b"ida", runner="Ben")
TABLE = Gathering(
    "plump", (), 6, (ANN, BEN, OURS, HIS), "SHOAL:XYZ", "A", coming=(b"comes",), sizes=(4, 5, 6, 7)
)
LEVELS = tuple((f"A bot, level {level}", PutBot(level)) for level in ("easy", "normal", "hard"))


def words(chairs: tuple[Chair, ...]) -> list[tuple[int, str, str]]:
    return [(each.seat, each.name, each.about) for each in chairs]


def test_a_host_can_press_every_chair_but_its_own_and_can_add_a_chair() -> None:
    chairs = chairs_of(TABLE)

    assert [each.actions for each in chairs] == [
        (),
        (("Take Ben's seat away", Unseat(b"ben")),),
        (("Take Bot Jon off this chair", Unseat(b"jon")),),
        (("Take Bot Ida's seat away", Unseat(b"ida")),),
        (*LEVELS, ("Take this chair away", Resize(5))),
        (("Call this bot back", Unseat(b"comes")),),
        (("Add a chair", Resize(7)),),
    ]
    assert [each.seat for each in chairs] == [0, 1, 2, 3, 4, 5, 6]
    assert [each.is_new for each in chairs] == [False] * 6 + [True]
    assert words(chairs)[0] == (0, "Ann", "you") and chairs[4].about == "press for a bot"
    assert words(chairs)[2][2] == "a bot that Ann runs"
    assert chairs[6].told == "Add a chair" and chairs[0].told.startswith("Seat 1: Ann")


def test_no_chair_is_added_or_taken_away_beyond_the_sizes_of_the_table() -> None:
    chairs = chairs_of(replace(TABLE, sizes=(6,)))

    assert len(chairs) == 6 and chairs[4].actions == LEVELS


def test_a_guest_brings_a_bot_and_takes_it_away_again() -> None:
    chairs = chairs_of(replace(TABLE, invitation="", own="B", coming=(), sizes=()))

    assert [each.seat for each in chairs] == [1, 2, 3, 4, 5, 0]
    assert [each.actions for each in chairs] == [
        (),
        (),
        (("Take Bot Ida off this chair", Unseat(b"ida")),),
        LEVELS,
        LEVELS,
        (),
    ]
    assert [each.tip == BRINGING for each in chairs] == [False, False, False, True, True, False]


def test_a_guest_without_a_seat_can_press_no_chair() -> None:
    chairs = chairs_of(replace(TABLE, invitation="", own="X", coming=(), sizes=()))

    assert [each.actions for each in chairs] == [()] * 6
    assert "you" not in [each.about for each in chairs]


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        (None, replace(TABLE, invitation=""), ""),
        (TABLE, replace(TABLE, invitation=""), ""),
        (replace(TABLE, seats=5), TABLE, ""),
        (replace(TABLE, seats=5), replace(TABLE, invitation="", own="X"), ""),
        (
            replace(TABLE, seats=5),
            replace(TABLE, invitation="", own="B"),
            "Ann has made this a table for 6. Leave if you do not want that.",
        ),
    ],
)
def test_a_guest_reads_that_the_number_of_seats_has_changed(
    before: Gathering | None, now: Gathering, said: str
) -> None:
    assert changed_text(before, now) == said


FOUND = FoundTable(
    host="Lisa",
    words="LLLL",
    invitation="SHOAL:LISA",
    game="plump",
    options=(),
    seats=4,
    taken=("Lisa", "", "Bot Jon"),
    bots=1,
    access=Access.OPEN,
    spectators=0,
    version="0.1",
    people=("Lisa", ""),
    animals=(ANIMALS[3],),
)
PLAYED = Unfinished("aa", "plump", ("Ann", "Ben"), 5, 0, guests=(ANN, BEN), seat=1)


@pytest.mark.parametrize(
    ("start", "names"),
    [
        (Hosting("plump", 3, (), bots=1), ["0 Lisa you", "1 ", "2 "]),
        (ReplayingFile(Path("x")), []),
        (Resuming("aa"), ["1 Ben you", "0 Ann "]),
        (Resuming("bb"), ["0 Ann ", "1 Ben "]),
        (Replaying("cc"), []),
        (Joining("SHOAL:OTHER"), ["1 Lisa you", "0 Your host "]),
        (Spectating("SHOAL:OTHER"), ["0 Your host "]),
        (Joining("SHOAL:LISA"), ["0 Lisa ", "1 Somebody ", "2 Bot Jon a bot", "3 "]),
    ],
)
def test_before_a_table_has_answered_the_expected_chairs_are_shown(
    start: Start, names: list[str], tmp_path: Path
) -> None:
    kept = KeptGames(unfinished=(PLAYED, replace(PLAYED, table="bb", seat=-1)))
    program = FakeProgram(tmp_path, kept=kept, recording=Recording(None, problem="none"))
    chairs = expected_chairs(start, program, [replace(FOUND, invitation="SHOAL:ED", host="Ed"), FOUND])

    assert len(chairs) == len(names)
    for chair, text in zip(chairs, names, strict=True):
        seat, _, name = text.partition(" ")
        assert chair.seat == int(seat)
        assert not name or f"{chair.name} {chair.about if chair.guest else ''}" == name
    animals = [each.guest.animal for each in chairs if each.guest]
    assert (animals[:1] == [ANIMALS[3]]) is (start == Joining("SHOAL:LISA"))
