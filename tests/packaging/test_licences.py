"""Licences and bill of materials of a frozen program: every file belongs to a part, and none is left out."""

from __future__ import annotations

import importlib
import json
import shutil
import struct
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from types import ModuleType

import pytest
import zmq

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("cffi", "cryptography", "msgpack", "pyzmq", "pyside6-essentials", "shiboken6", "zeroconf")
VENV = {name: distribution(name) for name in PACKAGES}


@pytest.fixture
def licences(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModuleType]:
    """The module `licences`, with a PyInstaller beside the libraries of the tests."""
    info = tmp_path / "site" / "pyinstaller-6.dist-info"
    (info / "licenses").mkdir(parents=True)
    (info / "METADATA").write_text(
        "Metadata-Version: 2.4\nName: pyinstaller\nVersion: 6\nLicense: GPL-2 with exception\n"
    )
    (info / "licenses" / "COPYING.txt").write_text("the text, with an exception")
    (info / "RECORD").write_text("pyinstaller-6.dist-info/licenses/COPYING.txt,,\n")
    monkeypatch.syspath_prepend(str(info.parent))
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    yield importlib.import_module("licences")
    for name in ("licences", "pinned"):
        sys.modules.pop(name, None)


def place(package: str, ending: str) -> tuple[str, str]:
    """A file of an installed package: its name and its path."""
    found = next(each for each in VENV[package].files or () if each.name.endswith(ending))
    return found.as_posix(), str(found.locate())


def froze(licences: ModuleType, tmp_path: Path) -> Path:
    """A frozen program of a few files and its archive, laid out as PyInstaller does it."""
    modules = [
        ("jaraco", "-", "PYMODULE"),  # a namespace, of no file
        ("app.cli", str(ROOT / "app/cli.py"), "PYMODULE"),
        ("msgpack.ext", place("msgpack", "ext.py")[1], "PYMODULE"),
    ]
    data = [
        ("ui/art/fonts/ShoalSans-Bold.otf", str(ROOT / "ui/art/fonts/ShoalSans-Bold.otf"), "DATA"),
        ("rules/plump/RULES.md", str(ROOT / "rules/plump/RULES.md"), "DATA"),
    ]
    wheels = [
        ("pyside6-essentials", ".so.6"),
        ("pyside6-essentials", "QtCore.abi3.so"),
        ("pyside6-essentials", "libicuuc.so.73"),
        ("shiboken6", "Shiboken.abi3.so"),
        ("cryptography", "_rust.abi3.so"),
        ("zeroconf", "_cache.py"),
    ]
    binaries = [(*place(package, ending), "BINARY") for package, ending in wheels]
    links = [("libQt6Core.so.6", "PySide6/Qt/lib/libQt6Core.so.6", "SYMLINK")]
    lists = (modules, data, binaries, links)
    entries = licences.enclose(lists, tmp_path / "texts", version="0.1.0", commit="0123abcd")
    frozen = tmp_path / "shoal"
    for name, path, kind in (*data, *binaries, *entries):
        (frozen / "_internal" / name).parent.mkdir(parents=True, exist_ok=True)
        (frozen / "_internal" / name).write_bytes(
            Path(path).read_bytes()[: 9999 if kind == "BINARY" else None]
        )
    licences.archived = lambda _: {"PYZ/app", "PYZ/msgpack"}
    return frozen


