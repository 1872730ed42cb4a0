"""Facts of one checked record for the statistics: players, ranks, bids.

A check takes seconds, so tallies are kept in a versioned file of their own. A game whose record failed the
check is also kept: it is reported and not checked again. The module `tallying` makes the tallies.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from app.keep.versions import LaterVersion, NoVersion, Step, brought_up

UPGRADES: Final[tuple[Step, ...]] = (lambda values: values,)
"""Version 2 has `bids`. Version 1 lacks them; a game with bids that it kept is checked again."""

MOST: Final = 60
"""Highest bid: no deck has more cards for a player."""


class Seated(Struct, frozen=True):
    """The player in a seat: key in hex, name, whether it is a bot, rank and points."""

    key: str
    name: str
    is_bot: bool
    rank: int
    score: int


class GameTally(Struct, frozen=True):
    """A finished game.

    `holds`: its record passed the check. `counts`: we played it to its end, and nobody is proven to have
    stopped it. Unless both hold, only three fields are set. `feats`: achievements, out of how many: ("bids
    made", 7, 11). `bids` has our bid and our tricks for each round; None if a file of version 1 lacks them.
    """

    table: str
    game: str
    begun_s: int
    own: int = -1
    seats: tuple[Seated, ...] = ()
    feats: tuple[tuple[str, int, int], ...] = ()
    holds: bool = True
    counts: bool = True
    bids: tuple[tuple[int, int], ...] | None = ()

    @property
    def has_people(self) -> bool:
        """True if another person played with us."""
        return any(not each.is_bot for seat, each in enumerate(self.seats) if seat != self.own)

    @property
    def rank(self) -> int:
        """Our rank."""
        return self.seats[self.own].rank

    @property
    def is_won(self) -> bool:
        """True if nobody had a better rank than we."""
        return self.rank == 1


def write_tallies(tallies: Sequence[GameTally]) -> str:
    """Return the text of the file."""
    return json.dumps({"version": len(UPGRADES) + 1, "games": [to_builtins(each) for each in tallies]}) + "\n"


def read_tallies(text: str) -> tuple[GameTally, ...] | None:
    """Parse the file of tallies. Returns () for a damaged file, whose games are then checked again, and None
    for the file of a newer Shoal, which must not be changed."""
    try:
        match brought_up(text, UPGRADES):
            case {"games": list(games)}:
                return tuple(_tally(each) for each in games)
    except LaterVersion:
        return None
    except (NoVersion, ValueError, TypeError, KeyError):
        pass
    return ()


def _tally(values: dict[str, object]) -> GameTally:
    seats, feats, bids = values["seats"], values["feats"], values.get("bids")
    if not isinstance(seats, list) or not isinstance(feats, list) or not isinstance(bids, list | None):
        raise TypeError("no rows")
    plain = {key: value for key, value in values.items() if key not in ("seats", "feats", "bids")}
    made = GameTally(**plain)  # type: ignore[arg-type]  # looked at below
    texts, numbers = (made.table, made.game), (made.begun_s, made.own)
    made = replace(
        made,
        seats=tuple(Seated(**each) for each in seats),
        feats=tuple((str(name), int(done), int(of)) for name, done, of in feats),
        bids=None if bids is None else tuple((int(bid), int(taken)) for bid, taken in bids),
    )
    is_plain = all(isinstance(each, str) for each in texts) and all(type(each) is int for each in numbers)
    switches = type(made.holds) is bool and type(made.counts) is bool
    if not is_plain or not switches or (made.holds and made.counts and not _fits(made)):
        raise ValueError("no tally")
    return made


def _fits(made: GameTally) -> bool:
    numbers = [number for pair in made.bids or () for number in pair]
    return made.own in range(len(made.seats)) and all(0 <= each <= MOST for each in numbers) and all(
        type(each.rank) is int and type(each.score) is int and type(each.is_bot) is bool
        and isinstance(each.name, str) and isinstance(each.key, str)
        for each in made.seats
    )  # fmt: skip
