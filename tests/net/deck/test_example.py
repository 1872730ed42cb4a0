"""The example in the tour of `net.deck`, run."""

from __future__ import annotations

import doctest

import net.deck


def test_three_players_deal_and_open_a_card() -> None:
    found = doctest.testmod(net.deck)

    assert found.attempted > 10
    assert found.failed == 0
