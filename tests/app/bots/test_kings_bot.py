"""The bot of Kings: its aims, its strength, and that it uses nothing but its view."""

from __future__ import annotations

from random import Random

import pytest

from app.bots.api import AnyMove, BotPolicy
from app.bots.kings import KingsPolicy, attack_worth, pile_price, sensible, worth_a_search
from app.games.catalogue import catalogue
from app.games.policies import policy_of
from rules.api import Moved, Seat, View
from rules.driver import LocalTable
from rules.kings.actions import Attack
from rules.kings.cards import SEATS, parse_cards
from tests.rules.kings.positions import GAME, Position, new_table, position
from tests.support.catalogue import GAMES

BOT = KingsPolicy()


def choice(at: Position, seed: int = 1) -> str:
    """The choice of the bot in the seat on turn."""
    return str(BOT.choose(View(at.state, at.state.turn, at.known), Random(seed)))


def play(seed: int, policies: tuple[BotPolicy, ...], *, leaver: Seat | None = None) -> LocalTable:
    table, rng = new_table(seed), Random(seed)
    while table.turn is not None:
        if leaver is not None and len(table.events) > 100:
            table.leave(leaver, "gone")
            leaver = None
            continue
        table.play(policies[table.turn].choose(table.view(table.turn), rng))
    return table


# -- aims


def test_the_bot_attacks_for_a_card_of_its_suit_with_the_cheapest_pile_that_wins() -> None:
    at = position("7h", hearts="-/Qb,3b,3s/Jb,4b,5b/-/-", clubs="-/Jh,2h/-/-/-")

    assert choice(at) == "attack 2 at 3"


def test_the_bot_does_not_attack_what_it_cannot_beat() -> None:
    assert choice(position(hearts="-/Jb,4b/-/-/-", clubs="-/Jh,2h/-/-/-")) == "end"


def test_the_bot_opens_the_way_to_a_card_that_its_other_pile_can_win() -> None:
    at = position(hearts="-/Qb,3b,3s/Jb,4b/-/-", clubs="-/Jc/Ac,2h/-/-")

    assert choice(at) == "attack 2 at 3"
    assert choice(at.do("attack 2 at 3")) == "attack 1 at 3"


def test_the_bot_spends_no_strong_pile_for_nothing_but_loses_patience_when_it_is_behind() -> None:
    sides = {"hearts": "-/Qb,3b,3s,4s/-/-/-", "clubs": "2c/Jd,2d/-/-/-"}

    assert choice(position(round=5, gained=5, **sides)) == "end"
    assert choice(position(round=15, gained=5, **sides)) == "attack 1 at 3"


def test_without_patience_the_bot_still_spends_the_cheapest_pile_that_wins() -> None:
    for first, second, chosen in (("Qb,3b,3s,4s", "Jb,4b,5b", 2), ("Jb,4b,5b", "Qb,3b,3s,4s", 1)):
        sides = {"hearts": f"-/{first}/{second}/-/-", "clubs": "2c/Jd,2d/-/-/-"}
        at = position(round=15, gained=5, **sides)

        assert {choice(at, seed) for seed in range(4)} == {f"attack {chosen} at 3"}


def test_a_bot_that_is_in_the_lead_keeps_its_patience() -> None:
    leading = position(round=15, gained=5, hearts="2h,3h/-/-/-/-", clubs="2c/-/-/-/-").state
    behind = position(round=15, gained=5, hearts="2h/-/-/-/-", clubs="2c,3c/-/-/-/-").state

    assert pile_price(leading) > pile_price(behind) == 0


def test_an_attack_without_two_piles_is_worth_nothing() -> None:
    at = position(hearts="-/Qb,3b,3s,4s/-/-/-", clubs="2c/-/-/-/-").state

    assert attack_worth(at, Attack(1, Seat(3))) < 0 and attack_worth(at, Attack(2, Seat(3))) < 0


def test_the_bot_banks_every_card_of_its_suit() -> None:
    at = position("7h,8h,Qb", hearts="-/Jh/-/-/-")

    assert choice(at) == "king 0=7h" and choice(at.do("king 0=7h")) == "king 1=8h"


def test_the_bot_wins_when_it_can() -> None:
    at = position("10h,Qs", hearts="2h,3h,4h,5h,6h,7h,8h,9h/-/-/-/-", organising="yes")

    assert at.do(choice(at)).state.outcome() is not None


