"""Linux packages of the frozen program: .deb, self-extracting .run, .tar.xz and AppImage, and their trial."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import time
from email.utils import formatdate
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "packaging" / "linux"
COMPLAINTS: list[str] = []
"""Names of the checkers that found an error; `settle` then fails, after everything is made."""
LINTIAN = ("lintian", "--fail-on", "error", "--info", "--tag-display-limit", "0")
COMPRESSION = ("-Zxz", "-z6")
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
MAINTAINER = "The Shoal developers <shoal-games@users.noreply.github.com>"
# Libraries that are not bundled (`pinned.py` names the bundled ones), those that Qt loads to draw, and the
# data that libxkbcommon reads.
DEPENDS = (
    *(
        "libbrotli1",
        "libdbus-1-3",
        "libegl1",
        "libexpat1",
        "libfontconfig1",
        "libfreetype6",
        "libgcc-s1",
        "libgl1",
    ),
    *("libglib2.0-0 | libglib2.0-0t64", "libgssapi-krb5-2", "libstdc++6", "libwayland-cursor0"),
    *("libwayland-egl1", "libx11-6", "libx11-xcb1", "libxext6", "libxrender1", "xkb-data", "zlib1g"),
)
# SHA-256 of an AppImage's first part, the runtime, by machine: AppImage/type2-runtime, release 20251108.
# No package index has it: SHOAL_APPIMAGE_RUNTIME names it as a file, which the release workflow downloads.
RUNTIMES = {
    "x86_64": "2fca8b443c92510f1483a883f60061ad09b46b978b2631c807cd873a47ec260d",
    "aarch64": "00cbdfcf917cc6c0ff6d3347d59e0ca1f7f45a6df1a428a0d6d8a78664d87444",
}
ENDINGS = (".tar.xz", ".run", ".AppImage")
"""Endings of what is made besides the .deb."""
LICENCES = "_internal/app/licences"
"""Folder of the licence texts in the frozen program (licences.py)."""
ICONS = (16, 24, 32, 48, 64, 128, 256, 512)


def version() -> str:
    """Return the program's version."""
    sys.path.insert(0, str(ROOT))
    from app import VERSION  # noqa: PLC0415

    return VERSION


def build(frozen: Path, exports: Path, dist: Path) -> None:
    """Build everything for Linux into `dist`."""
    tidy(frozen)
    validate(exports)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "shoal")
        lay_out(tree, frozen, exports)
        deb(tree, dist)
    tarball = tar(frozen, exports, dist)
    self_extracting(tarball, dist)
    if runtime := os.environ.get("SHOAL_APPIMAGE_RUNTIME", ""):
        appimage(Path(runtime), frozen, exports, dist)
    else:
        print("[build] no AppImage: SHOAL_APPIMAGE_RUNTIME names no runtime (see RUNTIMES in build_linux.py)")


def tidy(frozen: Path) -> None:
    """Set permissions: everybody may read, the owner may write; of files only the program is executable."""
    for path in [frozen, *frozen.rglob("*")]:
        if path.is_symlink():
            continue
        is_program = path.is_dir() or path == frozen / "shoal"
        path.chmod(0o755 if is_program else 0o644)


def lay_out(tree: Path, frozen: Path, exports: Path) -> None:
    """Lay out the files of the .deb below `tree` as they will be installed."""
    (tree / "usr/games").mkdir(parents=True)
    shutil.copytree(frozen, tree / "usr/lib/shoal", symlinks=True)
    (tree / "usr/games/shoal").symlink_to("../lib/shoal/shoal")
    share = tree / "usr/share"
    desktop_files(share, exports)
    for page in sorted(exports.glob("*.6")):
        compressed(share / "man/man6" / f"{page.name}.gz", page.read_bytes())
    completions = {
        "shoal.bash": "bash-completion/completions/shoal",
        "_shoal": "zsh/vendor-completions/_shoal",
        "shoal.fish": "fish/vendor_completions.d/shoal.fish",
    }
    for name, place in completions.items():
        put(share / place, (exports / name).read_bytes())
    doc = share / "doc/shoal"
    compressed(doc / "changelog.gz", changelog().encode())
    compressed(doc / "CHANGELOG.md.gz", (ROOT / "CHANGELOG.md").read_bytes())
    put(doc / "manual.html", (exports / "manual.html").read_bytes())
    put(doc / "copyright", copyright_file(frozen / LICENCES).encode())
    (doc / "licences").symlink_to(Path("../../../lib/shoal", LICENCES))
    put(share / "lintian/overrides/shoal", (HERE / "lintian-overrides").read_bytes())


