"""The last ticks of a round of Plump between two, exactly: for playouts, in which all cards are known.

With two seats the lead in score is zero-sum, so best play has one value, found by minimax. Cards that nobody
holds are out of play, so only the order of the held cards counts: a suit is written as a word of its holders
from the lowest card to the highest, "l" for a card of the leader, "o" for one of the other. Cards in a row of
one holder are alike, and one of them is tried. Most positions of different worlds are then the same few, and
are remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from rules.api import Scratch
from rules.cards import SUIT
from rules.plump.scratch import PlumpScratch

TICKS_MOST: Final = 5
"""Maximum number of ticks that are solved: one more takes three times as long."""
REMEMBERED: Final = 1 << 15
"""Number of positions that are remembered, of some 500 bytes each."""
LOST: Final = -1
"""Wanted ticks of a seat that cannot make its bid any more."""
OTHER_WAY: Final = str.maketrans("lo", "ol")


class Made(NamedTuple):
    """True for each seat that makes its bid."""

    leader: bool
    other: bool


class Ticks(NamedTuple):
    """A position between two ticks: the suits that are left, sorted; the ticks that leader and other still
    want, or `LOST`; the number of ticks to come; and 1, 0 or -1 as the leader's bid pays more than the
    other's, as much or less."""

    suits: tuple[str, ...]
    leader: int
    other: int
    left: int
    edge: int


def last_scores(scratch: Scratch) -> Sequence[int] | None:
    """Return the scores after best play of both to the end of the round; None while that is too far off."""
    if not isinstance(scratch, PlumpScratch) or len((part := scratch.part).hands) != 2:
        return None
    left = part.cards - part.tick + 1
    if part.is_bidding or part.laid or part.revokes or not 0 < left <= TICKS_MOST:
        return None
    seats = part.turn, part.following[part.turn]
    bids = [part.bids[part.order.index(seat)] for seat in seats]
    pays = [scratch.setting.score(bid, bid) for bid in bids]
    wants = [bid - part.ticks[seat] for bid, seat in zip(bids, seats, strict=True)]
    edge = (pays[0] > pays[1]) - (pays[0] < pays[1])
    suits = _words(part.hands[seats[0]], part.hands[seats[1]])
    made = best_play(_ticks(suits, wants[0], wants[1], left, edge))
    scores = [*scratch.scores()]
    for seat, pay, is_made in zip(seats, pays, made, strict=True):
        scores[seat] += pay * is_made
    return scores


@lru_cache(maxsize=REMEMBERED)
def best_play(ticks: Ticks) -> Made:
    """Return which bids are made if both seats play to lead in score."""
    if not ticks.left or ticks.leader == ticks.other == LOST:
        return Made(ticks.leader == 0, ticks.other == 0)
    best, most = Made(False, True), -2
    for place, suit in enumerate(ticks.suits):
        for card in _tried(suit, "l"):
            made = _answered(ticks, place, card)
            if (worth := _worth(made, ticks.edge)) > most:
                best, most = made, worth
                if worth == 2:
                    return best
    return best


def _answered(ticks: Ticks, place: int, card: int) -> Made:
    """Return the result of a lead after the other's best answer."""
    suits = ticks.suits
    led = suits[place]
    rest = suits[:place] + suits[place + 1 :]
    best, least = Made(True, False), 2
    if follows := _tried(led, "o"):
        answers = [(answer > card, (*rest, _without(led, card, answer))) for answer in follows]
    else:
        bare = _without(led, card)
        answers = [
            (False, (*rest[:at], _without(suit, answer), *rest[at + 1 :], bare))
            for at, suit in enumerate(rest)
            for answer in _tried(suit, "o")
        ]
    for is_taken, after in answers:
        made = _after(ticks, after, is_taken=is_taken)
        if (worth := _worth(made, ticks.edge)) < least:
            best, least = made, worth
            if worth == -2:
                break
    return best


def _after(ticks: Ticks, suits: Sequence[str], *, is_taken: bool) -> Made:
    """Return the result of a tick; `is_taken`: the other took it, and leads."""
    if not is_taken:
        return best_play(_ticks(suits, ticks.leader - 1, ticks.other, ticks.left - 1, ticks.edge))
    turned = [suit.translate(OTHER_WAY) for suit in suits]
    made = best_play(_ticks(turned, ticks.other - 1, ticks.leader, ticks.left - 1, -ticks.edge))
    return Made(made.other, made.leader)


def _ticks(suits: Sequence[str], leader: int, other: int, left: int, edge: int) -> Ticks:
    """Write a position in the one way in which it is remembered."""
    leader = leader if 0 <= leader <= left else LOST
    other = other if 0 <= other <= left else LOST
    return Ticks(tuple(sorted(filter(None, suits))), leader, other, left, edge)


def _words(leader: Sequence[int], other: Sequence[int]) -> list[str]:
    """Write the suits of two hands of faces."""
    words = [""] * 4
    for face in sorted([*leader, *other]):
        words[SUIT[face]] += "l" if face in leader else "o"
    return words


@cache
def _tried(suit: str, holder: str) -> tuple[int, ...]:
    """Return the places of a holder's cards, one of each row."""
    return tuple(at for at, who in enumerate(suit) if who == holder and suit[at - 1 : at] != holder)


def _without(suit: str, *cards: int) -> str:
    for card in sorted(cards, reverse=True):
        suit = suit[:card] + suit[card + 1 :]
    return suit


def _worth(made: Made, edge: int) -> int:
    """Order the results as the leader likes them."""
    if made.leader != made.other:
        return 2 if made.leader else -2
    return edge if made.leader else 0
