"""The first lines of a frozen program: the variables that it leaves to the programs it opens."""

from __future__ import annotations

import importlib.util
import inspect
import os
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
START = ROOT / "packaging" / "frozen" / "start.py"
COPIES = "rules/values.py"
"""The file that hands a docstring on, if there is one."""


@pytest.fixture
def start():
    spec = importlib.util.spec_from_file_location("frozen_start", START)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("before", "bundled", "after"),
    [
        ({"LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/mine"}, True, "/mine"),
        ({"LD_LIBRARY_PATH": "/bundle"}, True, None),
        ({"LD_LIBRARY_PATH": "/mine"}, False, "/mine"),
    ],
)
def test_programs_that_are_opened_find_the_systems_libraries(
    start, before: dict[str, str], bundled: bool, after: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LD_LIBRARY_PATH", "LD_LIBRARY_PATH_ORIG", "PYINSTALLER_RESET_ENVIRONMENT"):
        monkeypatch.delenv(name, raising=False)
    for name, value in before.items():
        monkeypatch.setenv(name, value)
    if bundled:
        monkeypatch.setattr(sys, "_MEIPASS", "/bundle", raising=False)
    start.restore_library_path()

    assert os.environ.get("LD_LIBRARY_PATH") == after
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ
    assert os.environ["PYINSTALLER_RESET_ENVIRONMENT"] == "1"  # or a bot would miss the bundled libraries


def test_a_frozen_program_finds_no_source_code(start, monkeypatch: pytest.MonkeyPatch) -> None:
    """PySide looks for sources, and takes a module without one for a module that does not use it."""
    monkeypatch.setattr(inspect, "getsource", inspect.getsource)
    start.tell_of_no_source()
    with pytest.raises(OSError, match="bundled"):
        inspect.getsource(os)


def test_without_a_console_printed_text_goes_nowhere(start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    start.open_streams()
    with sys.stdout:
        assert sys.stdout.write("x") == 1


def test_modules_that_read_docstrings_are_frozen_with_them() -> None:
    """All other modules are frozen without: a reader would find no docstrings in the installed program."""
    spec = (ROOT / "packaging" / "frozen" / "shoal.spec").read_text(encoding="utf-8")
    [told] = re.findall(r'^TOLD = re.compile\(r"(.+)"\)$', spec, re.M)
    readers = [
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        for room in ("app", "net", "rules", "ui")
        for path in (ROOT / room).rglob("*.py")
        if "__doc__" in path.read_text(encoding="utf-8") and path != ROOT / COPIES
    ]

    assert readers
    assert [name for name in readers if not re.match(told, name)] == []


def test_the_second_reader_is_frozen_as_it_is_read() -> None:
    """A player who saves it wants its text, and the text of the rules beside it."""
    spec = (ROOT / "packaging" / "frozen" / "shoal.spec").read_text(encoding="utf-8")

    assert '(ROOT / "net/second_reader.py", *sorted((ROOT / "rules").rglob("*.py")))' in spec
    assert (ROOT / "net" / "second_reader.py").exists()
