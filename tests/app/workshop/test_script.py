"""Written games: the lines of a script, the lines it leaves out, and the rules that stop it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from app.workshop.script.script import ScriptResult, run_script
from app.workshop.script.show import result_json, result_text
from rules.api import EVERYONE, Event, Face, Moved, Shown, Slot
from rules.driver import LocalTable
from rules.errors import BadText
from rules.reef import actions as a
from rules.reef.game import ReefGame
from rules.reef.pieces.facts import COLOURS, WIDTH
from rules.reef.pieces.position import Position, ReefPhase
from rules.reef.steps.ending import scores
from rules.reef.text import position_text
from rules.text import event_text
from tests.support.reef import lively, make

DATA = Path(__file__).resolve().parents[2] / "data" / "reef"
SET_UP = """seats 2
boards P1 P0
first 0
hand 0 YYYYOP
hand 1 WWWWWWWWG
fish 0 P
fish 1 G
cubes 0 YY
cubes 1 WG
"""


def script(*lines: str) -> ScriptResult:
    return run_script(SET_UP + "\n".join(lines))


def last(result: ScriptResult) -> Position:
    return result.positions[-1].state.position


def read(name: str) -> str:
    return (DATA / f"{name}.txt").read_text(encoding="utf-8")


def test_the_script_of_the_worked_turn_of_the_rulebook_ends_as_printed() -> None:
    result = run_script(read("worked_turn"))
    text = result_text(result)

    assert result.stop is None
    assert [end.turn for end in result.positions] == [0, 1]
    assert "front=O3P1 fish=G1" in text
    assert "4 Y- -- #- O- W- W0 #-" in text
    assert "corals 1A 2A 3A 4Ap 5A 6A 7B 8A 9A 10A" in text


def test_an_illegal_line_stops_with_the_rules_number() -> None:
    result = run_script(read("first_round"))
    assert result.stop is not None
    lines = read("first_round").splitlines()

    assert lines[result.stop.line - 1].startswith(result.stop.text)
    assert (result.stop.rule, result.stop.reason) == ("reef 4.3.1", "no-rock")
    assert "line 36 is illegal by reef 4.3.1 (no-rock)" in result_text(result)
    assert [(end.turn, int(end.seat)) for end in result.positions] == [(0, 0), (1, 0), (2, 1), (2, 0)]


def test_tiles_that_a_script_does_not_name_are_unknown_until_a_line_uses_one() -> None:
    result = run_script(read("first_round"))
    first, second, now = (end.state.position for end in result.positions[1:])

    assert first.players[0].hand[5] == 3  # three tiles of the white space that nobody has said
    assert result.positions[1].start_tiles == ("YO", "WW?????G")  # seat 1's first `?` is in its fish
    assert result.positions[2].start_tiles[1] == "????G"
    assert second.sea.row(1)[0] == 0
    assert (now.players[0].hand[1], now.players[0].hand[5]) == (
        1,
        2,
    )  # one was said to be yellow; undo has put it back


def test_undo_keeps_what_a_line_has_said() -> None:
    result = script(
        "0 collect W", "1 collect Y", "0 cube Y", *["0 lay Y 0:D6 from screen", "0 undo"] * 2, "0 collect P"
    )  # fmt: skip

    assert result.stop is not None  # Y of the start hand is opened: that cannot be taken back
    assert result.stop.rule == "reef R35"


def test_draws_go_to_the_spaces_clockwise_from_white() -> None:
    sea = "sea WWW YYY OOO PP G\n"
    result = run_script(sea + SET_UP + "0 collect Y\ndraw PGW")
    p = last(result)

    assert p.sea.row(1)[:5] == [0, 0, 0, 1, 0]
    assert p.sea.row(3)[:5] == [0, 0, 0, 2, 1]
    assert p.sea.row(4)[:5] == [1, 0, 0, 0, 1]
    assert p.players[0].hand[1] == 3


def test_a_search_of_the_bag_finds_its_tile_at_once() -> None:
    p = last(script("0 trade cube Y", "0 collect W"))

    assert p.players[0].hand[1] == 1
    assert p.supply.reserve == [1] * 5
    assert sum(p.supply.pool) == 0


# -- whole games ----------------------------------------------------------------------------


def written(seats: int, seed: int, *, with_draws: bool) -> tuple[str, Position]:
    """A game of lively players as a script, and its last position."""
    game, rng = ReefGame(), random.Random(seed)
    state = game.start(seats, {"attack": "strength"})
    table = LocalTable(state, seats, rng)
    while table.turn is not None:
        view = table.view(table.turn)
        action = lively(view, rng)  # a script cannot tell from which tiles of a colour one was laid: no undo
        table.play(game.stand_in(view.state, view.known, view.seat) if isinstance(action, a.Undo) else action)
    head, plays = ["option attack strength"], []
    waiting = ""
    for event in table.events:
        before, state = state.position, state.after(event)
        if before.phase < ReefPhase.TURN:
            head += set_up_lines(event, before, state.position, table.faces)
        elif isinstance(event, Moved):
            plays.append(re.sub(r" \d+=.$", "", event_text(game, event)))
            collected = event.action if isinstance(event.action, a.Collect) else None
            waiting, sea = drawn_spaces(before, collected), sea_without(before, collected)
        if waiting and with_draws and state.position.phase == ReefPhase.TURN:
            plays.append("draw " + "".join(come_to(state.position, sea, int(at)) for at in waiting))
            waiting = ""
    return "\n".join(head + plays), state.position


def set_up_lines(event: Event, before: Position, after: Position, faces: Mapping[Slot, Face]) -> list[str]:
    """A script's line for an event of the set-up."""
    if isinstance(event, Moved) and isinstance(event.action, a.FeedStart):
        return [f"fish {event.seat} {COLOURS[faces[event.action.slot]]}"]
    if isinstance(event, Moved):
        return [str(event.action).replace("cubes", f"cubes {event.seat}")]
    if before.phase == ReefPhase.START:
        first = f"first {after.first}\nspace {COLOURS[after.first_space]}\nside {'AB'[after.sea.side[0]]}"
        return [f"seats {after.rules.seats}\nboards {' '.join(after.ground.names)}\n{first}"]
    if not isinstance(event, Shown):
        return []
    tiles = "".join(COLOURS[faces[slot]] for slot in event.slots)
    if event.to is EVERYONE:
        return [f"sea {tiles[:3]} {tiles[3:6]} {tiles[6:9]} {tiles[9:11]} {tiles[11:]}"]
    return [f"hand {event.to[0]} {tiles}"]


