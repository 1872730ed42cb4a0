"""The Python that is frozen for Linux, and the libraries bundled with it: Debian's, pinned by hash.

    python3 packaging/pinned.py --newest    pin what Debian has now: rewrites linux/debian.txt

The build unpacks them into a folder and uses them from there. So it needs neither that Debian nor root, and
what it freezes does not depend on the system that freezes. For x86_64 all are Debian 12's and ask for glibc
2.35 (Ubuntu 22.04) at most; for arm64, where PySide asks for glibc 2.39, Python is Debian 13's.
Debian's mirrors keep the packages of the last point release; SHOAL_DEBIAN names another mirror, such as one
of its archive of snapshots. A mirror need not be trusted: the hashes are here. Standard library only.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from pathlib import Path

PINS = Path(__file__).resolve().parent / "linux" / "debian.txt"
DEBOOTSTRAP = Path("/usr/sbin/debootstrap")
SUITE = "bookworm"
MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
PYTHONS = {"amd64": (SUITE, "3.11"), "arm64": ("trixie", "3.13")}
"""Debian's suite and version of each Python. PySide's wheel for arm64 returns None without counting it: a
Python before 3.12 ends the program when all references to None seem to be gone."""
TOOLS = {"amd64": "binutils-x86-64-linux-gnu", "arm64": "binutils-aarch64-linux-gnu"}
"""Package of the tools that strip libraries and append the modules: each version writes other bytes."""
KEYS = "debian-archive-keyring"
"""Package of the keys that a trial needs to verify Debian: Ubuntu 22.04 has one older than Debian 12."""
LIBRARIES = (
    *("libffi8", "libsqlite3-0", "libwayland-client0", "libwayland-cursor0", "libwayland-egl1"),
    *("libxcb1", "libxcb-cursor0", "libxcb-glx0", "libxcb-icccm4", "libxcb-image0", "libxcb-keysyms1"),
    *("libxcb-randr0", "libxcb-render0", "libxcb-render-util0", "libxcb-shape0", "libxcb-shm0"),
    *("libxcb-sync1", "libxcb-util1", "libxcb-xfixes0", "libxcb-xkb1"),
    *("libxkbcommon0", "libxkbcommon-x11-0", "libzstd1"),
)


def main(words: list[str]) -> int:
    """Rewrite the pins; return the exit status."""
    if words != ["--newest"]:
        print(__doc__)
        return 2
    lines = [line for architecture in MACHINES.values() for line in newest(architecture)]
    PINS.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return 0


def newest(architecture: str) -> list[str]:
    """Return a line for each package that Debian has now: architecture, hash and place on a mirror."""
    suite, version = PYTHONS[architecture]
    names = (
        "python{}-minimal",
        "libpython{}-minimal",
        "libpython{}-stdlib",
        "libpython{}",
        "python3-pip-whl",
    )
    tools = "binutils", "libbinutils", TOOLS[architecture]
    return [
        *_pins(architecture, suite, [name.format(version) for name in names]),
        *_pins(architecture, SUITE, [*tools, *LIBRARIES, KEYS]),
    ]


def _pins(architecture: str, suite: str, wanted: Sequence[str]) -> list[str]:
    """Return the lines of packages from one suite."""
    index = fetched(f"{mirror()}/dists/{suite}/main/binary-{architecture}/Packages.xz")
    found = {}
    for paragraph in lzma.decompress(index).decode().split("\n\n"):
        fields = dict(re.findall(r"^(Package|Filename|SHA256): (.*)$", paragraph, re.M))
        if fields.get("Package") in wanted:
            found[fields["Package"]] = f"{architecture} {fields['SHA256']} {fields['Filename']}"
    return [found[name] for name in wanted]


def unpack(folder: Path) -> Path:
    """Unpack the pinned packages for this machine into a folder, once for these pins; return their Python."""
    architecture = MACHINES[os.uname().machine]
    stamp, mark = folder / "stamp", hashlib.sha256(PINS.read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text() != mark:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for line in PINS.read_text(encoding="utf-8").splitlines():
            kind, digest, place = line.split()
            if kind == architecture:
                package = folder / "package.deb"
                package.write_bytes(checked(fetched(f"{mirror()}/{place}"), digest, place))
                subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
                listed = subprocess.run(["dpkg-deb", "-c", package], check=True, capture_output=True)
                (folder / place.rpartition("/")[2]).with_suffix(".list").write_bytes(listed.stdout)
                package.unlink()
        stamp.write_text(mark)
    return folder / f"usr/bin/python{PYTHONS[architecture][1]}"


def libraries(folder: Path) -> Path:
    """Return the folder of the unpacked libraries."""
    return folder / "usr/lib" / f"{os.uname().machine}-linux-gnu"


def tools(folder: Path) -> Path:
    """Return the folder of the unpacked tools."""
    return folder / "usr/bin"


def pip(folder: Path) -> Path:
    """Return the path of Debian's pip, inside a wheel, which Python can run."""
    [wheel] = (folder / "usr/share/python-wheels").glob("pip-*.whl")
    return wheel / "pip"


def checked(content: bytes, digest: str, name: str) -> bytes:
    """Return the content; raises `SystemExit` if its SHA-256 is not `digest`."""
    if hashlib.sha256(content).hexdigest() != digest:
        raise SystemExit(f"[build] {name} does not match {PINS.name}")
    return content


def fetched(address: str) -> bytes:
    """Download a file from a mirror; raises `SystemExit` if that fails."""
    try:
        with urllib.request.urlopen(address, timeout=120) as answer:  # noqa: S310  (a mirror's)
            return bytes(answer.read())
    except OSError as failed:
        raise SystemExit(f"[build] {address}: {failed}. SHOAL_DEBIAN can name another mirror") from failed


def mirror() -> str:
    """Return a mirror of Debian: SHOAL_DEBIAN, else this system's own, else debootstrap's."""
    if named := os.environ.get("SHOAL_DEBIAN", ""):
        return named
    own = [path for path in Path("/etc/apt").rglob("*") if path.suffix in (".list", ".sources")]
    for path in (*own, DEBOOTSTRAP):
        if path.is_file() and (said := re.search(r"https?://[^\s\"]+/debian(?=/?[\s\"])", path.read_text())):
            return said.group()
    raise SystemExit("[build] no Debian mirror found: name one in SHOAL_DEBIAN")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
