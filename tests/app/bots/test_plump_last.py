"""The last ticks of Plump between two: what best play leads to, beside every line played out."""

from __future__ import annotations

from random import Random

from app.bots.plump import HARD
from app.bots.plump_last import TICKS_MOST, last_scores
from app.bots.search import lead_of
from rules.api import Scratch, Seat, View
from rules.cards import CARD_TEXT, PACK
from tests.support.plump_deal import GAME, Deal


def scratch_of(deal: Deal) -> Scratch:
    return GAME.scratch(deal.state, deal.faces, rng=Random(1))


def best_lead(scratch: Scratch, seat: Seat, stage: int) -> float:
    """The lead of a seat after best play of both: all lines of the round, one by one."""
    if scratch.over or scratch.stage > stage:
        return lead_of(scratch.scores(), seat)
    leads = []
    for move in scratch.actions():
        after = scratch.clone()
        after.play(move)
        leads.append(best_lead(after, seat, stage))
    return max(leads) if scratch.turn == seat else min(leads)


def test_it_is_what_trying_every_line_comes_to() -> None:
    rng, seen = Random(4), set()
    for _ in range(60):
        cards = rng.choice((2, 3))
        drawn = [CARD_TEXT[face] for face in rng.sample(PACK[:20] if rng.randrange(2) else PACK, 2 * cards)]
        two = [" ".join(drawn[:cards]), " ".join(drawn[cards:])]
        deal = Deal(*two, dealer=rng.randrange(2), options={"zero": rng.choice(("5", "10"))})
        while deal.state.part is not None and deal.part.is_bidding:
            deal.bid(int(rng.choice(deal.offered())))
        scratch = scratch_of(deal)
        solved, seat = last_scores(scratch), scratch.turn

        assert solved is not None
        assert lead_of(solved, seat) == best_lead(scratch, seat, scratch.stage), (two, deal.part.bids)
        seen.add(lead_of(solved, seat) - lead_of(scratch.scores(), seat))
    assert len(seen) > 5 and min(seen) < 0 < max(seen)


def test_it_says_nothing_of_bids_of_a_tick_on_the_table_or_of_too_many_ticks() -> None:
    two = ("2h 3h 4h 5h 6h 7h", "2s 3s 4s 5s 6s 7s")
    assert TICKS_MOST == 5
    deal = Deal(*two, dealer=1)
    assert last_scores(scratch_of(deal)) is None
    deal.bid(3, 2)
    assert last_scores(scratch_of(deal)) is None
    deal.play("2h")
    assert last_scores(scratch_of(deal)) is None
    deal.play("7s")
    before = scratch_of(deal).scores()

    assert last_scores(scratch_of(deal)) == list(before), "all six ticks go to the seat that bid three"


def test_a_round_with_a_proven_revoke_is_played_out_by_the_rules() -> None:
    """The bid of a seat that revoked is not paid."""
    deal = Deal("2h 3h 4d", "2s 5h 6d", dealer=1).bid(2, 0).play("2h").cheat("2s").play("3h")
    assert last_scores(scratch_of(deal.play("5h"))) is None


def test_among_three_nobody_is_sure_what_best_play_is() -> None:
    deal = Deal("2h 3h", "2s 3s", "2d 3d", dealer=2).bid(1, 0, 0)

    assert last_scores(scratch_of(deal)) is None


def test_between_two_hard_tries_every_card_and_among_three_the_best_few() -> None:
    hands = ("2h 4h 6h 8h 10h Qh", "3h 5h 7h 9h Jh Kh", "2s 4s 6s 8s 10s Qs")
    tried = []
    for seats in (2, 3):
        deal = Deal(*hands[:seats], dealer=seats - 1)
        tried.append(rivals_of(deal))
        tried.append(rivals_of(deal.bid(*[0] * seats)))

    assert tried == [5, 6, 5, 5]


def rivals_of(deal: Deal) -> int:
    view = View(deal.state, deal.turn, deal.known(deal.turn))
    return len(HARD.plan.rivals(view, HARD.policy.weigh(view)))
