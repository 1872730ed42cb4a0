"""The keyring of a Linux desktop (the Secret Service of GNOME, KDE, KeePassXC), by the system's libsecret.

Its simple password functions, called as C: they take a schema, names and values of attributes, and a null.
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_uint32, c_void_p
from typing import Final

from app.keep.keyring.contract import KeyringFailed

_LIBRARY: Final = "libsecret-1.so.0"
_ATTRIBUTES: Final = 32
_RESERVED: Final = 7
_STRING: Final = 0
_NAME: Final = b"name"


class _Attribute(Structure):
    _fields_ = (("name", c_char_p), ("type", c_int))


class _Schema(Structure):
    _fields_ = (
        ("name", c_char_p),
        ("flags", c_int),
        ("attributes", _Attribute * _ATTRIBUTES),
        ("reserved", c_int),
        ("more", c_void_p * _RESERVED),
    )


class _Error(Structure):
    _fields_ = (("domain", c_uint32), ("code", c_int), ("message", c_char_p))


class SecretService:
    """Over an opened libsecret."""

    title = "the keyring of this desktop"

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library
        library.secret_password_lookup_sync.restype = c_void_p
        library.secret_password_free.argtypes = [c_void_p]
        library.secret_password_free.restype = None
        self._schema = _Schema(name=b"io.github.shoal_games.Shoal")
        self._schema.attributes[0] = _Attribute(_NAME, _STRING)

    def keep(self, name: str, secret: bytes) -> None:
        error = POINTER(_Error)()
        label, text = b"Shoal: the key of an identity", secret.hex().encode()
        done = self._library.secret_password_store_sync(
            *(byref(self._schema), b"default", label, text, None, byref(error)), *_named(name)
        )
        _check(error)
        if not done:
            raise KeyringFailed(f"{self.title} has kept nothing")

    def find(self, name: str) -> bytes | None:
        error = POINTER(_Error)()
        found = self._library.secret_password_lookup_sync(
            *(byref(self._schema), None, byref(error)), *_named(name)
        )
        _check(error)
        if not found:
            return None
        try:
            return bytes.fromhex(ctypes.string_at(found).decode("ascii"))
        except ValueError:
            raise KeyringFailed(f"{self.title} has something else under this name") from None
        finally:
            self._library.secret_password_free(found)

    def forget(self, name: str) -> None:
        error = POINTER(_Error)()
        self._library.secret_password_clear_sync(*(byref(self._schema), None, byref(error)), *_named(name))
        _check(error)


def secret_service() -> SecretService | None:
    """The desktop's keyring; None where its library is not installed."""
    try:
        return SecretService(ctypes.CDLL(_LIBRARY))
    except OSError:
        return None


def _named(name: str) -> tuple[object, ...]:
    """The one attribute by which a secret is found, and the null that ends the list."""
    return c_char_p(_NAME), c_char_p(name.encode()), c_void_p(None)


def _check(error: ctypes._Pointer[_Error]) -> None:
    if error:
        said = error.contents.message or b""
        raise KeyringFailed(f"{SecretService.title} cannot be asked: {said.decode('utf-8', 'replace')}")
