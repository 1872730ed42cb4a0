"""Licences and bill of materials of a frozen Shoal, made from lists of its files.

    python packaging/licences.py check PLACE           has it what its bill of materials lists, nothing else?
                                                       a folder, .deb, .run, .tar.xz, .zip, AppImage or wheel
    python packaging/licences.py wheel WHEEL FILE      write the bill of materials of a wheel
    python packaging/licences.py qt VERSION SOURCES…   write notices/qt-third-parties.txt from Qt's sources

`frozen/shoal.spec` calls `enclose` with PyInstaller's own lists. Every file belongs to a part: our sources, a
Python package, a package of Debian that `pinned.py` has unpacked, or Python. A file of no known part ends
the build. The texts go into the program as `app/licences`, where *About* shows them; texts that no package
brings are in `notices/`, which a wheel has as it is. A text begins with the part's name, version and licence.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import Distribution, distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOTICES = ROOT / "packaging" / "notices"
DEBIAN = ROOT / "build" / "debian"
INSIDE = "app/licences"
BILL = "shoal.cdx.json"
OWN = ("app", "net", "rules", "ui", "packaging")
PROGRAMS = ("shoal", "shoal.exe", "shoalw.exe")
MODULES, SCRIPTS = "PYZ/", "scripts/"
"""Prefixes, in a bill, of the modules and the scripts in the program's own archive."""
STARTER = ("pyiboot", "pyimod")
"""Names of PyInstaller's own modules, which start the program."""
LICENCE_FILE = re.compile(r"(?i)(licen[cs]e|copying|notice)")
LGPL = """The LGPL's text is "GNU Lesser General Public License, version 3" in this list. It adds to the GPL,
whose text is "GNU General Public License, version 3". The notices of others whose work is in Qt are in "Third
parties in Qt". The libraries are separate files in the program's folder: you may replace them by builds of
your own, and reverse-engineer the program as far as that needs it.
"""
QT_RELEASES = "https://download.qt.io/official_releases"
SHIBOKEN = """Its library and its module "signature" have parts of Python 3.7.0, copyright 2001-2018 Python
Software Foundation; the licence of these parts is in "Python" in this list.

"""
CFFI = """Its module encloses libffi, whose notice is in "Python" in this list.

"""
ZEROCONF = """Its compiled modules are files in the program's folder, the others are in its archive: to use a
changed zeroconf, build Shoal around it from Shoal's sources (python3 packaging/build.py).

"""
OWN_WORDS = {"zeroconf": ZEROCONF, "shiboken6": SHIBOKEN, "cffi": CFFI}
"""Our words before the texts that these packages bring."""
UNDECLARED = {"openssl": "Apache-2.0", "secp256k1": "MIT"}
"""Licences of compiled-in components whose bill of materials names none."""
SOURCES = """Where the sources are
Licence: each part's own

The sources of the enclosed version of each part can be had free of charge, from the place named below.
Shoal's own sources rebuild the whole program, also around a changed library: python3 packaging/build.py.
"""


@dataclass(frozen=True, slots=True)
class Foreign:
    """Third-party software inside wheels; `pattern` finds its files, `notice` is its text in notices/."""

    name: str
    pattern: str
    licence: str
    source: str
    notice: str = ""


FOREIGN = (
    Foreign(
        "ICU",
        r"(?i)/(lib)?icu\w*[.]",
        "Unicode-DFS-2016",
        "https://github.com/unicode-org/icu/releases, release @VERSION@",
        "icu",
    ),
    Foreign(
        "Qt",
        r"(?i)^PySide6/((Qt/)?(lib|plugins|translations)/|Qt6\w*[.]dll)",
        "LGPL-3.0-only",
        f"qtbase, qtsvg and qttranslations in {QT_RELEASES}/qt/@MINOR@/@VERSION@/submodules",
    ),
    Foreign(
        "libzmq",
        r"/libzmq",
        "MPL-2.0",
        "https://github.com/zeromq/libzmq/releases, version @VERSION@",
        "libzmq",
    ),
    Foreign("libsodium", r"/libsodium", "ISC", "https://github.com/jedisct1/libsodium/releases"),
    Foreign(
        "Microsoft Visual C++ runtime",
        r"(?i)(^|/)(msvcp|vcruntime|concrt|vcomp)\d[^/]*[.]dll",
        "Microsoft's, for redistribution with programs that need it",
        "not published; Microsoft distributes the files as they are",
    ),
)


