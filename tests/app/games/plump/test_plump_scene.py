"""Plump's table described: every zone, every reason, every word."""

from __future__ import annotations

import random

import pytest

from app.games.board import plate_words
from app.games.plump.scene import (
    BIDS,
    DEALING,
    DECK,
    FOREHEADS,
    HAND,
    LAST_TICK,
    PLUMP_TABLE,
    TICK,
    plump_scene,
    rest_moves,
    taker,
)
from app.games.scene import Closed, Open, Plate, Scene, Sign, slot_of
from rules.api import Left, Seat, Shuffle, Shuffled, View
from rules.driver import LocalTable
from rules.plump.actions import Bid
from rules.plump.game import PlumpGame
from rules.plump.past import ABSENT, Past, Row
from rules.plump.state import PlumpState, next_round
from tests.support.plump_deal import Deal, before_round, setting, started

NAMES = ("Ada", "Bob", "Cy", "Di")
THREE = ("2h 3h 4s", "Ah 5s 6s", "7h 8h 9c", "10c Jc Qh")


def scene_of(deal: Deal, seat: int | None = 0) -> Scene:
    known = {} if seat is None else deal.known(seat)
    return plump_scene(View(deal.state, None if seat is None else Seat(seat), known), NAMES)


def looked_at(state: PlumpState, seat: int | None = 0) -> Scene:
    return plump_scene(View(state, None if seat is None else Seat(seat), {}), NAMES)


def plate(scene: Scene, seat: int) -> Plate:
    return next(each for each in scene.plates if each.seat == seat)


def names(scene: Scene, zone: str) -> list[str]:
    return [piece.name for piece in scene.pieces(zone)]


def test_before_the_roll_the_scene_says_that_the_first_dealer_is_being_drawn() -> None:
    state = PlumpGame().start(4, {})
    assert isinstance(state, PlumpState)
    scene = looked_at(state)

    assert (scene.title, scene.note) == ("22 rounds", "The first dealer is being drawn")
    assert scene.pieces(HAND) == () == scene.pieces(TICK)
    assert plate_words(plate(scene, 1), 0) == "Bob: no bid yet, took 0, 0 points"


def test_during_the_shuffle_there_is_no_deck_and_nobody_is_on_turn() -> None:
    scene = looked_at(started(4))

    assert scene.note == "Everybody shuffles the deck" and scene.note in DEALING
    assert scene.title == "Round 1 of 22  ·  10 cards"
    assert scene.zone(DECK) is None and not any(Sign.TURN in each.signs for each in scene.plates)


def test_cards_are_dealt_after_the_shuffle() -> None:
    state = started(4)
    need = state.needs[0]
    assert isinstance(need, Shuffle)
    scene = looked_at(state.after(Shuffled(need.pile, need.into)))

    deck = scene.zone(DECK)
    assert scene.note == "The cards are being dealt" and scene.note in DEALING
    assert deck is not None and (deck.count, deck.note) == (12, "12 cards")
    assert [plate(scene, seat).held for seat in range(4)] == [0, 10, 10, 10]


def test_bids_are_offered_only_on_the_players_turn() -> None:
    deal = Deal(*THREE)

    assert [bid.short for bid in scene_of(deal).pieces(BIDS)] == ["0", "1", "2", "3"]
    assert scene_of(deal, 1).pieces(BIDS) == () == scene_of(deal, None).pieces(BIDS)
    assert plate(scene_of(deal), 0).doing == "to bid"
    assert PLUMP_TABLE.picks(View(deal.state, Seat(0), {}), Bid(2)) == ((scene_of(deal).pieces(BIDS)[2].at,),)
    assert names(scene_of(deal), BIDS)[2] == "bid 2, worth 12 points"


def test_the_hook_is_greyed_and_explained() -> None:
    scene = scene_of(Deal(*THREE).bid(1, 0, 1), 3)
    bids = scene.pieces(BIDS)
    why = bids[1].why

    assert [bid.short for bid in bids if bid.why is None] == ["0", "2", "3"]
    assert why is not None and why.rule == "plump 2.3" and "must not add up" in why.text
    assert bids[1].name == "bid 1, not allowed"
    assert scene.note == "2 of 3 bid so far"


def test_a_bid_of_nothing_is_worth_the_points_of_the_chosen_option() -> None:
    deal = Deal(*THREE, options={"zero": "5"})

    assert names(scene_of(deal), BIDS)[0] == "bid 0, worth 5 points"


