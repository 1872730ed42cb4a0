"""Crash reports: written on this computer, shown to the player, sent nowhere."""

from __future__ import annotations

import faulthandler
import platform
import sys
import threading
import time
import traceback
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, TextIO, TypeAlias

from msgspec import Struct, field

from app import VERSION
from app.games.fault import fault_text
from app.keep.logs import Recent

FAULTS: Final = "fault.txt"
REPORT_MAX: Final = 200_000
SendReport: TypeAlias = Callable[[str], None]


class CrashWatch(Struct):
    """Watches one run of the program from `start` to `stop`.

    An exception that nobody caught, in any thread, becomes a report and goes to `send`. A crash of the
    interpreter leaves a file that the next start finds.
    """

    folder: Path
    recent: Recent
    send: SendReport
    _file: TextIO | None = field(default=None)
    _was: object = None
    _was_in_threads: object = None

    def start(self) -> str:
        """Start watching; return the report that the last run left behind, or ""."""
        left = self._left_behind()
        with suppress(OSError):
            self._file = (self.folder / FAULTS).open("w", encoding="utf-8")
            faulthandler.enable(self._file)
        self._was, self._was_in_threads = sys.excepthook, threading.excepthook
        sys.excepthook = self._caught
        threading.excepthook = lambda args: self._caught(
            args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback
        )
        return left

    def stop(self) -> None:
        """Stop watching and remove the file: a run that ended in order leaves none."""
        if callable(self._was) and callable(self._was_in_threads):
            sys.excepthook, threading.excepthook = self._was, self._was_in_threads
        if self._file is not None:
            faulthandler.disable()
            self._file.close()
            self._file = None
            with suppress(OSError):
                (self.folder / FAULTS).unlink()

    def _left_behind(self) -> str:
        try:
            text = (self.folder / FAULTS).read_text(encoding="utf-8", errors="replace")[:REPORT_MAX]
        except OSError:
            return ""
        return self._keep(f"Shoal ended unexpectedly the last time.\n\n{text}") if text.strip() else ""

    def _caught(self, kind: type[BaseException], value: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, value, trace)
            return
        raised = "".join(traceback.format_exception(kind, value, trace))
        self.send(self._keep(f"{fault_text(value)}\n\n{raised}"))

    def _keep(self, text: str) -> str:
        """Write a zip with a report and the log, if the folder can be written; return the report."""
        report = (
            f"Shoal {VERSION}, Python {platform.python_version()}, {platform.platform()}\n"
            f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n\n{text[-REPORT_MAX:]}\n"
            f"The last messages of the table:\n{self.recent.text}\n"
        )
        with suppress(OSError):
            path = self.folder / f"report-{time.strftime('%Y%m%d-%H%M%S')}.zip"
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
                packed.writestr("report.txt", report)
                if (self.folder / "shoal.log").exists():
                    packed.write(self.folder / "shoal.log", "shoal.log")
        return report
