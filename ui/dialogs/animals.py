"""The choice of the player's own animal from ten pictures."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QToolButton, QWidget

from app.animals import ANIMALS, Animal
from ui.art.cache import PixelSize, draw_pixmap
from ui.art.pieces.players import Avatar, paint_avatar
from ui.art.theme import Theme
from ui.parts import sized

SIDE, GAP = 48, 6


class AnimalPicker(QWidget):
    """Shows all animals, `chosen` marked; `changed` carries a choice. Arrow keys go from one to the next."""

    changed = Signal(str)

    def __init__(self, chosen: str, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName("Your animal")
        self._rows = QGridLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(GAP)
        self._columns = 0
        self._group = QButtonGroup(self)
        for place, animal in enumerate(ANIMALS):
            made = self._made(animal, theme)
            made.setChecked(animal == chosen)
            made.clicked.connect(partial(self._clicked, animal))
            self._group.addButton(made, place)
        self._lay_out(len(ANIMALS) // 2)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Lay out as many in a row as fit, at most half of them."""
        super().resizeEvent(event)
        wide = self._group.button(0).sizeHint().width() + GAP
        self._lay_out(max(1, min(len(ANIMALS) // 2, (event.size().width() + GAP) // wide)))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Return the width of one animal: at the narrowest all stand below one another."""
        return QSize(self._group.button(0).sizeHint().width(), super().minimumSizeHint().height())

    def _lay_out(self, columns: int) -> None:
        if columns != self._columns:
            self._rows.setColumnStretch(self._columns, 0)
            self._rows.setColumnStretch(columns, 1)
            self._columns = columns
            for place, made in enumerate(self._group.buttons()):
                self._rows.addWidget(made, *divmod(place, columns))

    def _made(self, animal: Animal, theme: Theme) -> QToolButton:
        side, dpr = sized(SIDE), self.devicePixelRatioF()
        made = QToolButton()
        made.setCheckable(True)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        picture = draw_pixmap(paint_avatar, Avatar(animal, None), theme, size=PixelSize(side, side, dpr))
        made.setIcon(QIcon(picture))
        made.setIconSize(QSize(side, side))
        made.setAccessibleName(f"Your animal: {animal}")
        made.setToolTip(animal.capitalize())
        return made

    def _clicked(self, animal: Animal) -> None:
        """Report the choice, also of the marked animal: it may be marked only as the usual one."""
        self.changed.emit(animal.value)
