"""Plump's bot: its view, its choices, its strength."""

from __future__ import annotations

from itertools import product
from math import isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.bots.api import AnyMove, CarelessPolicy
from app.bots.plump import PlumpPolicy
from app.bots.plump_odds import Odds, exactly
from app.workshop.measure.simulate import Entrant, simulate
from rules.api import Seat, View
from rules.cards import card
from rules.driver import LocalTable
from rules.plump.actions import Bid, PlumpPlay
from tests.support.catalogue import GAMES
from tests.support.plump_deal import GAME, Deal

BOT = PlumpPolicy()


def choice(deal: Deal, seed: int = 1) -> str:
    """The choice of the bot on turn, as a number or a card."""
    action = BOT.choose(View(deal.state, deal.turn, deal.known(deal.turn)), Random(seed))
    return str(action).partition(" ")[2].rpartition("=")[2]


def test_the_choice_depends_only_on_the_view_and_not_on_hidden_cards() -> None:
    """Two worlds that a view cannot tell apart get the same action for the same random numbers."""
    rng = Random(1)
    compared = 0
    for seats in (2, 4, 7):
        table = LocalTable(GAME.start(seats, {"length": "short"}), seats, rng)
        while table.turn is not None:
            view = table.view(table.turn)
            worlds = [GAME.sample(view, Random(seed)) for seed in (1, 2)]
            hidden = [slot for slot in worlds[0][1] if slot not in view.known]
            seen = [
                View(state, view.seat, {slot: faces[slot] for slot in view.known}) for state, faces in worlds
            ]
            assert any(worlds[0][1][slot] != worlds[1][1][slot] for slot in hidden)
            assert BOT.choose(seen[0], Random(3)) == BOT.choose(seen[1], Random(3))
            compared += 1
            table.play(rng.choice(table.actions()))

    assert compared > 200


def test_remembered_faces_of_older_decks_do_not_change_the_choice() -> None:
    """Between peers a seat remembers what it once saw; the bot must not be misled by it."""
    deal = Deal("2h As", "Ah 3d", "5h 6h", "7h 8h")
    known = deal.known(0)
    old = {slot: card("As") for slot in (0, 1, 60, 300)}  # type: ignore[misc]
    for seed in range(5):
        assert BOT.choose(View(deal.state, Seat(0), known), Random(seed)) == BOT.choose(
            View(deal.state, Seat(0), {**old, **known}), Random(seed)
        )  # type: ignore[dict-item]


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("lead", ["left", "highest-bid"])
def test_the_bot_plays_whole_games_legally(seats: int, lead: str) -> None:
    rng = Random(seats)
    table = LocalTable(GAME.start(seats, {"lead": lead, "length": "short"}), seats, rng)
    while table.turn is not None:
        action = BOT.choose(table.view(table.turn), rng)
        assert action in table.actions()
        table.play(action)

    assert table.outcome is not None


# -- bids ----------------------------------------------------------------------------------------


def test_the_bot_bids_high_on_high_cards_and_nothing_on_low_ones() -> None:
    assert choice(Deal("Ah As Ad Ac", "2h 3h 4h 5h", "2s 3s 4s 5s", "2d 3d 4d 5d")) in ("3", "4")
    assert choice(Deal("2h 2s 2d 2c", "Ah 3h 4h 5h", "As 3s 4s 5s", "Ad 3d 4d 5d")) == "0"


def test_the_bot_avoids_the_forbidden_bid() -> None:
    deal = Deal("2h 2s 2d 2c", "Ah 3h 4h 5h", "As 3s 4s 5s", "Ad 3d 4d 5d", dealer=0).bid(1, 2, 1)

    assert deal.turn == 0 and "0" not in deal.offered()
    assert choice(deal) == "1"


def test_a_bot_that_was_not_shown_all_cards_of_the_others_still_bids() -> None:
    """In a round of one card everybody sees the others' cards, unless a stand-in played for the seat then."""
    deal = Deal("Ks", "2s", "Ah", "Ad", options={"lead": "left"})
    known = dict(list(deal.known(deal.turn).items())[1:])
    action = BOT.choose(View(deal.state, deal.turn, known), Random(1))

    assert action in View(deal.state, deal.turn, known).actions()


