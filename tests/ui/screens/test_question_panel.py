"""The question how to continue: where its buttons and sentences stand in wide and narrow windows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.messages import AbsentChoice
from app.screens.absence import Question, WayOn
from tests.support.values import replace
from ui.screens.question_panel import QuestionPanel

WAIT = WayOn(AbsentChoice.WAIT, "Not yet: wait", "Nothing happens by itself.")
GO_ON = WayOn(
    AbsentChoice.LEAVE_OUT,
    "Go on without Stephen (by itself in 0:07)",
    "His cards are taken out.",
    is_coming=True,
)


def test_in_a_narrow_window_each_sentence_stands_below_its_button(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    panel = QuestionPanel(parent)
    panel.tell(Question("Stephen is away.", (WAIT, GO_ON), ""))
    parent.show()
    panel.show()

    def rows(wide: int) -> list[tuple[int, int, bool, str]]:
        """Of each answer: where button and sentence begin, if the sentence is below, the button's words."""
        panel.fit(QSize(wide, 400))
        panel.resize(wide, panel.height())
        layout = panel._inside.layout()
        assert layout is not None
        layout.activate()
        pairs = [(each.press, each.means) for each in panel._ways.values()]
        return [
            (press.x(), means.x(), means.y() > press.geometry().bottom(), press.text())
            for press, means in pairs
        ]

    wide, narrow = rows(900), rows(400)
    assert [row[0] for row in wide] == [0, 0] and wide[0][1] == wide[1][1] > 250
    assert [row[2:] for row in wide] == [(False, WAIT.words), (False, GO_ON.words)]
    assert narrow == [(0, 0, True, WAIT.words), (0, 0, True, "Go on without Stephen\n(by itself in 0:07)")]
    assert rows(900) == wide


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    made.activateWindow()
    return made


def put_up(parent: QWidget, *ways: WayOn) -> QuestionPanel:
    panel = QuestionPanel(parent)
    panel.tell(Question("Stephen is away.", ways, ""))
    return panel


AT_ONCE = replace(GO_ON, words="Go on at once", is_coming=False)
OFF = {"hindrance": "his keys are lost"}


@pytest.mark.parametrize(
    ("ways", "focused"),
    [
        ((WAIT, GO_ON), "Go on without Stephen (by itself in 0:07)"),
        ((WAIT, AT_ONCE), "Not yet: wait"),
        ((replace(WAIT, **OFF), AT_ONCE), "Go on at once"),
        ((WAIT, replace(GO_ON, **OFF)), "Not yet: wait"),
        ((replace(WAIT, **OFF), replace(GO_ON, **OFF)), None),
    ],
)
def test_the_automatic_answer_or_else_the_first_possible_one_has_the_keyboard(
    parent: QWidget, ways: tuple[WayOn, ...], focused: str | None
) -> None:
    panel = put_up(parent, *ways)
    assert panel.isHidden(), "it opens nothing by itself"
    panel.take_focus()
    found = [each.press.text() for each in panel._ways.values() if parent.focusWidget() is each.press]

    assert panel.isVisible()
    assert found == ([] if focused is None else [focused])
    assert [each.press.isEnabled() for each in panel._ways.values()] == [not each.hindrance for each in ways]


def test_an_answer_gets_new_words_on_the_same_button_and_a_press_decides_it(parent: QWidget) -> None:
    panel = put_up(parent, WAIT, AT_ONCE)
    panel.take_focus()
    decided: list[object] = []
    panel.decided.connect(decided.append)
    first, second = (each.press for each in panel._ways.values())
    roles = [(each.property("role"), each.text(), each.accessibleName()) for each in (first, second)]
    assert roles == [
        ("", "Not yet: wait", "Not yet: wait. Nothing happens by itself."),
        ("", "Go on at once", "Go on at once. His cards are taken out."),
    ]
    second.click()
    panel.tell(Question("", (WAIT, replace(AT_ONCE, is_own=True, votes="Toby too.")), "Two of three."))

    assert decided == [AbsentChoice.LEAVE_OUT]
    assert [each.press for each in panel._ways.values()] == [first, second] and parent.focusWidget() is first
    assert (second.property("role"), second.text()) == ("primary", "✓ Go on at once")
    assert panel._ways[AbsentChoice.LEAVE_OUT].means.text() == "His cards are taken out. Toby too."
    assert panel.note.isVisible() and panel.note.text() == "Two of three."
    panel.tell(Question("", (replace(WAIT, is_coming=True),), ""))
    [left] = [each.press for each in panel._ways.values()]
    assert left is not first and left.property("role") == "primary" and not first.isVisible()
    assert not panel.note.isVisible()
    panel.tell(None)
    assert panel.isHidden()


def test_the_question_is_as_high_as_its_answers_and_never_higher_than_its_room(parent: QWidget) -> None:
    panel = put_up(parent, WAIT, GO_ON)
    heights = {}
    for high in (40, 400, 4000):
        panel.fit(QSize(900, high))
        heights[high] = panel.height()
    panel.fit(QSize(300, 4000))

    assert heights[40] == 40 and heights[400] == heights[4000] < 200
    assert panel.height() > heights[400], "in a column they are higher"


@pytest.mark.parametrize(("wide", "is_below"), [(533, True), (534, False)])
def test_a_sentence_moves_below_its_button_if_beside_it_it_would_be_narrower_than_the_button(
    parent: QWidget, wide: int, *, is_below: bool
) -> None:
    panel = put_up(parent, WAIT, GO_ON)
    panel.show()
    panel.fit(QSize(wide + 2 * panel.frameWidth() - 2, 400))
    panel.resize(wide + 2 * panel.frameWidth() - 2, panel.height())
    layout = panel._inside.layout()
    assert layout is not None
    layout.activate()
    row = panel._ways[AbsentChoice.WAIT]

    assert (row.means.y() > row.press.geometry().bottom()) is is_below
