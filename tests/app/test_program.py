"""The program around the window, with a home of its own and no network but loopback."""

from __future__ import annotations

import queue
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.animals import animals_of, number_of
from app.build import build_environment
from app.keep.journal import GameStatus
from app.keep.settings import Settings
from app.messages import Closed, News, Trouble
from app.nearby.finder import Openness
from app.program import ELSEWHERE, WindowProgram
from app.screens.program import KeptGames
from app.table.start import Joining, Resuming
from net.lobby.identity import fingerprint
from net.wire.genesis import Genesis, Player, Policy, sign_genesis
from tests.support.values import replace

KEPT = Path(__file__).parents[1] / "data" / "kept" / "0.1.0"


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WindowProgram]:
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "home"))
    made = WindowProgram(build_environment(nick="Lisa", address="127.0.0.1"))
    yield made
    made.close()


def again(nick: str | None = None) -> WindowProgram:
    return WindowProgram(build_environment(nick=nick, address="127.0.0.1"))


def home(program: WindowProgram) -> Path:
    return program.layout_file().parent


def test_a_new_player_has_default_settings_and_no_earlier_games(program: WindowProgram) -> None:
    assert program.is_new
    assert program.settings == Settings(nick="Lisa")
    assert (program.games(), program.warning) == (KeptGames(), "")


def test_the_settings_and_the_name_in_them_are_stored(program: WindowProgram) -> None:
    chosen = Settings(nick="Toby", animal="seal", scale=150)
    assert program.save_settings(chosen) == ""

    later = again()
    assert not later.is_new
    assert later.settings == chosen
    later.close()


def test_the_name_given_for_one_start_is_used_and_chosen(program: WindowProgram) -> None:
    assert program.given_nick == "Lisa"
    program.save_settings(replace(program.settings, nick="Toby"))

    later = again("Anna")
    assert (later.settings.nick, later.given_nick) == ("Anna", "Anna")
    later.close()


def test_a_made_up_name_is_not_proposed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "home"))
    made = again()

    assert made.settings.nick.startswith("Player ") and made.given_nick == ""
    made.close()


def test_the_chosen_animal_is_sent_to_others_also_from_the_terminal(program: WindowProgram) -> None:
    assert build_environment(address="127.0.0.1").me.animal == 0
    program.save_settings(Settings(nick="Lisa", animal="whale"))

    assert build_environment(address="127.0.0.1").me.player.animal == number_of("whale")


def test_saving_other_settings_does_not_choose_an_animal(program: WindowProgram) -> None:
    program.save_settings(replace(program.settings, scale=150))

    assert build_environment(address="127.0.0.1").me.animal == 0
    assert again().settings.animal == ""


def test_settings_of_a_later_program_are_neither_used_nor_written(program: WindowProgram) -> None:
    file = home(program) / "settings.json"
    file.write_text('{"version": 2, "theme": "sepia"}')

    later = again()
    assert "a newer Shoal has saved" in later.warning
    assert "a newer Shoal has saved" in later.save_settings(Settings(nick="Toby"))
    assert later.settings.nick == "Toby"  # for as long as it runs
    later.close()
    assert file.read_text() == '{"version": 2, "theme": "sepia"}'
    assert list(home(program).glob("*.bad")) == []


def test_impossible_settings_become_the_default(program: WindowProgram) -> None:
    program.save_settings(Settings(nick="Lisa", scale=999))

    assert program.settings.scale == 100


def test_an_impossible_name_is_reported(program: WindowProgram) -> None:
    assert "characters" in program.save_settings(Settings(nick="\u0007"))


def test_damaged_settings_are_kept_aside(program: WindowProgram) -> None:
    (home(program) / "settings.json").write_text("{ broken")
    later = again()

    assert "could not be read" in later.warning
    assert later.settings == Settings(nick="Lisa")
    assert [path.read_text() for path in home(program).glob("*.bad")] == ["{ broken"]
    later.close()


def test_settings_that_are_no_text_are_reported(program: WindowProgram) -> None:
    (home(program) / "settings.json").write_bytes(b"\xff\xfe")
    later = again()

    assert "could not be read" in later.warning
    later.close()


def test_settings_that_cannot_be_written_are_reported(program: WindowProgram) -> None:
    (home(program) / "settings.json").mkdir()

    assert "cannot write" in program.save_settings(Settings(nick="Lisa"))


@pytest.mark.parametrize("start", [Joining("SHOAL:AEAQ"), Resuming("abcdef")])
def test_a_table_that_cannot_be_opened_says_why_and_then_closes(
    program: WindowProgram, start: Joining | Resuming
) -> None:
    heard: queue.Queue[News] = queue.Queue()
    running = program.start(start, heard.put)
    first, last = heard.get(timeout=120), heard.get(timeout=120)
    running.stop()

    assert isinstance(first, Trouble) and first.ends and first.kind == "lobby"
    assert isinstance(last, Closed)
    assert heard.empty()


