"""The common frame of all dialogs: a body that scrolls, and buttons that are always visible."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialog,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ui.parts import Part, defer, fill_with, pack, sized, turn

EDGE = QSize(24, 56)
"""Width and height of the screen, in pixels, that a window leaves free for its frame."""
SPACING = 12


class FrameDialog(QDialog):
    """A dialog as large as its body, but at most as the screen: then the body scrolls and the buttons stay.
    `wide` and `high` are its least size at 100 %. Its size follows changes of the scale."""

    def __init__(self, title: str, *, wide: int, high: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._least = (wide, high)
        self.body = pack(QVBoxLayout(), gap=SPACING)
        self._inside = QWidget()
        fill_with(self._inside, self.body)
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._inside)
        self._feet: list[QPushButton] = []
        self._foot = QHBoxLayout()
        self._whole = pack(QVBoxLayout(self), (self._area, 1), self._foot)

    def add(self, *parts: Part) -> None:
        """Add parts to the body, one below the other."""
        pack(self.body, *parts)

    def add_foot(self, *buttons: QPushButton) -> None:
        """Add buttons at the lower edge, side by side, or below one another if the screen is too narrow."""
        self._feet += buttons
        pack(self._foot, *buttons)

    def fit(self) -> None:
        """Take the size that the body needs, within the screen, and stay on the screen."""
        screen = self.screen().availableGeometry()
        room = screen.size() - EDGE
        margins = self._whole.contentsMargins()
        beside = margins.left() + margins.right()
        turn(self._foot, down=False)
        turn(self._foot, down=self._foot_width() > room.width() - beside)
        wide = max(
            sized(self._least[0]), self._inside.sizeHint().width() + beside, self._foot_width() + beside
        )
        wide = min(wide, room.width())
        inner = wide - beside
        high = self.body.heightForWidth(inner) if self.body.hasHeightForWidth() else 0
        high = max(high, self._inside.sizeHint().height() if not high else 0)
        below = self._foot.sizeHint().height() + self._whole.spacing()
        whole = max(sized(self._least[1]), high + below + margins.top() + margins.bottom())
        if whole > room.height():
            bar = self._area.verticalScrollBar().sizeHint().width()
            wide = min(room.width(), wide + bar)
        self.resize(wide, min(whole, room.height()))
        self._stay_on(screen)

    def _foot_width(self) -> int:
        if self._foot.direction() is not QBoxLayout.Direction.LeftToRight:
            return 0
        return sum(each.sizeHint().width() + SPACING for each in self._feet)

    def _stay_on(self, screen: QRect) -> None:
        at = self.frameGeometry()
        x = min(max(at.left(), screen.left()), max(screen.left(), screen.right() - at.width()))
        y = min(max(at.top(), screen.top()), max(screen.top(), screen.bottom() - at.height()))
        if QPoint(x, y) != at.topLeft():
            self.move(x, y)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  (Qt's name)
        """Fit the dialog to its body before it is visible."""
        self.fit()
        super().showEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  (Qt's name)
        """Fit the dialog again after a change of scale, once every widget has its new size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange) and self.isVisible():
            defer(self, self.fit)
