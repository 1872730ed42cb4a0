"""The desktop around the window: a drop onto it, a reminder of the player's turn, a sheet to print."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage, QPdfWriter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.messages import Finished
from app.records.evening import Evening, Wins
from app.screens.lobby import against_bots
from app.screens.program import ReplayingFile
from app.screens.sound import Cue
from app.screens.status import Standing
from tests.gallery_states.shell import INVITATION
from tests.support.values import replace
from tests.support.window import Ear, FakeProgram, Story, settled
from ui.art.theme import ThemeName, themed
from ui.dialogs import sheet
from ui.dialogs.share import write_picture
from ui.dialogs.sheet import PrintedSheet, write_sheet
from ui.screens.end_panel import Saved
from ui.window import Window

EMPTY = PrintedSheet("Plump", "", (), "1")


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Window:
    made = Window(FakeProgram(tmp_path), Ear())
    qtbot.addWidget(made)
    made.show()
    return made


def program(window: Window) -> FakeProgram:
    assert isinstance(window.program, FakeProgram)
    return window.program


def drop(window: Window, mime: QMimeData) -> bool:
    """Drag data over the window and let go, if the window would take it."""
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enters = QDragEnterEvent(QPoint(9, 9), copy, mime, left, none)
    enters.setAccepted(False)
    window.dragEnterEvent(enters)
    if enters.isAccepted():
        window.dropEvent(QDropEvent(QPointF(9, 9), copy, mime, left, none))
        QApplication.processEvents()
    return enters.isAccepted()


def text(words: str) -> QMimeData:
    mime = QMimeData()
    mime.setText(words)
    return mime


def file(path: Path) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    return mime


def test_an_invitation_that_is_dropped_stands_in_the_lobby_and_is_not_followed(window: Window) -> None:
    assert drop(window, text(f"Come and play: {INVITATION}"))

    assert window.home.invitation.text() == INVITATION
    assert not program(window).tables


def test_a_record_that_is_dropped_is_looked_at(window: Window, tmp_path: Path) -> None:
    record = tmp_path / "evening.shoal"
    record.write_bytes(b"a record")

    assert drop(window, file(record))
    assert program(window).read == [record]


@pytest.mark.parametrize("words", ["hello", "SHOAL:nonsense", ""])
def test_anything_else_is_not_taken(window: Window, tmp_path: Path, words: str) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("hello")

    assert not drop(window, text(words))
    assert not drop(window, file(other))
    assert not drop(window, file(tmp_path / "gone.shoal"))


def test_a_file_dropped_at_a_table_is_shown_in_a_window_of_its_own(window: Window, tmp_path: Path) -> None:
    record = tmp_path / "evening.shoal"
    record.write_bytes(b"a record")
    window.begin(against_bots("plump"))

    assert drop(window, text(INVITATION))
    other = window.windows.front
    assert other is not window and other.home.invitation.text() == INVITATION
    assert drop(window, file(record))
    assert program(window).read == [record]
    assert window.running is not None and window.windows.all == [window, other]
    other.close()


def at_table(window: Window) -> Story:
    story = Story("plump")
    window.begin(against_bots("plump"))
    program(window).tell(story.started, story.until_own_turn())
    settled()
    return story


def test_a_player_who_takes_long_is_reminded_once_until_the_game_goes_on(window: Window) -> None:
    story = at_table(window)
    ear = window.table._sound
    assert isinstance(ear, Ear) and window.at_table is not None
    assert window.table.still.isActive()
    heard = len(ear.heard)

    window.table.still.timeout.emit()

    assert window.at_table.status.text().startswith("Still your turn")
    assert ear.heard[heard:] == [Cue.TURN]
    story.step()
    program(window).tell(story.until_own_turn())
    QApplication.processEvents()
    assert "Still" not in window.at_table.status.text()


def test_nobody_is_reminded_with_sounds_switched_off_or_in_the_turn_of_another_or_after_leaving(
    window: Window,
) -> None:
    story = at_table(window)
    ear = window.table._sound
    assert isinstance(ear, Ear) and window.at_table is not None
    window.use(replace(program(window).settings, sound=False))
    ear.heard.clear()
    window.table.still.timeout.emit()
    assert not ear.heard

    story.step()
    program(window).tell(story.news())
    QApplication.processEvents()
    window.table.still.timeout.emit()
    assert "Still" not in window.at_table.status.text()
    window.leave()
    QApplication.processEvents()
    assert not window.table.still.isActive()


def test_the_sheet_is_saved_as_a_pdf_from_the_end_of_the_game(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    story = at_table(window)
    outcome = (news := story.to_the_end()).view.state.outcome()
    assert outcome is not None
    program(window).tell(news, Finished(outcome))
    screen = window.at_table
    assert screen is not None
    qtbot.waitUntil(screen.end.isVisible)
    path = tmp_path / "sheet.pdf"
    screen.end.saves[Saved.SHEET].trigger()
    window.side.top.fileSelected.emit(str(path))  # type: ignore[attr-defined]

    assert path.read_bytes().startswith(b"%PDF-")
    assert screen.end.saved.text() == f"The sheet is saved as {path}."


def test_the_end_is_saved_as_a_picture_to_share(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    story = at_table(window)
    outcome = (news := story.to_the_end()).view.state.outcome()
    assert outcome is not None
    program(window).tell(news, Finished(outcome))
    screen = window.at_table
    assert screen is not None
    qtbot.waitUntil(screen.end.isVisible)
    path = tmp_path / "end.png"
    screen.end.saves[Saved.PICTURE].trigger()
    window.side.top.fileSelected.emit(str(path))  # type: ignore[attr-defined]
    picture = QImage(str(path))

    assert picture.width() >= 1280 and picture.height() > 600
    assert screen.end.saved.text() == f"The picture is saved as {path}."
    assert screen.shared.result == "Lisa has won." and "sum" in screen.shared.text
    assert write_picture(tmp_path / "none" / "end.png", screen.shared, themed(ThemeName.DARK)).startswith(
        "The picture could not be saved"
    )


def test_the_evening_is_saved_as_a_picture_beside_the_game(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    story = at_table(window)
    outcome = (news := story.to_the_end()).view.state.outcome()
    assert outcome is not None
    program(window).tell(news, Finished(outcome))
    screen = window.at_table
    assert screen is not None
    qtbot.waitUntil(screen.end.isVisible)
    evening = screen.end.saves[Saved.EVENING]
    assert not evening.isVisible(), "nobody has played with people yet"
    won = (Wins("a", "Stephen", 2), Wins("b", "Lisa", 1))
    screen.tell_evening([Evening("plump", 3, won, 0, ((91, 43), (12, 80), (55, 20)))])
    assert evening.isVisible()
    evening.trigger()
    path = tmp_path / "evening.png"
    window.side.top.fileSelected.emit(str(path))  # type: ignore[attr-defined]

    assert QImage(str(path)).width() >= 1280
    shown = screen.shared_evening
    assert (shown.title, shown.result) == ("Plump this evening", "Stephen has won 2 of 3 games.")
    assert [each.name for each in shown.placed if each.animal] == ["Stephen", "Lisa"]
    rows = [line.split() for line in shown.text.splitlines()]
    assert rows == [
        ["Stephen", "Lisa"],
        *(["Game", str(at + 1), *row] for at, row in enumerate((["91", "43"], ["12", "80"], ["55", "20"]))),
        ["Won", "2", "1"],
    ]


@pytest.mark.parametrize("lines", [3, 400])
def test_a_sheet_has_as_many_pages_as_it_needs(qapp: QApplication, tmp_path: Path, lines: int) -> None:
    path = tmp_path / "sheet.pdf"
    text = "\n".join(f"round {each}  12  13" * 6 for each in range(lines))
    standings = tuple(Standing(1 + seat, name, "12 points") for seat, name in enumerate(("Lisa", "Toby")))
    write_sheet(path, PrintedSheet("Plump", "", standings, text))
    pages = path.read_bytes().count(b"/Type /Page\n")

    assert pages == 1 if lines == 3 else pages > 3
    assert drawn(path).count(b"\nS\n") == len(standings) + lines  # a rule under each


def drawn(path: Path) -> bytes:
    """The contents of a PDF's pages."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", path.read_bytes(), re.DOTALL)
    # Not `zlib.decompress`: the last byte of a checksum may have looked like the end of a line.
    return b"".join(zlib.decompressobj().decompress(each) for each in streams if each[:1] == b"x")


