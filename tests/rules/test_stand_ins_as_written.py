"""Stand-ins written a second time, from the pages of the rules, and compared with the programs.

A second implementation has nothing but those pages: plump 6.5, matriculation 8.5, cahoots 10.5, kings 8.5 and
reef 9.7.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from rules.api import Known
from rules.driver import LocalTable
from rules.reef.steps.laying import spots
from tests.support.catalogue import GAMES
from tests.support.quick import quick_only

Written = Callable[[Any, Known, Sequence[str]], str]
HOURS = (6, 9, 12, 15, 18, 21)


def plump(state: Any, known: Known, offered: Sequence[str]) -> str:
    part, seat = state.part, state.needs[0].seat
    hand = sorted(known[slot] for slot in part.hands[seat] if slot in known)
    if offered[0].startswith("bid"):
        n, players = part.cards, len(part.order)
        unseen, wish = 52 - len(hand), 500
        for face in hand:
            higher = [f for f in range(face + 1, face - face % 13 + 13) if f not in hand]
            chance = 1000
            for _ in higher:
                chance = chance * (unseen - n * (players - 1)) // unseen
            is_lead = n == 1 and seat == part.order[0]
            wish += chance if is_lead else chance - chance * 3**n // 4**n
        bids = [int(each[4:]) for each in offered]
        return f"bid {min(bids, key=lambda bid: (abs(bid - wish // 1000), bid))}"
    cards = sorted((int(each[5:].split("=")[0]), each) for each in offered)
    faces = [(known[slot], text) for slot, text in cards]
    wants = part.bid_of(seat) > part.ticks[seat]
    if not part.table:
        return (max if wants else min)(faces, key=lambda card: card[0] % 13)[1]
    led = part.table[0].face // 13
    best = max(played.face for played in part.table if played.face // 13 == led)
    taking = [card for card in faces if card[0] // 13 == led and card[0] > best]
    losing = [card for card in faces if card not in taking]
    is_last = len(part.table) == len(part.order) - 1
    if wants:
        pick, of = (min, losing) if not taking else (min if is_last else max, taking)
    else:
        pick, of = (max, losing) if losing else (max if is_last else min, taking)
    return pick(of, key=lambda card: card[0] % 13)[1]


def matriculation(state: Any, known: Known, offered: Sequence[str]) -> str:  # noqa: C901  (one paragraph)
    seat = state.needs[0].seat
    me, hand = state.players[seat], [known[slot] for slot in state.players[seat].hand]
    price, hit = {3: 11, 4: 6}, {3: 12, 4: 7}

    def freed(setback: int) -> int:
        limit = 9 if setback == 3 else 0
        is_stopped = any(face < 6 and HOURS[face] > limit for face in hand)
        whole = price.get(setback, 30)
        return whole if is_stopped else whole * 3 // 5

    def worth(text: str) -> int:
        if text == "pass":
            return 0
        verb, card, *on = text.split(" ")
        face = known[int(card.split("=")[0])]
        kind, setback = (0, -1) if face < 6 else ((face - 6) // 5 + 1, (face - 6) % 5)
        if verb == "discard":
            return -1 - kept(face, kind, setback)
        if on:
            return hit.get(setback, 19) + state.hours(int(on[1])) // 12
        per_term = kind == 0 and state.ogre == "per_term" and 4 in me.setbacks
        gain = HOURS[face] - 6 * per_term if kind == 0 else 13 * (kind == 3)
        gone = [setback] if kind in (2, 3) and setback in me.setbacks else []
        terms = me.credits + (gain if kind == 0 else 0)
        after = max(0, terms - 6 * (state.ogre == "lasting" and 4 in me.setbacks and gone != [4]))
        return 1000 if after >= 120 else gain + sum(map(freed, gone))

    def kept(face: int, kind: int, setback: int) -> int:
        if kind == 0:
            return HOURS[face] * 9 // 10
        if kind == 3:
            return 1000
        if kind == 2:
            if setback in me.exceptions:
                return 0
            return (9, 4, 1)[min(hand.count(face), 3) - 1] * price.get(setback, 30) // 30
        others = [p for s, p in enumerate(state.players) if s != seat and not p.left]
        return 0 if all(setback in p.exceptions for p in others) else hit.get(setback, 19) * 7 // 10

    return max(offered, key=worth)


def cahoots(state: Any, known: Known, offered: Sequence[str]) -> str:
    seat = state.needs[0].seat
    hand = [(slot, {**known, **state.public}[slot]) for slot in sorted(state.hands[seat])]
    cards = [face for _, face in hand]

    def lies(card: int, top: int) -> str:
        difference = card % 10 - top % 10
        steps = {0: "value", 1: "up", -1: "down"}
        return steps.get(difference, "suit" if card // 10 == top // 10 else "none")

    def without(of: Sequence[int], card: int) -> list[int]:
        return [each for each in of if each != card]

    def going_on(text: str) -> tuple[int, int]:
        card = dict(hand)[int(text.split(" ")[1].split("=", maxsplit=1)[0])]
        kind = str(state.combo) if text.startswith("add") else lies(card, state.main[-1])
        rest, top = without(cards, card), card
        step = {"value": 0, "up": 1, "down": -1}.get(kind)
        while step is not None:
            number = top % 10 + step
            following = [each for each in rest if each % 10 == number and 0 <= number < 10]
            if not following:
                break
            top = following[0]
            rest = without(rest, top)
        pairs = sum(a != b and lies(a, b) != "none" for a in rest for b in rest)
        return -len(rest), pairs

    def tenths(text: str) -> int:
        veto = dict(hand)[int(text.split(" ")[1].split("=", maxsplit=1)[0])]
        after = [*without(cards, veto), state.veto.face]
        begin = [c for c in after if c // 10 != veto // 10 and c % 10 != veto % 10]
        tops = [top for top in range(60) if top not in after and any(lies(c, top) != "none" for c in begin)]
        return 10 * len(tops) // (60 - len(after))

    placing = [each for each in offered if each.split(" ")[0] in ("place", "add")]
    if placing:
        return max(placing, key=going_on)
    good = [each for each in offered if each.startswith("swap") and tenths(each) >= 3]
    return max(good, key=tenths) if good else offered[-1]


def kings(state: Any, known: Known, offered: Sequence[str]) -> str:
    seat, q = state.turn, max(0, 4 - state.quiet)
    hand = [known[slot] for slot in state.hidden] + sorted({*state.sides[seat].spoils})

    def attacking(text: str) -> int:
        _, house, _, target = text.split(" ")
        fight = state.battle(int(house), int(target))
        if not fight.wins:
            return 0
        own = sum(face // 12 == seat for face in fight.spoils)
        paid = 10 * q // 4 * fight.attack
        return 200 * own + 5 * len(fight.spoils) + 6 * fight.defence + 6 - paid

    def card_of(text: str) -> int:
        return GAMES["kings"].parse_face(text.split(" ")[1].rsplit("=", maxsplit=1)[-1])

    def place(text: str) -> int:
        face, pile = card_of(text), state.sides[seat].house(int(text.split(" ")[3]))
        suit, rank = face // 12, face % 12
        if not pile:
            fitting = sum(each // 12 == suit and each % 12 < 9 for each in hand)
            return {10: 3, 11: 2}.get(rank, 4 if suit == 4 else fitting)
        bottom = pile[0] % 12
        if bottom == 11:
            return 21 if rank == 0 else 20
        return 15 if bottom == 9 else 30 if rank in [each % 12 for each in pile[1:]] else 10

    attacks = [each for each in offered if each.startswith("attack") and attacking(each) > 0]
    if attacks:
        return max(attacks, key=attacking)
    if banks := [each for each in offered if each.startswith("king ")]:
        return banks[0]
    puts = [each for each in offered if each.startswith("put") and card_of(each) != 12 * seat + 9]
    return max(puts, key=place) if puts else offered[-1]


def reef(state: Any, known: Known, offered: Sequence[str]) -> str:  # noqa: C901  (one paragraph)
    p = state.position
    seat, rocks, me = p.seat, p.rocks, p.players[p.seat]
    colours, late_tiles = "WYOPG", p.supply.deck_end - p.supply.deck + sum(p.supply.pool)
    starts = [known[slot] for slot in me.secret if slot in known]
    behind = [me.hand[c] + starts.count(c) for c in range(5)]
    can_guard = me.home > 0 and not p.course.introduced
    worth = p.sea.values()

    def space(text: str) -> int:
        rock, name = text.split(":")
        return int(rock) * 42 + (int(name[1]) - 1) * 7 + "ABCDEFG".index(name[0])

    def size(at: int) -> int:
        return rocks.size[rocks.coral[at]]

    def good(at: int, colour: int) -> int:
        found = 0
        for name in {rocks.coral[near] for near in rocks.ground.near[at] if rocks.tile[near] == colour}:
            owner = -1 if rocks.guard[name] < 0 else rocks.shrimp[rocks.guard[name]]
            if owner not in (-1, seat):
                return 0
            found += 20 if owner == seat else 4 * rocks.size[name] if can_guard else 1
        if rocks.tile[at] >= 0:
            post = rocks.guard[rocks.coral[at]]
            if post >= 0:
                found += -100 if rocks.shrimp[post] == seat else 6 * worth[rocks.tile[at]]
            found += 5
        growth = rocks.ground.growth[at]
        if growth >= 0 and rocks.tile[growth] == -1:
            return found + 3 if found else 2 * can_guard
        return found

    def tiles(colour: int) -> int:
        return min(behind[colour], 4) + me.front[colour]

    def has_place(colour: int) -> bool:
        return tiles(colour) > 0 and any(good(at, colour) > 0 for at in spots(p, colour))

    def words(verb: str) -> list[list[str]]:
        return [each.split(" ") for each in offered if each.split(" ")[0] == verb]

    def best(of: list[list[str]], key: Callable[[list[str]], Any]) -> str | None:
        return " ".join(max(of, key=key)) if of else None

    def collecting(each: list[str]) -> int:
        if each == ["pass"]:
            return 0
        colour = colours.index(each[1])
        row = p.sea.row(colour)
        first = 1 if me.cubes[colour] else 1 + 2 * min(behind[colour] + row[colour], 4)
        return first + sum((3 if me.cubes[c] else 2) * row[c] for c in range(5))

    if fish := words("fish"):
        return " ".join(min(fish, key=lambda each: starts.count(known[int(each[1])])))  # type: ignore[call-overload]
    if pairs := words("cubes"):

        def two(each: list[str]) -> int:
            one, other = (colours.index(sign) for sign in each[1])
            return min(behind[one], 8) if one == other else min(behind[one], 4) + min(behind[other], 4)

        return str(best(pairs, two))
    is_late = late_tiles <= 40 or any(each.eaten == 3 for each in p.players) or "pass" in offered
    to_bag = 4 if p.rules.growth else 5
    eats = [each for each in words("eat") if is_late or size(space(each[1])) >= 8]
    lays = [each for each in words("lay") if good(space(each[2]), colours.index(each[1])) > 0]
    guards = [each for each in words("introduce") if size(space(each[1])) >= 3]
    cubes = [each for each in words("cube") if has_place(colours.index(each[1]))]
    trades = [
        each
        for each in words("trade")
        if each[1] == "tile"
        and p.course.laid_cubes < 2
        and not me.cubes[colours.index(each[2])]
        and tiles(colours.index(each[2])) > 3
        and has_place(colours.index(each[2]))
    ]
    lifts = [each for each in words("move") if each[2] == "home" and rocks.tile[space(each[1])] == -1]

    def guarding(each: list[str]) -> tuple[int, int]:
        at = space(each[1])
        near = sum(rocks.tile[other] == rocks.tile[at] for other in rocks.ground.near[at])
        return size(at) * worth[rocks.tile[at]], near

    found = (
        best(eats, lambda each: worth[rocks.tile[space(each[1])]] * (size(space(each[1])) - to_bag)),
        best(lays, lambda each: good(space(each[2]), colours.index(each[1]))),
        best(guards, guarding),
        best(cubes, lambda each: tiles(colours.index(each[1]))),
        best(trades, lambda each: tiles(colours.index(each[2]))),
        " ".join(lifts[0]) if lifts else None,
        best([*words("collect"), *words("pass")], collecting),
    )
    return next((each for each in found if each is not None), offered[0])


WRITTEN: dict[str, Written] = {
    "plump": plump,
    "matriculation": matriculation,
    "cahoots": cahoots,
    "kings": kings,
    "reef": reef,
}


@pytest.mark.parametrize(
    ("key", "seed"),
    quick_only([(key, seed) for key in WRITTEN for seed in range(12)], *((k, 0) for k in WRITTEN)),
)
def test_a_stand_in_plays_as_the_page_says(key: str, seed: int) -> None:
    game, rng = GAMES[key], Random(seed)
    seats = game.seats[seed % len(game.seats)]
    options = {
        each.key: rng.choice(each.choices)
        for each in game.options
        if each.key in ("ogre", "lead", "extra_growth")
    }
    table = LocalTable(game.start(seats, game.checked_options(seats, options)), seats, rng)
    turns = 0
    while table.turn is not None and turns < (400 if key != "reef" else 250):
        state, known = table.state, table.known[table.turn]
        offered = [str(each) for each in state.actions(table.turn, known)]
        told = WRITTEN[key](state, known, offered)
        choice = game.stand_in(state, known, table.turn)

        assert told == str(choice), (state.text(), offered)
        table.play(choice if rng.random() < 0.5 else rng.choice(table.actions()))
        turns += 1