@pytest.mark.parametrize(
    ("cards", "lead", "bids", "bid"),
    [
        # Seat 0 leads a card that it does not see: 39 of 49 are of suits in which nobody can beat it.
        ("2h Ah Kh Qh", "left", (), "1"),
        # With high cards of three suits in sight it is 18 of 49, with aces only the 13 clubs.
        ("2h Kh Js Kd", "left", (), "0"),
        ("2h Ah As Ad", "left", (), "0"),
        # Seat 1 does not lead: the king of spades is led, and one card in 49 beats it.
        ("Ks 2s Ah Ad", "left", (0,), "0"),
        # The two of hearts is led and no other heart in sight: a heart is a quarter, so still no.
        ("2h 9h As Ad", "left", (0,), "0"),
        # Three have bid, and the last two bids are both allowed: its unseen card is rarely the led suit.
        ("Ah 3s 4d Kc", "left", (1, 1, 0), "0"),
        # With lead=highest-bid, to bid 1 first means to lead, and hardly a card loses to low spades.
        ("2s 9h 3s 4s", "highest-bid", (0,), "1"),
        ("2s 9h 3s 4s", "left", (0,), "0"),
        ("Ks 2s Ah Ad", "highest-bid", (1,), "0"),
    ],
)
def test_one_tick_rounds_are_reasoned_from_the_cards_in_sight(
    cards: str, lead: str, bids: tuple[int, ...], bid: str
) -> None:
    assert choice(Deal(*cards.split(), options={"lead": lead}).bid(*bids)) == bid


# -- cards ---------------------------------------------------------------------------------------


def test_the_last_to_play_takes_a_tick_that_it_needs_and_ducks_one_that_it_does_not_need() -> None:
    hands = ("5h 2c", "6h 3c", "7h 4c", "Ah 2h")

    assert choice(Deal(*hands).bid(0, 0, 0, 1).play("5h", "6h", "7h")) == "Ah"
    assert choice(Deal(*hands).bid(0, 0, 0, 0).play("5h", "6h", "7h")) == "2h"


def test_a_void_bot_that_wants_no_tick_throws_its_most_dangerous_card() -> None:
    deal = Deal("5h 2c", "6h 3c", "7h 4c", "Ad 2s").bid(0, 0, 0, 0).play("5h", "6h", "7h")

    assert choice(deal) == "Ad"


def test_a_void_bot_that_wants_a_tick_keeps_its_good_card() -> None:
    deal = Deal("5h 2c", "6h 3c", "7h 4c", "Ad 2s").bid(0, 0, 0, 1).play("5h", "6h", "7h")

    assert choice(deal) == "2s"


def test_a_bot_that_has_missed_its_bid_takes_the_ticks_that_the_others_need() -> None:
    """Seat 3 bid nothing, but has taken the first tick."""
    hands = ("5h 9c 2c 2d", "6h 3c 4d 4s", "7h 7c 9d 5s", "8h Jc 5c 6d")
    two_ticks = ("5h", "6h", "7h", "8h", "6d", "2d", "4d", "9d")
    greedy = Deal(*hands).bid(2, 2, 2, 0).play(*two_ticks, "7c")
    modest = Deal(*hands).bid(0, 0, 0, 0).play(*two_ticks, "7c")
    assert greedy.turn == modest.turn == 3

    assert choice(greedy) == "Jc"
    assert choice(modest) == "5c"


# -- odds ----------------------------------------------------------------------------------------


@given(st.lists(st.floats(0, 1), max_size=6))
def test_the_chances_of_each_number_of_ticks_add_up_over_every_combination(chances: list[float]) -> None:
    ways = [0.0] * (len(chances) + 1)
    for heads in product((0, 1), repeat=len(chances)):
        weight = 1.0
        for chance, head in zip(chances, heads, strict=True):
            weight *= chance if head else 1 - chance
        ways[sum(heads)] += weight

    assert all(isclose(a, b, abs_tol=1e-9) for a, b in zip(exactly(chances), ways, strict=True))


def odds(deal: Deal, seat: int) -> Odds:
    return Odds(deal.part, Seat(seat), [deal.faces[slot] for slot in deal.state.hand(Seat(seat))])


def test_a_card_that_nobody_can_beat_takes_the_tick_for_sure() -> None:
    deal = Deal("Ah Kh", "2h 3c", "7h 4c", "Qh 2c").bid(0, 0, 0, 0)

    assert odds(deal, 0).this_tick(card("Ah")) == odds(deal, 0).this_tick(card("Kh")) == 1
    assert odds(deal.play("Kh"), 1).this_tick(card("2h")) == 0
    assert odds(deal, 1).this_tick(card("3c")) == 0