def drawn_spaces(before: Position, collected: a.Collect | None) -> str:
    """The large spaces that get a tile after a collect, as digits."""
    if collected is None:
        return ""
    return "".join(str(at) for at in range(5) if at == collected.space or before.sea.count(at) < 3)


def sea_without(before: Position, collected: a.Collect | None) -> list[int]:
    sea = before.sea.tiles[:]
    if collected is not None:
        sea[collected.space * WIDTH : collected.space * WIDTH + WIDTH] = [0] * WIDTH
    return sea


def come_to(after: Position, sea: list[int], at: int) -> str:
    """The colour that a large space has gained."""
    row = range(at * WIDTH, at * WIDTH + 5)
    return COLOURS[next(i for i in row if after.sea.tiles[i] > sea[i]) - at * WIDTH]


@pytest.mark.parametrize(
    ("seats", "seed", "with_draws"), [(2, 1, True), (2, 1, False), (3, 2, True), (3, 2, False), (4, 3, True)]
)
def test_a_whole_game_written_down_comes_to_the_same_end(seats: int, seed: int, with_draws: bool) -> None:
    text, end = written(seats, seed, with_draws=with_draws)
    result = run_script(text)
    p = last(result)
    assert result.stop is None

    assert (p.rocks.tile, p.rocks.shrimp) == (end.rocks.tile, end.rocks.shrimp)
    assert (p.sea.side, p.sea.lock, p.supply.cubes) == (end.sea.side, end.sea.lock, end.supply.cubes)
    for mine, other in zip(p.players, end.players, strict=True):
        for name in ("front", "fish", "eaten", "home", "cubes"):
            assert getattr(mine, name) == getattr(other, name), name
        assert mine.in_hand() == other.in_hand()
    assert p.end == end.end
    assert p.supply.in_bag() == end.supply.in_bag()
    if with_draws:
        assert [player.hand for player in p.players] == [player.hand for player in end.players]
        assert p.sea.tiles == end.sea.tiles