@pytest.mark.parametrize(
    ("hand", "houses", "expected"),
    [
        ("3c,9b", "Qd,9s/-/-", "put 1=9b on 1"),
        ("3c", "Qd,9s/Jc/-", "put 0=3c on 2"),
        ("Jh", "-/-/-", "end 0=Jh"),
        ("Qc,Jb", "-/Ab,4b/As,3b", "put 1=Jb on 1"),
        ("5s,6s", "Ab,4b/-/-", "put 0=5s on 1"),
        ("Js,4s", "Qb/Ab,9b/-", "put 1=4s on 1"),
        ("Js", "Qb/Ab,9b/-", "put 0=Js on 3"),
        ("2s", "Jb/As/Qh", "put 0=2s on 2"),
        ("4s,4d,9c", "Qh/-/-", "put 0=4s on 1|put 1=4d on 1"),
    ],
)
def test_the_bot_builds_its_piles(hand: str, houses: str, expected: str) -> None:
    assert choice(position(hand, hearts=f"-/{houses}/-", organising="yes")) in expected.split("|")


def test_the_bot_sets_the_weakest_pile_in_front_as_a_bait_and_then_ends() -> None:
    at = position(hearts="-/-/Qb,3b,3s/Jb/-", organising="yes")
    first = choice(at)
    after = at.do(first)
    while choice(after) != "end":
        after = after.do(choice(after))

    assert first.startswith("swap")
    assert after.state.sides[0].houses == (parse_cards("Jb"), parse_cards("Qb,3b,3s"), ())


def test_the_bot_ends_its_turn_when_no_swap_is_left() -> None:
    assert choice(position(hearts="-/-/Qb,3b,3s/Jb/-", organising="yes", swaps=10)) == "end"


# -- worth of every action, counted by hand


def worths(at: Position) -> dict[str, float]:
    """The worth of every action in a position, except of hopeless swaps."""
    scored = BOT.score_actions(View(at.state, at.state.turn, at.known))
    return {str(one.action): round(one.worth, 6) for one in scored if one.worth != -50}


