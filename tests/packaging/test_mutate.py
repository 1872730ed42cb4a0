"""The mutation tool: its changes, the tests that reach them, and the verdicts."""

from __future__ import annotations

import importlib
import os
import re
import runpy
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = ("mutate", "mutate_suite", "mutants")
SOURCE = '''"""A module."""


def clipped(value: int, most: int = 10) -> int:
    """The value, or the most."""
    if not value < 0 and value > most:  # größer
        raise ValueError("too much")
    return value + 0
'''
PLAIN = "[pytest]\naddopts = -p no:pytest-qt -p no:benchmark -p no:hypothesispytest\n"
"""Options that leave out plugins which take longer than all the tests of a toy."""
HITS = '''"""Every `True` is reached in another way."""
from __future__ import annotations
from functools import cache

WHILE_IMPORTED = True

def by_a_test() -> bool:
    return True

def by_a_child() -> bool:
    return True

def by_a_fixture() -> bool:
    return True

@cache
def for_a_cache() -> bool:
    return True

def by_nobody() -> bool:
    return True

def by_one_that_fails() -> bool:
    return True
'''
HIT = """import subprocess, sys
import hypothesis, pytest
import rules.between

@pytest.fixture(scope="module")
def made() -> bool:
    from rules.hits import by_a_fixture
    return by_a_fixture()

def test_chance(tmp_path_factory: pytest.TempPathFactory) -> None:
    used = hypothesis.settings()
    assert used.deadline is None and used.derandomize

def test_calls() -> None:
    from rules.hits import by_a_test
    by_a_test()

def test_starts() -> None:
    subprocess.run([sys.executable, "-c", "from rules import hits; hits.by_a_child()"], check=True)

def test_makes(made: bool) -> None: ...

def test_has(made: bool) -> None: ...

@pytest.mark.parametrize("number", [1, 2])
def test_caches(number: int) -> None:
    from rules.hits import for_a_cache
    for_a_cache()

def test_fails() -> None:
    from rules.hits import by_one_that_fails
    assert not by_one_that_fails()
"""


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], ModuleType]]:
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "mutations"))
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    yield importlib.import_module
    for name in MODULES:
        sys.modules.pop(name, None)


@pytest.fixture
def mutants(tool: Callable[[str], ModuleType]) -> ModuleType:
    return tool("mutants")


