"""Missing players in a terminal: news about them, and commands that decide how to continue.

wait             decide nothing                   adjourn          close the table, to continue later
stand in         a rule plays for them            end the game     finish it now
leave out        continue without them            pause, continue  at a table with a clock
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from app import messages
from app.messages import AbsentChoice
from app.screens.absence import AbsenceModel, WayOn, minutes

WORDS = {
    AbsentChoice.WAIT: "wait",
    AbsentChoice.STAND_IN: "stand in",
    AbsentChoice.LEAVE_OUT: "leave out",
    AbsentChoice.ADJOURN: "adjourn",
    AbsentChoice.END: "end the game",
}
MEANT = {
    **{word.replace(" ", ""): choice for choice, word in WORDS.items()},
    "endgame": AbsentChoice.END,
    "end": AbsentChoice.END,
}
PAUSE = {"pause": True, "continue": False}
PAUSE_HELP = "pause  ask for a pause, or agree to one      continue  end the pause, when all agree"
AWAY_AGAIN_S = 60
"""Seconds between two reports of the same absence."""


class MissingWords(Struct):
    """Prints the news about missing players with `out`, and turns commands about them into orders."""

    absences: AbsenceModel
    out: Callable[[str], None]
    _clock_told: int | None = None

    def tell(self, news: messages.News) -> bool:
        """Print the news; return True if it asks a question."""
        before = self.absences.asked
        said = self.absences.take(news)
        if said:
            self.out(said)
        if isinstance(news, messages.Asked):
            if said:
                self._print_ways()
            else:
                self._print_votes(before, news)
                self._count_down(before, news)
            return bool(said)
        if isinstance(news, messages.Presence) and news.seconds and news.seconds % AWAY_AGAIN_S == 0:
            if line := self.absences.line:
                self.out(line)
        elif isinstance(news, messages.Paused) and not said and (pausing := self.absences.pausing):
            self.out(f"{pausing.text} {PAUSE_HELP}")
        elif isinstance(news, messages.TurnClock):
            self._tell_clock(news)
        return False

    def meant(self, line: str, *, is_of_the_game: bool) -> messages.Order | str | None:
        """Return the order in a line, or the reason why it cannot be given; None if it is no command.

        `is_of_the_game`: the game also takes the line as a choice; then "end the game" must be typed in
        full.
        """
        text = " ".join(line.casefold().replace("-", " ").split())
        if text in PAUSE and self.absences.move_limit_s:
            return messages.WantPause(wanted=PAUSE[text])
        choice = MEANT.get(text.replace(" ", ""))
        if choice is None or self.absences.asked is None or (is_of_the_game and text != WORDS[choice]):
            return None
        way = next((each for each in self._ways if each.choice is choice), None)
        if way is None:
            return f"You cannot choose `{WORDS[choice]}` now."
        if way.is_later:
            return f"Not yet. {way.hindrance}"
        return f"You cannot do that: {way.hindrance}" if way.hindrance else messages.Decide(choice)

    def help(self) -> tuple[str, ...]:
        """Return the commands about missing players and the clock that can be typed now."""
        question = self.absences.question
        ways = () if question is None else (question.title, *map(_line, question.ways))
        return (*ways, PAUSE_HELP) if self.absences.move_limit_s else ways

    @property
    def _ways(self) -> tuple[WayOn, ...]:
        question = self.absences.question
        return () if question is None else question.ways

    def _print_ways(self) -> None:
        question, asked = self.absences.question, self.absences.asked
        if question is None or asked is None:
            return
        for way in question.ways:
            self.out(_line(way))
        if question.note:
            self.out(question.note)
        if asked.preselected is not None and asked.in_s is not None:
            self.out(
                f"`{WORDS[asked.preselected]}` happens by itself in {minutes(asked.in_s)} unless you object: "
                "type `wait`."
            )

    def _count_down(self, before: messages.Asked | None, now: messages.Asked) -> None:
        """Print once a minute the time until the preselected way is taken."""
        if now.preselected is None or not now.in_s or before is None or before.in_s is None:
            return
        if -(-before.in_s // 60) != -(-now.in_s // 60):
            self.out(f"`{WORDS[now.preselected]}` happens by itself in {minutes(now.in_s)}.")

    def _print_votes(self, before: messages.Asked | None, now: messages.Asked) -> None:
        if before is not None and before.ballots != now.ballots:
            for way in self._ways:
                if way.votes:
                    self.out(f"{way.votes.removesuffix(' this.')} to {_infinitive(way.choice)}.")

    def _tell_clock(self, news: messages.TurnClock) -> None:
        """Print our own clock at its start and when it runs low and out, not every second."""
        if news.seat != self.absences.seat:
            self._clock_told = None
            return
        stage = 2 if news.is_over else 1 if self.absences.mark(news.seat).is_late else 0
        if self._clock_told is None or stage > self._clock_told:
            self._clock_told = stage
            self.out(f"{self.absences.clock_line}.")


def _line(way: WayOn) -> str:
    about = way.about if way.is_later or not way.hindrance else f"not possible: {way.hindrance}"
    votes = f" {way.votes}" if way.votes else ""
    return f"  {WORDS[way.choice]:13} {about}{votes}"


def _infinitive(choice: AbsentChoice) -> str:
    return "let a rule play" if choice is AbsentChoice.STAND_IN else WORDS[choice]
