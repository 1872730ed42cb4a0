"""Numbered upgrades of the small files: each step once and in order, with a copy of the file before it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.keep import profile, settings
from app.keep.home import Home
from app.keep.versions import LaterVersion, NoVersion, Step, back_up, brought_up


def renamed(values: dict[str, object]) -> dict[str, object]:
    return {("look" if name == "theme" else name): value for name, value in values.items()}


def dark(values: dict[str, object]) -> dict[str, object]:
    return {**values, "look": f"{values['look']}er"}


STEPS: tuple[Step, ...] = (renamed, dark)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"version": 1, "theme": "dark"}, {"version": 3, "look": "darker"}),
        ({"version": 2, "look": "dark"}, {"version": 3, "look": "darker"}),
        ({"version": 3, "look": "dark"}, {"version": 3, "look": "dark"}),
    ],
)
def test_each_upgrade_runs_once(before: dict[str, object], after: dict[str, object]) -> None:
    assert brought_up(json.dumps(before), STEPS) == after


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "7", "[" * 100_000, "{}", *(f'{{"version": {n}}}' for n in ("0", "true", '"1"', "1.0"))],
)
def test_a_file_without_a_version_is_not_ours(text: str) -> None:
    with pytest.raises(NoVersion):
        brought_up(text, STEPS)


def test_a_later_version_is_distinguished_from_damage() -> None:
    with pytest.raises(LaterVersion):
        brought_up('{"version": 4}', STEPS)


def test_only_an_older_file_is_copied_before_its_upgrade(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    back_up(path, STEPS)
    for text in ("no settings", '{"version": 3}', '{"version": 4}'):
        path.write_text(text)
        back_up(path, STEPS)
    assert list(tmp_path.iterdir()) == [path]
    path.write_text('{"version": 2, "look": "dark"}')
    back_up(path, STEPS)

    assert (tmp_path / "settings.json.version-2").read_text() == path.read_text()


def test_a_profile_is_upgraded_and_a_copy_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later program opens what today's has written; today's refuses what that one has written then."""
    home = Home(tmp_path).make()
    profile.start_profile(home, randomness=lambda _: bytes(32), nick="Lisa")
    before = home.profile_file.read_text()

    def louder(values: dict[str, object]) -> dict[str, object]:
        return {**values, "nick": str(values["nick"]).upper()}

    with monkeypatch.context() as later:
        later.setattr(profile, "UPGRADES", (louder,))
        assert profile.start_profile(home, randomness=lambda _: b"").nick == "LISA"
        assert (tmp_path / "profile.json.version-1").read_text() == before
    with pytest.raises(profile.BadProfile, match="newer Shoal"):
        profile.start_profile(home, randomness=lambda _: b"")


def test_settings_are_upgraded(monkeypatch: pytest.MonkeyPatch) -> None:
    text = settings.write_settings(settings.Settings(theme="dark"))
    monkeypatch.setattr(settings, "UPGRADES", (lambda values: {**values, "theme": "light"},))

    assert settings.read_settings(text) == (settings.Settings(theme="light"), "")
    assert json.loads(settings.write_settings(settings.Settings()))["version"] == 2
