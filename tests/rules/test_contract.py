"""The contract battery: what every game of the catalogue must pass (rules/api.py).

A new game needs its golden files (perft counts, order of actions, one whole game):
`python -m tests.support.golden KEY` writes them, and the reader of the change looks at them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.api import (
    EVERYONE,
    Event,
    Left,
    Moved,
    Roll,
    Seat,
    Show,
    Shuffle,
    State,
    Turn,
    View,
    opened,
    refusal,
)
from rules.catalogue import GAMES
from rules.driver import LocalTable
from rules.errors import BadOptions, BadText
from rules.replay import replay
from rules.text import event_text, parse_event
from tests.support.games import CASES, ONE_EACH, Case, journey, thin, turns, walk

ROOT = Path(__file__).resolve().parents[2]
every_case = pytest.mark.parametrize("case", CASES, ids=str)
one_each = pytest.mark.parametrize("case", ONE_EACH, ids=str)
no_fixture_state = settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def final(case: Case) -> State:
    last = journey(case)[-1]
    return last.state.after(last.event)


# -- a game from start to end ------------------------------------------------------------------


@every_case
def test_a_random_game_ends_with_scores_and_ranks(case: Case) -> None:
    outcome = final(case).outcome()

    assert outcome is not None
    assert len(outcome.scores) == len(outcome.ranks) == case.seats
    assert all(rank == 1 + sum(other < rank for other in outcome.ranks) for rank in outcome.ranks)


@every_case
def test_there_is_an_outcome_if_and_only_if_nothing_is_needed(case: Case) -> None:
    assert all(step.state.needs and step.state.outcome() is None for step in journey(case))
    assert not final(case).needs


@every_case
def test_needs_are_well_formed(case: Case) -> None:
    live: set[int] = set()
    public: set[int] = set()
    ever: set[int] = set()
    for step in journey(case):
        needs = step.state.needs
        assert len(needs) == 1 or all(isinstance(need, Show) for need in needs)
        need = needs[0]
        if isinstance(need, Turn):
            assert need.seat in range(case.seats)
        elif isinstance(need, Roll):
            assert need.sides >= 1 and need.purpose and " " not in need.purpose
        elif isinstance(need, Show):
            assert need.slots and len(set(need.slots)) == len(need.slots) and live.issuperset(need.slots)
            assert public.isdisjoint(need.slots)
            if need.to is not EVERYONE:
                assert need.to and list(need.to) == sorted(set(need.to)) and max(need.to) < case.seats
        else:
            assert len(need.into) == len(need.faces) + len(need.slots) == len(set(need.into)) > 0
            assert ever.isdisjoint(need.into) and min(need.into) >= 0 and max(need.into) < 2**31
            assert live.issuperset(need.slots) and public.isdisjoint(need.slots)
            assert need.pile and " " not in need.pile
            live = (set() if need.new_deck else live - set(need.slots)) | set(need.into)
            public = set() if need.new_deck else public
            ever |= set(need.into)
        public |= {slot for slot, _ in opened(step.event)}


@every_case
def test_hands_are_live_slots_and_nobody_holds_a_slot_twice(case: Case) -> None:
    for step in thin(journey(case), 60):
        held = [slot for seat in range(case.seats) for slot in step.state.hand(Seat(seat))]

        assert len(set(held)) == len(held)
        assert all(
            list(hand) == sorted(hand) for hand in (step.state.hand(Seat(seat)) for seat in range(case.seats))
        )
        if step.turn is not None:
            assert set(held) <= set(step.faces)


# -- actions -----------------------------------------------------------------------------------


@every_case
def test_actions_are_legal_stable_and_only_for_the_seat_on_turn(case: Case) -> None:
    for step in turns(journey(case), 40):
        assert step.turn is not None
        actions = step.state.actions(step.turn, step.known[step.turn])
        texts = [str(action) for action in actions]

        assert actions and len(set(texts)) == len(texts)
        assert actions == step.state.actions(step.turn, dict(reversed(step.known[step.turn].items())))
        for action in actions:
            step.state.check(Moved(step.turn, action), step.known[step.turn])
            step.state.check(Moved(step.turn, action))
            assert case.game.parse_action(str(action)) == action
        for seat in range(case.seats):
            if seat != step.turn:
                assert step.state.actions(Seat(seat), step.known[seat]) == ()
                assert refusal(step.state, Moved(Seat(seat), actions[0])) is not None


@every_case
def test_nobody_has_actions_where_no_turn_is_due(case: Case) -> None:
    waiting = tuple(step for step in journey(case) if step.turn is None)

    assert waiting
    for step in thin(waiting, 40):
        assert [step.state.actions(Seat(seat), step.faces) for seat in range(case.seats)] == [()] * case.seats
    assert [final(case).actions(Seat(seat), {}) for seat in range(case.seats)] == [()] * case.seats


@every_case
def test_an_action_opens_only_what_the_mover_alone_has_seen(case: Case) -> None:
    for step in turns(journey(case), 200):
        assert isinstance(step.event, Moved)
        slots = [slot for slot, _ in step.event.action.opens]

        assert slots == sorted(set(slots))
        for slot, face in step.event.action.opens:
            assert step.known[step.event.seat][slot] == step.faces[slot] == face
            assert [seat for seat in range(case.seats) if slot in step.known[seat]] == [step.event.seat]


@every_case
def test_a_legal_action_leads_on_for_all_that_are_offered(case: Case) -> None:
    for step in turns(journey(case), 12):
        assert step.turn is not None
        for action in step.state.actions(step.turn, step.known[step.turn])[:30]:
            following = step.state.after(Moved(step.turn, action))

            assert following.text() != "" and (following.needs or following.outcome() is not None)


# -- text and digests --------------------------------------------------------------------------


@every_case
def test_the_text_of_every_event_is_read_back(case: Case) -> None:
    for step in journey(case):
        assert parse_event(case.game, event_text(case.game, step.event)) == step.event


@every_case
def test_the_text_of_a_position_is_read_back(case: Case) -> None:
    for state in [*(step.state for step in thin(journey(case), 60)), final(case)]:
        text = state.text()
        again = case.game.parse_state(text)

        assert again == state and again.text() == text and again.needs == state.needs
        assert text.replace("\n", " ").isprintable()


@every_case
def test_a_position_has_one_text_and_that_is_not_endless(case: Case) -> None:
    for state in (*(step.state for step in thin(journey(case), 40)), final(case)):
        text = state.text()

        assert len(text) < case.game.longest_text / 2
        for other in {f"{text} ", f" {text}", f"{text}\n", text.replace("=0", "=00", 1)} - {text}:
            with pytest.raises(BadText):
                case.game.parse_state(other)
    with pytest.raises(BadText, match="too long"):
        case.game.parse_state("x" * (case.game.longest_text + 1))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_position_of_another_game_is_not_taken(key: str) -> None:
    for other, game in GAMES.items():
        state = game.start(game.seats[0], {})
        if other != key:
            with pytest.raises(TypeError, match=GAMES[key].title):
                GAMES[key].scratch(state, {}, rng=Random(1))
            with pytest.raises(TypeError, match=GAMES[key].title):
                GAMES[key].sample(View(state, None, {}), Random(1))


@every_case
def test_replaying_the_texts_gives_the_same_digest(case: Case) -> None:
    events = [parse_event(case.game, event_text(case.game, step.event)) for step in journey(case)]
    again = replay(case.game, case.seats, dict(case.options), events)

    assert again == final(case) and again.digest() == final(case).digest()


def test_hash_order_decides_nothing() -> None:
    """Games under two seeds of Python's string hashes come out with equal digests."""
    runs = [
        subprocess.run(
            [sys.executable, "-m", "tests.support.digests"],
            cwd=ROOT,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
        )
        for seed in ("0", "4242")
    ]

    assert runs[0].stdout == runs[1].stdout
    assert {line.split()[0] for line in runs[0].stdout.splitlines()} == set(GAMES)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_face_texts_are_read_back(key: str) -> None:
    game = GAMES[key]
    faces = {
        face
        for case in CASES
        if case.key == key
        for step in turns(journey(case), 5)
        for face in step.faces.values()
    }

    assert len({game.face_text(face) for face in faces}) == len(faces)
    assert all(game.parse_face(game.face_text(face)) == face for face in faces)


