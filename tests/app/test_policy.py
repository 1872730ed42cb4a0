"""The agreement of a table besides its game: choices, refusals, and words."""

from __future__ import annotations

import pytest

from app.messages import AbsentChoice
from app.policy import (
    ESCROW,
    OFFERED,
    _all_options,
    duration,
    fitting,
    kept_text,
    kept_values,
    may_ask,
    options_for,
    policy_for,
    policy_lines,
    policy_values,
)
from app.table.missing.words import means
from net.wire.genesis import USUAL, Absent, Half, Hints, Policy, Watch
from rules.errors import BadOptions


def test_a_form_with_the_usual_values_gives_the_usual_policy() -> None:
    for seats in range(2, 11):
        assert policy_for(fitting({}, seats), seats) == USUAL


def test_only_terms_that_this_version_supports_are_offered_and_accepted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert {each.key for each in options_for(4)} == OFFERED
    assert policy_for({"clock": "60"}, 4).move_limit_s == 60

    monkeypatch.setattr("app.policy.OFFERED", OFFERED - {"clock"})

    assert {each.key for each in options_for(4)} == OFFERED - {"clock"}
    with pytest.raises(BadOptions, match="no option 'clock'"):
        policy_for({"clock": "60"}, 4)


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_every_choice_of_the_form_becomes_a_policy_and_is_read_back(seats: int) -> None:
    for option in options_for(seats):
        for choice in option.choices:
            policy = policy_for({option.key: choice}, seats)

            assert policy_values(policy)[option.key] == choice
            assert option.worded(choice) and option.about


def test_at_a_table_of_two_a_missing_player_can_only_be_waited_for_or_the_game_ended() -> None:
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
        ({"clock": "4"}, 4, "the seconds for a move are a number from 5 to 86400, not '4'"),
        ({"clock": "86401"}, 4, "a number from 5 to 86400"),
        ({"gone_after": "0"}, 4, "a number from 10 to 3600"),
        ({"escrow": "4"}, 4, "open hidden cards together is 0 to 3, not '4'"),
        ({"escrow": "³"}, 4, "is 0 to 3, not"),
        ({"escrow": "-1"}, 4, "is 0 to 3, not"),
        ({"escrow": "1"}, 2, "nobody else can open your cards: leave --escrow out"),
        ({"absent": "leave-out"}, 2, "if somebody is gone: 'leave-out' is not possible at a table of two$"),
        ({"absent": "dance"}, 2, "'dance' is not possible at a table$"),
        ({"half": "leave-out"}, 2, "'leave-out' is not possible at a table$"),
    ],
)
def test_impossible_terms_are_refused_in_words(values: dict[str, str], seats: int, words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        policy_for(values, seats)


@pytest.mark.parametrize(
    ("values", "policy"),
    [
        ({"gone_after": "10", "half_after": "1", "clock": "5"}, (10, 1, 5, 0)),
        ({"gone_after": "3600", "half_after": "1440", "clock": "86400"}, (3600, 1440, 86400, 0)),
        ({"clock": "0", "escrow": "3"}, (30, 5, 0, 3)),
    ],
)
def test_numbers_at_their_limits_are_accepted(
    values: dict[str, str], policy: tuple[int, int, int, int]
) -> None:
    made = policy_for(values, 4)

    assert (made.gone_after_s, made.half_after_min, made.move_limit_s, made.escrow_t) == policy


@pytest.mark.parametrize(
    ("kept", "seats", "escrow"),
    [("2", 4, "3"), ("0", 4, "0"), ("1", 3, "2"), ("nonsense", 3, "2"), ("3", 2, None)],
)
def test_stored_terms_with_split_keys_need_all_others_of_the_new_table(
    kept: str, seats: int, escrow: str | None
) -> None:
    assert fitting({"escrow": kept}, seats).get("escrow") == escrow


def test_hints_are_forbidden_only_among_people_who_have_not_agreed_on_them() -> None:
    asks = {
        (hints, is_among): may_ask(Policy(hints=hints), is_among_people=is_among)
        for hints in (Hints.NONE, Hints.ALLOWED)
        for is_among in (False, True)
    }

    assert [key for key, may in asks.items() if not may] == [(Hints.NONE, True)]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (1, "1 second"),
        (2, "2 seconds"),
        (59, "59 seconds"),
        (60, "1 minute"),
        (61, "61 seconds"),
        (90, "90 seconds"),
        (120, "2 minutes"),
        (3600, "60 minutes"),
    ],
)
def test_a_time_is_written_in_minutes_only_if_it_is_whole_minutes(seconds: int, said: str) -> None:
    assert duration(seconds) == said


