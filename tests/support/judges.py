"""Two judges of one record: the program that plays (`app.records.verify`) and `net/second_reader.py`.

assert disagreement(data) == ""
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import divers
import pytest

from app.games.catalogue import own_games
from app.games.entry import GameEntry
from app.records.verify import Verdict, verify_record
from net import second_reader as second
from net.deck.algebra.scalar import Q
from tests.support import open_group, passing
from tests.support.catalogue import GAMES, playing
from tests.support.passing import PASSING

NOTHING = (None,) * 5
UNJUDGED = (2, 0, None, *NOTHING)


def disagreement(data: bytes) -> str:
    """The differences between the two judges of a record, with its bytes; "" if there are none."""
    first, other = _first(verify_record(data)), _second(second.verdict_of(data))
    if first == other:
        return ""
    told = "\n".join(
        f"{one!r:.300}   {two!r:.300}" for one, two in zip(first, other, strict=True) if one != two
    )
    return f"the first says, the second says:\n{told}\n{data.hex()}"


def _first(verdict: Verdict) -> tuple[object, ...]:
    if not verdict.is_judged:
        return UNJUDGED
    at = re.match(r"at step (\d+): ", verdict.problem)
    if verdict.problem:
        return 1, int(at[1]) if at else 0, verdict.blamed, *NOTHING
    charges = [(each.seat, str(each.offence)) for each in verdict.charges]
    hands = {hand.seat: [int(face) for _, face in hand.faces] for hand in verdict.hands}
    return 0, 0, None, verdict.heights, verdict.proofs, charges, len(verdict.proven), hands


def _second(verdict: Any) -> tuple[object, ...]:
    reader, genesis = verdict.reader, verdict.genesis
    if verdict.status == 2 or (genesis is not None and genesis.game not in GAMES):
        # Without the rules the second reader checks only the signatures, while the first checks nothing.
        return UNJUDGED
    if verdict.problem or reader is None:
        return verdict.status, verdict.k, verdict.seat, *NOTHING
    told = (reader.place.k - 1, reader.proofs, list(verdict.charges), verdict.claims, dict(verdict.hands))
    return verdict.status, 0, None, *told


@contextmanager
def both_know_divers() -> Iterator[None]:
    """Let both judges know two sample games, Divers and Passing, as if they were ours."""
    with (
        playing(*own_games(), GameEntry(divers.GAME), GameEntry(PASSING)),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setitem(sys.modules, "rules.divers.game", divers)
        patch.setitem(sys.modules, "rules.passing.game", passing)
        for game in (divers.GAME, PASSING):
            patch.setitem(GAMES, game.key, game)
        yield


@contextmanager
def both_opened() -> Iterator[None]:
    """Let both judges compute in the open group (`tests.support.open_group`)."""
    with open_group.opened(), pytest.MonkeyPatch.context() as patch:

        def point(data: bytes) -> int:
            second.need(len(data) == 33 and data[:1] == b"\x02", "bytes that are not a point")
            return _one(int.from_bytes(data[1:], "big"))

        def combine(terms: Iterable[tuple[int, bytes]]) -> bytes:
            log = sum(scalar * int.from_bytes(each[1:], "big") for scalar, each in terms) % Q
            return open_group._serialised(_one(log))

        patch.setattr(second, "point", point)
        patch.setattr(second, "combine", combine)
        patch.setattr(second, "G", open_group._serialised(open_group._BASE))
        _forget()
        try:
            yield
        finally:
            _forget()


def _one(log: int) -> int:
    second.need(0 < log < Q, "a sum that is the identity")
    return log


def _forget() -> None:
    for remembered in (second.h2p, second._faces):
        remembered.cache_clear()
