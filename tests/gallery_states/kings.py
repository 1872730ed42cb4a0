"""States of Kings' table, for the gallery and for tests: a table after a number of moves of bots."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.bots.kings import KingsPolicy
from app.games.kings.scene import CONFIRM, HAND, pile_at
from app.games.scene import Open, Token
from app.messages import Advanced, Guest, TableInfo
from rules.api import Moved, Seat, State, View, opened
from rules.driver import LocalTable
from rules.kings.actions import Attack, Bank, KingsEnd, Put
from rules.kings.game import KingsGame
from rules.kings.state import KingsState
from tests.support.table_hands import lay_out
from ui.kit.game_table import Preferences
from ui.tables.kings.table import KingsTable, hand_key

NICKS = ("You", "Lisa", "Stephen", "Ingeborg")
KEPT = 6
"""Number of pieces of news that a table is shown, for its story."""


def info(seat: int = 0) -> TableInfo:
    guests = tuple(
        Guest(nick, "calm otter vivid plum silver tide", bot=at > 0) for at, nick in enumerate(NICKS)
    )
    return TableInfo("ab" * 16, "kings", (("first", "hearts"),), guests, seat)


class Story:
    """A game that bots play until a condition holds."""

    def __init__(self, *, seed: int = 3) -> None:
        self.rng = random.Random(seed)
        self.local = LocalTable(KingsGame().start(4, {}), 4, self.rng)
        self._told = 0
        self._news: list[Callable[[int | None], Advanced]] = []
        self._keep()

    @property
    def state(self) -> KingsState:
        state: State = self.local.state
        assert isinstance(state, KingsState)
        return state

    def until(self, seen: Callable[[Story], bool]) -> Story:
        while not seen(self) and self.local.turn is not None:
            self.step()
        return self

    def step(self) -> None:
        """Let a bot move."""
        turn = self.local.turn
        assert turn is not None
        self.local.play(KingsPolicy().choose(self.local.view(turn), self.rng))
        self._keep()

    def table(self, preferences: Preferences, *, seat: int | None = 0) -> KingsTable:
        """The table as it is now, having seen the last moves."""
        table = KingsTable(info(-1 if seat is None else seat), preferences)
        lay_out(table)
        for news in self._news:
            table.show_advanced(news(seat))
        table.hurry()
        return table

    def _keep(self) -> None:
        events = tuple(self.local.events[self._told :])
        self._told = len(self.local.events)
        views = {seat: self.local.view(None if seat is None else Seat(seat)) for seat in (None, 0, 1, 2, 3)}
        self._news = [*self._news[1 - KEPT :], lambda seat: Advanced(self._told, views[seat], events)]


def actions(story: Story, kind: type) -> bool:
    """True on the player's turn with such a choice, some rounds into the game."""
    return (
        story.local.turn == 0
        and story.state.round >= 4
        and any(isinstance(action, kind) for action in story.local.actions())
    )


def own_attack(story: Story) -> bool:
    sides = story.state.sides
    return (
        actions(story, Attack)
        and sum(bool(pile) for pile in sides[0].houses) >= 2
        and any(
            (fight := story.state.battle(action.house, action.target)) is not None
            and fight.wins
            and fight.spoils
            for action in story.local.actions()
            if isinstance(action, Attack)
        )
    )


def own_put(story: Story) -> bool:
    return actions(story, Bank) and actions(story, Put) and len(story.local.actions()) > 9


def own_steps(story: Story) -> bool:
    """True on the player's turn, some steps into it."""
    return story.local.turn == 0 and story.state.round >= 3 and len(story.state.steps) > 1


def others_turn(story: Story) -> bool:
    return (
        story.state.round >= 6
        and story.local.turn == 2
        and not story.state.sides[0].spoils
        and bool(story.state.hidden)
    )


def rich(story: Story) -> bool:
    return (
        story.local.turn == 0
        and not story.state.organising
        and max(len(pile) for side in story.state.sides for pile in side.houses) >= 6
    )


def never(_story: Story) -> bool:
    return False


def first_turn(preferences: Preferences) -> QWidget:
    return Story().table(preferences)


def attack(preferences: Preferences) -> QWidget:
    """A pile is chosen: every target shows the result of an attack on it."""
    table = Story().until(own_attack).table(preferences)
    _choose_winning_house(table)
    return table


