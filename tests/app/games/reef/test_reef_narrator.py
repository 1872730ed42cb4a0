"""Reef's story: every line of whole games is compared with the positions around it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from app.games.catalogue import catalogue
from app.games.chronicle import Chronicle
from app.games.reef.narrator import reef_narrator
from app.games.reef.words import short_place
from rules.api import Moved, Rolled, Seat, Shown, Shuffled
from rules.driver import LocalTable
from rules.reef import actions as a
from rules.reef.game import ReefGame
from rules.reef.pieces.facts import ALGA_NAMES, ALGAE, COLOUR_NAMES, COLOURS, CORAL_TILES
from rules.reef.pieces.position import End, Position, ReefPhase
from rules.reef.state import ReefState
from tests.support.reef import lively
from tests.support.stories import LEFT, NAMES, RESULT, Moment, Reader, result_is

GAME = ReefGame()
Match = re.Match[str]
COLOUR = "(?:white|yellow|orange|pink|grey)"
TILES = rf"(?:\d+ {COLOUR}(?:, )?)+"
PLACE = r"[A-G][1-6] on board [1-4]"


# -- facts of a position, worked out independently of the narrator


def tiles_in(words: str) -> list[int]:
    """The tiles that the words name: "2 white, 1 pink" by colour."""
    found = Counter({name: int(count) for count, name in re.findall(r"(\d+) (\w+)", words)})
    return [found[name] for name in COLOUR_NAMES]


def space_of(words: str) -> int:
    """The space of "D4 on board 2"."""
    name, board = words.split(" on board ")
    return (int(board) - 1) * 42 + (int(name[1]) - 1) * 7 + "ABCDEFG".index(name[0])


def coral(position: Position, space: int) -> set[int]:
    """The tiles of the coral to which that tile belongs."""
    tile, near = position.rocks.tile, position.ground.near
    found, fresh = {space}, [space]
    while fresh:
        fresh = [to for at in fresh for to in near[at] if tile[to] == tile[space] and to not in found]
        found.update(fresh)
    return found


def corals(position: Position, spaces: set[int]) -> list[set[int]]:
    """The different corals that tiles of one colour belong to."""
    return [set(each) for each in {frozenset(coral(position, space)) for space in spaces}]


def shown_tile(position: Position, k: int) -> tuple[str, str, str]:
    """Stronger and weaker coral and large alga of a coral tile (0-9), by their letters."""
    strong, weak, large, small = CORAL_TILES[k]
    return (strong, weak, large) if position.sea.side[k] == 0 else (weak, strong, small)


def value(position: Position, colour: int) -> int:
    return 1 + sum(shown_tile(position, k)[0] == COLOURS[colour] for k in range(10))


def of(moment: Moment, match: Match, reader: Reader) -> tuple[Position, Position, a.ReefAction]:
    """The positions before and after a move of the seat that the line names."""
    event = moment.event
    assert isinstance(event, Moved)
    assert event.seat == reader.seat(match, "who")
    return moment.was.position, moment.now.position, event.action


# -- the set-up ----------------------------------------------------------------------------------


def are_boards(reader: Reader, moment: Moment, match: Match) -> bool:
    places, printed = (re.findall(r"\d", match[name]) for name in ("places", "printed"))
    names = moment.now.position.ground.names
    page = catalogue().named("reef").rules_page()

    assert match.string.endswith(
        " set (rules 2.1 shows them)."
    )  # players do not know names of boards like P0
    assert all(f"{name} ABCDEFG" in page for name in names) and "numbers 1 to 4" in page
    return (
        places == [str(at + 1) for at in range(len(names))]
        and printed == [str(int(name[1:]) + 1) for name in names]
        and isinstance(moment.event, Rolled)
    )


def is_side(reader: Reader, moment: Moment, match: Match) -> bool:
    said = {
        (winner, loser)
        for winner, losers in re.findall(rf"({COLOUR}) beats ({COLOUR} and {COLOUR})", match["beats"])
        for loser in losers.split(" and ")
    }
    pairs = [shown_tile(moment.now.position, k)[:2] for k in range(10)]
    true = {tuple(COLOUR_NAMES[COLOURS.index(letter)] for letter in pair) for pair in pairs}
    return said == true and moment.now.position.sea.side == ["AB".index(match["side"])] * 10


def is_open_sea(reader: Reader, moment: Moment, match: Match) -> bool:
    said = re.findall(rf"({TILES}) on the (\w+) space", match.string)
    faces, first = list(moment.event.faces), moment.now.position.first_space
    for at, (words, name) in enumerate(said):
        size = (3, 3, 3, 2, 1)[at]
        mine, faces = faces[:size], faces[size:]
        if name != COLOUR_NAMES[(first + at) % 5] or tiles_in(words) != [mine.count(c) for c in range(5)]:
            return False
    return len(said) == 5


def is_hand(reader: Reader, moment: Moment, match: Match) -> bool:
    seat, event = reader.seat(match, "who"), moment.event
    if event.to != (seat,) or len(event.slots) != moment.now.position.players[seat].in_hand():
        return False
    if seat != reader.viewer:
        return match["tiles"] == f"{len(event.slots)} hidden tiles"
    return sum(tiles_in(match["tiles"])) == len(event.slots)


def is_fed_start(reader: Reader, moment: Moment, match: Match) -> bool:
    _, now, action = of(moment, match, reader)
    player = now.players[moment.event.seat]
    is_mine = moment.event.seat == reader.viewer
    return player.start == action.slot and (match["tile"].startswith("a hidden")) is not is_mine


def are_cubes(reader: Reader, moment: Moment, match: Match) -> bool:
    was, now, _ = of(moment, match, reader)
    seat = moment.event.seat
    words = match["cubes"].replace("two ", "2 ").replace("an ", "1 ").replace("a ", "1 ")
    gained = [n - w for n, w in zip(now.players[seat].cubes, was.players[seat].cubes, strict=True)][:5]
    lost = [w - n for n, w in zip(now.supply.cubes, was.supply.cubes, strict=True)]
    return tiles_in(words) == gained == lost and sum(gained) == 2


# -- steps of a turn -------------------------------------------------------------------------------


def is_lay(reader: Reader, moment: Moment, match: Match) -> bool:
    was, now, action = of(moment, match, reader)
    space, colour = space_of(match["place"]), COLOUR_NAMES.index(match["colour"])
    old, new, me = was.rocks.tile, now.rocks.tile, moment.event.seat
    mine_was, mine = was.players[me], now.players[me]
    eaten = [n - w for n, w in zip(mine.front, mine_was.front, strict=True)]
    if match["front"]:
        eaten[colour] += 1
    grown = [at for at in now.ground.rock if at != space and old[at] < 0 <= new[at]]
    beside = {near for at in (space, *grown) for near in now.ground.near[at] if old[near] == colour}
    rest = {near for near in now.ground.near[space] if new[near] == old[space] >= 0}
    parts = sorted(len(each) for each in corals(now, rest))
    said_rest = sorted(map(int, re.findall(r"\d+", match["rest"] or "")))
    return (
        new[space] == colour
        and (action.source is a.Source.FRONT) is bool(match["front"])
        and (match["eats"] or None) == (None if old[space] < 0 else COLOUR_NAMES[old[space]])
        and eaten[:5] == [int(c == old[space]) for c in range(5)]
        and said_rest == (parts if len(parts) > 1 else [])
        and ([match["grows"]] if match["grows"] else []) == [short_place(at) for at in grown]
        and all(new[at] == colour for at in grown)
        and int(match["size"] or match["whole"] or 1) == len(coral(now, space))
        and int(match["joined"] or 0) == (len(corals(was, beside)) if len(corals(was, beside)) > 1 else 0)
    )


def is_search(reader: Reader, moment: Moment, match: Match) -> bool:
    now = moment.now.position
    return now.phase == ReefPhase.FETCH and not now.supply.reserve[COLOUR_NAMES.index(match["colour"])]


def is_opened(reader: Reader, moment: Moment, match: Match) -> bool:
    was, now, event = moment.was.position, moment.now.position, moment.event
    colour = was.course.fetch
    gained = [n - w for n, w in zip(now.supply.pool, was.supply.pool, strict=True)]
    gained[colour] += now.supply.reserve[colour] - was.supply.reserve[colour]
    found = bool(match["found"])
    return (
        isinstance(event, Shown)
        and tiles_in(match["tiles"]) == [event.faces.count(c) for c in range(5)] == gained
        and (match["found"] or match["lacks"] or match["none"]).split()[-1] == COLOUR_NAMES[colour]
        and found is bool(now.supply.reserve[colour])
        and bool(match["others"]) is (found and len(event.faces) > 1)
        and bool(match["lacks"]) is (now.phase == ReefPhase.FETCH)
    )


def is_shrimp(reader: Reader, moment: Moment, match: Match) -> bool:
    was, now, action = of(moment, match, reader)
    seat, words = moment.event.seat, match.groupdict()
    if words.get("source"):
        source = space_of(words["source"])
        if was.rocks.shrimp[source] != seat or now.rocks.shrimp[source] == seat:
            return False
    if not words.get("to"):
        return now.players[seat].home == was.players[seat].home + 1
    to = space_of(words["to"])
    if words.get("bare"):
        return now.rocks.tile[to] < 0 and now.rocks.shrimp[to] == seat
    size = int(words["size"] or 1)
    return (
        now.rocks.shrimp[to] == seat
        and len(coral(now, to)) == size
        and COLOUR_NAMES[now.rocks.tile[to]] == (words["colour"] or words["one"])
        and isinstance(action, a.Introduce) is (not words.get("source"))
    )


def is_eaten(reader: Reader, moment: Moment, match: Match) -> bool:
    was, now, _ = of(moment, match, reader)
    seat, space, colour = moment.event.seat, space_of(match["place"]), COLOUR_NAMES.index(match["colour"])
    gain = now.players[seat].fish[colour] - was.players[seat].fish[colour]
    return (
        was.rocks.tile[space] == colour
        and len(coral(was, space)) == int(match["size"])
        and all(now.rocks.tile[at] == -1 for at in coral(was, space))
        and gain == int(match["gain"].replace("none", "0"))
        and int(match["worth"] or 0) == gain * value(now, colour)
        and int(match["back"]) == now.supply.pool[colour] - was.supply.pool[colour]
        and now.players[seat].eaten == was.players[seat].eaten + 1
    )


def is_alga(reader: Reader, moment: Moment, match: Match) -> bool:
    was, now, _ = of(moment, match, reader)
    seat, pay, alga = moment.event.seat, COLOUR_NAMES.index(match["pay"]), ALGA_NAMES.index(match["alga"])
    if was.players[seat].front[pay] - now.players[seat].front[pay] != 1:
        return False
    if match["tile"]:
        k = int(match["tile"]) - 1
        return (was.sea.lock[k], now.sea.lock[k]) == (-1, alga) and is_tile(now, k, match["words"])
    return now.sea.alga == alga and (match["old"] or None) == (
        None if was.sea.alga < 0 else ALGA_NAMES[was.sea.alga]
    )


def is_tile(position: Position, k: int, words: str) -> bool:
    strong, weak, _ = shown_tile(position, k)
    return words == " beats ".join(COLOUR_NAMES[COLOURS.index(letter)] for letter in (strong, weak))


def is_turned(reader: Reader, moment: Moment, match: Match) -> bool:
    was, now = moment.was.position, moment.now.position
    said = {int(k) - 1: words for k, words in re.findall(r"(\d+) \((\w+ beats \w+)\)", match.string)}
    alga = ALGAE[moment.event.action.alga]
    large = {
        k
        for k in range(10)
        if was.sea.lock[k] < 0 and shown_tile(was, k)[2] == alga and k != moment.event.action.target - 1
    }
    return set(said) == large and all(is_tile(now, k, words) for k, words in said.items())


def are_worth(reader: Reader, moment: Moment, match: Match) -> bool:
    said = {
        name: (int(new), int(old))
        for name, new, old in re.findall(r"(\w+) (\d) instead of (\d)", match.string)
    }
    was, now = moment.was.position, moment.now.position
    true = {name: (value(now, c), value(was, c)) for c, name in enumerate(COLOUR_NAMES)}
    return said == {name: pair for name, pair in true.items() if pair[0] != pair[1]}


def is_collect(reader: Reader, moment: Moment, match: Match) -> bool:
    was, now, _ = of(moment, match, reader)
    seat, space = moment.event.seat, COLOUR_NAMES.index(match["space"])
    gained = [n - w for n, w in zip(now.players[seat].hand, was.players[seat].hand, strict=True)]
    return (
        tiles_in(match["tiles"]) == gained[:5]
        and now.players[seat].cubes[space] == was.players[seat].cubes[space] + 1
    )


def is_coming(reader: Reader, moment: Moment, match: Match) -> bool:
    was, now = moment.was.position, moment.now.position
    for space, name in enumerate(COLOUR_NAMES):
        words = re.search(rf"({TILES}) to the {name} space", match.string)
        old = was.sea.row(space)
        if isinstance(moment.event, Moved) and moment.event.action == a.Collect(space):
            old = [0] * 6
        gained = [n - w for n, w in zip(now.sea.row(space), old, strict=True)][:5]
        if tiles_in(words[1] if words else "") != gained:
            return False
    opened = moment.event.faces if isinstance(moment.event, Shown) else ()
    return (match["whence"] == "bag") is bool(opened) and sum(now.supply.pool) <= sum(was.supply.pool)


def is_given(reader: Reader, moment: Moment, match: Match) -> bool:
    was, now, _ = of(moment, match, reader)
    old, new = was.players[moment.event.seat], now.players[moment.event.seat]
    colour = COLOUR_NAMES.index(match["colour"])
    if match["what"] == "tile":
        return (new.front[colour] - old.front[colour], new.cubes[colour] - old.cubes[colour]) == (-1, 1)
    return (new.cubes[colour] - old.cubes[colour], new.hand[colour] - old.hand[colour]) == (-1, 1)


def is_cube(reader: Reader, moment: Moment, match: Match) -> bool:
    was, now, _ = of(moment, match, reader)
    colour, seat = COLOUR_NAMES.index(match["colour"]), moment.event.seat
    return (
        now.course.laying == colour and now.players[seat].cubes[colour] == was.players[seat].cubes[colour] - 1
    )


# -- warnings and ends ------------------------------------------------------------------------------


def is_few(reader: Reader, moment: Moment, match: Match) -> bool:
    bag = moment.now.position.supply.in_bag()
    return moment.now.position.course.acted is False and int(match["bag"].replace("No", "0")) == bag <= 10


def is_final(reader: Reader, moment: Moment, match: Match) -> bool:
    now = moment.now.position
    if match["who"] is None:
        return now.finals == ()
    who = [
        reader.viewer if name.lower() == "you" else NAMES.index(name)
        for name in re.split(r", | and ", match["who"])
    ]
    may = [
        seat
        for at in range(1, now.rules.seats)
        if largest(now, seat := (now.ender + at) % now.rules.seats) >= int(match["least"])
    ]
    return tuple(who) == now.finals == tuple(may)


def largest(position: Position, seat: int) -> int:
    """The tiles of the seat's largest guarded coral, 0 without any."""
    player, rocks = position.players[seat], position.rocks
    posts = [at for at in position.ground.rock if rocks.shrimp[at] == seat and rocks.tile[at] >= 0]
    return 0 if player.gone else max((len(coral(position, at)) for at in posts), default=0)