@dataclass(frozen=True, slots=True)
class Inside:
    """A component compiled into a package's files, as the package's own bill of materials states."""

    name: str
    version: str
    licence: str
    purl: str

    @property
    def component(self) -> dict[str, object]:
        """The component in CycloneDX."""
        told = [{"expression": self.licence}]
        purl = {"purl": self.purl} if self.purl else {}
        return {"type": "library", "name": self.name, "version": self.version, "licenses": told, **purl}


@dataclass(slots=True)
class Part:
    """A part of the program. `files` are its names there; `purl`, a package URL, names its origin."""

    name: str
    version: str
    licence: str
    source: str
    text: str
    purl: str = ""
    files: set[str] = field(default_factory=set)
    compiled_in: list[Inside] = field(default_factory=list)

    @property
    def title(self) -> str:
        """Name and version."""
        return f"{self.name} {self.version}".strip()

    @property
    def key(self) -> str:
        """Name of the file with the part's licence text, without the ending."""
        return re.sub(r"[^a-z0-9.+]+", "-", self.name.lower()).strip("-")

    @property
    def whole(self) -> str:
        """Content of the file with the licence text: name, version, licence and sources, then the text."""
        text = self.text.strip() or "It brings no text of its own."
        rows = [f"* {each.name} {each.version}: {each.licence}" for each in self.compiled_in]
        if rows:
            text += "\n\nCompiled into it, according to its own bill of materials:\n" + "\n".join(rows)
        if self.files and self.licence.startswith("LGPL"):
            text += "\n\nIts files in this program:\n" + "\n".join(sorted(self.files))
        return f"{self.title}\nLicence: {self.licence}\nSources: {self.source}\n\n{text}\n"

    @property
    def component(self) -> dict[str, object]:
        """The part as a component of CycloneDX."""
        found: dict[str, object] = {
            "type": "library",
            "bom-ref": self.key,
            "name": self.name,
            "version": self.version,
            "licenses": [{"license": {"name": self.licence}}],
            "purl": self.purl,
            "components": [each.component for each in self.compiled_in],
            "evidence": {"occurrences": [{"location": name} for name in sorted(self.files)]},
        }
        return {key: value for key, value in found.items() if value}


