"""Spectators in a terminal: news about spectators and for them, and commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct, field

from app import messages
from app.games.narrator import counted
from app.screens.spectators import FULL, spectators_text
from net.wire.names import seen_name

SWITCHES = {"spectators on": True, "spectators off": False}
OPEN = ("open hand", "open my hand")
YES_OR_NO = {"y": True, "yes": True, "n": False, "no": False}
NO_SPECTATORS = "Nobody may watch this table: everybody agreed on that before the game."
REMOVE = "remove "
HELP = (
    "spectators off  let nobody watch        spectators on  let them in again\n"
    "remove NAME     send this spectator away"
)


class SpectatorTerminal(Struct):
    """The spectators, and the people who wait to be let in to watch."""

    asked: dict[bytes, messages.SpectatorKnock] = field(default_factory=dict)
    _spectators: messages.Spectators = field(default_factory=messages.Spectators)
    _unchecked: int = 0

    def lines(self, news: messages.News, names: Sequence[str]) -> tuple[str, ...]:
        """Return news about watching as lines; () for other news."""
        match news:
            case messages.SpectatorLine(name, text):
                return (f"[spectator {name}] {text}",)
            case messages.SpectatorKnock():
                self.asked[news.key] = news
                return (*self.question(),) if len(self.asked) == 1 else ()
            case messages.Spectators():
                return self._who(news, names)
            case messages.FollowedBy():
                return (_source_text(news),)
            case messages.Checked(k, of):
                return self._checked(k, of)
        return ()

    def question(self) -> tuple[str, ...]:
        """Return the question about the person who has waited longest to watch."""
        for knock in self.asked.values():
            return (
                f"{knock.name} wants to watch. Letters of the key: {knock.words}.",
                "Let them watch? Type y or n.",
            )
        return ()

    def order(self, line: str, out: Callable[[str], None]) -> messages.Order | None:
        """Return the order in a typed line if it is about watching; print the next question."""
        said = " ".join(line.split()).lower()
        if said in OPEN:
            return messages.OpenHand()
        if said in SWITCHES:
            return messages.AllowSpectators(SWITCHES[said])
        if said.startswith(REMOVE):
            return self._removal(said.removeprefix(REMOVE), out)
        if not self.asked or said not in YES_OR_NO:
            return None
        key = next(iter(self.asked))
        del self.asked[key]
        for each in self.question():
            out(each)
        return messages.AdmitSpectator(key, YES_OR_NO[said])

    def _removal(self, name: str, out: Callable[[str], None]) -> messages.Order | None:
        """Return the order to remove a spectator by name; print a refusal if none or several have this
        name."""
        named = zip(self._spectators.names, self._spectators.keys, strict=False)
        keys = [key for each, key in named if seen_name(each) == seen_name(name)]
        if len(keys) == 1:
            return messages.SendOff(keys[0])
        out(f"{'No spectator is' if not keys else 'More than one spectator is'} called {name}.")
        return None

    def who(self) -> tuple[str, ...]:
        """Return the spectators as a line."""
        found = spectators_text(self._spectators)
        return (f"{found}.",) if found else ()

    def _who(self, news: messages.Spectators, names: Sequence[str]) -> tuple[str, ...]:
        before, self._spectators = self._spectators, news
        said = []
        if news.closed_by != before.closed_by:
            who = " and ".join(names[seat] for seat in news.closed_by)
            verb = "let" if len(news.closed_by) > 1 else "lets"
            said.append(f"{who} {verb} nobody watch." if who else "Spectators may come again.")
        if spectators_text(news) != spectators_text(before):
            said.append(f"{spectators_text(news) or 'Nobody is watching'}.")
        return tuple(said)

    def _checked(self, k: int, of: int) -> tuple[str, ...]:
        """Report when more than 50 steps are suddenly unchecked, and whenever all are checked again."""
        before, self._unchecked = self._unchecked, of - k
        if of - k > 50 and not before:
            return (f"You see {of} steps that are not checked yet.",)
        if before and not self._unchecked:
            return (f"Checked up to here: all {counted(k, 'step')}.",)
        return ()


def _source_text(news: messages.FollowedBy) -> str:
    if news.name:
        return f"{news.name} shows the game now."
    if news.is_full:
        return f"{FULL}."
    return "Nobody shows this game any more." if news.is_over else "Looking for somebody who shows the game."
