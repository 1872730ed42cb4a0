"""The mutation tool: which changes it makes, and that it tells a noticed one from a survivor."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = '''"""A module."""


def clipped(value: int, most: int = 10) -> int:
    """The value, or the most."""
    if not value < 0 and value > most:  # größer
        raise ValueError("too much")
    return value + 0
'''


@pytest.fixture
def mutate(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutate", ROOT / "packaging" / "mutate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "mutate", module)
    spec.loader.exec_module(module)
    return module


def test_each_change_is_one_other_program(mutate: ModuleType) -> None:
    changes = mutate.mutants("a.py", SOURCE)
    texts = [each.applied(SOURCE) for each in changes]

    assert len(set(texts)) == len(texts) == 9
    assert {each.new for each in changes} == {
        *("11", "1", "(value <= 0)", "(value < 0)", "(value >= most)", "(value - 0)", "pass"),
        "(not value < 0 or value > most)",
    }
    for text in texts:
        compile(text, "a.py", "exec")


def test_what_the_code_checks_of_itself_is_left_alone(mutate: ModuleType) -> None:
    source = (
        "pairs = zip(a, b, strict=True), f(a, b, sure=True)\n"
        "assert a > 0\n"
        'if not a:\n    raise AssertionError("there is one")\n'
        "if b:\n    raise ValueError(b)\n"
    )
    assert [each.old for each in mutate.mutants("a.py", source)] == ["True", "not a", "raise ValueError(b)"]


def test_a_survivor_is_told_from_a_noticed_change(mutate: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "clip.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "tests" / "rules" / "test_clip.py").write_text(
        "import pytest\n\nfrom rules.clip import clipped\n\n\ndef test_it() -> None:\n"
        "    assert clipped(3) == 3\n    with pytest.raises(ValueError):\n        clipped(11)\n",
        encoding="utf-8",
    )
    changes = {each.new: each for each in mutate.mutants("rules/clip.py", SOURCE)}

    assert mutate.noticed_by(changes["pass"], tmp_path) == "tests/rules/test_clip.py::test_it"
    assert mutate.noticed_by(changes["(value - 0)"], tmp_path) == ""
    assert (tmp_path / "rules" / "clip.py").read_text(encoding="utf-8") == SOURCE


def test_a_busy_machine_notices_nothing(mutate: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "clip.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "tests" / "rules" / "test_clip.py").write_text(
        "import hypothesis\n\nimport rules.clip\n\n\ndef test_it() -> None:\n"
        "    found = hypothesis.settings()\n    assert found.deadline is None and found.derandomize\n",
        encoding="utf-8",
    )

    assert mutate.noticed_by(mutate.mutants("rules/clip.py", SOURCE)[0], tmp_path) == ""


def test_a_test_outside_of_the_mirror_notices_too(mutate: ModuleType, tmp_path: Path) -> None:
    for folder in ("rules", "tests/rules", "tests/app"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "rules" / "clip.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "tests" / "rules" / "test_other.py").write_text("def test_it() -> None:\n    pass\n")
    (tmp_path / "tests" / "app" / "test_screen.py").write_text(
        "from rules.clip import clipped\n\n\ndef test_it() -> None:\n    assert clipped(3) == 3\n"
        "    assert clipped(10) == 10\n"
    )
    (change,) = (each for each in mutate.mutants("rules/clip.py", SOURCE) if each.new == "(value >= most)")

    assert mutate.noticed_by(change, tmp_path) == "tests/app/test_screen.py::test_it"


def test_the_tests_of_who_uses_it_notice_too(mutate: ModuleType, tmp_path: Path) -> None:
    for folder in ("rules", "app", "tests/app", "tests/rules"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "rules" / "clip.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "tests" / "rules" / "test_other.py").write_text("def test_it() -> None:\n    pass\n")
    (tmp_path / "app" / "screen.py").write_text("from rules.clip import clipped\n\nMOST = clipped(10)\n")
    (tmp_path / "tests" / "app" / "test_screen.py").write_text(
        "def test_it() -> None:\n    import app.screen\n\n    assert app.screen.MOST == 10\n"
    )
    (change,) = (each for each in mutate.mutants("rules/clip.py", SOURCE) if each.new == "(value >= most)")

    assert mutate.tests_of_users("rules/clip.py", tmp_path) == ["tests/app/test_screen.py"]
    assert mutate.noticed_by(change, tmp_path) == "tests/app/test_screen.py::test_it"


def test_the_tests_of_a_module_are_found(mutate: ModuleType) -> None:
    near, folders = mutate.tests_of("net/deck/dleq.py")

    assert "tests/net/deck/test_dleq.py" in near
    assert folders == ["tests/net/deck"]


def test_a_module_that_is_imported_among_others_is_found(mutate: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "tests" / "net").mkdir(parents=True)
    says = {"numbers": "from net.wire import (\n    frame,\n    record,\n)\n", "other": "# net.wire.record\n"}
    for name, text in says.items():
        (tmp_path / "tests" / "net" / f"test_{name}.py").write_text(text, encoding="utf-8")

    assert mutate.tests_of("net/wire/record.py", tmp_path) == (["tests/net/test_numbers.py"], ["tests/net"])


def test_the_contracts_tests_of_a_game_notice_too(mutate: ModuleType, tmp_path: Path) -> None:
    for folder in ("rules/clip", "tests/rules/clip"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "rules" / "clip" / "clip.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "tests" / "rules" / "test_games.py").write_text(
        "import importlib\n\nimport pytest\n\n\n@pytest.mark.parametrize('key', ['clip', 'other'])\n"
        "def test_all(key: str) -> None:\n"
        "    assert importlib.import_module(f'rules.{key}.clip').clipped(10) == 10\n"
    )
    (change,) = (
        each for each in mutate.mutants("rules/clip/clip.py", SOURCE) if each.new == "(value >= most)"
    )

    assert mutate.noticed_by(change, tmp_path) == "tests/rules/test_games.py::test_all[clip]"


def test_one_line_may_be_tried_alone(
    mutate: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "clip.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "tests" / "rules" / "test_clip.py").write_text("def test() -> None: ...\n", encoding="utf-8")
    monkeypatch.setattr(mutate, "ROOT", tmp_path)

    assert mutate.main(["rules/clip.py:8"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "2 of 2 changes"
    assert {line.partition(": ")[2] for line in told[1:3]} == {
        "rules/clip.py:8: value + 0  ->  (value - 0)",
        "rules/clip.py:8: 0  ->  1",
    }
    assert told[3].startswith("0 % noticed, 2 survived")


def test_tests_that_do_not_run_notice_nothing(
    mutate: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "clip.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "tests" / "rules" / "test_clip.py").write_text("import no_such_module\n", encoding="utf-8")
    monkeypatch.setattr(mutate, "ROOT", tmp_path)

    assert mutate.main(["rules", "--count", "2"]) == 1
    assert "cannot even be collected" in capsys.readouterr().out