class Parts:
    """Finds the part that a file belongs to. `found` are the parts so far, by name or by notice."""

    def __init__(self, version: str, commit: str) -> None:
        self.found: dict[str, Part] = {}
        self._version, self._commit = version, commit
        self._owners = {
            os.path.normpath(os.path.join(root, path)): each
            for each in distributions()
            for root in (os.path.realpath(str(each.locate_file(""))),)
            for path in each.files or ()
        }
        self._packages = debian_files(DEBIAN) if sys.platform == "linux" else {}

    def take(self, name: str, path: str) -> None:
        """Add the file at `path`, named `name` in the program, to its part; `SystemExit` if it has none."""
        self.part(name, os.path.realpath(path)).files.add(name)

    def part(self, name: str, path: str) -> Part:
        """Return the part that a file belongs to; raises `SystemExit` if there is none."""
        owner = self._owners.get(path)
        if owner is not None:
            foreign = (each for each in FOREIGN if re.search(each.pattern, name))
            return self.foreign(each, owner) if (each := next(foreign, None)) else self.distribution(owner)
        if (package := self._packages.get(path)) is not None:
            return self.package(*package)
        inside = Path(path).relative_to(ROOT).parts if Path(path).is_relative_to(ROOT) else ("",)
        if inside[0] in OWN:
            return self.noticed("fonts" if name.startswith("ui/art/fonts/") else "shoal")
        if name == "base_library.zip" or Path(path).is_relative_to(os.path.realpath(sys.base_prefix)):
            each = FOREIGN[-1]
            return self.foreign(each, None) if re.search(each.pattern, name) else self.noticed("python")
        raise SystemExit(f"[build] {name}, from {path}, belongs to no part whose licence is known")

    def noticed(self, key: str) -> Part:
        """Return Shoal, its fonts or Python as a part; `key` names the notice in notices/."""
        if key not in self.found:
            version = {"shoal": self._version, "python": ".".join(map(str, sys.version_info[:3]))}.get(
                key, ""
            )
            source = {
                "shoal": f"this project's repository, commit {self._commit}",
                "python": "Python's releases; for Linux Debian's sources of python3.11 (arm64: 3.13)",
                "fonts": "this project's repository, and rsms/inter and JetBrains/JetBrainsMono",
            }[key]
            name, licence, text = notice(key)
            # Python for Windows brings this file, with further conditions.
            own = Path(sys.base_prefix, "LICENSE.txt")
            if key == "python" and own.is_file():
                text += "\n\n" + own.read_text(encoding="utf-8", errors="replace")
            self.found[key] = Part(name, version, licence, source, text)
        return self.found[key]

    def foreign(self, each: Foreign, owner: Distribution | None) -> Part:
        """Return third-party software as a part; `owner` is the package that encloses it, if any."""
        if each.name not in self.found:
            text = LGPL if each.name == "Qt" else notice(each.notice)[2] if each.notice else ""
            text = text or (texts_of(owner, each.name) if owner else "")
            version = told_version(each.name, owner) if owner else ""
            source = each.source.replace("@VERSION@", version)
            source = source.replace("@MINOR@", version.rpartition(".")[0])
            built = f"; as built for {owner.name} {owner.version}" if owner else ""
            self.found[each.name] = Part(each.name, version, each.licence, source + built, text)
        return self.found[each.name]

    def distribution(self, owner: Distribution) -> Part:
        """Return a Python package as a part; raises `SystemExit` if its licence text is missing."""
        if (name := owner.name) not in self.found:
            text = LGPL if name.lower().startswith(("pyside6", "shiboken6")) else texts_of(owner)
            if not text:
                raise SystemExit(
                    f"[build] {name} brings no text of its licence: {NOTICES.name}/ must have it"
                )
            text = OWN_WORDS.get(name, "") + text
            purl = f"pkg:pypi/{re.sub(r'[-_.]+', '-', name).lower()}@{owner.version}"
            self.found[name] = Part(name, owner.version, licence_of(owner), source_of(owner), text, purl)
            self.found[name].compiled_in = compiled_into(owner)
            if name == "pyzmq":  # in files of their own on Linux, otherwise in its module
                for each in FOREIGN:
                    if each.name in ("libzmq", "libsodium"):
                        self.foreign(each, owner)
        return self.found[name]

    def package(self, source: str, version: str, package: str) -> Part:
        """Return a source package of Debian as a part; `package` is the binary package with its text."""
        if source.startswith("python3"):
            return self.noticed("python")
        if source not in self.found:
            path = DEBIAN / "usr/share/doc" / package / "copyright"
            said = path.read_text(encoding="utf-8", errors="replace")
            named = ", ".join(dict.fromkeys(re.findall(r"^License: *(\S.*)$", said, re.M)))
            where = f"Debian's source package {source} {version}, in its archive and that of its snapshots"
            purl = f"pkg:deb/debian/{source}@{version}?arch=source"
            self.found[source] = Part(source, version, named or "see its text", where, said, purl)
        return self.found[source]


Entry = tuple[str, str, str]
"""An entry of PyInstaller's lists: name inside, path, kind."""


def enclose(lists: Iterable[Sequence[Entry]], folder: Path, *, version: str, commit: str) -> list[Entry]:
    """Write licence texts and bill of materials of the listed files; return entries of the new files."""
    parts = Parts(version, commit)
    for name, path, kind in (entry for each in lists for entry in each):
        if path == "-":
            continue  # a namespace: its modules have paths
        if kind.startswith("PYMODULE"):
            parts.take(f"{MODULES}{name.partition('.')[0]}", path)
        elif kind.startswith("PYSOURCE"):
            parts.take(f"{SCRIPTS}{name}", path)
        elif kind != "SYMLINK":
            parts.take(name.replace("\\", "/"), path)
    [starter] = [each for each in distributions() if each.name.lower() == "pyinstaller"]
    parts.distribution(starter)  # its starter is in the program
    found = sorted(parts.found.values(), key=lambda part: part.title.lower())
    texts = {f"{part.key}.txt": part.whole for part in found}
    texts["sources.txt"] = SOURCES + "".join(f"\n{part.title}: {part.source}.\n" for part in found)
    needed = {"qt-third-parties": "Qt" in parts.found, "crates": "cryptography" in parts.found}
    for key in ("gpl-3", "lgpl-3", *(key for key in needed if needed[key])):
        texts[f"{key}.txt"] = (NOTICES / f"{key}.txt").read_text(encoding="utf-8")
    if "Qt" in parts.found:
        check_qt(parts.found["Qt"].version, texts["qt-third-parties.txt"])
    parts.noticed("shoal").files |= {f"{INSIDE}/{name}" for name in (*texts, BILL)}
    texts[BILL] = json.dumps(bill(found, version, commit), indent=1)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return [(f"{INSIDE}/{name}", str(folder / name), "DATA") for name in texts]


