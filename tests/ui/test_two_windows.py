"""Two windows play each other: two homes, two network threads, real sockets on this computer."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.build import build_environment
from app.keep.settings import Settings
from app.program import WindowProgram
from app.screens.lobby import setup_for
from rules.plump.actions import PlumpPlay
from tests.support.table_hands import click
from tests.support.way import ROOT, Way, rooms_told
from tests.support.window import Ear
from ui.screens.table_screen import TableScreen
from ui.screens.waiting_table import ChairFrame
from ui.tables.plump.table import PlumpTable
from ui.window import Window

pytestmark = pytest.mark.usefixtures("sketched")

NEXT_POSITION = "net/agreement/round.py"
"""The file that has all entries of a height, and asks the game for the next position."""
SENT_AGAIN = "net/agreement/hearing/heads.py"
"""The file that, on a busy machine, sends the other the entry a second time (net 5.5, R9)."""


def _let_in(host: Window) -> None:
    buttons = host.table.knocking.findChildren(QPushButton)
    next(each for each in buttons if each.text() == "Let them in").click()


def window(qtbot: QtBot, home: Path, nick: str, monkeypatch: pytest.MonkeyPatch) -> Window:
    monkeypatch.setenv("SHOAL_HOME", str(home))
    program = WindowProgram(build_environment(nick=nick, address="127.0.0.1"))
    program.save_settings(
        Settings(nick=nick, theme="light", animation="off", sound=False, asked_visible=True, taught="plump")
    )
    made = Window(program, Ear())
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def windows(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Window, Window]]:
    yield from _windows(qtbot, tmp_path, monkeypatch)


def _windows(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Generator[tuple[Window, Window], None, None]:
    made = tuple(window(qtbot, tmp_path / nick, nick, monkeypatch) for nick in ("Lisa", "Toby"))
    try:
        yield made[0], made[1]
    finally:
        for each in made:
            each.close()
            each.finish()
            each.program.close()


@pytest.fixture
def followed_windows(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Way, Window, Window]]:
    """Two windows like `windows`, with the choices followed in all their threads."""
    with Way().watched() as way, closing(_windows(qtbot, tmp_path, monkeypatch)) as made:
        yield way, *next(made)


def sit_down(qtbot: QtBot, host: Window, guest: Window, *, seats: int = 2) -> None:
    """The host opens a table by its form, the guest pastes the invitation, the host lets it in; with two
    seats the game begins."""
    host.home.host.click()
    host.opening.form.show_setup(setup_for("plump", seats=seats).with_option("length", "short"), rebuild=True)
    host.opening.form.open.click()
    qtbot.waitUntil(lambda: bool(host.waiting.invitation.toPlainText()))
    guest.home.invitation.setText(host.waiting.invitation.toPlainText())
    guest.home.join.click()
    qtbot.waitUntil(lambda: bool(host.table.knocking.knocks))
    (knock,) = host.table.knocking.knocks
    told = [each.text() for each in host.table.knocking.findChildren(type(host.waiting.state))]
    assert "Toby" in told and any(knock.guest.words in text for text in told)
    _let_in(host)
    qtbot.waitUntil(lambda: len(chairs(guest)) >= seats if seats > 2 else len(screens((host, guest))) == 2)


def chairs(window: Window) -> list[str]:
    """The chairs of a table that fills, as they are called."""
    found = window.waiting.table.findChildren(ChairFrame)
    return sorted(each.chair.told for each in found if each.isVisible() and not each.chair.is_new)


def press(window: Window, begins: str, line: str = "") -> None:
    """Press a chair, and that line of its menu."""
    found = window.waiting.table.findChildren(ChairFrame)
    chair = next(each for each in found if each.isVisible() and each.chair.told.startswith(begins))
    assert chair.press is not None
    QTest.mouseClick(chair.press, Qt.MouseButton.LeftButton)
    if line:
        meant = next(each for each in chair.offered.actions() if each.text() == line)
        where = chair.offered.actionGeometry(meant).center()
        QTest.mouseClick(chair.offered, Qt.MouseButton.LeftButton, pos=where)


def play_by_keys(window: Window) -> None:
    """Take the turn as a blind player would: in the board as text, by Enter."""
    panel = window.table_docks.board
    if window.table_docks.docks["board"].isHidden():
        window.table_docks.toggle("board")
    index = panel.model.index(0, 0)
    while index.isValid() and panel.model.action_at(index) is None:
        index = panel.tree.indexBelow(index)
    assert index.isValid(), panel.status.text()
    panel.tree.setCurrentIndex(index)
    QTest.keyClick(panel.tree, Qt.Key.Key_Return)


def screens(windows: tuple[Window, Window]) -> list[TableScreen]:
    return [each.at_table for each in windows if each.at_table is not None]


@pytest.mark.slow
def test_chairs_change_in_both_windows_and_the_game_begins_with_those_that_are_left(
    qtbot: QtBot, windows: tuple[Window, Window]
) -> None:
    host, guest = windows
    sit_down(qtbot, host, guest, seats=3)
    qtbot.waitUntil(lambda: chairs(guest)[1].startswith("Seat 2: Toby"))
    press(host, "Add a chair")
    qtbot.waitUntil(lambda: len(chairs(guest)) == len(chairs(host)) == 4)
    assert "Lisa has made this a table for 4." in guest.waiting.title.text()
    press(host, "Seat 3: A free seat", "A bot, level easy")
    qtbot.waitUntil(lambda: chairs(guest)[2].startswith("Seat 3: Bot Jon"))
    press(host, "Seat 3: Bot Jon", "Take Bot Jon off this chair")
    qtbot.waitUntil(lambda: chairs(guest)[2].startswith("Seat 3: A free seat"))
    press(guest, "Seat 4: A free seat", "A bot, level easy")
    qtbot.waitUntil(lambda: bool(host.table.knocking.knocks))
    _let_in(host)
    qtbot.waitUntil(lambda: chairs(host)[2].startswith("Seat 3: Bot Jon of Toby"))
    press(host, "Seat 4: A free seat", "Take this chair away")
    qtbot.waitUntil(lambda: len(screens(windows)) == 2)

    for screen in screens(windows):
        assert [each.nick for each in screen.model.info.guests] == ["Lisa", "Toby", "Bot Jon of Toby"]
    assert host.waiting.trouble.isHidden() and guest.waiting.trouble.isHidden()


@pytest.mark.slow
def test_two_windows_play_a_whole_game_by_keys(qtbot: QtBot, windows: tuple[Window, Window]) -> None:
    host, guest = windows
    sit_down(qtbot, host, guest)

    def somebody_may() -> bool:
        return any(screen.model.is_our_turn or not screen.model.is_under_way for screen in screens(windows))

    while all(screen.model.is_under_way for screen in screens(windows)):
        qtbot.waitUntil(somebody_may)
        for each in windows:
            if each.at_table is not None and each.at_table.model.is_our_turn:
                play_by_keys(each)
    qtbot.waitUntil(lambda: not any(screen.model.is_under_way for screen in screens(windows)))

    one, other = screens(windows)
    assert one.end.isVisible() and other.end.isVisible()
    assert one.model.stopped is other.model.stopped is None
    assert one.model.outcome == other.model.outcome is not None
    assert one.model.working.proofs == other.model.working.proofs > 50
    assert one.model.latest is not None and other.model.latest is not None
    assert one.model.latest.view.state.digest() == other.model.latest.view.state.digest()


def test_a_played_card_takes_the_documented_way(
    qtbot: QtBot, followed_windows: tuple[Way, Window, Window]
) -> None:
    way, host, guest = followed_windows
    sit_down(qtbot, host, guest)
    both = screens((host, guest))

    def all_see(height: int) -> bool:
        return all(each.model.latest is not None and each.model.latest.k > height for each in both)

    while True:
        qtbot.waitUntil(lambda: any(each.model.is_our_turn for each in both))
        mover = next(each for each in both if each.model.is_our_turn)
        table, latest = mover.table, mover.model.latest
        assert isinstance(table, PlumpTable) and table.shown is not None and latest is not None
        if not table.shown.pieces("bids"):
            break
        mover.choose(latest.view.actions()[0])
        qtbot.waitUntil(lambda k=latest.k: all_see(k))
    action = next(each for each in latest.view.actions() if isinstance(each, PlumpPlay))
    with way.followed(action):
        click(table, table.cards[action.slot])
        qtbot.waitUntil(lambda: all_see(latest.k))
    steps = way.steps
    sent = next(number for number, (_, to) in enumerate(steps) if to == "net/link/zmq_link.py") + 1
    out, back = rooms_told((ROOT / ".github/ARCHITECTURE.md").read_text(encoding="utf-8"))
    sending, seen = ([room for step in part for room in step] for part in (steps[:sent], steps[sent:]))
    others = {by for by, to in steps if to in {*out, *back} and by not in {*out, *back} and "/" in by}

    assert len(out) <= 12 and len(back) <= 11
    assert [room for room in dict.fromkeys(sending) if room in out] == out
    assert {*back} <= {*seen}
    assert {by for by in others if not by.startswith("tests/")} <= {NEXT_POSITION, SENT_AGAIN}


@pytest.mark.slow
def test_a_guest_who_closes_to_continue_later_is_shown_as_having_left(
    qtbot: QtBot, windows: tuple[Window, Window]
) -> None:
    host, guest = windows
    sit_down(qtbot, host, guest)
    guest.ask_leave()
    later = [each for each in guest.side.top.findChildren(QPushButton) if each.text().startswith("Close and")]
    QTest.mouseClick(later[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: guest.running is None)
    qtbot.waitUntil(lambda: host.at_table is not None and "Toby has left" in host.at_table.model.absence.line)
    qtbot.waitUntil(lambda: any(each.text() == "Continue" for each in guest.home.findChildren(QPushButton)))
