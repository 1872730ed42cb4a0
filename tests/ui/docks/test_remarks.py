"""Talk at a table: a bubble over it, and a mark on the button while the chat is closed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from app.messages import SPECTATOR, ChatLine, Finished, SpectatorLine, Spectators
from app.screens.sound import Cue
from app.table.start import Spectating
from net.wire.genesis import Policy, Watch
from tests.gallery_states.shell import INVITATION
from tests.support.table_hands import preferences
from tests.support.values import replace
from tests.support.window import STILL, Ear, FakeProgram, Story, settled
from ui.docks.remarks import Remarks
from ui.docks.speech import LONGEST, Speech, shortened
from ui.kit.game_table import GameTable
from ui.kit.surface import PLATE_ZONE, Surface, area, tiles
from ui.tables.catalogue import make_table
from ui.window import Window

pytestmark = pytest.mark.usefixtures("sketched")

LEFT = Qt.MouseButton.LeftButton
GAMES = ("cahoots", "kings", "matriculation", "plump", "reef")


class Evening:
    """A window at a table whose chat is closed, as it is at first."""

    def __init__(self, qtbot: QtBot, folder: Path, *, seat: int = 0) -> None:
        self.program, self.ear, self.story = FakeProgram(folder), Ear(), Story("plump")
        self.program.settings = replace(STILL, chat_sound=True)
        self.window = Window(self.program, self.ear)
        qtbot.addWidget(self.window)
        self.window.show()
        self.window.begin(Spectating(INVITATION))
        policy = Policy(watch=Watch.OPEN, watch_chat=True)
        info = replace(self.story.info, seat=seat, policy=policy)
        self.tell(replace(self.story.started, info=info), self.story.until_own_turn())
        self.tell(Spectators(("Toby",), may_chat=True, keys=(b"t",)))
        self.ear.heard.clear()

    def tell(self, *news: object) -> None:
        self.program.tell(*news)  # type: ignore[arg-type]
        settled()

    @property
    def bubbles(self) -> list[str]:
        return [each.accessibleName() for each in self.window.findChildren(Speech) if each.isVisible()]

    def button(self, name: str) -> QToolButton:
        found = self.window.findChildren(QToolButton)
        return next(each for each in found if each.accessibleName().startswith(name))


@pytest.fixture
def evening(qtbot: QtBot, tmp_path: Path) -> Evening:
    return Evening(qtbot, tmp_path)


def test_a_chat_line_is_shown_heard_and_marked_while_the_chat_is_closed(
    evening: Evening, qtbot: QtBot
) -> None:
    evening.tell(ChatLine(2, "good evening"))
    evening.tell(ChatLine(1, "hello"))

    assert evening.bubbles == ["Stephen: good evening", "Bot Ada: hello"]
    assert evening.ear.heard == [Cue.CHAT, Cue.CHAT]
    assert evening.button("Chat").accessibleName() == "Chat: 2 new lines"

    qtbot.mouseClick(evening.button("Chat"), LEFT)
    settled()
    assert evening.button("Chat").accessibleName() == "Chat"
    for each in evening.window.findChildren(Speech):
        each.gone.timeout.emit()
    evening.tell(ChatLine(2, "your turn"))
    assert (evening.bubbles, evening.button("Chat").accessibleName()) == ([], "Chat")


def test_a_chat_in_a_tab_behind_another_counts_as_closed(evening: Evening, qtbot: QtBot) -> None:
    docks = evening.window.table_docks
    qtbot.mouseClick(evening.button("Chat"), LEFT)
    assert docks.docks["log"].isVisible()
    evening.window.tabifyDockWidget(docks.docks["chat"], docks.docks["log"])
    docks.docks["log"].raise_()
    settled()
    evening.tell(ChatLine(2, "do you hear me?"))
    assert evening.bubbles == ["Stephen: do you hear me?"]
    assert evening.button("Chat").accessibleName() == "Chat: 1 new line"

    docks.docks["chat"].raise_()
    settled()
    assert evening.button("Chat").accessibleName() == "Chat"


def test_the_players_own_line_is_shown_and_not_counted_as_unread(evening: Evening) -> None:
    evening.tell(ChatLine(0, "hello"))

    assert evening.bubbles == ["Lisa: hello"]
    assert evening.ear.heard == []
    assert evening.button("Chat").accessibleName() == "Chat"


def test_a_player_sees_the_chat_of_spectators_without_a_sound_unless_the_player_hides_it(
    evening: Evening,
) -> None:
    evening.tell(SpectatorLine("Toby", "the king!"))
    assert evening.bubbles == ["Toby (watching): the king!"]
    assert evening.button("Spectators").accessibleName() == "Spectators: 1 new line"
    assert evening.ear.heard == []

    evening.window.table_docks.spectators.hidden.click()
    evening.tell(SpectatorLine("Toby", "or the ten"))
    assert evening.bubbles == ["Toby (watching): the king!"]
    assert evening.button("Spectators").accessibleName() == "Spectators: 1 new line"


def test_spectators_see_and_hear_one_another(qtbot: QtBot, tmp_path: Path) -> None:
    evening = Evening(qtbot, tmp_path, seat=SPECTATOR)
    evening.tell(SpectatorLine("Toby", "the king!"))

    assert evening.bubbles == ["Toby (watching): the king!"]
    assert evening.ear.heard == [Cue.CHAT]
    assert evening.button("Spectators").accessibleName() == "Spectators: 1 new line"


def test_a_bubble_of_chat_at_the_end_lies_over_the_result(evening: Evening, qtbot: QtBot) -> None:
    evening.tell(evening.story.to_the_end())
    outcome = evening.story.local.state.outcome()
    assert outcome is not None and evening.window.at_table is not None
    evening.tell(Finished(outcome))
    end = evening.window.at_table.end
    qtbot.waitUntil(end.isVisible)
    evening.tell(ChatLine(2, "well played"))
    [bubble] = [each for each in evening.window.findChildren(Speech) if each.isVisible()]
    siblings = evening.window.at_table.children()

    assert siblings.index(bubble) > siblings.index(end)


def test_a_long_line_is_cut_at_a_word() -> None:
    assert shortened("  well \n done ") == "well done"
    cut = shortened("word " * 100)
    assert cut.endswith("word …") and len(cut) <= LONGEST + 2


@pytest.mark.parametrize("size", [(1280, 800), (780, 480), (880, 1500)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_a_bubble_stands_on_the_table_beside_its_speaker(
    qtbot: QtBot, game: str, size: tuple[int, int]
) -> None:
    story = Story(game)
    table: GameTable = make_table(story.info, preferences())
    qtbot.addWidget(table)
    table.resize(*size)
    table.show()
    table.show_advanced(story.until_own_turn())
    table.hurry()
    QApplication.processEvents()
    remarks = Remarks(table)
    for seat in range(4):
        remarks.say(seat, "Lisa", "No problem, I make tea meanwhile. The short game, or the long one?")
    bubbles = [each for each in table.findChildren(Speech) if each.isVisible()]

    assert len(bubbles) == 4
    for seat, bubble in enumerate(bubbles):
        pictures = [table.picture_of(each).toRect() for each in range(4)]
        assert table.rect().contains(bubble.geometry())
        away = bubble.geometry().center() - pictures[seat].center()
        assert away.manhattanLength() < bubble.width() + bubble.height()
        assert not any(bubble.geometry().adjusted(12, 12, -12, -12).intersects(each) for each in pictures)


@pytest.mark.parametrize("game", GAMES)
def test_bubbles_of_chat_and_refusals_cover_as_little_as_possible_and_disappear_at_a_click(
    qtbot: QtBot, game: str
) -> None:
    story = Story(game)
    table: GameTable = make_table(story.info, preferences())
    qtbot.addWidget(table)
    table.resize(1280, 700)
    table.show()
    table.show_advanced(story.until_own_turn())
    table.hurry()
    QApplication.processEvents()
    surface = table.findChild(Surface)
    assert isinstance(surface, Surface)
    read = [
        each.sceneBoundingRect()
        for each in surface.pieces()
        if (each.is_button or each.order == PLATE_ZONE) and area(each.sceneBoundingRect()) < 50_000
    ]
    remarks = Remarks(table)
    remarks.say(1, "Lisa", "well played")
    [speech] = [each for each in table.findChildren(Speech) if each.isVisible()]
    table.show_refused("It is not your turn.", "not possible")
    [saying] = [each for each in surface.pieces() if each.name == "It is not your turn. (not possible)"]

    def covers(box: QRectF) -> float:
        return sum(area(box & other) for other in read)

    said = saying.sceneBoundingRect()
    room = QRectF(surface.viewport().rect()).adjusted(10, 10, -10, -10)
    assert covers(said) <= min(map(covers, tiles(said.size(), room))) + 1, "no place is freer"
    spoken, at = QRectF(speech.geometry()), table.picture_of(1).center()
    near = [
        tile
        for tile in tiles(spoken.size(), QRectF(table.rect()))
        if (tile.center() - at).manhattanLength() < spoken.width() + spoken.height() - 2
        and not any(table.picture_of(seat).intersects(tile) for seat in range(len(story.info.guests)))
    ]
    assert covers(spoken) <= min(map(covers, near)) * 1.1 + 100, "nor is one near the speaker"
    qtbot.mouseClick(surface.viewport(), LEFT, pos=QPoint(3, 3))
    assert not speech.isVisible() and not saying.isVisible()


def test_a_bubble_moves_when_its_table_changes_size(evening: Evening) -> None:
    evening.tell(ChatLine(2, "good evening"))
    evening.window.resize(900, 1000)
    settled()
    screen = evening.window.at_table
    assert screen is not None
    [bubble] = [each for each in evening.window.findChildren(Speech) if each.isVisible()]
    picture = screen.table.picture_of(2).toRect().translated(screen.table.pos())

    tip = bubble._tip
    assert tip is not None and picture.contains(bubble.mapToParent(tip.toPoint())), "its tail points there"
    assert bubble.geometry().adjusted(-60, -60, 60, 60).intersects(picture), "it stands where nothing is read"
