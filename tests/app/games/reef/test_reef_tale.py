"""Single lines of Reef's story, word for word: every kind of step, and events that are rare."""

from __future__ import annotations

import pytest

from app.games.reef.entry import REEF
from app.games.reef.narrator import reef_narrator
from app.games.reef.preview import preview
from app.games.reef.sheet import terminal_sheet
from rules.api import Event, Face, Left, Moved, Rolled, Seat, Shown, Shuffled, View
from rules.plump.game import PlumpGame
from rules.reef.game import ReefGame
from rules.reef.notation import parse_action
from rules.reef.pieces.facts import COLOURS
from rules.reef.pieces.position import End, ReefPhase
from tests.support.reef import Play, make

NAMES = ("Ada", "Bo", "Cy", "Dee")


def tell(play: Play, event: Event, viewer: int | None = None) -> list[str]:
    """The lines that are told of an event."""
    seat = None if viewer is None else Seat(viewer)
    before = View(play.state, seat, {})
    play.happen(event)
    return list(reef_narrator(before, event, View(play.state, seat, {}), NAMES[: play.p.rules.seats]))


def did(play: Play, text: str, viewer: int | None = None) -> list[str]:
    return tell(play, Moved(Seat(play.p.seat), parse_action(text)), viewer)


def came(play: Play, faces: str) -> list[str]:
    """Open the slots that are asked for."""
    need = play.state.needs[0]
    return tell(play, Shown(need.slots, need.to, tuple(Face(COLOURS.index(face)) for face in faces)))


@pytest.mark.parametrize(
    ("tiles", "steps", "line"),
    [
        ("W: A4", ("cube W",), "Ada plays a white cube."),
        (
            "W: A4",
            ("cube W", "lay W 0:A5 from screen"),
            "Ada lays a white tile on A5 on board 1: a coral of 2.",
        ),
        ("", ("cube W", "lay W 0:A5 from screen"), "Ada lays a white tile on A5 on board 1: a single polyp."),
        (
            "",
            ("cube W", "lay W 0:D5 from front"),
            "Ada lays a consumed white tile on D5 on board 1: growth on D4, a coral of 2.",
        ),
        (
            "W: B5 B6; O: C5 D5",
            ("cube W", "lay W 0:C5 from screen"),
            "Ada lays a white tile on C5 on board 1: 1 orange consumed, a coral of 3.",
        ),
        (
            "W: E6 E5; O: C5 D5 D6",
            ("cube W", "lay W 0:D5 from screen"),
            "Ada lays a white tile on D5 on board 1: 1 orange consumed (the rest of its coral falls into 1 "
            "and 1), growth on D4, a coral of 4.",
        ),
        (
            "W: B6 D6",
            ("cube W", "lay W 0:C6 from screen"),
            "Ada lays a white tile on C6 on board 1: 2 corals are now one of 3.",
        ),
        (
            "W: E4 C5",
            ("cube W", "lay W 0:D5 from screen"),
            "Ada lays a white tile on D5 on board 1: growth on D4, 2 corals are now one of 4.",
        ),
        (
            "O: C5",
            ("introduce 0:C5",),
            "Ada places a new shrimp on C5 on board 1: it guards a single orange polyp.",
        ),
        (
            "O: C5 D5",
            ("introduce 0:C5",),
            "Ada places a new shrimp on C5 on board 1: it guards an orange coral of 2.",
        ),
        (
            "O: C5!0; W: A4 A5",
            ("move 0:C5 0:A4",),
            "Ada moves a shrimp from C5 on board 1 to A4 on board 1: it guards a white coral of 2.",
        ),
        (
            "O: C5!0",
            ("move 0:C5 1:A4",),
            "Ada moves a shrimp from C5 on board 1 to the bare rock A4 on board 2.",
        ),
        ("O: C5!0", ("move 0:C5 home",), "Ada takes the shrimp on C5 on board 1 back behind the screen."),
        ("", ("trade tile Y",), "Ada trades a consumed yellow tile for a cube of that colour."),
        ("", ("trade cube W",), "Ada trades a white cube for a tile of that colour."),
        ("", ("cube W", "undo"), "Ada takes back the last step."),
        (
            "O: B5 B6 C6 D6 E6 C5!0",
            ("eat 0:C5",),
            "Ada eats the orange coral of 6 at C5 on board 1: 2 of it into the parrotfish, worth 6 now, "
            "4 back to the bag; the shrimp leaves the game.",
        ),
        (
            "O: B5 B6 C6 D6 C5!0",
            ("eat 0:C5",),
            "Ada eats the orange coral of 5 at C5 on board 1: 1 of it into the parrotfish, worth 3 now, "
            "4 back to the bag; the shrimp leaves the game.",
        ),
    ],
)
def test_a_step_is_described_with_its_consequences(tiles: str, steps: tuple[str, ...], line: str) -> None:
    play = make(tiles, hand={0: "WWW"}, cubes={0: "W"}, front={0: "WY"})
    play.do(*steps[:-1])

    assert did(play, steps[-1])[0] == line


