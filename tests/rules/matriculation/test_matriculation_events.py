"""Refusals by a position of Matriculation: events out of place, wrong types, unsound texts."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.api import (
    Event,
    Face,
    Left,
    Moved,
    Outcome,
    Rolled,
    Seat,
    Show,
    Shown,
    Shuffled,
    Slot,
    View,
    refusal,
)
from rules.driver import LocalTable
from rules.errors import BadText
from rules.matriculation.actions import Discard, MatriculationPass, MatriculationPlay, parse_action
from rules.matriculation.cards import NAMES, Setback
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.game import MatriculationGame
from rules.matriculation.player import (
    OgreRule,
    Student,
    own_plays,
    own_refusal,
    piles_of,
    setback_plays,
    setback_refusal,
)
from rules.matriculation.state import MatriculationState
from tests.support.matriculation import desk, player

GAME = MatriculationGame()
DECK = tuple(map(Slot, range(102)))
HAND = tuple(map(Slot, range(0, 14, 2)))


def fold(*events: Event, seats: int = 2) -> MatriculationState:
    state = GAME.start(seats, {})
    for event in events:
        state = state.after(event)
    return state


ROLLED, SHUFFLED = Rolled(1), Shuffled("deck", DECK)
FIRST = Shown(HAND, (Seat(0),), None)
SECOND = Shown(tuple(map(Slot, range(1, 14, 2))), (Seat(1),), None)
DRAWN = Shown((Slot(14),), (Seat(0),), None)
BEFORE: dict[MatriculationPhase, tuple[Event, ...]] = {
    MatriculationPhase.ROLL: (),
    MatriculationPhase.SHUFFLE: (ROLLED,),
    MatriculationPhase.DEAL: (ROLLED, SHUFFLED),
    MatriculationPhase.DRAW: (ROLLED, SHUFFLED, FIRST, SECOND),
    MatriculationPhase.PLAY: (ROLLED, SHUFFLED, FIRST, SECOND, DRAWN),
}
NEXT: dict[MatriculationPhase, Event] = {
    MatriculationPhase.ROLL: ROLLED,
    MatriculationPhase.SHUFFLE: SHUFFLED,
    MatriculationPhase.DEAL: FIRST,
    MatriculationPhase.DRAW: DRAWN,
    MatriculationPhase.PLAY: Moved(Seat(0), Discard(Slot(14), Face(0))),
}


@pytest.mark.parametrize("phase", list(BEFORE))
def test_each_phase_takes_its_own_event_and_no_other(phase: MatriculationPhase) -> None:
    state = fold(*BEFORE[phase])

    assert state.phase is phase
    assert [other for other, event in NEXT.items() if refusal(state, event) is None] == [phase]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Discard(Slot(1), Face(0)), "not-in-hand"),
        (Discard(Slot(15), Face(0)), "not-in-hand"),
        (MatriculationPlay(Slot(-1), Face(0)), "not-in-hand"),
        (MatriculationPlay(Slot(2**80), Face(0)), "not-in-hand"),
        (MatriculationPlay("0", Face(0)), "not-in-hand"),
        (MatriculationPlay([0], Face(0)), "not-in-hand"),
        (MatriculationPlay(Slot(0), Face(21)), "other-face"),
        (MatriculationPlay(Slot(0), Face(-1)), "other-face"),
        (MatriculationPlay(Slot(0), "6h"), "other-face"),
        (MatriculationPlay(Slot(0), None), "other-face"),
        (MatriculationPlay(Slot(0), True), "other-face"),
        (MatriculationPlay(Slot(0), Face(7), "1"), "unasked"),
        (MatriculationPlay(Slot(0), Face(7), [1]), "unasked"),
        (MatriculationPlay(Slot(0), Face(7), True), "unasked"),
        (MatriculationPlay(Slot(0), Face(7), Seat(-1)), "target"),
        (MatriculationPlay(Slot(0), Face(7), Seat(2**70)), "target"),
        (MatriculationPass(), "pass"),
        ("pass", "unasked"),
        (None, "unasked"),
        (7, "unasked"),
    ],
)  # type: ignore[arg-type]
def test_an_impossible_action_is_refused_with_its_reason(action: Any, reason: str) -> None:
    why = refusal(fold(*BEFORE[MatriculationPhase.PLAY]), Moved(Seat(0), action))

    assert why is not None and why.reason == reason


def test_a_face_that_contradicts_the_knowledge_of_the_mover_is_refused() -> None:
    state, event = fold(*BEFORE[MatriculationPhase.PLAY]), NEXT[MatriculationPhase.PLAY]

    assert refusal(state, event, {Slot(14): Face(0)}) is None
    why = refusal(state, event, {Slot(14): Face(3)})
    assert why is not None and why.reason == "other-face"


# -- leaving, in every phase -----------------------------------------------------------------------


@pytest.mark.parametrize("phase", list(BEFORE))
@pytest.mark.parametrize("seat", [0, 1])
def test_at_a_table_of_two_a_leaver_ends_the_game_in_every_phase(
    phase: MatriculationPhase, seat: int
) -> None:
    over = fold(*BEFORE[phase]).after(Left(Seat(seat), "gone"))

    assert over.needs == ()
    assert over.outcome() == Outcome((0, 0), (2, 1) if seat == 0 else (1, 2))
    assert GAME.parse_state(over.text()) == over


def test_a_player_who_leaves_during_the_deal_is_dealt_nothing() -> None:
    state = fold(Rolled(2), SHUFFLED, seats=3)
    assert [need.to for need in state.needs if isinstance(need, Show)] == [(0,), (1,), (2,)]

    state = state.after(Left(Seat(0), "gone"))

    assert [need.to for need in state.needs if isinstance(need, Show)] == [(1,), (2,)]
    assert state.turn == 1
    last = state.after(Left(Seat(2), "left"))
    assert last.outcome() == Outcome((0, 0, 0), (2, 1, 2))


def test_the_game_begins_when_the_last_player_without_cards_leaves() -> None:
    hands = [tuple(map(Slot, range(place, 21, 3))) for place in range(3)]
    state = fold(
        Rolled(2), SHUFFLED, Shown(hands[0], (Seat(0),), None), Shown(hands[1], (Seat(1),), None), seats=3
    ).after(Left(Seat(2), "left"))

    assert state.needs == (Show((Slot(21),), (Seat(0),)),)


def test_the_hand_ends_when_the_only_player_who_had_not_passed_leaves() -> None:
    state = desk("6h", "6h", "6h", deck_left=0).do("pass", "pass").state

    assert state.after(Left(Seat(2), "gone")).phase is MatriculationPhase.OVER
    assert state.after(Left(Seat(0), "gone")).turn == 2


def test_a_leaver_of_an_earlier_hand_is_dealt_nothing_in_the_next() -> None:
    table = desk(
        "21h,6h",
        "6h",
        "6h",
        players=(player(terms="21h,21h,21h,18h,18h"), player(), player()),
        hands_played=2,
    )
    state = table.state.after(Left(Seat(1), "gone")).after(table.action("play 21h"))
    state = state.after(Shuffled("deck", tuple(map(Slot, range(102, 204)))))

    assert state.dealer == 0 and state.owed == (2, 0) and state.hand(Seat(1)) == ()
    assert state.hand(Seat(2)) == tuple(range(102, 116, 2)) and state.deck == 116


# -- one source of what may be played --------------------------------------------------------------


@given(st.lists(st.sampled_from(Setback), unique=True, max_size=5), st.sampled_from(OgreRule))
def test_the_table_of_plays_on_oneself_agrees_with_the_refusals(
    setbacks: list[Setback], ogre: OgreRule
) -> None:
    mine = Student(piles=piles_of(setbacks))

    assert [own_plays(ogre)[mine.piles] >> face & 1 for face in range(21)] == [
        own_refusal(mine, Face(face), ogre) is None for face in range(21)
    ]


@given(st.lists(st.sampled_from(Setback), unique=True), st.lists(st.sampled_from(Setback), unique=True))
def test_the_table_of_setbacks_agrees_with_the_refusals(
    setbacks: list[Setback], exceptions: list[Setback]
) -> None:
    target = Student(piles=piles_of(setbacks, exceptions))

    assert [setback_plays()[target.piles] >> face & 1 for face in range(21)] == [
        setback_refusal(target, Face(face)) is None for face in range(21)
    ]


def test_a_refusal_can_be_asked_for_out_of_turn() -> None:
    state = desk("6h", "6h", players=(player(), player(setbacks="car"))).state

    assert state.play_refusal(Seat(0), face=Face(NAMES.index("ogre")), target=Seat(1)) is None
    why = state.play_refusal(Seat(1), face=Face(NAMES.index("15h")))
    assert why is not None and why.text == (
        "You have Car Not Working: no term can be played before Car Fixed or Golden Car."
    )


# -- texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["play 17=15h", "play 30=car on 1", "discard 4=fiona", "pass"])
def test_the_text_of_an_action_is_read_back(text: str) -> None:
    assert str(parse_action(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "play",
        "play 1",
        "play 1=7h",
        "play 01=6h",
        "play 1=6h ",
        "play 1=car on 4",
        "discard 1=car on 0",
        "pass 1",
        "play 99999999999=6h",
        "play -1=6h",
    ],
)
def test_any_other_text_of_an_action_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        parse_action(text)


START = GAME.start(2, {}).text()
MIDDLE = fold(*BEFORE[MatriculationPhase.PLAY], NEXT[MatriculationPhase.PLAY]).text()
THREE = fold(
    Rolled(2),
    SHUFFLED,
    *(Shown(tuple(map(Slot, range(seat, 21, 3))), (Seat(seat),), None) for seat in range(3)),
    Left(Seat(1), "gone"),
    seats=3,
).text()


def test_a_position_in_mid_game_has_this_text() -> None:
    assert MIDDLE == (
        "matriculation ogre=lasting hands=1 hand=0 phase=draw dealer=1 turn=1 deck=15 owed=- passed=- "
        "discards=6h sheets=- | in hand=0,2,4,6,8,10,12 terms=- docked=0 setbacks=- exceptions=- "
        "| in hand=1,3,5,7,9,11,13 terms=- docked=0 setbacks=- exceptions=-"
    )
    assert GAME.parse_state(MIDDLE).text() == MIDDLE


@pytest.mark.parametrize(
    ("text", "old", "new", "why"),
    [
        (MIDDLE, "ogre=lasting", "ogre=none", "expected one of lasting, per_term, not"),
        (MIDDLE, "hands=1", "hands=5", "expected one of 1, 2, 3, 4, 6, not '5'"),
        (MIDDLE, "hand=0", "hand=1", "1 is not below 1"),
        (MIDDLE, "phase=draw", "phase=deal", "cards are owed outside the deal, or none in it"),
        (MIDDLE, "phase=draw", "phase=dry", "the deck counts as empty, but has cards"),
        (MIDDLE, "phase=draw", "phase=roll", "cards are dealt before the shuffle"),
        (MIDDLE, "dealer=1", "dealer=2", "2 is not below 2"),
        (MIDDLE, "turn=1", "turn=2", "2 is not below 2"),
        (MIDDLE, "deck=15", "deck=102", "a card must be drawn, but there is none"),
        (MIDDLE, "deck=15", "deck=103", "the deck has too many or too few cards"),
        (MIDDLE, "deck=15", "deck=16", "the cards do not make one deck"),
        (MIDDLE, "owed=-", "owed=1", "cards are owed outside the deal, or none in it"),
        (MIDDLE, "passed=-", "passed=1,1", "'1,1' are not different seats out of 2"),
        (MIDDLE, "passed=-", "passed=3", "'3' are not different seats out of 2"),
        (MIDDLE, "discards=6h", "discards=7h", "'7h' is not a card of Matriculation"),
        (MIDDLE, "discards=6h", "discards=-", "the cards do not make one deck"),
        (MIDDLE, "sheets=-", "sheets=1", "a sheet does not have one score for each player"),
        (MIDDLE, "sheets=-", "sheets=1,x", "'x' is not a number"),
        (MIDDLE, "in hand=1", "out hand=1", "expected one of in, left, not 'out'"),
        (MIDDLE, "in hand=1", "left hand=1", "too few players are left"),
        (MIDDLE, "hand=0,2", "hand=1,2", "a hand holds slots twice, or slots that"),
        (MIDDLE, "hand=0,2", "hand=2", "the cards do not make one deck"),
        (MIDDLE, "hand=0,2", "hand=2,0", "a hand is out of order"),
        (MIDDLE, "hand=0,2", "hand=0,99", "a hand is out of order"),
        (MIDDLE, "10,12 terms", "10,99 terms", "a hand holds slots twice, or slots that"),
        (MIDDLE, "terms=-", "terms=car", "car is not a term"),
        (MIDDLE, "docked=0", "docked=00", "'00' is not a number"),
        (MIDDLE, "docked=0", "docked=9999", "9999 is not below 612"),
        (MIDDLE, "setbacks=-", "setbacks=5", "'5' are not different setbacks in rising order"),
        (MIDDLE, "setbacks=-", "setbacks=1,0", "'1,0' are not different setbacks in rising order"),
        (MIDDLE, "exceptions=-", "exceptions=1,1", "'1,1' are not different setbacks in rising order"),
        (MIDDLE, "discards=6h", "discards=sainthood,sainthood", "there are more cards of one face than"),
        (MIDDLE, " | in", " |  in", "expected one of in, left, not ''"),
        (MIDDLE, "matriculation", "cahoots", "expected 'matriculation' and 11 words,"),
        (MIDDLE, " deck=15", "", "expected 'matriculation' and 11 words,"),
        (MIDDLE, "turn=1 deck", "deck=1 turn", "expected turn=..., not 'deck=1'"),
        (START, "hand=- terms=-", "hand=0 terms=-", "a hand holds slots twice, or slots that"),
        (THREE, "turn=0", "turn=1", "it is the turn of a seat that left"),
        (THREE, "passed=-", "passed=1", "a seat that left is owed cards or passes"),
        (THREE, "owed=-", "owed=1", "a seat that left is owed cards or passes"),
        (START, "deck=0", "deck=1", "cards are dealt before the shuffle"),
        (START, "phase=roll", "phase=play", "cards are dealt before the shuffle"),
    ],
)
def test_the_text_of_an_impossible_position_is_refused(text: str, old: str, new: str, why: str) -> None:
    assert old in text
    with pytest.raises(BadText, match=re.escape(why)):
        GAME.parse_state(text.replace(old, new, 1))


def test_a_position_needs_two_to_four_players_of_whom_not_all_have_left() -> None:
    head, alone, _ = START.split(" | ")
    gone = START.replace("phase=roll", "phase=over").replace("| in", "| left")

    for seats in (1, 5):
        with pytest.raises(BadText, match=f"not for {seats} players"):
            GAME.parse_state(" | ".join((head, *(alone,) * seats)))
    with pytest.raises(BadText, match="too few players"):
        GAME.parse_state(gone)


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_face_is_read_back(name: str) -> None:
    assert GAME.face_text(GAME.parse_face(name)) == name


def test_every_position_of_a_game_is_read_back() -> None:
    table, rng = LocalTable(GAME.start(3, {"ogre": "per_term"}), 3, Random(2)), Random(2)
    while table.turn is not None:
        assert GAME.parse_state(table.state.text()) == table.state
        action = rng.choice(table.actions())
        assert GAME.parse_action(str(action)) == action
        table.play(action)

    assert GAME.parse_state(table.state.text()) == table.state


# -- what a seat may suppose -----------------------------------------------------------------------


def test_a_sample_keeps_the_known_faces_and_makes_one_whole_deck() -> None:
    table, rng = LocalTable(GAME.start(3, {}), 3, Random(4)), Random(4)
    for _ in range(40):
        table.play(rng.choice(table.actions()))
    for seat in (None, Seat(0), Seat(1)):
        view = table.view(seat)
        state, faces = GAME.sample(view, rng)

        assert state == table.state and sorted(faces.values()) == sorted(table.faces[slot] for slot in faces)
        assert all(faces[slot] == face for slot, face in view.known.items() if slot in faces)
        held = {slot for each in range(3) for slot in state.hand(Seat(each))}
        assert set(faces) == held | set(range(table.state.deck, 102))


def test_samples_differ_in_the_faces_that_the_viewer_does_not_know() -> None:
    view = LocalTable(GAME.start(2, {}), 2, Random(4)).view(Seat(0))

    assert GAME.sample(view, Random(1))[1] != GAME.sample(view, Random(2))[1]
    assert GAME.sample(View(GAME.start(2, {}), Seat(0), {}), Random(1)) == (GAME.start(2, {}), {})


def test_a_sample_of_another_games_position_raises_a_type_error() -> None:
    with pytest.raises(TypeError):
        GAME.sample(View(object(), None, {}), Random(1))  # type: ignore[arg-type]
