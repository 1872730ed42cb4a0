"""Findings about a network in sentences: each kind of trouble by itself, with its remedy on each system."""

from __future__ import annotations

import pytest

from app.nearby.around import NetworkFacts
from app.nearby.diagnosis import PROBLEMS, FindingKind, diagnose, headline
from tests.support.values import replace

SYSTEMS = ("win32", "darwin", "linux")
FINE = NetworkFacts(("192.168.1.20",), ("192.168.1.0/24",), answering=1, looked_s=9)
ALONE = replace(FINE, answering=0)
CASES = {
    FindingKind.NO_NETWORK: NetworkFacts(("127.0.0.1",), looked_s=9),
    FindingKind.NO_ADDRESS: replace(ALONE, hosts=("169.254.3.4",)),
    FindingKind.INBOUND_BLOCKED: replace(FINE, dialled=False),
    FindingKind.WRONG_SUBNET: replace(ALONE, silent_elsewhere=("10.0.0.3",)),
    FindingKind.ISOLATED: replace(ALONE, silent_here=("192.168.1.7", "192.168.1.8")),
    FindingKind.OTHER_SILENT: replace(ALONE, silent_here=("192.168.1.7",)),
    FindingKind.MULTICAST_SILENT: replace(FINE, only_broadcast=1),
    FindingKind.BROADCAST_SILENT: replace(FINE, broadcast_problem="Operation not permitted"),
    FindingKind.NOBODY: ALONE,
    FindingKind.VPN: replace(FINE, tunnels=("tun0",)),
    FindingKind.FINE: FINE,
}


def test_every_kind_of_finding_is_diagnosed_in_a_case_below() -> None:
    assert set(CASES) == set(FindingKind)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("kind", CASES)
def test_each_kind_is_reported_with_its_remedy(kind: FindingKind, system: str) -> None:
    found = {finding.kind: finding for finding in diagnose(CASES[kind], system=system)}

    assert kind in found
    assert found[kind].text.endswith((".", "reaches."))
    assert bool(found[kind].remedy) == (kind is not FindingKind.FINE)
    assert set(found) & PROBLEMS <= {kind}


def test_a_remedy_names_the_tools_of_the_operating_system() -> None:
    texts = [diagnose(CASES[FindingKind.INBOUND_BLOCKED], system=system)[0].remedy for system in SYSTEMS]

    assert "Windows Security" in texts[0] and "System Settings" in texts[1] and "ufw" in texts[2]


def test_multicast_that_cannot_be_used_is_a_problem_of_this_computer() -> None:
    [finding] = diagnose(replace(FINE, multicast_problem="no such device"), system="linux")

    assert finding.kind is FindingKind.MULTICAST_SILENT and "no such device" in finding.text


def test_an_address_without_a_cable_is_not_a_network() -> None:
    """An address that was set by hand stays when the cable is out."""
    [finding] = diagnose(replace(FINE, unplugged=FINE.hosts), system="linux")

    assert finding.kind is FindingKind.NO_NETWORK
    assert finding.text.endswith("not on a network: the cable is out, or the Wi-Fi off (192.168.1.20).")


@pytest.mark.parametrize(
    ("facts", "kinds"),
    [
        (FINE, "fine"),
        (ALONE, "nobody"),
        (replace(ALONE, silent_here=("192.168.1.7",)), "other-silent"),
        (replace(ALONE, silent_here=("192.168.1.7", "192.168.1.8")), "isolated"),
        (replace(FINE, silent_here=("192.168.1.7", "192.168.1.8")), "other-silent"),
        (replace(FINE, answering=2, only_broadcast=2), "multicast-silent"),
        (replace(FINE, tunnels=("tun0",)), "fine vpn"),
        (replace(ALONE, tunnels=("tun0",)), "nobody vpn"),
        (replace(FINE, dialled=False, broadcast_problem="no"), "inbound-blocked broadcast-silent"),
        (replace(ALONE, hosts=("169.254.3.4", "169.254.3.5")), "no-address nobody"),
        (replace(ALONE, hosts=("169.254.3.4", "10.0.0.2")), "nobody"),
        (replace(ALONE, silent_elsewhere=("10.0.0.3",)), "wrong-subnet"),
        (replace(FINE, hosts=("127.0.0.1",)), "no-network"),
    ],
)
def test_all_findings_are_listed_with_the_gravest_first(facts: NetworkFacts, kinds: str) -> None:
    assert [finding.kind.value for finding in diagnose(facts, system="linux")] == kinds.split()


def test_counts_and_addresses_are_told_as_they_are() -> None:
    both = ("192.168.1.7", "192.168.1.8")
    texts = [
        finding.text
        for facts in (
            replace(FINE, answering=3),
            replace(FINE, only_broadcast=2, answering=3),
            replace(FINE, silent_here=both),
            replace(ALONE, silent_elsewhere=("10.0.0.3",), subnets=("192.168.1.0/24", "10.9.0.0/16")),
            replace(FINE, only_broadcast=1),
        )
        for finding in diagnose(facts, system="linux")
    ]

    assert texts == [
        "3 other programs on this network answer. No other computer has tried to reach this one.",
        "2 other programs were found only by broadcast: multicast does not get through. Tables are found "
        "all the same, as far as the subnet reaches.",
        "Shoal is announced at 192.168.1.7 and 192.168.1.8 but does not answer. It may just have been closed "
        "there, or a firewall there lets nobody in.",
        "Shoal is announced at 10.0.0.3 but does not answer. That is another subnet; this computer is in "
        "192.168.1.0/24 and 10.9.0.0/16.",
        "One other program was found only by broadcast: multicast does not get through. Tables are found "
        "all the same, as far as the subnet reaches.",
    ]


def test_a_finding_tells_who_has_reached_this_computer() -> None:
    [finding] = diagnose(replace(FINE, dialled=True), system="linux")

    assert finding.text == ("One other program on this network answers. Others can reach this computer.")


@pytest.mark.parametrize(
    ("facts", "kind"),
    [
        (FINE, None),
        (replace(FINE, tunnels=("tun0",)), None),
        (replace(FINE, only_broadcast=1), None),
        (CASES[FindingKind.INBOUND_BLOCKED], FindingKind.INBOUND_BLOCKED),
        (ALONE, FindingKind.NOBODY),
        (replace(ALONE, looked_s=3), None),  # silence says nothing yet
        (replace(ALONE, looked_s=4), FindingKind.NOBODY),
        (replace(CASES[FindingKind.NO_NETWORK], looked_s=0), FindingKind.NO_NETWORK),
        (replace(FINE, hosts=("127.0.0.1",)), FindingKind.NO_NETWORK),
        (CASES[FindingKind.NO_NETWORK], FindingKind.NO_NETWORK),
        (NetworkFacts(), None),  # nobody has looked yet
    ],
)
def test_the_lobby_shows_one_finding_and_only_if_it_matters(
    facts: NetworkFacts, kind: FindingKind | None
) -> None:
    said = headline(facts, system="linux")

    assert (None if said is None else said.kind) == kind
