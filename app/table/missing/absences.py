"""The question how to go on without somebody, as one seat of a table asks and answers it (net 5.6).

It learns who is there from the link, who goes from signed words, who lies or stays silent from the
table, and what the others want from their votes. It tells `app.absence` news, and votes: as its player
decides; by itself where the table has agreed on that beforehand, where everybody is back, and where
somebody comes back to its own seat; a bot as the player who runs it, or with most of the people.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from app.absence import (
    AbsentChoice,
    AbsentWhy,
    Adjourned,
    Asked,
    Ballot,
    Decided,
    Missing,
    Offered,
    Paused,
)
from app.messages import Listener, Presence, PresenceState, Trouble, TroubleKind
from app.table.missing import words
from app.table.missing.clocks import Hurry
from app.table.missing.company import Company
from net.agreement.effects import NewView, Pausing, Unexplained, Went
from net.errors import LocalError, NoView
from net.link.contract import SILENT_S
from net.machine import Choice, View, Why
from net.seat.session import Session
from net.seat.step_kind import StepKind
from net.wire.bodies import Going
from net.wire.genesis import Absent
from rules.api import Seat, Turn

OBJECT_S: Final = 10.0
"""So long a player may object to what was agreed on beforehand."""
NEAR: Final = 2
"""So many heights may be final while the head of somebody who follows is on its way."""
CALM_S: Final = 2.0
"""So long everybody must be there before a vote that came to nothing is taken back."""
FICKLE: Final = 4
"""Whoever wants so many different things at one question cannot be waited for."""
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
    AbsentWhy.SILENT: Why.SILENT,
    AbsentWhy.PROVEN: Why.PROVEN,
}
GRAVITY: Final = tuple(AbsentWhy)


@dataclass(frozen=True, slots=True)
class Over:
    """This seat's table closes: `for_good`, or to be taken up again."""

    for_good: bool


