"""A step that is taken back, between peers: opened cards stay open, and every proof after it holds."""

from __future__ import annotations

from random import Random

from rules.api import Action, View
from rules.kings.actions import Bank, KingsEnd, KingsUndo, Put
from rules.kings.state import KingsState
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour


def test_cards_taken_back_in_kings_need_no_second_proof() -> None:
    """Their proof was given when they were opened; those that stayed closed are proven at the end."""
    script: list[str] = []

    def choose(view: View, rng: Random) -> Action:
        """Lay a card, take it back, lay it again; then end the turn."""
        state, actions = view.state, view.actions()
        assert isinstance(state, KingsState)
        cards = [action for action in actions if isinstance(action, Put | Bank)]
        if state.undone < 2 and any(isinstance(action, KingsUndo) for action in actions):
            chosen: Action = KingsUndo()
        elif not state.steps and cards:
            chosen = next((card for card in cards if card.slot is None), cards[0])
        else:
            chosen = next(action for action in actions if isinstance(action, KingsEnd))
        script.append(str(chosen).partition(" ")[0])
        return chosen

    table = Parlour(GAMES["kings"], 4, {}, choose=choose)
    for _ in range(40):
        table.until("move")
        table.step()
    state = table.replica.state

    assert isinstance(state, KingsState) and state.round >= 2
    assert script.count("undo") >= 6 and script.count("end") >= 5
    assert len(state.open_cards()) + len(state.stock) + len(state.hidden) == 96
