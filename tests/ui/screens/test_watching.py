"""Watching in the window: how it begins and ends, the view of a spectator, and what players may allow."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from app.messages import (
    SPECTATOR,
    AdmitSpectator,
    Advanced,
    AllowSpectators,
    Checked,
    Closed,
    Finished,
    FollowedBy,
    HandHeld,
    HandOpened,
    OpenHand,
    Quit,
    Reaction,
    Say,
    SendOff,
    SpectatorKnock,
    SpectatorLine,
    Spectators,
    Started,
)
from app.table.start import Spectating
from net.wire.genesis import Policy, Watch
from rules.api import View
from tests.gallery_states.shell import INVITATION
from tests.support.catalogue import GAMES
from tests.support.values import replace
from tests.support.window import Ear, FakeProgram, Story, settled
from tests.support.written import written
from ui.docks.faces import Face
from ui.screens.large_table import LargeTable
from ui.window import Window

pytestmark = pytest.mark.usefixtures("sketched")

OPEN = Policy(watch=Watch.OPEN, watch_chat=True)
PLUMP = GAMES["plump"]
LEFT = Qt.MouseButton.LeftButton


class Room:
    """A window that watches a game, or plays one that is watched."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot = qtbot
        self.program = FakeProgram(folder)
        self.window = Window(self.program, Ear())
        qtbot.addWidget(self.window)
        self.window.show()
        self.story = Story("plump")

    def sit(self, seat: int) -> None:
        info = replace(self.story.info, seat=seat, policy=OPEN)
        self.tell(Started(info, resumed=False), self.news())

    def news(self) -> Advanced:
        news, viewer = self.story.news(), self.window.at_table
        is_player = viewer is not None and viewer.model.is_ours
        state, public = self.story.local.state, self.story.local.public
        return news if is_player else replace(news, view=View(state, None, dict(public)))

    def tell(self, *news: object) -> None:
        self.program.tell(*news)  # type: ignore[arg-type]
        settled()

    @property
    def orders(self) -> list[object]:
        return list(self.program.tables[-1].orders)

    def deck(self) -> str:
        assert self.window.at_table is not None
        return self.window.at_table.deck.text()


@pytest.fixture
def room(qtbot: QtBot, tmp_path: Path) -> Room:
    return Room(qtbot, tmp_path)


def test_a_hand_is_opened_after_the_game_by_two_presses(qtbot: QtBot, tmp_path: Path) -> None:
    room = Room(qtbot, tmp_path)
    room.window.begin(Spectating(INVITATION))
    room.sit(0)
    room.tell(room.story.to_the_end())
    outcome = room.story.local.state.outcome()
    assert outcome is not None and room.window.at_table is not None
    end = room.window.at_table.end
    room.tell(Finished(outcome))
    qtbot.waitUntil(end.isVisible)
    assert not end.hand.isVisible()
    room.tell(HandHeld(2))
    assert end.hand.isVisible() and "2 cards" in end.hands.text() and "cannot undo that" in end.hands.text()

    qtbot.mouseClick(end.hand, LEFT)
    assert OpenHand() not in room.orders
    qtbot.mouseClick(end.hand, LEFT)
    assert OpenHand() in room.orders
    faces = tuple(PLUMP.parse_face(text) for text in ("As", "10h"))
    room.tell(HandOpened(0, faces), HandOpened(1, faces[:1]))
    assert not end.hand.isVisible()
    names = [guest.nick for guest in room.story.info.guests]
    assert [line.split(" opened")[0] for line in end.hands.text().split("\n")] == names[:2]


def watch(room: Room) -> None:
    room.window.begin(Spectating(INVITATION))
    room.sit(SPECTATOR)


def test_the_lobby_leads_to_watching_a_table_without_a_seat(room: Room) -> None:
    home = room.window.home
    home.invitation.setText(INVITATION)
    room.qtbot.mouseClick(home.spectate, LEFT)

    assert room.program.tables[-1].start == Spectating(INVITATION)


def test_unchecked_steps_are_marked_as_unchecked(room: Room) -> None:
    watch(room)
    room.tell(FollowedBy("Lisa"), Checked(212, 835))
    assert room.deck() == "Not yet checked: 623 of 835 steps"

    room.tell(Checked(835, 835))
    assert room.deck() == "Checked up to step 835"
    room.tell(FollowedBy(""))
    assert room.deck() == "Looking for somebody who shows the game"
    room.tell(FollowedBy("", is_full=True))
    assert room.deck() == "All places for spectators are taken: waiting for one"
    room.tell(FollowedBy("", is_over=True))
    assert room.deck() == "Nobody shows this game any more"


