"""Diagnosis of this network, with remedies: evidence in, sentences out, no effects.

Each sentence says only what was seen. That somebody does not answer is a fact; that a firewall is the
reason is a guess, and is called one.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from app.nearby.around import Evidence
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
    "Nobody else was found on this network. Either nobody has a table here that others may find, or the "
    "network keeps its computers apart."
)
UNTRIED = "No other computer has tried to reach this one."
ISOLATED = (
    "Several computers are announced here ({hosts}), and none answers. Most likely this network keeps its "
    "computers apart, as guest Wi-Fi does."
)
MAYBE = "Shoal may just have been closed there, or that computer's firewall lets nobody in."


def diagnose(evidence: Evidence, *, system: str) -> tuple[Finding, ...]:
    """Return all findings, the gravest first; `system` as in `sys.platform`."""
    return tuple(Finding(kind, text, remedy(kind.value, system)) for kind, text in _seen(evidence))


def headline(evidence: Evidence, *, system: str) -> Finding | None:
    """Return the one finding for a player who only looks for a table; None if there is none."""
    if evidence == Evidence():
        return None  # nobody has looked yet, not even for a network
    found = diagnose(evidence, system=system)
    if evidence.answering and found[0].kind not in (FindingKind.INBOUND_BLOCKED, FindingKind.NO_NETWORK):
        return None
    is_early = evidence.looked_s < ENOUGH_S and found[0].kind is not FindingKind.NO_NETWORK
    return None if is_early or found[0].kind is FindingKind.FINE else found[0]


def _seen(evidence: Evidence) -> tuple[tuple[FindingKind, str], ...]:
    if not evidence.far_hosts:
        out = ", ".join(evidence.unplugged)
        why = f": the cable is out, or the Wi-Fi off ({out})" if out else ""
        return ((FindingKind.NO_NETWORK, f"This computer is not on a network{why}."),)
    subnets = " and ".join(evidence.subnets)
    is_isolated = len(evidence.silent_here) > 1 and not evidence.answering
    silent = evidence.broadcast_problem
    said = (
        (FindingKind.NO_ADDRESS, _made_up(evidence)),
        (FindingKind.INBOUND_BLOCKED, BLOCKED if evidence.dialled is False else ""),
        (
            FindingKind.WRONG_SUBNET,
            _unanswered(evidence.silent_elsewhere, f"another subnet; this computer is in {subnets}"),
        ),
        (FindingKind.ISOLATED, ISOLATED.format(hosts=", ".join(evidence.silent_here)) if is_isolated else ""),
        (FindingKind.OTHER_SILENT, "" if is_isolated else _unanswered(evidence.silent_here, "")),
        (FindingKind.MULTICAST_SILENT, _multicast(evidence)),
        (FindingKind.BROADCAST_SILENT, f"Nobody can be asked by broadcast: {silent}." if silent else ""),
        (FindingKind.NOBODY, "" if evidence.answering or evidence.silent else NOBODY),
        (
            FindingKind.VPN,
            f"A VPN seems to be on ({', '.join(evidence.tunnels)})." if evidence.tunnels else "",
        ),
    )
    found = tuple((kind, text) for kind, text in said if text)
    if evidence.answering and not any(kind in PROBLEMS for kind, _ in found):
        called = "Others can reach this computer." if evidence.dialled else UNTRIED
        answer = "answers" if evidence.answering == 1 else "answer"
        fine = f"{_others(evidence.answering)} on this network {answer}. {called}"
        return ((FindingKind.FINE, fine), *found)
    return found


def _made_up(evidence: Evidence) -> str:
    if not evidence.made_up:
        return ""
    made_up = ", ".join(evidence.made_up)
    return f"The network has given this computer no address, so the computer has made one up ({made_up})."


def _unanswered(hosts: Sequence[str], where: str) -> str:
    if not hosts:
        return ""
    why = f"That is in {where}." if where else MAYBE
    return f"Somebody at {' and '.join(hosts)} is announced but does not answer. {why}"


def _multicast(evidence: Evidence) -> str:
    if evidence.multicast_problem:
        return f"Multicast cannot be used on this computer: {evidence.multicast_problem}."
    if evidence.only_broadcast:
        were = "was" if evidence.only_broadcast == 1 else "were"
        return (
            f"{_others(evidence.only_broadcast)} {were} found only by broadcast: multicast does not get "
            "through. Tables are found all the same, as far as the subnet reaches."
        )
    return ""


def _others(count: int) -> str:
    return "One other program" if count == 1 else f"{count} other programs"
