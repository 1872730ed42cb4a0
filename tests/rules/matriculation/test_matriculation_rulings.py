"""The rulings of Matriculation, by their number."""

from __future__ import annotations

from random import Random

import pytest

from rules.api import Left, Outcome, Roll, Rolled, Seat, Shown
from rules.driver import LocalTable
from rules.errors import BadOptions
from rules.matriculation.cards import NAMES, Setback
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.game import MatriculationGame
from rules.matriculation.player import OgreRule
from rules.matriculation.score import player_score
from rules.matriculation.state import MatriculationState
from tests.support.matriculation import Desk, desk, player

GAME = MatriculationGame()
PER_TERM = OgreRule.PER_TERM


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r1_the_game_is_for_two_players_and_for_three_or_four_as_a_house_variant(seats: int) -> None:
    state = LocalTable(GAME.start(seats, {}), seats, Random(1)).state

    assert isinstance(state, MatriculationState)
    assert sorted(len(state.hand(Seat(seat))) for seat in range(seats)) == [7] * (seats - 1) + [8]
    assert state.deck_left == 102 - 7 * seats - 1


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_r1_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(BadOptions):
        GAME.start(seats, {})


def test_r1_a_setback_names_its_target_and_turns_go_clockwise() -> None:
    table = desk("car,ogre,6h", "6h", "6h", "6h", players=(player(),) * 3 + (player(exceptions="car"),))
    assert [str(action) for action in table.state.actions(Seat(0), table.faces)][:5] == [
        "play 0=car on 1",
        "play 0=car on 2",
        "play 1=ogre on 1",
        "play 1=ogre on 2",
        "play 1=ogre on 3",
    ]

    table = table.do("play car on 2", "discard 6h")

    assert table.state.turn == 2 and table.state.players[2].setbacks == (Setback.CAR,)
    assert table.do("discard 6h", "discard 6h").state.turn == 0


def test_r1_a_setback_cannot_be_played_on_a_player_who_left() -> None:
    table = desk("car,6h", "6h", "6h")
    after = Desk(table.state.after(Left(Seat(1), "left")), table.faces)

    assert after.why("play car on 1") == "target: matriculation 4.4"
    assert "play car on 2" in after.offered() and "play car on 1" not in after.offered()


def test_r2_a_lasting_ogre_takes_six_while_it_lies_there() -> None:
    table = desk("6h,6h", "6h,6h", players=(player(setbacks="ogre", terms="9h"), player()))
    assert table.state.hours(Seat(0)) == 3

    assert table.do("play 6h").state.hours(Seat(0)) == 9


@pytest.mark.parametrize(("card", "hours"), [("fiona", 9), ("teachers-pet", 9)])
def test_r2_the_six_hours_come_back_with_the_fix(card: str, hours: int) -> None:
    table = desk(f"{card},6h", "6h", players=(player(setbacks="ogre", terms="9h"), player()))

    assert table.do(f"play {card}").state.hours(Seat(0)) == hours


def test_r2_a_per_term_ogre_takes_six_hours_of_every_term_even_after_it_is_gone() -> None:
    table = desk(
        "15h,12h,fiona", "6h,6h,6h", players=(player(setbacks="ogre", terms="9h"), player()), ogre=PER_TERM
    )
    assert table.state.hours(Seat(0)) == 9

    table = table.do("play 15h", "discard 6h", "play fiona", "discard 6h", "play 12h")

    assert table.state.hours(Seat(0)) == 9 + 9 + 12
    assert table.state.players[0].docked == 6
    assert player_score(table.state.players[0], PER_TERM).total == 150


def test_r2_under_a_per_term_ogre_a_six_hour_term_is_worth_nothing() -> None:
    table = desk("6h", "6h", players=(player(setbacks="ogre"), player()), ogre=PER_TERM)

    assert table.why("play 6h") == "worthless: matriculation R2"


def test_r3_hours_are_never_below_zero_but_the_debt_counts() -> None:
    table = desk("ogre,6h", "9h", players=(player(), player())).do("play ogre on 1")
    assert table.state.hours(Seat(1)) == 0

    assert table.do("play 9h").state.hours(Seat(1)) == 3


def test_r4_a_second_ogre_is_refused() -> None:
    assert (
        desk("ogre", "6h", players=(player(), player(setbacks="ogre"))).why("play ogre on 1")
        == "already-there: matriculation R4"
    )


def test_r5_probation_blocks_neither_other_setbacks_nor_small_terms() -> None:
    table = desk("car,6h", "6h", players=(player(setbacks="probation"), player(setbacks="probation")))

    assert table.why("play car on 1") == "ok"
    assert table.why("play 6h") == "ok"


@pytest.mark.parametrize(
    ("ogre", "setbacks", "playable"),
    [
        (OgreRule.LASTING, "probation", "6h 9h"),
        (OgreRule.LASTING, "probation,ogre", "6h 9h"),
        (PER_TERM, "probation", "6h 9h"),
        (PER_TERM, "probation,ogre", "9h 12h 15h"),
        (PER_TERM, "ogre", "9h 12h 15h 18h 21h"),
    ],
)
def test_r6_probation_limits_the_terms_that_may_be_played(
    ogre: OgreRule, setbacks: str, playable: str
) -> None:
    table = desk("6h,9h,12h,15h,18h,21h", "6h", players=(player(setbacks=setbacks), player()), ogre=ogre)

    plays = {action.removeprefix("play ") for action in table.offered() if action.startswith("play ")}
    assert plays == set(playable.split())


