"""One page of figures: ours, the best other, the ratio, the goal, and how it grows.

    python3 packaging/dev.py bench [deck|rules|table|record|watching|window|growth|scale ...]
                                   [--write] [--json] [--alone]
    python3 packaging/dev.py bench --against COMMIT [--rounds N] [words for shoal ...]

Runs the benchmarks of this folder with pytest-benchmark and reads their results; `growth` plays a short game
among 2, 4 and 10, `scale` only computes. Nothing here asserts a time: a figure that misses its goal is
marked, with the reason. `--write` puts the measured parts into `RESULTS.md`. Figures of `deck` and `rules`
are CPU time of one process. `--alone` leaves the other programs out. Shoal is compiled before it is started,
as it is where it is installed.

The time of a loop that never changes tells how fast the machine runs Python, and how busy it is; the time of
one multiplication of a point tells how fast it is for the deck. `--against COMMIT` is `tests.bench.against`.
"""

from __future__ import annotations

import argparse
import compileall
import json
import math
import os
import subprocess
import sys
import tempfile
import time
import timeit
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from net.deck.algebra.group import base, mul
from tests.bench import against, scale
from tests.bench.figures import (
    EXPLAINED,
    FIGURES,
    GROWN,
    GROWTH,
    ON_PAPER,
    PARTS,
    POINT_US,
    SCALED,
    Figure,
    Other,
)
from tests.bench.growth import Size, play
from tests.bench.growth import exponent as fitted
from tests.bench.others import measured
from tests.bench.results_page import HEAD, PAGE, ROOT, commit, machine, replace_sections, section

HERE = Path(__file__).resolve().parent
OTHERS = ROOT / ".venv" / "others"
PACKAGES = ("app", "net", "rules", "ui", "packaging")
MISSED = "missed"
ONE_PROCESS = ("deck", "rules")
"""Parts measured in CPU time, so that other work of the machine hardly shows; the others are measured in wall
time."""
TABLES = (2, 4, 10)
TEN, TEN_S = 10, 52.0
"""Peers of the largest game, and its goal: half the time that it took without deals made ahead."""


@dataclass(frozen=True, slots=True)
class Line:
    """A measured figure: `ratio` tells how much better ours is than the best of the others."""

    part: str
    title: str
    unit: str
    ours: float
    others: tuple[Other, ...]
    ratio: float | None
    goal: float | None
    more_is_better: bool
    is_met: bool | None

    def words(self) -> tuple[str, ...]:
        """The line as it is printed."""
        others = (f"{said(other.value)} {other.name}" for other in self.others if other.value is not None)
        sign = "≥" if self.more_is_better else "≤"
        return (
            self.title,
            f"{said(self.ours)} {self.unit}",
            "; ".join(others),
            "" if self.ratio is None else f"{self.ratio:.1f}×",
            "" if self.goal is None else f"{sign} {said(self.goal)}",
            self._verdict,
        )

    @property
    def _verdict(self) -> str:
        if self.is_met is not False:
            return ""
        return f"{MISSED}: {EXPLAINED.get(self.title, 'not explained')}"


