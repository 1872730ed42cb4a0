"""A runner's voucher for its bot: the player signs the bot's key; JOIN and the genesis carry it."""

from __future__ import annotations

from typing import Final, Self

from msgspec import Struct

from net.errors import Malformed
from net.lobby.identity import Identity, verify
from net.wire.signing import BOT_TAG, KEY_BYTES, SIGNATURE_BYTES

VOUCHER_BYTES: Final = KEY_BYTES + SIGNATURE_BYTES


class Voucher(Struct, frozen=True):
    """The signature `sig` by which the player `runner` (Ed25519) declares a bot to be its own."""

    runner: bytes
    sig: bytes

    def __bytes__(self) -> bytes:
        return self.runner + self.sig

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read back the output of `bytes()`; raises `Malformed` for another length."""
        if len(data) != VOUCHER_BYTES:
            raise Malformed("voucher", f"a voucher for a bot has {VOUCHER_BYTES} bytes")
        return cls(data[:KEY_BYTES], data[KEY_BYTES:])


def make_voucher(bot: bytes, runner: Identity) -> Voucher:
    """Return the runner's signed word that it runs the bot with this key."""
    return Voucher(runner.public, runner.sign(BOT_TAG + bot))


def check_voucher(voucher: Voucher, bot: bytes) -> None:
    """Raise `BadSignature` unless the runner that it names has signed this bot's key."""
    verify(voucher.runner, BOT_TAG + bot, voucher.sig)
