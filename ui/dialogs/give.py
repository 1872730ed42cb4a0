"""Dialog that offers installers to people on this network while open: address, QR code and SHA-256."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.screens.giving import HINT, Giver, gift_line
from app.screens.qr import QUIET, code_of
from ui.dialogs.frame import FrameDialog
from ui.dialogs.qr import CodePicture
from ui.parts import button, label

SIDE = 380
"""Largest side of the picture at 100 %, in pixels: with many files its modules are smaller."""


class GiveDialog(FrameDialog):
    """Shows how to get the files; closing it ends their offer (`giver`)."""

    def __init__(self, giver: Giver, parent: QWidget | None = None) -> None:
        super().__init__("Give Shoal to people here", wide=540, parent=parent)
        self.giver = giver
        code = code_of(giver.link)
        self.picture = CodePicture(code, module=SIDE // (len(code) + 2 * QUIET))
        self.picture.setAccessibleName("QR code of the address, with the SHA-256 of each file")
        self.add(
            label("Give Shoal to people here", "heading"),
            (self.picture, 0, Qt.AlignmentFlag.AlignHCenter),
            label(f"In any browser on this network: {giver.address}"),
            *(label(gift_line(gift), "muted") for gift in giver.gifts),
            label(HINT, "muted"),
        )
        self.add_foot(button("Stop giving", self.accept, role="primary"))
        self.finished.connect(giver.close)