ATTACKERS = "3h/Jb,4b,5b/Qb,3b,3s/-/-"
DEFENDERS = "2c,3c/Jd,2d/Qs,2h,2s/Ac,4h/-"


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (  # the 2 of hearts, two points beaten, and 4 or 2 points spent at half a point each
            position("7h", hearts="-/Qb,3b,3s/Jb,4b,5b/-/-", clubs="-/Jh,2h/-/-/-"),
            {
                "attack 1 at 3": 1000 + 10 + 0.25 + 2 * 0.3 - 4 * 0.5,
                "attack 2 at 3": 1000 + 10 + 0.25 + 2 * 0.3 - 2 * 0.5,
                "king 0=7h": 500,
                "put 0=7h on 1": 10,
                "swap 1 2": 0,
                "end 0=7h": -10,
            },
        ),
        (  # behind the bare Jack is a heart, which only the Queen's pile can win then
            position(hearts="-/Qb,3b,3s/Jb,4b/-/-", clubs="-/Jc/Ac,2h/-/-"),
            {
                "attack 1 at 3": -100 + 0.1 * 10 + 0.3 - 4 * 0.5,
                "attack 2 at 3": 1000 + 0.9 * 10 + 0.3 - 0.5,
                "swap 1 2": 0,
                "end": -10,
            },
        ),
        (  # two hearts behind, and the other pile is not stronger than the next; in a draw it would lose
            position(hearts=ATTACKERS, clubs=DEFENDERS),
            {
                "attack 1 at 3": 1000 + 2 * 0.1 * 10 + 0.25 + 2 * 0.3 - 2 * 0.5,
                "attack 2 at 3": 1000 + 2 * 0.1 * 10 + 0.25 + 2 * 0.3 - 4 * 0.5,
                "end": 0,
            },
        ),
        (  # a quiet round: a player who is not in the lead counts its piles a quarter less
            position(round=7, gained=5, hearts=ATTACKERS, clubs=DEFENDERS),
            {
                "attack 1 at 3": 1000 + 2 * 0.1 * 10 + 0.25 + 2 * 0.3 - 2 * 0.375,
                "attack 2 at 3": 1000 + 2 * 0.1 * 10 + 0.25 + 2 * 0.3 - 4 * 0.375,
                "end": 0,
            },
        ),
        (position(hearts="-/Jb,4b/-/-/-", clubs="-/Jh,2h/-/-/-"), {"attack 1 at 3": -1000, "end": 0}),
        (  # of two cards for the king the first
            position("7h,8h,Qb", hearts="-/Jh/-/-/-"),
            {
                "king 0=7h": 500,
                "king 1=8h": 499.99,
                "put 0=7h on 1": 15,
                "put 1=8h on 1": 15,
                "put 2=Qb on 2": 3,
                "put 2=Qb on 3": 3,
                "end 0=7h,1=8h,2=Qb": 0,
            },
        ),
        (  # one of two fours in the hand, a Jack with one card for it, and the Jack of hearts
            position("4s,4d,9c,Js,Jh", hearts="-/Qh/-/-/-", organising="yes"),
            {
                "put 0=4s on 1": 15,
                "put 1=4d on 1": 15,
                "put 2=9c on 1": 10,
                "put 3=Js on 2": 2,
                "put 3=Js on 3": 2,
                "put 4=Jh on 2": -1,
                "put 4=Jh on 3": -1,
                "end 0=4s,1=4d,2=9c,3=Js,4=Jh": 0,
            },
        ),
        (  # a pair for the Queen, a card for an Ace, and for a Jack
            position("4s,4d,9c,Jb,Jd", hearts="-/Qh,4b/Ab,5b/Js,6s/-", organising="yes"),
            {
                "put 0=4s on 1": 30,
                "put 1=4d on 1": 30,
                "put 0=4s on 2": 20,
                "put 1=4d on 2": 20,
                "put 0=4s on 3": 15,
                "swap 1 2": 0,
                "end 0=4s,1=4d,2=9c,3=Jb,4=Jd": -10,
            },
        ),
        (  # a third card of a rank, a Jack without a card for it, an Ace, and a blank Jack
            position("4s,Jd,Ac,Jb", hearts="-/Qh,4b,4h/-/-/-", organising="yes"),
            {
                "put 0=4s on 1": 25,
                **{f"put {card} on {house}": worth for card, worth in
                   (("1=Jd", 0.2), ("2=Ac", 2.5), ("3=Jb", 4.0)) for house in (2, 3)},
                "end 0=4s,1=Jd,2=Ac,3=Jb": 0,
            },
        ),
        (position("2s", hearts="-/As,3h/-/-/-", organising="yes"), {"put 0=2s on 1": 21, "end 0=2s": 0}),
    ],
)  # fmt: skip
def test_the_worth_of_an_attack_a_put_and_an_end_is_as_calculated_by_hand(
    at: Position, expected: dict[str, float]
) -> None:
    assert worths(at) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("own", "theirs", "round_number", "price"),
    [
        ("2h", "2c", 5, 0.5),
        ("2h", "2c", 7, 0.375),
        ("2h,3h", "2c", 7, 0.5),
        ("2h", "2c,3c", 9, 0.125),
        ("2h", "2c", 10, 0.0),
        ("2h", "2c", 15, 0.0),
        ("2h,3h", "2c", 15, 0.5),
    ],
)
def test_a_pile_costs_less_each_quiet_round_except_in_the_lead(
    own: str, theirs: str, round_number: int, price: float
) -> None:
    kings = {"hearts": f"{own}/-/-/-/-", "clubs": f"{theirs}/-/-/-/-"}

    assert pile_price(position(round=round_number, gained=5, **kings).state) == pytest.approx(price)


@pytest.mark.parametrize(
    ("at", "tried", "advised"),
    [
        (  # attacks that win, and the best of all else; those that fail are nothing to advise
            position(hearts="-/Qb,3b,3s/Jb,4b/-/-", clubs="-/Jc/Ac,2h/-/-", spades="-/Qs,4h,4d,6b,6d/-/-/-"),
            "attack 1 at 3|attack 2 at 3|swap 1 2",
            "attack 2 at 3|swap 1 2|end",
        ),
        (
            position("7h", hearts="-/Qb,3b,3s/Jb,4b/-/-", spades="-/Qs,4h,4d,6b,6d/-/-/-"),
            "",
            "king 0=7h|put 0=7h on 1|swap 1 2",
        ),
        (
            position("4s,4d,9c,Jb,Jd", hearts="-/Qh,4b/Ab,5b/Js,6s/-", organising="yes"),
            "put 0=4s on 1|put 1=4d on 1|put 0=4s on 2|end 0=4s,1=4d,2=9c,3=Jb,4=Jd",
            "put 0=4s on 1|put 1=4d on 1|put 0=4s on 2",
        ),
        (
            position("4s,9c", hearts="-/Qh/-/-/-", spades="-/As,4h,5h/-/-/-"),
            "put 0=4s on 1|put 1=9c on 1|end 0=4s,1=9c",
            "put 0=4s on 1|put 1=9c on 1|end 0=4s,1=9c",
        ),
        (position(hearts="-/Jb,4b/-/-/-", clubs="-/Jh,2h/-/-/-", swaps=10), "", "end"),
    ],
)
def test_a_search_tries_the_promising_actions_and_advises_no_attack_that_fails(
    at: Position, tried: str, advised: str
) -> None:
    view = View(at.state, at.state.turn, at.known)
    scored = BOT.score_actions(view)

    assert "|".join(str(one.action) for one in worth_a_search(view, scored)) == tried
    assert "|".join(str(one.action) for one in sensible(view, scored)) == advised


