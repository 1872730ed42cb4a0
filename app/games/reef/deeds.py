"""What a move of Reef Encounter did, as a line or some: read off the positions before and after."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.narrator import Cast, listed, sentence
from app.games.reef.say import say
from app.games.reef.words import (
    WARN_EATEN,
    WARN_LOCKED,
    a_colour,
    counts_words,
    place_name,
    reef_state,
    short_place,
)
from rules.api import Moved, View
from rules.reef import actions as a
from rules.reef.pieces.facts import ALGA_NAMES, BARE, COLOUR_NAMES, NONE, TOP
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.pieces.rocks import Rocks


@dataclass(frozen=True, slots=True)
class Deed:
    """A move that was made: the positions around it, who made it, and for whom it is told."""

    was: Position
    now: Position
    seat: int
    cast: Cast

    def line(self, verb: str, *rest: str) -> str:
        """Who made the move, and what the seat did: `verb` goes with "you"."""
        return sentence(self.cast.does(self.seat, verb), *rest)

    @property
    def own(self) -> str:
        """What goes before a thing of the seat's, after its name: "your screen", "the screen"."""
        return "your" if self.seat == self.cast.viewer else "the"


def deed_lines(before: View, event: Moved, after: View, cast: Cast) -> tuple[str, ...]:
    """The lines for a move: what was done, what came of it, and what it warns of."""
    deed = Deed(reef_state(before).position, reef_state(after).position, event.seat, cast)
    lines: tuple[str, ...]
    match event.action:
        case a.Lay() as action:
            lines = _laid(deed, action)
        case a.Eat(space):
            lines = _fed(deed, space)
        case a.PlayAlga() as action:
            lines = _alga(deed, action)
        case a.Collect(space):
            lines = _collected(deed, space)
        case a.FeedStart(slot):
            face = after.face(slot) if event.seat == cast.viewer else None
            tile = "a start tile, unseen," if face is None else f"{a_colour(face)} start tile"
            lines = (deed.line(f"put {tile} into {deed.own} parrotfish"),)
        case a.Introduce(space):
            lines = (deed.line(f"introduce a shrimp on {place_name(space)}:", _guards(deed.now, space)),)
        case a.Move() as action:
            lines = (_moved(deed, action),)
        case other:
            lines = (deed.line(say(before, other, cast.names).verb), *_searched(deed))
    return lines


def tiles_come(was: Position, now: Position, *, emptied: int | None = None) -> tuple[str, ...]:
    """What came onto the large spaces, and whether openly out of the tiles returned to the bag or
    unseen out of it; `emptied` is the space that was collected in between."""
    comes = []
    for space, name in enumerate(COLOUR_NAMES):
        old = [0] * len(was.sea.row(space)) if space == emptied else was.sea.row(space)
        tiles = [new - past for new, past in zip(now.sea.row(space), old, strict=True)]
        if any(tiles):
            comes.append(f"{counts_words(tiles)} to the {name} space")
    if not comes:
        return ()
    whence = "Out of the bag" if now.supply.deck > was.supply.deck else "Out of the pool of returned tiles"
    return (f"{whence}: {', '.join(comes)}.",)


def pieces_left(old: Rocks, new: Rocks, space: int) -> tuple[int, ...]:
    """How many tiles the parts have into which an attack on `space` has broken a coral; () if it has not."""
    group = [at for at in old.coral_at(space) if at != space]
    names = sorted({new.coral[at] for at in group if new.tile[at] == old.tile[at]})
    return tuple(new.size[name] for name in names) if len(names) > 1 else ()


# -- laying -----------------------------------------------------------------------------------


def _laid(deed: Deed, action: a.Lay) -> tuple[str, ...]:
    old, new, space = deed.was.rocks, deed.now.rocks, action.space
    name, clauses = COLOUR_NAMES[action.colour], []
    if old.tile[space] != BARE:
        clauses.append(f"eats 1 {COLOUR_NAMES[old.tile[space]]}{_rest(old, new, space)}")
    grown = [at for at in old.ground.rock if at != space and old.tile[at] == BARE != new.tile[at]]
    clauses += [f"grows on {short_place(at)}" for at in grown]
    beside = {
        old.coral[near]
        for at in (space, *grown)
        for near in old.ground.near[at]
        if old.tile[near] == action.colour
    }
    size = new.size[new.coral[space]]
    coral = "a single polyp" if size == 1 else f"a coral of {size}"
    if len(beside) > 1:
        coral = f"{len(beside)} corals are now one of {size}"
    whence = " out of the consumed tiles" if action.source is a.Source.FRONT else ""
    did = f"lay {name}{whence} on {place_name(space)}:"
    return (deed.line(did, ", ".join((*clauses, coral))), *_searched(deed))


