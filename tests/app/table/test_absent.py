"""A table whose players go: the news, the questions, and the effects of the answers."""

from __future__ import annotations

import pytest

from app.absence import AbsentChoice, AbsentWhy, Adjourned, Decided
from app.keep.record_file import write_record_file
from app.messages import Presence, PresenceState, Trouble
from app.records.summary import extent_text
from app.records.verify import verify_record
from app.table.missing.company import Company
from net.agreement.effects import Went
from net.wire.bodies import Going
from net.wire.genesis import Absent, Policy
from rules.api import Left, Moved
from tests.support.catalogue import GAMES
from tests.support.parlour import seeded
from tests.support.parting import Parting
from tests.support.quick import quick_only
from tests.support.simulated_table import saved

pytestmark = pytest.mark.usefixtures("open_group")

WAIT, STAND_IN, LEAVE_OUT, ADJOURN, END = AbsentChoice


def plump(seats: int = 3, **more: object) -> Parting:
    return Parting(GAMES["plump"], seats, {"length": "short"}, **more)  # type: ignore[arg-type]


def test_those_who_stay_leave_out_a_player_who_is_gone_and_play_to_the_end() -> None:
    table = plump()
    table.play_until("move")
    table.wants = {0: LEAVE_OUT, 2: LEAVE_OUT}
    table.kill(table.seated[1])
    assert table.run(lambda: table.is_over)

    for seat in (0, 2):
        away = [each.seconds for each in table.guests[seat].all(Presence) if each.state is PresenceState.AWAY]
        assert away[:3] == [6, 7, 8]
        [decided] = table.guests[seat].all(Decided)
        assert (decided.seats, decided.choice) == ((1,), LEAVE_OUT) and "Ben" in decided.text
    assert saved(table, 0).records == saved(table, 2).records


def test_a_player_whose_messages_come_through_others_is_not_away() -> None:
    """Two seats reach each other only by others: a plate once counted up, and then never moved again."""
    sim = plump()
    sim.play_until("move")
    absences, table = sim.guests[0].absences, sim.seated[0].running.table
    absences.down(1, sim.now)
    absences.tick(sim.now)
    table.heads.brought(1, sim.now)
    table.heads._near.discard(1)
    absences.tick(sim.now + 1)

    states = [each.state for each in sim.guests[0].all(Presence) if each.seat == 1]
    assert states[-2:] == [PresenceState.AWAY, PresenceState.BACK]


def test_a_moment_of_silence_does_not_count_as_away() -> None:
    with pytest.raises(ValueError, match="at least a second"):
        Presence(1, PresenceState.AWAY)


def test_a_player_who_leaves_is_asked_about_at_once_and_is_not_called_away() -> None:
    table = plump()
    table.play_until("move")
    table.leave(table.seated[1])
    assert table.run(lambda: table.asked(0) is not None, limit_s=2.0)

    asked = table.asked(0)
    assert asked is not None and [(each.seat, each.why) for each in asked.missing] == [(1, AbsentWhy.LEFT)]
    states = [each.state for each in table.guests[0].all(Presence) if each.seat == 1]
    assert states[-1] is PresenceState.LEFT and PresenceState.AWAY not in states
    table.wants = {0: LEAVE_OUT, 2: LEAVE_OUT}
    assert table.run(lambda: table.is_over)
    assert Left(1, "left") in [each for news in table.seated[0].news for each in news.events]  # type: ignore[arg-type]


def test_a_goodbye_that_was_passed_on_after_the_return_counts_for_eight_seconds() -> None:
    """The player is here: a link that stays up for longer than its timeout shows that it was an older one."""
    sim = plump()
    sim.play_until("move")
    absences = sim.guests[0].absences
    absences.take(Went(1, Going.FOR_NOW), sim.now)
    said = []
    for later in (0.0, 7.9, 8.0):
        absences.tick(sim.now + later)
        said.append([each.state for each in sim.guests[0].all(Presence) if each.seat == 1][-1])

    assert said == [PresenceState.LEFT, PresenceState.LEFT, PresenceState.BACK]


