"""Cahoots' bot: its view, its choices, its strength."""

from __future__ import annotations

from random import Random

import pytest

from app.bots.api import AnyMove, CarelessPolicy
from app.bots.cahoots import BlockingPolicy, CahootsPolicy
from app.games.catalogue import catalogue
from app.games.policies import policy_of
from app.workshop.measure.simulate import Entrant, simulate
from rules.api import Seat, View
from rules.cahoots.cards import NAMES
from rules.cahoots.game import CahootsGame
from rules.driver import LocalTable
from tests.support.cahoots import Cafe, cafe
from tests.support.catalogue import GAMES

BOT, BLOCKING, GAME = CahootsPolicy(), BlockingPolicy(), CahootsGame()


def choice(table: Cafe, bot: CahootsPolicy = BOT) -> str:
    """The choice of the bot on turn, without the slot. It knows no faces but those of its own hidden
    cards."""
    me = table.state.turn
    public = {card.slot for card in table.state.players[me].known}
    known = {slot: table.faces[slot] for slot in table.state.hand(me) if slot not in public}
    verb, _, rest = str(bot.choose(View(table.state, me, known), Random(1))).partition(" ")
    return f"{verb} {rest.partition('=')[2]}".strip()


def test_the_choice_depends_only_on_the_view_and_not_on_hidden_cards() -> None:
    rng = Random(1)
    for seats in (2, 3):
        table = LocalTable(GAME.start(seats, {}), seats, rng)
        for _ in range(60):
            if table.turn is None:
                break
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


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("ends", ["all", "first"])
def test_the_bot_plays_whole_games_legally(seats: int, ends: str) -> None:
    rng = Random(seats)
    table = LocalTable(GAME.start(seats, {"ends": ends}), seats, rng)
    moves = 0
    while table.turn is not None:
        action = BOT.choose(table.view(table.turn), rng)
        assert action in table.actions()
        table.play(action)
        moves += 1

    assert table.outcome is not None and moves < 1500


@pytest.mark.parametrize(
    ("hand", "main", "veto", "chosen"),
    [
        ("1C,4D,4T,8J", "4J", "9L", "place 4D or place 4T"),  # two fours before one suit match
        ("5C,6D,7L,4D", "4J", "9R", "place 5C"),  # three up before one four
        ("3C,2D,1L,4D", "4J", "9R", "place 3C"),
        ("8C,1R", "5C", "9L", "place 8C"),  # a suit match before any swap or draw
        ("9C,5T", "1J", "9L", "swap 9C"),  # a card that stays can be played later
        ("9C", "1J", "9T", "draw"),  # the old veto would be barred for ever
        ("1R,2R", "7J", "9L", "draw"),
    ],
)
def test_the_bot_makes_the_expected_choice(hand: str, main: str, veto: str, chosen: str) -> None:
    table = cafe(hand, "6D", main=main, veto=veto)

    assert choice(table) in chosen.split(" or ")


def test_the_bot_extends_a_combo_as_long_as_it_can_and_then_stops() -> None:
    table = cafe("5C,6D,7L,9R,1T", "6J", main="4J", veto="9L")
    played = []
    while table.state.turn == 0:
        played.append(choice(table))
        table = table.do(played[-1])

    assert played == ["place 5C", "add 6D", "add 7L", "stop"]


def test_of_equally_good_cards_the_bot_plays_the_one_with_fewer_partners_in_its_hand() -> None:
    assert choice(cafe("6C,6D,2C,8C,9C", "6J", main="5T", veto="9L")) == "place 6D"
    assert choice(cafe("6C,6D,2D,8D,9D", "6J", main="5T", veto="9L")) == "place 6C"


def test_the_bot_plays_an_old_veto_of_its_hand_unless_the_new_veto_bars_it() -> None:
    fits = cafe("9C,1R", "10D,3J", main="10J", veto="10T").do("swap 9C", "place 10D", "stop")
    barred = cafe("10C,1D", "9D,3D", main="9J", veto="10T").do("swap 10C", "place 9D", "stop")
    for table in (fits, barred):
        assert [NAMES[card.face] for card in table.state.players[0].known] == ["10T"]

    assert choice(fits) == "place 10T open"
    assert choice(barred) == "place 1D"


def test_without_a_stock_the_bot_places_a_card_that_fits() -> None:
    assert choice(cafe("10C", "9D,3D", main="9J", veto="1T", stock_left=0)) == "place 10C"


def test_the_blocking_player_bars_the_last_card_of_the_next_player_rather_than_place_one() -> None:
    table = cafe("8T,9T,9C,5D", "8C", main="8R", veto="9R").do("place 8T", "stop", "swap 8C")
    assert [NAMES[card.face] for card in table.state.players[1].known] == ["9R"]

    assert choice(table) == "place 9T"
    assert choice(table, BLOCKING) in ("swap 9C", "swap 9T")
    assert choice(cafe("9T,9C,5D", "8L", main="8T", veto="8C"), BLOCKING) == "place 9T"  # a card unknown


def test_the_blocking_player_places_its_last_card_whatever_the_next_player_can_do() -> None:
    assert choice(cafe("8J", "6D", main="9J", veto="1C"), BLOCKING) == "place 8J"


@pytest.mark.parametrize("seats", [2, 4])
def test_the_blocking_player_has_a_better_mean_score_than_normal_bots(seats: int) -> None:
    entrants = [Entrant("blocks", BLOCKING), *[Entrant("normal", BOT)] * (seats - 1)]
    report = simulate(GAME, entrants, seats=seats, games=200, options={}, seed=5, clock=lambda: 0.0)

    blocks = report.lines[0]

    assert blocks.score_error is not None
    assert blocks.mean_score - 2 * blocks.score_error > (seats - 1) / 2


def test_the_bot_passes_when_nothing_else_is_left() -> None:
    assert choice(cafe("1R,2R", "1T", main="5J", veto="8L", stock_left=0)) == "pass"


@pytest.mark.parametrize("seats", [2, 3])
def test_the_bot_is_far_better_than_random_play(seats: int) -> None:
    report = simulate(
        GAME,
        [Entrant("bot", BOT), *[Entrant("any", AnyMove())] * (seats - 1)],
        seats=seats,
        games=60,
        options={"ends": "first"},
        seed=5,
        clock=lambda: 0.0,
    )
    bot, anybody = report.lines

    assert bot.low > 0.7 and anybody.high < 0.3


def test_the_easy_bot_is_between_random_play_and_the_normal_bot() -> None:
    easy = policy_of(catalogue().named("cahoots"), "easy")
    assert isinstance(easy, CarelessPolicy)
    assert easy.better == policy_of(catalogue().named("cahoots"), "normal")

    entrants = [Entrant("normal", BOT), Entrant("easy", easy), Entrant("random", AnyMove())]
    report = simulate(GAME, entrants, seats=3, games=60, options={"ends": "first"}, seed=5, clock=lambda: 0.0)
    normal, middling, anybody = (line.mean_score for line in report.lines)

    assert normal > middling > anybody


def test_a_bot_refuses_the_position_of_another_game() -> None:
    with pytest.raises(ValueError, match="Coffeehouse Cahoots"):
        BOT.choose(View(GAMES["plump"].start(2, {}), Seat(0), {}), Random(1))
    with pytest.raises(ValueError, match="Coffeehouse Cahoots"):
        BOT.choose(View(GAME.start(2, {}), None, {}), Random(1))
