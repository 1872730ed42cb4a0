"""The fonts of drawn letters: those that Shoal brings, or others of this computer."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtGui import QFont, QRawFont, QTextLayout

from ui.art.fonts import FILES

_HEAD = "head"
"""The table of a font with its checksum, which tells it from other fonts of the same name."""


def strange_fonts(layout: QTextLayout) -> set[str]:
    """The names of the fonts that Shoal does not bring, among those that the letters of a text come from."""
    lines = [layout.lineAt(each) for each in range(layout.lineCount())]
    fonts = [run.rawFont() for line in lines for run in line.glyphRuns()]
    return {each.familyName() for each in fonts if bytes(each.fontTable(_HEAD).data()) not in _heads()}


def strange_letters(text: str, font: QFont) -> set[str]:
    """The fonts that Shoal does not bring, among those of one line of text in this font."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return strange_fonts(layout)


@cache
def _heads() -> frozenset[bytes]:
    """Tables with checksums of the fonts that Shoal brings."""
    fonts = [QRawFont(str(files("ui.art") / "fonts" / name), 16) for name in FILES]
    return frozenset(bytes(each.fontTable(_HEAD).data()) for each in fonts)