def desktop_files(share: Path, exports: Path) -> None:
    """Write menu entry, file type, metainfo and icons below the folder `share`."""
    words = {"@VERSION@": version(), "@DATE@": time.strftime("%Y-%m-%d", time.gmtime(source_date()))}
    for name, place in {
        "shoal.desktop": "applications/shoal.desktop",
        "shoal.xml": "mime/packages/shoal.xml",
        "shoal.metainfo.xml": "metainfo/io.github.shoal_games.Shoal.metainfo.xml",
    }.items():
        text = (HERE / name).read_text(encoding="utf-8")
        for mark, value in words.items():
            text = text.replace(mark, value)
        put(share / place, text.encode())
    for size in ICONS:
        icon = exports / f"shoal-{size}.png"
        put(share / f"icons/hicolor/{size}x{size}/apps/shoal.png", icon.read_bytes())
    put(share / "icons/hicolor/scalable/apps/shoal.svg", (exports / "shoal.svg").read_bytes())


def validate(exports: Path) -> None:
    """Run freedesktop's own checkers on menu entry and metainfo."""
    with tempfile.TemporaryDirectory() as folder:
        share = Path(folder, "share")
        desktop_files(share, exports)
        lint("desktop-file-validate", share / "applications/shoal.desktop")
        lint("appstreamcli", "validate", "--no-net", "--explain", *share.glob("metainfo/*.xml"))


def changelog() -> str:
    """Return a changelog in Debian's form that points to CHANGELOG.md."""
    day = formatdate(source_date())
    return (
        f"shoal ({version()}) stable; urgency=medium\n\n"
        f"  * Version {version()}: see /usr/share/doc/shoal/CHANGELOG.md.gz\n\n -- {MAINTAINER}  {day}\n"
    )


def copyright_file(licences: Path) -> str:
    """Return Debian's machine-readable copyright file, with a line for each licence text that is bundled."""
    parts = []
    for text in sorted(licences.glob("*.txt")):
        said = text.read_text(encoding="utf-8", errors="replace")
        named = re.search(r"^Licence: (.+)$", said, re.M)
        licence = named.group(1) if named else "see-its-text"
        parts.append(f" {text.stem}: {licence}, /usr/share/doc/shoal/licences/{text.name}")
    return (HERE / "copyright").read_text(encoding="utf-8").replace("@PARTS@", "\n".join(parts))


def deb(tree: Path, dist: Path) -> None:
    """Build the .deb and run lintian on it."""
    debian = tree / "DEBIAN"
    size = sum(path.lstat().st_size for path in tree.rglob("*") if not path.is_dir()) // 1024
    architecture = ARCHITECTURES[os.uname().machine]
    control = (
        (HERE / "control")
        .read_text(encoding="utf-8")
        .format(
            version=version(),
            maintainer=MAINTAINER,
            architecture=architecture,
            size=size,
            depends=", ".join((f"libc6 (>= {glibc(tree)})", *DEPENDS)),
        )
    )
    sums = "".join(
        f"{md5(path)}  {path.relative_to(tree)}\n"
        for path in sorted(tree.rglob("*"))
        if path.is_file() and not path.is_symlink()
    )
    put(debian / "control", control.encode())
    put(debian / "md5sums", sums.encode())
    put(debian / "postrm", (HERE / "postrm").read_bytes())
    (debian / "postrm").chmod(0o755)
    for path in tree.rglob("*"):
        if path.is_dir():
            path.chmod(0o755)
        if not path.is_symlink():
            os.utime(path, (source_date(), source_date()))
    package = dist / f"shoal_{version()}_{architecture}.deb"
    call("dpkg-deb", "--root-owner-group", *COMPRESSION, "--build", tree, package)
    lint(*LINTIAN, "--allow-root", package)


def lint(*words: object) -> None:
    """Run a checker, and note in `COMPLAINTS` if it fails."""
    if subprocess.run([str(word) for word in words], check=False).returncode:
        COMPLAINTS.append(str(words[0]))


def settle() -> None:
    """Fail if a checker complained, now that everything is made."""
    if COMPLAINTS:
        raise SystemExit(
            f"[build] everything is built; {', '.join(COMPLAINTS)} found errors: fix them before a release"
        )


def is_elf(path: Path) -> bool:
    """True if a file is an ELF program or library."""
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def glibc(tree: Path) -> str:
    """Return the newest version of glibc that any file in the package needs, at least 2.17."""
    found = {(2, 17)}
    for path in tree.rglob("*"):
        if path.is_file() and not path.is_symlink() and is_elf(path):
            names = re.findall(rb"GLIBC_(\d+)\.(\d+)", path.read_bytes())
            found |= {(int(major), int(minor)) for major, minor in names}
    return ".".join(map(str, max(found)))


def tar(frozen: Path, exports: Path, dist: Path) -> Path:
    """Pack program, menu entry and icons as the folder `shoal`; return the archive."""
    path = dist / f"shoal-{version()}-linux-{os.uname().machine}.tar.xz"
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "shoal")
        shutil.copytree(frozen, tree, symlinks=True)
        desktop_files(tree / "share", exports)
        with tarfile.open(path, "w:xz") as archive:
            archive.add(tree, arcname="shoal", filter=_plain)
    return path


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mtime = source_date()
    return entry


