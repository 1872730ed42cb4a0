"""A lesson as the learner goes through it: steps, the table shown, the task."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from app.games.catalogue import catalogue
from app.games.entry import GameEntry
from app.games.lesson import LEARNER, Lesson, LessonStep, StackedRng, fits
from app.keep.settings import Settings
from app.messages import Advanced, Guest, TableInfo
from rules.api import Action, Seat
from rules.driver import LocalTable
from rules.errors import NotLegal

YOU = "You"


@dataclass(slots=True)
class LessonModel:
    """A lesson of a game, with its `number`. `at` counts its steps from 0, and passes the last one at the
    end. `nudge` is shown after a choice other than the task, "" otherwise."""

    entry: GameEntry
    lesson: Lesson
    number: int = 0
    at: int = 0
    nudge: str = ""
    _local: LocalTable = field(init=False)
    _coming: list[Advanced] = field(default_factory=list)
    _told: int = 0
    _k: int = 0

    def __post_init__(self) -> None:
        lesson, rules = self.lesson, self.entry.rules
        seats = 1 + len(lesson.others)
        tops = tuple(tuple(rules.parse_face(text) for text in deck) for deck in lesson.decks)
        start = rules.start(seats, dict(lesson.options))
        if lesson.position:
            start = rules.parse_state(lesson.position)
        self._local = LocalTable(start, seats, StackedRng(tops, lesson.rolls))
        self._play(lesson.before)
        self._coming.clear()
        self._note()

    @property
    def info(self) -> TableInfo:
        """The table of the lesson."""
        lesson, rules = self.lesson, self.entry.rules
        options = rules.checked_options(1 + len(lesson.others), dict(lesson.options))
        guests = (Guest(YOU, ""), *(Guest(name, "", bot=True) for name in lesson.others))
        return TableInfo("", rules.key, tuple(options.items()), guests, LEARNER)

    @property
    def title(self) -> str:
        """The game's name."""
        return self.entry.rules.title

    @property
    def is_done(self) -> bool:
        """True after the last step."""
        return self.at == len(self.lesson.steps)

    @property
    def place(self) -> str:
        """Number of the step, in words."""
        return "Done" if self.is_done else f"Step {self.at + 1} of {len(self.lesson.steps)}"

    @property
    def next(self) -> int | None:
        """The number of the lesson after this one; None after the last."""
        return self.number + 1 if self.number + 1 < len(self.entry.lessons) else None

    @property
    def text(self) -> str:
        """Text of the step."""
        return self.lesson.done if self.is_done else self._step.text

    @property
    def task(self) -> str:
        """The learner's task on the table, or the nudge after another choice; "" for none."""
        return "" if self.is_done else self.nudge or self._step.task

    @property
    def reads_on(self) -> bool:
        """True if the step has only a text, and a button to continue."""
        return not self.is_done and not self._step.does

    @property
    def said(self) -> str:
        """The step for a screen reader."""
        return " ".join(filter(None, (f"{self.place}.", self.text, self.task)))

    @property
    def _step(self) -> LessonStep:
        return self.lesson.steps[self.at]

    def news(self) -> tuple[Advanced, ...]:
        """Return the news since the last call, one piece for each action, for the table."""
        coming = tuple(self._coming)
        self._coming.clear()
        return coming

    def choose(self, action: Action) -> bool:
        """Take the learner's choice and what follows it; return False, with a `nudge`, if it was not the
        task."""
        if self.is_done or not self._step.takes(str(action)):
            self.nudge = f"Not now. {'' if self.is_done else self._step.task}".strip()
            return False
        try:
            self._local.play(action)
        except NotLegal as why:
            self.nudge = str(why)
            return False
        self._note()
        self._go_on()
        return True

    def read_on(self) -> bool:
        """Continue after a step that has only a text; return False if there is a task."""
        if not self.reads_on:
            return False
        self._go_on()
        return True

    def _go_on(self) -> None:
        self._play(self._step.then)
        self.nudge = ""
        self.at += 1

    def _play(self, script: tuple[str, ...]) -> None:
        for text in script:
            offered = self._local.actions()
            self._local.play(next(action for action in offered if fits(text, str(action))))
            self._note()

    def _note(self) -> None:
        events = tuple(self._local.events[self._told :])
        self._told = len(self._local.events)
        self._k += 1
        self._coming.append(Advanced(self._k, self._local.view(Seat(LEARNER)), events))


def lesson_of(game: str, number: int = 0) -> LessonModel | None:
    """Return a lesson of a game at its first step, 0 for the introduction; None if there is none."""
    entry = catalogue().games.get(game)
    if entry is None or number >= len(entry.lessons):
        return None
    return LessonModel(entry, entry.lessons[number], number)


def titles_of(game: str) -> tuple[str, ...]:
    """Return the titles of a game's lessons, the introduction first."""
    entry = catalogue().games.get(game)
    return () if entry is None else tuple(lesson.title for lesson in entry.lessons)


def taught_games() -> tuple[tuple[str, str], ...]:
    """Return key and title of every game that has an introduction."""
    games = catalogue().games
    covers = ((key, games.cover(key)) for key in games)
    return tuple((key, each.title) for key, each in covers if each.is_taught)


def is_to_offer(settings: Settings, game: str) -> bool:
    """True if the game has an introduction that was never offered to this player."""
    return game in dict(taught_games()) and game not in settings.taught.split()


def offered(settings: Settings, game: str) -> Settings:
    """Note that an introduction was offered."""
    return replace(settings, taught=" ".join(dict.fromkeys((*settings.taught.split(), game))))


def offer_text(game: str) -> str:
    """Return the offer of an introduction."""
    model = lesson_of(game)
    steps = 0 if model is None else len(model.lesson.steps)
    return (
        f"New to {'' if model is None else model.title}? Learn it on its own table in {steps} steps, or "
        "play straight away. “Learn a game” in the lobby shows it at any time."
    )
