"""The five colours: their values, which colour beats which, and their polyps; shown on request."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.games.narrator import counted, listed
from app.games.reef.words import reef_state
from rules.api import View
from rules.reef.pieces.facts import COLOUR_NAMES, TOP


class Standing(Struct, frozen=True):
    """One colour: the value of its tiles now, the colours that it beats and that beat it, its polyps on all
    boards, and the polyps (`own`) in corals that the viewer guards."""

    colour: int
    value: int
    beats: tuple[int, ...]
    beaten_by: tuple[int, ...]
    polyps: int
    own: int

    def __str__(self) -> str:
        said = [f"{COLOUR_NAMES[self.colour].capitalize()} is worth {self.value}"]
        said += [f"beats {_named(self.beats)}"] if self.beats else []
        said += [f"is beaten by {_named(self.beaten_by)}"] if self.beaten_by else []
        own = f", {self.own} of them yours" if self.own else ""
        return f"{', '.join(said)}; {counted(self.polyps, 'polyp')} on the boards{own}."


def standings(view: View) -> tuple[Standing, ...]:
    """Return all five colours, in the order of the open sea."""
    position = reef_state(view).position
    rocks, side, values = position.rocks, position.sea.side, position.sea.values()
    pairs = [(TOP[turned][k], TOP[1 - turned][k]) for k, turned in enumerate(side)]
    posts = () if view.seat is None else position.players[view.seat].posted
    own = [at for post in posts if rocks.tile[post] >= 0 for at in rocks.coral_at(post)]
    tiles = [rocks.tile[at] for at in position.ground.rock]
    return tuple(
        Standing(
            colour,
            values[colour],
            tuple(weak for strong, weak in pairs if strong == colour),
            tuple(strong for strong, weak in pairs if weak == colour),
            tiles.count(colour),
            [rocks.tile[at] for at in own].count(colour),
        )
        for colour in range(len(COLOUR_NAMES))
    )


def _named(colours: Sequence[int]) -> str:
    return listed([COLOUR_NAMES[colour] for colour in colours])
