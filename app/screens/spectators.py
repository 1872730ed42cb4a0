"""Spectators on a screen: who watches, how much is checked, who wants to be let in."""

from __future__ import annotations

from msgspec import Struct, field

from app import messages
from app.games.catalogue import catalogue
from app.games.narrator import counted, listed
from app.records.opened import held_text, opened_text
from net.wire.genesis import Watch

NAMED = 6
KEPT = 500
MUCH = 20
"""A spectator is told of this many unchecked steps or more; fewer are checked before anybody reads the
line."""
SOUGHT = "Looking for somebody who shows the game"
FULL = "All places for spectators are taken: waiting for one"


class SpectatorsModel(Struct):
    """The state of watching a table; takes the news of `app.spectators`."""

    info: messages.TableInfo
    spectators: messages.Spectators = field(default_factory=messages.Spectators)
    asked: dict[bytes, messages.SpectatorKnock] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    """The spectators' chat, apart from the players'."""
    checked: messages.Checked | None = None
    source: str | None = None
    held: messages.HandHeld | None = None
    """Cards that we can open after the game."""
    opened: dict[int, messages.HandOpened] = field(default_factory=dict)
    is_over: bool = False
    """True if nobody sends us the game any more, though it may go on."""
    is_full: bool = False
    """True if every source has as many spectators as it can serve."""

    @property
    def is_possible(self) -> bool:
        """True if this table may be watched."""
        return self.info.policy.watch is not Watch.CLOSED

    @property
    def is_ours(self) -> bool:
        """True if we are a spectator."""
        return self.info.viewer is None

    @property
    def may_write(self) -> bool:
        """True if we can write to the other spectators."""
        return self.is_ours and self.spectators.may_chat

    @property
    def is_kept_closed(self) -> bool:
        """True if we let nobody watch."""
        return self.info.seat in self.spectators.closed_by

    @property
    def who(self) -> str:
        """Names of the spectators, or of the players who let nobody watch."""
        if self.spectators.closed_by:
            names = [self.info.guests[seat].nick for seat in self.spectators.closed_by]
            verb = "lets" if len(names) == 1 else "let"
            return f"{listed(names)} {verb} nobody watch."
        return f"{spectators_text(self.spectators) or 'Nobody is watching'}."

    @property
    def named(self) -> tuple[tuple[str, bytes], ...]:
        """Names and keys of the spectators whom this player can remove."""
        return tuple(zip(self.spectators.names, self.spectators.keys, strict=False))

    @property
    def check_line(self) -> str:
        """Progress of the check, for a spectator; "" for a player, and if there is nothing to say."""
        if not self.is_ours:
            return ""
        if not self.source and self.source is not None:
            return "Nobody shows this game any more" if self.is_over else FULL if self.is_full else SOUGHT
        if self.checked is None or self.checked.of == 0:
            return ""
        k, of = self.checked.k, self.checked.of
        if of - k >= MUCH:
            return f"Not yet checked: {of - k} of {counted(of, 'step')}"
        return f"Checked up to step {k}"

    @property
    def may_open(self) -> bool:
        """True if we hold cards at the end that nobody else has seen, and have not opened them."""
        return self.held is not None and self.info.viewer not in self.opened

    @property
    def hands_line(self) -> str:
        """Hands opened after the game, and an offer to open ours; "" for neither."""
        entry = catalogue().named(self.info.game)
        names = [guest.nick for guest in self.info.guests]
        said = [opened_text(self.opened[seat], entry, names) for seat in sorted(self.opened)]
        said += [held_text(self.held, entry)] if self.held is not None and self.may_open else []
        return "\n".join(said)

    @property
    def question(self) -> str:
        """The question about the person who has waited longest to be let in; "" if nobody waits."""
        for knock in self.asked.values():
            others = f" ({counted(len(self.asked) - 1, 'other')} too)" if len(self.asked) > 1 else ""
            return f"{knock.name} wants to watch{others}. Letters of the key: {knock.words}."
        return ""

    def answer(self, *, admit: bool) -> messages.AdmitSpectator | None:
        """Return the order that answers the question."""
        for key in self.asked:
            del self.asked[key]
            return messages.AdmitSpectator(key, admit)
        return None

    def take(self, news: messages.News) -> str:
        """Take in news; return a text for the screen reader to say at once, or ""."""
        match news:
            case messages.Spectators():
                before, self.spectators = self.who, news
                return self.who if self.who != before else ""
            case messages.SpectatorLine(name, text):
                self.lines = [*self.lines, f"{name}: {text}"][-KEPT:]
                return f"{name} (watching): {text}" if self.is_ours else ""
            case messages.SpectatorKnock():
                self.asked[news.key] = news
                return self.question
            case messages.HandHeld():
                self.held = news
                return self.hands_line
            case messages.HandOpened():
                self.opened[news.seat] = news
                return self.hands_line
            case messages.Checked():
                self.checked = news
            case messages.FollowedBy(name, is_over, is_full):
                self.source, self.is_over, self.is_full = name, is_over, is_full
        return ""


def spectators_text(spectators: messages.Spectators) -> str:
    """Return a text such as "Watching: Ada, Bo and 3 more"; "" for nobody."""
    named = list(spectators.names[:NAMED])
    more = len(spectators.names) - len(named) + spectators.more
    named += [f"{more} more"] if more else []
    return f"Watching: {listed(named)}" if named else ""