def bill(parts: Iterable[Part], version: str, commit: str) -> dict[str, object]:
    """Return the bill of materials of these parts, in CycloneDX."""
    properties = [{"name": "commit", "value": commit}]
    program = {"type": "application", "name": "shoal", "version": version, "properties": properties}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "metadata": {"component": program},
        "components": [part.component for part in parts],
    }


def bill_of_wheel(wheel: Path) -> dict[str, object]:
    """Return the bill of Shoal's wheel, which has only Shoal, its fonts and texts."""
    version, commit = wheel.name.split("-")[1], os.environ.get("SHOAL_COMMIT", "")
    parts = Parts(version, commit)
    for name in zipfile.ZipFile(wheel).namelist():
        inside = name.removeprefix("shoal/rooms/")
        parts.noticed("fonts" if inside.startswith("ui/art/fonts/") else "shoal").files.add(name)
    return bill(parts.found.values(), version, commit)


def opened(place: Path, folder: Path) -> Path:
    """Return the frozen program in an artefact, unpacked into a folder; a wheel is unpacked whole."""
    if place.is_dir():
        return place
    if place.suffix == ".deb":
        subprocess.run(["dpkg-deb", "-x", place, folder], check=True)
        return folder / "usr/lib/shoal"
    if place.suffix == ".AppImage":
        head = place.read_bytes()[:64]  # the runtime is an ELF file: its table of sections is its end
        [table], (size, count) = struct.unpack("<Q", head[40:48]), struct.unpack("<HH", head[58:62])
        words = ["unsquashfs", "-quiet", "-no-progress", "-force", "-offset", str(table + size * count)]
        subprocess.run([*words, "-dest", folder, place], check=True)
        return folder / "usr/lib/shoal"
    if place.suffix == ".run":
        content = place.read_bytes()
        place = folder / "content.tar.xz"
        place.write_bytes(content[content.index(b"\xfd7zXZ\0") :])
    shutil.unpack_archive(place, folder, format="zip" if place.suffix == ".whl" else None)
    return folder if place.suffix == ".whl" else folder / "shoal"


def check_wheel(wheel: Path) -> list[str]:
    """Compare an unpacked wheel with the notices here; return the faults, a line each."""
    there = {path.name for path in (wheel / "shoal/rooms" / INSIDE).iterdir()}
    files = {path.relative_to(wheel) for path in wheel.rglob("*") if path.is_file()}
    foreign = [
        path for path in files if path.parts[0] != "shoal" and not path.parts[0].endswith(".dist-info")
    ]
    return [
        *(f"{path} is inside and not Shoal's" for path in sorted(foreign)),
        *(f"the text {path.name} is missing" for path in sorted(NOTICES.iterdir()) if path.name not in there),
    ]


def check(frozen: Path) -> list[str]:
    """Compare a frozen program with its bill of materials and its texts; return the faults, a line each."""
    contents = frozen / "_internal"
    told = json.loads((contents / INSIDE / BILL).read_text(encoding="utf-8"))["components"]
    listed = {each["location"] for part in told for each in part["evidence"]["occurrences"]}
    files = (path for path in contents.rglob("*") if path.is_file() and not path.is_symlink())
    there = {path.relative_to(contents).as_posix() for path in files} | archived(frozen)
    texts = {f"{part['bom-ref']}.txt" for part in told}
    lacking = (texts | {"gpl-3.txt", "lgpl-3.txt", "sources.txt"}) - set(os.listdir(contents / INSIDE))
    return [
        *(f"{name} is in the program but not in the bill" for name in sorted(there - listed)),
        *(f"{name} is in the bill but not in the program" for name in sorted(listed - there)),
        *(f"the text {name} is missing" for name in sorted(lacking)),
    ]


