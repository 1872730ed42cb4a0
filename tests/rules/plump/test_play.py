"""Plump, paragraphs 2.4-2.8: ticks, following suit, one-tick rounds, the score of a round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.api import EVERYONE, Face, Moved, Seat, Show, Shown, Shuffle, View, refusal
from rules.cards import card
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.past import Played, Row
from rules.plump.round import winning
from rules.plump.state import PlumpState
from tests.support.plump_deal import Deal, setting
from tests.support.values import replace

TWO = ("2h As", "Ah 3d", "5h 6h", "7h 8h")
ONE = ("7h", "As", "3h", "Jh")


def past_rows(state: PlumpState) -> Row:
    return state.past.rows[-1]


# -- leading -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_rule_2_4_and_ruling_2_the_dealers_left_leads(dealer: int) -> None:
    deal = Deal(*TWO, dealer=dealer).bid(0, 2, 2, 2)

    assert deal.turn == (dealer + 1) % 4


@pytest.mark.parametrize(
    ("bids", "leader"),
    [((0, 2, 1, 1), 1), ((1, 2, 2, 0), 1), ((0, 0, 0, 1), 3), ((2, 2, 2, 2), 0), ((0, 0, 0, 0), 0)],
)
def test_rule_2_4_and_ruling_2_option_highest_bid_leads_ties_to_the_earlier(
    bids: tuple[int, ...], leader: int
) -> None:
    deal = Deal(*TWO, options={"lead": "highest-bid"}).bid(*bids)

    assert deal.turn == leader


def test_case_12_and_ruling_3_the_winner_leads_the_next_tick() -> None:
    deal = Deal(*TWO).bid(0, 2, 2, 2).play("2h", "Ah", "5h", "7h")

    assert deal.turn == 1 and deal.part.tick == 2 and deal.part.table == ()
    assert deal.part.ticks == [0, 1, 0, 0]
    assert deal.offered() == ["3d"]


def test_rule_2_4_the_last_tick_stays_open_to_everybody() -> None:
    deal = Deal(*TWO).bid(0, 2, 2, 2).play("2h", "Ah", "5h", "7h")

    assert [(played.seat, played.face) for played in deal.state.last_tick] == [
        (0, card("2h")),
        (1, card("Ah")),
        (2, card("5h")),
        (3, card("7h")),
    ]
    after = deal.play("3d", "6h", "8h", "As").state
    assert [played.face for played in after.last_tick] == [card(text) for text in ["3d", "6h", "8h", "As"]]
    assert isinstance(after.needs[0], Shuffle)


# -- following suit ------------------------------------------------------------------------------


def test_case_8_a_player_who_can_follow_suit_must() -> None:
    deal = Deal("3h 5h", "2h As", "Ah 3d", "7h 8h").bid(0, 2, 2, 2).play("3h")

    assert deal.offered() == ["2h"]
    play = Moved(Seat(1), PlumpPlay(deal.slot("As"), card("As")))
    why = refusal(deal.state, play, deal.known(1))
    assert why is not None and why.reason == "follow-suit" and "hearts" in why.text
    assert refusal(deal.state, play) is None  # another peer cannot see it yet


def test_case_9_a_player_who_cannot_follow_suit_may_play_anything() -> None:
    deal = Deal("3h 5h", "As 3d", "Ah 4d", "7h 8h").bid(0, 2, 2, 2).play("3h")

    assert deal.offered() == ["As", "3d"]


def test_rule_2_4_the_leader_may_play_anything() -> None:
    assert Deal(*TWO).bid(0, 2, 2, 2).offered() == ["2h", "As"]


def test_rule_2_4_with_half_a_hand_known_the_actions_follow_from_the_known_half() -> None:
    deal = Deal("3h 5h", "2h As", "Ah 3d", "7h 8h").bid(0, 2, 2, 2).play("3h")
    only_ace = {deal.slot("As"): card("As")}

    assert [str(action) for action in deal.state.actions(Seat(1), only_ace)] == [f"play {deal.slot('As')}=As"]


# -- who wins ------------------------------------------------------------------------------------


def played(*texts: str) -> tuple[Played, ...]:
    return tuple(Played(Seat(seat), 10 + seat, card(text)) for seat, text in enumerate(texts))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("5d Kd As 9d", "Kd"),  # case 10
        ("2h As Ad Ac", "2h"),  # ruling 6: no trump
        ("Kh Ah 2h 3h", "Ah"),  # ruling 7: the ace is high
        ("10s 9s Js 8s", "Js"),
        ("9c 10c 2c 3c", "10c"),
        ("2d 3d", "3d"),
        ("7h 6h", "7h"),
    ],
)
def test_case_10_and_rulings_6_7_the_highest_card_of_the_suit_led_wins(cards: str, best: str) -> None:
    assert winning(played(*cards.split())).face == card(best)


@given(st.lists(st.integers(0, 51), min_size=2, max_size=10, unique=True))
def test_rule_2_4_no_card_beats_the_winner(faces: list[int]) -> None:
    table = tuple(Played(Seat(seat), 10 + seat, Face(face)) for seat, face in enumerate(faces))  # type: ignore[arg-type]
    best = winning(table).face

    assert best // 13 == faces[0] // 13
    assert not any(face // 13 == best // 13 and face > best for face in faces)


# -- refusals ------------------------------------------------------------------------------------


def test_a_card_that_is_not_in_hand_or_has_another_face_is_refused() -> None:
    deal = Deal(*TWO).bid(0, 2, 2, 2).play("2h")
    wrong = {
        "not-held": PlumpPlay(deal.slot("7h"), card("7h")),
        "false-face": PlumpPlay(deal.slot("Ah"), card("2h")),  # the two of hearts is on the table
        "wrong-step": Bid(1),
    }
    for reason, action in wrong.items():
        why = refusal(deal.state, Moved(Seat(1), action))
        assert why is not None and why.reason == reason
    for face in (-1, 52, 2**70):
        assert refusal(deal.state, Moved(Seat(1), PlumpPlay(deal.slot("Ah"), Face(face)))) is not None


def test_a_false_face_of_a_card_is_refused_only_by_a_player_who_knows_the_card() -> None:
    deal = Deal(*TWO).bid(0, 2, 2, 2)
    event = Moved(Seat(0), PlumpPlay(deal.slot("2h"), card("9h")))

    assert refusal(deal.state, event) is None  # the deck proves faces, not the rules
    why = refusal(deal.state, event, deal.known(0))
    assert why is not None and why.reason == "false-face"


def test_a_card_already_played_cannot_be_played_again() -> None:
    deal = Deal(*TWO).bid(0, 2, 2, 2).play("2h", "Ah", "5h", "7h")
    why = refusal(deal.state, Moved(Seat(1), PlumpPlay(deal.slot("Ah"), card("Ah"))))

    assert why is not None and why.reason == "not-held"


# -- one-tick rounds (2.7) -----------------------------------------------------------------------


def test_rule_2_6_every_card_is_shown_to_everybody_but_its_owner() -> None:
    deal = Deal(*ONE)
    part = deal.part.twin()
    part.shown = 0
    fresh = replace(deal.state, part=part)

    assert fresh.needs == tuple(
        Show((deal.slot(text),), tuple(Seat(other) for other in range(4) if other != seat))
        for seat, text in enumerate(ONE)
    )


def test_case_18_in_a_one_tick_round_a_view_shows_all_cards_but_ones_own() -> None:
    deal = Deal(*ONE)
    view = View(deal.state, Seat(0), deal.known(0))

    assert [view.face(deal.state.hand(Seat(seat))[0]) for seat in range(4)] == [
        None,
        card("As"),
        card("3h"),
        card("Jh"),
    ]
    assert [str(action) for action in view.actions()] == ["bid 0", "bid 1"]


def test_case_19_and_ruling_9_the_leaders_suit_counts() -> None:
    deal = Deal(*ONE).bid(0, 0, 0, 0)  # 0 leads hearts, 3 has the jack
    (need,) = deal.state.needs

    assert need == Show(tuple(deal.state.hand(Seat(seat))[0] for seat in range(4)), EVERYONE)
    assert past_rows(deal.reveal().state).ticks == (0, 0, 0, 1)


@pytest.mark.parametrize(("dealer", "winner"), [(3, 3), (0, 1), (1, 3), (2, 3)])
def test_rule_2_6_the_leader_is_the_dealers_left(dealer: int, winner: int) -> None:
    deal = Deal(*ONE, dealer=dealer).bid(0, 0, 0, 0).reveal()

    assert past_rows(deal.state).ticks == tuple(int(seat == winner) for seat in range(4))
    assert deal.state.last_tick[0].seat == (dealer + 1) % 4


def test_rule_2_6_with_highest_bid_the_highest_bidder_leads() -> None:
    deal = Deal(*ONE, options={"lead": "highest-bid"}).bid(0, 1, 0, 1).reveal()

    assert past_rows(deal.state).ticks == (0, 1, 0, 0)


def test_ruling_9_no_card_of_a_one_tick_round_is_played_by_hand() -> None:
    deal = Deal(*ONE).bid(0, 0, 0, 0)
    why = refusal(deal.state, Moved(Seat(0), PlumpPlay(deal.slot("7h"), card("7h"))))

    assert deal.state.turn is None
    assert why is not None and why.reason == "not-your-turn"


@pytest.mark.parametrize("faces", [None, (1, 2, 3), (1, 2, 3, 3), (1, 2, 3, 52), (1, 2, 3, -1)])
def test_rule_2_6_a_reveal_must_give_every_card_once_in_order_and_to_everybody(
    faces: tuple[int, ...] | None,
) -> None:
    deal = Deal(*ONE).bid(0, 0, 0, 0)
    slots = deal.part.reveal.slots
    shown = None if faces is None else tuple(map(Face, faces))
    for event in (
        Shown(slots, EVERYONE, shown),
        Shown(slots[::-1], EVERYONE, shown),
        Shown(slots, (Seat(0),), None),
    ):
        why = refusal(deal.state, event)
        assert why is not None and why.reason == "unasked"


# -- the score of a round (2.8) --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "ticks", "points"),
    [(3, 3, 13), (0, 0, 10), (9, 9, 19), (10, 10, 110), (3, 2, 0), (0, 1, 0), (1, 1, 11), (2, 3, 0)],
)
def test_case_13_and_rulings_4_5_a_made_bid_scores_with_a_one_in_front_and_a_miss_is_a_plump(
    bid: int, ticks: int, points: int
) -> None:
    assert setting(4).score(bid, ticks) == points


def test_ruling_4_a_table_option_gives_five_points_for_a_made_zero() -> None:
    assert setting(4, {"zero": "5"}).score(0, 0) == 5
    assert setting(4, {"zero": "5"}).score(0, 1) == 0
    assert setting(4, {"zero": "5"}).score(10, 10) == 110


def test_rule_2_5_a_finished_round_is_recorded_and_the_next_begins() -> None:
    deal = Deal(*TWO).bid(0, 2, 0, 1).play("2h", "Ah", "5h", "7h", "3d", "6h", "8h", "As")
    state = deal.state
    row = past_rows(state)

    assert row == Row(2, (0, 2, 0, 1), (0, 2, 0, 0))
    assert row.scores(state.past.setting) == (10, 12, 10, 0)
    assert state.part is not None and state.part.cards == 1 and state.part.order[-1] == 0
