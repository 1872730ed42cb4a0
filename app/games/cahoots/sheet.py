"""The score sheet of Coffeehouse Cahoots for a terminal: who has finished, and how many cards are left."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.narrator import PLACES, counted
from app.games.scene import CARDS, Scene, Sign
from rules.api import Seat, State
from rules.cahoots.course import CahootsPhase, Ends
from rules.cahoots.state import CahootsState


def terminal_sheet(state: State, names: Sequence[str]) -> str:
    """Return the ranks taken, then the others by fewer cards; "" after the end, when the ranks say it all."""
    if not isinstance(state, CahootsState):
        raise TypeError("a position of another game")
    if state.phase is CahootsPhase.OVER:
        return ""
    still = sorted(state.playing, key=lambda seat: (len(state.players[seat].hand), seat))
    gone = [Seat(seat) for seat, player in enumerate(state.players) if player.left]
    left = [seat for seat in gone if seat not in state.finished]
    ends = "the first to finish ends the game" if state.ends is Ends.FIRST else "the others play on"
    return "\n".join(
        [
            f"So far (a player without cards has finished, and {ends}):",
            *(f"{names[seat]}: finished, {PLACES[at]} place" for at, seat in enumerate(state.finished)),
            *(f"{names[seat]}: {counted(len(state.players[seat].hand), 'card')} left" for seat in still),
            *(f"{names[seat]}: left the table" for seat in left),
        ]
    )


def endings(scene: Scene) -> list[str]:
    """Return how each seat has ended, by seat: "no cards", "2 cards left", "left"."""
    ended = {}
    for plate in scene.plates:
        cards = plate.figure(CARDS)
        is_done = cards is None or cards.value == "0"
        ended[plate.seat] = "left" if Sign.GONE in plate.signs else "no cards" if is_done else f"{cards} left"
    return [ended[seat] for seat in sorted(ended)]
