"""The files for Linux, around a small program: their contents, their installation and their removal."""

from __future__ import annotations

import gzip
import hashlib
import importlib
import os
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from app import VERSION
from tests.support.processes import wait_for

ROOT = Path(__file__).resolve().parents[2]
ICONS = (16, 24, 32, 48, 64, 128, 256, 512)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="files for Linux")


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    yield importlib.import_module("build_linux")
    sys.modules.pop("build_linux")


@pytest.fixture
def exports(tmp_path: Path) -> Path:
    folder = tmp_path / "exports"
    folder.mkdir()
    names = ["shoal.svg", "shoal.6", "shoal.bash", "_shoal", "shoal.fish", "manual.html"]
    for name in (*names, *(f"shoal-{size}.png" for size in ICONS)):
        (folder / name).write_text("x")
    return folder


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    """A program that says hello and a library with the x bit, as PyInstaller leaves them."""
    folder = tmp_path / "dist" / "shoal"
    licences = folder / "_internal" / "app" / "licences"
    licences.mkdir(parents=True)
    (licences / "msgpack.txt").write_text("msgpack 1\nLicence: Apache-2.0\n\nthe text\n")
    (folder / "shoal").write_text("#!/bin/sh\necho hello\n")
    (folder / "_internal" / "base_library.zip").write_text("zip")
    (folder / "_internal" / "libsome.so").write_text("library")
    for path in folder.rglob("*"):
        path.chmod(0o775)
    return folder


def run_file(builds, frozen: Path, exports: Path, dist: Path) -> Path:
    dist.mkdir(exist_ok=True)
    builds.self_extracting(builds.tar(frozen, exports, dist), dist)
    [path] = dist.glob("*.run")
    return path


