"""Change one thing of the code at a time and see whether a test notices. Standard library and pytest.

    python3 packaging/dev.py mutate [net/deck rules/plump ...] [--count 40] [--seed 1]

Of all the changes that could be made in the named folders, files or lines (`net/seat/plan.py:40`; all of net
and rules if none is named) so many are drawn. Each is made in a copy of the tree; of the tests that import
the changed module those in the folder that mirrors it run first, then the rest of that folder and of those
tests, then what the folders above test under its name (one game of all, say), and last the tests of what in
app imports it. A change that no test notices is a survivor: it is printed with its place, and deserves a test
or shows a line that nothing needs. Behind the others stands what noticed them. "time" are tests that had not
ended after 15 minutes: a loop without end, or a busy machine.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 900
NONE_COLLECTED = 5
"""Pytest's exit status."""
SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change: in `file` (from the root, with slashes) the text from `begin` to `end` becomes `new`."""

    file: str
    line: int
    begin: int
    end: int
    old: str
    new: str

    def applied(self, source: str) -> str:
        """The source with the change."""
        return source[: self.begin] + self.new + source[self.end :]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old}  ->  {self.new}"


def mutants(file: str, source: str) -> tuple[Mutant, ...]:
    """Every change that can be made in a module, in the order of its text."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    lines = source.splitlines(keepends=True)

    def place(row: int, column: int) -> int:  # columns count bytes of UTF-8
        return starts[row - 1] + len(lines[row - 1].encode()[:column].decode())

    found = []
    for node, new in _changes(ast.parse(source)):
        begin = place(node.lineno, node.col_offset)
        end = place(node.end_lineno or node.lineno, node.end_col_offset or 0)
        found.append(Mutant(file, node.lineno, begin, end, source[begin:end], new))
    return tuple(sorted(found, key=lambda each: (each.begin, each.end, each.new)))


