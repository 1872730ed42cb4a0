"""One seat as a process: `python -m tests.liars.seat PLAN RECORD WORDS-OF-SHOAL`.

It is the unchanged terminal program; its player types what an easy bot would play. With a plan that is not
"honest" the program lies at one edge: in the frames that its session hands out, or its messages for the
deck.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final

from app import messages
from app.__main__ import main
from app.commands import seat as seats
from app.games.catalogue import catalogue
from app.games.entry import checked_level
from app.games.policies import policy_of
from app.table import playing
from app.table.bot_player import BotPlayer
from app.terminal.client import TextClient
from net.agreement.effects import FinalHeight, Send
from net.deck.keys import make_key
from net.errors import LocalError, NoView
from net.machine import Choice, Draft, Place, TableView
from net.seat import dealer
from net.seat.payload import Payload, read_payload, write_payload
from net.seat.replica import Replica
from net.seat.session import Session, SessionOut
from net.seat.step_kind import StepKind
from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.envelope import open_envelope, seal
from net.wire.frame import Kind, parse_frame
from net.wire.sign_slot import SignSlot
from tests.support.cheaters import env, shameless
from tests.support.values import replace

BOX: Final = 48
"""Bytes of one part of a split key."""
LATER: Final = 6
"""Number of heights after the first move at which a game is in its middle."""
KINDS: Final = {
    "keys": StepKind.OPEN,
    "split": StepKind.SPLIT,
    "shuffle": StepKind.MIX,
    "deal": StepKind.SHARES,
    "number": StepKind.COIN,
    "move": StepKind.MOVE,
    "middle": StepKind.MOVE,
}
"""Step of each stage, at whose first height the liar lies."""
Signed = Entry | Ack | Vote


def spoiled(entry: Entry) -> Entry:
    """The entry with another payload, which does not hold."""
    payload = read_payload(entry.seat, entry.pay)
    data = payload.data[:-1] + bytes([payload.data[-1] ^ 1]) if payload.data else b"\1"
    return replace(entry, pay=write_payload(replace(payload, data=data)))


def other_vote(vote: Vote) -> Vote:
    """The vote for another choice, with the same seats."""
    choice = Choice.STAND_IN if vote.view.choice is Choice.LEAVE_OUT else Choice.LEAVE_OUT
    return replace(vote, view=replace(vote.view, choice=choice))


def old_vote(vote: Vote) -> Vote:
    """The vote as if nothing had been acknowledged in this game."""
    return replace(vote, lv=0, lk=0, lh=vote.game)


LIES: Final[dict[str, tuple[type[Signed], Callable[[Any], Signed]]]] = {
    "false ack": (Ack, lambda ack: replace(ack, h=bytes(32))),
    "false state": (Ack, lambda ack: replace(ack, st=bytes(32))),
    "two entries": (Entry, spoiled),
    "false base": (Entry, lambda entry: replace(entry, st=bytes(32))),
    "double vote": (Vote, other_vote),
    "false vote": (Vote, old_vote),
}
"""Lies, each with the kind of its message, and a function that makes the true one false."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One lie, its receivers and its stage; with `both` they are also told the truth."""

    lie: str
    receivers: str
    stage: str
    both: bool = False

    @property
    def text(self) -> str:
        """The plan as a word of the command line."""
        return "/".join((self.lie, self.receivers, self.stage, "both" * self.both))


