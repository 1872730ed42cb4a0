"""What `RULES.md` writes about the text of a position, and what is hashed of it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from rules.kings.state import KingsState
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("game", [key for key in GAMES if key != "reef"])  # reef's are a page of lines
def test_the_positions_that_a_page_shows_can_be_read(game: str) -> None:
    page = (ROOT / "rules" / game / "RULES.md").read_text(encoding="utf-8")
    shown = re.findall(rf"`({game} \w+=[^`]*)`", page)

    assert shown
    for text in shown:
        assert GAMES[game].parse_state(text).text() == text


def test_kings_hashes_the_hash_of_the_beginning_of_the_turn() -> None:
    """kings 8.6a, written from the page."""
    table = Parlour(GAMES["kings"], 4)
    while not (isinstance(state := table.replica.state, KingsState) and state.done):
        table.step()
    before = state
    while before.done:
        before = before.base
    first, undo, _ = state.text().split("\n")
    said = f"{first}\n{undo}\n{before.digest().hex()}"

    assert before.digest() == hashed(before.text())
    assert state.digest() == hashed(said) != hashed(state.text())


def hashed(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=32, person=b"shoal1-state").digest()