def _mutants_at(place: str) -> Iterator[Mutant]:
    """Every change in a folder, a file, or a line of one."""
    name, _, line = place.partition(":")
    for path in sorted((ROOT / name).rglob("*.py")) if (ROOT / name).is_dir() else [ROOT / name]:
        found = mutants(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        yield from (mutant for mutant in found if not line or mutant.line == int(line))


def _changes(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Nodes with the text that they become. Annotations, decorators and texts are left alone, and so is what
    the code checks of itself, for what that forbids does not come: see `_is_own_check`."""
    if _is_own_check(tree):
        return
    if isinstance(tree, ast.expr | ast.stmt):
        yield from ((tree, text) for text in _changed(tree))
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _changes(child)


def _is_own_check(node: ast.AST) -> bool:
    """`assert`, `raise AssertionError`, and the word `strict=` of `zip`."""
    match node:
        case ast.Assert() | ast.keyword(arg="strict"):
            return True
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name)) | ast.Name(id=name)):
            return name == "AssertionError"
    return False


def _changed(node: ast.expr | ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            other = copy.deepcopy(node)
            other.ops[place] = SWAPPED[type(operator)]()
            yield f"({ast.unparse(other)})"
    elif isinstance(node, ast.BoolOp):
        turned = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"({ast.unparse(ast.BoolOp(turned, node.values))})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        turned_sign = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        yield f"({ast.unparse(ast.BinOp(node.left, turned_sign, node.right))})"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield str(node.value + 1)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node, ast.Raise):
        yield "pass"


def tests_of(file: str, root: Path = ROOT) -> tuple[list[str], list[str]]:
    """The test files that import a module, and the folders of tests that mirror it."""
    near = _importing({_dotted(file)}, root, "tests", "test_*.py")
    mirror = root / "tests" / Path(file).parent
    while not mirror.is_dir():
        mirror = mirror.parent
    return near, [mirror.relative_to(root).as_posix()]


def tests_of_users(file: str, root: Path = ROOT) -> list[str]:
    """The test files that import what in `app` imports a module."""
    users = {_dotted(user) for user in _importing({_dotted(file)}, root, "app", "*.py")}
    return _importing(users, root, "tests", "test_*.py")


def _dotted(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _importing(names: set[str], root: Path, folder: str, pattern: str) -> list[str]:
    """The files in a folder that import one of these modules."""
    words, found = {name.rpartition(".")[2] for name in names}, []
    for path in sorted((root / folder).rglob(pattern)):
        source = path.read_text(encoding="utf-8")
        is_likely = "bench" not in path.parts and any(word in source for word in words)  # which is quick
        if is_likely and names & _imported(source):
            found.append(path.relative_to(root).as_posix())
    return found


@cache
def _imported(source: str) -> frozenset[str]:
    """What a module may import: `from net.wire import frame, record` names `net.wire.record` too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return frozenset(found)


def tests_above(folder: str, root: Path = ROOT) -> list[str]:
    """The test files in the folders above a folder of tests: those for all games, say."""
    above = [each for each in Path(folder).parents if each.parts and each.as_posix() != "tests"]
    return [
        test.relative_to(root).as_posix()
        for each in above
        for test in sorted((root / each).glob("test_*.py"))
    ]


def noticed_by(mutant: Mutant, copied: Path) -> str:
    """The test that fails with the change in a copy of the tree; "" where none does."""
    path = copied / mutant.file
    source = path.read_text(encoding="utf-8")
    path.write_text(mutant.applied(source), encoding="utf-8")
    try:
        near, mirror = tests_of(mutant.file, copied)
        inside = [test for test in near if test.startswith(f"{mirror[0]}/")]
        outside = [test for test in near if test not in inside]
        rest = [*mirror, *(f"--ignore={test}" for test in inside), *outside]
        above = tests_above(mirror[0], copied)
        beyond = [test for test in tests_of_users(mutant.file, copied) if test not in near]
        runs = [inside, rest, [*above, "-k", Path(mirror[0]).name] if above else [], beyond]
        return next(filter(None, (_failing(tests, copied) for tests in runs if tests)), "")
    finally:
        path.write_text(source, encoding="utf-8")


def _failing(tests: Sequence[str], copied: Path) -> str:
    """The first test that fails, or what else is wrong; "" if they all pass or none is left to run."""
    words = [
        sys.executable,
        "-B",
        "-m",
        "pytest",
        "-q",
        "-x",
        "--no-header",
        "-p",
        "no:cacheprovider",
        *tests,
    ]
    # Under "CI" Hypothesis draws the same examples every time and has no deadlines: chance notices nothing.
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(copied), "CI": "1"}
    try:
        run = subprocess.run(
            words,
            cwd=copied,
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
            env=environment,
            text=True,
        )
    except subprocess.TimeoutExpired:
        return "time"
    if run.returncode in (0, NONE_COLLECTED):
        return ""
    failed = [line for line in run.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return failed[0].split(" ")[1] if failed else f"pytest's status {run.returncode}"


def main(words: Sequence[str]) -> int:
    """Draw, change, test, tell; 0 however many survive: they are for people to look at. 1 where the
    tests do not run at all."""
    parser = argparse.ArgumentParser(prog="dev.py mutate", description=__doc__)
    parser.add_argument("places", nargs="*", default=["net", "rules"])
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(words)
    everything = [mutant for place in wanted.places for mutant in _mutants_at(place)]
    drawn = random.Random(wanted.seed).sample(everything, min(wanted.count, len(everything)))
    print(f"{len(drawn)} of {len(everything)} changes", flush=True)
    began, survivors = time.monotonic(), []
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "tree"
        shutil.copytree(
            ROOT, copied, ignore=shutil.ignore_patterns(".venv", ".git", "__pycache__", ".*_cache")
        )
        asked = {path for each in drawn for paths in tests_of(each.file, copied) for path in paths}
        asked.update(path for each in drawn for path in tests_of_users(each.file, copied))
        if drawn and _failing(
            ["--collect-only", *sorted(asked)], copied
        ):  # every change would count as noticed
            print("the tests cannot even be collected without a change: python3 packaging/dev.py test")
            return 1
        for number, mutant in enumerate(drawn, start=1):
            noticed = noticed_by(mutant, copied)
            if not noticed:
                survivors.append(mutant)
            print(f"[{number}] {noticed or 'survived'}: {mutant}", flush=True)
    share = 100 * (len(drawn) - len(survivors)) / max(1, len(drawn))
    print(f"{share:.0f} % noticed, {len(survivors)} survived, {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
