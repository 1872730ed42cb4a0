"""One seat's own side of the deck: its secret keys, what it knows, and its answers.

Everything secret of a seat is here and in the journal, nowhere else. `answer` and `move` make
the payloads that `net.seat.replica` judges; they take as long as a shuffle proof takes and are meant
for a worker. Shares are only ever made for ciphertexts in one's own verified replica and only
for what the rules ask for at its height (deck.md 4, trap 9).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from net.deck.keys import KeySecret, key_commitment, make_key, open_key
from net.deck.roll import make_roll_share
from net.deck.sealed import make_sealed, open_sealed
from net.deck.shares import CheckedShare, make_shares, own_share
from net.deck.shuffle import make_shuffle
from net.errors import LocalError
from net.machine import Place
from net.seat.deal import Card, Errand
from net.seat.payload import Payload, write_payload
from net.seat.replica import Replica, number_bytes
from rules.api import NOTHING_KNOWN, Action, Face, Known, Seat, Slot, View

Randomness = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Answer:
    """A payload to propose, with the secrets that must be durable before it leaves."""

    pay: bytes
    secrets: tuple[tuple[str, bytes], ...] = ()


class Dealer:
    """The deck as one seat holds it. Not thread-safe: one job of it at a time."""

    def __init__(self, seat: int, randomness: Randomness, secrets: Mapping[str, bytes]) -> None:
        self.seat = Seat(seat)
        self._randomness = randomness
        self._keys = {name: KeySecret.from_bytes(data) for name, data in secrets.items()}
        self._public: Known = NOTHING_KNOWN
        self._own: dict[Slot, Face] = {}

    def answer(self, replica: Replica, place: Place) -> Answer:
        """My entry for a step of the deck that I am an actor of."""
        step = replica.step
        if step.kind == "commit":
            return self._commit(replica, place)
        if step.kind == "open":
            opening = open_key(
                replica.table(place),
                dict(replica.deal.commitments or {}),
                self.seat,
                self._secret(replica),
                self._randomness,
            )
            return Answer(write_payload(Payload("open", opening)))
        if step.kind == "mix":
            mixed = make_shuffle(
                replica.context(place, self.seat, "mix"),
                replica.deal.known_keys(),
                replica.pile(),
                self._randomness,
            )
            return Answer(write_payload(Payload("mix", mixed)))
        if step.kind == "coin":
            share = make_roll_share(
                replica.coin_context(place),
                replica.deal.known_keys(),
                self.seat,
                self._secret(replica),
                self._randomness,
            )
            return Answer(write_payload(Payload("coin", share)))
        if step.kind == "shares" and step.plan is not None:
            return self._shares(replica, place, step.plan.errands[self.seat])
        raise LocalError(f"the deck has nothing to answer at step {step.kind}")

    def move(self, replica: Replica, place: Place, action: Action) -> Answer:
        """My entry for a turn: the action and my own shares of the slots it opens."""
        slots = tuple(slot for slot, _ in action.opens)
        shares = b""
        if slots:
            context = replica.context(place, self.seat, "open", *map(number_bytes, slots))
            shares = make_shares(
                context,
                replica.deal.known_keys(),
                self.seat,
                self._secret(replica),
                replica.ciphers(slots),
                self._randomness,
            )
        return Answer(write_payload(Payload("move", shares, text=str(action))))

    def learn(self, replica: Replica) -> None:
        """Take in a new height: faces made public, and cards that I may see now."""
        hidden = replica.deal.cards
        self._own = {slot: face for slot, face in self._own.items() if slot in hidden}
        self._public = replica.public
        # At the end the key is forgotten, and what was left in the hand stays unseen after a restart.
        is_blind = not replica.actors and replica.deal.table.hex() not in self._keys
        for slot, card in hidden.items():
            if self.seat in card.viewers and slot not in self._own and not is_blind:
                self._own[slot] = self._look(replica, card)
        if replica.deal.commitments is not None and replica.deal.keys is None:
            self._own.clear()
            self._keys = {name: key for name, key in self._keys.items() if name == replica.deal.table.hex()}

    @staticmethod
    def kept(replica: Replica) -> frozenset[str] | None:
        """At the moment when older keys have had their day: the names that are still to be kept.

        That is after the commitments of a new deal, and at the end. Keys of a finished deal are
        forgotten, here and in the journal (deck.md 6.10), so that whoever gets hold of this
        computer later cannot open old hands with them. None at any other moment.
        """
        if not replica.actors:
            return frozenset()
        if replica.deal.commitments is not None and replica.deal.keys is None:
            return frozenset({replica.deal.table.hex()})
        return None

    @property
    def known(self) -> dict[Slot, Face]:
        """Every face that this seat knows by now, public ones included."""
        return {**self._public, **self._own}

    def view(self, replica: Replica) -> View:
        """What this seat sees at a height that it has learned."""
        return View(replica.state, self.seat, self.known)

    def _commit(self, replica: Replica, place: Place) -> Answer:
        table = replica.table(place)
        name = table.hex()
        secret = self._keys.setdefault(name, make_key(self._randomness))
        pay = write_payload(Payload("commit", key_commitment(table, self.seat, secret)))
        return Answer(pay, ((name, secret.to_bytes()),))

    def _shares(self, replica: Replica, place: Place, errand: Errand) -> Answer:
        keys, secret = replica.deal.known_keys(), self._secret(replica)
        clear_context, sealed_context = replica.errand_contexts(place, self.seat, errand)
        clear = (
            make_shares(
                clear_context, keys, self.seat, secret, replica.ciphers(errand.clear), self._randomness
            )
            if errand.clear
            else b""
        )
        sealed = (
            make_sealed(sealed_context, keys, self.seat, secret, replica.sealing(errand), self._randomness)
            if errand.sealed
            else b""
        )
        return Answer(write_payload(Payload("shares", clear, sealed)))

    def _secret(self, replica: Replica) -> KeySecret:
        name = replica.deal.table.hex()
        if name not in self._keys:
            raise LocalError("the secret key of this deal is not in the journal")
        return self._keys[name]

    def _look(self, replica: Replica, card: Card) -> Face:
        secret, shares = self._secret(replica), dict[Seat, CheckedShare](card.shares)
        for (giver, viewer), box in card.sealed.items():
            if viewer == self.seat and giver not in shares:
                shares[giver] = open_sealed(box, secret, self._randomness)
        shares[self.seat] = own_share(secret, card.cipher, self._randomness)
        return replica.face(card, shares)
