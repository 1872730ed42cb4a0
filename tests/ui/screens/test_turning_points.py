"""The turning points at the end of a game: three pictures with sentences, which lead into the replay."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.games.look_back import LookBack, TurningPoint, look_back
from app.messages import Finished, News, Trouble, TroubleKind
from app.screens.lobby import against_bots
from app.screens.replay import ReplayModel
from app.screens.turning_points import SHOWN, LookedBack, looked_back
from rules.api import Outcome, Seat
from tests.support.catalogue import GAMES
from tests.support.quick import quick_only
from tests.support.table_hands import preferences
from tests.support.values import replace
from tests.support.window import STILL, Ear, FakeProgram, Story, settled, unasked
from ui.kit.standings import Standings
from ui.parts import sized
from ui.screens.table_screen import TableScreen
from ui.screens.turning_points import WIDE, TurningPointPictures
from ui.window import Window

pytestmark = pytest.mark.usefixtures("sketched")
LEFT = Qt.MouseButton.LeftButton


EARLY = Finished(Outcome((1, 2, 3, 4), (40, 30, 20, 10)), is_ended=True)


def begun(game: str, own_turns: int) -> Story:
    """A game some moves in, about which nothing has been told yet."""
    story = Story(game)
    while own_turns:
        own_turns -= story.local.turn == 0
        story.step()
    return story


class Ended:
    """A window at the end of a game of Plump that those present have ended early."""

    def __init__(self, qtbot: QtBot, folder: Path, by: News = EARLY, *, turns: int = 3) -> None:
        self.qtbot = qtbot
        self.program = FakeProgram(folder, STILL)
        self.window = Window(self.program, Ear())
        qtbot.addWidget(self.window, before_close_func=unasked)
        self.window.resize(1280, 800)
        self.window.show()
        self.window.begin(against_bots("plump"))
        self.story = begun("plump", turns)
        self.program.tell(self.story.started, self.story.news())
        settled()
        self.program.tell(by)
        qtbot.waitUntil(self.screen.end.isVisible)

    @property
    def screen(self) -> TableScreen:
        assert self.window.at_table is not None
        return self.window.at_table

    def press(self) -> None:
        self.qtbot.mouseClick(self.screen.end.turned, LEFT)

    @property
    def pictures(self) -> list[QToolButton]:
        return self.screen.end.look_back.findChildren(QToolButton)


def test_the_three_worst_mistakes_are_shown_in_their_order() -> None:
    costs = ((5, 1.0), (9, 4.0), (20, 2.0), (31, 3.0))
    looked = LookedBack(
        ReplayModel(begun("plump", 1).recording(), seat=0),
        LookBack(tuple(TurningPoint(at, cost, "") for at, cost in costs), 4, 0),
    )

    assert [each.at for each in looked.worst] == [9, 20, 31]


@pytest.mark.parametrize(("turns", "worst"), quick_only(((3, 1), (12, SHOWN)), (3, 1)))
def test_pictures_come_from_the_look_back_and_lead_into_the_replay(
    qtbot: QtBot, tmp_path: Path, turns: int, worst: int
) -> None:
    ended = Ended(qtbot, tmp_path, turns=turns)
    end, points = ended.screen.end, ended.screen.end.look_back
    led: list[int] = []
    points.wanted.connect(led.append)
    scores = end.findChild(Standings)
    assert scores is not None and scores.isVisible() and not points.isVisible()
    ended.press()
    assert end.turned.text().startswith("Looking back") and not points.isVisible()
    qtbot.waitUntil(lambda: points.isVisible() and not points.is_working)

    summary, *said = [each.text() for each in points.findChildren(QLabel)]
    assert "cost more than chance explains" in summary and len(said) == worst
    numbers = [int(each.removeprefix("Turn ").partition(":")[0]) for each in said]
    assert numbers == sorted(numbers) and all(
        "points better to " in each and ", played on" in each for each in said
    )
    first, *others = ended.pictures
    assert first.accessibleName() == f"Open the replay at this turning point. {said[0]}"
    assert len(others) == worst - 1
    assert end.turned.text() == "Show the scores" and not scores.isVisible()
    ended.press()
    assert scores.isVisible() and not points.isVisible() and end.turned.text() == "Show the turning points"
    ended.press()
    assert points.isVisible() and not points.is_working, "what was found is not looked for again"

    ended.program.recording = ended.story.recording()
    qtbot.mouseClick(first, LEFT)
    qtbot.waitUntil(lambda: ended.window.watched.screen is not None)
    replay = ended.window.watched.screen
    assert replay is not None and ended.program.read == [ended.story.info.table]
    assert replay.model.stop == replay.model.before(led[0]) > 0


@pytest.mark.usefixtures("painted")  # three sketches, blank but for what is new, may be alike
@pytest.mark.parametrize("game", quick_only(GAMES, "kings"))
def test_the_table_of_every_game_is_drawn_differently_for_each_turning_point(game: str, qtbot: QtBot) -> None:
    replay = ReplayModel(begun(game, 8).recording(), seat=0)
    last = len(replay.recording.events) - 1
    moments = tuple(TurningPoint(at, 1.0, "You", turn=at) for at in (last // 2, last - 6, last))
    pictures = TurningPointPictures()
    qtbot.addWidget(pictures)
    pictures.preferences = preferences()
    pictures.show_found(LookedBack(replay, LookBack(moments, 3, 0)))
    qtbot.waitUntil(lambda: len(pictures.findChildren(QToolButton)) == len(moments))

    found = pictures.findChildren(QToolButton)
    drawn = [each.icon().pixmap(each.iconSize()).toImage() for each in found]
    assert len({bytes(each.constBits()) for each in drawn}) == len(moments), "three moments"
    assert all(each.iconSize().width() == sized(WIDE) for each in found)


LOOKED_BACK = {"plump": 5, "matriculation": 5, "cahoots": 5, "kings": 16, "reef": 60}
"""Own moves of each game until there is a turn to judge; Kings and Reef Encounter have many a turn."""


@pytest.mark.parametrize("game", quick_only(GAMES, "kings"))
def test_every_game_is_looked_back_at(game: str, qtbot: QtBot) -> None:
    pictures = TurningPointPictures()
    qtbot.addWidget(pictures)
    story = begun(game, LOOKED_BACK[game])
    hand = tuple(story.local.view(Seat(0)).known.items())
    recording = replace(story.recording(), own_seat=Seat(0), own_hand=hand)
    pictures.begin(recording, preferences())
    qtbot.waitUntil(lambda: not pictures.is_working)

    expected = looked_back(recording, lambda done, of: None)
    assert expected.found.judged and pictures.summary.text() == expected.found.summary
    assert len(pictures.findChildren(QToolButton)) == len(expected.worst)


def test_looking_back_does_not_hold_the_window_up_and_ends_with_the_panel(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn of Reef Encounter is thought about for seconds, in which the thread cannot be told to stop."""
    thinks, goes_on, ended_by = threading.Event(), threading.Event(), []

    def slow(*words: object) -> LookBack:
        thinks.set()
        assert goes_on.wait(30)
        try:
            return look_back(*words)  # type: ignore[arg-type]
        except BaseException as why:
            ended_by.append(type(why).__name__)
            raise

    monkeypatch.setattr("app.screens.turning_points.look_back", slow)
    ended = Ended(qtbot, tmp_path)
    end = ended.screen.end
    ended.press()
    assert thinks.wait(30)
    loader = end.look_back._loader
    assert loader is not None
    end.hide()  # returns at once, though the thread is in the middle of a turn
    assert not end.look_back.is_working and end.turned.text() == "Show the turning points"
    goes_on.set()
    loader._thread.join(30)

    assert ended_by == ["_DroppedError"], "no more than the turn that it was at"


