"""The manual: its promises about commands, keys, buttons and folders are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from app.cli import COMMANDS
from app.keep.home import VARIABLE
from app.nearby.remedies import remedy
from app.screens.keys import EVERYWHERE, TABLE
from app.screens.manual import CASES, SYSTEMS, manual_page, manual_text

ROOT = Path(__file__).resolve().parents[3]


def test_the_manual_is_a_page_of_sections_for_players() -> None:
    titles = [section.title for section in manual_page()]

    assert titles[:2] == ["Shoal: the manual", "A LAN party in five minutes"]
    assert len(set(titles)) == len(titles)
    assert "{" not in manual_text()


def test_every_command_that_the_manual_names_exists() -> None:
    named = set(re.findall(r"`shoal ([a-z][a-z-]*)", manual_text()))

    assert named
    assert named <= {command.word for command in COMMANDS}


def test_every_key_that_the_manual_names_does_something() -> None:
    named = set(re.findall(r"`([A-Z?]|F\d+)`", manual_text()))

    assert named
    assert named <= {key for key, _ in (*EVERYWHERE, *TABLE)}


def test_every_button_that_the_manual_names_is_in_the_window() -> None:
    """Names in bold are those of buttons, except in the table of remedies."""
    files = [*(ROOT / "ui").rglob("*.py"), *(ROOT / "app/screens").rglob("*.py")]
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    bold = re.findall(r"\*\*([^*]+)\*\*", manual_text())
    named = {name.replace("Bert", "") for name in bold if not name.endswith(tuple(dict(SYSTEMS).values()))}

    assert len(named) > 15
    assert [name for name in sorted(named) if f'"{name}' not in sources] == []


def test_the_manual_has_a_remedy_for_each_problem_of_a_network_and_each_system() -> None:
    for kind, _ in CASES:
        for system, name in SYSTEMS:
            assert remedy(kind, system) in manual_text(), name


def test_the_manual_names_the_folders_of_each_system() -> None:
    for found in (MacOS("shoal", appauthor=False), Unix("shoal", appauthor=False)):
        folder = Path(found.user_data_dir).relative_to(Path.home()).as_posix()
        assert f"`~/{folder}`" in manual_text()
    assert f"`{VARIABLE}`" in manual_text()