@pytest.fixture
def mutate(tool: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The tool for a tree in a folder."""
    module = tool("mutate")
    monkeypatch.setattr(module, "ROOT", tmp_path / "root")
    return module


def tree(folder: Path, files: dict[str, str]) -> Path:
    """A folder with these files."""
    for name, text in {"pytest.ini": PLAIN, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_each_mutant_is_a_different_program(mutants: ModuleType) -> None:
    changes = mutants.mutants("a.py", SOURCE)
    texts = [each.applied(SOURCE) for each in changes]

    assert len(set(texts)) == len(texts) == 9
    assert {each.new for each in changes} == {
        *("11", "1", "(value <= 0)", "(value < 0)", "(value >= most)", "(value - 0)", "pass"),
        "(not value < 0 or value > most)",
    }
    for text in texts:
        compile(text, "a.py", "exec")


def test_assertions_and_checks_of_the_code_itself_are_not_mutated(mutants: ModuleType) -> None:
    source = (
        "pairs = zip(a, b, strict=True), f(a, b, sure=True)\n"
        "assert a > 0\n"
        'if not a:\n    raise AssertionError("there is one")\n'
        "if b:\n    raise ValueError(b)\n"
    )
    assert [each.old for each in mutants.mutants("a.py", source)] == ["True", "not a", "raise ValueError(b)"]


def test_drawing_can_be_left_out_of_the_mutants(mutants: ModuleType) -> None:
    source = "def _paint_all(at):\n    return at + 1\n\n\ndef drag(at):\n    return at == 2\n"

    def lines(file: str) -> list[int]:
        return [each.line for each in mutants.mutants(file, source, drawing=False)]

    assert lines("ui/kit/stack.py") == [6, 6]
    assert lines("rules/stack.py") == [2, 2, 6, 6]  # a card may also be drawn
    assert lines("ui/art/stack.py") == []


def test_a_probe_reports_each_mutant_whose_code_runs(mutants: ModuleType, tmp_path: Path) -> None:
    """A probe also leaves the program as it was."""
    source = (
        '"""A module."""\nfrom __future__ import annotations\nimport dataclasses\n\n'
        "@dataclasses.dataclass\nclass Größe:\n    most: int = 3\n\n"
        "def told(größe, sign):\n"
        "    if größe > Größe().most and sign: raise ValueError(f'{größe - 3} more')\n"
        "    match größe, sign:\n        case 0, _: return 'none'\n"
        "    return f'{größe + 1:02}' if not sign else (size :=\n        größe < 2)\n"
    )
    every = dict(enumerate(mutants.mutants("a.py", source)))
    reached: list[int] = []

    class Reached(dict[int, None]):
        def __missing__(self, number: int) -> None:
            reached.append(number)

    (tmp_path / "a.py").write_text(
        mutants.probed(source, every, "__reached__ = Reached()\n"), encoding="utf-8"
    )
    told = runpy.run_path(str(tmp_path / "a.py"), {"Reached": Reached})["told"]

    def olds() -> set[str]:
        found = {every[number].old for number in reached}
        reached.clear()
        return found

    assert olds() == {"3"}
    assert (told(1, False), olds()) == (
        "02",
        {"größe > Größe().most and sign", "größe > Größe().most", "0", "not sign", "größe + 1", "1"},
    )
    assert told(1, True) is True and "größe < 2" in olds()
    assert told(0, True) == "none" and "not sign" not in olds()
    with pytest.raises(ValueError, match="1 more"):
        told(4, True)
    assert {"raise ValueError(f'{größe - 3} more')", "größe - 3", "3"} < olds()


def test_the_tests_that_reach_a_change_are_known(mutate: ModuleType, tmp_path: Path) -> None:
    copied = tree(
        tmp_path / "0",
        {
            "rules/hits.py": HITS,
            "rules/between.py": "import rules.hits\n",
            "tests/test_hits.py": HIT,
            "tests/test_other.py": "def test_other() -> None: ...\n",
        },
    )
    drawn = dict(enumerate(sys.modules["mutants"].mutants("rules/hits.py", HITS)))
    suite, _ = mutate.probe(drawn, [], copied, workers=1)

    reached = {}
    for number in drawn:
        function = re.findall(r"(?:def |import )(\w+)", HITS[: drawn[number].begin])[-1]
        names = [test.name for block in suite.blocks(number, "rules/hits.py") for test in block]
        assert all(name.startswith("tests/test_hits.py::test_") for name in names)
        reached[function] = sorted(name.partition("test_hits.py::test_")[2] for name in names)
    assert reached.pop("cache") == ["caches[1]", "caches[2]", "calls", "chance", "has", "makes", "starts"]
    assert reached == {
        "by_a_test": ["calls"],
        "by_a_child": ["starts"],
        "by_a_fixture": ["has", "makes"],
        "for_a_cache": ["caches[1]", "caches[2]"],
        "by_nobody": [],
        "by_one_that_fails": [],
    }
    tests = {name.partition("::test_")[2]: test for name, test in suite.tests.items()}
    assert [name for name, test in tests.items() if not test.passed] == ["fails"]
    assert [name for name, test in tests.items() if not test.is_free] == ["makes", "has"]
    assert (copied / "rules" / "hits.py").read_text(encoding="utf-8") == HITS


@pytest.mark.slow
def test_a_survivor_is_distinguished_from_a_noticed_change(
    mutate: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    test = "from rules.clip import clipped\n\n\ndef test_it() -> None:\n    assert clipped(3) == 3\n"
    tree(tmp_path / "root", {"rules/clip.py": SOURCE, "tests/test_clip.py": test})
    file = tmp_path / "verdicts.json"

    assert mutate.main(["rules/clip.py:7", "rules/clip.py:8", "--json", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "3 of 3 changes"
    assert {line.partition("] ")[2] for line in told[2:5]} == {
        'survived, reached by no test: rules/clip.py:7: raise ValueError("too much")  ->  pass',
        "survived, reached by 1 test: rules/clip.py:8: value + 0  ->  (value - 0)",
        "noticed by tests/test_clip.py::test_it: rules/clip.py:8: 0  ->  1",
    }
    assert told[5:7] == [f"{room}: 33 % of 3 noticed, 2 survived, 0 undecided" for room in ("rules", "all")]

    moved = SOURCE.replace('"""\n', '"""\n# It has moved.\n', 1).replace("value + 0", "value + 0 + 0")
    tree(tmp_path / "root", {"rules/clip.py": moved})

    assert [str(each) for each in mutate.not_noticed(file)] == [
        'rules/clip.py:8: raise ValueError("too much")  ->  pass'
    ]
    assert capsys.readouterr().out == "gone: rules/clip.py:8: value + 0  ->  (value - 0)\n"


def records(*tests: tuple[str, float]) -> str:
    """Tests that reach probe 1, and the time that each takes."""
    return "".join(f"{name}\t1\n{name}\t{seconds}\t1\t1\n" for name, seconds in tests)


def test_near_tests_run_before_far_ones_and_quick_ones_before_slow_ones(
    tool: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    tests = {"tests/test_far.py": "import app.far\n", "tests/test_near.py": "from rules import clip\n"}
    tree(tmp_path, {"rules/clip.py": "", "app/far.py": "import rules.clip\n", **tests})
    said = records(("tests/test_near.py::a", 3), ("tests/test_near.py::b", 2), ("tests/test_far.py::c", 1))
    blocks = tool("mutate_suite").Suite(said, tmp_path).blocks(1, "rules/clip.py")

    assert [test.name.partition("::")[2] for (test,) in blocks] == ["b", "a", "c"]


def test_tests_that_share_a_fixture_run_together(tool: Callable[[str], ModuleType], tmp_path: Path) -> None:
    tree(tmp_path, {"tests/test_it.py": "", "tests/test_other.py": ""})
    said = records(("tests/test_it.py::a", 3), ("tests/test_it.py::b", 1), ("tests/test_other.py::c", 2))
    said = said.replace("\t1\t1\n", "\t1\t0\n").replace("c\t2\t1\t0", "c\t2\t1\t1")
    blocks = tool("mutate_suite").Suite(said, tmp_path).blocks(1, "rules/clip.py")

    assert [[test.name[-1] for test in block] for block in blocks] == [["c"], ["a", "b"]]


def test_modules_that_are_named_in_texts_are_imported(
    tool: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    games = [f"rules/{game}/game.py" for game in ("kings", "plump", "reef")]
    rooms = ["app/__init__.py", "app/screen.py", "net/__init__.py", "net/wire/record.py"]
    test = 'GAMES = [f"rules.{name}.game" for name in NAMES]\nfrom net.wire import frame, record\n'
    says = {
        "tests/test_it.py": test,
        "tests/conftest.py": 'OWN = "app.screen:Screen"\n',
        "net/wire/record.py": "import app\n",
    }
    tree(tmp_path, {**dict.fromkeys([*games, *rooms, "app/other.py"], ""), **says})
    imports = tool("mutate_suite").Imports(tmp_path)

    assert imports.of("tests/test_it.py") == {*games, "net/__init__.py", "net/wire/record.py"}
    assert imports.all("tests/test_it.py") == {*games, *rooms, "tests/conftest.py", "tests/test_it.py"}


def test_a_change_is_undecided_if_its_slow_tests_were_left_out(
    mutate: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree(tmp_path, {"rules/clip.py": SOURCE, "tests/test_it.py": ""})
    suite = mutate.Suite(records(("tests/test_it.py::a", 9), ("tests/test_it.py::b", 5)), tmp_path)
    change = sys.modules["mutants"].mutants("rules/clip.py", SOURCE)[0]
    monkeypatch.setattr(mutate, "noticing", lambda blocks, *_: "")

    def told(limit_s: float) -> str:
        return str(mutate.verdict(change, suite.blocks(1, "rules/clip.py"), suite, tmp_path, limit_s=limit_s))

    assert told(10) == "undecided, reached by 2 tests, 1 of them left out"
    assert told(20) == "survived, reached by 2 tests"


def test_many_files_are_imported_only_if_a_few_do_not_notice(
    mutate: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [f"tests/test_{letter}.py" for letter in "abcd"]
    tree(tmp_path, dict.fromkeys(paths, ""))
    suite = mutate.Suite(records(*((f"{path}::it", 1) for path in paths)), tmp_path)
    asked: list[list[str]] = []
    monkeypatch.setattr(mutate, "FEW_FILES", 2)
    monkeypatch.setattr(
        mutate, "first_failing", lambda blocks, *_: asked.append([test.file for (test,) in blocks]) or ""
    )

    assert mutate.noticing(suite.blocks(1, "rules/clip.py"), suite, tmp_path) == ""
    assert asked == [paths[:2], paths[2:]]


def probed(mutate: ModuleType, copied: Path, test: str) -> tuple[object, list[list[object]]]:
    """The suite as a probe run of one file of tests sees it, and the file's tests."""
    tree(copied, {"tests/test_it.py": test})
    suite, _ = mutate.probe({}, [], copied, workers=1)
    return suite, [[each] for each in suite.tests.values()]


@pytest.mark.slow
def test_a_test_that_fails_only_among_others_notices_nothing(mutate: ModuleType, tmp_path: Path) -> None:
    test = (
        "import os\n\ndef test_first() -> None:\n    os.environ['FIRST'] = 'yes'\n\n"
        "def test_second() -> None:\n    assert 'FIRST' not in os.environ\n"
    )
    copied = tmp_path / "0"
    suite, blocks = probed(mutate, copied, test)

    assert mutate.first_failing(blocks, suite, copied) == "tests/test_it.py::test_second"
    assert mutate.noticing(blocks, suite, copied) == ""


def test_a_loop_without_end_is_noticed(
    mutate: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = tmp_path / "0"
    suite, blocks = probed(mutate, copied, "def test_it() -> None: ...\n")
    endless = "import threading\n\ndef test_it() -> None:\n    threading.Event().wait()\n"
    tree(copied, {"tests/test_it.py": endless})
    monkeypatch.setattr(mutate, "LEAST_LIMIT_S", 1)

    assert mutate.first_failing(blocks, suite, copied) == "tests/test_it.py::test_it"


def test_a_test_that_exists_only_with_the_change_may_notice_it(mutate: ModuleType, tmp_path: Path) -> None:
    test = (
        "import pytest\n\n@pytest.mark.parametrize('number', [0, 1])\n"
        "def test_it(number: int) -> None:\n    assert number < 2\n"
    )
    copied = tmp_path / "0"
    suite, blocks = probed(mutate, copied, test)
    tree(copied, {"tests/test_it.py": test.replace("[0, 1]", "[0, 2]")})

    assert mutate.first_failing(blocks[:1], suite, copied) == "tests/test_it.py::test_it[2]"


def test_tests_that_cannot_be_imported_end_the_run_with_their_error(
    mutate: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree(tmp_path / "root", {"rules/clip.py": SOURCE, "tests/test_clip.py": "import no_such_module\n"})

    assert mutate.main(["rules", "--count", "2"]) == 1
    assert "No module named 'no_such_module'" in capsys.readouterr().out