class Absences:
    """Fed by the network thread; `tick` at least every half second. `over` says that the table closes.

    A bot decides nothing of its own.
    """

    def __init__(self, session: Session, company: Company, tell: Listener, now: float) -> None:
        self._session = session
        self._company = company
        self._tell = tell
        self.seat = session.dealer.seat
        self._is_bot = company.is_bot or company.runners[self.seat] is not None
        others = [seat for seat in range(len(company.names)) if seat != self.seat]
        self._since = dict.fromkeys(others, now)
        """Since when nothing was heard of whom; the seats that are there are not in it."""
        self._told_away: dict[int, int] = {}
        self._left: dict[int, float] = {}
        self._waited: dict[int, float] = {}
        self._unexplained: set[int] = set()
        self._wants: dict[int, set[View]] = {}
        self._act = session.table.act
        self._question: Asked | None = None
        self._asked_at = 0.0
        self._told_at = 0.0
        self._calm_at: float | None = None
        self._own: AbsentChoice | None = None
        self._return_at: dict[int, float] = {}
        self._hindrances: tuple[object, Mapping[AbsentChoice, str]] = ((), {})
        self._hurry = Hurry(session, company, tell, now)
        self._hurried: set[int] = set()
        """The seats that a rule plays for because their time was over: they are here all the while."""
        self._wants_pause = False
        self._alone_since: float | None = now
        """Since when nobody has been here yet; None when somebody was, or it was said."""
        self.over: Over | None = None

    @property
    def question(self) -> Asked | None:
        """What this seat is asked now."""
        return self._question

    # -- what is heard

    def up(self, seat: int) -> None:
        """A link to a seat is there."""
        self._alone_since = None
        was_told = self._told_away.pop(seat, None) is not None or seat in self._left
        self._since.pop(seat, None)
        self._left.pop(seat, None)
        self._tell(Presence(seat, PresenceState.BACK if was_told else PresenceState.HERE))

    def down(self, seat: int, now: float) -> None:
        """Nothing was heard of a seat for as long as the link waits."""
        self._since.setdefault(seat, now - SILENT_S)

    def take(self, news: NewView | Went | Unexplained | Pausing, now: float) -> None:
        """What the table says of its people."""
        match news:
            case NewView():
                self._changed(news)
                self._pause(now)
            case Went():
                self._went(news, now)
            case Unexplained():
                self._unexplained.add(news.seat)
            case Pausing():
                self._tell(Paused(news.by, news.is_paused))
                if self._is_bot:
                    self._agree_to_pause(news, now)
                elif self.seat in news.by:  # perhaps as others have kept it over our restart
                    self._wants_pause = not news.is_paused
                elif news.is_paused and not news.by:
                    self._wants_pause = True

    def pause(self, now: float, *, wanted: bool) -> None:
        """The player asks for a pause or its end, agrees to it, or takes that back; it holds over changes of
        view, also while a rule makes a move of ours."""
        self._wants_pause = wanted
        self._pause(now)

    def _pause(self, now: float) -> None:
        """Say what our player wants of the clocks, where that is not what is said."""
        table, pausing = self._session.table, self._session.table.pausing
        if self._is_bot or self.seat not in table.act:
            return
        if self._wants_pause != (pausing.is_paused != (self.seat in pausing.by)):
            self._session.pause(now, wanted=self._wants_pause)

    def _agree_to_pause(self, asked: Pausing, now: float) -> None:
        """A bot wants what the player who runs it wants, or else what anybody does."""
        runner, others = self._company.runners[self.seat], {*asked.by} - {self.seat}
        wants = runner in others if runner in self._present(now) else bool(others)
        if wants != (self.seat in asked.by):
            self._try(lambda: self._session.pause(now, wanted=wants != asked.is_paused))

    def _went(self, went: Went, now: float) -> None:
        """A seat has said that it goes."""
        if went.how is Going.ADJOURNING and self._question is not None and went.seat in self._present(now):
            self._tell(Adjourned(words.adjourned(self._company.names[went.seat])))
            self.over = Over(for_good=False)
            return
        self._left[went.seat] = now
        self._told_away.pop(went.seat, None)
        if self._is_under_way:
            self._tell(Presence(went.seat, PresenceState.LEFT))

    def _changed(self, new: NewView) -> None:
        """A view has become final."""
        before, self._act = self._act, new.view.act
        gone = tuple(seat for seat in before if seat not in new.view.act)
        back = tuple(seat for seat in new.view.act if seat not in before)
        self._own, self._question, self._calm_at = None, None, None
        self._wants.clear()
        self._waited.clear()
        self._unexplained &= {*new.view.act}
        self._hurry.forget()
        hurried, self._hurried = self._hurried & {*back}, self._hurried - {*new.view.act}
        if gone:
            choice = OF_CHOICE.get(new.view.choice, AbsentChoice.LEAVE_OUT)
            is_slow = new.view.why is Why.SLOW and choice is AbsentChoice.STAND_IN
            self._hurried |= {*gone} if is_slow else set()
            self._tell(Decided(gone, choice, self._decided(gone, choice, is_slow=is_slow)))
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
        return words.decided_about_us(choice) if is_us else words.decided(choice, who, are_many=len(gone) > 1)

    # -- what the player wants

    def decide(self, choice: AbsentChoice, now: float) -> None:
        """The player's own answer; raises `LocalError` where nothing is asked, or `NoView`."""
        if self._question is None:
            raise LocalError("nothing is asked")
        if choice is AbsentChoice.ADJOURN:
            self._session.leave(Going.ADJOURNING, now)
            self._tell(Adjourned(words.adjourned("You have")))
            self.over = Over(for_good=False)
            return
        missing = self._missing(now)
        if choice is AbsentChoice.END and not self._is_majority(missing):
            self._session.leave(Going.FOR_GOOD, now)
            text = words.ended_alone(self._who(tuple(missing)), are_many=len(missing) > 1)
            self._tell(Decided(tuple(missing), choice, text))
            self.over = Over(for_good=True)
            return
        if choice is not AbsentChoice.WAIT:
            self._session.vote(self._view(choice, missing), now)
        elif self._own not in (None, AbsentChoice.WAIT):
            self._session.vote(View(self._session.table.act, Choice.GO_ON), now)
        self._own = choice

    # -- time

    def tick(self, now: float) -> None:
        """Tell who is away, ask, vote by itself."""
        if not self._is_under_way or self.over is not None:
            return
        self._watch(now)
        self._tell_alone(now)
        self._tell_presence(now)
        absent, is_paused = self._absent(now), self._session.table.pausing.is_paused
        self._hurry.tick(now, stands=bool(absent) or is_paused, here=lambda seat: not self._away(seat, now))
        if (view := self._hurry.wish) is not None and self._own is None:
            self._wish(view, now)
        missing = self._missing(now)
        if missing and self.seat in self._session.table.act:
            self._ask(missing, now)
            self._vote_by_itself(now)
        else:
            self._calm(now)
        self._take_back(now)

    @property
    def _is_under_way(self) -> bool:
        return bool(self._session.replica.actors) and self._session.table.is_open

    def _present(self, now: float) -> set[int]:
        missing = self._missing(now)
        return {seat for seat in self._session.table.act if seat not in missing}

    def _watch(self, now: float) -> None:
        """Note whom the table waits for though it is there, and who wants ever something else."""
        table, opened = self._session.table, self._session.table.open
        awaited: tuple[int, ...] = ()
        if table.is_changing or not table.votes:
            if not opened.entries and not opened.checking:
                awaited = opened.acks
            elif self._session.replica.step.kind is not StepKind.MOVE:
                awaited = opened.entries
        self._waited = {seat: self._waited.get(seat, now) for seat in awaited if seat != self.seat}
        for vote in table.votes:
            self._wants.setdefault(vote.seat, set()).add(vote.view)

    def _missing(self, now: float) -> dict[int, Missing]:
        """Whom the others must decide about, by seat: who is absent, or else whose time is over where the
        programs alone do not come to an end with it."""
        absent, late = self._absent(now), self._hurry.asks_about(now)
        return absent if absent or late is None else {late.seat: late}

    def _absent(self, now: float) -> dict[int, Missing]:
        """Who is not there, or leaves out what everybody waits for, by seat."""
        table, gone_s = self._session.table, self._company.policy.gone_after_s
        found = {  # its lock is to come off, and we lack what it has left behind for that
            seat: Missing(seat, AbsentWhy.LEFT, int(now - self._left.get(seat, now)))
            for seat in self._session.lacked
        }
        for seat in table.act:
            if seat == self.seat:
                continue
            waited = now - self._waited.get(seat, now)
            if seat in table.proven:
                found[seat] = Missing(seat, AbsentWhy.PROVEN, 0)
            elif seat in self._unexplained or len(self._wants.get(seat, ())) >= FICKLE:
                found[seat] = Missing(seat, AbsentWhy.SILENT, int(waited))
            elif seat in self._left:
                found[seat] = Missing(seat, AbsentWhy.LEFT, int(now - self._left[seat]))
            elif (away := self._away(seat, now)) >= gone_s:
                found[seat] = Missing(seat, AbsentWhy.GONE, int(away))
            elif waited >= gone_s:
                found[seat] = Missing(seat, AbsentWhy.SILENT, int(waited))
        return found

    def _away(self, seat: int, now: float) -> float:
        """For how long nothing was heard of a seat; 0 for one whose words come by others."""
        if seat not in self._since or self._session.table.is_heard_by_others(seat):
            return 0.0
        return now - self._since[seat]

    def _tell_alone(self, now: float) -> None:
        """Say what it may mean that nobody at all is found, to whoever comes back to a table."""
        since, table = self._alone_since, self._session.table
        if since is None or table.k == 0 or now - since < self._company.policy.gone_after_s:
            return
        self._alone_since = None
        self._tell(Trouble(TroubleKind.LOBBY, words.nobody_here(is_out=self.seat not in table.act)))

    def _tell_presence(self, now: float) -> None:
        for seat in self._since:
            away = int(self._away(seat, now))
            if away >= SILENT_S and seat not in self._left and self._told_away.get(seat) != away:
                self._told_away[seat] = away
                self._tell(Presence(seat, PresenceState.AWAY, away))
            elif not away and self._told_away.pop(seat, None) is not None:  # its words come by others now
                self._tell(Presence(seat, PresenceState.BACK))

    # -- the question

    def _ask(self, missing: dict[int, Missing], now: float) -> None:
        before = self._question
        if before is None or {each.seat for each in before.missing} != missing.keys():
            self._own, self._asked_at = None, now
        asked = Asked(
            tuple(missing.values()),
            self._offered(missing),
            self._ballots(missing),
            self._own,
            preselected=(agreed := self._agreed(missing)),
            in_s=None if agreed is None or self._own is not None else self._left_s(now),
        )
        is_new = before is None or replace(before, missing=()) != replace(asked, missing=())
        if asked != before and (is_new or now - self._told_at >= 1.0):
            self._question, self._told_at = asked, now
            self._tell(asked)

    def _left_s(self, now: float) -> int:
        return max(0, int(self._asked_at + OBJECT_S - now + 0.999))

    def _offered(self, missing: dict[int, Missing]) -> tuple[Offered, ...]:
        table, whys = self._session.table, ((each.seat, each.why) for each in missing.values())
        key = (table.stand[0], self._session.lacked, table.act, *whys)
        if self._hindrances[0] != key:
            self._hindrances = key, {choice: self._hindrance(choice, missing) for choice in AbsentChoice}
        who, are_two, are_many = self._who(tuple(missing)), not self._is_majority(missing), len(missing) > 1
        return tuple(
            Offered(
                choice,
                words.waits_for_shares(who)
                if choice is AbsentChoice.WAIT and self._session.lacked
                else words.means(choice, who, are_two=are_two, are_many=are_many),
                self._hindrances[1][choice],
            )
            for choice in AbsentChoice
        )

    def _hindrance(self, choice: AbsentChoice, missing: dict[int, Missing]) -> str:
        if choice in (AbsentChoice.WAIT, AbsentChoice.ADJOURN):
            return ""
        if choice is AbsentChoice.END and not self._is_majority(missing):
            return ""
        why = self._session.may_vote(self._view(choice, missing))
        return "" if why is None else words.hindrance(why, self._who(tuple(missing)))

    def _is_majority(self, missing: dict[int, Missing]) -> bool:
        act = self._session.table.act
        return 2 * sum(seat not in missing for seat in act) > len(act)

    def _agreed(self, missing: dict[int, Missing]) -> AbsentChoice | None:
        """What the table has agreed on beforehand, where it can be had."""
        choice = AGREED.get(self._company.policy.absent)
        if all(each.why is AbsentWhy.SLOW for each in missing.values()):
            choice = None  # that is for the absent; whoever thinks for long is here
        return None if choice is None or self._hindrance_of(choice, missing) else choice

    def _hindrance_of(self, choice: AbsentChoice, missing: dict[int, Missing]) -> str:
        return next(each.hindrance for each in self._offered(missing) if each.choice is choice)

    def _ballots(self, missing: dict[int, Missing]) -> tuple[Ballot, ...]:
        last = {vote.seat: vote.view for vote in self._session.table.votes if vote.seat != self.seat}
        act = tuple(seat for seat in self._session.table.act if seat not in missing)
        return tuple(
            Ballot(seat, OF_CHOICE[view.choice])
            for seat, view in sorted(last.items())
            if view.act == act and view.choice in OF_CHOICE
        )

    def _view(self, choice: AbsentChoice, missing: dict[int, Missing]) -> View:
        act = tuple(seat for seat in self._session.table.act if seat not in missing)
        gravest = max((each.why for each in missing.values()), key=GRAVITY.index, default=AbsentWhy.GONE)
        return View(act, CHOICES[choice], WHY[gravest])

    def _who(self, seats: tuple[int, ...]) -> str:
        return self._company.who(seats)

    # -- votes that nobody has to be asked for

    def _vote_by_itself(self, now: float) -> None:
        if self._own is not None or self._question is None:
            return
        if self._is_bot and (view := self._follow(now)) is not None:
            self._wish(view, now)
            return
        if self._company.runners[self.seat] is not None:
            people = [seat for seat in self._present(now) if self._company.runners[seat] is None]
            if people:
                return
        agreed = self._question.preselected
        if agreed is not None and now - self._asked_at >= OBJECT_S:
            self._try(lambda: self.decide(agreed, now))

    def _follow(self, now: float) -> View | None:
        """What a bot votes for: what the player who runs it does, or else most of the people who are here."""
        present = self._present(now)
        last = {vote.seat: vote.view for vote in self._session.table.votes if self.seat in vote.view.act}
        runner = self._company.runners[self.seat]
        if runner in present:
            return last.get(runner) if runner is not None else None
        people = [seat for seat in present if self._company.runners[seat] is None]
        views = [last[seat] for seat in people if seat in last]
        return next((view for view in views if 2 * views.count(view) > len(people)), None)

    def _calm(self, now: float) -> None:
        """Nobody is missing. A vote that is open binds whoever gave it: all take it back together."""
        table = self._session.table
        seats = tuple(each.seat for each in self._question.missing) if self._question is not None else ()
        if seats and {*seats} <= {*table.act}:  # else it is decided, and the new view will say how
            self._tell(Decided(seats, None, self._solved(seats)))
        self._question = None
        self._own = None
        is_awaited = self._hurry.mover is not None
        is_open = any(
            vote.v > table.v and vote.view.act != table.act and not (is_awaited and vote.view.why is Why.SLOW)
            for vote in table.votes
        )
        is_bound = table.voted > table.v and self._hurry.late is None
        if self.seat not in table.act or not (is_open or is_bound):
            self._calm_at = None
            return
        self._calm_at = now if self._calm_at is None else self._calm_at
        if now - self._calm_at >= CALM_S and not self._returning(now):
            self._wish(View(table.act, Choice.GO_ON), now)

    def _solved(self, seats: tuple[int, ...]) -> str:
        """Why there is nothing to ask any more, though nothing was decided."""
        question = self._question
        if question is not None and all(each.why is AbsentWhy.SLOW for each in question.missing):
            return words.has_moved(self._who(seats))
        return words.is_back(self._who(seats), are_many=len(seats) > 1)

    def _take_back(self, now: float) -> None:
        """Let whoever a rule has played for come back to its own seat."""
        back = self._returning(now)
        if back:
            self._wish(View(tuple(sorted({*self._session.table.act, *back})), Choice.GO_ON), now)

    def _returning(self, now: float) -> tuple[int, ...]:
        """The seats that are here again, have the log, and are played by a rule."""
        table = self._session.table
        here = [
            seat
            for seat in self._session.replica.stand_ins
            if seat not in table.act
            and seat not in table.proven
            and seat not in self._left
            and (seat == self.seat or (seat not in self._since and self._has_log(seat)))
        ]
        self._return_at = {seat: self._return_at.get(seat, now) for seat in here}
        is_here = not any(seat in self._since for seat in table.act)
        return tuple(seat for seat in here if is_here and self._may_return(seat, now))

    def _has_log(self, seat: int) -> bool:
        """Whether a seat can go on from where the table stands: one that was never away can."""
        table = self._session.table
        return seat in self._hurried or table.behind(seat) <= NEAR

    def _may_return(self, seat: int, now: float) -> bool:
        """Whoever was too slow is back as soon as the move is made for it, anybody else in a moment."""
        if seat in self._hurried:
            return Turn(Seat(seat)) not in self._session.replica.state.needs
        return now - self._return_at[seat] >= CALM_S

    def _wish(self, view: View, now: float) -> None:
        """Vote for a view unless that is wished for already."""
        if self._session.table.wish != view:
            self._try(lambda: self._session.vote(view, now))

    def _try(self, vote: Callable[[], None]) -> None:
        try:
            vote()
        except (NoView, LocalError):
            return  # the others see it alike, or the next tick does
