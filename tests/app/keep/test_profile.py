"""Profile: drawn once, never overwritten, and a damaged file gives a clear error."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.keep.home import Home
from app.keep.profile import BadNick, BadProfile, Profile, checked_nick, picture, rename, start_profile
from net.errors import DiskFull
from net.lobby.identity import Identity
from net.wire.codec import Text, pack, row

SEED = bytes(range(32))


def draw(size: int) -> bytes:
    return SEED[:size]


def never(size: int) -> bytes:
    raise AssertionError("a second seed was drawn")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home").make()


def test_an_identity_is_drawn_once_and_starts_are_counted(home: Home) -> None:
    first = start_profile(home, randomness=draw, nick="Anna")
    second = start_profile(home, randomness=never)

    assert first.identity.public == second.identity.public == Identity.from_seed(SEED).public
    assert (first.nick, first.boot) == ("Anna", 1)
    assert (second.nick, second.boot) == ("Anna", 2)


def test_files_are_readable_only_for_the_user_and_leave_no_temporary_files(home: Home) -> None:
    start_profile(home, randomness=draw)

    made = [home.identity_file, home.profile_file, home.logs, home.records]
    assert sorted(home.folder.iterdir()) == sorted(made)
    if os.name == "posix":
        for path in (home.identity_file, home.profile_file):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600


GOLDEN = b"shoal identity 1\n000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n91267e8a\n"


def test_the_form_of_the_identity_file_never_changes(home: Home) -> None:
    start_profile(home, randomness=draw)

    assert home.identity_file.read_bytes() == GOLDEN


def test_an_old_identity_file_opens(home: Home) -> None:
    home.identity_file.write_bytes(GOLDEN)

    own = start_profile(home, randomness=never, nick="Anna").identity

    assert own.public == Identity.from_seed(SEED).public
    assert home.identity_file.read_bytes() == GOLDEN


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        GOLDEN[:-1],
        GOLDEN + b"\n",
        GOLDEN.replace(b"0001", b"0002"),
        GOLDEN.replace(b"1e1f", b"1E1F"),
        GOLDEN.replace(b"1e1f", b"1e"),
        GOLDEN.replace(b"91267e8a", b"91267e8b"),
        GOLDEN.replace(b"0001", b"00zz"),
        bytes(100),
        b"\xff" * 9999,
    ],
)
def test_a_damaged_identity_is_reported_and_never_replaced(home: Home, damaged: bytes) -> None:
    home.identity_file.write_bytes(damaged)

    with pytest.raises(BadProfile, match=r"identity in .*identity cannot be read"):
        start_profile(home, randomness=never)
    assert home.identity_file.read_bytes() == damaged


def test_a_file_of_a_later_shoal_is_reported_and_not_changed(home: Home) -> None:
    start_profile(home, randomness=draw)
    profile, identity = home.profile_file.read_bytes(), home.identity_file.read_bytes()
    home.profile_file.write_bytes(b'{"version": 2, "name": "A"}')
    with pytest.raises(BadProfile, match="written by a newer Shoal"):
        start_profile(home, randomness=never)
    assert home.profile_file.read_bytes() == b'{"version": 2, "name": "A"}'
    home.profile_file.write_bytes(profile)
    home.identity_file.write_bytes(identity.replace(b"identity 1", b"identity 3"))

    with pytest.raises(BadProfile, match="written by a newer Shoal"):
        start_profile(home, randomness=never)
    assert home.identity_file.read_bytes() == identity.replace(b"identity 1", b"identity 3")


@pytest.mark.parametrize(
    "damaged",
    ["", "{", "[]", "null", '{"version": 2, "nick": "A", "boot": 1}', '{"version": 1, "nick": "A"}',
     '{"version": 1, "nick": "", "boot": 1}',
     '{"version": 1, "nick": "A", "boot": true}', '{"version": 1, "nick": "A", "boot": -1}',
     '{"version": 1, "nick": "A", "boot": 1.5}', '{"version": 1, "nick": "A", "boot": 9007199254740991}',
     '{"version": 1, "nick": 7, "boot": 1}', "[" * 4000],
)  # fmt: skip
def test_a_damaged_profile_is_reported_and_not_replaced(home: Home, damaged: str) -> None:
    start_profile(home, randomness=draw)
    home.profile_file.write_text(damaged)

    with pytest.raises(BadProfile, match=r"profile\.json"):
        start_profile(home, randomness=never)
    assert home.profile_file.read_text() == damaged


def test_a_folder_in_place_of_a_file_is_reported(home: Home) -> None:
    home.identity_file.mkdir()

    with pytest.raises(BadProfile, match="cannot read"):
        start_profile(home, randomness=never)


def test_of_two_first_starts_at_the_same_time_the_earlier_identity_is_kept(home: Home) -> None:
    """Of two first starts at the same time one seed wins, and both play under it."""

    def slow(size: int) -> bytes:
        home.identity_file.write_bytes(GOLDEN)
        return bytes(size)

    profile = start_profile(home, randomness=slow)
    assert profile.identity.public == Identity.from_seed(SEED).public
    assert home.identity_file.read_bytes() == GOLDEN


def test_a_full_disk_leaves_everything_unchanged(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    start_profile(home, randomness=draw, nick="Anna")
    before = home.profile_file.read_bytes()

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DiskFull, match="No space left"):
        start_profile(home, randomness=never)
    assert home.profile_file.read_bytes() == before
    assert len(list(home.folder.iterdir())) == 4


def test_a_full_disk_at_the_first_start_leaves_no_identity(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DiskFull):
        start_profile(home, randomness=draw)
    assert sorted(home.folder.iterdir()) == [home.logs, home.records]


def test_a_nick_is_normalised_as_it_is_sent() -> None:
    assert checked_nick(" A\u030asa\tB ") == "\u00c5sa B"


def test_a_changed_nick_lasts(home: Home) -> None:
    profile = rename(home, start_profile(home, randomness=draw), "  Anna   Ärlig ")

    assert profile.nick == "Anna Ärlig"
    assert start_profile(home, randomness=never).nick == "Anna Ärlig"


def test_without_a_nick_one_is_drawn_once(home: Home) -> None:
    assert start_profile(home, randomness=draw).nick == "Player 0001"
    assert start_profile(home, randomness=never).nick == "Player 0001"


@pytest.mark.parametrize("nick", ["", " ", "x" * 25, "a\x00b", "\u202egnirts"])
def test_a_nick_that_cannot_be_sent_is_refused(home: Home, nick: str) -> None:
    with pytest.raises(BadNick, match="1 to 24"):
        rename(home, start_profile(home, randomness=draw), nick)


@given(st.text(max_size=40))
def test_every_checked_nick_can_be_sent(nick: str) -> None:
    try:
        checked = checked_nick(nick)
    except BadNick:
        return

    assert pack(row(Text(24, 1)), (checked,))
    assert checked_nick(checked) == checked


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ('"nick": "Anna", "boot": 0', ("Anna", 1, "")),
        ('"nick": "Anna", "boot": 9007199254740990, "animal": "whale"', ("Anna", 9007199254740991, "whale")),
        ('"nick": "Anna", "boot": 3, "animal": "unicorn"', ("Anna", 4, "")),
        ('"nick": "Anna", "boot": 3, "animal": []', ("Anna", 4, "")),
    ],
)
def test_a_profile_is_read_to_its_limits(home: Home, values: str, found: tuple[str, int, str]) -> None:
    home.profile_file.write_text(f'{{"version": 1, {values}}}')
    profile = start_profile(home, randomness=draw)

    assert (profile.nick, profile.boot, profile.animal) == found


def test_a_chosen_animal_is_stored_and_an_unknown_one_is_removed(home: Home) -> None:
    profile = picture(home, start_profile(home, randomness=draw, nick="Anna"), "whale")
    assert (profile.animal, start_profile(home, randomness=never).animal) == ("whale", "whale")
    assert home.profile_file.read_text() == (
        '{\n "version": 1,\n "nick": "Anna",\n "animal": "whale",\n "boot": 2\n}\n'
    )

    assert picture(home, profile, "unicorn").animal == ""
    assert start_profile(home, randomness=never).animal == ""


@pytest.mark.parametrize(
    ("nick", "given_nick"),
    [("Player 0f1a", ""), ("Player 0f1", "Player 0f1"), ("Player 0f1a2", "Player 0f1a2"), ("Anna", "Anna")],
)
def test_a_name_that_was_drawn_does_not_count_as_given_by_the_player(nick: str, given_nick: str) -> None:
    assert Profile(Identity.from_seed(SEED), nick, 1).given_nick == given_nick
