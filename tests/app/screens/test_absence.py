"""Missing players, questions and clocks, as a player is told of them."""

from __future__ import annotations

import pytest

from app.messages import (
    AbsentChoice,
    AbsentWhy,
    Asked,
    Ballot,
    Decided,
    Missing,
    Offered,
    Paused,
    Presence,
    PresenceState,
    TurnClock,
)
from app.screens.absence import ALONE, AbsenceModel, absences_of, minutes
from app.screens.seats import HERE, MarkKind, SeatMark
from net.wire.genesis import Policy
from tests.support.values import replace
from tests.support.window import Story

NAMES = ("Lisa", "Ann", "Bo", "Bot Cy")
OFFERS = (
    Offered(AbsentChoice.WAIT, "Nothing happens."),
    Offered(AbsentChoice.STAND_IN, "A rule plays.", "nobody can open the cards"),
    Offered(AbsentChoice.LEAVE_OUT, "The round is dealt again."),
    Offered(AbsentChoice.ADJOURN, "The table closes."),
    Offered(AbsentChoice.END, "The game is scored as it stands."),
)


def absences(**more: int) -> AbsenceModel:
    return AbsenceModel(NAMES, 0, frozenset({3}), **more)


def asked(why: AbsentWhy = AbsentWhy.GONE, seconds: int = 31, **more: object) -> Asked:
    return Asked((Missing(1, why, seconds),), OFFERS, **more)  # type: ignore[arg-type]


def test_the_seconds_that_a_player_is_away_are_counted_on_the_plate_and_in_the_status() -> None:
    made = absences()

    assert made.take(Presence(1, PresenceState.AWAY, 6)) == "Ann is away. The game waits."
    assert made.mark(1) == SeatMark(MarkKind.AWAY, "away, 0:06") and made.mark(2) == HERE
    assert made.line == "Ann is away, 0:06. The game waits; after 0:30 you are asked how to continue."
    assert made.take(Presence(1, PresenceState.AWAY, 25)) == "", "the log is told once"
    assert made.line.startswith("Ann is away, 0:25.")
    assert made.take(Presence(1, PresenceState.BACK)) == "Ann is back."
    assert made.line == "" and made.mark(1) == HERE


@pytest.mark.parametrize("others", [1, 2])
def test_every_plate_says_that_the_others_hold_parts_of_the_keys(others: int) -> None:
    info = replace(Story().info, policy=Policy(escrow_t=others))
    made = absences_of(info)
    assert absences_of(Story().info).mark(0) == HERE
    assert made.mark(0) == made.mark(2) == SeatMark(is_split=True)
    assert made.mark(1).spoken == "the others together can open its cards"
    made.take(Presence(1, PresenceState.AWAY, 6))

    assert made.mark(1).spoken == "away, 0:06, the others together can open its cards"
    assert absences_of(replace(info, policy=Policy())).mark(0) == HERE


def test_a_player_who_has_left_is_not_said_to_be_away() -> None:
    made = absences()
    made.take(Presence(1, PresenceState.AWAY, 6))

    assert made.take(Presence(1, PresenceState.LEFT)) == "Ann has left."
    assert made.take(Presence(1, PresenceState.LEFT)) == ""
    assert made.mark(1) == SeatMark(MarkKind.LEFT, "has left")
    assert made.line == "Ann has left."


@pytest.mark.parametrize(
    ("why", "title"),
    [
        (AbsentWhy.GONE, "Ann is away, 0:31."),
        (AbsentWhy.SLOW, "Ann's time for this move is up."),
        (AbsentWhy.LEFT, "Ann has left."),
        (AbsentWhy.VOTELESS, "Ann has not voted with the majority yet (0:31)."),
        (AbsentWhy.FICKLE, "Ann has taken back a vote 0 times."),
        (AbsentWhy.SILENT, "The game waits for Ann's program, 0:31."),
        (AbsentWhy.PROVEN, "It is proven that Ann's program has signed something false."),
    ],
)
def test_the_question_says_who_is_missing_and_why(why: AbsentWhy, title: str) -> None:
    made = absences()

    assert made.take(asked(why)) == f"{title} How do we continue?"
    assert made.take(asked(why, seconds=32)) == "", "a question is said aloud once"
    assert made.question is not None