TIMES = ("30 seconds", "10 seconds", "1 minute", "2 minutes", "5 minutes")
FORM = {
    "Gone after": TIMES,
    "Time to come back": ("5 minutes", "1 minute", "10 minutes", "30 minutes", "60 minutes"),
    "Time for a move": ("as long as it takes", "30 seconds", "1 minute", "2 minutes", "5 minutes"),
    "Spectators": ("nobody", "people you let in", "anybody"),
    "Spectators' chat": ("no", "yes"),
    "Hints": ("none", "allowed"),
}
OF_TWO = {
    "If somebody is gone": ("nothing: the others decide", "the game ends there, without a result"),
    "If the other is gone": ("the game waits", "the game ends as it stands", "the one who stays wins"),
}
OF_MORE = {
    "If somebody is gone": (
        "nothing: the others decide",
        "a rule plays for them until they are back",
        "the game goes on without them",
        "the game ends and is scored as it stands",
    ),
    "If half are gone": (
        "the game waits",
        "the game ends as it stands",
        "the game ends, and those who left come last",
    ),
    "Hidden cards": ("only their player can open them", "all the others together can open them"),
}


@pytest.mark.parametrize(("seats", "also"), [(2, OF_TWO), (3, OF_MORE), (10, OF_MORE)])
def test_the_form_of_a_host_offers_exactly_the_terms_for_its_number_of_seats(
    seats: int, also: dict[str, tuple[str, ...]]
) -> None:
    form = {each.title: tuple(each.worded(choice) for choice in each.choices) for each in options_for(seats)}

    assert form == FORM | also
    chosen = {each.key: each.choices[-1] for each in options_for(seats)}
    assert policy_values(policy_for(chosen, seats)) == chosen | ({"escrow": "0"} if seats == 2 else {})
    clock = next(each for each in options_for(seats) if each.key == "clock")
    assert clock.choices == ("0", "30", "60", "120", "300")
    assert ("Between two players" in clock.about) is (seats == 2)


def test_stored_terms_are_taken_over_where_they_fit_the_table() -> None:
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
def test_each_agreed_term_has_a_line_in_words(policy: Policy, seats: int, said: str) -> None:
    assert said in " ".join(policy_lines(policy, seats))


def test_the_usual_terms_have_no_line_for_what_was_not_agreed_on() -> None:
    assert len(policy_lines(USUAL, 4)) == 2


ASKED = "When somebody has been gone for 30 seconds, the others are asked"
CLOCK = "A move may take 45 seconds; after that a rule makes that one move."


@pytest.mark.parametrize(
    ("policy", "seats", "lines"),
    [
        (
            Policy(half=Half.WINS),
            2,
            "the game ends 5 minutes later and the one who stays wins, unless somebody who stays objects.",
        ),
        (
            Policy(half=Half.WINS),
            3,
            "the game ends 5 minutes later and those who left come last, unless somebody who stays objects.",
        ),
        (
            Policy(half=Half.END),
            2,
            "the game ends 5 minutes later as it stands, unless somebody who stays objects.",
        ),
    ],
)
def test_half_of_a_table_reads_what_becomes_of_its_game(policy: Policy, seats: int, lines: str) -> None:
    gone = "the other player is" if seats == 2 else "half of the players are"

    asked = f"{ASKED} what to do; nothing happens by itself."
    assert policy_lines(policy, seats) == (asked, f"If {gone} gone, {lines}")


@pytest.mark.parametrize(
    ("policy", "seats", "line"),
    [
        (
            Policy(move_limit_s=45),
            2,
            "A move may take 45 seconds; between two players the clock only shows the time.",
        ),
        (
            Policy(move_limit_s=45),
            3,
            f"{CLOCK} If the player has hidden cards, the others are asked how to continue. "
            "Where only one other person plays, the clock only shows the time.",
        ),
        (
            Policy(move_limit_s=45, escrow_t=2),
            3,
            f"{CLOCK} The player's hand is opened for it. "
            "Where only one other person plays, the clock only shows the time.",
        ),
    ],
)
def test_the_line_of_the_clock_says_what_happens_when_time_is_over(
    policy: Policy, seats: int, line: str
) -> None:
    assert policy_lines(policy, seats)[-1] == line


def test_every_option_that_will_be_offered_has_its_words() -> None:
    for seats in (2, 3, 10):
        for option in _all_options(seats):
            assert option.title and option.about.endswith(".")
            assert not option.titles or len(option.titles) == len(option.choices)


@pytest.mark.parametrize(
    ("seats", "end"),
    [(2, "the game ends there, without a result"), (4, "the game ends and is scored as it stands")],
)
def test_the_choice_to_end_a_game_early_says_how_it_is_scored(seats: int, end: str) -> None:
    option = next(each for each in options_for(seats) if each.key == "absent")

    assert option.worded("end") == end
    assert policy_lines(policy_for({"absent": "end"}, seats), seats)[0].endswith(f"if nobody objects, {end}.")
    assert ("without a result" in end) is (
        "without a result" in means(AbsentChoice.END, "Ben", are_two=seats == 2)
    )
