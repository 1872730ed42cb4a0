"""The list of tables and people on this network: its rows, the lines below them, and its buttons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.nearby.around import Around, KnownPerson, NetworkFacts
from app.screens.nearby import NearbyRow
from tests.support.values import replace
from tests.ui.screens.test_nearby import ANNA, ED, LISA
from ui.art.theme import LIGHT
from ui.screens.nearby_list import NearbyList, RowList

pytestmark = pytest.mark.usefixtures("sketched")
LEFT = Qt.MouseButton.LeftButton
LOOKED = NetworkFacts(("192.168.1.20",), ("192.168.1.0/24",), answering=1, looked_s=9)
MET = KnownPerson("Anna", ANNA.words, "met before", 1_788_000_000)


@pytest.fixture
def nearby(qtbot: QtBot) -> NearbyList:
    made = NearbyList(LIGHT)
    qtbot.addWidget(made)
    made.resize(600, 900)
    made.show()
    return made


def settle() -> None:
    for _ in range(3):
        QApplication.processEvents()


def shown(nearby: NearbyList) -> list[str]:
    """Of the things below the rows, the visible ones."""
    names = (
        *("filter", "more", "nothing", "finding", "say", "spoken", "seen", "help", "people", "all_tables"),
        *("later", "dismiss_update"),
    )
    return [name for name in names if getattr(nearby, name).isVisible()]


@pytest.mark.parametrize(
    ("around", "is_seen", "line", "visible"),
    [
        (Around(), False, "", ["nothing"]),
        (Around(facts=NetworkFacts()), False, "", ["nothing"]),
        (Around(facts=replace(LOOKED, looked_s=0)), False, "", ["nothing"]),
        (Around(facts=replace(LOOKED, looked_s=1)), False, "", ["nothing", "seen"]),
        (Around(facts=LOOKED), True, "", ["nothing"]),
        (Around(facts=LOOKED), True, "hello", ["nothing", "say", "spoken"]),
        (Around((LISA,), facts=LOOKED), True, "", ["say"]),
        (Around((LISA,), facts=LOOKED), False, "hello", ["seen"]),
        (Around((LISA, ED), facts=LOOKED), True, "", ["say", "all_tables"]),
        (Around(people=(ANNA,), facts=LOOKED), True, "", ["say"]),
        (Around((LISA,), facts=LOOKED, met=(MET,)), False, "", ["seen", "people"]),
    ],
)
def test_the_lobby_shows_only_the_parts_that_are_of_use_now(
    nearby: NearbyList, around: Around, line: str, visible: list[str], *, is_seen: bool
) -> None:
    nearby.tell(around, None, is_seen=is_seen, line=line)
    settle()

    assert [each for each in shown(nearby) if each != "nothing"] == [
        each for each in visible if each != "nothing"
    ]
    assert ("nothing" in shown(nearby)) == ("nothing" in visible)


def test_a_later_version_is_reported_and_can_be_dismissed(qtbot: QtBot, nearby: NearbyList) -> None:
    told: list[str] = []
    nearby.update_dismissed.connect(lambda: told.append("dismissed"))
    nearby.tell(Around(), None, "Lisa has version 9.")
    settle()
    assert nearby.later.text() == "Lisa has version 9." and "dismiss_update" in shown(nearby)
    qtbot.mouseClick(nearby.dismiss_update, LEFT)
    nearby.tell(Around(), None)

    assert told == ["dismissed"] and "later" not in shown(nearby) and "dismiss_update" not in shown(nearby)


@pytest.mark.parametrize(("count", "is_filtered"), [(12, False), (13, True), (14, True)])
def test_more_rows_than_there_is_room_for_can_be_filtered(
    qtbot: QtBot, nearby: NearbyList, count: int, *, is_filtered: bool
) -> None:
    tables = tuple(
        replace(LISA, host=f"Host{n}", words=f"AAAA-{n:04d}-YX4V-OE2G", invitation=f"SHOAL:{n}")
        for n in range(count)
    )
    nearby.tell(Around(tables, facts=LOOKED), None)
    settle()
    assert len(nearby.rows._rows) == 12
    assert ("filter" in shown(nearby), "more" in shown(nearby)) == (is_filtered, is_filtered)
    nearby.filter.setText("0011")
    settle()
    assert len(nearby.rows._rows) == (1 if is_filtered else 12)
    if is_filtered:
        [clear] = [each for each in nearby.filter.findChildren(QToolButton) if each.isVisible()]
        qtbot.mouseClick(clear, LEFT)
        assert nearby.filter.text() == "" and len(nearby.rows._rows) == 12
        nearby.filter.setText("0011")
    nearby.tell(Around(tables[:3], facts=LOOKED), None)
    settle()

    assert len(nearby.rows._rows) == 3, "what was typed counts only while its field is there"
    assert "filter" not in shown(nearby) and "more" not in shown(nearby)


def test_the_quiet_buttons_stand_in_a_row_where_they_fit(nearby: NearbyList) -> None:
    nearby.tell(Around((LISA, ED), facts=LOOKED, met=(MET,)), None)
    quiet = [nearby.seen, nearby.people, nearby.all_tables]
    gap = nearby._links.spacing()
    needed = sum(each.sizeHint().width() + gap for each in quiet)
    rows = {}
    for wide in (needed - 1, needed, needed + 200):
        nearby.resize(wide, 900)
        settle()
        rows[wide - needed] = len({each.y() for each in quiet})

    assert rows == {-1: 3, 0: 1, 200: 1}


def test_a_line_to_everybody_is_said_by_enter_without_the_spaces_around_it(
    qtbot: QtBot, nearby: NearbyList
) -> None:
    said: list[str] = []
    nearby.said.connect(said.append)
    nearby.tell(Around((LISA,), facts=LOOKED), None, is_seen=True)
    nearby.say.setText("  anybody for Kings?  ")
    qtbot.keyClick(nearby.say, Qt.Key.Key_Return)

    assert said == ["anybody for Kings?"]


@pytest.fixture
def rows(qtbot: QtBot) -> RowList:
    made = RowList(LIGHT)
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


PLAYED = NearbyRow("a", "Lisa waits", "at Plump", join="SHOAL:A", watch="SHOAL:W", key=b"a")
ROWS = {
    "join": replace(PLAYED, watch=""),
    "watch": PLAYED,
    "resume": replace(PLAYED, verb="Return", resumes="ab", join=""),
    "ask": replace(PLAYED, verb="Ask to host", join="", watch="", asks="beyond"),  # type: ignore[arg-type]
    "host for": replace(PLAYED, verb="Play", join="", watch="", hosts_for=(ANNA,)),
    "play": replace(PLAYED, verb="Play with Anna", join="", watch="", invite=ANNA, plays=True),
    "invite": replace(PLAYED, verb="Invite…", join="", watch="", invite=ANNA),
    "none": replace(PLAYED, verb="", join="", watch=""),
    "hindered": replace(PLAYED, watch="", invite=ANNA, plays=True, hindrance="Anna does not know you."),
}


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("join", [("Sit down", "join", "SHOAL:A")]),
        ("watch", [("Sit down", "join", "SHOAL:A"), ("Watch", "spectate", "SHOAL:W")]),
        ("resume", [("Return", "resume", "ab"), ("Watch", "spectate", "SHOAL:W")]),
        ("ask", [("Ask to host", "asked", "beyond")]),
        ("host for", [("Play", "play", (ANNA,))]),
        ("play", [("Play with Anna", "play", (ANNA,)), ("Choose…", "invite", ANNA)]),
        ("invite", [("Invite…", "invite", ANNA)]),
        ("none", []),
        ("hindered", [("Sit down", None, None), ("Choose…", None, None)]),
    ],
)
def test_each_button_of_a_row_sends_its_own_request(
    qtbot: QtBot, rows: RowList, name: str, asked: list[tuple[str, str | None, object]]
) -> None:
    told: list[tuple[str, object]] = []
    for signal in ("join", "resume", "spectate", "invite", "play"):
        getattr(rows, f"{signal}_wanted").connect(lambda what, signal=signal: told.append((signal, what)))
    rows.asked.connect(lambda what: told.append(("asked", what)))
    rows.tell([ROWS[name]])
    settle()
    found = [each for each in rows.findChildren(QPushButton) if each.isVisible()]
    words = [each.text() for each in found]
    for each in found:
        qtbot.mouseClick(each, LEFT)

    assert words == [word for word, _, _ in asked]
    assert told == [(signal, what) for _, signal, what in asked if signal is not None]
    is_main = name in ("join", "watch", "resume", "hindered")
    assert [each.property("role") for each in found[:1]] == (
        ["primary" if is_main else None] if found else []
    )
    if name == "ask":
        assert (found[0].text(), found[0].isEnabled()) == ("Asked", False)


@pytest.mark.parametrize(("wide", "is_below"), [(429, True), (430, False)])
def test_the_buttons_of_a_narrow_row_stand_below_the_words(
    rows: RowList, wide: int, *, is_below: bool
) -> None:
    rows.tell([PLAYED])
    rows.resize(wide, 400)
    settle()
    [row] = rows._rows.values()
    assert row.width() == wide

    assert (row.join.y() >= row.text.y() + row.text.height()) is is_below


def test_the_row_under_the_mouse_or_with_the_focus_is_reported(rows: RowList) -> None:
    rows.tell([PLAYED, replace(PLAYED, name="b", key=b"b"), replace(PLAYED, name="c", key=b"")])
    settle()
    told: list[bytes] = []
    rows.pointed.connect(told.append)
    first, second, keyless = rows._rows.values()

    def enter(row: QWidget) -> None:
        at = QPointF(1, 1)
        QApplication.sendEvent(row, QEnterEvent(at, at, QPointF(row.mapToGlobal(QPoint(1, 1)))))

    enter(first)
    enter(keyless)
    QApplication.sendEvent(first, QEvent(QEvent.Type.Leave))
    second.spectate.setFocus()
    settle()
    first.join.repaint()  # no other event of a button points at anything

    assert told == [b"a", b"", b"b"]


def test_a_removed_row_leaves_the_others_in_place_and_a_new_row_comes_last(rows: RowList) -> None:
    second, third = (replace(PLAYED, name=name, text=f"{name} waits") for name in ("b", "c"))
    rows.tell([PLAYED, second])
    settle()
    kept = rows._rows["b"]
    rows.tell([third, second])
    settle()
    seen = sorted((each for each in rows._rows.values() if each.isVisible()), key=lambda each: each.y())

    assert [each.text.text() for each in seen] == ["b waits", "c waits"] and seen[0] is kept
