"""The window while a table fills: chat by the field that is seen, seats taken away, storms of knocks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.messages import (
    BringBots,
    ChatLine,
    Gathering,
    Guest,
    HostGone,
    Knock,
    KnockGone,
    LobbyLine,
    News,
    Refused,
    Say,
    Stay,
    Trouble,
    TroubleKind,
    Unseat,
)
from app.screens.lobby import against_bots, wish_for
from app.table.start import Joining
from net.link.address import make_address
from net.lobby.invitation import Invitation
from tests.support.window import Ear, FakeProgram, Story, settled
from ui.screens.waiting_table import Chair
from ui.window import Window

pytestmark = pytest.mark.usefixtures("sketched")

LISA, TOBY = Guest("Lisa", "AAAA", key=b"lisa"), Guest("Toby", "BBBB", key=b"toby")
INVITATION = str(Invitation((make_address("192.168.1.20", 4000),), bytes(range(32))))
BOT = Guest("Bot Jon", "CCCC", bot=True, key=b"jon", runner="Lisa")


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Window:
    made = Window(FakeProgram(tmp_path), Ear())
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    return made


def tell(window: Window, *news: News) -> None:
    window.program.tell(*news)  # type: ignore[attr-defined]
    QApplication.processEvents()


def orders(window: Window) -> list[object]:
    return list(window.program.tables[-1].orders)  # type: ignore[attr-defined]


def hosting(window: Window, *guests: Guest) -> None:
    window.begin(wish_for("plump").hosting(asks=True))
    tell(window, Gathering("plump", (), 4, (LISA, *guests), "", own="AAAA", bots=0))
    tell(window, Gathering("plump", (), 4, (LISA, *guests), INVITATION, own="AAAA"))


def shown(window: Window) -> list[str]:
    lines = window.waiting.chat.lines
    return [str(lines.index(row, 0).data()) for row in range(lines.rowCount())]


def test_a_line_is_written_into_the_field_that_is_seen(qtbot: QtBot, window: Window) -> None:
    hosting(window, TOBY)
    settled()
    field = window.waiting.chat.entry
    assert field.isVisible() and window.waiting.viewport().rect().contains(
        field.mapTo(window.waiting.viewport(), field.rect().bottomRight())
    )
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    QTest.keyClicks(QApplication.focusWidget(), "cards at eight? Bring cake")
    send = next(each for each in window.waiting.chat.findChildren(QPushButton) if each.isVisible())
    qtbot.mouseClick(send, Qt.MouseButton.LeftButton)

    assert orders(window) == [Say("cards at eight? Bring cake")]
    assert field.text() == "" and shown(window) == []  # shown when the table has it
    tell(window, LobbyLine("Lisa", "AAAA", "cards at eight? Bring cake"), LobbyLine("Toby", "BBBB", "yes"))
    assert shown(window) == ["Lisa: cards at eight? Bring cake", "Toby: yes"]


def test_what_was_said_stands_in_the_chat_when_the_table_begins(window: Window) -> None:
    hosting(window, TOBY)
    story = Story()
    tell(window, LobbyLine("Toby", "BBBB", "good evening"))
    tell(window, replace(story.started, said=(ChatLine(2, "good evening"),)), story.until_own_turn())
    settled()

    assert window.at_table is not None
    assert [line.text for line in window.at_table.model.chat] == ["Stephen: good evening"]


@pytest.mark.parametrize(("guests", "talks"), [((), True), ((BOT,), True), ((TOBY,), True)])
def test_a_host_can_write_as_long_as_people_may_come(
    window: Window, guests: tuple[Guest, ...], talks: bool
) -> None:
    hosting(window, *guests)

    assert window.waiting.talk.isVisible() == talks


def test_nobody_writes_to_bots_or_before_there_is_a_seat(window: Window) -> None:
    window.begin(against_bots("plump"))
    tell(window, Gathering("plump", (), 4, (LISA, BOT), INVITATION, own="AAAA", bots=2))
    assert window.waiting.talk.isHidden()
    window.leave()
    window.begin(Joining(INVITATION))
    tell(window, Gathering("plump", (), 4, (LISA,), "", own="BBBB"))
    assert window.waiting.talk.isHidden()
    tell(window, Gathering("plump", (), 4, (LISA, TOBY), "", own="BBBB"))
    assert window.waiting.talk.isVisible()


def test_screen_readers_hear_of_a_seat_in_parts(window: Window) -> None:
    window.begin(against_bots("plump"))
    tell(window, Gathering("plump", (), 3, (LISA, BOT), INVITATION, own="AAAA", bots=1))
    names = [each.accessibleName() for each in window.waiting.findChildren(QWidget)]
    seats = [name for name in names if name.startswith("Seat ")]

    assert seats and all(", " in name for name in seats), seats


def test_that_somebody_does_not_answer_is_withdrawn_when_they_come(window: Window) -> None:
    hosting(window)
    tell(window, Trouble(TroubleKind.LOBBY, "Toby does not answer any more: try another way."))
    assert window.waiting.trouble.isVisible()
    tell(window, Gathering("plump", (), 4, (LISA,), INVITATION, own="AAAA"))
    assert window.waiting.trouble.isVisible()
    tell(window, Gathering("plump", (), 4, (LISA, TOBY), INVITATION, own="AAAA"))

    assert window.waiting.trouble.isHidden()


def chairs(window: Window) -> list[Chair]:
    return [each for each in window.waiting.table.findChildren(Chair) if each.isVisible()]


def test_the_table_stands_at_once_with_the_own_chair_at_its_lower_edge(window: Window) -> None:
    window.resize(1280, 800)
    window.use(replace(window.program.settings, nick="Lisa", animal="seal"))
    window.begin(against_bots("plump"))
    QApplication.processEvents()
    names = [each.accessibleName() for each in chairs(window)]
    lowest = max(chairs(window), key=lambda each: each.geometry().bottom())

    assert len(names) == against_bots("plump").seats
    assert lowest.accessibleName() == "Seat 1: Lisa, you"
    assert sum("A bot comes" in name for name in names) == len(names) - 1


def test_a_guest_sits_at_the_lower_edge_too(window: Window) -> None:
    window.resize(1280, 800)
    window.begin(Joining(INVITATION))
    tell(window, Gathering("plump", (), 4, (LISA, BOT, TOBY), "", own="BBBB"))
    lowest = max(chairs(window), key=lambda each: each.geometry().bottom())

    assert lowest.accessibleName().startswith("Seat 3: Toby")


@pytest.mark.parametrize("size", [(800, 600), (900, 1600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("seats", [2, 6, 10])
def test_no_chair_covers_another_nor_the_invitation(
    window: Window, size: tuple[int, int], seats: int
) -> None:
    window.resize(*size)
    window.begin(wish_for("plump", seats=seats).hosting(asks=True))
    tell(window, Gathering("plump", (), seats, (LISA,), INVITATION, own="AAAA"))
    settled()
    places = [each.geometry() for each in chairs(window)]

    assert len(places) == seats
    for at, place in enumerate((*places, window.waiting.invite.geometry())):
        assert not any(place.intersects(other) for other in places[:at])
        assert window.waiting.table.rect().contains(place)


def test_a_line_that_was_not_sent_is_spoken_of(window: Window) -> None:
    hosting(window, TOBY)
    tell(window, Refused("not-now", "", "That was not sent: you write faster than the others can read."))

    assert "not sent" in window.waiting.trouble.text() and window.waiting.trouble.isVisible()


def seats_to_take(window: Window) -> list[QToolButton]:
    made = window.waiting.findChildren(QToolButton)
    return [each for each in made if each.isVisible() and "seat away" in each.accessibleName()]


def test_the_host_takes_a_seat_away_by_a_button_with_a_name(qtbot: QtBot, window: Window) -> None:
    hosting(window, TOBY, BOT)
    qtbot.waitUntil(lambda: bool(seats_to_take(window)))
    [take] = seats_to_take(window)
    assert take.accessibleName() == "Take Toby's seat away"
    qtbot.mouseClick(take, Qt.MouseButton.LeftButton)

    assert orders(window) == [Unseat(b"toby")]


def test_a_guest_takes_nobodys_seat_away(window: Window) -> None:
    window.begin(Joining(INVITATION))
    tell(window, Gathering("plump", (), 4, (LISA, TOBY), "", own="BBBB"))

    assert seats_to_take(window) == []


def test_a_guest_brings_bots_along_by_the_keys_alone(qtbot: QtBot, window: Window) -> None:
    window.begin(Joining(INVITATION))
    tell(window, Gathering("plump", (), 5, (LISA,), "", own="BBBB"))
    page = window.waiting
    assert page.bringing.isHidden(), "it has no seat yet"
    tell(window, Gathering("plump", (), 5, (LISA, TOBY), "", own="BBBB"))
    assert page.bringing.isVisible() and page.bots.maximum() == 3
    assert "The host decides about each" in page.about_bots.text()
    assert page.bots.accessibleName() == "Bots that come with you"
    assert page.bots.accessibleDescription() == page.about_bots.text()
    page.leave.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(20):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        if QApplication.focusWidget() is page.bots:
            break
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is page.bring
    QTest.keyClick(page.bring, Qt.Key.Key_Space)
    assert orders(window) == [BringBots(2)]
    tell(window, Gathering("plump", (), 5, (LISA, TOBY), "", own="BBBB", brought=2))

    assert not page.bring.isVisible() and not page.bots.isVisible()
    assert page.about_bots.isVisible() and page.about_bots.text().startswith("2 bots come with you.")


def test_a_host_and_a_full_table_are_offered_no_bots_to_bring(window: Window) -> None:
    hosting(window, TOBY)
    assert window.waiting.bringing.isHidden()
    window.leave()
    window.begin(Joining(INVITATION))
    tell(window, Gathering("plump", (), 2, (LISA, TOBY), "", own="BBBB"))

    assert window.waiting.bringing.isHidden()


def knock(n: int) -> Knock:
    return Knock(Guest(f"Fool {n}", f"KEY{n}"), f"fool {n}".encode(), "AAAA")


def test_a_knock_that_is_withdrawn_disappears(window: Window) -> None:
    hosting(window)
    tell(window, knock(1), knock(2))
    tell(window, KnockGone(b"fool 1"), KnockGone(b"nobody"))
    asked = [each.text() for each in window.knocking.findChildren(QPushButton) if each.isVisible()]
    assert asked.count("Let them in") == 1
    tell(window, KnockGone(b"fool 2"))

    assert window.knocking.isHidden()


def test_fifty_who_knock_and_vanish_are_three_questions_at_most(window: Window) -> None:
    hosting(window)
    for n in range(50):
        tell(window, knock(n))
        buttons = window.knocking.findChildren(QPushButton)
        assert sum(each.text() == "Let them in" and each.isVisible() for each in buttons) <= 3
    texts = [each.text() for each in window.knocking.findChildren(QLabel) if each.isVisible()]
    assert "47 others are waiting behind them." in texts
    for n in range(50):
        tell(window, KnockGone(f"fool {n}".encode()))

    assert window.knocking.isHidden() and window.knocking.knocks == ()
    tell(window, knock(99))
    assert window.knocking.isVisible()


@pytest.mark.parametrize(
    ("is_next", "words", "said"),
    [(True, "Hold the table open", "You are next"), (False, "Stay", "Toby is next")],
)
def test_one_press_goes_on_without_the_host(
    qtbot: QtBot, window: Window, is_next: bool, words: str, said: str
) -> None:
    window.begin(Joining(INVITATION))
    tell(window, Gathering("plump", (), 4, (LISA, TOBY), "", own="BBBB"))
    assert window.waiting.stay.isHidden()
    tell(window, HostGone("Lisa", "Toby", is_next=is_next))
    settled()
    assert "Lisa is gone" in window.waiting.state.text() and said in window.waiting.state.text()
    press = next(
        each for each in window.waiting.findChildren(QPushButton) if each.isVisible() and each.text() == words
    )
    qtbot.mouseClick(press, Qt.MouseButton.LeftButton)

    assert orders(window) == [Stay()] and window.waiting.stay.isHidden()
    tell(window, Gathering("plump", (), 4, (TOBY,), INVITATION if is_next else "", own="BBBB"))
    assert window.waiting.invite.isVisible() is is_next
