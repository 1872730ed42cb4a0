"""The genesis that a host has offered: who has signed it, and what starts the table (net 5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from net.errors import BadSignature
from net.link.address import Address, make_address
from net.lobby.identity import verify
from net.lobby.messages import ADDRESSES_MAX, Addr, Info, Sign, Stage, StartMessage, check_addr
from net.lobby.phases import GuestPhase, ProvenGuest, Terms
from net.lobby.visitors import Visitor
from net.wire.genesis import Genesis, Player, sign_genesis
from net.wire.signing import GENESIS_TAG, Signer


@dataclass(slots=True)
class Signing:
    """One offer, from the moment when it is made; seat 0 is the host's."""

    genesis: Genesis
    body: bytes
    keys: tuple[bytes, ...]
    """CURVE keys by seat."""
    offered_at: float
    own_sig: bytes | None = None
    addresses: tuple[Address, ...] = ()
    start: StartMessage | None = None

    def open(self, addresses: Iterable[Address], signer: Signer) -> None:
        """Our door is open at these addresses: we sign."""
        self.addresses = tuple(addresses)[:ADDRESSES_MAX]
        self.own_sig = sign_genesis(self.body, signer)

    # An address or a signature that does not fit is most likely of an offer that was withdrawn when
    # somebody else left, perhaps under another seat. So whoever sends it is offered the table again.

    def take_address(self, visitor: Visitor, addr: Addr) -> bool:
        """Store the address of a guest's door; False if that does not fit this offer."""
        if addr.seat != self.keys.index(visitor.key):
            return False
        if addr.n > visitor.addr_n:
            try:
                check_addr(addr, game=self.genesis.id, key=visitor.known.player.ed)
            except BadSignature:
                return False
            visitor.addr_n, visitor.addresses = addr.n, with_seen(addr.addresses, visitor.host)
        return True

    def take_signature(self, visitor: Visitor, sign: Sign) -> bool:
        """A guest's signature; False if it does not fit this offer."""
        if sign.seat != self.keys.index(visitor.key):
            return False
        try:
            verify(visitor.known.player.ed, GENESIS_TAG + self.body, sign.sig)
        except BadSignature:
            return False
        visitor.sig, visitor.phase = sign.sig, GuestPhase.SIGNED
        return True

    def complete(self, others: Sequence[Visitor]) -> StartMessage | None:
        """The start, when the last signature and the last address have come; None before and after."""
        own, sigs = self.own_sig, [other.sig for other in others if other.sig is not None]
        if own is None or self.start is not None or not all(other.has_signed for other in others):
            return None
        ends = ((0, self.addresses), *((n, other.addresses) for n, other in enumerate(others, 1)))
        self.start = StartMessage((own, *sigs), ends)
        return self.start


def make_signing(terms: Terms, guests: Sequence[ProvenGuest], now: float) -> Signing:
    """The genesis of a table with these people in its seats, unsigned."""
    genesis = Genesis(
        game=terms.game,
        rules=terms.rules,
        engine=terms.engine,
        options=terms.options,
        table=terms.table,
        players=_in_seats(guests),
        policy=terms.policy,
    )
    keys = tuple(guest.player.curve for guest in guests)
    return Signing(genesis, genesis.encode(), keys, offered_at=now)


def make_info(terms: Terms, guests: Sequence[ProvenGuest], stage: Stage) -> Info:
    """A table with these people in its seats, as others are told of it."""
    return Info(
        table=terms.table,
        game=terms.game,
        rules=terms.rules,
        engine=terms.engine,
        options=terms.options,
        seats=terms.seats,
        taken=tuple((player.ed, player.nick, player.run_by, player.animal) for player in _in_seats(guests)),
        stage=stage,
        policy=terms.policy,
    )


def _in_seats(guests: Sequence[ProvenGuest]) -> tuple[Player, ...]:
    """The players as they sit: a bot is there by itself where nobody here runs it, or only another's bot."""
    seats = {guest.player.ed: seat for seat, guest in enumerate(guests)}
    runners = [seats.get(guest.runner, seat) if guest.is_bot else None for seat, guest in enumerate(guests)]
    return tuple(
        guest.player if runner is None else _bot(guest, _free(runners, runner, seat), seat)
        for seat, (guest, runner) in enumerate(zip(guests, runners, strict=True))
    )


def _bot(guest: ProvenGuest, runner: int, seat: int) -> Player:
    """A bot in its seat, with the word of who runs it from another."""
    sig = guest.voucher.sig if guest.voucher is not None and runner != seat else b""
    return replace(guest.player, run_by=runner + 1, voucher=sig)


def _free(runners: Sequence[int | None], runner: int, seat: int) -> int:
    """The seat of who runs a bot, or the bot's own where that is another's bot."""
    return runner if runners[runner] in (None, runner) else seat


def with_seen(addresses: tuple[Address, ...], host: str) -> tuple[Address, ...]:
    """The addresses that a guest names, and the one that its frames come from with its port.

    A guest may not know under which address others see it; the port it knows.
    """
    if not addresses:
        return ()
    try:
        seen = make_address(host, addresses[0].port)
    except ValueError:
        return addresses
    return addresses if seen in addresses else (seen, *addresses)[:ADDRESSES_MAX]
