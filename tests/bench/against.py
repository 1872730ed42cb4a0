"""Two versions of Shoal in turns: the cost of the same command in a commit and in this checkout.

    python3 packaging/dev.py bench --against COMMIT [--rounds N] [words for shoal ...]

Without words it is a short game of Plump between four processes. The two runs of a pair are close together in
time, so a change of the machine's speed does not change their ratio. Both use the libraries installed here,
and both are compiled beforehand.
"""

from __future__ import annotations

import argparse
import compileall
import io
import json
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.bench.cost import cpu_s

ROOT = Path(__file__).resolve().parents[2]
WORDS = ("demo", "plump", "--peers", "4", "--option", "length=short")
LISTS = {
    "moves_ms": "a move, ms",
    "carrying_moves_ms": "a carrying move, ms",
    "deals_ms": "between deals, ms",
}
"""Lists in a demo peer's report, with a figure for every move or deal, and the names of their medians."""
Run = Callable[[], Mapping[str, float]]


def main(words: Sequence[str]) -> int:
    """Run both versions in turns, and print their figures."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="dev.py bench --against", description=__doc__, formatter_class=plain
    )
    parser.add_argument("--against", metavar="COMMIT", required=True)
    parser.add_argument(
        "--rounds", type=int, default=5, help="pairs of runs, after a first pair that does not count"
    )
    parser.add_argument("words", nargs=argparse.REMAINDER, help="the command of shoal to run")
    args = parser.parse_args(words)
    with tempfile.TemporaryDirectory(prefix="shoal-against-") as folder:
        there, here = Path(folder) / "there", Path(folder) / "here"
        lay_out(args.against, there)
        lay_out("", here)
        chosen = tuple(args.words) or WORDS
        pairs = in_turns(lambda: run(there, chosen), lambda: run(here, chosen), rounds=args.rounds)
    print(page(args.against, pairs))
    return 0


def lay_out(commit: str, folder: Path) -> None:
    """Put a commit into a folder and compile it; "" means this checkout, with all uncommitted changes of
    files that git knows."""
    name = commit or _git("stash", "create").decode().strip() or "HEAD"  # touches no file
    with tarfile.open(fileobj=io.BytesIO(_git("archive", name))) as files:
        files.extraction_filter = getattr(tarfile, "data_filter", None)  # Debian 12's Python has none yet
        files.extractall(folder)  # noqa: S202  (our own)
    compileall.compile_dir(folder, quiet=1)


def run(folder: Path, words: Sequence[str]) -> Mapping[str, float]:
    """Run a command of the Shoal in a folder, and return its figures; raises `CalledProcessError`."""
    is_demo = words[0] == "demo" and "--json" not in words
    more = ("--json",) if is_demo else ()
    with tempfile.TemporaryDirectory(prefix="shoal-home-") as home:
        began, used = time.monotonic(), cpu_s()
        done = subprocess.run(
            [sys.executable, "-P", folder / "packaging" / "shoal" / "__main__.py", *words, *more],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder), "SHOAL_HOME": home},
            stdout=subprocess.PIPE,
            check=True,
        )
        found = {"in all, s": time.monotonic() - began, "processor time, s": cpu_s() - used}
    if is_demo:
        peers = json.loads(done.stdout)["peers"]
        for key, title in LISTS.items():
            if spent := [each for peer in peers for each in peer.get(key, ())]:
                found[title] = statistics.median(spent)
    return found


def in_turns(there: Run, here: Run, *, rounds: int) -> list[tuple[Mapping[str, float], Mapping[str, float]]]:
    """Pairs of runs, the versions first in turns; a pair before them warms up and does not count."""
    pairs = []
    for number in range(rounds + 1):
        if number % 2:
            mine = here()
            pairs.append((there(), mine))
        else:
            theirs = there()
            pairs.append((theirs, here()))
    return pairs[1:]


def page(commit: str, pairs: Sequence[tuple[Mapping[str, float], Mapping[str, float]]]) -> str:
    """The page: the medians of both, and the ratio pair by pair; a ratio below 1 means quicker."""
    lines = [f"{'':24}{commit[:12]:>12}{'here':>12}   here / {commit[:12]}, of {len(pairs)} pairs"]
    for title in (title for title in pairs[0][0] if all(title in one for pair in pairs for one in pair)):
        ratios = sorted(here[title] / there[title] for there, here in pairs)
        medians = [statistics.median(pair[at][title] for pair in pairs) for at in (0, 1)]
        lines.append(
            f"{title:24}{medians[0]:12.2f}{medians[1]:12.2f}   "
            f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )
    return "\n".join(lines)


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True).stdout
