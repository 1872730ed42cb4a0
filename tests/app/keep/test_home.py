"""The home folder: its place on each system, and access for nobody but its user."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import platformdirs
import pytest

from app.keep.home import Home, find_home
from net.errors import LinkError


def test_the_environment_variable_overrides_the_platforms_folder(tmp_path: Path) -> None:
    assert find_home({"SHOAL_HOME": str(tmp_path / "anna")}).folder == tmp_path / "anna"
    assert find_home({"SHOAL_HOME": "~/anna"}).folder == Path.home() / "anna"
    assert find_home({"SHOAL_HOME": "anna"}).folder == Path.cwd() / "anna"


@pytest.mark.parametrize("environ", [{}, {"SHOAL_HOME": ""}])
def test_without_the_variable_the_home_is_in_the_users_folder(environ: dict[str, str]) -> None:
    assert find_home(environ).folder == platformdirs.user_data_path("shoal", appauthor=False)


def test_folders_are_open_to_the_user_only_and_can_be_made_twice(tmp_path: Path) -> None:
    home = Home(tmp_path / "deep" / "shoal").make().make()

    assert home.folder.is_dir()
    assert home.records.is_dir()
    if os.name == "posix":
        assert stat.S_IMODE(home.folder.stat().st_mode) == 0o700
        assert stat.S_IMODE(home.records.stat().st_mode) == 0o700


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_existing_folders_are_closed_to_others(tmp_path: Path) -> None:
    home = Home(tmp_path / "open")
    for folder in (home.folder, home.records, home.logs):
        folder.mkdir(mode=0o755)
        folder.chmod(0o755)
    home.identity_file.touch(0o644)
    home.identity_file.chmod(0o644)
    home.make()

    for folder in (home.folder, home.records, home.logs):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(home.identity_file.stat().st_mode) == 0o600


def test_all_files_are_inside_the_home(tmp_path: Path) -> None:
    home = Home(tmp_path)
    places = [home.identity_file, home.profile_file, home.settings_file, home.journal_file, home.records]

    assert len(set(places)) == 5
    assert all(place.parent == tmp_path for place in places)


def test_a_file_in_place_of_a_folder_is_reported_in_words(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")

    with pytest.raises(LinkError, match=r"cannot make the private folder .*taken"):
        Home(tmp_path / "taken").make()
