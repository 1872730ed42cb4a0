"""Hands opened after a game, each by its player's own choice (net 5.11, deck 6.15).

Runs in the network thread beside the game (`app.table.peer`). Hands from others are kept until our own log
is at its end, and then checked. A valid hand is reported, kept with the game, and shown to spectators.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from msgspec import Struct

from app import messages
from app.messages import Listener
from net.errors import DiskFull, LocalError, PeerError
from net.lobby.identity import Identity, verify
from net.seat.hands import check_hand, closed_hand, hand_of, open_hand
from net.seat.session import Session
from net.watch.words import HandWord, read_word, write_word
from net.wire.codec import first_word
from net.wire.frame import Kind, parse_frame
from net.wire.genesis import Genesis

FULL = "This computer's disk is full: your hand was not opened."
_CTL = bytes([0x92, Kind.CTL])


class HandKeeper(Struct, frozen=True):
    """Stores a table's opened hands: `keep` writes the hand of a seat, `kept` has those from before."""

    genesis: Genesis
    identity: Identity
    keep: Callable[[int, bytes], None]
    kept: tuple[bytes, ...] = ()


class OpenedHands:
    """The opened hands of one table. `send` sends a frame to all other players."""

    def __init__(
        self, keeper: HandKeeper, session: Session, *, tell: Listener, send: Callable[[bytes], None]
    ) -> None:
        self._keeper = keeper
        self._session = session
        self._tell = tell
        self._send = send
        self._waiting: dict[int, bytes] = {hand_of(raw, keeper.genesis.id): raw for raw in keeper.kept}
        self._opened: dict[int, bytes] = {}
        self._is_offered = False

    @property
    def raws(self) -> tuple[bytes, ...]:
        """Opened hands that passed the check, in rising order of their bytes."""
        return tuple(sorted(self._opened.values()))

    @property
    def frames(self) -> tuple[bytes, ...]:
        """Frames for a peer whose link comes up."""
        return tuple(write_word(HandWord(raw)) for raw in self.raws)

    def obey(self, order: messages.Order) -> bool:
        """Open our hand if the order says so; return True if it was that order. Raises `LocalError` if the
        hand cannot be opened or stored; then nobody has seen anything."""
        if not isinstance(order, messages.OpenHand):
            return False
        session, keeper = self._session, self._keeper
        if session.dealer.seat not in self._opened:
            raw = open_hand(session.replica, keeper.genesis.id, session.dealer.prover, keeper.identity)
            try:
                keeper.keep(session.dealer.seat, raw)
            except DiskFull as why:
                raise LocalError(FULL) from why
            self._waiting[session.dealer.seat] = raw
            self._send(write_word(HandWord(raw)))
            self.tick()
        return True

    def heard(self, seat: int, frame: bytes) -> bool:
        """Take in a frame from another player; return True if it was an opened hand or cannot be read."""
        if frame[:2] != _CTL:
            return False
        with suppress(PeerError):  # the game does not depend on opened hands
            inside = parse_frame(frame).b
            if first_word(inside) != HandWord.word:
                return False
            word = read_word(inside)
            if isinstance(word, HandWord) and hand_of(word.hand, self._keeper.genesis.id) == seat:
                self._waiting.setdefault(seat, word.hand)
        return True

    def tick(self) -> None:
        """Check the received hands once the game is over."""
        session, keeper = self._session, self._keeper
        if session.replica.actors:
            return
        self._offer()
        for seat, raw in list(self._waiting.items()):
            del self._waiting[seat]
            if seat in self._opened:
                continue
            keys = tuple(player.ed for player in keeper.genesis.players)
            try:
                hand = check_hand(raw, session.replica, game=keeper.genesis.id, keys=keys, verify=verify)
                keeper.keep(seat, raw)
            except (PeerError, DiskFull):
                continue  # invalid, or not stored: its owner sends it at the next link
            self._opened[seat] = raw
            self._tell(messages.HandOpened(seat, tuple(face for _, face in hand.faces)))

    def _offer(self) -> None:
        """Report once how many of our cards nobody has seen, if we can open them."""
        session = self._session
        if self._is_offered:
            return
        self._is_offered = True
        replica, held = session.replica, session.dealer.prover.held
        cards = len(closed_hand(replica, session.dealer.seat))
        if cards and replica.deal.table.hex() in held:
            self._tell(messages.HandHeld(cards))
