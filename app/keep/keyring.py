"""The keyring of the system, where it has one: it keeps what opens a sealed identity (`app.keep.profile`).

So a copy of the folder alone, from a backup or a disk that was taken out, is nobody's identity.
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
"""The least priority of a keyring that keeps secrets as such: less is none, or a plain file."""
_TITLES: Final = {"win32": "the Credential Manager of Windows", "darwin": "the keychain of macOS"}


class KeyringFailed(LinkError):
    """A keyring that cannot be asked, or does not do what it is asked for. The text says why."""


class Keyring(Protocol):
    """Keeps small secrets of this user by their names. Everything raises `KeyringFailed`."""

    @property
    def title(self) -> str:
        """The system's name for it."""

    def keep(self, name: str, secret: bytes) -> None:
        """Keep a secret, in the place of an older one of that name."""

    def find(self, name: str) -> bytes | None:
        """The secret of that name; None if there is none. The system may ask the player first."""

    def forget(self, name: str) -> None:
        """Keep it no more; nothing happens where there is none."""


class SystemKeyring:
    """The system's own, which keeps texts: a secret is written in hex."""

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
            raise KeyringFailed(f"{self.title} has something else under this name") from None

    def forget(self, name: str) -> None:
        with self._asked():
            if self._backend.get_password(_SERVICE, name) is not None:
                self._backend.delete_password(_SERVICE, name)

    @contextmanager
    def _asked(self) -> Iterator[None]:
        try:
            yield
        except Exception as why:  # whatever a system's library raises, the player reads it
            raise KeyringFailed(f"{self.title} cannot be asked: {why}") from why


def system_keyring() -> Keyring | None:
    """The keyring of this system; None where there is none that keeps secrets as such."""
    import keyring  # noqa: PLC0415  (asked by few, and slow to load)

    backend = keyring.get_keyring()
    return SystemKeyring(backend) if backend.priority >= _RECOMMENDED else None
