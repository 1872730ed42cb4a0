"""The past of a game of Plump: the setting, the rows of the score sheet, proven revokes.

It changes only between rounds, so its text is made once and shared by all positions of the round.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rules.api import Face, Outcome, Seat, Slot
from rules.cards import CARD_TEXT
from rules.plump.course import schedule
from rules.seats import ranks_by
from rules.text import numbers_text
from rules.values import cached

ABSENT: Final = -1
"""The bid, in a row, of a seat that had left."""
UNKNOWN: Final = Seat(-1)
"""The first dealer before the roll."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The agreement before the game: seats and options."""

    seats: int
    lead: str
    zero: str
    length: str
    revoke: str
    rounds: tuple[int, ...] = field(init=False, compare=False, repr=False)
    made: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """Points for a made bid, by its number of ticks (tricks)."""
    text: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rounds", schedule(self.seats, short=self.length == "short"))
        object.__setattr__(self, "made", (int(self.zero), *[int(f"1{bid}") for bid in range(1, 11)]))
        object.__setattr__(
            self,
            "text",
            f"plump seats={self.seats} lead={self.lead} zero={self.zero} "
            f"length={self.length} revoke={self.revoke}",
        )

    def score(self, bid: int, ticks: int) -> int:
        """The points for a bid and its ticks (plump 2.8): a miss is a plump, 0."""
        if bid != ticks:
            return 0
        return self.made[bid]


class Played(NamedTuple):
    """A card that a seat put on the table."""

    seat: Seat
    slot: Slot
    face: Face

    def __str__(self) -> str:
        return f"{self.seat}:{self.slot}={CARD_TEXT[self.face]}"


@dataclass(frozen=True, slots=True)
class Row:
    """A finished round: cards per seat; by seat the bid (`ABSENT` after leaving) and the ticks.

    `revoked` are the seats with a proven revoke.
    """

    cards: int
    bids: tuple[int, ...]
    ticks: tuple[int, ...]
    revoked: tuple[Seat, ...] = ()

    def scores(self, setting: Setting) -> tuple[int, ...]:
        """The points of the round, by seat; a proven revoke is a plump (ruling 13)."""
        return tuple(
            0 if seat in self.revoked else setting.score(bid, ticks)
            for seat, (bid, ticks) in enumerate(zip(self.bids, self.ticks, strict=True))
        )

    def __str__(self) -> str:
        cells = (
            "-" if bid == ABSENT else f"{bid}/{ticks}{'!' if seat in self.revoked else ''}"
            for seat, (bid, ticks) in enumerate(zip(self.bids, self.ticks, strict=True))
        )
        return f"{self.cards}:{','.join(cells)}"


@dataclass(frozen=True, slots=True)
class Revoke:
    """A proven revoke: by an off-suit card in tick `claimed` the seat said that it had none of `suit`; its
    card in tick `proven` shows that it had one. Rounds count from 0, ticks from 1."""

    seat: Seat
    round: int
    suit: int
    claimed: int
    proven: int

    def __str__(self) -> str:
        return f"{self.seat}.{self.round}.{self.suit}.{self.claimed}.{self.proven}"


@dataclass(frozen=True)
class Past:
    """Everything before the round in progress.

    `deals` counts the shuffles of finished and void rounds, so that no slot number is used twice.
    `last` is the last complete tick of the round before, for the screen.
    """

    setting: Setting
    first_dealer: Seat = UNKNOWN
    gone: tuple[Seat, ...] = ()
    deals: int = 0
    rows: tuple[Row, ...] = ()
    revokes: tuple[Revoke, ...] = ()
    last: tuple[Played, ...] = ()

    @cached
    def sums(self) -> tuple[int, ...]:
        """The points of all rows, by seat."""
        points = ((0,) * self.setting.seats, *(row.scores(self.setting) for row in self.rows))
        return tuple(map(sum, zip(*points, strict=True)))

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """Seats that have not left, rising."""
        return tuple([Seat(seat) for seat in range(self.setting.seats) if seat not in self.gone])

    @property
    def is_stopped(self) -> bool:
        """True if a revoke ended the game (option `revoke=stop`)."""
        return bool(self.revokes) and self.setting.revoke == "stop"

    @property
    def is_over(self) -> bool:
        """True if there is no further round: all played, stopped, or fewer than two seats left."""
        return len(self.rows) == len(self.setting.rounds) or self.is_stopped or len(self.seats_in) < 2

    def outcome(self) -> Outcome:
        """Sums, and ranks by them (plump 3): first the players who stayed to the end.

        Behind them rank those who left, so that nobody wins by leaving while ahead, and last the player
        whose revoke stopped the game.
        """
        offenders = tuple(revoke.seat for revoke in self.revokes) if self.is_stopped else ()
        merits = [
            (seat not in offenders, seat not in self.gone, points) for seat, points in enumerate(self.sums)
        ]
        return Outcome(self.sums, ranks_by(merits))

    @cached
    def text(self) -> str:
        """The part of a position's text before the round in progress (plump 6.6)."""
        first = "-" if self.first_dealer == UNKNOWN else self.first_dealer
        return (
            f"{self.setting.text} first={first} gone={numbers_text(self.gone)} deals={self.deals} "
            f"rows={'|'.join(map(str, self.rows)) or '-'} "
            f"revokes={'|'.join(map(str, self.revokes)) or '-'} "
            f"last={','.join(map(str, self.last)) or '-'}"
        )
