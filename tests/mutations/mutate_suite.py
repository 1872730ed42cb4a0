"""The tests as the probe run of `mutate.py` has shown them: the time of each, and the probes it reaches."""

from __future__ import annotations

import ast
import fnmatch
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Test:
    """A test with pytest's name for it; if it is not free it shares fixtures with others of its file."""

    name: str
    seconds: float
    passed: bool
    is_free: bool

    @property
    def file(self) -> str:
        """The file of the test, from the root, with slashes."""
        return self.name.partition("::")[0]


Block = list[Test]
"""Tests that must stay together: a fixture of theirs would otherwise be made several times."""


class Suite:
    """The tests of a probe run, by the records of `mutate_reached.py` and `mutate_plugin.py`.

    The tree is the one without probes.
    """

    def __init__(self, records: str, tree: Path) -> None:
        self.tests: dict[str, Test] = {}
        self.imports = Imports(tree)
        self._reached_by: dict[str, set[str]] = defaultdict(set)
        for line in records.split("\n")[:-1]:
            who, what, *more = line.split("\t")
            if more:
                self.tests[who] = Test(who, float(what), more[0] == "1", more[1] == "1")
            else:
                self._reached_by[what].add(who)
        if any(who.startswith("import ") for reaching in self._reached_by.values() for who in reaching):
            for test in self.tests.values():
                self._reached_by[f"all of {test.file}"].add(test.name)
            for importing in {test.file for test in self.tests.values()}:
                for file in self.imports.all(importing):
                    self._reached_by[f"import {file}"].add(f"all of {importing}")

    def blocks(self, number: int, file: str) -> list[Block]:
        """The tests that reach a probe, in the order in which they judge the change there.

        The probe is in this file. Tests that import it themselves come first, and the quick before the slow.
        """
        seen, left = set[str](), [str(number)]
        while left:
            if (what := left.pop()) not in seen:
                seen.add(what)
                left += self._reached_by.get(what, ())
        # A process that was started without its parent's variables could be any test's.
        names = self.tests.keys() if "" in seen else seen & self.tests.keys()
        blocks: dict[str, Block] = defaultdict(list)
        for test in (self.tests[name] for name in sorted(names)):
            if test.passed:
                blocks[test.name if test.is_free else test.file].append(test)
        near = {
            test for test in {block[0].file for block in blocks.values()} if file in self.imports.of(test)
        }
        return sorted(blocks.values(), key=lambda block: (block[0].file not in near, seconds(block)))


def seconds(block: Iterable[Test]) -> float:
    """Time that these tests took in the probe run."""
    return sum(test.seconds for test in block)


class Imports:
    """Modules of a tree that a module imports, or names in a text."""

    def __init__(self, tree: Path) -> None:
        self._tree = tree
        self._files: dict[str, str] = {}
        for file in (path.relative_to(tree).as_posix() for path in tree.rglob("*.py")):
            self._files[file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")] = file
        self._of: dict[str, frozenset[str]] = {}

    def of(self, file: str) -> frozenset[str]:
        """The files that this one imports itself: `from net.wire import frame` imports three."""
        if file not in self._of:
            names = set[str]()
            for name in _named((self._tree / file).read_text(encoding="utf-8")):
                names.update(fnmatch.filter(self._files, name) if "*" in name else _and_above(name))
            self._of[file] = frozenset(self._files[name] for name in names & self._files.keys())
        return self._of[file]

    def all(self, test: str) -> frozenset[str]:
        """The files that a file of tests imports, itself or through others, and the conftests above it."""
        above = [(folder / "conftest.py").as_posix() for folder in Path(test).parents]
        seen, left = set[str](), [test, *(each for each in above if (self._tree / each).exists())]
        while left:
            if (file := left.pop()) not in seen:
                seen.add(file)
                left += self.of(file)
        return frozenset(seen)


def _named(source: str) -> Iterator[str]:
    """Dotted names of modules and what is in them, also in texts: a star may stand for a part put in
    later."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                yield from (each.name for each in names)
            case ast.ImportFrom(str(module), names):
                yield from (f"{module}.{each.name}" for each in names)
            case ast.Constant(str(text)):
                yield text.partition(":")[0]  # "rules.plump.game:GAME"
            case ast.JoinedStr([ast.Constant(str(first)), *rest]) if "." in first:  # f"rules.{key}.game"
                yield first + "".join(
                    str(each.value) if isinstance(each, ast.Constant) else "*" for each in rest
                )


def _and_above(name: str) -> Iterator[str]:
    while name:
        yield name
        name = name.rpartition(".")[0]
