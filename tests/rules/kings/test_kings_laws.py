"""Laws that hold in every game: conservation (test case 27), worlds of a viewer, both paths."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.api import Seat, Slot, View
from rules.driver import LocalTable
from rules.kings.cards import DECK
from rules.kings.course import KingsPhase
from tests.rules.kings.positions import GAME, kings_state, new_table, position, total


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), leaving=st.booleans())
def test_case_27_no_card_is_ever_lost(seed: int, leaving: bool) -> None:
    """After every action the 96 cards are all there, and by face, not only by number."""
    rng, table = Random(seed), new_table(seed, "random")
    for _ in range(400):
        if table.turn is None:
            break
        if leaving and rng.random() < 0.01:
            table.leave(rng.choice(kings_state(table).seats_in), "left")
        else:
            table.play(rng.choice(table.actions()))
        state = kings_state(table)
        assert total(state) == 96
        seen = Counter(state.discard) + sum((Counter(side.cards()) for side in state.sides), Counter())
        assert seen + Counter(state.unseen()) == Counter(DECK)
        if state.phase is not KingsPhase.OVER:
            live = [table.faces[slot] for slot in (*state.hidden, *map(Slot, state.stock))]
            assert sorted(live) == list(state.unseen())


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_10_a_sample_for_the_mover_keeps_its_hand_and_shuffles_the_rest(seed: int) -> None:
    table, rng = LocalTable(GAME.start(4, {}), 4, Random(seed)), Random(seed)
    for _ in range(60):
        if table.turn is not None:
            table.play(rng.choice(table.actions()))
    if table.turn is None:
        return
    state = kings_state(table)
    for seat in (table.turn, Seat((table.turn + 1) % 4), None):
        same, faces = GAME.sample(table.view(seat), rng)

        assert same == state and set(faces) == {*state.hidden, *state.stock}
        assert sorted(faces.values()) == list(state.unseen())
        if seat == table.turn:
            assert all(faces[slot] == table.faces[slot] for slot in state.hidden)


def test_10_samples_of_the_hidden_cards_differ() -> None:
    view, rng = new_table().view(Seat(1)), Random(1)

    assert len({tuple(sorted(GAME.sample(view, rng)[1].items())) for _ in range(5)}) == 5


def test_impossible_knowledge_of_a_viewer_raises_an_error() -> None:
    before = position("7d", discard="9d")

    with pytest.raises(ValueError, match="cannot have seen"):
        GAME.sample(View(before.state, Seat(0), {Slot(0): before.state.discard[0]}), Random(1))


def test_samples_of_other_games_positions_are_refused() -> None:
    with pytest.raises(TypeError):
        GAME.sample(View(None, None, {}), Random(1))  # type: ignore[arg-type]


def test_playouts_and_checked_path_agree_in_whole_games() -> None:
    """Move by move, through wins, refills and stalls; the contract battery looks at every 29th."""
    for seed in range(2):
        choice, table = Random(seed), new_table(seed, "random")
        scratch = GAME.scratch(GAME.start(4, {"first": "random"}), {}, rng=Random(seed))
        while table.turn is not None:
            moves = scratch.actions()
            at = choice.randrange(len(moves))
            action = scratch.action(moves[at])
            assert action == table.actions()[at]
            table.play(action)
            scratch.play(moves[at])
            assert scratch.state() == table.state
        assert scratch.over and table.outcome is not None and scratch.scores() == table.outcome.scores
