"""One turn of the network thread after the other: how long it waits, whom it hears, when it goes home."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

import pytest

from app import messages
from app.keep.journal import GameStatus
from app.messages import Listener, News, Order
from app.table.missing.absences import TableCloses
from app.table.missing.company import Company
from app.table.opened_hands import HandKeeper
from app.table.orders import Orders
from app.table.peer import FULL, GOODBYE_S, PATIENCE_S, ROOM, Peer, Roster
from net.agreement.effects import Fault, FaultReason, Stopped
from net.errors import DiskFull
from net.link.contract import Arrived, Channel, Down, Flooded, LinkEvent, LinkRefusal, LinkRefused, Up, Way
from net.seat.session import Done, Session
from net.wire.genesis import Hints, Policy
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

NO_HANDS = HandKeeper(None, None, keep=lambda seat, raw: None)  # type: ignore[arg-type]  # opens none
NEWS = b"news of the start"
PEOPLE: tuple[int | None, ...] = (None, None)
USUAL = Policy()


class Wire:
    """A link that notes what is sent and how long somebody listens; the time of the test passes meanwhile."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.waited: list[float] = []
        self.sent: list[tuple[bytes, bytes]] = []
        self.coming: list[LinkEvent] = []

    def poll(self, timeout_s: float) -> tuple[LinkEvent, ...]:
        self.waited.append(timeout_s)
        self.now += timeout_s
        came, self.coming = tuple(self.coming), []
        return came

    def send(self, key: bytes, frame: bytes) -> bool:
        self.sent.append((key, frame))
        return True

    def wake(self) -> None:
        """Do nothing: no thread waits."""


class Thread:
    """The network thread of Ann's seat at a table, with a hand-turned clock."""

    def __init__(
        self,
        kind: str = "move",
        *,
        policy: Policy = USUAL,
        runners: tuple[int | None, ...] = PEOPLE,
        leaves: bool = False,
    ) -> None:
        self.table = SimulatedTable(GAMES["matriculation"], 2)
        if kind == "over":
            assert self.table.run(lambda: self.table.is_over)
            log, heads = self.table.seated[0].running.table.log, self.table.seated[0].running.table.heads
            assert self.table.run(lambda: heads.everybody_at == log.k, limit_s=30.0)
        elif kind:
            self.table.play_until(kind)
        self.session: Session = self.table.seated[0].running
        self.wire, self.orders = Wire(), Orders()
        self.told, self.noted, self.tended = list[News](), list[GameStatus](), list[float]()
        self.is_full = False
        tell: Listener = self.told.append
        self.peer = Peer(
            self.session, self.wire, Roster((b"us", b"them"), ("Ann", "Ben")), self.orders,  # type: ignore[arg-type]
            clock=lambda: self.wire.now, listener=tell, reconnect_listener=None, leaves_at_the_end=leaves,
            news_of_start=NEWS, finished=self._note, save=self._save, tend=self.tended.append,
            company=Company(("Ann", "Ben"), runners, policy), keeper=NO_HANDS,
        )  # fmt: skip
        self.session.take()

    def _note(self, status: GameStatus) -> None:
        if self.is_full:
            raise DiskFull("no room")
        self.noted.append(status)

    def _save(self, path: Path) -> None:
        raise DiskFull("no room")

    def turn(self) -> bool:
        return self.peer._one_turn_of_the_loop()

    def obeys(self, *orders: Order) -> bool:
        for each in orders:
            self.orders.put(each)
        return self.peer._obey()


@pytest.mark.parametrize(
    ("due_s", "waits_s"), [(None, 1.0), (0.25, 0.25), (1.0, 1.0), (9.0, 1.0), (0.0, 0.0), (-5.0, 0.0)]
)
def test_the_network_thread_at_rest_wakes_once_a_second_or_when_something_is_due(
    due_s: float | None, waits_s: float
) -> None:
    thread = Thread()
    thread.peer._listen(None if due_s is None else thread.wire.now + due_s)

    assert thread.wire.waited == [waits_s]


def test_the_network_thread_wakes_twice_a_second_while_seconds_are_counted_or_the_game_is_over() -> None:
    counting, over = Thread(policy=Policy(move_limit_s=30)), Thread("over")
    over.peer._do(messages.Advanced(over.session.table.log.k, over.session.view, ()))
    for each in (counting, over):
        each.peer._listen(None)
        each.peer._listen(each.wire.now + 0.2)

        assert each.wire.waited == [0.5, pytest.approx(0.2)]


def test_the_table_is_tended_only_while_the_game_runs() -> None:
    thread, over = Thread(), Thread("over")
    assert thread.turn() and thread.tended == [thread.wire.now]
    over.peer._do(messages.Advanced(over.session.table.log.k, over.session.view, ()))
    assert over.turn(), "a player with a screen stays"

    assert over.tended == [] and over.noted == [GameStatus.FINISHED]
    over.told.clear()
    over.peer._heard(Flooded(300, (b"them",)))
    assert over.told == [], "pictures of the end make it grow: nobody is blamed"


