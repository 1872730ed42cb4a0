"""*About*, and `shoal about`: the version, the place of the data, and licences that can be read."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from app import VERSION
from app.__main__ import main
from app.keep.home import VARIABLE
from app.screens import about as module
from app.screens.about import about, checked_out, licences


def test_the_licences_of_what_every_installation_brings_can_be_read() -> None:
    found = {each.title: each for each in licences()}

    assert next(iter(found)) == "Shoal"
    for title, kind, line in (
        ("Shoal", "MIT", "Permission is hereby granted, free of charge"),
        ("Fonts: Inter and JetBrains Mono", "OFL-1.1", "SIL OPEN FONT LICENSE Version 1.1"),
        ("GNU Lesser General Public License, version 3", "LGPL-3.0", "GNU LESSER GENERAL PUBLIC LICENSE"),
        ("GNU General Public License, version 3", "GPL-3.0", "GNU GENERAL PUBLIC LICENSE"),
        ("Third parties in Qt", "several, named below", "HarfBuzz"),
        ("zeroconf", "LGPL-2.1-or-later", "Version 2.1, February 1999"),
        ("libzmq", "MPL-2.0", "Mozilla Public License Version 2.0"),
        ("Python", "PSF-2.0, with parts under others, expat among them", "Expat maintainers"),
    ):
        assert found[title].kind == kind
        assert line in found[title].text
    assert "Qt project's official releases" in found["Where the sources are"].text


def test_a_build_tells_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A frozen program and a wheel have the texts below `app`, with the commit in Shoal's own."""
    monkeypatch.setattr(module, "files", {"app": tmp_path}.__getitem__)
    (tmp_path / "licences").mkdir()
    for name, head in (("msgpack", "msgpack 1\nLicence: Apache-2.0"), ("shoal", "Shoal 0.1.0\nLicence: MIT")):
        text = f"{head}\nSources: the repository, commit 0123abcd\n\nthe text\n"
        (tmp_path / "licences" / f"{name}.txt").write_text(text, encoding="utf-8")
    (tmp_path / "licences" / "shoal.cdx.json").write_text("{}", encoding="utf-8")
    shown = licences()

    assert [(each.title, each.kind) for each in shown] == [
        ("Shoal 0.1.0", "MIT"),
        ("msgpack 1", "Apache-2.0"),
    ]
    assert "commit 0123abcd" in about(tmp_path, shown)[0]


@pytest.mark.skipif(shutil.which("git") is None, reason="no git here")
def test_a_checkout_tells_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With git's word for files that have changed since; a folder with nothing but sources has no commit."""

    def git(*words: str) -> str:
        usual = (
            "git",
            "-c",
            "user.name=Nobody",
            "-c",
            "user.email=nobody@invalid",
            "-c",
            "commit.gpgsign=false",
        )
        return subprocess.run(
            [*usual, *words], cwd=tmp_path, check=True, capture_output=True, text=True
        ).stdout

    monkeypatch.setattr(module, "ROOT", tmp_path)
    shown = (module.Licence("Shoal", "MIT", "Shoal\nLicence: MIT\n\nthe text"),)
    assert about(tmp_path, shown)[0].endswith("Sources: a checkout.")
    git("init", "-q")
    (tmp_path / "a").write_text("1")
    git("add", "a")
    git("commit", "-q", "-m", "one")
    commit = git("rev-parse", "HEAD").strip()
    assert about(tmp_path, shown)[0].endswith(f"Sources: a checkout, commit {commit}.")
    (tmp_path / "a").write_text("2")
    assert checked_out(tmp_path) == f"{commit}-dirty"


def test_the_terminal_shows_the_same_licences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    assert main(["about"]) == 0
    page = capsys.readouterr().out
    assert all(line in page for line in about(tmp_path / "home", licences()))
    assert VERSION in page and str(tmp_path / "home") in page and "not affiliated" in page

    assert main(["about", "fonts"]) == 0
    assert "SIL OPEN FONT LICENSE" in capsys.readouterr().out
    assert main(["about", "nothing"]) == 1
    assert "no part 'nothing'" in capsys.readouterr().out
