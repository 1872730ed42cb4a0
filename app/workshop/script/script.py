"""Written games: a text sets up a table and plays it, line by line (`rules/reef/FORMAT.md`).

Nothing is random: the script names the tiles from the bag, or leaves them out. A tile without a name is
unknown (`?`) until a line uses it: from then on the tile has the colour that the line names. The rules stop
the script at its first illegal line, with the line's number.

The script is a fourth driver beside the three that `rules.api` names: it passes through the same positions
and checks, but writes the results of chance into the position, because no real draw has an unknown face.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from msgspec import Struct

from app.workshop.script.lines import Play, Script, read_script
from rules.api import Moved, Seat, Slot
from rules.errors import BadOptions, BadText, NotLegal
from rules.reef import actions as a
from rules.reef.game import ReefGame
from rules.reef.pieces.facts import COLOURS, FIRST_SEA, TILES_OF_A_COLOUR, UNKNOWN, WIDTH
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.state import ReefState
from rules.reef.steps import ending, flow, refill
from rules.reef.steps.exchanges import fetch_slots


class TurnEnd(Struct, frozen=True):
    """A position to show: after the set-up (turn 0), after every turn, and where the script ends or stops.

    `line` is the number of the line that led to the position (0: set-up), `seat` the seat that it names;
    `start_tiles` has for each seat the start tiles behind its screen, `?` for unknown ones.
    """

    turn: int
    line: int
    seat: Seat
    state: ReefState
    start_tiles: tuple[str, ...]


class Stop(Struct, frozen=True):
    """The first line that the rules refuse, and why."""

    line: int
    text: str
    reason: str
    rule: str
    why: str


class ScriptResult(Struct, frozen=True):
    """The result of a script: its positions in order, and the line at which it stopped, if it did."""

    positions: tuple[TurnEnd, ...]
    stop: Stop | None


def run_script(text: str) -> ScriptResult:
    """Play a script; raises `BadText` with the line's number if the text is no script."""
    script = read_script(text)
    run = _Run(script)
    for play in script.plays:
        try:
            run.play(play)
        except NotLegal as why:
            run.keep_unless_kept()
            stop = Stop(play.line, play.text, why.reason, why.rule, why.text)
            return ScriptResult(tuple(run.positions), stop)
    run.keep_unless_kept()
    return ScriptResult(tuple(run.positions), None)


