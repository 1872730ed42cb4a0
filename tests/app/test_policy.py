"""The agreement of a table besides its game: choices, refusals, and words."""

from __future__ import annotations

import pytest

from app.messages import AbsentChoice
from app.policy import (
    ESCROW,
    OFFERED,
    _all_options,
    fitting,
    kept_text,
    kept_values,
    options_for,
    policy_for,
    policy_lines,
    policy_values,
)
from app.table.missing.words import means
from net.wire.genesis import USUAL, Absent, Half, Hints, Policy, Watch
from rules.errors import BadOptions


def test_everything_as_usual_is_the_usual_policy() -> None:
    for seats in range(2, 11):
        assert policy_for(fitting({}, seats), seats) == USUAL


def test_only_what_this_version_keeps_can_be_chosen() -> None:
    assert {each.key for each in options_for(4)} == OFFERED
    for key in {"escrow", "clock", "watch", "watch_chat", "hints"} - OFFERED:
        with pytest.raises(BadOptions):
            policy_for({key: "1"}, 4)


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_every_choice_of_the_form_makes_a_policy_and_back(seats: int) -> None:
    for option in options_for(seats):
        for choice in option.choices:
            policy = policy_for({option.key: choice}, seats)

            assert policy_values(policy)[option.key] == choice
            assert option.worded(choice) and option.about


def test_between_two_nobody_is_left_to_play_without_somebody() -> None:
    absent = next(each for each in options_for(2) if each.key == "absent")

    assert absent.choices == ("wait", "end")
    with pytest.raises(BadOptions, match="at a table of two"):
        policy_for({"absent": "stand-in"}, 2)


@pytest.mark.parametrize(
    ("values", "seats", "words"),
    [
        ({"absent": "dance"}, 4, "'dance' is not possible"),
        ({"gone_after": "9"}, 4, "a number from 10 to 3600, not '9'"),
        ({"gone_after": "3601"}, 4, "from 10 to 3600"),
        ({"gone_after": "-7"}, 4, "from 10 to 3600"),
        ({"gone_after": "soon"}, 4, "from 10 to 3600"),
        ({"gone_after": "9" * 5000}, 4, "from 10 to 3600"),
        ({"gone_after": "³"}, 4, "from 10 to 3600"),
        ({"half": "go-on"}, 4, "'go-on' is not possible"),
        ({"half_after": "0"}, 4, "a number from 1 to 1440"),
        ({"half_after": "1441"}, 2, "a number from 1 to 1440"),
        ({"colour": "red"}, 4, "no option 'colour'"),
    ],
)
def test_what_cannot_be_is_refused_in_words(values: dict[str, str], seats: int, words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        policy_for(values, seats)


def test_what_was_kept_is_taken_over_as_far_as_it_fits() -> None:
    kept = kept_values(kept_text({"absent": "stand-in", "gone_after": "45"}.items()))

    assert fitting(kept, 4)["absent"] == "stand-in" and fitting(kept, 4)["gone_after"] == "45"
    assert fitting(kept, 2)["absent"] == "wait"
    usual = {each.key: each.default for each in options_for(4)}
    assert fitting(kept_values("absent=dance gone_after=1e9 x y=z ="), 4) == usual


@pytest.mark.parametrize(
    ("policy", "seats", "said"),
    [
        (Policy(), 4, "gone for 30 seconds, the others are asked what to do; nothing happens by itself."),
        (Policy(absent=Absent.STAND_IN), 4, "if nobody objects, a rule plays for them until they are"),
        (Policy(absent=Absent.LEAVE_OUT, gone_after_s=60), 4, "gone for 1 minute, the others are asked; if"),
        (
            Policy(absent=Absent.END, gone_after_s=120),
            2,
            "2 minutes, the others are asked; if nobody objects,",
        ),
        (Policy(escrow_t=3), 4, ESCROW),
        (Policy(escrow_t=2), 4, "any 2 others together could also look at your cards"),
        (Policy(escrow_t=1), 4, "any other player alone could also look at your cards"),
        (Policy(move_limit_s=60), 4, "A move may take 1 minute; after that a rule makes that one move"),
        (Policy(move_limit_s=45), 2, "A move may take 45 seconds; between two players the clock only shows"),
        (Policy(watch=Watch.OPEN), 4, "Anybody may watch. Nobody sees a hand."),
        (
            Policy(watch=Watch.ASK, watch_chat=True),
            4,
            "People a player lets in may watch, and spectators may chat.",
        ),
        (Policy(), 2, "If the other player is gone, the game waits."),
        (
            Policy(half=Half.END),
            4,
            "half of the players are gone, the game ends 5 minutes later as it stands,",
        ),
        (Policy(half=Half.WINS), 4, "5 minutes later and those who left come last, unless somebody"),
        (
            Policy(half=Half.WINS, half_after_min=1),
            2,
            "ends 1 minute later and the one who stays wins, unless",
        ),
        (Policy(hints=Hints.ALLOWED), 4, "Hints are allowed; an unchanged program tells everybody"),
    ],
)
def test_what_was_agreed_is_reported(policy: Policy, seats: int, said: str) -> None:
    assert said in " ".join(policy_lines(policy, seats))


def test_what_nobody_agreed_on_is_not_said() -> None:
    assert len(policy_lines(USUAL, 4)) == 2


def test_every_option_that_will_be_offered_has_its_words() -> None:
    for seats in (2, 3, 10):
        for option in _all_options(seats):
            assert option.title and option.about.endswith(".")
            assert not option.titles or len(option.titles) == len(option.choices)


@pytest.mark.parametrize(
    ("seats", "end"),
    [(2, "the game ends there, without a result"), (4, "the game ends and is scored as it stands")],
)
def test_a_game_that_is_ended_early_is_promised_what_it_gets(seats: int, end: str) -> None:
    option = next(each for each in options_for(seats) if each.key == "absent")

    assert option.worded("end") == end
    assert policy_lines(policy_for({"absent": "end"}, seats), seats)[0].endswith(f"if nobody objects, {end}.")
    assert ("without a result" in end) is (
        "without a result" in means(AbsentChoice.END, "Ben", are_two=seats == 2)
    )
