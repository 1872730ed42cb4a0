"""Hashes of all pieces without letters: `python -m tests.ui.art.golden` writes them anew.

Letters are drawn by the system's FreeType, lines by Qt alone, so only these are the same everywhere.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from tests.ui.art.drawing import digest, draw
from tests.ui.art.pieces import FAMILIES, Family

FILE = Path(__file__).with_name("golden.json")
TEXTLESS = tuple(family for family in FAMILIES if not family.has_text)


def hashes(family: Family) -> dict[str, list[str]]:
    """For each kind the hash at the size of the table of pieces and at twice that size."""
    width, height = family.size
    return {
        str(kind): [
            digest(draw(family.paint, kind, size=size)) for size in ((width, height), (2 * width, 2 * height))
        ]
        for kind in family.kinds
    }


def main() -> int:
    """Write the file."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication  # noqa: PLC0415  (after the platform is chosen)

    app = QGuiApplication(["golden"])
    FILE.write_text(
        json.dumps({str(f): hashes(f) for f in TEXTLESS}, indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )
    app.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