def test_tiles_drawn_after_the_deck_is_used_up_must_be_named() -> None:
    """The tiles drawn then are public and must be named."""
    position = last(run_script(SET_UP)).clone()
    position.supply.deck, position.supply.pool = position.supply.deck_end, [9, 0, 0, 0, 0]
    text = f"position\n{position_text(position)}\nend\n0 collect W\n"
    with pytest.raises(BadText, match="line 28: the deck is used up, so `draw` must say"):
        run_script(text)
    with pytest.raises(BadText, match="line 28: the deck is used up"):
        run_script(text + "draw WWY")

    assert last(run_script(text + "draw WWW")).supply.pool[0] == 6


# -- what programs read ---------------------------------------------------------------------


def test_the_json_value_has_every_part_of_the_last_position() -> None:
    value = json.loads(json.dumps(result_json(run_script(read("worked_turn")))))
    end = value["positions"][-1]

    assert value["stop"] is None
    assert end["rocks"][0]["tiles"]["F4"] == "W"
    assert end["rocks"][0]["shrimps"] == {"D3": 1, "E2": 2, "F4": 0, "A5": 0}
    assert end["coral_tiles"][6] == {"tile": 7, "strong": "W", "weak": "P", "large": "g", "lock": None}
    assert end["coral_tiles"][3]["lock"] == "p"
    assert end["seats"][0]["front"] == "OOOP"
    assert end["seats"][0]["fish"] == "G?"
    assert end["open_sea"]["G"] == {"tiles": "WO?", "cube": True}
    assert sum(end["values"].values()) == 15


def test_the_json_value_says_where_it_stopped() -> None:
    value = json.loads(json.dumps(result_json(run_script(read("first_round")))))

    assert value["stop"]["rule"] == "reef 4.3.1"
    assert value["positions"][0]["seats"][1]["screen"] == "WW?????G"