def beats(held: int, unseen: int, higher: int) -> float:
    """The chance that one of `held` cards among the unseen is one of the higher ones."""
    return 1 - (1 - held / unseen) ** higher


@pytest.mark.parametrize(
    ("hands", "bids", "played", "face", "chance"),
    [
        # nobody has bid: each of three beats the queen if it holds one of two cards among fifty
        ("Qh 2s|3h 3s|4h 4s|5h 5s", "", "", "Qh", (1 - beats(2, 50, 2)) ** 3),
        ("Ah 2s|3h 3s|4h 4s|5h 5s", "", "", "Ah", 1),
        ("Qh 2s|3h 3s|4h 4s|5h 5s", "", "", "2s", (1 - beats(2, 50, 12)) ** 3),
        # two want a tick; the third does not, but may have to take it
        (
            "Qh 2s|3h 3s|4h 4s|5h 5s",
            "1 1 0 1",
            "",
            "Qh",
            (1 - 0.95 * beats(2, 50, 2)) ** 2 * (1 - 0.55 * beats(2, 50, 2)),
        ),
        # one is still to play: four higher hearts are among the unseen 48
        ("4h 2s|3h 3s|10h 4s|5h 5s", "0 0 0 1", "4h 3h", "10h", 1 - 0.95 * beats(2, 48, 4)),
        ("4h 2s|3h 3s|10h 4s|5h 5s", "0 0 1 0", "4h 3h", "10h", 1 - 0.55 * beats(2, 48, 4)),
        # below the best card, of another suit, and last of all
        ("Qh 2s|3h 3s|10h 4s|5h 5s", "0 0 1 0", "Qh 3h", "10h", 0),
        ("4h 2s|3h 3s|Ks As|5h 5s", "0 0 1 0", "4h 3h", "As", 0),
        ("4h 2s|3h 3s|10h 4s|Kh 5s", "0 0 1 0", "4h 3h 10h", "Kh", 1),
        # of the three that follow one has no spade
        (
            "4s Qs|3h 3d|10s 2s|5s 2d",
            "0 0 1 2",
            "4s 3h 10s 5s",
            "2s",
            (1 - 0.55 * beats(1, 47, 9)) * (1 - 0.95 * beats(1, 47, 9)),
        ),
    ],
)
def test_a_card_takes_the_tick_if_nobody_can_or_wants_to_beat_it(
    hands: str, bids: str, played: str, face: str, chance: float
) -> None:
    deal = Deal(*hands.split("|")).bid(*map(int, bids.split())).play(*played.split())

    assert odds(deal, deal.turn).this_tick(card(face)) == pytest.approx(chance)


@pytest.mark.parametrize(
    ("bids", "face", "leading", "chance"),
    [
        # as it bids it doubts; a quarter of the unseen 50 are hearts but for the queen: 12
        ("", "Qh", True, 0.9 * (1 - beats(2, 50, 2)) ** 3 * (1 - (1 - 12 / 50) ** 2.5)),
        ("", "Qh", False, 0.9 * (1 - beats(2, 50, 2)) ** 3 * (1 - (1 - 12 / 50) ** 2)),
        ("1 1 1 0", "Qh", False, (1 - 0.95 * beats(2, 50, 2)) ** 2 * (1 - 0.55 * beats(2, 50, 2))
         * (1 - (1 - 12 / 50) ** 2)),
    ],
)  # fmt: skip
def test_a_card_takes_a_later_tick_if_its_suit_is_led(
    bids: str, face: str, leading: bool, chance: float
) -> None:
    deal = Deal("Qh 2s", "3h 3s", "4h 4s", "5h 5s").bid(*map(int, bids.split()))
    hand = [card("Qh"), card("2s")]

    assert odds(deal, 0).takes_later(card(face), hand, leading=leading) == pytest.approx(chance)


