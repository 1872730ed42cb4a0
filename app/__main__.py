"""`shoal`: the start of the command line. The window is imported only by commands that open it."""

from __future__ import annotations

import errno
import gc
import linecache
import os
import sys
from collections.abc import Mapping
from importlib.util import find_spec

from app.cli import CommandLine, parse
from net.errors import NetError
from rules.errors import BadOptions

WITHOUT = "shoal demo, and host, join, watch and replay with --no-window, work without one"
NO_SCREEN = f"shoal: there is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set); {WITHOUT}"
NO_QT = (
    "shoal: the window cannot be opened: {why}. On Debian and Ubuntu: apt install libegl1 libgl1 "
    f"libglib2.0-0 libdbus-1-3 libfontconfig1 libxkbcommon-x11-0 libxcb-cursor0; {WITHOUT}"
)

# Longest time that a thread runs while others wait. While two workers check proofs of 200 cards, a
# thread that wakes every millisecond waited up to 21 ms with Python's 5 ms and up to 13 with this;
# acks must leave within 10 in all but the rarest case (tests/bench/test_bench_table.py).
SWITCH_S = 0.001


def main(argv: list[str] | None = None) -> int:
    """Run one command; return its exit status: 0 done, 1 failed, 2 wrong usage, 130 after Ctrl-C."""
    sys.setswitchinterval(SWITCH_S)
    _spare_openssl()
    try:
        args = parse(sys.argv[1:] if argv is None else argv)
        status = _selftest() if args.selftest else _window(args) if args.window else args.run(args)
        sys.stdout.flush()
        return status
    except OSError as why:
        if not _is_reader_gone(why):
            raise
        # Nobody reads: drop the rest of the output.
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


def _spare_openssl() -> None:
    """Keep the standard library from loading OpenSSL, 4 MB of memory. It would load OpenSSL for TLS, which
    this program never uses, and for hashes that Python has itself, except on systems that build Python
    without these. `cryptography` has an OpenSSL of its own."""
    own = ("_blake2", "_sha3", *(("_sha2",) if sys.version_info >= (3, 12) else ("_sha256", "_sha512")))
    for name in ("_ssl", *(("_hashlib",) if all(map(find_spec, own)) else ())):
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]  # None: it cannot be imported


def _is_reader_gone(why: OSError) -> bool:
    """True if the reader of our output is gone, which Windows calls an invalid argument."""
    return isinstance(why, BrokenPipeError) or (sys.platform == "win32" and why.errno == errno.EINVAL)


def _selftest() -> int:
    from app.selftest import selftest  # noqa: PLC0415  (it imports everything)

    def window() -> str:
        from ui.selftest import window as drawn  # noqa: PLC0415

        return drawn()

    return selftest((("window", window),))


def _window(args: CommandLine) -> int:
    if not has_screen(sys.platform, os.environ):
        print(NO_SCREEN, file=sys.stderr)
        return 2
    gc.disable()  # only the window's thread may collect (`ui.start.collect_garbage`)
    try:
        return _open_window(args)
    finally:
        gc.enable()


def _open_window(args: CommandLine) -> int:
    # Before Qt: PySide reads the whole source of every module imported later (`feature._mod_uses_pyside`).
    from app.commands.window import wanted  # noqa: PLC0415
    from app.keep.home import find_home  # noqa: PLC0415
    from app.program import build_program  # noqa: PLC0415

    try:
        from ui.start import run_window  # noqa: PLC0415  (everything else runs without Qt)
    except ImportError as why:
        print(NO_QT.format(why=why), file=sys.stderr)
        return 2
    linecache.clearcache()  # 3 MB of source that PySide has read
    nick, address = getattr(args, "name", None), getattr(args, "address", None)
    return run_window(wanted(args), find_home().folder, lambda: build_program(nick=nick, address=address))


def has_screen(platform: str, environ: Mapping[str, str]) -> bool:
    """True if a window can be shown, as always on Windows and macOS."""
    if platform in ("win32", "darwin"):
        return True
    return any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


if __name__ == "__main__":
    raise SystemExit(main())
