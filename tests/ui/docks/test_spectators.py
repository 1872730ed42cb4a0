"""The panel of the spectators: who sees which of its parts, and what it reports."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.messages import SPECTATOR, SpectatorKnock, SpectatorLine, Spectators
from app.screens.spectators import SpectatorsModel
from net.wire.genesis import Policy, Watch
from tests.support.values import replace
from tests.support.window import info_of
from ui.docks.spectators import SpectatorsPanel

LEFT = Qt.MouseButton.LeftButton


class Room:
    """A panel, and the watching that it shows."""

    def __init__(self, qtbot: QtBot) -> None:
        self.panel = SpectatorsPanel()
        qtbot.addWidget(self.panel)
        self.panel.resize(300, 600)
        self.panel.show()
        self.told: list[tuple[str, object]] = []
        for name in ("said", "allowed", "answered", "sent_off"):
            getattr(self.panel, name).connect(lambda value, name=name: self.told.append((name, value)))

    def tell(
        self,
        *names: str,
        seat: int = 0,
        may_chat: bool = True,
        closed_by: tuple[int, ...] = (),
        asks: str = "",
    ) -> SpectatorsModel:
        policy = Policy(watch=Watch.OPEN, watch_chat=True)
        model = SpectatorsModel(replace(info_of(), seat=seat, policy=policy))
        keys = tuple(name.encode() for name in names)
        model.take(Spectators(names, may_chat=may_chat, keys=keys, closed_by=closed_by))
        if asks:
            model.take(SpectatorKnock(asks, "C54M-GELQ", asks.encode()))
        model.take(SpectatorLine("Toby", "the king!"))
        self.panel.tell(model)
        QApplication.processEvents()
        return model

    @property
    def seen(self) -> dict[str, bool]:
        parts: dict[str, QWidget] = {
            "question": self.panel.question,
            "admit": self.panel.admit,
            "refuse": self.panel.refuse,
            "remove": self.panel.remove,
            "open": self.panel.open,
            "hidden": self.panel.hidden,
            "chat": self.panel.chat,
            "entry": self.panel.chat.entry,
        }
        return {name: not part.isHidden() and part.isVisibleTo(self.panel) for name, part in parts.items()}


@pytest.fixture
def room(qtbot: QtBot) -> Room:
    return Room(qtbot)


def seen(*names: str) -> dict[str, bool]:
    every = ("question", "admit", "refuse", "remove", "open", "hidden", "chat", "entry")
    return {each: each in names for each in every}


def test_a_player_sees_the_chat_and_a_spectator_writes_in_it(room: Room) -> None:
    room.tell("Toby")
    assert room.seen == seen("remove", "open", "hidden", "chat")
    room.tell("Toby", seat=SPECTATOR)
    assert room.seen == seen("chat", "entry")
    room.tell("Toby", may_chat=False)
    assert room.seen == seen("remove", "open")
    room.tell(may_chat=False)
    assert room.seen == seen("open")


def test_the_chat_of_spectators_can_be_hidden_where_there_is_one(room: Room) -> None:
    room.tell("Toby")
    assert room.panel.shows_talk
    room.panel.hidden.click()
    assert not room.panel.shows_talk and not room.seen["chat"]
    room.tell("Toby", "Ann")
    assert not room.seen["chat"], "nor by the next news"
    room.panel.hidden.click()
    assert room.seen["chat"]
    room.tell("Toby", may_chat=False)
    room.panel.hidden.click()
    room.panel.hidden.click()
    assert not room.seen["chat"]


def test_a_person_who_asks_to_watch_is_answered_by_a_press(room: Room) -> None:
    model = room.tell("Toby", asks="ann")
    assert room.panel.question.text() == model.question != "" and room.seen["question"]
    QTest.mouseClick(room.panel.admit, LEFT)
    QTest.mouseClick(room.panel.refuse, LEFT)
    assert room.told == [("answered", True), ("answered", False)]
    room.tell("Toby")
    assert room.seen == seen("remove", "open", "hidden", "chat")


@pytest.mark.parametrize(("closed_by", "is_open"), [((), True), ((0,), False), ((1,), True)])
def test_the_box_says_whether_we_let_others_watch(
    room: Room, closed_by: tuple[int, ...], is_open: bool
) -> None:
    room.tell(closed_by=closed_by)
    assert room.panel.open.isChecked() is is_open and room.told == [], "nobody has pressed it"
    room.panel.open.click()
    assert room.told == [("allowed", not is_open)]


def test_a_spectator_is_removed_by_name(room: Room) -> None:
    room.tell("Toby", "Ann")
    menu = room.panel.remove.menu()
    assert [each.text() for each in menu.actions()] == ["Toby", "Ann"]
    menu.actions()[1].trigger()
    assert room.told == [("sent_off", b"Ann")]
    room.tell("Toby", "Ann")
    assert room.panel.remove.menu() is menu, "an open menu stays while nothing changes"
    room.tell("Toby")
    assert [each.text() for each in room.panel.remove.menu().actions()] == ["Toby"]


def test_the_answers_stand_below_one_another_where_they_have_no_room_side_by_side(room: Room) -> None:
    panel = room.panel
    answers = panel.admit.sizeHint().width() + panel.refuse.sizeHint().width()
    bar = panel._area.verticalScrollBar().sizeHint().width()
    room.tell("Toby", asks="ann")
    beside = {}
    for wide in (answers + 3 * 8 + bar, answers + 3 * 8 + bar - 1):
        panel.resize(wide, 600)
        QApplication.processEvents()
        beside[wide] = panel.admit.y() == panel.refuse.y()
    assert list(beside.values()) == [True, False]
    for asks in ("ann", ""):
        room.tell("Toby", asks=asks)
        panel.resize(300, 450)
        QApplication.processEvents()
        assert panel.chat.height() >= panel.chat.minimumSizeHint().height(), "the chat keeps its room"


@pytest.mark.parametrize(("asks", "share"), [("", 300), ("ann", 400)])
def test_the_part_above_the_chat_has_at_most_half_or_two_thirds_of_the_height(
    room: Room, asks: str, share: int
) -> None:
    room.panel.resize(150, 600)
    room.tell(*[f"Spectator number {number} with a long name" for number in range(40)], asks=asks)

    assert room.panel._area.height() == share
