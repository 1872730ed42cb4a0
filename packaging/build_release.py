"""Repositories and manifests for updates: `build.py release FOLDER HOME [PAGES]`.

FOLDER has the files that players download; names, version and SHA-256 are taken from them. HOME is the
address of the repository on GitHub whose releases have these files; PAGES is the address at which players
will find build/release. Only the maintainer knows both addresses. Each template of packaging/repositories
becomes a file of build/release, at the same place:

    apt/       a static repository of the .deb files, and `shoal.sources`, which players add to their system
    flatpak/   a repository of the .flatpak bundle, and the file by which players add it
    flathub/   the manifest with this version's sources
    winget/ homebrew/ aur/     for winget-pkgs, a tap or homebrew-cask, and the Arch User Repository

Templates whose files are missing are left out, and the build says so. Without PAGES apt/ has no
`shoal.sources`, and flatpak/ is left out. SHOAL_RELEASE_KEY names a file with the secret OpenPGP key
(armoured, without passphrase) that signs both repositories; without it they lack the same and any signature.
"""

from __future__ import annotations

import base64
import fnmatch
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from pathlib import Path

HERE = Path(__file__).resolve().parent
TEMPLATES = HERE / "repositories"
FLATPAK = HERE / "linux" / "flatpak"
_HOME = re.compile(r"https://github[.]com/[\w.-]+/[\w.-]+")
_VERSION = re.compile(r"shoal[-_](\d+(?:\.\d+)+)[-_.]")
_MARK = re.compile(r"@([A-Z]+[0-9]*)(?: ([^@\n]+))?@")
_LACKING = {"APT": "PAGES", "FLATPAK": "bundle, key or PAGES", "KEY": "SHOAL_RELEASE_KEY"}
"""Things that the release lacks, in words, by the placeholder that then has no value."""


class Absent(Exception):
    """A file of the release, or a value, that a template needs is missing."""


@dataclass(frozen=True, slots=True)
class Release:
    """The files of one version by name, and the values of placeholders (`words`)."""

    version: str
    files: dict[str, Path]
    words: dict[str, str] = field(default_factory=dict)

    def one(self, pattern: str) -> Path:
        """Return the only file whose name matches; raises `Absent` if there is none or more than one."""
        found = fnmatch.filter(sorted(self.files), pattern)
        if len(found) != 1:
            raise Absent(pattern)
        return self.files[found[0]]

    def filled(self, template: str) -> str:
        """Return a template with its placeholders replaced; raises `Absent` if one has no value."""

        def value(mark: re.Match[str]) -> str:
            word, pattern = mark.groups()
            if word == "URL":
                name = self.one(pattern).name
                return f"{self.words['HOME']}/releases/download/v{self.version}/{name}"
            if word == "SHA256":
                return sha256(self.one(pattern).read_bytes())
            if word not in self.words:
                raise Absent(_LACKING.get(word, word))
            return self.words[word]

        return _MARK.sub(value, template)


def write(files: Path, out: Path, *, home: str, pages: str, dated: int) -> list[str]:
    """Write everything into `out`, emptied first; return what was left out, and why. `dated` is in seconds.
    Raises `SystemExit` if the files have several versions or none, or if `home` is not on GitHub."""
    if _HOME.fullmatch(home) is None:
        raise SystemExit(
            f"[build] {home or 'nothing'} is not https://github.com/OWNER/NAME: name the repository"
        )
    release = gathered(files)
    shutil.rmtree(out, ignore_errors=True)
    left_out = []
    with signer(os.environ.get("SHOAL_RELEASE_KEY", "")) as key:
        date = time.strftime("%Y-%m-%d", time.gmtime(dated))
        release.words.update(VERSION=release.version, DATE=date, HOME=home)
        if pages:
            release.words["APT"] = f"{pages}/apt"
        if packages := fnmatch.filter(sorted(release.files), "shoal_*.deb"):
            architectures = apt(out / "apt", [release.files[name] for name in packages], key, dated=dated)
            release.words["ARCHITECTURES"] = " ".join(architectures)
        if key is not None:
            lines = key.public(armoured=True).decode().strip().splitlines()
            release.words["KEY"] = "\n".join(f" {line or '.'}" for line in lines)
            release.words["KEY64"] = base64.b64encode(key.public(armoured=False)).decode()
        if pages and flatpak(out / "flatpak/repository", release, key):
            release.words["FLATPAK"] = f"{pages}/flatpak/repository"
    for folder in sorted(TEMPLATES.iterdir()):
        try:
            filled = {path.name: release.filled(path.read_text("utf-8")) for path in sorted(folder.iterdir())}
        except Absent as what:
            left_out.append(f"{folder.name}: there is no {what}")
            continue
        (out / folder.name).mkdir(parents=True, exist_ok=True)
        for name, text in filled.items():
            (out / folder.name / name).write_text(text, encoding="utf-8", newline="\n")
    if (out / "flathub").exists() and not flathub(out / "flathub"):
        left_out.append("flathub/*-sources.json: linux/flatpak/gather.sh was not run")
    return left_out