def test_the_printed_sheet_has_the_title_and_the_row_of_the_first_player_in_bold(
    qapp: QApplication, tmp_path: Path
) -> None:
    path = tmp_path / "sheet.pdf"
    standings = tuple(
        Standing(rank, name, "12 points") for rank, name in enumerate(("Lisa", "Toby", "Ann"), 1)
    )
    write_sheet(path, PrintedSheet("Plump", "", standings, ""))
    fonts = re.findall(rb"/(\w+) [\d.]+ Tf", drawn(path))
    bold, plain = fonts[0], fonts[-1]

    assert bold != plain
    assert fonts == [bold] * 3 + [plain] * 4  # the title, the first with its points, and the two others


def test_each_row_of_the_printed_sheet_stands_between_its_rules(qapp: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    standings = tuple(Standing(rank, name, "12 points") for rank, name in ((1, "Lisa"), (2, "Toby")))
    write_sheet(path, PrintedSheet("Plump", "", standings, "bids  3\nticks 2"))
    page = drawn(path)
    ends = [(float(x), float(y)) for x, y in re.findall(rb"m\n([\d.]+) ([\d.]+) l\nS", page)]
    rules = [y for _, y in ends]
    words = re.findall(rb"/\w+ (\d+) Tf .*\n([\d.]+) -([\d.]+) Td", page)
    rows = [(float(size), float(y)) for size, x, y in words if float(x) == 0][1:]  # without the title

    assert len(rows) == len(rules) == 4
    for (size, y), above, below in zip(rows, [0.0, *rules], rules, strict=False):
        assert above + size * 0.75 < y < below  # capitals are lower than three quarters of the size
    scores = [(float(size), float(x)) for size, x, y in words if float(x) > 0]
    for (size, x), (end, _) in zip(scores, ends[:2], strict=True):
        assert end - 7 * size < x < end - 3 * size, "12 points end where the rule does"


def test_the_printed_sheet_says_what_ended_a_game_over_as_many_lines_as_it_needs(
    qapp: QApplication, tmp_path: Path
) -> None:
    words = []
    for name, note in (("without", ""), ("with", "Stephen has left the table and nobody goes on. " * 9)):
        write_sheet(tmp_path / name, PrintedSheet("Plump", note, (), "1"))
        words.append(drawn(tmp_path / name).count(b"Tj"))

    assert words[1] >= words[0] + 4


def test_a_sheet_that_cannot_be_written_is_reported(qapp: QApplication, tmp_path: Path) -> None:
    assert "could not be saved" in write_sheet(tmp_path / "nowhere" / "sheet.pdf", EMPTY)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here is always full")
def test_a_sheet_for_which_the_disk_is_too_full_is_not_called_saved(qapp: QApplication) -> None:
    full = Path("/dev/full")

    assert write_sheet(full, EMPTY).endswith(f"could not be saved as {full}: No space left on device.")


def test_records_that_were_looked_at_are_remembered(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    story = Story("plump")
    story.to_the_end()
    program(window).recording = story.recording()
    first, second = tmp_path / "first.shoal", tmp_path / "second.shoal"
    for path in (first, second, first):
        path.write_bytes(b"a record")
        window.begin(ReplayingFile(path))
        qtbot.waitUntil(lambda: window.watched.screen is not None)
        window.leave()
        QApplication.processEvents()

    assert [each.text() for each in window.home.record.menu().actions()] == [
        "first.shoal", "second.shoal", "", "Another file…"
    ]  # fmt: skip
    second.unlink()
    window.look_at_games()
    actions = window.home.record.menu().actions()
    assert [each.text() for each in actions] == ["first.shoal", "", "Another file…"]
    actions[0].trigger()
    assert program(window).read[-1] == first


def test_a_record_that_could_not_be_shown_is_not_remembered(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    window.begin(ReplayingFile(tmp_path / "none.shoal"))
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.home)

    assert program(window).settings.records == ""
    assert not window.home.record.menu()


@pytest.mark.parametrize("wide", [30, 150, 400])
def test_the_longest_line_of_a_sheet_fits_the_page_or_is_in_the_smallest_letters(
    qapp: QApplication, tmp_path: Path, wide: int
) -> None:
    writer = QPdfWriter(str(tmp_path / "sheet.pdf"))
    font, share = sheet._letters(["12", "9" * wide], writer)

    assert share <= 1 or (wide == 400 and font.pointSizeF() == sheet.SMALLEST)
    assert (font.pointSizeF() == sheet.LARGEST) == (wide == 30)