def start(path: Path, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the installer, with a program beside it that unpacks xz, which a system may lack."""
    xz = home.parent / "tools" / "xz"
    xz.parent.mkdir(exist_ok=True)
    unpack = "import lzma, shutil, sys; shutil.copyfileobj(lzma.open(sys.stdin.buffer), sys.stdout.buffer)"
    xz.write_text(f"#!{sys.executable}\n{unpack}\n")
    xz.chmod(0o755)
    environment = {"HOME": str(home), "PATH": f"{os.environ['PATH']}:{xz.parent}"}
    return subprocess.run(["sh", path, *words], env=environment, capture_output=True, text=True, check=False)


def test_the_run_file_installs_upgrades_and_uninstalls(
    builds, frozen: Path, exports: Path, tmp_path: Path
) -> None:
    builds.tidy(frozen)
    installer = run_file(builds, frozen, exports, tmp_path / "out")
    home = tmp_path / "a home"
    data = home / ".local/share/shoal/identity"
    data.parent.mkdir(parents=True)
    data.write_text("who I am")
    for _ in range(2):  # the second is an upgrade
        assert start(installer, home).returncode == 0
        said = subprocess.run([home / ".local/bin/shoal"], capture_output=True, text=True, check=True)
        assert said.stdout == "hello\n"
    entry = (home / ".local/share/applications/shoal.desktop").read_text()
    assert f'Exec="{home}/.local/lib/shoal/shoal" open %u' in entry

    gone = start(installer, home, "--remove")
    assert gone.returncode == 0
    assert f"stay in {home}/.local/share/shoal." in gone.stdout
    left = [path for path in home.rglob("*") if path.is_file() or path.is_symlink()]
    assert [path for path in left if "shoal" in str(path.relative_to(home))] == [
        data
    ]  # caches are the desktop's


def test_a_damaged_run_file_changes_nothing(builds, frozen: Path, exports: Path, tmp_path: Path) -> None:
    installer = run_file(builds, frozen, exports, tmp_path / "out")
    installer.write_bytes(installer.read_bytes()[:-1] + b"?")
    done = start(installer, tmp_path / "home")

    assert (done.returncode, "damaged" in done.stderr) == (1, True)
    assert not [path for path in (tmp_path / "home").rglob("*") if path.is_file()]


def test_somebody_elses_folder_is_not_removed(builds, frozen: Path, exports: Path, tmp_path: Path) -> None:
    installer = run_file(builds, frozen, exports, tmp_path / "out")
    mine = tmp_path / "home/.local/lib/shoal/mine.txt"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")

    assert start(installer, tmp_path / "home", "--remove").returncode == 1
    assert mine.exists()


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="no dpkg here")
def test_the_files_of_the_package_lie_where_debian_expects_them(
    builds, frozen: Path, exports: Path, tmp_path: Path
) -> None:
    builds.COMPRESSION = ("-Znone",)  # the module is this test's own
    builds.lint = lambda *_: None  # those of the real one: packaging/build.py
    builds.tidy(frozen)
    tree, dist = tmp_path / "tree", tmp_path / "out"
    dist.mkdir()
    builds.lay_out(tree, frozen, exports)
    builds.deb(tree, dist)
    [package] = dist.glob("*.deb")
    listed = subprocess.run(["dpkg-deb", "-c", package], capture_output=True, text=True, check=True).stdout
    modes = {line.split()[5]: line.split()[0] for line in listed.splitlines()}
    control = subprocess.run(["dpkg-deb", "-f", package], capture_output=True, text=True, check=True).stdout

    assert modes["./usr/lib/shoal/shoal"] == "-rwxr-xr-x"
    assert modes["./usr/lib/shoal/_internal/libsome.so"] == "-rw-r--r--"
    assert modes["./usr/games/shoal"].startswith("l")
    assert all("root/root" in line for line in listed.splitlines())
    assert re.search(rf"^Version: {VERSION}$", control, re.M)
    assert "libc6 (>= 2.17), " in control
    said = (tree / "usr/share/doc/shoal/copyright").read_text()
    assert " msgpack: Apache-2.0, /usr/share/doc/shoal/licences/msgpack.txt" in said
    assert (tree / "usr/share/doc/shoal/licences/msgpack.txt").is_file()  # by a link to those of *About*
    postrm = subprocess.run(["dpkg-deb", "-I", package, "postrm"], capture_output=True, text=True, check=True)
    for step in ("remove", "purge", "upgrade"):
        words = ["sh", "-c", postrm.stdout, "postrm", step]
        told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        assert told.endswith("stay in ~/.local/share/shoal.\n" if step == "remove" else "")
        assert bool(told) == (step == "remove")


def test_compressed_files_have_the_same_bytes_from_every_python(builds, tmp_path: Path) -> None:
    """Python 3.11 and 3.12 write the system into the head, others do not."""
    builds.compressed(tmp_path / "a.gz", b"text")
    head = (tmp_path / "a.gz").read_bytes()[:10]

    assert head == bytes.fromhex("1f8b08000000000002ff")
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"text"


@pytest.mark.slow
@pytest.mark.skipif(
    not all(map(shutil.which, ("update-desktop-database", "update-mime-database", "gio"))),
    reason="no desktop's tools here",
)
def test_a_desktop_knows_menu_entry_icon_file_and_link(
    builds, frozen: Path, exports: Path, tmp_path: Path
) -> None:
    """GNOME and KDE ask the caches that they read, and GLib, which opens files and links."""
    builds.tidy(frozen)
    home = tmp_path / "home"
    assert start(run_file(builds, frozen, exports, tmp_path / "out"), home).returncode == 0
    share = home / ".local/share"
    record = tmp_path / "evening.shoal"
    record.write_bytes(b"\0\1\2")
    env = {"HOME": str(home), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}

    def gio(*words: object) -> str:
        done = subprocess.run(["gio", *map(str, words)], env=env, capture_output=True, text=True, check=True)
        return done.stdout

    cache = (share / "applications/mimeinfo.cache").read_text()
    assert "x-scheme-handler/shoal=shoal.desktop;" in cache
    assert "application/x-shoal-record=shoal.desktop;" in cache
    assert "application/x-shoal-record" in gio("info", "-a", "standard::content-type", record)
    assert "shoal.desktop" in gio("mime", "x-scheme-handler/shoal")
    assert "shoal.desktop" in gio("mime", "application/x-shoal-record")
    program = home / ".local/lib/shoal/shoal"
    program.write_text('#!/bin/sh\necho "$@" >>"$HOME/new" && mv "$HOME/new" "$HOME/opened"\n')
    for what in (record, "shoal:SHOAL1234"):
        (home / "opened").unlink(missing_ok=True)
        gio("open", what)
        wait_for("the program that opens it", (home / "opened").exists)
        assert (home / "opened").read_text() == f"open {what}\n"
    entry = (share / "applications/shoal.desktop").read_text()
    icon = re.search("^Icon=(.+)$", entry, re.M)
    assert icon is not None and (share / f"icons/hicolor/scalable/apps/{icon[1]}.svg").exists()


@pytest.mark.parametrize(
    ("file", "licence"),
    [
        ("share/applications/shoal.desktop", "MIT"),
        ("lib/shoal/shoal", "MIT and GPL-2+ with Bootloader exception"),
        ("lib/shoal/_internal/libzmq.so.5", "several"),
        ("lib/shoal/_internal/app/games/plump/help.md", "MIT"),
        ("lib/shoal/_internal/app/licences/gpl-3.txt", "verbatim"),
        ("lib/shoal/_internal/ui/art/fonts/ShoalSans.otf", "OFL-1.1"),
        ("lib/shoal/_internal/PySide6/QtCore.abi3.so", "LGPL-3"),
        ("lib/shoal/_internal/libQt6Core.so.6", "LGPL-3"),
    ],
)
def test_the_last_matching_paragraph_of_the_copyright_file_names_the_licence_of_a_file(
    builds, frozen: Path, file: str, licence: str
) -> None:
    """In Debian's format the more special paragraph comes later, and each short name has a text."""
    paragraphs = builds.copyright_file(frozen / builds.LICENCES).split("\n\n")
    fits = [
        each
        for each in paragraphs
        if (files := re.search(r"^Files:((?: |\n )[^\n]+)+", each, re.M))
        and any(fnmatch(f"usr/{file}", name) for name in files[0].split()[1:])
    ]
    [said] = re.findall(r"^License: (.+)((?:\n .+)*)", fits[-1], re.M)
    texts = [each for each in paragraphs if each.startswith(f"License: {licence}\n ")]

    assert said[0] == licence
    assert said[1] or texts


@pytest.mark.skipif(shutil.which("mksquashfs") is None, reason="no squashfs-tools here")
def test_the_appimage_is_the_runtime_and_then_the_program(
    builds, frozen: Path, exports: Path, tmp_path: Path
) -> None:
    """`tree/AppRun` is what the runtime starts, with menu entry and icon beside it."""
    runtime = tmp_path / "runtime"
    runtime.write_bytes(b"\x7fELF of a test" * 100)
    builds.RUNTIMES = {os.uname().machine: hashlib.sha256(runtime.read_bytes()).hexdigest()}
    builds.tidy(frozen)
    image = builds.appimage(runtime, frozen, exports, tmp_path)
    tree, offset = tmp_path / "tree", str(runtime.stat().st_size)
    words = ["unsquashfs", "-quiet", "-no-progress", "-offset", offset, "-dest", tree, image]
    subprocess.run(words, check=True, capture_output=True)
    said = subprocess.run([tree / "AppRun"], capture_output=True, text=True, check=True).stdout
    runtime.write_bytes(b"another")

    assert said == "hello\n"
    assert image.stat().st_mode & 0o111
    assert {path.name for path in tree.iterdir()} == {
        "AppRun",
        ".DirIcon",
        "shoal.desktop",
        "shoal.png",
        "usr",
    }
    with pytest.raises(SystemExit, match="not the runtime"):
        builds.appimage(runtime, frozen, exports, tmp_path)


def test_a_runtime_that_is_not_there_ends_the_build_with_a_sentence(
    builds, frozen: Path, exports: Path, tmp_path: Path
) -> None:
    with pytest.raises(SystemExit, match=r"no AppImage: SHOAL_APPIMAGE_RUNTIME names .*, which is not there"):
        builds.appimage(tmp_path / "runtime", frozen, exports, tmp_path)


def test_a_checker_that_complains_stops_a_release_and_no_artefact(builds) -> None:
    builds.lint("sh", "-c", "exit 0")
    builds.settle()
    builds.lint("sh", "-c", "exit 1")  # the steps after it are made all the same
    with pytest.raises(SystemExit, match="everything is built; sh found errors"):
        builds.settle()
