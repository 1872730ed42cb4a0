"""The question how to continue without a player, as one seat asks and answers it (net 5.6).

`Absences` learns from the link who is there, from signed goodbyes who leaves, from the table who lies or
stays silent, and from votes what the others want. It sends `app.absence` news, and votes as its player
decides. By itself it votes as the terms say, about a move that takes too long, once everybody is back, and
to let a player return. A bot votes like its runner or most people; without either, as the terms say.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from app.absence import AbsentChoice, AbsentWhy, Adjourned, Asked, Ballot, Decided, Missing, Offered
from app.messages import Listener
from app.table.missing import words
from app.table.missing.attendance import Attendance
from app.table.missing.clocks import SLEPT_S, LateMove
from app.table.missing.company import Company
from app.table.missing.pause_request import PauseRequest
from net.agreement.effects import NewView, Pausing, Unexplained, Went
from net.errors import LocalError, NoView
from net.machine import Choice, TableView, Why
from net.seat.session import Session
from net.wire.bodies import Going
from net.wire.genesis import Absent, Half
from net.wire.record import is_half
from rules.api import State, choosers

OBJECT_S: Final = 10.0
"""Seconds in which a player can object to the choice agreed before the game."""
NEAR: Final = 2
"""Number of heights by which a seat may be behind and still be ready to return: the table may finish that
many while the seat's head is on its way."""
CALM_S: Final = 2.0
"""Seconds for which everybody must be there before a vote without result is taken back."""
CHOICES: Final = {
    AbsentChoice.STAND_IN: Choice.STAND_IN,
    AbsentChoice.LEAVE_OUT: Choice.LEAVE_OUT,
    AbsentChoice.END: Choice.END,
}
OF_CHOICE: Final = {choice: word for word, choice in CHOICES.items()}
AGREED: Final = {
    Absent.STAND_IN: AbsentChoice.STAND_IN,
    Absent.LEAVE_OUT: AbsentChoice.LEAVE_OUT,
    Absent.END: AbsentChoice.END,
}
WHY: Final = {
    AbsentWhy.GONE: Why.GONE,
    AbsentWhy.SLOW: Why.SLOW,
    AbsentWhy.LEFT: Why.LEFT,
    AbsentWhy.VOTELESS: Why.SILENT,
    AbsentWhy.FICKLE: Why.SILENT,
    AbsentWhy.SILENT: Why.SILENT,
    AbsentWhy.PROVEN: Why.PROVEN,
}
GRAVITY: Final = tuple(AbsentWhy)


class TableCloses(Struct, frozen=True):
    """This seat's table closes: `for_good`, or to be continued later."""

    for_good: bool


