"""The verdict on a record in one sentence, and who opened a hand after the game."""

from __future__ import annotations

import pytest

from app.messages import Guest, TableInfo
from app.records.recording import Recording
from net.seat.hands import SignedHand

INFO = TableInfo("ab" * 32, "plump", (), tuple(Guest(nick, "") for nick in ("Ann", "Ben", "Cat", "Dan")), 0)
HOLD = "Checked from this file only: all signatures, all rules, and 7 proofs hold."


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ((), ""),
        ((1,), " Opened after the game: the last hand of Ben."),
        ((0, 2), " Opened after the game: the last hands of Ann and Cat."),
        ((0, 1, 3), " Opened after the game: the last hands of Ann, Ben and Dan."),
    ],
)
def test_the_players_who_opened_their_hands_are_named(seats: tuple[int, ...], said: str) -> None:
    hands = tuple(SignedHand(seat, ()) for seat in seats)

    assert Recording(INFO, proofs=7, hands=hands).verdict == HOLD + said
    assert Recording(None, proofs=7, hands=hands).verdict == HOLD, "without a game nobody has a name"


def test_proven_lies_come_first_and_a_failed_record_names_only_its_problem() -> None:
    hands = (SignedHand(1, ()),)
    recording = Recording(INFO, proofs=7, proven=("Ann lied.", "Ben too."), hands=hands)
    assert recording.verdict == f"Ann lied. Ben too. {HOLD} Opened after the game: the last hand of Ben."

    for blamed, who in (("", ""), ("Cat", " Cat signed it.")):
        failed = Recording(INFO, problem="at step 3: no", blamed=blamed, proven=("Ann lied.",), hands=hands)
        assert failed.verdict == f"This record fails the check: at step 3: no.{who}"
