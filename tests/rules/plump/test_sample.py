"""Full positions that fit what a viewer knows."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.api import Seat, View
from rules.cards import SUIT, card
from rules.driver import LocalTable
from rules.plump.state import PlumpState
from tests.support.catalogue import GAMES
from tests.support.plump_deal import GAME, Deal, started

HANDS = ("Ah Kh 2c 3c 4c", "2h 9s 4s 5c 6c", "3h 6h 7c 8c 9c", "5h 7h 10c Jc Qc")


def after_a_void() -> Deal:
    """A position in which seat 1 has shown that it has no more hearts."""
    return Deal(*HANDS).bid(2, 0, 1, 3).play("Ah", "2h", "3h", "5h", "Kh", "4s", "6h", "7h")


def known_to(deal: Deal, seat: int) -> dict[int, int]:
    """The faces that a seat knows: its own hand and all cards played."""
    held = {slot for hand in deal.part.hands for slot in hand}
    dealt = {slot for slot in deal.faces if slot < deal.part.deck + 20}
    return {**{slot: deal.faces[slot] for slot in dealt - held}, **deal.known(seat)}


def sampled(deal: Deal, seat: int, seed: int) -> dict[int, int]:
    view = View(deal.state, Seat(seat), known_to(deal, seat))  # type: ignore[arg-type]
    state, faces = GAME.sample(view, Random(seed))
    assert state == deal.state
    return faces  # type: ignore[return-value]


@pytest.mark.parametrize("seed", range(20))
def test_in_a_sample_every_card_is_in_one_slot_and_known_cards_stay(seed: int) -> None:
    deal = after_a_void()
    faces = sampled(deal, 0, seed)

    assert sorted(faces.values()) == list(range(52))
    assert sorted(faces) == sorted(deal.faces)
    assert all(faces[slot] == face for slot, face in known_to(deal, 0).items())


def test_a_sample_respects_a_recorded_void_and_varies_other_hands() -> None:
    deal = after_a_void()
    worlds = [sampled(deal, 0, seed) for seed in range(40)]
    hands = [tuple(world[slot] for slot in deal.part.hands[1]) for world in worlds]

    assert all(SUIT[face] != 0 for hand in hands for face in hand)
    assert len(set(hands)) > 20
    assert any(SUIT[world[slot]] == 0 for world in worlds for slot in deal.part.hands[2])


def test_in_a_one_tick_round_ones_own_card_is_unknown() -> None:
    deal = Deal("7h", "As", "3h", "Jh")
    (own,) = deal.state.hand(Seat(0))
    worlds = [GAME.sample(View(deal.state, Seat(0), deal.known(0)), Random(seed))[1] for seed in range(40)]

    assert all(world[deal.slot("As")] == card("As") for world in worlds)
    assert len({world[own] for world in worlds}) > 15
    assert not {world[own] for world in worlds} & {card(text) for text in ("As", "3h", "Jh")}


def claiming(deal: Deal, claims: list[list[int]]) -> PlumpState:
    """The same position with claims of having no card left of a suit, by seat and by suit."""
    part = deal.part.twin()
    part.void_since = claims
    return PlumpState(deal.state.past, part)


def test_a_sample_finds_the_only_possible_deal_at_once() -> None:
    """Five players with ten cards leave two undealt; claims leave seats one or two suits."""
    deal = after_a_void()
    claims = [[0, 0, 0, 0], [1, 1, 1, 0], [1, 1, 0, 1], [1, 0, 1, 1]]
    part = deal.part
    narrow = claiming(deal, claims)
    for seed in range(20):
        _, faces = GAME.sample(View(narrow, Seat(0), known_to(deal, 0)), Random(seed))  # type: ignore[arg-type]
        for seat, suit in ((1, 3), (2, 2), (3, 1)):
            assert {SUIT[faces[slot]] for slot in part.hands[seat]} == {suit}


def test_played_cards_are_not_dealt_again_even_if_the_viewer_does_not_know_them() -> None:
    deal = after_a_void()
    for seed in range(10):
        _, faces = GAME.sample(View(deal.state, Seat(0), deal.known(0)), Random(seed))
        held = {faces[slot] for hand in deal.part.hands for slot in hand}
        assert not any(deal.part.seen >> face & 1 for face in held)


def test_claims_that_contradict_each_other_are_ignored() -> None:
    deal = after_a_void()
    impossible = claiming(deal, [[1, 1, 1, 1]] * 4)
    _, faces = GAME.sample(View(impossible, Seat(0), known_to(deal, 0)), Random(1))  # type: ignore[arg-type]

    assert sorted(faces.values()) == list(range(52))


def test_a_sample_before_the_deal_is_the_position_itself() -> None:
    assert GAME.sample(View(started(4), Seat(0), {}), Random(1)) == (started(4), {})


def test_another_games_position_is_not_a_position_of_plump() -> None:
    with pytest.raises(TypeError):
        GAME.sample(View(GAMES["reef"].start(2, {}), None, {}), Random(1))


@settings(deadline=None, max_examples=20)
@given(st.integers(2, 10), st.integers(0, 2**32))
def test_any_viewer_at_any_turn_gets_a_possible_world(seats: int, seed: int) -> None:
    rng = Random(seed)
    table = LocalTable(GAME.start(seats, {"length": "short"}), seats, rng)
    while table.turn is not None:
        table.play(rng.choice(table.actions()))
        if table.turn is None or rng.random() > 0.1:
            continue
        seat = Seat(rng.randrange(seats))
        _, faces = GAME.sample(table.view(seat), rng)
        assert isinstance(table.state, PlumpState) and table.state.part is not None
        part = table.state.part
        for holder, hand in enumerate(part.hands):
            assert not any(part.void_since[holder][SUIT[faces[slot]]] for slot in hand)
        assert len(set(faces.values())) == len(faces)


def rejected(deal: Deal, seat: int, rng: Random) -> dict[int, int]:
    """A sample drawn by discarding all deals that do not fit: slow, and beyond doubt."""
    part, known = deal.part, known_to(deal, seat)
    hidden = [slot for slot in deal.faces if slot not in known]
    unseen = [face for slot, face in deal.faces.items() if slot not in known]
    while True:
        rng.shuffle(unseen)
        world = dict(zip(hidden, unseen, strict=True))
        if all(
            not part.void_since[other][SUIT[world[slot]]]
            for other in range(4)
            for slot in part.hands[other]
            if slot in world
        ):
            return world


def spades(deal: Deal, world: dict[int, int]) -> tuple[int, ...]:
    """Numbers of spades that the three others hold."""
    return tuple(sum(SUIT[world[slot]] == 1 for slot in deal.part.hands[other]) for other in (1, 2, 3))


def test_each_deal_that_fits_is_equally_likely() -> None:
    """Seat 1 has shown that it has no hearts: its cards are of the other suits, and so the hands of the
    others have fewer of those. A draw that fills one seat after the other gets that wrong."""
    deal, draws = after_a_void(), 1500
    drawn = [spades(deal, sampled(deal, 0, seed)) for seed in range(draws)]
    rng = Random("rejection")
    exact = [spades(deal, rejected(deal, 0, rng)) for _ in range(draws)]
    for seat in range(3):
        one, other = ([row[seat] for row in rows] for rows in (drawn, exact))
        mean = abs(sum(one) - sum(other)) / draws
        spread = sum((count - sum(other) / draws) ** 2 for count in other) / draws

        assert mean < 4 * (2 * spread / draws) ** 0.5  # four standard errors; the seeds are fixed
