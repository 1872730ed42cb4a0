"""One invitation, tested address by address: how far the call gets, and what to do on both computers.

`try_address` opens a connection, reads ZeroMQ's greeting (ZMTP 3.1, section 3), and calls the lobby that
the invitation names. The result is a `Hop`; `HOPS` explains each, with remedies.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Final

from msgspec import Struct

from app.build import open_link
from net.link.address import Address, hosts_to_call
from net.link.contract import Channel, Up
from net.lobby.identity import SEED_BYTES, Identity
from net.lobby.invitation import Invitation

WAIT_S: Final = 5.0
"""Seconds for each of the three steps. Linux gives up an unknown computer after three seconds, but a computer
that was there a moment ago much later: that computer counts as silent."""
_GREETING: Final = b"\xff" + bytes(8) + b"\x7f\x03"
"""Signature and version; the other side answers with its whole greeting, which names its security."""
_GREETING_BYTES: Final = 64


class Hop(StrEnum):
    """The place on the way to an address where the call arrives or is stopped."""

    REACHED = "reached"
    OWN = "own"
    NO_ROUTE = "no-route"
    FORBIDDEN = "forbidden"
    ABSENT = "absent"
    FILTERED = "filtered"
    REFUSED = "refused"
    OTHER_PROGRAM = "other-program"
    OTHER_TABLE = "other-table"


class Words(Struct, frozen=True):
    """The sentence for a hop, with remedies here and on the host's computer."""

    text: str
    here: str = ""
    there: str = ""


_NEW_INVITATION = "Copy the invitation again and send the new one: a reopened table has a new invitation."
HOPS: Final = {
    Hop.REACHED: Words("The table of this invitation answers here."),
    Hop.OWN: Words("This address leads to the table only from the host's own computer; it was not tried."),
    Hop.NO_ROUTE: Words(
        "No network of this computer leads there.",
        here="Join the network that the host is on: the same Wi-Fi name, or a cable in the same switch.",
        there="Check that the computer still has this address, and copy the invitation again.",
    ),
    Hop.FORBIDDEN: Words(
        "This computer does not let Shoal call there: its own firewall, or a rule of its system, forbids it.",
        here="Allow Shoal (or Python) to connect to other computers in the firewall of this one.",
        there="If the computer has another address, send an invitation with that one.",
    ),
    Hop.ABSENT: Words(
        "This address cannot be reached: no computer has it, or a firewall turns callers away.",
        here="Check that both computers are on the same network: the same Wi-Fi name, not the guest network.",
        there=(
            "Check that the computer is awake and still has this address, and let Shoal through its "
            "firewall. If that does not help, the router keeps its computers apart (look for AP isolation or "
            "guest network): switch that off, or use a cable."
        ),
    ),
    Hop.FILTERED: Words(
        "Nothing comes back from this address: a firewall drops what arrives there, or no computer has it.",
        here="Try another computer: if it gets through, check the firewall of this one.",
        there=(
            "Check that the computer is awake and still has this address, and let Shoal through its "
            "firewall (Windows: Allow an app through firewall; macOS: System Settings, Network, Firewall; "
            "Linux: ufw or firewalld). Or let somebody else host."
        ),
    ),
    Hop.REFUSED: Words(
        "This address refuses calls: no table is open there, or a firewall is in the way.",
        here="Ask for a new invitation.",
        there=f"Check that the table is still open, and let Shoal through the firewall. {_NEW_INVITATION}",
    ),
    Hop.OTHER_PROGRAM: Words(
        "Something answers at this address, but not as Shoal does: another program, or a Shoal that hangs.",
        here="Ask for a new invitation.",
        there=_NEW_INVITATION,
    ),
    Hop.OTHER_TABLE: Words(
        "A Shoal answers at this address but does not prove to be the one in the invitation: another table, "
        "or one that is too busy.",
        here="Ask for a new invitation.",
        there=_NEW_INVITATION,
    ),
}


def hop_of(why: OSError) -> Hop:
    """Return the hop at which a connection failed, from the system's error."""
    if isinstance(why, ConnectionRefusedError):
        return Hop.REFUSED
    if isinstance(why, TimeoutError):
        return Hop.FILTERED
    if isinstance(why, PermissionError):
        return Hop.FORBIDDEN
    return Hop.ABSENT if why.errno == errno.EHOSTUNREACH else Hop.NO_ROUTE


def try_address(
    address: Address,
    invitation: Invitation,
    *,
    random: Callable[[int], bytes],
    wait_s: float = WAIT_S,
    source: str = "",
) -> Hop:
    """Test one address of an invitation as far as possible; waits up to `wait_s` for each of three steps.
    `source`: our address to call from."""
    if ipaddress.ip_address(address.host).is_loopback and len(invitation.addresses) > 1:
        return Hop.OWN
    try:
        with _connected(address, wait_s, source) as line:
            is_ours = _greets(line)
    except OSError as why:
        return hop_of(why)
    if not is_ours:
        return Hop.OTHER_PROGRAM
    return Hop.REACHED if _answers(address, invitation.host_key, random, wait_s, source) else Hop.OTHER_TABLE


def _greets(line: socket.socket) -> bool:
    """True if ZeroMQ with CURVE answers, as every lobby of ours does."""
    said = b""
    try:
        line.sendall(_GREETING)
        while len(said) < _GREETING_BYTES and (more := line.recv(_GREETING_BYTES - len(said))):
            said += more
    except OSError:
        return False
    return said[:1] == b"\xff" and said[9:10] == b"\x7f" and said[12:].startswith(b"CURVE\0")


def _connected(address: Address, wait_s: float, source: str) -> socket.socket:
    """Connect to an address; raises the `OSError` of the last attempt."""
    why = OSError(errno.ENETUNREACH, "there is no address to call")
    for host in hosts_to_call(address):
        try:
            own = (source, 0) if source else None
            return socket.create_connection((host, address.port), timeout=wait_s, source_address=own)
        except OSError as failed:
            why = failed
    raise why


def _answers(
    address: Address, key: bytes, random: Callable[[int], bytes], wait_s: float, source: str
) -> bool:
    """True if the program at the address proves the key of the invitation's host in time."""
    who = Identity.from_seed(random(SEED_BYTES))
    link = open_link(who, time.monotonic, source=source)
    try:
        link.connect_lobby(key, (address,))
        end = time.monotonic() + wait_s
        while time.monotonic() < end:
            if any(isinstance(each, Up) and each.channel is Channel.LOBBY for each in link.poll(0.1)):
                return True
        return False
    finally:
        link.close()
