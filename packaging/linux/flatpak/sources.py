"""The sources of the Flatpak as lists for flatpak-builder: addresses, each with its pinned hash.

    python sources.py NAME LOCK PINS [EXCEPT ...]

LOCK is a pylock.toml (`uv pip compile --format pylock.toml`) of what PINS pins with hashes. Of each package
the list NAME-sources.json has the wheel that is nothing but Python, otherwise the sources; what the base
brings (EXCEPT) is left out. Beside it, NAME-Cargo.lock has the crates that those sources want.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
import tarfile
import tomllib
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

JsonList = list[dict[str, str]]


def main(words: list[str]) -> int:
    """Write NAME-sources.json and NAME-Cargo.lock into the current folder."""
    name, lock, pins, *left_out = words
    locked = tomllib.loads(Path(lock).read_text(encoding="utf-8"))["packages"]
    packages = [each for each in locked if each["name"] not in left_out]
    sources = listed(packages, Path(pins).read_text(encoding="utf-8"))
    names = "".join(f"{each['name']}=={each['version']}\n" for each in packages)
    inline = {"type": "inline", "contents": names, "dest-filename": "names.txt"}
    Path(f"{name}-sources.json").write_text(json.dumps([*sources, inline], indent=1), encoding="utf-8")
    Path(f"{name}-Cargo.lock").write_text(crates(sources, fetched), encoding="utf-8")
    return 0


def listed(packages: Sequence[Mapping[str, Any]], pins: str) -> JsonList:
    """Return a source for each package; raises `SystemExit` if it has no usable one or that is not pinned."""
    found: JsonList = []
    for each in packages:
        file = _chosen(each)
        digest = file["hashes"]["sha256"]
        if f"sha256:{digest}" not in pins:
            raise SystemExit(f"{each['name']}: {file['url']} does not match its pin")
        found.append({"type": "file", "url": file["url"], "sha256": digest})
    return found


def _chosen(package: Mapping[str, Any]) -> Mapping[str, Any]:
    wheels = package.get("wheels", ())
    plain = [each for each in wheels if each["url"].endswith("-none-any.whl")]
    if not plain and "sdist" not in package:
        raise SystemExit(f"{package['name']}: there is neither a source archive nor a pure-Python wheel")
    chosen: Mapping[str, Any] = plain[0] if plain else package["sdist"]
    return chosen


def crates(sources: JsonList, get: Callable[[dict[str, str]], bytes]) -> str:
    """Return one Cargo.lock with each crate of the source archives once; `get` downloads a source."""
    found: dict[str, None] = {}
    for source in sources:
        if source["url"].endswith(".tar.gz"):
            with tarfile.open(fileobj=io.BytesIO(get(source)), mode="r:gz") as archive:
                for member in archive:
                    if member.name.count("/") == 1 and member.name.endswith("/Cargo.lock"):
                        file = archive.extractfile(member)
                        text = file.read().decode() if file is not None else ""
                        found |= dict.fromkeys(part.strip() for part in text.split("[[package]]\n")[1:])
    kept = [part for part in found if "checksum = " in part]
    return "version = 4\n" + "".join(f"\n[[package]]\n{part}\n" for part in kept)


def fetched(source: dict[str, str]) -> bytes:
    """Download a source; raises SystemExit unless its hash matches."""
    with urllib.request.urlopen(source["url"], timeout=60) as answer:  # noqa: S310  (of the list above)
        content = bytes(answer.read())
    if hashlib.sha256(content).hexdigest() != source["sha256"]:
        raise SystemExit(f"{source['url']} does not match its pin")
    return content


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
