"""The wheel: one package in an environment that others share, started from anywhere, its children too."""

from __future__ import annotations

import importlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PIP = ("-m", "pip", "--disable-pip-version-check", "-q")
LEFT_BEHIND = (".git", ".venv", "build", "dist", "__pycache__", "*.egg-info", ".*_cache")
DECOY = 'raise SystemExit("a module of somebody else was run")\n'


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel built out of it, as a packager would."""
    folder = tmp_path_factory.mktemp("built")
    source = shutil.copytree(ROOT, folder / "source", ignore=shutil.ignore_patterns(*LEFT_BEHIND))
    make = "from shoal_backend import build_sdist; build_sdist('..')"
    where = {**os.environ, "PYTHONPATH": "packaging/backend", "SHOAL_COMMIT": "0123abcd"}
    subprocess.run([sys.executable, "-c", make], cwd=source, env=where, check=True, capture_output=True)
    [sdist] = folder.glob("*.tar.gz")
    subprocess.run(
        [
            sys.executable,
            *PIP,
            "wheel",
            "--no-deps",
            "--no-build-isolation",
            "--no-index",
            "-w",
            folder,
            sdist,
        ],
        check=True,
        env={**os.environ, "SHOAL_COMMIT": "0123abcd"},
    )
    return folder


def test_the_same_sources_are_the_same_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "packaging" / "backend"))
    settle = importlib.import_module("shoal_backend").settle
    for place, mode, names in (("a", 0o644, ("x/one", "x/two")), ("b", 0o600, ("x/two", "x/one"))):
        with tarfile.open(tmp_path / place, "w:gz") as archive:
            for name in names:
                entry = tarfile.TarInfo(name)
                entry.size, entry.mode, entry.mtime, entry.uname = 1, mode, len(place) * mode + 0.5, place
                archive.addfile(entry, io.BytesIO(name[-1:].encode()))
        settle(tmp_path / place, 1_790_000_000)

    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    with tarfile.open(tmp_path / "a") as archive:
        assert [(each.name, each.mode, each.mtime) for each in archive] == [
            ("x/one", 0o644, 1_790_000_000),
            ("x/two", 0o644, 1_790_000_000),
        ]


@pytest.mark.parametrize("repository", ["", "shoal/shoal"])
def test_the_page_of_an_index_has_no_link_that_leads_nowhere(
    repository: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "packaging" / "backend"))
    monkeypatch.chdir(ROOT)
    backend = importlib.import_module("shoal_backend")
    monkeypatch.setattr(backend, "REPOSITORY", repository)
    page = backend.page()
    links = re.findall(r"\]\(([^)]*)\)", page)
    files = [link.partition("/main/")[2] for link in links]

    assert bool(links) is ("![" in page) is bool(repository)
    assert [file for file in files if not (ROOT / file).is_file()] == []


@pytest.mark.slow
def test_the_wheel_installs_one_package_with_all_its_files(built: Path) -> None:
    [wheel] = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}

    assert {top for top in tops if not top.endswith(".dist-info")} == {"shoal"}
    ours = {
        path.relative_to(ROOT).as_posix()
        for room in ("app", "net", "rules", "ui")
        for path in (ROOT / room).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    ours |= {f"app/licences/{path.name}" for path in (ROOT / "packaging" / "notices").iterdir()}
    assert {name.removeprefix("shoal/rooms/") for name in names if name.startswith("shoal/rooms/")} == ours
    told = zipfile.ZipFile(wheel).read("shoal/rooms/app/licences/shoal.txt").decode()
    assert told.splitlines()[:3] == [
        "Shoal",
        "Licence: MIT",
        "Sources: this project's repository, commit 0123abcd",
    ]
    check = [sys.executable, ROOT / "packaging/licences.py", "check", wheel]
    assert "nothing else" in subprocess.run(check, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_the_sdist_has_what_a_distribution_needs(built: Path) -> None:
    [sdist] = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    assert {
        *("CHANGELOG.md", "LICENSE", "packaging/players.txt", "packaging/developers.txt"),
        *("net/PROTOCOL.md", "tests/test_architecture.py", "packaging/shoal/__main__.py", ".ci/run"),
    } <= names


@pytest.mark.slow
def test_the_wheel_starts_beside_other_modules_named_app_and_its_children_are_the_same_program(
    built: Path, tmp_path: Path
) -> None:
    [wheel] = built.glob("*.whl")
    there = tmp_path / "site"
    subprocess.run(
        [sys.executable, *PIP, "install", "--no-deps", "--no-index", "--target", there, wheel], check=True
    )
    for name in ("app", "net", "rules", "ui"):
        (there / f"{name}.py").write_text(DECOY, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(there), "SHOAL_HOME": str(tmp_path / "home")}

    played = subprocess.run(
        [sys.executable, "-P", "-m", "shoal", "demo", "matriculation", "--peers", "2", "--json"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    where = "import app, sys; from app.keep.launch import child_start; print(app.__file__, *child_start())"
    asked = "import shoal.__main__ as m; m.main(['--version'])"
    told = subprocess.run(
        [sys.executable, "-P", "-c", f"try:\n {asked}\nexcept SystemExit: pass\n{where}"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
    ).stdout.splitlines()[-1]  # fmt: skip

    assert played.returncode == 0, played.stderr
    assert told.startswith(str(there / "shoal" / "rooms" / "app"))
    assert told.endswith("-P -m shoal")


@pytest.mark.slow
def test_a_clean_environment_plays_a_demo_and_verifies_it(built: Path, tmp_path: Path) -> None:
    """Installed as pipx does it: nothing but the wheel and its requirements, by the pins of players."""
    venv.create(tmp_path / "clean", with_pip=True)
    bin_folder = tmp_path / "clean" / ("Scripts" if os.name == "nt" else "bin")
    [wheel] = built.glob("*.whl")
    python = str(bin_folder / "python")
    subprocess.run(
        [python, *PIP, "install", "--require-hashes", "-r", ROOT / "packaging/players.txt"], check=True
    )
    subprocess.run([python, *PIP, "install", "--no-index", wheel], check=True)
    environment = {**os.environ, "SHOAL_HOME": str(tmp_path / "home")}
    environment.pop("PYTHONPATH", None)
    for words in (
        ["about", "GNU Lesser"],
        ["demo", "plump", "--peers", "3", "--option", "length=short", "--record", "game.shoal"],
        ["verify", "game.shoal"],
    ):
        subprocess.run([bin_folder / "shoal", *words], cwd=tmp_path, env=environment, check=True)
