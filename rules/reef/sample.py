"""Full positions for bots: faces of the hidden tiles that agree with a seat's knowledge."""

from __future__ import annotations

from rules.api import Face, Rng, Slot, View
from rules.reef.pieces.facts import NONE, TILES_OF_A_COLOUR, WIDTH
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.steps.flow import SEA_TILES


def sampled_faces(position: Position, view: View, rng: Rng) -> dict[Slot, Face]:
    """A face for every hidden slot: as it is if the viewer knows it, otherwise at random."""
    if position.phase <= ReefPhase.SHUFFLE:
        return {}
    hidden = hidden_slots(position)
    faces = {slot: view.known[slot] for slot in hidden if slot in view.known}
    left = unseen_tiles(position)
    for face in faces.values():
        left[face] -= 1
    tiles = [Face(colour) for colour in range(5) for _ in range(left[colour])]
    rng.shuffle(tiles)
    unknown = (slot for slot in hidden if slot not in faces)
    # A game that ends before all is dealt leaves tiles in slots that nobody asks for any more.
    faces.update(zip(unknown, tiles, strict=position.phase != ReefPhase.OVER))
    return faces


def hidden_slots(position: Position) -> list[Slot]:
    """The slots whose tiles are not public, rising: start hands, fish, deck; the sea until it is shown."""
    numbers = [slot for player in position.players for slot in player.secret]
    numbers += [player.start for player in position.players if player.start != NONE]
    if position.phase == ReefPhase.DEAL and position.course.step == 0:
        numbers += range(SEA_TILES)
    supply = position.supply
    return [Slot(number) for number in sorted([*numbers, *range(supply.deck, supply.deck_end)])]


def unseen_tiles(position: Position) -> list[int]:
    """Number of tiles of each colour in hidden slots: all that are not public."""
    supply, sea = position.supply, position.sea
    left = [TILES_OF_A_COLOUR - supply.reserve[c] - supply.pool[c] for c in range(5)]
    for tile in position.rocks.tile:
        if tile >= 0:
            left[tile] -= 1
    held = [counts for player in position.players for counts in (player.hand, player.front, player.fish)]
    for counts in (*held, *(sea.row(space) for space in range(5))):
        for colour, count in enumerate(counts[: WIDTH - 1]):
            left[colour] -= count
    return left
