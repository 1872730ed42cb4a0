"""The bot of Kings: its aims, its blindness to all beyond its view, its strength."""

from __future__ import annotations

from random import Random

import pytest

from app.bots.api import AnyMove, BotPolicy
from app.bots.kings import KingsPolicy, attack_worth, pile_price
from app.games.catalogue import catalogue
from app.games.policies import policy_of
from rules.api import Moved, Seat, View
from rules.driver import LocalTable
from rules.kings.actions import Attack
from rules.kings.cards import SEATS, parse_cards
from tests.rules.kings.positions import GAME, Position, new_table, position

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


def test_it_attacks_for_a_card_of_its_suit_with_the_cheapest_pile_that_wins() -> None:
    at = position("7h", hearts="-/Qb,3b,3s/Jb,4b,5b/-/-", clubs="-/Jh,2h/-/-/-")

    assert choice(at) == "attack 2 at 3"


def test_it_does_not_attack_what_it_cannot_beat() -> None:
    assert choice(position(hearts="-/Jb,4b/-/-/-", clubs="-/Jh,2h/-/-/-")) == "end"


def test_it_opens_the_way_to_a_card_that_its_other_pile_can_win() -> None:
    at = position(hearts="-/Qb,3b,3s/Jb,4b/-/-", clubs="-/Jc/Ac,2h/-/-")

    assert choice(at) == "attack 2 at 3"
    assert choice(at.do("attack 2 at 3")) == "attack 1 at 3"


def test_it_spends_no_strong_pile_for_nothing_but_loses_patience_when_it_is_behind() -> None:
    sides = {"hearts": "-/Qb,3b,3s,4s/-/-/-", "clubs": "2c/Jd,2d/-/-/-"}

    assert choice(position(round=5, gained=5, **sides)) == "end"
    assert choice(position(round=15, gained=5, **sides)) == "attack 1 at 3"


def test_out_of_patience_it_still_spends_the_cheapest_pile_that_wins() -> None:
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


def test_it_banks_every_card_of_its_suit() -> None:
    at = position("7h,8h,Qb", hearts="-/Jh/-/-/-")

    assert choice(at) == "king 0=7h" and choice(at.do("king 0=7h")) == "king 1=8h"


def test_it_wins_when_it_can() -> None:
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


def test_it_sets_the_weakest_pile_in_front_as_a_bait_and_then_ends() -> None:
    at = position(hearts="-/-/Qb,3b,3s/Jb/-", organising="yes")
    first = choice(at)
    after = at.do(first)
    while choice(after) != "end":
        after = after.do(choice(after))

    assert first.startswith("swap")
    assert after.state.sides[0].houses == (parse_cards("Jb"), parse_cards("Qb,3b,3s"), ())


def test_it_ends_its_turn_when_no_swap_is_left() -> None:
    assert choice(position(hearts="-/-/Qb,3b,3s/Jb/-", organising="yes", swaps=10)) == "end"


# -- properties of every bot


def test_equal_targets_are_drawn_by_lot() -> None:
    at = position(hearts="-/Qb,3b,3s/-/-/-", spades="-/Ac,3h/-/-/-", diamonds="-/As,5h/-/-/-")

    assert {choice(at, seed) for seed in range(20)} == {"attack 1 at 1", "attack 1 at 2"}


def test_same_view_and_same_numbers_give_the_same_action() -> None:
    one, other = (play(3, (BOT,) * SEATS) for _ in range(2))

    assert one.events == other.events


def test_worlds_that_differ_only_in_hidden_cards_give_the_same_answer() -> None:
    """The bot is handed nothing but the view, so the true faces cannot matter; nor may the
    faces of slots that are hidden no more, which a view may or may not carry."""
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


def test_it_plays_on_when_a_seat_has_left() -> None:
    table = play(5, (BOT,) * SEATS, leaver=Seat(2))

    assert table.outcome is not None and table.outcome.ranks[2] == 4


def test_the_bot_refuses_another_game_and_a_spectators_view() -> None:
    view = new_table().view(None)

    with pytest.raises(ValueError, match="Kings"):
        BOT.choose(view, Random(1))


def test_the_catalogue_offers_the_bot() -> None:
    assert policy_of(catalogue().named("kings"), "normal") == BOT


def test_the_bot_beats_random_play() -> None:
    """Seats take turns; the bench measures it with 400 games.

    The others' swaps and attacks may delay a win.
    """
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
