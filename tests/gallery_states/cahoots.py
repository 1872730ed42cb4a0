"""States of the table of Cahoots, for the gallery and for tests: a table after some moves of bots."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.bots.cahoots import CahootsPolicy
from app.games.cahoots.scene import MAIN, TOP
from app.games.cahoots.story import following
from app.games.scene import slot_of
from app.messages import Advanced, Guest, StepKind, TableInfo, Working
from rules.api import Rolled, Seat, View
from rules.cahoots.actions import CahootsPlay, Verb
from rules.cahoots.course import CahootsPhase
from rules.cahoots.game import CahootsGame
from rules.cahoots.state import CahootsState
from rules.driver import LocalTable
from tests.support.table_hands import lay_out
from ui.kit.game_table import Preferences
from ui.tables.cahoots.table import CahootsTable

NICKS = ("You", "Lisa", "Stephen", "Ingeborg", "Toby", "Mateusz", "Ayşe", "Bartholomew")
KEPT = 9
"""Number of moves that are shown one by one, for the table's story; earlier ones are shown at once."""


def info(seats: int, seat: int = 0) -> TableInfo:
    guests = tuple(Guest(NICKS[at], "calm otter vivid plum silver tide", bot=at > 0) for at in range(seats))
    return TableInfo("ab" * 16, "cahoots", (), guests, seat)


class Story:
    """A game that bots play, with a random swap at the chance `wild`, until a condition holds."""

    def __init__(self, seats: int, *, seed: int = 3, wild: float = 0.0) -> None:
        self.seats, self.wild = seats, wild
        self.rng = random.Random(seed)
        self.local = LocalTable(CahootsGame().start(seats, {}), seats, self.rng)
        self._seen: list[tuple[int, dict[Seat | None, View]]] = []
        """The number of events after each move, and everybody's view then."""
        self._keep()

    @property
    def state(self) -> CahootsState:
        assert isinstance(self.local.state, CahootsState)
        return self.local.state

    def until(self, seen: Callable[[Story], bool], most: int = 2000) -> Story:
        """Play on until it is seen, the game is over, or `most` moves were made."""
        while not seen(self) and self.local.turn is not None and most:
            self.step()
            most -= 1
        return self

    def step(self) -> None:
        turn = self.local.turn
        assert turn is not None
        actions = self.local.actions()
        if self.rng.random() < self.wild:
            swaps = [
                each for each in actions if isinstance(each, CahootsPlay) and each.verb is Verb.SWAP
            ] or actions
            self.local.play(swaps[self.rng.randrange(len(swaps))])
        else:
            self.local.play(CahootsPolicy().choose(self.local.view(turn), self.rng))
        self._keep()

    def table(self, preferences: Preferences, *, seat: int | None = 0) -> CahootsTable:
        """The table as it is now, having seen everything."""
        table = CahootsTable(info(self.seats, -1 if seat is None else seat), preferences)
        lay_out(table)
        before = 0
        for k, views in (self._seen[0], *self._seen[1:][-KEPT:]):
            view = views[None if seat is None else Seat(seat)]
            table.show_advanced(Advanced(k, view, tuple(self.local.events[before:k])))
            before = k
        table.hurry()
        return table

    def _keep(self) -> None:
        seats = (None, *map(Seat, range(self.seats)))
        self._seen.append((len(self.local.events), {seat: self.local.view(seat) for seat in seats}))


def own_turn(story: Story) -> bool:
    """True on the player's turn, a while into the game, with something to place and something to swap."""
    verbs = {each.verb for each in story.local.actions() if isinstance(each, CahootsPlay)}
    return story.local.turn == 0 and len(story.state.main) > 3 and verbs == {Verb.PLACE, Verb.SWAP}


def own_combo(story: Story) -> bool:
    return (
        story.local.turn == 0 and story.state.phase is CahootsPhase.COMBO and len(story.local.actions()) > 1
    )


def frozen(story: Story) -> bool:
    return story.local.turn == 0 and story.state.swaps_frozen


def one_finished(story: Story) -> bool:
    return story.local.turn == 0 and len(story.state.finished) >= 2


def shuffling(preferences: Preferences) -> QWidget:
    """The dealer is known, the deck is being shuffled."""
    start = CahootsGame().start(4, {})
    table = CahootsTable(info(4), preferences)
    lay_out(table)
    for k, state in enumerate((start, start.after(Rolled(2)))):
        table.show_advanced(Advanced(k, View(state, Seat(0), {}), ()))
    table.show_working(Working(StepKind.MIX, (2,), (), 3, 4, 17))
    return table


def never(_story: Story) -> bool:
    return False


def turn(preferences: Preferences) -> QWidget:
    return Story(4).until(own_turn).table(preferences)


def picked(preferences: Preferences) -> QWidget:
    """A card is picked: the piles it fits are marked, and what could follow."""
    table = Story(3, seed=8).until(own_turn).table(preferences)
    assert table.shown is not None and table.story is not None
    seen, story = table.shown, table.story
    cards = [card for card in seen.hand if TOP in seen.ends(card.at)]
    table.hand.pick(slot_of(max(cards, key=lambda card: len(following(seen, story, card))).at))
    return table


def combo(preferences: Preferences) -> QWidget:
    return Story(2, seed=4).until(own_combo).table(preferences)


def freeze(preferences: Preferences) -> QWidget:
    return Story(3, seed=5, wild=1.0).until(frozen).table(preferences)


def refused(preferences: Preferences) -> QWidget:
    """A card that does not fit was tried."""
    table = Story(5, seed=6).until(own_turn).table(preferences)
    assert table.shown is not None
    dead = (slot_of(card.at) for card in table.shown.hand if card.why is not None)
    slot = next(dead, table.hand.slots[0])
    table.hand.played.emit(slot, table.middle.piles[MAIN].motion.target.at)
    return table


def six_players(preferences: Preferences) -> QWidget:
    return Story(6, seed=2, wild=0.3).until(one_finished).table(preferences)


def eight_players(preferences: Preferences) -> QWidget:
    return Story(8, seed=9, wild=0.3).until(own_turn).table(preferences)


def spectator(preferences: Preferences) -> QWidget:
    return Story(5, seed=7).until(lambda story: len(story.state.main) > 9).table(preferences, seat=None)


def over(preferences: Preferences) -> QWidget:
    return Story(4).until(never).table(preferences)


def result(preferences: Preferences) -> QWidget:
    """The window at the end of the game."""
    shown = Story(4).until(never).table(preferences).sheet()
    assert shown is not None
    return shown


STATES: list[tuple[str, Callable[[Preferences], QWidget]]] = [
    ("cahoots-shuffling", shuffling),
    ("cahoots-turn", turn),
    ("cahoots-picked", picked),
    ("cahoots-combo", combo),
    ("cahoots-frozen", freeze),
    ("cahoots-refused", refused),
    ("cahoots-six", six_players),
    ("cahoots-eight", eight_players),
    ("cahoots-spectator", spectator),
    ("cahoots-over", over),
    ("cahoots-result", result),
]
