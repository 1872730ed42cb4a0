"""The log's lines for a move of Reef Encounter, derived from the positions before and after it."""

from __future__ import annotations

from msgspec import Struct

from app.games.narrator import Cast, listed, sentence
from app.games.reef.say import say
from app.games.reef.words import (
    WARN_EATEN,
    WARN_LOCKED,
    a_colour,
    beats_words,
    counts_words,
    reef_state,
    short_place,
)
from rules.api import Action, Moved, View
from rules.reef import actions as a
from rules.reef.pieces.boards import space_name
from rules.reef.pieces.facts import ALGA_NAMES, BARE, COLOUR_NAMES, NONE
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.pieces.rocks import Rocks


class PastMove(Struct, frozen=True):
    """A past move: the positions before and after it, its seat, its words in the form for "you", and the cast
    of names for the viewer."""

    was: Position
    now: Position
    seat: int
    verb: str
    cast: Cast

    def line(self, verb: str, *rest: str) -> str:
        """Return a sentence with the seat and its move; `verb` is the form for "you"."""
        return sentence(self.cast.does(self.seat, verb), *rest)

    @property
    def own(self) -> str:
        """The word before a thing of the seat's: "your screen", "the screen"."""
        return "your" if self.seat == self.cast.viewer else "the"


def move_lines(before: View, event: Moved, after: View, cast: Cast) -> tuple[str, ...]:
    """Return the lines for a move: what was done, its result, and warnings."""
    verb = _exchange(event.action) or say(before, event.action, cast.names).verb
    past = PastMove(reef_state(before).position, reef_state(after).position, event.seat, verb, cast)
    lines: tuple[str, ...]
    match event.action:
        case a.Lay(_, space):
            lines = _laid(past, space)
        case a.Eat(space):
            lines = _fed(past, space)
        case a.PlayAlga() as action:
            lines = _alga(past, action)
        case a.Collect(space):
            lines = _collected(past, space)
        case a.FeedStart(slot):
            face = after.face(slot) if event.seat == cast.viewer else None
            tile = "a hidden start tile" if face is None else f"{a_colour(face)} start tile"
            lines = (past.line(f"put {tile} into {past.own} parrotfish"),)
        case a.Introduce(space):
            lines = (past.line(f"{verb}:", _guards(past.now, space)),)
        case a.Move() as action:
            lines = (_moved(past, action),)
        case _:
            lines = (past.line(verb), *_searched(past))
    return lines


def _exchange(action: Action) -> str:
    """Return the verb of an exchange or a pass, which a hint names by its button; otherwise ""."""
    match action:
        case a.BuyCube(colour):
            return f"trade a consumed {COLOUR_NAMES[colour]} tile for a cube of that colour"
        case a.BuyTile(colour):
            return f"trade {a_colour(colour)} cube for a tile of that colour"
    return "eat nothing more" if isinstance(action, a.Pass) else ""


def tiles_come(was: Position, now: Position, *, emptied: int | None = None) -> tuple[str, ...]:
    """Tell the tiles that came onto the large spaces, from the returned tiles or unseen from the bag.
    `emptied` is the space that was collected just before."""
    comes = []
    for space, name in enumerate(COLOUR_NAMES):
        old = [0] * len(was.sea.row(space)) if space == emptied else was.sea.row(space)
        tiles = [new - past for new, past in zip(now.sea.row(space), old, strict=True)]
        if any(tiles):
            comes.append(f"{counts_words(tiles)} to the {name} space")
    if not comes:
        return ()
    whence = "From the bag" if now.supply.deck > was.supply.deck else "From the returned tiles"
    return (f"{whence}: {', '.join(comes)}.",)


class Growth(Struct, frozen=True):
    """The result of laying a tile.

    `eaten` is the colour of the consumed tile, and `parts` the sizes of the pieces into which its coral fell.
    `grown` are the spaces of extra growth, `joined` the number of corals that the tile connected, and `size`
    is the size of its coral now.
    """

    eaten: int | None
    parts: tuple[int, ...]
    grown: tuple[int, ...]
    joined: int
    size: int


def growth(old: Rocks, new: Rocks, space: int) -> Growth:
    """Compare the rocks before and after a tile was laid on `space`."""
    grown = tuple(at for at in old.ground.rock if at != space and old.tile[at] == BARE != new.tile[at])
    joined = {
        old.coral[near]
        for at in (space, *grown)
        for near in old.ground.near[at]
        if old.tile[near] == new.tile[space]
    }
    size = new.size[new.coral[space]]
    if old.tile[space] == BARE:
        return Growth(None, (), grown, len(joined), size)
    group = [at for at in old.coral_at(space) if at != space]
    names = sorted({new.coral[at] for at in group if new.tile[at] == old.tile[at]})
    parts = tuple(new.size[name] for name in names) if len(names) > 1 else ()
    return Growth(old.tile[space], parts, grown, len(joined), size)


