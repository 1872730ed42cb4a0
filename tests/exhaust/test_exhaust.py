"""Every order of messages at a table of three, as far as the quick suite has time (all: `tests.exhaust`)."""

from __future__ import annotations

import pytest

from tests.exhaust.cases import CALM, CASES, CHANGE, SHORT_DEATH, SWITCHES, TWO_FACES, Switch
from tests.exhaust.model import Case, Model
from tests.exhaust.search import search
from tests.exhaust.seat import COUNTS, LEFT_OUT
from tests.support.quick import quick_only

SOON = 60
"""Number of worlds searched in a case: those nearest to its beginning."""
LATE = (
    *("state", "judging", "half is enough", "forgotten votes", "old view", "void without proof"),
    *("contradiction", "lent paths"),
)
"""Rules whose absence shows only after some hundred worlds or more."""
SMALL = Case(heights=1)


@pytest.mark.parametrize("name", quick_only(CASES, "calm", "death in a change", "two faces", "high vote"))
def test_the_search_finds_no_harm_in_the_nearest_states(name: str) -> None:
    found = search(CASES[name], most=SOON)

    assert not found.wrong, found


@pytest.mark.parametrize("case", quick_only([SMALL, CALM, SHORT_DEATH, CHANGE, TWO_FACES], SMALL))
def test_the_search_finds_no_harm_in_any_state(case: Case) -> None:
    found = search(case)

    assert not found.wrong and not found.left and found.worlds > 70, found


@pytest.mark.parametrize(
    "switch",
    quick_only(SWITCHES, *(each for each in SWITCHES if each.name not in LATE)),
    ids=lambda switch: switch.name,
)
def test_the_search_finds_each_rule_that_is_switched_off(
    switch: Switch, monkeypatch: pytest.MonkeyPatch
) -> None:
    switch.off(monkeypatch)
    found = search(switch.case, most=100_000, for_dead_ends=switch.is_lively)

    assert found.wrong


def test_the_shortest_way_to_a_fork_is_found_and_described_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    [switch] = (each for each in SWITCHES if each.name == "majority of acks")
    switch.off(monkeypatch)
    found = search(switch.case, for_dead_ends=False)

    assert found.wrong == "height 1 is final in two ways"
    assert sorted(step.split(" height")[0] for step in found.way) == [
        "seat 1: gets the ack of seat 0 of",
        'seat 1: gets the entry "x" of seat 0 at',
        "seat 2: gets the ack of seat 0 of",
        'seat 2: gets the entry "y" of seat 0 at',
    ]


def test_states_that_differ_only_in_equal_seats_are_searched_once() -> None:
    """A world and its mirror image count as one; a world that is its own mirror image stays as it is."""
    model = Model(SMALL)
    waiting = [model.begin]
    seen = {*waiting}
    while waiting:
        for _, _, after in model.moves(waiting.pop()):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    plain = {model.plain(world) for world in seen}

    assert len(plain) == search(SMALL).worlds < len(seen)
    assert all(model.mirror.state(model.mirror.state(each)) == each for world in seen for each in world)


@pytest.mark.parametrize("kind", COUNTS, ids=lambda kind: kind.__name__)
def test_every_field_of_a_seat_is_compared_or_left_out_for_a_reason(kind: type) -> None:
    model = Model(TWO_FACES)
    table = model.seats.table(model.begin[0])
    log = table.log
    values = (
        table,
        log,
        log.round,
        log.book,
        log.changes,
        log.changes.views,
        log.lent,
        log.blame,
        table.pulse,
    )
    [value] = (each for each in values if type(each) is kind)
    known = {*COUNTS[kind], *LEFT_OUT[kind]}

    assert set(vars(value)) <= known, set(vars(value)) - known
