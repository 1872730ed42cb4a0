"""The composition root, where several play in one process."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.build import build_desk, own_hosts
from net.deck.algebra.group import base
from net.discovery.interfaces import Net

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


def test_a_computer_that_lists_no_networks_is_reached_by_its_default_route(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unlisted() -> tuple[Net, ...]:
        raise OSError("no list of interfaces")

    monkeypatch.setattr("app.build.networks", unlisted)
    monkeypatch.setattr("app.build._routed", lambda: iter(("10.1.2.3",)))

    assert own_hosts() == ("10.1.2.3", "127.0.0.1")
