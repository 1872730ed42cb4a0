"""What is shown when a game is over: the result, the sheet, and what can be done now."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.screens.table import Standing
from ui.art.cache import PixelSize, draw_pixmap
from ui.art.icon_paths import Icon
from ui.art.icons import paint_crown
from ui.art.theme import Theme
from ui.parts import button, label

LARGEST = QSize(960, 640)
GAP, EDGES = 16, 60
CROWNS = 3
CROWN = 30


class EndPanel(QFrame):
    """Told the result once; `sheet` is the game's own, otherwise the standings are shown."""

    rematch_wanted = Signal()
    change_wanted = Signal()
    replay_wanted = Signal()
    save_wanted = Signal()
    leave_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("role", "card")
        self.setAccessibleName("The end of the game")
        self.result = label("", "title")
        self.why = label("", selectable=True)
        self.sheet = QVBoxLayout()
        self.rematch = button("Play again", self.rematch_wanted.emit, role="primary")
        self.change = button("Play again, changed…", self.change_wanted.emit)
        self.leave = button("Back to the lobby", self.leave_wanted.emit)
        self.saved = label("", "muted")
        self.saved.hide()
        self._again = _row(self.rematch, self.change, self.leave)
        looks = (
            button("Look at the table", self.hide, role="quiet", icon=(Icon.EYE, theme)),
            button("Watch the replay", self.replay_wanted.emit, role="quiet", icon=(Icon.RECORDS, theme)),
            button("Save the record…", self.save_wanted.emit, role="quiet", icon=(Icon.SAVE, theme)),
        )
        self._looks = _row(*looks)
        self._verbs = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._verbs.addLayout(self._again)
        self._verbs.addLayout(self._looks)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(28, 20, 28, 20)
        layout.setSpacing(16)
        layout.addWidget(self.result)
        layout.addWidget(self.why)
        layout.addLayout(self.sheet, 1)
        layout.addLayout(self._verbs)
        layout.addWidget(self.saved)

    def tell(self, result: str, why: str, sheet: QWidget | None, standings: tuple[Standing, ...]) -> None:
        """Show the end; `why` is what stopped the game or was proven in it, "" if nothing was."""
        self.result.setText(result)
        self.why.setText(why)
        self.why.setVisible(bool(why))
        if sheet is not None:
            sheet.setMinimumSize(640, 360)
        self.sheet.addWidget(_Area(sheet or self._standings(standings)))

    def tell_saved(self, text: str) -> None:
        """Where the record is now, or why it could not be saved."""
        self.saved.setText(text)
        self.saved.show()

    def best_size(self, room: QSize) -> QSize:
        """As large as it needs within the room over the table."""
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        wide = sum(each.sizeHint().width() + GAP for each in (self.rematch, self.change, self.leave)) + EDGES
        is_narrow = room.width() < wide  # then what can be done stands in two columns
        self._verbs.setDirection(right if is_narrow else down)
        for row in (self._again, self._looks):
            row.setDirection(down if is_narrow else right)
        return self.sizeHint().expandedTo(QSize(560, 0)).boundedTo(LARGEST).boundedTo(room)

    def _standings(self, standings: tuple[Standing, ...]) -> QWidget:
        table = QWidget()
        grid = QGridLayout(table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setColumnStretch(2, 1)
        for row, each in enumerate(standings):
            crown = QLabel()
            if each.rank <= CROWNS:
                size = PixelSize(CROWN, CROWN, self.devicePixelRatioF())
                crown.setPixmap(draw_pixmap(paint_crown, each.rank, self._theme, size=size))
            for column, cell in enumerate(
                (
                    label(f"{each.rank}.", "heading", wraps=False),
                    crown,
                    label(each.name, "heading"),
                    label(each.score, "heading", wraps=False),
                )
            ):
                grid.addWidget(cell, row, column, Qt.AlignmentFlag.AlignVCenter)
        return table


class _Area(QScrollArea):
    """As large as what is in it where there is room; else it scrolls."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self._inside = inside
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("The scores")
        self.setWidget(inside)
        for each in (inside, self.viewport()):  # the panel's own colour shows through
            each.setAutoFillBackground(False)

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """The whole of it."""
        return self._inside.sizeHint().expandedTo(self._inside.minimumSize())


def _row(*buttons: QPushButton) -> QBoxLayout:
    """Buttons side by side, from the left."""
    row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
    for each in buttons:
        row.addWidget(each)
    row.addStretch(1)
    return row
