"""A sixth game, installed as a package of its own, is played everywhere without an edit elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from anglers import GAME

from app.__main__ import main
from app.bots.api import AnyMove
from app.games.catalogue import catalogue
from app.games.entry import GameEntry
from app.games.plain_table import plain_words
from app.games.policies import policy_of
from app.games.scene import Description, Scene
from app.screens.lobby import against_bots, offers, setup_for
from rules.api import Seat
from rules.driver import LocalTable
from tests.support.catalogue import playing
from tests.support.sixth_game import PACKAGE, environment, install, shoal

SMALL = ("--option", "cards=3")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(PACKAGE, tmp_path_factory.mktemp("sixth"))


@pytest.fixture
def found(installed: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Let this process find the installed package too."""
    monkeypatch.syspath_prepend(installed)
    catalogue.cache_clear()
    yield
    catalogue.cache_clear()


@pytest.mark.usefixtures("found")
def test_an_added_game_is_in_the_lobby() -> None:
    offer = offers()[-1]

    assert (offer.key, offer.title, offer.players) == ("anglers", "Anglers", "2 to 5 players")
    assert offer.blurb == "Anglers, with nothing but its rules."
    assert setup_for("anglers").options == (("cards", "5"),) and not setup_for("anglers").fault
    assert against_bots("anglers").bots == 3
    package = catalogue().named("anglers").package
    assert package is not None and str(package) == "shoal-anglers 0.1.0" and len(package.content) == 32


@pytest.mark.usefixtures("found")
def test_bots_play_an_added_game() -> None:
    entry = catalogue().named("anglers")
    table, rng, policy = (
        LocalTable(entry.rules.start(3, {}), 3, Random(1)),
        Random(2),
        policy_of(entry, "normal"),
    )
    while table.turn is not None:
        table.play(policy.choose(table.view(table.turn), rng))

    assert table.outcome is not None and sum(table.outcome.scores) == 5


@pytest.mark.slow
def test_an_added_game_keeps_the_contract(installed: Path, tmp_path: Path) -> None:
    done = shoal(installed, tmp_path / "home", "check-game", "anglers")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("All ")


@pytest.mark.slow
@pytest.mark.timeout(1800)  # far above need: the waits inside watch for progress
def test_an_added_game_is_played_verified_and_replayed(installed: Path, tmp_path: Path) -> None:
    home, record = tmp_path / "home", str(tmp_path / "game.shoal")
    played = shoal(installed, home, "demo", "anglers", "--peers", "3", *SMALL, "--record", record)
    checked = shoal(installed, home, "verify", record, "--json")
    told = shoal(installed, home, "replay", record, "--no-window")
    simulated = shoal(installed, home, "simulate", "anglers", "--seats", "2", "--games", "3", "--json")
    unknown = subprocess.run(
        [sys.executable, "-m", "app", "verify", record],
        env=environment(tmp_path, home), cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert played.returncode == 0, played.stdout + played.stderr
    assert "1. Bot " in played.stdout and "3 processes" in played.stdout
    said = json.loads(checked.stdout)
    assert said["holds"] and said["game"] == "anglers" and sum(said["scores"]) == 3
    assert told.returncode == 0 and "play " in told.stdout
    assert told.stdout.count(" win") + told.stdout.count("share the victory") == 1
    assert "1. Bot " not in told.stdout  # the story has told who came where
    assert simulated.returncode == 0 and json.loads(simulated.stdout)["game"] == "anglers"
    assert unknown.returncode != 0 and "anglers" in unknown.stdout + unknown.stderr


@pytest.mark.slow
@pytest.mark.timeout(1800)  # far above need: the waits inside watch for progress
def test_a_person_plays_an_added_game_in_the_terminal(installed: Path, tmp_path: Path) -> None:
    """The first choice of every question is taken."""
    record = tmp_path / "game.shoal"
    table = subprocess.Popen(
        [sys.executable, "-m", "app", "host", "anglers", "--seats", "2", "--bots", "1", *SMALL, "--no-window",
         "--address", "127.0.0.1", "--name", "Lisa", "--record", str(record)],
        env=environment(installed, tmp_path / "home"), cwd=tmp_path,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip
    assert table.stdin is not None and table.stdout is not None
    lines = []
    for line in table.stdout:
        lines.append(line)
        if line.startswith("[1] play "):
            table.stdin.write("1\n")
            table.stdin.flush()
        if (
            line.startswith(("1. ", "2. "))
            and len([each for each in lines if each[:3] in ("1. ", "2. ")]) == 2
        ):
            table.stdin.write("quit\n")
            table.stdin.flush()
    table.stdin.close()

    table.stdout.close()

    assert table.wait(600) == 0, "".join(lines)
    assert "Your hand: " in "".join(lines) and record.exists()


@pytest.mark.usefixtures("found")
def test_the_list_of_games_in_a_refusal_has_the_added_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "whist"])

    assert "the games are: anglers, cahoots, kings" in capsys.readouterr().err


BY_HASH = """
from anglers import AnglersGame, AnglersState


class ByHash(AnglersState):
    __slots__ = ()

    def actions(self, seat, known):
        return tuple({str(action): action for action in AnglersState.actions(self, seat, known)}[text]
                     for text in {str(action) for action in AnglersState.actions(self, seat, known)})


class ByHashGame(AnglersGame):
    key = "by-hash"

    def start(self, seats, options):
        first = AnglersGame.start(self, seats, options)
        return ByHash(first.size, first.hands, first.caught, first.first)


GAME = ByHashGame()
"""


def test_check_game_finds_actions_in_the_order_of_their_hashes(installed: Path, tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    described = shelf / "by_hash-1.dist-info"
    described.mkdir(parents=True)
    (shelf / "by_hash.py").write_text(BY_HASH, encoding="utf-8")
    (described / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: by-hash\nVersion: 1\n", encoding="utf-8"
    )
    (described / "entry_points.txt").write_text("[shoal.games]\nby-hash = by_hash:GAME\n", encoding="utf-8")
    both = Path(os.pathsep.join((str(shelf), str(installed))))
    done = shoal(both, tmp_path / "home", "check-game", "by-hash", "--check", "hash-order", "--json")

    said = json.loads(done.stdout)
    assert done.returncode == 1 and not said["holds"]
    assert said["finding"]["place"]["position"].startswith("anglers ")
    assert "in another process" in said["finding"]["found"]


def test_an_entry_may_give_every_part_of_a_game() -> None:
    entry = GameEntry(
        GAME,
        blurb="The highest card catches the fish.",
        usual_seats=3,
        described=Description(lambda view, names: Scene("Cast!"), plain_words),
        sheet=lambda state, names: "a sheet",
        policies=(("normal", "app.bots.api:AnyMove"),),
        picture="ui.tables.plump.picture:paint_plump",
        table="ui.tables.plain.table:PlainTable",
        help="rules:WRITING_A_GAME.md",
    )
    with playing(entry):
        (offer,) = offers()
        view = LocalTable(GAME.start(3, {}), 3, Random(1)).view(Seat(0))
        known = catalogue().named("anglers")

        assert (offer.blurb, offer.usual_seats) == ("The highest card catches the fish.", 3)
        assert known.describe(view, "ABC").status == "Cast!"
        assert known.result(view.state, "ABC") == "a sheet\nThe game of Anglers is not over."
        assert known.rules_page().startswith("# Write a game")
        assert policy_of(known, "normal") == AnyMove()
