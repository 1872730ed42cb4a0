"""Record which probes of `mutate.py` are reached, in whatever process a probed module is imported.

A probe reads `REACHED[number]`, which is None. The first time since `begin` that adds the line "who, tab,
number" to the file `records` beside this module; after that it is a look into a dictionary.
"""

from __future__ import annotations

import os
import sys
from types import FrameType

FOLDER = os.path.dirname(os.path.abspath(__file__))
TREE = os.path.join(os.path.dirname(FOLDER), "0", "")
WHO = "MUTATE_REACHING"


class Reached(dict[object, None]):
    """The probes that `who` has reached: a test, or a thing that tests share (see `mutate_plugin.py`)."""

    def __init__(self) -> None:
        super().__init__()
        self.who = os.environ.get(WHO, "")
        self.is_for_many = False
        """True in a process of many tests.

        There an import is nobody's own: its probes are recorded for the module that was being imported, every
        time.
        """
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        self._records = os.open(os.path.join(FOLDER, "records"), flags)

    def begin(self, who: str) -> None:
        """Record probes as reached by `who` from now on, here and in processes started from here."""
        self.clear()
        self.who = os.environ[WHO] = who

    def write(self, *words: object) -> None:
        """Add a line to the records. The file is open for appending: no other process's line is cut."""
        os.write(self._records, ("\t".join(map(str, words)) + "\n").encode())

    def __missing__(self, probe: object) -> None:
        imported = _importing() if self.is_for_many else ""
        if not imported:
            self[probe] = None
        self.write(f"import {imported}" if imported else self.who, probe)


def _importing() -> str:
    """The module of the tree that is being imported, from the root; "" if none is."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        if code.co_name == "computed" and code.co_filename.startswith(FOLDER):
            return ""  # a value for a cache: `who` is that
        is_module = code.co_name == "<module>" and frame.f_globals.get("__name__") != "__main__"
        if is_module and code.co_filename.startswith(TREE):
            return code.co_filename.removeprefix(TREE).replace(os.sep, "/")
        frame = frame.f_back
    return ""


REACHED = Reached()
