"""Hands that players open after a game, over real links: the seats that see them, the proof in records."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import messages
from app.records.verify import verify_record
from app.table.opened_hands import HandKeeper, OpenedHands
from app.table.start import Hosting, Joining, Spectating
from net.errors import DiskFull, LocalError
from net.wire.genesis import Policy, Watch
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable
from tests.support.sittings import Sitting, env_of, sittings, until

pytestmark = pytest.mark.usefixtures("open_group")

MATRICULATION = GAMES["matriculation"]


def test_a_player_can_open_only_its_own_hand_for_everybody(tmp_path: Path) -> None:
    options = MATRICULATION.checked_options(2, {"hands": "1"})
    wanted = Hosting("matriculation", 2, tuple(options.items()), policy=Policy(watch=Watch.OPEN))
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Host"), wanted, "easy", stays=True)
        text = until("the invitation", lambda: host.last(messages.Gathering)).invitation
        ann = sit(env_of(tmp_path, "Ann"), Joining(text), "easy", stays=True)
        early = sit(env_of(tmp_path, "Eva"), Spectating(text), stays=True)
        for each in (host, ann, early):
            until("the end", lambda each=each: each.last(messages.Finished), seconds=200)
        held = until("the offer", lambda: host.last(messages.HandHeld))
        assert early.last(messages.HandHeld) is None
        host.orders.put(messages.OpenHand())
        host.orders.put(messages.OpenHand())  # the second time changes nothing
        late = sit(env_of(tmp_path, "Lou"), Spectating(text), stays=True)
        everybody = (host, ann, early, late)
        for each in everybody:
            opened = until("the hand", lambda each=each: each.last(messages.HandOpened))
            assert opened.seat == 0 and len(opened.faces) == held.cards
        records = [saved(each, tmp_path / f"{number}.shoal") for number, each in enumerate(everybody)]

        assert all(
            len([n for n in each.news if isinstance(n, messages.HandOpened)]) == 1 for each in everybody
        )
    assert len(set(records)) == 1
    verdict = verify_record(records[0])
    assert not verdict.problem and [hand.seat for hand in verdict.hands] == [0]
    last = host.last(messages.Advanced)
    assert last is not None
    assert all(last.view.known[slot] == face for slot, face in verdict.hands[0].faces)


def saved(sitting: Sitting, path: Path) -> bytes:
    sitting.orders.put(messages.SaveRecord(path))
    assert not until("the record", lambda: sitting.last(messages.RecordSaved)).problem
    return path.read_bytes()


def test_on_a_full_disk_no_hand_is_opened_and_that_is_reported() -> None:
    table = SimulatedTable(MATRICULATION, 2)
    assert table.run(lambda: table.is_over)
    seated, shown, kept = table.seated[0], [], []  # type: ignore[var-annotated]

    def full(seat: int, raw: bytes) -> None:
        raise DiskFull("no space left")

    for keep in (full, lambda seat, raw: kept.append(raw)):
        keeper = HandKeeper(table.genesis, seated.identity, keep)
        hands = OpenedHands(keeper, seated.running, tell=lambda news: None, send=shown.append)
        if keep is full:
            with pytest.raises(LocalError, match="your hand was not opened"):
                hands.obey(messages.OpenHand())
            assert not shown and not hands.raws
        else:
            assert hands.obey(messages.OpenHand())

    assert len(shown) == 1 and {*kept} == {*hands.raws}
