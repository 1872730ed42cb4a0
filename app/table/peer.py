"""One peer at one table: the network thread, to which the link, the journal and the session belong.

The thread runs a poll loop (net 6.3): frames, finished work and orders come in, frames and news go out. The
part that shows the table puts `orders` from any thread, and gets `app.messages` through the listener, which
is called in this thread and must only pass them on. Proofs are made and checked in worker threads, so that
acks and heads go on meanwhile.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from app import messages
from app.keep.journal import GameStatus
from app.messages import Listener
from app.policy import may_ask
from app.table.missing.absences import Absences, TableCloses
from app.table.missing.company import Company
from app.table.opened_hands import HandKeeper, OpenedHands
from app.table.orders import Orders
from app.table.reconnect_listener import ReconnectListener
from app.table.troubles import fault_trouble, link_trouble, refused_trouble, told_trouble, unexplained_trouble
from net.agreement import effects
from net.errors import DiskFull, LinkError, LocalError, NoView
from net.link.contract import Arrived, Channel, Clock, Down, Flooded, Link, LinkEvent, LinkRefused, Up
from net.seat.session import Done, Session, SessionOut, Work
from net.wire.bodies import Going, Remark
from rules.errors import NotLegal

if TYPE_CHECKING:  # imported on use: most tables cannot be watched
    from app.table.spectator_server import SpectatorServer

POLL_MOST_S = 1.0
COUNTING_S = 0.5
"""`POLL_MOST_S` while seconds are counted down, or after the game."""
ABSENCES_S = 0.1
"""Seconds between two looks for absences while frames arrive that bring no news."""
WORKERS = 2
GOODBYE_S = 0.5
DEALT_S = 3.0
"""Seconds that a leaving player waits for cards on their way to it. Cards that are dealt after its shares are
left behind could be opened by the others."""
PATIENCE_S = 30.0
NOTE_AGAIN_S = 1.0
FULL = (
    "This computer's disk is full. The game waits, and nothing is lost. "
    "Make some room, and the game goes on by itself."
)
FLOOD = (
    "This program suddenly used much more memory while somebody was silent. In case that was an endless "
    "message, all connections were closed and opened again; the game goes on."
)
ROOM = "There is room on the disk again; the game goes on."


class Roster(Struct, frozen=True):
    """CURVE keys and names, by seat."""

    keys: tuple[bytes, ...]
    names: tuple[str, ...]

    def seat_of(self, key: bytes) -> int | None:
        """Return the seat of a key, None for a stranger."""
        return self.keys.index(key) if key in self.keys else None


class Peer:
    """Plays one session over one link, see `run`. Lives in the network thread."""

    def __init__(
        self,
        session: Session,
        link: Link,
        roster: Roster,
        orders: Orders,
        *,
        clock: Clock,
        listener: Listener,
        reconnect_listener: ReconnectListener | None,
        leaves_at_the_end: bool,
        news_of_start: bytes,
        finished: Callable[[GameStatus], None],
        save: Callable[[Path], None],
        tend: Callable[[float], None],
        company: Company,
        keeper: HandKeeper,
        watched: SpectatorServer | None = None,
    ) -> None:
        self.session = session
        self._company = company
        self._absences = Absences(session, company, listener, clock())
        self._link = link
        self._roster = roster
        self._clock = clock
        self._tell = listener
        self._orders = orders
        self._reconnect_listener = reconnect_listener
        self._watched = watched
        self._hands = OpenedHands(keeper, session, tell=listener, send=self._send_to_all)
        self._note_end = finished
        self._save = save
        self._tend = tend
        self._news_of_start = news_of_start
        self._leaves_at_the_end = leaves_at_the_end
        self._results: queue.SimpleQueue[Done | BaseException] = queue.SimpleQueue()
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="deck")
        self._working: messages.Working | None = None
        self._has_news = True
        """True if something that may matter to absences has happened since they were checked last."""
        self._absences_at = 0.0
        self.has_left = False
        """True if the player has given up the seat; read only."""
        self._finished = False
        self._finished_at = 0.0
        self._home_at: float | None = None
        self._unnoted: GameStatus | None = None
        self._note_at = 0.0

    def run(self) -> None:
        """Play until we leave or the table closes, or with `leaves_at_the_end` until everybody is at the end.

        `news_of_start` goes to everybody who may not have heard it. The `reconnect_listener` answers
        players who come back, and follows those who move. `finished` makes the end durable before it is
        shown, if the disk has room. `save` writes the record so far to a file. `tend` is called at least
        every second with the time while the game runs. Raises errors that are nobody's fault but ours.
        """
        try:
            self.session.start(self._clock())
            self._carry_out()
            while self._one_turn_of_the_loop():
                pass
        finally:
            self._workers.shutdown(wait=True, cancel_futures=True)

    def _one_turn_of_the_loop(self) -> bool:
        deadline = self.session.table.pulse.deadline
        self._listen(deadline)
        while not self._results.empty():
            result = self._results.get()
            if isinstance(result, BaseException):
                raise result
            self.session.done(result, self._clock())
        going_on = self._obey()
        self._do_all()  # a height is reported before the clock of its move
        if self._has_news or self._clock() >= self._absences_at:
            self._has_news, self._absences_at = False, self._clock() + ABSENCES_S
            self._absences.tick(self._clock())
        if deadline is not None and self._clock() >= deadline:
            self.session.tick(self._clock())
        self._carry_out()
        self._hands.tick()
        if self._watched is not None:  # the game's own frames go first
            self._watched.tick(self._hands.raws)
        self._note()
        if self.session.table.log.is_open and not self._finished:
            self._tend(self._clock())
        if self._absences.over is not None:
            self._close(self._absences.over)
            return False
        return going_on and not (self._leaves_at_the_end and self._everybody_is_done())

    def _listen(self, deadline: float | None) -> None:
        """Wait for events on the link, until something is due."""
        now = self._clock()
        is_at_rest = self.session.table.log.is_open and not self._finished and not self._absences.is_counting
        most = POLL_MOST_S if is_at_rest else COUNTING_S
        wait = most if deadline is None else max(0.0, min(most, deadline - now))
        if self._watched is not None:
            wait = min(wait, self._watched.wait_s(now))
        for event in self._link.poll(wait):
            if self._watched is not None and self._watched.heard(event):
                continue
            if self._reconnect_listener is None or not self._reconnect_listener.heard(event):
                self._heard(event)
        if self._reconnect_listener is not None:
            self._reconnect_listener.tick()

    def _everybody_is_done(self) -> bool:
        """True if a player without a screen may go: all are at the end, also one who came back late, or it
        was 30 s ago. Until then we may be the only one who can tell others how the game went."""
        table, now = self.session.table, self._clock()
        is_told = table.heads.everybody_at == table.log.k and not self._absences.is_followed
        is_through = not table.log.is_open or (self._finished and is_told)
        if is_through and self._home_at is None:
            self._home_at = now + GOODBYE_S
            for seat in self.session.replica.seats:
                if seat != self.session.dealer.seat:
                    self.session.connected(seat, now)
        if self._finished and self._finished_at + PATIENCE_S < now:
            return True
        if not is_through or self._home_at is None or now < self._home_at or self._unnoted is not None:
            return False
        return self._watched is None or self._watched.has_shown_all(self._home_at)

    def _heard(self, event: LinkEvent) -> None:
        self._has_news |= not isinstance(event, Arrived)
        if isinstance(event, Flooded):
            # Without suspects, pictures or a long game have used up the memory.
            if event.suspects and not self._finished:
                self._tell(messages.Trouble(messages.TroubleKind.REFUSED, FLOOD, None))
            return
        seat = self._roster.seat_of(event.key)
        if seat is None or event.channel is not Channel.TABLE:
            return
        if isinstance(event, Arrived):
            if not self._hands.heard(seat, event.frame):
                self.session.received(seat, event.frame, self._clock())
        elif isinstance(event, Up):
            self._welcome(seat, event.key)
        elif isinstance(event, Down):
            self.session.disconnected(seat, self._clock())
            self._absences.down(seat, self._clock())
        elif isinstance(event, LinkRefused):
            self._tell(link_trouble(f"{self._roster.names[seat]}'s program", event.why, seat))

    def _welcome(self, seat: int, key: bytes) -> None:
        if self.session.table.log.k == 0:  # they may still wait for a host that is gone
            self._link.send(key, self._news_of_start)
        for frame in self._hands.frames:
            self._link.send(key, frame)
        self.session.connected(seat, self._clock())
        self._absences.up(seat)

    def _obey(self) -> bool:
        while (order := self._orders.take()) is not None:
            self._has_news = True
            if isinstance(order, messages.Quit):
                self._leave(Going.FOR_NOW)
                return False
            if isinstance(order, messages.GiveUpSeat):
                self.has_left = True
                self._leave(Going.FOR_GOOD)
                return False
            try:
                self._order(order)
            except NotLegal as why:
                self._tell(messages.Refused(why.reason, why.rule, why.text))
            except NoView as why:
                self._tell(messages.Refused(why.reason, "", why.text))
            except LocalError as why:
                self._tell(messages.Refused("not-now", "", str(why)))
        return True

    def _order(self, order: messages.Order) -> None:
        now = self._clock()
        if isinstance(order, messages.SaveRecord):
            self._save_record(order.path)
        elif isinstance(order, messages.Say):
            self.session.say(order.text, now)
        elif isinstance(order, messages.React):
            self.session.say(order.what, now, what=Remark.REACTION)
        elif isinstance(order, messages.AskHint):
            self._ask_hint(now)
        elif isinstance(order, messages.Choose):
            self.session.choose(order, now)
        elif isinstance(order, messages.Decide):
            self._absences.decide(order.choice, now)
        elif isinstance(order, messages.WantPause):
            self._absences.pause(now, wanted=order.wanted)
        elif not self._hands.obey(order) and self._watched is not None:
            self._watched.obey(order)

    def _send_to_all(self, frame: bytes) -> None:
        for seat, key in enumerate(self._roster.keys):
            if seat != self.session.dealer.seat:
                self._link.send(key, frame)

    def _ask_hint(self, now: float) -> None:
        seat, runners = self.session.table.seat, self._company.runners
        people = any(runner is None for other, runner in enumerate(runners) if other != seat)
        if not may_ask(self._company.policy, is_among_people=people):
            raise LocalError("Hints are not allowed at this table.")
        self.session.say("", now, what=Remark.HINT)

    def _leave(self, how: Going) -> None:
        """Say goodbye, if there is a game to leave; the frames go out as the link closes."""
        until = self._clock() + DEALT_S
        while how is Going.FOR_GOOD and self.session.is_being_dealt and (now := self._clock()) < until:
            self._carry_out()
            for event in self._link.poll(until - now):
                self._heard(event)
        if not self.session.replica.actors or not self.session.table.log.is_open:
            self._carry_out()  # the last words, such as "want to play again"
            return
        self.session.leave(how, self._clock())
        self._close(TableCloses(for_good=how is Going.FOR_GOOD), how)

    def _close(self, over: TableCloses, how: Going | None = None) -> None:
        """Send the last frames, and note the end in the journal, unless this player leaves only for now. A
        leaving seat (`how`) still listens for `GOODBYE_S`: its shares must be for the others' height."""
        k, until = self.session.table.log.k, self._clock() + GOODBYE_S
        while (now := self._clock()) < until:
            self._carry_out()
            for event in self._link.poll(until - now):
                if how is not None:
                    self._heard(event)
            if how is not None and self.session.table.log.k > k:
                k = self.session.table.log.k
                self.session.leave(how, self._clock())
        self._carry_out()
        if self._unnoted is None and not self._finished and (over.for_good or how is None):
            ended = GameStatus.FINISHED if self.session.replica.is_ended else GameStatus.ABANDONED
            self._unnoted = ended if over.for_good else GameStatus.PLAYING  # adjourned
            self._note_at = 0.0
            self._note()

    def _save_record(self, path: Path) -> None:
        try:
            self._save(path)
            problem = ""
        except LinkError as why:
            problem = str(why)
        self._tell(messages.RecordSaved(path, problem))

    def _do_all(self) -> None:
        for out in self.session.take():
            self._do(out)

    def _carry_out(self) -> None:
        self._do_all()
        working = self.session.working
        if working != self._working:
            self._working = working
            self._tell(working)

    def _do(self, out: SessionOut) -> None:
        if isinstance(out, effects.Send):
            self._link.send(self._roster.keys[out.to], out.frame)
            return
        if isinstance(out, Work):
            self._workers.submit(out.run).add_done_callback(self._finished_work)
            return
        self._has_news = True
        if isinstance(out, messages.Advanced):
            self._went_on(out)
        elif isinstance(out, effects.NewView | effects.Went | effects.Unexplained | effects.Pausing):
            self._absences.take(out, self._clock())
            if isinstance(out, effects.Unexplained):
                self._tell(unexplained_trouble(out, self._roster.names))
        else:
            self._report(out)

    def _report(self, out: SessionOut) -> None:
        """Report remarks and troubles of the table to our player."""
        if isinstance(out, effects.Said):
            self._tell(_remark(out))
        elif isinstance(out, effects.Stopped):
            is_the_end = not self.session.table.log.is_open
            if is_the_end:
                self._unnoted = GameStatus.STOPPED
                self._note()
            self._tell(replace(fault_trouble(out.fault, self._roster.names), ends=is_the_end))
        elif isinstance(out, effects.Rejected):
            self._tell(refused_trouble(out, self._roster.names))
        elif isinstance(out, effects.Complaint):
            self._tell(told_trouble(out, self._roster.names))
        elif isinstance(out, effects.Space):
            kind = messages.TroubleKind.DISK_FULL if out.full else messages.TroubleKind.DISK_OK
            self._tell(messages.Trouble(kind, FULL if out.full else ROOM))

    def _went_on(self, news: messages.Advanced) -> None:
        outcome = self.session.replica.outcome
        is_end = outcome is not None and not self._finished
        if is_end:  # durable first: a result that was seen must survive a crash
            self._finished, self._finished_at = True, self._clock()
            self._unnoted = GameStatus.FINISHED
            self._note()
        self._tell(news)
        for fault in news.proven:
            self._tell(messages.Proven(fault.seat, news.k, rule=fault.rule, text=fault.text, ends=fault.ends))
        if is_end and outcome is not None:
            replica = self.session.replica
            self._tell(messages.Finished(outcome, replica.is_ended, replica.here.forfeits))

    def _note(self) -> None:
        """Note how the game ended, as soon as the disk has room."""
        if self._unnoted is None or self._clock() < self._note_at:
            return
        try:
            self._note_end(self._unnoted)
        except DiskFull:
            if not self._note_at and not self.session.table.is_full:
                self._do(effects.Space(full=True))
            self._note_at = self._clock() + NOTE_AGAIN_S
            return
        self._unnoted = None
        if self._note_at and not self.session.table.is_full:
            self._do(effects.Space(full=False))

    def _finished_work(self, future: Future[Done]) -> None:
        if future.cancelled():
            return
        self._results.put(future.exception() or future.result())
        self._link.wake()


def _remark(said: effects.Said) -> messages.News:
    match said.what:
        case Remark.HINT:
            return messages.HintAsked(said.seat)
        case Remark.REACTION:
            return messages.Reaction(said.seat, said.text)
    return messages.ChatLine(said.seat, said.text)
