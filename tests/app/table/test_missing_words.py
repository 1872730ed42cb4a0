"""The words about missing players, one or several."""

from __future__ import annotations

import pytest

from app.absence import AbsentChoice
from app.table.missing import words

ONE, MANY = "Ada", "Ada and Bo"


@pytest.mark.parametrize("choice", list(AbsentChoice))
def test_several_missing_players_are_named_in_the_plural(choice: AbsentChoice) -> None:
    said = (
        words.decided(choice, MANY, are_many=True),
        words.means(choice, MANY, are_two=False, are_many=True),
        words.ended_alone(MANY, are_many=True),
    )

    assert not any(f"{MANY} {verb} " in text for text in said for verb in ("is", "was"))


def test_one_missing_player_is_named_in_the_singular() -> None:
    assert words.decided(AbsentChoice.END, ONE, are_many=False).endswith("Ada was missing.")
    assert words.decided(AbsentChoice.STAND_IN, ONE, are_many=False).endswith("until Ada is back.")
    assert words.ended_alone(ONE, are_many=False) == "You have ended the game for yourself. Ada was missing."


@pytest.mark.parametrize(("seconds", "left"), [(3600, "60:00"), (119, "1:59"), (61, "1:01"), (5, "0:05")])
def test_the_time_until_half_may_end_the_game_is_in_minutes_and_seconds(seconds: int, left: str) -> None:
    assert words.half_not_yet(seconds) == f"Possible in {left}, if they are not back."
