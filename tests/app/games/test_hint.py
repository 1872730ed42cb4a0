"""Hints: a bot's choice in the player's place, in sentences that are true of the position."""

from __future__ import annotations

import re
from itertools import count
from random import Random

import pytest

from app.bots.api import Budget, Rival, ScoredAction
from app.bots.reasons import cahoots, matriculation, reef
from app.bots.reasons.cahoots import explain_places
from app.bots.reasons.plump import explain_bid
from app.bots.search import Candidate
from app.games.catalogue import catalogue
from app.games.hint import FAILED, THINKING_S, hint_of
from app.games.plump.scene import PLUMP_TABLE
from app.games.policies import policy_of
from rules.api import Action, Rng, Seat, Slot, View
from rules.cahoots.actions import DRAW
from rules.driver import LocalTable
from rules.plump.actions import Bid
from rules.reef import actions as a
from tests.support.cahoots import cafe
from tests.support.catalogue import GAMES
from tests.support.matriculation import desk, player
from tests.support.plump_deal import Deal
from tests.support.reef import at, make, slot_faces
from tests.support.values import replace

HANDS = ("Ah Kh As Ks", "2h 3h 4h 5h", "6s 7s 8s 9s", "2c 3c 4c 5c")
NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.mark.parametrize("seconds_a_look", [0.1, pytest.param(0.0, marks=pytest.mark.slow)])
@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_hint_is_a_legal_choice_told_in_whole_sentences(key: str, seconds_a_look: float) -> None:
    """A bot is asked with a clock that every look moves on, and with one that stands still."""
    entry = catalogue().named(key)
    seats = min(4, entry.rules.seats[-1])
    options = entry.rules.checked_options(seats, {})
    table, rng = LocalTable(entry.rules.start(seats, options), seats, Random(3)), Random(8)
    normal = policy_of(entry, "normal")
    kinds, apart = set(), 50 if key == "reef" else 13  # there the plans of a turn take half a second
    for move in range(120):
        if table.turn is None:
            break
        view = table.view(table.turn)
        if move % apart == 0:
            clock = count(0.0, seconds_a_look).__next__
            text = hint_of(entry, view, NAMES[:seats], Random(move), clock=clock).text
            assert text != FAILED
            assert re.fullmatch(r"[A-Z“][^\n]*\.", text), text
            assert "None" not in text and "=" not in text and "  " not in text
            kinds.add(text.split(" ")[0])
        table.play(normal.choose(view, rng))

    assert len(kinds) > 1, "hints of only one kind of choice are no test"


def bidding(*hands: str) -> View:
    deal = Deal(*hands)
    return View(deal.state, Seat(0), deal.known(0))


def test_a_hint_tells_how_often_the_bid_is_made() -> None:
    view = bidding(*HANDS)
    hint = hint_of(catalogue().named("plump"), view, NAMES, Random(1))
    found = re.fullmatch(
        r"Bid (\d): you make a bid of (\d) in (\d+)% of 180 deals that fit what you know, "
        r"a bid of (\d) in \d+%\. "
        r"The next best: bid (\d) \((-?\d+\.\d) instead of (-?\d+\.\d) points against the others, "
        r"on average over 180 deals played on to the end of the round\)\.",
        hint.text,
    )

    assert found is not None, hint.text
    assert found[1] == found[2] and int(found[1]) >= 2 and 20 < int(found[3]) <= 100
    assert found[4] == found[5] != found[1] and float(found[6]) < float(found[7])
    assert hint.marked == PLUMP_TABLE.picks(view, Bid(int(found[1])))[0]


@pytest.mark.parametrize(
    ("best", "worth", "is_close", "said"),
    [
        (3.0, 1.0, False, "The next best: bid 1 (1.0 instead of 3.0 points)."),
        (3.0, 2.96, False, "About as good: bid 1 (both 3.0 points)."),
        (3.0, 2.94, True, "About as good: bid 1 (2.9 instead of 3.0 points)."),
        (-0.01, -0.02, False, "About as good: bid 1 (both 0.0 points)."),
        (1.0, 3.0, True, "About as good: bid 1 (3.0 instead of 1.0 points)."),
    ],
)
def test_the_second_best_is_described_with_what_each_is_worth(
    best: float, worth: float, *, is_close: bool, said: str
) -> None:
    entry = replace(catalogue().named("plump"), policies=(("normal", "tests.app.games.test_hint:Torn"),))
    Torn.rival = Rival(Bid(1), worth, best, "points", is_close)

    assert hint_of(entry, bidding(*HANDS), NAMES, Random(1)).text == f"Bid 2. {said}"


