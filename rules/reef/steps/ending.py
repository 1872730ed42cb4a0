"""The next turn, the ends of the game, the final round and the scores (reef 5)."""

from __future__ import annotations

from rules.api import Outcome
from rules.reef.pieces.course import TurnCourse
from rules.reef.pieces.facts import NOBODY, NONE
from rules.reef.pieces.position import End, Position, ReefPhase
from rules.reef.steps.eating import eatable


def start_turn(position: Position, seat: int) -> None:
    """Begin the turn of `seat`, or of the first seat after it that is still there."""
    position.course = TurnCourse()
    while position.players[seat].gone:
        seat = (seat + 1) % position.rules.seats
    position.seat = seat
    position.phase = ReefPhase.TURN


def next_turn(position: Position) -> None:
    """Begin the next turn, clockwise."""
    start_turn(position, (position.seat + 1) % position.rules.seats)


def finish(position: Position) -> None:
    """End the turns because `end` is set. The final round follows, if this end has one, then the scores.

    Seats that could only pass in the final round are not asked.
    """
    position.ender = position.seat
    position.course = TurnCourse()
    position.phase = ReefPhase.FINAL
    if position.end in (End.LOCKED, End.SHRIMPS):
        seats, players = position.rules.seats, position.players
        order = [(position.ender + i) % seats for i in range(1, seats)]
        position.finals = tuple(seat for seat in order if not players[seat].gone and eatable(position, seat))
    next_final(position)


def next_final(position: Position) -> None:
    """Begin the final turn of the next seat; if none is left, open the start tiles, or end the game."""
    if position.finals:
        position.seat = position.finals[0]
        return
    position.seat = position.ender
    position.course.ate = False
    position.phase = ReefPhase.SCORE if start_slots(position) else ReefPhase.OVER


def drop_final(position: Position, seat: int) -> None:
    """Note that `seat` has had its final turn or is gone."""
    position.finals = tuple(at for at in position.finals if at != seat)
    next_final(position)


def start_slots(position: Position) -> tuple[int, ...]:
    """The start tiles that are opened for scoring, rising; those of leavers stay closed."""
    staying = (player for player in position.players if not player.gone)
    return tuple(sorted(player.start for player in staying if player.start != NONE))


def start_tiles_opened(position: Position, faces: tuple[int, ...]) -> None:
    """Put the opened start tiles among the public tiles of their fish: the game is over."""
    by_slot = {player.start: player for player in position.players}
    for slot, face in zip(start_slots(position), faces, strict=True):
        by_slot[slot].fish[face] += 1
        by_slot[slot].start = NONE
    position.phase = ReefPhase.OVER


def scores(position: Position) -> tuple[int, ...]:
    """Values of the publicly known tiles in each seat's parrotfish, added up (reef 5.2)."""
    values = position.sea.values()
    return tuple(
        sum(value * count for value, count in zip(values, player.fish, strict=False))
        for player in position.players
    )


def tie_breaks(position: Position, seat: int) -> tuple[int, int, int, int]:
    """The tie breaks between equal scores, in order; more is better (reef 5.3)."""
    player, rocks = position.players[seat], position.rocks
    return (
        sum(player.front),
        sum(player.cubes),
        player.in_hand(),
        sum(rocks.size[rocks.coral[at]] for at in player.posted if rocks.tile[at] >= 0),
    )


def outcome(position: Position) -> Outcome | None:
    """Scores and ranks once the game is over."""
    return standing(position) if position.phase == ReefPhase.OVER else None


def standing(position: Position) -> Outcome:
    """Scores and ranks by open tiles; seats that left rank behind all that stayed."""
    points = scores(position)
    keys = [
        (not player.gone, points[seat], *tie_breaks(position, seat))
        for seat, player in enumerate(position.players)
    ]
    return Outcome(points, tuple(1 + sum(other > key for other in keys) for key in keys))


def over_alone(position: Position) -> None:
    """End the game at once, without opening anything: fewer than two seats are left."""
    position.course = TurnCourse()
    position.end, position.ender, position.finals = End.ALONE, NOBODY, ()
    position.phase = ReefPhase.OVER
