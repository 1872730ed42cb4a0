"""The page with the newest figures: `RESULTS.md`, with a section for each part of the report.

A section names the commit and the machine that it comes from, so a part can be measured again by itself: the
sections of all others stay as they are. The ladder of the bots takes hours and is not a part of the report;
its tables are kept in `ladder.md` and put at the end of the page.
"""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.bench.figures import PARTS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PAGE = HERE / "RESULTS.md"
LADDER = HERE / "ladder.md"
BOTS = "bots"
HEAD = ("figure", "ours", "others", "ratio", "goal", "")
INTRO = """# Figures

`python3 packaging/dev.py bench --write [part ...]` measures the named parts, or all, and leaves the other
tables as they are. The ratio says how many times better Shoal is than the best of the other programs; it
depends less on the machine than the numbers do. The other programs were measured in the same run. A figure
marked "scaled" was measured on another day, and is multiplied by the time of one multiplication of a point
today, divided by the time that it took then. `net/SCALE.md` computes the load of a network."""


def section(source: str, rows: Sequence[Sequence[str]], growth: Mapping[str, float]) -> str:
    """A measured part as Markdown: its source, its table, and how it grows."""
    table = [HEAD, ("---",) * len(HEAD), *rows]
    grows = "; ".join(f"{title}: size^{value:.1f}" for title, value in growth.items())
    parts = (
        f"{source}.",
        "\n".join(f"| {' | '.join(row)} |" for row in table),
        grows and f"Growth: {grows}.",
    )
    return "\n\n".join(part for part in parts if part)


def replace_sections(measured: Mapping[str, str]) -> None:
    """Write the page with these sections in place of those that it had."""
    former = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    PAGE.write_text(replaced(former, measured, LADDER.read_text(encoding="utf-8")), encoding="utf-8")


def replaced(former: str, measured: Mapping[str, str], ladder: str) -> str:
    """Return a page with new sections where there are any, without parts that the report does not have."""
    known = sections(former) | {**measured, BOTS: ladder.strip()}
    shown = (f"## {title}\n\n{known[title]}" for title in (*PARTS, BOTS) if title in known)
    return "\n\n".join([INTRO, *shown]) + "\n"


def sections(page: str) -> dict[str, str]:
    """The sections of a page by their titles."""
    found = (part.partition("\n") for part in page.split("\n## ")[1:])
    return {title: text.strip() for title, _, text in found}


def commit() -> str:
    """The commit of this checkout, "with changes" where a file other than the page differs from it."""
    try:
        name = _git("rev-parse", "--short", "HEAD")
        changed = _git("status", "--porcelain", "--", ".", f":!{PAGE.relative_to(ROOT).as_posix()}")
    except (OSError, subprocess.CalledProcessError):
        return "not a checkout"
    return f"commit {name}{' with changes' if changed else ''}"


def machine() -> str:
    """Processor, cores, system and Python of this computer."""
    try:
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        system = f"{platform.system()} {platform.release()}"
    return f"{_processor()}, {os.cpu_count()} cores; {system}; Python {platform.python_version()}"


def _processor() -> str:
    about = Path("/proc/cpuinfo")
    lines = about.read_text(encoding="utf-8").splitlines() if about.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()
