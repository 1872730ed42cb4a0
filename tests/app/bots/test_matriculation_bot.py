"""Matriculation's bot: its view, its choices, its strength."""

from __future__ import annotations

from random import Random

import pytest

from app.bots.api import AnyMove, BotPolicy, CarelessPolicy
from app.bots.matriculation import HARD, NEAR, MatriculationPolicy, different, is_far
from app.games.catalogue import catalogue
from app.games.policies import policy_of
from app.workshop.measure.simulate import Entrant, simulate
from rules.api import Seat, View
from rules.driver import LocalTable
from rules.matriculation.game import MatriculationGame
from rules.matriculation.player import OgreRule, Student
from tests.support.catalogue import GAMES
from tests.support.matriculation import Desk, desk, player
from tests.support.values import replace

BOT, GAME = MatriculationPolicy(), MatriculationGame()


def choice(table: Desk, bot: BotPolicy = BOT) -> str:
    """The choice of the bot in seat 0, without the slot."""
    hand = table.state.hand(Seat(0))
    known = {slot: face for slot, face in table.faces.items() if slot in hand}
    verb, _, rest = str(bot.choose(View(table.state, Seat(0), known), Random(1))).partition(" ")
    return f"{verb} {rest.partition('=')[2]}".strip()


def test_the_choice_depends_only_on_the_view_and_not_on_hidden_cards() -> None:
    rng = Random(1)
    for seats in (2, 3):
        table = LocalTable(GAME.start(seats, {}), seats, rng)
        while table.turn is not None:
            view = table.view(table.turn)
            worlds = [GAME.sample(view, Random(seed)) for seed in (1, 2)]
            seen = [
                View(state, view.seat, {slot: faces[slot] for slot in state.hand(table.turn)})
                for state, faces in worlds
            ]

            assert (
                BOT.choose(seen[0], Random(3))
                == BOT.choose(seen[1], Random(3))
                == BOT.choose(view, Random(3))
            )
            table.play(rng.choice(table.actions()))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("ogre", ["lasting", "per_term"])
def test_the_bot_plays_whole_matches_legally(seats: int, ogre: str) -> None:
    rng = Random(seats)
    table = LocalTable(GAME.start(seats, {"ogre": ogre, "hands": "2"}), seats, rng)
    while table.turn is not None:
        action = BOT.choose(table.view(table.turn), rng)
        assert action in table.actions()
        table.play(action)

    assert table.outcome is not None


@pytest.mark.parametrize(
    ("hand", "mine", "theirs", "chosen"),
    [
        ("6h,15h,9h,gpa-ok", {}, {}, "play 15h"),
        ("15h,21h,car", {"terms": "21h,21h,21h,21h,21h"}, {}, "play 21h"),
        ("15h,car-fixed,ogre", {"setbacks": "car"}, {}, "play car-fixed"),
        ("15h,9h,gpa-ok", {"setbacks": "probation"}, {}, "play gpa-ok"),
        ("6h,cheating", {}, {"terms": "21h,21h,21h"}, "play cheating on 1"),
        ("sainthood,golden-car,car", {"setbacks": "car"}, {"setbacks": "car"}, "play golden-car"),
        ("car-fixed,fiona", {"terms": "21h,21h,21h,21h,21h,15h", "setbacks": "ogre"}, {}, "play fiona"),
        ("15h,car,fiona", {"setbacks": "car"}, {"exceptions": "car"}, "discard car"),
        ("15h,car-fixed,fiona", {"setbacks": "alarm", "exceptions": "car"}, {}, "discard car-fixed"),
        ("15h,gpa-ok,gpa-ok,gpa-ok", {"setbacks": "alarm"}, {}, "discard gpa-ok"),
        ("18h,21h,car", {"setbacks": "alarm"}, {"setbacks": "cheating"}, "discard 18h"),
        ("9h,sainthood", {}, {}, "play 9h"),
        ("6h,sainthood", {}, {}, "play sainthood"),
    ],
)
def test_the_bot_makes_the_expected_choice(
    hand: str, mine: dict[str, str], theirs: dict[str, str], chosen: str
) -> None:
    assert choice(desk(hand, "6h", players=(player(**mine), player(**theirs)))) == chosen  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hand", "normal", "thrifty"),
    [
        ("21h,15h,12h,9h,ogre,gpa-ok,gpa-ok", "discard gpa-ok", "discard 9h"),
        ("21h,15h,12h,9h,ogre", "discard ogre", "discard 9h"),
        ("21h,15h,12h,ogre", "discard ogre", "discard ogre"),
    ],
)
def test_a_thrifty_bot_with_many_terms_discards_the_smallest_one(
    hand: str, normal: str, thrifty: str
) -> None:
    table = desk(hand, "6h", players=(player(setbacks="alarm"), player(setbacks="ogre")))

    assert choice(table) == normal
    assert choice(table, MatriculationPolicy(is_thrifty=True)) == thrifty


