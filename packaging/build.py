"""Build Shoal as players install it, and try what was built. Standard library only.

    python3 packaging/build.py linux      frozen program, .deb, .run, .tar.xz, AppImage, into dist/
    python3 packaging/build.py windows    frozen program and setup; on Linux by a Windows Python under Wine
    python3 packaging/build.py macos      Shoal.app and .dmg; on a Mac
    python3 packaging/build.py python     sdist and wheel
    python3 packaging/build.py all        python, and what this system can build
    python3 packaging/build.py notes TAG  print CHANGELOG's part on this version, which TAG must name
    python3 packaging/build.py release FOLDER HOME [PAGES]    repositories and manifests (build_release.py)
    … --no-test                           do not try what was built (the workflow tries it elsewhere)

Everything is built from this checkout in an environment of its own (build/venv), whose libraries are pinned
with hashes in players.txt and builders.txt. For Linux a pinned Python with pinned libraries is frozen
(pinned.py), so any system builds the same. Trying the .deb needs root, because it makes a fresh Debian.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]
import pinned  # noqa: E402  (only now can it be found)
from dev import qt_libraries, system_packages  # noqa: E402

BUILD = ROOT / "build"
DIST = ROOT / "dist"
EXPORTS = BUILD / "exports"
FROZEN = BUILD / "dist" / "shoal"
VENV = BUILD / "venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
DEBIAN = BUILD / "debian"
"""Folder of the unpacked pinned packages."""
PINS = ("players.txt", "builders.txt")
SCREEN = {"Xvfb": "xvfb", "import": "imagemagick"}
TOOLS = {
    "linux": {
        **SCREEN,
        "xz": "xz-utils",
        "dpkg-deb": "dpkg",
        "lintian": "lintian",
        "desktop-file-validate": "desktop-file-utils",
        "appstreamcli": "appstream",
        "mksquashfs": "squashfs-tools",
        "debootstrap": "debootstrap",
        "pgrep": "procps",
    },
    "windows": {**SCREEN, "makensis": "nsis"},
}
"""Debian's package for each program that a build calls."""


def main(words: list[str]) -> int:
    """Do what the command line asks for; return the exit status, 2 for wrong usage."""
    if words[:1] == ["notes"] and len(words) == 2:
        print(notes(words[1]))
        return 0
    if words[:1] == ["release"] and len(words) in (3, 4):
        from build_release import write  # noqa: PLC0415

        home, pages = (*words[2:], "")[:2]
        left_out = write(Path(words[1]), BUILD / "release", home=home, pages=pages, dated=int(source_date()))
        say("; ".join([f"build/release is written; left out: {len(left_out)}", *left_out]))
        return 0
    tests = "--no-test" not in words
    words = [word for word in words if word != "--no-test"]
    if len(words) != 1 or words[0] not in TARGETS:
        print(__doc__)
        return 2
    os.environ["SOURCE_DATE_EPOCH"] = source_date()
    began = time.monotonic()
    DIST.mkdir(exist_ok=True)
    for target in TARGETS[words[0]]:
        target(tests)
    sums()
    say(f"done in {time.monotonic() - began:.0f} s; {DIST.name}/ has:")
    for path in sorted(DIST.iterdir()):
        say(f"  {path.stat().st_size / 1e6:8.1f} MB  {path.name}")
    return 0


