"""The question how to continue: where its buttons and sentences stand in wide and narrow windows."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.messages import AbsentChoice
from app.screens.absence import Question, WayOn
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
