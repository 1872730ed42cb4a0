"""From a view of Reef Encounter to the screen's description (`app.games.reef.parts`).

`reef_screen` makes it anew from the view, what the player holds and what happened last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from app.games.board import counted, name_of
from app.games.picks import Routes
from app.games.reef.parts import (
    Button,
    Cell,
    Coral,
    CoralTile,
    Light,
    Own,
    Plate,
    Reef,
    ReefPlace,
    ReefScreen,
    Score,
    Sea,
    Stack,
)
from app.games.reef.picks import ALGA_SPACE, HOME, UNDO, Aim, act, aim_of, token
from app.games.reef.sheet import tied_seats
from app.games.reef.why import why_not
from app.games.reef.words import (
    WARN_EATEN,
    WARN_LOCKED,
    by_colour,
    coral_tile_words,
    counts_words,
    cubes_words,
    own_start,
    own_tiles,
    place_name,
    reef_state,
    reef_status,
    sea_words,
)
from app.games.scene import Route, Token
from rules.api import View
from rules.reef.pieces.boards import COLUMNS, SPACES
from rules.reef.pieces.facts import ALGA_NAMES, BOARDS, COLOUR_NAMES, LARGE, NOBODY, NONE, SAND, TOP
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.steps.ending import tie_breaks
from rules.seats import seats_around

ACTION_NAMES: Final = (
    "Eat a coral", "Play a cube", "Second cube", "New shrimp", "Move shrimps", "Tile to cube",
    "Tile to alga", "Cube to tile", "Do nothing", "Collect",
)  # fmt: skip
NO_TROUBLES: Final[Mapping[int, str]] = {}


class _Light:
    """Answers how a target stands out, for one hold."""

    def __init__(self, view: View, choices: Routes, hold: Route, last: frozenset[Token]) -> None:
        self._choices, self._hold, self._last = choices, hold, last
        self._lit = choices.lit(hold)
        position = reef_state(view).position
        self._asks = bool(hold) or (
            position.seat == view.seat
            and position.phase in (ReefPhase.FISH, ReefPhase.CUBES, ReefPhase.FINAL)
        )

    def place(self, target: Token, name: str) -> ReefPlace:
        """The place of a target."""
        light = self.of(target)
        words = {Light.LIT: ", possible", Light.HELD: ", chosen"}.get(light, "")
        is_last = target in self._last
        return ReefPlace(target, f"{name}{words}{', changed last' if is_last else ''}", light, is_last)

    def of(self, target: Token) -> Light:
        """How it stands out: a space that a tile can be laid on is always asked for."""
        if self._choices.meant(target) in self._hold:
            return Light.HELD
        if target not in self._lit:
            return Light.NONE
        if self._asks or (aim_of(target) is Aim.SPACE and (target,) in self._choices.whole):
            return Light.LIT
        return Light.OPEN


def reef_screen(
    view: View,
    choices: Routes,
    *,
    names: Sequence[str],
    hold: Route = (),
    last: frozenset[Token] = frozenset(),
    troubles: Mapping[int, str] = NO_TROUBLES,
    keys: str = "",
) -> ReefScreen:
    """The table as `view` shows it to its seat, while `hold` is held and `last` was changed last;
    `troubles` are those of the links, by seat; `keys` is what the others hold of everybody's keys."""
    position = reef_state(view).position
    light = _Light(view, choices, hold, last)
    return ReefScreen(
        status=reef_status(view, names),
        phase=position.phase.name.lower(),
        reefs=tuple(_reef(position, rock, names, view, light) for rock in range(len(position.ground.names))),
        corals=_corals(position),
        seas=tuple(_sea(position, c, light) for c in range(5)),
        coral_tiles=tuple(_coral_tile(position, k, light) for k in range(10)),
        algae=tuple(_cylinders(position, alga, light) for alga in range(4)),
        alga_space=light.place(
            ALGA_SPACE,
            f"Alga space, {'empty' if position.sea.alga == NONE else ALGA_NAMES[position.sea.alga]}",
        ),
        alga=None if position.sea.alga == NONE else position.sea.alga,
        bag=position.supply.in_bag(),
        plates=tuple(
            _plate(view, seat, light, name=names[seat], trouble=troubles.get(seat, ""), keys=keys)
            for seat in seats_around(view.seat, position.rules.seats)
        ),
        own=None if view.seat is None else _own(view, position, view.seat, light),
        buttons=_buttons(view, choices, hold, light),
        undo=_undo(view, choices, hold, light),
        warnings=_warnings(position, names, view.seat),
        scores=reef_scores(view, names),
    )


# -- boards ----------------------------------------------------------------------------------


