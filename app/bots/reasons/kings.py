"""Reasons in Kings: attacks, piles and the bank."""

from __future__ import annotations

from app.bots.reasons.played import many
from rules.api import Action, View
from rules.kings.actions import Attack, Bank, Put, Swap
from rules.kings.cards import ACE, JACK, QUEEN, RANK, SUIT
from rules.kings.state import KingsState


def reason(view: View, action: Action) -> str:
    """Return gain and cost of an attack ("" if it fails), or the reason for another action."""
    state = view.state
    if not isinstance(state, KingsState):
        return ""
    text = "Nothing else seems worth more now."
    match action:
        case Attack():
            text = _attack_reason(state, action)
        case Bank():
            text = "A card on your king pile is safe, and the first player with nine wins."
        case Put():
            text = _pile_reason(state, action)
        case Swap():
            text = "Weaker piles belong nearest to your king, where they are attacked first."
    return text


def _attack_reason(state: KingsState, attack: Attack) -> str:
    fight = state.battle(attack.house, attack.target)
    if fight is None or not fight.wins:
        return ""
    own = sum(SUIT[face] == state.turn for face in fight.spoils)
    won = f"It wins {many(len(fight.spoils), 'card')}, {own or 'none'} of your suit"
    return f"{won}, and spends a pile worth {fight.attack}."


def _pile_reason(state: KingsState, put: Put) -> str:
    pile = state.sides[state.turn].house(put.house)
    if not pile:
        starts = {JACK: "of its suit", QUEEN: "of any suit, in pairs", ACE: "of any suit, in a run"}
        return f"It begins a pile that takes number cards {starts[RANK[put.face]]}."
    score = 2 if RANK[pile[0]] == QUEEN else 1
    return f"Left in your hand it would be thrown away; here it adds at least {score} to the pile's score."
