"""Signatures without the cryptography: the functions that sign and verify are handed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
TABLE_TAG: Final = b"shoal1.table\0"
"""Prefix of the body in the message that an envelope's signature covers (net 5.3)."""
GENESIS_TAG: Final = b"shoal1.genesis\0"
"""Prefix of the genesis body that a player signs to sit down (net 5.4)."""
BOT_TAG: Final = b"shoal1.bot\0"
"""Prefix of a bot's key that the player who runs the bot signs (net 5.3)."""


class Signer(Protocol):
    """The key of the player on this computer; `net.lobby.identity.Identity` fits."""

    def sign(self, message: bytes) -> bytes:
        """64 bytes."""


Verify: TypeAlias = Callable[[bytes, bytes, bytes], None]
"""(public key, message, signature): raises `BadSignature` unless the key signed the message."""