def self_extracting(tarball: Path, dist: Path) -> None:
    """Build the .run, which installs itself for one user: a script, then the archive."""
    content = tarball.read_bytes()
    head = (HERE / "run-header.sh").read_text(encoding="utf-8")
    head = head.replace("@SHA256@", hashlib.sha256(content).hexdigest()).replace("@VERSION@", version())
    head = head.replace("@LINES@", str(head.count("\n") + 1))
    path = dist / f"shoal-{version()}-linux-{os.uname().machine}.run"
    path.write_bytes(head.encode() + content)
    path.chmod(path.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)


def appimage(runtime: Path, frozen: Path, exports: Path, dist: Path) -> Path:
    """Build the AppImage, which runs where it is: the runtime, then a file system with the program."""
    if not runtime.is_file():
        raise SystemExit(f"[build] no AppImage: SHOAL_APPIMAGE_RUNTIME names {runtime}, which is not there")
    head = runtime.read_bytes()
    if hashlib.sha256(head).hexdigest() != RUNTIMES[os.uname().machine]:
        raise SystemExit(f"[build] {runtime} is not the runtime that was tried")
    path = dist / f"shoal-{version()}-linux-{os.uname().machine}.AppImage"
    with tempfile.TemporaryDirectory() as folder:
        tree, image = Path(folder, "Shoal.AppDir"), Path(folder, "image")
        shutil.copytree(frozen, tree / "usr/lib/shoal", symlinks=True)
        desktop_files(tree / "usr/share", exports)
        shutil.copy(tree / "usr/share/applications/shoal.desktop", tree)
        shutil.copy(tree / "usr/share/icons/hicolor/256x256/apps/shoal.png", tree)
        (tree / ".DirIcon").symlink_to("shoal.png")
        (tree / "AppRun").symlink_to("usr/lib/shoal/shoal")
        words = (
            "-root-owned",
            "-noappend",
            "-no-progress",
            "-quiet",
            "-comp",
            "zstd",
            "-Xcompression-level",
            "19",
        )
        call("mksquashfs", tree, image, *words, env={**os.environ, "SOURCE_DATE_EPOCH": str(source_date())})
        path.write_bytes(head + image.read_bytes())
    path.chmod(0o755)
    return path


def test(frozen: Path, dist: Path) -> None:
    """Try all but the .deb here as this user; as root try the .deb in a fresh Debian."""
    name = f"shoal-{version()}-linux-{os.uname().machine}"
    with tempfile.TemporaryDirectory() as folder:
        home = {"HOME": folder, "SHOAL_HOME": f"{folder}/data", "PATH": os.environ["PATH"]}
        for image in dist.glob(f"{name}.AppImage"):
            try_program(image, folder, {**home, "APPIMAGE_EXTRACT_AND_RUN": "1"})
        call("tar", "-C", folder, "-xJf", dist / f"{name}.tar.xz")
        try_program(Path(folder, "shoal/shoal"), folder, home)
        shutil.rmtree(Path(folder, "shoal"))
        installer = dist / f"{name}.run"
        call(installer, "--quiet", env=home)
        try_program(Path(folder, ".local/bin/shoal"), folder, home)
        call(installer, "--remove", env=home)
        left = [path for path in Path(folder, ".local").rglob("*shoal*") if not path.is_dir()]
        if left:
            raise SystemExit(f"[build] the .run leaves behind: {left[:5]}")
    if os.geteuid() == 0:
        [package] = dist.glob(f"shoal_{version()}_*.deb")
        call(HERE / "try_here.sh", package, ROOT / "build" / "trial")
    else:
        print("[build] the .deb is tried in a fresh Debian only by root (packaging/linux/try_here.sh)")


def try_program(program: Path, folder: str, env: dict[str, str]) -> None:
    """Run a program's self-test, a game between three of its processes, and a check of that game's record."""
    record = Path(folder, "game.shoal")
    record.unlink(missing_ok=True)
    call(program, "--selftest", env={**env, "QT_QPA_PLATFORM": "offscreen"})
    call(program, "demo", "plump", "--peers", "3", "--option", "length=short", "--record", record, env=env)
    call(program, "verify", record, env=env)


def source_date() -> int:
    """Return the date of a build in seconds: SOURCE_DATE_EPOCH, which `build.py` sets, else now."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())


def md5(path: Path) -> str:
    """Return the MD5 that dpkg lists; no security depends on it."""
    return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()


def put(path: Path, content: bytes) -> None:
    """Write a file that everybody may read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(0o644)


def compressed(path: Path, content: bytes) -> None:
    """Write a file compressed by gzip, without a date. Its system byte is fixed, as Pythons differ in it."""
    packed = gzip.compress(content, 9, mtime=0)
    put(path, packed[:9] + b"\xff" + packed[10:])


def call(*words: object, env: dict[str, str] | None = None) -> None:
    """Run a program; a failure ends the build."""
    done = subprocess.run([str(word) for word in words], check=False, env=env)
    if done.returncode:
        raise SystemExit(f"[build] {Path(str(words[0])).name} ended with {done.returncode}")