# -- what is no script ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("seats 5", "line 1: Reef Encounter is for 2 to 4 seats"),
        ("seats", "line 1: write it so: seats NUMBER"),
        ("seats 2 3", "line 1: write it so: seats NUMBER"),
        ("option length", "line 1: write it so: option NAME VALUE"),
        ("boards P1", "line 1: write it so: boards BOARD BOARD [BOARD] [BOARD]"),
        ("boards P0 P1 P2 P3 P0", "line 1: write it so: boards BOARD BOARD [BOARD] [BOARD]"),
        ("boards P0 P1 P2 P3\nseats 2", "the boards must be 2 different ones"),
        ("hand 0", "line 1: write it so: hand SEAT TILES"),
        ("# a remark\n\nfish 0", "line 3: write it so: fish SEAT COLOUR"),
        ("cubes WW", "line 1: write it so: cubes SEAT COLOURS"),
        ("option attack dominance\n" + SET_UP, "attack must be one of"),
        ("boards P1 P1\n" + SET_UP.replace("boards P1 P0\n", ""), "2 different ones"),
        ("side C", "line 1: a coral tile shows neither side A nor side B"),
        ("space B", "line 1: 'B' is not a colour"),
        ("first 7", "line 1: '7' is not a seat"),
        ("first 3\nseats 2", "there is no seat 3"),
        ("first 2\nseats 2", "there is no seat 2"),
        ("sea WWW", "line 1: write it so: sea WWY PG? O?? ?? W"),
        ("sea WWW WWW WWW WWW W", "line 1: the open sea has 3, 3, 3, 2 and 1 tiles"),
        ("game plump 1", "line 1: the script does not begin with"),
        ("cubes 0 W", "line 1: a seat takes two cubes"),
        ("cubes 0 W?", "line 1: a seat takes two cubes"),
        ("seats 2\nfirst 0", "does not say which cubes seat 0 takes"),
        (SET_UP.replace("fish 0 P\n", ""), "does not say which start tiles seat 0"),
        (SET_UP + "hand 0 WWWWWWW", "seat 0 holds 6 start tiles, not 7"),
        (SET_UP + "hand 3 W", "there is no seat 3"),
        (SET_UP + "hand 2 W", "there is no seat 2"),
        (SET_UP + "0 jump", "'jump' is not an action"),
        (SET_UP + "jump", "neither set-up nor an action"),
        (SET_UP + "0 collect W\nseats 3", "neither set-up nor an action"),
        (SET_UP + "draw W", "put a draw after its collect"),
        (SET_UP + "0 cube Y\ndraw W", "tiles are drawn without a collect"),
        (SET_UP + "0 collect W\ndraw W", "3 tiles are drawn, not 1"),
        (SET_UP + "0 collect W\ndraw WYO\ndraw WYO", "put a draw after its collect"),
        ("position\nend", "line 1: a line of the position does not begin with 'game'"),
        ("position\n", "'end' is not in list"),
        ("x" * 500_000, "neither set-up nor an action"),
        ("x" * 500_001, "at most 500000 characters"),
        (SET_UP + "draw", "put a draw after its collect"),
        (SET_UP + "0 collect W\ndraw", "put a draw after its collect"),
        (SET_UP + "0 collect W\ndraw WY O", "put a draw after its collect"),
        ("cubes 0 WYO", "line 1: a seat takes two cubes"),
        (SET_UP + "4 collect W", "'4' is not a seat 0 to 3"),
        ("x", "line 1: 'x' is neither set-up"),
    ],
)
def test_what_is_not_a_script_is_refused_with_its_line(text: str, why: str) -> None:
    with pytest.raises(BadText) as refused:
        run_script(text)

    assert why in refused.value.text


def test_a_script_with_a_forty_first_tile_of_a_colour_is_refused() -> None:
    lines = SET_UP.replace("hand 0 YYYYOP", "hand 0 YYYYYP") + "sea YYY YYY YYY YY Y\n"
    collects = [f"{i % 2} collect {'WYOPG'[i % 5]}\ndraw YYY" for i in range(8)]
    with pytest.raises(BadText, match="there would be 41 tiles of Y"):
        run_script(lines + "\n".join(collects))


@pytest.mark.parametrize("place", ["reserve", "pool", "rocks", "hand", "front", "fish", "sea"])
def test_a_tile_counts_in_the_forty_wherever_it_lies(place: str) -> None:
    """Grey ones: 10 in the reserve, 15 in the bag, 2 on the rocks, 13 elsewhere, and one more somewhere."""

    def position(one_more_at: str | None) -> str:
        tiles = {"reserve": 10, "pool": 15, "hand": 4, "front": 3, "fish": 2, "sea": 4, "rocks": 2}
        if one_more_at is not None:
            tiles[one_more_at] += 1
        play = make(
            "G: " + " ".join(("D2", "D3", "D4")[: tiles["rocks"]]),
            hand={1: "G" * tiles["hand"]},
            front={0: "G" * tiles["front"]},
            fish={1: "G" * tiles["fish"]},
            reserve="G" * tiles["reserve"],
            pool="G" * tiles["pool"],
        )
        play.p.sea.tiles[WIDTH + 4] = tiles["sea"]
        return f"position\n{position_text(play.p)}\nend\n"

    with pytest.raises(BadText, match="there would be 41 tiles of G"):
        run_script(position(place))
    assert run_script(position(None)).stop is None


