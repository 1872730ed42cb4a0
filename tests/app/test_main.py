"""`shoal` without a screen, and the first page of a window."""

from __future__ import annotations

import builtins
import errno
import hashlib
import hmac
import subprocess
import sys
from pathlib import Path

import pytest

from app.__main__ import _is_reader_gone, has_screen, main
from app.cli import COMMANDS, Command, parse
from app.commands.window import wanted
from app.screens.program import ReplayingFile
from app.table.start import Hosting, Joining
from net.wire.genesis import Absent, Policy, Watch
from rules.errors import BadOptions
from tests.gallery_states.shell import INVITATION
from tests.support.processes import ROOT


@pytest.mark.parametrize(
    ("platform", "environ", "there"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"QT_QPA_PLATFORM": "offscreen"}, True),
        ("win32", {}, True),
        ("darwin", {}, True),
        ("freebsd14", {}, False),
    ],
)
def test_a_screen_is_found_by_the_system_and_its_variables(
    platform: str, environ: dict[str, str], there: bool
) -> None:
    assert has_screen(platform, environ) is there


@pytest.mark.parametrize(
    ("platform", "why", "is_gone"),
    [
        ("linux", BrokenPipeError(), True),
        ("win32", OSError(errno.EINVAL, "Invalid argument"), True),
        ("linux", OSError(errno.EINVAL, "Invalid argument"), False),
        ("win32", OSError(errno.ENOSPC, "No space"), False),
    ],
)
def test_a_reader_that_stops_is_noticed_on_every_system(
    platform: str, why: OSError, is_gone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)

    assert _is_reader_gone(why) is is_gone


