"""`shoal verify`: everything a verdict says, in JSON and in words, and the status of the command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.__main__ import main
from app.commands import verify
from app.messages import Proven
from app.records.changes import Change
from app.records.growing_record import RecordGrowth
from app.records.verify import Verdict
from net.agreement.effects import FaultReason
from net.agreement.faults.evidence import Charge
from net.lobby.identity import fingerprint
from net.machine import Choice, Why
from net.seat.hands import SignedHand
from rules.api import Face, Slot
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable
from tests.support.values import replace

GENESIS = SimulatedTable(GAMES["plump"], 3, {"length": "short"}).genesis
STATE = GAMES["plump"].start(3, {"length": "short"})
NAMES = [player.nick for player in GENESIS.players]
LIE = FaultReason.EQUIVOCATION
GOOD = Verdict(12, 34, GENESIS, STATE)
Said = Callable[..., tuple[int, str]]


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Said:
    """The output of the command for a verdict, and its exit status."""
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "home"))
    path = tmp_path / "game.shoal"
    path.write_bytes(b"record")

    def say(verdict: Verdict, *words: str) -> tuple[int, str]:
        monkeypatch.setattr(verify, "verify_together", lambda path, data, progress: verdict)
        status = main(["verify", str(path), *words])
        return status, capsys.readouterr().out

    return say


def test_json_tells_all_that_a_record_proves(said: Said) -> None:
    verdict = replace(
        GOOD,
        is_ended=True,
        forfeits=(2,),
        proven=(Proven(1, 7, "plump 2.4", "did not follow", ends=True),),
        evidence=3,
        charges=(Charge(LIE, 2, 9, "two words"), Charge(LIE, None, 9, "whose?")),
        changes=(
            Change(5, (1, 2), (), Choice.STAND_IN, Why.LEFT),
            Change(8, (), (1,), Choice.GO_ON, Why.GONE, is_half=True),
        ),
        hands=(SignedHand(1, ((Slot(4), Face(0)), (Slot(9), Face(51)))),),
    )
    status, text = said(verdict, "--json")
    found = json.loads(text)

    assert status == 0
    assert (found["judged"], found["holds"], found["problem"], found["signed_by"]) == (True, True, "", None)
    assert (found["heights"], found["proofs"], found["over"], found["game"]) == (12, 34, True, "plump")
    assert found["options"]["length"] == "short" and found["agreed"]["gone_after"] == "30"
    assert found["created"] == GENESIS.policy.created_s
    assert [each["name"] for each in found["players"]] == NAMES
    assert [each["letters"] for each in found["players"]] == [fingerprint(it.ed) for it in GENESIS.players]
    assert found["faults"] == [
        {"seat": 1, "height": 7, "rule": "plump 2.4", "evidence": "did not follow", "ends": True}
    ]
    assert found["charges"] == [
        {"seat": 2, "height": 9, "deed": LIE, "text": "two words"},
        {"seat": None, "height": 9, "deed": LIE, "text": "whose?"},
    ]
    assert found["evidence_messages"] == 3
    assert found["changes"] == [
        {"height": 5, "gone": [1, 2], "back": [], "choice": "stand-in", "why": "left", "half": False},
        {"height": 8, "gone": [], "back": [1], "choice": "go-on", "why": "gone", "half": True},
    ]
    names = [GAMES["plump"].face_text(Face(face)) for face in (0, 51)]
    assert found["hands"] == [{"seat": 1, "slots": [4, 9], "faces": names}]
    assert found["forfeits"] == [2] and found["ranks"][2] == 3 and len(found["scores"]) == 3


@pytest.mark.parametrize(
    ("verdict", "status", "holds"),
    [
        (GOOD, 0, True),
        (Verdict(3, 0, GENESIS, problem="at step 4: a lie", blamed=1), 1, False),
        (Verdict(0, 0, problem="no record", is_judged=False), 2, False),
        (Verdict(0, 0, is_judged=False), 2, False),
    ],
)
def test_json_and_the_status_say_whether_a_record_is_valid(
    verdict: Verdict, status: int, holds: bool, said: Said
) -> None:
    found_status, text = said(verdict, "--json")
    found = json.loads(text)

    assert (found_status, found["holds"], found["judged"]) == (status, holds, verdict.is_judged)
    assert found["signed_by"] == verdict.blamed and found["problem"] == verdict.problem
    assert (found["over"], found["scores"], found["ranks"]) == (False, None, None), "nobody has won yet"
    assert found["game"] == (None if verdict.genesis is None else "plump")


def test_a_record_that_fails_names_who_signed_the_problem_and_nobody_else(said: Said) -> None:
    verdict = Verdict(3, 0, GENESIS, problem="at step 4: a lie", blamed=1)
    key = fingerprint(GENESIS.players[1].ed)

    assert said(verdict)[1].splitlines() == [
        "This record fails the check.",
        "At step 4: a lie.",
        f"Signed by {NAMES[1]}, key {key}.",
    ]
    anybody = "Anybody could have changed the file, so nobody is named."
    assert said(replace(verdict, blamed=None))[1].splitlines()[-1] == anybody
    assert said(Verdict(0, 0, problem="damaged"))[1].splitlines()[1:] == ["Damaged.", anybody]
    with_evidence = replace(verdict, evidence=1)
    first = said(with_evidence)[1].splitlines()[0]
    assert [first] == [*with_evidence.findings(NAMES)], "what is proven comes before what fails"


def test_the_result_of_a_valid_record_is_printed(said: Said) -> None:
    status, text = said(replace(GOOD, is_ended=True))

    assert status == 0 and "The players ended the game early, after 12 steps." in text
    assert text.splitlines()[-1].startswith(
        "The record is valid: in 12 steps all signatures, all rules and all 34 proofs "
    )


def test_a_file_is_needed_and_only_one_can_be_followed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify"]) == 2
    assert capsys.readouterr().out == "Which record? shoal verify FILE\n"
    assert main(["verify", str(tmp_path / "a"), str(tmp_path / "b"), "--watch"]) == 2
    assert capsys.readouterr().out == "--watch takes one file: to compare two, leave --watch out.\n"
    (tmp_path / "a").write_bytes(b"no record")
    assert main(["verify", str(tmp_path / "a"), str(tmp_path / "b")]) == 2
    assert capsys.readouterr().out.splitlines()[0] == "a:", "the second is not looked at"


def test_a_file_that_is_replaced_meanwhile_is_read_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Windows refuses to open a file that is being replaced."""
    looks: list[bytes] = []
    pauses = iter((OSError("busy"), b"more", b"end"))

    class Looks:
        def look(self, data: bytes) -> RecordGrowth | None:
            looks.append(data)
            if data == b"end":
                return RecordGrowth(9, 1, GOOD)
            return RecordGrowth(8, 8) if len(looks) == 1 else None

    def read(path: Path) -> bytes:
        found = next(pauses) if looks else b"begun"
        if isinstance(found, OSError):
            raise found
        return found

    monkeypatch.setattr(verify, "GrowingRecord", Looks)
    monkeypatch.setattr(verify, "read_whole", read)
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path / "home"))

    assert main(["verify", "game.shoal", "--watch"]) == 0
    assert looks == [b"begun", b"begun", b"more", b"end"]
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "8 steps checked, 8 of them new." and "The record is valid" in lines[-1]
