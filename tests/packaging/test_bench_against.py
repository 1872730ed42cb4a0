"""Two versions in turns: the order, the ratios, and that each is run from its own files."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.bench.against import ROOT, in_turns, lay_out, page, run


def test_both_programs_take_turns_and_the_first_pair_of_runs_does_not_count() -> None:
    said: list[str] = []

    def there() -> dict[str, float]:
        said.append("there")
        return {"s": float(len(said))}

    def here() -> dict[str, float]:
        said.append("here")
        return {"s": 10.0 * len(said)}

    pairs = in_turns(there, here, rounds=3)

    assert said == ["there", "here", "here", "there"] * 2
    assert pairs == [({"s": 4.0}, {"s": 30.0}), ({"s": 5.0}, {"s": 60.0}), ({"s": 8.0}, {"s": 70.0})]


def test_the_ratio_is_taken_pair_by_pair() -> None:
    """The machine gets twice as slow after the first pair; the program is a tenth quicker all the while."""
    pairs = [({"in all, s": slow * 10.0}, {"in all, s": slow * 9.0}) for slow in (1, 2, 2)]
    head, line = page("0123456789abcdef", pairs).splitlines()

    assert head.split() == ["0123456789ab", "here", "here", "/", "0123456789ab,", "of", "3", "pairs"]
    assert line.split() == ["in", "all,", "s", "20.00", "18.00", "0.90", "(0.90", "to", "0.90)"]


def test_a_figure_that_one_program_lacks_is_left_out() -> None:
    assert "a move" not in page("abc", [({"s": 1.0}, {"s": 1.0, "a move": 2.0})])


def test_a_commit_is_measured_with_its_own_files(tmp_path: Path) -> None:
    if subprocess.run(["git", "cat-file", "-e", "HEAD"], cwd=ROOT, check=False).returncode:
        pytest.skip("not a checkout")
    lay_out("HEAD", tmp_path)
    (tmp_path / "app" / "__main__.py").write_text("def main(argv):\n    return 7\n", "utf-8")

    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(tmp_path, ("--version",))
    assert failed.value.returncode == 7
