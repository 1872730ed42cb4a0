"""The table at which players arrive: its cloth, a chair for each seat, and the invitation in the middle."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QPushButton, QStyle, QVBoxLayout, QWidget

from app.screens.chairs import Chair
from ui.art.cache import PixelSize, draw_pixmap
from ui.art.icon_paths import Icon
from ui.art.icons import qt_icon
from ui.art.pieces.players import avatar_of, paint_avatar
from ui.art.theme import Theme
from ui.kit.cloth import Cloth, paint_cloth
from ui.parts import AT_TOP, label, pack, sized

CHAIR, FACE = 190, 44
"""Width of a chair, and side of the face on it, at 100 %."""
EDGE, GAP = 20, 12
STEP = 20
"""Pixels between the heights that are tried for a table."""


class ChairFrame(QFrame):
    """A chair and the player on it. If it has actions, `press` covers it: a click opens their menu or, on the
    chair that can be added, takes the first."""

    wanted = Signal(object)
    """The order of the chosen action."""

    def __init__(self, chair: Chair, theme: Theme) -> None:
        super().__init__()
        self.chair = chair
        guest = chair.guest
        self.setProperty("role", "free" if guest is None else "plate")
        face, side = QLabel(), sized(FACE)
        face.setFixedSize(side, side)
        face.setAlignment(Qt.AlignmentFlag.AlignCenter)
        if guest is not None:
            size = PixelSize(side, side, self.devicePixelRatioF())
            face.setPixmap(draw_pixmap(paint_avatar, avatar_of(guest.animal, chair.seat), theme, size=size))
        else:
            icon = Icon.ADD if chair.is_new else Icon.SEAT
            sign = qt_icon(icon, theme, pixels=side // 2, colour=theme.felt_text)
            face.setPixmap(sign.pixmap(QSize(side // 2, side // 2)))
        name = label(chair.name, "strong" if guest is not None else "")
        words = pack(QVBoxLayout(), name, *([label(chair.about, "muted")] if chair.about else []), gap=0)
        pack(QHBoxLayout(self), (face, 0, AT_TOP), (words, 1), edges=(8, 6, 8, 6))
        self.press = QPushButton(self) if chair.actions else None
        self.offered = QMenu(self)
        named = self.press or self
        named.setAccessibleName(chair.told)
        named.setToolTip(chair.tip)
        if self.press is not None:
            self.press.setProperty("role", "chair")
            self.press.clicked.connect(self._offer)
        for text, order in chair.actions:
            self.offered.addAction(text).triggered.connect(partial(self.wanted.emit, order))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Let `press` cover the whole chair."""
        super().resizeEvent(event)
        if self.press is not None:
            self.press.setGeometry(self.rect())

    def _offer(self) -> None:
        if self.chair.is_new:
            self.wanted.emit(self.chair.actions[0][1])
        else:
            self.offered.popup(self.mapToGlobal(self.rect().bottomLeft()))
            self.offered.setActiveAction(self.offered.actions()[0])

    def fit(self, wide: int) -> None:
        """Take this width, and the height that the words need."""
        layout = self.layout()
        high = 0 if layout is None else max(layout.heightForWidth(wide), layout.sizeHint().height())
        self.resize(wide, high)


