"""Tests an installation under Wine, as root, in the Debian root that `windows_here.sh` makes.

Silent installation, self-test, a demo whose record Linux verifies, a table with a Linux peer, a screenshot,
refusal of a setup while Shoal runs, an upgrade, the registry's entries for links and records, uninstallation.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))
from build_windows import ROOT, WINE, call, compile_setup, version, wine_root

STARTS_S = 1800
"""Seconds that a start may take: many, because the machine may be busy."""

INSTALLED = r"C:\users\root\AppData\Local\Programs\Shoal"
UNINSTALL = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Shoal"
SHOAL = (str(ROOT / "build/venv/bin/python"), "-P", str(ROOT / "packaging/shoal/__main__.py"))
"""This checkout's Shoal on Linux, with the libraries of the build."""
SCREEN = ":84"
DRAWN = 0.3
"""Light of the screen once our window is drawn, at least: the root is black, as is the window at first."""
RUNNING = 3
"""Exit status of a setup that refuses because Shoal is running."""


def test(build: Path, dist: Path) -> None:
    """The whole life of an installation: under Wine here, on the real system in the workflow."""
    if os.name == "nt":
        real(dist)
        return
    trial(wine_root(build), build, dist)


def real(dist: Path) -> None:
    """The trial on Windows itself: the folder of the .zip, an installation, an upgrade, an uninstallation."""
    name = f"shoal-{version()}-windows-x64"
    installer, folder = dist / f"{name}-setup.exe", Path(os.environ["LOCALAPPDATA"], "Programs", "Shoal")
    with tempfile.TemporaryDirectory() as place:
        shutil.unpack_archive(dist / f"{name}.zip", place)
        call(Path(place, "shoal", "shoal.exe"), "--selftest")
        home, record = {"SHOAL_HOME": place}, Path(place, "game.shoal")
        for _ in range(2):  # the second is an upgrade
            call(installer, "/S")
            call(folder / "shoal.exe", "--selftest")
        words = ("demo", "plump", "--peers", "3", "--option", "length=short", "--record", record)
        call(folder / "shoal.exe", *words, env=home)
        call(folder / "shoal.exe", "verify", record, env=home)
    call(folder / "uninstall.exe", "/S")
    for _ in range(STARTS_S):
        if not folder.exists():
            return
        time.sleep(1)
    raise SystemExit("[build] the uninstaller leaves something behind")


