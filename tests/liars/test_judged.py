"""The judge of the liars' farm finds every fault that it should."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from app.keep.record_file import RecordFile, write_record_file
from app.table.troubles import fault_trouble
from net.agreement.effects import Fault, FaultReason
from net.wire.bodies import Ack
from net.wire.envelope import seal
from tests.faults.judged import Broken
from tests.liars import judged
from tests.liars.__main__ import main
from tests.liars.seat import LIES
from tests.liars.stories import GAMES, RECEIVERS, STAGES, all_stories
from tests.support.catalogue import GAMES as ALL_GAMES
from tests.support.simulated_table import SimulatedTable, saved
from tests.support.values import replace

HEIGHTS = 9


@lru_cache
def begun(seed: int) -> SimulatedTable:
    """A game of two that has begun."""
    table = SimulatedTable(ALL_GAMES["plump"], 2, {"length": "short"}, seed=seed)
    assert table.run(lambda: min(each.running.table.log.k for each in table.seated) >= HEIGHTS)
    return table


def record(path: Path, *, seed: int = 1, heights: int = HEIGHTS, evidence: tuple[bytes, ...] = ()) -> Path:
    """The record of that game's beginning, with this evidence against somebody."""
    whole = saved(begun(seed), 0)
    part = RecordFile(whole.genesis, whole.sigs, whole.records[:heights], evidence)
    path.write_bytes(write_record_file(part))
    return path


def two_acks() -> tuple[bytes, ...]:
    """Two acks of seat 1 for one height, with different chains."""
    table = begun(1)
    ack = Ack(table.genesis.id, 0, 3, 1, bytes(32), bytes(32))
    both = (ack, replace(ack, h=bytes([1]) * 32))
    return tuple(seal(1, each.encode(), table.seated[1].identity).raw for each in both)


def test_equal_files_and_beginnings_pass(tmp_path: Path) -> None:
    whole, other = record(tmp_path / "a"), record(tmp_path / "b")
    part = record(tmp_path / "c", heights=7)

    assert judged.compared([whole, other]) == "equal"
    assert judged.compared([whole, part]) == "beginnings"
    assert judged.charged([whole, part], set()) == set()


def test_a_missing_or_a_different_record_is_condemned(tmp_path: Path) -> None:
    whole = record(tmp_path / "a")
    with pytest.raises(Broken, match="records of 1 of 2 only"):
        judged.compared([whole, tmp_path / "none"])
    with pytest.raises(Broken, match="part"):
        judged.compared([whole, record(tmp_path / "b", seed=2)])


def test_a_record_proves_who_lied(tmp_path: Path) -> None:
    whole, guilty = record(tmp_path / "a"), record(tmp_path / "b", evidence=two_acks())

    assert judged.charged([guilty, guilty], {1}) == {1}
    with pytest.raises(Broken, match="who did not lie"):
        judged.charged([guilty], {0})
    with pytest.raises(Broken, match="name different seats"):
        judged.charged([whole, guilty], {1})
    with pytest.raises(Broken, match="the files differ"):
        judged.compared([whole, guilty])


def test_an_invalid_record_is_condemned(tmp_path: Path) -> None:
    whole = record(tmp_path / "a")
    whole.write_bytes(whole.read_bytes()[:-9])
    with pytest.raises(Broken, match="does not hold"):
        judged.charged([whole], set())


@pytest.mark.parametrize("reason", [FaultReason.EQUIVOCATION, FaultReason.FALSE_STATE, FaultReason.ILLEGAL])
def test_blame_on_an_honest_player_is_found(reason: FaultReason) -> None:
    told = fault_trouble(Fault(1, reason, "a lie", ()), ["Ada", "Bo"]).text

    assert judged.unjustly_told([told], ["Bo"]) == [told]
    assert judged.unjustly_told([told], ["Ada"]) == []


def test_every_lie_has_its_stories(capsys: pytest.CaptureFixture[str]) -> None:
    stories = all_stories()

    assert {each.plan.lie for each in stories} >= {*LIES}
    for game in GAMES:
        of_game = [each.plan for each in stories if each.kind == game]
        assert {(each.stage, each.receivers) for each in of_game} >= {
            (s, r) for s in STAGES for r in RECEIVERS if (game, s) != ("kings", "number")
        }
    assert len({each.name for each in stories}) == len(stories)
    assert main(["--list", "plump: equal"]) == 0
    assert capsys.readouterr().out == "plump     plump: equal keys to all, keys, 5 seats\n"
