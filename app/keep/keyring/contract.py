"""What a keyring does."""

from __future__ import annotations

from typing import Protocol

from net.errors import LinkError


class KeyringFailed(LinkError):
    """A keyring that cannot be asked, or does not do what it is asked for. The text says why."""


class Keyring(Protocol):
    """Keeps small secrets of this user by their names. Everything raises `KeyringFailed`."""

    @property
    def title(self) -> str:
        """What the system calls it."""

    def keep(self, name: str, secret: bytes) -> None:
        """Keep a secret, in the place of an older one of that name."""

    def find(self, name: str) -> bytes | None:
        """The secret of that name; None if there is none. The system may ask the player first."""

    def forget(self, name: str) -> None:
        """Keep it no more; nothing happens where there is none."""
