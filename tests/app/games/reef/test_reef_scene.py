"""The scene of Reef Encounter, how its pieces stand out, its previews, hints and flights."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from app.games.picks import routes_of
from app.games.reef.flight import Flight, changed, flights, marks
from app.games.reef.lights import Light, Shown, shown_pieces
from app.games.reef.looks import (
    AlgaSpace,
    Button,
    CoralTile,
    Fish,
    Home,
    LargeSpace,
    Player,
    Space,
    Stack,
    Supply,
)
from app.games.reef.picks import ALGA_SPACE, HOME, UNDO, Aim, act, token
from app.games.reef.preview import StatusLine, preview, turned_by
from app.games.reef.scene import ACTIONS, BAG, FISH, REEF_TABLE, SEA, reef_scene
from app.games.reef.sheet import reef_scores
from app.games.scene import Look, Piece, Plate, Route, Scene, Sign, Token
from app.games.terminal import HIGH, WIDE, picture
from rules.api import Event, Face, Moved, Rolled, Seat, Slot, View
from rules.driver import LocalTable
from rules.reef.game import ReefGame
from rules.reef.notation import parse_action
from rules.reef.pieces.position import End, ReefPhase, Rules
from tests.support.reef import Play, at, lively, make

NAMES = ("Ada", "Bo", "Cy", "Di")


def view_of(play: Play, seat: int | None = 0, known: Mapping[Slot, Face] | None = None) -> View:
    return View(play.state, None if seat is None else Seat(seat), known or {})


def scene(play: Play, seat: int | None = 0, known: Mapping[Slot, Face] | None = None) -> Scene:
    return reef_scene(view_of(play, seat, known), NAMES)


def piece(play: Play, target: Token, known: Mapping[Slot, Face] | None = None) -> Piece:
    pieces = (piece for zone in scene(play, 0, known).zones for piece in zone.pieces)
    return next(piece for piece in pieces if piece.at == target)


def look(play: Play, target: Token) -> Look:
    return piece(play, target).look


def pieces(play: Play, hold: Route = (), seat: int | None = 0, known: Mapping[Slot, Face] | None = None,
           last: frozenset[Token] = frozenset()) -> dict[Token, Shown]:  # fmt: skip
    """All things that can be pressed, as they are shown while `hold` is held."""
    view = view_of(play, seat, known)
    shown = shown_pieces(
        view,
        reef_scene(view, NAMES),
        routes_of(REEF_TABLE, view),
        hold=hold,
        last=last,
        beside={1: "no answer"},
    )
    return {each.at: each for each in shown}


def shown(play: Play, target: Token, *hold: Token, seat: int | None = 0,
          known: Mapping[Slot, Face] | None = None) -> Shown:  # fmt: skip
    return pieces(play, hold, seat, known)[target]


def space(name: str) -> Token:
    return token(Aim.SPACE, at(name))


def told(play: Play, text: str, known: Mapping[Slot, Face] | None = None) -> StatusLine:
    return preview(view_of(play, 0, known), parse_action(text))


# -- boards ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("C3", "C3 on board 1, yellow polyp, coral of 3, shrimp of Bo, protected"),
        ("C2", "C2 on board 1, yellow polyp, coral of 3, guarded by Bo, protected"),
        ("B2", "B2 on board 1, yellow polyp, coral of 3, guarded by Bo"),
        ("F4", "F4 on board 1, white polyp, coral of 1"),
        ("D4", "D4 on board 1, extra growth space"),
        ("B5", "B5 on board 1, bare rock, your shrimp"),
        ("1:C4", "C4 on board 2, bare rock"),
    ],
)
def test_a_space_is_named_with_its_tile_its_coral_and_its_shrimp(name: str, words: str) -> None:
    play = make("Y: C3!1 C2 B2; W: F4; #: B5!0", boards=("P1", "P2"))

    assert piece(play, space(name)).name == words


def test_a_space_shows_its_sign_its_tile_its_shrimp_and_its_coral() -> None:
    play = make("Y: C3!1 C2 B2; W: F4; #: B5!0")
    board = scene(play).zones[0]

    assert (board.key, board.columns, len(board.pieces)) == ("board 1", 7, 42)
    assert sum(isinstance(piece.look, Space) for piece in board.pieces) == 33
    assert look(play, space("C3")) == Space("Y", 1, 1, True, at("C2") - 1)
    assert look(play, space("B2")) == Space("#", 1, None, False, at("C2") - 1)
    assert look(play, space("B5")) == Space("#", None, 0)
    assert look(play, space("D4")) == Space("*")


# -- what stands out ----------------------------------------------------------------------------


def test_without_a_hold_everything_possible_is_open_and_spaces_to_lay_on_are_lit() -> None:
    play = make("O: C5", hand={0: "WW"}, cubes={0: "WW"})
    assert shown(play, token(Aim.CUBE, 0)).light is Light.OPEN
    assert shown(play, space("D5")).light is Light.NONE
    play.do("cube W")

    assert shown(play, space("D5")).light is Light.LIT
    assert shown(play, space("D5")).name.endswith(", possible")
    assert shown(play, act(3)).light is Light.OPEN
    assert shown(play, space("C5")).light is Light.NONE


def test_with_a_hold_only_its_continuations_are_lit() -> None:
    found = pieces(make("O: C5", hand={0: "WW"}, cubes={0: "W"}), (act(2),))

    assert found[token(Aim.CUBE, 0)].light is Light.LIT
    assert found[act(2)].light is Light.HELD
    assert found[act(2)].name.endswith(", chosen")
    assert found[act(10)].light is Light.NONE


def test_the_players_shrimps_are_lit_only_after_an_action_that_needs_one() -> None:
    play = make("O: C5!0 C6")
    assert shown(play, space("C5")).light is Light.OPEN
    assert shown(play, HOME, act(5), space("C5")).light is Light.LIT


def test_in_the_set_up_the_pieces_to_choose_from_are_lit_at_once() -> None:
    play = make(secret={0: (12,)})
    play.p.phase = ReefPhase.FISH
    assert shown(play, token(Aim.TILE, 3), known={Slot(12): Face(3)}).light is Light.LIT
    assert shown(play, token(Aim.TILE, 3), seat=1).light is Light.NONE
    play.p.phase = ReefPhase.CUBES
    found = pieces(play, (token(Aim.SUPPLY, 2),))
    assert found[token(Aim.SUPPLY, 2)].light is Light.HELD
    assert found[token(Aim.SUPPLY, 4)].light is Light.LIT
    assert found[token(Aim.SEA, 2)].light is Light.HELD
    assert found[token(Aim.SEA, 4)].light is Light.LIT


def test_the_piece_that_changed_last_is_marked() -> None:
    marked = pieces(make("O: C5"), last=frozenset({space("C5")}))[space("C5")]

    assert marked.is_last
    assert marked.name.endswith(", changed last")


# -- the sea ------------------------------------------------------------------------------------


def test_the_sea_is_described() -> None:
    play = make()
    play.p.sea.tiles[6:9] = [1, 0, 2]
    play.p.supply.cubes[1] = 1
    play.p.sea.lock[0], play.p.sea.side[1], play.p.sea.alga = 1, 1, 3
    bag = scene(play).zone(BAG)

    assert look(play, token(Aim.SEA, 1)) == LargeSpace(1, 3, True, (0, 2, 2))
    assert piece(play, token(Aim.SEA, 1)).name == "Yellow space: its cube, 1 white, 2 orange; worth 3"
    assert look(play, token(Aim.SUPPLY, 1)) == Supply(1, 1, 1)
    assert piece(play, token(Aim.SUPPLY, 1)).name == "1 yellow cube in the supply"
    assert look(play, token(Aim.CORAL_TILE, 1)) == CoralTile(0, 1, 0, 1, 1, starfish=True)
    assert look(play, token(Aim.CORAL_TILE, 2)) == CoralTile(2, 0, 2, 3)
    values = [look(play, token(Aim.SEA, colour)) for colour in range(5)]
    assert [each.value for each in values if isinstance(each, LargeSpace)] == [2, 3, 4, 3, 3]
    assert bag is not None and bag.pieces[0].short == "20"
    assert (look(play, ALGA_SPACE), piece(play, ALGA_SPACE).name) == (AlgaSpace(3), "Alga space, red")
    assert piece(make(), ALGA_SPACE).name == "Alga space, empty"
    assert piece(play, token(Aim.ALGA, 0)).name == "green cylinder, 5 left"


def test_before_the_boards_are_drawn_there_are_none() -> None:
    found = reef_scene(View(ReefGame().start(2, {}), Seat(0), {}), NAMES)
    actions = found.zone(ACTIONS)

    assert found.status == "The boards are being drawn."
    assert found.zone("board 1") is None and found.zone(SEA) is None
    assert actions is not None and all(button.why for button in actions.pieces)
    state = ReefGame().start(2, {})
    for value in (0, 0, 0, 0):
        state = state.after(Rolled(value))
    shuffled = reef_scene(View(state, Seat(0), {}), NAMES)
    assert shuffled.status == "The bag is being shaken."
    assert shuffled.zone("board 1") is not None and shuffled.zone(SEA) is None


# -- players ------------------------------------------------------------------------------------


def counts(plate: Plate) -> Player:
    assert isinstance(plate.look, Player)
    return plate.look


def test_plates_count_the_pieces_that_everybody_may_see() -> None:
    play = make(hand={1: "YY"}, cubes={1: "GG"}, front={1: "O"}, fish={1: "P"})
    play.p.players[1].eaten = 2
    ada, bo = scene(play).plates

    assert (ada.seat, ada.signs, bo.seat, bo.signs) == (0, (Sign.TURN,), 1, ())
    assert counts(bo) == Player(
        eaten=2, home=4, front=(0, 0, 1, 0, 0), tiles=2, cubes=(0, 0, 0, 0, 2), fish=1
    )
    assert shown(play, token(Aim.PLAYER, 1)).name == (
        "Bo: 2 corals eaten, consumed 1 orange, 4 shrimps behind the screen, 2 tiles, cubes 2 grey, "
        "1 tile in the parrotfish, no answer"
    )


def test_hidden_counts_are_hidden_from_others_only() -> None:
    play = make(hand={0: "W", 1: "YY"})
    play.p.rules = Rules(seats=2, counts=False)
    ada, bo = (counts(plate) for plate in scene(play).plates)

    assert (ada.tiles, bo.tiles, bo.cubes, bo.fish) == (1, None, None, None)


def test_the_players_own_pieces_are_described_and_a_spectator_sees_none() -> None:
    play = make(hand={0: "WW"}, cubes={0: "P"}, front={0: "G"}, fish={0: "YYO"}, secret={0: (12,)})
    play.p.players[0].start = 14
    known = {Slot(12): Face(0), Slot(14): Face(3)}
    held = [
        (each.index, each.count)
        for zone in scene(play, known=known).zones
        for each in (piece.look for piece in zone.pieces if zone.seat == 0)
        if isinstance(each, Stack) and each.count
    ]

    assert held == [(0, 3), (3, 1), (4, 1)]
    assert piece(play, token(Aim.TILE, 0), known).name == "3 white tiles"
    assert look(play, HOME) == Home(0, 4)
    assert piece(play, token(Aim.FISH), known).look == Fish(0, (0, 2, 1, 0, 0), 3, 12)
    assert look(make(fish={0: "Y"}), token(Aim.FISH)) == Fish(0, (0, 1, 0, 0, 0), None, 3)
    assert scene(play, seat=None).zone(FISH) is None
    assert len(pieces(play, seat=None)) < len(pieces(play))


def test_a_piece_of_the_player_that_cannot_be_used_says_why() -> None:
    play = make(hand={0: "W"}, cubes={0: "W"}, front={0: "O"})

    assert piece(play, token(Aim.CUBE, 0)).why is None
    assert str(piece(play, token(Aim.TILE, 0)).why).endswith("(reef 4.1c)")
    assert piece(play.do("cube W"), token(Aim.TILE, 0)).why is None


def test_buttons_say_why_they_are_disabled() -> None:
    play = make(cubes={0: "W"})
    looks = [look(play, act(number)) for number in range(1, 11)]

    assert [each.number for each in looks if isinstance(each, Button) and each.is_enabled] == [2, 4, 8, 9, 10]
    assert str(piece(play, act(1)).why) == "None of your shrimps stands on a coral. (reef 4.2)"
    assert shown(play, act(1)).name.startswith("1, Eat a coral, not possible now: None of your shrimps")
    assert shown(play, act(2)).name == "2, Play a cube"
    assert piece(play.do("cube W"), UNDO).why is None
    assert shown(play, UNDO).name == "Undo"


def test_in_the_final_round_the_button_of_action_9_is_called_pass() -> None:
    play = make("O: C5!0 C6 B5 D5 E5 D4")
    play.p.phase, play.p.finals = ReefPhase.FINAL, (0,)
    actions = scene(play).zone(ACTIONS)

    assert actions is not None
    assert [button.name for button in actions.pieces if not button.why] == ["1, Eat a coral", "9, Pass"]


@pytest.mark.parametrize(
    ("eaten", "locks", "words"),
    [
        ((0, 0, 0), 0, ""),
        ((3, 0, 0), 0, "You have eaten three corals: a fourth ends the game."),
        ((0, 3, 0), 0, "Bo has eaten three corals: a fourth ends the game."),
        ((3, 3, 3), 0, "You, Bo and Cy have eaten three corals: a fourth ends the game."),
        ((0, 0, 0), 9, "Nine coral tiles are locked: the tenth ends the game."),
    ],
)
def test_the_approaching_end_is_announced(eaten: tuple[int, ...], locks: int, words: str) -> None:
    play = make(seats=3)
    for player, many in zip(play.p.players, eaten, strict=True):
        player.eaten = many
    play.p.sea.lock[:locks] = [0] * locks

    assert scene(play).note == words


def test_the_fullest_table_fits_a_small_terminal() -> None:
    """Four players with everything, both warnings, and a tile to be laid."""
    play = make(
        "W: F4!1",
        boards=("P0", "P1", "P2", "P3"),
        seats=4,
        hand=dict.fromkeys(range(4), "WYOPG" * 4),
        cubes=dict.fromkeys(range(4), "WYOPG"),
        front={0: "WYO", 1: "P"},
        fish=dict.fromkeys(range(4), "WWYOPG"),
    ).do("cube Y")
    for player in play.p.players[1:3]:
        player.eaten = 3
    play.p.sea.lock[:9] = [0] * 9
    play.p.sea.tiles[:] = [1, 1, 1, 0, 0, 0] * 5
    lines = picture(scene(play), view_of(play))

    assert len(lines) <= HIGH, "\n".join(lines)
    assert max(map(len, lines)) <= WIDE


def test_after_the_end_there_are_no_warnings() -> None:
    play = make()
    play.p.players[0].eaten, play.p.phase, play.p.end = 3, ReefPhase.OVER, End.CLOSED

    assert scene(play).note == ""


def test_the_sums_of_the_end_are_shown() -> None:
    play = make("W: A4!0", fish={0: "WWY", 1: "GP", 2: "GGG"}, seats=3, front={2: "O"}, cubes={0: "W"})
    assert reef_scores(view_of(play), NAMES) == ()
    play.p.phase, play.p.end = ReefPhase.OVER, End.CLOSED
    first, second, third = reef_scores(view_of(play), NAMES)

    assert (first.name, first.total, first.rank) == ("Cy", 9, 1)
    assert first.parts == ((0, 3), (0, 3), (0, 3), (0, 3), (3, 3))
    assert first.ties == "1 consumed, no cubes, no tiles, no guarded polyps"
    assert second.ties == "0 consumed, 1 cube, no tiles, 1 guarded polyp"
    assert (third.name, third.total, third.rank, third.ties) == ("Bo", 6, 3, "")


# -- previews -----------------------------------------------------------------------------------


def laying(colour: str, tiles: str, **more: object) -> Play:
    return make(tiles, hand={0: colour * 8}, cubes={0: colour}, **more).do(f"cube {colour}")  # type: ignore[arg-type]


def test_the_preview_of_a_tile_tells_what_it_consumes_and_grows() -> None:
    found = told(laying("Y", "Y: C3; O: C5"), "lay Y 0:D5 from screen")
    assert found == StatusLine("D5: grows onto D4, makes a yellow coral of 2", grown=frozenset({at("D4")}))

    found = told(laying("W", "W: E5 E6; Y: D5 D6 C5"), "lay W 0:D5 from screen")
    assert (
        found.text
        == "D5: consumes 1 yellow, splits the rest into 1 and 1, grows onto D4, makes a white coral of 4"
    )
    assert found.eaten == {at("D5")}
    assert found.grown == {at("D4")}


def test_the_preview_of_a_tile_tells_that_it_joins_corals() -> None:
    found = told(laying("P", "P: F6 G5; O: D6 D5"), "lay P 0:F5 from screen")

    assert found.text == "F5: joins 2 corals into a pink coral of 3"
    found = told(laying("Y", "Y: C4 E4"), "lay Y 0:D5 from screen")
    assert found.text == "D5: grows onto D4, joins 2 corals into a yellow coral of 4"
    found = told(laying("P", "P: E6 F6; G: E5 E4"), "lay P 0:E5 from screen")
    assert found.text == "E5: consumes 1 grey, makes a pink coral of 3"


def test_the_preview_of_eating_a_coral_tells_what_follows() -> None:
    play = make("O: C5!0 C6 B5 D5 E5 D4", fish={0: "OOW"})
    found = told(play, "eat 0:C5")
    assert found.text == (
        "2 of 6 orange into your parrotfish, worth 6 now; 4 go back to the bag, your shrimp leaves the game; "
        "from now on you may lock coral tiles"
    )
    assert found.eaten == {at(name) for name in ("C5", "C6", "B5", "D5", "E5", "D4")}

    play.p.players[0].eaten = 1
    assert told(play, "eat 0:C5").text.endswith("your shrimp leaves the game")
    play.p.players[0].eaten = 3
    assert told(play, "eat 0:C5").text.endswith("it is your fourth: the game ends")


@pytest.mark.parametrize("eaten", [0, 3])
def test_in_the_final_round_the_preview_of_eating_names_neither_locks_nor_the_end(eaten: int) -> None:
    play = make("O: C5!0 C6 B5 D5 E5 D4", secret={0: (12,), 1: (13,)})
    play.p.phase, play.p.finals, play.p.players[0].eaten = ReefPhase.FINAL, (0,), eaten

    assert told(play, "eat 0:C5").text.endswith("5 go back to the bag, your shrimp leaves the game")


def test_the_preview_of_a_cylinder_tells_which_coral_tiles_it_turns_and_locks() -> None:
    play = make(front={0: "O"}, fish={0: "WW"})
    play.p.players[0].eaten = 1
    found = told(play, "alga b space pay O")
    assert found.flipped == {3, 6, 10}
    assert found.text == (
        "Blue alga for an orange tile: turns coral tiles 3, 6, 10, yellow 3 → 3".removesuffix(
            ", yellow 3 → 3"
        )
    )
    assert told(play, "alga p tile 4 pay O").text == (
        "Purple alga for an orange tile: locks coral tile 4, turns coral tile 7, white 3 → 4, pink 3 → 2"
    )
    assert turned_by(view_of(play), 2, 4) == {7}
    play.p.sea.lock = [0, 0, 0, 0, 0, 0, 0, 0, 0, -1]
    assert told(play, "alga b tile 10 pay O").text == (
        "Blue alga for an orange tile: locks coral tile 10, turns nothing over, the last lock: the game ends"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cube W", "Lay up to 4 white tiles from behind your screen; 63 spaces are open to them."),
        ("introduce 0:G3", "Your shrimp guards the white coral of 1 at G3 on board 1."),
        ("move 0:C5 home", "Your shrimp on C5 on board 1 comes back behind the screen."),
        ("move 0:C5 0:D4", "Your shrimp waits on bare D4; it must leave before the turn ends."),
        ("move 0:C5 0:C6", "Your shrimp guards the orange coral of 2 at C6 on board 1."),
        ("trade tile O", "A consumed orange tile goes to the bag, you get a cube of its colour."),
        ("trade cube W", "Your white cube goes to the supply, you get a tile of its colour."),
        ("collect G", "You take the grey cube and no tiles; your turn ends and cannot be undone."),
    ],
)
def test_each_other_action_has_a_preview_in_words(text: str, words: str) -> None:
    play = make("O: C5!0 C6; W: G3", hand={0: "W"}, cubes={0: "W"}, front={0: "O"})

    assert told(play, text) == StatusLine(words)


def test_undo_set_up_and_passing_are_described() -> None:
    play = make("O: C5!0 C6 B5 D5 E5 D4", cubes={0: "W"}, secret={0: (12,), 1: (13,)})
    assert told(play.do("cube W"), "undo").text == "Take back the last step."
    play = make("O: C5!0 C6 B5 D5 E5 D4", secret={0: (12,), 1: (13,)})
    play.p.phase = ReefPhase.FISH
    assert told(play, "fish 12").text == "This tile counts at the end of the game and is never laid."
    play.p.phase = ReefPhase.CUBES
    assert told(play, "cubes WO").text == "You begin with a white and an orange cube."
    play.p.phase, play.p.finals = ReefPhase.FINAL, (0,)
    assert told(play, "pass").text == "You eat nothing more."


def test_actions_throughout_a_whole_game_have_a_preview() -> None:
    rng = random.Random(5)
    table = LocalTable(ReefGame().start(3, {}), 3, rng)
    while table.turn is not None:
        view = table.view(table.turn)
        for action in view.actions()[::40]:
            assert preview(view, action).text
        table.play(lively(view, rng))


# -- flights and marks --------------------------------------------------------------------------


def moved(text: str, seat: int = 0) -> tuple[Event, ...]:
    return (Moved(Seat(seat), parse_action(text)),)


PLATE = token(Aim.PLAYER, 0)


@pytest.mark.parametrize(
    ("text", "seat", "expected"),
    [
        ("lay W 0:D5 from screen", 0, [Flight("tile", 0, token(Aim.TILE, 0), space("D5"))]),
        ("lay W 0:D5 from front", 0, [Flight("tile", 0, token(Aim.FRONT, 0), space("D5"))]),
        ("lay W 0:D5 from screen", 1, [Flight("tile", 0, PLATE, space("D5"))]),
        ("introduce 0:G3", 0, [Flight("shrimp", 0, HOME, space("G3"))]),
        ("introduce 0:G3", 1, [Flight("shrimp", 0, PLATE, space("G3"))]),
        ("move 0:C5 0:G3", 0, [Flight("shrimp", 0, space("C5"), space("G3"))]),
        ("move 0:C5 home", 1, [Flight("shrimp", 0, space("C5"), PLATE)]),
        ("eat 0:C5", 0, [Flight("tile", 2, space("C5"), PLATE), Flight("tile", 2, space("C6"), PLATE)]),
        ("alga b space pay O", 0, [Flight("alga", 1, token(Aim.ALGA, 1), ALGA_SPACE)]),
        ("alga b tile 3 pay O", 0, [Flight("alga", 1, token(Aim.ALGA, 1), token(Aim.CORAL_TILE, 3))]),
        ("cube W", 0, [Flight("cube", 0, token(Aim.CUBE, 0), token(Aim.SUPPLY, 0))]),
        ("trade cube W", 1, [Flight("cube", 0, PLATE, token(Aim.SUPPLY, 0))]),
        ("trade tile W", 0, [Flight("cube", 0, token(Aim.SUPPLY, 0), token(Aim.CUBE, 0))]),
        ("trade tile W", 1, [Flight("cube", 0, token(Aim.SUPPLY, 0), PLATE)]),
        ("collect Y", 0, [Flight("cube", 1, token(Aim.SEA, 1), token(Aim.CUBE, 1)),
                          Flight("tile", 3, token(Aim.SEA, 1), token(Aim.TILE, 3))]),
        ("collect Y", 1, [Flight("cube", 1, token(Aim.SEA, 1), PLATE),
                          Flight("tile", 3, token(Aim.SEA, 1), PLATE)]),
        ("undo", 0, []),
    ],
)  # fmt: skip
def test_pieces_fly_from_and_to_where_they_are_seen(text: str, seat: int, expected: list[Flight]) -> None:
    play = make("O: C5!0 C6")
    play.p.sea.tiles[6 + 3] = 1

    assert list(flights(view_of(play, seat), moved(text))) == expected


def test_nothing_flies_for_a_roll_or_for_several_moves_at_once() -> None:
    play = make()
    assert flights(view_of(play), (Rolled(1),)) == ()
    assert flights(view_of(play), moved("cube W") * 2) == ()


def test_the_changed_pieces_are_found_by_comparing_two_views() -> None:
    play = make("Y: C3; O: C5", hand={0: "Y"}, cubes={0: "Y"}, front={0: "O"}).do("cube Y")
    before = view_of(play)
    after = view_of(play.do("lay Y 0:D5 from screen"))
    assert changed(before, after) == {space("D5"), space("D4")}
    turned = view_of(play.do("alga b space pay O"))
    assert changed(after, turned) == {token(Aim.CORAL_TILE, k) for k in (3, 6, 10)}
    assert changed(View(ReefGame().start(2, {}), None, {}), after) == frozenset()


def test_marks_gather_during_a_turn_and_are_cleared_at_the_start_of_the_next() -> None:
    play = make("Y: C3; O: C5", hand={0: "YY"}, cubes={0: "Y"})
    old = frozenset({space("G3")})
    start = view_of(play)
    cube = view_of(play.do("cube Y"))
    first = view_of(play.do("lay Y 0:D5 from screen"))

    assert marks(start, cube, moved("cube Y"), old) == frozenset()
    assert marks(cube, first, moved("lay Y 0:D5 from screen"), old) == {
        space("G3"), space("D5"), space("D4")}  # fmt: skip
    assert marks(start, cube, (Rolled(1),), old) == old
