"""The Flatpak is built only from listed sources, each with its pinned hash."""

from __future__ import annotations

import importlib
import io
import json
import re
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "packaging" / "linux" / "flatpak"
MANIFEST = json.loads((HERE / "io.github.shoal_games.Shoal.json").read_text(encoding="utf-8"))
LOCK = """
[[packages]]
name = "plain"
version = "1.0"
sdist = { url = "https://index/plain-1.0.tar.gz", hashes = { sha256 = "aa" } }
wheels = [
    { url = "https://index/plain-1.0-cp313-cp313-linux_x86_64.whl", hashes = { sha256 = "bb" } },
    { url = "https://index/plain-1.0-py3-none-any.whl", hashes = { sha256 = "cc" } },
]

[[packages]]
name = "compiled"
version = "2.0"
sdist = { url = "https://index/compiled-2.0.tar.gz", hashes = { sha256 = "dd" } }
wheels = [{ url = "https://index/compiled-2.0-cp313-cp313-linux_x86_64.whl", hashes = { sha256 = "ee" } }]
"""
CRATE = '[[package]]\nname = "{name}"\nversion = "1.0.0"\nsource = "registry"\nchecksum = "{name}"\n'


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(HERE))
    yield importlib.import_module("sources")
    sys.modules.pop("sources")


def test_only_pure_python_packages_are_taken_as_wheels_and_the_rest_as_sources(sources: ModuleType) -> None:
    found = sources.listed(tomllib.loads(LOCK)["packages"], "sha256:cc sha256:dd")

    assert found == [
        {"type": "file", "url": "https://index/plain-1.0-py3-none-any.whl", "sha256": "cc"},
        {"type": "file", "url": "https://index/compiled-2.0.tar.gz", "sha256": "dd"},
    ]


def test_a_file_that_is_not_pinned_is_refused(sources: ModuleType) -> None:
    with pytest.raises(SystemExit, match=r"compiled-2\.0\.tar\.gz does not match its pin"):
        sources.listed(tomllib.loads(LOCK)["packages"], "sha256:cc sha256:ee")


def test_a_compiled_package_without_sources_is_refused(sources: ModuleType) -> None:
    [plain, compiled] = tomllib.loads(LOCK)["packages"]
    del compiled["sdist"]
    with pytest.raises(
        SystemExit, match="compiled: there is neither a source archive nor a pure-Python wheel"
    ):
        sources.listed([plain, compiled], "sha256:cc sha256:dd sha256:ee")


def test_each_crate_is_listed_once_and_the_program_itself_is_not_one(sources: ModuleType) -> None:
    own = '[[package]]\nname = "own"\nversion = "2.0"\n\n'
    archives = {
        "https://index/one-1.tar.gz": own + CRATE.format(name="a") + "\n" + CRATE.format(name="b"),
        "https://index/two-1.tar.gz": CRATE.format(name="b"),
        "https://index/none-1.tar.gz": "",
    }
    listed = [{"type": "file", "url": url, "sha256": ""} for url in (*archives, "https://index/c-1.whl")]

    text = sources.crates(listed, lambda source: archive("Cargo.lock", archives[source["url"]]))

    assert [each["name"] for each in tomllib.loads(text)["package"]] == ["a", "b"]


def archive(name: str, text: str) -> bytes:
    """A tarball with one file in its folder; with none where there is no text."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as tar:
        for place, content in ((f"x-1/{name}", text), (f"x-1/deep/{name}", CRATE.format(name="deep"))):
            if content:
                entry = tarfile.TarInfo(place)
                entry.size = len(content.encode())
                tar.addfile(entry, io.BytesIO(content.encode()))
    return made.getvalue()


def test_the_manifest_builds_from_sources_without_a_network() -> None:
    whole = json.dumps(MANIFEST)
    assert "--share=network" in MANIFEST["finish-args"] and whole.count("--share=network") == 1
    assert ".whl" not in whole
    for module in MANIFEST["modules"]:
        for source in module["sources"]:
            if isinstance(source, str):
                assert source.endswith("-sources.json"), "made by gather.sh, and in no commit"
            else:
                assert source["type"] == "archive" and re.fullmatch("[0-9a-f]{64}", source["sha256"])
        for command in module.get("build-commands", ()):
            if "pip3" in command:
                assert "--no-index" in command and "--no-build-isolation" in command


def test_everything_that_the_manifest_builds_with_is_pinned() -> None:
    pins = (HERE / "builders.txt").read_text(encoding="utf-8")
    [tools] = [module for module in MANIFEST["modules"] if module["name"] == "python-builders"]
    named = tools["build-commands"][0].partition("--prefix=/app ")[2].split()
    pinned = re.findall(r"^([\w.-]+)==", pins, re.M)

    assert set(named) <= set(pinned) and "maturin" in pinned
    assert len(re.findall("--hash=sha256:[0-9a-f]{64}", pins)) >= len(pinned)
