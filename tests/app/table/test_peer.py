"""The network thread's own decisions, without a network."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.keep.journal import GameStatus
from app.messages import (
    Advanced,
    GiveUpSeat,
    Listener,
    News,
    Order,
    Presence,
    Proven,
    Quit,
    RecordSaved,
    SaveRecord,
    Trouble,
)
from app.table.missing.absences import Company
from app.table.opened_hands import HandKeeper
from app.table.orders import Orders
from app.table.peer import DEALT_S, GOODBYE_S, Peer, Roster
from net.errors import DiskFull
from net.link.contract import Arrived, Channel, Down, Flooded, LinkEvent, Way
from net.seat.session import Session
from net.wire.genesis import Policy
from rules.api import FalseClaim, Seat
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable

pytestmark = pytest.mark.usefixtures("open_group")

COMPANY = Company(("Ann", "Ben"), (None, None), Policy())
NO_HANDS = HandKeeper(None, None, keep=lambda seat, raw: None)  # type: ignore[arg-type]  # opens none


def peer(session: Session, tell: Listener, **given: object) -> Peer:
    """The network thread of a seat, without its network."""
    made: dict[str, object] = {
        "link": None,
        "orders": Orders(),
        "clock": lambda: 0.0,
        "finished": lambda status: None,
        "save": lambda path: None,
        **given,
    }
    return Peer(
        session,
        roster=Roster((b"us", b"them"), ("Ann", "Ben")),
        listener=tell,
        reconnect_listener=None,
        leaves_at_the_end=False,
        news_of_start=b"",
        tend=lambda now: None,
        company=COMPANY,
        keeper=NO_HANDS,
        **made,  # type: ignore[arg-type]
    )


def test_the_end_of_a_game_is_journalled_before_it_is_shown() -> None:
    table = SimulatedTable(GAMES["matriculation"], 2)
    assert table.run(lambda: table.is_over)
    session, happened = table.seated[0].running, list[str]()

    def tell(news: News) -> None:
        happened.append(type(news).__name__)

    player = peer(session, tell, finished=lambda status: happened.append(status.name))
    player._do(Advanced(session.table.log.k, session.view, ()))
    player._do(Advanced(session.table.log.k, session.view, ()))

    assert happened == ["FINISHED", "Advanced", "Finished", "Advanced"]


def test_a_proof_is_reported_between_the_position_and_the_result() -> None:
    table = SimulatedTable(GAMES["matriculation"], 2)
    assert table.run(lambda: table.is_over)
    session, told = table.seated[0].running, list[News]()
    fault = FalseClaim(Seat(1), "plump 2.4", "round 1: did not follow hearts", ends=True)
    player = peer(session, told.append)
    player._do(Advanced(session.table.log.k, session.view, (), (fault,)))

    assert [type(each).__name__ for each in told] == ["Advanced", "Proven", "Finished"]
    assert told[1] == Proven(1, session.table.log.k, rule=fault.rule, text=fault.text, ends=True)


def seated() -> tuple[Peer, Session, list[News]]:
    """The network thread of a seat whose game is over, without its network."""
    table = SimulatedTable(GAMES["matriculation"], 2)
    assert table.run(lambda: table.is_over)
    session, told = table.seated[0].running, list[News]()
    return peer(session, told.append), session, told


def test_a_player_who_leaves_after_the_end_is_not_lost() -> None:
    player, session, told = seated()
    player._heard(Down(Channel.TABLE, b"them"))
    player._do(Advanced(session.table.log.k, session.view, ()))
    player._heard(Down(Channel.TABLE, b"them"))

    player._absences.tick(60.0)

    assert not [each for each in told if isinstance(each, Presence)]


class Wire:
    """A link that gives these events, poll by poll."""

    def __init__(self, *polls: tuple[LinkEvent, ...]) -> None:
        self._polls = [*polls]

    def poll(self, timeout_s: float) -> tuple[LinkEvent, ...]:
        return self._polls.pop(0)

    def send(self, key: bytes, frame: bytes) -> bool:
        return True


def test_a_missing_player_is_not_checked_for_every_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    player, _, _ = seated()
    frame = Arrived(Channel.TABLE, b"them", "", b"\x90", Way.OUTBOUND)
    link = Wire((frame,), (frame,), (frame,), (Down(Channel.TABLE, b"them"),), (frame,))
    looks: list[float] = []
    monkeypatch.setattr(player, "_link", link)
    monkeypatch.setattr(player._absences, "tick", looks.append)
    found = []
    for _ in range(5):
        player._one_turn_of_the_loop()
        found.append(len(looks))

    first = found[0]
    assert found[2:] == [found[1], found[1] + 1, found[1] + 1] and found[1] <= first + 1


class QuietWire(Wire):
    """A link on which nothing comes; the time of the test passes while somebody listens."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0

    def poll(self, timeout_s: float) -> tuple[LinkEvent, ...]:
        self.now += timeout_s
        return ()


@pytest.mark.parametrize(
    ("order", "kind", "noted", "most_s"),
    [
        (Quit(), "shares", [], GOODBYE_S),
        (GiveUpSeat(), "move", [GameStatus.ABANDONED], GOODBYE_S),
        (GiveUpSeat(), "shares", [GameStatus.ABANDONED], DEALT_S + GOODBYE_S),
    ],
)
def test_leaving_for_good_takes_longer_while_cards_are_dealt(
    order: Order, kind: str, noted: list[GameStatus], most_s: float
) -> None:
    table, link, orders, ends = (
        SimulatedTable(GAMES["matriculation"], 2),
        QuietWire(),
        Orders(),
        list[GameStatus](),
    )
    table.play_until(kind)
    player = peer(
        table.seated[0].running,
        lambda news: None,
        link=link,
        orders=orders,
        clock=lambda: link.now,
        finished=ends.append,
    )
    orders.put(order)

    assert not player._obey()
    assert (link.now - 1000, ends) == (most_s, noted)


def test_memory_that_grows_without_traffic_of_others_blames_nobody() -> None:
    """Pictures and a long game make it grow too: honest bots once said that somebody flooded them."""
    player, _, told = seated()
    player._heard(Flooded(300 * 1024 * 1024, ()))
    assert told == []
    player._heard(Flooded(300 * 1024 * 1024, (b"them",)))

    [trouble] = told
    assert isinstance(trouble, Trouble) and trouble.seat is None and not trouble.ends
    assert "In case that was an endless message" in trouble.text


@pytest.mark.parametrize("problem", ["", "there is no room on the disk"])
def test_the_record_is_saved_while_the_table_is_open(problem: str) -> None:
    table = SimulatedTable(GAMES["matriculation"], 2)
    assert table.run(lambda: table.is_over)
    orders, told, saved = Orders(), list[News](), list[Path]()

    def save(path: Path) -> None:
        saved.append(path)
        if problem:
            raise DiskFull(problem)

    player = peer(table.seated[0].running, told.append, orders=orders, save=save)
    orders.put(SaveRecord(Path("evening.shoal")))

    assert player._obey()
    assert saved == [Path("evening.shoal")]
    assert told == [RecordSaved(Path("evening.shoal"), problem)]
