"""One's identity as a file with a passphrase: there and back, and everything that must not open."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from app.__main__ import main
from app.keep.handover import ASIDE, CannotHandOver, export_identity, import_identity, sealed, unsealed
from app.keep.home import Home
from app.keep.profile import own_public, start_profile
from tests.support.quick import quick_only

SEED = bytes(range(32))
SALT = bytes(range(100, 132))
PASSPHRASE = "three small fishes"  # noqa: S105  (a test's)
GOLDEN = sealed(SEED, PASSPHRASE, salt=SALT)


def draw(size: int) -> bytes:
    return bytes(range(size))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path / "home").make()
    start_profile(made, randomness=draw, nick="Lisa")
    return made


def test_an_exported_identity_is_the_same_player_on_the_new_computer(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "lisa.identity"
    exported = export_identity(home, file, PASSPHRASE, randomness=draw)
    there = Home(tmp_path / "new")
    imported = import_identity(there, file, PASSPHRASE)

    assert own_public(home) == exported.public == imported.public == own_public(there)
    seed = home.identity_file.read_text().splitlines()[1]
    assert seed not in file.read_text().splitlines()[2]
    assert import_identity(there, file, PASSPHRASE).public == imported.public  # once more does no harm


def test_another_identity_is_not_replaced(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "other"
    file.write_bytes(sealed(bytes(32), PASSPHRASE, salt=SALT))
    before = home.identity_file.read_bytes()

    with pytest.raises(CannotHandOver, match="another identity here"):
        import_identity(home, file, PASSPHRASE)
    assert home.identity_file.read_bytes() == before


def test_another_identity_is_set_aside_on_request(home: Home, tmp_path: Path) -> None:
    file, before = tmp_path / "other", home.identity_file.read_bytes()
    file.write_bytes(sealed(bytes(32), PASSPHRASE, salt=SALT))
    taken = import_identity(home, file, PASSPHRASE, replaces=True)

    assert own_public(home) == taken.public
    assert (home.folder / ASIDE).read_bytes() == before


def test_a_plain_copy_needs_no_passphrase(home: Home, tmp_path: Path) -> None:
    there = Home(tmp_path / "new")

    assert import_identity(there, home.identity_file, "").public == own_public(home) == own_public(there)


def test_an_existing_file_and_a_short_passphrase_are_refused(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "taken"
    file.write_text("mine")
    with pytest.raises(CannotHandOver, match="already exists"):
        export_identity(home, file, PASSPHRASE, randomness=draw)
    with pytest.raises(CannotHandOver, match="at least 8"):
        export_identity(home, tmp_path / "free", "short", randomness=draw)

    assert file.read_text() == "mine"
    assert not (tmp_path / "free").exists()
    with pytest.raises(CannotHandOver, match="at least 8"):
        export_identity(home, tmp_path / "free", "7 signs", randomness=draw)
    assert export_identity(home, tmp_path / "free", "8 signs!", randomness=draw).public == own_public(home)


def test_there_must_be_an_identity_and_a_file_to_read(tmp_path: Path) -> None:
    nobody = Home(tmp_path / "nobody")
    with pytest.raises(CannotHandOver, match="no identity here yet"):
        export_identity(nobody, tmp_path / "free", PASSPHRASE, randomness=draw)
    with pytest.raises(CannotHandOver, match=r"cannot read .*: No such file"):
        import_identity(nobody, tmp_path / "free", PASSPHRASE)

    assert list(tmp_path.iterdir()) == []


def test_an_identity_that_has_another_size_is_damaged() -> None:
    for size in (31, 33):
        with pytest.raises(CannotHandOver, match="damaged"):
            unsealed(sealed(bytes(size), PASSPHRASE, salt=SALT), PASSPHRASE)


@pytest.mark.parametrize("at", quick_only(range(0, len(GOLDEN), 7), *range(0, len(GOLDEN), 21)))
def test_a_changed_file_does_not_open(at: int) -> None:
    changed = GOLDEN[:at] + bytes([GOLDEN[at] ^ 1]) + GOLDEN[at + 1 :]

    with pytest.raises(CannotHandOver):
        unsealed(changed, PASSPHRASE)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not an identity exported"),
        (GOLDEN.replace(b"identity 1", b"identity 2"), "by a newer Shoal"),
        (GOLDEN[:-1], "damaged"),
        (GOLDEN.upper(), "not an identity"),
        (GOLDEN[:-40] + GOLDEN[-40:].upper(), "damaged"),
        (GOLDEN + b"\n", "damaged"),
        (b"\n".join(GOLDEN.split(b"\n")[:2]), "damaged"),
        (GOLDEN.replace(SALT.hex().encode(), SALT[:-1].hex().encode()), "damaged"),
    ],
)
def test_a_file_that_is_no_intact_identity_is_refused_with_the_reason(data: bytes, said: str) -> None:
    with pytest.raises(CannotHandOver, match=said):
        unsealed(data, PASSPHRASE)


def test_only_the_passphrase_opens_the_file_and_each_unicode_spelling_of_it_does() -> None:
    with pytest.raises(CannotHandOver, match="passphrase is wrong"):
        unsealed(GOLDEN, PASSPHRASE + " ")
    composed, apart = "Gr\u00fcne Fische", "Gru\u0308ne Fische"

    assert unsealed(sealed(SEED, composed, salt=SALT), apart) == SEED


def test_the_command_exports_and_imports_an_identity(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "file")
    said = []
    for folder, words in (
        (home.folder, ["identity"]),
        (home.folder, ["identity", "export", file]),
        (tmp_path / "new", ["identity"]),
        (tmp_path / "new", ["identity", "import", file]),
        (tmp_path / "new", ["identity"]),
    ):
        monkeypatch.setenv("SHOAL_HOME", str(folder))
        monkeypatch.setattr("sys.stdin", io.StringIO(PASSPHRASE + "\n"))
        assert main(words) == 0
        said.append(capsys.readouterr().out)

    letters = said[0].splitlines()[0]
    assert "no identity here yet" in said[2]
    assert letters in said[1]
    assert letters in said[3]
    assert said[4].splitlines()[0] == letters