def main(words: Sequence[str]) -> int:
    """Measure and print; return 1 if a benchmark itself fails."""
    if "--against" in words:
        return against.main(words)
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="dev.py bench", description=__doc__, formatter_class=plain)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="the parts to measure (default: all)")
    parser.add_argument("--write", action="store_true", help=f"put them into {PAGE.relative_to(ROOT)}")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--alone", action="store_true", help="without the other programs")
    args = parser.parse_args(words)
    parts = [part for part in PARTS if part in (args.parts or PARTS)]
    figures = [figure for figure in FIGURES if figure.part in parts]
    compile_all()
    before = load()
    found: list[Mapping[str, Any]] = []
    status = 0
    for is_alone in (True, False):
        files = {figure.test.split("::")[0] for figure in figures if (figure.part in ONE_PROCESS) == is_alone}
        if files:
            more, ended = run(files, timer="time.process_time" if is_alone else "time.perf_counter")
            found, status = found + more, status or ended
    compared = {figure.part for figure in figures if figure.others}
    others = {} if args.alone else measured(OTHERS, compared)
    point_us = yardstick_point_us()
    lines = [line for figure in figures if (line := line_of(figure, found, others, point_us)) is not None]
    growth = {part: exponents(found, tests) for part, tests in GROWTH.items() if part in parts}
    if GROWN in parts:
        sizes = [play("plump", "length=short", peers) for peers in TABLES]
        lines += table_lines(sizes)
        growth[GROWN] = table_growth(sizes)
    yardsticks = (
        f"a fixed loop of Python {yardstick_ms():.1f} ms, one multiplication of a point {point_us:.1f} µs"
    )
    busy = f"load {before} to {load()}, {yardsticks}"
    source = f"{commit()}; {machine()}; {busy}"
    if args.json:
        print(json.dumps({"source": source, "figures": [asdict(line) for line in lines], "growth": growth}))
    elif lines:
        print(page(lines, growth, source))
    if ON_PAPER in parts and not args.json:
        print(f"\non paper (net/SCALE.md)\n\n{scale.page()}")
    if args.write:
        titles = {line.title for line in lines}
        torn = {figure.part for figure in figures if status and figure.title not in titles}
        write(lines, growth, source, torn=torn)
    return status


def write(
    lines: Sequence[Line], growth: Mapping[str, Mapping[str, float]], source: str, *, torn: Collection[str]
) -> None:
    """Put the measured parts into `RESULTS.md`; those that are `torn` keep their former table."""
    sections = {}
    for part in dict.fromkeys(line.part for line in lines if line.part not in torn):
        rows = [line.words() for line in lines if line.part == part]
        sections[part] = section(source, rows, growth.get(part, {}))
    replace_sections(sections)
    print(f"\n{PAGE.relative_to(ROOT)}: {', '.join(sections) or 'nothing'} is new", file=sys.stderr)
    for part in sorted(torn):
        print(f"{part} stays as it was: not all of it could be measured", file=sys.stderr)


def compile_all() -> None:
    """Compile all sources beforehand: otherwise each measured program would do it at its start."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for package in PACKAGES:
        compileall.compile_dir(ROOT / package, quiet=1)


def table_lines(sizes: Sequence[Size]) -> list[Line]:
    """Lines of a short game: times of the largest, and bytes on the wire of each size."""
    last = sizes[-1]
    title = f"a short game of Plump between {last.peers} processes"
    figures = [
        (title, "s", last.wall_s, TEN_S if last.peers == TEN else None),
        (f"{title}, processor time", "s", last.cpu_s, None),
    ]
    figures += [
        (
            f"bytes on the wire, divided by those of all sent copies of the log, {size.peers} processes",
            "times",
            size.ratio,
            1.5,
        )
        for size in sizes
        if size.wire
    ]
    return [
        Line(GROWN, what, unit, ours, (), None, goal, False, None if goal is None else ours <= goal)
        for what, unit, ours, goal in figures
    ]


def table_growth(sizes: Sequence[Size]) -> dict[str, float]:
    """Exponents of a game's growth with its seats."""
    seats = [size.peers for size in sizes]
    found = {
        "time of a short game, over its seats": [size.wall_s for size in sizes],
        "processor time of it": [size.cpu_s for size in sizes],
        "bytes of its record": [float(size.record) for size in sizes],
        "bytes on the wire": [float(size.wire) for size in sizes],
    }
    return {title: fitted(seats, values) for title, values in found.items() if all(values)}


def yardstick_ms() -> float:
    """Milliseconds of the fastest of many runs of a fixed loop: the speed of Python here and now."""
    return 1000 * min(timeit.repeat("for i in range(200_000): i * i", number=1, repeat=50))


def yardstick_point_us() -> float:
    """CPU time in microseconds of the fastest of many multiplications of a point: the deck's speed here."""
    point, factor = (
        base(3),
        int.from_bytes(bytes(range(100, 132)), "big"),
    )  # any large one: small ones are quick
    return min(timeit.repeat(lambda: mul(point, factor), number=50, repeat=40, timer=time.process_time)) * 2e4


