"""The texts of actions and positions."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.api import Slot
from rules.errors import BadText
from rules.reef import actions as a
from rules.reef.game import ReefGame
from rules.reef.notation import action_of, parse_action
from rules.reef.pieces.boards import ground_of
from rules.reef.pieces.facts import NONE
from rules.reef.pieces.position import End, Position, ReefPhase, Rules
from rules.reef.pieces.rocks import Rocks
from rules.reef.state import ReefState
from rules.reef.text import parse_position, position_text, read_position
from tests.support.reef import make

GAME = ReefGame()
COLOUR = st.integers(0, 4)
SPACE = st.integers(0, 167)
ACTIONS = st.one_of(
    st.just(a.Undo()),
    st.just(a.Pass()),
    st.builds(a.FeedStart, st.integers(0, 199).map(Slot)),
    st.builds(a.TakeCubes, COLOUR, COLOUR),
    st.builds(a.Eat, SPACE),
    st.builds(a.PlayCube, COLOUR),
    st.builds(a.Lay, COLOUR, SPACE, st.sampled_from(a.Source), st.none()),
    st.builds(a.Lay, COLOUR, SPACE, st.just(a.Source.SCREEN), st.integers(0, 199).map(Slot)),
    st.builds(a.Introduce, SPACE),
    st.builds(a.Move, SPACE, st.one_of(SPACE, st.just(NONE))),
    st.builds(a.BuyCube, COLOUR),
    st.builds(a.PlayAlga, alga=st.integers(0, 3), target=st.integers(0, 10), pay=COLOUR),
    st.builds(a.BuyTile, COLOUR),
    st.builds(a.Collect, COLOUR),
)


@given(action=ACTIONS)
@example(action=a.Move(0, 0))
@example(action=a.PlayAlga(alga=0, target=10, pay=0))
def test_every_action_reads_back_from_text_and_code(action: a.ReefAction) -> None:
    assert parse_action(str(action)) == action
    laying = action.colour if isinstance(action, a.Lay) else NONE
    slot = action.slot if isinstance(action, a.Lay) else None
    assert action_of(action.code, laying, slot) == action


@given(one=ACTIONS, other=ACTIONS)
def test_no_two_actions_share_text_or_code(one: a.ReefAction, other: a.ReefAction) -> None:
    assert (str(one) == str(other)) == (one == other)
    if not isinstance(one, a.Lay):  # the colour of a lay is the colour being laid, its slot the lowest
        assert (one.code == other.code) == (one == other)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "undo ",
        "Undo",
        "fish",
        "fish 200",
        "fish 07",
        "fish 1000",
        "cubes W",
        "cubes WX",
        "eat E4",
        "cube w",
        "cube WY",
        "lay P D5 from screen",
        "lay P 0:D5 from hand",
        "lay P 0:D5 at screen",
        "lay P 0:D5 from screen 17",
        "lay P 0:D5 from screen 17=W",
        "lay P 0:D5 from screen 17=P ",
        "move 0:A1",
        "move home 0:A1",
        "trade shrimp W",
        "alga b tile 0 pay W",
        "alga b tile 11 pay W",
        "alga b tile 01 pay W",
        "alga x space pay W",
        "alga b rock pay W",
        "alga b space W",
        "collect 1",
        "collect  W",
    ],
)
def test_any_other_spelling_of_an_action_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        parse_action(text)


TEXT = position_text(make("O: C5!0 1:D4; #: D4!1", cubes={0: "W"}, front={1: "YY"}, fish={0: "G"}).p)


def test_the_text_of_a_position_draws_the_boards() -> None:
    assert TEXT.splitlines() == [
        "game seats=2 by_size=no house=no growth=yes counts=yes",
        "waits turn seat=0 end=not finals=- gone=-",
        "turn step=0 first=0 first_space=0 laid_cubes=0 behind=0 moved=0 undone=0 deck=0 deck_end=0 ender=-",
        "flags -",
        "laying - fetch=- queue=- opening=-",
        "corals 1A 2A 3A 4A 5A 6A 7A 8A 9A 10A",
        "algae space=- left=g5b5p5r5",
        "supply cubes=W8Y9O9P9G9 reserve=W1Y1O1P1G1 pool=W4Y4O4P4G4",
        "sea W=-+cube Y=-+cube O=-+cube P=-+cube G=-+cube",
        "seat 0 screen=- start=- cubes=W1 front=- fish=G1 hidden=- shrimps=3 eaten=0",
        "seat 1 screen=- start=- cubes=- front=Y2 fish=- hidden=- shrimps=3 eaten=0",
        "rock 0 P1",
        "1 -- -- -- #- #- #- --",
        "2 #- #- #- #- #- #- --",
        "3 #- #- #- #- -- #- #-",
        "4 #- -- #- *1 #- #- #-",
        "5 #- #- O0 #- #- #- #-",
        "6 -- #- #- #- #- #- --",
        "rock 1 P0",
        "1 -- -- -- #- #- #- --",
        "2 -- #- #- #- #- #- --",
        "3 #- #- -- #- #- #- #-",
        "4 #- #- #- O- #- -- #-",
        "5 #- #- #- -- #- #- #-",
        "6 #- #- #- #- #- #- #-",
    ]
    assert position_text(parse_position(TEXT)) == TEXT


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("game seats=2", "game seats=1", "not for 1 seats"),
        ("game seats=2", "game seats=5", "5 is more than 4"),
        ("by_size=no", "by_size=maybe", "not a position of Reef Encounter: 'maybe'"),
        ("waits turn", "waits lunch", "not a position of Reef Encounter: 'LUNCH'"),
        ("waits turn", "waits fetch", "do not fit its phase"),
        ("waits turn", "waits score", "do not fit its phase"),
        ("seat=0 end", "seat=2 end", "2 is more than 1"),
        ("finals=-", "finals=7", "no seat 7"),
        ("step=0", "step=9", "a number of the turn line is out of range"),
        ("first=0", "first=2", "a number of the turn line is out of range"),
        ("first_space=0", "first_space=5", "a number of the turn line is out of range"),
        ("deck=0", "deck=9", "a number of the turn line is out of range"),
        ("deck=0", "spade=0", "unknown number 'spade'"),
        ("flags -", "flags quick", "this is not the canonical spelling of a"),
        ("laying -", "laying X", "not a position of Reef Encounter"),
        ("queue=-", "queue=Q", "not a position of Reef Encounter"),
        ("1A 2A", "1C 2A", "not a position of Reef Encounter"),
        ("1A 2A", "1Ax 2A", "not a position of Reef Encounter"),
        ("10A", "10A 11A", "not a position of Reef Encounter"),
        ("left=g5", "left=g6000", "6000 is more than 200"),
        ("cubes=W8", "cubes=W99", "more components than the game has"),
        ("pool=W4", "pool=W190", "more components than the game has"),
        ("pool=W4", "pool=W", "'' is not a number"),
        ("W=-+cube", "V=-+cube", "not a position of Reef Encounter"),
        ("W=-+cube", "W=-+shrimp", "'' is not a number"),
        ("front=Y2", "front=Y02", "'02' is not a number"),
        ("shrimps=3", "shrimps=5", "5 is more than 4"),
        ("start=-", "start=0-20", "'0-20' is not a run of slots"),
        ("start=-", "start=0-9", "'0-9' is not a run of slots"),
        ("rock 0 P1", "rock 0 P9", "not the rocks of a game"),
        ("rock 1 P0\n", "", "not the rocks of a game"),
        ("5 #- #- O0", "5 #- #- O2", "2 is more than 1"),
        ("5 #- #- O0", "5 #- #- X0", "not a position of Reef Encounter"),
        ("5 #- #- O0", "5 #- #- O", "'' is not a number"),
        ("5 #- #- O0", "5 #- O0", "not a position of Reef Encounter"),
        ("1 -- -- -- #-", "1 W- -- -- #-", "this is not the canonical spelling of a"),
        ("supply", "demand", "a line of the position does not begin with"),
        ("deck_end=0", "deck_end=201", "201 is more than 200"),
        ("undone=0", "undone=201", "201 is more than 200"),
        ("pool=W4Y4O4P4G4", "pool=W200Y1", "more components than the game has"),
        ("cubes=W8Y9O9P9G9", "cubes=W50Y1", "more components than the game has"),
        ("eaten=0", "eaten=5", "5 is more than 4"),
        ("hidden=-", "hidden=200", "200 is more than 199"),
    ],
)
def test_a_changed_position_is_refused(old: str, new: str, why: str) -> None:
    assert old in TEXT
    with pytest.raises(BadText, match=re.escape(why)):
        parse_position(TEXT.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("step=0", "step=8"),
        ("first=0", "first=1"),
        ("first_space=0", "first_space=4"),
        ("deck_end=0", "deck_end=200"),
        ("undone=0", "undone=200"),
        ("pool=W4Y4O4P4G4", "pool=W200"),
        ("cubes=W8Y9O9P9G9", "cubes=W50"),
        ("shrimps=3 eaten=0", "shrimps=4 eaten=4"),
        ("start=-", "start=0-8"),
        ("hidden=-", "hidden=199"),
        ("finals=-", "finals=1"),
    ],
)
def test_a_position_that_is_barely_possible_is_read(old: str, new: str) -> None:
    text = TEXT.replace(old, new, 1)

    assert text != TEXT and position_text(parse_position(text)) == text


def test_an_endless_text_is_refused() -> None:
    with pytest.raises(BadText, match="a line of the position does not begin"):
        parse_position("x" * 10_000)
    with pytest.raises(BadText, match="that long"):
        parse_position("x" * 10_001)
    with pytest.raises(BadText, match="the text is too long for a position of Reef Encounter"):
        GAME.parse_state("x" * (GAME.longest_text + 1))
    with pytest.raises(BadText, match="no position of Reef Encounter is that long"):
        GAME.parse_state("x" * GAME.longest_text)
    with pytest.raises(BadText, match="too long"):
        GAME.parse_state(TEXT + "\nundo " + "; ".join(["cube W"] * 3000))


def test_scripts_may_spell_counts_in_another_order() -> None:
    sloppy = TEXT.replace("W8Y9O9P9G9", "Y9O9P9G9W8")
    with pytest.raises(BadText, match="canonical"):
        parse_position(sloppy)

    assert position_text(read_position(sloppy)) == TEXT


@pytest.mark.parametrize(
    "tail", ["\nundo", "\nundo ", "\nundo jump", "\nundo cube P", "\nundo cube W\n99 x", "\nundo cube W\nx y"]
)
def test_a_position_text_with_impossible_undo_steps_is_refused(tail: str) -> None:
    with pytest.raises(BadText):
        GAME.parse_state(TEXT + tail)


def test_faces_are_named_by_colours() -> None:
    assert [GAME.parse_face(GAME.face_text(GAME.parse_face(c))) for c in "WYOPG"] == [0, 1, 2, 3, 4]
    for text in ("", "w", "WY", "?"):
        with pytest.raises(BadText):
            GAME.parse_face(text)


# -- the digest -----------------------------------------------------------------------------

DERIVED = {"coral", "group", "size", "guard", "is_shared", "spelled", "posted", "beats"}
PARTS = {
    "rocks": lambda position: position.rocks,
    "sea": lambda position: position.sea,
    "players": lambda position: position.players[1],
    "supply": lambda position: position.supply,
    "course": lambda position: position.course,
}
EMPTY = Position(Rules(seats=2))
FIELDS = [("", name) for name in Position.__slots__ if name not in PARTS] + [
    (part, name) for part, of in PARTS.items() for name in of(EMPTY).__slots__ if name not in DERIVED
]


@pytest.mark.parametrize(("part", "name"), FIELDS)
def test_every_part_of_a_position_is_in_its_digest_and_its_equality(part: str, name: str) -> None:
    play = make("O: C5!0", secret={1: (12, 13)})
    before, text = play.state.digest(), play.state.text()
    other = make("O: C5!0", secret={1: (12, 13)}).p
    assert (other == play.p, ReefState(other).digest()) == (True, before)
    change(PARTS[part](other) if part else other, name)

    assert other != play.p
    assert ReefState(other).digest() != before
    if name not in ("tile", "shrimp"):  # those are drawn; the rest stands in words
        assert ReefState(other).text() != text


def change(owner: object, name: str) -> None:
    """Change one field of a position or a part of it, and nothing else."""
    value = getattr(owner, name)
    new: dict[str, object] = {
        "rules": Rules(seats=2, by_size=False, counts=False),
        "ground": ground_of(("P1", "P2")),
        "phase": ReefPhase.FINAL,
        "end": End.SUPPLY,
        "secret": (12, 14),
    }
    if name in new:
        setattr(owner, name, new[name])
    elif isinstance(owner, Rocks) and name == "tile":
        owner.put_tile(40, 1)
    elif name == "shrimp":
        value[40] = 1
    elif isinstance(value, tuple):
        setattr(owner, name, (1,))
    elif isinstance(value, list):
        value[1] ^= 1
    else:
        setattr(owner, name, not value if isinstance(value, bool) else value + 1)


def test_positions_that_differ_only_in_what_can_be_undone_have_different_digests() -> None:
    plain = make("O: C5!0", cubes={0: "W"})
    undone = make("O: C5!0", cubes={0: "W"})
    plain.do("move 0:C5 0:C4", "move 0:C4 0:C5")
    undone.do("move 0:C5 0:D5", "move 0:D5 0:C5")

    assert plain.p == undone.p
    assert plain.state.digest() != undone.state.digest()
    assert len(plain.state.digest()) == 32


def test_a_position_differs_from_other_objects_and_can_be_a_key() -> None:
    one, same = make("O: C5!0"), make("O: C5!0")

    assert one.p != "a position"
    assert len({one.state, same.state}) == 1


def test_a_position_text_whose_undo_steps_lead_to_another_position_is_refused() -> None:
    text = make("O: C5!0").do("move 0:C5 home").state.text()
    assert "undo move 0:C5 home" in text

    with pytest.raises(BadText, match="do not lead to the position"):
        GAME.parse_state(text.replace("front=-", "front=W1", 1))


def test_a_position_without_its_boards_is_refused() -> None:
    with pytest.raises(BadText, match="the boards are missing"):
        parse_position(TEXT.partition("\nrock")[0])


@pytest.mark.parametrize("seats", [1, 5])
def test_a_position_is_for_two_to_four_players(seats: int) -> None:
    for there in (2, 4):
        assert parse_position(position_text(Position(Rules(seats=there)))).rules.seats == there
    with pytest.raises(BadText):
        parse_position(position_text(Position(Rules(seats=seats))))


def test_a_start_tile_lies_in_one_of_two_hundred_slots() -> None:
    assert str(parse_action("fish 199")) == "fish 199"
    for slot in ("200", "0199"):
        with pytest.raises(BadText, match="is not a slot of this game"):
            parse_action(f"fish {slot}")
