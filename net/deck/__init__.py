"""The deck that nobody holds: mental poker with every step proven.

Components are locked with the keys of all seats together (`keys`, `pile`). All seats shuffle in
turn and prove each shuffle (`shuffle`, `shuffle_proof`). A component opens when all seats have
given their shares of it (`shares`), in the clear or sealed for single viewers (`sealed`); joint
random numbers come out of the same keys (`roll`), and a seat that leaves takes its lock off
what stays (`leave`). Below lie the group (`group`, `scalar`, `generators`), hashing (`hashing`,
`transcript`) and the strict reading of messages (`wire`).

Pure functions: bytes and values in, bytes and values out, randomness as an argument. `make_x`
writes a message, `check_x` gives what a checked message says or refuses its sender (`Malformed`,
`BadProof`), `read_x` reads one that was checked before. Callers bind every proof to its place in
the log by `ctx`, made with `lp`.

No audit from outside has been made; colluders on the telephone are beyond any protocol; and a
recorded game could be opened by a quantum computer one day.
"""

from net.deck.algebra.generators import MAX_PILE, h2p
from net.deck.algebra.group import NoPoint, Point, point, start
from net.deck.algebra.hashing import h32, lp
from net.deck.algebra.scalar import Randomness
from net.deck.algebra.selftest import check_library
from net.deck.keys import (
    Keys,
    KeySecret,
    check_commitments,
    check_key,
    finish_keys,
    key_commitment,
    make_key,
    open_key,
)
from net.deck.leave import check_leave, make_leave, peel, without
from net.deck.pile import Cipher, face_of, fresh_cipher
from net.deck.roll import check_roll_share, make_roll_share, roll_value
from net.deck.sealed import Sealed, check_sealed, make_sealed, open_sealed, read_sealed
from net.deck.shares import check_shares, make_shares, open_cipher, own_share, read_shares
from net.deck.shuffle import check_shuffle, make_shuffle, read_shuffle

__all__ = [
    "MAX_PILE",
    "Cipher",
    "KeySecret",
    "Keys",
    "NoPoint",
    "Point",
    "Randomness",
    "Sealed",
    "check_commitments",
    "check_key",
    "check_leave",
    "check_library",
    "check_roll_share",
    "check_sealed",
    "check_shares",
    "check_shuffle",
    "face_of",
    "finish_keys",
    "fresh_cipher",
    "h2p",
    "h32",
    "key_commitment",
    "lp",
    "make_key",
    "make_leave",
    "make_roll_share",
    "make_sealed",
    "make_shares",
    "make_shuffle",
    "open_cipher",
    "open_key",
    "open_sealed",
    "own_share",
    "peel",
    "point",
    "read_sealed",
    "read_shares",
    "read_shuffle",
    "roll_value",
    "start",
    "without",
]
