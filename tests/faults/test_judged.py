"""The judge of the fault runs finds every fault that it should; and one story that everybody can run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.growth import exponent
from tests.faults import judged
from tests.faults.__main__ import main
from tests.faults.company import Company, Place
from tests.faults.judged import Broken
from tests.faults.stories import STAGES, WITH_ESCROW, all_stories
from tests.support.catalogue import GAMES

KEY = bytes(range(1, 33))


def company(folder: Path) -> Company:
    """Two players who have come to the same end, as their processes would report it."""
    found = Company(folder, [Place("127.0.0.1", "127.0.0.1")] * 2, "plump", ())
    for seat, member in enumerate(found.members):
        member.process.home.mkdir()
        member.process.said = [{"event": "started", "seat": seat}, {"event": "end", "state": "over"}]
    return found


def test_a_key_of_one_player_in_a_file_of_another_is_found(tmp_path: Path) -> None:
    found = company(tmp_path)
    owner, other = found.members
    owner.keys = {"deal": KEY + bytes(32)}
    (owner.process.home / "journal.sqlite").write_bytes(b"..." + KEY)
    owner.is_for_good = True
    judged.no_key_elsewhere(found)
    (other.process.home / "logs").mkdir()
    (other.process.home / "logs" / "shoal.log").write_bytes(b"log " + KEY)

    with pytest.raises(Broken, match="of seat 1 has"):
        judged.no_key_elsewhere(found)


def test_the_key_of_a_finished_deal_in_its_owners_files_is_found(tmp_path: Path) -> None:
    found = company(tmp_path)
    found.members[0].keys = {"deal": KEY + bytes(32)}
    (found.members[0].process.home / "journal.sqlite-wal").write_bytes(KEY)

    with pytest.raises(Broken, match="of seat 0 has"):
        judged.no_key_elsewhere(found)


def test_records_that_differ_or_are_missing_are_condemned(tmp_path: Path) -> None:
    members = company(tmp_path).members
    members[0].record.write_bytes(b"one")
    with pytest.raises(Broken, match=r"records of \[0\] only"):
        judged.one_record(members)
    members[1].record.write_bytes(b"two")
    with pytest.raises(Broken, match="different records"):
        judged.one_record(members)
    members[1].record.write_bytes(b"one")

    assert judged.one_record(members) == b"one"


def test_a_player_who_has_reported_no_end_counts_as_one_with_a_different_end(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="different ends"):
        judged.judge(company(tmp_path))


def test_the_stories_kill_every_role_at_every_stage_in_every_way() -> None:
    names = [each.name for each in all_stories() if each.kind == "kill"]

    assert len(names) == len({*names}) == 3 * 3 * (2 * len(STAGES) + len(WITH_ESCROW))


def test_there_is_a_story_of_each_kind_of_network_partition_at_every_stage() -> None:
    names = {each.name for each in all_stories() if each.kind == "part"}

    assert names == {
        f"{how} at {stage}" for how in ("halves are apart", "one is cut off") for stage in STAGES
    }


def test_every_game_is_played_with_and_without_escrow() -> None:
    words = {(each.game, "--escrow" in each.words) for each in all_stories() if each.kind == "game"}

    assert words == {(game, escrow) for game in GAMES for escrow in (False, True)}


def test_the_list_of_one_kind_of_story_has_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list", "move"]) == 0
    assert capsys.readouterr().out == "move      two move at once\n"


def test_the_exponent_of_growth_is_fitted_to_the_measurements() -> None:
    assert exponent([2, 4, 8], [3.0, 12.0, 48.0]) == pytest.approx(2.0)
