"""Start Shoal: as the command `shoal`, by `python -m shoal`, or from this file in a checkout."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main(argv: list[str] | None = None) -> int:
    """Put the program's packages on the path, and run its command line; return the exit status."""
    installed = HERE / "rooms"
    place = str(installed if installed.is_dir() else HERE.parents[1])
    if place not in sys.path:
        sys.path.insert(0, place)  # first, so that another program's `app` is not imported
    from app.__main__ import main as run  # noqa: PLC0415  (only now can it be found)

    return run(argv)


if __name__ == "__main__":
    raise SystemExit(main())