def is_skipped(reader: Reader, moment: Moment, match: Match) -> bool:
    now, seat = moment.now.position, reader.seat(match, "who")
    return seat not in (*now.finals, now.ender) and largest(now, seat) < int(match["least"])


def are_starts(reader: Reader, moment: Moment, match: Match) -> bool:
    said = {}
    for words in re.split(r", | and ", match["tiles"]):
        who, _, colour = words.partition(" is ")
        said[reader.viewer if who == "yours" else NAMES.index(who.removesuffix("'s"))] = colour
    was, event = moment.was.position, moment.event
    true = {
        seat: COLOUR_NAMES[face]
        for slot, face in zip(event.slots, event.faces, strict=True)
        for seat, player in enumerate(was.players)
        if player.start == slot
    }
    return said == true


def are_values(reader: Reader, moment: Moment, match: Match) -> bool:
    said = [int(number) for number in re.findall(r"\d", match.string)]
    return said == [value(moment.now.position, c) for c in range(5)]


def is_sum(reader: Reader, moment: Moment, match: Match) -> bool:
    now = moment.now.position
    seat = reader.viewer if match["whose"] == "Your" else NAMES.index(match["whose"].removesuffix("'s"))
    parts = [
        (int(n), COLOUR_NAMES.index(c), int(v)) for n, c, v in re.findall(r"(\d+) (\w+) × (\d)", match.string)
    ]
    fish = now.players[seat].fish
    return (
        {colour: count for count, colour, _ in parts} == {c: n for c, n in enumerate(fish) if n}
        and all(worth == value(now, colour) for _, colour, worth in parts)
        and sum(count * worth for count, _, worth in parts)
        == int(match["sum"])
        == moment.now.outcome().scores[seat]
        and bool(match["closed"]) is (now.players[seat].start >= 0)
    )


