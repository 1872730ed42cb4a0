"""A record proves its game from nothing but its file, and shows any change made to it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

from app.__main__ import main
from app.keep.contacts import Acquaintance, Met
from app.keep.record_file import RecordFile, read_record_file, write_record_file
from app.records.recordings import recording_of
from app.records.summary import NOBODY_KNOWN, created_day, genesis_text, player_lines
from app.records.verify import verify_record
from net.lobby.identity import fingerprint
from net.wire.genesis import VERSION, Policy, parse_genesis, sign_genesis
from tests.support.catalogue import GAMES
from tests.support.revoker import revoking
from tests.support.simulated_table import SimulatedTable
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

HEIGHTS = 30


@lru_cache(maxsize=1)
def played() -> RecordFile:
    """A whole short game between two real sessions."""
    table = SimulatedTable(GAMES["plump"], 2, {"length": "short"})
    assert table.run(lambda: table.is_over)
    body = table.genesis.encode()
    sigs = tuple(sign_genesis(body, each.identity) for each in table.seated)
    return RecordFile(body, sigs, table.seated[0].running.table.log.records)


@lru_cache(maxsize=1)
def beginning() -> bytes:
    """The first heights of the game: keys, a coin, shuffles, a deal, bids and cards."""
    whole = played()
    return write_record_file(RecordFile(whole.genesis, whole.sigs, whole.records[:HEIGHTS]))


def with_check(data: bytes) -> bytes:
    """The bytes with the record's checksum computed again, as a forger would do it."""
    body = data[:-32]
    return body + hashlib.blake2b(body, digest_size=32, person=b"shoal1-file").digest()


def test_the_record_of_a_whole_game_is_valid() -> None:
    whole = write_record_file(played())

    verdict = verify_record(whole)

    assert verdict.problem == ""
    assert verdict.heights == len(played().records)
    assert verdict.outcome is not None
    assert verdict.proofs > 60


def test_the_beginning_of_a_record_is_valid_and_not_over() -> None:
    verdict = verify_record(beginning())

    assert (verdict.problem, verdict.heights, verdict.outcome) == ("", HEIGHTS, None)


def positions(seed: int, count: int) -> list[tuple[int, int]]:
    """Places all over the file, and what is xored to the byte there."""
    rng = Random(seed)
    return [(rng.randrange(len(beginning())), rng.randrange(1, 256)) for _ in range(count)]


@pytest.mark.parametrize(
    ("forger", "places"),
    [
        pytest.param(False, 200, id="as it is"),
        pytest.param(True, 60, id="with a new check"),
        pytest.param(True, 1000, id="in many places", marks=pytest.mark.slow),
    ],
)
def test_any_changed_byte_is_noticed(forger: bool, places: int) -> None:
    """Bytes in seeded places are changed, once as damage and once with the file's check mended."""
    data = beginning()
    for at, change in positions(11 + forger, places):
        changed = bytearray(data)
        changed[at] ^= change

        verdict = verify_record(with_check(bytes(changed)) if forger else bytes(changed))

        if forger and at >= len(data) - 32:
            assert verdict.problem == ""  # the check itself, made again
        else:
            assert verdict.problem, f"byte {at} ^ {change}"


Change = Callable[[RecordFile], RecordFile]


def without(record: RecordFile, at: int) -> RecordFile:
    return RecordFile(record.genesis, record.sigs, record.records[:at] + record.records[at + 1 :])


def swapped(record: RecordFile, at: int) -> RecordFile:
    records = list(record.records)
    records[at], records[at + 1] = records[at + 1], records[at]
    return RecordFile(record.genesis, record.sigs, tuple(records))


