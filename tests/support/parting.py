"""A table whose seats are asked how to continue when somebody is missing, and answer as a test says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from app.absence import AbsentChoice, Asked
from app.messages import News
from app.screens.absence import AbsenceModel
from app.table.missing.absences import Absences
from app.table.missing.company import Company
from net.agreement.effects import NewView, Pausing, Unexplained, Went
from net.link.contract import SILENT_S
from net.seat.news import Advanced
from net.seat.session import Session
from net.wire.bodies import Going
from net.wire.genesis import Policy
from rules.api import Game
from tests.support.simulated_table import Seated, SimulatedTable

N = TypeVar("N")
STEP_S = 0.25
QUICK = Policy(gone_after_s=10)


@dataclass
class Guest:
    """A seat's view of missing people, and the news that it has told."""

    absences: Absences
    shown: AbsenceModel
    told: list[News] = field(default_factory=list)

    def all(self, kind: type[N]) -> list[N]:
        return [each for each in self.told if isinstance(each, kind)]


class Parting(SimulatedTable):
    """A table that people leave. `wants` has each seat's decision, made as soon as it is asked; others decide
    nothing.

    A seat in `sits` makes no move. `paces` are the seats' own clocks, in seconds of theirs for one of the
    table's, each with a start of its own. `is_bot`: a program without a runner plays at every seat.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str] | None = None,
        *,
        seed: int = 1,
        policy: Policy = QUICK,
        runners: tuple[int | None, ...] = (),
        paces: Mapping[int, float] = {},
        is_bot: bool = False,
        bots: frozenset[int] = frozenset(),
    ) -> None:
        self.sits: set[int] = set()
        self.paces = paces
        self.think_s = 0.0
        self.wants: dict[int, AbsentChoice] = {}
        self.guests: dict[int, Guest] = {}
        self.company = Company(
            tuple(["Ann", "Ben", "Cat", "Dan", "Eve"][:seats]),
            runners or (None,) * seats,
            policy,
            is_bot,
            bots,
        )
        super().__init__(game, seats, options, seed=seed, policy=policy)

    def _choose(self, seated: Seated, session: Session, news: Advanced) -> None:
        """Let the seat on turn think, so that a game lasts for a while."""
        choose = super()._choose
        if seated.seat in self.sits:
            return
        self.after(self.think_s, lambda: choose(seated, session, news))

    def boot(self, seated: Seated) -> None:
        super().boot(seated)
        told: list[News] = []
        shown = AbsenceModel(self.company.names, seated.seat)

        def tell(news: News) -> None:
            told.append(news)
            shown.take(news)

        absences = Absences(seated.running, self.company, tell, self.time(seated.seat))
        self.guests[seated.seat] = Guest(absences, shown, told)
        for other in self.seated:
            if other is not seated and other.session is not None and other.seat in self.guests:
                self.guests[other.seat].absences.up(seated.seat)
                absences.up(other.seat)
                other.running.connected(seated.seat, self.time(other.seat))
        self.after(STEP_S, lambda: self._look(seated, absences))

    def kill(self, seated: Seated) -> None:
        """End a seat's process; the others notice some seconds later."""
        super().kill(seated)

        def notice() -> None:
            for other in self.seated:
                if seated.session is None and other.session is not None:
                    self.guests[other.seat].absences.down(seated.seat, self.time(other.seat))

        self.after(SILENT_S, notice)

    def time(self, seat: int) -> float:
        """The time on a seat's own clock."""
        return 1000.0 * seat + self.now * self.paces.get(seat, 1.0)

    def leave(self, seated: Seated) -> None:
        """Let a seat leave in order."""
        self._do(seated, lambda session: session.leave(Going.FOR_GOOD, self.time(seated.seat)))
        self.kill(seated)

    def heard(self, seated: Seated, out: NewView | Went | Unexplained | Pausing) -> None:
        self.guests[seated.seat].absences.take(out, self.time(seated.seat))

    def asked(self, seat: int) -> Asked | None:
        """The last question to a seat; None before the first."""
        questions = self.guests[seat].all(Asked)
        return questions[-1] if questions else None

    def _look(self, seated: Seated, absences: Absences) -> None:
        if seated.session is None or self.guests[seated.seat].absences is not absences:
            return
        self._do(seated, lambda session: absences.tick(self.time(seated.seat)))
        self._check(seated)
        asked, want = absences.question, self.wants.get(seated.seat)
        if asked is not None and want is not None and asked.own is None:
            self._do(seated, lambda session: absences.decide(want, self.time(seated.seat)))
        if absences.over is not None:
            seated.session = None
            return
        self.after(STEP_S, lambda: self._look(seated, absences))

    def _check(self, seated: Seated) -> None:
        """Check that the player reads nothing false until the end: no rule plays for a seat that plays, and
        the game waits only for seats that do."""
        if not seated.running.replica.actors:
            return
        shown, act = self.guests[seated.seat].shown, {*seated.running.table.log.act}
        assert {*shown.missing} <= act, (shown.line, act)
        assert seated.seat in act or "you are asked" not in shown.line, shown.line
        assert act.isdisjoint(shown.stand_ins | shown.left_out), (shown.stand_ins, shown.left_out, act)
