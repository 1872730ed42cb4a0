"""The table of phases: a seat's next duty in each state of a height."""

from __future__ import annotations

from itertools import product

import pytest

from net.agreement.phase import NEXT, Pen, Phase, RoundAction, next_action
from net.errors import LocalError

NEVER = [(phase, Pen.DRAFTED) for phase in Phase if phase is not Phase.COLLECTING]


def test_every_pair_of_states_has_a_next_action_or_raises_an_error() -> None:
    assert set(NEXT) | set(NEVER) == set(product(Phase, Pen)) and not set(NEXT) & set(NEVER)
    for phase, pen in NEVER:
        with pytest.raises(LocalError, match=phase.name):
            next_action(phase, pen)


def test_no_seat_signs_before_it_has_heard_the_others() -> None:
    assert {next_action(phase, Pen.HELD) for phase in Phase} == {RoundAction.WAIT, RoundAction.FINISH}


def test_a_table_that_has_stopped_does_nothing() -> None:
    assert {next_action(Phase.STOPPED, pen) for pen in (Pen.HELD, Pen.FREE)} == {RoundAction.WAIT}
