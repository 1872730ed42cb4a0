"""The start of the frozen program: `shoal`, and on Windows also `shoalw`, which has no console."""

from __future__ import annotations

import inspect
import os
import sys


def tell_of_no_source() -> None:
    """Tell PySide that no module has its source here: otherwise it searches for the source at each import."""

    def none(module: object) -> str:
        raise OSError(f"no source of {module!r} is bundled")

    vars(inspect)["getsource"] = none


def restore_library_path() -> None:
    """Give programs that we open (a browser, a file manager) the system's libraries, not the bundled ones.

    The loader has set the variable for this process and kept the old value; glibc has read it by now. A child
    that runs this program would rely on this environment, unless it is told to set up its own.
    """
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    elif hasattr(sys, "_MEIPASS"):
        os.environ.pop("LD_LIBRARY_PATH", None)


def open_streams() -> None:
    """Open missing output streams to nowhere: without a console Windows gives a program none."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  (never closed)


if __name__ == "__main__":
    restore_library_path()
    open_streams()
    tell_of_no_source()
    from app.__main__ import main

    raise SystemExit(main())