# -- what is hidden stays hidden ---------------------------------------------------------------


@every_case
def test_a_spectator_knows_public_faces_only(case: Case) -> None:
    public: dict[int, int] = {}
    for step in journey(case):
        if isinstance(step.state.needs[0], Shuffle) and step.state.needs[0].new_deck:
            public.clear()
        public.update(opened(step.event))
        view = View(step.state, None, step.public)

        assert view.actions() == ()
        assert public.items() >= step.public.items()


@every_case
def test_worlds_that_differ_in_hidden_faces_offer_the_same(case: Case) -> None:
    rng = Random(5)
    for step in turns(journey(case), 8):
        assert step.turn is not None
        for viewer in (step.turn, Seat((step.turn + 1) % case.seats)):
            view = View(step.state, viewer, step.known[viewer])
            for _ in range(2):
                state, faces = case.game.sample(view, rng)
                known = {slot: faces.get(slot, face) for slot, face in view.known.items()}

                assert state == step.state
                assert known == dict(view.known)
                assert set(faces) >= {slot for seat in range(case.seats) for slot in state.hand(Seat(seat))}
                assert sorted(faces.values()) == sorted(step.faces[slot] for slot in faces)
                assert state.actions(viewer, known) == view.actions()


@every_case
def test_a_sampled_position_can_be_played_out(case: Case) -> None:
    rng = Random(6)
    for step in turns(journey(case), 3):
        assert step.turn is not None
        state, faces = case.game.sample(View(step.state, step.turn, step.known[step.turn]), rng)
        scratch = case.game.scratch(state, faces, rng=rng)

        assert scratch.turn == step.turn and not scratch.over
        assert tuple(map(scratch.action, scratch.actions())) == state.actions(
            step.turn, step.known[step.turn]
        )
        for _ in range(300):
            if scratch.over:
                break
            scratch.play(rng.choice(scratch.actions()))