def test_the_hand_is_sorted_and_cards_that_may_not_be_played_say_why() -> None:
    deal = Deal(*THREE).bid(1, 0, 1, 0).play("2h")
    scene = scene_of(deal, 1)

    hand = scene.pieces(HAND)
    assert [card.name for card in hand] == ["ace of hearts", "5 of spades", "6 of spades"]
    assert [card.why is None for card in hand] == [True, False, False]
    why = hand[1].why
    assert why is not None and why.rule == "plump 2.4" and why.text.startswith("You must follow suit")
    assert scene.note == "hearts led  ·  1 tick nobody bid"
    assert Sign.TURN in plate(scene, 1).signs


def test_black_and_red_suits_take_turns_in_the_hand() -> None:
    scene = scene_of(Deal("Kc Qd Js 10h", "2h 3h 4h 5h", "6h 7h 8h 9h", "2c 3c 4c 5c"))

    assert [card.short for card in scene.pieces(HAND)] == ["10h", "Js", "Qd", "Kc"]


def test_nothing_is_lit_off_the_players_turn() -> None:
    scene = scene_of(Deal(*THREE).bid(1, 0, 1, 0), 2)

    assert all(
        card.why is not None and card.why.text == "It is not your turn." for card in scene.pieces(HAND)
    )
    assert scene.note == "1 tick nobody bid"


def test_the_note_counts_the_ticks_that_were_bid_too_many() -> None:
    assert scene_of(Deal(*THREE).bid(2, 2, 1, 1)).note == "3 bid too many"


def test_a_finished_tick_stays_until_the_next_card_is_led() -> None:
    deal = Deal(*THREE).bid(1, 0, 1, 0).play("2h", "Ah", "7h", "Qh")
    scene = scene_of(deal, 1)

    assert taker(scene) == 1 and scene.zones[0].note == "You take it"
    assert [(card.name, Sign.BEST in card.signs) for card in scene.pieces(TICK)] == [
        ("2 of hearts", False),
        ("ace of hearts", True),
        ("7 of hearts", False),
        ("queen of hearts", False),
    ]
    deal.play("5s")
    after = scene_of(deal, 1)
    assert (taker(after), len(after.pieces(TICK))) == (None, 1)
    assert after.pieces(LAST_TICK) == scene.pieces(TICK)


def test_moves_of_others_come_one_by_one_and_a_taken_tick_is_shown_longest() -> None:
    deal = Deal(*THREE)
    rests = []
    scene = scene_of(deal)
    for step in (
        lambda: deal.bid(1),
        lambda: deal.bid(0),
        lambda: deal.bid(1),
        lambda: deal.bid(0),
        lambda: deal.play("2h"),
        lambda: deal.play("Ah"),
        lambda: deal.play("7h"),
        lambda: deal.play("Qh"),
        lambda: deal.play("5s"),
    ):
        step()
        now = scene_of(deal)
        rests.append(rest_moves(scene, now, Seat(0)))
        scene = now

    assert rests == [0.0, 2.0, 2.0, 2.0, 0.0, 1.3, 1.3, 6.0, 1.3]
    assert rest_moves(None, scene, None) == 0.0 == rest_moves(scene, scene, None)


def test_a_jump_to_the_next_taken_tick_rests_as_long_as_a_taken_tick() -> None:
    deal = Deal(*THREE).bid(1, 0, 1, 0).play("2h", "Ah", "7h", "Qh")
    first = scene_of(deal)
    deal.play(deal.offered()[0])
    while taker(scene_of(deal)) is None:
        deal.play(deal.offered()[0])

    assert rest_moves(first, scene_of(deal), Seat(0)) == 6.0
    assert rest_moves(first, first, Seat(0)) == 0.0


def test_a_round_of_one_card_is_shown_longest() -> None:
    deal = Deal("7h", "As", "3h", "Jd", dealer=3).bid(0, 1, 0, 1)
    before = scene_of(deal)
    deal.reveal()

    assert rest_moves(before, scene_of(deal), Seat(0)) == 9.0


def test_the_result_of_a_round_stays_until_the_next_shuffle() -> None:
    deal = (
        Deal("2h 3h", "4h 5h", "6h 7h", "8h 9h")
        .bid(0, 0, 0, 1)
        .play("2h", "4h", "6h", "8h")
        .play("9h", "3h", "5h", "7h")
    )
    scene = scene_of(deal)

    assert scene.note in DEALING and taker(scene) == 3
    assert [plate(scene, seat).badge for seat in range(4)] == ["+10", "+10", "+10", "plump"]
    assert plate_words(plate(scene, 3), 0).startswith("Di: bid 1, took 2, ")
    assert plate_words(plate(scene, 0), 0).startswith("Ada (you): bid 0, took 0, ")


