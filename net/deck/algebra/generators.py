"""Points without any known relation between them: hashed from public names.

Somebody who knew how the generators of the shuffle proof relate could prove false shuffles (the sVote
case: Lewis, Pereira, Teague 2019), and somebody who chose a face's point could mark it. deck 4, rows 5 and
6. Hashing tries candidate after candidate, so its time depends on its input, which is always public.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from net.deck.algebra.group import NoPoint, Point, point
from net.deck.algebra.hashing import Part, h32
from net.errors import LocalError

MAX_PILE: Final = 200
"""The most components that are shuffled at once."""


def h2p(tag: str, *parts: Part) -> Point:
    """Hash `parts` to a point. Half of all candidates are points, so 256 of them are enough."""
    for counter in range(256):
        try:
            return point(b"\x02" + h32(tag, *parts, counter))
        except NoPoint:
            continue
    raise LocalError("no candidate of a hash is a point; this has a chance of 2**-256")


@cache
def generators() -> tuple[Point, ...]:
    """h_0..h_199 of the shuffle proof."""
    return tuple(h2p("gen", number) for number in range(MAX_PILE))


@cache
def commitment_base() -> Point:
    """Hc, which carries the blind of each commitment in the shuffle proof."""
    return h2p("gen", "H")


@lru_cache(maxsize=4096)
def face_point(sid: bytes, face: int) -> Point:
    """M_f, the open point of a face in the deal `sid`; equal components share it."""
    return h2p("face", sid, face)
