"""The story of Reef Encounter: draws, the steps of each turn, and the end.

The module `moves` tells moves, `finale` the end of the game; the set-up and chance are here. Every line is
derived from the positions before and after an event, so the story tells only what the rules did.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.games.narrator import Cast, cast_of, counted, left_line, listed, sentence
from app.games.reef.finale import end_lines
from app.games.reef.moves import move_lines, tiles_come
from app.games.reef.words import by_colour, counts_words, reef_state
from rules.api import EVERYONE, Event, Face, Left, Moved, Rolled, Shown, Shuffled, View
from rules.reef.pieces.facts import COLOUR_NAMES, FIRST_SEA
from rules.reef.pieces.position import Position, ReefPhase

BAG_LOW = 10
"""Once no more tiles than this are in the bag, their number is told after every refill: usually twice before
the end, because a refill takes five tiles at most."""


def reef_narrator(before: View, event: Event, after: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return the lines for one event of Reef Encounter."""
    was, now, cast = reef_state(before).position, reef_state(after).position, cast_of(after, names)
    if isinstance(event, Moved):
        happened = move_lines(before, event, after, cast)
    elif isinstance(event, Rolled):
        happened = _rolled(was, now, cast)
    elif isinstance(event, Shuffled):
        happened = ("Everybody has shaken the bag.",)
    elif isinstance(event, Left):
        happened = _left(was, event, cast)
    else:
        happened = _shown(was, event, after, cast)
    return (*happened, *_supply(was, now), *end_lines(was, event, now, cast))


# -- chance -----------------------------------------------------------------------------------


def _rolled(was: Position, now: Position, cast: Cast) -> tuple[str, ...]:
    if was.phase == ReefPhase.BOARDS:
        return (_boards(now),)
    if was.phase == ReefPhase.SIDE:
        all_four = (_boards(now),) if now.rules.seats == 4 else ()  # with four boards nothing is drawn
        return (*all_four, _side(now))
    if was.phase == ReefPhase.SPACE:
        return (f"The open sea is filled clockwise from the {COLOUR_NAMES[now.first_space]} space.",)
    if was.phase == ReefPhase.START:
        return (sentence(cast.does(now.first, "begin")),)
    return tiles_come(was, now)


def _boards(now: Position) -> str:
    places = listed([str(at) for at, _ in enumerate(now.ground.names, start=1)])
    printed = listed([str(int(name[1:]) + 1) for name in now.ground.names])
    whence = "Shoal's own" if now.ground.names[0].startswith("H") else "the published"
    return f"Boards {places} are numbers {printed} of {whence} set (rules 2.1 shows them)."


def _side(now: Position) -> str:
    """Return the side of the coral tiles, and the colours that beat others on it."""
    beats = [
        f"{name} beats {listed([COLOUR_NAMES[c] for c in range(5) if now.sea.beats[colour * 5 + c]])}"
        for colour, name in enumerate(COLOUR_NAMES)
    ]
    return f"The ten coral tiles lie on side {'AB'[now.sea.side[0]]}: {', '.join(beats)}."


def _shown(was: Position, event: Shown, after: View, cast: Cast) -> tuple[str, ...]:
    now = reef_state(after).position
    if event.to is not EVERYONE:
        return _dealt(was, event, after, cast)
    if was.phase == ReefPhase.DEAL:
        return (_open_sea(now),)
    if was.phase == ReefPhase.FETCH:
        return (_fetched(was, event, now),)
    return tiles_come(was, now) if was.phase == ReefPhase.OPEN else _fish_opened(was, now, cast)


def _dealt(was: Position, event: Shown, after: View, cast: Cast) -> tuple[str, ...]:
    """Tell a start hand: its owner reads the colours, the others the number of tiles."""
    lines = []
    for seat in event.to or ():
        if event.slots != was.players[seat].secret:
            continue
        faces = [after.face(slot) for slot in event.slots] if seat == cast.viewer else [None]
        known = [face for face in faces if face is not None]
        tiles = counted(len(event.slots), "hidden tile")
        if len(known) == len(event.slots):
            tiles = counts_words([known.count(Face(colour)) for colour in range(5)])
        lines.append(sentence(cast.does(seat, f"draw {tiles}")))
    return tuple(lines)


