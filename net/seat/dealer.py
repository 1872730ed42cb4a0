"""One seat's own side of the deck: its secret keys, its knowledge, and its entries.

A seat's secrets are here and in the journal, nowhere else. `answer` takes as long as a shuffle proof and is
meant for a worker. A seat makes shares only for ciphertexts in its own verified replica: those that the rules
ask for at its height (deck 4, row 9), those that it leaves behind, and its hand at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from net.deck.keys import KeySecret, make_key
from net.deck.leave import make_leave
from net.deck.pile import CIPHER_BYTES
from net.deck.sealed import open_sealed
from net.deck.shares import CheckedShare, own_share
from net.errors import LocalError
from net.machine import Draft, Place
from net.seat.ahead import numbers_ahead, step_ahead
from net.seat.deal import Card, Deal
from net.seat.payload import Payload, write_payload
from net.seat.prover import Prover, Randomness
from net.seat.replica import Replica
from net.seat.step_kind import StepKind
from net.seat.steps.arrange import Lay
from net.seat.steps.choose import BLIND_BYTES, Conceal, Reveal
from net.seat.steps.due import DeckStep, Over
from net.seat.steps.keys import Commit, ceremony
from net.seat.steps.move import Move
from net.seat.steps.part import LeftBehind, Part, check_parting, is_own, parting_context, parting_slots
from net.seat.steps.stand_in import StandIn
from rules.api import NOTHING_KNOWN, Action, Face, Known, Seat, Slot, View, choosers, order_of


class Carried(Struct, frozen=True):
    """The part of an entry that prepares the next deal (`net.seat.ahead`), and the secrets behind it."""

    payload: Payload | None = None
    secrets: tuple[tuple[str, bytes], ...] = ()


NOTHING_CARRIED = Carried()
CHOICE: Final = "choice"
"""Name in the journal of the secret that opens our choice: its blind, and its text."""
MEMORY: Final = "memory"
"""Name in the journal of the faces of cards that this seat has arranged itself."""
LEAVES_KEPT: Final = 8
"""Number of different sets of shares that are kept for a seat that left, the last ones."""


class Dealer:
    """The deck as one seat holds it. Not thread-safe: one job of it at a time."""

    def __init__(self, seat: int, randomness: Randomness, secrets: Mapping[str, bytes]) -> None:
        self.seat = Seat(seat)
        self._randomness = randomness
        keys = {name: data for name, data in secrets.items() if name not in (CHOICE, MEMORY)}
        self._keys = {name: KeySecret.from_bytes(data) for name, data in keys.items()}
        self._choice = secrets.get(CHOICE, b"")
        self._memory = _remembered(secrets.get(MEMORY, b""))
        """The faces of cards that this seat has laid itself, by the ciphertext that lies there."""
        self._table = b""
        self._tidied: int | None = None
        self._public: Known = NOTHING_KNOWN
        self._own: dict[Slot, Face] = {}
        self._left_behind: dict[int, list[LeftBehind]] = {}

    @property
    def prover(self) -> Prover:
        """This seat with the keys that it holds now, to make its own proofs."""
        return Prover(self.seat, self._keys, self._randomness)

    def answer(self, replica: Replica, place: Place) -> Draft:
        """My entry for a step of the deck in which I am an actor."""
        if isinstance(replica.step, Move | Conceal | Lay | StandIn | Over):
            raise LocalError(f"the deck has nothing to answer at step {replica.step.kind}")
        if isinstance(replica.step, Reveal):
            return Draft(write_payload(self._revealed(replica.step, place)))
        payload, secrets = self._made(replica.step, place)
        carried = self.prepare(replica, place)
        return Draft(write_payload(replace(payload, ahead=carried.payload)), (*secrets, *carried.secrets))

    def prepare(self, replica: Replica, place: Place) -> Carried:
        """Prepare the part of my next entry that is for the next deal."""
        step = step_ahead(replica.step, self.seat)
        return NOTHING_CARRIED if step is None else Carried(*self._made(step, place))

    def conceal(self, step: Conceal, place: Place, action: Action) -> Draft:
        """My commitment to a choice, and the secret that opens it. There is one such secret at a time: the
        next choice begins when this one is open, or void."""
        blind = self._randomness(BLIND_BYTES)
        self._choice = blind + str(action).encode()
        return Draft(write_payload(step.answer(place, self.seat, action, blind)), ((CHOICE, self._choice),))

    def lay(self, step: Lay, place: Place, action: Action) -> Draft:
        """My arrangement of the cards; what I know of their faces moves with them."""
        payload = step.answer(place, self.prover, action)
        known, new = self.known, dict[bytes, Face]()
        for old, cipher in zip(order_of(step.need, action), step.laid(payload), strict=True):
            if old in known:
                new[cipher.to_bytes()] = known[old]
        alive = {card.cipher.to_bytes() for card in step.here.deal.cards.values()}
        self._memory = {**{key: face for key, face in self._memory.items() if key in alive}, **new}
        stored = b"".join(key + face.to_bytes(4, "big") for key, face in self._memory.items())
        return Draft(write_payload(payload), ((MEMORY, stored),))

    def _revealed(self, step: Reveal, place: Place) -> Payload:
        """My choice, opened."""
        blind, text = self._choice[:BLIND_BYTES], self._choice[BLIND_BYTES:].decode()
        if not blind:
            raise LocalError("the secret that opens our choice is not in the journal")
        return step.answer(place, self.prover, step.here.game.parse_action(text), blind)

    def _made(self, step: DeckStep, place: Place) -> tuple[Payload, tuple[tuple[str, bytes], ...]]:
        """My part in a step of the deck, and the secrets that it depends on."""
        if isinstance(step, Part):
            return _there(self._parting_of(step.here.deal, step.leaver)), ()
        if not isinstance(step, Commit):
            return step.answer(place, self.prover), ()
        name = step.table(place).hex()
        secret = self._keys.setdefault(name, make_key(self._randomness))
        return step.answer(place, self.prover), ((name, secret.to_bytes()),)

    def parting(self, replica: Replica) -> bytes:
        """My shares of everything that is hidden and not my own: the others need them to go on without me.

        b"" if they need none. After giving them away I cannot play on in this deal: cards dealt to me
        later would lie open.
        """
        deal = replica.deal
        keys = deal.keys
        if keys is None or self.seat not in keys.seats or deal.table.hex() not in self._keys:
            return b""
        slots = parting_slots(deal, self.seat)
        ciphers = [deal.cards[slot].cipher for slot in slots]
        secret, context = self.prover.secret(deal.table), parting_context(deal, self.seat, slots)
        return make_leave(context, keys, self.seat, secret, ciphers, self._randomness)

    def is_dealt(self, before: Deal, after: Deal) -> bool:
        """True if this seat holds cards in `after` whose shares it would leave behind in `before`."""
        cards = (after.cards.get(slot) for slot in parting_slots(before, self.seat))
        return any(card is not None and is_own(card, self.seat) for card in cards)

    def keep_parting(self, replica: Replica, seat: int, shares: bytes) -> None:
        """Keep the shares that a seat left behind at the height of `replica`; raises its `PeerError` if
        they are wrong there. Shares can be right at several heights; those of the last few are kept."""
        keys = replica.deal.keys
        if keys is None or seat not in keys.seats:
            return
        left = check_parting(replica.deal, Seat(seat), shares)
        kept = [each for each in self._left_behind.get(seat, ()) if each.points != left.points]
        self._left_behind[seat] = [left, *kept][:LEAVES_KEPT]

    def may_part(self, replica: Replica) -> bool:
        """True if I hold the shares left behind by all seats whose lock is to come off now."""
        return not self.lacked(replica)

    def lacked(self, replica: Replica) -> tuple[int, ...]:
        """The seats whose lock is to come off now and whose shares for it I do not hold."""
        deal = replica.deal
        return tuple(seat for seat in deal.parting if self._parting_of(deal, Seat(seat)) is None)

    def _parting_of(self, deal: Deal, leaver: Seat) -> Payload | None:
        """Return the payload that takes a leaver's lock off; None if I do not hold its shares."""
        if not parting_slots(deal, leaver):
            return Payload(StepKind.PART)
        payloads = (left.payload(deal, leaver) for left in self._left_behind.get(leaver, ()))
        return next((payload for payload in payloads if payload is not None), None)

    def learn(self, replica: Replica, *, plays: bool = True) -> None:
        """Take in a new height: faces made public, and cards that I may see now. A seat that was given up
        does not play (`plays`), and may have forgotten its key; raises `LocalError` if the key is missing
        otherwise."""
        hidden = replica.deal.cards
        if replica.deal.table != self._table:
            self._table = replica.deal.table
            self._own.clear()
        self._own = {slot: face for slot, face in self._own.items() if slot in hidden}
        self._public = replica.public
        for slot, card in hidden.items():
            if slot in self._own:
                continue
            face = self._memory.get(card.cipher.to_bytes()) if self._memory else None
            if face is not None:
                self._own[slot] = face
            elif self.seat in card.viewers and self._has_key(replica, plays=plays):
                self._own[slot] = self._look(replica, card)

    def kept(self, replica: Replica, game: bytes) -> frozenset[str] | None:
        """The names of the secrets to keep when older keys can be forgotten; None if nothing can be.

        Older keys can be forgotten at a start, at the first turn with the cards of a new deal, and at the
        end. Keys of a finished deal are forgotten, here and in the journal (deck 6.10), so that somebody who
        gets hold of this computer later cannot open old hands with them. The keys of this deal are kept, and
        those of deals that may be made ahead: an entry of ours that is not final yet may hold one.
        """
        here, number = replica.here, replica.deal.number
        is_in_hand = self._tidied is None or (replica.step.kind.is_for_people and self._tidied != number)
        if replica.actors and not is_in_hand:
            return None
        self._tidied = number
        numbers = (number, *numbers_ahead(here)) if replica.actors else ()
        names = {ceremony(game, each).hex() for each in numbers}
        # After the end the last key stays only in memory, until the table is left: a player may open the
        # last hand with it (deck 6.15).
        held = names if replica.actors else {replica.deal.table.hex()}
        self._keys = {name: key for name, key in self._keys.items() if name in held}
        cards = here.deal.cards.values()
        is_laying = isinstance(replica.step, Lay)  # the height of the arrangement may not be final yet
        if not (is_laying or any(card.cipher.to_bytes() in self._memory for card in cards)):
            self._memory = {}
        own = {CHOICE, MEMORY} if self._memory else {CHOICE}
        return frozenset({*names, *own} if replica.actors else ())

    @property
    def known(self) -> dict[Slot, Face]:
        """Every face that this seat knows now, public ones included."""
        return {**self._public, **self._own}

    def view(self, replica: Replica) -> View:
        """Return the game as this seat sees it at a height that it has learned."""
        is_held = bool(choosers(replica.state)) and not replica.step.kind.is_for_people
        return View(replica.state, self.seat, self.known, is_held=is_held, is_ended=replica.is_ended)

    def _has_key(self, replica: Replica, *, plays: bool) -> bool:
        """True if this seat can look at the cards dealt to it.

        It has no key in a deal that was made while it was away: then its hand lies open, and it sees
        other cards only once they are opened for everybody. At the end, and when the seat is given up, the
        key is forgotten, and cards left in the hand stay unseen after a restart.
        """
        keys = replica.deal.keys
        if keys is None or self.seat not in keys.seats:
            return False
        is_needed = plays and bool(replica.actors) and self.seat in replica.seats
        return is_needed or replica.deal.table.hex() in self._keys

    def _look(self, replica: Replica, card: Card) -> Face:
        secret, shares = self.prover.secret(replica.deal.table), dict[Seat, CheckedShare](card.shares)
        for (giver, viewer), box in card.sealed.items():
            if viewer == self.seat and giver not in shares:
                shares[giver] = open_sealed(box, secret, self._randomness)
        shares[self.seat] = own_share(secret, card.cipher, self._randomness)
        return replica.here.face(card, shares)


def _remembered(data: bytes) -> dict[bytes, Face]:
    """Parse the journalled faces: for each card its ciphertext (66 bytes) and its face (4 bytes)."""
    size = CIPHER_BYTES + 4
    parts = [data[at : at + size] for at in range(0, len(data), size)]
    return {part[:CIPHER_BYTES]: Face(int.from_bytes(part[CIPHER_BYTES:], "big")) for part in parts}


def _there(payload: Payload | None) -> Payload:
    if payload is None:
        raise LocalError("the shares that take off a leaver's lock are missing")
    return payload
