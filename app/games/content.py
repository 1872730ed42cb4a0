"""A hash over the files of an installed package.

A version number proves nothing: an author writes it into a file by hand. Players with two different builds of
one version would sit down together, and each program would take the other for a cheat. So programs compare
the installed files. Libraries that a package imports are not included.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from itertools import islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # importlib.metadata imports the e-mail library: see `app.games.catalogue.offered`
    from importlib.metadata import Distribution

FILES_MAX = 4096
BYTES_MAX = 64 * 2**20
"""Maximum size of one package in bytes: reading them is a part of the program's start."""


class Unreadable(Exception):
    """The content of a package cannot be read; the text says why."""


def content_of(package: Distribution, module: str) -> bytes:
    """Return 32 bytes that are equal for packages with equal files: modules and data, by path and content.
    `module` is the entry point's. Raises `Unreadable`."""
    try:
        return content_hash(_recorded(package) or _found(package, module))
    except (OSError, ImportError, ValueError) as why:
        raise Unreadable(f"its files cannot be read: {why}") from why


def content_hash(files: Mapping[str, Path]) -> bytes:
    """Return the hash over files in order of name: each name and each content after its length."""
    if len(files) > FILES_MAX or sum(path.stat().st_size for path in files.values()) > BYTES_MAX:
        raise Unreadable(f"it has more than {FILES_MAX} files or {BYTES_MAX // 2**20} MB")
    total = hashlib.blake2b(digest_size=32, person=b"shoal1-content")
    for name in sorted(files):
        for part in (name.encode(), files[name].read_bytes()):
            total.update(len(part).to_bytes(8, "big") + part)
    return total.digest()


def _recorded(package: Distribution) -> dict[str, Path]:
    """Return the files noted by the installer; none for a package installed in place (`-e`)."""
    names = (path for path in package.files or () if _is_content(path))
    return {path.as_posix(): Path(str(package.locate_file(path))) for path in islice(names, FILES_MAX + 1)}


def _found(package: Distribution, module: str) -> dict[str, Path]:
    """Return the files of the package's modules, found as Python finds them."""
    tops = (package.read_text("top_level.txt") or module.partition(".")[0]).split()
    return dict(islice((each for top in tops for each in _of_module(top)), FILES_MAX + 1))


def _of_module(top: str) -> Iterator[tuple[str, Path]]:
    spec = find_spec(top)
    if spec is None:
        raise ImportError(f"there is no module {top!r}")
    if spec.submodule_search_locations is None:
        if spec.origin is not None:
            yield Path(spec.origin).name, Path(spec.origin)
        return
    for folder in map(Path, spec.submodule_search_locations):
        for path in folder.rglob("*"):
            name = PurePath(top) / path.relative_to(folder)
            if _is_content(name) and path.is_file():
                yield name.as_posix(), path


def _is_content(path: PurePath) -> bool:
    """True for a package's own module or data, False for files that installers and Python add."""
    return not (
        path.is_absolute()
        or path.suffix in (".pyc", ".pth")
        or path.name.startswith("__editable__")
        or any(
            part.startswith(".") or part == "__pycache__" or part.endswith((".dist-info", ".egg-info"))
            for part in path.parts
        )
    )
