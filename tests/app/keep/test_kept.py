"""Files that real programs have written, of this version and of every one that was published."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from app.keep.handover import unsealed
from app.keep.home import Home
from app.keep.profile import start_profile
from net.lobby.identity import Identity
from tests.support.kept import FACTS, PASSPHRASE, RECORD, SEALED, SETTINGS, found, make

KEPT = Path(__file__).resolve().parents[2] / "data" / "kept"
"""A folder for every version, made by `python -m tests.support.kept`; never changed once it is published."""


def check(folder: Path, home: Path) -> dict[str, Any]:
    """Check that everything the player had then is there now; return the facts of then."""
    shutil.copytree(folder, home)
    facts: dict[str, Any] = json.loads((folder / FACTS).read_text(encoding="utf-8"))
    seed = unsealed((folder / SEALED).read_bytes(), PASSPHRASE)
    profile = start_profile(Home(home), randomness=lambda _: pytest.fail("a new identity"))

    assert found(home) == {name: value for name, value in facts.items() if name != "version"}
    assert Identity.from_seed(seed).public == profile.identity.public
    return facts


@pytest.mark.parametrize("version", sorted(path.name for path in KEPT.glob("*")))
def test_files_of_every_published_version_open(version: str, tmp_path: Path) -> None:
    facts = check(KEPT / version, tmp_path / "home")
    assert facts["version"] == version
    assert {"plump", "cahoots", "kings", "reef"} <= set(facts["records"])
    assert all([is_judged, problem] == [True, ""] for is_judged, problem, *_ in facts["records"].values())


@pytest.mark.slow
def test_files_of_this_version_open(tmp_path: Path) -> None:
    made = tmp_path / "made"
    make(made, game="cahoots")  # the shortest
    facts = check(made, tmp_path / "home")

    assert facts["settings"] == [SETTINGS.nick, SETTINGS.theme, SETTINGS.scale, SETTINGS.four_colours]
    assert facts["record"][:2] == [True, ""]
    assert [game for game, _, _ in facts["games"]] == ["cahoots"]
    assert facts["contacts"]
    assert (made / RECORD).stat().st_size > 10_000
