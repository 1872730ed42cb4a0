"""The window while a table fills: chat by its visible field, seats taken away, many knocks at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.animals import Animal
from app.messages import (
    ChatLine,
    Gathering,
    Guest,
    HostGone,
    Knock,
    KnockGone,
    LobbyLine,
    News,
    Order,
    PutBot,
    Refused,
    Resize,
    Say,
    Stay,
    Trouble,
    TroubleKind,
    Unseat,
)
from app.nearby.around import Around, FoundTable
from app.screens.lobby import against_bots, setup_for
from app.screens.program import KeptGames, Replaying, ReplayingFile
from app.table.start import Hosting, Joining, Resuming, Spectating, Start, Unfinished
from net.discovery.notice import Access
from net.link.address import make_address
from net.lobby.invitation import Invitation
from tests.support.values import replace
from tests.support.window import Ear, FakeProgram, Story, info_of, settled
from ui.screens.waiting_table import ChairFrame
from ui.window import Window

pytestmark = pytest.mark.usefixtures("sketched")

LISA, TOBY = Guest("Lisa", "AAAA", key=b"lisa"), Guest("Toby", "BBBB", key=b"toby")
FOUND = FoundTable(
    *("Ed", "EEEE", "SHOAL:FOUND", "reef", (), 3, ("Ed",)),
    bots=0,
    access=Access.OPEN,
    spectators=0,
    version="1",
    animals=(Animal.CRAB,),
)
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
    window.begin(setup_for("plump").hosting(asks=True))
    tell(window, Gathering("plump", (), 4, (LISA, *guests), "", own="AAAA"))
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
    assert field.text() == "" and shown(window) == []  # shown when the table has sent it
    tell(window, LobbyLine("Lisa", "cards at eight? Bring cake"), LobbyLine("Toby", "yes"))
    assert shown(window) == ["Lisa: cards at eight? Bring cake", "Toby: yes"]


def test_lines_from_the_lobby_are_in_the_chat_of_the_table(window: Window) -> None:
    hosting(window, TOBY)
    story = Story()
    tell(window, LobbyLine("Toby", "good evening"))
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
    tell(window, Gathering("plump", (), 4, (LISA, BOT), INVITATION, own="AAAA", coming=(b"1", b"2")))
    assert window.waiting.talk.isHidden()
    window.leave()
    window.begin(Joining(INVITATION))
    tell(window, Gathering("plump", (), 4, (LISA,), "", own="BBBB"))
    assert window.waiting.talk.isHidden()
    tell(window, Gathering("plump", (), 4, (LISA, TOBY), "", own="BBBB"))
    assert window.waiting.talk.isVisible()


def test_screen_readers_hear_the_parts_of_a_seat_with_pauses(window: Window) -> None:
    window.begin(against_bots("plump"))
    tell(window, Gathering("plump", (), 3, (LISA, BOT), INVITATION, own="AAAA", coming=(b"1",)))
    names = [each.accessibleName() for each in window.waiting.findChildren(QWidget)]
    seats = [name for name in names if name.startswith("Seat ")]

    assert seats and all(", " in name for name in seats), seats


def test_a_report_that_somebody_does_not_answer_is_withdrawn_when_they_come(window: Window) -> None:
    hosting(window)
    tell(window, Trouble(TroubleKind.LOBBY, "Toby does not answer any more: try another way."))
    assert window.waiting.trouble.isVisible()
    tell(window, Gathering("plump", (), 4, (LISA,), INVITATION, own="AAAA"))
    assert window.waiting.trouble.isVisible()
    tell(window, Gathering("plump", (), 4, (LISA, TOBY), INVITATION, own="AAAA"))

    assert window.waiting.trouble.isHidden()


def chairs(window: Window) -> list[ChairFrame]:
    return [each for each in window.waiting.table.findChildren(ChairFrame) if each.isVisible()]


def test_the_table_stands_at_once_with_the_players_chair_at_its_lower_edge(window: Window) -> None:
    window.resize(1280, 800)
    window.use(replace(window.program.settings, nick="Lisa", animal="seal"))
    window.begin(against_bots("plump"))
    QApplication.processEvents()
    names = named(window)
    lowest = max(chairs(window), key=lambda each: each.geometry().bottom())

    assert len(names) == against_bots("plump").seats
    assert lowest.chair.told == "Seat 1: Lisa, you"
    assert sum("A bot is coming" in name for name in names) == len(names) - 1


def test_a_guest_also_sits_at_the_lower_edge(window: Window) -> None:
    window.resize(1280, 800)
    window.begin(Joining(INVITATION))
    tell(window, Gathering("plump", (), 4, (LISA, BOT, TOBY), "", own="BBBB"))
    lowest = max(chairs(window), key=lambda each: each.geometry().bottom())

    assert lowest.chair.told.startswith("Seat 3: Toby")


@pytest.mark.parametrize("size", [(800, 600), (900, 1600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("seats", [2, 6, 10])
def test_no_chair_covers_another_nor_the_invitation(
    window: Window, size: tuple[int, int], seats: int
) -> None:
    window.resize(*size)
    window.begin(setup_for("plump", seats=seats).hosting(asks=True))
    tell(window, Gathering("plump", (), seats, (LISA,), INVITATION, own="AAAA"))
    settled()
    places = [each.geometry() for each in chairs(window)]

    assert len(places) == seats
    for at, place in enumerate((*places, window.waiting.invite.geometry())):
        assert not any(place.intersects(other) for other in places[:at])
        assert window.waiting.table.rect().contains(place)


KEPT = Unfinished("ab" * 16, "plump", ("Lisa", "Toby", "Bot Jon"), 40, 0, guests=(LISA, TOBY, BOT), seat=1)


@pytest.mark.parametrize(
    ("start", "told"),
    [
        (Resuming("ab" * 16), ["Seat 2: Toby, key: BBBB", "Seat 3: Bot Jon, a bot", "Seat 1: Lisa, key"]),
        (Joining(INVITATION), ["Seat 2: Player, you", "Seat 1: Your host"]),
        (Spectating(INVITATION), ["Seat 1: Your host"]),
        (Replaying("ab" * 16), ["Seat 2: Toby", "Seat 3: Bot Jon", "Seat 1: Lisa"]),
        (Joining(FOUND.invitation), ["Seat 1: Ed", "Seat 2: A free seat", "Seat 3: A free seat"]),
        (
            ReplayingFile(Path("game.shoal")),
            ["Seat 1: Lisa", "Seat 2: Bot Ada", "Seat 3: Stephen", "Seat 4: Bot"],
        ),
    ],
)
def test_chairs_are_shown_before_a_table_has_answered(
    window: Window, start: Start | ReplayingFile | Replaying, told: list[str]
) -> None:
    program = window.program
    assert isinstance(program, FakeProgram)
    program.kept = KeptGames((KEPT,))
    program.recording = replace(program.recording, info=info_of())
    window.use(replace(program.settings, nick="Player"))
    window.nearby.around = Around((FOUND,))
    window.begin(start)

    names = named(window)
    assert len(names) == len(told), names
    assert all(name.startswith(begins) for name, begins in zip(names, told, strict=True)), names
    assert sum(name.endswith(", you") for name in names) == told.count("Seat 2: Player, you")
    assert pressable(window) == []


def test_a_line_that_was_not_sent_is_reported(window: Window) -> None:
    hosting(window, TOBY)
    tell(window, Refused("not-now", "", "That was not sent: you write faster than the others can read."))

    assert "not sent" in window.waiting.trouble.text() and window.waiting.trouble.isVisible()


def named(window: Window) -> list[str]:
    """The names of the chairs for a screen reader."""
    return [(each.press or each).accessibleName() for each in chairs(window)]


def pressable(window: Window) -> list[str]:
    return [each.press.accessibleName() for each in chairs(window) if each.press is not None]


def chair(window: Window, begins: str) -> ChairFrame:
    return next(each for each in chairs(window) if each.chair.told.startswith(begins))


def spot(window: Window, begins: str) -> QPushButton:
    """The place that is pressed."""
    press = chair(window, begins).press
    assert press is not None and press.isVisible()
    return press


def press(qtbot: QtBot, window: Window, begins: str, line: str) -> None:
    """Press a visible chair, and that line of the menu that opens there."""
    qtbot.mouseClick(spot(window, begins), Qt.MouseButton.LeftButton)
    [menu] = [each for each in chair(window, begins).findChildren(QMenu) if each.isVisible()]
    meant = next(each for each in menu.actions() if each.text() == line)
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(meant).center())


def ours(window: Window, *guests: Guest, seats: int = 4, coming: int = 0) -> None:
    """A table that this window hosts, whose number of seats may change by one."""
    window.begin(setup_for("plump").hosting(asks=True))
    sizes = tuple(size for size in (seats - 1, seats, seats + 1) if size > len(guests) + coming)
    keys = tuple(bytes([n]) for n in range(coming))
    people = (LISA, *guests)
    tell(window, Gathering("plump", (), seats, people, INVITATION, own="AAAA", coming=keys, sizes=sizes))
    settled()


@pytest.mark.parametrize(
    ("begins", "line", "order"),
    [
        ("Seat 2: Toby", "Take Toby's seat away", Unseat(b"toby")),
        ("Seat 3: Bot Jon", "Take Bot Jon off this chair", Unseat(b"jon")),
        ("Seat 4: A free seat", "A bot, level easy", PutBot("easy")),
        ("Seat 4: A free seat", "A bot, level hard", PutBot("hard")),
        ("Seat 4: A free seat", "Take this chair away", Resize(4)),
        ("Seat 5: A bot is coming", "Call this bot back", Unseat(b"\0")),
    ],
)
def test_the_host_changes_a_chair_by_pressing_it(
    qtbot: QtBot, window: Window, begins: str, line: str, order: Order
) -> None:
    ours(window, TOBY, BOT, seats=5, coming=1)
    press(qtbot, window, begins, line)

    assert orders(window) == [order]


def test_the_level_that_was_chosen_last_is_that_of_the_next_table(qtbot: QtBot, window: Window) -> None:
    ours(window)
    press(qtbot, window, "Seat 3: A free seat", "A bot, level hard")

    assert isinstance(window.table.start, Hosting) and window.table.start.level == "hard"


def test_a_press_adds_a_chair_and_the_players_own_cannot_be_pressed(qtbot: QtBot, window: Window) -> None:
    ours(window, TOBY)
    assert chair(window, "Seat 1: Lisa").press is None
    qtbot.mouseClick(spot(window, "Add a chair"), Qt.MouseButton.LeftButton)

    assert orders(window) == [Resize(5)]


def test_a_chair_that_the_game_needs_stays(window: Window) -> None:
    window.begin(setup_for("plump").hosting(asks=True))
    tell(window, Gathering("plump", (), 2, (LISA,), INVITATION, own="AAAA", sizes=(2,)))

    assert named(window) == ["Seat 1: Lisa, key: AAAA", "Seat 2: A free seat, press for a bot"]
    assert not any("away" in each.text() for each in chair(window, "Seat 2").offered.actions())


def test_every_chair_is_reached_and_pressed_with_only_the_keys(window: Window) -> None:
    ours(window, TOBY, BOT)
    window.waiting.leave.setFocus(Qt.FocusReason.TabFocusReason)
    reached: list[str] = []
    for _ in range(25):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget().accessibleName())
    assert {*pressable(window)} <= {*reached} and len(pressable(window)) == 4
    spot(window, "Seat 4").setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    [menu] = [each for each in chair(window, "Seat 4").findChildren(QMenu) if each.isVisible()]
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)

    assert orders(window) == [PutBot("normal")]


def test_a_chair_keeps_the_keyboard_and_its_open_menu_while_others_come(qtbot: QtBot, window: Window) -> None:
    ours(window)
    free = chair(window, "Seat 4")
    spot(window, "Seat 4").setFocus()
    qtbot.mouseClick(spot(window, "Seat 4"), Qt.MouseButton.LeftButton)
    tell(window, Gathering("plump", (), 4, (LISA, TOBY), INVITATION, own="AAAA", sizes=(3, 4, 5)))
    assert chair(window, "Seat 4") is free and free.offered.isVisible()
    free.offered.close()
    tell(window, Gathering("plump", (), 4, (LISA, TOBY, BOT), INVITATION, own="AAAA", coming=(b"9",)))

    assert QApplication.focusWidget() is spot(window, "Seat 4: A bot is coming")


def test_a_guest_presses_free_chairs_and_those_of_its_own_bots(qtbot: QtBot, window: Window) -> None:
    window.begin(Joining(INVITATION))
    tell(window, Gathering("plump", (), 5, (LISA,), "", own="BBBB"))
    assert pressable(window) == [], "it has no seat yet"
    jon = replace(BOT, runner="Toby")
    tell(window, Gathering("plump", (), 5, (LISA, TOBY, jon), "", own="BBBB", coming=(b"ida",)))
    settled()
    assert [name.partition(":")[0] for name in pressable(window)] == ["Seat 3", "Seat 4", "Seat 5"]
    assert "The host decides if your bot may play" in chair(window, "Seat 4").chair.told
    assert [each.text() for each in chair(window, "Seat 4").offered.actions()][-1] == "A bot, level hard"
    press(qtbot, window, "Seat 4", "A bot, level easy")
    press(qtbot, window, "Seat 5: A bot is coming", "Call this bot back")

    assert orders(window) == [PutBot("easy"), Unseat(b"ida")]


def test_a_guest_sees_chairs_come_and_go_and_reads_that_it_may_leave(window: Window) -> None:
    window.begin(Joining(INVITATION))
    for seats in (4, 5, 3):
        tell(window, Gathering("plump", (), seats, (LISA, TOBY), "", own="BBBB"))
        assert len(chairs(window)) == seats
    tell(window, Gathering("plump", (), 3, (LISA, TOBY, BOT), "", own="BBBB"))

    assert window.waiting.title.text() == (
        "Plump · Lisa has made this a table for 3. Leave if you do not want that."
    )


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080), (900, 1600)])
def test_a_guests_chairs_stand_around_the_table(window: Window, size: tuple[int, int]) -> None:
    window.resize(*size)
    window.begin(Joining(INVITATION))
    tell(window, Gathering("reef", (), 3, (LISA, TOBY), "", own="BBBB"))
    settled()
    own, left, right = (each.geometry() for each in chairs(window))

    assert own.top() > max(left.bottom(), right.bottom())
    assert left.center().x() < own.left() and own.right() < right.center().x()
    assert left.intersects(right.translated(left.left() - right.left(), 0)), "as high as each other"


def knock(n: int) -> Knock:
    return Knock(Guest(f"Fool {n}", f"KEY{n}"), f"fool {n}".encode(), "AAAA")


def test_a_knock_that_is_withdrawn_disappears(window: Window) -> None:
    hosting(window)
    tell(window, knock(1), knock(2))
    tell(window, KnockGone(b"fool 1"), KnockGone(b"nobody"))
    asked = [each.text() for each in window.table.knocking.findChildren(QPushButton) if each.isVisible()]
    assert asked.count("Let them in") == 1
    tell(window, KnockGone(b"fool 2"))

    assert window.table.knocking.isHidden()


def test_fifty_guests_who_knock_and_vanish_make_three_questions_at_most(window: Window) -> None:
    hosting(window)
    for n in range(50):
        tell(window, knock(n))
        buttons = window.table.knocking.findChildren(QPushButton)
        assert sum(each.text() == "Let them in" and each.isVisible() for each in buttons) <= 3
    texts = [each.text() for each in window.table.knocking.findChildren(QLabel) if each.isVisible()]
    assert "47 others are waiting behind them." in texts
    for n in range(50):
        tell(window, KnockGone(f"fool {n}".encode()))

    assert window.table.knocking.isHidden() and window.table.knocking.knocks == ()
    tell(window, knock(99))
    assert window.table.knocking.isVisible()


@pytest.mark.parametrize(
    ("is_next", "words", "said"),
    [(True, "Keep the table open", "You are next"), (False, "Stay", "Toby is next")],
)
def test_one_press_continues_without_the_host(
    qtbot: QtBot, window: Window, is_next: bool, words: str, said: str
) -> None:
    window.begin(Joining(INVITATION))
    tell(window, Gathering("plump", (), 4, (LISA, TOBY), "", own="BBBB"))
    assert window.waiting.stay.isHidden()
    tell(window, HostGone("Lisa", "Toby", is_next=is_next))
    settled()
    assert [name.partition(",")[0] for name in named(window)] == ["Seat 2: Toby"] and not pressable(window)
    assert "Lisa is gone" in window.waiting.state.text() and said in window.waiting.state.text()
    press = next(
        each for each in window.waiting.findChildren(QPushButton) if each.isVisible() and each.text() == words
    )
    qtbot.mouseClick(press, Qt.MouseButton.LeftButton)

    assert orders(window) == [Stay()] and window.waiting.stay.isHidden()
    tell(window, Gathering("plump", (), 4, (TOBY,), INVITATION if is_next else "", own="BBBB"))
    assert window.waiting.invite.isVisible() is is_next
