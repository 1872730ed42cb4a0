"""Change one thing of the code at a time and see if the quick suite notices. Standard library and pytest.

    python3 packaging/dev.py mutate [net/deck rules/plump ...] [--count 40] [--seed 1] [--no-drawing]
                                    [--tests tests/net ...] [--limit 240] [--json FILE] [--only FILE] [--list]

Changes are drawn from all those that could be made in the named folders, files or lines
(`net/seat/plan.py:40`; in net and rules if none is named). The suite, or the part that `--tests` names, runs
once with a probe at each of them: that tells how long every test takes and which changes it reaches, also in
the processes that it starts. Then each change is made in a copy of the tree, and the tests that reach it run
until one fails, those that import the changed module first, and the quick before the slow. The failure counts
if the test also fails by itself. An endless loop fails: the limit is ten times a test's time, at least 60 s.

A change that no test notices is a survivor: it deserves a test, or shows a line that nothing needs. It is
undecided if its tests take longer than `--limit` seconds, so that the slowest were left out. A change that is
reached while a module is imported belongs to all tests that import this module, also through others. A test
that fails with the probes is listed and judges nothing, nor does one that reads the source and runs nothing.

`--json` writes the changes with their verdicts. `--only` draws nothing: it judges the changes in such a file
that were not noticed, also those of another commit. `--list` prints the changes that are drawn and runs
nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue

from mutants import Mutant, mutants, probed
from mutate_suite import Block, Suite, seconds

ROOT = Path(__file__).resolve().parents[2]
HEADER = """\
import sys; {0!r} in sys.path or sys.path.append({0!r}); from mutate_reached import REACHED as __reached__
"""
NONE_COLLECTED = 5
"""Pytest's exit status when it has found no test."""
LEAST_LIMIT_S = 60
START_S = 400
"""Time for pytest to import the tests and to end; its plugin gives up a little earlier."""
FEW_FILES = 12
"""To import all files of tests takes half a minute; most changes are noticed in the first few."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`how` is "noticed" (then `by` a test), "survived" or "undecided"; numbers are of tests."""

    how: str
    by: str
    asked: int
    reaching: int

    def __str__(self) -> str:
        if self.by:
            return f"noticed by {self.by}"
        left_out = f", {self.reaching - self.asked} of them left out" if self.asked < self.reaching else ""
        return f"{self.how}, reached by {self.reaching or 'no'} test{'s' * (self.reaching > 1)}{left_out}"


def verdict(mutant: Mutant, blocks: Sequence[Block], suite: Suite, tree: Path, *, limit_s: float) -> Verdict:
    """Judge a change in a copy of the tree, by the tests that reach it; restore the copy."""
    left, total = list[Block](), 0.0
    for block in blocks:
        if not left or total + seconds(block) <= limit_s:
            total += seconds(block)
            left.append(block)
    path = tree / mutant.file
    source = path.read_text(encoding="utf-8")
    write(path, mutant.applied(source))
    try:
        by = noticing(left, suite, tree)
    finally:
        write(path, source)
    how = "noticed" if by else "survived" if len(left) == len(blocks) else "undecided"
    return Verdict(how, by, sum(map(len, left)), sum(map(len, blocks)))


def noticing(blocks: Sequence[Block], suite: Suite, tree: Path) -> str:
    """The first test that fails both among others and by itself; "" if there is none."""
    files = [block[0].file for block in blocks]
    order = {file: place for place, file in enumerate(dict.fromkeys(files))}
    few = next((at for at, file in enumerate(files) if order[file] >= FEW_FILES), len(files))
    for part in (blocks[:few], blocks[few:]):
        left = list(part)
        while failed := first_failing(left, suite, tree):
            test = suite.tests.get(failed)
            if test is None or first_failing([[test]], suite, tree):
                return failed
            at = next(place for place, block in enumerate(left) if test in block)
            left = [[each for each in left[at] if each != test], *left[at + 1 :]]
    return ""


