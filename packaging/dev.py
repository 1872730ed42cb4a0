"""Set Shoal up from a bare Python 3.11+ and run it or its tests. Standard library only.

    python3 packaging/dev.py run [words for shoal ...]    start shoal; without a screen, play the demo
    python3 packaging/dev.py test [--slow] [pytest words]  ruff, mypy, the suite; with words only these tests
    python3 packaging/dev.py check                         only ruff and mypy
    python3 packaging/dev.py gallery FOLDER                every screen and state as pictures
    python3 packaging/dev.py bench [--write] [part ...]    one page of figures (deck, rules, table ...);
                                                           --write keeps it in tests/bench/RESULTS.md;
                                                           --against COMMIT [words]: that and this in turns
    python3 packaging/dev.py mutate [places] [--count N]   changes one thing at a time; lists the changes
                                                           that no test notices

A virtual environment in .venv is filled from packaging/players.txt, for all commands except `run` also from
packaging/developers.txt: hashes pin the versions that were tested. A stamp in it names its contents, so later
calls start at once until these change.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
PLAYERS = ROOT / "packaging" / "players.txt"
DEVELOPERS = ROOT / "packaging" / "developers.txt"
STAMP = VENV / "shoal-installed"
# What Qt's wheel loads from the system: Debian package -> the library that shows it is there.
QT_LIBRARIES = {
    "libegl1": "libEGL.so.1",
    "libgl1": "libGL.so.1",
    "libglib2.0-0": "libglib-2.0.so.0",
    "libdbus-1-3": "libdbus-1.so.3",
    "libfontconfig1": "libfontconfig.so.1",
    "libxkbcommon0": "libxkbcommon.so.0",
}
XCB_LIBRARIES = {
    "libxcb-cursor0": "libxcb-cursor.so.0",
    "libxcb-icccm4": "libxcb-icccm.so.4",
    "libxcb-keysyms1": "libxcb-keysyms.so.1",
    "libxcb-shape0": "libxcb-shape.so.0",
    "libxcb-xkb1": "libxcb-xkb.so.1",
    "libxkbcommon-x11-0": "libxkbcommon-x11.so.0",
}


def main(words: list[str]) -> int:
    """Run one of the commands above; return its exit status."""
    if not words or words[0] not in COMMANDS:
        print(__doc__)
        return 2
    least = 12 if (sys.platform, platform.machine()) == ("linux", "aarch64") else 11  # pinned.py says why
    if sys.version_info < (3, least):
        print(f"Shoal needs Python 3.{least} or newer here; this is {sys.version.split()[0]}.")
        return 2
    command, rest = words[0], words[1:]
    if not (install(developers=command != "run") and qt_libraries(quiet=command == "run" and bool(rest))):
        return 1
    return COMMANDS[command](rest)


def run(words: list[str]) -> int:
    """Start shoal; without arguments and a screen, say so and play the demo. Return the exit status."""
    screen = sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not words and not screen:
        say("no screen found: four bots play a game of Plump in four processes instead")
        words = ["demo", "plump", "--peers", "4"]
    return subprocess.call([PYTHON, "-m", "app", *words], cwd=ROOT)


def test(words: list[str]) -> int:
    """Check the style, then the types while the suite runs; `--slow` also runs the slow tests. With arguments
    for pytest (`tests` for all tests), run only the suite."""
    slow = "--slow" in words
    words = [word for word in words if word != "--slow"]
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # The suite starts some hundred processes: without bytecode on the disk each would compile all of Shoal.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    types = None
    if not words:
        if status := style([]):
            return status
        say("mypy, at the same time as the tests")  # one processor is enough: the tests wait now and then
        types = subprocess.Popen([PYTHON, "-m", "mypy"], cwd=ROOT)
    say("pytest, with the slow tests" if slow else "pytest")
    marks = ["-m", "slow or not slow", "--timeout", "3600"] if slow else []
    # Compiled once here, and not by each of the processes of the tests.
    folders = ("app", "net", "rules", "ui", "tests")
    subprocess.call([PYTHON, "-m", "compileall", "-q", "-j", "0", *folders], cwd=ROOT)
    # One more than there are processors: some tests wait for other programs.
    workers = ["-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal"]
    command: list[str | Path] = [PYTHON, "-m", "pytest", *marks, *words]
    # pytest's rewriting of asserts, which shows the compared values, takes a fresh checkout 16 s per worker.
    status = subprocess.call([*command, *workers, "--assert=plain"], cwd=ROOT)
    if status == 1:
        say("the failed tests once more, with the values that they compared")
        subprocess.call([*command, "--last-failed"], cwd=ROOT)
    return status if types is None else types.wait() or status


def check(words: list[str]) -> int:
    """Check format, lint and types."""
    return style(words) or _tool("mypy", *words)


def style(words: list[str]) -> int:
    """Check format and lint."""
    return _tool("ruff", "format", "--check", ".", *words) or _tool("ruff", "check", ".", *words)


def _tool(*words: str) -> int:
    say(" ".join(words))
    return subprocess.call([PYTHON, "-m", *words], cwd=ROOT)


def gallery(words: list[str]) -> int:
    """Draw every screen and every notable state as pictures into a folder."""
    return subprocess.call([PYTHON, "-m", "tests.gallery", *words], cwd=ROOT)


def bench(words: list[str]) -> int:
    """Print one page of figures; for a test file or test, the tables of pytest-benchmark."""
    if any(word.endswith(".py") or "::" in word for word in words):
        options = ["-o", "addopts=--import-mode=importlib", "-p", "benchmark", "--benchmark-only"]
        options += ["--timeout", "1800", "-m", "slow or not slow"]
        return subprocess.call([PYTHON, "-m", "pytest", *options, *words], cwd=ROOT)
    return subprocess.call([PYTHON, "-m", "tests.bench.report", *words], cwd=ROOT)


def mutate(words: list[str]) -> int:
    """Change the code, one thing at a time, and print the changes that no test notices."""
    return subprocess.call([PYTHON, ROOT / "tests" / "mutations" / "mutate.py", *words], cwd=ROOT)


def install(*, developers: bool) -> bool:
    """Fill .venv with what players (and developers) need, unless it has that; return False on failure."""
    import tomllib  # noqa: PLC0415  (an older Python must get as far as our sentence)

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [
        hashlib.sha256(pins.read_bytes() + repr(project).encode() + sys.version.encode()).hexdigest()
        for pins in ((PLAYERS, DEVELOPERS) if developers else (PLAYERS,))
    ]
    present = STAMP.read_text().split() if STAMP.exists() else []
    if present[: len(wanted)] == wanted:
        return True
    if importlib.util.find_spec("ensurepip") is None:  # Debian has it in a separate package
        package = f"python3.{sys.version_info[1]}-venv"
        if not system_packages([package], what="Python's own package for virtual environments"):
            return False
    pip: list[str | Path] = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install"]
    pinned: list[str | Path] = [*pip, "--require-hashes", "--only-binary", ":all:", "-r"]
    steps: list[list[str | Path]] = []
    if present[:1] != wanted[:1]:
        say(f"setting up {VENV.name} (once; about a minute)")
        if VENV.is_symlink():  # clearing it would empty another checkout's
            VENV.unlink()
        venv.create(VENV, with_pip=True, clear=True)
        steps += [[*pinned, PLAYERS], [*pip, "-q", "--no-deps", "--no-build-isolation", "-e", ROOT]]
    if developers:
        say("and what the tests need")
        steps.append([*pinned, DEVELOPERS])
    if any(subprocess.call(step, cwd=ROOT) for step in steps):
        say("the installation failed; the lines above say why. Run the same command again to retry")
        return False
    STAMP.write_text("\n".join(wanted))
    return True


def qt_libraries(*, quiet: bool, to_bundle: bool = False) -> bool:
    """Install the system libraries that Qt needs on Debian and Ubuntu, or print the command that does (unless
    `quiet`). Return True in any case: the games run without them. With `to_bundle` those of a window are
    needed even without a screen here."""
    if sys.platform != "linux":
        return True
    needed = QT_LIBRARIES | (XCB_LIBRARIES if to_bundle or os.environ.get("DISPLAY") else {})
    path = os.environ.get("PATH", "") + ":/sbin:/usr/sbin"
    present = subprocess.run(
        ["ldconfig", "-p"], capture_output=True, text=True, check=False, env={**os.environ, "PATH": path}
    ).stdout
    missing = [package for package, library in needed.items() if library not in present]
    if not missing:
        return True
    system_packages(missing, what="the system libraries that Qt needs", quiet=quiet)
    return True


def system_packages(packages: list[str], *, what: str, quiet: bool = False) -> bool:
    """Install packages on Debian or Ubuntu as root; return success. Otherwise print how, unless `quiet`."""
    line = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if shutil.which("apt-get") and os.geteuid() == 0:
        say(f"installing {what}: {' '.join(packages)}")
        subprocess.call(["apt-get", "update", "-qq"])
        if subprocess.call(line, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}) == 0:
            return True
    if not quiet:
        say(f"{what} must be installed first. On Debian or Ubuntu run:")
        print("    sudo " + " ".join(line), flush=True)
    return False


def say(text: str) -> None:
    """Print what is happening."""
    print(f"[shoal] {text}", flush=True)


COMMANDS = {"run": run, "test": test, "check": check, "gallery": gallery, "bench": bench, "mutate": mutate}


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
