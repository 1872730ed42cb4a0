"""Licences of everything that a frozen Shoal bundles, collected from where each part came from."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.metadata import Distribution, distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILDERS = ROOT / "packaging" / "builders.txt"
"""Pins of the build tools, which are bundled only if players need them, too."""
PLAYERS = ROOT / "packaging" / "players.txt"
QT = """Qt {version} and its Python bindings are under the GNU Lesser General Public License, version 3.
The text is in /usr/share/common-licenses/LGPL-3 of a Debian system and at gnu.org/licenses.
The libraries lie beside the program as files of their own: replace them with your own builds as you like.
Their sources are published by the Qt project for this very version.
"""


def main(words: list[str]) -> int:
    """Run `python licences.py FOLDER [FROZEN]` in the environment that was frozen."""
    folder = Path(words[0])
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "LICENSE", folder / "shoal.txt")
    shutil.copy(ROOT / "ui/art/fonts/OFL.txt", folder / "fonts.txt")
    left_out = (names(BUILDERS) - names(PLAYERS)) | {"pip", "shoal"}
    for each in distributions():
        name = re.sub(r"[-_.]+", "-", each.metadata["Name"]).lower()
        if name not in left_out:
            (folder / f"{name}.txt").write_text(_text(each, name), encoding="utf-8")
    for place in (
        Path(sys.base_prefix, "LICENSE.txt"),
        *Path(sys.base_prefix).glob("lib/python3*/LICENSE.txt"),
    ):
        if place.is_file():
            shutil.copy(place, folder / "python.txt")
    if len(words) > 1:
        system_libraries(Path(words[1]), folder)
    return 0


def _text(distribution: Distribution, name: str) -> str:
    meta = distribution.metadata
    named = [str(meta[key]) for key in ("License-Expression", "License") if key in meta]
    named += [each.rpartition(" :: ")[2] for each in meta.get_all("Classifier", []) if "License ::" in each]
    licence = next(filter(None, named), "see its text")
    head = f"{meta['Name']} {distribution.version}\nLicence: {licence.splitlines()[0]}\n\n"
    if name.startswith(("pyside6", "shiboken6")):
        return head + QT.format(version=distribution.version)
    files = [
        Path(str(each.locate()))
        for each in distribution.files or ()
        if re.search(r"(?i)(licen[cs]e|copying|notice)", each.name)
    ]
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files if path.is_file()]
    return head + "\n\n".join(texts)


def system_libraries(frozen: Path, folder: Path) -> None:
    """Write what Debian says about each of its bundled libraries."""
    cache = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=False).stdout
    places = dict(re.findall(r"^\s*(\S+) \(.*\) => (\S+)$", cache, re.M))
    for library in frozen.rglob("*.so*"):
        real = places.get(library.name)
        if real is None:
            continue
        for path in (real, str(Path(real).resolve()), str(Path(real).resolve()).removeprefix("/usr")):
            owner = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True, check=False).stdout
            if owner:
                package = owner.partition(":")[0]
                said = Path("/usr/share/doc", package, "copyright")
                if said.is_file():
                    shutil.copy(said, folder / f"debian-{package}.txt")
                break


def names(pins: Path) -> set[str]:
    """Return the names that a file pins."""
    return {re.sub(r"[-_.]+", "-", str(each["name"])).lower() for each in components(pins)}


def components(pins: Path) -> list[dict[str, object]]:
    """Return the pinned libraries as CycloneDX components."""
    found = []
    for line in pins.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"([\w.-]+)==([\w.]+)", line):
            name, version = match.groups()
            purl = f"pkg:pypi/{name}@{version}"
            found.append({"type": "library", "name": name, "version": version, "purl": purl, "bom-ref": purl})
    return found


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