def test_different_votes_decide_nothing_and_are_shown() -> None:
    table = plump(4)
    table.play_until("move")
    table.wants = {0: LEAVE_OUT, 2: END}
    table.kill(table.seated[1])
    table.run(lambda: False, limit_s=25.0)

    asked = table.asked(3)
    assert asked is not None
    assert [(each.seat, each.choice) for each in asked.ballots] == [(0, LEAVE_OUT), (2, END)]
    assert all(table.seated[seat].running.table.log.v == 0 for seat in (0, 2, 3))


@pytest.mark.parametrize("votes", [pytest.param((0,), marks=pytest.mark.slow), (0, 2)])
def test_a_vote_is_taken_back_when_everybody_is_there_again(votes: tuple[int, ...]) -> None:
    table = plump(4)
    table.play_until("move")
    table.wants = dict.fromkeys(votes, LEAVE_OUT)
    table.kill(table.seated[1])
    assert table.run(lambda: table.asked(0) is not None and table.asked(0).own is not None, limit_s=60.0)  # type: ignore[union-attr]
    table.wants = {}
    table.boot(table.seated[1])
    assert table.run(lambda: table.is_over)

    assert table.seated[0].running.table.log.act == (0, 1, 2, 3)
    assert table.guests[0].all(Decided)[0].choice is None


def test_the_agreed_choice_is_made_automatically() -> None:
    table = plump(policy=Policy(gone_after_s=10, absent=Absent.LEAVE_OUT))
    table.play_until("move")
    table.kill(table.seated[1])
    assert table.run(lambda: table.is_over)

    assert table.guests[0].all(Decided)[0].choice is LEAVE_OUT


@pytest.mark.parametrize(("absent", "choice"), [(Absent.LEAVE_OUT, LEAVE_OUT), (Absent.STAND_IN, STAND_IN)])
def test_a_player_whom_the_others_left_out_is_not_reported_as_back(
    absent: Absent, choice: AbsentChoice
) -> None:
    table = plump(policy=Policy(gone_after_s=10, absent=absent, escrow_t=2))
    table.play_until("move")
    table.kill(table.seated[1])
    assert table.run(lambda: table.is_over)

    for guest in (0, 2):
        assert [each.choice for each in table.guests[guest].all(Decided)] == [choice]


def test_an_objection_stops_the_agreed_choice() -> None:
    table = plump(policy=Policy(gone_after_s=10, absent=Absent.LEAVE_OUT))
    table.play_until("move")
    table.wants = {0: WAIT}
    table.kill(table.seated[1])
    table.run(lambda: False, limit_s=40.0)

    assert table.seated[0].running.table.log.changes.voted == 0 and table.seated[2].running.table.log.v == 0


def test_bots_vote_as_the_player_who_runs_them() -> None:
    table = plump(4, runners=(None, None, 0, 0))
    table.play_until("move")
    table.wants = {0: LEAVE_OUT}
    table.kill(table.seated[1])

    assert table.run(lambda: table.is_over)


def test_bots_without_their_player_vote_with_the_people_who_are_left() -> None:
    table = plump(4, runners=(None, 0, None, 0))
    table.play_until("move")
    table.wants = {2: LEAVE_OUT}
    table.kill(table.seated[0])

    assert table.run(lambda: table.is_over)


def test_bots_that_nobody_here_runs_vote_with_the_people() -> None:
    """Two such bots are no majority against the one person who is there."""
    company = Company(
        ("Ann", "Ben", "Cat", "Dan"), (None,) * 4, Policy(), is_bot=True, bots=frozenset({1, 2})
    )
    assert company.persons((0, 1, 2)) == [0]
    table = plump(4, is_bot=True, bots=frozenset({1, 2}))
    table.play_until("move")
    table.wants = {0: LEAVE_OUT}
    table.kill(table.seated[3])

    assert table.run(lambda: table.seated[0].running.table.log.act == (0, 1, 2), limit_s=60.0)


