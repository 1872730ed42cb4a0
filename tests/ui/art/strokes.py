"""A checksum of all that each painter draws, to a quarter of a pixel: `python -m tests.ui.art.strokes`.

The small pictures of `golden` are for eyes, and coarse; these notice a line that is a pixel away, whatever
else is drawn there. After a wanted change look at the picture, and run this as well: it keeps what is drawn
today.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QGuiApplication

from tests.support.laid import strokes
from tests.ui.art.golden import EVERY, places
from tests.ui.art.pieces import Family
from ui.art.fonts import register_fonts

FILE = Path(__file__).parents[2] / "data" / "strokes.txt"
"""A line for each painter: its name, and a checksum for each kind and theme, in the order of its sheet."""


def line(family: Family) -> str:
    """The line of a painter as it draws today."""
    room = QRectF(0, 0, *family.size)
    sums = [
        strokes(lambda painter: family.paint(painter, room, kind, theme), family.size)  # noqa: B023  (at once)
        for kind, theme, _ in places(family)
    ]
    return " ".join([str(family), *sums])


def kept() -> dict[str, str]:
    """The kept lines by the names of the painters."""
    return {each.partition(" ")[0]: each for each in FILE.read_text(encoding="utf-8").splitlines()}


def changed(family: Family) -> list[str]:
    """The kinds of a painter whose strokes differ from the kept ones; none but on Linux: see `layouts`."""
    before, now = kept().get(str(family), "").split(), line(family).split()
    if before == now or sys.platform != "linux":
        return []
    if len(before) != len(now):
        return [f"{family}: other kinds, or none kept"]
    drawn = zip(places(family), before[1:], now[1:], strict=True)
    return [f"{family} {kind} in {theme.name}" for (kind, theme, _), was, is_now in drawn if was != is_now]


def main() -> int:
    """Keep what is drawn today, and name the painters that have changed."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QGuiApplication(["strokes"])
    register_fonts()
    before = kept() if FILE.exists() else {}
    now = {str(family): line(family) for family in EVERY}
    FILE.write_text("".join(f"{each}\n" for each in now.values()), encoding="utf-8")
    print(*(name for name in now if now[name] != before.get(name)), sep="\n")
    app.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