def _reef(position: Position, rock: int, names: Sequence[str], view: View, light: _Light) -> Reef:
    spaces = [at for at in range(rock * SPACES, (rock + 1) * SPACES) if position.rocks.tile[at] != SAND]
    cells = tuple(
        Cell(
            light.place(token(Aim.SPACE, at), space_words(position, at, names, view.seat)),
            position.rocks.tile[at] if position.rocks.tile[at] >= 0 else None,
            position.rocks.shrimp[at] if position.rocks.shrimp[at] != NOBODY else None,
            position.rocks.tile[at] >= 0 and position.rocks.is_protected(at),
        )
        for at in spaces
    )
    return Reef(BOARDS[position.ground.names[rock]], cells)


def space_words(position: Position, at: int, names: Sequence[str], viewer: int | None) -> str:
    """A space for a screen reader: "D4 on board 1, yellow polyp, coral of 4, guarded by Ada"."""
    words = [place_name(at)]
    if position.rocks.tile[at] >= 0:
        words.append(f"{COLOUR_NAMES[position.rocks.tile[at]]} polyp")
        words.append(f"coral of {position.rocks.size[position.rocks.coral[at]]}")
        post = position.rocks.guard[position.rocks.coral[at]]
        if position.rocks.shrimp[at] != NOBODY:
            words.append(_shrimp(names, position.rocks.shrimp[at], viewer))
        elif post != NONE:
            words.append(f"guarded by {name_of(names, position.rocks.shrimp[post], viewer)}")
        if position.rocks.is_protected(at):
            words.append("protected")
    else:
        words.append("extra growth space" if at in position.ground.growths else "bare rock")
        if position.rocks.shrimp[at] != NOBODY:
            words.append(_shrimp(names, position.rocks.shrimp[at], viewer))
    return ", ".join(words)


def _shrimp(names: Sequence[str], seat: int, viewer: int | None) -> str:
    return "your shrimp" if seat == viewer else f"shrimp of {names[seat]}"


