"""The system's keyring, if there is one: it keeps the key of a sealed identity (`app.keep.profile`).

Without that key, a copy of the folder from a backup or a stolen disk is nobody's identity.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol

from net.errors import LinkError

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

_SERVICE: Final = "Shoal"
_RECOMMENDED: Final = 1
"""Lowest priority of a real keyring; below it the library offers none, or one that keeps a plain file."""
_TITLES: Final = {"win32": "the Credential Manager of Windows", "darwin": "the keychain of macOS"}


class KeyringFailed(LinkError):
    """The keyring does not answer, or cannot do what was asked. The text says why."""


class Keyring(Protocol):
    """Keeps small secrets of this user by name. Every method may raise `KeyringFailed`."""

    @property
    def title(self) -> str:
        """The system's name for its keyring."""

    def keep(self, name: str, secret: bytes) -> None:
        """Store a secret; replaces an older one of that name."""

    def find(self, name: str) -> bytes | None:
        """Return the secret of that name, or None. The system may ask the player first."""

    def forget(self, name: str) -> None:
        """Delete a secret, if there is one of that name."""


class SystemKeyring:
    """The system's keyring. It stores texts, so secrets are written in hex."""

    def __init__(self, backend: KeyringBackend) -> None:
        self._backend = backend
        self.title = _TITLES.get(sys.platform, "the keyring of this desktop")

    def keep(self, name: str, secret: bytes) -> None:
        with self._asked():
            self._backend.set_password(_SERVICE, name, secret.hex())

    def find(self, name: str) -> bytes | None:
        with self._asked():
            text = self._backend.get_password(_SERVICE, name)
        try:
            return None if text is None else bytes.fromhex(text)
        except ValueError:
            raise KeyringFailed(f"{self.title} holds something else under this name") from None

    def forget(self, name: str) -> None:
        with self._asked():
            if self._backend.get_password(_SERVICE, name) is not None:
                self._backend.delete_password(_SERVICE, name)

    @contextmanager
    def _asked(self) -> Iterator[None]:
        try:
            yield
        except Exception as why:  # backends raise errors of their own; the player reads the text
            raise KeyringFailed(f"{self.title} does not answer: {why}") from why


def system_keyring() -> Keyring | None:
    """Return the system's keyring, or None if there is no real one."""
    import keyring  # noqa: PLC0415  (asked by few, and slow to load)

    backend = keyring.get_keyring()
    return SystemKeyring(backend) if backend.priority >= _RECOMMENDED else None
