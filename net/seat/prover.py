"""The maker of proofs: a seat with the secret keys that it holds now, and its randomness."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from net.deck.keys import KeySecret
from net.errors import LocalError
from rules.api import Seat

Randomness = Callable[[int], bytes]


class Prover(Struct, frozen=True):
    """`held` are the secret keys by the name of their deal: its `table` in hex."""

    seat: Seat
    held: Mapping[str, KeySecret]
    randomness: Randomness

    def secret(self, table: bytes) -> KeySecret:
        """The secret key of a deal; raises `LocalError` if it is lost or forgotten."""
        if table.hex() not in self.held:
            raise LocalError("the secret key of this deal is not in the journal")
        return self.held[table.hex()]
