"""Position of a game: the rules' state and the public side of the deck, equal on every peer."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from net.deck.algebra.hashing import lp
from net.deck.keys import Keys
from net.deck.pile import Cipher, face_of
from net.deck.shares import CheckedShare, open_cipher
from net.machine import Place
from net.seat.deal import Card, Deal
from net.wire.genesis import Half
from rules.api import Action, Event, Face, Game, Known, Left, Moved, Seat, Slot, State, opened


class Choices(Struct, frozen=True):
    """Commitments to a choice that several seats make at once: the place, and one commitment by seat."""

    at: Place
    made: Mapping[int, bytes]


class Position(Struct, frozen=True):
    """The whole position, as a value: every change makes a new one. `deal` is the running deal, `ahead` are
    the next deals as far as they are made (`net.seat.ahead`); no key was ever committed to for a deal
    numbered `unused` or higher. `public` are the faces that lie open to everybody. `events` are the events
    since the last height of the log. `escrow_t` is the number of seats that can together open the cards of a
    missing seat. `seats` are the seats that play, and a public rule plays for the `stand_ins`. `twins` are
    seats that once, in this game, opened a key that another seat also had. `drawn_at` is the place where the
    number that is being drawn was first due, if a change of view has made that round void; `kept_out` are the
    seats without which such a number had to be made again, until the next deal. `choices` are made and not
    open yet, `leaving` are the seats that leave when the choices are open; `sat_out` are the seats that have
    not opened their last choice, until their stand-in has made another. `is_ended` is True if those present
    have ended the game early. `half` is what half of the seats may do by the table's policy, `forfeits` are
    the seats that come last because they did not stay.
    """

    game: Game
    seats: tuple[int, ...]
    state: State
    deal: Deal = field(default_factory=lambda: Deal(0))
    ahead: tuple[Deal, ...] = ()
    unused: int = 1
    public: Known = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    escrow_t: int = 0
    stand_ins: tuple[int, ...] = ()
    twins: tuple[int, ...] = ()
    drawn_at: Place | None = None
    kept_out: tuple[int, ...] = ()
    choices: Choices | None = None
    leaving: tuple[Left, ...] = ()
    sat_out: tuple[int, ...] = ()
    is_ended: bool = False
    half: Half = Half.WAIT
    forfeits: tuple[int, ...] = ()

    @property
    def keys(self) -> Keys:
        """The keys of the running deal; raises `LocalError` before they are opened."""
        return self.deal.known_keys()

    @property
    def threshold(self) -> int:
        """Number of parts that replace a key in the running deal; 0 if no key is split. The agreed number is
        never lowered: if there are fewer other seats, nobody's key is split."""
        return self.escrow_t if self.escrow_t < len(self.keys.seats) else 0

    @property
    def missing(self) -> frozenset[int]:
        """The absent seats whose keys lock the deck."""
        return frozenset(() if self.deal.keys is None else self.deal.keys.seats) - {*self.seats}

    def after_event(self, event: Event) -> Position:
        """The position after an event of the rules."""
        return replace(
            self,
            state=self.state.after(event),
            public={**self.public, **dict(opened(event))},
            events=(*self.events, event),
        )

    def play(self, seat: Seat, action: Action) -> Position:
        """The position after a checked action: a card that it opens is no longer a card of the deck."""
        deal = self.deal.without(frozenset(slot for slot, _ in action.opens))
        return replace(self, deal=deal).after_event(Moved(seat, action))

    def ciphers(self, slots: tuple[Slot, ...]) -> tuple[Cipher, ...]:
        """The ciphertexts of the cards in these slots."""
        return tuple(self.deal.cards[slot].cipher for slot in slots)

    def face(self, card: Card, shares: dict[Seat, CheckedShare]) -> Face:
        """The face of a card, once the shares of all seats are known. Raises `LocalError` if the deal has no
        such face."""
        ordered = [shares[Seat(seat)] for seat in self.keys.seats]
        return Face(face_of(self.keys, open_cipher(card.cipher, ordered), self.deal.faces))

    def context(self, place: Place, seat: int, what: str, *parts: bytes) -> bytes:
        """Return the bytes that bind a proof of `seat`: deal, height, chain hash, prover, purpose, parts."""
        return lp(self.keys.sid, place.k, place.prev, seat, what, *parts)


def number_bytes(number: int) -> bytes:
    """A slot or seat as it is written in a context: 8 bytes, big endian."""
    return number.to_bytes(8, "big")