def attack_aimed(preferences: Preferences) -> QWidget:
    """An attack waits for its confirmation."""
    table = Story().until(own_attack).table(preferences)
    _press(table, _choose_winning_house(table))
    return table


def attack_fought(preferences: Preferences) -> QWidget:
    """An attack that another seat has just made."""
    story = Story(seed=5)
    story.until(
        lambda one: (
            one.state.round >= 3
            and one.local.turn != 0
            and bool(one.local.events)
            and isinstance(getattr(one.local.events[-1], "action", None), Attack)
        )
    )
    return story.table(preferences)


def organise(preferences: Preferences) -> QWidget:
    """A card is chosen: where it may go is lit."""
    story = Story().until(own_put)
    table = story.table(preferences)
    bank = next(action for action in story.local.actions() if isinstance(action, Bank))
    assert table.shown is not None
    hand = table.shown.scene.pieces(HAND)
    table.hand.pick(next(hand_key(card.at) for card in hand if card.look == Open(bank.face)))
    return table


def planned(preferences: Preferences) -> QWidget:
    """A turn on its way: cards that nobody else has seen lie as ghosts."""
    story = Story(seed=5).until(own_attack)
    table, bot, rng = story.table(preferences), KingsPolicy(), random.Random(3)
    sent = view = story.local.view(Seat(0))
    while not isinstance(action := bot.choose(view, rng), KingsEnd):
        event = Moved(Seat(0), action)
        view = View(view.state.after(event), view.seat, {**view.known, **dict(opened(event))})
        table.sent = sent
        table.show_advanced(Advanced(story._told, view, (event,)))
    table.hurry()
    return table


def laid(preferences: Preferences) -> QWidget:
    """Some steps of the player's turn, which could be taken back."""
    return Story().until(lambda story: own_steps(story) and len(story.state.hidden) > 1).table(preferences)


def laid_out(preferences: Preferences) -> QWidget:
    """Steps of the player's turn with nothing left in hand."""
    story = Story(seed=4)
    return story.until(lambda one: own_steps(one) and not one.state.hand_cards(one.local.faces)).table(
        preferences
    )


def waiting(preferences: Preferences) -> QWidget:
    return Story(seed=8).until(others_turn).table(preferences)


def full(preferences: Preferences) -> QWidget:
    return Story(seed=1).until(rich).table(preferences)


def refused(preferences: Preferences) -> QWidget:
    """The player has tried to put a Jack on a pile that has its Queen."""
    table = Story().until(own_put).table(preferences)
    table.hand.pick_nth(1)
    _press(table, pile_at(0, 1))
    return table


def discards(preferences: Preferences) -> QWidget:
    """The discards, spread out to be looked through."""
    table = Story(seed=1).until(rich).table(preferences)
    table.panels.discard.press()
    return table


def spectator(preferences: Preferences) -> QWidget:
    return Story().until(others_turn).table(preferences, seat=None)


def over(preferences: Preferences) -> QWidget:
    return Story().until(never).table(preferences)


def _choose_winning_house(table: KingsTable) -> Token:
    """Choose the player's pile that wins most; return the pile that it beats."""
    now = table.shown
    assert now is not None
    fights = [fight for route in now.routes.whole if route[-1] == CONFIRM for fight in now.fights(route[:1])]
    best = max(fights, key=lambda fight: (fight.battle.wins, len(fight.battle.spoils)))
    _press(table, best.own)
    assert best.target in now.lit(table.hold)
    return best.target


def _press(table: KingsTable, at: Token) -> None:
    table.piles[at].press()


STATES: list[tuple[str, Callable[[Preferences], QWidget]]] = [
    ("kings-first-turn", first_turn),
    ("kings-attack", attack),
    ("kings-attack-aimed", attack_aimed),
    ("kings-attack-fought", attack_fought),
    ("kings-organise", organise),
    ("kings-laid", laid),
    ("kings-planned", planned),
    ("kings-laid-out", laid_out),
    ("kings-waiting", waiting),
    ("kings-full", full),
    ("kings-refused", refused),
    ("kings-discards", discards),
    ("kings-spectator", spectator),
    ("kings-over", over),
]