def test_the_viewer_is_called_you() -> None:
    play = make("O: B5 B6 C6 D6 E6 C5!0")

    assert did(play, "eat 0:C5", viewer=0) == [
        "You eat the orange coral of 6 at C5 on board 1: 2 of it into your parrotfish, worth 6 now, "
        "4 back to the bag; your shrimp leaves the game.",
        "You may lock coral tiles from now on.",
    ]


def test_without_extra_growth_nothing_of_a_coral_of_five_goes_to_the_fish() -> None:
    play = make("O: B5 B6 C6 D6 C5!0", growth=False)

    assert did(play, "eat 0:C5")[0].startswith(
        "Ada eats the orange coral of 5 at C5 on board 1: none of it into the parrotfish, 5 back to the bag;"
    )


def test_a_cylinder_is_described_with_what_it_turned_and_locked() -> None:
    play = make(front={0: "PPPP"})
    play.p.players[0].eaten = 1

    assert did(play, "alga b space pay P") == [
        "Ada pays a pink tile for a blue cylinder: it goes onto the alga space.",
        "It turns over coral tiles 3 (orange beats yellow), 6 (grey beats orange) and "
        "10 (yellow beats grey).",
    ]
    assert did(play, "alga r tile 3 pay P") == [
        "Ada pays a pink tile for a red cylinder: it locks coral tile 3, orange beats yellow.",
        "It turns over coral tiles 2 (orange beats white), 9 (white beats grey) and 10 (grey beats yellow).",
        "Now worth: yellow 2 instead of 3, orange 4 instead of 3.",
    ]


@pytest.mark.parametrize(("locks", "last"), [(8, "Nine coral tiles are locked: the tenth ends the game.")])
def test_the_ninth_lock_warns_that_the_tenth_ends_the_game(locks: int, last: str) -> None:
    play = make(front={0: "P"}, fish={0: "WW"})
    play.p.players[0].eaten = 1
    play.p.sea.lock[:locks] = [0] * locks

    assert did(play, "alga r tile 9 pay P")[-1] == last


def test_the_last_lock_ends_the_turns_and_says_who_is_skipped_and_why() -> None:
    play = make(
        "O: A4 A5 B5 B6 C6 C5!1; W: 1:A3 1:A4 1:A5 1:A6 1:B6!2", seats=4, front={0: "P"}, fish={0: "WW"}
    )
    play.starts(20, 21, 22, 23)
    play.p.players[0].eaten = 1
    play.p.sea.lock = [0] * 8 + [3, -1]

    assert did(play, "alga b tile 10 pay P")[-4:] == [
        "All ten coral tiles are locked: there are no more turns.",
        "Bo may eat one more coral, of at least 6 tiles.",
        "Cy is skipped, guarding no coral of 6 tiles or more.",
        "Dee is skipped, guarding no coral of 6 tiles or more.",
    ]
    assert did(play, "pass") == ["Bo eats nothing more."]
    assert came(play, "WYOP")[0] == (
        "The start tiles in the parrotfish are opened: "
        "Ada's is white, Bo's is yellow, Cy's is orange and Dee's is pink."
    )


def test_the_fourth_shrimp_ends_the_turns() -> None:
    play = make("O: B5 B6 C6 D6 E6 C5!0")
    play.p.players[0].eaten, play.p.players[0].home = 3, 0
    play.starts(20, 21)

    assert did(play, "eat 0:C5", viewer=0)[1:] == [
        "You have eaten with all four shrimps: there are no more turns.",
        "Nobody else can eat one more coral.",
        "Bo is skipped, guarding no coral of 6 tiles or more.",
    ]