class Torn:
    """A bot that hesitates."""

    rival: Rival | None = None

    def choose(self, view: View, rng: Rng) -> Action:
        return Bid(2)

    def advise(self, view: View, rng: Rng, budget: Budget) -> ScoredAction:
        return ScoredAction(Bid(2), 0.0, rival=self.rival)


@pytest.mark.parametrize(
    ("move", "does"),
    [(0, "Put the"), (6, "End the turn"), (33, "Swap your house")],
    ids=["bank", "end", "swap"],
)
def test_in_kings_a_hint_also_names_a_second_best_place_for_cards(move: int, does: str) -> None:
    entry = catalogue().named("kings")
    table = LocalTable(entry.rules.start(4, entry.rules.checked_options(4, {})), 4, Random(0))
    normal, rng = policy_of(entry, "normal"), Random(8)
    for _ in range(move):
        table.play(normal.choose(table.view(Seat(table.turn or 0)), rng))
    view, clock = table.view(Seat(table.turn or 0)), count(0.0, 0.1).__next__
    text = hint_of(entry, view, NAMES, Random(1), clock=clock).text

    assert text.startswith(does) and len(view.actions()) > 2
    assert re.search(r"(The next best|About as good): .+ \(.*king cards against the others", text), text
    assert "ake back" not in text


def test_a_start_tile_is_advised_beside_the_next_one_with_how_many_of_its_colour_there_are() -> None:
    entry = catalogue().named("reef")
    told = []
    for seed in (0, 1):
        table = LocalTable(entry.rules.start(2, entry.rules.checked_options(2, {})), 2, Random(seed))
        told.append(hint_of(entry, table.view(Seat(table.turn or 0)), NAMES[:2], Random(1)).text)

    assert told[0].endswith("About as good: put a white tile into your parrotfish (both 1 of its colour).")
    assert told[1].endswith(
        "The next best: put a white tile into your parrotfish (5 instead of 1 of its colour)."
    )


def test_a_hint_uses_only_the_players_knowledge() -> None:
    other = (HANDS[0], "6s 7s 2c 3c", "2h 3h 8s 9s", "4h 5h 4c 5c")
    entry = catalogue().named("plump")

    assert hint_of(entry, bidding(*HANDS), NAMES, Random(3)) == hint_of(
        entry, bidding(*other), NAMES, Random(3)
    )


def test_a_player_who_is_not_on_turn_gets_no_hint() -> None:
    deal = Deal(*HANDS)
    for seat in (None, Seat(1)):
        with pytest.raises(ValueError, match="needs no hint"):
            hint_of(catalogue().named("plump"), View(deal.state, seat, {}), NAMES, Random(1))


def tried(ticks: int, results: list[float], gains: list[int]) -> Candidate:
    return Candidate(ScoredAction(Bid(ticks), 0.0), 0, results, gains)


def test_the_percentages_of_a_hint_are_shares_of_the_deals_that_were_played_out() -> None:
    best, rival = tried(2, [1.0] * 4, [12, 0, 12, 12]), tried(1, [0.0] * 2, [11, 0])

    assert explain_bid(best, rival) == (
        "You make a bid of 2 in 75% of 4 deals that fit what you know, a bid of 1 in 50%."
    )


def test_a_hint_for_cahoots_tells_how_often_the_player_comes_first() -> None:
    best = Candidate(ScoredAction(DRAW, 0.0), 0, [0.0, 0.0], [1, 1], [True, False])

    assert explain_places(best, best) == "You come first in 50% of the deals."


