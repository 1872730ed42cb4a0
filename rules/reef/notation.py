"""Reading actions: from their canonical text and from their codes (FORMAT.md lists them)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from rules.api import Slot
from rules.errors import BadText
from rules.reef import actions as a
from rules.reef.pieces.boards import parse_space
from rules.reef.pieces.facts import ALGAE, COLOURS, NONE
from rules.text import parse_number

SLOT_MOST = 199
"""The highest slot of this game: the bag never had more than 200 tiles."""


def parse_action(text: str) -> a.ReefAction:
    """The action with that canonical text; raises `BadText`."""
    words = text.split(" ")
    reader = _READERS.get((words[0], len(words)))
    if reader is None:
        raise BadText(f"{text!r} is not an action of Reef Encounter")
    action = reader(words)
    if str(action) != text:
        raise BadText(f"{text!r} is not the canonical spelling of {action}")
    return action


def parse_colour(text: str) -> int:
    """The number of a colour letter."""
    if len(text) != 1 or text not in COLOURS:
        raise BadText(f"{text!r} is not a colour: one of {COLOURS}")
    return COLOURS.index(text)


def action_of(code: int, laying: int, slot: Slot | None = None) -> a.ReefAction:
    """The action with that code; `laying` is the colour being laid, `slot` the tile that LAY_START opens."""
    if a.LAY_SCREEN <= code < a.INTRODUCE:
        source = a.Source.FRONT if code // a.BLOCK == a.LAY_FRONT // a.BLOCK else a.Source.SCREEN
        return a.Lay(laying, code % a.BLOCK, source, slot if code >= a.LAY_START else None)
    return _action(code)


@cache
def _action(code: int) -> a.ReefAction:
    """Any other action; cached, because a turn offers two hundred, most of them again the next turn."""
    block, low = divmod(code, a.BLOCK)
    if code >= a.MOVE:
        return a.Move(block - a.MOVE // a.BLOCK, NONE if low == a.HOME else low)
    return _BLOCKS[block](low)


def _small(low: int) -> a.ReefAction:
    if low < a.COLLECT:
        return a.Undo() if low == a.UNDO else a.Pass()
    if low >= a.PAIR:
        return a.TakeCubes(*divmod(low - a.PAIR, 5))
    group, colour = divmod(low, a.COLLECT)
    return _BY_COLOUR[group](colour)


def _played_alga(low: int) -> a.ReefAction:
    pair, target = divmod(low, 11)
    return a.PlayAlga(alga=pair % 4, target=target, pay=pair // 4)


_BY_COLOUR: dict[int, Callable[[int], a.ReefAction]] = {
    a.COLLECT // a.COLLECT: a.Collect,
    a.CUBE // a.COLLECT: a.PlayCube,
    a.BUY_CUBE // a.COLLECT: a.BuyCube,
    a.BUY_TILE // a.COLLECT: a.BuyTile,
}
_BLOCKS: dict[int, Callable[[int], a.ReefAction]] = {
    0: _small,
    a.ALGA // a.BLOCK: _played_alga,
    a.EAT // a.BLOCK: a.Eat,
    a.INTRODUCE // a.BLOCK: a.Introduce,
    a.FISH // a.BLOCK: lambda low: a.FeedStart(Slot(low)),
}


def _slot(text: str) -> Slot:
    if len(text) > 3 or parse_number(text) > SLOT_MOST:
        raise BadText(f"{text!r} is not a slot of this game")
    return Slot(int(text))


def _cubes(words: list[str]) -> a.ReefAction:
    if len(words[1]) != 2:
        raise BadText(f"{words[1]!r} is not two colours")
    return a.TakeCubes(parse_colour(words[1][0]), parse_colour(words[1][1]))


def _lay(words: list[str]) -> a.ReefAction:
    if words[4] not in ("screen", "front"):
        raise BadText(f"a tile comes from screen or front, not from {words[4]!r}")
    slot: Slot | None = None
    if len(words) == 6:
        slot = _slot(words[5].partition("=")[0])
    return a.Lay(parse_colour(words[1]), parse_space(words[2]), a.Source(words[4]), slot)


def _move(words: list[str]) -> a.ReefAction:
    return a.Move(parse_space(words[1]), NONE if words[2] == "home" else parse_space(words[2]))


def _trade(words: list[str]) -> a.ReefAction:
    return (a.BuyCube if words[1] == "tile" else a.BuyTile)(parse_colour(words[2]))


def _alga(words: list[str]) -> a.ReefAction:
    if len(words[1]) != 1 or words[1] not in ALGAE:
        raise BadText(f"{words[1]!r} is not an alga: one of {ALGAE}")
    target = 0
    if words[2] == "tile":
        target = parse_number(words[3])
        if not 1 <= target <= 10:
            raise BadText(f"{words[3]!r} is not a coral tile 1 to 10")
    return a.PlayAlga(alga=ALGAE.index(words[1]), target=target, pay=parse_colour(words[-1]))


_READERS: dict[tuple[str, int], Callable[[list[str]], a.ReefAction]] = {
    ("undo", 1): lambda words: a.Undo(),
    ("pass", 1): lambda words: a.Pass(),
    ("fish", 2): lambda words: a.FeedStart(_slot(words[1])),
    ("cubes", 2): _cubes,
    ("eat", 2): lambda words: a.Eat(parse_space(words[1])),
    ("cube", 2): lambda words: a.PlayCube(parse_colour(words[1])),
    ("lay", 5): _lay,
    ("lay", 6): _lay,
    ("introduce", 2): lambda words: a.Introduce(parse_space(words[1])),
    ("move", 3): _move,
    ("trade", 3): _trade,
    ("alga", 5): _alga,
    ("alga", 6): _alga,
    ("collect", 2): lambda words: a.Collect(parse_colour(words[1])),
}
