"""The table of Reef Encounter described: boards, the open sea, the coral tiles, and the players' things."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import Final

from app.games.narrator import Cast, capitalise_you, counted
from app.games.reason import Reason
from app.games.reef import looks
from app.games.reef.picks import ALGA_SPACE, HOME, UNDO, Aim, act, aliases, keeps_hold, picks, token
from app.games.reef.preview import brings
from app.games.reef.say import LEGEND, attempts, say
from app.games.reef.why import reason
from app.games.reef.words import (
    WARN_EATEN,
    WARN_LOCKED,
    beats_words,
    by_colour,
    counts_words,
    own_start,
    own_tiles,
    reef_state,
    reef_status,
    short_place,
)
from app.games.scene import NOWHERE, Description, Figure, Kind, Piece, Plate, Scene, Sign, Tint, Token, Zone
from rules.api import Seat, Turn, View
from rules.reef.actions import Collect, FeedStart, Pass, TakeCubes, Undo
from rules.reef.pieces.boards import COLUMNS, SPACES, space_name
from rules.reef.pieces.facts import (
    ALGA_NAMES,
    ALGAE,
    BARE,
    BOARDS,
    COLOUR_NAMES,
    COLOURS,
    LARGE,
    NOBODY,
    NONE,
    SAND,
    TOP,
)
from rules.reef.pieces.position import Position, ReefPhase
from rules.seats import seats_around

BOARD, SEA, SUPPLY, CORAL_TILES, CYLINDERS, BAG = "board", "sea", "supply", "coral tiles", "algae", "bag"
TILES, CUBES, FRONT, SCREEN, FISH, ACTIONS = "tiles", "cubes", "consumed", "screen", "fish", "actions"
"""Keys of the zones; the boards are "board 1" and so on."""
ACTION_NAMES: Final = (
    "Eat a coral", "Play a cube", "Second cube", "New shrimp", "Move shrimps", "Tile to cube",
    "Tile to alga", "Cube to tile", "Do nothing", "Collect",
)  # fmt: skip
SHORT_NAMES: Final = ("Eat", "Play", "2nd", "Place", "Move", "Cube", "Alga", "Tile", "Pass", "Collect")
"""Words for a small button, beside the action's picture; for an exchange, what the player gets."""


def reef_scene(view: View, names: Sequence[str]) -> Scene:
    """Return the table as one seat or a spectator sees it."""
    position = reef_state(view).position
    firsts = {route[0] for action in view.actions() for route in picks(view, action)}
    zones = [_board(position, rock, names, view) for rock in range(len(position.ground.names))]
    if position.phase > ReefPhase.SHUFFLE:
        zones += _open_sea(position)
    if view.seat is not None:
        zones += _own(view, position, view.seat, firsts)
    zones.append(_actions(view, firsts))
    return Scene(
        reef_status(view, names),
        tuple(zones),
        tuple(
            _plate(view, position, seat, names[seat])
            for seat in seats_around(view.seat, position.rules.seats)
        ),
        note=" ".join(_warnings(position, names, view.seat)),
    )


# -- boards ----------------------------------------------------------------------------------


def _board(position: Position, rock: int, names: Sequence[str], view: View) -> Zone:
    spaces = range(rock * SPACES, (rock + 1) * SPACES)
    return Zone(
        f"{BOARD} {rock + 1}",
        f"Board {rock + 1}",
        Kind.GRID,
        tuple(_space(position, at, names, view.seat) for at in spaces),
        columns=len(COLUMNS),
        told=_corals(position, rock, names, view.seat) or ("nothing",),
    )


