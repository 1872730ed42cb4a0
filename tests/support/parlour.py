"""A whole table in one process without a network: every dealer, one replica, all proofs checked.

For tests of the seam between the rules and the deck, and for measuring it. The payloads of the log are made
by each seat's own dealer and judged by the replica, exactly as between peers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from random import Random

from net.deck.algebra.group import start
from net.machine import Place, TableView
from net.seat.dealer import Dealer
from net.seat.payload import write_payload
from net.seat.replica import Replica, start_replica
from net.seat.steps.arrange import Lay
from net.seat.steps.choose import Conceal
from net.seat.steps.move import Move
from net.wire.genesis import Half
from rules.api import Action, Game, View
from tests.support.values import replace

Choose = Callable[[View, Random], Action]


def seeded(seed: object) -> Callable[[int], bytes]:
    """Random bytes that are the same in every run."""
    return Random(str(seed)).randbytes


def any_action(view: View, rng: Random) -> Action:
    """A random legal action."""
    return rng.choice(view.actions())


def move_pay(replica: Replica, place: Place, dealer: Dealer, action: Action) -> bytes:
    """The payload of a seat that chooses an action, alone or with others, legal or not."""
    if isinstance(replica.step, Conceal):
        return dealer.conceal(replica.step, place, action).pay
    if isinstance(replica.step, Lay):
        return dealer.lay(replica.step, place, action).pay
    assert isinstance(replica.step, Move)
    carried = dealer.prepare(replica, place).payload
    return write_payload(replace(replica.step.answer(place, dealer.prover, action), ahead=carried))


class Parlour:
    """A table: `step()` plays one round of the log, `play()` the whole game."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str] | None = None,
        *,
        seed: int = 1,
        choose: Choose = any_action,
        escrow_t: int = 0,
        half: Half = Half.WAIT,
    ) -> None:
        start(seeded("context"))
        checked = game.checked_options(seats, options or {})
        self.replica = start_replica(game, seats, checked, escrow_t=escrow_t, half=half)
        self.dealers = [Dealer(seat, seeded(f"{seed}/{seat}"), {}) for seat in range(seats)]
        self.place = Place(hashlib.sha256(f"{game.key}{seed}".encode()).digest(), 1, bytes(32))
        self.rng = Random(seed)
        self.choose = choose
        self.kinds: list[str] = []

    def payloads(self) -> dict[int, bytes]:
        """The honest payloads of all actors in the next round, by seat."""
        step = self.replica.step
        if not step.kind.is_for_people:
            return {seat: self.dealers[seat].answer(self.replica, self.place).pay for seat in step.actors}
        pays = {}
        for seat in step.actors:
            action = self.choose(self.dealers[seat].view(self.replica), self.rng)
            pays[seat] = move_pay(self.replica, self.place, self.dealers[seat], action)
        return pays

    def step(self) -> None:
        """Play an honest round: make its payloads, check them, take them."""
        pays = self.payloads()
        for seat, pay in pays.items():
            self.replica.check(self.place, seat, pay)
        self.take(pays)

    def take(self, pays: Mapping[int, bytes]) -> None:
        """Take these payloads as the next round."""
        self.kinds.append(self.replica.step.kind)
        self.replica = self.replica.after(self.place, tuple(sorted(pays.items())))
        prev = hashlib.sha256(self.place.prev + b"".join(pays[seat] for seat in sorted(pays))).digest()
        self.place = Place(self.place.game, self.place.k + 1, prev)
        for dealer in self.dealers:
            dealer.learn(self.replica)

    def change_view(self, view: TableView) -> None:
        """Go on in another view, as its votes would make the replica do."""
        self.replica = self.replica.on_view(self.place, view)
        prev = hashlib.sha256(self.place.prev + repr(view).encode()).digest()
        self.place = Place(self.place.game, self.place.k + 1, prev)
        for dealer in self.dealers:
            dealer.learn(self.replica)

    def until(self, kind: str, *, most: int = 2000) -> Replica:
        """Play on until the next round is of this kind."""
        for _ in range(most):
            if self.replica.step.kind == kind:
                return self.replica
            self.step()
        raise AssertionError(f"no round of kind {kind} came in {most} rounds")

    def play(self) -> Replica:
        """Play to the end."""
        return self.until("over", most=100_000)
