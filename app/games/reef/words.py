"""Reef Encounter in words: the board as text, the log's sentences. The window's table builds on it too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.games.board import Board, BoardPiece, Zone, counted, held_status, name_of, winners
from rules.api import Action, Face, Moved, Slot, View
from rules.reef import actions as a
from rules.reef.pieces.boards import COLUMNS, SPACES, space_name
from rules.reef.pieces.facts import ALGA_NAMES, COLOUR_NAMES, NOBODY, NONE, TOP
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.state import ReefState
from rules.reef.steps.eating import smallest
from rules.reef.steps.turn import BEHIND_MOST
from rules.seats import seats_around

WARN_EATEN: Final = 3
"""Corals that a player has eaten when one more ends the game."""
WARN_LOCKED: Final = 9
"""Coral tiles that are locked when one more ends the game."""
_UNDER_WAY: Final = {
    ReefPhase.BOARDS: "The boards are being drawn.",
    ReefPhase.SIDE: "The side of the coral tiles is being drawn.",
    ReefPhase.SPACE: "The first large space is being drawn.",
    ReefPhase.START: "The first player is being drawn.",
    ReefPhase.SHUFFLE: "The bag is being shaken.",
    ReefPhase.DEAL: "The tiles are being dealt.",
    ReefPhase.FETCH: "A tile is being fetched from the bag.",
    ReefPhase.DRAW: "New tiles are being drawn for the open sea.",
    ReefPhase.OPEN: "New tiles are being opened for the open sea.",
    ReefPhase.SCORE: "The parrotfish are being opened.",
}
_WAITING: Final = {
    ReefPhase.FISH: "choose a tile for the parrotfish",
    ReefPhase.CUBES: "take two cubes",
    ReefPhase.TURN: "play",
    ReefPhase.FINAL: "eat a last coral or pass",
}
_VERBS: Final = (
    (a.Eat, "Eat a coral"), (a.PlayCube, "Play a larva cube"), (a.Lay, "Lay a tile"),
    (a.Introduce, "A new shrimp"), (a.Move, "Move a shrimp"), (a.BuyCube, "Eaten tile for a cube"),
    (a.PlayAlga, "Eaten tile for an alga"), (a.BuyTile, "Cube for a tile"),
    (a.Collect, "Collect, end the turn"), (a.FeedStart, "Into your parrotfish"), (a.TakeCubes, "Two cubes"),
    (a.Pass, "Eat nothing"), (a.Undo, "Take back"),
)  # fmt: skip


def tile_name(face: Face) -> str:
    """What a polyp tile is called: "yellow"."""
    return COLOUR_NAMES[face]


def reef_board(view: View, names: Sequence[str]) -> Board:
    """The table of Reef Encounter as one seat or a spectator sees it."""
    position = reef_state(view).position
    zones = [
        Zone(f"Board {rock + 1}", tuple(map(BoardPiece, _corals(position, rock, names, view.seat))))
        for rock in range(len(position.ground.names))
    ]
    if position.phase > ReefPhase.SHUFFLE:
        zones += [
            Zone(
                "Values",
                tuple(
                    BoardPiece(f"{COLOUR_NAMES[c]} {value}") for c, value in enumerate(position.sea.values())
                ),
            ),
            Zone("Open sea", tuple(BoardPiece(sea_words(position, c)) for c in range(5))),
            Zone("Coral tiles", tuple(BoardPiece(coral_tile_words(position, k)) for k in range(10))),
            Zone("Algae", tuple(map(BoardPiece, _algae(position)))),
            Zone("Bag", (BoardPiece(counted(position.supply.in_bag(), "tile")),)),
        ]
    zones.append(
        Zone(
            "Players",
            tuple(
                BoardPiece(_player(position, seat, names, view.seat))
                for seat in seats_around(view.seat, position.rules.seats)
            ),
        )
    )
    if view.seat is not None:
        zones.append(Zone("Behind your screen", tuple(map(BoardPiece, _own(view, position, view.seat)))))
    return Board(reef_status(view, names), (*zones, *_choices(view, position)))


def reef_status(view: View, names: Sequence[str]) -> str:
    """The one thing to do or to wait for."""
    if held := held_status(view, names):
        return held
    state = reef_state(view)
    position = state.position
    if (result := state.outcome()) is not None:
        return f"The game is over: {winners(result, names, view.seat)}."
    if position.phase in _UNDER_WAY:
        return _UNDER_WAY[position.phase]
    if position.seat != view.seat:
        return f"Waiting for {names[position.seat]} to {_WAITING[position.phase]}."
    return _to_do(position, own_tiles(view))


# -- words for other models ------------------------------------------------------------------


def reef_state(view: View) -> ReefState:
    """The position, known to be one of Reef Encounter."""
    if not isinstance(view.state, ReefState):
        raise TypeError("a view of another game")
    return view.state


def reef_tally(view: View) -> tuple[str, ...]:
    """The corals that each player has eaten."""
    return tuple(f"{player.eaten} eaten" for player in reef_state(view).position.players)


def short_place(space: int) -> str:
    """A space on its own board: "D4"."""
    row, column = divmod(space % SPACES, len(COLUMNS))
    return f"{COLUMNS[column]}{row + 1}"


def place_name(space: int) -> str:
    """A space as it is said: "D4 on board 1"; boards count from 1 as their keys do."""
    return space_name(space)


def counts_words(counts: Sequence[int], noun: str = "") -> str:
    """Tiles by colour: "2 white, 1 pink"; "no tiles" for none."""
    found = [f"{count} {COLOUR_NAMES[c]}" for c, count in enumerate(counts[:5]) if count]
    return ", ".join(found) or f"no {noun or 'tiles'}"


def cubes_words(counts: Sequence[int]) -> str:
    """Larva cubes by colour: "cubes 2 white, 1 pink"; "no cubes" for none."""
    return f"cubes {counts_words(counts)}" if any(counts) else "no cubes"


def a_colour(colour: int) -> str:
    """A colour with its article: "a white", "an orange"."""
    name = COLOUR_NAMES[colour]
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def by_colour(counts: Sequence[int]) -> tuple[int, ...]:
    """A count of the position for the five colours, without the column that only scripts use."""
    return tuple(counts[: len(COLOUR_NAMES)])


def own_tiles(view: View) -> tuple[int, ...]:
    """By colour the tiles behind the viewer's screen, start tiles among them; zeros for a spectator."""
    if view.seat is None:
        return (0,) * 5
    player = reef_state(view).position.players[view.seat]
    counts = list(by_colour(player.hand))
    for number in player.secret:
        face = view.face(Slot(number))
        if face is not None:
            counts[face] += 1
    return tuple(counts)


