"""The question how to continue, as players read it: who is missing, what each choice does, the countdown."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.absence import AbsentChoice, Asked, Decided
from app.messages import Presence, PresenceState
from net.errors import LocalError
from net.machine import Choice, TableView
from net.wire.genesis import Absent, Half, Policy
from tests.support.catalogue import GAMES
from tests.support.parting import Parting

pytestmark = pytest.mark.usefixtures("open_group")

WAIT, STAND_IN, LEAVE_OUT, ADJOURN, END = AbsentChoice
ADJOURNS = "The table closes for all. You can continue the game later from the lobby."
QUICK = Policy(gone_after_s=10)
FEW = "More than half of the table must be here."


def at_a_move(seats: int, policy: Policy = QUICK) -> Parting:
    """A table at a move that nobody makes."""
    table = Parting(GAMES["plump"], seats, {"length": "short"}, policy=policy)
    table.play_until("move")
    table.sits = {*range(seats)}
    return table


def gone(table: Parting, *seats: int) -> None:
    """These seats vanish; ten seconds later the others are asked."""
    for seat in seats:
        table.kill(table.seated[seat])
    table.run(lambda: False, limit_s=10.25)


def asked(table: Parting, seat: int = 0) -> Asked:
    question = table.guests[seat].absences.question
    assert question is not None
    return question


def offered(question: Asked) -> list[tuple[AbsentChoice, str, str]]:
    return [(each.choice, each.means, each.hindrance) for each in question.offered]


def countdown(told: Sequence[Asked]) -> list[tuple[int, int | None]]:
    """For each question the seconds that the first one is away, and those that are left."""
    return [(each.missing[0].seconds, each.in_s) for each in told]


def test_a_majority_can_choose_everything_that_the_cards_allow() -> None:
    table = at_a_move(5)
    gone(table, 1, 3)

    question = asked(table)
    assert [(each.seat, each.why.value, each.seconds) for each in question.missing] == [
        (1, "gone", 10),
        (3, "gone", 10),
    ]
    assert offered(question) == [
        (WAIT, "Nothing is decided. The game goes on as soon as Ben and Dan can be reached again.", ""),
        (
            STAND_IN,
            "A rule plays for Ben and Dan, with cards that all can see, until Ben and Dan can be reached "
            "again.",
            "Some hidden cards cannot be opened without Ben and Dan.",
        ),
        (LEAVE_OUT, "Ben and Dan are out of this game. The rest play on, as its rules say.", ""),
        (ADJOURN, ADJOURNS, ""),
        (END, "The game is over for all, and scored as it stands. Its record says who was missing.", ""),
    ]
    assert (question.own, question.preselected, question.in_s) == (None, None, None)
    assert (question.ballots, question.is_half, question.are_enough) == ((), False, True)


def test_what_was_agreed_is_counted_down_for_those_who_do_not_object() -> None:
    table = at_a_move(5, Policy(gone_after_s=10, absent=Absent.LEAVE_OUT))
    table.wants = {0: WAIT}
    gone(table, 1, 3)
    table.run(lambda: False, limit_s=12.0)

    assert countdown(table.guests[2].all(Asked)[:11]) == [(10 + at, 10 - at) for at in range(11)]
    first, second, *later = table.guests[0].all(Asked)
    assert (first.own, first.preselected, first.in_s) == (None, LEAVE_OUT, 10)
    assert (second.own, second.preselected, second.in_s) == (WAIT, LEAVE_OUT, None)
    assert [each.missing[0].seconds for each in later[:8]] == [*range(11, 19)], "told again once a second"
    last = asked(table)
    assert [(each.seat, each.choice) for each in last.ballots] == [(2, LEAVE_OUT), (4, LEAVE_OUT)]
    assert [(each.seat, each.choice) for each in asked(table, 2).ballots] == [(4, LEAVE_OUT)]
    assert (asked(table, 2).own, asked(table, 2).in_s) == (LEAVE_OUT, None)

    table.boot(table.seated[1])
    table.boot(table.seated[3])
    table.run(lambda: False, limit_s=1.0)
    assert table.guests[0].all(Decided) == [Decided((1, 3), None, "Ben and Dan are back. The game goes on.")]
    back = [each.seat for each in table.guests[0].all(Presence) if each.state is PresenceState.BACK]
    assert back == [1, 3] and table.guests[0].absences.question is None


def test_another_missing_player_makes_a_new_question() -> None:
    table = at_a_move(5, Policy(gone_after_s=10, absent=Absent.LEAVE_OUT))
    table.wants = {0: WAIT}
    gone(table, 1)
    table.run(lambda: False, limit_s=4.0)
    assert asked(table).own is WAIT
    table.wants = {}
    gone(table, 3)

    question = asked(table)
    assert [each.seat for each in question.missing] == [1, 3]
    assert (question.own, question.in_s) == (None, 10)


def test_a_player_takes_a_vote_back_by_choosing_to_wait() -> None:
    table = at_a_move(5)
    gone(table, 1)
    absences, log = table.guests[0].absences, table.seated[0].running.table.log
    table._do(table.seated[0], lambda session: absences.decide(LEAVE_OUT, table.now))
    assert log.changes.wanted == TableView((0, 2, 3, 4), Choice.LEAVE_OUT)
    table._do(table.seated[0], lambda session: absences.decide(WAIT, table.now))
    table.run(lambda: False, limit_s=1.0)

    assert log.changes.wanted == TableView((0, 1, 2, 3, 4), Choice.GO_ON)
    assert asked(table).own is WAIT and asked(table, 2).ballots == ()


def test_a_player_who_chooses_to_wait_from_the_start_has_cast_no_vote() -> None:
    table = at_a_move(5)
    table.wants = {0: WAIT}
    gone(table, 1)
    table.run(lambda: False, limit_s=1.0)

    assert asked(table).own is WAIT and table.seated[0].running.table.log.changes.voted == 0


def test_without_a_question_no_decision_is_taken() -> None:
    table = at_a_move(3)

    for choice in AbsentChoice:
        with pytest.raises(LocalError, match="nothing is asked"):
            table.guests[0].absences.decide(choice, table.now)
    assert table.guests[0].absences.over is None and not table.guests[0].all(Decided)


@pytest.mark.parametrize(
    ("seats", "away", "who", "was"),
    [
        (2, (1,), "Ben", "Ben was"),
        (4, (1, 2), "Ben and Cat", "Ben and Cat were"),
        (5, (1, 2, 3), "Ben, Cat and Dan", "Ben, Cat and Dan were"),
    ],
)
def test_a_minority_can_wait_adjourn_or_end_the_game_for_itself(
    seats: int, away: tuple[int, ...], who: str, was: str
) -> None:
    table = at_a_move(seats)
    gone(table, *away)

    question = asked(table)
    are = "is" if len(away) == 1 else "are"
    assert offered(question) == [
        (WAIT, f"Nothing is decided. The game goes on as soon as {who} can be reached again.", ""),
        (
            STAND_IN,
            f"A rule plays for {who}, with cards that all can see, until {who} can be reached again.",
            FEW,
        ),
        (LEAVE_OUT, f"{who} {are} out of this game. The rest play on, as its rules say.", FEW),
        (ADJOURN, ADJOURNS, ""),
        (
            END,
            "The game is over here, on this computer, without a result. Its record says how far it got.",
            "",
        ),
    ]
    assert (question.is_half, question.are_enough) == (False, False)
    table._do(table.seated[0], lambda session: table.guests[0].absences.decide(END, table.now))
    over = table.guests[0].absences.over
    assert table.guests[0].all(Decided) == [
        Decided(away, END, f"You have ended the game for yourself. {was} missing.")
    ]
    assert over is not None and over.for_good


@pytest.mark.parametrize(
    ("half", "means", "decided"),
    [
        (Half.WINS, "it is over, and Ben and Dan come last.", "Ben and Dan were gone and come last."),
        (Half.END, "it is over for all who stay, and scored as it stands.", "Ben and Dan were gone."),
    ],
)
def test_half_of_a_table_reads_how_long_until_it_may_end_the_game(
    half: Half, means: str, decided: str
) -> None:
    table = at_a_move(4, Policy(gone_after_s=10, half=half, half_after_min=1))
    gone(table, 1, 3)

    question = asked(table)
    assert [each.hindrance for each in question.offered] == [
        "", FEW, FEW, "", "Possible in 1:00, if they are not back."
    ]  # fmt: skip
    assert [each.is_later for each in question.offered] == [False, False, False, False, True]
    assert question.offered[-1].means == f"As agreed before the game: {means}"
    assert question.offered[2].means.startswith("Ben and Dan are out of this game.")
    assert (question.is_half, question.are_enough, question.preselected) == (True, False, END)
    table.run(lambda: not asked(table).offered[-1].hindrance, limit_s=70.0)
    assert countdown(table.guests[0].all(Asked)) == [(10 + at, 60 - at) for at in range(61)]
    assert not asked(table).offered[-1].is_later
    table.run(lambda: all(table.guests[seat].all(Decided) for seat in (0, 2)), limit_s=5.0)

    for seat in (0, 2):
        assert table.guests[seat].all(Decided) == [
            Decided((1, 3), END, f"The game is over, as agreed before: {decided}")
        ]


def test_two_who_come_back_from_their_stand_ins_are_told_one_by_one() -> None:
    table = Parting(GAMES["plump"], 5, {"length": "short"})
    table.play_until("open")
    table.think_s = 0.5
    table.wants = dict.fromkeys((0, 3, 4), STAND_IN)
    for seat in (1, 2):
        table.kill(table.seated[seat])
    table.run(lambda: bool(table.seated[0].running.replica.here.stand_ins), limit_s=30.0)
    for seat in (1, 2):
        table.boot(table.seated[seat])
    table.run(lambda: not table.seated[0].running.replica.here.stand_ins, limit_s=30.0)
    table.run(lambda: False, limit_s=1.0)

    played = "a rule plays for Ben and Cat until Ben and Cat are back."
    told = {seat: table.guests[seat].all(Decided) for seat in (0, 1)}
    assert told[0][0] == Decided((1, 2), STAND_IN, f"The others have decided: {played}")
    assert told[1][0].text == "While you could not be reached, the others let a rule play for you."
    assert {each.text for each in told[0][1:]} in (
        {"Cat is back. The game goes on.", "Ben is back. The game goes on."},
        {"Ben and Cat are back. The game goes on."},
    )
    assert told[1][-1].text == "You are back in your seat. The log shows what the rule has played for you."