def test_without_a_screen_one_line_says_what_works(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)

    assert main(["play", "plump"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "no screen" in told and "demo" in told and "--no-window" in told


def test_without_qt_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = builtins.__import__

    def broken(name: str, *rest: object) -> object:
        if name == "ui.start":
            raise ImportError("libEGL.so.1: cannot open shared object file")
        return real(name, *rest)  # type: ignore[arg-type]

    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr(builtins, "__import__", broken)

    assert main([]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "libEGL.so.1" in told and "apt install libegl1" in told


def test_wrong_options_are_reported_before_a_window_opens(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")

    assert main(["play", "kings", "--seats", "9"]) == 2
    assert "Kings is for 4" in capsys.readouterr().err


def test_each_command_opens_the_window_with_its_own_start() -> None:
    assert wanted(parse([])) is None
    assert wanted(parse(["join", INVITATION])) == Joining(INVITATION)
    brought = wanted(parse(["join", INVITATION, "--bots", "2", "--level", "easy"]))
    assert brought == Joining(INVITATION, bots=2, level="easy")
    with pytest.raises(BadOptions, match="cut off"):
        wanted(parse(["join", "SHOAL:X"]))
    assert wanted(parse(["replay", "a.shoal"])) == ReplayingFile(Path("a.shoal"))
    played = wanted(parse(["play", "reef", "--seats", "2", "--level", "easy"]))
    assert isinstance(played, Hosting)
    assert (played.game, played.seats, played.bots, played.level) == ("reef", 2, 1, "easy")
    quick = wanted(parse(["play", "plump", "--option", "length=short", "--option", "zero=5"]))
    assert isinstance(quick, Hosting)
    assert {("length", "short"), ("zero", "5"), ("lead", "left")} <= set(quick.options)
    with pytest.raises(BadOptions, match="length must be one of"):
        wanted(parse(["play", "plump", "--option", "length=endless"]))


def test_a_hosted_table_asks_who_may_sit_down() -> None:
    hosted = wanted(parse(["host", "plump", "--bots", "1", "--option", "length=short", "--port", "4100"]))

    assert isinstance(hosted, Hosting)
    assert (hosted.seats, hosted.bots, hosted.port, hosted.asks) == (2, 1, 4100, True)
    assert ("length", "short") in hosted.options


def test_the_terms_on_the_command_line_hold_for_a_hosted_table_and_for_one_against_bots() -> None:
    told = ["--absent", "stand-in", "--gone-after", "45", "--escrow", "2", "--clock", "60", "--watch", "ask"]
    hosted = wanted(parse(["host", "plump", "--seats", "4", *told]))
    played = wanted(parse(["play", "plump", "--seats", "3", *told]))

    for each in (hosted, played):
        assert isinstance(each, Hosting)
        assert each.policy == Policy(45, 60, Absent.STAND_IN, escrow_t=2, watch=Watch.ASK)
    with pytest.raises(BadOptions, match="from 10 to 3600"):
        wanted(parse(["host", "plump", "--gone-after", "0"]))


def test_a_record_that_is_clicked_is_watched_however_the_desktop_names_it(tmp_path: Path) -> None:
    record = tmp_path / "an evening.shoal"
    record.write_bytes(b"")

    assert wanted(parse(["open", str(record)])) == ReplayingFile(record)
    assert wanted(parse(["open", record.as_uri()])) == ReplayingFile(record)
    assert wanted(parse(["open", str(tmp_path / "lost.shoal")])) == ReplayingFile(tmp_path / "lost.shoal")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.word)
def test_every_command_has_a_help_text(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        parse([command.word, "--help"])

    assert end.value.code == 0
    assert f"usage: shoal {command.word}" in capsys.readouterr().out


# Modules that a lobby loads only after the first click: libraries, then the rooms of a table that runs or is
# shown.
LATER_LIBRARIES = ("importlib.metadata", "miniaudio", "segno", "urllib.request", "zeroconf", "zmq")
LATER_ROOMS = (
    *("app.keep.journal", "app.records.verify", "app.screens.table", "app.table.tables", "app.terminal"),
    *("net.agreement", "net.seat.session", "net.watch", "ui.screens.large_table", "ui.screens.lesson_screen"),
    *("ui.screens.replay_screen", "ui.screens.table_screen", "ui.tables.plump.table"),
)


def imported(script: str) -> set[str]:
    """The modules loaded in a fresh Python after a script."""
    words = [sys.executable, "-c", f"{script}; print(*__import__('sys').modules)"]
    return set(subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split())


def test_starting_the_window_loads_nothing_that_the_lobby_does_not_show() -> None:
    began, lobby = (
        imported("pass"),
        imported("import app.__main__, ui.start, app.program, app.commands.window"),
    )

    assert set(LATER_LIBRARIES) & (lobby - began) == set()
    assert {room for room in LATER_ROOMS if any(f"{name}.".startswith(f"{room}.") for name in lobby)} == set()


def test_listing_tables_loads_no_code_of_a_seat_at_a_table() -> None:
    """The lobby looks round for tables all the time."""
    assert {"net.seat.replica", "net.seat.session"} & imported(
        "import app.nearby.finder, app.table.kept"
    ) == set()


def test_a_bot_has_no_window() -> None:
    bot = imported("import app.__main__, app.commands.bot")

    assert {name for name in bot if name.partition(".")[0] in ("ui", "PySide6", "shiboken6")} == set()
    assert {"segno", "urllib.request", "zeroconf", "app.screens.table"} & bot == set()


def test_a_bot_of_the_window_loads_one_game_and_no_terminal() -> None:
    bot = imported(
        "import app.commands.bots, app.games.policies as p; from app.games.catalogue import catalogue; "
        "p.policy_of(catalogue().named('plump'), 'hard')"
    )
    games = {name for name in bot if name.startswith("app.games.") and name.endswith(".entry")}

    assert games - {"app.games.entry"} == {"app.games.plump.entry"}
    assert {"rules.cahoots", "rules.kings", "rules.matriculation", "rules.reef"} & bot == set()
    assert {"app.terminal", "platformdirs"} & bot == set()
    assert {"statistics", "shutil", "subprocess", "logging.handlers"} & (bot - imported("pass")) == set()


def test_verify_starts_without_the_network() -> None:
    """It is a check of a file: neither ZeroMQ nor a table is imported for it."""
    script = "import sys; from app.cli import parse; parse(['verify', 'x']); print('zmq' in sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert found.stdout.strip() == "False"


def test_no_command_loads_openssl() -> None:
    """It is 4 MB of each process, for TLS and for hashes that Python has itself, with the same results."""
    script = (
        "import sys; from app.__main__ import main; main(['verify', 'no such file']); "
        "import asyncio, hashlib, hmac; "
        "print(hashlib.sha512(b'shoal').hexdigest(), hmac.digest(b'key', b'shoal', 'sha256').hex(), "
        "{'_hashlib', '_ssl'} & {name for name, found in sys.modules.items() if found})"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    made = hashlib.sha512(b"shoal").hexdigest(), hmac.digest(b"key", b"shoal", "sha256").hex()

    assert found.stdout.split("\n")[-2].split() == [*made, "set()"]