def is_equal(reader: Reader, moment: Moment, match: Match) -> bool:
    outcome = moment.now.outcome()
    parts = match["who"].split("; ")
    seats = [
        reader.viewer if part.startswith("you have") else NAMES.index(part.split(" has")[0]) for part in parts
    ]
    return all(outcome.scores[seat] == int(match["points"]) for seat in seats) and len(seats) > 1


def are_gone(reader: Reader, moment: Moment, match: Match) -> bool:
    seat = moment.event.seat
    stood = [owner for owner in moment.was.position.rocks.shrimp if owner == seat]
    stands = [owner for owner in moment.now.position.rocks.shrimp if owner == seat]
    whose = "Your" if seat == reader.viewer else f"{NAMES[seat]}'s"
    return (match["whose"], int(match["count"])) == (whose, len(stood)) and not stands


def simply(check: object) -> object:
    """A check of the position after the event, and of nothing else."""
    return lambda reader, moment, match: check(moment.now.position)  # type: ignore[operator]


def ended(end: End) -> object:
    return lambda reader, moment, match: (moment.was.position.end, moment.now.position.end) == (End.NOT, end)


GUARDS = (
    rf"it guards (?:a single (?P<one>{COLOUR}) polyp"
    rf"|an? (?P<colour>{COLOUR}) coral of (?P<size>\d+))\."
)
PATTERNS = {
    r"Boards (?P<places>[\d, and]+) are numbers (?P<printed>[\d, and]+) of .*\.": are_boards,
    r"The ten coral tiles lie on side (?P<side>[AB]): (?P<beats>.*)\.": is_side,
    rf"The open sea is filled clockwise from the (?P<space>{COLOUR}) space\.": lambda reader, moment, match: (
        moment.now.position.first_space == COLOUR_NAMES.index(match["space"])
    ),
    r"{who:begin}\.": lambda reader, moment, match: moment.now.position.first == reader.seat(match, "who"),
    r"Everybody has shaken the bag\.": lambda reader, moment, match: isinstance(moment.event, Shuffled),
    r"Tiles from the bag: .*\.": is_open_sea,
    rf"{{who:draw}} (?P<tiles>{TILES}|\d+ hidden tiles)\.": is_hand,
    rf"{{who:put}} (?P<tile>a hidden start tile|an? {COLOUR} start tile) into (your|the) parrotfish\.": (
        is_fed_start
    ),
    r"{who:take} (?P<cubes>[\w ]+) cubes? from the supply\.": are_cubes,
    rf"{{who:play}} an? (?P<colour>{COLOUR}) cube\.": is_cube,
    rf"{{who:lay}} an? (?P<front>consumed )?(?P<colour>{COLOUR}) tile on (?P<place>{PLACE}): "
    rf"(1 (?P<eats>{COLOUR}) consumed( \(the rest of its coral falls into (?P<rest>[\d, and]+)\))?, )?"
    r"(growth on (?P<grows>\w\d), )?"
    r"(a single polyp|a coral of (?P<size>\d+)|(?P<joined>\d) corals are now one of (?P<whole>\d+))\.": (
        is_lay
    ),
    rf"The bonus reserve has no (?P<colour>{COLOUR}) tile: the bag is searched for one\.": is_search,
    rf"Turned face up in the bag: (?P<tiles>{TILES})\. "
    rf"((?P<found>An? {COLOUR}) tile goes to the bonus reserve"
    r"(?P<others>; the others stay in the bag, where all can see them)?"
    rf"|(?P<lacks>No {COLOUR}) tile yet: the search goes on|(?P<none>The bag has no {COLOUR}) tile)\.": (
        is_opened
    ),
    rf"{{who:place}} a new shrimp on (?P<to>{PLACE}): {GUARDS}": is_shrimp,
    rf"{{who:take}} the shrimp on (?P<source>{PLACE}) back behind (your|the) screen\.": is_shrimp,
    rf"{{who:move}} a shrimp from (?P<source>{PLACE}) to (?P<bare>the bare rock) (?P<to>{PLACE})\.": (
        is_shrimp
    ),
    rf"{{who:move}} a shrimp from (?P<source>{PLACE}) to (?P<to>{PLACE}): {GUARDS}": is_shrimp,
    rf"{{who:eat}} the (?P<colour>{COLOUR}) coral of (?P<size>\d+) at (?P<place>{PLACE}): "
    r"(?P<gain>\d+|none) of it into (your|the) parrotfish(, worth (?P<worth>\d+) now)?, "
    r"(?P<back>\d+) back to the bag; (your|the) shrimp leaves the game\.": is_eaten,
    r"{who:} may lock coral tiles from now on\.": lambda reader, moment, match: (
        moment.now.position.players[reader.seat(match, "who")].eaten == 1
    ),
    r"{who:have} eaten three corals: a fourth ends the game\.": lambda reader, moment, match: (
        moment.now.position.players[reader.seat(match, "who")].eaten == 3
    ),
    rf"{{who:pay}} an? (?P<pay>{COLOUR}) tile for a (?P<alga>\w+) cylinder: "
    r"(it goes onto the alga space(, and the (?P<old>\w+) one there goes back to the supply)?"
    r"|it locks coral tile (?P<tile>\d+), (?P<words>\w+ beats \w+))\.": is_alga,
    r"It turns over coral tiles? .*\.": is_turned,
    r"It turns nothing over\.": is_turned,
    r"Now worth: .*\.": are_worth,
    r"Nine coral tiles are locked: the tenth ends the game\.": simply(
        lambda position: position.sea.lock.count(-1) == 1
    ),
    rf"{{who:collect}} from the (?P<space>{COLOUR}) space: the cube and (?P<tiles>{TILES})\.": is_collect,
    r"From the (?P<whence>bag|returned tiles): .*\.": is_coming,
    rf"{{who:trade}} an? (consumed )?(?P<colour>{COLOUR}) (?P<what>tile|cube) "
    r"for a (cube|tile) of that colour\.": is_given,
    r"{who:take back the last step}\.": lambda reader, moment, match: (
        moment.now.position.course.undone == moment.was.position.course.undone + 1
    ),
    r"{who:eat nothing more}\.": lambda reader, moment, match: moment.was.position.phase == ReefPhase.FINAL,
    rf"No (?P<colour>{COLOUR}) cube is left in the supply: "
    r"collecting from the (?P=colour) space would end the game\.": lambda reader, moment, match: (
        moment.now.position.supply.cubes[COLOUR_NAMES.index(match["colour"])] == 0
    ),
    rf"There is an? (?P<colour>{COLOUR}) cube in the supply again\.": lambda reader, moment, match: (
        moment.now.position.supply.cubes[COLOUR_NAMES.index(match["colour"])] == 1
    ),
    r"The bag is empty: the bonus tiles go into it, and the reserve is gone\.": simply(
        lambda position: position.supply.tipped
    ),
    r"(?P<bag>\d+|No) tiles? (is|are) left in the bag: "
    r"if the open sea cannot be refilled, the game ends\.": is_few,
    r"All ten coral tiles are locked: there are no more turns\.": ended(End.LOCKED),
    r"{who:have} eaten with all four shrimps: there are no more turns\.": ended(End.SHRIMPS),
    r"No tile can be laid anywhere any more: the game is over, without a final round\.": ended(End.CLOSED),
    r"(No .* cube is left for the .* space|The bag does not hold enough tiles for the open sea): "
    r"the game is over, without a final round\.": ended(End.SUPPLY),
    r"The game is over: fewer than two players are left\.": simply(
        lambda position: position.end == End.ALONE
    ),
    r"(?:(?P<who>[\w, ]+) may eat one more coral, of at least (?P<least>\d) tiles"
    r"|Nobody else can eat one more coral)\.": is_final,
    r"{who:are skipped}, guarding no coral of (?P<least>\d+) tiles or more\.": is_skipped,
    r"The start tiles in the parrotfish are opened: (?P<tiles>.*)\.": are_starts,
    r"A tile is worth: .*\.": are_values,
    r"(?P<whose>Your|\w+'s) parrotfish: .* = (?P<sum>\d+)"
    r"(?P<closed>, the start tile staying closed)?\.": is_sum,
    r"Tied on (?P<points>\d+) points?: (?P<who>.*)\.": is_equal,
    r"(?P<whose>Your|\w+'s) (?P<count>\d) shrimps? leaves? the boards\.": are_gone,
    RESULT: result_is,
    **{pattern.replace(".", r"\."): check for pattern, check in LEFT.items()},
}