def _open_sea(now: Position) -> str:
    """Return the tiles on the large spaces, clockwise from the first."""
    spaces = [(now.first_space + at) % 5 for at in range(len(FIRST_SEA))]
    tiles = [f"{counts_words(by_colour(now.sea.row(at)))} on the {COLOUR_NAMES[at]} space" for at in spaces]
    return f"Tiles from the bag: {'; '.join(tiles)}."


def _fetched(was: Position, event: Shown, now: Position) -> str:
    """Tell a search of the bag for a tile that the bonus reserve lacks."""
    faces = event.faces or ()
    wanted = was.course.fetch
    name, opened = COLOUR_NAMES[wanted], counts_words([faces.count(Face(colour)) for colour in range(5)])
    if wanted in faces:
        rest = "; the others stay in the bag, where all can see them" if len(faces) > 1 else ""
        return f"Turned face up in the bag: {opened}. {_article(name)} tile goes to the bonus reserve{rest}."
    if now.phase == ReefPhase.FETCH:
        return f"Turned face up in the bag: {opened}. No {name} tile yet: the search goes on."
    return f"Turned face up in the bag: {opened}. The bag has no {name} tile."


def _article(name: str) -> str:
    return f"{'An' if name[0] in 'aeiou' else 'A'} {name}"


def _fish_opened(was: Position, now: Position, cast: Cast) -> tuple[str, ...]:
    """Tell the start tiles in the parrotfish, which only their owners knew."""
    tiles = []
    for seat, (old, new) in enumerate(zip(was.players, now.players, strict=True)):
        fed = [COLOUR_NAMES[c] for c in range(5) if new.fish[c] > old.fish[c]]
        if fed:
            tiles.append(f"{'yours' if seat == cast.viewer else cast.whose(seat)} is {fed[0]}")
    return (f"The start tiles in the parrotfish are opened: {listed(tiles)}.",)


# -- other lines -------------------------------------------------------------------------------


def _left(was: Position, event: Left, cast: Cast) -> tuple[str, ...]:
    posted = len(was.players[event.seat].posted)
    if not posted:
        return (left_line(event, cast),)
    shrimps = f"{cast.whose(event.seat)} {counted(posted, 'shrimp')}"
    return (left_line(event, cast), sentence(f"{shrimps} {'leaves' if posted == 1 else 'leave'} the boards"))


def _supply(was: Position, now: Position) -> tuple[str, ...]:
    """Warn of the end of the supply before it comes."""
    if not ReefPhase.TURN <= was.phase <= ReefPhase.OPEN or now.phase > ReefPhase.OPEN:
        return ()
    lines = []
    for colour, name in enumerate(COLOUR_NAMES):
        left, had = now.supply.cubes[colour], was.supply.cubes[colour]
        if had and not left:
            lines.append(
                f"No {name} cube is left in the supply: collecting from the {name} space would end the game."
            )
        elif left and not had:
            lines.append(f"There is {_article(name).lower()} cube in the supply again.")
    if now.supply.tipped and not was.supply.tipped:
        lines.append("The bag is empty: the bonus tiles go into it, and the reserve is gone.")
    bag = now.supply.in_bag()
    is_refilled = was.phase in (ReefPhase.DRAW, ReefPhase.OPEN) or was.seat != now.seat
    if is_refilled and now.phase == ReefPhase.TURN and bag <= BAG_LOW:
        tiles = f"{counted(bag, 'tile').capitalize()} {'is' if bag == 1 else 'are'} left in the bag"
        lines.append(f"{tiles}: if the open sea cannot be refilled, the game ends.")
    return tuple(lines)