def test_bots_do_not_wait_for_somebody_who_left_while_another_was_to_come_back() -> None:
    """They had voted for all four, the leaver had not; then each of them followed the others' old votes."""
    policy = Policy(gone_after_s=10, absent=Absent.STAND_IN, escrow_t=2)
    table = plump(4, policy=policy, is_bot=True)
    table.think_s = 2.0
    table.play_until("move")
    table.kill(table.seated[2])
    assert table.run(lambda: table.seated[0].running.table.log.act == (0, 1, 3), limit_s=60.0)
    table.guests[3].absences._take_back = lambda now: None  # type: ignore[method-assign]
    table.boot(table.seated[2])
    stay = [table.seated[seat] for seat in (0, 1, 2)]
    assert table.run(lambda: all(each.running.table.log.changes.voted == 2 for each in stay), limit_s=60.0)
    table.leave(table.seated[3])

    assert table.run(lambda: all(each.running.table.log.act == (0, 1, 2) for each in stay), limit_s=60.0)


def test_one_player_can_adjourn_the_game_for_all() -> None:
    table = plump()
    table.play_until("move")
    table.kill(table.seated[1])
    assert table.run(lambda: table.asked(2) is not None, limit_s=60.0)
    table.wants = {0: ADJOURN}
    table.run(lambda: False, limit_s=5.0)

    assert [table.guests[seat].absences.over is not None for seat in (0, 2)] == [True, True]
    assert ["Ann" in each.text for each in table.guests[2].all(Adjourned)] == [True]


def test_the_game_cannot_be_adjourned_while_nobody_is_missing() -> None:
    """A seat that adjourns is the one that goes: otherwise one liar could close every table."""
    table = plump()
    table.play_until("move")
    table._do(table.seated[1], lambda session: session.leave(Going.ADJOURNING, table.now))
    table.run(lambda: False, limit_s=2.0)

    assert table.guests[0].absences.over is None and not table.guests[0].all(Adjourned)
    assert table.asked(0) is not None


def test_a_goodbye_that_arrives_after_the_return_is_soon_taken_back() -> None:
    """Seat 1 has left and come back; its goodbye from before reaches seat 0 only after the return."""
    table = plump()
    table.play_until("move")
    table.sits = {0, 1, 2}
    table.heard(table.seated[0], Went(1, Going.ADJOURNING, 1, b"", is_late=False))
    table.run(lambda: False, limit_s=4.0)
    assert table.asked(0) is not None, "it may be true"

    table.run(lambda: False, limit_s=6.0)
    states = [each.state for each in table.guests[0].all(Presence) if each.seat == 1]
    assert states[-2:] == [PresenceState.LEFT, PresenceState.BACK]
    assert table.guests[0].absences.question is None


def test_all_can_end_the_game_and_the_record_says_so() -> None:
    table = plump()
    table.play_until("move")
    table.wants = {0: END, 2: END}
    table.kill(table.seated[1])
    assert table.run(lambda: table.is_over, limit_s=60.0)

    assert all(table.seated[seat].running.replica.is_ended for seat in (0, 2))
    outcome = table.seated[0].running.replica.outcome
    assert outcome is not None and outcome == table.seated[0].running.replica.state.standing()
    verdict = verify_record(write_record_file(saved(table, 0)))
    assert verdict.problem == "" and verdict.is_ended and verdict.outcome == outcome
    text = extent_text(verdict)
    assert "the others ended the game" in text and "players ended the game early" in text
    table.boot(table.seated[1])
    assert table.run(lambda: table.is_over, limit_s=20.0)


def test_the_one_who_stays_of_two_may_wait_adjourn_or_end_the_game_here() -> None:
    table = plump(2)
    table.play_until("move")
    table.kill(table.seated[1])
    assert table.run(lambda: table.asked(0) is not None, limit_s=60.0)

    asked = table.asked(0)
    assert asked is not None
    assert [each.choice for each in asked.offered if not each.hindrance] == [WAIT, ADJOURN, END]
    table.wants = {0: END}
    table.run(lambda: False, limit_s=2.0)
    over = table.guests[0].absences.over
    assert over is not None and over.for_good


