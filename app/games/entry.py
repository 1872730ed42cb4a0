"""A game as the whole program knows it: its rules, and everything that is told and shown of it.

Nothing but the rules is needed. Whatever else an entry leaves out is made of the rules' canonical texts,
plainly. What belongs to the window (picture, table) and what starts slowly (bots) is named as
"package.module:name" and loaded when it is first wanted; a text is named as "package:file".
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from pkgutil import resolve_name
from typing import TYPE_CHECKING, TypeAlias

from app.games.covers import Cover
from app.games.plain import (
    no_feats,
    no_gain,
    no_tally,
    plain_blurb,
    plain_help,
    plain_narrator,
    plain_result,
    score_text,
)
from rules.api import Face, Game, Moved, Seat, State, View
from rules.errors import BadOptions

if TYPE_CHECKING:
    from app.games.board import Board
    from app.games.chronicle import Chronicle
    from app.games.lesson import Lesson, Tip
    from app.games.narrator import Narrate
    from app.games.scene import Description
    from app.games.terminal import Terminal

USUAL_SEATS = 4

Sheet: TypeAlias = Callable[[State, Sequence[str]], str]
"""`sheet(state, names)`: how a game stands or ended, for a terminal; ranks and scores are said below it."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Package:
    """The installed package that a game came in: name, version, and the hash of its files
    (`app.games.content`); no hash for a game that came out of no package."""

    name: str
    version: str
    content: bytes = b""

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One game. The fields are what its author gives, the methods what the program reads.

    `blurb` is a sentence for the lobby; `usual_seats` is how many play if nobody says otherwise;
    `policies` has for each level that is taught, the weakest first, the name of a bot or of its class;
    `card_name` gives what a face is called, as the story calls it;
    `ends_with_sheet`: at the end the sheet says more than the story has told;
    `unit` is what a score counts, in the singular, "" where it says nothing besides the rank;
    `piece` is what players hold, in the singular;
    `described` is its table (`app/games/scene.py`); `picture` names a painter for the lobby, `table` a
    widget, `help` the rules in Markdown;
    `feats` tells at the end what a seat brought off, each with its name and out of how many;
    `is_gain` says, of the position after a move, whether it has won something that is to be heard: a trick;
    `tally` is how far each seat is in the middle of the game, in two or three words, () where nobody counts;
    `lesson` is the introduction to it, None where there is none to offer; `course` are lessons for later;
    `tips` are said once each.
    Where the game comes from (`package`, None for our own) is filled in by the catalogue alone.
    """

    rules: Game
    _: KW_ONLY
    blurb: str = ""
    usual_seats: int = USUAL_SEATS
    described: Description | None = None
    narrator: Narrate | None = None
    sheet: Sheet | None = None
    ends_with_sheet: bool = False
    unit: str = "point"
    piece: str = "card"
    card_name: Callable[[Face], str] | None = None
    policies: tuple[tuple[str, str], ...] = ()
    picture: str = ""
    table: str = ""
    help: str = ""
    feats: Callable[[State, Seat], tuple[tuple[str, int, int], ...]] = no_feats
    is_gain: Callable[[View, Moved], bool] = no_gain
    tally: Callable[[View], tuple[str, ...]] = no_tally
    lesson: Lesson | None = None
    course: tuple[Lesson, ...] = ()
    tips: tuple[Tip, ...] = ()
    package: Package | None = None

    @property
    def about(self) -> str:
        """Sentence about the game."""
        return self.blurb or plain_blurb(self.rules)

    @property
    def seats(self) -> int:
        """Usual number of players: always a number that the game is for."""
        return min(max(self.usual_seats, self.rules.seats[0]), self.rules.seats[-1])

    @property
    def cover(self) -> Cover:
        """Picture and words for the lobby."""
        return Cover(
            self.rules.title,
            self.about,
            self.rules.seats,
            self.seats,
            self.picture,
            is_taught=self.lesson is not None,
        )

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that its bots are offered at, the weakest first: those that are taught, and "easy" below
        "normal" if that is the first of them; all three where nothing is taught (`app.games.policies`)."""
        taught = tuple(level for level, _ in self.policies) or ("normal", "hard")
        return ("easy", *taught) if taught[0] == "normal" else taught

    @property
    def usual_level(self) -> str:
        """The level of bots if nobody says otherwise: "normal", or the middle one."""
        return "normal" if "normal" in self.levels else self.levels[len(self.levels) // 2]

    @property
    def description(self) -> Description:
        """Its table described, by its types and texts where its author has said nothing."""
        from app.games.plain_table import plain_description  # noqa: PLC0415  (the lobby shows no table)

        return self.described or plain_description(self.rules, self.face_name)

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """Every lesson, the introduction first."""
        return (() if self.lesson is None else (self.lesson,)) + self.course

    @property
    def story(self) -> Narrate:
        """Its narrator; where its author has given none, one that tells the words of each action."""
        return self.narrator or partial(plain_narrator, self.description.say)

    def describe(self, view: View, names: Sequence[str]) -> Board:
        """The table as text, as the viewer sees it."""
        from app.games.board import board_of  # noqa: PLC0415  (the lobby shows no table)

        return board_of(self.description, view, names)

    def chronicle(self, options: Mapping[str, str], names: Sequence[str], seat: Seat | None) -> Chronicle:
        """The story of a game with these options from its start, for the viewer `seat`."""
        from app.games.chronicle import Chronicle  # noqa: PLC0415  (the lobby shows no table)

        return Chronicle(self.rules.start(len(names), options), self.story, names, seat)

    @property
    def terminal(self) -> Terminal:
        """The game in characters."""
        from app.games.terminal import Terminal  # noqa: PLC0415  (the lobby shows no table)

        return Terminal(self.description)

    def face_name(self, face: Face) -> str:
        """Name a face: "9 Hour Term"; its canonical text where the game has no words for it."""
        return self.rules.face_text(face) if self.card_name is None else self.card_name(face)

    def score(self, score: int) -> str:
        """A score in words: "31 points"; "" where the rank says it all."""
        return score_text(score, self.unit)

    def sums(self, state: State, names: Sequence[str]) -> str:
        """The sheet alone, for the end of a game in a terminal: who came where the story has told."""
        return "" if self.sheet is None or not self.ends_with_sheet else self.sheet(state, names)

    def result(
        self, state: State, names: Sequence[str], *, is_ended: bool = False, forfeits: Sequence[int] = ()
    ) -> str:
        """Tell how a game stands or ended, for a terminal; `is_ended`: before its end, by those who were
        there, and `forfeits` come last for not having stayed."""
        above = "" if self.sheet is None else self.sheet(state, names)
        below = plain_result(self.rules, state, names, self.unit, is_ended=is_ended, forfeits=forfeits)
        return f"{above}\n{below}" if above else below

    def rules_page(self) -> str:
        """The rules in Markdown; the plain page where there is none, or none that can be read."""
        if self.help:
            from importlib.resources import files  # noqa: PLC0415  (a bot reads no rules)

            package, _, name = self.help.partition(":")
            try:
                return (files(package) / name).read_text(encoding="utf-8")
            except (ImportError, OSError, UnicodeDecodeError) as why:
                log.warning("%s: its rules page %s cannot be read: %s", self.rules.key, self.help, why)
        return plain_help(self.rules)


def checked_level(entry: GameEntry, level: str | None) -> str:
    """`level`, None for the usual one; raises `BadOptions` if bots of the game are not offered at it."""
    if level is None:
        return entry.usual_level
    if level not in entry.levels:
        there = ", ".join(entry.levels)
        raise BadOptions(f"bots of {entry.rules.title} play at: {there}; not {level!r}")
    return level


def loaded(game: str, reference: str) -> object | None:
    """Load the object that a game names as "package.module:name"; None, with a word in the log, where that is
    not there."""
    try:
        found: object = resolve_name(reference)
    except (ImportError, AttributeError, ValueError) as why:
        log.warning("%s: %s cannot be loaded: %s", game, reference, why)
        return None
    return found
