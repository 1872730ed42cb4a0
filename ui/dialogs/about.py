"""The dialog about Shoal: its version, the place of the data, and the licences of all parts."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QPlainTextEdit, QWidget

from app.screens.about import Licence
from ui.dialogs.frame import FrameDialog
from ui.parts import button, label, sized


class AboutDialog(FrameDialog):
    """Shows sentences about the program, and below them the text of the chosen licence."""

    def __init__(
        self, sentences: tuple[str, ...], licences: tuple[Licence, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__("About Shoal", wide=640, high=620, parent=parent)
        self.add(label("About Shoal", "title"), *(label(each, selectable=True) for each in sentences))
        self.choice = QComboBox()
        self.choice.setAccessibleName("Licence of")
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for licence in licences:
            self.choice.addItem(f"{licence.title}: {licence.kind}", licence.text)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName("Text of the licence")
        self.text.setMinimumHeight(sized(200))
        self.add(label("Licences", "heading"), self.choice, (self.text, 1))
        self.choice.currentIndexChanged.connect(self._show)
        self._show()
        self.add_foot(button("Close", self.accept, role="primary"))

    def _show(self) -> None:
        self.text.setPlainText(self.choice.currentData())
