"""`shoal`: the command line. The window is imported only where one is wanted."""

from __future__ import annotations

import sys

from app.cli import parse


def main(argv: list[str] | None = None) -> int:
    """Run one command; its exit status: 0 done, 1 a check failed, 2 wrong usage."""
    words = parse(sys.argv[1:] if argv is None else argv)
    if words.window:
        from ui.start import run_window  # noqa: PLC0415  (everything else runs without Qt)
        return run_window(words)
    return words.run(words)


if __name__ == "__main__":
    raise SystemExit(main())
