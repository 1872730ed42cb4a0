"""Windows packages: freezing (on Windows, or here under Wine by a Windows Python), and the setup program."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "packaging" / "windows"
WINE = HERE / "windows_here.sh"
PYTHON = "3.13"
"""Version of the Python that `windows_here.sh` installs under Wine."""
PINS = ("players.txt", "builders.txt")
SMALLER = ("-X", "no_debug_ranges")
"""Options of the Python that compiles frozen modules: tracebacks then name lines, but no columns."""
QUICK = {"PYINSTALLER_ZLIB_COMPRESSION_LEVEL": "0"}
"""PyInstaller's settings: modules stay uncompressed, because unpacking them slows every start."""


def wine_root(build: Path) -> Path:
    """Return the folder of the Debian with Wine; SHOAL_WINDOWS_ROOT names an existing one."""
    return Path(os.environ.get("SHOAL_WINDOWS_ROOT", build / "windows-root"))


def freeze_with_wine(root: Path, build: Path, exports: Path) -> None:
    """Freeze the program under Wine with a Windows Python into build/windows/shoal. Needs root."""
    there = wine_root(build)
    pins = build / "windows-pins.txt"
    words = (
        build / "venv/bin/python",
        ROOT / "packaging/platforms.py",
        "--pins",
        "Windows x64",
        PYTHON,
        *PINS,
    )
    listed = subprocess.run([str(each) for each in words], check=True, capture_output=True, text=True)
    pins.write_text(listed.stdout)
    call(WINE, "make", there, pins)
    call(
        *(WINE, "run", there, root, *SMALLER, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
        *("--distpath", r"Z:\tree\build\windows", "--workpath", r"Z:\tree\build\windows-work"),
        r"Z:\tree\packaging\frozen\shoal.spec",
        env={"SHOAL_EXPORTS": "Z:\\tree\\" + str(exports.relative_to(root)).replace("/", "\\"), **QUICK},
    )
    if not (build / "windows" / "shoal" / "shoalw.exe").is_file():
        raise SystemExit("[build] PyInstaller under Wine made no program; its lines above say why")


def setup(frozen: Path, exports: Path, dist: Path) -> None:
    """Sign the programs, build and sign the setup program, and pack the folder as a .zip."""
    for program in ("shoal.exe", "shoalw.exe"):
        sign(frozen / program)
    installer = dist / f"shoal-{version()}-windows-x64-setup.exe"
    compile_setup(frozen, exports, installer)
    sign(installer)
    shutil.make_archive(
        str(dist / f"shoal-{version()}-windows-x64"), "zip", root_dir=frozen.parent, base_dir="shoal"
    )


def sign(program: Path) -> None:
    """Sign a program in place by the command in SHOAL_SIGN, if set; the path is its last argument."""
    if command := os.environ.get("SHOAL_SIGN", ""):
        call(*shlex.split(command), program)


def compile_setup(frozen: Path, exports: Path, out: Path, *, number: str = "", fast: bool = False) -> None:
    """Build the setup program `out`, which `fast` leaves uncompressed; `number` replaces the version."""
    words: dict[str, object] = {
        "VERSION": number or version(),
        "PAYLOAD": frozen,
        "EXPORTS": exports,
        "OUT": out,
    }
    if command := os.environ.get("SHOAL_SIGN", ""):
        words["SIGN"] = command
    defines = [f"-D{name}={value}" for name, value in words.items()] + (["-DFAST"] if fast else [])
    defines += [] if os.name == "nt" else ["-DAMD64"]  # on Windows the official NSIS has no 64-bit stubs
    call("makensis", "-V2", "-INPUTCHARSET", "UTF8", *defines, HERE / "setup.nsi")


def version() -> str:
    """Return the program's version."""
    sys.path.insert(0, str(ROOT))
    from app import VERSION  # noqa: PLC0415

    return VERSION


def call(*words: object, env: dict[str, str] | None = None) -> None:
    """Run a program; a failure ends the build."""
    done = subprocess.run([str(word) for word in words], check=False, env={**os.environ, **(env or {})})
    if done.returncode:
        raise SystemExit(f"[build] {Path(str(words[0])).name} ended with {done.returncode}")
