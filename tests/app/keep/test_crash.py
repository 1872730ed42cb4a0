"""Logs and reports: bounded, kept on this computer, free of secrets."""

from __future__ import annotations

import logging
import sys
import threading
import zipfile
from pathlib import Path

import pytest

from app.keep.crash import FAULTS, CrashWatch
from app.keep.logs import Recent, close_log, news_line, open_log
from app.messages import (
    Advanced,
    ChatLine,
    Closed,
    News,
    Presence,
    PresenceState,
    StepKind,
    Trouble,
    TroubleKind,
    Working,
)
from tests.support.window import Story


@pytest.mark.parametrize(
    ("news", "line"),
    [
        (ChatLine(2, "my secret"), "ChatLine seat=2"),
        (Presence(1, PresenceState.AWAY, 8), "Presence seat=1 away"),
        (Working(StepKind.MIX, (1,), (), 2, 4, 9), "Working mix missing=(1,) unconfirmed=() checked=2/4"),
        (Trouble(TroubleKind.CHEAT, "Toby did", 1), "Trouble cheat seat=1"),
        (Closed(), "Closed"),
    ],
)
def test_news_are_logged_without_what_players_said(news: News, line: str) -> None:
    assert news_line(news) == line


def test_a_move_is_logged_without_cards() -> None:
    news: Advanced = Story().until_own_turn()

    assert news_line(news).startswith("Advanced k=1 events=Rolled,Shuffled,Shown")
    assert "=7h" not in news_line(news)


def test_the_latest_200_news_are_kept_in_the_log() -> None:
    recent = Recent()
    for seat in range(205):
        recent.note(ChatLine(seat, ""))

    lines = recent.text.splitlines()
    assert len(lines) == 200
    assert lines[0].endswith("seat=5")


def test_the_log_is_five_files_of_at_most_a_megabyte_and_the_oldest_is_dropped(tmp_path: Path) -> None:
    handler = open_log(tmp_path)
    try:
        for day in range(7):
            logging.getLogger("shoal.test").warning(f"day {day} " + "x" * (1_000_000 - 60))
    finally:
        close_log(handler)

    files = ["shoal.log", *(f"shoal.log.{number}" for number in range(1, 5))]
    assert sorted(path.name for path in tmp_path.iterdir()) == files
    for day, file in zip((6, 5, 4, 3, 2), files, strict=True):
        text = (tmp_path / file).read_text()
        assert f"day {day} " in text and 900_000 < len(text) <= 1_000_000


@pytest.mark.parametrize(("line", "files"), [(999_999, 1), (1_000_000, 2)])
def test_a_log_file_is_filled_before_the_next_one_is_begun(tmp_path: Path, line: int, files: int) -> None:
    handler = open_log(tmp_path)
    head = len("2026-05-03 12:00:00,000 WARNING shoal.test: ")
    try:
        logging.getLogger("shoal.test").warning("x" * 500_000)
        logging.getLogger("shoal.test").warning("x" * (line - 500_000 - 2 * len("\n") - 2 * head))
    finally:
        close_log(handler)

    assert len(list(tmp_path.iterdir())) == files


def test_an_unwritable_log_stops_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    handler = open_log(tmp_path / "nowhere")
    logging.getLogger("shoal.test").warning("unheard")
    close_log(handler)

    assert not (tmp_path / "nowhere").exists()
    assert capsys.readouterr().err == ""


def test_an_unhandled_exception_is_reported_with_the_latest_news_but_without_chat(tmp_path: Path) -> None:
    told: list[str] = []
    recent = Recent()
    recent.note(ChatLine(3, "my secret"))
    (tmp_path / "shoal.log").write_text("a line of the log")
    watch = CrashWatch(tmp_path, recent, told.append)
    hook = sys.excepthook

    assert watch.start() == ""
    try:
        raise ZeroDivisionError("the fault")
    except ZeroDivisionError as why:
        sys.excepthook(type(why), why, why.__traceback__)
    watch.stop()

    assert sys.excepthook is hook
    assert "ZeroDivisionError: the fault" in told[0]
    assert "ChatLine seat=3" in told[0] and "my secret" not in told[0]
    packed = zipfile.ZipFile(next(tmp_path.glob("report-*.zip")))
    assert packed.read("report.txt").decode() == told[0]
    assert packed.read("shoal.log") == b"a line of the log"
    packed.close()


def test_a_fault_in_a_thread_is_also_reported(tmp_path: Path) -> None:
    told: list[str] = []
    watch = CrashWatch(tmp_path, Recent(), told.append)
    watch.start()
    try:
        thread = threading.Thread(target=lambda: {}["gone"])
        thread.start()
        thread.join()
        threading.excepthook(threading.ExceptHookArgs((ZeroDivisionError, None, None, None)))
    finally:
        watch.stop()

    assert "KeyError: 'gone'" in told[0]
    assert "ZeroDivisionError" in told[1], "also one that Python tells only by its kind"


def test_an_interrupt_is_not_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []
    watch = CrashWatch(tmp_path, Recent(), told.append)
    watch.start()
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    watch.stop()

    assert told == []
    assert "KeyboardInterrupt" in capsys.readouterr().err


def test_the_report_of_a_crash_is_found_once(tmp_path: Path) -> None:
    (tmp_path / FAULTS).write_text("Fatal Python error: Segmentation fault")
    watch = CrashWatch(tmp_path, Recent(), lambda text: None)
    left = watch.start()
    watch.stop()
    again = CrashWatch(tmp_path, Recent(), lambda text: None)

    assert "ended unexpectedly" in left and "Segmentation fault" in left
    assert again.start() == ""
    again.stop()
    assert not (tmp_path / FAULTS).exists()


def test_of_a_very_long_crash_only_the_beginning_is_reported(tmp_path: Path) -> None:
    (tmp_path / FAULTS).write_text("§" * 200_001)
    watch = CrashWatch(tmp_path, Recent(), lambda text: None)
    left = watch.start()
    watch.stop()

    assert left.count("§") == 200_000


def test_a_crash_watch_starts_and_stops_without_an_error_in_a_missing_folder(tmp_path: Path) -> None:
    watch = CrashWatch(tmp_path / "nowhere", Recent(), lambda text: None)

    assert watch.start() == ""
    watch.stop()
