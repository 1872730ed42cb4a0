"""Mishaps of a demo's peers: at a height a peer leaves, is killed, or lets its time run out."""

from __future__ import annotations

import argparse
import re
from enum import StrEnum

from msgspec import Struct

from rules.errors import BadOptions

_AT = re.compile(r"(\d{1,2})@(\d{1,6})()")  # an empty third group, for no time to come back
_KILL = re.compile(r"(\d{1,2})@(\d{1,6})(?:\+(\d{1,4}))?")


class MishapKind(StrEnum):
    """A kind of mishap, named like the option of the command."""

    QUIT = "quit"
    KILL = "kill"
    LATE = "late"


class Mishap(Struct, frozen=True):
    """A mishap of the peer in `seat` (from 0), at the first height from `k` on that it reports. A killed peer
    starts again after `back_s` seconds (None: never)."""

    seat: int
    k: int
    kind: MishapKind
    back_s: int | None = None

    @property
    def is_for_good(self) -> bool:
        """True if the peer never comes back."""
        return self.kind is not MishapKind.LATE and self.back_s is None


def add_mishaps(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for mishaps."""
    group = parser.add_argument_group("mishaps of the peers; may be repeated")
    group.add_argument(
        "--quit",
        action="append",
        default=[],
        metavar="SEAT@HEIGHT",
        help="the player in that seat (1 is the host) leaves the game at that step of the log",
    )
    group.add_argument(
        "--kill",
        action="append",
        default=[],
        metavar="SEAT@HEIGHT[+SECONDS]",
        help="its process is killed, and started again after SECONDS if they are given",
    )
    group.add_argument(
        "--late",
        action="append",
        default=[],
        metavar="SEAT@HEIGHT",
        help="let the time for its next move run out (needs --clock SECONDS and 3 peers; with --escrow the "
        "cards in its hand can be played for it)",
    )


def mishaps_of(args: argparse.Namespace, peers: int, *, has_clock: bool) -> tuple[Mishap, ...]:
    """Return the mishaps of the command line; raises `BadOptions`."""
    found = [_parsed(text, MishapKind.QUIT, peers) for text in args.quit]
    found += [_parsed(text, MishapKind.KILL, peers) for text in args.kill]
    found += [_parsed(text, MishapKind.LATE, peers) for text in args.late]
    if args.late and not has_clock:
        raise BadOptions("--late needs --clock SECONDS")
    if args.late and peers < 3:
        raise BadOptions("--late needs 3 peers: between two players nothing happens when time runs out")
    for each in found:
        if sum(other.seat == each.seat and other.is_for_good for other in found) > 1:
            raise BadOptions(f"seat {each.seat + 1} can be given up only once")
    if len({each.seat for each in found if each.is_for_good}) >= peers:
        raise BadOptions("at least one peer must stay")
    return tuple(sorted(found, key=lambda each: each.k))


def happened_text(mishap: Mishap, name: str, k: int) -> str:
    """Return a sentence about a mishap that just happened, for the demo's output."""
    if mishap.kind is MishapKind.QUIT:
        return f"step {k}: {name} leaves in order"
    if mishap.kind is MishapKind.LATE:
        return f"step {k}: {name} lets its time for the next move run out"
    back = "never to return" if mishap.back_s is None else f"and starts again after {mishap.back_s} s"
    return f"step {k}: {name}'s process is killed, {back}"


def _parsed(text: str, kind: MishapKind, peers: int) -> Mishap:
    found = (_KILL if kind is MishapKind.KILL else _AT).fullmatch(text)
    if found is None:
        form = "SEAT@HEIGHT[+SECONDS]" if kind is MishapKind.KILL else "SEAT@HEIGHT"
        raise BadOptions(f"write --{kind} {form}, not {text!r}")
    seat, k, back = found.groups()
    if not 1 <= int(seat) <= peers:
        raise BadOptions(f"the seats of this demo are 1 to {peers}, not {seat}")
    return Mishap(int(seat) - 1, int(k), kind, int(back) if back else None)
