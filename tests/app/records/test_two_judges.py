"""Two programs that share no line judge the same records alike: ours, and `net/second_reader.py`.

Stories of all five games with every kind of absence, files that real programs have written, and both of
them changed in one thing by seed. A difference fails with the record's bytes.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

import rules
from app.keep.record_file import write_record_file
from app.records.verify import verify_record
from net import second_reader
from net.machine import Choice, TableView, Why
from net.seat.dealer import Dealer
from net.seat.hands import open_hand
from net.seat.payload import read_payload, write_payload
from net.seat.step_kind import StepKind
from net.wire.genesis import Half, Policy
from tests.support.catalogue import GAMES
from tests.support.judges import both_opened, disagreement
from tests.support.mutations import Told, flipped, mutated, with_check
from tests.support.parlour import seeded
from tests.support.quick import quick_only
from tests.support.scribe import Scribe

KEPT = Path(__file__).resolve().parents[2] / "data" / "kept"
GONE = 1
SEATS = {"plump": 3, "kings": 4, "cahoots": 3, "matriculation": 3, "reef": 3}
SHORT = {"plump": {"length": "short"}, "kings": {"first": "random"}}
HEIGHTS = 8
"""How many rounds a story goes on for after something has happened."""


@pytest.fixture
def opened() -> Iterator[None]:
    """Both judges reckon in the open group."""
    with both_opened():
        yield


def table(game: str, *, seats: int = 0, t: int = 0, half: Half = Half.WAIT) -> Scribe:
    seats = seats or SEATS[game]
    return Scribe(GAMES[game], seats, SHORT.get(game), policy=Policy(escrow_t=t, half=half))


def go_on(scribe: Scribe, heights: int = HEIGHTS) -> Scribe:
    for _ in range(heights):
        if scribe.replica.actors:
            scribe.step()
    return scribe


def others(scribe: Scribe) -> tuple[int, ...]:
    return tuple(seat for seat in scribe.act if seat != GONE)


def left_out(game: str, kind: StepKind, *, t: int = 2) -> Scribe:
    """A seat is left out while a round of that kind is under way; its shares are lent."""
    scribe = table(game, t=t)
    scribe.until(kind)
    scribe.change_view(TableView(others(scribe), Choice.LEAVE_OUT))
    return go_on(scribe)


def stood_in(game: str, kind: StepKind) -> Scribe:
    """A rule plays for a seat, which comes back."""
    scribe = table(game, t=2)
    scribe.until(kind)
    scribe.change_view(TableView(others(scribe), Choice.STAND_IN))
    go_on(scribe)
    if scribe.replica.actors:
        scribe.change_view(TableView(tuple(range(len(scribe.identities))), Choice.GO_ON))
    return go_on(scribe, 4)


def left_in_order(game: str) -> Scribe:
    """A seat leaves its shares behind, without escrow, and one of the rest writes them down."""
    scribe = table(game)
    scribe.until(StepKind.MOVE)
    go_on(scribe, 4).until(StepKind.MOVE)
    shares = scribe.dealers[GONE].parting(scribe.replica)
    for seat in others(scribe):
        scribe.dealers[seat].keep_parting(scribe.replica, GONE, shares)
    view = TableView(others(scribe), Choice.LEAVE_OUT, Why.LEFT)
    scribe.dealers[GONE].learn = lambda replica: None  # type: ignore[method-assign]  # it has gone
    scribe.change_view(view)
    return go_on(scribe)


def ended(game: str, half: Half) -> Scribe:
    """More than half, or exactly half, end the game where it stands."""
    seats = 3 if half is Half.WAIT else 2
    scribe = go_on(table(game, seats=SEATS[game] if game == "kings" else seats, half=half), 12)
    act = scribe.act[: len(scribe.act) // 2] if half is not Half.WAIT else others(scribe)
    scribe.change_view(TableView(act, Choice.END))
    return scribe


def same_keys() -> Scribe:
    """Two seats have made one key, and the deal begins anew."""
    scribe = table("cahoots")
    for seat in (0, 1):
        scribe.dealers[seat] = Dealer(seat, seeded("one computer, copied"), {})
    go_on(scribe, 2)
    scribe.dealers[1] = Dealer(1, seeded("another"), {})
    return go_on(scribe)


def opened_hands() -> Scribe:
    """A game that is ended, after which hands are opened."""
    scribe = ended("matriculation", Half.WAIT)
    game, provers = scribe.genesis.id, [dealer.prover for dealer in scribe.dealers]
    hands = [open_hand(scribe.replica, game, provers[seat], scribe.identities[seat]) for seat in scribe.act]
    scribe.hands = tuple(sorted(hands))
    return scribe


def false_part() -> Scribe:
    """A dealer's split key has a false part; whom it was for says so, and the table stops over that."""
    scribe = table("plump", t=1)
    scribe.until(StepKind.SPLIT)
    pays = scribe.payloads()
    split = read_payload(GONE, pays[GONE])
    data = split.data[:-1] + bytes([split.data[-1] ^ 1])  # in the box of the last seat
    pays[GONE] = write_payload(replace(split, data=data))
    scribe.take(pays)
    scribe.keep(scribe.payloads())
    return scribe


