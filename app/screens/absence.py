"""Missing players, the question about them, and the clock, as known from the news so far.

`AbsenceModel` takes the news of `app.absence` and returns values to show: a mark for every plate, a line for
the status, the question with a button for each way to continue. The news brings the sentences about the ways
and the decision; titles, counts and votes are made here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from app import messages
from app.games.narrator import listed
from app.screens.seats import HERE, MarkKind, SeatMark

WORDS = {
    messages.AbsentChoice.WAIT: "Wait",
    messages.AbsentChoice.STAND_IN: "Let a rule play for {who}",
    messages.AbsentChoice.LEAVE_OUT: "Go on without {who}",
    messages.AbsentChoice.ADJOURN: "Adjourn",
    messages.AbsentChoice.END: "End the game",
}
TOGETHER = (messages.AbsentChoice.STAND_IN, messages.AbsentChoice.LEAVE_OUT, messages.AbsentChoice.END)
"""Ways that everybody present must choose."""
ALONE = (
    "You are not more than half of the table: you cannot go on, and if you end the game, it ends only "
    "for you."
)
LATE_PART = 4
"""A clock warns when one part in this many of the time is left."""


class WayOn(Struct, frozen=True):
    """A way to continue: the button's text, its meaning, and its state.

    `hindrance` says why it is not possible ("" if it is); `votes` says who else wants it; `is_own`: this
    player's choice; `is_coming`: it happens automatically.
    """

    choice: messages.AbsentChoice
    words: str
    means: str
    hindrance: str = ""
    votes: str = ""
    is_own: bool = False
    is_coming: bool = False
    is_later: bool = False
    """True if it will be possible later."""

    @property
    def about(self) -> str:
        """The meaning of the way, or the reason why it is not possible."""
        if self.is_later:
            return self.means if self.is_coming else f"{self.means} {self.hindrance}"
        return f"Not possible: {self.hindrance}" if self.hindrance else self.means

    @property
    def spoken(self) -> str:
        """Everything about the way, for a screen reader."""
        about = f"{self.means} {self.about}" if self.hindrance and not self.is_later else self.about
        own = "Your choice." if self.is_own else ""
        return " ".join(filter(None, (self.words + ".", about, own, self.votes)))


class Question(Struct, frozen=True):
    """The question how to continue: who is missing, the ways, and their conditions."""

    title: str
    ways: tuple[WayOn, ...]
    note: str


class PauseOffer(Struct, frozen=True):
    """The pause: a sentence, and buttons, each with its text and the `wanted` of its `WantPause`."""

    text: str
    button: str
    wanted: bool


class AbsenceModel(Struct):
    """The state of missing players, built from the news received so far. `gone_after_s` and `move_limit_s`
    are terms of the table."""

    names: Sequence[str]
    seat: int
    bots: frozenset[int] = frozenset()
    gone_after_s: int = 30
    move_limit_s: int = 0
    is_split: bool = False
    """True if everybody's keys are split among the others."""
    away: dict[int, int] = field(default_factory=dict)
    """Seconds of each absence so far, by seat."""
    left: set[int] = field(default_factory=set)
    stand_ins: set[int] = field(default_factory=set)
    left_out: set[int] = field(default_factory=set)
    """Seats that have no part in the game any more; they do not come back."""
    asked: messages.Asked | None = None
    paused: messages.Paused | None = None
    clock: messages.TurnClock | None = None
    decided: str = ""
    """Last decision, or return of a player; "" once dismissed, or after a new question."""

    def take(self, news: messages.News) -> str:
        """Take in news; return a line for the log, or ""."""
        match news:
            case messages.Presence():
                return self._presence(news)
            case messages.Asked():
                return self._ask(news)
            case messages.Decided():
                return self._decide(news)
            case messages.Adjourned():
                self.asked = None
                return news.text
            case messages.Paused():
                return self._pause(news)
            case messages.TurnClock():
                self.clock = news
            case _:
                pass
        return ""

    def forget(self) -> None:
        """Forget all absences: the game is over."""
        self.away.clear()
        self.left.clear()
        self.stand_ins.clear()
        self.asked = self.paused = self.clock = None
        self.decided = ""

    def next_turn(self) -> None:
        """Forget the clock: it belonged to the move before."""
        self.clock = None

    def mark(self, seat: int) -> SeatMark:
        """Return the mark on a seat's plate."""
        clock, is_late = self._clock(seat)
        if seat in self.stand_ins:
            kind, words = MarkKind.STAND_IN, "a rule plays"
        elif seat in self.left_out:
            kind, words = MarkKind.LEFT, "is out"
        elif seat in self.left:
            kind, words = MarkKind.LEFT, "has left"
        elif seat in self.away:
            kind, words = MarkKind.AWAY, f"away, {minutes(self.away[seat])}"
        elif not clock and not self.is_split:
            return HERE
        else:
            kind, words = MarkKind.HERE, ""
        return SeatMark(kind, words, clock, is_late=is_late, is_split=self.is_split)

    def about(self, seat: int) -> str:
        """Return the state of a seat for a list of players; "" if its player is here."""
        if seat in self.stand_ins:
            return f"a rule plays for {self.names[seat]}"
        if seat in self.left_out:
            return "out of the game"
        if seat in self.left:
            return "has left"
        return f"away, {minutes(self.away[seat])}" if seat in self.away else ""

    @property
    def missing(self) -> tuple[int, ...]:
        """Seats that are away or have left, and for which no rule plays."""
        return tuple(sorted((self.away.keys() | self.left) - self.stand_ins))

    @property
    def line(self) -> str:
        """Absences and their consequences, for the status line; "" if everybody is there."""
        said = [self._missing_text(seat) for seat in self.missing]
        if not said:
            return ""
        line = f"{'; '.join(said)}."
        waited = max(self.away.get(seat, 0) for seat in self.missing)
        if self.asked is None and not self.left and waited < self.gone_after_s:
            line += f" The game waits; after {minutes(self.gone_after_s)} you are asked how to continue."
        return line

    @property
    def clock_line(self) -> str:
        """The time left for our move; "" without a limit, or if it is not our move."""
        clock, is_late = self._clock(self.seat)
        if not clock:
            return ""
        if self.clock is not None and self.clock.is_over:
            return "Your time is up"
        return f"Hurry: {clock} left" if is_late else f"{clock} left"

    @property
    def question(self) -> Question | None:
        """The question of how to continue; None if nothing is asked."""
        asked = self.asked
        if asked is None:
            return None
        who = listed([self.names[each.seat] for each in asked.missing])
        title = f"{' '.join(self._why_text(each) for each in asked.missing)} How do we continue?"
        return Question(
            title, tuple(self._way(asked, each.choice, who) for each in asked.offered), self._note(asked)
        )

    @property
    def pausing(self) -> PauseOffer | None:
        """A pause that is asked for or holds, or None."""
        paused = self.paused
        if paused is None or not (paused.by or paused.is_paused):
            return None
        others = listed([self.names[seat] for seat in paused.by if seat != self.seat])
        if paused.is_paused:
            return PauseOffer(
                "The game is paused: no clock runs. It goes on when everybody agrees.", "Continue", False
            )
        if self.seat in paused.by:
            return PauseOffer(
                "You have asked for a pause. It begins when everybody agrees.", "No pause after all", False
            )
        return PauseOffer(f"{others} would like a pause: then no clock runs.", "Agree to the pause", True)

    # -- inside -------------------------------------------------------------------------------

    def _presence(self, news: messages.Presence) -> str:
        name, seat = self.names[news.seat], news.seat
        if seat in self.left_out:
            return ""
        if news.state is messages.PresenceState.AWAY:
            is_new = seat not in self.away
            self.away[seat] = news.seconds
            return f"{name} is away. The game waits." if is_new and seat not in self.stand_ins else ""
        self.away.pop(seat, None)
        if news.state is messages.PresenceState.LEFT:
            is_new = seat not in self.left
            self.left.add(seat)
            return f"{name} has left." if is_new else ""
        self.left.discard(seat)
        return f"{name} is back." if news.state is messages.PresenceState.BACK else ""

    def _ask(self, news: messages.Asked) -> str:
        before, self.asked = self.asked, news
        seats = {each.seat for each in news.missing}
        if before is not None and {each.seat for each in before.missing} == seats:
            return ""
        self.decided = ""
        question = self.question
        return "" if question is None else question.title

    def _decide(self, news: messages.Decided) -> str:
        self.asked = None
        if news.choice is messages.AbsentChoice.STAND_IN:
            self.stand_ins.update(news.seats)
        else:
            self.stand_ins.difference_update(news.seats)
        if news.choice in (None, messages.AbsentChoice.LEAVE_OUT):
            for seat in news.seats:
                self.away.pop(seat, None)
                self.left.discard(seat)
        if news.choice is messages.AbsentChoice.LEAVE_OUT:
            self.left_out.update(news.seats)
        self.decided = news.text
        return news.text

    def _pause(self, news: messages.Paused) -> str:
        before, self.paused = self.paused, news
        was = before is not None and before.is_paused
        if news.is_paused != was:
            return "The game is paused." if news.is_paused else "The game goes on: the clock runs again."
        return ""

    def _clock(self, seat: int) -> tuple[str, bool]:
        clock = self.clock
        if clock is None or clock.seat != seat or (self.paused is not None and self.paused.is_paused):
            return "", False
        left = max(0, clock.seconds_left)
        return minutes(left), clock.is_over or left * LATE_PART <= self.move_limit_s

    def _missing_text(self, seat: int) -> str:
        if seat in self.left:
            return f"{self.names[seat]} has left"
        return f"{self.names[seat]} is away, {minutes(self.away[seat])}"

    def _why_text(self, missing: messages.Missing) -> str:
        name, seconds = self.names[missing.seat], max(0, missing.seconds)
        return {
            messages.AbsentWhy.GONE: f"{name} is away, {minutes(seconds)}.",
            messages.AbsentWhy.SLOW: f"{name}'s time for this move is up.",
            messages.AbsentWhy.LEFT: f"{name} has left.",
            messages.AbsentWhy.VOTELESS: f"{name} has not voted with the majority yet ({minutes(seconds)}).",
            messages.AbsentWhy.FICKLE: f"{name} has taken back a vote {missing.times} times.",
            messages.AbsentWhy.SILENT: f"The game waits for {name}'s program, {minutes(seconds)}.",
            messages.AbsentWhy.PROVEN: f"It is proven that {name}'s program has signed something false.",
        }[missing.why]

    def _way(self, asked: messages.Asked, choice: messages.AbsentChoice, who: str) -> WayOn:
        offered = next(each for each in asked.offered if each.choice is choice)
        words, is_coming = WORDS[choice].format(who=who), False
        if asked.in_s is not None and asked.own is None:
            if choice is asked.preselected:
                words, is_coming = f"{words} (by itself in {minutes(asked.in_s)})", True
            elif choice is messages.AbsentChoice.WAIT:
                words = "Not yet: wait"
        voters = [self.names[each.seat] for each in asked.ballots if each.choice is choice]
        votes = f"{listed(voters)} {'wants' if len(voters) == 1 else 'want'} this." if voters else ""
        return WayOn(
            choice,
            words,
            offered.means,
            offered.hindrance,
            votes,
            is_own=asked.own is choice,
            is_coming=is_coming,
            is_later=offered.is_later,
        )

    def _note(self, asked: messages.Asked) -> str:
        """Return the condition of the choice, and who has not chosen yet."""
        is_end_alone = not (asked.are_enough or asked.is_half)
        if is_end_alone or not any(each.choice in TOGETHER and not each.hindrance for each in asked.offered):
            return ALONE if is_end_alone and len(self.names) > 2 else ""
        absent = {each.seat for each in asked.missing}
        told = {each.seat for each in asked.ballots}
        others = [seat for seat in range(len(self.names)) if seat not in absent and seat != self.seat]
        silent = [self.names[seat] for seat in others if seat not in told | self.bots | self.stand_ins]
        if not others or all(seat in self.bots for seat in others):
            return "Bots vote as you do." if others else ""
        note = "The game continues as everyone present chooses."
        if not silent:
            return note
        return f"{note} {listed(silent)} {'has' if len(silent) == 1 else 'have'} not chosen yet."


def absences_of(info: messages.TableInfo) -> AbsenceModel:
    """Return the model for a table that begins, with nobody missing."""
    return AbsenceModel(
        tuple(guest.nick for guest in info.guests),
        info.seat,
        frozenset(seat for seat, guest in enumerate(info.guests) if guest.bot),
        gone_after_s=info.policy.gone_after_s,
        move_limit_s=info.policy.move_limit_s,
        is_split=info.policy.escrow_t > 0,
    )


def minutes(seconds: int) -> str:
    """Return a time as on a clock: "0:25", "12:05"."""
    return f"{seconds // 60}:{seconds % 60:02}"
