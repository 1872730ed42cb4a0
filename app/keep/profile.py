"""The player of this computer: seed of the identity, nick, and number of starts.

The seed is drawn once, and its file is written again only when the player seals or opens it: without the
seed, a player is a different person to everybody. A file that cannot be read is therefore reported and left
alone, never replaced. Nick, animal and number of starts lie in a second file, which every start replaces as a
whole. The number goes up before anything is sent, so that others can tell which of two programs with one
identity started later.

The seed's file has version 1 (the seed, and a checksum) or 2 (sealed: the public key, and the seed
encrypted with a key that the system's keyring keeps under the name of that public key).
"""

from __future__ import annotations

import json
import re
import unicodedata
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from app.animals import ANIMALS
from app.keep.files import create_whole, write_whole
from app.keep.home import Home
from app.keep.keyring import Keyring, KeyringFailed, system_keyring
from app.keep.versions import LaterVersion, NoVersion, Step, back_up, brought_up
from net.errors import LinkError, LocalError
from net.lobby.identity import SEED_BYTES, Identity
from net.wire.codec import COUNTER_MAX, Text, pack, row
from net.wire.genesis import NICK_MAX

Randomness: TypeAlias = Callable[[int], bytes]
"""Source of secure random bytes, by count (`secrets.token_bytes` fits)."""

UPGRADES: Final[tuple[Step, ...]] = ()
"""Step n - 1 upgrades the profile's file from version n to n + 1. A released step never changes."""
PLAIN: Final = b"shoal identity "
"""First bytes of an identity's file, sealed or not."""
_HEAD: Final = "shoal identity 1"
_SEALED: Final = "shoal identity 2"
_FILE_MAX: Final = 4096
_MADE_UP: Final = re.compile("Player [0-9a-f]{4}")
_NICK: Final = row(Text(NICK_MAX, 1))


class BadProfile(LinkError):
    """The identity or the profile cannot be used; the text says why."""


class BadNick(LinkError):
    """The name is not allowed."""


class Profile(Struct, frozen=True):
    """The player of this program. `boot` counts the starts, this one included; `animal` is "" until one is
    chosen."""

    identity: Identity
    nick: str
    boot: int
    animal: str = ""

    @property
    def given_nick(self) -> str:
        """The name, "" until the player has chosen one."""
        return "" if _MADE_UP.fullmatch(self.nick) else self.nick


def start_profile(
    home: Home, *, randomness: Randomness, nick: str = "", keyring: Keyring | None = None
) -> Profile:
    """Load the profile, or make a new one, and count this start.

    `nick`: a new name; "" keeps the one of the last start. `keyring`: by default the system's. Raises
    `BadProfile`, `BadNick`, or `DiskFull` if the files cannot be written.
    """
    wanted = checked_nick(nick) if nick else ""
    identity = Identity.from_seed(_seed(home.identity_file, randomness, keyring))
    known, boot, animal = _read_profile(home.profile_file)
    nick = wanted or known or f"Player {randomness(2).hex()}"
    profile = Profile(identity, nick, boot + 1, animal)
    _write_profile(home.profile_file, profile)
    return profile


def own_public(home: Home) -> bytes | None:
    """Return this home's public key; None if there is no player yet. Writes nothing."""
    own = own_identity(home)
    return None if own is None else own.public


def own_seed(home: Home, keyring: Keyring | None = None) -> bytes | None:
    """Return this home's seed, for an export; None if there is no player yet. Writes nothing."""
    return _read_seed(home.identity_file, keyring) if home.identity_file.exists() else None


def seed_in(path: Path) -> bytes:
    """Return the seed in a copy of an identity's file; raises `BadProfile`."""
    return _read_seed(path, None)


def keep_seed(home: Home, seed: bytes) -> None:
    """Make this seed the home's identity; an existing identity stays."""
    _seed(home.identity_file, lambda _: seed, None)


def own_identity(home: Home) -> Identity | None:
    """Return this home's identity; None if there is no player yet. Writes nothing."""
    seed = own_seed(home)
    return None if seed is None else Identity.from_seed(seed)


def is_sealed(home: Home) -> bool:
    """True if only the system's keyring opens the identity of this home."""
    return home.identity_file.exists() and _read(home.identity_file).startswith(_SEALED.encode() + b"\n")


def seal_identity(home: Home, keyring: Keyring, *, randomness: Randomness) -> None:
    """Encrypt the identity's file with a key that only the keyring keeps; does nothing if it is sealed.
    Raises `BadProfile`, `KeyringFailed`, or `DiskFull`: then the file is unchanged."""
    from net.deck.algebra.box import lock_box  # noqa: PLC0415  (few are sealed; the window opens sooner)

    seed = own_seed(home, keyring)
    if seed is None:
        raise BadProfile("there is no identity here yet: open Shoal once to make it")
    if is_sealed(home):
        return
    name, key = Identity.from_seed(seed).public.hex(), randomness(SEED_BYTES)
    keyring.keep(name, key)
    if keyring.find(name) != key:
        raise KeyringFailed(f"{keyring.title} does not return what was stored")
    head = f"{_SEALED}\n{name}\n".encode("ascii")
    write_whole(home.identity_file, head + lock_box(key, seed, head).hex().encode("ascii") + b"\n")


