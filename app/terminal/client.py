"""A table in a terminal: what happens as lines, choices by number or by their canonical text.

3            the third of the numbered choices          say hello    a line of chat
bid 2        the same by its text                       board        the whole table
help         this                                       quit         leave (it can be resumed)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app import messages
from app.games.board import board_lines, numbered
from app.games.chronicle import Chronicle
from app.games.entry import GameEntry
from app.table.troubles import proven_text
from rules.api import Event, Seat, View
from rules.errors import BadText

PAST_LINES = 12
"""So much of what happened before a restart is shown again."""
Print = Callable[[str], None]
HELP = (
    "a number or the words of a choice: take it · board: the whole table · say TEXT: chat · "
    "quit: leave, the game can be gone on with"
)


@dataclass(slots=True)
class TextClient:
    """Shows news by `out` and turns typed lines into orders. No input or output of its own."""

    entry: GameEntry
    out: Print
    info: messages.TableInfo | None = None
    latest: messages.Advanced | None = None
    _story: Chronicle | None = None
    _past: tuple[Event, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(guest.nick for guest in self.info.guests) if self.info else ()

    def show(self, news: messages.News) -> None:
        """Print what a piece of news means for the player."""
        if isinstance(news, messages.Gathering):
            self.out(
                f"{self.entry.rules.title}: {len(news.guests)} of {news.seats} are here: "
                f"{', '.join(guest.nick for guest in news.guests)}"
            )
            if news.invitation:
                self.out(f"Invite others with:\n  shoal join {news.invitation}")
        elif isinstance(news, messages.Started):
            self._begin(news)
            self.out(("The game goes on: " if news.resumed else "The game begins: ") + ", ".join(self.names))
        elif isinstance(news, messages.Advanced):
            self._advanced(news)
        elif isinstance(news, messages.Presence) and news.state is not messages.PresenceState.HERE:
            self.out(f"{self.names[news.seat]} is {news.state}.")
        elif isinstance(news, messages.ChatLine):
            self.out(f"{self.names[news.seat]}: {news.text}")
        elif isinstance(news, messages.Refused):
            self.out(f"That is not possible: {news.text}" + (f" ({news.rule})" if news.rule else ""))
        elif isinstance(news, messages.Trouble | messages.Proven):
            self.out(news.text if isinstance(news, messages.Trouble) else proven_text(news, self.names))
        elif isinstance(news, messages.Finished) and self.latest is not None:
            self.out(self.entry.result(self.latest.view.state, self.names))

    def order(self, line: str) -> messages.Order | None:
        """The order that a typed line gives; None (with an answer printed) if it gives none."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return messages.Quit()
        if word == "say" and rest:
            return messages.Say(rest)
        if word == "board" and self.latest is not None:
            for each in board_lines(self.entry.describe(self.latest.view, self.names)):
                self.out(each)
            return None
        if not word or word == "help" or self.latest is None:
            self.out(HELP)
            return None
        return self._choice(self.latest, line.strip())

    def _begin(self, news: messages.Started) -> None:
        self.info, self._past = news.info, tuple(event for _, event in news.past)
        self._story = self.entry.chronicle(dict(news.info.options), self.names, Seat(news.info.seat))

    def _choice(self, latest: messages.Advanced, text: str) -> messages.Order | None:
        for number, action in numbered(latest.view):
            if text in (str(number), str(action)):
                return messages.Choose(latest.k, action)
        try:
            return messages.Choose(latest.k, self.entry.rules.parse_action(text))
        except BadText as why:
            self.out(f"{why}. Type help for what can be typed.")
            return None

    def _advanced(self, news: messages.Advanced) -> None:
        self.latest = news
        past, self._past = self._past, ()
        for line in self._told((*past, *news.events), news.view)[-PAST_LINES if past else 0 :]:
            self.out(f"  {line}")
        if news.view.actions():
            self._ask(news.view)

    def _told(self, events: tuple[Event, ...], view: View) -> list[str]:
        """The story of some events; nothing before the table has begun."""
        lines = self._story.tell(events, view) if self._story is not None else ()
        return [line for each in lines for line in each]

    def _ask(self, view: View) -> None:
        for line in board_lines(self.entry.describe(view, self.names)):
            self.out(line)
        self.out("  ".join(f"[{number}] {action}" for number, action in numbered(view)))