def worths(table: Desk, bot: MatriculationPolicy = BOT) -> dict[str, float]:
    """The worth of every choice of the seat on turn in hours, without the slots."""
    hand = table.state.hand(Seat(0))
    known = {slot: face for slot, face in table.faces.items() if slot in hand}
    found = {}
    for one in bot.score_actions(View(table.state, Seat(0), known)):
        verb, _, rest = str(one.action).partition(" ")
        found[f"{verb} {rest.partition('=')[2]}".strip()] = one.worth
    return found


IMMUNE_TO_ALL = player(terms="21h,21h,21h,21h,15h", exceptions="cheating,car,alarm,probation,ogre")
"""99 hours: 495 points, and 700 for all the exceptions."""


@pytest.mark.parametrize(
    ("hand", "players", "expected"),
    [
        (  # against one opponent an exception is worth 8 hours
            "6h,15h,gpa-ok,car,sainthood,fiona",
            (player(), player(terms="21h,9h")),
            {
                "play 6h": 6,
                "play 15h": 15,
                "play car on 1": 19 + 0.01 * 30,
                "play sainthood": 8,
                "discard 6h": -1 - 0.9 * 6,
                "discard 15h": -1 - 0.9 * 15,
                "discard gpa-ok": -1 - 9 * 11 / 22,
                "discard car": -1 - 1.2 * 19,
                "discard sainthood": -1001,
                "discard fiona": -1 - 9 * 6 / 22,
            },
        ),
        (  # against two a setback is worth half, and one of them cannot be hit with everything
            "21h,cheating,alarm,probation,ogre",
            (player(setbacks="probation"), player(terms="21h,9h"), player(exceptions="alarm,ogre")),
            {
                "play cheating on 1": 19 / 2 + 0.3,
                "play cheating on 2": 19 / 2,
                "play alarm on 1": 19 / 2 + 0.3,
                "play probation on 1": 12 / 2 + 0.3,
                "play probation on 2": 12 / 2,
                "play ogre on 1": 7 / 2 + 0.3,
                "discard 21h": -1 - 0.9 * 21,
                "discard cheating": -1 - 1.2 * 19 / 2,
                "discard alarm": -1 - 1.2 * 19 / 2,
                "discard probation": -1 - 0.7 * 12 / 2,
                "discard ogre": -1 - 0.7 * 7 / 2,
            },
        ),
        (  # a setback that can hit nobody is worth nothing
            "6h,car,sainthood,reinstated",
            (player(setbacks="cheating"), player(exceptions="car"), player(exceptions="car")),
            {
                "play sainthood": 26 + 22,
                "play reinstated": 22,
                "discard 6h": -1 - 0.9 * 6,
                "discard car": -1,
                "discard sainthood": -1001,
                "discard reinstated": -1 - 9,
            },
        ),
        (  # to be rid of one of several setbacks; the second fix of a kind is spare
            "15h,9h,gpa-ok,gpa-ok,car-fixed,reinstated,fiona,golden-car",
            (player(setbacks="car,probation,ogre"), player()),
            {
                "play gpa-ok": 11,
                "play car-fixed": 22,
                "play fiona": 6,
                "play golden-car": 22 + 8,
                "discard 15h": -1 - 0.9 * 15,
                "discard 9h": -1 - 0.9 * 9,
                "discard gpa-ok": -1 - 4 * 11 / 22,
                "discard car-fixed": -1 - 9,
                "discard reinstated": -1 - 9,
                "discard fiona": -1 - 9 * 6 / 22,
                "discard golden-car": -1001,
            },
        ),
        (  # probation forbids no term that is in the hand
            "9h,gpa-ok,gpa-ok,gpa-ok",
            (player(setbacks="probation"), player(exceptions="ogre")),
            {"play 9h": 9, "play gpa-ok": 0.6 * 11, "discard 9h": -1 - 0.9 * 9, "discard gpa-ok": -1 - 0.5},
        ),
        (  # the car blocks no term; the ogre always takes hours
            "car-fixed,fiona",
            (player(setbacks="car,ogre"), player()),
            {
                "play car-fixed": 0.6 * 22,
                "play fiona": 6,
                "discard car-fixed": -1 - 9,
                "discard fiona": -1 - 9 * 6 / 22,
            },
        ),
    ],
)
def test_the_worth_of_each_play_and_discard_is_as_calculated_by_hand(
    hand: str, players: tuple[Student, ...], expected: dict[str, float]
) -> None:
    assert worths(desk(hand, *["6h"] * (len(players) - 1), players=players)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("mine", "setbacks", "other", "hands", "expected"),
    [
        # 120 hours in few terms are 600 and 300 points; with 99 hours and all exceptions one has 1,195
        ("21h,21h,21h,21h,15h", "-", IMMUNE_TO_ALL, 1, {"play 21h": (900 - 1195) / 5, "play 18h": 18}),
        ("21h,21h,21h,21h,15h", "-", IMMUNE_TO_ALL, 2, {"play 21h": 1000 + (900 - 1195) / 5, "play 18h": 18}),
        (
            "21h,21h,21h,21h,18h",
            "-",
            player(terms="6h"),
            1,
            {"play 21h": 1000 + (915 - 30) / 5, "play 18h": 1000 + (900 - 30) / 5},
        ),
        (  # without the ogre the hours are 120
            "21h,21h,21h,21h,21h,15h",
            "ogre",
            player(terms="6h"),
            1,
            {
                "play 21h": 1000 + (975 - 30) / 5,
                "play 18h": 1000 + (960 - 30) / 5,
                "play fiona": 1000 + (900 - 30) / 5,
                "play teachers-pet": 1000 + (1000 - 30) / 5,
            },
        ),
    ],
)
def test_a_degree_is_worth_the_lead_with_which_it_ends_the_match(
    mine: str, setbacks: str, other: Student, hands: int, expected: dict[str, float]
) -> None:
    players = (player(terms=mine, setbacks=setbacks), other)
    table = desk("21h,18h,fiona,teachers-pet", "6h", players=players, hands_played=hands)
    found = worths(table)

    assert {choice: found[choice] for choice in expected} == pytest.approx(expected)


