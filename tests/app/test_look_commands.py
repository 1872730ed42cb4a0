"""Commands that look around and list: what they print, and the status with which they end."""

from __future__ import annotations

import argparse
import itertools
import json
import queue
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from app import messages
from app.__main__ import main
from app.build import SearchEnvironment, build_search_environment
from app.commands import doctor, give, identity, join, resume, watch
from app.commands import tables as tables_command
from app.commands.window import record_path
from app.keep.journal import GameStatus
from app.nearby.around import Around, FoundPerson, FoundTable, KnownPerson, NetworkFacts
from app.nearby.finder import Openness
from app.table.orders import Orders
from app.table.start import Resuming
from app.watching.search import WatchFailed
from app.watching.spectator import WatchEnding
from net.discovery.notice import Access
from net.wire.genesis import Genesis, Player, Policy, sign_genesis
from tests.support.sittings import env_of
from tests.support.values import replace

LISA = FoundTable(
    "Lisa", "C54M-GELQ", "SHOAL:ONE", "plump", (("length", "short"),), 4, ("Lisa",), 1, Access.ASKED, 2,
    "0.1.0", about="met before", hindrance="Update first.",
)  # fmt: skip
ED = replace(LISA, host="Ed", words="AAAA", invitation="SHOAL:ED", taken=("Ed",), about="", hindrance="")
ALONE = NetworkFacts(hosts=("127.0.0.1",), looked_s=1)
THERE = NetworkFacts(hosts=("10.0.0.7",), subnets=("10.0.0.0/24",), looked_s=1)
FINE = replace(THERE, answering=1, dialled=True)

KNOWN = ("name", "key", "known", "last_seen", "here", "invitation")

Sees = Callable[..., None]


@pytest.fixture
def sees(monkeypatch: pytest.MonkeyPatch) -> Sees:
    """Let a command see these states of the network, one after the other; it may not ask for more."""

    def seen(*states: Around) -> None:
        def looks(*given: object, **more: object) -> Iterator[Around]:
            del given, more
            yield from states

        monkeypatch.setattr(tables_command, "looks", looks)
        monkeypatch.setattr(doctor, "looks", looks)

    return seen


def test_the_tables_that_the_search_has_found_last_are_listed(
    sees: Sees, capsys: pytest.CaptureFixture[str]
) -> None:
    sees(Around((ED,)), Around((LISA, ED)))

    assert main(["tables"]) == 0
    assert capsys.readouterr().out == (
        "Lisa waits at Plump: 3 seats free\n"
        "    Lisa's key: C54M-GELQ\n"
        "    the host decides · met before · 2 spectators · Length: a short game\n"
        "    Update first.\n"
        "Ed waits at Plump: 3 seats free\n"
        "    Ed's key: AAAA\n"
        "    the host decides · 2 spectators · Length: a short game\n"
    )
    sees(Around((ED,)), Around())
    assert main(["tables"]) == 1
    assert capsys.readouterr().out == "Found no table on this network. To see why: shoal doctor\n"


def test_a_search_that_keeps_running_prints_every_change_once(
    sees: Sees, capsys: pytest.CaptureFixture[str]
) -> None:
    sees(Around(), Around(), Around((ED,)), Around((ED,), facts=THERE), Around())

    assert main(["tables", "--watch", "--json"]) == 0
    lines = [json.loads(line)["tables"] for line in capsys.readouterr().out.splitlines()]
    assert [[each["host"] for each in line] for line in lines] == [[], ["Ed"], []]
    assert lines[1] == [
        {
            "host": "Ed", "key": "AAAA", "game": "plump", "package": "", "options": {"length": "short"},
            "seats": 4, "taken": ["Ed"], "bots": 1, "free": 3, "access": "asked", "spectators": 2,
            "version": "0.1.0", "known": "", "warning": "", "hindrance": "", "invitation": "SHOAL:ED",
        }
    ]  # fmt: skip