@pytest.mark.parametrize(
    ("bids", "played", "want"),
    [
        ((1, 0, 0, 0), "", False),
        ((0, 1, 0, 0), "", False),
        ((1, 1, 0, 1), "", True),
        ((0, 1, 1, 1), "", True),
        # seat 1 takes the first tick: it wants no more, and one is left
        ((0, 1, 0, 0), "4h 6h 5h 3h", False),
        ((1, 2, 0, 0), "4h 6h 5h 3h", True),
        ((0, 0, 1, 0), "4h 6h 5h 3h", True),
    ],
)
def test_the_bot_knows_if_the_others_want_every_tick_that_is_left(
    bids: tuple[int, ...], played: str, want: bool
) -> None:
    deal = Deal("4h 2s", "6h 3s", "5h 4s", "3h 5s")
    deal.bid(*bids).play(*played.split())

    assert odds(deal, 0).others_want_all is want


def test_a_bid_is_worth_its_points_times_the_chance_to_make_it() -> None:
    deal = Deal("Qh 2s", "3h 3s", "4h 4s", "5h 5s")
    queen, two = ((0.9 * (1 - beats(2, 50, higher)) ** 3 * (1 - (1 - 12 / 50) ** 2)) for higher in (2, 12))
    leading = (1 - (1 - 12 / 50) ** 2.5) / (1 - (1 - 12 / 50) ** 2)
    worths = {
        str(one.action): one.worth for one in BOT.score_actions(View(deal.state, Seat(0), deal.known(0)))
    }
    one_leads = {"queen": queen * leading, "two": two * leading}
    spread = exactly([*one_leads.values()])

    assert worths["bid 1"] == pytest.approx(11 / 10 * spread[1])
    assert worths["bid 2"] == pytest.approx(12 / 10 * spread[2])


def test_a_card_of_a_suit_that_the_others_lack_takes_the_tick_for_sure() -> None:
    deal = Deal("9h 2h", "3s 3c", "4s 4c", "5s 2c").bid(0, 0, 0, 0).play("9h", "3s", "4s", "5s")

    assert odds(deal, 0).this_tick(card("2h")) == 1


def test_a_last_ace_always_wins_if_led_and_less_than_half_the_time_if_not() -> None:
    deal = Deal("2h As", "2s 3c", "4s 4c", "5s 2c").bid(0, 0, 0, 0)
    ace = card("As")
    leading, following = (odds(deal, 0).takes_later(ace, [ace], leading=lead) for lead in (True, False))

    assert leading == 1 and following < 0.5


def test_a_higher_card_is_never_less_likely_to_win() -> None:
    deal = Deal("2h 5h 9h Kh", "2s 3s 4s 5s", "2d 3d 4d 5d", "2c 3c 4c 5c").bid(0, 0, 0, 0)
    chances = [odds(deal, 0).this_tick(card(text)) for text in ("2h", "5h", "9h", "Kh")]

    assert chances == sorted(chances) and 0 < chances[0] < chances[-1] < 1


# -- strength and levels ---------------------------------------------------------------------------


@pytest.mark.parametrize("names", [("bot", "any", "any", "any"), ("bot", "any")])
def test_the_bot_is_clearly_better_than_random_play(names: tuple[str, ...]) -> None:
    policies = {"bot": BOT, "any": AnyMove()}
    report = simulate(
        GAME,
        [Entrant(name, policies[name]) for name in names],
        seats=4,
        games=24,
        options={"length": "short"},
        seed=5,
        clock=lambda: 0.0,
    )
    bot, anybody = report.lines

    assert bot.low > anybody.high
    assert bot.mean_score > 1.5 * anybody.mean_score


def test_the_easy_bot_is_between_random_play_and_the_normal_bot() -> None:
    entrants = [
        Entrant("normal", BOT),
        Entrant("easy", CarelessPolicy(BOT, near=0.08)),
        Entrant("random", AnyMove()),
    ]
    report = simulate(
        GAME, entrants, seats=3, games=60, options={"length": "short"}, seed=5, clock=lambda: 0.0
    )
    normal, middling, anybody = (line.mean_score for line in report.lines)

    assert normal > middling > anybody


def test_a_bot_refuses_the_position_of_another_game() -> None:
    with pytest.raises(ValueError, match="Plump"):
        BOT.choose(View(GAMES["reef"].start(2, {}), Seat(0), {}), Random(1))


def test_the_bot_computes_only_for_bids_and_plays() -> None:
    deal = Deal("2h As", "Ah 3d", "5h 6h", "7h 8h")

    assert isinstance(BOT.choose(View(deal.state, Seat(0), deal.known(0)), Random(1)), Bid)
    deal.bid(0, 2, 2, 2)
    assert isinstance(BOT.choose(View(deal.state, Seat(0), deal.known(0)), Random(1)), PlumpPlay)