def test_in_a_one_card_round_a_player_sees_all_cards_but_their_own() -> None:
    deal = Deal("7h", "As", "3h", "Jd")
    scene = scene_of(deal)

    (own,) = scene.pieces(HAND)
    first = scene.pieces(FOREHEADS)[0]
    assert own.look == Closed() and own.why is not None and own.why.rule == "plump R9"
    assert (slot_of(first.at), first.look) == (deal.slot("As"), Open(deal.faces[deal.slot("As")]))
    assert (first.seat, first.name) == (1, "ace of spades")
    assert all(each.held == 0 for each in scene.plates)
    assert scene.title.endswith("1 card")
    assert scene.note == "0 of 1 bid  ·  your card is hidden"
    assert scene_of(deal, None).note == "0 of 1 bid so far"


def test_the_one_card_round_opens_by_itself() -> None:
    deal = Deal("7h", "As", "3h", "Jd", dealer=3).bid(0, 1, 0, 1)
    assert taker(scene_of(deal)) is None
    deal.reveal()
    scene = scene_of(deal)

    assert taker(scene) == 0 and len(scene.pieces(TICK)) == 4


def test_a_spectator_sees_backs_and_no_hand() -> None:
    scene = scene_of(Deal(*THREE).bid(0), None)

    assert scene.pieces(HAND) == ()
    assert [each.held for each in scene.plates] == [3] * 4


def test_the_scene_tells_who_left() -> None:
    state = before_round(0).after(Left(Seat(2), "left"))
    gone = plate(looked_at(state), 2)

    assert gone.signs == (Sign.GONE,)
    assert plate_words(gone, 0) == "Cy: no bid yet, took 0, 0 points, has left"


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        (0, "Ada (you): no bid yet, took 0, 0 points, to bid"),
        (3, "Di: no bid yet, took 0, 0 points, 3 cards, dealer"),
    ],
)
def test_a_plate_is_spoken_as_a_sentence(seat: int, words: str) -> None:
    deal = Deal(*THREE)
    state = PlumpState(Past(setting(4), deal.state.past.first_dealer, deals=7), deal.state.part)
    scene = plump_scene(View(state, Seat(0), deal.known(0)), NAMES)

    assert plate_words(plate(scene, seat), 0) == words


@pytest.mark.parametrize("seats", [2, 3, pytest.param(7, marks=pytest.mark.slow), 10])
def test_a_whole_game_is_always_described(seats: int) -> None:
    """Every position of a game has a screen for everybody, and ends with the outcome on it."""
    rng = random.Random(seats)
    table = LocalTable(PlumpGame().start(seats, {"length": "short"}), seats, rng)
    players = tuple("ABCDEFGHIJ"[:seats])
    while table.turn is not None:
        for viewer in (None, Seat(0), table.turn):
            view = table.view(viewer)
            scene = plump_scene(view, players)
            lit = {piece.at for zone in (HAND, BIDS) for piece in scene.pieces(zone) if piece.why is None}
            assert lit == {route[0] for each in view.actions() for route in PLUMP_TABLE.picks(view, each)}
        table.play(table.actions()[rng.randrange(len(table.actions()))])
    end = plump_scene(table.view(Seat(0)), players)

    assert table.outcome is not None
    assert end.title == "The game is over" and end.note == ""
    assert taker(end) is not None and len(end.pieces(TICK)) == seats
    totals = {each.seat: int(each.figures[2].value) for each in end.plates}
    assert totals == dict(enumerate(table.outcome.scores))


def test_a_player_absent_from_the_last_round_has_no_badge() -> None:
    row = Row(10, (3, ABSENT, 2, 0), (3, 0, 7, 0))
    past = Past(setting(4), Seat(0), deals=1, rows=(row,))
    scene = looked_at(next_round(past))

    assert [plate(scene, seat).badge for seat in range(4)] == ["+13", "", "plump", "+10"]
    assert plate(scene, 1).figures[0].value == "-" and plate(scene, 2).figures[1].value == "7"


def test_the_last_tick_is_shown_only_once_the_next_one_is_led() -> None:
    deal = Deal(*THREE).bid(1, 0, 1, 0)
    assert scene_of(deal).zone(LAST_TICK) is None
    deal.play("2h", "Ah", "7h", "Qh")
    assert scene_of(deal).zone(LAST_TICK) is None
    deal.play("5s")

    assert len(scene_of(deal).pieces(LAST_TICK)) == 4


def test_every_bid_up_to_the_ticks_of_the_round_and_every_own_card_can_be_typed() -> None:
    deal = Deal(*THREE)
    view = View(deal.state, Seat(0), deal.known(0))
    said = [PLUMP_TABLE.say(view, each, NAMES).typed for each in PLUMP_TABLE.attempts(view)]

    assert said == ["bid 0", "bid 1", "bid 2", "bid 3", "2h", "3h", "4s"]
    assert list(PLUMP_TABLE.attempts(View(deal.state, None, {}))) == []
