"""A locked component is an ElGamal ciphertext of its face's point under the joint key (deck 6.4).

Every `Cipher` of a pile is right by the way it was made: openly here, or in a shuffle whose proof held. Bytes
from a peer become one only in `net.deck.shuffle`, after the check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NewType

from msgspec import Struct

from net.deck.algebra.generators import face_point
from net.deck.algebra.group import POINT_BYTES, Point, generator, total
from net.deck.algebra.wire import Reader
from net.deck.keys import Keys
from net.errors import LocalError

CIPHER_BYTES: Final = 2 * POINT_BYTES


class Cipher(Struct, frozen=True):
    """The face M locked with r: a = rG, b = M + rY for the joint key Y. Nobody needs to know r."""

    a: Point
    b: Point

    def to_bytes(self) -> bytes:
        """66 bytes."""
        return bytes(self.a) + bytes(self.b)


CheckedPile = NewType("CheckedPile", tuple[Cipher, ...])
"""A pile in its order. Every shuffle since its beginning is proven. Made by `lay_pile` and by
`check_shuffle`, and by `recall_shuffle` from a message that passed before."""

EMPTY_PILE: Final = CheckedPile(())


def read_cipher(reader: Reader) -> Cipher:
    """The next 66 bytes of a message, for a caller that checks them."""
    return Cipher(reader.point(), reader.point())


def lay_pile(keys: Keys, faces: Sequence[int], hidden: Sequence[Cipher] = ()) -> CheckedPile:
    """A pile to shuffle: `faces`, which are public, then `hidden` components of the same deal."""
    return CheckedPile((*(fresh_cipher(keys, face) for face in faces), *hidden))


def fresh_cipher(keys: Keys, face: int) -> Cipher:
    """Lock a public face with r = 1, the same for everybody; a shuffle then hides it.

    r = 1 and not 0, because the group here has no identity.
    """
    return Cipher(generator(), total((face_point(keys.sid, face), keys.joint)))


def face_of(keys: Keys, opened: Point, faces: Iterable[int]) -> int:
    """Find which of `faces` an opened component shows. If all shuffles and shares were checked, it is always
    one of them. Any other point is a fault of this program and nobody's lie: `LocalError`."""
    face = _faces_by_point(keys.sid, tuple(faces)).get(bytes(opened))
    if face is None:
        raise LocalError("an opened component shows none of the faces of its pile")
    return face


@lru_cache(maxsize=16)
def _faces_by_point(sid: bytes, faces: tuple[int, ...]) -> Mapping[bytes, int]:
    return {bytes(face_point(sid, face)): face for face in faces}
