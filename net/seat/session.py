"""One seat at one table: agreement, replica and dealer together, still without I/O.

Whoever hosts a session (the network thread of `app.table.peer`, the simulated network of the tests)
hands it frames, time, finished work and the player's choices, and takes from `take()` what is to
be done: frames to send, work to run somewhere else, and news for the player. Work is everything
that takes longer than an acknowledgement may wait: checking an entry's proofs, and making one's
own shuffle. Its result comes back through `done`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from net.agreement.effects import Check, Effect, Final, Refused, Said, Send, Space, Stopped, Told
from net.agreement.table import Table
from net.errors import LocalError, PeerError
from net.machine import Place
from net.seat.dealer import Answer, Dealer
from net.seat.replica import Replica, Step, proofs_in
from rules.api import Action, Event, Moved, View


@dataclass(frozen=True, slots=True)
class Checked:
    """A check of agreement is done; `refusal` is None when the entry may stand."""

    check: Check
    refusal: PeerError | None


@dataclass(frozen=True, slots=True)
class Answered:
    """My entry for a step of the deck at height `k` is made."""

    k: int
    answer: Answer


Done: TypeAlias = Checked | Answered


@dataclass(frozen=True, slots=True)
class Work:
    """Something slow to run in any thread; its result goes to `Session.done`."""

    run: Callable[[], Done]


@dataclass(frozen=True, slots=True)
class News:
    """The game went on: what this seat sees now, and the events since the last news."""

    k: int
    view: View
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the table stands between two heights: what is under way and who is waited for.

    `step` is a kind of `net.seat.payload`, or "over"; `missing` are the seats whose entry is not here,
    `unconfirmed` those whose acknowledgement is not; `checked` of `entries` are judged.
    """

    k: int
    step: str
    missing: tuple[int, ...]
    unconfirmed: tuple[int, ...]
    checked: int
    entries: int


Out: TypeAlias = Send | Work | News | Stopped | Refused | Told | Said | Space


@dataclass(slots=True)
class Tally:
    """What the session has done since it began, by kind of step: proofs of others that it checked,
    rounds, and seconds from one height to the next."""

    proofs: dict[str, int] = field(default_factory=dict)
    rounds: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def checked(self, kind: str, proofs: int) -> None:
        """Count the proofs of one entry."""
        self.proofs[kind] = self.proofs.get(kind, 0) + proofs

    def final(self, kind: str, seconds: float) -> None:
        """Count one round."""
        self.rounds[kind] = self.rounds.get(kind, 0) + 1
        self.seconds[kind] = self.seconds.get(kind, 0.0) + seconds


