"""A player who is there but does not continue: the others are asked about the one who owes something, and
nobody else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.absence import AbsentChoice, AbsentWhy, Asked, Missing
from net.machine import Choice, TableView, Why
from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.envelope import open_envelope, seal
from net.wire.frame import Frame, Kind, parse_frame
from tests.support.catalogue import GAMES
from tests.support.parting import Parting
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")
LIAR = 1
OTHERS = (0, 2, 3)
LEAVE_OUT = AbsentChoice.LEAVE_OUT


def table_with(
    lie: Callable[[Parting, Entry | Ack | Vote], Entry | Ack | Vote | None], seats: int = 4
) -> Parting:
    """A table at a move, where `lie` replaces every message of the seat `LIAR`; None sends nothing."""
    table = Parting(GAMES["plump"], seats, {"length": "short"})
    table.play_until("move")
    honest = table.send

    def send(sender: int, to: int, frame: bytes) -> None:
        opened = parse_frame(frame)
        if sender == LIAR and opened.t == Kind.RECS:
            return
        if sender == LIAR and opened.t == Kind.ENV:
            envelope = open_envelope(opened.b)
            body = parse_body(envelope.body)
            if envelope.seat == LIAR and isinstance(body, Entry | Ack | Vote):
                said = lie(table, body)
                if said is None:
                    return
                signed = seal(LIAR, said.encode(), table.seated[LIAR].identity)
                frame = Frame(Kind.ENV, signed.raw).encode()
        honest(sender, to, frame)

    table.send = send  # type: ignore[method-assign]
    return table


def there(asked: Asked | None) -> Asked:
    assert asked is not None
    return asked


def goes_on_without_the_liar(sim: Parting) -> bool:
    sim.wants = dict.fromkeys(OTHERS, LEAVE_OUT)
    tables = [sim.seated[seat].running.table for seat in OTHERS]
    return sim.run(
        lambda: all(table.log.act == OTHERS and table.log.k > 60 for table in tables), limit_s=400.0
    )


@pytest.mark.parametrize("choice", [Choice.LEAVE_OUT, Choice.GO_ON])
def test_a_player_who_has_voted_once_for_an_unwanted_choice_is_still_asked_about(choice: Choice) -> None:
    """The liar's one vote hid that it signed no more: nobody was asked, and the table waited for ever."""
    act = (0, 1, 2) if choice is Choice.LEAVE_OUT else (0, 1, 2, 3)

    def lie(table: Parting, body: Entry | Ack | Vote) -> Vote | None:
        return (
            body if isinstance(body, Vote) and body.view == TableView(act, choice) and body.v == 1 else None
        )

    table = table_with(lie)
    liar = table.seated[LIAR].running
    table._do(table.seated[LIAR], lambda one: one.vote(TableView(act, choice), table.now))
    assert liar.table.log.changes.voted == 1

    assert goes_on_without_the_liar(table)
    whys = {missing.why for missing in (table.asked(0) or pytest.fail("nobody was asked")).missing}
    assert whys <= {AbsentWhy.VOTELESS, AbsentWhy.SILENT}


def test_until_the_players_decide_about_a_liar_only_the_liar_counts_as_missing() -> None:
    """The others sign nothing before they have decided: that is not theirs to answer for."""
    table = table_with(lambda _, body: replace(body, st=bytes(32)) if isinstance(body, Ack) else body)
    assert table.run(lambda: all(table.seated[seat].faults for seat in OTHERS))
    table.run(lambda: False, limit_s=120.0)

    for seat in OTHERS:
        asked = table.asked(seat)
        assert asked is not None
        assert asked.missing == (Missing(LIAR, AbsentWhy.PROVEN, 0),)


def test_the_number_of_votes_a_player_has_taken_back_is_reported() -> None:
    table = table_with(lambda _, body: body if isinstance(body, Vote) else None)
    for at in range(8):
        act = (0, 1, 2) if at % 2 else (1, 2, 3)
        table._do(
            table.seated[LIAR], lambda one, act=act: one.vote(TableView(act, Choice.LEAVE_OUT), table.now)
        )
        table.run(lambda: False, limit_s=1.0)
    assert table.run(lambda: table.asked(0) is not None, limit_s=60.0)
    asked = table.asked(0)
    assert asked is not None
    [missing] = asked.missing

    assert missing == Missing(LIAR, AbsentWhy.FICKLE, 0, missing.times)
    assert missing.times >= 3
    assert goes_on_without_the_liar(table)


def test_a_player_who_wants_something_else_stays_left_out_once_all_others_have_said_so() -> None:
    """The first to answer was asked again about seat 4 only, with which nobody could go on: that answer took
    the vote back, and a minute later everything began again."""

    def lie(_: Parting, body: Entry | Ack | Vote) -> Entry | Ack | Vote:
        is_lie = isinstance(body, Vote) and body.view.choice is Choice.LEAVE_OUT
        return replace(body, view=replace(body.view, choice=Choice.STAND_IN)) if is_lie else body

    sim = table_with(lie, seats=5)
    sim.wants = dict.fromkeys(OTHERS, LEAVE_OUT)
    sim.kill(sim.seated[4])
    assert sim.run(lambda: sim.asked(LIAR) is not None)
    sim._do(
        sim.seated[LIAR], lambda one: one.vote(TableView((0, 1, 2, 3), Choice.LEAVE_OUT, Why.GONE), sim.now)
    )
    tables = [sim.seated[seat].running.table for seat in OTHERS]
    sim.run(lambda: False, limit_s=5.0)
    sim.wants = {}
    assert sim.run(lambda: all(len(there(sim.asked(seat)).missing) == 2 for seat in OTHERS))
    for seat in OTHERS:  # they type one after the other, and a player who is asked again answers again
        sim.wants[seat] = LEAVE_OUT
        sim.run(lambda: False, limit_s=4.0)

    assert all(table.log.act == OTHERS for table in tables)
