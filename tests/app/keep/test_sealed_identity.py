"""An identity that only the keyring opens: sealed, used, opened again, and everything that can go wrong."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import pytest

from app.__main__ import main
from app.commands import identity as command
from app.keep.handover import export_identity, import_identity
from app.keep.home import Home
from app.keep.keyring import KeyringFailed
from app.keep.profile import BadProfile, is_sealed, open_identity, own_identity, seal_identity, start_profile
from net.deck.algebra.box import lock_box
from net.lobby.identity import Identity, fingerprint

SEED = bytes(range(32))


class Ring:
    """A keyring that remembers; `refuses` makes every question fail."""

    title = "the keyring of a test"

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.refuses = False
        self.forgets_at_once = False

    def keep(self, name: str, secret: bytes) -> None:
        self._ask()
        if not self.forgets_at_once:
            self.kept[name] = secret

    def find(self, name: str) -> bytes | None:
        self._ask()
        return self.kept.get(name)

    def forget(self, name: str) -> None:
        self._ask()
        self.kept.pop(name, None)

    def _ask(self) -> None:
        if self.refuses:
            raise KeyringFailed("it is locked")


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> Ring:
    """A keyring in place of the system's."""
    made = Ring()
    monkeypatch.setattr("app.keep.profile.system_keyring", lambda: made)
    monkeypatch.setattr(command, "system_keyring", lambda: made)
    return made


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path / "home").make()
    start_profile(made, randomness=lambda _: SEED, nick="Lisa")
    return made


def test_a_sealed_identity_is_the_same_player_and_no_secret_lies_in_its_file(home: Home, ring: Ring) -> None:
    plain = home.identity_file.read_bytes()
    seal_identity(home, ring, randomness=secrets.token_bytes)
    lies = home.identity_file.read_bytes()

    assert is_sealed(home)
    assert SEED.hex().encode() not in lies and SEED not in lies
    assert start_profile(home, randomness=lambda _: pytest.fail("a new one")).identity.public == own(SEED)
    open_identity(home, ring)
    assert (home.identity_file.read_bytes(), ring.kept, is_sealed(home)) == (plain, {}, False)


def own(seed: bytes) -> bytes:
    return Identity.from_seed(seed).public


def test_sealing_twice_and_opening_twice_changes_nothing(home: Home, ring: Ring) -> None:
    ring.refuses = True
    open_identity(home, ring)  # it is open: the keyring is not asked
    ring.refuses = False
    seal_identity(home, ring, randomness=secrets.token_bytes)
    once = home.identity_file.read_bytes(), dict(ring.kept)
    seal_identity(home, ring, randomness=secrets.token_bytes)

    assert (home.identity_file.read_bytes(), ring.kept) == once


@pytest.mark.parametrize("fault", ["refuses", "forgets_at_once"])
def test_a_keyring_that_does_not_keep_does_not_change_the_file(home: Home, ring: Ring, fault: str) -> None:
    before = home.identity_file.read_bytes()
    setattr(ring, fault, True)
    with pytest.raises(KeyringFailed):
        seal_identity(home, ring, randomness=secrets.token_bytes)

    assert home.identity_file.read_bytes() == before


def test_there_must_be_an_identity(tmp_path: Path, ring: Ring) -> None:
    with pytest.raises(BadProfile, match="no identity here yet"):
        seal_identity(Home(tmp_path), ring, randomness=secrets.token_bytes)


@pytest.fixture
def sealed(home: Home, ring: Ring) -> Home:
    seal_identity(home, ring, randomness=secrets.token_bytes)
    return home


def test_without_its_key_the_refusal_says_where_the_key_is_looked_for(
    sealed: Home, ring: Ring, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, ring.kept = ring.kept, {}
    with pytest.raises(BadProfile, match="its key is not in the keyring of a test"):
        own_identity(sealed)
    ring.kept, ring.refuses = kept, True
    with pytest.raises(BadProfile, match="it is locked"):
        own_identity(sealed)
    monkeypatch.setattr("app.keep.profile.system_keyring", lambda: None)
    with pytest.raises(BadProfile, match="has none that Shoal knows"):
        own_identity(sealed)


@pytest.mark.parametrize("line", [0, 1, 2, 3])
def test_a_changed_identity_file_is_refused(sealed: Home, ring: Ring, line: int) -> None:
    """The first letter of each line is changed, the last line emptied; the damaged file is left as it is."""
    lines = sealed.identity_file.read_text().split("\n")
    lines[line] = ("0" if lines[line][:1] != "0" else "1") + lines[line][1:]
    ring.kept |= {lines[1]: next(iter(ring.kept.values()))}  # a keyring that has a key for every name
    sealed.identity_file.write_text("\n".join(lines))
    with pytest.raises(BadProfile, match="cannot be read"):
        own_identity(sealed)
    with pytest.raises(BadProfile, match="cannot be read"):
        start_profile(sealed, randomness=lambda _: pytest.fail("a new one"))

    assert sealed.identity_file.read_text() == "\n".join(lines)


def test_a_file_with_the_seed_of_somebody_else_is_refused(sealed: Home, ring: Ring) -> None:
    """Its name says who it is: a program that took the seed would sign as another player."""
    head = "".join(f"{line}\n" for line in sealed.identity_file.read_text().split("\n")[:2]).encode()
    [key] = ring.kept.values()
    sealed.identity_file.write_bytes(head + lock_box(key, bytes(32), head).hex().encode() + b"\n")

    with pytest.raises(BadProfile, match="cannot be read"):
        own_identity(sealed)


def test_another_key_in_the_keyring_does_not_open_the_identity(sealed: Home, ring: Ring) -> None:
    ring.kept = dict.fromkeys(ring.kept, bytes(32))
    with pytest.raises(BadProfile, match="cannot be read"):
        own_identity(sealed)


def test_a_sealed_identity_can_be_exported_and_imported_elsewhere(
    sealed: Home, ring: Ring, tmp_path: Path
) -> None:
    export_identity(sealed, tmp_path / "saved", "a passphrase", randomness=secrets.token_bytes)
    new = Home(tmp_path / "new")

    assert import_identity(new, tmp_path / "saved", "a passphrase").public == own(SEED)
    assert not is_sealed(new)


def test_the_command_seals_and_opens(
    home: Home, ring: Ring, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SHOAL_HOME", str(home.folder))

    assert main(["identity", "seal"]) == 0
    assert "opens only with the keyring of a test" in capsys.readouterr().out
    assert main(["identity"]) == 0
    said = capsys.readouterr().out
    assert fingerprint(own(SEED)) in said and "sealed by the keyring" in said
    assert main(["identity", "unseal"]) == 0
    assert not is_sealed(home)
    monkeypatch.setattr(command, "system_keyring", lambda: None)
    assert main(["identity", "seal"]) == 1
    assert "nothing was changed" in capsys.readouterr().err


def test_a_sealed_identity_has_a_version_number_that_old_programs_refuse(sealed: Home) -> None:
    """Its first line has a later version, which all programs have always refused without a change."""
    assert sealed.identity_file.read_text().startswith("shoal identity 2\n")
    assert json.loads(sealed.profile_file.read_text())["version"] == 1
