"""Texts and digests of positions, compared with the pages `RULES.md` of the games."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from rules.kings.state import KingsState
from rules.reef.state import ReefState
from rules.text import parse_slots
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour

pytestmark = pytest.mark.usefixtures("open_group")

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("game", [key for key in GAMES if key != "reef"])  # reef's are a page of lines
def test_the_positions_that_a_page_shows_can_be_read(game: str) -> None:
    page = (ROOT / "rules" / game / "RULES.md").read_text(encoding="utf-8")
    shown = re.findall(rf"`({game} \w+=[^`]*)`", page)

    assert shown
    for text in shown:
        assert GAMES[game].parse_state(text).text() == text


def test_a_kings_position_is_hashed_with_the_hash_of_the_beginning_of_its_turn() -> None:
    """kings 8.6a, written from the page."""
    table = Parlour(GAMES["kings"], 4)
    while not (isinstance(state := table.replica.state, KingsState) and state.done):
        table.step()
    before = state
    while before.done:
        before = before.base
    first, undo, _ = state.text().split("\n")
    said = f"{first}\n{undo}\n{before.digest().hex()}"

    assert before.digest() == hashed(before.text())
    assert state.digest() == hashed(said) != hashed(state.text())


def hashed(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=32, person=b"shoal1-state").digest()


def test_a_reef_position_is_hashed_from_the_numbers_that_its_page_lists() -> None:
    """reef 9.8, written from the page: every number is in the text as well (FORMAT.md)."""
    for seats, seed in ((2, 1), (3, 2)):
        table, undone = Parlour(GAMES["reef"], seats, seed=seed), 0
        for _ in range(70):
            table.step()
            state = table.replica.state
            assert isinstance(state, ReefState)
            said = reef_bytes(state.text().split("\nundo ")[0].split("\n"))
            if state.base is not None:
                undone += 1
                said += state.base.digest() + "; ".join(map(str, state.steps)).encode()
            assert state.digest() == hashlib.blake2b(said, digest_size=32, person=b"shoal1-state").digest()
        assert undone > 5


PHASES = (
    *(
        "boards",
        "side",
        "space",
        "start",
        "shuffle",
        "deal",
        "fish",
        "cubes",
        "turn",
        "fetch",
        "draw",
        "open",
    ),
    *("final", "score", "over"),
)
ENDS = ["not", "locked", "shrimps", "closed", "supply", "alone"]
FLAGS = ("ate", "acted", "introduced", "locked", "tipped")


def reef_bytes(lines: list[str]) -> bytes:
    """The bytes to be hashed according to `reef 9.8`, from the lines of a position's text."""
    of = [dict(word.split("=", 1) for word in line.split(" ") if "=" in word) for line in lines]
    game, waits, turn, laying, algae, supply, sea = (of[at] for at in (0, 1, 2, 4, 6, 7, 8))
    seats, flags = int(game["seats"]), lines[3].split(" ")[1].split(",")
    players, rocks = of[9 : 9 + seats], lines[9 + seats :]
    names = [line.split(" ")[2] for line in rocks[::7]]
    cells = [cell for at, line in enumerate(rocks) if at % 7 for cell in line.split(" ")[1:]]
    corals = lines[5].split(" ")[1:]
    sides = [re.fullmatch(r"\d+([AB])([gbpr]?)", each) for each in corals]
    head = [seats, *(game[name] == "yes" for name in ("by_size", "house", "growth", "counts"))]
    head += [PHASES.index(lines[1].split(" ")[1]), int(waits["seat"])]
    head += [int(turn[name]) for name in ("step", "first", "first_space", "deck", "deck_end")]
    head += [flag in flags for flag in FLAGS]
    head += [int(turn[name]) for name in ("laid_cubes", "behind", "moved", "undone")]
    head += [ENDS.index(waits["end"]), *(str(seat) in waits["gone"].split(",") for seat in range(seats))]
    signed = [
        "gbpr".find(algae["space"]),
        "WYOPG".find(lines[4].split(" ")[1]),
        "WYOPG".find(laying["fetch"]),
    ]
    signed += [-1 if turn["ender"] == "-" else int(turn["ender"])]
    signed += ["gbpr".find(each[2]) if each and each[2] else -1 for each in sides]
    signed += [-1 if each["hidden"] == "-" else int(each["hidden"]) for each in players]
    ground = {"#": -1, "*": -1, "-": -2}
    signed += [ground.get(cell[0], "WYOPG".find(cell[0])) for cell in cells]
    signed += [-1 if cell[1] == "-" else int(cell[1]) for cell in cells]
    counts: list[int] = []
    for name in ("screen", "cubes", "front", "fish"):
        for each in players:
            counts += counted(each[name], "WYOPG?")
    counts += [int(each["shrimps"]) for each in players] + [int(each["eaten"]) for each in players]
    for colour in "WYOPG":
        counts += counted(sea[colour].removesuffix("+cube"), "WYOPG?")
    counts += [sea[colour].endswith("+cube") for colour in "WYOPG"]
    counts += counted(supply["cubes"], "WYOPG") + counted(algae["left"], "gbpr")
    counts += ["AB".index(each[1]) for each in sides if each]
    counts += counted(supply["reserve"], "WYOPG") + counted(supply["pool"], "WYOPG")
    rows = ["WYOPG".index(sign) for sign in laying["queue"].replace("-", "")]
    ragged = [len(rows), *rows]
    for row in (
        ["WYOPG".index(sign) for sign in laying["opening"].replace("-", "")],
        [] if waits["finals"] == "-" else [int(each) for each in waits["finals"].split(",")],
        *([*map(int, parse_slots(each["start"]))] for each in players),
    ):
        ragged += [len(row), *row]
    tail = bytes(number + 2 for number in signed) + bytes(counts) + bytes(ragged)
    return bytes(head) + ".".join(names).encode() + b"|" + tail


def counted(text: str, letters: str) -> list[int]:
    """The numbers in a text such as `W2Y1`, one for each letter."""
    found = dict(re.findall(r"([A-Za-z?])(\d+)", text))
    return [int(found.get(letter, 0)) for letter in letters]