def test_a_player_without_a_screen_leaves_once_all_have_reached_the_end() -> None:
    thread = Thread("over", leaves=True)
    assert thread.turn(), "nothing was shown yet"
    thread.peer._do(messages.Advanced(thread.session.table.log.k, thread.session.view, ()))
    assert not thread.peer._everybody_is_done()
    home_at = thread.wire.now + GOODBYE_S
    thread.wire.now = home_at - 0.01
    assert not thread.peer._everybody_is_done(), "the last words are on their way"
    thread.wire.now = home_at
    assert thread.peer._everybody_is_done()

    thread.peer._unnoted = GameStatus.FINISHED
    assert not thread.peer._everybody_is_done(), "the disk was full"
    thread.wire.now = 1000.0 + PATIENCE_S
    assert not thread.peer._everybody_is_done()
    thread.wire.now += 0.01
    assert thread.peer._everybody_is_done(), "nobody waits for ever"
    assert not Thread("over").peer._everybody_is_done()


def test_a_player_who_lacks_the_end_is_waited_for_until_our_patience_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thread = Thread("over", leaves=True)
    heads = thread.session.table.heads
    monkeypatch.setattr(type(heads), "everybody_at", thread.session.table.log.k - 1)
    thread.peer._do(messages.Advanced(thread.session.table.log.k, thread.session.view, ()))
    thread.wire.now += 5.0
    assert not thread.peer._everybody_is_done()
    thread.wire.now = 1000.0 + PATIENCE_S + 0.01

    assert thread.peer._everybody_is_done()


@pytest.mark.parametrize(
    "event",
    [
        Arrived(Channel.TABLE, b"stranger", "", b"\x90", Way.OUTBOUND),
        Arrived(Channel.LOBBY, b"them", "", b"\x90", Way.OUTBOUND),
        Up(Channel.WATCH, b"them"),
        Up(Channel.TABLE, b"stranger"),
        Down(Channel.LOBBY, b"them"),
    ],
)
def test_events_of_strangers_and_of_other_channels_do_not_change_the_game(event: LinkEvent) -> None:
    thread = Thread()
    thread.peer._heard(event)
    thread.peer._carry_out()

    assert not [each for each in thread.told if not isinstance(each, messages.Working)]
    assert thread.wire.sent == []


def test_a_player_who_comes_up_is_welcomed_and_one_whose_program_refuses_is_named() -> None:
    thread = Thread()
    thread.peer._heard(Up(Channel.TABLE, b"them"))
    thread.peer._heard(LinkRefused(Channel.TABLE, b"them", LinkRefusal.TOO_FAST))
    thread.peer._carry_out()

    here = messages.Presence(1, messages.PresenceState.HERE)
    trouble = messages.Trouble(messages.TroubleKind.LINK, "Ben's program sends more than is allowed.", 1)
    assert [each for each in thread.told if not isinstance(each, messages.Working)] == [here, trouble]
    assert {key for key, _ in thread.wire.sent} == {b"them"}, "our head"
    assert NEWS not in [frame for _, frame in thread.wire.sent]


def test_a_peer_that_connects_before_the_first_step_gets_the_news_of_the_start() -> None:
    thread = Thread("")
    assert thread.session.table.log.k == 0
    thread.peer._heard(Up(Channel.TABLE, b"them"))

    assert thread.wire.sent[0] == (b"them", NEWS)


@pytest.mark.parametrize(
    ("runners", "hints", "may_ask"),
    [
        ((None, None), Hints.NONE, False),
        ((None, None), Hints.ALLOWED, True),
        ((None, 0), Hints.NONE, True),
        ((1, None), Hints.NONE, False),
    ],
)
def test_a_request_for_a_hint_is_announced_to_all_if_the_table_allows_hints(
    runners: tuple[int | None, ...], hints: Hints, may_ask: bool
) -> None:
    thread = Thread(policy=Policy(hints=hints), runners=runners)
    assert thread.obeys(messages.AskHint())
    thread.peer._carry_out()

    refused = messages.Refused("not-now", "", "Hints are not allowed at this table.")
    assert (refused in thread.told) is not may_ask
    assert bool(thread.wire.sent) is may_ask


