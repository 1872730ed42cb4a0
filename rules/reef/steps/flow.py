"""The next need of the game, and the effects of the answers: set-up, chance, leaving (reef 3, 5, 8)."""

from __future__ import annotations

from itertools import combinations

from rules.api import EVERYONE, Face, Need, Roll, Seat, Show, Shuffle, Slot, Turn
from rules.reef.pieces.boards import ground_of
from rules.reef.pieces.facts import FIRST_SEA, START_HANDS, TILES_OF_A_COLOUR, WIDTH
from rules.reef.pieces.position import End, Position, ReefPhase, Rules
from rules.reef.pieces.rocks import Rocks
from rules.reef.steps import ending, exchanges, refill, shrimps

SEA_TILES = sum(FIRST_SEA)
BOARD_SETS = {False: ("P0", "P1", "P2", "P3"), True: ("H0", "H1", "H2", "H3")}
_ROLLS = {ReefPhase.SIDE: "side", ReefPhase.SPACE: "space", ReefPhase.START: "start"}


def new_position(rules: Rules) -> Position:
    """The position before anything is rolled; with four seats all boards are in play at once."""
    position = Position(rules)
    if rules.seats == 4:
        set_boards(position, BOARD_SETS[rules.house])
    return position


def board_choices(rules: Rules) -> list[tuple[str, ...]]:
    """The sets of boards that may be drawn: as many as seats, in their order."""
    return list(combinations(BOARD_SETS[rules.house], rules.seats))


def set_boards(position: Position, names: tuple[str, ...]) -> None:
    """Put out the boards with their starting polyps (reef 3.2); the side of the coral tiles is next."""
    rocks = Rocks(ground_of(names))
    for space, colour in rocks.ground.starts:
        rocks.tile[space] = colour
    position.set_rocks(rocks)
    position.phase = ReefPhase.SIDE


# -- needs ----------------------------------------------------------------------------------


def needs(position: Position) -> tuple[Need, ...]:
    """Return the next things that must happen; () when over."""
    phase = position.phase
    if phase in (ReefPhase.TURN, ReefPhase.FISH, ReefPhase.CUBES, ReefPhase.FINAL):
        return (Turn(Seat(position.seat)),)
    if phase == ReefPhase.DRAW:
        return (Roll(refill.coin_sides(position), "refill"),)
    if phase == ReefPhase.DEAL:
        return _deals(position)
    if phase == ReefPhase.OVER:
        return ()
    return _set_up_need(position) if phase < ReefPhase.DEAL else (_public_show(position),)


def _public_show(position: Position) -> Show:
    """The pieces that are opened to everybody in a search, a refill and at the end."""
    if position.phase == ReefPhase.FETCH:
        return Show(_slots(exchanges.fetch_slots(position)), EVERYONE)
    if position.phase == ReefPhase.OPEN:
        deck = position.supply.deck
        return Show(_slots(range(deck, deck + len(position.course.opening))), EVERYONE)
    return Show(_slots(ending.start_slots(position)), EVERYONE)


def _set_up_need(position: Position) -> tuple[Need, ...]:
    phase = position.phase
    if phase == ReefPhase.SHUFFLE:
        faces = bag_faces(position)
        return (Shuffle("bag", faces, (), _slots(range(len(faces))), new_deck=True),)
    if phase == ReefPhase.BOARDS:
        return (Roll(len(board_choices(position.rules)), "boards"),)
    sides = {ReefPhase.SIDE: 2, ReefPhase.SPACE: 5, ReefPhase.START: position.rules.seats}[phase]
    return (Roll(sides, _ROLLS[phase]),)


def bag_faces(position: Position) -> tuple[Face, ...]:
    """The tiles in the bag at the start: all but one of each colour on each board and one in the reserve."""
    each = TILES_OF_A_COLOUR - 1 - position.rules.seats
    return tuple(Face(colour) for colour in range(5) for _ in range(each))


def _deals(position: Position) -> tuple[Need, ...]:
    """The shows of the deal that are still to come; the hand of a seat that is gone stays closed."""
    shows: list[Need] = []
    if position.course.step == 0:
        shows.append(Show(_slots(range(SEA_TILES)), EVERYONE))
    for turn, seat in enumerate(seat_order(position), start=1):
        if turn >= position.course.step and not position.players[seat].gone:
            shows.append(Show(_slots(position.players[seat].secret), (Seat(seat),)))
    return tuple(shows)


def seat_order(position: Position) -> list[int]:
    """The seats clockwise from the start player."""
    seats = position.rules.seats
    return [(position.first + i) % seats for i in range(seats)]


