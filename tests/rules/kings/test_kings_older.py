"""Cards dealt before the stock was refilled in the same turn (ruling 14): everybody knows which they are."""

from __future__ import annotations

from random import Random

import pytest

from rules.api import Moved, View, refusal
from rules.driver import LocalTable
from rules.errors import BadText
from rules.kings.actions import Bank, KingsEnd, KingsUndo, Put
from rules.kings.state import KingsState
from tests.rules.kings.positions import GAME, kings_state


@pytest.fixture(scope="module")
def state() -> KingsState:
    """A position in which four of the five dealt cards came from the stock before the new one."""
    rng = Random(0)
    table = LocalTable(GAME.start(4, {}), 4, rng)
    while len(kings_state(table).older) < 4:
        table.play(rng.choice(table.actions()))
    return kings_state(table)


def faces_of(state: KingsState, seed: int = 1) -> dict[int, int]:
    return dict(GAME.sample(View(state, None, {}), Random(seed))[1])


def test_a_sample_deals_cards_of_the_old_stock_only_faces_that_did_not_go_into_the_new_stock(
    state: KingsState,
) -> None:
    for seed in range(20):
        faces = faces_of(state, seed)

        assert sorted(faces[slot] for slot in state.hidden[:4]) == list(state.older)


def test_a_card_of_the_old_stock_with_a_face_of_the_new_stock_is_refused(state: KingsState) -> None:
    faces = faces_of(state)
    newer = next(face for face in (faces[slot] for slot in state.stock) if face not in state.older)
    opens = tuple((slot, faces[slot]) for slot in state.hidden)
    wrong = ((state.hidden[0], newer), *opens[1:])
    why = refusal(state, Moved(state.turn, KingsEnd(wrong)))

    assert refusal(state, Moved(state.turn, KingsEnd(opens))) is None
    assert why is not None and why.reason == "other-face"
    for put in (Put(state.hidden[0], newer, 1), Bank(state.hidden[0], newer)):
        refused = refusal(state, Moved(state.turn, put))
        assert refused is not None and refused.reason == "other-face"


def test_the_older_faces_shrink_with_every_card_laid_and_are_gone_after_the_turn(state: KingsState) -> None:
    known = faces_of(state)
    lay = next(
        action
        for action in state.actions(state.turn, known)  # type: ignore[arg-type]
        if isinstance(action, Put | Bank) and action.slot in state.hidden[:4]
    )
    laid = state.after(Moved(state.turn, lay))
    back = laid.after(Moved(state.turn, KingsUndo()))
    rest = KingsEnd(tuple((slot, known[slot]) for slot in laid.hidden))  # type: ignore[misc]

    assert sorted((*laid.older, lay.face)) == list(state.older) == sorted((*back.older, lay.face))
    assert laid.after(Moved(state.turn, rest)).older == ()


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda older: ",".join(reversed(older)), "not sorted by face"),
        (lambda older: ",".join([*older, *older]), "more older cards than hidden cards"),
        (lambda older: ",".join([*older[:1], "9s"]), "lies open"),
    ],
)
def test_a_position_text_with_wrong_older_faces_is_refused(
    state: KingsState, wrong: object, why: str
) -> None:
    text = state.text()
    older = text.partition("older=")[2].partition(" ")[0].split(",")
    assert GAME.parse_state(text) == state and callable(wrong)
    with pytest.raises(BadText, match=why):
        GAME.parse_state(text.replace(f"older={','.join(older)}", f"older={wrong(older)}"))