def gathered(folder: Path) -> Release:
    """Return the release whose files are in a folder; `SystemExit` unless all have one version."""
    files = {path.name: path for path in folder.iterdir() if path.is_file() and _VERSION.match(path.name)}
    versions = {found[1] for name in files if (found := _VERSION.match(name)) is not None}
    if len(versions) != 1:
        raise SystemExit(f"[build] {folder} has files of {' and '.join(sorted(versions)) or 'no version'}")
    return Release(versions.pop(), files)


def apt(out: Path, packages: list[Path], key: Key | None, *, dated: int) -> list[str]:
    """Write the repository of these packages, signed if there is a key; return their architectures."""
    pool = out / "pool/main/s/shoal"
    pool.mkdir(parents=True)
    listed: dict[str, list[str]] = {}
    for package in packages:
        shutil.copy(package, pool)
        words = ["dpkg-deb", "--field", str(package)]
        control = subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
        [architecture] = re.findall(r"^Architecture: (\S+)$", control, re.M)
        listed.setdefault(architecture, []).append(
            f"{control}\nFilename: {(pool / package.name).relative_to(out).as_posix()}\n"
            f"Size: {package.stat().st_size}\nSHA256: {sha256(package.read_bytes())}\n\n"
        )
    stable = out / "dists/stable"
    sums = []
    for architecture, paragraphs in sorted(listed.items()):
        plain = "".join(paragraphs).encode()
        for name, content in {"Packages": plain, "Packages.gz": gzip.compress(plain, 9, mtime=0)}.items():
            path = stable / f"main/binary-{architecture}" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            sums.append(f" {sha256(content)} {len(content)} {path.relative_to(stable).as_posix()}\n")
    head = {
        "Origin": "Shoal",
        "Label": "Shoal",
        "Suite": "stable",
        "Codename": "stable",
        "Date": formatdate(dated, usegmt=True),
        "Architectures": " ".join(sorted(listed)),
        "Components": "main",
        "Description": "Shoal, by its developers",
    }
    text = "".join(f"{name}: {value}\n" for name, value in head.items()) + f"SHA256:\n{''.join(sums)}"
    (stable / "Release").write_text(text, encoding="utf-8")
    if key is not None:
        key.sign(stable / "Release", stable / "InRelease", "--clearsign")
        key.sign(stable / "Release", stable / "Release.gpg", "--armor", "--detach-sign")
    return sorted(listed)


def flatpak(out: Path, release: Release, key: Key | None) -> bool:
    """Write the signed repository of the bundles; return False if a bundle, the key or a tool is missing."""
    bundles = fnmatch.filter(sorted(release.files), "shoal-*.flatpak")
    if not bundles or key is None or not shutil.which("flatpak") or not shutil.which("ostree"):
        return False
    signed = (f"--gpg-sign={key.name}", f"--gpg-homedir={key.home}")
    out.parent.mkdir(parents=True)
    subprocess.run(["ostree", "init", "--mode=archive-z2", f"--repo={out}"], check=True)
    for name in bundles:
        words = ["flatpak", "build-import-bundle", *signed, "--no-update-summary"]
        subprocess.run([*words, out, release.files[name]], check=True)
    subprocess.run(["flatpak", "build-update-repo", *signed, "--title=Shoal", out], check=True)
    return True


def flathub(out: Path) -> bool:
    """Copy the manifest and the lists of sources that `gather.sh` made; return False without such lists."""
    lists = set(FLATPAK.glob("*-sources.json")) - {FLATPAK / "shoal-sources.json"}
    for path in (*FLATPAK.glob("io.*.json"), *lists):
        shutil.copy(path, out)
    return bool(lists)


@dataclass(frozen=True, slots=True)
class Key:
    """The signing key, in a keyring of its own."""

    home: str
    name: str

    def sign(self, file: Path, out: Path, *how: str) -> None:
        """Write a file's signature, or its signed form, to another file."""
        gpg(self.home, "--local-user", self.name, "--digest-algo", "SHA512", "--output", str(out), *how, file)

    def public(self, *, armoured: bool) -> bytes:
        """Return the public key, as text if `armoured`."""
        how = ("--armor",) if armoured else ()
        return gpg(self.home, *how, "--export-options", "export-minimal", "--export", self.name)


@contextmanager
def signer(file: str) -> Iterator[Key | None]:
    """Load the key from a file into a keyring that is deleted at the end; None for ""."""
    if not file:
        yield None
        return
    with tempfile.TemporaryDirectory() as home:
        try:
            gpg(home, "--import", file)
            listed = gpg(home, "--list-secret-keys", "--with-colons").decode()
            yield Key(home, re.findall(r"^fpr:+([0-9A-F]+):", listed, re.M)[0])
        finally:
            subprocess.run(["gpgconf", "--homedir", home, "--kill", "all"], check=False)


def gpg(home: str, *words: object) -> bytes:
    """Run GnuPG with the keyring in `home` and no other."""
    usual = ("gpg", "--batch", "--yes", "--quiet", "--no-permission-warning", "--homedir", home)
    return subprocess.run([str(word) for word in (*usual, *words)], check=True, capture_output=True).stdout


def sha256(content: bytes) -> str:
    """Return the hash in hexadecimal digits, as sha256sum prints it."""
    return hashlib.sha256(content).hexdigest()