def own_start(view: View) -> int | None:
    """The colour of the viewer's start tile in the parrotfish, while only the viewer knows it."""
    if view.seat is None:
        return None
    start = reef_state(view).position.players[view.seat].start
    return None if start == NONE else view.face(Slot(start))


def sea_words(position: Position, colour: int) -> str:
    """A large space of the open sea."""
    cube = "its cube" if position.sea.cubes[colour] else "no cube"
    return (
        f"{COLOUR_NAMES[colour]} space: {cube}, {counts_words(by_colour(position.sea.row(colour)))}; "
        f"{counted(position.supply.cubes[colour], 'cube')} left in the supply"
    )


def coral_tile_words(position: Position, k: int) -> str:
    """A coral tile (0-9) as it lies."""
    side = position.sea.side[k]
    lock = position.sea.lock[k]
    locked = "" if lock == NONE else f", locked by {ALGA_NAMES[lock]}"
    return (
        f"{k + 1}: {COLOUR_NAMES[TOP[side][k]]} beats {COLOUR_NAMES[TOP[1 - side][k]]}, "
        f"large alga {ALGA_NAMES[position.sea.large(k)]}{locked}"
    )


# -- parts -----------------------------------------------------------------------------------


def _to_do(position: Position, behind: Sequence[int]) -> str:
    """`behind`: the tiles behind the own screen, by colour."""
    if position.phase == ReefPhase.FISH:
        return "Choose a tile for your parrotfish; nobody sees it before the end."
    if position.phase == ReefPhase.CUBES:
        return "Take two larva cubes from the supply."
    if position.phase == ReefPhase.FINAL:
        return f"Final round: eat one coral of at least {smallest(position)}, or pass."
    if position.course.laying != NONE:
        return _to_lay(position, behind)
    return "Your turn: choose an action; collecting ends the turn."


def _to_lay(position: Position, behind: Sequence[int]) -> str:
    left, colour = BEHIND_MOST - position.course.behind, COLOUR_NAMES[position.course.laying]
    if not left:
        return f"No more {colour} tiles from behind your screen for this cube: go on with another action."
    left = min(left, behind[position.course.laying])
    if not left:
        return f"You have no {colour} tile behind your screen: go on with another action."
    most = f"up to {left} more" if left > 1 else "one more"
    return f"Lay {colour} tiles, {most} from behind your screen, or go on with another action."


def _corals(position: Position, rock: int, names: Sequence[str], viewer: int | None) -> tuple[str, ...]:
    found: list[str] = []
    for at in position.ground.rock:
        if at // SPACES != rock:
            continue
        if position.rocks.tile[at] >= 0 and position.rocks.coral[at] == at:
            group = " ".join(short_place(each) for each in position.rocks.coral_at(at))
            found.append(
                f"{COLOUR_NAMES[position.rocks.tile[at]]} coral of {position.rocks.size[at]} at {group}"
                f"{_guard(position, position.rocks.guard[at], names, viewer)}"
            )
        elif position.rocks.tile[at] < 0 and position.rocks.shrimp[at] != NOBODY:
            found.append(
                f"a shrimp of {_whose(names, position.rocks.shrimp[at], viewer)} on bare {short_place(at)}"
            )
    return tuple(found)