def run(files: Iterable[str], *, timer: str) -> tuple[list[Mapping[str, Any]], int]:
    """Return the results of the benchmarks in some files, and pytest's exit status."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "bench.json"
        command = [
            sys.executable, "-m", "pytest", "-q", "--no-header", "-o", "addopts=--import-mode=importlib",
            "-p", "benchmark", "--benchmark-only", "--benchmark-quiet", "--benchmark-max-time", "0.5",
            "--benchmark-min-rounds", "3", "--benchmark-timer", timer, "--benchmark-json", str(out),
            "--timeout", "1800", "-m", "slow or not slow", *(str(HERE / name) for name in sorted(files)),
        ]  # fmt: skip
        done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
        if done.returncode:
            print(done.stdout[-4000:], file=sys.stderr)
        results = json.loads(out.read_bytes())["benchmarks"] if out.exists() and out.stat().st_size else []
    return results, done.returncode


def line_of(
    figure: Figure, results: Sequence[Mapping[str, Any]], others: Mapping[str, float], point_us: float
) -> Line | None:
    """The line of a figure; None if its benchmark did not run. `point_us` scales figures of another day."""
    found = [result for result in results if is_of(result, figure.test, figure.param)]
    if not found:
        return None
    ours = figure.reads(found[0])
    scale = point_us / POINT_US if figure.part == SCALED else 1.0
    goal = None if figure.goal is None else figure.goal * scale
    known = {
        other.name: others.get(other.key, other.value and other.value * scale) for other in figure.others
    }
    values = [value for value in known.values() if value is not None]
    ratio = None
    if values and ours > 0:
        ratio = ours / max(values) if figure.more_is_better else min(values) / ours
    is_met = None
    if goal is not None:
        is_met = ours >= goal if figure.more_is_better else ours <= goal
    return Line(
        figure.part,
        figure.title,
        figure.unit,
        ours,
        tuple(Other(name, value) for name, value in known.items()),
        ratio,
        goal,
        figure.more_is_better,
        is_met,
    )


def is_of(result: Mapping[str, Any], test: str, param: str) -> bool:
    """True if a result is that of a test with that parameter ("" for any)."""
    name = str(result["fullname"]).split("/")[-1]
    bare, _, rest = name.partition("[")
    return bare == test and (not param or param in rest.rstrip("]").split("-"))


def exponents(results: Sequence[Mapping[str, Any]], tests: Mapping[str, str]) -> dict[str, float]:
    """Return the growth of each test by its title; tests of fewer than two sizes are left out."""
    found = {title: exponent(results, test) for test, title in tests.items()}
    return {title: value for title, value in found.items() if value is not None}


def exponent(results: Sequence[Mapping[str, Any]], test: str) -> float | None:
    """Return the e of time = c * size ** e that fits best; a test's parameter is its size. None below two."""
    points = [
        (math.log(float(result["param"])), math.log(float(result["stats"]["median"])))
        for result in results
        if is_of(result, test, "") and str(result["param"]).isdigit()
    ]
    if len(points) < 2:
        return None
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    spread = sum((one - x) ** 2 for one, _ in points)
    return sum((one - x) * (other - y) for one, other in points) / spread


def page(lines: Sequence[Line], growth: Mapping[str, Mapping[str, float]], source: str) -> str:
    """The whole report as text."""
    rows = [line.words() for line in lines]
    widths = [max(map(len, column)) for column in zip(HEAD, *rows, strict=True)]
    out, part = [], ""
    for line, row in zip(lines, rows, strict=True):
        if line.part != part:
            part = line.part
            out.append(f"\n{part}")
        out.append(
            "  " + "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()
        )
    grows = [f"grows: {title}: size^{value:.2f}" for each in growth.values() for title, value in each.items()]
    return "\n".join([source, *out, "", *grows])


def said(value: float) -> str:
    """A number rounded to three digits."""
    if value >= 1000:
        return f"{round(value, -int(math.log10(value)) + 2):,.0f}"
    return f"{value:.3g}"


def load() -> str:
    """The load of this machine; "unknown" if the system does not tell it."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
