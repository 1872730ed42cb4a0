"""Fixed answers of the deck, from which another library or version must not differ.

    .venv/bin/python -m tests.net.deck.vectors        rewrites tests/data/vectors/deck.json

Only a new protocol (`PROTO` in net/deck/algebra/hashing.py) is a reason to rewrite it.
"""

from __future__ import annotations

import json
from pathlib import Path

from net.deck.algebra.generators import commitment_base, face_point, generators, h2p
from net.deck.algebra.group import base
from net.deck.algebra.hashing import h32, lp
from net.deck.algebra.scalar import scalar_bytes
from net.deck.algebra.transcript import Transcript
from net.deck.escrow import check_escrow, make_escrow, make_vouch, take_part
from net.deck.keys import Keys
from net.deck.leave import make_leave
from net.deck.lent import make_lent
from net.deck.pile import CheckedPile, lay_pile
from net.deck.roll import check_roll_share, make_lent_roll, make_roll_share, roll_value
from net.deck.sealed import make_sealed
from net.deck.shares import make_shares
from net.deck.shuffle import make_shuffle
from tests.net.deck.table import CTX, Seeded, Table, seated

FILE = Path(__file__).resolve().parents[2] / "data" / "vectors" / "deck.json"
K = 3
N = 3
T = 2


def make_vectors() -> dict[str, str]:
    """The fixed answers by name, in hexadecimal."""
    table = seated(K)
    keys, secret = table.keys, table.secrets[1]
    pile = lay_pile(keys, range(N))
    said = Transcript("test")
    said.add("bytes", b"\x00\x01")
    said.add("point", base(2))
    said.add_all("points", [base(3), base(4)])
    found = {
        "h32": h32("test", b"", b"ab", 7, "text"),
        "transcript challenge": said.challenge("c").to_bytes(32, "big"),
        "transcript challenges": b"".join(number.to_bytes(16, "big") for number in said.challenges("u", 3)),
        "transcript nonce": said.nonce("w", 5, Seeded("nonce")).to_bytes(32, "big"),
        "h2p": bytes(h2p("test", b"some", 1)),
        "h_0": bytes(generators()[0]),
        "h_199": bytes(generators()[199]),
        "Hc": bytes(commitment_base()),
        "face 5": bytes(face_point(bytes(32), 5)),
        "commitments": b"".join(table.commitments[seat] for seat in range(K)),
        "openings": b"".join(table.openings[seat] for seat in range(K)),
        "keys": keys_bytes(keys),
        "joint": bytes(keys.joint),
        "shuffle": make_shuffle(CTX, keys, pile, Seeded("shuffle")),
        "share": make_shares(CTX, keys, 1, secret, pile[:1], Seeded("share")),
        "shares": make_shares(CTX, keys, 1, secret, pile, Seeded("shares")),
        "sealed": make_sealed(CTX, keys, 1, secret, [(pile[0], 0), (pile[1], 2)], Seeded("sealed")),
        "leave": make_leave(CTX, keys, 1, secret, pile, Seeded("leave")),
        "rolls": b"".join(
            make_roll_share(CTX, keys, seat, table.secrets[seat], Seeded(seat)) for seat in range(K)
        ),
    }
    size = len(found["rolls"]) // K
    shares = {
        seat: check_roll_share(CTX, keys, seat, found["rolls"][size * seat : size * (seat + 1)])
        for seat in range(K)
    }
    found["rolled"] = lp(roll_value(CTX, shares, 6), roll_value(CTX, shares, 2**64))
    found |= _of_escrow(table, pile)
    return {name: value.hex() for name, value in found.items()}


def _of_escrow(table: Table, pile: CheckedPile) -> dict[str, bytes]:
    """Keys split for two others; a part that is not right; a share of seat 1 without seat 1."""
    keys, secrets = table.keys, table.secrets
    told = {
        seat: make_escrow(CTX, keys, seat, secrets[seat], t=T, randomness=Seeded(f"escrow {seat}"))
        for seat in range(K)
    }
    dealt = check_escrow(CTX, keys, 1, told[1], t=T)
    false = check_escrow(CTX, keys, 1, told[1][:-48] + bytes(48), t=T)
    parts = {seat: take_part(dealt, keys, seat, secrets[seat], Seeded("part")) for seat in (0, 2)}
    lent = {
        seat: make_lent(CTX, keys, seat, dealt=dealt, part=part, ciphers=pile, randomness=Seeded(seat))
        for seat, part in parts.items()
    }
    return {
        "escrows": b"".join(told.values()),
        "parts": b"".join(scalar_bytes(part.x) for part in parts.values()),
        "complaint": make_vouch(CTX, keys, 2, secrets[2], [false], Seeded("complaint")),
        "lent": b"".join(lent.values()),
        "lent roll": b"".join(
            make_lent_roll(CTX, keys, seat, dealt=dealt, part=part, randomness=Seeded(seat))
            for seat, part in parts.items()
        ),
    }


def keys_bytes(keys: Keys) -> bytes:
    """The sid (32 bytes), the number of seats (1 byte), then each seat (1 byte) with its key (33 bytes).

    Only for this file; never sent.
    """
    rows = (bytes((seat,)) + bytes(key) for seat, key in zip(keys.seats, keys.publics, strict=True))
    return keys.sid + bytes((len(keys.seats),)) + b"".join(rows)


if __name__ == "__main__":
    FILE.write_text(json.dumps(make_vectors(), indent=1) + "\n", encoding="utf-8")
