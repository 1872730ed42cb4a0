"""An identity exported to a file that a passphrase opens: a backup, or the way to a new computer.

The file is text of three lines: a heading with the version; the salt for deriving the key from the
passphrase (scrypt, RFC 7914, 32 MB of memory); the seed, encrypted with that key (ChaCha20-Poly1305). The
key is used once, because every file has a new salt.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Final

from app.keep.files import create_whole
from app.keep.home import Home
from app.keep.profile import PLAIN, Randomness, keep_seed, own_identity, own_seed, seed_in
from net.deck.algebra.box import NotThisBox, key_of_words, lock_box, unlock_box
from net.errors import LinkError
from net.lobby.identity import SEED_BYTES, Identity

PASSPHRASE_MIN: Final = 8
_HEAD: Final = "shoal sealed identity"
_VERSION: Final = 1
ASIDE: Final = "identity.before"
"""File name of an old identity that an imported one has replaced."""
_SALT_BYTES: Final = 32
_FILE_MAX: Final = 4096


class CannotHandOver(LinkError):
    """The identity cannot be exported or imported; the text says why. Nothing was changed."""


def export_identity(home: Home, path: Path, passphrase: str, *, randomness: Randomness) -> Identity:
    """Save this home's identity to a file that the passphrase opens; never overwrites a file."""
    if len(passphrase) < PASSPHRASE_MIN:
        raise CannotHandOver(f"Choose a passphrase of at least {PASSPHRASE_MIN} characters")
    seed = own_seed(home)
    if seed is None:
        raise CannotHandOver("there is no identity here yet: it is made when Shoal is first opened")
    if path.exists():
        raise CannotHandOver(f"{path} already exists")
    create_whole(path, sealed(seed, passphrase, salt=randomness(_SALT_BYTES)))
    return Identity.from_seed(seed)


def import_identity(home: Home, path: Path, passphrase: str, *, replaces: bool = False) -> Identity:
    """Import the identity in a file: an exported one, or a plain copy from another home. Refused if this home
    has another identity, unless `replaces`: then the old one is put aside."""
    try:
        with path.open("rb") as file:
            data = file.read(_FILE_MAX)
    except OSError as why:
        raise CannotHandOver(f"cannot read {path}: {why.strerror}") from None
    seed = seed_in(path) if data.startswith(PLAIN) else unsealed(data, passphrase)
    identity, own = Identity.from_seed(seed), own_identity(home)
    is_other = own is not None and own.public != identity.public
    if is_other and replaces:
        home.identity_file.replace(home.folder / ASIDE)
    elif is_other:
        raise CannotHandOver(
            f"there is another identity here: move {home.identity_file} and {home.journal_file} away first, "
            "because the games in it belong to that identity"
        )
    keep_seed(home.make(), seed)
    return identity


def sealed(seed: bytes, passphrase: str, *, salt: bytes) -> bytes:
    """Return the text of the exported file. `salt`: 32 random bytes, never used twice."""
    head = f"{_HEAD} {_VERSION}\n{salt.hex()}\n".encode("ascii")
    return head + lock_box(_key(passphrase, salt), seed, head).hex().encode("ascii") + b"\n"


def unsealed(data: bytes, passphrase: str) -> bytes:
    """Return the seed from a file's text; raises `CannotHandOver`."""
    lines = data.decode("ascii", "replace").split("\n")
    kind, _, version = lines[0].rpartition(" ")
    if kind != _HEAD:
        raise CannotHandOver("this file is not an identity exported from Shoal")
    if version != str(_VERSION):
        raise CannotHandOver("this identity was exported by a newer Shoal: update this one first")
    try:
        _, salt_hex, box_hex, end = lines
        salt, box = bytes.fromhex(salt_hex), bytes.fromhex(box_hex)
    except ValueError:
        raise CannotHandOver("this file is damaged or cut off") from None
    if end or len(salt) != _SALT_BYTES or sealed_form(salt, box) != data:
        raise CannotHandOver("this file is damaged or cut off")
    try:
        seed = unlock_box(_key(passphrase, salt), box, f"{lines[0]}\n{salt_hex}\n".encode("ascii"))
    except NotThisBox:
        raise CannotHandOver("the passphrase is wrong, or the file is damaged") from None
    if len(seed) != SEED_BYTES:
        raise CannotHandOver("this file is damaged or cut off")
    return seed


def sealed_form(salt: bytes, box: bytes) -> bytes:
    """Return the text of a file; there is only one spelling of it."""
    return f"{_HEAD} {_VERSION}\n{salt.hex()}\n{box.hex()}\n".encode("ascii")


def _key(passphrase: str, salt: bytes) -> bytes:
    words = unicodedata.normalize("NFC", passphrase).encode()
    return key_of_words(words, salt)