def archived(frozen: Path) -> set[str]:
    """Return the names of top-level modules and scripts in a frozen program's own archive."""
    readers = importlib.import_module("PyInstaller.archive.readers")  # only build/venv has this module
    found: set[str] = set()
    for program in (frozen / name for name in PROGRAMS if (frozen / name).is_file()):
        archive = readers.CArchiveReader(str(program))
        beside = {name: kind for name, (*_, kind) in archive.toc.items() if not name.startswith(STARTER)}
        modules = [
            *archive.open_embedded_archive("PYZ.pyz").toc,
            *(name for name in beside if beside[name] == "m"),
        ]
        found |= {f"{MODULES}{name.partition('.')[0]}" for name in modules}
        found |= {f"{SCRIPTS}{name}" for name in beside if beside[name] == "s"}
    return found


def debian_files(folder: Path) -> dict[str, tuple[str, str, str]]:
    """Return source package, version and package of each file that `pinned.py` has unpacked, by path."""
    from pinned import PINS  # noqa: PLC0415  (only on Linux)

    sources = {
        Path(place).with_suffix(".list").name: Path(place).parent.name
        for _, _, place in map(str.split, PINS.read_text(encoding="utf-8").splitlines())
    }
    found = {}
    for path in folder.glob("*.list"):
        package, version, _ = path.name.split("_")
        of = (sources[path.name], re.sub(r"[+]b\d+$", "", version), package)
        for line in path.read_text(encoding="utf-8").splitlines():
            name = line.partition(" ./")[2].partition(" -> ")[0]
            found[os.path.realpath(folder / name)] = of
    return found


def texts_of(distribution: Distribution, only: str = "") -> str:
    """Return the licence texts in a package; with `only`, those with this word in their name."""
    paths = [
        each for each in distribution.files or () if LICENCE_FILE.search(each.name) and only in each.name
    ]
    files = [path for path in (Path(str(each.locate())) for each in paths) if path.suffix != ".py"]
    return "\n\n".join(path.read_text(encoding="utf-8", errors="replace") for path in files if path.is_file())


def licence_of(distribution: Distribution) -> str:
    """Return the name of a package's licence, as the package declares it."""
    meta = distribution.metadata
    named = [str(meta[key]) for key in ("License-Expression", "License") if key in meta]
    named += [each.rpartition(" :: ")[2] for each in meta.get_all("Classifier", []) if "License ::" in each]
    return next(filter(None, named), "see its text").splitlines()[0]


def told_version(name: str, owner: Distribution) -> str:
    """Return the version of software that a wheel encloses: Qt's is the wheel's, others say their own; "" if
    they cannot be asked."""
    if name == "Qt":
        return owner.version
    if name == "libzmq":
        return str(importlib.import_module("zmq").zmq_version())
    for each in owner.files or ():
        if name == "libsodium" and each.name.startswith("libsodium"):
            sodium = ctypes.CDLL(str(each.locate())).sodium_version_string
            sodium.restype = ctypes.c_char_p
            return bytes(sodium()).decode()
        if name == "ICU" and (found := re.fullmatch(r"libicuuc[.]so[.](\d+)", each.name)):
            numbers = (ctypes.c_uint8 * 4)()
            getattr(ctypes.CDLL(str(each.locate())), f"u_getVersion_{found[1]}")(numbers)
            return f"{numbers[0]}.{numbers[1]}"
    return ""


def check_qt(version: str, notices: str) -> None:
    """Raise `SystemExit` if the notices are about another minor version of Qt."""
    told = re.search(r"qtbase (\d+[.]\d+)[.]", notices)
    if told is None or not version.startswith(f"{told[1]}."):
        raise SystemExit(
            f"[build] notices/qt-third-parties.txt is not of Qt {version}: write it again (licences.py qt)"
        )


def source_of(distribution: Distribution) -> str:
    """Return the address of the sources of a package's version."""
    name, version = distribution.name, distribution.version
    if name.lower().startswith(("pyside6", "shiboken6")):
        return f"{QT_RELEASES}/QtForPython/pyside6/PySide6-{version}-src"
    return f"the Python package index, project {name}, the archive of sources of version {version}"


