"""A shuffle for the next deal begins as soon as its maker has acknowledged the height before (deck 6.14)."""

from __future__ import annotations

import pytest

from net.machine import Place
from net.seat.dealer import Carried
from net.seat.payload import Payload, read_payload
from net.seat.session import Done, Prepared, Session, Work
from net.seat.step_kind import StepKind
from net.wire.bodies import Entry, parse_body
from net.wire.record import parse_record
from tests.support.catalogue import GAMES
from tests.support.simulated_table import Seated, SimulatedTable

pytestmark = pytest.mark.usefixtures("open_group")


class Workshop(SimulatedTable):
    """A table whose workers show what they have prepared before its height was open; others' checks take
    `late_s` longer."""

    def __init__(self, seats: int = 3, *, late_s: float = 0.0) -> None:
        self.early: list[tuple[int, Place, Carried]] = []
        self._late_s = late_s
        super().__init__(GAMES["plump"], seats, {"length": "short"})

    def _work(self, seated: Seated, session: Session, work: Work) -> None:
        k = session.table.log.k

        def run() -> Done:
            done = work.run()
            if isinstance(done, Prepared) and done.place.k == k + 2:
                self.early.append((seated.seat, done.place, done.carried))
            return done

        late_s = self._late_s * seated.seat
        self.after(late_s, lambda: SimulatedTable._work(self, seated, session, Work(run)))


def carried_at(table: SimulatedTable, k: int) -> tuple[int, object]:
    """The author of a height of one entry, and what it carried."""
    [item] = parse_record(table.seated[0].running.table.log.records[k - 1]).items
    body = parse_body(item.body)
    assert isinstance(body, Entry)
    return body.seat, read_payload(body.seat, body.pay).ahead


@pytest.mark.parametrize("late_s", [0.0, 0.004])
def test_a_mix_that_was_made_early_is_the_one_that_its_seat_writes(late_s: float) -> None:
    """It may come before its turn has begun, and after it."""
    table = Workshop(late_s=late_s)
    assert table.run(lambda: len(table.early) > 8)
    early = tuple(table.early)
    last = max(place.k for _, place, _ in early)
    assert table.run(lambda: table.seated[0].running.table.log.k >= last)

    assert {seat for seat, _, _ in early} == {0, 1, 2}
    for seat, place, carried in early:
        assert carried.payload is not None and carried.payload.kind is StepKind.MIX
        assert carried_at(table, place.k) == (seat, carried.payload)


def test_every_shuffle_of_a_later_deal_is_computed_once() -> None:
    table = Workshop(2)
    made: list[Place] = []
    assert table.run(lambda: table.is_over)
    for k in range(1, table.seated[0].running.table.log.k + 1):
        items = parse_record(table.seated[0].running.table.log.records[k - 1]).items
        if len(items) == 1 and isinstance(ahead := carried_at(table, k)[1], Payload):
            made += [place for _, place, _ in table.early if place.k == k and ahead.kind is StepKind.MIX]

    assert sorted(place.k for _, place, _ in table.early) == sorted(place.k for place in made)