class Absences:
    """The network thread calls it: `tick` at least every second, or twice a second while it `is_counting`.
    `over` is set when the table closes."""

    def __init__(self, session: Session, company: Company, tell: Listener, now: float) -> None:
        self._session = session
        self._company = company
        self._tell = tell
        self.seat = session.dealer.seat
        self._is_bot = company.is_bot or company.runners[self.seat] is not None
        self._attendance = Attendance(session, company, tell, now)
        self._pausing = PauseRequest(session, company, tell)
        self._act = session.table.log.act
        self.question: Asked | None = None
        self._asked_at = 0.0
        self._told_at = 0.0
        self._halved_s = 0.0
        """Seconds by our own clock since half of the table was asked about the other half."""
        self._halved_at = now
        self._calm_at: float | None = None
        self._own: AbsentChoice | None = None
        self._return_at: dict[int, float] = {}
        self._hindrances: tuple[object, Mapping[AbsentChoice, str]] = ((), {})
        self._late_move = LateMove(session, company, tell, now)
        self._hurried: set[int] = set()
        """Seats that were too slow, so that a rule plays for them; they were here at that time."""
        self._hurried_in: State | None = None
        """The position in which a player was last too slow."""
        self.over: TableCloses | None = None

    @property
    def is_counting(self) -> bool:
        """True if there is a question, or moves have a time limit: then seconds are counted down."""
        return self.question is not None or self._company.policy.move_limit_s > 0

    @property
    def is_followed(self) -> bool:
        """True if a player who is not in the view is here and lacks a part of the log."""
        table = self._session.table
        out = {*range(len(self._company.names))} - {*table.log.act, self.seat}
        return any(self._attendance.is_here(seat) and table.heads.lacks(seat) for seat in out)

    # -- input

    def up(self, seat: int) -> None:
        """Note that a link to a seat is up."""
        self._attendance.up(seat)

    def down(self, seat: int, now: float) -> None:
        """Note that nothing was heard from a seat for the link's timeout."""
        self._attendance.down(seat, now)

    def take(self, news: NewView | Went | Unexplained | Pausing, now: float) -> None:
        """Take in the table's news about its players."""
        match news:
            case NewView():
                self._changed(news)
                self._pausing.renew(now)
            case Went():
                self._went(news, now)
            case Unexplained():
                self._attendance.doubt(news.seat)
            case Pausing():
                self._pausing.take(news, lambda: self._present(now), now)

    def pause(self, now: float, *, wanted: bool) -> None:
        """Take in our player's request for a pause, or for its end."""
        self._pausing.want(now, wanted=wanted)

    def _went(self, went: Went, now: float) -> None:
        """Take in the goodbye of a seat."""
        if went.how is Going.ADJOURNING and self.question is not None and went.seat in self._present(now):
            self._tell(Adjourned(words.adjourned(self._company.names[went.seat])))
            self.over = TableCloses(for_good=False)
            return
        self._attendance.left(went.seat, now, is_told=self._is_under_way, for_good=went.how is Going.FOR_GOOD)

    def _changed(self, new: NewView) -> None:
        """Take in a new view, which is final."""
        before, self._act = self._act, new.view.act
        gone = tuple(seat for seat in before if seat not in new.view.act)
        back = tuple(seat for seat in new.view.act if seat not in before)
        self._own, self.question, self._calm_at = None, None, None
        self._attendance.begin(new.view.act)
        self._late_move.forget()
        hurried, self._hurried = self._hurried & {*back}, self._hurried - {*new.view.act}
        if gone:
            choice = OF_CHOICE.get(new.view.choice, AbsentChoice.LEAVE_OUT)
            is_slow = new.view.why is Why.SLOW and choice is AbsentChoice.STAND_IN
            self._hurried |= {*gone} if is_slow else set()
            self._hurried_in = self._session.replica.state if is_slow else self._hurried_in
            text = self._half_text(gone) if new.view.is_half else self._decided(gone, choice, is_slow=is_slow)
            self._tell(Decided(gone, choice, text))
        elif hurried:
            self._tell(Decided(back, None, words.plays_on(self._who(back), is_us=self.seat in back)))
        elif self.seat in back:
            self._tell(Decided(back, None, words.welcome_back()))
        elif back:
            self._tell(Decided(back, None, words.is_back(self._who(back), are_many=len(back) > 1)))

    def _decided(self, gone: tuple[int, ...], choice: AbsentChoice, *, is_slow: bool) -> str:
        who, is_us = self._who(gone), self.seat in gone
        if is_slow:
            return words.time_over(who, is_us=is_us)
        text = words.decided_about_us(choice) if is_us else words.decided(choice, who, are_many=len(gone) > 1)
        if unopened := {*gone} & {*self._session.replica.unopened}:
            text += f" {words.unopened(self._who(tuple(sorted(unopened))), choice)}"
        if not {*gone} & {*self._session.replica.here.kept_out}:
            return text
        comes_back = choice is AbsentChoice.STAND_IN
        return f"{text} {words.drawn_again(who, is_us=is_us, comes_back=comes_back)}"

    def _half_text(self, gone: tuple[int, ...]) -> str:
        wins = self._company.policy.half is Half.WINS
        if self.seat in gone:
            return words.ended_by_half_about_us(wins=wins)
        return words.ended_by_half(self._who(gone), are_many=len(gone) > 1, wins=wins)

    # -- the player's orders

    def decide(self, choice: AbsentChoice, now: float) -> None:
        """Take in our player's answer; raises `NoView`, or `LocalError` if not asked or too early."""
        if self.question is None:
            raise LocalError("nothing is asked")
        if choice is AbsentChoice.ADJOURN:
            self._session.leave(Going.ADJOURNING, now)
            self._tell(Adjourned(words.adjourned("You have")))
            self.over = TableCloses(for_good=False)
            return
        missing = self._missing(now)
        if choice is AbsentChoice.END and self._is_half(missing) and self._half_left_s:
            raise LocalError("half of a table ends a game only after the agreed time")
        if choice is AbsentChoice.END and not (self._is_majority(missing) or self._is_half(missing)):
            self._session.leave(Going.FOR_GOOD, now)
            text = words.ended_alone(self._who(tuple(missing)), are_many=len(missing) > 1)
            self._tell(Decided(tuple(missing), choice, text))
            self.over = TableCloses(for_good=True)
            return
        if choice is not AbsentChoice.WAIT:
            self._session.vote(self._view(choice, missing), now)
        elif self._own not in (None, AbsentChoice.WAIT):
            self._session.vote(TableView(self._session.table.log.act, Choice.GO_ON), now)
        self._own = choice

    # -- time

    def tick(self, now: float) -> None:
        """Report missing seats, ask the question, vote by itself."""
        if not self._is_under_way or self.over is not None:
            return
        self._attendance.tick(now)
        absent, is_paused = self._attendance.absent(now), self._session.table.aside.pausing.is_paused
        self._late_move.tick(
            now, is_stopped=bool(absent) or is_paused, here=lambda seat: not self._attendance.away(seat, now)
        )
        if (view := self._late_move.wanted) is not None and self._own is None:
            self._want(view, now)
            absent = self._attendance.absent(now)
        missing = self._or_late(absent, now)
        self._count_half(missing, now)
        if missing and self.seat in self._session.table.log.act:
            self._ask(missing, now)
            self._vote_by_itself(now)
        else:
            self._calm(now)
        self._let_return(now)

    @property
    def _is_under_way(self) -> bool:
        return bool(self._session.replica.actors) and self._session.table.log.is_open

    def _present(self, now: float) -> set[int]:
        missing = self._missing(now)
        return {seat for seat in self._session.table.log.act if seat not in missing}

    def _missing(self, now: float) -> dict[int, Missing]:
        """Return the seats that the others must decide about: the absent, or else a slow one whose move the
        programs cannot settle by themselves."""
        return self._or_late(self._attendance.absent(now), now)

    def _or_late(self, absent: dict[int, Missing], now: float) -> dict[int, Missing]:
        late = self._late_move.asks_about(now)
        return absent if absent or late is None else {late.seat: late}

    # -- the question

    def _ask(self, missing: dict[int, Missing], now: float) -> None:
        before = self.question
        if before is None or {each.seat for each in before.missing} != missing.keys():
            self._own, self._asked_at = None, now
        agreed, is_half = self._agreed(missing), self._is_half(missing)
        left_s = self._half_left_s if is_half else max(0, int(self._asked_at + OBJECT_S - now + 0.999))
        asked = Asked(
            tuple(missing.values()),
            self._offered(missing),
            self._ballots(missing),
            self._own,
            preselected=agreed,
            in_s=None if agreed is None or self._own is not None else left_s,
            is_half=is_half,
            are_enough=self._is_majority(missing),
        )
        is_new = before is None or replace(before, missing=()) != replace(asked, missing=())
        if asked != before and (is_new or now - self._told_at >= 1.0):
            self.question, self._told_at = asked, now
            self._tell(asked)

    # -- when exactly half is here

    def _is_half(self, missing: dict[int, Missing]) -> bool:
        """True if exactly half of the table is here, and the terms have an end for that."""
        if self._company.policy.half is Half.WAIT or any(
            each.why is AbsentWhy.SLOW for each in missing.values()
        ):
            return False
        act = self._session.table.log.act
        return is_half([seat for seat in act if seat not in missing], of=act)

    def _count_half(self, missing: dict[int, Missing], now: float) -> None:
        """Count the seconds without the other half. Only time in which this program ran counts, and a
        player's return starts the count again."""
        passed, self._halved_at = min(now - self._halved_at, SLEPT_S), now
        question = self.question
        is_same = question is not None and {each.seat for each in question.missing} == missing.keys()
        self._halved_s = self._halved_s + passed if is_same and self._is_half(missing) else 0.0

    @property
    def _half_left_s(self) -> int:
        """Seconds until half of the table may end the game."""
        return max(0, int(60 * self._company.policy.half_after_min - self._halved_s + 0.999))

    # -- the choices

    def _offered(self, missing: dict[int, Missing]) -> tuple[Offered, ...]:
        table, whys = self._session.table, ((each.seat, each.why) for each in missing.values())
        key = (table.log.stand[0], self._session.lacked, table.log.act, *whys)
        if self._hindrances[0] != key:
            self._hindrances = key, {choice: self._hindrance(choice, missing) for choice in AbsentChoice}
        who, are_two, are_many = self._who(tuple(missing)), not self._is_majority(missing), len(missing) > 1
        halved, wins = self._is_half(missing), self._company.policy.half is Half.WINS
        is_later = halved and self._half_left_s > 0
        return tuple(
            Offered(
                choice,
                words.waits(who)
                if choice is AbsentChoice.WAIT and any(map(self._attendance.is_back, missing))
                else words.waits_for_shares(who)
                if choice is AbsentChoice.WAIT and self._session.lacked
                else words.means_half(who, wins=wins, are_many=are_many)
                if choice is AbsentChoice.END and halved
                else words.means(choice, who, are_two=are_two, are_many=are_many),
                words.half_not_yet(self._half_left_s)
                if choice is AbsentChoice.END and is_later
                else self._hindrances[1][choice],
                is_later=choice is AbsentChoice.END and is_later,
            )
            for choice in AbsentChoice
        )

    def _hindrance(self, choice: AbsentChoice, missing: dict[int, Missing]) -> str:
        if choice in (AbsentChoice.WAIT, AbsentChoice.ADJOURN):
            return ""
        if choice is AbsentChoice.END and not (self._is_majority(missing) or self._is_half(missing)):
            return ""
        why = self._session.may_vote(self._view(choice, missing))
        return "" if why is None else words.hindrance(why, self._who(tuple(missing)))

    def _is_majority(self, missing: dict[int, Missing]) -> bool:
        act = self._session.table.log.act
        return 2 * sum(seat not in missing for seat in act) > len(act)

    def _agreed(self, missing: dict[int, Missing]) -> AbsentChoice | None:
        """Return the choice agreed before the game, if it is possible."""
        if self._is_half(missing):
            return AbsentChoice.END
        choice = AGREED.get(self._company.policy.absent)
        if all(each.why is AbsentWhy.SLOW for each in missing.values()):
            choice = None  # meant for absent players; a slow player is here
        return None if choice is None or self._hindrance_of(choice, missing) else choice

    def _hindrance_of(self, choice: AbsentChoice, missing: dict[int, Missing]) -> str:
        return next(each.hindrance for each in self._offered(missing) if each.choice is choice)

    def _ballots(self, missing: dict[int, Missing]) -> tuple[Ballot, ...]:
        last = {
            vote.seat: vote.view for vote in self._session.table.log.changes.votes if vote.seat != self.seat
        }
        act = tuple(seat for seat in self._session.table.log.act if seat not in missing)
        return tuple(
            Ballot(seat, OF_CHOICE[view.choice])
            for seat, view in sorted(last.items())
            if view.act == act and view.choice in OF_CHOICE
        )

    def _view(self, choice: AbsentChoice, missing: dict[int, Missing]) -> TableView:
        act = tuple(seat for seat in self._session.table.log.act if seat not in missing)
        gravest = max((each.why for each in missing.values()), key=GRAVITY.index, default=AbsentWhy.GONE)
        return TableView(act, CHOICES[choice], WHY[gravest])

    def _who(self, seats: tuple[int, ...]) -> str:
        return self._company.who(seats)

    # -- votes without a question

    def _vote_by_itself(self, now: float) -> None:
        if self._own is not None or self.question is None:
            return
        if self._is_bot and (view := self._follow(now)) is not None:
            self._want(view, now)
            return
        if self._company.runners[self.seat] is not None and self._company.persons(self._present(now)):
            return
        agreed = self.question.preselected
        is_due = not self._half_left_s if self.question.is_half else now - self._asked_at >= OBJECT_S
        if agreed is not None and is_due:
            with suppress(NoView, LocalError):  # the others see the same, or the next tick tries again
                self.decide(agreed, now)

    def _follow(self, now: float) -> TableView | None:
        """Return the view that a bot votes for: its runner's, or else that of most people here. An older vote
        for a view with a seat that is missing now does not answer the question."""
        present, missing = self._present(now), self._missing(now).keys()
        votes = (vote for vote in self._session.table.log.changes.votes if not missing & {*vote.view.act})
        last = {vote.seat: vote.view for vote in votes if self.seat in vote.view.act}
        runner = self._company.runners[self.seat]
        if runner in present:
            return last.get(runner) if runner is not None else None
        people = self._company.persons(present)
        views = [last[seat] for seat in people if seat in last]
        return next((view for view in views if 2 * views.count(view) > len(people)), None)

    def _calm(self, now: float) -> None:
        """Take back an open vote, as all do once nobody is missing: it would bind its author."""
        table = self._session.table
        seats = tuple(each.seat for each in self.question.missing) if self.question is not None else ()
        if seats and {*seats} <= {*table.log.act}:  # otherwise the new view decides it
            self._tell(Decided(seats, None, self._solved(seats)))
        self.question = None
        self._own = None
        is_awaited = self._late_move.mover is not None
        is_open = any(
            vote.v > table.log.v and not (is_awaited and vote.view.why is Why.SLOW)
            for vote in table.log.changes.votes
        )
        is_bound = table.log.changes.voted > table.log.v and self._late_move.late is None
        if self.seat not in table.log.act or not (is_open or is_bound):
            self._calm_at = None
            return
        self._calm_at = now if self._calm_at is None else self._calm_at
        if now - self._calm_at >= CALM_S and not self._returning(now):
            self._want(TableView(table.log.act, Choice.GO_ON), now)

    def _solved(self, seats: tuple[int, ...]) -> str:
        """Return why there is nothing to ask any more, though nothing was decided."""
        question = self.question
        if question is not None and all(each.why is AbsentWhy.SLOW for each in question.missing):
            return words.has_moved(self._who(seats))
        return words.is_back(self._who(seats), are_many=len(seats) > 1)

    def _let_return(self, now: float) -> None:
        """Let players for whom a rule played come back to their own seats."""
        back = self._returning(now)
        if back:
            self._want(TableView(tuple(sorted({*self._session.table.log.act, *back})), Choice.GO_ON), now)

    def _returning(self, now: float) -> tuple[int, ...]:
        """Return the seats that are here again, have the log, and are played by a rule. A player without whom
        a joint number was drawn again waits for the next deal: leaving must not pay."""
        table = self._session.table
        here = [
            seat
            for seat in self._session.replica.here.stand_ins
            if seat not in table.log.act
            and seat not in table.log.blame.proven
            and seat not in (*self._session.replica.here.kept_out, *self._session.replica.here.sat_out)
            and not self._attendance.has_left(seat)
            and (seat == self.seat or (self._attendance.is_here(seat) and self._has_log(seat)))
        ]
        self._return_at = {seat: self._return_at.get(seat, now) for seat in here}
        is_here = all(self._attendance.is_here(seat) for seat in table.log.act)
        return tuple(seat for seat in here if is_here and self._may_return(seat, now))

    def _has_log(self, seat: int) -> bool:
        """True if a seat is near the table's height. A slow seat was here, so its height is not asked."""
        table = self._session.table
        return seat in self._hurried or table.heads.behind(seat) <= NEAR

    def _may_return(self, seat: int, now: float) -> bool:
        """True if a seat may return: a slow one once its move is made, any other after a moment."""
        if seat in self._hurried:
            state = self._session.replica.state
            return seat not in choosers(state) or state is not self._hurried_in
        return now - self._return_at[seat] >= CALM_S

    def _want(self, view: TableView, now: float) -> None:
        """Vote for a view, unless our last vote was for it."""
        if self._session.table.log.changes.wanted != view:
            with suppress(NoView, LocalError):  # the others see the same, or the next tick tries again
                self._session.vote(view, now)
