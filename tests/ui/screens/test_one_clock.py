"""One clock: log, status, sounds and docks tell nothing that the table has not shown yet."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.messages import (
    Advanced,
    ChatLine,
    Finished,
    News,
    Proven,
    Refused,
    StepKind,
    Trouble,
    TroubleKind,
    Working,
)
from app.screens.sound import Cue
from app.screens.status import Mood
from app.table.start import Hosting
from rules.plump.actions import Bid
from tests.support.catalogue import GAMES
from tests.support.table_hands import preferences
from tests.support.window import Ear, FakeProgram, Story, settled, unasked
from ui.art.marks import Mark
from ui.kit.card_table import CardTable
from ui.screens.replay_screen import ReplayScreen
from ui.screens.table_screen import TableScreen
from ui.window import Window

pytestmark = pytest.mark.usefixtures("sketched")

CARD_GAMES = ("plump", "matriculation", "cahoots", "kings")
SLOW_MS = 100_000
"""Time of a move in milliseconds, so long that the table goes on only when it is told to."""


class Sitting:
    """A screen with a table that takes its time, the news told so far, and the news shown so far."""

    def __init__(self, qtbot: QtBot, game: str) -> None:
        self.story = Story(game)
        self.orders: list[object] = []
        self.screen = TableScreen(self.story.info, preferences(), self.orders.append)
        qtbot.addWidget(self.screen)
        self.screen.resize(1280, 800)
        self.screen.show()
        self.shown: list[Advanced] = []
        self.told: list[News] = []
        self.screen.table.presented.connect(self.shown.append)
        self.screen.told.connect(self.told.extend)
        self.tell(self.story.started, self.story.news())

    def tell(self, *news: News) -> None:
        self.screen.show_news(news)

    def until_behind(self) -> list[Advanced]:
        """Tell moves one by one until the table shows one while others wait; those told."""
        sent = []
        while not (self.screen.table.is_behind and len(sent) > len(self.shown_of(sent))):
            self.story.step()
            sent.append(self.story.news())
            self.tell(sent[-1])
        return sent

    def shown_of(self, sent: list[Advanced]) -> list[Advanced]:
        return [news for news in self.shown if any(news is each for each in sent)]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CardTable, "still_ms", SLOW_MS)


@pytest.mark.parametrize("game", CARD_GAMES)
@pytest.mark.usefixtures("slow")
def test_log_and_status_wait_until_the_table_shows_the_news(qtbot: QtBot, game: str) -> None:
    sitting = Sitting(qtbot, game)
    sent = sitting.until_behind()
    model = sitting.screen.model
    latest = model.latest
    ahead = [line for line in model.log if line.k > sitting.shown[-1].k]

    assert latest is sitting.shown[-1] and latest is not sent[-1]
    assert ahead == []
    assert [news for news in sitting.told if isinstance(news, Advanced)] == sitting.shown
    for _ in range(2):
        sitting.story.step()
        sent.append(sitting.story.news())
        sitting.tell(sent[-1])
    assert isinstance(sitting.screen.table, CardTable)
    sitting.screen.table.present_next()  # its time is over, and others wait
    assert model.latest is sitting.shown[-1] and model.latest is not sent[-1]
    assert max(line.k for line in model.log) <= sitting.shown[-1].k

    sitting.screen.table.hurry()

    assert model.latest is sitting.shown[-1] is sent[-1]
    assert max(line.k for line in model.log) == sent[-1].k


@pytest.mark.parametrize("game", list(GAMES))
def test_every_table_presents_all_news_once_and_in_order(qtbot: QtBot, game: str) -> None:
    sitting = Sitting(qtbot, game)
    sent = list(sitting.shown)
    for _ in range(30):
        sitting.story.step()
        sent.append(sitting.story.news())
        sitting.tell(sent[-1])
    sitting.screen.table.hurry()

    told = list(dict.fromkeys(each.k for each in sitting.shown))  # a combo that goes on by itself is shown
    assert told == [each.k for each in sent]  # even before it is confirmed
    assert not sitting.screen.table.is_behind


@pytest.mark.usefixtures("slow")
def test_the_deck_and_the_end_wait_for_the_table_and_trouble_does_not(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot, "plump")
    sitting.until_behind()
    model = sitting.screen.model
    end = sitting.story.to_the_end()
    outcome = sitting.story.local.outcome
    assert outcome is not None
    proven = Proven(1, 3, rule="plump 2.4", text="did not follow suit", ends=False)
    work = Working(StepKind.MIX, (1,), (), 0, 3, 9)
    sitting.tell(work, ChatLine(1, "well"), Trouble(TroubleKind.LINK, "odd"), end, proven, Finished(outcome))

    assert model.working != work and model.outcome is None and model.proven == []
    assert model.banner is not None and model.banner.text == "odd"
    assert [line.text for line in model.chat] == [f"{model.names[1]}: well"]

    sitting.screen.table.hurry()

    assert model.working == work and model.outcome == outcome and model.proven == [proven]
    assert sitting.screen.model.status.mood is Mood.OVER


@pytest.mark.usefixtures("slow")
def test_an_old_refusal_disappears_when_the_players_turn_has_come(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot, "plump")
    story, screen = sitting.story, sitting.screen
    while not (screen.table.is_behind and story.local.turn == 0):
        story.step()
        sitting.tell(story.news())
    screen.table.why_not.emit("It is not your turn.")  # a press on what the table still shows

    assert screen.status.text() == "It is not your turn."
    assert screen.model.status.mood is not Mood.TURN

    screen.table.hurry()

    assert screen.status.text().startswith("Your ")
    assert screen.model.status.mood is Mood.TURN


def test_a_choice_on_its_way_lights_nothing_until_it_is_answered(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot, "plump")
    story, screen = sitting.story, sitting.screen
    while not (story.local.turn == 0 and not isinstance(story.local.actions()[0], Bid)):
        story.step()
        sitting.tell(story.news())
    table = screen.table
    assert isinstance(table, CardTable)

    def lit() -> list[int]:
        return [slot for slot, piece in table.cards.items() if piece.mark in (Mark.PLAYABLE, Mark.SELECTED)]

    first = lit()
    action = story.local.actions()[0]
    table.hand.played.emit(action.slot, None)
    waiting = lit()
    screen.choose(action)  # once more, in words
    QApplication.processEvents()
    still_waiting = lit()
    sitting.tell(Refused("not-now", "", "Not now."))

    assert first and len(sitting.orders) == 1
    assert waiting == [] and still_waiting == []
    assert set(lit()) == set(first)


def test_at_a_stopped_table_a_card_that_is_played_returns_to_the_hand(qtbot: QtBot) -> None:
    sitting = Sitting(qtbot, "kings")
    story, screen = sitting.story, sitting.screen
    sitting.tell(story.until_own_turn())
    sitting.tell(Trouble(TroubleKind.CHEAT, "Stephen has lied.", 2, ends=True))
    assert isinstance(screen.table, CardTable)
    screen.table.hurry()
    screen.table.choose(story.local.actions()[0])
    assert screen.table.is_choosing and not sitting.orders
    QApplication.processEvents()

    assert not screen.table.is_choosing


@pytest.mark.usefixtures("slow")
def test_sounds_and_the_last_line_of_the_log_wait_for_the_table(qtbot: QtBot, tmp_path: Path) -> None:
    program, ear, story = FakeProgram(tmp_path), Ear(), Story()
    window = Window(program, ear)
    qtbot.addWidget(window, before_close_func=unasked)
    window.show()
    window.begin(Hosting("plump", 4, (), bots=3))
    program.tell(story.started, story.news())
    settled()
    screen = window.at_table
    assert screen is not None
    while not (screen.table.is_behind and story.local.turn == 0):
        story.step()
        program.tell(story.news())
        settled()
    before = (list(ear.heard), screen.happened.text())
    screen.table.hurry()

    assert Cue.TURN not in before[0]
    assert ear.heard[-1] is Cue.TURN
    assert screen.happened.text() != before[1]
    assert screen.happened.text() == screen.model.log[-1].text


@pytest.mark.parametrize("game", CARD_GAMES)
@pytest.mark.usefixtures("slow")
def test_the_log_of_a_replay_is_at_the_position_of_its_table(qtbot: QtBot, game: str) -> None:
    story = Story(game)
    story.to_the_end()
    replay = ReplayScreen(story.recording(), preferences())
    qtbot.addWidget(replay)
    shown: list[Advanced] = []
    replay.table.presented.connect(shown.append)
    for _ in range(8):
        replay.go(replay.model.stop + 1)

        assert shown[-1].k == replay.model.recording.events[replay.model.at - 1][0]
        assert (
            replay.model.rows[replay.list.currentIndex().row()]
            == replay.timeline.value()
            == replay.model.stop
        )


@pytest.mark.usefixtures("slow")
def test_a_replay_that_plays_by_itself_waits_for_its_table(qtbot: QtBot) -> None:
    story = Story()
    story.to_the_end()
    replay = ReplayScreen(story.recording(), preferences())
    qtbot.addWidget(replay)
    while not replay.table.is_behind:
        replay.go(replay.model.stop + 1)
    stop = replay.model.stop
    replay.play(on=True)
    replay._tick()

    assert replay.model.stop == stop

    replay.table.hurry()
    replay._tick()

    assert replay.model.stop == stop + 1