def test_every_choice_has_a_button_its_meaning_and_the_reason_against_it() -> None:
    made = absences()
    made.take(asked())
    assert made.question is not None
    ways = {each.choice: each for each in made.question.ways}

    assert [each.words for each in made.question.ways] == [
        "Wait", "Let a rule play for Ann", "Go on without Ann", "Adjourn", "End the game",
    ]  # fmt: skip
    assert ways[AbsentChoice.STAND_IN].hindrance == "nobody can open the cards"
    assert ways[AbsentChoice.STAND_IN].spoken == (
        "Let a rule play for Ann. A rule plays. Not possible: nobody can open the cards"
    )
    assert made.question.note == "The game continues as everyone present chooses. Bo has not chosen yet."


def test_votes_of_the_others_and_the_players_own_are_shown() -> None:
    made = absences()
    ballots = (Ballot(2, AbsentChoice.END), Ballot(3, AbsentChoice.END))
    made.take(asked(ballots=ballots, own=AbsentChoice.LEAVE_OUT))
    assert made.question is not None
    ways = {each.choice: each for each in made.question.ways}

    assert ways[AbsentChoice.END].votes == "Bo and Bot Cy want this."
    assert ways[AbsentChoice.LEAVE_OUT].is_own and "Your choice." in ways[AbsentChoice.LEAVE_OUT].spoken
    assert made.question.note == "The game continues as everyone present chooses."


def test_the_automatic_choice_counts_down_and_can_be_objected_to() -> None:
    made = absences()
    made.take(asked(preselected=AbsentChoice.LEAVE_OUT, in_s=7))
    assert made.question is not None
    ways = {each.choice: each for each in made.question.ways}

    assert ways[AbsentChoice.LEAVE_OUT].words == "Go on without Ann (by itself in 0:07)"
    assert ways[AbsentChoice.LEAVE_OUT].is_coming
    assert ways[AbsentChoice.WAIT].words == "Not yet: wait"
    made.take(asked(preselected=AbsentChoice.LEAVE_OUT, own=AbsentChoice.WAIT))
    assert made.question is not None and made.question.ways[0].words == "Wait"
    assert not any(each.is_coming for each in made.question.ways)


def test_two_missing_players_are_both_named() -> None:
    made = absences()
    made.take(Asked((Missing(1, AbsentWhy.LEFT, 3), Missing(2, AbsentWhy.GONE, 40)), OFFERS))

    assert made.question is not None
    assert made.question.title == "Ann has left. Bo is away, 0:40. How do we continue?"
    assert made.question.ways[2].words == "Go on without Ann and Bo"
    assert made.question.note == "Bots vote as you do."


def test_at_a_table_of_two_the_question_waits_for_no_votes() -> None:
    made = AbsenceModel(("Lisa", "Ann"), 0)
    made.take(asked())

    assert made.question is not None and made.question.note == ""


def test_a_player_without_a_majority_is_warned_except_at_a_table_of_two() -> None:
    for names, note in ((("Lisa", "Ann"), ""), (("Lisa", "Ann", "Bo"), ALONE)):
        made = AbsenceModel(names, 0)
        made.take(asked(are_enough=False, is_half=False))

        assert made.question is not None and made.question.note == note


def test_a_stand_in_is_marked_until_its_player_is_back() -> None:
    made = absences()
    made.take(Presence(1, PresenceState.AWAY, 40))
    made.take(asked())
    text = "A rule plays for Ann until Ann is back."

    assert made.take(Decided((1,), AbsentChoice.STAND_IN, text)) == text
    assert made.question is None and made.decided == text
    assert made.mark(1) == SeatMark(MarkKind.STAND_IN, "a rule plays")
    assert made.line == "" and made.about(1) == "a rule plays for Ann"
    assert made.take(Presence(1, PresenceState.AWAY, 41)) == "", "nobody waits for Ann any more"
    made.take(Decided((1,), None, "Ann is back and plays again."))
    assert made.mark(1) == HERE and made.decided == "Ann is back and plays again."


