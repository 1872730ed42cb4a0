"""Pinned packages that are frozen: taken from any mirror, but only with the pinned hash."""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("dpkg-deb") is None, reason="packages of Debian"
)


@pytest.fixture
def pinned(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    yield importlib.import_module("pinned")
    sys.modules.pop("pinned")


@pytest.fixture
def package(pinned: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The one package of a mirror in a folder, pinned."""
    tree = tmp_path / "tree"
    for name, text in {
        "DEBIAN/control": "Package: a\nVersion: 1\nArchitecture: all\nMaintainer: n <n@n>\nDescription: d\n",
        "usr/bin/python3.11": "a Python",
    }.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
    made = tmp_path / "mirror/pool/a_1_all.deb"
    made.parent.mkdir(parents=True)
    subprocess.run(["dpkg-deb", "-Znone", "--build", tree, made], check=True, capture_output=True)
    kind = pinned.MACHINES[os.uname().machine]
    pins = tmp_path / "pins"
    pins.write_text(f"{kind} {hashlib.sha256(made.read_bytes()).hexdigest()} pool/a_1_all.deb\n")
    monkeypatch.setattr(pinned, "PINS", pins)
    monkeypatch.setenv("SHOAL_DEBIAN", (tmp_path / "mirror").as_uri())
    return made


def test_the_pinned_packages_are_unpacked_once(pinned: ModuleType, package: Path, tmp_path: Path) -> None:
    assert pinned.unpack(tmp_path / "there").read_text() == "a Python"
    package.unlink()
    assert pinned.unpack(tmp_path / "there").read_text() == "a Python"


def test_a_package_other_than_the_pinned_one_is_refused(
    pinned: ModuleType, package: Path, tmp_path: Path
) -> None:
    package.write_bytes(package.read_bytes() + b"?")
    with pytest.raises(SystemExit, match=r"a_1_all.deb does not match pins"):
        pinned.unpack(tmp_path / "there")

    assert not (tmp_path / "there/usr").exists()


def test_a_missing_package_is_refused_with_a_hint_at_another_mirror(
    pinned: ModuleType, package: Path, tmp_path: Path
) -> None:
    package.unlink()
    with pytest.raises(SystemExit, match="SHOAL_DEBIAN can name another mirror"):
        pinned.unpack(tmp_path / "there")


def test_everything_that_is_frozen_is_pinned_for_both_kinds_of_machine(pinned: ModuleType) -> None:
    lines = [line.split() for line in pinned.PINS.read_text(encoding="utf-8").splitlines()]
    for kind, tools in pinned.TOOLS.items():
        python = f"python{pinned.PYTHONS[kind][1]}"
        names = [Path(place).name.split("_")[0] for each, _, place in lines if each == kind]
        assert names[:4] == [
            f"{python}-minimal",
            *(f"lib{python}{end}" for end in ("-minimal", "-stdlib", "")),
        ]
        assert names[4:] == [
            *("python3-pip-whl", "binutils", "libbinutils", tools), *pinned.LIBRARIES, pinned.KEYS
        ]  # fmt: skip
    assert all(len(digest) == 64 for _, digest, _ in lines)


def test_the_python_for_arm64_is_one_that_counts_no_references_to_none(pinned: ModuleType) -> None:
    """PySide's wheel for it gives them away uncounted, and an older Python ends the program for that."""
    assert tuple(map(int, pinned.PYTHONS["arm64"][1].split("."))) >= (3, 12)
