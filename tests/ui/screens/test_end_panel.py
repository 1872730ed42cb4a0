"""The panel at the end of a game."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.animals import Animal
from tests.support.window import settled
from ui.art.theme import ThemeName, themed
from ui.kit.standings import Placed, Standings
from ui.screens.end_panel import SURE, EndPanel, Saved

pytestmark = pytest.mark.usefixtures("sketched")
ROOM = QSize(1200, 700)


def test_the_end_panel_has_its_full_height_at_once(qapp: QApplication, qtbot: QtBot) -> None:
    """Nested rows report their height from before: once the panel was 50 pixels high until it was resized."""
    end = EndPanel(themed(ThemeName.LIGHT))
    qtbot.addWidget(end)
    for tell in (
        lambda: end.tell("The game is over. You have won.", "", None, ()),
        lambda: end.tell_evening(["This evening at Plump: Lisa 2, Stephen 1."]),
        lambda: end.tell_hands("Lisa has opened her hand.", may_open=True),
    ):
        tell()
        at_once = end.best_size(ROOM)
        end.resize(at_once)
        end.show()
        settled()
        assert end.best_size(ROOM) == at_once
        end.hide()


PLACED = [Placed(1, 0, "Lisa", "43", "1. Lisa, 43 points", Animal.CRAB, 43)]


@pytest.mark.parametrize("has_sheet", [True, False])
def test_the_games_own_sheet_is_shown_and_without_one_the_standings(qtbot: QtBot, *, has_sheet: bool) -> None:
    end = EndPanel(themed(ThemeName.LIGHT))
    qtbot.addWidget(end)
    end.tell("You have won.", "", QLabel("points of each deal") if has_sheet else None, PLACED)
    end.show()
    scores = [each for each in end.findChildren(QLabel) if each.text() == "points of each deal"]
    standings = end.findChildren(Standings)
    assert (len(scores), len(standings)) == ((1, 0) if has_sheet else (0, 1))
    [shown] = [*scores, *standings]

    assert shown.isVisible()


def test_in_a_narrow_window_the_change_button_moves_down_and_the_players_who_want_to_play_again_have_room(
    qtbot: QtBot,
) -> None:
    end = EndPanel(themed(ThemeName.LIGHT))
    qtbot.addWidget(end)
    end.tell("You have won.", "", None, PLACED)
    end.show()
    for room in (ROOM, QSize(420, 700), ROOM):
        end.resize(end.best_size(room))
        settled()
        assert end.change.isVisible()
        assert (end.change.y() == end.rematch.y()) is (room == ROOM)
    before = end.best_size(ROOM).height()
    end.tell_again("Stephen wants to play again.", (Animal.SEAL,))
    assert end.best_size(ROOM).height() > before + 20

    end.rematch.hide()
    end.change.hide()
    end.resize(end.best_size(QSize(420, 700)))
    assert end.change.isHidden() and end.leave.isVisible()


def shown(qtbot: QtBot, sheet: QLabel | None, why: str = "") -> EndPanel:
    end = EndPanel(themed(ThemeName.LIGHT))
    qtbot.addWidget(end)
    end.tell("You have won.", why, sheet, PLACED if sheet is not None else ())
    end.show()
    return end


def scrolled(end: EndPanel) -> tuple[int, int, int]:
    """Return how far the page scrolls and how far the scores, and the height of the scores."""
    settled()
    page, scores = end._page, end._page._scores
    inside = (scores.verticalScrollBar().maximum(), scores.height()) if scores is not None else (0, 0)
    assert end._all.width() == page.viewport().width()
    return page.verticalScrollBar().maximum(), *inside


@pytest.mark.parametrize(
    ("high", "scrolls"),
    [
        (1500, (0, 0, 1254)),
        (546, (0, 0, 300)),
        (545, (0, 1, 299)),
        (376, (0, 170, 130)),
        (375, (551, 0, 680)),
    ],
)
def test_the_scores_scroll_if_at_least_130_pixels_of_them_fit_and_otherwise_the_whole_page_scrolls(
    qtbot: QtBot, high: int, scrolls: tuple[int, int, int]
) -> None:
    end = shown(qtbot, QLabel("\n".join(f"deal {n}" for n in range(40))))
    end.resize(900, high)

    assert scrolled(end) == scrolls
    end.resize(900, 1500)
    assert scrolled(end) == (0, 0, 1254), "and back"


@pytest.mark.parametrize(("high", "scrolls"), [(777, 0), (700, 77), (300, 477)])
def test_without_scores_the_page_scrolls_where_its_words_have_no_room(
    qtbot: QtBot, high: int, scrolls: int
) -> None:
    end = shown(qtbot, None, "The game has stopped because of this. " * 60)
    end.resize(600, high)

    assert scrolled(end)[0] == scrolls


def test_words_that_come_later_have_room_in_the_end_panel_at_once(qtbot: QtBot) -> None:
    end = shown(qtbot, None)
    end.resize(600, 400)
    assert scrolled(end)[0] == 0
    end.tell_evening([f"Plump this evening: Lisa {n} wins" for n in range(30)])

    assert scrolled(end)[0] > 0 and end.evening.height() >= end.evening.heightForWidth(end.evening.width())


def test_each_button_of_the_end_panel_sends_its_request_once(qtbot: QtBot) -> None:
    end = shown(qtbot, None)
    end.resize(end.best_size(ROOM))
    end.tell_evening(["Plump: Lisa 2, Stephen 1"])
    end.tell_hands("", may_open=True)
    settled()
    asked: list[object] = []
    end.replay_wanted.connect(asked.append)
    for name in ("rematch", "change", "leave", "look_back", "open"):
        getattr(end, f"{name}_wanted").connect(lambda name=name: asked.append(name))
    end.save_wanted.connect(asked.append)
    for each in (end.replay, end.rematch, end.change, end.leave, end.turned, end.hand):
        qtbot.mouseClick(each, Qt.MouseButton.LeftButton)
    assert asked == [0, "rematch", "change", "leave", "look_back"]
    assert end.hand.text() == SURE and end.hand.isEnabled()
    qtbot.mouseClick(end.hand, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(end.hand, Qt.MouseButton.LeftButton)
    assert asked[5:] == ["open"] and not end.hand.isEnabled()
    for action in end.save.menu().actions():
        action.trigger()
    assert asked[6:] == [*Saved]
    [look] = [each for each in end.findChildren(QPushButton) if each.text() == "Look at the table"]
    qtbot.mouseClick(look, Qt.MouseButton.LeftButton)
    assert end.isHidden()


def test_parts_of_the_end_that_have_no_words_are_hidden(qtbot: QtBot) -> None:
    end = shown(qtbot, None)
    settled()
    assert end.result.text() == "You have won." and end.look_back.isHidden()
    for each in (end.why, end.others, end.ready, end.evening, end.saved, end.hands, end.hand):
        assert not each.isVisible()
    assert [each.text() for each in end.save.menu().actions() if each.isVisible()] == [
        each.value for each in Saved if each is not Saved.EVENING
    ]
    end.tell_again("Stephen wants to play again.", (Animal.SEAL,))
    end.tell_evening(["one", "two"])
    end.tell_saved("Saved as game.shoal.")
    end.tell_hands("Lisa has opened her hand.", may_open=False)
    settled()
    for each in (end.others, end.ready, end.evening, end.saved, end.hands):
        assert each.isVisible()
    assert end.evening.text() == "one\ntwo" and end.saves[Saved.EVENING].isVisible() and end.hand.isHidden()
    end.tell_again("")
    end.tell_evening(())
    assert end.others.isHidden() and end.ready.isHidden() and not end.saves[Saved.EVENING].isVisible()


@pytest.mark.parametrize("room", [ROOM, QSize(700, 400), QSize(420, 300), QSize(2000, 2000)])
def test_the_end_panel_stays_within_its_room_and_its_greatest_size(qtbot: QtBot, room: QSize) -> None:
    end = shown(qtbot, QLabel("\n".join(f"deal {n} was a long one" * 4 for n in range(80))))
    size = end.best_size(room)

    assert size.width() == min(room.width(), 960) or 560 <= size.width() < 960
    assert size.height() == min(room.height(), 720)
    for _ in range(2):  # as a window of its own it is at first as wide as its wide rows
        end.resize(end.best_size(room))
        settled()
    for each in (end.rematch, end.change, end.leave, end.replay, end.turned, end.save):
        right = each.mapTo(end, each.rect().bottomRight())
        assert right.x() <= size.width(), each.text()


@pytest.mark.parametrize(("spare", "is_beside"), [(0, True), (-1, False)])
def test_the_change_button_stands_beside_play_again_where_all_three_buttons_have_room(
    qtbot: QtBot, spare: int, *, is_beside: bool
) -> None:
    end = shown(qtbot, None)
    settled()
    firsts = sum(each.sizeHint().width() + 16 for each in (end.rematch, end.change, end.leave))
    margins = 80 + end._page.verticalScrollBar().sizeHint().width()
    end.best_size(QSize(firsts + margins + spare, 700))

    assert (end._again.indexOf(end.change) == 1) is is_beside
    assert (end._looks.indexOf(end.change) == 0) is not is_beside


def test_a_long_line_about_who_plays_again_is_whole_beside_their_faces(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    end = EndPanel(themed(ThemeName.LIGHT), window)
    end.tell("You have won.", "", None, ())
    window.show()
    for count in range(1, 12):
        end.tell_again("Stephen " * count * 3 + "want to play again.", (Animal.SEAL,) * 4)
        for _ in range(2):
            end.resize(end.best_size(QSize(620, 700)))
            settled()

        assert end.others.height() >= end.others.heightForWidth(end.others.width())
        assert end._page.verticalScrollBar().maximum() == 0, "the rest of the page has its room as well"