@pytest.mark.parametrize("setback", list(Setback))
def test_r7_an_exception_removes_its_setback_at_once_and_costs_the_turn(setback: Setback) -> None:
    name = NAMES[16 + setback]
    table = desk(f"{name},6h", "6h", players=(player(setbacks=setback.name), player())).do(f"play {name}")

    assert table.state.players[0].setbacks == () and table.state.players[0].exceptions == (setback,)
    assert table.state.turn == 1
    assert [NAMES[face] for face in table.state.discards] == [NAMES[6 + setback]]


def test_r8_the_card_is_drawn_before_the_play() -> None:
    table = LocalTable(GAME.start(2, {}), 2, Random(2))

    assert isinstance(table.events[-1], Shown) and table.events[-1].to == (table.turn,)
    assert table.turn is not None and len(table.state.hand(table.turn)) == 8


def test_r9_discarding_is_always_allowed() -> None:
    assert desk("6h,15h", "6h").why("discard 15h") == "ok"


def test_r10_passing_is_always_allowed_and_ends_the_hand_when_all_pass() -> None:
    table = desk("6h", "6h", deck_left=0)
    assert table.why("pass") == "ok"

    assert table.do("pass", "pass").state.outcome() == Outcome((0, 0), (1, 1))


@pytest.mark.parametrize(
    ("card", "a", "b", "why"),
    [
        ("gpa-ok", "car", "-", "nothing-to-fix: matriculation R11"),
        ("probation on 1", "-", "probation", "already-there: matriculation R11"),
        ("car on 1", "-", "car", "control-taken: matriculation 4.5"),
    ],
)
def test_r11_a_card_without_effect_is_illegal(card: str, a: str, b: str, why: str) -> None:
    table = desk(card.split(" ", maxsplit=1)[0], "6h", players=(player(setbacks=a), player(setbacks=b)))

    assert table.why(f"play {card}") == why


@pytest.mark.parametrize("card", ["fiona", "teachers-pet"])
def test_r12_a_player_can_graduate_without_playing_a_term(card: str) -> None:
    before = player(terms="21h,21h,21h,18h,18h,21h", setbacks="ogre")

    assert (
        desk(f"{card},6h", "6h", players=(before, player())).do(f"play {card}").state.phase
        is MatriculationPhase.OVER
    )


def test_r13_the_others_get_no_last_turn() -> None:
    table = desk("21h,6h", "6h", players=(player(terms="21h,21h,21h,18h,18h"), player())).do("play 21h")

    assert table.state.needs == () and table.state.outcome() == Outcome((5 * 120 + 300, 0), (1, 2))


def test_r14_at_most_one_player_graduates() -> None:
    """The hand ends with the graduating play, so nobody else can be at 120 hours."""
    for seed in range(30):
        table, choice = LocalTable(GAME.start(2, {}), 2, Random(seed)), Random(seed)
        while table.turn is not None:
            table.play(choice.choice(table.actions()))
        assert isinstance(table.state, MatriculationState)
        assert sum(table.state.hours(Seat(seat)) >= 120 for seat in (0, 1)) <= 1


@pytest.mark.parametrize("value", [0, 1])
def test_r15_the_starting_dealer_is_rolled(value: int) -> None:
    state = GAME.start(2, {})
    assert state.needs == (Roll(2, "dealer"),)

    assert state.after(Rolled(value)).dealer == value


def test_r15_the_dealer_changes_from_hand_to_hand() -> None:
    table, choice = LocalTable(GAME.start(2, {"hands": "3"}), 2, Random(1)), Random(1)
    dealers: dict[int, int] = {}
    while table.turn is not None:
        assert isinstance(table.state, MatriculationState)
        dealers[table.state.hand_number] = table.state.dealer
        table.play(choice.choice(table.actions()))

    assert [dealers[0] ^ dealers[1], dealers[1] ^ dealers[2], len(dealers)] == [1, 1, 3]


def test_a_match_adds_up_the_hands_and_deals_again() -> None:
    table = desk("21h,6h", "6h", players=(player(terms="21h,21h,21h,18h,18h"), player()), hands_played=2)
    after = table.state.after(table.action("play 21h"))

    assert (
        isinstance(after, MatriculationState)
        and after.phase is MatriculationPhase.SHUFFLE
        and after.outcome() is None
    )
    assert after.sheets == ((900, 0),) and after.hand_number == 1 and after.deck_left == 102
    assert [len(p.hand) + len(p.terms) for p in after.players] == [0, 0]


@pytest.mark.parametrize("hands", ["1", "2", "3", "4", "6"])
def test_a_match_has_one_sheet_for_each_hand(hands: str) -> None:
    table, choice = LocalTable(GAME.start(2, {"hands": hands}), 2, Random(1)), Random(1)
    while table.turn is not None:
        table.play(choice.choice(table.actions()))

    assert isinstance(table.state, MatriculationState) and len(table.state.sheets) == int(hands)
    assert table.outcome is not None
    assert table.outcome.scores == tuple(sum(hand) for hand in zip(*table.state.sheets, strict=True))
