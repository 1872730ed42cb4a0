"""The fonts, bundled (SIL Open Font License, `packaging/notices/fonts.txt`), so that text looks the same
everywhere.

Shoal Sans is Inter, Shoal Mono a part of JetBrains Mono. A system that has fonts of these names would set
some of our text in them, slanted words for one, so ours have names that no other font has.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFont, QFontDatabase

FAMILY, MONO = "Shoal Sans", "Shoal Mono"
"""The letters of everything, and those of boards and sheets, all as wide as one another."""
FILES = ("ShoalSans-Regular.otf", "ShoalSans-Bold.otf", "ShoalMono-Regular.otf")


class FontBroken(RuntimeError):
    """A bundled font file is missing or Qt cannot read it: the installation is damaged."""


@cache
def register_fonts() -> str:
    """Make the fonts known to Qt, once per process; gives the name of the usual family.

    Needs a QGuiApplication. Call it before the first widget is made. Writing systems that they
    lack fall back to the system's families.
    """
    for name in FILES:
        content = (files("ui.art") / "fonts" / name).read_bytes()
        if QFontDatabase.addApplicationFontFromData(QByteArray(content)) < 0:
            raise FontBroken(f"cannot read the bundled font {name}")
    return FAMILY


def ui_font(pixels: int, *, bold: bool = False) -> QFont:
    """The usual letters at a size in device-independent pixels."""
    font = QFont(register_fonts())
    font.setPixelSize(max(1, pixels))
    font.setBold(bold)
    return font