def _whose(names: Sequence[str], seat: int, viewer: int | None) -> str:
    return "yours" if seat == viewer else names[seat]


def _guard(position: Position, post: int, names: Sequence[str], viewer: int | None) -> str:
    if post == NONE:
        return ""
    return f", guarded by {name_of(names, position.rocks.shrimp[post], viewer)} on {short_place(post)}"


def _algae(position: Position) -> tuple[str, ...]:
    space = "empty" if position.sea.alga == NONE else ALGA_NAMES[position.sea.alga]
    return (
        f"alga space: {space}",
        *(f"{position.sea.algae_left[alga]} {ALGA_NAMES[alga]} left" for alga in range(4)),
    )


def _player(position: Position, seat: int, names: Sequence[str], viewer: int | None) -> str:
    who, player = name_of(names, seat, viewer), position.players[seat]
    if player.gone:
        return f"{who}: left the table"
    words = [
        f"{counted(player.eaten, 'coral')} eaten",
        f"consumed {counts_words(by_colour(player.front))}",
        f"{counted(player.home, 'shrimp')} behind the screen",
    ]
    if position.rules.counts or seat == viewer:
        words += [
            counted(player.in_hand(), "tile"),
            cubes_words(by_colour(player.cubes)),
            f"{counted(player.in_fish(), 'tile')} in the parrotfish",
        ]
    return f"{who}: {', '.join(words)}"


def _own(view: View, position: Position, seat: int) -> tuple[str, ...]:
    start, player = own_start(view), position.players[seat]
    fish = counts_words(by_colour(player.fish))
    if start is not None:
        first = f"1 {COLOUR_NAMES[start]} from the start"
        fish = f"{fish}, and {first}" if any(by_colour(player.fish)) else first
    return (
        f"tiles: {counts_words(own_tiles(view))}",
        f"cubes: {counts_words(by_colour(player.cubes), 'cubes')}",
        f"consumed: {counts_words(by_colour(player.front))}",
        f"parrotfish: {fish}",
    )


def _choices(view: View, position: Position) -> tuple[Zone, ...]:
    """The legal actions, by kind, each a piece of its own."""
    actions = view.actions()
    zones = []
    for kind, title in _VERBS:
        pieces = tuple(
            BoardPiece(choice_words(action, view), (action,))
            for action in actions
            if isinstance(action, kind)
        )
        if pieces:
            zones.append(Zone(title, pieces))
    return tuple(zones)


def choice_words(action: Action, view: View) -> str:
    """What one would do, as one says it after "to": "play a pink cube"."""
    if isinstance(action, a.FeedStart):
        face = view.known.get(action.slot)
        return "an unseen tile" if face is None else f"{a_colour(face)} tile"
    if isinstance(action, a.Lay):
        whence = "" if action.source is a.Source.SCREEN else " out of the consumed ones"
        return f"lay {COLOUR_NAMES[action.colour]} on {place_name(action.space)}{whence}"
    if isinstance(action, a.Move):
        where = "behind the screen" if action.to == NONE else f"to {place_name(action.to)}"
        return f"move the shrimp on {place_name(action.source)} {where}"
    if isinstance(action, a.PlayAlga):
        where = f"lock coral tile {action.target}" if action.target else "onto the alga space"
        return f"pay {a_colour(action.pay)} tile for a {ALGA_NAMES[action.alga]} cylinder: {where}"
    if isinstance(action, a.Eat | a.Introduce):
        verb = "eat the coral at" if isinstance(action, a.Eat) else "introduce a shrimp on"
        return f"{verb} {place_name(action.space)}"
    return _small_choice(action)


def _two_cubes(cubes: a.TakeCubes) -> str:
    if cubes.first == cubes.second:
        return f"two {COLOUR_NAMES[cubes.first]} ones"
    return f"{a_colour(cubes.first)} and {a_colour(cubes.second)} one"


def _small_choice(action: Action) -> str:
    if isinstance(action, a.TakeCubes):
        return _two_cubes(action)
    if isinstance(action, a.PlayCube):
        return f"play {a_colour(action.colour)} cube"
    if isinstance(action, a.BuyCube):
        return f"give a consumed {COLOUR_NAMES[action.colour]} tile for a cube"
    if isinstance(action, a.BuyTile):
        return f"give {a_colour(action.colour)} cube for a tile"
    if isinstance(action, a.Collect):
        return f"collect from the {COLOUR_NAMES[action.space]} space"
    return "eat nothing more" if isinstance(action, a.Pass) else "take back the last step"


def eats_coral(_view: View, event: Moved) -> bool:
    """Whether a move has eaten a coral."""
    return isinstance(event.action, a.Eat)
