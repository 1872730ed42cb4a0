"""`shoal`: the command line. The window is imported only where one is wanted."""

from __future__ import annotations

import errno
import gc
import linecache
import os
import sys
from collections.abc import Mapping

from app.cli import CommandLine, parse
from net.errors import NetError
from rules.errors import BadOptions

WITHOUT = "shoal demo, and host, join, watch and replay with --no-window, work without one"
NO_SCREEN = f"shoal: there is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set); {WITHOUT}"
NO_QT = (
    "shoal: the window cannot be opened: {why}. On Debian and Ubuntu: apt install libegl1 libgl1 "
    f"libglib2.0-0 libdbus-1-3 libfontconfig1 libxkbcommon-x11-0 libxcb-cursor0; {WITHOUT}"
)

# How long a thread may keep the others waiting. While two workers check proofs of 200 cards, a
# thread that wakes every millisecond waited up to 21 ms with Python's 5 ms and up to 13 with this;
# acknowledgements are to leave within 10 in all but the rarest case (tests/bench/test_bench_table.py).
SWITCH_S = 0.001


def main(argv: list[str] | None = None) -> int:
    """Run one command; its exit status: 0 done, 1 a check failed, 2 wrong usage."""
    sys.setswitchinterval(SWITCH_S)
    try:
        words = parse(sys.argv[1:] if argv is None else argv)
        status = _selftest() if words.selftest else _window(words) if words.window else words.run(words)
        sys.stdout.flush()
        return status
    except OSError as why:
        if not _is_reader_gone(why):
            raise
        # What is left to say goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except BadOptions as why:
        print(f"shoal: {why}", file=sys.stderr)
        return 2
    except NetError as why:
        print(f"shoal: {why}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _is_reader_gone(why: OSError) -> bool:
    """True if whoever read our output is gone; Windows calls that an invalid argument."""
    return isinstance(why, BrokenPipeError) or (sys.platform == "win32" and why.errno == errno.EINVAL)


def _selftest() -> int:
    from app.selftest import selftest  # noqa: PLC0415  (it imports everything)

    def window() -> str:
        from ui.selftest import window as drawn  # noqa: PLC0415

        return drawn()

    return selftest((("window", window),))


def _window(words: CommandLine) -> int:
    if not has_screen(sys.platform, os.environ):
        print(NO_SCREEN, file=sys.stderr)
        return 2
    gc.disable()  # all that is imported now stays; `ui.start` lets it run again after the first paint
    try:
        return _open_window(words)
    finally:
        gc.enable()


def _open_window(words: CommandLine) -> int:
    # Before Qt: of whatever is imported after it, PySide reads the whole source (`feature._mod_uses_pyside`).
    from app.commands.window import wanted  # noqa: PLC0415
    from app.keep.home import find_home  # noqa: PLC0415
    from app.program import build_program  # noqa: PLC0415

    try:
        from ui.start import run_window  # noqa: PLC0415  (everything else runs without Qt)
    except ImportError as why:
        print(NO_QT.format(why=why), file=sys.stderr)
        return 2
    linecache.clearcache()  # what PySide has read of the source: 3 MB
    nick, address = getattr(words, "name", None), getattr(words, "address", None)
    return run_window(wanted(words), find_home().folder, lambda: build_program(nick=nick, address=address))


def has_screen(platform: str, environ: Mapping[str, str]) -> bool:
    """True if a window can be shown: only on Linux and its relatives may there be no screen."""
    if platform in ("win32", "darwin"):
        return True
    return any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


if __name__ == "__main__":
    raise SystemExit(main())