# -- the fast path -----------------------------------------------------------------------------


@every_case
def test_scratch_and_checked_path_go_side_by_side(case: Case) -> None:
    choice = Random(7)
    table = LocalTable(case.start(), case.seats, Random(8))
    scratch = case.game.scratch(case.start(), {}, rng=Random(8))
    moves = 0
    while table.turn is not None:
        assert not scratch.over and scratch.turn == table.turn
        offered, actions = scratch.actions(), table.actions()
        assert tuple(scratch.action(move) for move in offered) == actions
        place = choice.randrange(len(actions))
        scratch.play(offered[place])
        table.play(actions[place])
        moves += 1
        if moves % 29 == 0:
            assert scratch.state() == table.state
            scratch = scratch.clone()

    outcome = table.outcome
    assert outcome is not None and scratch.over and scratch.scores() == outcome.scores
    assert scratch.state() == table.state


@every_case
def test_a_scratch_begun_anywhere_is_at_that_position(case: Case) -> None:
    for step in turns(journey(case), 15):
        scratch = case.game.scratch(step.state, step.faces, rng=Random(9))

        assert scratch.turn == step.turn and scratch.state() == step.state


@every_case
def test_a_clone_goes_its_own_way(case: Case) -> None:
    rng = Random(10)
    step = turns(journey(case), 3)[1]
    scratch = case.game.scratch(step.state, step.faces, rng=rng)
    before, clone = scratch.state().text(), scratch.clone()
    offered, scores = tuple(scratch.actions()), scratch.scores()
    for _ in range(60):
        if not clone.over:
            clone.play(rng.choice(clone.actions()))

    assert scratch.state().text() == before and scratch.turn == step.turn
    assert tuple(scratch.actions()) == offered and scratch.scores() == scores
    assert clone.state().text() != before


# -- leavers -----------------------------------------------------------------------------------


@every_case
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_seats_that_leave_at_any_time_break_nothing(case: Case, seed: int) -> None:
    steps = tuple(walk(case, seed, leaving=0.03 * seed))
    left: list[Seat] = []
    for step in steps:
        if isinstance(step.event, Left):
            left.append(step.event.seat)
            assert refusal(step.state, replace(step.event, why="bored")) is not None
        for seat in left[:-1]:
            assert refusal(step.state, Left(seat, "left")) is not None
        if step.turn is not None:
            assert step.turn not in left
    last = steps[-1].state.after(steps[-1].event)

    assert last.outcome() is not None and not last.needs
    for state in [*(step.state for step in thin(steps, 20)), last]:
        assert case.game.parse_state(state.text()) == state


@every_case
def test_a_game_that_all_but_one_leave_can_be_sampled_and_read_at_any_time(case: Case) -> None:
    for step in (*journey(case)[:12], *thin(journey(case), 20)):
        state = step.state
        for seat in range(1, case.seats):
            if state.needs:
                state = state.after(Left(Seat(seat), "gone"))
        same, faces = case.game.sample(View(state, None, {}), Random(1))

        assert same == state and case.game.parse_state(state.text()) == state
        assert set(faces) >= set(state.hand(Seat(0)))


