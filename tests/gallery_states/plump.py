"""States of Plump's table, for the gallery and for tests: a table after a number of moves of bots."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.messages import Advanced, Guest, TableInfo
from app.screens.seats import MarkKind, SeatMark
from rules.api import Seat, State
from rules.driver import LocalTable
from rules.plump.actions import PlumpPlay
from rules.plump.game import PlumpGame
from rules.plump.state import PlumpState
from tests.support.table_hands import lay_out
from ui.kit.game_table import Preferences
from ui.tables.plump.table import PlumpTable

NICKS = ("You", "Lisa", "Stephen", "Toby", "Ingeborg", "Mateusz", "Ayşe", "Kwame", "Noor", "Bartholomew")


def guests(seats: int) -> tuple[Guest, ...]:
    return tuple(
        Guest(NICKS[seat], "calm otter vivid plum silver tide", bot=seat in (1, 3, 5))
        for seat in range(seats)
    )


def info(seats: int, seat: int = 0) -> TableInfo:
    return TableInfo("ab" * 16, "plump", (("length", "full"),), guests(seats), seat)


class Story:
    """A game played by random moves, with low bids, until a condition holds."""

    def __init__(self, seats: int, *, seed: int = 4, options: dict[str, str] | None = None) -> None:
        self.seats = seats
        self.rng = random.Random(seed)
        self.local = LocalTable(PlumpGame().start(seats, options or {}), seats, self.rng)

    @property
    def state(self) -> PlumpState:
        state: State = self.local.state
        assert isinstance(state, PlumpState)
        return state

    def until(self, seen: Callable[[Story], bool]) -> Story:
        while not seen(self) and self.local.turn is not None:
            self.step()
        return self

    def step(self) -> None:
        actions = self.local.actions()
        low = actions[: max(1, len(actions) // 3)] if not isinstance(actions[0], PlumpPlay) else actions
        self.local.play(low[self.rng.randrange(len(low))])

    def news(self, seat: int | None = 0) -> Advanced:
        view = self.local.view(None if seat is None else Seat(seat))
        return Advanced(len(self.local.events), view, ())

    def table(self, preferences: Preferences, *, seat: int | None = 0) -> PlumpTable:
        table = PlumpTable(info(self.seats, -1 if seat is None else seat), preferences)
        lay_out(table)
        table.show_advanced(self.news(seat))
        return table


def own_bid(story: Story) -> bool:
    part = story.state.part
    return part is not None and part.is_bidding and story.local.turn == 0 and len(story.state.past.rows) >= 2


def own_last_bid(story: Story) -> bool:
    part = story.state.part
    return own_bid(story) and part is not None and part.hook is not None and part.hook <= part.cards


def own_card(story: Story) -> bool:
    part = story.state.part
    return (
        (part is not None and not part.is_bidding and story.local.turn == 0 and len(part.table) >= 2)
        or (
            story.seats == 2
            and part is not None
            and not part.is_bidding
            and len(part.table) == 1
            and story.local.turn == 0
        )
    ) and bool(story.state.past.rows)


def tick_taken(story: Story) -> bool:
    part = story.state.part
    return part is not None and not part.table and bool(part.last) and part.tick >= 3 and part.cards > 4


def forehead(story: Story) -> bool:
    part = story.state.part
    return part is not None and part.cards == 1 and part.is_bidding and story.local.turn == 0


def round_over(story: Story) -> bool:
    part = story.state.part
    return part is not None and part.index == 3 and part.is_bidding and not part.bids


def never(_story: Story) -> bool:
    return False


def bidding(preferences: Preferences) -> QWidget:
    return Story(4).until(own_bid).table(preferences)


def bidding_few(preferences: Preferences) -> QWidget:
    """A bid where there are few to choose from."""

    def few(story: Story) -> bool:
        return own_bid(story) and story.state.part is not None and story.state.part.cards == 2

    return Story(4).until(few).table(preferences)


def bidding_last(preferences: Preferences) -> QWidget:
    return Story(4, seed=2).until(own_last_bid).table(preferences)


def tick(preferences: Preferences) -> QWidget:
    return Story(4).until(own_card).table(preferences)


def by_rank(preferences: Preferences) -> QWidget:
    """Ranks together, a card picked: both buttons beside the hand."""
    made = Story(4).until(own_card).table(preferences)
    made.sort_other_way()
    made.hand.pick(made.hand.slots[0])
    return made


def tick_won(preferences: Preferences) -> QWidget:
    return Story(4).until(tick_taken).table(preferences)


def forehead_round(preferences: Preferences) -> QWidget:
    return Story(4).until(forehead).table(preferences)


def two_players(preferences: Preferences) -> QWidget:
    return Story(2).until(own_card).table(preferences)


def seven_players(preferences: Preferences) -> QWidget:
    return Story(7).until(own_card).table(preferences)


def ten_players(preferences: Preferences) -> QWidget:
    return Story(10).until(own_card).table(preferences)


def spectator(preferences: Preferences) -> QWidget:
    return Story(5).until(own_card).table(preferences, seat=None)


def sheet_open(preferences: Preferences) -> QWidget:
    table = Story(4).until(forehead).table(preferences)
    table.toggle_sheet()
    return table


def why_not(preferences: Preferences) -> QWidget:
    """The forbidden bid was tried."""
    table = bidding_last(preferences)
    assert isinstance(table, PlumpTable) and table.shown is not None
    table.bid_row.chosen.emit(
        next(int(bid.short) for bid in table.shown.pieces("bids") if bid.why is not None)
    )
    return table


def result(preferences: Preferences) -> QWidget:
    """The window at the end of the game."""
    shown = Story(4).until(never).table(preferences).sheet()
    assert shown is not None
    return shown


def somebody_missing(preferences: Preferences) -> QWidget:
    """Stephen has left, Toby is away, a rule plays for Lisa."""
    story = Story(5, seed=6).until(own_bid)
    story.local.leave(Seat(2), "left")
    table = story.until(own_card).table(preferences)
    table.show_mark(3, SeatMark(MarkKind.AWAY, "away, 0:14"))
    table.show_mark(1, SeatMark(MarkKind.STAND_IN, "a rule plays"))
    return table


def over(preferences: Preferences) -> QWidget:
    return Story(4).until(never).table(preferences)


STATES: list[tuple[str, Callable[[Preferences], QWidget]]] = [
    ("plump-bidding", bidding),
    ("plump-bidding-few", bidding_few),
    ("plump-bidding-last", bidding_last),
    ("plump-tick", tick),
    ("plump-by-rank", by_rank),
    ("plump-tick-won", tick_won),
    ("plump-forehead", forehead_round),
    ("plump-two", two_players),
    ("plump-seven", seven_players),
    ("plump-ten", ten_players),
    ("plump-spectator", spectator),
    ("plump-sheet", sheet_open),
    ("plump-why-not", why_not),
    ("plump-missing", somebody_missing),
    ("plump-over", over),
    ("plump-result", result),
]
