"""The methods of data classes, compiled when the program is frozen: all are found and do what they should."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from app.messages import Guest
from tests.support.processes import ROOT

FROZEN = ROOT / "packaging" / "frozen"
TRY = """
import dataclasses, json, sys
sys.path[:0] = sys.argv[2:]
from ready_classes import Ready, install

ready, missed, found = Ready(sys.argv[1]), [], 0
class Counted:
    def find(self, text):
        code = ready.find(text)
        missed.append(text) if code is None else None
        globals()["found"] += code is not None
        return code
install(Counted())
from app.games.covers import Cover
from app.messages import Guest
import ui.window, app.program
known = len(missed)

@dataclasses.dataclass(frozen=True, slots=True)
class Unknown:
    catch: int

guest = Guest("Ann", "A")
print(json.dumps([found, known, len(missed) - known, str(guest), guest == guest, Unknown(3).catch]))
"""


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("frozen") / "classes.bin"
    subprocess.run([sys.executable, FROZEN / "write_classes.py", path], check=True, cwd=ROOT)
    return path


@pytest.mark.slow
def test_the_classes_of_a_window_are_compiled_already_and_others_as_usual(classes: Path) -> None:
    words = [sys.executable, "-OO", "-c", TRY, classes, ROOT, FROZEN]
    done = subprocess.run(words, check=True, capture_output=True, text=True, cwd=ROOT)
    found, missed, of_strangers, written, same, catch = json.loads(done.stdout)

    assert found > 100 and missed == 0  # one a method, or from Python 3.13 on one a class
    assert of_strangers > 0  # a class that nobody knew when the program was frozen
    assert written == repr(Guest("Ann", "A"))
    assert same and catch == 3


@pytest.mark.slow
def test_two_freezes_write_the_same_file(classes: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.bin"
    subprocess.run([sys.executable, FROZEN / "write_classes.py", again], check=True, cwd=ROOT)

    assert again.read_bytes() == classes.read_bytes()
