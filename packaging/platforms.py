"""The systems that Shoal runs on, and a check that each has a wheel of every pinned dependency.

    python3 packaging/platforms.py            ask the package index about all of it (a few minutes)
    python3 packaging/platforms.py --table    only the table, as the README shows it
    python3 packaging/platforms.py --pins SYSTEM PYTHON [FILE ...]    the pins for it, with hashes, from
                                              players.txt or other files of this folder

Needs the developers' environment (`.venv`, for the library that reads markers) and a package index.
pip is asked for the wheels of each system, by the file from which players' libraries are installed, hashes
included; nothing is installed. pip evaluates environment markers for its own system, so we evaluate them.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PLAYERS = ROOT / "packaging" / "players.txt"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


@dataclass(frozen=True, slots=True)
class System:
    """A kind of computer: Python's names for it, and the tags of wheels that it accepts, the newest first."""

    name: str
    sys_platform: str
    machine: str
    tags: tuple[str, ...]
    least: str
    """Oldest version of the system, in words."""
    but: str = "–"
    """Limits of Shoal there, in words."""


def _linux(machine: str, newest: int) -> tuple[str, ...]:
    named = tuple(f"manylinux_2_{minor}_{machine}" for minor in range(newest, 16, -1))
    return (*named, f"manylinux2014_{machine}")


SYSTEMS = (
    System(
        "Linux x86-64", "linux", "x86_64", _linux("x86_64", 34), "glibc 2.34: Debian 12, Ubuntu 22.04, RHEL 9"
    ),
    System(
        "Linux arm64 (Raspberry Pi 4 and 5)",
        "linux",
        "aarch64",
        _linux("aarch64", 39),
        "glibc 2.39: Debian 13, Raspberry Pi OS 13, Ubuntu 24.04",
        "no sound",
    ),
    System("Windows x64", "win32", "AMD64", ("win_amd64",), "Windows 10 (1809)"),
    System(
        "Windows arm64",
        "win32",
        "ARM64",
        ("win_arm64",),
        "Windows 11",
        "no sound; cryptography stays at 46.0.3, the last with a wheel",
    ),
    System("macOS, Apple silicon", "darwin", "arm64", ("macosx_13_0_arm64",), "macOS 13"),
    System(
        "macOS, Intel",
        "darwin",
        "x86_64",
        ("macosx_13_0_x86_64",),
        "macOS 13",
        "cryptography stays at 48.0.1 and zeroconf at 0.148.0, the last with wheels",
    ),
)


def main(words: list[str]) -> int:
    """Print the table or pins, or check all systems; return exit status 1 if a wheel is missing."""
    if words == ["--table"]:
        print(table())
        return 0
    if words[:1] == ["--pins"]:
        [system] = [each for each in SYSTEMS if each.name == words[1]]
        for name in words[3:] or [PLAYERS.name]:
            print(pins(system, words[2], (PLAYERS.parent / name).read_text(encoding="utf-8")), end="")
        return 0
    failures = 0
    for system in SYSTEMS:
        for python in PYTHONS:
            why = missing(system, python)
            failures += bool(why)
            print(f"{system.name}, Python {python}: {why or 'every wheel found'}", flush=True)
    return 1 if failures else 0


def table() -> str:
    """Return the systems as a Markdown table."""
    rows = [f"| {each.name} | {each.least} | {each.but} |" for each in SYSTEMS]
    return "\n".join(["| system | from | limits |", "|---|---|---|", *rows])


def pins(system: System, python: str, text: str | None = None) -> str:
    """Return the lines of pins (`text`, else those of players.txt) for a system and a version of Python."""
    environment = {
        "implementation_name": "cpython",
        "os_name": "nt" if system.sys_platform == "win32" else "posix",
        "platform_machine": system.machine,
        "platform_python_implementation": "CPython",
        "platform_system": {"win32": "Windows", "darwin": "Darwin"}.get(system.sys_platform, "Linux"),
        "python_full_version": f"{python}.0",
        "python_version": python,
        "sys_platform": system.sys_platform,
    }
    lines = (PLAYERS.read_text(encoding="utf-8") if text is None else text).replace("\\\n", " ").splitlines()
    kept = []
    for line in lines:
        words, _, hashes = line.partition("--hash")
        if not words.strip() or words.startswith("#"):
            continue
        requirement = Requirement(words.strip())
        if requirement.marker is None or requirement.marker.evaluate(environment):
            kept.append(f"{requirement.name}{requirement.specifier} --hash{hashes}")
    return "\n".join(kept) + "\n"


def missing(system: System, python: str) -> str:
    """Return pip's last line about a missing wheel; "" if it finds them all."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder, "wanted.txt")
        wanted.write_text(pins(system, python), encoding="utf-8")
        tags = [word for tag in system.tags for word in ("--platform", tag)]
        done = subprocess.run(
            [
                *(sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"),
                *("--dry-run", "--ignore-installed", "--no-deps", "--only-binary", ":all:"),
                *("--require-hashes", "--implementation", "cp", "--python-version", python, *tags),
                *("--target", str(Path(folder, "nowhere")), "-r", str(wanted)),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
    said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return "" if done.returncode == 0 else (said or done.stderr.splitlines() or ["pip failed"])[-1]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
