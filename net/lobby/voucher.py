"""Who runs a bot: the player that does signs the bot's key, and the bot shows that in JOIN (net 5.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

from net.errors import Malformed
from net.lobby.identity import KEY_BYTES, SIGNATURE_BYTES, Identity, verify

VOUCHER_BYTES: Final = KEY_BYTES + SIGNATURE_BYTES
_TAG: Final = b"shoal1.bot\0"


@dataclass(frozen=True, slots=True)
class Voucher:
    """The player `runner` (Ed25519) says with `sig` that a bot is its own: the bot that shows this."""

    runner: bytes
    sig: bytes

    def __bytes__(self) -> bytes:
        return self.runner + self.sig

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """What `bytes()` gave; raises `Malformed` for another length."""
        if len(data) != VOUCHER_BYTES:
            raise Malformed("voucher", f"a voucher for a bot has {VOUCHER_BYTES} bytes")
        return cls(data[:KEY_BYTES], data[KEY_BYTES:])


def make_voucher(bot: bytes, runner: Identity) -> Voucher:
    """That the bot with this key is run by this player."""
    return Voucher(runner.public, runner.sign(_TAG + bot))


def check_voucher(voucher: Voucher, bot: bytes) -> bytes:
    """The key of who runs the bot; raises `BadSignature` if that player did not say so of this bot."""
    verify(voucher.runner, _TAG + bot, voucher.sig)
    return voucher.runner