class WaitingTable(QWidget):
    """Shows chairs around the table, or in rows if it is small, and the widget `middle` in its middle."""

    wanted = Signal(object)
    """The order of an action that was chosen on a chair."""

    def __init__(self, middle: QWidget, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._chairs: list[ChairFrame] = []
        self._cloth = QPixmap()
        self._drawn: object = None
        self.middle = middle
        middle.setParent(self)

    def tell(self, chairs: Sequence[Chair]) -> None:
        """Show chairs in this order, clockwise from the lower edge. An unchanged chair keeps an open menu."""
        before = {each.chair: each for each in self._chairs}
        focused = next(
            (each.chair.seat for each in self._chairs if each.press and each.press.hasFocus()), None
        )
        self._chairs = [before.pop(each) if each in before else self._made(each) for each in chairs]
        after: QWidget = self.middle
        for press, chair in [(each.press, each.chair) for each in self._chairs if each.press is not None]:
            self.setTabOrder(after, press)
            after = press
            if chair.seat == focused:
                press.setFocus()
        for old in before.values():
            old.hide()
            old.deleteLater()
        self.settle()

    def _made(self, chair: Chair) -> ChairFrame:
        made = ChairFrame(chair, self._theme)
        made.wanted.connect(self.wanted)
        made.setParent(self)
        made.show()
        return made

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme, also for the chairs."""
        self._theme = theme
        chairs = [each.chair for each in self._chairs]
        self.tell(())
        self.tell(chairs)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Lay everything out again."""
        super().resizeEvent(event)
        self.settle()

    def settle(self) -> None:
        """Place chairs and middle. The least height must not depend on the present height: a table that grew
        would shrink again at once."""
        wide = min(sized(CHAIR), self.width() - 2 * EDGE)
        for each in self._chairs:
            each.fit(wide)
        middle = QSize(0, 0) if self.middle.isHidden() else self._middle_size()
        rows = self._rows(middle)
        least = max(each.bottom() for each in rows) + EDGE
        least = next((high for high in range(STEP, least, STEP) if self._round(middle, high)), least)
        if self.minimumHeight() != least:
            self.setMinimumHeight(least)
        centre, *places = self._round(middle, self.height()) or self._lowered(rows)
        self.middle.setGeometry(centre)
        for each, place in zip(self._chairs, places, strict=True):
            each.setGeometry(place)
        self.update()

    def _middle_size(self) -> QSize:
        hint, room = self.middle.sizeHint(), self.width() - 2 * EDGE
        wide = min(hint.width(), room)
        high = self.middle.heightForWidth(wide) if self.middle.hasHeightForWidth() else hint.height()
        return QSize(wide, max(high, hint.height()))

    def _round(self, middle: QSize, high: int) -> list[QRect]:
        """Return the places of the middle and of the chairs around it, the first at the lower edge; [] if
        they would overlap or leave the table at this height."""
        whole = QRect(0, 0, self.width(), high)
        centre = QStyle.alignedRect(self.layoutDirection(), Qt.AlignmentFlag.AlignCenter, middle, whole)
        places: list[QRect] = []
        lies = whole.adjusted(EDGE, EDGE, -EDGE, -EDGE)
        for at, chair in enumerate(self._chairs):
            angle = 2 * math.pi * at / len(self._chairs)
            across, down = (lies.width() - chair.width()) / 2, (lies.height() - chair.height()) / 2
            place = QRect(QPoint(), chair.size())
            x = round(whole.width() / 2 - across * _wider(math.sin(angle)))
            place.moveCenter(QPoint(x, round(high / 2 + down * math.cos(angle))))
            places.append(place)
        near = [each.adjusted(-GAP // 2, -GAP // 2, GAP // 2, GAP // 2) for each in (centre, *places)]
        covered = any(one.intersects(two) for at, one in enumerate(near) for two in near[:at])
        return [] if covered or not all(whole.contains(each) for each in places) else [centre, *places]

    def _lowered(self, rows: list[QRect]) -> list[QRect]:
        """Return the places of `_rows`, centred in the present height."""
        spare = self.height() - EDGE - max(each.bottom() for each in rows)
        return [each.translated(0, max(0, spare // 2)) for each in rows]

    def _rows(self, middle: QSize) -> list[QRect]:
        """Return the places of the middle, and of the chairs in rows below it."""
        places = [QRect(QPoint((self.width() - middle.width()) // 2, EDGE), middle)]
        wide = self._chairs[0].width() if self._chairs else 1
        columns = max(1, (self.width() - 2 * EDGE + GAP) // (wide + GAP))
        left = (self.width() - min(columns, len(self._chairs)) * (wide + GAP) + GAP) // 2
        top = EDGE + (middle.height() + GAP if middle.height() else 0)
        for start in range(0, len(self._chairs), columns):
            row = self._chairs[start : start + columns]
            places += [
                QRect(QPoint(left + at * (wide + GAP), top), each.size()) for at, each in enumerate(row)
            ]
            top += max(each.height() for each in row) + GAP
        return places

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Paint the cloth; it is redrawn only for another size or theme."""
        size, inset = PixelSize(self.width(), self.height(), self.devicePixelRatioF()), 0.16
        wanted = size, self._theme
        if self._drawn != wanted:
            self._drawn = wanted
            w, h = self.width(), self.height()
            oval = (w * inset, h * inset, w * (1 - 2 * inset), h * (1 - 2 * inset))
            self._cloth = draw_pixmap(paint_cloth, Cloth(oval), self._theme, size=size)
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._cloth)


def _wider(sine: float) -> float:
    """Return a sine enlarged, to move chairs farther out than on an ellipse: the middle is wide."""
    return math.copysign(math.sqrt(abs(sine)), sine)
