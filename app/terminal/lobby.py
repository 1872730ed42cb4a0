"""A table that fills, in a terminal: who has come, who knocks, what is said.

say TEXT      a line of chat              y, n, never   let in whoever knocks, or not
who           who is here                 remove NAME   take the seat of a guest at our table away
stay          go on with the same people when the host is gone
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app import messages
from app.games.entry import GameEntry
from app.games.narrator import counted
from app.games.terminal import wrapped
from app.screens.lobby import (
    asks_for_a_seat,
    can_unseat,
    guest_about,
    guest_lines,
    host_gone_text,
    knock_texts,
    letters_text,
    options_text,
    terms_text,
    waiting_text,
    warning_text,
)
from net.wire.genesis import Watch

YES_OR_NO = {"y": True, "yes": True, "n": False, "no": False}
ANSWERS = {*YES_OR_NO, "never"}
HELP = (
    "The table fills. Meanwhile you can type:",
    "say TEXT  chat      who  who is here      quit  leave the table",
)
HOST_HELP = (
    "remove NAME  take a guest's seat away      y or n  answer about who knocks",
    "never  refuse them for good                refuse all  everybody who waits, for good",
)


@dataclass(slots=True)
class LobbyTerminal:
    """Shows the news of before the game by `out`, and turns lines typed meanwhile into orders."""

    entry: GameEntry
    out: Callable[[str], None]
    ask: Callable[[], None]
    _gathered: messages.Gathering | None = None
    _invited: bool = False
    _knocks: dict[bytes, messages.Knock] = field(default_factory=dict)
    _moved_up: bool = False
    """True if the question changed by itself: an answer may be meant for who was asked about before."""
    _told: set[str] = field(default_factory=set)
    _orphaned: messages.HostGone | None = None
    """The host is gone, and the player has not said yet whether to stay."""

    def show(self, news: messages.News) -> None:
        """Print what a piece of news means."""
        match news:
            case messages.Gathering():
                self._gathering(news)
            case messages.Knock():
                self._knock(news)
            case messages.KnockGone(key):
                self._knock_gone(key)
            case messages.LobbyLine(nick=nick, text=text):
                self.out(f"{nick}: {text}")
            case messages.HostGone():
                self._orphaned = news
                self._lines((f"{host_gone_text(news)} Type `stay`, or `quit`.",))
                self.ask()

    def order(self, word: str, rest: str) -> messages.Order | None:
        """The order that a typed line gives, if it is one of the lobby's."""
        said = word.lower()
        if self._knocks and said in ANSWERS and not rest and not self._moved_up:
            return self._admit(admit=YES_OR_NO.get(said, False), for_good=said == "never")
        if self._knocks and (said, rest.lower()) == ("refuse", "all"):
            self._knocks.clear()
            return messages.RefuseAll()
        if word.lower() == "stay" and self._orphaned is not None:
            self._orphaned = None
            return messages.Stay()
        guest = self._guest(rest) if word == "remove" else None
        return None if guest is None else messages.Unseat(guest.key)

    def answer(self, word: str, rest: str) -> Sequence[str] | None:
        """Return the answer to a word, as lines; None if it is none of the lobby's."""
        if self._knocks and word.lower() in ANSWERS:
            self._moved_up = False
            return ("Whoever knocked before has gone; now it is somebody else.", *self._question())
        if word in ("", "?", "help"):
            return (*HELP, *(HOST_HELP if self._hosts else ()))
        if word == "who":
            here = () if self._gathered is None else guest_lines(self._gathered)
            return tuple(f"{name} ({about})" if about else name for name, about in here)
        if word == "remove":
            return (f"No one guest at this table of yours is called {rest}." if rest else "Whose seat?",)
        return None

    def forget(self) -> None:
        """The table has begun: nobody can be let in any more."""
        self._knocks.clear()

    @property
    def _hosts(self) -> bool:
        """True if the table that fills is ours."""
        return self._gathered is not None and bool(self._gathered.invitation)

    def _guest(self, name: str) -> messages.Guest | None:
        """Return the one guest at our table, no bot of ours, whose name begins with this; None if it is not
        one."""
        if self._gathered is None or not self._hosts or not name:
            return None
        others = [guest for guest in self._gathered.guests[1:] if can_unseat(self._gathered, guest)]
        meant = [guest for guest in others if guest.nick.lower().startswith(name.lower())]
        exact = [guest for guest in meant if guest.nick == name]
        return (exact or meant)[0] if len(exact or meant) == 1 else None

    def _gathering(self, news: messages.Gathering) -> None:
        self._gathered = news
        here = ", ".join(guest.nick for guest in news.guests)
        self.out(f"{self.entry.rules.title}: {len(news.guests)} of {news.seats} are here: {here}")
        asks = waiting_text(news) if asks_for_a_seat(news) else ""
        options = " · ".join(options_text(news.game, news.options))
        own = [guest.nick for guest in news.guests if guest.words == news.own]
        bots = (
            f"{each.nick}: {guest_about(each)}."
            for each in news.guests
            if each.bot and each.runner not in own
        )
        for line in (warning_text(news), asks, letters_text(news), options, terms_text(news), *bots):
            if line and line not in self._told:
                self._told.add(line)
                self._lines((line,))
        is_for_people = news.seats - len(news.guests) > news.bots or news.policy.watch is not Watch.CLOSED
        if news.invitation and is_for_people and not self._invited:
            self._invited = True
            self.out(f"Invite others with:\n  shoal join {news.invitation}")

    def _knock(self, news: messages.Knock) -> None:
        """Ask about one guest at a time, in the order in which they came."""
        if news.key not in self._knocks:
            first = next(iter(self._knocks.items()), None)
            self._knocks[news.key] = news
            if first is None:
                self._ask()
                return
            # People met before come first, but behind the one who is asked about already.
            behind = [(key, each) for key, each in self._knocks.items() if key != first[0]]
            self._knocks = dict([first, *sorted(behind, key=lambda each: not each[1].guest.about)])

    def _knock_gone(self, key: bytes) -> None:
        """A knock is withdrawn; if it was the one that is asked about, the next is."""
        if key not in self._knocks:
            return
        is_asked = next(iter(self._knocks)) == key
        gone = self._knocks.pop(key)
        if is_asked:
            self.out(f"{gone.guest.nick} does not knock any more.")
            self._moved_up = True
            self._ask()

    def _admit(self, *, admit: bool, for_good: bool) -> messages.Admit:
        key = next(iter(self._knocks))
        del self._knocks[key]
        self._ask()
        return messages.Admit(key, admit, for_good)

    def _ask(self) -> None:
        if self._knocks:
            self._lines(self._question())
            self.ask()

    def _question(self) -> tuple[str, ...]:
        """About the one who has knocked the longest."""
        knock, more = next(iter(self._knocks.values())), len(self._knocks) - 1
        behind = f" {counted(more, 'other')} {'is' if more == 1 else 'are'} waiting behind them."
        return (
            f"{knock.guest.nick} wants to sit down at your table.",
            *knock_texts(knock),
            *(("`refuse all` sends all who wait off for good.",) if more else ()),
            f"Let them in? Type y or n.{behind if more else ''}",
        )

    def _lines(self, texts: Sequence[str]) -> None:
        for text in texts:
            for part in wrapped(text):
                self.out(part)