def test_a_game_that_was_stopped_has_no_scores_and_no_turning_points(qtbot: QtBot, tmp_path: Path) -> None:
    stopped = Trouble(TroubleKind.CHEAT, "Stephen broke the rules.", 2, ends=True)
    ended = Ended(qtbot, tmp_path, stopped)

    assert ended.screen.end.replay.isVisible() and not ended.screen.end.turned.isVisible()


@pytest.mark.parametrize(("wide", "is_row"), [(791, False), (792, True)])
def test_pictures_stand_side_by_side_where_three_fit(qtbot: QtBot, wide: int, *, is_row: bool) -> None:
    panel = QWidget()
    qtbot.addWidget(panel)
    pictures = TurningPointPictures(panel)
    for _ in range(SHOWN):
        pictures._add(QPixmap(sized(WIDE), 150), TurningPoint(5, 1.0, "You play the ace."))
    panel.show()
    pictures.resize(wide, 900)
    settled()
    shown = pictures.findChildren(QToolButton)

    assert [each.size().toTuple() for each in shown] == [(256, 162)] * SHOWN
    assert len({each.x() for each in shown}) == (SHOWN if is_row else 1)
    assert len({each.y() for each in shown}) == (1 if is_row else SHOWN)
    assert pictures.minimumSizeHint().width() == 256


def test_a_look_back_that_finds_nothing_says_so_and_shows_no_picture(qtbot: QtBot) -> None:
    pictures = TurningPointPictures()
    qtbot.addWidget(pictures)
    pictures.preferences = preferences()
    told: list[str] = []
    pictures.told.connect(lambda: told.append(pictures.words))
    found = LookBack((), 4, 0)
    pictures.show_found(LookedBack(ReplayModel(begun("plump", 1).recording(), seat=0), found))

    assert pictures.summary.text() == found.summary and pictures.is_there
    assert told == ["Drawing the pictures", ""] and not pictures.is_working
    assert pictures.findChildren(QToolButton) == []


def test_a_search_that_is_dropped_leaves_no_half_of_the_pictures(qtbot: QtBot) -> None:
    pictures = TurningPointPictures()
    qtbot.addWidget(pictures)
    pictures.preferences = preferences()
    replay = ReplayModel(begun("plump", 3).recording(), seat=0)
    moments = (TurningPoint(3, 1.0, "one"), TurningPoint(5, 1.0, "two"))
    pictures.show_found(LookedBack(replay, LookBack(moments, 3, 0)))
    assert pictures.is_working and pictures.summary.text() != ""
    pictures.drop()

    assert not pictures.is_working and not pictures.is_there and not pictures._soon.isActive()
    pictures.show_found(LookedBack(replay, LookBack(moments, 3, 0)))
    qtbot.waitUntil(lambda: not pictures.is_working)
    assert len(pictures.findChildren(QToolButton)) == 2 and pictures.is_there
    pictures.drop()
    assert pictures.is_there, "what is complete stays"