def first_failing(blocks: Sequence[Block], suite: Suite, tree: Path) -> str:
    """The first test of these that fails, or the trouble that keeps them from running; "" if all pass."""
    limits = [max(LEAST_LIMIT_S, 10 * seconds(block)) for block in blocks]
    chosen = {test.name: (rank, limits[rank]) for rank, block in enumerate(blocks) for test in block}
    files = {test.file for block in blocks for test in block}
    if not files:
        return ""
    with tempfile.TemporaryDirectory(dir=tree.parent) as folder:
        file = Path(folder) / "chosen.json"
        known = [name for name, test in suite.tests.items() if test.file in files]
        file.write_text(json.dumps({"known": known, "chosen": chosen}), encoding="utf-8")
        limit_s = START_S + 10 * sum(map(seconds, blocks))
        status = run_pytest(["-x", *sorted(files)], tree, Path(folder) / "said", chosen=file, limit_s=limit_s)
        if status in (0, NONE_COLLECTED):
            return ""
        begun = file.with_suffix(".begun")
        return begun.read_text(encoding="utf-8") if begun.exists() else f"the import of the tests ({status})"


def write(path: Path, source: str) -> None:
    """Write a module, and remove its bytecode: two changes of one second and one size look the same."""
    path.write_text(source, encoding="utf-8")
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        compiled.unlink()


def run_pytest(
    words: Sequence[str], tree: Path, said: Path, *, chosen: Path | None = None, limit_s: float | None = None
) -> int:
    """Run pytest in a copy of the tree, end what it leaves running, and return its exit status."""
    options = ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "mutate_plugin", f"--rootdir={tree}"]
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": os.pathsep.join((str(tree), str(tree.parent / "probe"))),
        "PYTHONDONTWRITEBYTECODE": "",
        "CI": "1",  # Hypothesis draws the same examples every time: chance notices nothing
        "MUTATE_CHOSEN": str(chosen or ""),
        "MUTATE_REACHING": "",
    }
    with said.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *options, *words],
            cwd=tree,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        return process.wait(limit_s)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
    finally:
        if os.name == "posix":
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def probe(
    drawn: Mapping[int, Mutant], tests: Sequence[str], tree: Path, *, workers: int
) -> tuple[Suite, str]:
    """Run the tests with a probe at each change; also return what pytest said. The tree is then as before."""
    folder = tree.parent / "probe"
    folder.mkdir()
    for part in ("mutate_plugin.py", "mutate_reached.py"):
        shutil.copy(Path(__file__).with_name(part), folder)
    paths = {tree / mutant.file for mutant in drawn.values()}
    sources = {path: path.read_text(encoding="utf-8") for path in paths}
    for path, source in sources.items():
        here = {number: mutant for number, mutant in drawn.items() if tree / mutant.file == path}
        write(path, probed(source, here, HEADER.format(str(folder))))
    side_by_side = ["-n", str(workers), "--dist", "worksteal"] if workers > 1 else []
    run_pytest([*side_by_side, "--continue-on-collection-errors", *tests], tree, folder / "said")
    for path, source in sources.items():
        write(path, source)
    records = folder / "records"
    suite = Suite(records.read_text(encoding="utf-8") if records.exists() else "", tree)
    return suite, (folder / "said").read_text(encoding="utf-8", errors="replace")


def changes_at(place: str, *, drawing: bool = True) -> Iterator[Mutant]:
    """Every change in a folder, a file, or a line of one."""
    name, _, line = place.partition(":")
    for path in sorted((ROOT / name).rglob("*.py")) if (ROOT / name).is_dir() else [ROOT / name]:
        file = path.relative_to(ROOT).as_posix()
        found = mutants(file, path.read_text(encoding="utf-8"), drawing=drawing)
        yield from (mutant for mutant in found if not line or mutant.line == int(line))


def described(mutant: Mutant) -> dict[str, str | int]:
    """A change for the file of verdicts, with the text of its line: the line may move."""
    source = (ROOT / mutant.file).read_text(encoding="utf-8")
    first = source.rfind("\n", 0, mutant.begin) + 1
    text, _, _ = source[first:].partition("\n")
    return {
        "file": mutant.file,
        "line": mutant.line,
        "column": mutant.begin - first,
        "text": text,
        "old": mutant.old,
        "new": mutant.new,
    }


def found_again(told: Mapping[str, str | int]) -> Mutant | None:
    """The change with this description, in the nearest line with the same text; None if there is none."""
    file, words = str(told["file"]), ("column", "text", "old", "new")
    if not (ROOT / file).exists():
        return None
    there = ((mutant, described(mutant)) for mutant in changes_at(file))
    same = [mutant for mutant, here in there if all(here[word] == told[word] for word in words)]
    return min(same, key=lambda mutant: abs(mutant.line - int(told["line"])), default=None)


