"""The small actions of a turn: the list, the refusals, and making one (reef 4.1).

`codes` lists, `check` explains, `play` makes. Undo is not here: it needs the positions before.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import compress

from rules.api import Slot
from rules.errors import NotLegal
from rules.reef import actions as a
from rules.reef.pieces.facts import COLOUR_NAMES, NONE
from rules.reef.pieces.position import End, Position, ReefPhase
from rules.reef.steps import coral_tiles, eating, ending, exchanges, flow, laying, refill, shrimps

CUBES_MOST = 2
BEHIND_MOST = 4


# -- the list -------------------------------------------------------------------------------


def codes(position: Position, secret: Mapping[int, Slot]) -> list[int]:
    """The codes of every legal action but undo, in the game's order.

    `secret` gives by colour the lowest start tile of the mover with that face, as far as the mover knows.
    """
    phase, seat = position.phase, position.seat
    if phase == ReefPhase.TURN:
        return _turn_codes(position, secret)
    if phase == ReefPhase.FISH:
        return [a.FISH + slot for slot in position.players[seat].secret]
    if phase == ReefPhase.CUBES:
        left = position.supply.cubes
        return [
            a.PAIR + first * 5 + second
            for first in range(5)
            for second in range(first, 5)
            if left[first] and left[second] and (first != second or left[first] > 1)
        ]
    if phase == ReefPhase.FINAL:
        return [*(a.EAT + at for at in eating.eatable(position, seat)), a.PASS]
    return []


def _turn_codes(position: Position, secret: Mapping[int, Slot]) -> list[int]:
    found: list[int] = []
    course, player, supply = position.course, position.players[position.seat], position.supply
    if not course.ate and not course.acted:
        found += [a.EAT + at for at in eating.eatable(position, position.seat)]
    if course.laying != NONE:
        found += _lay_codes(position, secret)
    cubes = [colour for colour in range(5) if player.cubes[colour]]
    if course.laid_cubes < CUBES_MOST:
        found += [a.CUBE + colour for colour in cubes]
    found += [a.INTRODUCE + at for at in shrimps.introduce_spots(position)]
    for source, spots in shrimps.open_to_moves(position):
        moves = _move_codes(source)
        found += compress(moves, spots)
        found.append(moves[a.HOME])
    paid = [colour for colour in range(5) if player.front[colour]]
    if paid:
        found += [a.BUY_CUBE + colour for colour in paid if supply.cubes[colour]]
        plays = coral_tiles.targets(position)
        found += [a.ALGA + (pay * 4 + alga) * 11 + target for pay in paid for alga, target in plays]
    found += [a.BUY_TILE + colour for colour in cubes if supply.has_tile(colour)]
    if refill.may_collect(position):
        found += [a.COLLECT + space for space in range(5) if position.sea.cubes[space]]
    return found


@cache
def _move_codes(source: int) -> tuple[int, ...]:
    """The codes of all moves from a space, by the space that they lead to."""
    return tuple(range(a.MOVE + source * a.BLOCK, a.MOVE + (source + 1) * a.BLOCK))


def _lay_codes(position: Position, secret: Mapping[int, Slot]) -> list[int]:
    player, colour = position.players[position.seat], position.course.laying
    screen = NONE
    if position.course.behind < BEHIND_MOST:
        if player.hand[colour]:
            screen = a.LAY_SCREEN
        elif colour in secret:
            screen = a.LAY_START
    if screen == NONE and not player.front[colour]:
        return []
    spots = laying.spots(position, colour)
    found = [] if screen == NONE else [screen + at for at in spots]
    if player.front[colour]:
        found += [a.LAY_FRONT + at for at in spots]
    return found


# -- refusals -------------------------------------------------------------------------------


def check(position: Position, action: a.ReefAction) -> None:
    """Raise `NotLegal`, naming the rule, unless the mover may take `action` (undo excepted).

    The deck proves the face of an opened slot; it is not checked here.
    """
    if position.phase == ReefPhase.TURN:
        _check_turn(position, action)
    elif position.phase == ReefPhase.FISH and isinstance(action, a.FeedStart):
        if action.slot not in position.mover.secret:
            raise NotLegal("not-yours", rule="reef 3.9", text="That is not one of your start tiles.")
    elif position.phase == ReefPhase.CUBES and isinstance(action, a.TakeCubes):
        _check_cubes(position, action)
    elif position.phase == ReefPhase.FINAL and isinstance(action, a.Eat):
        eating.check_eat(position, action.space)
    elif position.phase != ReefPhase.FINAL or not isinstance(action, a.Pass):
        raise NotLegal("not-now", rule="reef 4.1", text=_EXPECTED[position.phase])


def _check_turn(position: Position, action: a.ReefAction) -> None:
    if isinstance(action, a.Lay):
        _check_lay(position, action)
    elif isinstance(action, a.Move):
        shrimps.check_move(position, action.source, action.to)
    elif isinstance(action, a.Eat):
        eating.check_eat(position, action.space)
    elif isinstance(action, a.Introduce):
        shrimps.check_introduce(position, action.space)
    elif isinstance(action, a.Collect):
        refill.check_collect(position, action.space)
    else:
        _check_exchange(position, action)


def _check_exchange(position: Position, action: a.ReefAction) -> None:
    if isinstance(action, a.PlayCube):
        if position.course.laid_cubes >= CUBES_MOST:
            text = "You have already played two cubes for laying this turn."
            raise NotLegal("two-cubes", rule="reef 4.1b", text=text)
        exchanges.check_cube(position, action.colour)
    elif isinstance(action, a.BuyCube):
        exchanges.check_buy_cube(position, action.colour)
    elif isinstance(action, a.BuyTile):
        exchanges.check_buy_tile(position, action.colour)
    elif isinstance(action, a.PlayAlga):
        exchanges.check_front(position, action.pay)
        coral_tiles.check_alga(position, action.alga, action.target)
    else:
        raise NotLegal("not-now", rule="reef 4.1", text="That is not an action of a turn.")


def _check_lay(position: Position, action: a.Lay) -> None:
    colour, name = action.colour, COLOUR_NAMES[action.colour]
    if position.course.laying == NONE:
        text = "Play a cube before you lay tiles: any action but moving a shrimp ends the laying."
        raise NotLegal("no-cube-played", rule="reef 4.1c", text=text)
    if colour != position.course.laying:
        text = f"The cube played is {COLOUR_NAMES[position.course.laying]}, not {name}."
        raise NotLegal("other-colour", rule="reef 4.3a", text=text)
    if action.source is a.Source.FRONT:
        if action.slot is not None:
            raise NotLegal("no-opening", rule="reef 8.4", text="A consumed tile is public: it opens nothing.")
        if not position.mover.front[colour]:
            raise NotLegal("no-consumed", rule="reef 4.3c", text=f"You have no consumed {name} tile.")
    else:
        _check_screen(position, action)
    laying.check_spot(position, action.space, colour)


def _check_screen(position: Position, action: a.Lay) -> None:
    name = COLOUR_NAMES[action.colour]
    if position.course.behind >= BEHIND_MOST:
        text = "You have already laid four tiles from behind your screen with this cube."
        raise NotLegal("four-tiles", rule="reef 4.3b", text=text)
    public = position.mover.hand[action.colour]
    if action.slot is None and not public:
        raise NotLegal("no-tile", rule="reef 4.3b", text=f"You have no {name} tile behind your screen.")
    if action.slot is not None and public:
        text = f"Lay the {name} tiles that everybody knows before you open a start tile."
        raise NotLegal("known-first", rule="reef 8.3", text=text)
    if action.slot is not None and action.slot not in position.mover.secret:
        raise NotLegal("not-yours", rule="reef 8.3", text="That is not one of your start tiles.")


def _check_cubes(position: Position, action: a.TakeCubes) -> None:
    if action.first > action.second:
        raise NotLegal("order", rule="reef 3.10", text="The two cubes are named in the order W, Y, O, P, G.")
    left = position.supply.cubes
    if (
        not left[action.first]
        or not left[action.second]
        or (action.first == action.second and left[action.first] < 2)
    ):
        raise NotLegal("no-cube-left", rule="reef 3.10", text="The supply does not have these two cubes.")


_EXPECTED = {
    ReefPhase.FISH: "Choose the start tile for your parrotfish first.",
    ReefPhase.CUBES: "Take two larva cubes first.",
    ReefPhase.FINAL: "In the final round you may only eat one coral, or pass.",
}


# -- making one -----------------------------------------------------------------------------


def play(position: Position, code: int, slot: Slot | None = None) -> None:
    """Make a legal action; `slot` is the start tile that it opens. May set phase and `end`."""
    block, low = divmod(code, a.BLOCK)
    if block >= 16:
        position.course.acted = True
        shrimps.move(position, block - 16, NONE if low == a.HOME else low)
    elif block == 0:
        _play_small(position, low)
    elif block == 1:
        pair, target = divmod(low, 11)
        _close(position)
        coral_tiles.pay_front(position, pair // 4)
        coral_tiles.play_alga(position, pair % 4, target)
    elif block == 3:
        eating.eat(position, low)
        if position.phase == ReefPhase.FINAL:
            ending.drop_final(position, position.seat)
    elif block <= 6:
        _play_lay(position, code, slot)
    elif block == 7:
        _close(position)
        position.course.introduced = True
        position.mover.home -= 1
        shrimps.stand(position, position.seat, low)
    else:
        player = position.mover
        player.start = low
        player.secret = tuple(at for at in player.secret if at != low)
        flow.chosen(position)
    if position.end != End.NOT and position.phase == ReefPhase.TURN:
        ending.finish(position)


def _play_small(position: Position, low: int) -> None:
    player, supply, course = position.mover, position.supply, position.course
    if low == a.PASS:
        ending.drop_final(position, position.seat)
    elif low < a.CUBE:
        _play_collect(position, low - a.COLLECT)
    elif low < a.BUY_CUBE:
        _close(position)
        exchanges.spend_cube(position, low - a.CUBE)
        course.laying, course.behind = low - a.CUBE, 0
        course.laid_cubes += 1
    elif low < a.BUY_TILE:
        colour = low - a.BUY_CUBE
        _close(position)
        coral_tiles.pay_front(position, colour)
        supply.cubes[colour] -= 1
        player.cubes[colour] += 1
    elif low < a.PAIR:
        _close(position)
        exchanges.buy_tile(position, low - a.BUY_TILE)
    else:
        for colour in divmod(low - a.PAIR, 5):
            supply.cubes[colour] -= 1
            player.cubes[colour] += 1
        flow.chosen(position)


def _play_lay(position: Position, code: int, slot: Slot | None) -> None:
    block, space = divmod(code, a.BLOCK)
    player, colour = position.mover, position.course.laying
    if block == 5:
        player.front[colour] -= 1
    else:
        position.course.behind += 1
        if slot is None:
            player.hand[colour] -= 1
        else:
            player.secret = tuple(at for at in player.secret if at != slot)
    laying.lay(position, space, colour)


def _play_collect(position: Position, space: int) -> None:
    refill.take_space(position, space)
    _close(position)
    if laying.is_closed(position):
        position.end = End.CLOSED
        return
    refill.start_refill(position, space)
    if position.phase == ReefPhase.TURN and position.end == End.NOT:
        ending.next_turn(position)


def _close(position: Position) -> None:
    """Close the laying of tiles, as any action but 5 does, and bar action 1 for the turn (reef 4.1)."""
    course = position.course
    course.acted = True
    course.laying, course.behind = NONE, 0
