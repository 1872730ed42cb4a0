"""The genesis that a host has offered: the signatures so far, and the start when all are there (net 5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from net.errors import BadSignature
from net.link.address import Address, make_address
from net.lobby.identity import verify
from net.lobby.messages import ADDRESSES_MAX, Addr, Info, Sign, Stage, StartMessage, check_addr
from net.lobby.phases import GuestPhase, ProvenGuest, Terms
from net.lobby.visitors import Visitor
from net.wire.genesis import Genesis, Player, sign_genesis
from net.wire.signing import GENESIS_TAG, Signer


class Signing(Struct):
    """One offer, from the moment it is made; seat 0 is the host's."""

    genesis: Genesis
    body: bytes
    keys: tuple[bytes, ...]
    """CURVE keys by seat."""
    offered_at: float
    own_sig: bytes | None = None
    addresses: tuple[Address, ...] = ()
    start: StartMessage | None = None

    def open(self, addresses: Iterable[Address], signer: Signer) -> None:
        """Sign, because we listen at these addresses."""
        self.addresses = tuple(addresses)[:ADDRESSES_MAX]
        self.own_sig = sign_genesis(self.body, signer)

    # An address or signature that does not fit is most likely for an offer that was withdrawn when another
    # guest left, perhaps under another seat. So its sender is offered the table again.

    def take_address(self, visitor: Visitor, addr: Addr) -> bool:
        """Store the address at which a guest listens; False if it does not fit this offer."""
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
        """Store a guest's signature; False if it does not fit this offer."""
        if sign.seat != self.keys.index(visitor.key):
            return False
        try:
            verify(visitor.known.player.ed, GENESIS_TAG + self.body, sign.sig)
        except BadSignature:
            return False
        visitor.sig, visitor.phase = sign.sig, GuestPhase.SIGNED
        return True

    def complete(self, others: Sequence[Visitor]) -> StartMessage | None:
        """The start, at the moment when the last signature and address are there; None before and after."""
        own, sigs = self.own_sig, [other.sig for other in others if other.sig is not None]
        if own is None or self.start is not None or not all(other.has_signed for other in others):
            return None
        ends = ((0, self.addresses), *((n, other.addresses) for n, other in enumerate(others, 1)))
        self.start = StartMessage((own, *sigs), ends)
        return self.start


def make_genesis(terms: Terms, guests: Sequence[ProvenGuest]) -> Genesis:
    """The genesis of a table with these players in its seats, unsigned."""
    players = _in_seats(guests)
    return Genesis(terms.game, terms.rules, terms.engine, terms.options, terms.table, players, terms.policy)


def make_signing(genesis: Genesis, now: float) -> Signing:
    """The offer of a genesis, made now."""
    keys = tuple(player.curve for player in genesis.players)
    return Signing(genesis, genesis.encode(), keys, offered_at=now)


def make_info(genesis: Genesis, seats: int, stage: Stage) -> Info:
    """The description of a table of `seats` seats with these players in the first ones."""
    taken = tuple((player.ed, player.nick, player.run_by, player.animal) for player in genesis.players)
    terms = (genesis.table, genesis.game, genesis.rules, genesis.engine, genesis.options)
    return Info(*terms, seats, taken, stage, genesis.policy)


def _in_seats(guests: Sequence[ProvenGuest]) -> tuple[Player, ...]:
    """The players in their seats. A bot has no runner if its runner is absent, or is another player's bot."""
    seats = {guest.player.ed: seat for seat, guest in enumerate(guests)}
    runners = [seats.get(guest.runner, seat) if guest.is_bot else None for seat, guest in enumerate(guests)]
    return tuple(
        guest.player if runner is None else _bot(guest, _free(runners, runner, seat), seat)
        for seat, (guest, runner) in enumerate(zip(guests, runners, strict=True))
    )


def _bot(guest: ProvenGuest, runner: int, seat: int) -> Player:
    """A bot in its seat, with its runner's voucher if it is run from another seat."""
    sig = guest.voucher.sig if guest.voucher is not None and runner != seat else b""
    return replace(guest.player, run_by=runner + 1, voucher=sig)


def _free(runners: Sequence[int | None], runner: int, seat: int) -> int:
    """The seat of a bot's runner, or the bot's own if the runner is itself another player's bot."""
    return runner if runners[runner] in (None, runner) else seat


def with_seen(addresses: tuple[Address, ...], host: str) -> tuple[Address, ...]:
    """The addresses that a guest names, and the host that its frames come from, with the guest's port.

    A guest may not know the address by which others see it; it knows its port.
    """
    if not addresses:
        return ()
    try:
        seen = make_address(host, addresses[0].port)
    except ValueError:
        return addresses
    return addresses if seen in addresses else (seen, *addresses)[:ADDRESSES_MAX]