def moves_of(table: Parting, seat: int) -> int:
    """Number of a seat's moves that the first one has been told of."""
    events = [event for news in table.seated[0].news for event in news.events]
    return sum(isinstance(event, Moved) and event.seat == seat for event in events)


@pytest.mark.parametrize(("game", "seats"), [("plump", 3), ("kings", 4)])
def test_a_stand_in_plays_for_a_missing_player_until_the_return(game: str, seats: int) -> None:
    """A stand-in plays while no card lies closed: between two deals of Plump, in Kings before the deal."""
    options = {"length": "short"} if game == "plump" else {}
    table = Parting(GAMES[game], seats, options)
    table.play_until("open")
    table.think_s = 0.5
    stay = [seat for seat in range(seats) if seat != 1]
    table.wants = dict.fromkeys(stay, STAND_IN)
    table.kill(table.seated[1])
    assert table.run(lambda: 1 in table.seated[0].running.replica.here.stand_ins, limit_s=60.0)
    assert table.run(lambda: moves_of(table, 1) > 2, limit_s=200.0), "the rule plays"
    table.think_s = 1.0
    table.boot(table.seated[1])
    assert table.run(lambda: not table.seated[0].running.replica.here.stand_ins, limit_s=60.0), "it is back"
    k = table.seated[0].running.table.log.k
    assert table.run(lambda: min(each.running.table.log.k for each in table.seated) > k + 3), "it plays on"

    assert table.guests[1].all(Decided)[-1].seats == (1,)
    assert saved(table, 0).records[:k] == saved(table, 1).records[:k]


def vanished_at_a_coin(t: int) -> Parting:
    """Ben vanishes while a number is drawn, and a rule plays for him; then his program is here again."""
    table = plump(4, policy=Policy(gone_after_s=10, escrow_t=t))
    table.play_until("coin")
    table.think_s = 0.5
    table.wants = dict.fromkeys((0, 2, 3), STAND_IN)
    table.kill(table.seated[1])
    assert table.run(lambda: all(table.guests[seat].all(Decided) for seat in (0, 2, 3)), limit_s=60.0)
    table.boot(table.seated[1])
    return table


def test_a_player_gone_while_a_number_was_drawn_comes_back_with_the_next_deal_and_all_are_told() -> None:
    table = vanished_at_a_coin(t=0)
    for seat in (0, 2, 3):
        [decided] = table.guests[seat].all(Decided)
        assert decided.text.endswith(
            " A number was being drawn. It is drawn again without Ben, who may have seen the first number, "
            "and so Ben plays again with the next deal at the earliest."
        )
    table.play_until("move")
    number = table.seated[0].running.replica.deal.number
    away: set[bool] = set()

    def is_back() -> bool:
        replica = table.seated[0].running.replica
        if replica.deal.number == number:
            away.add(1 in replica.here.stand_ins)
        return not replica.here.stand_ins

    assert table.run(is_back, limit_s=300.0)
    assert away == {True} and table.seated[0].running.replica.deal.number > number


def test_with_keys_in_escrow_the_same_number_is_drawn_and_the_player_comes_back_at_once() -> None:
    table = vanished_at_a_coin(t=2)
    assert "drawn" not in table.guests[0].all(Decided)[0].text
    number = table.seated[0].running.replica.deal.number

    assert table.run(lambda: not table.seated[0].running.replica.here.stand_ins, limit_s=10.0)
    assert table.seated[0].running.replica.deal.number <= number + 2