def test_a_fault_of_the_network_thread_is_reported(
    program: WindowProgram, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("app.table.tables.run_table", lambda *_, **__: 1 // 0)
    heard: queue.Queue[News] = queue.Queue()
    running = program.start(Resuming("ab"), heard.put)
    first, last = heard.get(timeout=120), heard.get(timeout=120)
    running.stop()

    assert isinstance(first, Trouble) and first.kind == "bug" and first.ends
    assert isinstance(last, Closed)
    assert "the network thread has failed" in caplog.text


def test_a_second_window_says_where_the_games_are(program: WindowProgram) -> None:
    other = again()
    with other._env.journal():
        before, deleted = program.games(), program.delete_game("ab" * 32)
    other.close()

    assert before == KeptGames(problem=ELSEWHERE)
    assert "already open" in deleted
    assert program.games() == KeptGames()


def test_deleting_a_game_that_is_not_there_is_reported(program: WindowProgram) -> None:
    assert program.delete_game("ab" * 32) == "There is no such game on this computer."


def test_an_unreadable_record_gives_an_error_message(program: WindowProgram, tmp_path: Path) -> None:
    (tmp_path / "no.shoal").write_bytes(b"no record")

    assert (
        "not a game saved by Shoal"
        in program.read_record(tmp_path / "no.shoal", lambda done, of: None).problem
    )
    assert "cannot read" in program.read_record(tmp_path / "gone", lambda done, of: None).problem


def test_a_record_of_the_players_game_is_seen_from_their_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(KEPT, tmp_path / "home")
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "home"))
    program, file = again(), tmp_path / "own.shoal"
    table = program.games().past[0].table
    program.save_record(table, file)
    kept = program.read_game(table, lambda done, of: None)
    found = program.read_record(file, lambda done, of: None)
    own = fingerprint(program._env.profile.identity.public)
    named = program.players_in(file), program.players_in(tmp_path), program.players_in(tmp_path / "gone")
    program.close()
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "somebody else"))
    other = again()
    theirs = other.read_record(file, lambda done, of: None)
    other.close()

    assert found.own_seat is not None and found == kept
    assert found.info is not None and found.info.guests[found.own_seat].words == own
    assert named == (found.info.guests, (), ())
    assert theirs.own_seat is None and theirs.own_hand == () and theirs.events == found.events


def test_a_missing_game_gives_an_error_message(program: WindowProgram, tmp_path: Path) -> None:
    assert program.read_game("ab" * 32, lambda done, of: None).problem
    assert program.save_record("ab" * 32, tmp_path / "x.shoal")


def test_a_report_is_saved_to_a_file(program: WindowProgram, tmp_path: Path) -> None:
    assert program.save_report("a fault", tmp_path / "report.txt") == ""
    assert (tmp_path / "report.txt").read_text() == "a fault"
    assert "cannot write" in program.save_report("a fault", tmp_path / "none" / "report.txt")


def test_an_identity_is_imported_on_a_new_computer_and_not_beside_earlier_games(
    program: WindowProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, key = tmp_path / "lisa.shoal-identity", program.key
    assert program.export_identity(file, "three small fishes") == ""
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "new"))
    there = again("Lisa")
    assert "passphrase" in there.import_identity(file, "three large fishes") and there.key != key
    assert there.import_identity(file, "three small fishes") == "" and there.key == key
    assert there.settings.nick == "Lisa"
    there.close()
    shutil.copytree(KEPT, tmp_path / "kept")
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "kept"))
    played = again()
    assert "the games on this computer" in played.import_identity(file, "three small fishes")
    played.close()


def test_the_fault_file_exists_until_the_program_is_closed(program: WindowProgram) -> None:
    assert program.watch(lambda text: None) == ""
    assert (home(program) / "logs" / "fault.txt").exists()
    program.close()

    assert not (home(program) / "logs" / "fault.txt").exists()


def test_the_animal_that_is_shown_as_mine_is_the_one_at_the_table(program: WindowProgram) -> None:
    me = program._env.profile.identity.public

    assert program.usual_animal is animals_of([(me, 0)])[0]


@pytest.mark.parametrize(("visible", "may_be_found"), [(True, True), (True, False), (False, True)])
def test_a_player_is_found_only_if_the_settings_and_the_page_allow_it(
    *, visible: bool, may_be_found: bool, program: WindowProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Openness | None] = []

    def look(search_env: object, told: object, *, openness: Openness | None) -> None:
        asked.append(openness)

    monkeypatch.setattr("app.nearby.finder.Finder", look)
    program.save_settings(replace(program.settings, visible=visible))
    program.look_round(lambda around: None, may_be_found=may_be_found)

    me = program._env.me
    assert asked == [Openness(me) if visible and may_be_found else None]


def test_games_that_are_over_or_stopped_are_past_and_a_hidden_one_is_marked(program: WindowProgram) -> None:
    who = program._env.profile.identity
    player = Player(who.public, who.curve_public, who.certificate, "Lisa")
    ends = (None, GameStatus.FINISHED, GameStatus.STOPPED, GameStatus.ABANDONED)
    tables = []
    with program._env.journal() as journal:
        for at, status in enumerate(ends):
            genesis = Genesis("plump", "1", bytes(32), b"", bytes([at]) * 16, (player,), Policy())
            journal.begin(genesis.encode(), (sign_genesis(genesis.encode(), who),), seat=0)
            tables.append(genesis.id.hex())
            if status is not None:
                journal.finish(genesis.id, status, f"outcome {at}")
    assert program.hide_game(tables[1], is_hidden=True) == ""
    before = program.games()

    assert {each.table: (each.outcome, each.is_hidden, each.seat) for each in before.past} == {
        tables[1]: ("outcome 1", True, 0), tables[2]: ("outcome 2", False, 0),
    }  # fmt: skip
    assert [each.table for each in before.unfinished] == [tables[0]]
    assert program.hide_game(tables[1], is_hidden=False) == ""
    assert not any(each.is_hidden for each in program.games().past)
