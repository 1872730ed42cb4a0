"""The build backend: setuptools, with what `pyproject.toml` cannot express.

The program's packages are installed below `shoal/rooms`; their tree and their import names stay as they
are, and `packaging/shoal/__main__.py` puts that folder on the path. Only the publisher knows where the
sources are published: a build with GITHUB_REPOSITORY set (the release workflow) gets links, and pictures
that an index page can show.

The backend and the list of files in a source archive are here and not in a `setup.py`, because the top of
the tree is kept for what a newcomer looks for.
"""

import gzip
import io
import os
import re
import tarfile
from pathlib import Path

from setuptools import build_meta, find_namespace_packages, setup
from setuptools.command.build_py import build_py
from setuptools.command.egg_info import manifest_maker

ROOMS = ("app", "net", "rules", "ui")
REPOSITORY = os.environ.get("GITHUB_REPOSITORY", "")
RELATIVE = re.compile(r"(!?)\[([^]]*)\]\(([^):]+)\)")
"""Matches a Markdown picture or link to a file of the sources: mark, words, file."""


def links() -> dict[str, str]:
    """Return the links that a package index shows beside the page; none without GITHUB_REPOSITORY."""
    home = f"https://github.com/{REPOSITORY}"
    places = {"Source": "", "Issues": "/issues", "Changelog": "/blob/main/CHANGELOG.md"}
    return {name: home + rest for name, rest in places.items()} if REPOSITORY else {}


def page() -> str:
    """Return the README with absolute addresses; if they are unknown, without pictures and links' targets."""
    return RELATIVE.sub(whole, Path("README.md").read_text(encoding="utf-8"))


def whole(link: re.Match[str]) -> str:
    """Return a link or picture of the README for a page without the files beside it."""
    picture, words, place = link.groups()
    if not REPOSITORY:
        return "" if picture else words
    at = "https://raw.githubusercontent.com/{}/main" if picture else "https://github.com/{}/blob/main"
    return f"{picture}[{words}]({at.format(REPOSITORY)}/{place})"


class StampedBuild(build_py):  # type: ignore[misc]
    """The command that copies the packages, and adds the commit in SHOAL_COMMIT to Shoal's licence text."""

    def run(self) -> None:
        """Copy the packages, then name the commit in the words of `Part.whole` (licences.py)."""
        super().run()
        text = Path(self.build_lib, "shoal/rooms/app/licences/shoal.txt")
        if (commit := os.environ.get("SHOAL_COMMIT", "")) and text.exists():
            head, rest = text.read_text(encoding="utf-8").split("\n\n", 1)
            told = f"{head}\nSources: this project's repository, commit {commit}\n\n{rest}"
            text.write_text(told, encoding="utf-8", newline="\n")


class Backend(build_meta._BuildMetaBackend):  # type: ignore[misc]
    """setuptools' backend, extended as its own guide describes."""

    def run_setup(self, setup_script: str = "") -> None:
        """Set up the build here instead of in a `setup.py`."""
        manifest_maker.template = "packaging/backend/sources.in"
        setup(
            packages=[
                *("shoal", "shoal.rooms.app.licences"),
                *(
                    f"shoal.rooms.{package}"
                    for package in find_namespace_packages(include=[*ROOMS, *(f"{room}.*" for room in ROOMS)])
                ),
            ],
            package_dir={
                "shoal": "packaging/shoal",
                "shoal.rooms.app.licences": "packaging/notices",
                **{f"shoal.rooms.{room}": room for room in ROOMS},
            },
            long_description=page(),
            long_description_content_type="text/markdown",
            project_urls=links(),
            cmdclass={"build_py": StampedBuild},
        )


def settle(archive: Path, when: int) -> None:
    """Rewrite a source archive sorted, without owners and with one date, so that the same sources give the
    same bytes."""
    settled = io.BytesIO()
    with (
        tarfile.open(archive) as old,
        tarfile.open(fileobj=settled, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for entry in sorted(old, key=lambda each: each.name):
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = when, 0, 0, "", ""
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            entry.pax_headers = {}
            new.addfile(entry, old.extractfile(entry) if entry.isfile() else None)
    archive.write_bytes(gzip.compress(settled.getvalue(), 9, mtime=when))


def build_sdist(sdist_directory: str, config_settings: dict[str, object] | None = None) -> str:
    """Build the source archive, with SOURCE_DATE_EPOCH the same bytes each time; return its name."""
    name = str(_backend.build_sdist(sdist_directory, config_settings))
    if when := os.environ.get("SOURCE_DATE_EPOCH", ""):
        settle(Path(sdist_directory, name), int(when))
    return name


_backend = Backend()
build_wheel = _backend.build_wheel
build_editable = _backend.build_editable
get_requires_for_build_sdist = _backend.get_requires_for_build_sdist
get_requires_for_build_wheel = _backend.get_requires_for_build_wheel
get_requires_for_build_editable = _backend.get_requires_for_build_editable
prepare_metadata_for_build_wheel = _backend.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = _backend.prepare_metadata_for_build_editable
