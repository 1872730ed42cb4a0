"""The output of `shoal --selftest` for a complete installation and for a broken one."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest

from app import selftest as under_test
from app.games.plump.entry import PLUMP
from app.table.children import child_command, child_environment


@pytest.mark.slow
def test_a_whole_installation_passes(tmp_path: Path) -> None:
    done = subprocess.run(
        child_command("--selftest"),
        env=child_environment(tmp_path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout.splitlines()
    assert [line.split(":")[0].strip() for line in said[1:-1]] == [
        *("commands", "games", "licences", "table", "window")
    ]
    assert said[-1] == "everything works"
    assert list(tmp_path.iterdir()) == []  # the player's own folder is not touched


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"policies": (("easy", "app.bots.nobody:EASY"),)}, "app.bots.nobody:EASY is missing"),
        ({"help": "rules.plump:LOST.md"}, "the page of its rules is missing"),
    ],
)
def test_a_missing_part_is_named_and_the_rest_is_tried(
    change: dict[str, object], named: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(under_test, "own_games", lambda: (dataclasses.replace(PLUMP, **change),))
    monkeypatch.setattr(under_test, "_CHECKS", (("games", under_test._games),))

    assert under_test.selftest((("window", lambda: "fine"),)) == 1
    said = capsys.readouterr().out
    assert named in said
    assert "window: fine" in said
    assert said.endswith("1 of these failed: this installation is damaged\n")


@pytest.mark.parametrize("lost", ["GNU Lesser", "zeroconf", "Third parties in Qt"])
def test_a_licence_that_is_missing_is_named(lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = under_test.licences()
    assert under_test._licences() == f"{len(whole)} can be read"
    monkeypatch.setattr(
        under_test, "licences", lambda: [each for each in whole if not each.title.startswith(lost)]
    )
    with pytest.raises(under_test.PartBroken, match=f"the licence of {lost} is missing"):
        under_test._licences()


def test_a_table_that_cannot_be_opened_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = [sys.executable, "-c", "import sys; sys.exit('no library')"]
    monkeypatch.setattr(under_test, "child_command", lambda *_: broken)

    with pytest.raises(under_test.PartBroken, match="no library"):
        under_test._table()
