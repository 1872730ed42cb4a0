"""Two programs that share no line judge the same records alike: ours, and `net/second_reader.py`.

Stories of all five games with every kind of absence, files that real programs have written, and both of
them changed in one thing by seed. A difference fails with the record's bytes.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from app.__main__ import main
from app.keep.record_file import write_record_file
from app.records.checker import FOLDER, READER
from app.records.verify import verify_record
from app.screens.proven import saved_checker
from net import second_reader
from tests.support import record_vectors
from tests.support.judges import both_know_divers, both_opened, disagreement
from tests.support.mutations import Subject, flipped, mutated, with_check
from tests.support.quick import quick_only
from tests.support.record_stories import QUICK, STORIES, told

KEPT = Path(__file__).resolve().parents[2] / "data" / "kept"


@pytest.fixture(autouse=True)
def divers_known() -> Iterator[None]:
    """Let both judges know the sample game in which all choose at once."""
    with both_know_divers():
        yield


@pytest.fixture
def opened() -> Iterator[None]:
    """Let both judges reckon in the open group."""
    with both_opened():
        yield


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize("story", quick_only(STORIES, *QUICK))
def test_two_judges_of_a_story_agree(story: str) -> None:
    data = write_record_file(told(story).file)

    assert verify_record(data).problem == ""
    assert disagreement(data) == ""


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize(
    ("first", "count"),
    [(0, 40), *(pytest.param(100 * part, 100, marks=pytest.mark.slow) for part in range(30))],
)
def test_two_judges_of_a_changed_record_agree(first: int, count: int) -> None:
    """The seeds of the quick suite are about its stories, those of the slow one about all of them."""
    stories = QUICK if count < 100 else tuple(STORIES)
    for seed in range(first, first + count):
        data = mutated(Subject(told(stories[seed % len(stories)]), Random(seed)))

        assert disagreement(data) == "", seed


@pytest.mark.slow
@pytest.mark.parametrize("story", QUICK)
def test_two_judges_agree_in_the_real_group(story: str) -> None:
    scribe = STORIES[story]()
    for seed in range(8):
        data = write_record_file(scribe.file) if not seed else mutated(Subject(scribe, Random(seed)))

        assert disagreement(data) == "", seed


@pytest.mark.parametrize("name", quick_only(record_vectors.STORIES_OF, "first-game"))
def test_whole_records_are_written_as_their_kept_test_vectors(name: str) -> None:
    """In the real group: the bytes that this version writes from these seeds."""
    data = record_vectors.made(name)

    assert data == (record_vectors.FOLDER / f"{name}.shoal").read_bytes()
    assert disagreement(data) == ""
    assert record_vectors.row(name, data) in record_vectors.PAGE.read_text(encoding="utf-8")


def test_the_protocol_describes_the_first_game_byte_by_byte() -> None:
    """`net/PROTOCOL.md` goes through it byte by byte."""
    page = record_vectors.PAGE.read_text(encoding="utf-8")

    assert record_vectors.prose((record_vectors.FOLDER / "first-game.shoal").read_bytes()) in page


def files() -> list[Path]:
    return sorted(KEPT.rglob("*.shoal"))


@pytest.mark.parametrize(
    "path", quick_only(files(), *KEPT.rglob("cahoots.shoal")), ids=lambda path: path.stem
)
def test_two_judges_of_a_kept_file_agree(path: Path) -> None:
    data, rng = path.read_bytes(), Random(path.stem)

    assert disagreement(data) == ""
    for _ in range(3):
        assert disagreement(with_check(flipped(rng, data[:-32]))) == ""


def read(reader: Path, *words: str) -> tuple[int, list[str]]:
    """Exit status and lines of the second reader, run apart from Shoal with nothing but its own folder."""
    command = [sys.executable, "-I", "-S", str(reader), *words]  # not even the libraries that Shoal needs
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert not done.stderr
    return done.returncode, done.stdout.splitlines()


def test_the_second_reader_is_a_program_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Saved as players do it; without the rules beside it, it says that it could not look at the cards."""
    record = tmp_path / "game.shoal"
    shutil.copy(next(KEPT.rglob("cahoots.shoal")), record)
    assert main(["verify", "--save-checker", str(tmp_path)]) == 0
    reader = tmp_path / FOLDER / READER
    assert str(reader) in capsys.readouterr().out

    status, lines = read(reader, str(record))
    assert (status, len(lines)) == (0, 5) and "24 proofs of the deck" in lines[1]
    shutil.rmtree(reader.parent / "rules")
    status, lines = read(reader, str(record))
    assert (status, len(lines)) == (2, 5) and lines[2].startswith("NOT CHECKED")
    record.write_bytes(with_check(flipped(Random(2), record.read_bytes()[:-32])))
    assert read(reader, str(record))[0] == 1
    assert read(reader, str(reader))[0] == 2


def test_a_failure_to_save_the_second_reader_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--save-checker", str(tmp_path / "nowhere")]) == 2
    assert "cannot write" in capsys.readouterr().out
    assert "could not be saved" in saved_checker(tmp_path / "nowhere")


def test_the_second_reader_imports_nothing_of_ours() -> None:
    tree = ast.parse(Path(second_reader.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {
        name.partition(".")[0]
        for node in imports
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
        )
    }

    assert names and names <= {*sys.stdlib_module_names}
