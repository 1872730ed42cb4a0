"""A game as the whole program knows it: its rules, and everything that is told and shown of it.

Only the rules are required. Parts that an entry leaves out are made from the rules' canonical texts.
Parts of the window (picture, table) and slow parts (bots) are named as "package.module:name" and
imported on first use; a text is named as "package:file".
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from pkgutil import resolve_name
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from app.games import plain
from app.games.covers import Cover
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
"""`sheet(state, names)`: the state or end of a game for a terminal; ranks and scores follow below it."""

log = logging.getLogger(__name__)


class Package(Struct, frozen=True):
    """The installed package of a game: name, version, and the hash of its files (`app.games.content`)."""

    name: str
    version: str
    content: bytes = b""

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One game. The fields are what its author gives, the methods what the program reads.

    * `blurb`: a sentence for the lobby; `picture` names its painter there. `usual_seats`: the usual number of
      players. `help`: the rules in Markdown.
    * `policies`: for each level of bots, the weakest first, the name of a bot or of its class.
    * `described`: its table (`app/games/scene.py`); `table` names the widget of a table of its own.
    * `card_name`: the name of a face in the story; `piece`: what players hold, singular; `unit`: what a score
      counts, singular, "" if it says nothing beyond the rank.
    * `ends_with_sheet`: at the end the sheet says more than the story has told. `tally`: the progress of each
      seat during the game, in two or three words, () if nothing is counted.
    * `feats`: at the end, a seat's achievements, each with a name, a number and the possible number. `bids`:
      at the end, a seat's bid and its tricks for each round.
    * `is_gain`: True if a move, after which the position is given, has won something that deserves a sound,
      such as a trick.
    * `lesson`: the introduction, None if there is none; `course`: further lessons; `tips`: each is shown
      once.

    The catalogue fills in `package`, where the game comes from; None for our own.
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
    feats: Callable[[State, Seat], tuple[tuple[str, int, int], ...]] = plain.none_counted
    bids: Callable[[State, Seat], tuple[tuple[int, int], ...]] = plain.none_counted
    is_gain: Callable[[View, Moved], bool] = plain.no_gain
    tally: Callable[[View], tuple[str, ...]] = plain.no_tally
    lesson: Lesson | None = None
    course: tuple[Lesson, ...] = ()
    tips: tuple[Tip, ...] = ()
    package: Package | None = None

    @property
    def counts_bids(self) -> bool:
        """True if players bid for tricks."""
        return self.bids is not plain.none_counted

    @property
    def about(self) -> str:
        """A sentence about the game."""
        return self.blurb or plain.plain_blurb(self.rules)

    @property
    def seats(self) -> int:
        """Usual number of players, always one that the game allows."""
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
        """The levels of its bots, the weakest first.

        They are the levels that its author gives, and "easy" below "normal" if "normal" is the first of
        them; all three if the author gives none (`app.games.policies`).
        """
        taught = tuple(level for level, _ in self.policies) or ("normal", "hard")
        return ("easy", *taught) if taught[0] == "normal" else taught

    @property
    def usual_level(self) -> str:
        """The default level of bots: "normal", or the middle one."""
        return "normal" if "normal" in self.levels else self.levels[len(self.levels) // 2]

    @property
    def description(self) -> Description:
        """The description of its table; without one by the author, made from types and texts."""
        from app.games.plain_table import plain_description  # noqa: PLC0415  (the lobby shows no table)

        return self.described or plain_description(self.rules, self.face_name)

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """Every lesson, the introduction first."""
        return (() if self.lesson is None else (self.lesson,)) + self.course

    @property
    def story(self) -> Narrate:
        """Its narrator; without one by the author, one that tells the words of each action."""
        return self.narrator or partial(plain.plain_narrator, self.description.say)

    def describe(self, view: View, names: Sequence[str]) -> Board:
        """Return the table as text, as the viewer sees it."""
        from app.games.board import board_of  # noqa: PLC0415  (the lobby shows no table)

        return board_of(self.description, view, names)

    def chronicle(self, options: Mapping[str, str], names: Sequence[str], seat: Seat | None) -> Chronicle:
        """Return the story of a game with these options from its start, for the viewer `seat`."""
        from app.games.chronicle import Chronicle  # noqa: PLC0415  (the lobby shows no table)

        return Chronicle(self.rules.start(len(names), options), self.story, names, seat)

    @property
    def terminal(self) -> Terminal:
        """The game in characters."""
        from app.games.terminal import Terminal  # noqa: PLC0415  (the lobby shows no table)

        return Terminal(self.description)

    def face_name(self, face: Face) -> str:
        """Return the name of a face: "9 Hour Term"; its canonical text if the game has no name for it."""
        return self.rules.face_text(face) if self.card_name is None else self.card_name(face)

    def score(self, score: int) -> str:
        """Return a score in words: "31 points"; "" if the rank says it all."""
        return plain.score_text(score, self.unit)

    def sums(self, state: State, names: Sequence[str]) -> str:
        """Return only the sheet, for the end of a game in a terminal: the story has told the ranks."""
        return "" if self.sheet is None or not self.ends_with_sheet else self.sheet(state, names)

    def result(
        self, state: State, names: Sequence[str], *, is_ended: bool = False, forfeits: Sequence[int] = ()
    ) -> str:
        """Return the state or end of a game, for a terminal. `is_ended`: the players ended it early;
        `forfeits` left it and are ranked last."""
        above = "" if self.sheet is None else self.sheet(state, names)
        below = plain.plain_result(self.rules, state, names, self.unit, is_ended=is_ended, forfeits=forfeits)
        return f"{above}\n{below}" if above else below

    def rules_page(self) -> str:
        """Return the rules in Markdown, or the plain page if there are none that can be read."""
        if self.help:
            from importlib.resources import files  # noqa: PLC0415  (a bot reads no rules)

            package, _, name = self.help.partition(":")
            try:
                return (files(package) / name).read_text(encoding="utf-8")
            except (ImportError, OSError, UnicodeDecodeError) as why:
                log.warning("%s: its rules page %s cannot be read: %s", self.rules.key, self.help, why)
        return plain.plain_help(self.rules)


def checked_level(entry: GameEntry, level: str | None) -> str:
    """Return `level`, or the usual level for None; raises `BadOptions` if the game has no bots of it."""
    if level is None:
        return entry.usual_level
    if level not in entry.levels:
        there = ", ".join(entry.levels)
        raise BadOptions(f"bots of {entry.rules.title} have the levels {there}; not {level!r}")
    return level


def loaded(game: str, reference: str) -> object | None:
    """Import the object named "package.module:name"; on failure return None, with a line in the log."""
    try:
        found: object = resolve_name(reference)
    except (ImportError, AttributeError, ValueError) as why:
        log.warning("%s: %s cannot be loaded: %s", game, reference, why)
        return None
    return found