def test_the_end_of_the_supply_is_announced_before_it_comes() -> None:
    play = make(hand={0: "W"}, cubes={0: "W"}, front={0: "WY"})
    play.p.supply.cubes[1], play.p.supply.cubes[0] = 1, 0

    assert did(play, "trade tile Y")[1:] == [
        "No yellow cube is left in the supply: collecting from the yellow space would end the game."
    ]
    assert did(play, "cube W")[1:] == ["There is a white cube in the supply again."]
    lines = did(play, "collect Y")
    assert lines[:2] == [
        "Ada collects from the yellow space: the cube and no tiles.",
        "No yellow cube is left for the yellow space: the game is over, without a final round.",
    ]


def test_the_bag_is_described_as_it_runs_out() -> None:
    play = make(pool="WY", reserve="", deck=(0, 4))
    play.p.supply.reserve = [0, 0, 1, 0, 0]

    assert did(play, "collect W") == ["Ada collects from the white space: the cube and no tiles."]
    assert tell(play, Rolled(0)) == [  # twice the first tile of the pool, then unopened slots
        "From the returned tiles: 1 white to the white space, 1 yellow to the yellow space."
    ]
    assert came(play, "PGP") == [
        "From the bag: 1 pink to the orange space, 1 grey to the pink space, 1 pink to the grey space.",
        "1 tile is left in the bag: if the open sea cannot be refilled, the game ends.",
    ]


def test_drawn_tiles_are_described_with_their_source() -> None:
    play = make(pool="", deck=(10, 60))
    for space in range(1, 5):
        play.p.sea.tiles[space * 6] = 3

    assert did(play, "collect W") == ["Ada collects from the white space: the cube and no tiles."]
    assert came(play, "P") == ["From the bag: 1 pink to the white space."]


def test_the_last_tile_of_the_bag_is_described_as_a_part_of_the_collection() -> None:
    play = make(pool="P", reserve="")
    for space in range(5):
        play.p.sea.tiles[space * 6] = 3

    assert did(play, "collect W") == [
        "Ada collects from the white space: the cube and 3 white.",
        "From the returned tiles: 1 pink to the white space.",
        "No tiles are left in the bag: if the open sea cannot be refilled, the game ends.",
    ]


def test_the_bonus_tiles_go_into_an_empty_bag() -> None:
    play = make(pool="")
    for space in range(5):
        play.p.sea.tiles[space * 6] = 3

    assert did(play, "collect W") == [
        "Ada collects from the white space: the cube and 3 white.",
        "The bag is empty: the bonus tiles go into it, and the reserve is gone.",
    ]


def test_a_bag_that_cannot_fill_the_sea_ends_the_game() -> None:
    play = make(pool="", reserve="")
    play.starts(20, 21)

    assert did(play, "collect W")[1:] == [
        "The bag does not hold enough tiles for the open sea: the game is over, without a final round."
    ]


def test_full_boards_end_the_game() -> None:
    play = make("")
    for space in play.p.ground.rock:
        play.p.rocks.tile[space] = 0
    play.p.set_rocks(play.p.rocks)
    play.starts(20, 21)

    assert did(play, "collect W")[1:] == [
        "No tile can be laid anywhere any more: the game is over, without a final round."
    ]


