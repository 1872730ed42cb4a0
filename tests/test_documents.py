"""The pages for newcomers name only files, links and commands that exist."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from app.cli import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
PAGES = (
    "README.md",
    "CHANGELOG.md",
    ".github/ARCHITECTURE.md",
    ".github/CONTRIBUTING.md",
    "tests/bench/RESULTS.md",
)


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_links_in_the_documents_lead_to_files(page: str) -> None:
    links = re.findall(r"\]\(([^):]+)\)", text_of(page))

    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_files_named_in_the_documents_exist(page: str) -> None:
    named = re.findall(r"`((?:app|net|rules|ui|tests|packaging|[.]github)/[\w./<>-]*)`", text_of(page))

    assert [path for path in named if not (ROOT / path.replace("<game>", "plump")).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_commands_named_in_the_documents_exist(page: str) -> None:
    ours = set(re.findall(r"\bdev[.]py ([a-z]+)", text_of(page)))
    shoals = set(re.findall(r"`shoal ([a-z][a-z-]*)", text_of(page)))

    assert ours <= runpy.run_path(str(ROOT / "packaging" / "dev.py"))["COMMANDS"].keys()
    assert shoals <= {command.word for command in COMMANDS}


@pytest.mark.parametrize("page", PAGES)
def test_modules_that_the_documents_run_exist(page: str) -> None:
    named = re.findall(r"python -m (tests[.\w]*)", text_of(page))
    places = [ROOT / name.replace(".", "/") for name in named]

    assert [
        at for at in places if not (at.with_suffix(".py").exists() or (at / "__main__.py").exists())
    ] == []


def test_the_readme_has_links_and_commands_to_check() -> None:
    """A pattern that matches nothing would check nothing."""
    readme = text_of("README.md")

    assert re.search(r"\]\(([^):]+)\)", readme)
    assert "`shoal verify`" in readme and "dev.py test" in readme
