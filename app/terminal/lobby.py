"""A table before the game, in a terminal: guests, knocks, chat.

say TEXT      chat                        y, n, never   let in the guest who knocks, or not
who           who is here                 remove NAME   take a guest's seat away, at our table
seats N       change the number of seats  bot LEVEL     put a bot on a free seat
stay          continue with the same people when the host is gone
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct, field

from app import messages
from app.games.entry import GameEntry
from app.games.narrator import counted
from app.games.terminal import wrapped
from app.screens.chairs import chairs_of, changed_text
from app.screens.lobby import (
    asks_for_a_seat,
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
GUEST_GONE = "That guest has gone. Now somebody else wants to sit down."
NOT_OURS = "Only the host can change the number of seats."
HELP = (
    "While the table fills, you can type:",
    "say TEXT  chat      who  who is here      quit  leave the table",
    "bot LEVEL  put a bot on a free seat      remove NAME  remove your bot",
)
HOST_HELP = (
    "seats N  change the number of seats      remove NAME  take a guest's seat away",
    "y or n  let in the guest who knocks, or not",
    "never  refuse the guest for good      refuse all  refuse all who wait, for good",
)


class LobbyTerminal(Struct):
    """Prints news from before the game with `out`, and turns typed lines into orders."""

    entry: GameEntry
    out: Callable[[str], None]
    ask: Callable[[], None]
    _gathered: messages.Gathering | None = None
    _invited: bool = False
    _knocks: dict[bytes, messages.Knock] = field(default_factory=dict)
    _moved_up: bool = False
    """True if the question has just moved to another guest: the answer may be meant for the guest before."""
    _told: set[str] = field(default_factory=set)
    _orphaned: messages.HostGone | None = None
    """Set when the host is gone, until the player says whether to stay."""

    def show(self, news: messages.News) -> None:
        """Print a piece of news."""
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
                self._lines((f"{host_gone_text(news)} Type `stay` or `quit`.",))
                self.ask()

    def order(self, word: str, rest: str) -> messages.Order | None:
        """Return the order in a typed line; None if the line is no order of the lobby."""
        said = word.lower()
        if self._knocks and said in ANSWERS and not rest and not self._moved_up:
            return self._admit(admit=YES_OR_NO.get(said, False), for_good=said == "never")
        if self._knocks and (said, rest.lower()) == ("refuse", "all"):
            self._knocks.clear()
            return messages.RefuseAll()
        if word.lower() == "stay" and self._orphaned is not None:
            self._orphaned = None
            return messages.Stay()
        if said == "remove":
            return self._removed(rest)
        wanted: messages.Order | None = None
        if said == "bot":
            wanted = messages.PutBot(rest.lower() or self.entry.usual_level)
        elif said == "seats" and rest.isascii() and rest.isdecimal():
            wanted = messages.Resize(int(rest[:3]))
        return wanted if wanted in self._orders else None

    def answer(self, word: str, rest: str) -> Sequence[str] | None:
        """Return the answer to a command as lines; None if it is no command of the lobby."""
        if self._knocks and word.lower() in ANSWERS:
            moved, self._moved_up = self._moved_up, False
            return (GUEST_GONE if moved else "Type only y, n or never.", *self._question())
        if word in ("", "?", "help"):
            return (*HELP, *(HOST_HELP if self._hosts else ()))
        if word == "who":
            here = () if self._gathered is None else guest_lines(self._gathered)
            return tuple(f"{name} ({about})" if about else name for name, about in here)
        sizes = () if self._gathered is None else self._gathered.sizes
        why_not = {
            "remove": f"No single guest or bot of yours is called {rest}." if rest else "Whose seat?",
            "bot": f"A bot needs a free seat here and one of these levels: {', '.join(self.entry.levels)}.",
            "seats": f"This table can have {' or '.join(map(str, sizes))} seats." if sizes else NOT_OURS,
        }
        return (why_not[word],) if word in why_not else None

    def forget(self) -> None:
        """Forget the knocks: the table has begun and nobody can be let in any more."""
        self._knocks.clear()

    @property
    def _hosts(self) -> bool:
        """True if this is our table."""
        return self._gathered is not None and bool(self._gathered.invitation)

    @property
    def _orders(self) -> list[messages.Order]:
        """Orders that the chairs offer, and the numbers of seats allowed."""
        if (table := self._gathered) is None:
            return []
        sizes = [messages.Resize(seats) for seats in table.sizes if seats != table.seats]
        return [*sizes, *(order for chair in chairs_of(table) for _, order in chair.actions)]

    def _removed(self, name: str) -> messages.Order | None:
        """Return the order that frees the chair whose name begins with `name`; None unless just one fits."""
        if self._gathered is None or not name:
            return None
        meant = [
            (chair.name, order)
            for chair in chairs_of(self._gathered)
            for _, order in chair.actions
            if isinstance(order, messages.Unseat) and chair.name.lower().startswith(name.lower())
        ]
        named = [each for each in meant if each[0] == name] or meant
        return named[0][1] if len({each for each, _ in named}) == 1 else None

    def _gathering(self, news: messages.Gathering) -> None:
        changed = changed_text(self._gathered, news)
        self._gathered = news
        here = ", ".join(guest.nick for guest in news.guests)
        self.out(f"{self.entry.rules.title}: {len(news.guests)} of {news.seats} are here: {here}")
        if changed:
            self._lines((changed,))
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
        """Ask about one guest at a time; people met before go first."""
        if news.key not in self._knocks:
            first = next(iter(self._knocks.items()), None)
            self._knocks[news.key] = news
            if first is None:
                self._ask()
                return
            # People met before go first, but not before the guest whom the question is about now.
            behind = [(key, each) for key, each in self._knocks.items() if key != first[0]]
            self._knocks = dict([first, *sorted(behind, key=lambda each: not each[1].guest.about)])

    def _knock_gone(self, key: bytes) -> None:
        """Remove a withdrawn knock; if the question was about it, ask about the next."""
        if key not in self._knocks:
            return
        is_asked = next(iter(self._knocks)) == key
        gone = self._knocks.pop(key)
        if is_asked:
            self.out(f"{gone.guest.nick} has stopped waiting for a seat.")
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
        """Return the question about the guest who is next."""
        knock, more = next(iter(self._knocks.values())), len(self._knocks) - 1
        behind = f" {counted(more, 'other')} {'is' if more == 1 else 'are'} also waiting."
        return (
            f"{knock.guest.nick} wants to sit down at your table.",
            *knock_texts(knock),
            *(("`refuse all` refuses everybody who waits; they cannot ask again.",) if more else ()),
            f"Let them in? Type y or n.{behind if more else ''}",
        )

    def _lines(self, texts: Sequence[str]) -> None:
        for text in texts:
            for part in wrapped(text):
                self.out(part)