def test_the_worth_of_a_degree_depends_on_the_points_of_earlier_hands() -> None:
    table = desk("21h", "6h", players=(player(terms="21h,21h,21h,21h,15h"), player()), hands_played=3)
    for before, worth in ((100, 1000 + 800 / 5), (900, 1000.0), (905, -1.0)):
        state = replace(table.state, sheets=((0, before), (0, 0)), hand_number=2)
        assert worths(Desk(state, table.faces))["play 21h"] == pytest.approx(worth)


def test_the_six_best_choices_are_tried_out_in_order_of_their_worth() -> None:
    table = desk("6h,9h,12h,15h,18h,21h,ogre", "6h", players=(player(), player()))
    view = View(table.state, Seat(0), {slot: table.faces[slot] for slot in table.state.hand(Seat(0))})
    tried = [one.worth for one in different(view, BOT.score_actions(view))]

    assert tried == [21, 18, 15, 12, 9, 7]


def test_equal_cards_are_tried_only_once() -> None:
    table = desk("15h,15h,12h,12h,ogre,alarm", "6h", players=(player(setbacks="alarm"), player()))
    hand = {slot: table.faces[slot] for slot in table.state.hand(Seat(0))}
    view = View(table.state, Seat(0), hand)
    tried = [str(one.action) for one in different(view, BOT.score_actions(view))]
    words = [(action.partition(" ")[0], action.partition("=")[2]) for action in tried]

    assert len(set(words)) == len(words) > 4 and len(view.actions()) > len(words)


def test_close_to_the_degree_the_hard_bot_plays_setbacks_before_fixes() -> None:
    """Both lack one long term; a bot that mends first gives the other a turn in which to end the hand."""
    players = (
        player(terms="18h,15h,12h,12h,9h,21h,9h,9h", setbacks="cheating,probation", exceptions="ogre"),
        player(terms="18h,15h,15h,6h,6h,21h,6h,18h", setbacks="ogre", exceptions="car"),
    )
    hand = "6h,15h,cheating,reinstated,car-fixed,gpa-ok,fiona,fiona"
    table = desk(hand, ",".join(["6h"] * 7), players=players, deck_left=66)

    assert choice(table) == "play reinstated"
    assert choice(table, HARD) == "play cheating on 1"


def test_far_from_the_degree_the_hard_bot_plays_by_its_weights() -> None:
    for terms, far in (("21h,21h,21h,18h", True), ("21h,21h,21h,21h", False)):
        table = desk("15h", "6h", players=(player(), player(terms=terms)))

        assert is_far(View(table.state, Seat(0), {})) is far
        assert (table.state.hours(Seat(1)) < NEAR) is far