def test_the_final_sums_name_the_tie_breaks_between_equal_points() -> None:
    play = make("W: A4!1 A5", fish={0: "WW", 1: "YY"}, front={0: "P", 1: "P"}, cubes={0: "O", 1: "OO"})
    play.p.phase, play.p.end = ReefPhase.SCORE, End.SUPPLY
    play.starts(20, 21)

    assert came(play, "WW") == [
        "The start tiles in the parrotfish are opened: Ada's is white and Bo's is white.",
        "A tile is worth: white 3, yellow 3, orange 3, pink 3, grey 3.",
        "Ada's parrotfish: 3 white × 3 = 9.",
        "Bo's parrotfish: 1 white × 3 + 2 yellow × 3 = 9.",
        "Tied on 9 points: Ada has 1 consumed tile, 1 cube; Bo has 1 consumed tile, 2 cubes.",
        "Bo wins with 9 points.",
        "Ada is second with 9 points.",
    ]
    assert REEF.result(play.state, NAMES[:2]).splitlines() == [
        "Tiles in the parrotfish, and the value of each colour now:",
        "       white  yellow  orange  pink  grey  points",
        "worth      3       3       3     3     3",
        "Ada        3       -       -     -     -       9",
        "Bo         1       2       -     -     -       9",
        "Tied at 9; more is better, from left to right:",
        "Ada  1 consumed tile, 1 cube, no tiles behind the screen, no guarded polyps",
        "Bo   1 consumed tile, 2 cubes, no tiles behind the screen, 2 guarded polyps",
        "1. Bo, 9 points",
        "2. Ada, 9 points",
    ]


def test_a_sheet_before_the_end_says_that_start_tiles_are_not_counted_yet() -> None:
    play = make(fish={0: "WW"})

    assert terminal_sheet(play.state, NAMES[:2]).splitlines()[1:] == [
        "       white  yellow  orange  pink  grey  points",
        "worth      3       3       3     3     3",
        "Ada        2       -       -     -     -       6",
        "Bo         -       -       -     -     -       0",
        "The start tiles in the parrotfish are not counted before the end.",
    ]
    with pytest.raises(TypeError):
        terminal_sheet(PlumpGame().start(3, {}), NAMES[:3])


def test_a_game_ended_by_a_leaver_is_described_with_its_scores_and_closed_start_tiles() -> None:
    play = make("O: C5!1 D5", fish={0: "W"})
    play.starts(20, 21)

    assert tell(play, Left(Seat(1), "left"), viewer=0) == [
        "Bo has left the table.",
        "Bo's 1 shrimp leaves the boards.",
        "The game is over: fewer than two players are left.",
        "A tile is worth: white 3, yellow 3, orange 3, pink 3, grey 3.",
        "Your parrotfish: 1 white × 3 = 3, the start tile staying closed.",
        "Bo's parrotfish: nothing = 0, the start tile staying closed.",
        "You win with 3 points.",
        "Bo is second with 0 points.",
    ]


def test_a_search_of_the_bag_is_described_step_by_step() -> None:
    play = make("", hand={0: "W"}, cubes={0: "W"}, pool="", deck=(30, 33))
    lines = did(play.do("cube W"), "lay W 0:D5 from screen")

    assert lines[1:] == ["The bonus reserve has no white tile: the bag is searched for one."]
    assert came(play, "Y") == ["Turned face up in the bag: 1 yellow. No white tile yet: the search goes on."]
    assert came(play, "OP") == ["Turned face up in the bag: 1 orange, 1 pink. The bag has no white tile."]


def test_a_player_who_has_not_been_shown_a_hand_reads_how_many_tiles_it_has() -> None:
    """So does a seat that has forgotten its own hand, after a restart in a game that is over for it."""
    state = ReefGame().start(2, {})
    for value in (0, 0, 0, 0):
        state = state.after(Rolled(value))
    play = Play(state.position)
    need = play.state.needs[0]
    play.happen(Shuffled(need.pile, need.into))
    sea, first, _ = play.state.needs
    play.happen(Shown(sea.slots, None, tuple(Face(0) for _ in sea.slots)))
    shown = Shown(first.slots, first.to, None)
    before = View(play.state, Seat(0), {})
    after = View(play.state.after(shown), Seat(0), {slot: Face(3) for slot in first.slots})

    blind, spectator = View(after.state, Seat(0), {}), View(after.state, None, {})

    assert reef_narrator(before, shown, after, NAMES[:2]) == ("You draw 6 pink.",)
    assert reef_narrator(before, shown, blind, NAMES[:2]) == ("You draw 6 hidden tiles.",)
    assert reef_narrator(before, shown, spectator, NAMES[:2]) == ("Ada draws 6 hidden tiles.",)