STORIES: dict[str, Callable[[], Scribe]] = {
    **{f"{game}: played": lambda game=game: go_on(table(game), 40) for game in GAMES},
    **{
        f"{game}: left out at {kind}": lambda game=game, kind=kind: left_out(game, kind)
        for game in GAMES
        for kind in (StepKind.MOVE, StepKind.MIX, StepKind.COIN, StepKind.SHARES)
    },
    **{
        f"{game}: stood in at {kind}": lambda game=game, kind=kind: stood_in(game, kind)
        for game in GAMES
        for kind in (StepKind.MOVE, StepKind.SPLIT, StepKind.COIN, StepKind.SHARES)
    },
    **{
        f"{game}: left in order": lambda game=game: left_in_order(game)
        for game in ("cahoots", "matriculation", "reef")
    },
    **{f"{game}: ended": lambda game=game: ended(game, Half.WAIT) for game in GAMES},
    **{f"{game}: half wins": lambda game=game: ended(game, Half.WINS) for game in GAMES},
    "reef: a number without escrow": lambda: left_out("reef", StepKind.COIN, t=0),
    "plump: a forehead": lambda: go_on(table("plump"), 75),
    "cahoots: equal keys": same_keys,
    "plump: a false part": false_part,
    "matriculation: opened hands": opened_hands,
}


QUICK = (
    *("plump: left out at shares", "reef: stood in at coin", "cahoots: left in order", "kings: half wins"),
    *("matriculation: opened hands", "plump: a false part", "cahoots: equal keys"),
)


@lru_cache(maxsize=len(STORIES))
def told(story: str) -> Scribe:
    return STORIES[story]()


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize("story", quick_only(STORIES, *QUICK))
def test_two_judges_of_a_story_agree(story: str) -> None:
    data = write_record_file(told(story).file)

    assert verify_record(data).problem == ""
    assert disagreement(data) == ""


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize(
    ("first", "count"),
    [(0, 40), *(pytest.param(100 * part, 100, marks=pytest.mark.slow) for part in range(30))],
)
def test_two_judges_of_a_changed_record_agree(first: int, count: int) -> None:
    """The seeds of the quick suite are about its stories, those of the slow one about all of them."""
    stories = QUICK if count < 100 else tuple(STORIES)
    for seed in range(first, first + count):
        data = mutated(Told(told(stories[seed % len(stories)]), Random(seed)))

        assert disagreement(data) == "", seed


@pytest.mark.slow
@pytest.mark.parametrize("story", QUICK)
def test_two_judges_agree_in_the_real_group(story: str) -> None:
    scribe = STORIES[story]()
    for seed in range(8):
        data = write_record_file(scribe.file) if not seed else mutated(Told(scribe, Random(seed)))

        assert disagreement(data) == "", seed


def files() -> list[Path]:
    return sorted(KEPT.rglob("*.shoal"))


@pytest.mark.parametrize(
    "path", quick_only(files(), *KEPT.rglob("cahoots.shoal")), ids=lambda path: path.stem
)
def test_two_judges_of_a_kept_file_agree(path: Path) -> None:
    data, rng = path.read_bytes(), Random(path.stem)

    assert disagreement(data) == ""
    for _ in range(3):
        assert disagreement(with_check(flipped(rng, data[:-32]))) == ""


def read(reader: Path, *words: str) -> tuple[int, list[str]]:
    """What the reader says as a program of its own, which finds nothing of ours but what lies beside it."""
    command = [sys.executable, "-I", str(reader), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert not done.stderr
    return done.returncode, done.stdout.splitlines()


def test_it_is_a_program_of_its_own(tmp_path: Path) -> None:
    """Without the rules it says that it could not look at the cards."""
    reader = tmp_path / "second_reader.py"
    shutil.copy(second_reader.__file__, reader)
    record = tmp_path / "game.shoal"
    shutil.copy(next(KEPT.rglob("cahoots.shoal")), record)

    status, lines = read(reader, str(record))
    assert (status, len(lines)) == (2, 5) and lines[2].startswith("NOT CHECKED")
    shutil.copytree(Path(rules.__file__).parent, tmp_path / "rules")
    status, lines = read(reader, str(record))
    assert (status, len(lines)) == (0, 5) and "18 proofs of the deck" in lines[1]
    record.write_bytes(with_check(flipped(Random(2), record.read_bytes()[:-32])))
    assert read(reader, str(record))[0] == 1
    assert read(reader, str(reader))[0] == 2


def test_it_takes_nothing_of_ours() -> None:
    tree = ast.parse(Path(second_reader.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {
        name.partition(".")[0]
        for node in imports
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
        )
    }

    assert names and names <= {*sys.stdlib_module_names}
