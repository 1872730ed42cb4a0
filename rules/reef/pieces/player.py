"""Pieces of one player: behind the screen, in front of it, in the parrotfish, on the rocks."""

from __future__ import annotations

from rules.reef.pieces.facts import NONE, SHRIMPS_OF_A_SEAT, WIDTH


class ReefPlayer:
    """The things of one seat. By colour: `hand` (publicly known tiles behind the screen), `cubes`, `front`
    (consumed tiles) and `fish` (publicly known tiles in the parrotfish).

    `secret` are the slots of the start tiles behind the screen and `start` the one in the parrotfish, or
    `NONE`. Of the shrimps `home` are behind the screen, `eaten` out of play, and `posted`, derived from
    the rocks, are the spaces of the others. `gone` is True after the seat has left.
    """

    __slots__ = ("cubes", "eaten", "fish", "front", "gone", "hand", "home", "posted", "secret", "start")

    def __init__(self) -> None:
        self.hand = [0] * WIDTH
        self.cubes = [0] * WIDTH
        self.front = [0] * WIDTH
        self.fish = [0] * WIDTH
        self.secret: tuple[int, ...] = ()
        self.start = NONE
        self.home = SHRIMPS_OF_A_SEAT
        self.eaten = 0
        self.posted: tuple[int, ...] = ()
        self.gone = False

    def clone(self) -> ReefPlayer:
        new = object.__new__(ReefPlayer)
        new.hand, new.cubes = self.hand[:], self.cubes[:]
        new.front, new.fish = self.front[:], self.fish[:]
        new.secret, new.start, new.gone = self.secret, self.start, self.gone
        new.home, new.eaten, new.posted = self.home, self.eaten, self.posted
        return new

    def in_hand(self) -> int:
        """Tiles behind the screen, public and secret."""
        return sum(self.hand) + len(self.secret)

    def in_fish(self) -> int:
        """Tiles in the parrotfish, the start tile included."""
        return sum(self.fish) + (self.start != NONE)
