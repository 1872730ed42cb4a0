"""One seat at one table: agreement, replica and dealer together, still without I/O.

The host of a session (the network thread of `app.table.peer`, the simulated network of the tests) hands the
session frames, the time, finished work and the player's choices. `take()` returns what the host must do: send
frames, run work elsewhere, and report news to the player. Work is everything that takes longer than an
acknowledgement may wait: checking the proofs of all but the smallest entries, and making this seat's own
entries for the deck. Its result comes back through `done`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from net.agreement.effects import Check, Effect, FinalHeight, Locked, Rejected, Report, Send, Went, YourTurn
from net.agreement.table import Table
from net.errors import LocalError, NoView, PeerError
from net.machine import Draft, Machine, Place, TableView
from net.seat.ahead import step_ahead
from net.seat.dealer import NOTHING_CARRIED, Carried, Dealer
from net.seat.news import Advanced, Choose, Working
from net.seat.payload import read_payload, write_payload
from net.seat.replica import Replica
from net.seat.steps.arrange import Lay
from net.seat.steps.choose import Conceal
from net.seat.steps.due import Over, Step
from net.seat.steps.mix import Mix
from net.seat.steps.move import Move
from net.seat.steps.part import Part
from net.seat.steps.shares import Shares
from net.seat.tally import Tally
from net.wire.bodies import Going, Remark
from net.wire.record import weighed
from rules.api import Action, FalseClaim, View

QUICK_BYTES = 256
"""Longest entry that is checked at once (a move with its one proof): waking a worker takes as long."""


class CheckDone(Struct, frozen=True):
    """Result of a check for agreement; `refusal` is None when the entry may stand."""

    check: Check
    refusal: PeerError | None


class Answered(Struct, frozen=True):
    """Result: my entry for a step of the deck at height `k` + 1."""

    k: int
    draft: Draft


class Prepared(Struct, frozen=True):
    """Notice that the carried part of my move at a place is ready."""

    place: Place
    carried: Carried


Done: TypeAlias = CheckDone | Answered | Prepared


class Work(Struct, frozen=True):
    """A slow function to run in any thread; its result goes to `Session.done`."""

    run: Callable[[], Done]


NO_SHARES = NoView("hidden", "cards that lie face down cannot be opened without the missing seat's key")
SessionOut: TypeAlias = Send | Work | Advanced | Report


class Session:
    """One seat's player. Not thread-safe: everything but the `run` of `Work` happens in one thread.
    `keep_secrets` is called with the names of the journalled secrets that are still needed; the others may be
    deleted. `proofs_before` counts the proofs that were checked before a restart."""

    def __init__(
        self,
        table: Table,
        dealer: Dealer,
        keep_secrets: Callable[[frozenset[str]], None] = lambda names: None,
        *,
        proofs_before: int = 0,
    ) -> None:
        self.table = table
        self.dealer = dealer
        self._keep_secrets = keep_secrets
        self.tally = Tally()
        self._proofs_before = proofs_before
        self._out: list[SessionOut] = []
        self._early: dict[int, Went] = {}
        """Goodbyes with shares for a height that is not final here yet, by seat."""
        self._answering = 0
        self._carried: dict[Place, Carried | None] = {}
        """The part that my move is to carry, by the move's place; None while it is being made."""
        self._choice: tuple[Move | Conceal | Lay, Action] | None = None
        self._step: Step = self.replica.step
        self._proven = 0

    def start(self, now: float) -> None:
        """Begin, or go on from the journal."""
        self._step = self.replica.step
        self.tally.started(now)
        self._learn(self.replica)
        self._out.append(Advanced(self.table.log.k, self.view, (), self._newly_proven()))
        self._take(self.table.start(now), now)

    def received(self, sender: int, frame: bytes, now: float) -> None:
        """Take in a frame from the seat that the link has authenticated."""
        self._take(self.table.received(sender, frame, now), now)

    def connected(self, seat: int, now: float) -> None:
        """Note that the link to a seat came up."""
        self._take(self.table.connected(seat, now), now)

    def disconnected(self, seat: int, now: float) -> None:
        """Note that the link to a seat went down."""
        self._take(self.table.disconnected(seat, now), now)

    def tick(self, now: float) -> None:
        """Do what is due by now. The host calls this at `table.pulse.deadline` at the latest."""
        self._take(self.table.tick(now), now)

    def done(self, done: Done, now: float) -> None:
        """Take in the result of a piece of work."""
        if isinstance(done, CheckDone):
            if done.refusal is None:
                # Counted with the replica that made the check: a change of view may make another step due.
                self.tally.checked(_replica(done.check.machine).proofs(done.check.seat, done.check.pay))
            self._take(self.table.checked(done.check.job, done.refusal, now), now)
            return
        if isinstance(done, Prepared):
            if done.place in self._carried:
                self._carried[done.place] = done.carried
            self._take((), now)
        elif done.k == self.table.log.k and self.table.log.may_propose:
            self._take(self.table.propose(done.draft, now), now)

    def choose(self, choice: Choose, now: float) -> None:
        """Take the player's turn; raises `NotLegal`, or `LocalError` if this seat may not choose now.

        A choice made from an older view is dropped. Just after a restart the table may not sign anything
        before it has heard the others (R11), nor while the disk is full: then the choice waits.
        """
        if choice.k != self.table.log.k:
            return
        step = self.replica.step
        if not isinstance(step, Move | Conceal | Lay) or self.dealer.seat not in step.actors:
            raise LocalError(self._why_not_now)
        if self.table.log.has_parted:
            raise LocalError("you have left this game; the others must first decide how it continues")
        if self.dealer.seat not in self.table.log.open.entries or self._choice is not None:
            raise LocalError("you have already chosen; your choice is on its way to the others")
        Move(step.here, self.dealer.seat).judge(choice.action, self.dealer.known)
        self._choice = step, choice.action
        self._take((), now)

    @property
    def _why_not_now(self) -> str:
        if isinstance(self.replica.step, Over):
            return "the game is over"
        is_held = self.replica.state.actions(self.dealer.seat, self.dealer.known)
        return "your turn comes when the cards are ready" if is_held else "it is not your turn"

    def vote(self, view: TableView, now: float) -> None:
        """Vote to go on as `view` says; raises `NoView` if that is impossible, or `LocalError`."""
        if (why := self.may_vote(view)) is not None:
            raise NoView(why.reason, why.text)
        self._take(self.table.vote(view, now), now)

    def may_vote(self, view: TableView) -> NoView | None:
        """Return the reason why the game could not go on in a view; None if it could."""
        place, machine = self.table.log.stand
        try:
            view = weighed(view, (self.table.log.act,))
            self.replica.on_view(self.place, view)
            after = _replica(machine).on_view(place, view)
        except NoView as why:
            return why
        return None if after.is_ended or self.dealer.may_part(after) else NO_SHARES

    @property
    def lacked(self) -> tuple[int, ...]:
        """The seats whose missing shares keep this seat from writing its due entry."""
        step, seat = self.replica.step, self.dealer.seat
        return self.dealer.lacked(self.replica) if isinstance(step, Part) and seat in step.actors else ()

    @property
    def is_being_dealt(self) -> bool:
        """True if cards are on their way to this seat."""
        step, seat = self.replica.step, self.dealer.seat
        return isinstance(step, Shares) and any(seat in (each.to or ()) for each in step.shows)

    def leave(self, how: Going, now: float) -> None:
        """Tell everybody that this seat goes; if permanently, with the shares that the others need to go on.

        If cards are on their way to it at the height that it has acknowledged last, the shares are those
        needed from the next height on: otherwise its own share would open these cards.
        """
        (place, machine), k, replica = self.table.log.stand, self.table.log.k, self.replica
        if self.dealer.is_dealt(replica.deal, _replica(machine).deal):
            k, replica = place.k - 1, _replica(machine)
        shares = self.dealer.parting(replica) if how is Going.FOR_GOOD else b""
        self._take(self.table.leave(how, now, k=k, shares=shares), now)

    def pause(self, now: float, *, wanted: bool) -> None:
        """Ask for a pause of the clocks or for its end, agree to it, or withdraw the request."""
        self._take(self.table.pause(now, wanted=wanted), now)

    def say(self, text: str, now: float, *, what: Remark = Remark.LINE) -> None:
        self._take(self.table.say(text, now, what=what), now)

    def take(self) -> tuple[SessionOut, ...]:
        """Return the effects since the last call, in order."""
        out, self._out = tuple(self._out), []
        return out

    @property
    def replica(self) -> Replica:
        """The game at the last final height."""
        return _replica(self.table.log.machine)

    @property
    def place(self) -> Place:
        """The place of my next entry."""
        return Place(self.table.game, self.table.log.k + 1, self.table.log.prev)

    @property
    def working(self) -> Working:
        """Work under way at the open height."""
        opened, entries = self.table.log.open, len(self._step.actors)
        return Working(
            self._step.kind,
            missing=opened.entries,
            unconfirmed=() if opened.entries else opened.acks,
            checked=entries - len(opened.entries) - len(opened.checking),
            entries=entries,
            proofs=self._proofs_before + sum(self.tally.proofs.values()),
            disputed=opened.disputed,
        )

    @property
    def view(self) -> View:
        """The game as my seat sees it at the last final height; without choices after giving up the seat."""
        view = self.dealer.view(self.replica)
        return dataclasses.replace(view, is_held=True) if self.table.log.has_parted else view

    def _take(self, effects: tuple[Effect, ...], now: float) -> None:
        quick: list[Check] = []
        for effect in effects:
            if isinstance(effect, Check):
                self.tally.entered(now, is_own=False)
            match effect:
                case Check() if len(effect.pay) <= QUICK_BYTES:
                    quick.append(effect)
                case Check():
                    self._out.append(Work(_checking(effect)))
                case FinalHeight():
                    self._final(effect, now)
                case Went():
                    self._went(effect)
                case Locked():
                    self._keep_parting()
                    self._mix_early()
                case YourTurn():
                    pass  # the choice and the deck's answer are tried below in any case
                case _:
                    self._out.append(effect)
        self._move(now)
        self._answer_deck()
        for check in quick:
            self.done(_checking(check)(), now)

    def _went(self, went: Went) -> None:
        """Keep the shares that a leaver has left behind."""
        if went.shares:
            self._early[went.seat] = went
            self._keep_parting()
        if not went.is_late:
            self._out.append(went)

    def _keep_parting(self) -> None:
        """Judge shares left behind at heights that are here by now: they can be judged only at their own
        height. If that height is final, false shares are their author's lie."""
        for seat, went in sorted(self._early.items()):
            if (machine := self.table.log.machine_at(went.k)) is None:
                continue
            is_final = went.k <= self.table.log.k
            if is_final:
                del self._early[seat]
            try:
                self.dealer.keep_parting(_replica(machine), seat, went.shares)
            except PeerError as why:
                if is_final:
                    self._out.append(Rejected(seat, why, is_author=True))

    def _move(self, now: float) -> None:
        """Write the player's choice as soon as this seat may."""
        if self._choice is None or not self.table.log.may_propose:
            return
        (step, action), carried = self._choice, NOTHING_CARRIED
        if isinstance(step, Conceal | Lay):
            self._choice = None
            dealer, place = self.dealer, self.place
            made = (
                dealer.lay(step, place, action)
                if isinstance(step, Lay)
                else dealer.conceal(step, place, action)
            )
            self._take(self.table.propose(made, now), now)
            return
        if step_ahead(step, step.seat) is not None:
            if (ready := self._carried.get(self.place)) is None:
                return  # the carried part is being made, or begins at once
            carried = ready
        self._choice = None
        payload = replace(step.answer(self.place, self.dealer.prover, action), ahead=carried.payload)
        self.tally.entered(now, is_own=True)
        self._take(self.table.propose(Draft(write_payload(payload), carried.secrets), now), now)

    def _final(self, final: FinalHeight, now: float) -> None:
        replica = _replica(final.machine)
        self._choice = None
        self._carried = {place: made for place, made in self._carried.items() if place.k > final.k}
        self._keep_parting()
        self._learn(replica)
        self._out.append(Advanced(final.k, self.view, replica.happened, self._newly_proven()))
        is_move = isinstance(self._step, Move)
        has_carried = is_move and any(read_payload(*entry).ahead is not None for entry in final.entries)
        self.tally.advanced(self._step, replica.step, now, has_carried=has_carried)
        self._step = replica.step

    def _learn(self, replica: Replica) -> None:
        """Take in a height, and forget keys that are no longer needed: at a start also those that a killed
        process had no time to forget."""
        self.dealer.learn(replica, plays=not self.table.log.has_parted)
        if (kept := self.dealer.kept(replica, self.table.game)) is not None:
            self._keep_secrets(kept)

    def _newly_proven(self) -> tuple[FalseClaim, ...]:
        proven = self.replica.state.audit()
        known, self._proven = self._proven, len(proven)
        return proven[known:]

    def _answer_deck(self) -> None:
        """Make my entry for a step of the deck, or the part that my move is to carry, once per height."""
        height, replica, seat = self.table.log.k + 1, self.replica, self.dealer.seat
        if self._answering >= height or not self.table.log.may_propose:
            return
        if isinstance(replica.step, Conceal | Lay | Over):
            return
        is_move, place = isinstance(replica.step, Move), self.place
        if is_move and (replica.step.actors != (seat,) or step_ahead(replica.step, seat) is None):
            return
        if self.lacked:
            return  # until somebody sends the shares again the players are asked (`app.table.missing`)
        self._answering = height
        if is_move:
            self._prepare(replica, place)
        else:
            self._out.append(Work(lambda: Answered(height - 1, self.dealer.answer(replica, place))))

    def _mix_early(self) -> None:
        """Begin my shuffle for the next deal on a height that I have acknowledged, while the others still
        check it. Nothing of it leaves before that height is final (deck 6.14)."""
        (place, machine), seat = self.table.log.stand, self.dealer.seat
        replica = _replica(machine)
        is_mine = isinstance(replica.step, Move) and replica.step.actors == (seat,)
        # A key is made only in its turn: meanwhile older ones may be forgotten.
        if is_mine and isinstance(step_ahead(replica.step, seat), Mix):
            self._prepare(replica, place)

    def _prepare(self, replica: Replica, place: Place) -> None:
        """Begin, once, to make what my move at a place is to carry."""
        if place not in self._carried:
            self._carried[place] = None
            self._out.append(Work(lambda: Prepared(place, self.dealer.prepare(replica, place))))


def _replica(machine: Machine) -> Replica:
    if not isinstance(machine, Replica):
        raise LocalError("this table's machine does not play a game")
    return machine


def _checking(check: Check) -> Callable[[], Done]:
    def run() -> Done:
        try:
            check.machine.check(check.place, check.seat, check.pay)
        except PeerError as refusal:
            return CheckDone(check, refusal)
        return CheckDone(check, None)

    return run
