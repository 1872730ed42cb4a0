"""Links and pictures of invitations: shown, never followed by themselves, and readable by a scanner."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.cli import parse
from app.commands.window import wanted
from app.messages import Gathering, Guest
from app.screens.lobby import setup_for
from app.screens.program import OpenLink
from app.screens.qr import QUIET, code_of, svg_of
from app.table.start import Joining
from net.link.address import make_address
from net.lobby.invitation import Invitation, link_of, parse_invitation
from tests.support.window import Ear, FakeProgram, info_of
from ui.dialogs.qr import CodeDialog
from ui.instance import Wanted
from ui.start import handed_over
from ui.window import Window

LEFT = Qt.MouseButton.LeftButton
INVITED = Invitation((make_address("192.168.1.20", 4000),), bytes(range(32)))
TEXT = str(INVITED)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Window:
    QGuiApplication.clipboard().setText("")
    made = Window(FakeProgram(tmp_path), Ear())
    qtbot.addWidget(made)
    made.show()
    return made


def started(window: Window) -> list[object]:
    program = window.program
    assert isinstance(program, FakeProgram)
    return [table.start for table in program.tables]


@pytest.mark.parametrize("link", [link_of(TEXT), link_of(TEXT).lower(), link_of(TEXT) + "/", TEXT])
def test_a_link_is_an_invitation(link: str) -> None:
    assert parse_invitation(link) == INVITED
    assert wanted(parse(["open", link])) == OpenLink(TEXT)


@pytest.mark.parametrize(
    "link",
    ["shoal://", "shoal://join/", "shoal://join/ABC", "http://x", "shoal://x/" + TEXT, link_of(TEXT)[:-9]],
)
def test_an_invalid_link_is_explained(window: Window, link: str) -> None:
    """The person who clicks on a link has no terminal to read the reason in."""
    asked = handed_over(wanted(parse(["open", link])))
    assert asked is not None
    window.windows.show_wanted(asked)

    assert window.home.invitation.text() == link
    assert "invitation" in window.home.fault.text() and "came from a link" not in window.home.fault.text()
    assert not window.home.join.isEnabled() and started(window) == []


def test_without_a_link_the_lobby_opens() -> None:
    assert wanted(parse(["open"])) is None


def test_a_link_is_shown_and_joins_only_on_a_click(qtbot: QtBot, window: Window) -> None:
    window.windows.show_wanted(Wanted(link=TEXT))
    assert started(window) == []
    assert "came from a link" in window.home.fault.text()
    qtbot.mouseClick(window.home.join, LEFT)

    assert started(window) == [Joining(TEXT)]


def test_a_link_to_a_table_of_ones_own_says_so(window: Window) -> None:
    program = window.program
    assert isinstance(program, FakeProgram)
    window.home.tell_player("Lisa", lambda: INVITED.host_key)
    window.windows.show_wanted(Wanted(link=TEXT))

    assert "a table of your own" in window.home.fault.text()
    assert not window.home.join.isEnabled()


def test_a_link_opened_while_a_player_is_at_a_table_opens_another_window(window: Window) -> None:
    window.begin(Joining("SHOAL:X"))
    windows = window.windows
    windows.show_wanted(Wanted())
    assert windows.all == [window]
    windows.show_wanted(Wanted(link=TEXT))
    windows.show_wanted(Wanted(join=TEXT))
    other = windows.front

    assert started(window) == [Joining("SHOAL:X"), Joining(TEXT)]
    assert windows.all == [window, other] and window.running is not None
    assert other.home.invitation.text() == TEXT
    other.close()


def test_a_join_on_the_command_line_of_a_second_start_begins_at_once(window: Window) -> None:
    window.windows.show_wanted(Wanted(join=TEXT))

    assert started(window) == [Joining(TEXT)]


def test_the_invitation_is_shown_as_a_picture_and_saved(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    window.begin(setup_for("plump").hosting(asks=True))
    program = window.program
    assert isinstance(program, FakeProgram)
    program.tell(Gathering("plump", info_of().options, 4, (Guest("Lisa", "C54M"),), TEXT))
    qtbot.waitUntil(window.waiting.code.isVisible)
    qtbot.mouseClick(window.waiting.code, LEFT)
    dialog = window.side.top
    assert isinstance(dialog, CodeDialog)
    qtbot.mouseClick(dialog.copies, LEFT)
    dialog.save(tmp_path / "code.svg")

    assert QGuiApplication.clipboard().text() == link_of(TEXT)
    assert ET.parse(tmp_path / "code.svg").getroot().tag.endswith("svg")  # noqa: S314  (our own file)
    assert dialog.saves.text() == "Saved"
    dialog.save(tmp_path / "no" / "folder.svg")
    assert dialog.problem.text().startswith("The picture could not be saved")
    assert window.waiting.invitation.toPlainText() == TEXT  # the text stays


def test_the_picture_shows_the_modules_of_the_code(qtbot: QtBot) -> None:
    """Every module by its pixel, with the white around it; the same link makes the same code."""
    dialog = CodeDialog(TEXT)
    qtbot.addWidget(dialog)
    dialog.show()
    picture, code = dialog.picture.grab().toImage(), code_of(link_of(TEXT))
    count = len(code) + 2 * QUIET
    module = min(picture.width(), picture.height()) // count
    left, top = ((length - module * count) // 2 for length in (picture.width(), picture.height()))

    for y in range(count):
        for x in range(count):
            pixel = picture.pixelColor(left + x * module + module // 2, top + y * module + module // 2)
            inside = QUIET <= x < count - QUIET and QUIET <= y < count - QUIET
            assert (pixel.lightness() < 128) == (inside and code[y - QUIET][x - QUIET]), (x, y)


def test_a_code_is_small_enough_for_a_telephone() -> None:
    most = Invitation(tuple(make_address(f"192.168.1.{n}", 4000) for n in range(1, 5)), bytes(32))

    assert len(code_of(link_of(TEXT))) == 33  # version 4, the least that holds it
    assert len(code_of(link_of(str(most)))) <= 41
    assert b"<svg" in svg_of(link_of(TEXT))
