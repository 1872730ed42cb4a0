"""Repositories and manifests of a release, each checked by the program that reads it, if that is here."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAMES = (
    *("shoal-1.2.3.tar.gz", "shoal-1.2.3-windows-x64-setup.exe", "shoal-1.2.3-windows-x64.zip"),
    *("shoal-1.2.3-macos-arm64.dmg", "shoal-1.2.3-macos-x86_64.dmg"),
    *("shoal-1.2.3-linux-x86_64.tar.xz", "shoal-1.2.3-linux-aarch64.tar.xz"),
)
DATED = 1790000000
PLACES = {"home": "https://github.com/somebody/shoal", "pages": "", "dated": DATED}
CONTROL = """Package: shoal
Version: 1.2.3
Architecture: {}
Maintainer: Nobody <nobody@invalid>
Description: a trial
 .
 With a second paragraph.
"""


def has(*programs: str) -> pytest.MarkDecorator:
    missing = [each for each in programs if not shutil.which(each)]
    return pytest.mark.skipif(bool(missing), reason=f"without {', '.join(missing)}")


@pytest.fixture
def releases(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    monkeypatch.delenv("SHOAL_RELEASE_KEY", raising=False)
    yield importlib.import_module("build_release")
    sys.modules.pop("build_release")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "files"
    made.mkdir()
    for name in NAMES:
        (made / name).write_text(name)
    (made / "SHA256SUMS").write_text("of no version")
    return made


def add_packages(folder: Path, *architectures: str) -> None:
    for architecture in architectures:
        tree = folder.parent / f"tree-{architecture}"
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "usr/games").mkdir(parents=True)
        (tree / "usr/games/shoal").write_text("#!/bin/sh\necho hello\n")
        (tree / "DEBIAN/control").write_text(CONTROL.format(architecture))
        out = folder / f"shoal_1.2.3_{architecture}.deb"
        run("dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, out)


def new_key(folder: Path) -> Path:
    """A throw-away key, as a maintainer hands it in."""
    home = folder / "gnupg"
    home.mkdir(mode=0o700)
    gpg = ("gpg", "--batch", "--quiet", "--homedir", home, "--pinentry-mode", "loopback", "--passphrase", "")
    run(*gpg, "--quick-generate-key", "A trial <trial@invalid>", "ed25519", "sign", "never")
    file = folder / "secret.asc"
    file.write_text(run(*gpg, "--armor", "--export-secret-keys"))
    run("gpgconf", "--homedir", home, "--kill", "all")
    return file


def run(*words: object, **more: object) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


def test_names_version_and_hashes_come_from_the_files(releases: ModuleType, folder: Path) -> None:
    left_out = releases.write(folder, folder.parent / "out", **PLACES)
    out = folder.parent / "out"
    installer = (out / "winget/ShoalGames.Shoal.installer.yaml").read_text()
    cask, build = (out / "homebrew/shoal.rb").read_text(), (out / "aur/PKGBUILD").read_text()

    def digest(name: str) -> str:
        return str(releases.sha256((folder / name).read_bytes()))

    assert f"{PLACES['home']}/releases/download/v1.2.3/shoal-1.2.3-windows-x64-setup.exe" in installer
    assert digest("shoal-1.2.3-windows-x64-setup.exe") in installer
    assert 'ReleaseDate: "2026-09-21"' in installer
    assert cask.index(digest("shoal-1.2.3-macos-arm64.dmg")) < cask.index(
        digest("shoal-1.2.3-macos-x86_64.dmg")
    )
    assert 'version "1.2.3"' in cask
    assert f"sha256sums_aarch64=('{digest('shoal-1.2.3-linux-aarch64.tar.xz')}')" in build
    assert "@" not in re.sub(r"<[^>]*>", "", build + installer + cask)
    [source] = json.loads((out / "flathub/shoal-sources.json").read_text())
    assert source["sha256"] == digest("shoal-1.2.3.tar.gz")
    assert [line.partition(":")[0] for line in left_out if "gather.sh" not in line] == ["apt", "flatpak"]


def test_a_file_that_is_not_there_leaves_its_manifest_out(releases: ModuleType, folder: Path) -> None:
    (folder / "shoal-1.2.3-macos-x86_64.dmg").unlink()
    left_out = releases.write(folder, folder.parent / "out", **PLACES)

    assert "homebrew: there is no shoal-*-macos-x86_64.dmg" in left_out
    assert not (folder.parent / "out/homebrew").exists()


@pytest.mark.parametrize("home", ["", "somebody/shoal", "https://github.com/somebody"])
def test_an_address_is_given_and_never_guessed(releases: ModuleType, folder: Path, home: str) -> None:
    with pytest.raises(SystemExit, match=r"is not https://github\.com/OWNER/NAME"):
        releases.write(folder, folder.parent / "out", **{**PLACES, "home": home})


@has("gpg", "dpkg-deb")
def test_without_an_address_there_is_no_repository(
    releases: ModuleType, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_packages(folder, "amd64")
    monkeypatch.setenv("SHOAL_RELEASE_KEY", str(new_key(folder.parent)))
    left_out = releases.write(folder, folder.parent / "out", **PLACES)

    assert "apt: there is no PAGES" in left_out
    assert "shoal-games" not in "".join(
        path.read_text() for path in (folder.parent / "out").rglob("*.[yr]*") if path.is_file()
    )


def test_files_of_two_versions_are_refused(releases: ModuleType, folder: Path) -> None:
    (folder / "shoal-1.2.4.tar.gz").write_text("newer")
    with pytest.raises(SystemExit, match=r"1\.2\.3 and 1\.2\.4"):
        releases.write(folder, folder.parent / "out", **PLACES)


def test_srcinfo_repeats_the_dependencies_of_the_pkgbuild(releases: ModuleType, folder: Path) -> None:
    """The .SRCINFO repeats the PKGBUILD; the slow test asks makepkg for it."""
    releases.write(folder, folder.parent / "out", **PLACES)
    build = (folder.parent / "out/aur/PKGBUILD").read_text()
    listed = (folder.parent / "out/aur/.SRCINFO").read_text()
    depends = re.search(r"^depends=\(([^)]*)\)", build, re.M)

    assert depends is not None
    assert re.findall(r"depends = (\S+)", listed)[: len(depends[1].split())] == re.findall(
        r"'([^']+)'", depends[1]
    )


@pytest.mark.slow
@has("apt-get", "dpkg-deb", "gpg")
def test_apt_installs_from_the_signed_repository_and_from_no_other(
    releases: ModuleType, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = folder.parent
    architecture = run("dpkg", "--print-architecture").strip()
    add_packages(folder, architecture, "riscv64")
    monkeypatch.setenv("SHOAL_RELEASE_KEY", str(new_key(base)))
    left_out = releases.write(folder, base / "out", **{**PLACES, "pages": f"file://{base}/out"})
    system = base / "system"
    for each in ("etc/sources.list.d", "etc/preferences.d", "etc/apt.conf.d", "state/lists/partial"):
        (system / each).mkdir(parents=True)
    for each in ("cache/archives/partial", "log", "root/var/lib/dpkg/updates", "root/var/lib/dpkg/info"):
        (system / each).mkdir(parents=True)
    (system / "root/var/lib/dpkg/status").touch()
    shutil.copy(base / "out/apt/shoal.sources", system / "etc/sources.list.d")
    settings = {
        "Dir::Etc": system / "etc",
        "Dir::Etc::trusted": "/nowhere",
        "Dir::Etc::trustedparts": "/nowhere",
        "Dir::State": system / "state",
        "Dir::State::status": system / "root/var/lib/dpkg/status",
        "Dir::Cache": system / "cache",
        "Dir::Log": system / "log",
        "APT::Sandbox::User": "root",
        "DPkg::Options::": f"--root={system}/root",
        "DPkg::Path": os.environ["PATH"],
    }
    apt = ["apt-get", "-q", "-y", *(f"-o{name}={value}" for name, value in settings.items())]
    run(*apt, "update", "--error-on=any")
    if os.geteuid() == 0:
        run(*apt, "install", "shoal")
        assert run("sh", system / "root/usr/games/shoal") == "hello\n"
        assert "Version: 1.2.3" in (system / "root/var/lib/dpkg/status").read_text()
    assert not any(line.startswith("apt") for line in left_out)
    listed = base / f"out/apt/dists/stable/main/binary-{architecture}"
    for name in ("Packages", "Packages.gz"):  # somebody puts another package there
        (listed / name).write_bytes((listed / name).read_bytes().replace(b"hello", b"") + b"\n")
    shutil.rmtree(system / "state")
    (system / "state/lists/partial").mkdir(parents=True)
    done = subprocess.run([*apt, "update", "--error-on=any"], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    (base / "out/apt/dists/stable/InRelease").write_bytes(
        (base / "out/apt/dists/stable/InRelease").read_bytes().replace(b"Label: Shoal", b"Label: Shoat")
    )
    done = subprocess.run([*apt, "update", "--error-on=any"], capture_output=True, text=True, check=False)
    assert "BADSIG" in done.stdout + done.stderr


@has("bash", "install")
def test_the_pkgbuild_takes_the_licences_from_their_place_in_the_archive(
    releases: ModuleType, folder: Path
) -> None:
    """`build_linux.LICENCES` is that place."""
    releases.write(folder, folder.parent / "out", **PLACES)
    package = folder.parent / "package"
    for name in ("shoal", "share/applications/shoal.desktop", "_internal/app/licences/shoal.txt"):
        (folder / "shoal" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "shoal" / name).write_text("x")
    run("bash", "-euc", f"pkgdir={package}; . {folder.parent}/out/aur/PKGBUILD; package", cwd=folder)

    assert (package / "usr/share/licenses/shoal-bin/shoal.txt").read_text() == "x"
    assert (package / "usr/lib/shoal/_internal/app/licences/shoal.txt").exists()


@pytest.mark.slow
@has("makepkg", "pacman", "bsdtar", "setpriv")
def test_makepkg_reads_the_build_and_makes_the_package(releases: ModuleType, folder: Path) -> None:
    """Its listing of the PKGBUILD equals ours, and the package has command, menu entry and licences."""
    tree = folder.parent / "shoal"
    for name in ("shoal", "share/applications/shoal.desktop", "_internal/app/licences/shoal.txt"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text("x")
    run("tar", "-cJf", folder / "shoal-1.2.3-linux-x86_64.tar.xz", "-C", folder.parent, "shoal")
    releases.write(folder, folder.parent / "out", **PLACES)
    place = Path(run("mktemp", "-d").strip())  # pytest's own is closed to others
    try:
        for path in (folder.parent / "out/aur").iterdir():
            shutil.copy(path, place)
        shutil.copy(folder / "shoal-1.2.3-linux-x86_64.tar.xz", place)
        words: list[str] = []
        if os.geteuid() == 0:  # makepkg refuses to be root
            for path in (place, *place.iterdir()):
                os.chown(path, 65534, 65534)
            words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        env = {"PATH": os.environ["PATH"], "HOME": str(place), "CARCH": "x86_64", "LC_ALL": "C.UTF-8"}
        said = run(*words, "makepkg", "--printsrcinfo", cwd=place, env=env)
        run(*words, "makepkg", "--nodeps", cwd=place, env=env)
        [package] = place.glob("shoal-bin-1.2.3-1-x86_64.pkg.tar*")
        inside = run("tar", "-taf", package).split()
    finally:
        shutil.rmtree(place)

    def lines(text: str) -> list[str]:
        return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]

    assert lines(said) == lines((folder.parent / "out/aur/.SRCINFO").read_text())
    assert {
        "usr/bin/shoal",
        "usr/lib/shoal/shoal",
        "usr/share/applications/shoal.desktop",
        "usr/share/licenses/shoal-bin/shoal.txt",
    } <= set(inside)
    assert "usr/lib/shoal/share/" not in inside


@pytest.mark.slow
@has("ruby")
def test_ruby_reads_the_cask(releases: ModuleType, folder: Path) -> None:
    releases.write(folder, folder.parent / "out", **PLACES)

    assert run("ruby", "-wc", folder.parent / "out/homebrew/shoal.rb") == "Syntax OK\n"


@pytest.mark.slow
@has("flatpak-builder")
def test_flatpak_builder_reads_the_manifest(releases: ModuleType, folder: Path) -> None:
    """The lists that `gather.sh` makes from the package index stand in for themselves, empty."""
    releases.write(folder, folder.parent / "out", **PLACES)
    place = folder.parent / "out/flathub"
    for part in ("builders", "libraries"):
        for kind in ("sources", "cargo-sources"):
            if not (place / f"{part}-{kind}.json").exists():
                (place / f"{part}-{kind}.json").write_text("[]")
    shown = json.loads(run("flatpak-builder", "--show-manifest", next(place.glob("io.*.json"))))
    [shoal] = [each for each in shown["modules"] if each["name"] == "shoal"]

    assert [each["url"].rpartition("/")[2] for each in shoal["sources"]] == ["shoal-1.2.3.tar.gz"]


@pytest.mark.slow
@has("flatpak", "ostree", "gpg")
def test_flatpak_installs_from_the_signed_repository(
    releases: ModuleType, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = folder.parent
    stage = base / "stage"
    (stage / "files").mkdir(parents=True)
    (stage / "export").mkdir()
    (stage / "metadata").write_text(
        "[Application]\nname=io.github.shoal_games.Shoal\nruntime=none/x86_64/1\n"
    )
    env = {**os.environ, "HOME": str(base), "XDG_DATA_HOME": str(base / "data")}
    run("flatpak", "build-export", base / "local", stage, env=env)
    bundle = folder / "shoal-1.2.3-linux-x86_64.flatpak"
    run("flatpak", "build-bundle", base / "local", bundle, "io.github.shoal_games.Shoal", env=env)
    monkeypatch.setenv("SHOAL_RELEASE_KEY", str(new_key(base)))
    left_out = releases.write(folder, base / "out", **{**PLACES, "pages": f"file://{base}/out"})
    remote = base / "out/flatpak/shoal.flatpakrepo"
    run("flatpak", "remote-add", "--user", "shoal", remote, env=env)
    listed = run("flatpak", "remote-ls", "--user", "--columns=application", "shoal", env=env)

    assert "io.github.shoal_games.Shoal" in listed
    assert not any(line.startswith("flatpak") for line in left_out)


@pytest.mark.slow
@pytest.mark.skipif(
    "SHOAL_WINGET_SCHEMAS" not in os.environ, reason="SHOAL_WINGET_SCHEMAS names no schemas/JSON/manifests/v…"
)
def test_the_schemas_of_winget_take_its_manifests(releases: ModuleType, folder: Path) -> None:
    jsonschema, yaml = pytest.importorskip("jsonschema"), pytest.importorskip("yaml")
    releases.write(folder, folder.parent / "out", **PLACES)
    found = sorted((folder.parent / "out/winget").iterdir())
    for path in found:
        said = yaml.safe_load(path.read_text())
        [schema] = Path(os.environ["SHOAL_WINGET_SCHEMAS"]).glob(f"manifest.{said['ManifestType']}.*.json")
        jsonschema.validate(said, json.loads(schema.read_text()))

    assert len(found) == 3