def open_identity(home: Home, keyring: Keyring) -> None:
    """Write the identity's file unsealed again; does nothing if it is not sealed."""
    seed = own_seed(home, keyring)
    if seed is None or not is_sealed(home):
        return
    write_whole(home.identity_file, _plain(seed))
    keyring.forget(Identity.from_seed(seed).public.hex())


def rename(home: Home, profile: Profile, nick: str) -> Profile:
    """Change the nick and save it; return the new profile. Raises `BadNick`."""
    renamed = replace(profile, nick=checked_nick(nick))
    _write_profile(home.profile_file, renamed)
    return renamed


def picture(home: Home, profile: Profile, animal: str) -> Profile:
    """Change the animal and save it; return the new profile."""
    changed = replace(profile, animal=animal if animal in ANIMALS else "")
    _write_profile(home.profile_file, changed)
    return changed


def checked_nick(nick: str) -> str:
    """Return the nick in NFC, with single spaces; raises `BadNick` if the protocol does not allow it."""
    plain = unicodedata.normalize("NFC", " ".join(nick.split()))
    try:
        pack(_NICK, (plain,))
    except LocalError:
        raise BadNick(f"A name has 1 to {NICK_MAX} characters, and no invisible ones") from None
    return plain


def _seed(path: Path, randomness: Randomness, keyring: Keyring | None) -> bytes:
    if not path.exists():
        create_whole(path, _plain(randomness(SEED_BYTES)))
    return _read_seed(path, keyring)


def _plain(seed: bytes) -> bytes:
    return f"{_HEAD}\n{seed.hex()}\n{_sum(seed)}\n".encode("ascii")


def _read_seed(path: Path, keyring: Keyring | None) -> bytes:
    data = _read(path)
    lines = data.decode("ascii", "replace").split("\n")
    if _is_later(lines[0]):
        raise BadProfile(
            f"the identity in {path} was written by a newer Shoal: use that one; nothing was changed"
        )
    try:
        _, value, _sum_or_box, end = lines
        seed = bytes.fromhex(value)
        if lines[0] == _SEALED and not end:
            return _unsealed(path, data, keyring or system_keyring())
    except ValueError:
        raise _unreadable(path) from None
    if len(seed) != SEED_BYTES or data != _plain(seed):
        raise _unreadable(path)
    return seed


def _unsealed(path: Path, data: bytes, keyring: Keyring | None) -> bytes:
    """Return the seed in a sealed file; raises `BadProfile`, or `ValueError` for any other file."""
    if keyring is None:
        raise BadProfile(
            f"the identity in {path} is sealed by a keyring, and this system has none that Shoal knows"
        )
    from net.deck.algebra.box import NotThisBox, unlock_box  # noqa: PLC0415  (see above)

    head, name, box, _ = data.split(b"\n")
    try:
        key = keyring.find(name.decode("ascii"))
    except KeyringFailed as why:
        raise BadProfile(f"the identity in {path} is sealed: {why}") from None
    if key is None:
        raise BadProfile(
            f"the identity in {path} is sealed, and its key is not in {keyring.title}: open it as the user "
            "and on the computer where it was sealed, or move it away and import what was exported from it"
        )
    try:
        seed = unlock_box(key, bytes.fromhex(box.decode("ascii")), head + b"\n" + name + b"\n")
    except NotThisBox:
        raise _unreadable(path) from None
    if Identity.from_seed(seed).public.hex().encode() != name:
        raise _unreadable(path)
    return seed


def _is_later(head: str) -> bool:
    words, _, version = head.rpartition(" ")
    return f"{words} " == _SEALED[:-1] and version.isdecimal() and int(version) > int(_SEALED[-1])


def _sum(seed: bytes) -> str:
    """Return a checksum that finds a damaged file; it is no protection against people."""
    return f"{zlib.crc32(seed):08x}"


def _unreadable(path: Path) -> BadProfile:
    return BadProfile(
        f"the identity in {path} cannot be read. It is who you are to other players, so it is not replaced: "
        "put back a copy, or move the file away to become somebody new"
    )


def _read_profile(path: Path) -> tuple[str, int, str]:
    """Return nick, starts so far and animal; ("", 0, "") if there is no file yet."""
    if not path.exists():
        return "", 0, ""
    try:
        match values := brought_up(_read(path).decode(), UPGRADES):
            case {"nick": str(nick), "boot": int(boot)} if not isinstance(boot, bool):
                if 0 <= boot < COUNTER_MAX:
                    animal = values.get("animal", "")
                    return checked_nick(nick), boot, str(animal) if animal in ANIMALS else ""
    except LaterVersion:
        raise BadProfile(
            f"the profile in {path} was written by a newer Shoal: use that one; nothing was changed"
        ) from None
    except (UnicodeDecodeError, NoVersion, BadNick):
        pass
    raise BadProfile(f"the profile in {path} cannot be read: put back a copy, or move the file away")


def _write_profile(path: Path, profile: Profile) -> None:
    back_up(path, UPGRADES)
    names = {"nick": profile.nick, "animal": profile.animal}
    values = {"version": len(UPGRADES) + 1, **names, "boot": profile.boot}
    write_whole(path, json.dumps(values, indent=1).encode() + b"\n")


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_FILE_MAX)
    except OSError as why:
        raise BadProfile(f"cannot read {path}: {why.strerror}") from None