# -- laying -----------------------------------------------------------------------------------


def _laid(past: PastMove, space: int) -> tuple[str, ...]:
    did, clauses = growth(past.was.rocks, past.now.rocks, space), []
    if did.eaten is not None:
        parts = listed(list(map(str, did.parts)))
        rest = f" (the rest of its coral falls into {parts})" if parts else ""
        clauses.append(f"1 {COLOUR_NAMES[did.eaten]} consumed{rest}")
    clauses += [f"growth on {short_place(at)}" for at in did.grown]
    coral = "a single polyp" if did.size == 1 else f"a coral of {did.size}"
    if did.joined > 1:
        coral = f"{did.joined} corals are now one of {did.size}"
    return (past.line(f"{past.verb}:", ", ".join((*clauses, coral))), *_searched(past))


def _searched(past: PastMove) -> tuple[str, ...]:
    """Tell that the bonus reserve lacks a colour, so that the bag is searched for it."""
    if past.now.phase != ReefPhase.FETCH:
        return ()
    return (
        f"The bonus reserve has no {COLOUR_NAMES[past.now.course.fetch]} tile: the bag is searched for one.",
    )


# -- corals and shrimps -----------------------------------------------------------------------


def _fed(past: PastMove, space: int) -> tuple[str, ...]:
    was, now, seat = past.was, past.now, past.seat
    colour = was.rocks.tile[space]
    size = len(was.rocks.coral_at(space))
    gain = now.players[seat].fish[colour] - was.players[seat].fish[colour]
    into = f"{gain or 'none'} of it into {past.own} parrotfish"
    if gain:
        into += f", worth {gain * now.sea.values()[colour]} now"
    lines = [
        past.line(
            f"eat the {COLOUR_NAMES[colour]} coral of {size} at {space_name(space)}:",
            f"{into}, {size - gain} back to the bag; {past.own} shrimp leaves the game",
        )
    ]
    eaten = now.players[seat].eaten
    if was.phase == ReefPhase.TURN and eaten == 1:
        lines.append(sentence(past.cast.who(seat), "may lock coral tiles from now on"))
    if was.phase == ReefPhase.TURN and eaten == WARN_EATEN:
        lines.append(past.line("have eaten three corals: a fourth ends the game"))
    return tuple(lines)


def _moved(past: PastMove, action: a.Move) -> str:
    source = space_name(action.source)
    if action.to == NONE:
        return past.line(f"take the shrimp on {source} back behind {past.own} screen")
    to = space_name(action.to)
    if past.now.rocks.tile[action.to] == BARE:
        return past.line(f"move a shrimp from {source} to the bare rock {to}")
    return past.line(f"move a shrimp from {source} to {to}:", _guards(past.now, action.to))


def _guards(now: Position, space: int) -> str:
    rocks = now.rocks
    size = rocks.size[rocks.coral[space]]
    colour = rocks.tile[space]
    if size == 1:
        return f"it guards a single {COLOUR_NAMES[colour]} polyp"
    return f"it guards {a_colour(colour)} coral of {size}"


# -- exchanges and the open sea -----------------------------------------------------------------


def _alga(past: PastMove, action: a.PlayAlga) -> tuple[str, ...]:
    was, now = past.was.sea, past.now.sea
    alga = ALGA_NAMES[action.alga]
    target = "it goes onto the alga space"
    if action.target:
        target = f"it locks coral tile {action.target}, {beats_words(past.now, action.target - 1)}"
    elif was.alga != NONE:
        target += f", and the {ALGA_NAMES[was.alga]} one there goes back to the supply"
    lines = [past.line(f"pay {a_colour(action.pay)} tile for a {alga} cylinder:", target)]
    turned = [k for k in range(10) if was.side[k] != now.side[k]]
    if turned:
        words = [f"{k + 1} ({beats_words(past.now, k)})" for k in turned]
        lines.append(f"It turns over coral tile{'s' if len(turned) > 1 else ''} {listed(words)}.")
        lines += _values(was.values(), now.values())
    else:
        lines.append("It turns nothing over.")
    locked = sum(lock != NONE for lock in now.lock)
    if action.target and locked == WARN_LOCKED:
        lines.append("Nine coral tiles are locked: the tenth ends the game.")
    return tuple(lines)


def _values(old: list[int], new: list[int]) -> tuple[str, ...]:
    """Return a line with the values that have changed."""
    changed = [
        f"{COLOUR_NAMES[c]} {value} instead of {old[c]}" for c, value in enumerate(new) if value != old[c]
    ]
    return (f"Now worth: {', '.join(changed)}.",) if changed else ()


def _collected(past: PastMove, space: int) -> tuple[str, ...]:
    lines = (past.line(f"{past.verb}: the cube and {counts_words(past.was.sea.row(space))}"),)
    return (*lines, *tiles_come(past.was, past.now, emptied=space))