@pytest.mark.parametrize(
    ("houses", "swap"),
    [
        ("-/Jb/Qb,3b,3s", "swap 1 2"),
        ("Qb,3b,3s/Jb/-", "swap 1 2"),
        ("Qb,3b,3s/Ab,4b/Jb", "swap 1 3"),
        ("Jb/Qb,3b,3s/Ab,4b", "swap 2 3"),
        ("-/-/Jb", "swap 1 3"),
        ("Jb/Ab,4b/Qb,3b,3s", "end"),
        ("Jb/-/-", "end"),
    ],
)
def test_a_weak_pile_is_brought_to_the_front_and_an_empty_house_to_the_back(houses: str, swap: str) -> None:
    assert choice(position(hearts=f"-/{houses}/-", organising="yes")) == swap


# -- properties of every bot


def test_equal_targets_are_drawn_by_lot() -> None:
    at = position(hearts="-/Qb,3b,3s/-/-/-", spades="-/Ac,3h/-/-/-", diamonds="-/As,5h/-/-/-")

    assert {choice(at, seed) for seed in range(20)} == {"attack 1 at 1", "attack 1 at 2"}


def test_same_view_and_same_numbers_give_the_same_action() -> None:
    one, other = (play(3, (BOT,) * SEATS) for _ in range(2))

    assert one.events == other.events


def test_worlds_that_differ_only_in_hidden_cards_give_the_same_answer() -> None:
    """The bot gets only the view, so the true faces cannot matter. Nor may faces of slots that are no longer
    hidden, which only some views have."""
    table, rng = new_table(4), Random(4)
    for _ in range(120):
        assert table.turn is not None
        view = table.view(table.turn)
        live = {*view.state.hand(table.turn)}
        bare = View(view.state, view.seat, {slot: face for slot, face in view.known.items() if slot in live})
        chosen = BOT.choose(view, Random(1))
        assert chosen == BOT.choose(bare, Random(1)) and chosen in view.actions()
        _, faces = GAME.sample(view, rng)
        table.faces.update(faces)
        table.play(chosen)


def test_the_bot_plays_on_when_a_seat_has_left() -> None:
    table = play(5, (BOT,) * SEATS, leaver=Seat(2))

    assert table.outcome is not None and table.outcome.ranks[2] == 4


def test_the_bot_refuses_another_game_and_a_spectators_view() -> None:
    view = new_table().view(None)

    for other in (view, View(GAMES["cahoots"].start(2, {}), Seat(0), {})):
        with pytest.raises(ValueError, match="Kings"):
            BOT.choose(other, Random(1))


def test_the_catalogue_has_the_bot_as_its_normal_level() -> None:
    assert policy_of(catalogue().named("kings"), "normal") == BOT


def test_the_bot_beats_random_play() -> None:
    """The bot plays in every seat; the benchmark has 400 games. Others' swaps and attacks may delay a win."""
    complete = 0
    for number in range(8):
        policies: list[BotPolicy] = [AnyMove()] * SEATS
        policies[number % SEATS] = BOT
        outcome = play(number, tuple(policies)).outcome

        assert outcome is not None and outcome.ranks[number % SEATS] == 1
        complete += max(outcome.scores) == 9
    assert complete >= 6


def test_a_game_of_four_bots_ends_by_a_complete_king_pile() -> None:
    tables = [play(seed, (BOT,) * SEATS) for seed in range(6)]
    outcomes = [table.outcome for table in tables]
    moves = [str(event.action) for table in tables for event in table.events if isinstance(event, Moved)]

    assert all(outcome is not None and max(outcome.scores) == 9 for outcome in outcomes)
    assert "undo" not in moves