@pytest.mark.parametrize("rolls", [(), (0, 0, 0, 0)])
def test_a_game_that_ends_before_it_has_begun_has_no_sums(rolls: tuple[int, ...]) -> None:
    state = ReefGame().start(2, {})
    for value in rolls:
        state = state.after(Rolled(value))

    assert tell(Play(state.position), Left(Seat(1), "left"), viewer=0) == [
        "Bo has left the table.",
        "The game is over: fewer than two players are left.",
        "You win with 0 points.",
        "Bo is second with 0 points.",
    ]


@pytest.mark.parametrize("eaten", [0, 2, 3])
def test_the_line_about_a_coral_eaten_in_the_final_round_names_neither_locks_nor_the_end(eaten: int) -> None:
    play = make("O: B5 B6 C6 D6 E6 E5 C5!0")
    play.p.phase, play.p.finals, play.p.players[0].eaten = ReefPhase.FINAL, (0,), eaten
    play.starts(20, 21)

    assert did(play, "eat 0:C5") == [
        "Ada eats the orange coral of 7 at C5 on board 1: 2 of it into the parrotfish, worth 6 now, "
        "5 back to the bag; the shrimp leaves the game."
    ]


@pytest.mark.parametrize(
    ("front", "cubes", "tie"),
    [
        ("PP", "", "Ada has 2 consumed tiles; Bo has no consumed tiles"),
        ("", "O", "Ada has no consumed tiles, 1 cube; Bo has no consumed tiles, no cubes"),
        (
            "",
            "",
            "Ada has no consumed tiles, no cubes, no tiles behind the screen, no guarded polyps; "
            "Bo has no consumed tiles, no cubes, no tiles behind the screen, no guarded polyps",
        ),
    ],
)
def test_a_tie_is_described_up_to_the_tie_break_that_decides_it(front: str, cubes: str, tie: str) -> None:
    play = make("", fish={0: "WW", 1: "WW"}, front={0: front}, cubes={0: cubes})
    play.p.phase, play.p.end = ReefPhase.SCORE, End.SUPPLY
    play.starts(20, 21)

    assert f"Tied on 9 points: {tie}." in came(play, "WW")


@pytest.mark.parametrize(
    ("refill", "told"),
    [(15, "10 tiles are left in the bag: if the open sea cannot be refilled, the game ends."), (16, "")],
)
def test_a_bag_of_ten_tiles_is_mentioned_and_one_of_eleven_is_not(refill: int, told: str) -> None:
    play = make(pool="", deck=(0, refill))
    lines = [*did(play, "collect W"), *came(play, "WYOPG")]

    assert [line for line in lines if "in the bag" in line] == ([told] if told else [])


@pytest.mark.parametrize(
    ("locked", "told", "foretold"),
    [
        (
            (2,),
            "It turns over coral tiles 6 (grey beats orange) and 10 (yellow beats grey).",
            "turns coral tiles 6, 10, yellow 3 → 4, orange 3 → 2",
        ),
        (
            (2, 5),
            "It turns over coral tile 10 (yellow beats grey).",
            "turns coral tile 10, yellow 3 → 4, grey 3 → 2",
        ),
        ((2, 5, 9), "It turns nothing over.", "turns nothing over"),
    ],
)
def test_coral_tiles_are_counted_in_words_before_and_after_they_turn(
    locked: tuple[int, ...], told: str, foretold: str
) -> None:
    play = make(front={0: "P"})
    for tile in locked:
        play.p.sea.lock[tile] = 0
    line = preview(View(play.state, Seat(0), {}), parse_action("alga b space pay P")).text

    assert line == f"Blue alga for a pink tile: {foretold}"
    assert did(play, "alga b space pay P")[1] == told


def test_the_sheet_lists_ties_from_the_highest_points_down_and_cuts_long_names_in_columns() -> None:
    play = make("", seats=4, fish={0: "WW", 1: "Y", 2: "YY", 3: "W"})
    play.p.phase, play.p.end = ReefPhase.OVER, End.SUPPLY
    lines = terminal_sheet(play.state, ("Ada", "Bartholomew", "Cy", "Dee")).splitlines()

    assert lines[4] == "Bartholom      -       1       -     -     -       3"
    assert [line.partition("  ")[0] for line in lines[7:]] == [
        "Tied at 6; more is better, from left to right:", "Ada", "Cy",
        "Tied at 3; more is better, from left to right:", "Bartholomew", "Dee",
    ]  # fmt: skip