def test_a_clock_runs_on_the_plate_of_the_mover_and_warns_at_a_quarter() -> None:
    made = absences(move_limit_s=60)
    made.take(TurnClock(1, 16, is_over=False))
    assert made.mark(1) == SeatMark(clock="0:16") and made.clock_line == ""
    made.take(TurnClock(1, 15, is_over=False))
    assert made.mark(1).is_late
    made.take(TurnClock(0, 0, is_over=True))
    assert made.clock_line == "Your time is up" and made.mark(1) == HERE
    made.next_turn()
    assert made.clock_line == ""


def test_a_pause_is_asked_for_agreed_to_and_ended() -> None:
    made = absences(move_limit_s=60)
    made.take(TurnClock(0, 40, is_over=False))
    assert made.pausing is None
    assert made.take(Paused((2,), is_paused=False)) == ""
    assert made.pausing is not None and made.pausing.text.startswith("Bo would like a pause")
    assert made.pausing.wanted
    made.take(Paused((0, 2), is_paused=False))
    assert made.pausing is not None and not made.pausing.wanted
    assert made.take(Paused((), is_paused=True)) == "The game is paused."
    assert made.pausing is not None and made.pausing.button == "Continue" and made.clock_line == ""
    assert made.take(Paused((), is_paused=False)) == "The game goes on: the clock runs again."
    assert made.pausing is None


def test_after_the_end_nobody_is_reported_missing() -> None:
    made = absences()
    made.take(Presence(1, PresenceState.AWAY, 9))
    made.take(asked())
    made.forget()

    assert made.question is None and made.line == "" and made.mark(1) == HERE


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (25, "0:25"), (60, "1:00"), (3605, "60:05")])
def test_times_are_written_in_words(seconds: int, text: str) -> None:
    assert minutes(seconds) == text


def test_a_question_is_asked_again_only_for_other_missing_players() -> None:
    made = absences()
    assert made.take(asked()) != "" == made.take(asked(seconds=40))
    both = (Missing(1, AbsentWhy.GONE, 40), Missing(2, AbsentWhy.LEFT, 0))
    more = replace(asked(seconds=40), missing=both)

    assert made.take(more).startswith("Ann is away, 0:40. Bo has left.")


def test_the_status_promises_the_question_until_it_is_due_or_asked() -> None:
    made, promise = absences(gone_after_s=30), "you are asked how to continue"
    made.take(Presence(1, PresenceState.AWAY, 29))
    assert promise in made.line
    made.take(Presence(2, PresenceState.AWAY, 30))
    assert made.line == "Ann is away, 0:29; Bo is away, 0:30."
    made.take(Presence(2, PresenceState.HERE))
    assert promise in made.line
    made.take(asked())
    assert made.line == "Ann is away, 0:29."
    made.take(Presence(2, PresenceState.LEFT))
    assert made.line == "Ann is away, 0:29; Bo has left."


@pytest.mark.parametrize(
    ("paused", "text", "button", "wanted"),
    [
        (Paused((), is_paused=True), "The game is paused: no clock runs.", "Continue", False),
        (Paused((0, 1), is_paused=False), "You have asked for a pause.", "No pause after all", False),
        (Paused((1, 2), is_paused=False), "Ann and Bo would like a pause:", "Agree to the pause", True),
    ],
)
def test_a_pause_offers_to_agree_to_it_to_withdraw_it_or_to_continue(
    paused: Paused, text: str, button: str, wanted: bool
) -> None:
    made = absences(move_limit_s=60)
    made.take(paused)
    offer = made.pausing

    assert offer is not None and offer.text.startswith(text)
    assert (offer.button, offer.wanted) == (button, wanted)
    made.take(Paused((), is_paused=False))
    assert made.pausing is None