def _slots(numbers: range | tuple[int, ...]) -> tuple[Slot, ...]:
    return tuple(Slot(number) for number in numbers)


# -- answers --------------------------------------------------------------------------------


def rolled(position: Position, value: int) -> None:
    """Take in a joint number, below the sides that were asked for."""
    if position.phase == ReefPhase.BOARDS:
        set_boards(position, board_choices(position.rules)[value])
    elif position.phase == ReefPhase.SIDE:
        position.sea.side = [value] * 10
        position.sea.rank_beats()
        position.phase = ReefPhase.SPACE
    elif position.phase == ReefPhase.SPACE:
        position.first_space = value
        position.phase = ReefPhase.START
    elif position.phase == ReefPhase.START:
        position.first = value
        position.phase = ReefPhase.SHUFFLE
    else:
        refill.coin_rolled(position, value)
        _after_refill(position)


def shuffled(position: Position) -> None:
    """Note that the bag is mixed: the owners of the slots and the rest of the set-up are fixed now."""
    supply = position.supply
    supply.deck_end = len(bag_faces(position))
    supply.deck = SEA_TILES
    for seat, size in zip(seat_order(position), START_HANDS[position.rules.seats], strict=True):
        position.players[seat].secret = tuple(range(supply.deck, supply.deck + size))
        supply.deck += size
    supply.reserve = [1] * 5
    position.sea.cubes = [1] * 5
    supply.cubes = [left - 1 for left in supply.cubes]
    position.phase, position.course.step = ReefPhase.DEAL, 0


def shown(position: Position, faces: tuple[int, ...]) -> None:
    """Take in the next show; `faces` is empty when it was for one seat."""
    if position.phase == ReefPhase.DEAL:
        _dealt(position, faces)
    elif position.phase == ReefPhase.FETCH:
        exchanges.fetched(position, faces)
        _skip_gone(position)
    elif position.phase == ReefPhase.OPEN:
        refill.tiles_opened(position, faces)
        ending.next_turn(position)
    else:
        ending.start_tiles_opened(position, faces)


def _dealt(position: Position, faces: tuple[int, ...]) -> None:
    if position.course.step == 0:
        dealt = iter(faces)
        for i, count in enumerate(FIRST_SEA):
            for _ in range(count):
                position.sea.tiles[(position.first_space + i) % 5 * WIDTH + next(dealt)] += 1
        position.course.step = 1
    else:
        order = seat_order(position)
        while position.players[order[position.course.step - 1]].gone:
            position.course.step += 1
        position.course.step += 1
    if not _deals(position):
        position.phase, position.course.step = ReefPhase.FISH, 0
        next_chooser(position)


def next_chooser(position: Position) -> None:
    """Go on to the next seat that chooses in the set-up, or the next part of it, or the first turn."""
    order = seat_order(position)
    while position.course.step < len(order) and position.players[order[position.course.step]].gone:
        position.course.step += 1
    if position.course.step < len(order):
        position.seat = order[position.course.step]
    elif position.phase == ReefPhase.FISH:
        position.phase, position.course.step = ReefPhase.CUBES, 0
        next_chooser(position)
    else:
        ending.start_turn(position, position.first)


def chosen(position: Position) -> None:
    """Note that the mover has made its choice of the set-up."""
    position.course.step += 1
    next_chooser(position)


def _after_refill(position: Position) -> None:
    if position.end != End.NOT:
        ending.finish(position)
    elif position.phase == ReefPhase.TURN:
        ending.next_turn(position)


def _skip_gone(position: Position) -> None:
    if position.phase == ReefPhase.TURN and position.mover.gone:
        ending.next_turn(position)


# -- leaving --------------------------------------------------------------------------------


def left(position: Position, seat: int) -> None:
    """Let a seat leave (R37, ours): its shrimps leave the boards, so that its corals are anybody's; its
    pieces stay out of play; if it was on turn, its turn ends without action 10."""
    player = position.players[seat]
    player.gone = True
    for space in player.posted:
        shrimps.lift(position, space)
        player.home += 1
    if sum(not other.gone for other in position.players) < 2:
        ending.over_alone(position)
    elif position.phase == ReefPhase.DEAL:
        if not _deals(position):
            position.phase, position.course.step = ReefPhase.FISH, 0
            next_chooser(position)
    elif position.phase in (ReefPhase.FISH, ReefPhase.CUBES):
        next_chooser(position)
    elif position.phase == ReefPhase.FINAL:
        ending.drop_final(position, seat)
    elif position.phase == ReefPhase.SCORE:
        ending.next_final(position)
    else:
        _skip_gone(position)
