"""A host's checks of a guest's greeting, and of its request for a seat (net 5.4)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from net.lobby.identity import check_certificate
from net.lobby.messages import Hello, Join, Role
from net.lobby.phases import PROTOCOL, Me, ProvenGuest
from net.lobby.visitors import Visitor
from net.lobby.voucher import check_voucher
from net.wire.genesis import Player
from net.wire.names import seen_name
from net.wire.words import Code, Refusal


def proven_guest(hello: Hello, key: bytes) -> ProvenGuest:
    """Return the guest who greets over a connection with that CURVE key; raises `Refusal`, or
    `WrongCertificate` or `Malformed` for a false certificate."""
    if not hello.proto_min <= PROTOCOL <= hello.proto_max:
        older = "your Shoal is older than the host's: update it"
        if hello.proto_min > PROTOCOL:
            older = "the host's Shoal is older than yours: the host must update it"
        raise Refusal(Code.PROTOCOL, older)
    if check_certificate(hello.cert, hello.ed) != key:
        raise Refusal(Code.CERTIFICATE, "the certificate is for a key that is not this connection's")
    return ProvenGuest(Player(hello.ed, key, hello.cert, hello.nick), hello.boot)


def wanted_seat(guest: ProvenGuest, join: Join) -> ProvenGuest:
    """The guest with the role and picture it asks for; raises `BadSignature` for a false voucher."""
    is_bot = join.role is Role.BOT
    if join.voucher is not None:
        check_voucher(join.voucher, guest.player.ed)
    player = replace(guest.player, animal=join.animal)
    return replace(guest, player=player, is_bot=is_bot, voucher=join.voucher if is_bot else None)


def refuse_doubles(guest: ProvenGuest, visitor: Visitor, host: Me, visitors: Iterable[Visitor]) -> None:
    """Raise `Refusal` for the host's own identity, an older start, or an identity with a second key."""
    if guest.player.ed == host.player.ed:
        raise Refusal(Code.CERTIFICATE, "you have the same identity as the host")
    if visitor.guest is not None and guest.boot < visitor.guest.boot:
        raise Refusal(Code.SUPERSEDED, "your Shoal was started again, and the newer one is already here")
    for other in visitors:
        if other is not visitor and other.guest is not None and other.guest.player.ed == guest.player.ed:
            raise Refusal(Code.SUPERSEDED, "you are already here, from another Shoal")


def refuse_same_name(guest: ProvenGuest, seated: Iterable[ProvenGuest]) -> None:
    """Raise `Refusal` for an invisible name, or one that looks like another at the table."""
    seen = seen_name(guest.nick)
    if not seen:
        raise Refusal(Code.NOT_ALLOWED, "your name has no visible letter: choose another")
    if any(seen_name(other.nick) == seen for other in seated):
        raise Refusal(Code.NOT_ALLOWED, "somebody at this table has a name that looks like yours")