def test_a_spectator_leaves_without_being_asked_and_has_nothing_to_choose(room: Room) -> None:
    watch(room)
    screen = room.window.at_table
    assert screen is not None and not screen.model.is_our_turn and screen.table.info.viewer is None
    assert not screen.proofs.isVisible()
    room.window.ask_leave()
    QApplication.processEvents()

    assert room.orders == [Quit()]
    assert room.window.at_table is None and room.window.pages.currentWidget() is room.window.home


def test_spectators_chat_beside_the_table_and_do_not_see_the_chat_of_the_players(room: Room) -> None:
    watch(room)
    room.window.table_docks.toggle("spectators")
    room.tell(Spectators(("Toby", "Mia"), 1, may_chat=True), SpectatorLine("Toby", "the king!"))
    panel = room.window.table_docks.spectators
    assert panel.who.text() == "Watching: Toby, Mia and 1 more."
    assert panel.chat.lines.rowCount() == 1 and panel.chat.entry.isVisible()
    assert not panel.open.isVisible() and not panel.hidden.isVisible()
    assert room.window.table_docks.docks["chat"].isHidden()
    panel.chat.entry.setText("no, the ten")
    room.qtbot.keyClick(panel.chat.entry, Qt.Key.Key_Return)

    assert room.orders == [Say("no, the ten")]


def test_a_player_can_hide_what_spectators_say_where_they_may_talk(room: Room) -> None:
    room.window.begin(Spectating(INVITATION))
    room.sit(0)
    room.window.table_docks.toggle("spectators")
    panel = room.window.table_docks.spectators
    room.tell(Spectators(("Toby",), 0))
    assert panel.open.isVisible() and not panel.hidden.isVisible()
    room.tell(Spectators(("Toby",), 0, may_chat=True), SpectatorLine("Toby", "the king!"))
    assert panel.hidden.isVisible() and panel.chat.isVisible()
    panel.hidden.click()

    assert not panel.chat.isVisible()


def test_a_player_lets_spectators_in_or_closes_the_table_to_them(room: Room) -> None:
    room.window.begin(Spectating(INVITATION))
    room.sit(0)
    room.tell(Spectators(("Toby",), may_chat=True), SpectatorKnock("Sven", "K7QF", b"sven"))
    panel = room.window.table_docks.spectators
    assert panel.question.text() == "Sven wants to watch. Letters of the key: K7QF."
    screen = room.window.at_table
    assert screen is not None and screen.call_text.text() == panel.question.text()
    assert not panel.isVisible(), "a dock that opens by itself moves the table under the hand"
    room.qtbot.keyClick(room.window, Qt.Key.Key_Q)
    assert panel.isVisible() and not panel.chat.entry.isVisible()
    room.qtbot.mouseClick(panel.admit, LEFT)
    assert not panel.question.isVisible()
    panel.open.click()
    assert room.orders == [AdmitSpectator(b"sven", admit=True), AllowSpectators(is_open=False)]
    assert not panel.remove.isVisible()
    room.tell(Spectators(("Toby", "Sven"), may_chat=True, keys=(b"toby", b"sven")))
    menu = panel.remove.menu()
    assert menu is not None and [each.text() for each in menu.actions()] == ["Toby", "Sven"]
    menu.actions()[1].trigger()
    assert room.orders[-1] == SendOff(b"sven")

    room.tell(Spectators(closed_by=(0,), may_chat=True))
    assert panel.who.text() == "Lisa lets nobody watch."
    assert not panel.open.isChecked()
    room.tell(SpectatorLine("Toby", "hm"))
    panel.hidden.click()
    assert not panel.chat.isVisible()


def test_the_large_table_follows_the_game_and_closes_with_it(room: Room) -> None:
    watch(room)
    for _ in range(4):
        room.story.step()
    assert room.window.at_table is not None
    buttons = room.window.at_table.findChildren(QToolButton)
    large = next(each for each in buttons if each.accessibleName().startswith("Large"))
    room.qtbot.mouseClick(large, LEFT)
    shown = room.window.table.large
    assert isinstance(shown, LargeTable)
    tables = shown.table, room.window.at_table.table
    large_texts, small_texts = ({each.text for each in written(table)} for table in tables)
    assert small_texts <= large_texts, "the game as it is, before any news"
    room.tell(room.news())
    texts = [each.text() for each in shown.findChildren(QLabel)]
    assert any("bids" in text for text in texts) and any("Waiting for" in text for text in texts)
    room.tell(Reaction(2, "laugh"))
    assert [each.isVisible() for each in shown.table.findChildren(Face)] == [True]

    room.qtbot.keyClick(shown, Qt.Key.Key_Escape)
    assert room.window.table.large is None
    room.window.table.show_large()
    room.tell(Closed())
    assert room.window.table.large is None


def test_a_player_has_no_large_table(room: Room) -> None:
    room.window.begin(Spectating(INVITATION))
    room.sit(0)
    room.window.table.show_large()

    assert room.window.table.large is None
