"""The table of systems: the pins for each, and (slow) a wheel for every one of them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OF_ONE_SYSTEM = {"jeepney": "linux", "secretstorage": "linux", "pywin32-ctypes": "win32"}
"""The system of each library that `keyring` needs for that system's keyring."""


@pytest.fixture(scope="module")
def platforms():
    found = importlib.util.spec_from_file_location("platforms", ROOT / "packaging" / "platforms.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules["platforms"] = module  # dataclasses look their module up
    found.loader.exec_module(module)
    yield module
    del sys.modules["platforms"]


def names(pins: str) -> list[str]:
    return [line.split("==")[0] for line in pins.splitlines()]


def test_every_system_gets_each_library_once_and_sound_where_there_is_a_wheel(platforms) -> None:
    full = {name for system in platforms.SYSTEMS for name in names(platforms.pins(system, "3.11"))}
    older, newer = (set(names(platforms.pins(platforms.SYSTEMS[0], python))) for python in ("3.11", "3.12"))
    for system in platforms.SYSTEMS:
        elsewhere = {name for name, only in OF_ONE_SYSTEM.items() if only != system.sys_platform}
        without = elsewhere | ({"miniaudio"} if "sound" in system.but else set())
        for python in platforms.PYTHONS:
            given = names(platforms.pins(system, python))

            assert len(set(given)) == len(given), system.name
            in_python = set() if python == "3.11" else older - newer
            assert full - set(given) == without | in_python, system.name


def test_a_library_that_stays_at_an_older_version_is_named(platforms) -> None:
    newest = [line for each in platforms.SYSTEMS[::2] for line in platforms.pins(each, "3.11").splitlines()]
    for system in platforms.SYSTEMS:
        for line in platforms.pins(system, "3.11").splitlines():
            pin = line.split()[0]
            if not any(each.startswith(pin + " ") for each in newest):
                assert "at ".join(pin.split("==")).replace("at ", " at ") in system.but.replace(
                    "stays ", ""
                ), pin


def test_the_readme_shows_the_table_of_platforms(platforms) -> None:
    assert platforms.table() in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.timeout(1200)  # asks for every wheel of every system
def test_every_pinned_wheel_can_be_downloaded(platforms) -> None:
    assert platforms.main([]) == 0