class Machine:
    """The Windows of the trial: its folders as Linux sees them, and how a program of it is run."""

    def __init__(self, there: Path, build: Path) -> None:
        self.there = there
        self.tree = build / "windows-trial"
        self.tree.mkdir(parents=True, exist_ok=True)
        self.program = there / "root/prefix/drive_c/users/root/AppData/Local/Programs/Shoal"
        self.home = there / "tmp/home"

    def run(self, *words: str, check: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a program by its Windows path; return its output."""
        done = subprocess.run(
            self._words(*words),
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if check and done.returncode:
            raise SystemExit(f"[trial] {words} ended with {done.returncode}: {done.stdout[-1500:]}")
        return done

    def start(self, *words: str, **environment: str) -> subprocess.Popen[str]:
        """Start a program, and do not wait for it."""
        return subprocess.Popen(
            self._words(*words),
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )

    def _words(self, *words: str) -> list[str]:
        return [str(WINE), "any", str(self.there), str(self.tree), *words]


def trial(there: Path, build: Path, dist: Path) -> None:
    """The whole trial; raises SystemExit with the first thing that fails."""
    machine = Machine(there, build)
    try:
        shutil.rmtree(machine.home, ignore_errors=True)
        older, newer = setups(machine, build, dist)
        install(machine, older, "0.0.1")
        record(machine)
        link = table_with_linux(machine)
        photographed(machine, build, newer, link)
        before = kept(machine.home)
        install(machine, newer, version())
        holds(kept(machine.home).items() >= before.items(), "an upgrade keeps keys, games and settings")
        registered(machine)
        uninstall(machine)
        holds(kept(machine.home).items() >= before.items(), "the user's data stays when the program goes")
    finally:
        subprocess.run([str(WINE), "end", str(there)], check=False)


def setups(machine: Machine, build: Path, dist: Path) -> tuple[str, str]:
    """An older setup (the same program) and the real one, where Windows finds them."""
    frozen = build / "windows" / "shoal"
    compile_setup(frozen, build / "exports", machine.tree / "older.exe", number="0.0.1", fast=True)
    [real] = dist.glob(f"shoal-{version()}-windows-*-setup.exe")
    shutil.copy(real, machine.tree / "newer.exe")
    return r"Z:\tree\older.exe", r"Z:\tree\newer.exe"


def install(machine: Machine, setup: str, number: str) -> None:
    """Install silently, and check the version that Windows then tells."""
    machine.run(setup, "/S")
    said = machine.run("reg", "query", UNINSTALL, "/v", "DisplayVersion").stdout
    holds(number in said, f"version {number} is installed")
    holds(
        "everything works" in machine.run(INSTALLED + r"\shoal.exe", "--selftest").stdout,
        "its selftest passes",
    )


def record(machine: Machine) -> None:
    """A demo of three peers; Linux verifies its record."""
    words = ("demo", "plump", "--peers", "3", "--option", "length=short", "--record", r"Z:\tree\game.shoal")
    machine.run(INSTALLED + r"\shoal.exe", *words)
    done = shoal("verify", machine.tree / "game.shoal")
    holds(done.returncode == 0, "a demo of three Windows peers verifies on Linux")


def table_with_linux(machine: Machine) -> str:
    """A Linux host and a Windows guest, both bots, to the end of a short game; return its invitation as a
    link."""
    home = machine.tree / "linux-home"
    words = ("host", "plump", "--no-window", "--seats", "2", "--play", "easy", "--admit", "all", "--json")
    more = (
        "--option",
        "length=short",
        "--address",
        "127.0.0.1",
        "--record",
        str(machine.tree / "mixed.shoal"),
    )
    host = subprocess.Popen(
        [*SHOAL, *words, *more],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "SHOAL_HOME": str(home)},
    )  # fmt: skip
    lines = (json.loads(line) for line in host.stdout or ())
    invitation = next(str(line["text"]) for line in lines if line["event"] == "invitation")
    guest = machine.start(INSTALLED + r"\shoal.exe", "bot", invitation, "--address", "127.0.0.1", "--json")
    for _ in lines:
        pass
    holds(host.wait(STARTS_S) == 0, "a table of a Linux and a Windows peer ends")
    guest.communicate(timeout=STARTS_S)
    holds(guest.returncode == 0, "and its guest leaves in order")
    holds(shoal("verify", machine.tree / "mixed.shoal").returncode == 0, "and its record verifies")
    return "shoal://join/" + invitation.removeprefix("SHOAL:")


def photographed(machine: Machine, build: Path, setup: str, link: str) -> None:
    """The window on an X server, with its picture; it shows a link; while it is open a setup refuses."""
    screen = subprocess.Popen(["Xvfb", SCREEN, "-screen", "0", "1280x800x24"], stderr=subprocess.DEVNULL)
    try:
        socket = Path(f"/tmp/.X11-unix/X{SCREEN[1:]}")  # noqa: S108  (where X puts it)
        while screen.poll() is None and not socket.exists():
            time.sleep(0.1)
        began = time.monotonic()
        window = machine.start(INSTALLED + r"\shoalw.exe", DISPLAY=SCREEN)
        drawn = photograph(build / "windows-window.png", window)
        print(f"[trial] the window is drawn after {time.monotonic() - began:.1f} s", flush=True)
        machine.run(*opener(machine), link, DISPLAY=SCREEN)
        photograph(build / "windows-link.png", window, other_than=drawn)
        holds(window.poll() is None, "the open window shows a shoal:// link that is clicked")
        refused = machine.run(setup, "/S", check=False)
        holds(refused.returncode == RUNNING, "a setup refuses while Shoal runs")
        holds((machine.program / "_internal").is_dir(), "and leaves it whole")
        machine.run("taskkill", "/IM", "shoalw.exe", "/F", DISPLAY=SCREEN)
        window.communicate(timeout=STARTS_S)
    finally:
        screen.terminate()
        screen.wait()


def opener(machine: Machine) -> list[str]:
    """The command registered for `shoal://` links: Wine's own `start` does not look among a user's keys."""
    said = machine.run("reg", "query", r"HKCU\Software\Classes\shoal\shell\open\command", "/ve").stdout
    *words, link = shlex.split(said.partition("REG_SZ")[2].strip().replace("\\", "\\\\"))
    holds(link == "%1", "links are registered")
    return words


def photograph(picture: Path, window: subprocess.Popen[str], *, other_than: bytes = b"") -> bytes:
    """Photograph the screen as soon as something new is drawn there; return the words of `identify` about
    it."""
    for _ in range(STARTS_S):
        if window.poll() is not None:
            raise SystemExit(f"[trial] the window has closed: {window.communicate()[0][-1500:]}")
        time.sleep(1)
        shot = ["import", "-window", "root", str(picture)]
        subprocess.run(shot, env={**os.environ, "DISPLAY": SCREEN}, check=True)
        look = ["identify", "-format", "%[fx:mean] %#", str(picture)]
        said = subprocess.run(look, check=True, capture_output=True)
        if float(said.stdout.split()[0]) >= DRAWN and said.stdout != other_than:
            print(f"[trial] its picture is {picture}", flush=True)
            return said.stdout
    raise SystemExit(f"[trial] nothing new is drawn: {picture}")


def registered(machine: Machine) -> None:
    """Links and records open with the program without a console."""
    for key in (r"HKCU\Software\Classes\shoal", r"HKCU\Software\Classes\Shoal.Record"):
        said = machine.run("reg", "query", key + r"\shell\open\command", "/ve").stdout
        holds(INSTALLED.lower() + r"\shoalw.exe" in said.lower() and '"%1"' in said, f"{key} is registered")


def uninstall(machine: Machine) -> None:
    """Uninstall silently; a file that somebody else has put there stays."""
    stray = machine.program / "notes of mine.txt"
    stray.write_text("mine")
    machine.run(INSTALLED + r"\uninstall.exe", "/S")
    for _ in range(STARTS_S):
        if not (machine.program / "uninstall.exe").exists():
            break
        time.sleep(1)
    holds(
        [path.name for path in machine.program.iterdir()] == [stray.name],
        "nothing but the user's file is left",
    )
    holds(machine.run("reg", "query", UNINSTALL, check=False).returncode != 0, "the registry is clean")
    shutil.rmtree(machine.program)


def kept(home: Path) -> dict[str, bytes]:
    """Files that a player must not lose: all of the data folder but logs."""
    return {
        str(path.relative_to(home)): path.read_bytes()
        for path in home.rglob("*")
        if path.is_file() and "logs" not in path.parts
    }


def shoal(*words: object) -> subprocess.CompletedProcess[bytes]:
    """Run this checkout's Shoal, on Linux."""
    return subprocess.run(
        [*SHOAL, *map(str, words)],
        check=False, capture_output=True,
    )  # fmt: skip


def holds(is_so: bool, what: str) -> None:
    """Go on if a condition holds, and end the trial otherwise."""
    if not is_so:
        raise SystemExit(f"[trial] this check failed: {what}")
    print(f"[trial] {what}", flush=True)


if __name__ == "__main__":
    test(Path(sys.argv[1]), Path(sys.argv[2]))