def _corals(position: Position) -> tuple[Coral, ...]:
    """Every coral of two tiles or more, and guarded single tiles."""
    found = []
    for at in position.ground.rock:
        if position.rocks.tile[at] < 0 or position.rocks.coral[at] != at:
            continue
        post = position.rocks.guard[at]
        if position.rocks.size[at] < 2 and post == NONE:
            continue
        group = position.rocks.coral_at(at)
        bare = [each for each in group if each != post]
        found.append(
            Coral(
                at // SPACES,
                position.rocks.tile[at],
                frozenset((each % SPACES % len(COLUMNS), each % SPACES // len(COLUMNS)) for each in group),
                (bare or group)[-1],
                None if post == NONE else position.rocks.shrimp[post],
            )
        )
    return tuple(found)


# -- open sea --------------------------------------------------------------------------------


def _sea(position: Position, c: int, light: _Light) -> Sea:
    counts = by_colour(position.sea.row(c))
    name = COLOUR_NAMES[c]
    left = position.supply.cubes[c]
    words = sea_words(position, c)
    return Sea(
        place=light.place(
            token(Aim.SEA, c),
            f"{words[0].upper()}{words[1:]}; {name} is worth {position.sea.values()[c]}",
        ),
        supply=light.place(token(Aim.SUPPLY, c), f"Supply: {counted(left, f'{name} cube')}"),
        colour=c,
        value=position.sea.values()[c],
        has_cube=bool(position.sea.cubes[c]),
        tiles=tuple(colour for colour, count in enumerate(counts) for _ in range(count)),
        cubes_left=left,
        reserve=position.supply.reserve[c],
    )


def _coral_tile(position: Position, k: int, light: _Light) -> CoralTile:
    side, lock = position.sea.side[k], position.sea.lock[k]
    large = position.sea.large(k)
    return CoralTile(
        place=light.place(token(Aim.CORAL_TILE, k + 1), f"Coral tile {coral_tile_words(position, k)}"),
        strong=TOP[side][k],
        weak=TOP[1 - side][k],
        large=large,
        small=_small_alga(position, k),
        lock=None if lock == NONE else lock,
        starfish=side == 0,
    )


def _small_alga(position: Position, k: int) -> int:
    """The alga that is large on the other side."""
    return LARGE[1 - position.sea.side[k]][k]


def _cylinders(position: Position, alga: int, light: _Light) -> Stack:
    left = position.sea.algae_left[alga]
    return Stack(light.place(token(Aim.ALGA, alga), f"{ALGA_NAMES[alga]} alga, {left} left"), left)


# -- players ---------------------------------------------------------------------------------


def _plate(view: View, seat: int, light: _Light, *, name: str, trouble: str, keys: str) -> Plate:
    position = reef_state(view).position
    player = position.players[seat]
    shown = position.rules.counts or seat == view.seat
    front = by_colour(player.front)
    words = [
        name,
        f"{counted(player.eaten, 'coral')} eaten",
        f"consumed {counts_words(front)}",
        f"{counted(player.home, 'shrimp')} behind the screen",
    ]
    if shown:
        words += [
            counted(player.in_hand(), "tile"),
            cubes_words(by_colour(player.cubes)),
        ]
    words += filter(None, (trouble, keys))
    is_turn = (
        not view.is_held
        and position.seat == seat
        and position.phase
        in (
            ReefPhase.FISH,
            ReefPhase.CUBES,
            ReefPhase.TURN,
            ReefPhase.FINAL,
        )
    )
    return Plate(
        place=light.place(token(Aim.PLAYER, seat), ", ".join(words)),
        seat=seat,
        name=name,
        is_viewer=seat == view.seat,
        is_turn=is_turn,
        has_left=player.gone,
        eaten=player.eaten,
        home=player.home,
        front=front,
        tiles=player.in_hand() if shown else None,
        cubes=by_colour(player.cubes) if shown else None,
        fish=player.in_fish() if shown else None,
        trouble=trouble,
        keys=keys,
    )


def _own(view: View, position: Position, seat: int, light: _Light) -> Own:
    def stacks(kind: Aim, counts: Sequence[int], noun: str) -> tuple[Stack, ...]:
        return tuple(
            Stack(light.place(token(kind, c), counted(count, f"{COLOUR_NAMES[c]} {noun}")), count)
            for c, count in enumerate(counts)
        )

    player = position.players[seat]
    fish, start = by_colour(player.fish), own_start(view)
    values = position.sea.values()
    points = sum(value * count for value, count in zip(values, fish, strict=True))
    home = player.home
    return Own(
        seat=seat,
        tiles=stacks(Aim.TILE, own_tiles(view), "tile"),
        cubes=stacks(Aim.CUBE, by_colour(player.cubes), "cube"),
        front=stacks(Aim.FRONT, by_colour(player.front), "consumed tile"),
        home=Stack(light.place(HOME, f"Your screen, {counted(home, 'shrimp')} behind it"), home),
        fish=fish,
        start=start,
        points=points + (0 if start is None else values[start]),
    )


def _warnings(position: Position, names: Sequence[str], viewer: int | None) -> tuple[str, ...]:
    if position.phase != ReefPhase.TURN:
        return ()
    found = []
    near = [
        name_of(names, seat, viewer)
        for seat, player in enumerate(position.players)
        if player.eaten == WARN_EATEN
    ]
    if near:
        who = " and ".join(filter(None, (", ".join(near[:-1]), near[-1])))
        have = "have" if len(near) > 1 or near == ["you"] else "has"
        found.append(f"{who[:1].upper()}{who[1:]} {have} eaten three corals: a fourth ends the game.")
    if sum(lock != NONE for lock in position.sea.lock) == WARN_LOCKED:
        found.append("Nine coral tiles are locked: the tenth ends the game.")
    return tuple(found)


# -- actions ---------------------------------------------------------------------------------


def _buttons(view: View, choices: Routes, hold: Route, light: _Light) -> tuple[Button, ...]:
    final = reef_state(view).position.phase == ReefPhase.FINAL
    found = []
    for number, label in enumerate(ACTION_NAMES, start=1):
        named = "Pass" if final and number == 9 else label
        found.append(_button(view, choices, hold, light, target=act(number), label=named, number=number))
    return tuple(found)


def _button(
    view: View, choices: Routes, hold: Route, light: _Light, *, target: Token, label: str, number: int
) -> Button:
    why = why_not(view, choices, hold, target)
    words = f"{number}, {label}" if number else label
    return Button(
        light.place(target, f"{words}, not now: {why}" if why else words),
        number,
        label,
        str(why) if why else "",
    )


def _undo(view: View, choices: Routes, hold: Route, light: _Light) -> Button:
    return _button(view, choices, hold, light, target=UNDO, label="Undo", number=0)


# -- the end ---------------------------------------------------------------------------------


def reef_scores(view: View, names: Sequence[str]) -> tuple[Score, ...]:
    """The sums of the end, best first; () before."""
    state = reef_state(view)
    outcome = state.outcome()
    if outcome is None:
        return ()
    position = state.position
    values = position.sea.values()
    order = sorted(range(position.rules.seats), key=lambda seat: (outcome.ranks[seat], seat))
    tied = [seat for group in tied_seats(position) for seat in group]
    return tuple(
        Score(
            seat=seat,
            name=names[seat],
            parts=tuple(zip(by_colour(position.players[seat].fish), values, strict=True)),
            total=outcome.scores[seat],
            rank=outcome.ranks[seat],
            ties=_ties(position, seat) if seat in tied else "",
        )
        for seat in order
    )


def _ties(position: Position, seat: int) -> str:
    front, cubes, tiles, guarded = tie_breaks(position, seat)
    held = f"{front} consumed, {counted(cubes, 'cube')}, {counted(tiles, 'tile')}"
    return f"{held}, {counted(guarded, 'guarded polyp')}"