def test_the_bot_hits_the_leader() -> None:
    players = (player(), player(terms="9h"), player(terms="21h,21h,21h"), player(terms="15h"))

    assert choice(desk("6h,car", "6h", "6h", "6h", players=players)) == "play car on 2"


@pytest.mark.parametrize(("seats", "chosen"), [(2, "play car on 1"), (3, "play 12h"), (4, "play 12h")])
def test_with_several_opponents_the_bot_plays_its_own_term_before_a_setback_on_one_of_them(
    seats: int, chosen: str
) -> None:
    players = (player(), player(terms="21h,21h,21h"), player(), player())[:seats]

    assert choice(desk("12h,car", *["6h"] * (seats - 1), players=players)) == chosen


@pytest.mark.parametrize(("seats", "chosen"), [(2, "play 21h"), (3, "play sainthood")])
def test_at_a_table_of_two_the_bot_plays_a_term_before_an_exception(seats: int, chosen: str) -> None:
    players = (player(), player(), player())[:seats]

    assert choice(desk("21h,sainthood", *["6h"] * (seats - 1), players=players)) == chosen


def test_the_bot_does_not_end_a_hand_that_it_would_lose() -> None:
    players = (
        player(terms="6h,9h,9h,9h,9h,9h,9h,15h,15h,15h"),
        player(terms="21h,21h,21h,21h,15h", exceptions="cheating,car,alarm,probation,ogre"),
    )
    table = desk("15h,6h,6h", "6h", players=players)

    assert choice(table) == "play 6h"
    assert choice(desk("15h,6h,6h", "6h", players=(players[0], player()))) == "play 15h"


def test_the_bot_deducts_the_hours_that_a_per_term_ogre_takes() -> None:
    players = (player(setbacks="ogre,probation"), player())

    assert choice(desk("9h,15h", "6h", players=players, ogre=OgreRule.PER_TERM)) == "play 15h"


def test_with_an_empty_deck_the_bot_plays_useful_cards_and_otherwise_passes() -> None:
    assert choice(desk("6h", "6h", deck_left=0)) == "play 6h"
    assert choice(desk("car-fixed", "6h", deck_left=0)) == "pass"


@pytest.mark.parametrize("seats", [2, 3])
def test_the_bot_is_far_better_than_random_play(seats: int) -> None:
    report = simulate(
        GAME,
        [Entrant("bot", BOT), *[Entrant("any", AnyMove())] * (seats - 1)],
        seats=seats,
        games=60,
        options={},
        seed=5,
        clock=lambda: 0.0,
    )
    bot, anybody = report.lines

    assert bot.low > 0.7 and anybody.high < 0.3
    assert bot.mean_score > 3 * anybody.mean_score


def test_the_easy_bot_is_between_random_play_and_the_normal_bot() -> None:
    easy = policy_of(catalogue().named("matriculation"), "easy")
    assert isinstance(easy, CarelessPolicy)
    assert easy.better == policy_of(catalogue().named("matriculation"), "normal")

    entrants = [Entrant("normal", BOT), Entrant("easy", easy), Entrant("random", AnyMove())]
    report = simulate(GAME, entrants, seats=3, games=60, options={}, seed=5, clock=lambda: 0.0)
    normal, middling, anybody = (line.mean_score for line in report.lines)

    assert normal > middling > anybody


@pytest.mark.parametrize(("seats", "slips"), [(2, True), (3, False)])
def test_at_a_table_of_two_the_easy_bot_makes_larger_mistakes(seats: int, slips: bool) -> None:
    """A term of 12 hours instead of one of 21 is 9 hours less."""
    easy = policy_of(catalogue().named("matriculation"), "easy")
    table = desk("21h,12h", *["6h"] * (seats - 1), players=(player(),) * seats)
    hand = {slot: table.faces[slot] for slot in table.state.hand(Seat(0))}
    chosen = {str(easy.choose(View(table.state, Seat(0), hand), Random(seed)))[-3:] for seed in range(40)}

    assert chosen == ({"21h", "12h"} if slips else {"21h"})


def test_a_bot_refuses_the_position_of_another_game() -> None:
    with pytest.raises(ValueError, match="Matriculation"):
        BOT.choose(View(GAMES["cahoots"].start(2, {}), Seat(0), {}), Random(1))
    with pytest.raises(ValueError, match="Matriculation"):
        BOT.choose(View(GAME.start(2, {}), None, {}), Random(1))