def told(
    seats: int, *, viewer: int | None, seed: int, leaving: float = 0.0, **options: str
) -> Iterator[Moment]:
    """A game that is told step by step."""
    start, rng = GAME.start(seats, options), random.Random(seed)
    return told_at(LocalTable(start, seats, rng), start, viewer=viewer, rng=rng, leaving=leaving)


def told_at(
    table: LocalTable, state: ReefState, *, viewer: int | None, rng: random.Random, leaving: float = 0.0
) -> Iterator[Moment]:
    """A game from `state`, by lively players; its seats leave with the chance `leaving` a move."""
    count = 0
    names = NAMES[: state.position.rules.seats]
    chronicle = Chronicle(state, reef_narrator, names, None if viewer is None else Seat(viewer))
    while True:
        fresh, count = table.events[count:], len(table.events)
        view = table.view(chronicle.seat)
        for event, lines in zip(fresh, chronicle.tell(fresh, view), strict=True):
            was, state = state, state.after(event)
            yield Moment(was, event, state, lines, frozenset())
        if table.turn is None:
            return
        if rng.random() < leaving:
            here = [seat for seat, player in enumerate(state.position.players) if not player.gone]
            table.leave(Seat(rng.choice(here)), rng.choice(("left", "gone")))
        else:
            table.play(lively(table.view(table.turn), rng))