def test_if_a_player_leaves_while_a_number_is_drawn_the_decision_says_that_it_is_drawn_again() -> None:
    """In the middle of Reef Encounter cards lie closed: the shares that Ben left behind open them, but not
    the number, which is drawn again without him."""
    table = Parting(GAMES["reef"], 4)
    table.think_s = 0.2
    table.play_until("move")
    table.play_until("coin")
    assert table.seated[0].running.replica.deal.cards
    table.wants = dict.fromkeys((0, 2, 3), LEAVE_OUT)
    table.leave(table.seated[1])
    assert table.run(lambda: all(table.guests[seat].all(Decided) for seat in (0, 2, 3)), limit_s=60.0)
    assert (
        table.guests[0]
        .all(Decided)[0]
        .text.endswith(
            " A number was being drawn. It is drawn again without Ben, who may have seen the first number."
        )
    )
    k = table.seated[0].running.table.log.k

    assert table.run(lambda: all(table.seated[seat].running.table.log.k > k + 10 for seat in (0, 2, 3)))
    assert verify_record(write_record_file(saved(table, 0))).problem == ""


@pytest.mark.parametrize("game", quick_only(("cahoots", "matriculation"), "matriculation"))
def test_the_others_go_on_at_once_without_a_player_who_leaves_during_a_deal(game: str) -> None:
    """Cards lie closed, and nobody holds parts of keys: the leaver has left its shares behind."""
    table = Parting(GAMES[game], 3)
    table.think_s = 0.2
    table.play_until("move")
    table.wants = {0: LEAVE_OUT, 2: LEAVE_OUT}
    table.leave(table.seated[1])
    assert table.run(lambda: table.seated[0].running.table.log.act == (0, 2), limit_s=5.0)
    table.think_s = 0.0
    assert table.run(lambda: table.is_over)

    assert saved(table, 0).records == saved(table, 2).records
    verdict = verify_record(write_record_file(saved(table, 0)))
    assert verdict.problem == "" and verdict.outcome is not None and verdict.outcome.ranks[1] == 3


def test_shares_left_behind_are_sent_again_to_a_restarted_player() -> None:
    table = Parting(GAMES["cahoots"], 4)
    table.think_s = 0.2
    table.play_until("move")
    table.leave(table.seated[1])
    table.run(lambda: False, limit_s=1.0)
    table.kill(table.seated[2])
    table.boot(table.seated[2])
    table.run(lambda: False, limit_s=3.0)
    table.wants = {0: LEAVE_OUT, 2: LEAVE_OUT, 3: LEAVE_OUT}
    assert table.run(lambda: table.seated[2].running.table.log.act == (0, 2, 3), limit_s=10.0)


@pytest.mark.parametrize(("is_decided", "seed"), quick_only([(False, 1), (True, 7)], (True, 7)))
def test_shares_left_behind_survive_restarts_of_all_who_received_them(is_decided: bool, seed: int) -> None:
    """In short games all who stay are started again: before they vote, or after the vote and before the
    shares are written down. Nobody was left to tell them again, and the game could only be ended."""
    table = Parting(GAMES["cahoots"], 3, seed=seed)
    table.think_s = 0.2
    table.play_until("move")
    stay = (table.seated[0], table.seated[2])
    if is_decided:
        table.wants = {0: LEAVE_OUT, 2: LEAVE_OUT}
    table.leave(table.seated[1])
    assert table.run(
        lambda: all(
            each.running.table.log.act == (0, 2) if is_decided else table.asked(each.seat) for each in stay
        ),
        limit_s=10.0,
    )
    if is_decided:
        assert all(each.running.replica.step.kind == "part" for each in stay)
    for each in stay:
        table.kill(each)
    for each in stay:
        table.boot(each)
    table.wants = {0: LEAVE_OUT, 2: LEAVE_OUT}
    assert table.run(lambda: table.seated[0].running.table.log.act == (0, 2), limit_s=15.0)
    table.think_s = 0.0

    assert table.run(lambda: table.is_over)
    assert saved(table, 0).records == saved(table, 2).records


