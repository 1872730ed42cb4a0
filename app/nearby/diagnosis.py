"""Diagnosis of this network, with remedies: facts in, sentences out, no effects.

Each sentence says only what was seen. That somebody does not answer is a fact; that a firewall is the
reason is a guess, and is called one.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from app.nearby.around import NetworkFacts
from app.nearby.remedies import remedy

ENOUGH_S = 4.0
"""Seconds of looking before silence is reported."""


class FindingKind(StrEnum):
    """Kind of finding; programs read these words (`--json`)."""

    NO_NETWORK = "no-network"
    NO_ADDRESS = "no-address"
    MULTICAST_SILENT = "multicast-silent"
    BROADCAST_SILENT = "broadcast-silent"
    INBOUND_BLOCKED = "inbound-blocked"
    OTHER_SILENT = "other-silent"
    ISOLATED = "isolated"
    WRONG_SUBNET = "wrong-subnet"
    VPN = "vpn"
    NOBODY = "nobody"
    FINE = "fine"


PROBLEMS = frozenset(FindingKind) - {FindingKind.FINE, FindingKind.NOBODY, FindingKind.VPN}
"""Findings that hinder playing; the others are only reported."""


class Finding(Struct, frozen=True):
    """One finding in a sentence, and its remedy on this system."""

    kind: FindingKind
    text: str
    remedy: str = ""


BLOCKED = (
    "Another computer on this network tried to reach this one and could not. Most likely this computer's "
    "firewall lets nobody in."
)
NOBODY = (
    "Nobody else was found on this network. Perhaps nobody else is here, nobody lets others find them, or "
    "the network keeps its computers apart."
)
UNTRIED = "No other computer has tried to reach this one."
ISOLATED = (
    "Several computers are announced here ({hosts}), but none answers. Most likely this network keeps its "
    "computers apart, as guest Wi-Fi does."
)
MAYBE = "It may just have been closed there, or a firewall there lets nobody in."


def diagnose(facts: NetworkFacts, *, system: str) -> tuple[Finding, ...]:
    """Return all findings, the gravest first; `system` as in `sys.platform`."""
    return tuple(Finding(kind, text, remedy(kind.value, system)) for kind, text in _seen(facts))


def headline(facts: NetworkFacts, *, system: str) -> Finding | None:
    """Return the one finding for a player who only looks for a table; None while there is nothing to say."""
    if facts == NetworkFacts():
        return None  # nobody has looked yet, not even for a network
    found = diagnose(facts, system=system)
    if facts.answering and found[0].kind not in (FindingKind.INBOUND_BLOCKED, FindingKind.NO_NETWORK):
        return None
    is_early = facts.looked_s < ENOUGH_S and found[0].kind is not FindingKind.NO_NETWORK
    return None if is_early or found[0].kind is FindingKind.FINE else found[0]


def _seen(facts: NetworkFacts) -> tuple[tuple[FindingKind, str], ...]:
    if not facts.far_hosts:
        out = ", ".join(facts.unplugged)
        why = f": the cable is out, or the Wi-Fi off ({out})" if out else ""
        return ((FindingKind.NO_NETWORK, f"This computer is not on a network{why}."),)
    subnets = " and ".join(facts.subnets)
    is_isolated = len(facts.silent_here) > 1 and not facts.answering
    silent = facts.broadcast_problem
    said = (
        (FindingKind.NO_ADDRESS, _made_up(facts)),
        (FindingKind.INBOUND_BLOCKED, BLOCKED if facts.dialled is False else ""),
        (
            FindingKind.WRONG_SUBNET,
            _unanswered(facts.silent_elsewhere, f"That is another subnet; this computer is in {subnets}."),
        ),
        (FindingKind.ISOLATED, ISOLATED.format(hosts=", ".join(facts.silent_here)) if is_isolated else ""),
        (FindingKind.OTHER_SILENT, "" if is_isolated else _unanswered(facts.silent_here, MAYBE)),
        (FindingKind.MULTICAST_SILENT, _multicast(facts)),
        (FindingKind.BROADCAST_SILENT, f"Nobody can be asked by broadcast: {silent}." if silent else ""),
        (FindingKind.NOBODY, "" if facts.answering or facts.silent else NOBODY),
        (FindingKind.VPN, f"A VPN seems to be on ({', '.join(facts.tunnels)})." if facts.tunnels else ""),
    )
    found = tuple((kind, text) for kind, text in said if text)
    if facts.answering and not any(kind in PROBLEMS for kind, _ in found):
        called = "Others can reach this computer." if facts.dialled else UNTRIED
        answer = "answers" if facts.answering == 1 else "answer"
        fine = f"{_others(facts.answering)} on this network {answer}. {called}"
        return ((FindingKind.FINE, fine), *found)
    return found


def _made_up(facts: NetworkFacts) -> str:
    if not facts.made_up:
        return ""
    made_up = ", ".join(facts.made_up)
    return f"The network has given this computer no address, so the computer has made one up ({made_up})."


def _unanswered(hosts: Sequence[str], why: str) -> str:
    return f"Shoal is announced at {' and '.join(hosts)} but does not answer. {why}" if hosts else ""


def _multicast(facts: NetworkFacts) -> str:
    if facts.multicast_problem:
        return f"Multicast cannot be used on this computer: {facts.multicast_problem}."
    if facts.only_broadcast:
        were = "was" if facts.only_broadcast == 1 else "were"
        return (
            f"{_others(facts.only_broadcast)} {were} found only by broadcast: multicast does not get "
            "through. Tables are found all the same, as far as the subnet reaches."
        )
    return ""


def _others(count: int) -> str:
    return "One other program" if count == 1 else f"{count} other programs"
