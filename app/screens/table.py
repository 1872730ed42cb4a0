"""The words of a table's screen: status, troubles, log, chat, progress of the deck.

A `TableModel` takes every piece of news in order and answers questions about the table now.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from app import messages
from app.games.board import Board
from app.games.catalogue import catalogue
from app.games.chronicle import Chronicle
from app.games.entry import GameEntry
from app.games.hint import Hint, hint_of
from app.games.narrator import PROVEN, listed
from app.games.scene import Token
from app.policy import may_ask
from app.records.evening import Evening
from app.screens.absence import AbsenceModel, absences_of
from app.screens.plan import DROPPED, Plan, foreseen
from app.screens.reactions import AGAIN, hint_asked_text, reaction_text
from app.screens.rules import cited
from app.screens.spectators import SpectatorsModel
from app.screens.status import (
    Mood,
    Standing,
    StatusLine,
    deck_text,
    disputed_text,
    planned_text,
    result_text,
    saved_text,
    sent_text,
    standings_of,
)
from app.table.troubles import proven_text
from rules.api import Action, Event, Moved, Outcome, Rng, Shuffled, View

YOURS, STILL = "Your turn", "Still your turn."
RESTING = messages.Working(messages.StepKind.MOVE)
SEEN_MAX, WATCHED = 120, 8
"""Maximum number of positions kept to show the last round again, and the number that a spectator is shown."""
SPECTATING = "You are watching from this point on."
OfAbsence: TypeAlias = (
    messages.Presence
    | messages.Asked
    | messages.Decided
    | messages.Adjourned
    | messages.Paused
    | messages.TurnClock
)
OF_WATCHING = (
    messages.Spectators,
    messages.SpectatorLine,
    messages.SpectatorKnock,
    messages.Checked,
    messages.FollowedBy,
    messages.HandHeld,
    messages.HandOpened,
)


class Banner(Struct, frozen=True):
    """A lasting trouble. `grave`: somebody cheated, or the table is over. `closes`: the player may dismiss
    it."""

    text: str
    grave: bool = False
    closes: bool = False


class LogLine(Struct, frozen=True):
    """A line of the log (`seat` None) or of the chat. `k` is its height in the log."""

    text: str
    k: int
    seat: int | None = None


@dataclass(slots=True)
class TableModel:
    """The table as known from the news so far."""

    info: messages.TableInfo
    resumed: bool = False
    latest: messages.Advanced | None = None
    working: messages.Working = RESTING
    outcome: Outcome | None = None
    stopped: messages.Trouble | None = None
    proven: list[messages.Proven] = field(default_factory=list)
    closed: bool = False
    adjourned: str = ""
    """Sentence about the player who adjourned the table; "" while the game goes on."""
    ended: str = ""
    """Sentence that the players present have ended the game; "" if not."""
    plan: Plan = field(init=False)
    absence: AbsenceModel = field(init=False)
    watching: SpectatorsModel = field(init=False)
    log: list[LogLine] = field(default_factory=list)
    chat: list[LogLine] = field(default_factory=list)
    shuffles: int = 0
    invitation: str = ""
    """Invitation by which this table's players come back to it; "" if there is none."""
    wants_again: tuple[int, ...] = ()
    """Seats of others who want to play this game again, in the order in which they said so."""
    next_table: str = ""
    """Invitation to the host's next table; "" if unknown."""
    _story: Chronicle = field(init=False)
    events: list[tuple[int, Event]] = field(default_factory=list)
    """All events with their heights, with those from before a restart."""
    _past: tuple[tuple[int, Event], ...] = ()
    _seen: list[messages.Advanced] = field(default_factory=list)
    _happened: str = ""
    _sent: int | None = None
    is_resting: bool = False
    """True while the table shows that we have chosen and others have not."""
    advice: str = ""
    """The hint that was asked for, until we move or the game advances; "" for none."""
    advised: tuple[Token, ...] = ()
    """The pieces that the hint is about."""
    next_press: str = ""
    """The next press, as the table says it while something is held; "" while nothing is."""
    _hint: str = ""
    _is_refusal: bool = False
    """True while `_hint` says why something was refused; the next press is said below it."""
    _asked: str = ""
    _full: str = ""
    _warning: Banner | None = None
    is_cut_short: bool = False
    """True if the players present have ended the game early, and it is scored as it stood."""
    _forfeits: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self._begin_story()
        self.plan = Plan(self.entry.description.is_step, self.entry.description.takes_back)
        self.absence = absences_of(self.info)
        self.watching = SpectatorsModel(self.info)

    @property
    def names(self) -> tuple[str, ...]:
        """Names by seat."""
        return tuple(guest.nick for guest in self.info.guests)

    @property
    def entry(self) -> GameEntry:
        """The game."""
        return catalogue().named(self.info.game)

    @property
    def title(self) -> str:
        """The game's name."""
        return self.entry.rules.title

    @property
    def ended_by(self) -> str:
        """Reason why the game stopped, with the proven lies; "" if it did not stop."""
        stopped = (self.ended,) if self.stopped is None and self.ended else ()
        stopped = stopped if self.stopped is None else (self.stopped.text,)
        return "\n".join((*stopped, *(proven_text(each, self.names) for each in self.proven)))

    @property
    def players(self) -> tuple[str, ...]:
        """Each seat's name, letters of the key, and connection."""
        lines = []
        for seat, guest in enumerate(self.info.guests):
            about = [guest.kind] if guest.kind else []
            if seat == self.info.seat:
                about.append("you")
            elif self.is_under_way:  # after the end everybody leaves
                about.append(self.absence.about(seat) or "connected")
            who = f" ({', '.join(about)})" if about else ""
            lines.append(f"{guest.nick}{who}, key {guest.words}")
        return tuple(lines)

    @property
    def is_under_way(self) -> bool:
        """True if leaving now would break off a game."""
        return self.outcome is None and self.stopped is None and not (self.adjourned or self.ended)

    @property
    def is_ours(self) -> bool:
        """True if we play at this table and are no spectator."""
        return self.info.viewer is not None

    @property
    def is_kept(self) -> bool:
        """True for a real table, which has a record; practice and lessons have none."""
        return bool(self.info.table)

    @property
    def is_among_people(self) -> bool:
        """True if another person plays here with us."""
        return any(not guest.bot for seat, guest in enumerate(self.info.guests) if seat != self.info.seat)

    @property
    def is_our_turn(self) -> bool:
        """True if we may choose now."""
        view = self.view
        return view is not None and not self.is_on_its_way and self.stopped is None and bool(view.actions())

    @property
    def forced(self) -> Action | None:
        """The only action that we can choose; None if there are others, or steps to undo."""
        actions = self.view.actions() if self.view is not None and self.is_our_turn else ()
        return actions[0] if len(actions) == 1 and not self.plan.shown else None

    @property
    def view(self) -> View | None:
        """The position with our own steps that are not final; None before the first position."""
        if self.latest is None:
            return None
        return foreseen(self.latest.view, self.plan.shown) or self.latest.view

    @property
    def sent(self) -> View | None:
        """The position that the others see while we plan on it; None without a plan."""
        return self.latest.view if self.latest is not None and self.plan.steps else None

    @property
    def is_on_its_way(self) -> bool:
        """True if our choice was sent and the game has not advanced since."""
        return self._sent is not None or bool(self.plan.going) or self._has_chosen

    @property
    def _has_chosen(self) -> bool:
        """True if we have chosen and others choose at the same time; also after a restart."""
        return self.latest is not None and self.working.has_chosen(self.latest.view)

    @property
    def status(self) -> StatusLine:
        """The one thing to do or to wait for, or the end."""
        if not self.is_under_way:
            return self._over
        if self.working.disputed:
            return StatusLine(Mood.WAIT, disputed_text(self.working, self.names))
        missing = self.absence.line
        if missing and not self.is_our_turn:
            return StatusLine(Mood.WAIT, missing, happened=self._happened)
        if self.is_on_its_way:
            return StatusLine(Mood.WAIT, sent_text(self.working, self.names), happened=self._happened)
        deck = deck_text(self.working, self.names)
        mood = Mood.TURN if self.is_our_turn else Mood.WORK if deck or self.latest is None else Mood.WAIT
        clock, is_late = self.absence.clock_line, self.absence.mark(self.info.seat).is_late
        return StatusLine(
            mood,
            self._hint or self._to_do,
            missing or deck or self.watching.check_line,
            self._to_do if self._hint and self._is_refusal else self._planned_text or self._happened,
            clock,
            is_late=is_late,
        )

    @property
    def _planned_text(self) -> str:
        if self.sent is None or self.view is None:
            return ""
        return planned_text(len(self.plan.steps), self.entry.description.brings(self.sent, self.view))

    @property
    def _to_do(self) -> str:
        """The next press, or the subject of the turn."""
        return self.next_press or self.board.status

    @property
    def _over(self) -> StatusLine:
        """Result of a finished game."""
        if self.stopped is not None:
            return StatusLine(Mood.STOPPED, "The game has stopped.")
        if self.outcome is not None:
            text = result_text(
                self.outcome, self.names, self.info.seat, is_ended=self.is_cut_short, forfeits=self._forfeits
            )
            return StatusLine(Mood.OVER, text, self.watching.check_line)
        return StatusLine(Mood.OVER, self.adjourned or "The game has been ended.")

    @property
    def board(self) -> Board:
        """The board as text; empty before the first position."""
        if (view := self.view) is None:
            return Board("The table opens.", ())
        return self.entry.describe(view, self.names)

    def own(self, evenings: Sequence[Evening]) -> list[Evening]:
        """Return the scores of this game among the people at this table."""
        of_game = [each for each in evenings if each.game == self.info.game]
        return [each for each in of_game if {wins.name for wins in each.standings} <= {*self.names}]

    @property
    def again_line(self) -> str:
        """Sentence about the others who want to play again; "" for nobody."""
        if not self.wants_again:
            return ""
        verb = "wants" if len(self.wants_again) == 1 else "want"
        return f"{listed([self.names[seat] for seat in self.wants_again])} {verb} to play again."

    @property
    def banner(self) -> Banner | None:
        """The gravest trouble now."""
        if self.stopped is not None:
            return Banner(self.stopped.text, grave=True)
        if self._full:
            return Banner(self._full)
        if self._warning is None and self.absence.decided and self.is_under_way:
            return Banner(self.absence.decided, closes=True)
        return self._warning

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The players by rank; () before there are ranks."""
        if self.outcome is None:
            return ()
        return standings_of(self.outcome, self.names, self.entry.score)

    def choose(self, action: Action) -> tuple[messages.Advanced | None, messages.Choose | None]:
        """Take a step; return the table to show, and the order that sends the step. The table is None if we
        may not choose now; the order is None while the step is only planned."""
        if self.latest is None or not self.is_our_turn:
            return None, None
        self._hint = self.advice = ""
        self.advised = ()
        events = self.plan.take(self.latest.view, action)
        return self._planned(self.latest, events), self.next_order(self.latest.k)

    def take_back(self) -> messages.Advanced | None:
        """Undo the last planned step; return the table to show, or None if nothing is planned."""
        if self.latest is None or not self.plan.steps:
            return None
        self.plan.take_back()
        return self._planned(self.latest, ())

    def _planned(self, latest: messages.Advanced, events: tuple[Event, ...]) -> messages.Advanced:
        return messages.Advanced(latest.k, self.view or latest.view, events)

    def next_order(self, k: int) -> messages.Choose | None:
        """Return the order that sends the next step of the turn, at height `k`; None if no step is left."""
        if not self.plan.going:
            return None
        self._sent = k
        return messages.Choose(k, self.plan.going[0])

    def hear(self, news: messages.Advanced) -> messages.Advanced:
        """Return the table to show for `news`, together with our own steps that are not final yet."""
        if not (self.plan.going or self.plan.shown):
            return news
        view, events, is_kept = self.plan.hear(news.view, news.events)
        if not is_kept:
            self._hint, self._is_refusal = DROPPED, False
        return replace(news, view=view, events=events)

    def resting(self, news: messages.Working) -> messages.Advanced | None:
        """Return the table to show while others still choose: nothing on it can be pressed. None if we are
        not waiting for simultaneous choices, or this table is shown already."""
        if self.latest is None or not news.has_chosen(self.latest.view) or self.is_resting:
            return None
        self.is_resting = True
        return messages.Advanced(
            self.latest.k, dataclasses.replace(self.view or self.latest.view, is_held=True), ()
        )

    @property
    def may_ask_hint(self) -> bool:
        """True if a hint can be asked for now."""
        return self.is_our_turn and may_ask(self.info.policy, is_among_people=self.is_among_people)

    def think(self, rng: Rng) -> Callable[[], Hint]:
        """Return a function that finds a hint for this position; it takes up to a second, in any thread."""
        if self.latest is None:
            raise ValueError("there is no position yet")
        entry, view, names = self.entry, self.view or self.latest.view, self.names
        return lambda: hint_of(entry, view, names, rng)

    def advise(self, k: int, hint: Hint) -> str:
        """Take a hint for height `k`; return the text for the screen reader, "" if it comes too late."""
        if k != self.k or not self.is_our_turn:
            return ""
        self.advice, self.advised = hint.text, hint.marked
        return hint.text

    def hint(self, text: str) -> None:
        """Show why something was not possible, until the next press or until the game advances."""
        self._hint, self._is_refusal = text, True

    def ask(self, words: str) -> None:
        """Show the next press, "" when nothing is held; an earlier refusal is cleared."""
        self.next_press = words
        if self._is_refusal:
            self._hint = ""

    def remind(self) -> str:
        """Show that it is still our turn, until the game advances; return the text, "" if it is not."""
        if not self.is_our_turn or not self.is_under_way:
            return ""
        what, self._is_refusal = self.board.status, False
        self._hint = (
            f"Still your turn{what.removeprefix(YOURS)}" if what.startswith(YOURS) else f"{STILL} {what}"
        )
        return self._hint

    @property
    def sheet_text(self) -> str:
        """The game's own sheet now, in lines of equal width; "" without one."""
        if self.latest is None or self.entry.sheet is None:
            return ""
        return self.entry.sheet(self.latest.view.state, self.names)

    @property
    def refused_by(self) -> str:
        """The rule that the status line cites for a refusal, "plump 2.4"; "" for none."""
        return cited(self._hint)

    def dismiss(self) -> None:
        """Dismiss the warning, or the decision, that the player has read."""
        if self._warning is None:
            self.absence.decided = ""
        self._warning = None

    def take(self, news: messages.News) -> str:
        """Take in news; return a text for the screen reader to say at once, or ""."""
        if isinstance(news, OF_WATCHING):
            return self.watching.take(news)
        return self._take(news)

    def _take(self, news: messages.News) -> str:
        said = ""
        if isinstance(news, messages.Started):
            said = self._started(news)
        elif isinstance(news, messages.Advanced):
            said = self._advanced(news)
        elif isinstance(news, messages.Working):
            self.working = news
        elif isinstance(news, OfAbsence):
            said = self._missed(news)
        elif isinstance(news, messages.ChatLine | messages.Reaction | messages.HintAsked):
            said = self._remarked(news)
        elif isinstance(news, messages.Refused):
            self._sent = None
            self.plan.drop()
            said = self._hint = f"{news.text} ({news.rule})" if news.rule else news.text
            self._is_refusal = True
        elif isinstance(news, messages.Trouble | messages.Proven):
            said = self._trouble(news)
        elif isinstance(news, messages.Inviting):
            self.invitation, self.next_table = news.invitation, news.next_table
        elif isinstance(news, messages.RecordSaved):
            said = saved_text(news)
        else:
            self._ended(news)
        return said

    @property
    def k(self) -> int:
        """The height of the table."""
        return 0 if self.latest is None else self.latest.k

    def _begin_story(self) -> None:
        self._story = self.entry.chronicle(dict(self.info.options), self.names, self.info.viewer)

    def _started(self, news: messages.Started) -> str:
        self.info, self.resumed, self._past, self.events = news.info, news.resumed, news.past, []
        self.absence = absences_of(news.info)
        self.watching.info = news.info
        for line in news.said:
            self._chatted(line)
        self._begin_story()
        begins, goes_on = "The game begins.", "The game goes on."
        if news.past:  # past events are told first, once there is a view
            self._note(begins)
            return goes_on
        return self._note(goes_on if news.resumed else begins)

    @property
    def last_round(self) -> tuple[messages.Advanced, ...]:
        """The positions since before our own last turn; for a spectator the last few."""
        is_own = [bool(each.view.actions()) for each in self._seen]
        at = max(0, len(is_own) - 1)
        if not self.is_ours:
            return tuple(self._seen[-WATCHED:]) if at else ()
        while at and is_own[at]:
            at -= 1
        while at and not is_own[at]:
            at -= 1
        return tuple(self._seen[at:]) if len(self._seen) - at > 1 else ()

    def _advanced(self, news: messages.Advanced) -> str:
        self._seen = [*self._seen, news][-SEEN_MAX:]
        self.latest, self.advice, self.advised, self.is_resting = news, "", (), False
        self._sent = self._sent if self.plan.going else None
        self._hint = self._hint if self._hint == DROPPED else ""
        self.absence.next_turn()
        past, self._past = self._past, ()
        events = (*past, *((news.k, event) for event in news.events))
        self.events += events
        told = self._story.tell([event for _, event in events], news.view)
        self.log += [LogLine(line, k) for (k, _), lines in zip(events, told, strict=True) for line in lines]
        self.shuffles += sum(isinstance(event, Shuffled) for _, event in events)
        self._happened = next((lines[-1] for lines in reversed(told) if lines), self._happened)
        if past:
            self._note("The game goes on." if self.is_ours else SPECTATING)
        said = [line for lines in told[len(past) :] for line in lines]
        asked = self.board.status if self.is_our_turn else ""
        movers = {event.seat for event in news.events if isinstance(event, Moved)}
        if asked != self._asked or movers - {self.info.viewer}:
            said.append(asked)  # a turn of many steps repeats the same question
        self._asked = asked
        return " ".join(filter(None, said))

    def _missed(self, news: OfAbsence) -> str:
        is_end = isinstance(news, messages.Decided) and news.choice is messages.AbsentChoice.END
        if not self.is_under_way and not (is_end and self.is_cut_short):
            return ""  # everybody leaves at the end
        if isinstance(news, messages.Adjourned):
            self.adjourned = news.text
        if isinstance(news, messages.Decided) and is_end:
            self.ended = news.text
        if isinstance(news, messages.Presence) and news.state is messages.PresenceState.BACK:
            self._withdraw(self.names[news.seat])
        said = self.absence.take(news)
        if self.adjourned or self.ended:
            self.absence.forget()
        return self._note(said) if said else ""

    def _withdraw(self, name: str) -> None:
        """Dismiss a warning about a player who is back."""
        if self._warning is not None and not self._warning.grave and self._warning.text.startswith(name):
            self._warning = None

    def _remarked(self, news: messages.ChatLine | messages.Reaction | messages.HintAsked) -> str:
        if isinstance(news, messages.ChatLine):
            return self._chatted(news)
        if isinstance(news, messages.HintAsked):
            return self._note(hint_asked_text(news, self.names, self.info.viewer))
        said = reaction_text(news, self.names, self.info.viewer)
        if news.what == AGAIN and news.seat not in (self.info.viewer, *self.wants_again):
            self.wants_again = (*self.wants_again, news.seat)
        self.chat.append(LogLine(said, self.k, news.seat))
        return said

    def _chatted(self, news: messages.ChatLine) -> str:
        said = f"{self.names[news.seat]}: {news.text}"
        self.chat.append(LogLine(said, self.k, news.seat))
        return said

    def _ended(self, news: messages.News) -> None:
        if isinstance(news, messages.Finished):
            self.outcome = news.outcome  # the story has told it with the last event
            self.is_cut_short, self._forfeits = news.is_ended, news.forfeits
            self.absence.forget()
        elif isinstance(news, messages.Closed):
            self.closed = True

    def _trouble(self, news: messages.Trouble | messages.Proven) -> str:
        if isinstance(news, messages.Proven):
            self.proven.append(news)
            self._warning = Banner(proven_text(news, self.names), grave=True, closes=True)
            told = sum(line.text.startswith(PROVEN) for line in self.log)
            is_told = told >= len(self.proven)  # the story told it with the event that proved it
            return self._warning.text if is_told else self._note(self._warning.text)
        if news.ends:
            self.stopped = news
            self.absence.forget()
        elif news.kind is messages.TroubleKind.DISK_FULL:
            self._full = news.text
        elif news.kind is messages.TroubleKind.DISK_OK:
            self._full = ""
        elif news.kind is not messages.TroubleKind.BOT:  # nothing to do for the player: a line of the log
            self._warning = Banner(news.text, closes=True)
        return self._note(news.text)

    def _note(self, text: str) -> str:
        self.log.append(LogLine(text, self.k))
        return text
