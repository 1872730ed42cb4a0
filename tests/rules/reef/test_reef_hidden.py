"""Hidden tiles: known-first accounting, searches of the bag, samples (section 8, R12, R13, R31)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.api import EVERYONE, Face, Moved, Seat, Show, Shuffle, Slot, Turn, View
from rules.driver import LocalTable
from rules.errors import NotLegal
from rules.plump.game import PlumpGame
from rules.reef.game import ReefGame
from rules.reef.notation import parse_action
from rules.reef.pieces.position import ReefPhase
from rules.reef.sample import hidden_slots, unseen_tiles
from tests.support.reef import Play, make, slot_faces

GAME = ReefGame()


def holder(hand: str = "") -> Play:
    """A position in which seat 0 holds start tiles 12-14 and has just played a yellow cube."""
    play = make(hand={0: hand}, cubes={0: "YW"}, secret={0: (12, 13, 14)}, pool="")
    return play.do("cube Y")


def test_8_3_known_tiles_are_spent_first() -> None:
    play = holder("Y").no("lay Y 0:D6 from screen 12=Y", "reef 8.3").do("lay Y 0:D6 from screen")

    play.no("lay Y 0:B5 from screen", "reef 4.3b").do("lay Y 0:B5 from screen 12=Y")
    assert play.p.players[0].secret == (13, 14)


def test_8_3_an_opened_start_tile_must_be_the_movers_own_and_have_the_stated_face() -> None:
    play = holder().no("lay Y 0:D6 from screen 20=Y", "reef 8.3")
    event = Moved(Seat(0), parse_action("lay Y 0:D6 from screen 13=Y"))
    assert event.action.opens == ((Slot(13), Face(1)),)
    with pytest.raises(NotLegal) as refused:
        play.state.check(event, slot_faces("13=W"))
    assert refused.value.rule == "reef 8.3"

    play.state.check(event, slot_faces("13=Y"))
    play.state.check(event)  # a peer that does not know the face leaves the proof to the deck


def test_8_3_the_lowest_fitting_start_tile_is_listed() -> None:
    play = holder()
    listed = {str(action) for action in play.state.actions(Seat(0), slot_faces("12=W,13=Y,14=Y"))}

    assert "lay Y 0:D6 from screen 13=Y" in listed
    assert not any("14=" in text or "12=" in text for text in listed)
    assert not any(str(action).startswith("lay") for action in play.state.actions(Seat(0), {}))


def test_8_4_the_start_tile_in_the_parrotfish_cannot_be_laid() -> None:
    play = holder()
    play.p.players[0].start = 15

    play.no("lay Y 0:D6 from screen 15=Y", "reef 8.3")


def test_a_consumed_tile_opens_nothing() -> None:
    play = make(front={0: "Y"}, cubes={0: "Y"}, secret={0: (12,)}).do("cube Y")
    play.no("lay Y 0:D6 from front 12=Y", "reef 8.4")


def searched(faces: str = "") -> Play:
    """White was laid beside the growth space of P1; the reserve lacks white and the pool is empty."""
    play = make(hand={0: "WW"}, cubes={0: "W"}, pool="", deck=(30, 60)).do("cube W", "lay W 0:D5 from screen")
    assert play.tile("D4") == "W"
    return play.show(faces) if faces else play


def test_the_reserve_is_replenished_by_a_search_of_one_two_four_slots() -> None:
    play = searched()
    assert play.state.needs == (Show((Slot(30),), EVERYONE),)
    play.show("Y")
    assert play.state.needs == (Show((Slot(31), Slot(32)), EVERYONE),)
    play.show("OP")
    assert play.state.needs == (Show(tuple(Slot(s) for s in range(33, 37)), EVERYONE),)
    play.show("GGWW")

    assert play.p.supply.reserve == [1] * 5
    assert play.p.supply.pool == [1, 1, 1, 1, 2]
    assert (play.p.supply.deck, play.p.phase) == (37, ReefPhase.TURN)
    play.do("lay W 0:D6 from screen")  # the laying goes on


def test_a_search_ends_when_the_deck_is_empty_r12() -> None:
    play = make(hand={0: "WW"}, cubes={0: "W"}, pool="", deck=(59, 60)).do("cube W", "lay W 0:D5 from screen")
    play.show("Y")

    assert play.p.supply.reserve == [0, 1, 1, 1, 1]
    assert play.p.phase is ReefPhase.TURN
    play.no("trade cube W", "reef 4.3")


def test_action_8_also_searches() -> None:
    play = make(cubes={0: "W"}, pool="", deck=(30, 60)).do("trade cube W")
    assert play.hand() == "W"
    play.show("W")

    assert play.state.needs == (Turn(Seat(0)),)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sample_agrees_with_what_the_viewer_knows(seats: int) -> None:
    rng = random.Random(seats)
    table = LocalTable(GAME.start(seats, {}), seats, rng)
    for i in range(400):
        if table.turn is None:
            break
        if i % 40 == 0:
            check_sample(table, rng)
        actions = table.actions()
        table.play(actions[rng.randrange(len(actions))])


def check_sample(table: LocalTable, rng: random.Random) -> None:
    for seat in (None, *map(Seat, range(len(table.known)))):
        view = table.view(seat)
        state, faces = GAME.sample(view, rng)
        hidden = hidden_slots(state.position)

        assert state is table.state
        assert sorted(faces) == hidden
        assert all(faces[slot] == view.known[slot] for slot in hidden if slot in view.known)
        assert Counter(faces.values()) == Counter(table.faces[slot] for slot in hidden)
        assert [list(faces.values()).count(Face(c)) for c in range(5)] == unseen_tiles(state.position)


def test_a_sample_for_a_spectator_before_the_deal_is_the_position_itself() -> None:
    state = GAME.start(2, {})

    assert GAME.sample(View(state, None, {}), random.Random(1)) == (state, {})


def test_a_sample_before_the_tiles_are_mixed_has_no_hidden_tiles() -> None:
    table = LocalTable(GAME.start(2, {}), 2, random.Random(1))
    state = GAME.start(2, {})
    for event in table.events:
        if isinstance(state.needs[0], Shuffle):
            break
        state = state.after(event)

    assert isinstance(state.needs[0], Shuffle) and state.position.phase is ReefPhase.SHUFFLE
    assert GAME.sample(View(state, None, {}), random.Random(1)) == (state, {})


def test_a_sample_in_the_middle_of_the_deal_also_has_the_open_sea() -> None:
    table = LocalTable(GAME.start(2, {}), 2, random.Random(1))
    state = GAME.start(2, {})
    for event in table.events:
        if isinstance(state.needs[0], Show):
            break
        state = state.after(event)
    same, faces = GAME.sample(View(state, None, {}), random.Random(1))

    assert same is state
    assert sorted(faces) == list(range(185))


def test_a_sample_of_another_games_position_raises_a_type_error() -> None:
    with pytest.raises(TypeError):
        GAME.sample(View(PlumpGame().start(3, {}), None, {}), random.Random(1))
