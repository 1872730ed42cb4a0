"""`shoal doctor`: the state of this network, with a remedy for each fault.

With an invitation: the way to its table, tested step by step.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time

from msgspec import to_builtins

from app.build import ANYWHERE, build_search_environment
from app.commands.join import invitation_of
from app.commands.tables import looks
from app.nearby.around import NetworkFacts
from app.nearby.diagnosis import Finding, FindingKind, diagnose
from app.nearby.finder import MULTICAST_LATE_S, Openness
from net.lobby.invitation import parse_invitation

LOOK_S = 12.0
"""Seconds of searching: enough for two questions without an answer, and for another computer to call back."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("invitation", nargs="?", help="test each address of this invitation instead")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument(
        "--address", help="use only the network of this address, or test the invitation from it"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Search for some seconds and print the findings. Returns 0 only if another computer answers and nothing
    is in the way: silence proves nothing."""
    if args.invitation is not None:
        return _try(args)
    if not args.json and sys.stdout.isatty():
        print(f"Looking around on this network for {LOOK_S:.0f} seconds…", flush=True)
    end = time.monotonic() + LOOK_S
    facts = NetworkFacts()
    for around in looks(build_search_environment(address=args.address), end=end, openness=Openness()):
        facts = around.facts
        if not facts.far_hosts or (facts.dialled and facts.looked_s > MULTICAST_LATE_S + 1):
            break  # nothing more can be found
    found = diagnose(facts, system=sys.platform)
    if args.json:
        print(json.dumps({"event": "doctor", "findings": [_values(each) for each in found], **_of(facts)}))
    else:
        print(f"This computer: {', '.join(facts.hosts) or 'no address'}")
        for finding in found:
            print(f"\n{finding.text}")
            if finding.remedy:
                print(f"  {finding.remedy}")
    return 0 if any(finding.kind is FindingKind.FINE for finding in found) else 1


def _try(args: argparse.Namespace) -> int:
    """Try each address of an invitation and print how far the connection gets; return 1 if none leads to its
    table."""
    from app.nearby.hops import HOPS, Hop, try_address  # noqa: PLC0415  (the usual search needs none of it)

    invited = parse_invitation(invitation_of(args))
    listen = build_search_environment(address=args.address).listen
    source = "" if listen == ANYWHERE else listen
    tried = []
    for address in invited.addresses:
        hop = try_address(address, invited, random=secrets.token_bytes, source=source)
        said = HOPS[hop]
        tried.append({"address": str(address), "hop": hop.value, **to_builtins(said)})
        if not args.json:
            print(f"{address}: {said.text}", flush=True)
            for where, remedy in (("Here", said.here), ("On the host's computer", said.there)):
                if remedy:
                    print(f"  {where}: {remedy}")
    if args.json:
        print(json.dumps({"event": "doctor", "tried": tried}))
    return 0 if any(each["hop"] == Hop.REACHED for each in tried) else 1


def _values(finding: Finding) -> dict[str, str]:
    return {"kind": finding.kind.value, "text": finding.text, "remedy": finding.remedy}


def _of(facts: NetworkFacts) -> dict[str, object]:
    return {
        "hosts": list(facts.hosts),
        "answering": facts.answering,
        "silent": list(facts.silent),
        "called_back": facts.dialled,
    }
