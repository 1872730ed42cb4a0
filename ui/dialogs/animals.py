"""The own animal: ten pictures, of which one is chosen."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from app.animals import ANIMALS, Animal
from ui.art.cache import PixelSize, draw_pixmap
from ui.art.pieces.players import Avatar, paint_avatar
from ui.art.theme import Theme
from ui.flow import FlowLayout
from ui.parts import sized

SIDE = 48


class AnimalPicker(QWidget):
    """Shows which animal is `chosen`, and tells another one; arrow keys go from one to the next."""

    changed = Signal(str)

    def __init__(self, chosen: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Your animal")
        rows = FlowLayout(self, gap=6)
        self._group = QButtonGroup(self)
        for place, animal in enumerate(ANIMALS):
            made = self._made(animal, theme)
            made.setChecked(animal == chosen)
            made.toggled.connect(partial(self._toggled, animal))
            self._group.addButton(made, place)
            rows.addWidget(made)

    def button(self, animal: Animal) -> QToolButton:
        """What chooses that animal."""
        found = self._group.button(ANIMALS.index(animal))
        assert isinstance(found, QToolButton)  # noqa: S101  (nothing else was put there)
        return found

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

    def _toggled(self, animal: Animal, is_on: bool) -> None:
        if is_on:
            self.changed.emit(animal.value)
