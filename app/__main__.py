"""`shoal`: the command line. The window is imported only where one is wanted."""

from __future__ import annotations

import sys

from app.cli import parse
from net.errors import NetError
from rules.errors import BadOptions


def main(argv: list[str] | None = None) -> int:
    """Run one command; its exit status: 0 done, 1 a check failed, 2 wrong usage."""
    words = parse(sys.argv[1:] if argv is None else argv)
    try:
        if words.window:
            from ui.start import run_window  # noqa: PLC0415  (everything else runs without Qt)
            return run_window(words)
        return words.run(words)
    except BadOptions as why:
        print(f"shoal: {why}", file=sys.stderr)
        return 2
    except NetError as why:
        print(f"shoal: {why}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