class Session:
    """See the module. Not thread-safe: everything but the `run` of `Work` happens in one thread.

    `keep_secrets` is told which of the journalled secrets are still needed; the others may go.
    """

    def __init__(
        self,
        table: Table,
        dealer: Dealer,
        keep_secrets: Callable[[frozenset[str]], None] = lambda names: None,
    ) -> None:
        self.table = table
        self.dealer = dealer
        self._keep_secrets = keep_secrets
        self.tally = Tally()
        self._out: list[Out] = []
        self._answering = 0
        self._choice: tuple[int, Action] | None = None
        self._since = 0.0
        self._step = Step("over", ())

    def start(self, now: float) -> None:
        """Begin, or go on from the journal."""
        self._since, self._step = now, self.replica.step
        self._learn(self.replica)
        self._out.append(News(self.table.k, self.view, ()))
        self._take(self.table.start(now), now)

    def received(self, sender: int, frame: bytes, now: float) -> None:
        """A frame came from the seat that the link has authenticated."""
        self._take(self.table.received(sender, frame, now), now)

    def connected(self, seat: int, now: float) -> None:
        """The link to a seat came up."""
        self._take(self.table.connected(seat, now), now)

    def disconnected(self, seat: int, now: float) -> None:
        """The link to a seat went down."""
        self._take(self.table.disconnected(seat, now), now)

    def tick(self, now: float) -> None:
        """Time has passed; wanted at the latest at `deadline`."""
        self._take(self.table.tick(now), now)

    def done(self, done: Done, now: float) -> None:
        """A piece of work is done."""
        if isinstance(done, Checked):
            if done.refusal is None:
                step = self.replica.step
                self.tally.checked(step.kind, proofs_in(step, done.check.seat, done.check.pay))
            self._take(self.table.checked(done.check.job, done.refusal, now), now)
            return
        if done.k == self.table.k and self.table.may_propose:
            self._propose(done.answer, now, is_checked=True)

    def choose(self, action: Action, now: float) -> None:
        """The player takes its turn; raises `NotLegal`, or `LocalError` when it is not its turn.

        Just after a restart the table may not sign anything before it has heard the others (R11),
        nor while the disk is full: then the choice waits.
        """
        replica = self.replica
        if replica.step.kind != "move" or self.dealer.seat not in replica.actors:
            raise LocalError("it is not your turn")
        if self.dealer.seat not in self.table.open.entries:
            raise LocalError("you have made your move; it is on its way to the others")
        replica.state.check(Moved(self.dealer.seat, action), self.dealer.known)
        self._choice = (self.table.k, action)
        self._take((), now)

    def say(self, text: str, now: float) -> None:
        """Send a line of chat."""
        self._take(self.table.say(text, now), now)

    def take(self) -> tuple[Out, ...]:
        """What there is to do since the last call, in order."""
        out, self._out = tuple(self._out), []
        return out

    @property
    def replica(self) -> Replica:
        """The game at the last final height."""
        machine = self.table.machine
        if not isinstance(machine, Replica):
            raise LocalError("this table drives something else than a game")
        return machine

    @property
    def place(self) -> Place:
        """Where my next entry would stand."""
        return Place(self.table.game, self.table.k + 1, self.table.prev)

    @property
    def progress(self) -> Progress:
        """What is under way at the open height."""
        opened, entries = self.table.open, len(self._step.actors)
        return Progress(
            opened.k,
            self._step.kind,
            missing=opened.entries,
            unconfirmed=() if opened.entries else opened.acks,
            checked=entries - len(opened.entries) - len(opened.checking),
            entries=entries,
        )

    @property
    def view(self) -> View:
        """What my seat sees at the last final height."""
        return self.dealer.view(self.replica)

    def _take(self, effects: tuple[Effect, ...], now: float) -> None:
        for effect in effects:
            if isinstance(effect, Check):
                self._out.append(Work(_checking(effect)))
            elif isinstance(effect, Final):
                self._final(effect, now)
            elif isinstance(effect, Send | Stopped | Refused | Told | Said | Space):
                self._out.append(effect)
        self._move(now)
        self._answer_deck()

    def _move(self, now: float) -> None:
        """Write the player's choice as soon as this seat may."""
        if self._choice is None or not self.table.may_propose:
            return
        (k, action), self._choice = self._choice, None
        if k == self.table.k:
            self._propose(self.dealer.move(self.replica, self.place, action), now, is_checked=False)

    def _final(self, final: Final, now: float) -> None:
        replica = final.machine
        if not isinstance(replica, Replica):
            raise LocalError("this table drives something else than a game")
        self._learn(replica)
        self._out.append(News(final.k, self.dealer.view(replica), replica.happened))
        self.tally.final(self._step.kind, now - self._since)
        self._since, self._step = now, replica.step

    def _learn(self, replica: Replica) -> None:
        """Take in a height, and forget keys that have had their day: at a start those, too, that a
        killed process did not come to forget."""
        self.dealer.learn(replica)
        if (kept := self.dealer.kept(replica)) is not None:
            self._keep_secrets(kept)

    def _propose(self, answer: Answer, now: float, *, is_checked: bool) -> None:
        self._take(
            self.table.propose(answer.pay, secrets=answer.secrets, is_checked=is_checked, now=now), now
        )

    def _answer_deck(self) -> None:
        """Make my entry for a step of the deck, once per height."""
        height, replica = self.table.k + 1, self.replica
        if self._answering >= height or not self.table.may_propose or replica.step.kind in ("move", "over"):
            return
        self._answering = height
        place = self.place
        self._out.append(Work(lambda: Answered(height - 1, self.dealer.answer(replica, place))))


def _checking(check: Check) -> Callable[[], Done]:
    def run() -> Done:
        try:
            check.machine.check(check.place, check.seat, check.pay)
        except PeerError as refusal:
            return Checked(check, refusal)
        return Checked(check, None)

    return run