def test_matriculation_says_how_near_an_opponent_is_and_when_a_degree_is_no_longer_quick() -> None:
    table = desk(
        "6h,probation,ogre",
        "6h",
        players=(player(terms=",".join(["6h"] * 10)), player(terms="21h,21h,21h,21h,15h")),
    )
    view = View(table.state, Seat(0), table.faces)

    assert matriculation.reason(view, table.action("play probation on 1").action) == (
        "It holds up an opponent, with 21 hours to go."
    )
    assert matriculation.reason(view, table.action("play 6h").action) == (
        "It brings 6 of the 60 hours that you still need; an eleventh term rules out a quick degree."
    )


def test_reef_counts_the_tiles_that_are_left_to_lay() -> None:
    play, known = make(secret={1: (12, 13, 14, 15)}), slot_faces("12=Y,13=Y,14=P,15=Y,25=P")
    play.p.seat, view = 1, View(play.state, Seat(1), known)

    assert reef.reason(view, a.FeedStart(Slot(12))) == (
        "It is one of your 3 yellow tiles: you would lay it last."
    )
    assert reef.reason(view, a.FeedStart(Slot(14))) == "It is your only pink tile: you would lay it last."
    play.p.players[1].secret, play.p.players[1].start = (12, 13, 14), 15
    assert reef.reason(view, a.TakeCubes(1, 3)) == (
        "You hold 2 yellow tiles and 1 pink tile to lay with these cubes."
    )
    assert reef.reason(view, a.TakeCubes(4, 4)) == "You hold 0 grey tiles to lay with these cubes."


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (a.Eat(at("A2")), "Of its 5 tiles your parrotfish keeps 1, now worth 3 each."),
        (a.Introduce(at("B2")), "It guards a coral of 5 tiles."),
        (a.Introduce(at("D4")), "It guards a coral of 1 tile."),
        (a.PlayCube(0), "You can then lay tiles of its colour."),
        (a.BuyCube(0), "You can then lay tiles of its colour, in this turn or a later one."),
        (a.Collect(0), "It brings a cube and 2 tiles, and ends your turn."),
        (a.Lay(0, at("D3"), a.Source.SCREEN), "It begins a coral."),
        (a.Lay(1, at("D3"), a.Source.SCREEN), "It makes a coral larger."),
        (a.Lay(0, at("B2"), a.Source.SCREEN), "It replaces another coral's tile, which you consume."),
        (a.PlayAlga(0, 0, 0), "Then yellow is worth 4 instead of 3 and grey is worth 4 instead of 3."),
        (a.PlayAlga(1, 0, 0), ""),
        (a.PlayAlga(1, 8, 0), "The tile will stay as it is now."),
        (a.Move(at("A2"), at("B2")), ""),
    ],
)
def test_reef_says_what_a_step_is_for(action: Action, said: str) -> None:
    play = make("Y: A2!0 B2 C2 C3 D2; G: D4!1", hand={0: "WWYG"}, cubes={0: "WW"})
    play.p.sea.tiles[:2] = [1, 1]

    assert reef.reason(View(play.state, Seat(0), {}), action) == said


@pytest.mark.parametrize(
    ("main", "card", "said"),
    [
        ("10C", "1C", "It leaves you one card fewer."),
        ("1J", "2D", "2 more cards can follow in the same turn."),
        ("2J", "2D", "1 more card can follow in the same turn."),
    ],
)
def test_cahoots_says_how_many_cards_can_follow(main: str, card: str, said: str) -> None:
    table = cafe("1C,2D,2C,3T,4C", "8L", main=main)
    view = View(table.state, Seat(0), table.faces)

    assert cahoots.reason(view, table.action(f"place {card}").action) == said


def test_a_draw_is_explained_only_where_no_card_fits() -> None:
    """A search may advise a draw although a card could be placed."""
    entry, rng, seen = catalogue().named("cahoots"), Random(5), set()
    table = LocalTable(entry.rules.start(3, entry.rules.checked_options(3, {})), 3, Random(2))
    normal = policy_of(entry, "normal")
    for _ in range(200):
        if table.turn is None:
            break
        view = table.view(table.turn)
        if DRAW in view.actions():
            fits = any(str(each).startswith(("place", "add")) for each in view.actions())
            assert bool(cahoots.reason(view, DRAW)) is not fits
            seen.add(fits)
        table.play(normal.choose(view, rng))

    assert seen == {True, False}