@dataclass
class _Run:
    """A script being played: the state, and the colours of hidden tiles named so far."""

    script: Script
    state: ReefState = field(init=False)
    faces: dict[int, int] = field(default_factory=dict)
    positions: list[TurnEnd] = field(default_factory=list)
    turns: int = 0
    line: int = 0
    seat: Seat = field(default_factory=lambda: Seat(0))

    def __post_init__(self) -> None:
        given = self.script.position
        self.state = self._set_up() if given is None else given
        if given is not None:
            self._know_hands(given.position)
        self._check_tiles(0)
        self._keep()

    # -- playing --------------------------------------------------------------------------------

    def play(self, play: Play) -> None:
        """Play one action line and its draws; raises `NotLegal` or `BadText`."""
        before = self.state.position
        self.line, self.seat = play.line, play.seat
        action = self._with_tiles(self._with_pay(play), play.seat)
        self.state = self.state.after(Moved(play.seat, action))
        self._answer(play, before)
        self._check_tiles(play.line)
        now = self.state.position
        if isinstance(action, a.Collect) or {before.phase, now.phase} != {ReefPhase.TURN}:
            self.turns += 1
            self._keep()

    def keep_unless_kept(self) -> None:
        """Keep the last position even if the script ends in the middle of a turn."""
        if self.positions[-1].state != self.state:
            self._keep()

    def _keep(self) -> None:
        position = self.state.position
        held = tuple(
            "".join((COLOURS + "?")[self.faces.get(slot, UNKNOWN)] for slot in position.players[seat].secret)
            for seat in range(position.rules.seats)
        )
        self.positions.append(TurnEnd(self.turns, self.line, self.seat, self.state, held))

    # -- unknown tiles ---------------------------------------------------------------------------

    def _with_pay(self, play: Play) -> a.ReefAction:
        """Return the action of a line; if the line names no payment, it is the only possible colour."""
        if play.pays or not isinstance(play.action, a.PlayAlga):
            return play.action
        front = self.state.position.players[play.seat].front[: len(COLOURS)]
        colours = [colour for colour, count in enumerate(front) if count]
        if len(colours) > 1:
            example = f"pay {COLOURS[colours[0]]}"
            raise BadText(f"line {play.line}: which consumed tile pays for it? Write: {example}")
        return replace(play.action, pay=colours[0]) if colours else play.action

    def _with_tiles(self, action: a.ReefAction, seat: int) -> a.ReefAction:
        """Return the action with the slot of its tile, as the rules want it.

        A tile from behind the screen that is not public is a start tile that was named with this colour, or
        else an unknown tile, which has the colour from now on.
        """
        position = self.state.position
        if not isinstance(action, a.Lay) or action.source is a.Source.FRONT or action.slot is not None:
            return action
        if position.seat != seat or position.players[seat].hand[action.colour]:
            return action
        slots = position.players[seat].secret
        slot = next((at for at in slots if self.faces.get(at) == action.colour), None)
        if slot is None and position.players[seat].hand[UNKNOWN]:
            self._say_unknown(seat, action.colour)
            return action
        slot = next((at for at in slots if at not in self.faces), None) if slot is None else slot
        if slot is None:
            return action
        self.faces[slot] = action.colour
        return replace(action, slot=Slot(slot))

    def _say_unknown(self, seat: int, colour: int) -> None:
        """Give an unknown tile in a hand this colour, also in the position to which undo leads."""
        base = self.state.base
        if base is not None:
            base = replace(base, position=_said(base.position, seat, colour))
        self.state = replace(self.state, position=_said(self.state.position, seat, colour), base=base)

    def _check_tiles(self, line: int) -> None:
        """Refuse a script that has more than forty tiles of a colour."""
        position = self.state.position
        supply, rocks, players = position.supply, position.rocks, position.players
        hidden = [slot for player in players for slot in (*player.secret, player.start)]
        held = [counts for player in players for counts in (player.hand, player.front, player.fish)]
        held += [position.sea.row(space) for space in range(5)]
        for colour in range(5):
            seen = supply.reserve[colour] + supply.pool[colour] + rocks.tile.count(colour)
            seen += sum(counts[colour] for counts in held)
            seen += sum(self.faces.get(slot) == colour for slot in hidden)
            if seen > TILES_OF_A_COLOUR:
                raise BadText(f"line {line}: there would be {seen} tiles of {COLOURS[colour]}")

    # -- chance -----------------------------------------------------------------------------------

    def _answer(self, play: Play, before: Position) -> None:
        """Answer chance until a seat must choose, with tiles that the script names or unknown ones."""
        said = _said_of_spaces(play, before)
        drew = False
        while self.state.position.phase in (ReefPhase.FETCH, ReefPhase.DRAW, ReefPhase.OPEN, ReefPhase.SCORE):
            position = self.state.position.clone()
            drew = drew or position.phase in (ReefPhase.DRAW, ReefPhase.OPEN)
            if position.phase == ReefPhase.DRAW:
                flow.rolled(position, _coin(position, said, play.line))
            else:
                flow.shown(position, self._faces_shown(position, said))
            self.state = ReefState(position)
        sea = self.state.position.sea.tiles
        for space, face in said.items():
            if not drew or (face != UNKNOWN and not sea[space * WIDTH + face]):
                raise BadText(f"line {play.line}: these tiles cannot have been drawn")

    def _faces_shown(self, position: Position, said: dict[int, int]) -> tuple[int, ...]:
        if position.phase == ReefPhase.FETCH:  # a tile that is searched for by name is found at once
            return (position.course.fetch,) * len(fetch_slots(position))
        if position.phase == ReefPhase.OPEN:
            return tuple(said.get(space, UNKNOWN) for space in position.course.opening)
        return tuple(self.faces.get(slot, UNKNOWN) for slot in ending.start_slots(position))

    # -- set-up -----------------------------------------------------------------------------------

    def _set_up(self) -> ReefState:
        script = self.script
        try:
            position = ReefGame().start(script.seats, script.options).position.clone()
        except BadOptions as why:
            raise BadText(str(why)) from None
        names = script.boards or flow.BOARD_SETS[position.rules.house][: script.seats]
        if len(set(names)) != script.seats or not set(names) <= set(flow.BOARD_SETS[position.rules.house]):
            raise BadText(f"the boards must be {script.seats} different ones of the set chosen")
        flow.set_boards(position, names)
        for phase_answer in (script.side, script.space, script.first):
            flow.rolled(position, phase_answer)
        flow.shuffled(position)
        sea = script.sea or (UNKNOWN,) * sum(FIRST_SEA)
        flow.shown(position, sea)
        while position.phase == ReefPhase.DEAL:
            flow.shown(position, ())
        self._know_hands(position)
        return self._choices(ReefState(position))

    def _know_hands(self, position: Position) -> None:
        for seat, tiles in self.script.hands.items():
            if seat >= position.rules.seats:
                raise BadText(f"there is no seat {seat}")
            slots = position.players[seat].secret
            if len(tiles) > len(slots):
                raise BadText(f"seat {seat} holds {len(slots)} start tiles, not {len(tiles)}")
            self.faces.update((at, face) for at, face in zip(slots, tiles, strict=False) if face != UNKNOWN)

    def _choices(self, state: ReefState) -> ReefState:
        while state.position.phase < ReefPhase.TURN:
            seat = Seat(state.position.seat)
            if state.position.phase == ReefPhase.FISH:
                action: a.ReefAction = a.FeedStart(Slot(self._fish_slot(state.position, seat)))
            elif seat in self.script.cubes:
                action = a.TakeCubes(*self.script.cubes[seat])
            else:
                raise BadText(f"the script does not say which cubes seat {seat} takes")
            state = state.after(Moved(seat, action))
        return state

    def _fish_slot(self, position: Position, seat: int) -> int:
        """Return a start tile of the named colour, or else an unknown one, which then has that colour."""
        wanted = self.script.fish.get(seat, UNKNOWN)
        slots = position.players[seat].secret
        slot = next((at for at in slots if self.faces.get(at, UNKNOWN) == wanted), None)
        if slot is None:
            slot = next((at for at in slots if at not in self.faces), None)
        if slot is None:
            raise BadText(f"the script does not say which start tiles seat {seat} puts into the fish")
        if wanted != UNKNOWN:
            self.faces[slot] = wanted
        return slot


