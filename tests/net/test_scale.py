"""The formulas of net/SCALE.md against the traffic of real sessions, and its tables against the formulas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

import net
from net.discovery.board import HINTS_MAX
from net.seat.step_kind import StepKind
from net.wire.bodies import Ack, Entry, parse_body
from net.wire.envelope import open_envelope
from net.wire.frame import Kind, parse_frame
from rules.api import Game
from tests.bench.scale import Audience, Network, Table, mix_bytes, page
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable

PAGE = Path(net.__file__).parent / "SCALE.md"


class Counted(SimulatedTable):
    """Counts frames and bytes by the height that they are about."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, str] | None = None) -> None:
        self.frames: Counter[int] = Counter()
        self.bytes: Counter[int] = Counter()
        super().__init__(game, seats, options)

    def send(self, sender: int, to: int, frame: bytes) -> None:
        parsed = parse_frame(frame)
        if parsed.t == Kind.ENV:
            body = parse_body(open_envelope(parsed.b).body)
            assert isinstance(body, Entry | Ack)
            self.frames[body.k] += 1
            self.bytes[body.k] += len(frame)
        super().send(sender, to, frame)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_move_costs_the_bytes_that_the_page_says(seats: int) -> None:
    """Moves that open a card, at real sessions, in a game of one deal."""
    table, sizes = Counted(GAMES["matriculation"], seats, {"hands": "1"}), []
    model = Table(seats)
    for _ in range(6):
        table.play_until(StepKind.MOVE)
        k = table.seated[0].running.table.log.k + 1
        assert table.run(lambda k=k: all(each.running.table.log.k > k for each in table.seated))
        assert table.frames[k] == model.frames()
        sizes.append(table.bytes[k])

    assert max(sizes) == pytest.approx(model.move_bytes, rel=0.05)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_deal_carried_by_moves_costs_the_bytes_that_the_page_says(seats: int) -> None:
    table = Counted(GAMES["plump"], seats, {"length": "short"})
    table.play_until(StepKind.MOVE)
    first = table.seated[0].running.table.log.k
    here = table.seated[0].running
    assert table.run(lambda: any(len(deal.mixed_by) == seats for deal in here.replica.step.here.ahead))
    heights = range(first + 1, here.table.log.k)
    plain = Table(seats).move_bytes - (seats - 1) * 97  # bids open nothing

    extra = [table.bytes[k] - plain for k in heights]
    mixes = [size for size in extra if size > mix_bytes(52)]
    assert all(table.frames[k] == Table(seats).frames() for k in heights)
    assert sum(mixes) == pytest.approx(len(mixes) * (seats - 1) * mix_bytes(52), rel=0.05)


def test_the_page_on_scale_has_the_tables_of_the_model() -> None:
    assert page() in PAGE.read_text(encoding="utf-8")


def test_the_model_has_the_limits_that_the_page_on_scale_names() -> None:
    """Each program finds all of 400; from some 1,100 programs on not all questions are answered."""
    assert Network(400, 100).found == 100 and Network(400, 513).found == HINTS_MAX
    assert 1_100 < Network(400, 100).most < 1_200
    assert Audience(Table(4), 48).depth == 1 and Audience(Table(4), 49).depth == 2
    assert Audience(Table(4), 10_000).depth == 4