def compiled_into(distribution: Distribution) -> list[Inside]:
    """Return the components that a package declares as compiled into its files (PEP 770).

    The tools of its build and the packages beside it are left out. Raises `SystemExit` for a component whose
    licence text is missing: it must be Apache-2.0 or offer that as a choice (the package has this text), or
    its notice must be in the package or in notices/crates.txt.
    """
    files = [each.as_posix() for each in distribution.files or ()]
    notices = (NOTICES / "crates.txt").read_text(encoding="utf-8")
    found = []
    for path in distribution.files or ():
        if ".dist-info/sboms/" not in path.as_posix():
            continue
        for told in json.loads(Path(str(path.locate())).read_text(encoding="utf-8")).get("components", []):
            name, purl = told["name"], told.get("purl", "").partition("?")[0]
            if told.get("scope") == "excluded" or purl.startswith("pkg:pypi/"):
                continue
            expressions = [each["expression"] for each in told.get("licenses") or ()]
            licence = " AND ".join(expressions) or UNDECLARED.get(name, "")
            noticed = re.search(rf"\b{re.escape(name)}\b", notices) is not None
            if not (
                "Apache-2.0" in re.split(" OR ", licence) or noticed or any(name in file for file in files)
            ):
                raise SystemExit(f"[build] {name} in {distribution.name}: its notice is not here")
            found.append(Inside(name, told.get("version", ""), licence, purl))
    return sorted(found, key=lambda part: (part.name, part.version))


def notice(key: str) -> tuple[str, str, str]:
    """Return name, licence and text of a notice in notices/."""
    head, _, text = (NOTICES / f"{key}.txt").read_text(encoding="utf-8").partition("\n\n")
    name, licence = head.splitlines()[:2]
    return name, licence.removeprefix("Licence: "), text


def qt_notices(version: str, sources: Iterable[Path]) -> str:
    """Return the notices of third parties in Qt's libraries, by `qt_attribution.json` in unpacked sources."""
    parts: list[tuple[str, str, str, list[str], list[str]]] = []
    texts: dict[str, str] = {}
    for root in sources:
        for path in sorted(root.rglob("src/**/qt_attribution.json")):
            told = json.loads(path.read_text(encoding="utf-8"), strict=False)
            for part in told if isinstance(told, list) else [told]:
                if "libs" not in part.get("QtParts", ["libs"]) or "test" in path.parts[len(root.parts) + 1]:
                    continue
                named = part.get("LicenseFiles") or part.get("LicenseFile") or []
                named = [named] if isinstance(named, str) else named
                usual = root / "LICENSES" / f"{part['LicenseId']}.txt"
                files = [os.path.normpath(path.parent / each) for each in named] or [
                    str(usual)
                ] * usual.is_file()
                rights = part.get("Copyright", "")
                rights = rights if isinstance(rights, list) else [rights]
                usage = " ".join(part.get("QtUsage", "").split()).partition(". ")[0].rstrip(".")
                parts.append((part["Name"], part["LicenseId"], usage, [*filter(None, rights)], files))
                texts |= {
                    each: Path(each).read_text(encoding="utf-8", errors="replace").strip() for each in files
                }
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts.values()), 1)}
    head = f"""Third parties in Qt
Licence: several, named below

These are the notices of others whose work is in the libraries and plugins of Qt, as told by the sources of
{version}. Some are in the libraries for one system only. The texts stand at the end.
"""
    rows = []
    for name, licence, usage, rights, files in sorted(parts):
        where = "".join(f", text {numbers[texts[each]]}" for each in files)
        lines = [f"{usage}."] * bool(usage) + [
            line.strip() for right in rights for line in right.splitlines()
        ]
        rows.append("\n  ".join([f"\n{name}", f"Licence: {licence}{where}", *lines]))
    ends = [f"\n\n--- Text {number} ---\n\n{text}" for text, number in numbers.items()]
    return head + "\n".join((*rows, *ends)) + "\n"


def main(words: list[str]) -> int:
    """Run one of the commands above; return 1 if a check finds a fault, 2 for wrong usage."""
    if words[:1] == ["check"] and len(words) == 2:
        place = Path(words[1])
        with tempfile.TemporaryDirectory() as folder:
            inside = opened(place, Path(folder))
            wrong = check_wheel(inside) if place.suffix == ".whl" else check(inside)
        good = "the bill of materials lists what is inside, and nothing else"
        print("\n".join(wrong) or f"{place.name}: {good}")
        return 1 if wrong else 0
    if words[:1] == ["wheel"] and len(words) == 3:
        Path(words[2]).write_text(json.dumps(bill_of_wheel(Path(words[1])), indent=1), encoding="utf-8")
        return 0
    if words[:1] == ["qt"] and len(words) > 2:
        text = qt_notices(words[1], [Path(each).resolve() for each in words[2:]])
        (NOTICES / "qt-third-parties.txt").write_text(text, encoding="utf-8")
        return 0
    print(__doc__)
    return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