def test_orders_are_refused_in_words_and_the_thread_goes_on() -> None:
    thread = Thread()
    [mover] = thread.session.replica.step.actors
    if mover != 0:
        thread.table.play_until("move", seat=0)
    k, [action, *_] = thread.session.table.log.k, thread.session.view.actions()
    assert thread.obeys(
        messages.Decide(messages.AbsentChoice.WAIT),
        messages.SaveRecord(Path("there.shoal")),
        messages.Choose(k - 1, action),
        messages.Choose(k, action),
    )

    assert thread.told == [
        messages.Refused("not-now", "", "nothing is asked"),
        messages.RecordSaved(Path("there.shoal"), "no room"),
        messages.Refused("not-now", "", "you have already chosen; your choice is on its way to the others"),
    ]
    assert thread.peer._has_news and not thread.peer.has_left


@pytest.mark.parametrize(("order", "has_left"), [(messages.Quit(), False), (messages.GiveUpSeat(), True)])
def test_quitting_keeps_the_seat_and_giving_it_up_leaves_it(order: Order, has_left: bool) -> None:
    thread = Thread()

    assert not thread.obeys(order, messages.SaveRecord(Path("later.shoal")))
    assert thread.peer.has_left is has_left and thread.wire.now == 1000.0 + GOODBYE_S
    assert thread.noted == ([GameStatus.ABANDONED] if has_left else [])
    assert thread.orders.take() == messages.SaveRecord(Path("later.shoal")), "nothing is done any more"


@pytest.mark.parametrize(
    ("closes", "status"),
    [(TableCloses(for_good=True), GameStatus.ABANDONED), (TableCloses(for_good=False), GameStatus.PLAYING)],
)
def test_a_table_that_closes_ends_the_thread_and_is_noted(closes: TableCloses, status: GameStatus) -> None:
    thread = Thread()
    thread.peer._absences.over = closes

    assert not thread.turn()
    assert thread.noted == [status]


def test_the_goodbye_is_said_again_for_a_height_that_becomes_final_meanwhile() -> None:
    """The shares that a leaver leaves behind are for the height at which the others stand."""
    thread = Thread()
    said: list[int] = []
    leave = thread.session.leave

    def noted(how: object, now: float) -> None:
        said.append(thread.session.table.log.k)
        leave(how, now)  # type: ignore[arg-type]

    thread.session.leave = noted  # type: ignore[method-assign]
    thread.obeys(messages.GiveUpSeat())

    assert said == [thread.session.table.log.k], "once, where nothing moves"


def test_an_end_that_does_not_fit_on_a_full_disk_is_noted_later_and_the_player_is_warned() -> None:
    thread = Thread("over")
    thread.is_full = True
    thread.peer._do(messages.Advanced(thread.session.table.log.k, thread.session.view, ()))
    full = messages.Trouble(messages.TroubleKind.DISK_FULL, FULL)
    assert thread.told[0] == full
    thread.wire.now += 0.99
    thread.is_full = False
    thread.peer._note()
    assert not thread.noted
    thread.is_full = True
    thread.wire.now += 0.01
    thread.peer._note()
    thread.is_full = False
    thread.wire.now += 1.0
    thread.peer._note()
    thread.peer._note()

    troubles = [each for each in thread.told if isinstance(each, messages.Trouble)]
    assert troubles == [full, messages.Trouble(messages.TroubleKind.DISK_OK, ROOM)]
    assert thread.noted == [GameStatus.FINISHED]


@pytest.mark.parametrize("is_open", [True, False])
def test_a_fault_ends_the_game_only_where_the_table_is_closed_by_it(
    is_open: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = Thread()
    monkeypatch.setattr(type(thread.session.table.log), "is_open", is_open)
    thread.peer._do(Stopped(Fault(1, FaultReason.EQUIVOCATION, "two", (b"a", b"b"))))

    [trouble] = thread.told
    assert isinstance(trouble, messages.Trouble)
    assert (trouble.seat, trouble.ends, trouble.kind) == (1, not is_open, messages.TroubleKind.FORK)
    assert thread.noted == ([] if is_open else [GameStatus.STOPPED])


def test_the_work_of_the_table_is_reported_when_it_changes() -> None:
    thread = Thread()
    thread.peer._carry_out()
    thread.peer._carry_out()

    assert thread.told == [thread.session.working]


def test_an_error_in_a_worker_ends_the_thread_and_a_cancelled_task_does_not() -> None:
    thread = Thread()
    cancelled: Future[Done] = Future()
    cancelled.cancel()
    thread.peer._finished_work(cancelled)
    assert thread.turn()
    failed: Future[Done] = Future()
    failed.set_exception(ArithmeticError("ours"))
    thread.peer._finished_work(failed)

    with pytest.raises(ArithmeticError, match="ours"):
        thread.turn()


def test_the_roster_gives_the_seat_of_a_key() -> None:
    roster = Roster((b"a", b"b"), ("Ann", "Ben"))

    assert [roster.seat_of(key) for key in (b"a", b"b", b"c")] == [0, 1, None]
    assert replace(roster, keys=()).seat_of(b"a") is None
