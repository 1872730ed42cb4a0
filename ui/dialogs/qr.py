"""An invitation as a QR code, for people with a camera to whom no link can be sent."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.screens.qr import QUIET, code_of, link_of, svg_of
from ui.dialogs.frame import FrameDialog
from ui.parts import button, label, show_text, sized

MODULE = 7
"""Size of a module in pixels at 100 %: a phone reads it from a metre away."""


class CodePicture(QWidget):
    """Shows a QR code, dark on white in every theme, because some cameras cannot read light on dark."""

    def __init__(self, code: Sequence[Sequence[bool]], *, module: int = MODULE) -> None:
        super().__init__()
        self._code, self._module = code, module
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Return a square in which every module takes whole pixels."""
        side = (len(self._code) + 2 * QUIET) * sized(self._module)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Paint the modules in whole pixels, centred."""
        del event
        painter = QPainter(self)
        count = len(self._code) + 2 * QUIET
        module = max(1, min(self.width(), self.height()) // count)
        left, top = ((length - module * count) // 2 for length in (self.width(), self.height()))
        painter.fillRect(QRectF(left, top, module * count, module * count), QColor("white"))
        for y, row in enumerate(self._code):
            for x, is_dark in enumerate(row):
                if is_dark:
                    at = (left + (x + QUIET) * module, top + (y + QUIET) * module)
                    painter.fillRect(QRectF(*at, module, module), QColor("black"))

    def tell(self, code: Sequence[Sequence[bool]]) -> None:
        """Show another code: True for each dark module, row by row."""
        self._code = code
        self.updateGeometry()
        self.update()


class CodeDialog(FrameDialog):
    """Shows the QR code of an invitation. Its button `saves` only asks for a file; `save` writes it."""

    def __init__(self, invitation: str, parent: QWidget | None = None) -> None:
        super().__init__("Invitation as a QR code", wide=420, parent=parent)
        self.invitation = invitation
        self.picture = CodePicture(code_of(link_of(invitation)))
        self.picture.setAccessibleName("QR code of the invitation to this table")
        self.problem = label("", "error")
        self.problem.hide()
        self.add(
            label("Invitation as a QR code", "heading"),
            (self.picture, 0, Qt.AlignmentFlag.AlignHCenter),
            label("Scan it with a camera: the link does the same as the invitation's text.", "muted"),
            self.problem,
        )
        self.saves = button("Save as SVG…", lambda: None)
        self.copies = button("Copy as a link", self._copy)
        self.add_foot(self.copies, self.saves, button("Close", self.accept, role="primary"))

    def save(self, path: Path) -> None:
        """Save the code as an SVG file; show that it is saved, or why not."""
        try:
            path.write_bytes(svg_of(link_of(self.invitation)))
        except OSError as why:
            show_text(self.problem, f"The picture could not be saved: {why.strerror}.")
            return
        self.problem.hide()
        self.saves.setText("Saved")

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(link_of(self.invitation))
        self.copies.setText("Copied")