@pytest.mark.skipif(sys.platform != "linux", reason="files of the wheels for Linux")
def test_each_file_belongs_to_a_part_with_its_licence_and_its_sources(
    licences: ModuleType, tmp_path: Path
) -> None:
    frozen = froze(licences, tmp_path)
    texts = {
        path.name: path.read_text(encoding="utf-8")
        for path in (frozen / "_internal/app/licences").glob("*.txt")
    }
    told = json.loads((frozen / "_internal/app/licences/shoal.cdx.json").read_text(encoding="utf-8"))
    parts = {each["name"]: each for each in told["components"]}

    assert licences.check(frozen) == []
    assert set(parts) == {
        *(
            "Shoal",
            "Fonts: Inter and JetBrains Mono",
            "msgpack",
            "cryptography",
            "ICU",
            "Qt",
            "PySide6_Essentials",
            "shiboken6",
            "zeroconf",
            "pyinstaller",
        )
    }
    assert (
        parts["Qt"]["version"] == parts["PySide6_Essentials"]["version"] == VENV["pyside6-essentials"].version
    )
    assert {"name": "commit", "value": "0123abcd"} in told["metadata"]["component"]["properties"]
    assert set(texts) - {f"{each['bom-ref']}.txt" for each in parts.values()} == {
        *("crates.txt", "gpl-3.txt", "lgpl-3.txt", "qt-third-parties.txt", "sources.txt")
    }
    assert (
        texts["qt.txt"].startswith("Qt 6.") and "may replace them by builds of\nyour own" in texts["qt.txt"]
    )
    assert "HarfBuzz" in texts["qt-third-parties.txt"]
    assert f"\n{place('pyside6-essentials', '.so.6')[0]}\n" in texts["qt.txt"]
    assert "parts of Python 3.7.0" in texts["shiboken6.txt"]
    for each in told["components"]:
        assert texts[f"{each['bom-ref']}.txt"].splitlines()[2].startswith("Sources: ")
        assert f"\n{each['name']}" in texts["sources.txt"]


@pytest.mark.skipif(sys.platform != "linux", reason="files of the wheels for Linux")
def test_the_listed_sources_are_of_the_version_that_is_inside(licences: ModuleType) -> None:
    """A library's own word, not that of the file's name: `libicuuc.so.73` may be 73.1 or 73.2."""
    parts = licences.Parts("0.1.0", "")
    found = {}
    for package, ending in (
        ("pyside6-essentials", "libicuuc.so.73"),
        ("pyside6-essentials", "libQt6Core.so.6"),
        ("pyzmq", "libzmq-"),
    ):
        each = next(each for each in VENV[package].files or () if ending in each.name)
        part = parts.part(each.as_posix(), str(Path(str(each.locate())).resolve()))
        found[part.name] = part
    qt = VENV["pyside6-essentials"].version

    assert found["ICU"].version == "73.2"
    assert "icu/releases, release 73.2" in found["ICU"].source
    assert f"/qt/{qt.rpartition('.')[0]}/{qt}/submodules" in found["Qt"].source
    assert found["libzmq"].version == zmq.zmq_version()


def test_each_crate_in_cryptography_is_reported_with_its_licence(licences: ModuleType) -> None:
    found = {each.name: each.licence for each in licences.compiled_into(VENV["cryptography"])}
    part = licences.Parts("0.1.0", "").distribution(VENV["cryptography"])

    assert found["pyo3"] == "MIT OR Apache-2.0" and found["asn1"] == "BSD-3-Clause"
    assert found["openssl"] == "Apache-2.0"  # the library, whose bill tells none; and the crate
    assert "cc" not in found  # a tool of the build
    assert "\n* pem 4.0.0: MIT\n" in part.whole
    assert all(each["licenses"][0]["expression"] for each in part.component["components"])
    assert [each.name for each in licences.compiled_into(distribution("btclib_secp256k1"))] == ["secp256k1"]


def test_a_crate_whose_notice_is_not_here_ends_the_build(
    licences: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "crates.txt").write_text("openssl-sys, asn1, asn1_derive, unicode-ident")
    monkeypatch.setattr(licences, "NOTICES", tmp_path)
    with pytest.raises(SystemExit, match="pem in cryptography: its notice is not here"):
        licences.compiled_into(VENV["cryptography"])


