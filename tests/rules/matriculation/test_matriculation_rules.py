"""The paragraphs of Matriculation's rules and its numbered test cases."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules.api import Face, Left, Outcome, Roll, Rolled, Seat, Show, Shown, Shuffle, Shuffled, Slot, Turn
from rules.driver import LocalTable
from rules.matriculation.cards import (
    COUNTS,
    DECK,
    HOURS,
    NAMES,
    TITLES,
    Kind,
    Setback,
    exception_face,
    fix_face,
    kind,
    setback_face,
    trouble,
)
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.game import MatriculationGame
from rules.matriculation.player import OgreRule
from rules.matriculation.score import Score, outcome, player_score, score
from tests.support.matriculation import desk, player
from tests.support.values import replace

GAME = MatriculationGame()
LEFT = Left(Seat(0), "gone")


def dealt(seats: int = 2, seed: int = 1, **options: str) -> LocalTable:
    return LocalTable(GAME.start(seats, options), seats, Random(seed))


# -- paragraph 1: components ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "counts"),
    [
        ("6h 9h 12h 15h 18h 21h", [10, 10, 8, 15, 5, 3]),
        ("cheating car alarm probation ogre", [3, 3, 3, 4, 3]),
        ("reinstated car-fixed new-alarm gpa-ok fiona", [6] * 5),
        ("sainthood golden-car bulletproof straight-as teachers-pet", [1] * 5),
    ],
)
def test_p1_the_deck_has_these_cards(names: str, counts: list[int]) -> None:
    in_deck = Counter(NAMES[face] for face in DECK)

    assert [in_deck[name] for name in names.split()] == counts


def test_p1_the_deck_has_these_totals_of_each_kind() -> None:
    families = Counter(kind(face) for face in DECK)

    assert families == {Kind.TERM: 51, Kind.SETBACK: 16, Kind.FIX: 30, Kind.EXCEPTION: 5}
    assert len(NAMES) == len(TITLES) == len(HOURS) == len(COUNTS) == 21


@pytest.mark.parametrize(
    ("setback", "fix", "exception"),
    [
        ("cheating", "reinstated", "sainthood"),
        ("car", "car-fixed", "golden-car"),
        ("alarm", "new-alarm", "bulletproof"),
        ("probation", "gpa-ok", "straight-as"),
        ("ogre", "fiona", "teachers-pet"),
    ],
)
def test_p1_every_setback_has_its_fix_and_its_exception(setback: str, fix: str, exception: str) -> None:
    of = Setback[setback.upper()]

    assert [NAMES[face(of)] for face in (setback_face, fix_face, exception_face)] == [setback, fix, exception]
    assert {trouble(face(of)) for face in (setback_face, fix_face, exception_face)} == {of}


def test_p1_a_term_belongs_to_no_setback() -> None:
    with pytest.raises(ValueError, match="6h is a term"):
        trouble(Face(0))


def test_case_1_the_deck_has_this_size_and_this_sum_of_terms() -> None:
    assert len(DECK) == 102
    assert sum(HOURS[face] for face in DECK) == 624


# -- paragraph 2: setup --------------------------------------------------------------------------


def test_p2_seven_cards_each_are_dealt_one_at_a_time_starting_with_the_non_dealer() -> None:
    state = GAME.start(2, {})
    assert state.needs == (Roll(2, "dealer"),)
    state = state.after(Rolled(0))
    assert state.needs == (Shuffle("deck", DECK, (), tuple(map(Slot, range(102))), new_deck=True),)
    state = state.after(Shuffled("deck", tuple(map(Slot, range(102)))))

    non_dealer, dealer = tuple(range(0, 14, 2)), tuple(range(1, 14, 2))
    assert state.needs == (
        Show(tuple(map(Slot, non_dealer)), (Seat(1),)),
        Show(tuple(map(Slot, dealer)), (Seat(0),)),
    )
    assert state.hand(Seat(1)) == non_dealer and state.hand(Seat(0)) == dealer
    assert state.deck_left == 88


def test_p2_the_non_dealer_moves_first() -> None:
    table = dealt()

    assert table.state.dealer != table.turn
    assert table.state.needs == (Turn(table.turn),)


def test_case_2_the_first_move_draws_one_card_from_the_deck() -> None:
    table = dealt()
    first = table.turn
    assert first is not None and isinstance(table.state, type(GAME.start(2, {})))
    assert table.state.deck_left == 87 and len(table.state.hand(first)) == 8

    table.play(table.actions()[-1])

    assert len(table.state.hand(first)) == 7


# -- paragraph 3: the things of a player ---------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "setbacks", "hours"),
    [
        ("-", "-", 0),
        ("15h,21h", "-", 36),
        ("15h,21h", "ogre", 30),
        ("-", "ogre", 0),
        ("6h", "ogre", 0),
        ("9h", "ogre", 3),
        ("9h", "car,probation", 9),
    ],
)
def test_p3_the_credit_hours_of_a_pile_are_counted(terms: str, setbacks: str, hours: int) -> None:
    assert player(terms=terms, setbacks=setbacks).hours(OgreRule.LASTING) == hours


# -- paragraph 4: the turn -----------------------------------------------------------------------


def test_p4_before_every_turn_a_card_is_drawn_that_only_the_drawer_sees() -> None:
    table = desk("6h,9h", "15h")
    state = table.state.after(table.action("play 6h"))

    assert state.needs == (Show((Slot(52),), (Seat(1),)),)
    assert state.phase is MatriculationPhase.DRAW and state.actions(Seat(1), table.faces) == ()
    assert state.after(Shown((Slot(52),), (Seat(1),), None)).hand(Seat(1)) == (Slot(20), Slot(52))


def test_p4_all_legal_actions_are_offered_in_order() -> None:
    table = desk("6h,car,probation,fiona,sainthood", "6h,6h")

    assert [str(action) for action in table.state.actions(Seat(0), table.faces)] == [
        "play 0=6h",
        "play 1=car on 1",
        "play 2=probation on 1",
        "play 4=sainthood",
        "discard 0=6h",
        "discard 1=car",
        "discard 2=probation",
        "discard 3=fiona",
        "discard 4=sainthood",
    ]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("pass", "pass: matriculation 4.11"),
        ("play car", "target: matriculation 4.4"),
        ("play car on 0", "target: matriculation 4.4"),
        ("play car on 3", "target: matriculation 4.4"),
        ("play 6h on 1", "target: matriculation 4.4"),
        ("play fiona", "nothing-to-fix: matriculation R11"),
    ],
)
def test_p4_an_illegal_play_is_refused_with_its_reason(words: str, why: str) -> None:
    assert desk("6h,car,fiona", "6h").why(words) == why


def test_p4_a_setback_lies_before_the_target() -> None:
    table = desk("car,6h", "6h").do("play car on 1")

    assert table.state.players[1].setbacks == (Setback.CAR,)
    assert table.state.players[0].setbacks == ()


def test_p4_a_fix_and_what_it_repaired_go_to_the_discards() -> None:
    table = desk("car-fixed,6h", "6h", players=(player(setbacks="car"), player())).do("play car-fixed")

    assert [NAMES[face] for face in table.state.discards] == ["car", "car-fixed"]


def test_p4_after_the_turn_of_the_last_card_a_player_can_only_play_or_pass() -> None:
    table = desk("6h,9h", "6h,9h", deck_left=1).do("play 6h")
    assert table.state.phase is MatriculationPhase.PLAY and "discard 9h" in table.offered()

    table = table.do("discard 9h")

    assert table.state.phase is MatriculationPhase.DRY and table.offered() == {"play 9h", "pass"}


def test_p4_the_hand_is_over_when_all_hands_are_empty() -> None:
    table = desk("6h", "9h", deck_left=0).do("play 6h")
    assert table.state.outcome() is None

    assert table.do("play 9h").state.outcome() == Outcome((30, 45), (2, 1))


def test_p4_a_player_without_cards_can_only_pass() -> None:
    table = desk("6h", "9h,9h", deck_left=0).do("play 6h", "play 9h")

    assert table.offered() == {"pass"}


def test_p4_a_play_interrupts_the_succession_of_passes() -> None:
    table = desk("6h", "9h,9h", deck_left=0).do("pass", "play 9h", "pass")

    assert table.state.passed == (Seat(0),) and table.state.outcome() is None
    assert table.do("pass").state.outcome() is not None


def test_case_3_a_term_adds_its_hours() -> None:
    table = desk("15h,6h", "6h").do("play 15h")

    assert table.state.hours(Seat(0)) == 15 and len(table.state.players[0].terms) == 1
    assert table.state.turn == 1


def test_case_4_no_term_can_be_played_under_a_control_setback() -> None:
    assert (
        desk("6h", "6h", players=(player(setbacks="car"), player())).why("play 6h")
        == "stopped: matriculation 4.3"
    )


def test_case_5_a_fix_removes_its_control_setback() -> None:
    table = desk("car-fixed,6h", "6h", players=(player(setbacks="car", terms="6h"), player()))
    table = table.do("play car-fixed")

    assert table.state.players[0].control is None and len(table.state.players[0].terms) == 1
    assert table.state.turn == 1


def test_case_6_the_wrong_fix_is_refused() -> None:
    assert (
        desk("new-alarm", "6h", players=(player(setbacks="car"), player())).why("play new-alarm")
        == "nothing-to-fix: matriculation R11"
    )


def test_case_7_only_one_control_setback_can_be_in_effect() -> None:
    assert (
        desk("cheating", "6h", players=(player(), player(setbacks="alarm"))).why("play cheating on 1")
        == "control-taken: matriculation 4.5"
    )


def test_case_8_probation_can_lie_beside_a_control_setback() -> None:
    table = desk("probation,6h", "6h", players=(player(), player(setbacks="alarm"))).do("play probation on 1")

    assert table.state.players[1].setbacks == (Setback.ALARM, Setback.PROBATION)


@pytest.mark.parametrize(
    ("term", "why"),
    [
        ("9h", "ok"),
        ("6h", "ok"),
        ("12h", "probation: matriculation R6"),
        ("21h", "probation: matriculation R6"),
    ],
)
def test_case_9_probation_forbids_terms_of_more_than_nine_hours(term: str, why: str) -> None:
    assert desk(term, "6h", players=(player(setbacks="probation"), player())).why(f"play {term}") == why


def test_case_10_after_gpa_ok_every_term_is_playable() -> None:
    table = desk("gpa-ok,21h", "6h", players=(player(setbacks="probation"), player()))
    table = table.do("play gpa-ok", "discard 6h")

    assert table.why("play 21h") == "ok"


@pytest.mark.parametrize(("card", "why"), [("car", "immune: matriculation 4.7"), ("cheating", "ok")])
def test_case_11_an_exception_protects_only_from_its_own_setback(card: str, why: str) -> None:
    assert desk(card, "6h", players=(player(), player(exceptions="car"))).why(f"play {card} on 1") == why


def test_case_12_an_exception_removes_its_setback_and_keeps_it_away() -> None:
    table = desk("sainthood,6h", "cheating", players=(player(setbacks="cheating"), player()))
    table = table.do("play sainthood")

    assert table.state.players[0].control is None
    assert table.state.players[0].exceptions == (Setback.CHEATING,)
    assert table.why("play cheating on 0") == "immune: matriculation 4.7"


def test_case_13_an_exception_can_be_played_without_its_setback() -> None:
    table = desk("straight-as,6h", "6h").do("play straight-as")

    assert table.state.players[0].exceptions == (Setback.PROBATION,)


def test_case_14_princess_fiona_removes_the_ogre() -> None:
    table = desk("ogre,6h", "fiona", players=(player(), player(terms="15h,15h,15h"))).do("play ogre on 1")
    assert table.state.hours(Seat(1)) == 39

    assert table.do("play fiona").state.hours(Seat(1)) == 45


def test_case_17_princess_fiona_can_complete_the_degree() -> None:
    before = player(terms="21h,21h,21h,18h,18h,21h", setbacks="ogre")
    table = desk("fiona,6h", "6h", players=(before, player()))
    assert table.state.hours(Seat(0)) == 114

    after = table.do("play fiona").state

    assert after.hours(Seat(0)) == 120 and after.phase is MatriculationPhase.OVER and after.needs == ()


# -- paragraph 6: scores -------------------------------------------------------------------------


def test_case_18_exceptions_may_outweigh_the_degree() -> None:
    graduate = score(123, terms=10, exceptions=2)
    assert graduate == Score(hours=615, graduated=100, quick=200, exceptions=200, all_five=0)
    other = score(105, terms=9, exceptions=5)

    assert (graduate.total, other.total) == (1115, 1225)
    assert outcome((1115, 1225), [False, False]).ranks == (2, 1)


def test_case_19_a_degree_of_eleven_terms_scores_without_the_quick_bonus() -> None:
    assert score(123, terms=11, exceptions=2).total == 915


@pytest.mark.parametrize(
    ("hours", "terms", "exceptions", "total"),
    [
        (0, 0, 0, 0),
        (119, 5, 0, 595),
        (120, 10, 0, 900),
        (120, 11, 0, 700),
        (135, 11, 0, 775),
        (0, 0, 5, 700),
        (0, 0, 4, 400),
    ],
)
def test_p6_the_score_of_a_hand_is_counted(hours: int, terms: int, exceptions: int, total: int) -> None:
    assert score(hours, terms=terms, exceptions=exceptions).total == total


def test_p6_ties_are_shared() -> None:
    assert outcome((500, 700, 700), [False] * 3) == Outcome((500, 700, 700), (3, 1, 1))


def test_p6_a_players_score_is_that_of_the_piles() -> None:
    assert player_score(
        player(terms="15h,15h", exceptions="car", setbacks="ogre"), OgreRule.LASTING
    ) == Score(hours=120, graduated=0, quick=0, exceptions=100, all_five=0)


# -- the dry end ---------------------------------------------------------------------------------


def test_case_20_with_an_empty_deck_a_useless_hand_can_only_pass() -> None:
    table = desk("car-fixed", "6h", deck_left=0)

    assert table.offered() == {"pass"}
    assert table.why("discard car-fixed") == "discard: matriculation 4.10"


def test_case_21_the_hand_ends_when_all_pass_in_succession() -> None:
    table = desk("6h", "6h,9h", deck_left=0).do("pass", "play 6h", "pass")
    assert table.state.phase is MatriculationPhase.DRY

    assert table.do("pass").state.phase is MatriculationPhase.OVER


def test_case_22_after_the_last_card_turns_begin_without_a_draw() -> None:
    table = desk("6h,9h", "6h,6h,6h,6h,6h,6h,6h", deck_left=1).do("play 6h")
    assert len(table.state.hand(Seat(1))) == 8 and table.why("pass") == "pass: matriculation 4.11"

    assert table.do("play 6h").state.phase is MatriculationPhase.DRY


def test_case_23_a_discard_is_allowed_with_a_legal_play_in_hand() -> None:
    table = desk("6h,9h", "6h")

    assert table.why("discard 6h") == "ok"
    assert [NAMES[face] for face in table.do("discard 6h").state.discards] == ["6h"]


# -- paragraph 5 and ruling 16: open, hidden, leaving ----------------------------------------------


def test_p5_a_position_shows_piles_and_sizes_but_no_hidden_face() -> None:
    table = dealt(seed=3)
    while table.turn is not None:
        text = table.state.text()
        hidden = [slot for seat in (0, 1) for slot in table.state.hand(Seat(seat))]

        assert not any(f"{slot}=" in text for slot in hidden)
        table.play(table.actions()[0])


def test_p10_at_a_table_of_two_a_leaver_loses_whatever_the_score() -> None:
    table = desk("6h", "9h", players=(player(terms="21h,21h"), player()))
    table.state.check(event := LEFT)
    over = table.state.after(event)

    assert over.phase is MatriculationPhase.OVER
    assert over.outcome() == Outcome((210, 0), (2, 1))


def test_p10_at_a_table_of_three_a_leaver_is_skipped_and_the_hand_is_buried() -> None:
    table = desk("6h", "9h", "9h", players=(player(terms="9h"), player(), player()))
    state = table.state.after(LEFT)

    assert state.turn == 1 and state.hand(Seat(0)) == () and state.deck_left == 50
    assert state.players[0].hand == (Slot(0),)
    over = replace(state, phase=MatriculationPhase.OVER, sheets=((45, 0, 30),))
    assert over.outcome() == Outcome((45, 0, 30), (3, 2, 1))
