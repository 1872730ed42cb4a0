"""Two courses shown to a spectator: the seat that signed both is named, and both messages are kept."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from app import messages
from app.records.verify import verify_record
from app.watching.game import WatchedGame
from net.agreement.effects import FaultReason
from net.link.zmq_link import ZmqLink
from net.watch.phases import EvidenceShown, Parted
from net.wire.bodies import Entry
from net.wire.envelope import seal
from net.wire.genesis import sign_genesis
from net.wire.record import parse_record
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable

pytestmark = pytest.mark.usefixtures("open_group")

HEIGHTS = 6


class Watching:
    """A spectator who has checked some heights of a real table."""

    def __init__(self) -> None:
        self.table = table = SimulatedTable(GAMES["plump"], 2, {"length": "short"})
        assert table.run(lambda: table.seated[0].running.table.log.k >= HEIGHTS)
        body = table.genesis.encode()
        sigs = tuple(sign_genesis(body, each.identity) for each in table.seated)
        self.records = tuple(table.seated[0].running.table.log.records[:HEIGHTS])
        self.told: list[messages.News] = []
        link = cast(ZmqLink, SimpleNamespace(wake=lambda: None))
        self.game = WatchedGame(body, sigs, link, self.told.append)
        self.game.checker.add(1, self.records)
        while len(self.game.records) < HEIGHTS:
            finding = self.game.found.get(timeout=60)
            if hasattr(finding, "raws"):
                self.game.held(finding.steps, finding.raws)  # type: ignore[union-attr]
        self.game.checker.close()

    def pair(self, *, signer: int) -> tuple[bytes, bytes]:
        """The entry of seat 0 at height 3, and another one for the same place."""
        first = next(item for item in parse_record(self.records[2]).items if item.seat == 0)
        entry = Entry(self.table.genesis.id, 0, 3, 0, prev=bytes(32), st=bytes(32), pay=b"another course")
        return first.raw, seal(0, entry.encode(), self.table.seated[signer].identity).raw

    @property
    def charged(self) -> list[int | None]:
        kind = messages.TroubleKind.CHEAT
        return [news.seat for news in self.told if isinstance(news, messages.Trouble) and news.kind is kind]

    def saved(self, folder: Path) -> bytes:
        self.game.save(folder / "game.shoal")
        return (folder / "game.shoal").read_bytes()


def test_the_signer_of_two_entries_is_named_and_the_record_proves_it(tmp_path: Path) -> None:
    watching = Watching()
    watching.game.shown(Parted((watching.pair(signer=0),)))
    watching.game.shown(Parted((watching.pair(signer=0),)))

    assert watching.charged == [0]
    told = [news for news in watching.told if isinstance(news, messages.Trouble)]
    assert not told[0].ends and "seat 0" in told[0].text
    verdict = verify_record(watching.saved(tmp_path))
    assert not verdict.problem and verdict.evidence == 2
    assert [(charge.seat, charge.offence) for charge in verdict.charges] == [(0, FaultReason.EQUIVOCATION)]


def test_an_entry_signed_by_somebody_else_proves_nothing_against_a_seat(tmp_path: Path) -> None:
    watching = Watching()
    watching.game.shown(Parted((watching.pair(signer=1),)))

    assert watching.charged == []
    assert verify_record(watching.saved(tmp_path)).evidence == 0


def test_rubbish_that_a_source_shows_hides_no_proof() -> None:
    watching = Watching()
    for raw in (b"rubbish", watching.pair(signer=1)[1], *watching.pair(signer=0)):
        watching.game.shown(EvidenceShown(raw))
    watching.game.weigh()

    assert watching.charged == [0]