def test_a_clock_stands_still_while_the_game_is_paused_and_never_shows_less_than_zero() -> None:
    made = absences(move_limit_s=60)
    for left, is_late in ((16, False), (15, True), (-3, True)):
        made.take(TurnClock(0, left, is_over=False))
        assert made.mark(0).is_late is is_late
    assert made.clock_line == "Hurry: 0:00 left"
    made.take(Paused((), is_paused=True))
    assert made.clock_line == "" and not made.mark(0).clock
    made.take(Paused((), is_paused=False))
    made.take(TurnClock(1, 30, is_over=False))
    assert made.clock_line == "" and made.mark(1).clock == "0:30"


@pytest.mark.parametrize(
    ("more", "note"),
    [
        ({}, "The game continues as everyone present chooses. Bo has not chosen yet."),
        ({"ballots": (Ballot(2, AbsentChoice.END),)}, "The game continues as everyone present chooses."),
        ({"are_enough": False}, ALONE),
        (
            {"are_enough": False, "is_half": True},
            "The game continues as everyone present chooses. Bo has not chosen yet.",
        ),
        ({"offered": OFFERS[:2]}, ""),
        (
            {"missing": (Missing(1, AbsentWhy.GONE, 31), Missing(2, AbsentWhy.LEFT, 0))},
            "Bots vote as you do.",
        ),
    ],
)
def test_the_note_below_the_question_says_who_decides(more: dict[str, object], note: str) -> None:
    made = absences()
    made.take(replace(asked(), **more))  # type: ignore[arg-type]

    assert made.question is not None and made.question.note == note


def test_a_choice_that_opens_later_says_when_unless_it_is_automatic() -> None:
    later = Offered(AbsentChoice.END, "The game is scored.", "Possible in 1:00.", is_later=True)
    made = absences()
    made.take(replace(asked(), offered=(later,)))
    (way,) = made.question.ways  # type: ignore[union-attr]
    assert way.about == "The game is scored. Possible in 1:00."
    assert way.spoken == "End the game. The game is scored. Possible in 1:00."

    made.take(replace(asked(), offered=(later,), preselected=AbsentChoice.END, in_s=60))
    (way,) = made.question.ways  # type: ignore[union-attr]
    assert way.about == "The game is scored."
    assert way.words == "End the game (by itself in 1:00)"


def test_a_player_who_is_back_or_left_out_is_not_shown_as_missing() -> None:
    for choice, missing in (
        (None, (2,)),
        (AbsentChoice.LEAVE_OUT, (2,)),
        (AbsentChoice.STAND_IN, (2,)),
        (AbsentChoice.ADJOURN, (1, 2)),
    ):
        made = absences()
        made.take(Presence(1, PresenceState.AWAY, 5))
        made.take(Presence(2, PresenceState.LEFT))
        assert made.take(Decided((1,), choice, "So be it.")) == made.decided == "So be it."
        assert made.missing == missing
        assert made.asked is None and made.question is None


def test_a_player_who_is_left_out_is_not_listed_as_connected() -> None:
    made = absences()
    made.take(Presence(1, PresenceState.LEFT))
    made.take(Decided((1,), AbsentChoice.LEAVE_OUT, "The others go on without Ann."))

    assert made.about(1) == "out of the game" and made.about(2) == ""


def test_nobody_waits_for_a_player_who_is_left_out() -> None:
    """Its plate once counted on, and the line said that the game waits for it."""
    made = absences()
    made.take(Presence(1, PresenceState.AWAY, 5))
    made.take(Decided((1,), AbsentChoice.LEAVE_OUT, "The others go on without Ann."))
    for state, seconds in ((PresenceState.AWAY, 7), (PresenceState.LEFT, 0), (PresenceState.BACK, 0)):
        assert made.take(Presence(1, state, seconds)) == ""
        assert made.line == "" and made.missing == ()
        assert made.mark(1) == SeatMark(MarkKind.LEFT, "is out")


@pytest.mark.parametrize("seconds", [0, -3])
def test_no_time_is_shown_as_less_than_zero(seconds: int) -> None:
    """Clocks of two computers differ."""
    made = absences(move_limit_s=40)
    made.take(TurnClock(0, seconds, is_over=False))
    assert made.clock_line == "Hurry: 0:00 left"
    made.take(asked(seconds=seconds))
    assert made.question is not None and made.question.title == "Ann is away, 0:00. How do we continue?"