GAMES = [
    (2, 0, 1, {}),
    (3, 2, 2, {"extra_growth": "off"}),
    (4, None, 3, {"boards": "house"}),
    (2, 1, 4, {"attack": "strength"}),
]


@pytest.mark.parametrize(("seats", "viewer", "seed", "options"), GAMES)
def test_every_line_of_whole_games_is_true(
    seats: int, viewer: int | None, seed: int, options: dict[str, str]
) -> None:
    reader = Reader(PATTERNS, seats, viewer)
    read = Counter[str]()
    silent = 0
    for moment in told(seats, viewer=viewer, seed=seed, **options):
        read.update(reader.read(moment))
        silent += isinstance(moment.event, Moved) and not moment.lines

    assert silent == 0
    assert sum(read.values()) > 100
    assert len(read) > 20


def test_the_story_tells_who_leaves_and_what_follows() -> None:
    reader = Reader(PATTERNS, 4, 1)
    lines: list[str] = []
    for moment in told(4, viewer=1, seed=5, leaving=0.02):
        reader.read(moment)
        lines += moment.lines

    assert any("leave the boards" in line or "leaves the boards" in line for line in lines)
    assert any(" left the table." in line or "and will not be back." in line for line in lines)


def test_a_story_told_all_at_once_has_the_same_lines_as_one_told_step_by_step() -> None:
    """A table that comes back after a restart is told all its events at once."""
    start, rng = GAME.start(2, {}), random.Random(6)
    table = LocalTable(start, 2, rng)
    moments = list(told_at(table, start, viewer=1, rng=rng))
    chronicle = Chronicle(start, reef_narrator, NAMES[:2], Seat(1))

    assert list(chronicle.tell(table.events, table.view(Seat(1)))) == [moment.lines for moment in moments]
