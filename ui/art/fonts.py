"""The fonts, bundled so that text looks the same everywhere (licence: `packaging/notices/fonts.txt`).

Shoal Sans is Inter, Shoal Mono a subset of JetBrains Mono. They are renamed because Qt would set some text,
such as italics, in a font of the system that has the same name.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFont, QFontDatabase

FAMILY, MONO = "Shoal Sans", "Shoal Mono"
"""The font of all text, and the fixed-width font of boards and sheets."""
FILES = ("ShoalSans-Regular.otf", "ShoalSans-Bold.otf", "ShoalMono-Regular.otf")


class FontBroken(RuntimeError):
    """A bundled font file is missing or Qt cannot read it: the installation is damaged."""


@cache
def register_fonts() -> str:
    """Register the fonts with Qt, once per process; return the name of the usual family.

    Needs a QGuiApplication. Call it before the first widget is made. For scripts that our fonts lack Qt falls
    back to fonts of the system.
    """
    for name in FILES:
        content = (files("ui.art") / "fonts" / name).read_bytes()
        if QFontDatabase.addApplicationFontFromData(QByteArray(content)) < 0:
            raise FontBroken(f"cannot read the bundled font {name}")
    return FAMILY


def ui_font(pixels: int, *, bold: bool = False) -> QFont:
    """Return the usual font at a size in device-independent pixels."""
    font = QFont(register_fonts())
    font.setPixelSize(max(1, pixels))
    font.setBold(bold)
    return font