def test_a_script_of_a_position_may_say_its_start_tiles() -> None:
    state = last(run_script(SET_UP))
    text = "position\n" + position_text(state) + "\nend\nhand 0 YYYYO\n0 cube Y\n0 lay Y 0:D5 from screen"
    result = run_script(text)

    assert result.stop is None
    assert result.positions[-1].start_tiles[0] == "YYYO"
    assert last(result).players[0].secret == (13, 14, 15, 16)
    with pytest.raises(BadText, match="no seat 2"):
        run_script(text.replace("hand 0", "hand 2"))


def test_a_script_may_name_the_slot_of_a_tile() -> None:
    result = script("0 cube Y", "0 lay Y 0:D5 from screen 13=Y")

    assert result.stop is None
    assert Slot(13) not in last(result).players[0].secret


def test_draws_after_the_end_are_refused() -> None:
    position = last(run_script(SET_UP)).clone()
    position.supply.cubes[0] = 0
    text = f"position\n{position_text(position)}\nend\n0 collect W"
    assert last(run_script(text)).end.name == "SUPPLY"

    with pytest.raises(BadText, match="line 28: these tiles cannot have been drawn"):
        run_script(text + "\ndraw WWW")


def test_scores_are_shown_at_the_end() -> None:
    text, end = written(2, 6, with_draws=False)
    shown = result_text(run_script(text))

    assert f"scores {' '.join(map(str, scores(end)))} ranks" in shown


def test_a_tile_that_cannot_be_behind_the_screen_is_refused() -> None:
    lays = [f"0 lay Y 0:{at} from screen" for at in ("D5", "C5", "E5", "D6", "B5")]
    result = script("0 cube Y", *lays[:4], "0 cube Y", lays[4])

    assert result.stop is not None
    assert (result.stop.reason, result.stop.rule) == ("no-tile", "reef 4.3b")


def test_the_tile_that_pays_for_a_cylinder_may_be_left_out_if_only_one_can() -> None:
    whole = read("worked_turn")
    silent = whole.replace("0 alga p tile 4 pay O", "0 alga p tile 4")

    # Two oranges were eaten by then besides the white one: which of them pays must be said.
    with pytest.raises(BadText, match="which consumed tile pays for it"):
        run_script(silent)
    plain = (
        whole.replace("cubes=W1Y1 front=W1", "cubes=W1Y1 front=O1")
        .replace("0 alga p tile 4 pay O", "0 alga p tile 4")
        .replace("0 lay W 0:F3 from front\n", "")
    )
    assert run_script(plain).stop is None


def test_a_cylinder_that_nothing_can_pay_for_is_refused_by_the_rules() -> None:
    result = script("0 alga b space")

    assert result.stop is not None
    assert result.stop.rule.startswith("reef 4.6")


def test_a_script_leaves_out_what_is_as_usual() -> None:
    """Two seats, side A, the first seat and the white space first; tiles that are not named are unknown."""
    silent = SET_UP.replace("seats 2\n", "").replace("first 0\n", "")
    whole = SET_UP + "side A\nspace W\nsea ??? ??? ??? ?? ?\n"
    turned = last(run_script(SET_UP + "side B\nspace G\n"))

    assert last(run_script(silent)) == last(run_script(whole)) != turned
    assert set(last(run_script(silent)).sea.side) == {0} and set(turned.sea.side) == {1}
    assert [turned.sea.count(space) for space in range(5)] == [3, 3, 2, 1, 3]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_of_a_table_is_set_up(seats: int) -> None:
    lines = [f"seats {seats}", f"first {seats - 1}"]
    lines += [f"fish {seat} W" for seat in range(seats)] + [f"cubes {seat} WY" for seat in range(seats)]
    result = run_script("\n".join([*lines, f"{seats - 1} collect W"]))

    assert result.stop is None
    assert [end.seat for end in result.positions] == [0, seats - 1]
    assert [player.cubes[:2] for player in last(result).players] == [[1, 1]] * (seats - 1) + [[2, 1]]


def test_remarks_and_blank_lines_change_nothing() -> None:
    text = SET_UP + "0 collect W\n"
    remarked = "# one\n\n" + text.replace("\n", "  # more\n\n")

    assert last(run_script(remarked)) == last(run_script(text))
    assert run_script(remarked).positions[-1].line == 21
