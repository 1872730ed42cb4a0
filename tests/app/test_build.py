"""The composition root, where several play in one process."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.build import build_desk
from net.deck.algebra.group import base

EIGHT = "022f01e5e15cca351daff3843fb70f3c2f0a1bdd05e5af888a67784ef3e10a2a01"
"""The group's base point times 8, compressed."""


def test_a_bot_sitting_down_does_not_disturb_the_computations_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path))
    build_desk(address="127.0.0.1")
    is_enough, desks = threading.Event(), 0

    def sit_down() -> None:
        nonlocal desks
        while desks < 20:
            build_desk(address="127.0.0.1")
            desks += 1
        is_enough.set()

    others = threading.Thread(target=sit_down)
    others.start()
    reckoned = set()
    while not is_enough.is_set():
        reckoned.add(bytes(base(8)).hex())
    others.join()

    assert reckoned == {EIGHT}
