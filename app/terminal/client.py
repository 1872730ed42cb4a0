"""A table in a terminal: events as lines, the position as a picture of characters, choices as typed words.

7h            a choice, as the lines before the prompt name it     say hello    chat
(nothing)     the table and the choices again                      last         the latest events
?             the choices and what the signs mean                  who          who sits here
help          what else can be typed                               board        the table in words
why, why 7h   which rule forbids it                                quit         leave, or give up your seat
rules 4.3     a paragraph of the rules                             sheet        how the game stands
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from textwrap import wrap

from app import messages
from app.games.board import board_lines, chosen_text, waiting_for
from app.games.chronicle import Chronicle
from app.games.entry import GameEntry
from app.games.hint import hint_of
from app.games.narrator import PROVEN, upper_first
from app.games.plain import option_text
from app.games.terminal import WIDE, joined, wrapped
from app.policy import policy_lines
from app.records.opened import hand_lines
from app.screens.absence import absences_of
from app.screens.lobby import invite_back_text
from app.screens.reactions import hint_asked_text, reaction_text
from app.screens.rules import found_paragraph, parse_sections
from app.table.troubles import proven_text
from app.terminal.lobby import LobbyTerminal
from app.terminal.missing import MissingWords
from app.terminal.spectators import HELP as WATCHING
from app.terminal.spectators import NO_SPECTATORS, REMOVE, SWITCHES, SpectatorTerminal
from net.wire.bodies import REACTIONS
from net.wire.genesis import Watch
from rules.api import Event, Moved, Rng, Seat, View, refusal
from rules.errors import BadText

PAST_LINES = 12
"""Number of lines of the story that a restart shows again, and that `last` shows."""
Print = Callable[[str], None]
HELP = (
    "Type a choice; you may shorten its words while only one choice fits.",
    "An empty line shows the table again.",
    "?           your choices, and what the signs mean",
    "? WORD      your choices that begin with this word",
    "why         the rule behind a refusal   why CHOICE  the same, before you try",
    "rules       contents of the rules       rules 4.3   one paragraph of them",
    "sheet       how the game stands         board       the table in words",
    "hint        what a bot would do, and why, if the table allows hints",
    "last        the latest events           who         players, options, terms",
    "cheers, well-played, laugh, oops, thinking, hurry   show how you feel",
    "say TEXT    chat                        quit        leave, or give up your seat",
    "invite      how a player of this table gets back to it",
)
MORE_HELP = "help            what else can be typed: rules, scores, chat, leaving ..."
BEFORE = (messages.Gathering, messages.Knock, messages.KnockGone, messages.LobbyLine, messages.HostGone)
"""News from before the game."""
BEGIN_HINT = "Type `?` to see what you can type and what the signs mean."
LEAVING = (
    "The game is not over. Type",
    "  later     to stop for now: you keep your seat, and the others are asked",
    "            how to continue; they can wait for you",
    "  give up   your seat: the others are asked how to continue, and you",
    "            cannot come back",
    "or anything else to stay.",
)
LEAVE: dict[str, messages.Order] = {"later": messages.Quit(), "give up": messages.GiveUpSeat()}


@dataclass(slots=True)
class TextClient:
    """Prints news with `out`, prompts with `ask`, and turns typed lines into orders. Reads no input itself.
    Hints take their random numbers from `rng` and their time from `clock`."""

    entry: GameEntry
    out: Print
    ask: Callable[[], None] = lambda: None
    rng: Rng = field(default_factory=Random)
    clock: Callable[[], float] = time.thread_time
    info: messages.TableInfo | None = None
    latest: messages.Advanced | None = None
    _story: Chronicle | None = None
    _past: tuple[Event, ...] = ()
    _lately: deque[str] = field(default_factory=lambda: deque(maxlen=PAST_LINES))
    _refused: messages.Refused | None = None
    _lobby: LobbyTerminal = field(init=False)
    _missing: MissingWords | None = None
    _spectators: SpectatorTerminal = field(default_factory=SpectatorTerminal)
    _invitation: str = ""
    _working: messages.Working | None = None
    _is_leaving: bool = False
    _is_over: bool = False

    def __post_init__(self) -> None:
        self._lobby = LobbyTerminal(self.entry, self.out, self.ask)

    @property
    def names(self) -> tuple[str, ...]:
        """Names by seat."""
        return tuple(guest.nick for guest in self.info.guests) if self.info else ()

    @property
    def _viewer(self) -> Seat | None:
        return None if self.info is None else self.info.viewer

    def show(self, news: messages.News) -> messages.Order | None:
        """Print a piece of news for the player; return the order for a forced move."""
        said = self._spectators.lines(news, self.names)
        for text in said:
            self.out(text)
        if said:
            self._ask_again()
        if isinstance(news, messages.Advanced):
            return self._advanced(news)
        if isinstance(news, messages.Working):
            self._works(news)
        elif isinstance(news, BEFORE):
            self._lobby.show(news)
        else:
            self._tell(news)
        return None

    def _tell(self, news: messages.News) -> None:
        match news:
            case messages.Started():
                self._begin(news)
            case messages.ChatLine() | messages.Reaction() | messages.HintAsked():
                self._remarked(news)
            case messages.Refused():
                self._refused = news
                rule = f" ({news.rule}; `why` shows it)" if news.rule else ""
                self._write(f"You cannot do that: {news.text}{rule}")
                self.ask()
            case messages.Trouble():
                self._is_over = self._is_over or news.ends
                self._write(news.text)
            case messages.Inviting(invitation):
                self._invitation = invitation
            case messages.Proven():
                self._proven(news)
            case messages.Finished():
                self._finish(news)
            case messages.HandHeld() | messages.HandOpened():
                for line in hand_lines(news, self.entry, self.names):
                    self._write(line)
            case _:
                self._miss(news)

    def _remarked(self, news: messages.ChatLine | messages.Reaction | messages.HintAsked) -> None:
        match news:
            case messages.ChatLine(seat, text):
                self._write(f"{self.names[seat]}: {text}")
            case messages.Reaction():
                self._write(reaction_text(news, self.names, self._viewer))
            case messages.HintAsked():
                self._hinted(news)
        self._ask_again()

    def _hinted(self, news: messages.HintAsked) -> None:
        self._write(hint_asked_text(news, self.names, self._viewer))
        if news.seat == self._viewer and self.latest is not None and self.latest.view.actions():
            hint = hint_of(self.entry, self.latest.view, self.names, self.rng, clock=self.clock)
            self._write(f"A hint: {hint.text}")

    def _proven(self, news: messages.Proven) -> None:
        if not any(line.startswith(PROVEN) for line in self._lately):  # otherwise the story has told it
            self._write(proven_text(news, self.names))

    def _finish(self, news: messages.Finished) -> None:
        self._is_over = True
        if self.latest is not None:
            state = self.latest.view.state
            if news.is_ended:  # otherwise the story has told the ranks
                text = self.entry.result(state, self.names, is_ended=True, forfeits=news.forfeits)
            else:
                text = self.entry.sums(state, self.names)
            for line in text.splitlines():
                self.out(line)

    def _miss(self, news: messages.News) -> None:
        """Report missing players until the game is over."""
        is_end = isinstance(news, messages.Decided) and news.choice is messages.AbsentChoice.END
        if self._missing is not None and (is_end or not self._is_over) and self._missing.tell(news):
            self.ask()
        self._is_over = self._is_over or is_end

    def order(self, line: str) -> messages.Order | None:
        """Return the order in a typed line; None, with an answer printed, if it is none."""
        line = line.strip()  # answers repeat the line, not its newline
        if self.info is not None:  # before the game, yes or no answers a guest who knocks
            if line.lower() in SWITCHES and not self._may_be_watched:
                self.out(NO_SPECTATORS)
                self.ask()
                return None
            if (order := self._spectators.order(line, self.out)) is not None:
                return order
            if line.lower().startswith(REMOVE):  # no such spectator: already said
                return None
        return self._order(line)

    def _order(self, line: str) -> messages.Order | None:
        word, _, rest = line.partition(" ")
        if word == "quit" or self._is_leaving:
            return self._leave(line)
        if word == "say" and rest.strip():
            return messages.Say(rest.strip())
        if word in REACTIONS and not rest.strip() and self.info is not None:
            return messages.React(word)
        if self.info is None and (order := self._lobby.order(word, rest.strip())) is not None:
            return order
        meant = self._meant(line, word, rest.strip())
        if not isinstance(meant, tuple):
            return meant
        for each in meant:
            self._write(each)
        self.ask()
        return None

    def _meant(self, line: str, word: str, rest: str) -> messages.Order | tuple[str, ...]:
        """Return the order in a line, or the lines of an answer."""
        answer = self._answer(word, rest)
        if answer is not None:
            return tuple(answer)
        if word == "hint" and self.latest is not None and self.latest.view.actions():
            return messages.AskHint()
        decided = None
        if self._missing is not None:
            decided = self._missing.meant(line, is_of_the_game=self._is_choice(line))
        if decided is not None:
            return (decided,) if isinstance(decided, str) else decided
        if self.latest is None or self._has_chosen or not self.latest.view.actions():
            return (self._waiting() or "You have nothing to choose now. Type ? to see what you can type.",)
        try:
            action = self.entry.terminal.meant(self.latest.view, line)
        except BadText as why:
            return (f"{upper_first(why.text)}.",)
        return messages.Choose(self.latest.k, action)

    def _leave(self, line: str) -> messages.Order | None:
        """Leave for now, or give up the seat; ask which if the line does not say and the game is not over."""
        was_asked, self._is_leaving = self._is_leaving, False
        text = " ".join(line.casefold().split())
        if self.info is None or self.info.viewer is None or self._is_over:
            return messages.Quit()
        if order := LEAVE.get(text.removeprefix("quit ")):
            return order
        if was_asked and text != "quit":
            self.out("You stay.")
        else:
            self._is_leaving = True
            for part in LEAVING:
                self.out(part)
        self.ask()
        return None

    def _is_choice(self, line: str) -> bool:
        """True if the game takes this line as a choice now."""
        if self.latest is None or not self.latest.view.actions():
            return False
        try:
            self.entry.terminal.meant(self.latest.view, line)
        except BadText:
            return False
        return True

    # -- words ------------------------------------------------------------------------------

    def _answer(self, word: str, rest: str) -> Sequence[str] | None:
        """Return the answer to a command as lines; None if the word is no command."""
        if self.info is None and (answer := self._lobby.answer(word, rest)) is not None:
            return answer
        words: dict[str, Callable[[], Sequence[str]]] = {
            "": self._table,
            "?": lambda: self._signs(rest),
            "help": self._help,
            "rules": lambda: self._rules(rest),
            "why": lambda: self._why(rest),
            "last": lambda: tuple(self._lately) or ("Nothing has happened yet.",),
            "who": self._who,
            "invite": self._invite,
        }
        if (latest := self.latest) is not None:
            words["board"] = lambda: board_lines(self.entry.describe(latest.view, self.names))
            words["sheet"] = lambda: self.entry.result(latest.view.state, self.names).splitlines()
        return words[word]() if word in words else None

    def _signs(self, word: str) -> Sequence[str]:
        """Return the choices and the picture's legend; with a word only the choices that begin with it."""
        if word:
            return self._choices(word) or (f"No choice begins with {word[:60]!r} now.",)
        return (*self._menu(), *self._missing_help, *self.entry.terminal.legend, MORE_HELP)

    def _help(self) -> Sequence[str]:
        """Return the help for the commands; the choices of the game are not among them."""
        watching = (WATCHING,) if self._may_be_watched else ()
        return (*self._missing_help, *HELP, *watching)

    def _menu(self) -> Sequence[str]:
        """Return our choices now."""
        if self.latest is None or not self.latest.view.actions():
            return ()
        return self.entry.terminal.menu(self.latest.view, self.names)

    @property
    def _missing_help(self) -> Sequence[str]:
        return self._missing.help() if self._missing is not None else ()

    @property
    def _may_be_watched(self) -> bool:
        return self.info is not None and self.info.policy.watch is not Watch.CLOSED

    def _table(self) -> Sequence[str]:
        """Return the picture and the choices again; before the first position, what to type."""
        if self.latest is None:
            return (BEGIN_HINT,)
        return (*self.entry.terminal.picture(self.latest.view, self.names), *self._menu())

    def _rules(self, number: str) -> Sequence[str]:
        sections = parse_sections(self.entry.rules_page())
        if not number:
            heads = [section.title for section in sections if section.level <= 2]
            return (*heads, "Type `rules` and a number to read that paragraph.")
        found = found_paragraph(sections, number.removeprefix(f"{self.entry.rules.key} "))
        if found is None:
            return (f"The rules have no paragraph {number}.",)
        return wrapped(f"{found.number}  {_plain(found.text)}")

    def _why(self, text: str) -> Sequence[str]:
        if not text:
            if self._refused is None:
                return ("Nothing was refused. Type `why` and a choice to ask before you try it.",)
            return (self._refused.text, *(self._rules(self._refused.rule) if self._refused.rule else ()))
        if self.latest is None or (seat := self.latest.view.seat) is None:
            return ("The game has not begun.",)
        view = self.latest.view
        try:
            action = self.entry.terminal.meant(view, text)
        except BadText as why:
            return (f"{upper_first(why.text)}.",)
        refused = refusal(view.state, Moved(seat, action), view.known)
        if refused is None:
            return (f"{self.entry.terminal.word(view, action)} is allowed.",)
        return (refused.text, *self._rules(refused.rule))

    def _invite(self) -> Sequence[str]:
        text = f"  shoal join {self._invitation}" if self._invitation else ""
        return tuple(filter(None, (*wrapped(invite_back_text(self._invitation)), text)))

    def _who(self) -> Sequence[str]:
        if self.info is None:
            return ("Nobody sits here yet.",)
        lines = []
        for seat, guest in enumerate(self.info.guests):
            missing = self._missing.absences.about(seat) if self._missing is not None else ""
            about = "you" if seat == self.info.seat else missing or "connected"
            what = ", ".join(filter(None, (guest.kind, about)))
            lines.append(f"{seat + 1} {guest.nick} ({what}), key {guest.words}")
            known = "" if seat == self.info.seat else guest.about
            lines += [f"  {each}" for text in (known, guest.warning) if text for each in wrap(text, WIDE - 4)]
        below = (*self._options(), *self._terms(), *self._spectators.who())
        return (*lines, *below, *filter(None, [self._waiting()]))

    def _options(self) -> tuple[str, ...]:
        options = self.info.options if self.info is not None else ()
        return tuple(option_text(self.entry.rules, *pair) for pair in options)

    def _terms(self) -> tuple[str, ...]:
        return () if self.info is None else policy_lines(self.info.policy, len(self.info.guests))

    def _waiting(self) -> str:
        """Return the sentence about the other players who must choose; "" if only we must."""
        if self.latest is None:
            return ""
        if self._has_chosen and self._working is not None:
            return chosen_text(self._working.missing, self.names)
        waiting = waiting_for(self.latest.view, self.names)
        return f"Waiting for {waiting}." if waiting else ""

    def _works(self, news: messages.Working) -> None:
        """Say once that we have chosen and others have not."""
        was_told, self._working = self._has_chosen, news
        if self._has_chosen and not was_told:
            self._write(self._waiting())

    @property
    def _has_chosen(self) -> bool:
        """True if we have chosen, and others must still choose in the same round."""
        working, latest = self._working, self.latest
        return working is not None and latest is not None and working.has_chosen(latest.view)

    def _choices(self, word: str) -> tuple[str, ...]:
        """Return the choices that begin with a word, in their full form."""
        if self.latest is None:
            return ()
        terminal, view = self.entry.terminal, self.latest.view
        words = dict.fromkeys(terminal.word(view, action) for action in view.actions())
        fitting = [each for each in words if each.casefold().startswith(word.casefold())]
        return joined("", fitting, gap="   ") if fitting else ()

    def _write(self, text: str) -> None:
        """Print a text, wrapped to the terminal's width."""
        for line in wrapped(text) or ("",):
            self.out(line)

    # -- news -------------------------------------------------------------------------------

    def _wrap(self, text: str) -> None:
        """Print a text, wrapped and indented."""
        for part in wrap(text, WIDE, subsequent_indent="    ") or [""]:
            self.out(part)

    def _begin(self, news: messages.Started) -> None:
        self._lobby.forget()
        self._missing = MissingWords(absences_of(news.info), self._wrap)
        self.info, self._past = news.info, tuple(event for _, event in news.past)
        self._story = self.entry.chronicle(dict(news.info.options), self.names, news.info.viewer)
        self._write(("The game continues: " if news.resumed else "The game begins: ") + ", ".join(self.names))
        for line in joined("", self._options(), gap="   "):
            self.out(line)
        for text in self._terms():
            self._write(text)
        self.out(BEGIN_HINT)

    def _advanced(self, news: messages.Advanced) -> messages.Order | None:
        self.latest, self._refused, self._working = news, None, None
        self._is_over = self._is_over or not news.view.state.needs
        if self._missing is not None:
            self._missing.absences.next_turn()
        past, self._past = self._past, ()
        lines = self._told((*past, *news.events), news.view)
        self._lately.extend(lines)
        for line in lines[-PAST_LINES if past else 0 :]:
            for part in wrap(line, WIDE - 4):
                self.out(f"  {part}")
        actions = news.view.actions()
        if len(actions) == 1:
            word = self.entry.terminal.word(news.view, actions[0])
            self.out(f"  (only one choice: {word})")
            return messages.Choose(news.k, actions[0])
        if actions:
            for line in self._table():
                self.out(line)
            self.ask()
        return None

    def _told(self, events: tuple[Event, ...], view: View) -> list[str]:
        """Return the story of some events; nothing before the table has begun."""
        lines = self._story.tell(events, view) if self._story is not None else ()
        return [line for each in lines for line in each]

    def _ask_again(self) -> None:
        """Print the prompt again after news was printed over it."""
        is_ours = self.latest is not None and self.latest.view.actions() and not self._has_chosen
        if is_ours and not self._is_over:
            self.ask()


def _plain(markdown: str) -> str:
    """Remove the marks of Markdown from a paragraph."""
    return markdown.replace("**", "").replace("`", "").replace("*", "")
