"""Log, chat, board as text and rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QModelIndex, QRect, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem, QToolButton
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from app.games.board import Board, BoardPiece, BoardZone, Choice
from app.games.catalogue import catalogue
from app.keep.settings import Settings
from app.screens.table import LogLine
from rules.api import Action
from rules.plump.actions import Bid
from tests.support.catalogue import GAMES
from tests.support.values import replace
from tests.support.window import NICKS, Story
from ui.docks.board_tree import BoardPanel, BoardTree
from ui.docks.chat import ChatPanel
from ui.docks.lines import LinesModel, LinesPanel
from ui.docks.rules import RulesPanel
from ui.look import apply_settings

LINES = [LogLine("Lisa bids 2", 1), LogLine("Toby bids 0", 2), LogLine("Lisa plays ace of spades", 3)]
BOARD = Board(
    "Your bid.",
    (
        BoardZone("Round", (BoardPiece("Lisa bids 2"), BoardPiece("one", (Choice(Bid(1), "Bid 1"),)))),
        BoardZone(
            "Bids", (BoardPiece("several", tuple(Choice(Bid(each), f"Bid {each}") for each in (2, 3))),)
        ),
        BoardZone("Empty", ()),
    ),
)


def test_the_lines_of_a_panel_are_a_valid_qt_model(qtmodeltester: ModelTester) -> None:
    model = LinesModel()
    qtmodeltester.check(model)
    model.tell(LINES[:1])
    model.tell(LINES)
    model.tell([])
    model.tell(LINES)
    qtmodeltester.check(model)

    assert model.rowCount() == 3
    assert model.index(2, 0).data(Qt.ItemDataRole.ToolTipRole) == "Step 3 of the log"


def test_the_board_panel_is_a_valid_qt_model(qtmodeltester: ModelTester) -> None:
    model = BoardTree()
    qtmodeltester.check(model)
    model.tell(BOARD)
    qtmodeltester.check(model)


def test_the_log_is_searched_and_copied(qtbot: QtBot) -> None:
    panel = LinesPanel("log")
    qtbot.addWidget(panel)
    panel.tell(LINES)
    qtbot.keyClicks(panel.search, "LISA")

    assert panel.list.model().rowCount() == 2
    panel.copy_all()
    assert QGuiApplication.clipboard().text() == "Lisa bids 2\nLisa plays ace of spades"
    panel.list.selectionModel().select(
        panel.list.model().index(1, 0), panel.list.selectionModel().SelectionFlag.Select
    )
    panel.copy()
    assert QGuiApplication.clipboard().text() == "Lisa plays ace of spades"


def test_other_lines_replace_the_old_ones_and_added_lines_keep_the_selection(qtbot: QtBot) -> None:
    panel = LinesPanel("story")
    qtbot.addWidget(panel)
    panel.tell([LogLine("Lisa bids 3", 1), LogLine("good evening", 0)])
    panel.list.selectAll()
    panel.tell([LogLine("Lisa bids 3", 1), LogLine("good evening", 0), LogLine("Toby bids 2", 2)])
    assert len(panel.list.selectedIndexes()) == 2
    tip = Qt.ItemDataRole.ToolTipRole
    assert [panel.lines.index(row, 0).data(tip) for row in range(3)] == [
        "Step 1 of the log", None, "Step 2 of the log"
    ]  # fmt: skip
    panel.tell([LogLine("Ann bids 1", 1)])

    assert [panel.lines.index(row, 0).data() for row in range(panel.lines.rowCount())] == ["Ann bids 1"]


@pytest.mark.parametrize("made", [lambda: LinesPanel("story"), RulesPanel], ids=["lines", "rules"])
def test_a_search_is_cleared_by_a_press(qtbot: QtBot, made: Callable[[], LinesPanel | RulesPanel]) -> None:
    panel = made()
    qtbot.addWidget(panel)
    panel.show()
    qtbot.keyClicks(panel.search, "xyz")
    [clear] = panel.search.findChildren(QToolButton)
    qtbot.mouseClick(clear, Qt.MouseButton.LeftButton)

    assert panel.search.text() == ""


def test_copying_without_a_selection_does_not_change_the_clipboard(qtbot: QtBot) -> None:
    panel = LinesPanel("log")
    qtbot.addWidget(panel)
    QGuiApplication.clipboard().setText("mine")
    panel.copy()

    assert QGuiApplication.clipboard().text() == "mine"


def test_a_long_line_has_room_for_all_its_words(qtbot: QtBot) -> None:
    panel = LinesPanel("log")
    qtbot.addWidget(panel)
    panel.resize(260, 400)
    panel.tell([LogLine("short", 1), LogLine("a line of very many words that goes on and on and on " * 4, 1)])
    panel.show()
    QApplication.processEvents()

    heights = [panel.list.visualRect(panel.list.model().index(row, 0)).height() for row in (0, 1)]
    assert heights[1] > 4 * heights[0]


def _long_log(qtbot: QtBot) -> LinesPanel:
    panel = LinesPanel("log")
    qtbot.addWidget(panel)
    panel.resize(260, 400)
    panel.tell([LogLine(f"line {each} of very many words that goes on and on", each) for each in range(40)])
    panel.show()
    QApplication.processEvents()
    return panel


def _is_seen(panel: LinesPanel, row: int) -> bool:
    return panel.list.viewport().rect().contains(panel.list.visualRect(panel.list.model().index(row, 0)))


def test_the_newest_line_stays_in_sight(qtbot: QtBot) -> None:
    """Lines told before the panel was shown count too, and so does a narrower panel."""
    panel = _long_log(qtbot)
    assert _is_seen(panel, 39)
    for size in ((160, 300), (500, 200), (260, 400)):
        panel.resize(*size)
        qtbot.waitUntil(lambda: _is_seen(panel, 39))
    panel.search.setText("line 1")
    panel.search.clear()
    qtbot.waitUntil(lambda: _is_seen(panel, 39))


def test_a_reader_of_earlier_lines_is_not_scrolled_away(qtbot: QtBot) -> None:
    panel = _long_log(qtbot)
    qtbot.keyClick(panel.list, Qt.Key.Key_Home)
    panel.list.verticalScrollBar().setValue(0)
    lines = [panel.lines.index(each, 0).data() for each in range(40)]
    panel.tell([*(LogLine(each, k) for k, each in enumerate(lines)), LogLine("a new line", 41)])
    QApplication.processEvents()
    assert panel.list.verticalScrollBar().value() == 0

    panel.list.verticalScrollBar().setValue(panel.list.verticalScrollBar().maximum())
    panel.tell([*(LogLine(each, k) for k, each in enumerate(lines)), *(LogLine("new", k) for k in (41, 42))])
    qtbot.waitUntil(lambda: _is_seen(panel, 41))


def _ink(panel: LinesPanel, row: int, *, high: int) -> int:
    """Rows of pixels from the top to the bottom of a line's text, drawn in a place `high` pixels high."""
    index = panel.list.model().index(row, 0)
    option = QStyleOptionViewItem()
    panel.list.initViewItemOption(option)
    option.widget = panel.list
    option.rect = QRect(0, 0, panel.list.visualRect(index).width(), high)
    picture = QImage(option.rect.size(), QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    panel.list.itemDelegate().paint(painter, option, index)
    painter.end()
    blank = QImage(picture.width(), 1, QImage.Format.Format_RGB32)
    blank.fill(Qt.GlobalColor.white)
    inked = [y for y in range(high) if picture.copy(0, y, picture.width(), 1) != blank]
    return inked[-1] - inked[0] + 1


@pytest.mark.parametrize("scale", [80, 100, 200])
def test_a_line_is_as_high_as_its_text_and_has_all_of_it(qtbot: QtBot, scale: int) -> None:
    """No line is left free below some and not below others, at any width; nor is a line cut off."""
    apply_settings(replace(Settings(), scale=scale))
    panel = LinesPanel("log")
    qtbot.addWidget(panel)
    panel.tell([LogLine(f"Toby plays {'a queen of gold to ' * many}pq", 1) for many in range(4)])
    panel.show()
    text = panel.list.fontMetrics().height()
    for wide in range(300, 420, 8):
        panel.resize(wide, 900)
        QApplication.processEvents()
        highs = [panel.list.visualRect(panel.list.model().index(row, 0)).height() for row in range(4)]
        inks = [_ink(panel, row, high=high) for row, high in enumerate(highs)]
        plenty = [_ink(panel, row, high=high + 4 * text) for row, high in enumerate(highs)]
        free = [high - ink for high, ink in zip(highs, inks, strict=True)]

        assert inks == plenty, wide
        assert max(free) - min(free) < text // 2, (wide, free)
    apply_settings(Settings())


def test_chat_is_sent_by_enter_and_by_the_button(qtbot: QtBot) -> None:
    panel = ChatPanel()
    qtbot.addWidget(panel)
    said: list[str] = []
    panel.said.connect(said.append)
    qtbot.keyClicks(panel.entry, "  hello ")
    qtbot.keyClick(panel.entry, Qt.Key.Key_Return)
    qtbot.keyClick(panel.entry, Qt.Key.Key_Return)

    assert said == ["hello"]
    assert panel.entry.text() == ""


def test_enter_on_a_line_of_the_board_makes_its_choice(qtbot: QtBot) -> None:
    panel = BoardPanel()
    qtbot.addWidget(panel)
    panel.tell(BOARD)
    panel.show()
    chosen: list[Action] = []
    panel.chosen.connect(chosen.append)
    zone = panel.model.index(0, 0)
    for line in (panel.model.index(0, 0, zone), panel.model.index(1, 0, zone)):
        panel.tree.setCurrentIndex(line)
        qtbot.keyClick(panel.tree, Qt.Key.Key_Return)
    several = panel.model.index(0, 0, panel.model.index(1, 0))
    panel.tree.setCurrentIndex(panel.model.index(1, 0, several))
    qtbot.keyClick(panel.tree, Qt.Key.Key_Return)

    assert chosen == [Bid(1), Bid(3)]
    assert panel.tree.isHeaderHidden()


def test_screen_readers_say_what_enter_does() -> None:
    model = BoardTree()
    model.tell(BOARD)
    one = model.index(1, 0, model.index(0, 0))

    assert one.data(Qt.ItemDataRole.AccessibleTextRole) == "one. Enter: Bid 1"
    assert one.data(Qt.ItemDataRole.ToolTipRole) == "Enter: Bid 1"
    assert model.index(0, 0, model.index(0, 0)).data(Qt.ItemDataRole.ToolTipRole) is None
    assert model.data(QModelIndex()) is None


def test_the_board_panel_stays_at_its_line_when_the_board_changes(qtbot: QtBot) -> None:
    panel = BoardPanel()
    qtbot.addWidget(panel)
    panel.tell(BOARD)
    panel.tree.setCurrentIndex(panel.model.index(1, 0, panel.model.index(0, 0)))
    panel.tell(Board("Wait.", BOARD.zones))

    assert panel.status.text() == "Wait."
    assert panel.tree.currentIndex().data() == "one"
    panel.tell(Board("Wait.", (BoardZone("Round", ()),)))
    assert panel.tree.currentIndex().data() == "Round"
    panel.tell(Board("Wait.", ()))
    assert not panel.tree.currentIndex().isValid()


@pytest.mark.parametrize("game", list(GAMES))
def test_every_legal_action_is_listed_on_the_board_panel(game: str) -> None:
    story = Story(game)
    for _ in range(12):
        view = story.until_own_turn().view
        model = BoardTree()
        model.tell(catalogue().named(game).describe(view, NICKS[:4]))

        assert {str(action) for action in view.actions()} <= _actions(model, QModelIndex())
        story.step()


def _actions(model: BoardTree, at: QModelIndex) -> set[str]:
    found = set()
    for row in range(model.rowCount(at)):
        index = model.index(row, 0, at)
        if (action := model.action_at(index)) is not None:
            found.add(str(action))
        found |= _actions(model, index)
    return found


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_has_rules_that_can_be_searched(qtbot: QtBot, game: str) -> None:
    panel = RulesPanel()
    qtbot.addWidget(panel)
    panel.show_game(game)
    assert panel.text.toPlainText() == "", "a page that nobody sees takes no time"
    panel.show()
    whole = panel.text.toPlainText()
    panel.search.setText("table options")

    assert GAMES[game].title in whole
    assert "Scoring" in whole or "The end" in whole
    assert 0 < len(panel.text.toPlainText()) < len(whole)
    assert "sections" in panel.count.text()


def test_a_reef_board_in_letters_fills_the_page_up_to_the_size_of_the_text(qtbot: QtBot) -> None:
    """It never has to be scrolled aside, however wide the page, and is never smaller than it has to be."""
    apply_settings(replace(Settings(), theme="contrast", scale=200))
    panel = RulesPanel()
    qtbot.addWidget(panel)
    panel.show_game("reef")
    panel.search.setText("published boards")
    panel.show()
    for wide in range(300, 560, 7):
        panel.resize(wide, 400)
        QApplication.processEvents()
        line = panel.text.document().find("P0 ABCDEFG").block()
        font = line.begin().fragment().charFormat().font()
        is_as_text = font.pixelSize() == panel.text.font().pixelSize()
        font.setPixelSize(font.pixelSize() + 1)
        room = panel.text.viewport().width() - 2 * panel.text.document().documentMargin()

        assert panel.text.horizontalScrollBar().maximum() == 0, wide
        assert is_as_text or QFontMetricsF(font).horizontalAdvance(line.text()) > room, wide
    apply_settings(Settings())


def test_a_page_with_tables_is_never_scrolled_aside(qtbot: QtBot) -> None:
    """A table was a pixel or two wider than the page at every third width."""
    apply_settings(Settings())
    panel = RulesPanel()
    qtbot.addWidget(panel)
    panel.show_game("plump")
    panel.show()
    aside = {}
    for wide in range(258, 306, 3):
        panel.resize(wide, 400)
        QApplication.processEvents()
        aside[wide] = panel.text.horizontalScrollBar().maximum()

    assert {wide for wide, most in aside.items() if most} == set()


def test_in_a_narrow_panel_tables_of_the_rules_are_lists(qtbot: QtBot) -> None:
    apply_settings(Settings())
    panel = RulesPanel()
    qtbot.addWidget(panel)
    panel.show_game("plump")
    panel.search.setText("most cards")
    panel.resize(400, 400)
    panel.show()

    def tables() -> int:
        QApplication.processEvents()
        return len(panel.text.document().rootFrame().childFrames())

    wide = tables()
    panel.resize(200, 400)
    assert wide > 0 and tables() == 0
    panel.resize(400, 400)
    assert tables() == wide


def test_a_new_page_stands_at_its_top_or_at_the_paragraph_that_was_opened(qtbot: QtBot) -> None:
    panel = RulesPanel()
    qtbot.addWidget(panel)
    panel.resize(400, 400)
    panel.show_game("kings")
    panel.show()
    QApplication.processEvents()
    assert panel.text.verticalScrollBar().value() == 0 and panel.learn.isVisible()
    panel.hide()
    panel.show_game("kings")
    panel.open_paragraph("8.4")
    panel.show()
    QApplication.processEvents()

    assert panel.marked and panel.text.verticalScrollBar().value() > 0
    panel.hide()
    panel.show_game("plump")
    panel.show()
    QApplication.processEvents()
    assert panel.text.verticalScrollBar().value() == 0


def test_the_words_that_were_searched_are_marked(qtbot: QtBot) -> None:
    panel = RulesPanel()
    qtbot.addWidget(panel)
    panel.show_game("plump")
    panel.search.setText("forehead")

    assert {mark.cursor.selectedText().lower() for mark in panel.text.extraSelections()} == {"forehead"}
    panel.search.setText("xyzzy")
    assert panel.text.toPlainText() == ""
    panel.search.clear()
    assert panel.text.extraSelections() == []


@pytest.mark.parametrize("game", list(GAMES))
def test_the_rules_speak_of_every_option(game: str) -> None:
    """An option that the form offers and the rules do not know would puzzle a player."""
    text = catalogue().named(game).rules_page().lower()

    assert [option.title for option in GAMES[game].options if option.title.lower() not in text] == []


def test_the_task_above_the_board_is_shown_completely_at_once(qtbot: QtBot) -> None:
    """The label grows before any event of Qt, when new words need one line more than the old ones."""
    panel = BoardPanel()
    qtbot.addWidget(panel)
    panel.resize(240, 300)
    panel.show()
    panel.tell(Board("Wait.", ()))
    QApplication.processEvents()
    panel.tell(Board("Your turn: you have no hearts, play any card that you hold.", ()))

    assert panel.status.height() >= panel.status.heightForWidth(panel.status.width())