def notes(tag: str) -> str:
    """Return CHANGELOG's part about this version; `SystemExit` without one or if the tag names another."""
    from app import VERSION  # noqa: PLC0415

    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    said = re.search(rf"^## {re.escape(VERSION)}\b[^\n]*\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if tag != f"v{VERSION}" or said is None:
        raise SystemExit(
            f"[build] the tag is not v{VERSION} as app/__init__.py says, or CHANGELOG.md has no part on it"
        )
    return said.group(1).strip()


def tools(system: str) -> None:
    """Install the programs that the build and its trial call; if that needs root, name them and end."""
    if sys.platform != "linux":
        return
    missing = [package for program, package in TOOLS[system].items() if not shutil.which(program)]
    if missing and not system_packages(sorted(missing), what="the programs that the build calls"):
        raise SystemExit(1)


def environment() -> None:
    """Set up the environment of the build, once for these pins, and write the files of `exports.py`."""
    from app import VERSION  # noqa: PLC0415

    pins = [ROOT / "packaging" / name for name in PINS]
    python = pinned.PINS.read_bytes() if sys.platform == "linux" else sys.version.encode()
    mark = hashlib.sha256(b"".join(map(Path.read_bytes, pins)) + python).hexdigest()
    stamp = VENV / "stamp"
    if not stamp.exists() or stamp.read_text() != mark:
        say("setting up build/venv")
        pip: tuple[object, ...] = (PYTHON, "-m", "pip")
        if sys.platform == "linux":
            run(pinned.unpack(DEBIAN), "-m", "venv", "--clear", "--without-pip", VENV)
            pip = (PYTHON, pinned.pip(DEBIAN))
        else:
            venv.create(VENV, with_pip=True, clear=True)
        for each in pins:
            run(
                *(*pip, "--disable-pip-version-check", "install", "--quiet"),
                *("--require-hashes", "--only-binary", ":all:", "-r", each),
            )
        stamp.write_text(mark)
    qt_libraries(quiet=False)
    say(f"Shoal {VERSION}: icons, man pages, completions")
    run(PYTHON, ROOT / "packaging" / "exports.py", EXPORTS)


def freeze() -> None:
    """Freeze the program with everything it needs into a folder: build/dist/shoal."""
    from build_windows import SMALLER  # noqa: PLC0415

    environment()
    say("freezing")
    run(
        *(PYTHON, *SMALLER, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
        *("--distpath", BUILD / "dist", "--workpath", BUILD / "work", ROOT / "packaging/frozen/shoal.spec"),
    )


def python(tests: bool) -> None:
    """Build sdist and wheel; try the wheel in a clean environment (more: tests/packaging/test_wheel.py)."""
    environment()
    run(PYTHON, "-m", "build", "--no-isolation", "--outdir", DIST, ROOT)
    wheel = max(DIST.glob("*.whl"), key=lambda each: each.stat().st_mtime)
    run(PYTHON, ROOT / "packaging" / "licences.py", "wheel", wheel, DIST / f"{artefact('python')}.cdx.json")
    compare(wheel)
    if tests:
        clean = BUILD / "clean"
        venv.create(clean, with_pip=True, clear=True)
        there = clean / ("Scripts" if os.name == "nt" else "bin")
        pip = [there / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", ROOT / "packaging" / "players.txt")
        run(*pip, "--no-index", wheel)
        run(there / "shoal", "--selftest")


def linux(tests: bool) -> None:
    """Build everything for Linux."""
    import build_linux  # noqa: PLC0415

    tools("linux")
    freeze()
    settle_bill(FROZEN, f"linux-{os.uname().machine}")
    build_linux.build(FROZEN, EXPORTS, DIST)
    compare(*DIST.glob(f"{artefact('').replace('-', '_')}*.deb"))
    compare(*(path for end in build_linux.ENDINGS for path in DIST.glob(f"{artefact('linux-*')}{end}")))
    if tests:
        build_linux.test(FROZEN, DIST)
    sums()
    build_linux.settle()


def windows(tests: bool) -> None:
    """Build everything for Windows: on Windows, or on Linux under Wine."""
    import build_windows  # noqa: PLC0415

    tools("windows")
    if os.name == "nt":
        freeze()
    else:
        environment()
        build_windows.freeze_with_wine(ROOT, BUILD, EXPORTS)
    frozen = FROZEN if os.name == "nt" else BUILD / "windows" / "shoal"
    settle_bill(frozen, "windows-x64")
    build_windows.setup(frozen, EXPORTS, DIST)
    compare(DIST / f"{artefact('windows-x64')}.zip")
    if tests:
        run(PYTHON, ROOT / "tests" / "packaging" / "try_windows.py", BUILD, DIST)


def macos(tests: bool) -> None:
    """Build everything for macOS."""
    if platform.system() != "Darwin":
        raise SystemExit("[build] a Mac is needed for this; .github/workflows/release.yml has two of them")
    freeze()
    settle_bill(FROZEN, f"macos-{platform.machine()}")
    run(ROOT / "packaging" / "macos" / "make_dmg.sh", BUILD / "dist" / "Shoal.app", DIST)
    if tests:
        run(BUILD / "dist" / "Shoal.app" / "Contents" / "MacOS" / "shoal", "--selftest")


def settle_bill(frozen: Path, system: str) -> None:
    """Compare the frozen program with its bill of materials, and copy the bill beside the artefacts."""
    from licences import BILL, INSIDE  # noqa: PLC0415

    compare(frozen)
    shutil.copy(frozen / "_internal" / INSIDE / BILL, DIST / f"{artefact(system)}.cdx.json")


def compare(*places: Path) -> None:
    """Compare the contents of artefacts with their bills of materials; a difference ends the build."""
    for place in places:
        run(PYTHON, ROOT / "packaging" / "licences.py", "check", place)


def artefact(system: str) -> str:
    """Return the name of a system's files, without their ending."""
    from app import VERSION  # noqa: PLC0415

    return f"shoal-{VERSION}-{system}"


def sums() -> None:
    """Write SHA256SUMS about all files of dist/."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(DIST.iterdir())
        if path.is_file() and path.name != "SHA256SUMS"
    ]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def run(*words: object) -> None:
    """Run a program; a failure ends the build."""
    from build_windows import QUICK  # noqa: PLC0415

    env = {**os.environ, "SHOAL_EXPORTS": str(EXPORTS), "QT_QPA_PLATFORM": "offscreen", **QUICK}
    env |= {"SHOAL_COMMIT": commit(), "PYTHONHASHSEED": "0"}  # the order of a set is fixed as well
    if sys.platform == "linux":
        env |= {
            "LD_LIBRARY_PATH": str(pinned.libraries(DEBIAN)),
            "PATH": f"{pinned.tools(DEBIAN)}:{env['PATH']}",
        }
    done = subprocess.run([str(word) for word in words], cwd=ROOT, check=False, env=env)
    if done.returncode:
        raise SystemExit(f"[build] {Path(str(words[0])).name} ended with {done.returncode}")


def source_date() -> str:
    """Return the date of a build in seconds: the last commit's, without git SOURCE_DATE_EPOCH, else "0"."""
    return asked_git("log", "-1", "--format=%ct") or os.environ.get("SOURCE_DATE_EPOCH", "0")


def commit() -> str:
    """Return the commit that is built, with "-dirty" if files have changed; without git SHOAL_COMMIT."""
    said = asked_git("describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
    return said or os.environ.get("SHOAL_COMMIT", "that nobody named")


def asked_git(*words: str) -> str:
    """Return git's answer about this folder; "" if it is no checkout."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        return ""
    return subprocess.run(
        ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()


def say(text: str) -> None:
    """Print what is happening."""
    print(f"[build] {text}", flush=True)


HERE = {"linux": (linux, windows), "win32": (windows,), "darwin": (macos,)}.get(sys.platform, ())
TARGETS = {
    "linux": (linux,), "windows": (windows,), "macos": (macos,), "python": (python,), "all": (python, *HERE),
}  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