class Broken:
    """A stranger's bot that fails."""

    def choose(self, view: View, rng: Rng) -> Action:
        raise ZeroDivisionError


def test_a_bot_that_fails_gives_no_hint() -> None:
    policies = (("normal", "tests.app.games.test_hint:Broken"),)
    entry = replace(catalogue().named("plump"), policies=policies)

    assert hint_of(entry, bidding(*HANDS), NAMES, Random(1)).text == FAILED


def test_a_game_whose_author_gives_no_bot_has_hints() -> None:
    entry = replace(catalogue().named("plump"), policies=())
    text = hint_of(entry, bidding(*HANDS), NAMES, Random(1), clock=count().__next__).text

    assert re.fullmatch(r"Bid \d: it did best in \d+ games played on from here\.", text), text


class Hurried:
    """A bot that says how much time it was given."""

    def choose(self, view: View, rng: Rng) -> Action:
        return view.actions()[0]

    def advise(self, view: View, rng: Rng, budget: Budget) -> ScoredAction:
        return ScoredAction(
            view.actions()[0], 0.0, f"{budget.seconds} s by {budget.clock()} from {budget.began}."
        )


def test_a_bot_has_the_same_time_for_every_hint() -> None:
    named = "tests.app.games.test_hint:Hurried"
    entry = replace(catalogue().named("plump"), policies=(("normal", named),))
    text = hint_of(entry, bidding(*HANDS), NAMES, Random(1), clock=iter((5.0, 7.0)).__next__).text

    assert text.endswith(f" {THINKING_S} s by 7.0 from 5.0.")


def test_only_a_forced_choice_is_said_to_be_the_only_one() -> None:
    named = "tests.app.games.test_hint:Hurried"
    entry = replace(catalogue().named("plump"), policies=(("normal", named),))
    two = bidding("Ah", "Kh", "Qh", "Jh")
    last = Deal("Ah Kh", "2h 3h", "4h 5h", "6h 7h").bid(2, 0, 0, 1).play("Ah", "2h", "4h", "6h")
    one = View(last.state, Seat(0), last.known(0))

    assert (len(two.actions()), len(one.actions())) == (2, 1)
    assert "s by" in hint_of(entry, two, NAMES, Random(1)).text
    assert hint_of(entry, one, NAMES, Random(1)).text == "Play the king of hearts: nothing else is possible."
    assert hint_of(entry, one, NAMES, Random(1)).marked == (f"card:{last.slot('Kh')}",)


@pytest.mark.parametrize(
    ("rival", "said"),
    [
        (Rival(Bid(1), 1, best=3, unit="points"), "The next best: bid 1 (1 instead of 3 points)."),
        (Rival(Bid(1), 1, best=1, unit="points"), "About as good: bid 1 (both 1 points)."),
        (Rival(Bid(1), 1.0, best=1.04, unit="points"), "About as good: bid 1 (both 1.0 points)."),
        (Rival(Bid(1), 1.0, best=1.06, unit="points"), "The next best: bid 1 (1.0 instead of 1.1 points)."),
        (Rival(Bid(1), 1.0, best=9.0, unit="points", is_close=True),
         "About as good: bid 1 (1.0 instead of 9.0 points)."),
        (Rival(Bid(1), -0.04, best=3.0, unit="points"), "The next best: bid 1 (0.0 instead of 3.0 points)."),
    ],
)  # fmt: skip
def test_the_second_best_choice_is_described_with_the_worth_of_both(rival: Rival, said: str) -> None:
    class Weighing:
        def choose(self, view: View, rng: Rng) -> Action:
            return Bid(0)

        def advise(self, view: View, rng: Rng, budget: Budget) -> ScoredAction:
            return ScoredAction(Bid(0), 0.0, "", rival)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.games.hint.strongest", lambda entry: Weighing())
        hint = hint_of(catalogue().named("plump"), bidding(*HANDS), NAMES, Random(1))

    assert hint.text == f"Bid 0. {said}"