def test_third_parties_of_another_qt_end_the_build(licences: ModuleType) -> None:
    told = (licences.NOTICES / "qt-third-parties.txt").read_text(encoding="utf-8")
    licences.check_qt(VENV["pyside6-essentials"].version, told)
    with pytest.raises(SystemExit, match=r"not of Qt 7\.0\.1"):
        licences.check_qt("7.0.1", told)


def packed(frozen: Path, ending: str) -> Path:
    """An artefact with a frozen program, laid out as the build does."""
    place = frozen.parent / f"artefact{ending}"
    if ending == ".deb":
        tree = frozen.parent / "tree"
        shutil.copytree(frozen, tree / "usr/lib/shoal")
        (tree / "DEBIAN").mkdir()
        (tree / "DEBIAN/control").write_text(
            "Package: shoal\nVersion: 1\nArchitecture: all\nMaintainer: Nobody <nobody@invalid>\n"
            "Description: a trial\n"
        )
        subprocess.run(["dpkg-deb", "-Znone", "--build", tree, place], check=True, capture_output=True)
    elif ending == ".AppImage":
        shutil.copytree(frozen, frozen.parent / "dir/usr/lib/shoal")
        subprocess.run(["mksquashfs", frozen.parent / "dir", frozen.parent / "image", "-quiet"], check=True)
        runtime = struct.pack("<4s36xQ10xHH2x", b"\x7fELF", 64, 36, 1) + bytes(36)
        place.write_bytes(runtime + (frozen.parent / "image").read_bytes())
    else:
        kind = {".zip": "zip"}.get(ending, "xztar")
        made = shutil.make_archive(str(frozen.parent / "archive"), kind, frozen.parent, frozen.name)
        head = b"#!/bin/sh\n" if ending == ".run" else b""
        place.write_bytes(head + Path(made).read_bytes())
    return place


@pytest.mark.skipif(sys.platform != "linux", reason="files of the wheels for Linux")
@pytest.mark.parametrize(
    ("ending", "program"),
    [(".deb", "dpkg-deb"), (".run", "tar"), (".tar.xz", "tar"), (".zip", "tar"), (".AppImage", "mksquashfs")],
)
def test_an_artefact_is_compared_with_its_bill(
    licences: ModuleType, tmp_path: Path, ending: str, program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if not shutil.which(program):
        pytest.skip(f"without {program}")
    frozen = froze(licences, tmp_path)
    artefact = packed(frozen, ending)

    assert licences.main(["check", str(artefact)]) == 0
    assert "lists what is inside, and nothing else" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform != "linux", reason="files of the wheels for Linux")
def test_files_that_are_not_listed_and_listed_files_that_are_missing_are_reported(
    licences: ModuleType, tmp_path: Path
) -> None:
    frozen = froze(licences, tmp_path)
    (frozen / "_internal/libsmuggled.so.1").write_text("of nobody")
    (frozen / "_internal/rules/plump/RULES.md").unlink()
    (frozen / "_internal/app/licences/msgpack.txt").unlink()
    licences.archived = lambda _: {"PYZ/app", "PYZ/msgpack", "PYZ/keyring"}

    assert licences.check(frozen) == [
        "PYZ/keyring is in the program but not in the bill",
        "libsmuggled.so.1 is in the program but not in the bill",
        "app/licences/msgpack.txt is in the bill but not in the program",
        "rules/plump/RULES.md is in the bill but not in the program",
        "the text msgpack.txt is missing",
    ]