class Crooked(Session):
    """A session that lies by a plan, once, admits nothing, and does not stop because it was found out."""

    plan: Plan

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        shameless(self.table, self.dealer.seat)
        self._kinds = {1: self.replica.step.kind}
        self._begun = 0
        """The first height of a move."""
        self._victims: dict[SignSlot, frozenset[int]] = {}
        self._lied_at = 0
        self._wishes = 0
        self._honest_answer = self.dealer.answer
        self.dealer.answer = self._answer  # type: ignore[method-assign]

    def _final(self, final: FinalHeight, now: float) -> None:
        super()._final(final, now)
        kind = self._kinds[final.k + 1] = self.replica.step.kind
        if kind is StepKind.MOVE:
            self._begun = self._begun or final.k + 1

    def is_due(self, k: int) -> bool:
        """True at the height of the lie."""
        if self._lied_at:
            return k == self._lied_at
        is_late = bool(self._begun) and k >= self._begun + LATER
        kind = KINDS.get(self.plan.stage)
        return self._kinds.get(k) is kind and (self.plan.stage != "middle" or is_late)

    def lied(self, k: int) -> None:
        """Tell the farm the height of the lie, once."""
        if not self._lied_at:
            self._lied_at = max(1, k)
            seats._say_json(self.plan.lie, {"event": "lied", "k": k})

    def tick(self, now: float) -> None:
        """Also send a vote that nobody has asked for, if that is the lie."""
        super().tick(now)
        is_unasked = self.plan.lie in ("withdrawn vote", "lone vote", "double vote", "false vote")
        if is_unasked and self.plan.stage != "vote" and self.is_due(self.table.log.k + 1):
            self._vote_unasked(now)

    def _vote_unasked(self, now: float) -> None:
        act, seat = self.table.log.act, self.dealer.seat
        if seat not in act or (self._wishes and self.plan.lie != "withdrawn vote"):
            return
        self.lied(self.table.log.k + 1)
        out = TableView(tuple(each for each in act if each != self._next(act)), Choice.LEAVE_OUT)
        self._wishes += 1
        with suppress(LocalError, NoView):
            super().vote(TableView(act, Choice.GO_ON) if self._wishes % 2 == 0 else out, now)

    def _next(self, act: tuple[int, ...]) -> int:
        """The seat that moves next, as far as this one knows; never itself."""
        machine = self.table.log.stand[1]
        actors = machine.step.actors if isinstance(machine, Replica) else ()
        after = [*(each for each in act if each > self.dealer.seat), *act]
        return next(each for each in (*actors, *after) if each != self.dealer.seat)

    def receivers(self, slot: SignSlot) -> frozenset[int]:
        """The receivers of the lie for a slot, decided once."""
        others = {*self.table.log.act} - {self.dealer.seat}
        chosen = {
            "next": {self._next(self.table.log.act)},
            "others": others - {self._next(self.table.log.act)},
            "all": {*range(len(self.table.genesis.players))},
        }
        return self._victims.setdefault(slot, frozenset(chosen[self.plan.receivers]))

    # -- the edge

    def take(self) -> tuple[SessionOut, ...]:
        found: list[SessionOut] = []
        for out in super().take():
            found += (
                [replace(out, frame=frame) for frame in self._twisted(out.frame, out.to)]
                if isinstance(out, Send)
                else [out]
            )
        return tuple(found)

    def _twisted(self, frame: bytes, to: int) -> list[bytes]:
        opened = parse_frame(frame)
        if opened.t == Kind.RECS and self._lied_at and any(to in each for each in self._victims.values()):
            return []  # the records have the messages that it signed to the others
        if opened.t != Kind.ENV:
            return [frame]
        envelope = open_envelope(opened.b)
        body = parse_body(envelope.body)
        if envelope.seat != self.dealer.seat or not isinstance(body, Entry | Ack | Vote):
            return [frame]
        if self.plan.lie in ("silence", "death"):
            return self._withheld(frame, body, to)
        return self._falsified(frame, body, to)

    def _falsified(self, frame: bytes, body: Signed, to: int) -> list[bytes]:
        what, lie = LIES.get(self.plan.lie, (type(None), None))
        is_due = isinstance(body, Vote) or (body.v == 0 and self.is_due(body.k))
        if lie is None or not isinstance(body, what) or not is_due or to not in self.receivers(body.slot):
            return [frame]
        self.lied(self.table.log.k + 1 if isinstance(body, Vote) else body.k)
        false = env(seal(body.seat, lie(body).encode(), self.table.log._signer))
        return [false, frame] if self.plan.both else [false]

    def _withheld(self, frame: bytes, body: Signed, to: int) -> list[bytes]:
        """The frame, or nothing for receivers from this stage on; a dying program first hears the others."""
        k = self.table.log.k + 1 if isinstance(body, Vote) else body.k
        if not self.is_due(k) and not (self._lied_at and k > self._lied_at):
            return [frame]
        if to not in self.receivers(body.slot):
            return [frame]
        if self.plan.lie == "silence" or not self.table.log.open.entries:
            self.lied(k)
        if self.plan.lie == "death" and self._lied_at:
            os._exit(0)
        return []

    # -- the deck

    def _answer(self, replica: Replica, place: Place) -> Draft:
        is_false = self.plan.lie in ("false part", "false part, death")
        if is_false and replica.step.kind is StepKind.VOUCH and "death" in self.plan.lie:
            os._exit(0)
        draft = self._honest_answer(replica, place)
        payload = read_payload(self.dealer.seat, draft.pay)
        if not is_false or payload.kind is not StepKind.SPLIT:
            return draft
        self.lied(place.k)
        return Draft(write_payload(replace(payload, data=self._boxed(payload))), draft.secrets)

    def _boxed(self, payload: Payload) -> bytes:
        """The split key with a false part for one, or for all."""
        boxes = len(self.table.log.act) - 1 if self.plan.receivers == "all" else 1
        data = bytearray(payload.data)
        for each in range(boxes):
            data[-1 - BOX * each] ^= 1
        return bytes(data)


class Typist(seats.TerminalSeat):
    """A terminal whose player types an easy bot's moves; the farm types the answers to questions."""

    _hand: BotPlayer | None = None

    def _show(self, client: TextClient, news: messages.News) -> None:
        if isinstance(news, messages.Started):
            entry = catalogue().named(news.info.game)
            policy = policy_of(entry, checked_level(entry, "easy"))
            self._hand = BotPlayer(policy, SystemRandom(), partial(self._type, client))
        order = client.show(news)
        if isinstance(news, messages.Advanced):
            self.say("", {"event": "height", "k": news.k})
        if order is not None:
            self._moved(order)
        elif self._hand is not None:
            self._hand.show(news)

    def _type(self, client: TextClient, order: messages.Order) -> None:
        if isinstance(order, messages.Choose) and client.latest is not None and client.latest.k == order.k:
            typed = client.order(client.entry.terminal.word(client.latest.view, order.action))
            if typed is not None:
                self._moved(typed)

    def _moved(self, order: messages.Order) -> None:
        self.say("", {"event": "moved"})
        self.orders.put(order)


def sit(words: list[str]) -> int:
    """Play a seat to its end; return the exit status."""
    plan, record, *rest = words
    seats.run_table = partial(_recorded, seats.run_table, Path(record))
    seats.TerminalSeat = Typist  # type: ignore[misc]
    if plan != "honest":
        lie, receivers, stage, both = plan.split("/")
        Crooked.plan = Plan(lie, receivers, stage, bool(both))
        if lie == "equal keys":
            shared = Random(stage)
            dealer.make_key = lambda randomness: make_key(shared.randbytes)
        playing.Session = Crooked  # type: ignore[misc]
    return main(rest)


def _recorded(run: Callable[..., Any], path: Path, *given: Any, **more: Any) -> Any:
    return run(*given, **{**more, "record": path})


if __name__ == "__main__":
    sys.exit(sit(sys.argv[1:]))