def _rest(old: Rocks, new: Rocks, space: int) -> str:
    parts = pieces_left(old, new, space)
    return f" (the rest of its coral falls into {listed(list(map(str, parts)))})" if parts else ""


def _searched(deed: Deed) -> tuple[str, ...]:
    """That the bonus reserve lacks a colour, and the bag is searched for it."""
    if deed.now.phase != ReefPhase.FETCH:
        return ()
    return (
        f"The bonus reserve has no {COLOUR_NAMES[deed.now.course.fetch]} tile: the bag is searched for one.",
    )


# -- corals and shrimps -----------------------------------------------------------------------


def _fed(deed: Deed, space: int) -> tuple[str, ...]:
    was, now, seat = deed.was, deed.now, deed.seat
    colour = was.rocks.tile[space]
    size = len(was.rocks.coral_at(space))
    gain = now.players[seat].fish[colour] - was.players[seat].fish[colour]
    into = f"{gain or 'none'} of it into {deed.own} parrotfish"
    if gain:
        into += f", worth {gain * now.sea.values()[colour]} now"
    lines = [
        deed.line(
            f"eat the {COLOUR_NAMES[colour]} coral of {size} at {place_name(space)}:",
            f"{into}, {size - gain} back to the bag; {deed.own} shrimp leaves the game",
        )
    ]
    eaten = now.players[seat].eaten
    if was.phase == ReefPhase.TURN and eaten == 1:
        lines.append(sentence(deed.cast.who(seat), "may lock coral tiles from now on"))
    if was.phase == ReefPhase.TURN and eaten == WARN_EATEN:
        lines.append(deed.line("have eaten three corals: a fourth ends the game"))
    return tuple(lines)


def _moved(deed: Deed, action: a.Move) -> str:
    source = place_name(action.source)
    if action.to == NONE:
        return deed.line(f"take the shrimp on {source} back behind {deed.own} screen")
    to = place_name(action.to)
    if deed.now.rocks.tile[action.to] == BARE:
        return deed.line(f"move a shrimp from {source} to the bare rock {to}")
    return deed.line(f"move a shrimp from {source} to {to}:", _guards(deed.now, action.to))


def _guards(now: Position, space: int) -> str:
    rocks = now.rocks
    size = rocks.size[rocks.coral[space]]
    colour = rocks.tile[space]
    if size == 1:
        return f"it guards a single {COLOUR_NAMES[colour]} polyp"
    return f"it guards {a_colour(colour)} coral of {size}"


# -- exchanges and the open sea -----------------------------------------------------------------


def _alga(deed: Deed, action: a.PlayAlga) -> tuple[str, ...]:
    was, now = deed.was.sea, deed.now.sea
    alga = ALGA_NAMES[action.alga]
    target = "it goes onto the alga space"
    if action.target:
        target = f"it locks coral tile {action.target}, {_tile_words(deed.now, action.target - 1)}"
    elif was.alga != NONE:
        target += f", and the {ALGA_NAMES[was.alga]} one there back to the supply"
    lines = [deed.line(f"pay {a_colour(action.pay)} tile for a {alga} cylinder:", target)]
    turned = [k for k in range(10) if was.side[k] != now.side[k]]
    if turned:
        words = [f"{k + 1} ({_tile_words(deed.now, k)})" for k in turned]
        lines.append(f"It turns over coral tile{'s' if len(turned) > 1 else ''} {listed(words)}.")
        lines += _values(was.values(), now.values())
    else:
        lines.append("It turns nothing over.")
    locked = sum(lock != NONE for lock in now.lock)
    if action.target and locked == WARN_LOCKED:
        lines.append("Nine coral tiles are locked: the tenth ends the game.")
    return tuple(lines)


def _tile_words(position: Position, k: int) -> str:
    side = position.sea.side[k]
    return f"{COLOUR_NAMES[TOP[side][k]]} beats {COLOUR_NAMES[TOP[1 - side][k]]}"


def _values(old: list[int], new: list[int]) -> tuple[str, ...]:
    """What tiles are worth now, of the colours whose value has changed."""
    changed = [
        f"{COLOUR_NAMES[c]} {value} instead of {old[c]}" for c, value in enumerate(new) if value != old[c]
    ]
    return (f"Now worth: {', '.join(changed)}.",) if changed else ()


def _collected(deed: Deed, space: int) -> tuple[str, ...]:
    name, tiles = COLOUR_NAMES[space], counts_words(deed.was.sea.row(space))
    lines = (deed.line(f"collect from the {name} space: the cube and {tiles}"),)
    return (*lines, *tiles_come(deed.was, deed.now, emptied=space))