def not_noticed(file: Path) -> Iterator[Mutant]:
    """The changes in a file of verdicts that no test noticed; those that are gone are told."""
    for told in json.loads(file.read_text(encoding="utf-8")):
        if told["how"] != "noticed":
            if mutant := found_again(told):
                yield mutant
            else:
                print(f"gone: {told['file']}:{told['line']}: {told['old']}  ->  {told['new']}")


def verdicts(
    drawn: Mapping[int, Mutant], suite: Suite, trees: Sequence[Path], *, limit_s: float
) -> Iterator[tuple[int, Verdict]]:
    """Judge in all the copies of the tree at once, in any order."""
    free = SimpleQueue[Path]()
    for tree in trees:
        free.put(tree)

    def judge(number: int) -> tuple[int, Verdict]:
        tree, mutant = free.get(), drawn[number]
        try:
            blocks = suite.blocks(number, mutant.file)
            return number, verdict(mutant, blocks, suite, tree, limit_s=limit_s)
        finally:
            free.put(tree)

    workers = ThreadPoolExecutor(len(trees))
    try:
        for done in as_completed([workers.submit(judge, number) for number in drawn]):
            yield done.result()
    finally:
        workers.shutdown(cancel_futures=True)


def main(words: Sequence[str]) -> int:
    """Draw, probe, change, tell; return 1 if no test runs, but 0 if some survive: people look at them."""
    parser = argparse.ArgumentParser(
        prog="dev.py mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("places", nargs="*", default=["net", "rules"])
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-drawing", dest="drawing", action="store_false")
    parser.add_argument("--tests", action="append", default=[])
    parser.add_argument("--limit", type=float, default=240)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", type=Path)
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args(words)
    began, workers = time.monotonic(), os.cpu_count() or 1
    if args.only:
        changes = list(not_noticed(args.only))
    else:
        everything = [each for place in args.places for each in changes_at(place, drawing=args.drawing)]
        changes = random.Random(args.seed).sample(everything, min(args.count, len(everything)))
        print(f"{len(changes)} of {len(everything)} changes", flush=True)
    drawn, found = dict(enumerate(changes, start=1)), dict[int, Verdict]()
    if args.list:
        print(*(f"[{number}] {mutant}" for number, mutant in drawn.items()), sep="\n")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        trees = [Path(folder).resolve() / str(number) for number in range(workers)]
        ignored = shutil.ignore_patterns(".venv", ".git", "__pycache__", ".*_cache")
        shutil.copytree(ROOT, trees[0], ignore=ignored)
        suite, said = probe(drawn, args.tests, trees[0], workers=workers)
        quickest = sorted(
            (test for test in suite.tests.values() if test.passed), key=lambda test: test.seconds
        )
        if not quickest or first_failing([quickest[:1]], suite, trees[0]):
            print(said[-3000:], "No test runs, even without a change.", sep="\n")
            return 1
        print(f"{len(quickest)} tests passed with probes, {time.monotonic() - began:.0f} s", flush=True)
        for test in suite.tests.values():
            if not test.passed:
                print(f"failed with probes, judges nothing: {test.name}", flush=True)
        for tree in trees[1:]:
            shutil.copytree(trees[0], tree)  # with its bytecode
        for number, each in verdicts(drawn, suite, trees, limit_s=args.limit):
            found[number] = each
            print(f"[{number}] {each}: {drawn[number]}", flush=True)
            if args.json:
                told = [{**described(drawn[number]), **asdict(found[number])} for number in sorted(found)]
                args.json.write_text(json.dumps(told, indent=1), encoding="utf-8")
    for room in [*sorted({mutant.file.partition("/")[0] for mutant in changes}), ""]:
        how = Counter(each.how for number, each in found.items() if drawn[number].file.startswith(room))
        share = 100 * how["noticed"] / max(1, how.total())
        rest = f"{how['survived']} survived, {how['undecided']} undecided"
        print(f"{room or 'all'}: {share:.0f} % of {how.total()} noticed, {rest}")
    print(f"{time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