CHANGES: dict[str, Change] = {
    "a height left out": lambda record: without(record, 7),
    "two heights swapped": lambda record: swapped(record, 9),
    "a height twice": lambda record: RecordFile(
        record.genesis, record.sigs, record.records[:5] + record.records[4:]
    ),
    "another genesis": lambda record: RecordFile(
        record.genesis.replace(b"seat 0", b"seat X"), record.sigs, record.records
    ),
    "signatures swapped": lambda record: RecordFile(record.genesis, record.sigs[::-1], record.records),
    "a signature too few": lambda record: RecordFile(record.genesis, record.sigs[:1], record.records),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_reassembled_record_is_invalid(change: str) -> None:
    assert verify_record(write_record_file(CHANGES[change](read_record_file(beginning())))).problem


def test_damage_is_found_at_its_height_and_nobody_is_blamed() -> None:
    record = read_record_file(beginning())
    raw = bytearray(record.records[3])
    raw[-5] ^= 1  # inside the last acknowledgement's signature
    records = (*record.records[:3], bytes(raw), *record.records[4:])

    verdict = verify_record(write_record_file(RecordFile(record.genesis, record.sigs, records)))

    assert "at step 4" in verdict.problem
    assert "changed or is damaged" in verdict.problem and verdict.blamed is None


@pytest.mark.parametrize("data", [b"", b"SHOAL RECORD", b"\0" * 100, b"SHOAL RECORD\0\1" + b"\xff" * 200])
def test_files_that_are_no_records_are_refused(data: bytes) -> None:
    verdict = verify_record(data)

    assert verdict.problem and (verdict.heights, verdict.proofs) == (0, 0)


def test_of_a_record_without_steps_nothing_is_said_to_be_checked() -> None:
    record = read_record_file(beginning())
    empty = verify_record(write_record_file(replace(record, records=())))
    odd = verify_record(write_record_file(replace(record, evidence=(b"no envelope",))))

    assert (empty.problem, empty.heights, empty.proofs) == ("", 0, 0)
    assert "in the evidence" in odd.problem and (odd.heights, odd.proofs) == (0, 0)


@lru_cache(maxsize=2)
def revoked(revoke: str) -> bytes:
    """A game in which seat 1 really did not follow suit, up to the height that proves it and no further."""
    table = SimulatedTable(GAMES["plump"], 2, {"length": "short", "revoke": revoke})
    revoking(table.seated[1])
    assert table.run(lambda: any(news.proven for news in table.seated[0].news))
    body = table.genesis.encode()
    sigs = tuple(sign_genesis(body, each.identity) for each in table.seated)
    return write_record_file(RecordFile(body, sigs, table.seated[0].running.table.log.records))


@pytest.mark.parametrize("revoke", ["plump", "stop"])
def test_a_proven_revoke_is_reported_first_and_the_record_is_valid(
    revoke: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.shoal"
    file.write_bytes(revoked(revoke))

    assert main(["verify", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("It is proven that seat 1 broke a rule (plump 2.4): round ")
    assert ("The game is over because of it, and seat 1 is ranked last." in lines[0]) == (revoke == "stop")
    assert lines[-1].startswith("The record is valid: ")
    assert main(["verify", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (fault,) = found["faults"]
    assert (fault["seat"], fault["rule"], fault["ends"]) == (1, "plump 2.4", revoke == "stop")
    assert fault["height"] == found["heights"] and "did not follow" in fault["evidence"]
    assert found["over"] is (revoke == "stop")
    assert main(["replay", "--no-window", str(file)]) == 0
    assert "It is proven that seat 1 broke a rule" in capsys.readouterr().out
    assert "It is proven that seat 1 broke a rule" in recording_of(revoked(revoke)).verdict


def test_a_record_shows_a_players_turning_points(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record of the named player, or of our own seat if this computer knows it."""
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "home"))
    file = tmp_path / "game.shoal"
    file.write_bytes(beginning())
    name = recording_of(beginning()).info.guests[0].nick  # type: ignore[union-attr]
    words = ["replay", "--no-window", str(file), "--look-back"]

    assert main([*words, name]) == 0
    assert f"as {name} saw it. " in capsys.readouterr().out
    assert main(words) == 2
    assert "you did not play at that table" in capsys.readouterr().err
    assert main([*words, "Nobody"]) == 2
    assert "nobody at that table is called 'Nobody'" in capsys.readouterr().err


def test_a_game_made_by_one_person_alone_is_reported_as_such(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "home"))
    file = tmp_path / "game.shoal"
    file.write_bytes(beginning())

    assert main(["verify", str(file)]) == 0
    text = capsys.readouterr().out
    genesis = parse_genesis(played().genesis)
    for player in genesis.players:
        assert f"{player.nick}: key {fingerprint(player.ed)}" in text
    assert NOBODY_KNOWN in text
    assert f"unfinished at step {HEIGHTS}; the file may have been cut short" in text
    assert "Length: short" in text or "short" in text
    assert main(["verify", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["over"] is False and found["options"]["length"] == "short"
    assert [each["key"] for each in found["players"]] == [player.ed.hex() for player in genesis.players]
    assert not (tmp_path / "home").exists(), "looking writes nothing"


def test_verify_tells_who_is_known_and_who_runs_a_bot() -> None:
    genesis = parse_genesis(played().genesis)
    ann, bot = genesis.players[0], replace(genesis.players[1], run_by=1)
    table = replace(genesis, players=(ann, bot))
    known = Acquaintance(own=b"ours", met={ann.ed: Met("Old Ann", since_s=1_777_800_000, games=4)})

    assert player_lines(table, known) == [
        f"seat 0: key {fingerprint(ann.ed)}, met before as Old Ann, 4 games since 3 May 2026",
        f"seat 1: key {fingerprint(bot.ed)}, a bot; seat 0 runs it and can see its hand",
    ]
    assert player_lines(table, Acquaintance(own=ann.ed))[0].endswith(", you")
    assert created_day(replace(table, policy=Policy(created_s=86_400))) == "2 January 1970"
    last_s = 253_402_300_799
    assert created_day(replace(table, policy=Policy(created_s=last_s))) == "31 December 9999"
    for impossible in (0, last_s + 1, 2**53 - 1):
        assert created_day(replace(table, policy=Policy(created_s=impossible))) == ""


def test_only_a_game_without_anybody_met_before_is_called_one_of_strangers() -> None:
    verdict = verify_record(beginning())
    assert verdict.genesis is not None
    ann, ben = (player.ed for player in verdict.genesis.players)

    for known, are_strangers in (
        (Acquaintance(own=ann), True),
        (Acquaintance(own=ann, met={ann: Met("Ann")}), True),
        (Acquaintance(own=ann, met={b"else": Met("Eve")}), True),
        (Acquaintance(own=ann, met={ben: Met("Ben")}), False),
    ):
        assert (NOBODY_KNOWN in genesis_text(verdict, known)) is are_strangers
    lines = genesis_text(verdict, Acquaintance(own=ann)).splitlines()
    assert (lines[0], lines[3], lines[4][:12]) == ("Plump", NOBODY_KNOWN, "First lead: ")
    assert genesis_text(verify_record(b""), Acquaintance(own=ann)) == ""


def test_a_known_name_with_another_key_is_warned_of() -> None:
    ann, eve = parse_genesis(played().genesis).players
    known = Acquaintance(own=b"ours", met={ann.ed: Met("Ann")})

    assert "a different key" in known.warning(eve.ed, "ANN")
    assert known.warning(ann.ed, "ANN") == known.warning(eve.ed, eve.nick) == ""
    false_ann = replace(parse_genesis(played().genesis), players=(replace(eve, nick="Ann"),))
    assert "Careful: you have met somebody called Ann before" in player_lines(false_ann, known)[0]


def test_the_exit_status_of_the_command_tells_the_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.shoal", tmp_path / "bad.shoal"
    good.write_bytes(beginning())
    bad.write_bytes(beginning()[:-1])

    assert main(["verify", str(good)]) == 0
    said = capsys.readouterr().out
    assert "The record is valid" in said
    assert "When somebody has been gone for 30 seconds, the others are asked" in said
    assert main(["verify", str(bad), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["holds"] is False
    assert main(["verify", str(bad)]) == 1
    does_not, why, whom = capsys.readouterr().out.splitlines()
    assert (does_not, whom[:16]) == ("This record fails the check.", "Anybody could ha")
    assert why[0].isupper() and why.endswith(".")
    assert main(["verify", str(good), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["agreed"]["absent"] == "wait"
    assert main(["verify", str(tmp_path / "none.shoal")]) == 2
    (tmp_path / "other.shoal").write_bytes(b"something else")
    assert main(["verify", str(tmp_path / "other.shoal")]) == 2
    assert "This cannot be checked: this file is not a game saved by Shoal" in capsys.readouterr().out
    record = read_record_file(good.read_bytes())
    of_before = record.genesis.replace(b"\xa1G" + bytes([VERSION]), b"\xa1G" + bytes([VERSION - 1]), 1)
    (tmp_path / "earlier.shoal").write_bytes(write_record_file(replace(record, genesis=of_before)))
    assert main(["verify", str(tmp_path / "earlier.shoal")]) == 2
    assert "This cannot be checked: a game of protocol version" in capsys.readouterr().out
    assert main(["replay", "--no-window", str(good)]) == 0
    assert "bids" in capsys.readouterr().out