def _space(position: Position, at: int, names: Sequence[str], viewer: Seat | None) -> Piece:
    """Return a space: two characters are its tile (":" bare, "*" the growth space) and its shrimp's owner."""
    rocks = position.rocks
    tile, shrimp = rocks.tile[at], rocks.shrimp[at]
    row, column = divmod(at % SPACES, len(COLUMNS))
    if tile == SAND:
        return Piece(NOWHERE, "")
    bare = "*" if at in position.ground.growths else ":"
    return Piece(
        token(Aim.SPACE, at),
        _space_words(position, at, names, viewer),
        f"{bare if tile == BARE else COLOURS[tile]}{'' if shrimp == NOBODY else shrimp + 1}",
        looks.Space(
            BOARDS[position.ground.names[at // SPACES]][row][column],
            None if tile == BARE else tile,
            None if shrimp == NOBODY else shrimp,
            tile != BARE and rocks.is_protected(at),
            None if tile == BARE else rocks.coral[at],
        ),
    )


def _space_words(position: Position, at: int, names: Sequence[str], viewer: Seat | None) -> str:
    """Return a space for a screen reader: "D4 on board 1, yellow polyp, coral of 4, guarded by Ada"."""
    rocks, words = position.rocks, [space_name(at)]
    shrimp = rocks.shrimp[at]
    whose = "your shrimp" if shrimp == viewer else "" if shrimp == NOBODY else f"shrimp of {names[shrimp]}"
    if rocks.tile[at] == BARE:
        words += ["extra growth space" if at in position.ground.growths else "bare rock", whose]
    else:
        words += [f"{COLOUR_NAMES[rocks.tile[at]]} polyp", f"coral of {rocks.size[rocks.coral[at]]}"]
        post = rocks.guard[rocks.coral[at]]
        guard = "" if post == NONE else f"guarded by {Cast(names, viewer).who(rocks.shrimp[post])}"
        words += [whose or guard, "protected" if rocks.is_protected(at) else ""]
    return ", ".join(filter(None, words))


def _corals(position: Position, rock: int, names: Sequence[str], viewer: Seat | None) -> tuple[str, ...]:
    """Return the corals of a board, and the shrimps that wait on bare rock."""
    rocks, found = position.rocks, []
    for at in position.ground.rock:
        if at // SPACES != rock:
            continue
        if rocks.tile[at] >= 0 and rocks.coral[at] == at:
            group = " ".join(short_place(each) for each in rocks.coral_at(at))
            post = rocks.guard[at]
            guard = ""
            if post != NONE:
                guard = f", guarded by {Cast(names, viewer).who(rocks.shrimp[post])} on {short_place(post)}"
            found.append(f"{COLOUR_NAMES[rocks.tile[at]]} coral of {rocks.size[at]} at {group}{guard}")
        elif rocks.tile[at] < 0 and rocks.shrimp[at] != NOBODY:
            whose = "yours" if rocks.shrimp[at] == viewer else names[rocks.shrimp[at]]
            found.append(f"a shrimp of {whose} on bare {short_place(at)}")
    return tuple(found)


# -- the open sea ------------------------------------------------------------------------------


def _open_sea(position: Position) -> Iterable[Zone]:
    colours = range(len(COLOUR_NAMES))
    alga, bag = position.sea.alga, position.supply.in_bag()
    yield Zone(SEA, "Open sea", Kind.ROW, tuple(_large_space(position, c) for c in colours), short="sea")
    yield Zone(SUPPLY, "Supply", Kind.PILE, tuple(_supply(position, c) for c in colours), short="cubes left")
    tiles = tuple(_coral_tile(position, k) for k in range(10))
    yield Zone(CORAL_TILES, "Coral tiles", Kind.ROW, tiles, short="tiles")
    on_it = "empty" if alga == NONE else ALGA_NAMES[alga]
    space = Piece(
        ALGA_SPACE,
        f"Alga space, {on_it}",
        f"space {'-' if alga == NONE else ALGAE[alga]}",
        looks.AlgaSpace(None if alga == NONE else alga),
    )
    cylinders = tuple(_cylinders(each, position.sea.algae_left[each]) for each in range(len(ALGA_NAMES)))
    yield Zone(CYLINDERS, "Algae", Kind.PILE, (space, *cylinders), short="algae:")
    yield Zone(BAG, "Bag", Kind.PILE, (Piece(NOWHERE, counted(bag, "tile"), str(bag)),), short="bag")


def _large_space(position: Position, c: int) -> Piece:
    counts, cube = by_colour(position.sea.row(c)), bool(position.sea.cubes[c])
    value = position.sea.values()[c]
    words = f"{COLOUR_NAMES[c].capitalize()} space: {'its' if cube else 'no'} cube, {counts_words(counts)}"
    tiles = "".join(f"{COLOURS[each]}{count}" for each, count in enumerate(counts) if count)
    held = " ".join(filter(None, (tiles, "" if cube else "no cube"))) or "-"
    return Piece(
        token(Aim.SEA, c),
        f"{words}; worth {value}",
        f"{COLOURS[c]}{value}[{held}]",
        looks.LargeSpace(
            c, value, cube, tuple(each for each, count in enumerate(counts) for _ in range(count))
        ),
    )


def _supply(position: Position, c: int) -> Piece:
    left, reserve = position.supply.cubes[c], position.supply.reserve[c]
    name = f"{counted(left, f'{COLOUR_NAMES[c]} cube')} in the supply"
    return Piece(token(Aim.SUPPLY, c), name, f"{COLOURS[c]}{left}", looks.Supply(c, left, reserve))


def _coral_tile(position: Position, k: int) -> Piece:
    side, lock, large = position.sea.side[k], position.sea.lock[k], position.sea.large(k)
    strong, weak = TOP[side][k], TOP[1 - side][k]
    locked = "" if lock == NONE else f", locked by {ALGA_NAMES[lock]}"
    return Piece(
        token(Aim.CORAL_TILE, k + 1),
        f"Coral tile {k + 1}: {beats_words(position, k)}, large alga {ALGA_NAMES[large]}{locked}",
        f"{k + 1}{COLOURS[strong]}{COLOURS[weak]}{ALGAE[large]}{'' if lock == NONE else '!'}",
        looks.CoralTile(strong, weak, large, LARGE[1 - side][k], None if lock == NONE else lock, side == 0),
    )


def _cylinders(alga: int, left: int) -> Piece:
    name = f"{ALGA_NAMES[alga]} cylinder, {left} left"
    return Piece(token(Aim.ALGA, alga), name, f"{ALGAE[alga]}{left}", looks.Stack("alga", alga, left))


# -- players ---------------------------------------------------------------------------------


def _plate(view: View, position: Position, seat: Seat, name: str) -> Plate:
    player = position.players[seat]
    is_shown = position.rules.counts or seat == view.seat
    front, cubes = by_colour(player.front), by_colour(player.cubes)
    figures = [_figure("eaten", player.eaten, f"{counted(player.eaten, 'coral')} eaten")]
    if seat != view.seat:  # the zones tell the rest about the viewer
        figures.append(_figure("front", _letters(front), f"consumed {counts_words(front)}"))
        figures.append(_figure("home", player.home, f"{counted(player.home, 'shrimp')} behind the screen"))
    if seat != view.seat and is_shown:
        figures.append(_figure("tiles", player.in_hand(), counted(player.in_hand(), "tile")))
        spoken = f"cubes {counts_words(cubes)}" if any(cubes) else "no cubes"
        figures.append(_figure("cubes", _letters(cubes), spoken))
        in_fish = f"{counted(player.in_fish(), 'tile')} in the parrotfish"
        figures.append(_figure("fish", player.in_fish(), in_fish))
    is_turn = not view.is_held and any(isinstance(n, Turn) and n.seat == seat for n in view.state.needs)
    signs = {Sign.TURN: is_turn, Sign.GONE: player.gone}
    return Plate(
        seat,
        name,
        () if player.gone else tuple(figures),
        signs=tuple(sign for sign, is_so in signs.items() if is_so),
        look=looks.Player(
            player.eaten,
            player.home,
            front,
            player.in_hand() if is_shown else None,
            cubes if is_shown else None,
            player.in_fish() if is_shown else None,
        ),
    )


def _figure(label: str, value: int | str, spoken: str) -> Figure:
    return Figure(label, str(value), spoken, f"{label} {value}")


def _letters(counts: Sequence[int]) -> str:
    """Return pieces by colour, "W2Y1"; "-" for none."""
    return "".join(f"{COLOURS[c]}{count}" for c, count in enumerate(counts) if count) or "-"


def _own(view: View, position: Position, seat: Seat, firsts: Set[Token]) -> Iterable[Zone]:
    """Yield the pieces and choices of the viewer."""
    player = position.players[seat]

    def stacks(aim: Aim, kind: str, counts: Sequence[int], noun: str) -> tuple[Piece, ...]:
        return tuple(
            Piece(
                at := token(aim, c),
                counted(count, f"{COLOUR_NAMES[c]} {noun}"),
                f"{COLOURS[c]}{count}",
                looks.Stack(kind, c, count),
                why=_why(view, firsts, at),
                is_quiet=not count,
            )
            for c, count in enumerate(counts)
        )

    tiles = stacks(Aim.TILE, "tile", own_tiles(view), "tile")
    cubes = stacks(Aim.CUBE, "cube", by_colour(player.cubes), "cube")
    front = stacks(Aim.FRONT, "tile", by_colour(player.front), "consumed tile")
    home = Piece(
        HOME,
        f"Your screen, {counted(player.home, 'shrimp')} behind it",
        str(player.home),
        looks.Home(seat, player.home),
        why=_why(view, firsts, HOME),
    )
    yield Zone(TILES, "Tiles behind your screen", Kind.HAND, tiles, seat, short="Behind your screen")
    yield Zone(CUBES, "Your cubes", Kind.ROW, cubes, seat, short="cubes")
    yield Zone(FRONT, "Your consumed tiles", Kind.ROW, front, seat, short="front")
    yield Zone(SCREEN, "Your shrimps", Kind.ROW, (home,), seat, short="home")
    yield Zone(FISH, "Your parrotfish", Kind.ROW, (_fish(view, position, seat),), seat, short="fish")


def _actions(view: View, firsts: Set[Token]) -> Zone:
    is_final = reef_state(view).position.phase == ReefPhase.FINAL
    labels = ("Pass" if is_final and label == "Do nothing" else label for label in ACTION_NAMES)
    buttons = [_button(view, firsts, act(number), number, label) for number, label in enumerate(labels, 1)]
    buttons.append(_button(view, firsts, UNDO, 0, "Undo"))
    return Zone(ACTIONS, "Actions", Kind.CHOICES, tuple(buttons), view.seat)


def _why(view: View, firsts: Set[Token], at: Token) -> Reason | None:
    return None if at in firsts else reason(view, (), at, is_on=bool(firsts))


def _button(view: View, firsts: Set[Token], at: Token, number: int, label: str) -> Piece:
    why = _why(view, firsts, at)
    name = f"{number % 10}, {label}" if number else label
    return Piece(at, name, look=looks.Button(number, label, why is None), why=why, is_quiet=why is not None)


def _fish(view: View, position: Position, seat: Seat) -> Piece:
    fish, start, values = by_colour(position.players[seat].fish), own_start(view), position.sea.values()
    points = sum(value * count for value, count in zip(values, fish, strict=True))
    points += 0 if start is None else values[start]
    held = [f"{count} {COLOUR_NAMES[c]}" for c, count in enumerate(fish) if count]
    short = _letters(fish)
    if start is not None:
        held.append(f"{COLOUR_NAMES[start]} from the start, known only to you")
        short = f"{short.strip('-')}{COLOURS[start]}?"
    name = f"worth {points}: {', '.join(held) or 'empty'}"
    return Piece(token(Aim.FISH), name, short, looks.Fish(seat, fish, start, points))


def _warnings(position: Position, names: Sequence[str], viewer: Seat | None) -> Iterable[str]:
    """Yield warnings that one more step ends the game."""
    if position.phase != ReefPhase.TURN:
        return
    near = [seat for seat, player in enumerate(position.players) if player.eaten == WARN_EATEN]
    if near:
        have = Cast(names, viewer).do(near, "have eaten three corals")
        yield f"{capitalise_you(have)}: a fourth ends the game."
    if sum(lock != NONE for lock in position.sea.lock) == WARN_LOCKED:
        yield "Nine coral tiles are locked: the tenth ends the game."


_TINTS: Final = tuple(
    (rf"(?<![\w:])(?<!F ){colour}(?=[\d \[]|$)|(?<=[WYOPG]\d){colour}(?=\d)", tint)
    for colour, tint in zip(
        COLOURS, (Tint.WHITE, Tint.YELLOW, Tint.ORANGE, Tint.PINK, Tint.GREY), strict=True
    )
)
"""Matches tiles and cubes by colour: "W2", "W3[Y2O1]", the letters of a map."""

REEF_TABLE: Final = Description(
    reef_scene,
    say,
    picks,
    aliases=aliases,
    brings=brings,
    attempts=attempts,
    is_step=lambda action: not isinstance(action, Collect | Pass | FeedStart | TakeCubes),
    takes_back=lambda action: isinstance(action, Undo),
    keeps_hold=keeps_hold,
    legend=LEGEND,
    tints=_TINTS,
)