def test_people_met_before_are_listed_with_where_they_are(
    sees: Sees, capsys: pytest.CaptureFixture[str]
) -> None:
    person = FoundPerson("Toby", "TTTT", b"k", ("10.0.0.8:1",))
    people = (
        KnownPerson("Lisa", "C54M", "4 games", 9, table=LISA),
        KnownPerson("Toby", "TTTT", "1 game", here=person),
        KnownPerson("Ann", "NNNN", "2 games"),
    )
    sees(Around(met=people))

    assert main(["people", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        dict(zip(KNOWN, values, strict=True))
        for values in (
            ("Lisa", "C54M", "4 games", 9, True, "SHOAL:ONE"),
            ("Toby", "TTTT", "1 game", 0, True, ""),
            ("Ann", "NNNN", "2 games", 0, False, ""),
        )
    ]
    assert main(["people"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (
        len(lines) == 6 and lines[0].startswith("Lisa") and lines[1].startswith("    ") and "C54M" in lines[1]
    )
    sees(Around())
    assert main(["people"]) == 1
    assert capsys.readouterr().out == "You have not played with anybody yet.\n"
    assert main(["people", "--json"]) == 1


@pytest.mark.parametrize(
    ("states", "looked", "status"),
    [
        ((ALONE, FINE), 1, 1),
        (
            (THERE, replace(FINE, looked_s=3), replace(FINE, looked_s=5), replace(FINE, looked_s=6), THERE),
            4,
            0,
        ),
        ((THERE, replace(THERE, looked_s=12)), 2, 1),
        ((replace(FINE, dialled=None, looked_s=9),), 1, 0),
        ((replace(FINE, dialled=False, looked_s=9),), 1, 1),
    ],
)
def test_the_doctor_looks_until_everything_is_known_and_succeeds_only_with_an_answer(
    *,
    states: tuple[NetworkFacts, ...],
    looked: int,
    status: int,
    sees: Sees,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    seen: list[NetworkFacts] = []

    def looks(*given: object, **more: object) -> Iterator[Around]:
        for each in states:
            seen.append(each)
            yield Around(facts=each)

    monkeypatch.setattr(doctor, "looks", looks)

    assert main(["doctor"]) == status
    lines = capsys.readouterr().out.splitlines()
    assert len(seen) == looked
    assert lines[:2] == [f"This computer: {seen[-1].hosts[0]}", ""]
    assert main(["doctor", "--json"]) == status
    found = json.loads(capsys.readouterr().out)
    assert found["hosts"] == list(seen[-1].hosts) and found["called_back"] is seen[-1].dialled
    assert found["answering"] == seen[-1].answering and found["silent"] == []
    assert [lines.count(each["text"]) for each in found["findings"]] == [1] * len(found["findings"])
    assert [f"  {each['remedy']}" in lines for each in found["findings"] if each["remedy"]] == [True] * sum(
        bool(each["remedy"]) for each in found["findings"]
    )


def test_the_doctor_tells_a_person_how_long_it_takes_and_a_program_not(
    sees: Sees, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sees(Around(facts=NetworkFacts()))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)

    assert main(["doctor"]) == 1
    waits, computer, *_ = capsys.readouterr().out.splitlines()
    assert (waits, computer) == (
        "Looking around on this network for 12 seconds…", "This computer: no address"
    )  # fmt: skip
    sees(Around(facts=NetworkFacts()))
    assert main(["doctor", "--json"]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_joining_by_a_name_that_cannot_be_joined_says_why(
    sees: Sees, capsys: pytest.CaptureFixture[str]
) -> None:
    for states, says in (
        ((Around(),), "found no table that fits 'lisa' on this network; shoal tables lists all tables"),
        ((Around((LISA,)),), "Lisa's table is here. Update first."),
    ):
        sees(*states)
        assert main(["join", "lisa", "--no-window"]) != 0
        assert says in capsys.readouterr().err


def test_unfinished_games_are_listed_with_their_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    env = env_of(tmp_path, "Lisa")
    monkeypatch.setenv("SHOAL_HOME", str(env.home.folder))
    assert main(["continue"]) == 0
    assert capsys.readouterr().out == "There is no unfinished game.\n"
    who = env.profile.identity
    player = Player(who.public, who.curve_public, who.certificate, "Lisa")
    genesis = Genesis("plump", "1", bytes(32), b"", bytes(16), (player,), Policy())
    with env.journal() as journal:
        journal.begin(genesis.encode(), (sign_genesis(genesis.encode(), who),), seat=0)

    assert main(["continue"]) == 0
    assert capsys.readouterr().out == f"{genesis.id.hex()[:12]}  plump          Lisa  (0 steps)\n"
    with env.journal() as journal:
        journal.finish(genesis.id, GameStatus.FINISHED, "Lisa has won")
    assert main(["continue"]) == 0
    assert capsys.readouterr().out == "There is no unfinished game.\n"


@pytest.mark.parametrize("is_terminal", [False, True])
def test_the_files_to_give_are_listed_with_their_address_until_somebody_ends_the_command(
    is_terminal: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "shoal.deb"
    file.write_bytes(b"x" * 2000)

    def ended() -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as here:
        here.setattr(give, "threading", SimpleNamespace(Event=lambda: SimpleNamespace(wait=ended)))
        here.setattr("sys.stdout.isatty", lambda: is_terminal)
        assert main(["give", str(file), "--address", "127.0.0.1"]) == 0
    said = capsys.readouterr().out
    assert "shoal.deb" in said.splitlines()[0] and "http://127.0.0.1:" in said
    assert said.endswith(" Ctrl+C ends it.\n")
    assert ("\u2588" in said) is is_terminal, "a code for telephones"


def test_a_passphrase_is_typed_twice_for_an_export_and_once_for_an_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    env = env_of(tmp_path, "Lisa")
    monkeypatch.setenv("SHOAL_HOME", str(env.home.folder))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    typed: list[str] = []
    monkeypatch.setattr(identity.getpass, "getpass", lambda prompt="": typed.pop(0))
    file = str(tmp_path / "file")

    typed[:] = ["three fishes", "three fish"]
    with pytest.raises(SystemExit, match="the two passphrases differ"):
        main(["identity", "export", file])
    assert not Path(file).exists() and not typed
    typed[:] = ["three fishes", "three fishes"]
    assert main(["identity", "export", file]) == 0 and not typed
    typed[:] = ["three fishes"]
    assert main(["identity", "import", file]) == 0 and not typed


def spectator(say: watch.SayLine) -> tuple[watch.TerminalSpectator, Orders]:
    orders = Orders()
    return watch.TerminalSpectator(orders, say), orders


def test_a_program_that_watches_gets_each_step_as_a_line() -> None:
    said: list[dict[str, object]] = []
    told, orders = spectator(lambda text, more: said.append({"text": text, **more}))
    told.read(iter(["say hello\n"]))  # type: ignore[arg-type]
    assert isinstance(orders.take(), messages.Quit) and orders.take() is None, "nobody hears it yet"
    told.show(messages.Trouble(messages.TroubleKind.LOBBY, "nobody answers"))
    told.show(messages.Checked(3, 7))
    told.show(messages.FollowedBy("Ann"))

    assert said == [
        {"text": "nobody answers", "event": "warning", "kind": messages.TroubleKind.LOBBY},
        {"text": "", "event": "checked", "k": 3, "of": 7},
        {"text": "", "event": "source", "name": "Ann"},
    ]
    guests = (messages.Guest("Ann", "A"), messages.Guest("Ben", "B"))
    info = messages.TableInfo("ab" * 32, "plump", (), guests, messages.SPECTATOR)
    told.show(messages.Gathering("plump", (), 2, guests, ""))
    told.show(messages.Started(info, resumed=False))
    told.show(messages.Trouble(messages.TroubleKind.LOBBY, "nobody answers"))
    assert {"text": "", "event": "started", "table": "ab" * 32} in said
    assert said[-1] == {"text": "nobody answers", "event": "line"}
    told.read(iter(["say hello\n", "\n"]))  # type: ignore[arg-type]
    assert orders.take() == messages.Say("hello") and isinstance(orders.take(), messages.Quit)


@pytest.mark.parametrize(
    ("ending", "words", "says", "status"),
    [
        (WatchEnding("", "ab", 7, 7, True), (), {"text": "", "event": "end"}, 0),
        (
            WatchEnding("", "ab", 7, 7, True), ("--record", "game.shoal"),
            {"text": "The record is in game.shoal. To check it: shoal verify game.shoal", "event": "end"}, 0,
        ),
        (WatchEnding("", "ab", 0, 0), ("--record", "game.shoal"), {"text": "", "event": "end"}, 0),
        (WatchEnding("Step 3 fails.", "ab", 7, 2), (), {"text": "Step 3 fails.", "event": "trouble"}, 1),
    ],
)  # fmt: skip
def test_a_spectator_ends_with_what_was_found(
    *, ending: WatchEnding, words: tuple[str, ...], says: dict[str, str], status: int, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], sees: Sees,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "home"))
    sees(Around((ED,)))
    given: dict[str, object] = {}

    def run_watch(start: object, env: object, **more: object) -> WatchEnding:
        given.update(more, start=start)
        return ending

    monkeypatch.setattr(watch, "run_watch", run_watch)

    assert main(["watch", "ed", "--no-window", "--json", *words]) == status
    assert json.loads(capsys.readouterr().out) == {**ending.values(), **says}
    assert given["leaves_at_the_end"] is True and given["record"] == (Path(words[1]) if words else None)


@pytest.mark.parametrize(("why", "status"), [("Nobody answers.", 1), ("", 0)])
def test_a_spectator_who_sees_nothing_learns_why(
    *, why: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], sees: Sees,
) -> None:  # fmt: skip
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "home"))
    sees(Around((ED,)))

    def run_watch(*given: object, **more: object) -> WatchEnding:
        raise WatchFailed(why)

    monkeypatch.setattr(watch, "run_watch", run_watch)

    assert main(["watch", "ed", "--no-window"]) == status
    assert capsys.readouterr().out == (f"{why}\n" if why else "")


@pytest.fixture
def finders(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Let each look find a table of Ed's, and then one of Lisa's; half a second passes with every look at
    the clock. The list has a value for each search, true once it was stopped."""
    searches: list[bool] = []
    clock = itertools.count(200.0)

    class Told(queue.SimpleQueue[Around]):
        """A queue without waiting."""

        def get(self, block: bool = True, timeout: float | None = None) -> Around:
            assert timeout is not None and 0 < timeout <= 5
            return super().get(block=False)

    class Found:
        def __init__(self, search_env: object, told: Callable[[Around], None], *, openness: object) -> None:
            self.number = len(searches)
            searches.append(False)
            told(Around((ED,)))
            told(Around((LISA,), met=(KnownPerson("Toby", "TTTT", "1 game"),)))

        def stop(self) -> None:
            searches[self.number] = True

    monkeypatch.setattr(tables_command, "Finder", Found)
    monkeypatch.setattr(tables_command, "queue", SimpleNamespace(SimpleQueue=Told, Empty=queue.Empty))
    monkeypatch.setattr(tables_command, "time", SimpleNamespace(monotonic=lambda: next(clock) / 2))
    return searches


def test_a_look_ends_in_time_and_stops_its_search(finders: list[bool]) -> None:
    search_env = build_search_environment()
    until_101, until_105 = (tables_command.looks(search_env, end=end) for end in (101.0, 105.0))

    assert [around.tables for around in until_101] == [(ED,)], "the second comes too late"
    assert [around.tables for around in until_105] == [(ED,), (LISA,)]
    endless = tables_command.looks(search_env)
    assert [next(endless).tables for _ in range(2)] == [(ED,), (LISA,)]
    assert finders == [True, True, False]
    endless.close()
    assert finders == [True, True, True]


def test_a_look_ends_as_soon_as_it_has_found_what_it_looks_for(finders: list[bool]) -> None:
    assert tables_command.look(
        build_search_environment(), until=lambda around: ED in around.tables
    ).tables == (ED,)
    assert finders == [True]


def test_everything_that_is_found_within_the_time_is_listed(
    finders: list[bool], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tables"]) == 0
    assert capsys.readouterr().out.startswith("Lisa waits at Plump")
    assert main(["people"]) == 0
    assert capsys.readouterr().out.startswith("Toby")
    assert finders == [True, True]


def test_the_doctor_looks_for_twelve_seconds_at_most_and_lets_others_call_back(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, float, Openness]] = []

    def looks(search_env: SearchEnvironment, *, end: float, openness: Openness) -> Iterator[Around]:
        asked.append((search_env.listen, end, openness))
        yield Around(facts=ALONE)

    monkeypatch.setattr(doctor, "looks", looks)
    monkeypatch.setattr(doctor, "time", SimpleNamespace(monotonic=lambda: 100.0))

    assert main(["doctor", "--address", "10.0.0.7"]) == 1
    assert asked == [("10.0.0.7", 112.0, Openness())] and capsys.readouterr().out


@pytest.mark.parametrize(
    ("is_terminal", "more", "is_asked"),
    [(True, {"json": False}, True), (True, {}, True), (True, {"json": True}, False), (False, {}, False)],
)
def test_only_a_person_at_a_terminal_is_asked_which_table_is_meant(
    *, is_terminal: bool, more: dict[str, bool], is_asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: is_terminal))

    assert (join._asked(argparse.Namespace(**more)) is not None) is is_asked


@pytest.mark.parametrize(
    ("words", "who"),
    [
        (("AB12", "--homes", "homes"), ("bots", "homes")),
        (("AB12", "--play", "easy", "--visible"), ("seat", "easy", True)),
        (("AB12",), ("seat", None, False)),
    ],
)
def test_a_game_is_continued_by_a_person_by_a_bot_or_by_all_bots_of_its_table(
    words: tuple[str, ...], who: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[tuple[object, ...]] = []

    def play_bots(start: Resuming, homes: Path, *, address: str | None) -> int:
        played.append(("bots", str(homes)))
        return int(start.table != "AB12")

    def play_seat(start: Resuming, args: object, *, level: str | None, record: Path | None) -> int:
        played.append(("seat", level, start.visible))
        return int(start.table != "AB12")

    monkeypatch.setattr(resume, "play_bots", play_bots)
    monkeypatch.setattr(resume, "play_seat", play_seat)

    assert main(["continue", *words]) == 0
    assert played == [who]


@pytest.mark.parametrize(
    ("words", "is_terminal", "is_read"),
    [
        ((), True, True),
        ((), False, False),
        (("--json",), True, False),
        (("--json", "--leash"), False, True),
        (("--leash",), False, True),
    ],
)
def test_a_spectator_reads_a_terminal_or_the_leash_and_no_other_input(
    *, words: tuple[str, ...], is_terminal: bool, is_read: bool, tmp_path: Path, sees: Sees,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """A pipe that has ended would mean to leave."""
    threads: list[bool] = []

    class Thread:
        def __init__(self, *, target: object, args: tuple[object, ...], daemon: bool) -> None:
            assert args == (sys.stdin,)
            threads.append(daemon)

        def start(self) -> None:
            """Do nothing: no input is read."""

    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(watch, "threading", SimpleNamespace(Thread=Thread))
    monkeypatch.setattr(watch, "run_watch", lambda *given, **more: WatchEnding("", "ab", 7, 7, True))
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: is_terminal))
    sees(Around((ED,)))

    assert main(["watch", "ed", "--no-window", *words]) == 0
    assert threads == [True] * is_read, "such a thread does not keep the program alive"
    assert capsys.readouterr().err == ""


def test_a_spectator_keeps_one_reader_and_prints_colours_only_for_people(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(watch, "has_colours", lambda out, environ: True)
    for say, is_coloured in ((watch._say_text, True), (watch._say_json, False)):
        told, _ = spectator(say)
        told.show(messages.Gathering("plump", (), 2, (messages.Guest("Ed", "A"),), ""))
        reader = told._client
        assert reader is not None
        told.show(messages.Gathering("plump", (), 3, (messages.Guest("Ed", "A"),), ""))
        reader.out("A hint: bid 2.")
        guests = (messages.Guest("Ed", "A"), messages.Guest("Mia", "B"))
        info = messages.TableInfo("ab" * 32, "plump", (), guests, messages.SPECTATOR)
        told.show(messages.Started(info, resumed=False))
        assert told._client is reader
        printed = capsys.readouterr().out
        assert ("\x1b[" in printed or "\\u001b" in printed) is is_coloured and "hint" in printed


@pytest.mark.parametrize(
    ("text", "is_record"),
    [
        ("Game.SHOAL", True),
        ("here", True),  # a file of any name
        ("nowhere", False),
        ("shoal:one.shoal", False),
        ("file:///tmp/any", True),
    ],
)
def test_a_path_or_a_file_link_is_a_record_and_a_link_to_a_table_is_not(
    *, text: str, is_record: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("here").touch()

    assert (record_path(text) is not None) is is_record
