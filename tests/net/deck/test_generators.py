from __future__ import annotations

import pytest

from net.deck.algebra.generators import MAX_PILE, commitment_base, face_point, generators, h2p
from net.deck.algebra.group import NoPoint, generator
from net.errors import LocalError


def test_all_generators_are_different_points() -> None:
    found = {
        *generators(),
        commitment_base(),
        generator(),
        *(face_point(bytes(32), face) for face in range(200)),
    }

    assert len(generators()) == MAX_PILE
    assert len(found) == MAX_PILE + 2 + 200


def test_faces_have_other_points_in_another_deal() -> None:
    assert face_point(bytes(32), 1) != face_point(b"\1" * 32, 1)
    assert face_point(bytes(32), 1) == face_point(bytes(32), 1)


def test_a_hash_without_a_candidate_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: bytes) -> None:
        raise NoPoint("never")

    monkeypatch.setattr("net.deck.algebra.generators.point", none)

    with pytest.raises(LocalError, match="candidate"):
        h2p("gen", 1)