@pytest.mark.parametrize("how", [Going.FOR_NOW, Going.FOR_GOOD])
def test_a_player_who_means_to_come_back_leaves_no_shares_behind(how: Going) -> None:
    """With its shares left behind, the cards that it is dealt on coming back would lie open to the others."""
    table = Parting(GAMES["cahoots"], 3)
    table.think_s = 5.0
    table.play_until("move")
    table._do(table.seated[1], lambda session: session.leave(how, table.time(1)))
    table.kill(table.seated[1])
    assert table.run(lambda: table.asked(0) is not None, limit_s=2.0)

    asked = table.asked(0)
    assert asked is not None and asked.missing[0].why is AbsentWhy.LEFT
    leave_out = next(each for each in asked.offered if each.choice is LEAVE_OUT)
    assert bool(leave_out.hindrance) is (how is Going.FOR_NOW)


def test_wrong_shares_blame_the_leaver_and_cannot_be_used() -> None:
    table = Parting(GAMES["cahoots"], 3)
    table.think_s = 5.0
    table.play_until("move")
    liar = table.seated[1]
    shares = liar.running.dealer.parting(liar.running.replica)
    wrong = shares[:-1] + bytes([shares[-1] ^ 1])
    table._do(
        liar,
        lambda session: session._take(
            session.table.leave(Going.FOR_GOOD, table.time(1), k=session.table.log.k, shares=wrong), 0.0
        ),
    )
    table.kill(liar)
    assert table.run(lambda: table.asked(0) is not None, limit_s=2.0)

    [refused] = table.seated[0].refused
    assert (refused.seat, refused.is_author, refused.error.reason) == (1, True, "bad-proof")
    asked = table.asked(0)
    assert asked is not None and next(each for each in asked.offered if each.choice is LEAVE_OUT).hindrance


def test_a_player_who_comes_back_to_an_empty_table_reads_what_that_may_mean() -> None:
    table = plump()
    table.play_until("move")
    for seated in table.seated:
        table.kill(seated)
    table.boot(table.seated[1])
    table.run(lambda: False, limit_s=9.0)
    assert not table.guests[1].all(Trouble)
    table.run(lambda: False, limit_s=30.0)

    [trouble] = table.guests[1].all(Trouble)
    assert "Nobody at this table answers" in trouble.text and not trouble.ends
    assert "If they have ended the game or gone on without you," in trouble.text


def test_nobody_closes_while_a_player_who_was_behind_is_catching_up() -> None:
    table = plump()
    table.play_until("move")
    table.wants = {0: LEAVE_OUT, 2: LEAVE_OUT}
    table.kill(table.seated[1])
    assert table.run(lambda: table.is_over)
    absences = table.guests[0].absences
    assert not absences.is_followed, "nobody waits for who is not there"
    table.boot(table.seated[1])
    assert absences.is_followed

    assert table.run(lambda: not table.seated[1].running.replica.actors, limit_s=20.0)
    assert table.run(lambda: not absences.is_followed, limit_s=5.0)


def test_a_player_who_comes_back_after_the_end_of_the_game_learns_it_from_the_others() -> None:
    table = plump()
    table.play_until("move")
    table.wants = {0: LEAVE_OUT, 2: LEAVE_OUT}
    table.kill(table.seated[1])
    assert table.run(lambda: table.is_over)
    table.kill(table.seated[0])
    table.boot(table.seated[1])
    assert table.run(lambda: not table.seated[1].running.replica.actors, limit_s=20.0)

    assert saved(table, 1).records == saved(table, 2).records
    assert not table.guests[1].all(Trouble)
    assert "went on without you" in table.guests[1].all(Decided)[-1].text


def test_equal_keys_are_reported_once_with_the_names_of_both_players() -> None:
    table = plump()
    for seat in (0, 1):
        table.seated[seat].running.dealer._randomness = seeded("the same")
    assert table.run(lambda: all(each.running.replica.here.twins for each in table.seated))
    table.seated[0].running.dealer._randomness = seeded("another")
    table.play_until("move")
    table.run(lambda: False, limit_s=3.0)

    for guest in table.guests.values():
        [told] = [each.text for each in guest.all(Trouble)]
        assert told.startswith(
            "Ann and Ben have the same key, so they could see each other's cards. Everybody makes a new key."
        )