@every_case
def test_a_scratch_after_a_leaver_agrees(case: Case) -> None:
    for step in turns(tuple(walk(case, 4, leaving=0.02)), 10):
        scratch = case.game.scratch(step.state, step.faces, rng=Random(1))

        assert step.turn is not None and scratch.state() == step.state
        assert tuple(scratch.action(move) for move in scratch.actions()) == step.state.actions(
            step.turn, step.known[step.turn]
        )


@every_case
def test_nobody_leaves_a_game_that_is_over(case: Case) -> None:
    assert refusal(final(case), Left(Seat(0), "left")) is not None


# -- garbage -----------------------------------------------------------------------------------

NUMBERS = st.one_of(
    st.integers(0, 12), st.integers(0, 200), st.sampled_from([52, 2**31 - 1, 2**31, 2**63, 9999999999])
)


def garbled(text: str, draw: st.DataObject) -> str:
    """A text with some of its numbers and words changed."""
    words = text.split(" ")
    for _ in range(draw.draw(st.integers(1, 3))):
        place = draw.draw(st.integers(0, len(words) - 1))
        letters = words[place]
        starts = [i for i, letter in enumerate(letters) if letter.isdigit()]
        if starts and draw.draw(st.integers(0, 5)):
            at = draw.draw(st.sampled_from(starts))
            words[place] = f"{letters[:at]}{draw.draw(NUMBERS)}{letters[at + 1 :]}"
        else:
            words[place] = draw.draw(st.sampled_from(["-", "all", "left", "", *words]))
    return " ".join(words)


@one_each
@no_fixture_state
@given(draw=st.data())
def test_an_event_is_legal_or_refused_and_nothing_else(case: Case, draw: st.DataObject) -> None:
    steps = journey(case)
    state = draw.draw(st.sampled_from(steps)).state
    other = draw.draw(st.sampled_from(steps)).event
    events: list[Event] = [other]
    with suppress(BadText):
        events.append(parse_event(case.game, garbled(event_text(case.game, other), draw)))
    for event in events:
        why = refusal(state, event)
        if why is None:
            assert state.after(event).text()
        else:
            assert why.reason and " " not in why.reason and why.rule and why.text.endswith((".", "?", "!"))
            with pytest.raises(type(why)) as caught:
                state.after(event)
            assert caught.value.reason == why.reason


@one_each
@no_fixture_state
@given(draw=st.data())
def test_a_seat_that_is_not_there_may_do_nothing(case: Case, draw: st.DataObject) -> None:
    step = draw.draw(st.sampled_from(turns(journey(case), 50)))
    seat = Seat(draw.draw(st.one_of(st.integers(-(2**70), -1), st.integers(case.seats, 2**70))))
    assert isinstance(step.event, Moved)

    assert refusal(step.state, Moved(seat, step.event.action)) is not None
    assert refusal(step.state, Left(seat, "left")) is not None
    assert step.state.actions(seat, {}) == ()
    assert step.state.hand(seat) == ()


@one_each
@no_fixture_state
@given(draw=st.data())
def test_garbled_text_is_read_or_refused_and_nothing_else(case: Case, draw: st.DataObject) -> None:
    state = draw.draw(st.sampled_from(journey(case))).state
    text = garbled(state.text(), draw)
    try:
        parsed = case.game.parse_state(text)
    except BadText:
        return
    assert parsed.text() == text
    assert parsed.needs or parsed.outcome() is not None


@pytest.mark.parametrize("key", sorted(GAMES))
@no_fixture_state
@given(text=st.text(max_size=60))
def test_any_text_at_all_is_refused_by_name(key: str, text: str) -> None:
    game = GAMES[key]
    for parse in (game.parse_state, game.parse_action, game.parse_face):
        try:
            value = parse(text)
        except BadText:
            continue
        assert parse in (game.parse_action, game.parse_face) and value is not None


@pytest.mark.parametrize("key", sorted(GAMES))
def test_what_the_game_does_not_offer_is_refused(key: str) -> None:
    game = GAMES[key]
    wrong: list[tuple[int, dict[str, str]]] = [
        (game.seats[0] - 1, {}),
        (game.seats[-1] + 1, {}),
        (game.seats[0], {"no-such-option": "1"}),
        *((game.seats[0], {option.key: "no-such-choice"}) for option in game.options),
    ]
    for seats, options in wrong:
        with pytest.raises(BadOptions):
            game.start(seats, options)