def _said(position: Position, seat: int, colour: int) -> Position:
    position = position.clone()
    position.players[seat].hand[UNKNOWN] -= 1
    position.players[seat].hand[colour] += 1
    return position


def _said_of_spaces(play: Play, before: Position) -> dict[int, int]:
    """Return the tiles that a `draw` line names, by large space, clockwise from white."""
    if not play.draws:
        return {}
    if not isinstance(play.action, a.Collect):
        raise BadText(f"line {play.line}: tiles are drawn without a collect")
    taken = play.action.space
    spaces = [at for at in range(5) if at == taken or before.sea.count(at) < refill.LARGE_FULL]
    if len(spaces) != len(play.draws):
        raise BadText(f"line {play.line}: {len(spaces)} tiles are drawn, not {len(play.draws)}")
    return dict(zip(spaces, play.draws, strict=True))


def _coin(position: Position, said: dict[int, int], line: int) -> int:
    """Return the number that draws the tiles named by the script.

    A named colour comes from the pool of returned tiles if the pool holds it: equal tiles are
    interchangeable, and the deck keeps its unknown tiles for draws without a name. When the deck is used up,
    all remaining tiles are public, and the script must name them.
    """
    supply, course = position.supply, position.course
    bag = supply.in_bag() - len(course.opening)
    deck = supply.deck_end - supply.deck - len(course.opening)
    pool = supply.pool[:]
    value, factor = 0, 1
    for left, space in zip(range(bag, max(bag - refill.COIN_TILES, 0), -1), course.queue, strict=False):
        face = said.get(space, UNKNOWN)
        if face != UNKNOWN and pool[face]:
            index = sum(pool[:face])
            pool[face] -= 1
        elif deck:
            index, deck = sum(pool), deck - 1
        else:
            raise BadText(f"line {line}: the deck is used up, so `draw` must say which tiles of the bag come")
        value += factor * index
        factor *= left
    return value