def test_a_file_of_no_known_part_ends_the_build(licences: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "libstray.so").write_text("of nobody")
    with pytest.raises(SystemExit, match=r"libstray.so, from .*, belongs to no part whose licence is known"):
        licences.enclose(
            [[("libstray.so", str(tmp_path / "libstray.so"), "BINARY")]], tmp_path, version="", commit=""
        )


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("PySide6/Qt/lib/libQt6Core.so.6", "Qt"),
        ("PySide6/Qt6Core.dll", "Qt"),
        ("PySide6/plugins/platforms/qwindows.dll", "Qt"),
        ("PySide6/Qt/lib/QtCore.framework/Versions/A/QtCore", "Qt"),
        ("PySide6/Qt/lib/libicudata.so.73", "ICU"),
        ("PySide6/QtCore.abi3.so", None),
        ("PySide6/QtCore.pyd", None),
        ("PySide6/msvcp140.dll", "Microsoft Visual C++ runtime"),
        ("VCRUNTIME140_1.dll", "Microsoft Visual C++ runtime"),
        ("pyzmq.libs/libzmq-2f02442c.so.5.2.5", "libzmq"),
        ("pyzmq.libs/libsodium-6c8f8377.so.26.4.0", "libsodium"),
    ],
)
def test_third_party_files_inside_wheels_are_a_part_of_their_own(
    licences: ModuleType, name: str, part: str | None
) -> None:
    import re  # noqa: PLC0415

    assert next((each.name for each in licences.FOREIGN if re.search(each.pattern, name)), None) == part


def test_a_library_of_debian_is_of_the_source_package_that_is_pinned(
    licences: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files of Debian are laid out as `pinned.py` leaves them: the tree, and a list of each package."""
    pinned = importlib.import_module("pinned")
    line = next(
        line for line in pinned.PINS.read_text(encoding="utf-8").splitlines() if "/libxcb-keysyms1_" in line
    )
    place = Path(line.split()[2])
    library = tmp_path / "usr/lib/libxcb-keysyms.so.1.0.0"
    said = tmp_path / "usr/share/doc/libxcb-keysyms1/copyright"
    for path, text in ((library, "library"), (said, "Files: *\nLicense: MIT\n")):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    listed = "-rw-r--r-- root/root 9 2021-01-01 00:00 ./usr/lib/libxcb-keysyms.so.1.0.0\n"
    listed += (
        "lrwxrwxrwx root/root 0 2021-01-01 00:00 ./usr/lib/libxcb-keysyms.so.1 -> libxcb-keysyms.so.1.0.0\n"
    )
    (tmp_path / place.with_suffix(".list").name).write_text(listed)
    monkeypatch.setattr(licences, "DEBIAN", tmp_path)
    monkeypatch.setattr(licences.sys, "platform", "linux")
    part = licences.Parts("0.1.0", "").part("libxcb-keysyms.so.1", str(library))

    assert (part.name, part.licence) == ("xcb-util-keysyms", "MIT")
    assert part.version == "0.4.0-1"  # the version of the sources; the package was built again
    assert "Debian's source package xcb-util-keysyms 0.4.0-1" in part.source


def test_the_notices_here_are_those_of_the_packages(licences: ModuleType) -> None:
    for key, brought in (
        ("zeroconf", licences.texts_of(VENV["zeroconf"])),
        ("libzmq", licences.texts_of(VENV["pyzmq"], "zeromq")),
        ("shoal", (ROOT / "LICENSE").read_text(encoding="utf-8")),
    ):
        assert licences.notice(key)[2].strip() == brought.strip(), key
    for path in licences.NOTICES.iterdir():
        title, licence, text = licences.notice(path.stem)
        assert title and licence and len(text) > 200, path


def test_the_bill_of_a_wheel_has_shoal_and_its_fonts(licences: ModuleType, tmp_path: Path) -> None:
    wheel = tmp_path / "shoal-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in (
            "shoal/__main__.py",
            "shoal/rooms/app/cli.py",
            "shoal/rooms/ui/art/fonts/ShoalSans-Bold.otf",
        ):
            archive.writestr(name, "x")
    told = licences.bill_of_wheel(wheel)

    assert {each["bom-ref"]: len(each["evidence"]["occurrences"]) for each in told["components"]} == {
        "shoal": 2,
        "fonts-inter-and-jetbrains-mono": 1,
    }
    assert told["metadata"]["component"]["version"] == "0.1.0"
