"""Mishaps of a demo's peers: at a height somebody leaves, is killed and perhaps comes back, or lets its time
for a move run out."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.errors import BadOptions

_AT = re.compile(r"(\d{1,2})@(\d{1,6})")
_KILL = re.compile(r"(\d{1,2})@(\d{1,6})(?:\+(\d{1,4}))?")


class What(StrEnum):
    """Kind of mishap: as the words of the command are called."""

    QUIT = "quit"
    KILL = "kill"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Mishap:
    """A mishap of the peer in `seat` (from 0) at the first height from `k` on that it tells. Who is killed is
    back after `back_s` seconds (None: never)."""

    seat: int
    k: int
    what: What
    back_s: int | None = None

    @property
    def is_for_good(self) -> bool:
        """True if the peer never comes back."""
        return self.what is not What.LATE and self.back_s is None


def add_mishaps(parser: argparse.ArgumentParser) -> None:
    """The words of what is to happen."""
    group = parser.add_argument_group("what is to happen to the peers, as often as wanted")
    group.add_argument(
        "--quit",
        action="append",
        default=[],
        metavar="SEAT@HEIGHT",
        help="the player in that seat (1 is the host) leaves in order at that step of the log",
    )
    group.add_argument(
        "--kill",
        action="append",
        default=[],
        metavar="SEAT@HEIGHT[+SECONDS]",
        help="its process is killed, and started again after so many seconds (without them: never)",
    )
    group.add_argument(
        "--late",
        action="append",
        default=[],
        metavar="SEAT@HEIGHT",
        help="it lets the time for its next move run out (with --clock SECONDS, from 3 peers on; cards that "
        "lie closed in its hand can be played for it with --escrow)",
    )


def mishaps_of(words: argparse.Namespace, peers: int, *, has_clock: bool) -> tuple[Mishap, ...]:
    """Return the mishaps asked for; raises `BadOptions`."""
    found = [_parsed(text, What.QUIT, peers) for text in words.quit]
    found += [_parsed(text, What.KILL, peers) for text in words.kill]
    found += [_parsed(text, What.LATE, peers) for text in words.late]
    if words.late and not has_clock:
        raise BadOptions("--late needs a time that can run out: --clock SECONDS")
    if words.late and peers < 3:
        raise BadOptions("between two players the clock only shows the time: --late needs 3 peers")
    for each in found:
        if sum(other.seat == each.seat and other.is_for_good for other in found) > 1:
            raise BadOptions(f"seat {each.seat + 1} can go for good only once")
    if len({each.seat for each in found if each.is_for_good}) >= peers:
        raise BadOptions("somebody has to stay")
    return tuple(sorted(found, key=lambda each: each.k))


def happened_text(mishap: Mishap, name: str, k: int) -> str:
    """Tell the mishap that has just happened, for the person who looks at the demo."""
    if mishap.what is What.QUIT:
        return f"step {k}: {name} leaves in order"
    if mishap.what is What.LATE:
        return f"step {k}: {name} lets its time for the next move run out"
    back = "for good" if mishap.back_s is None else f"and starts again after {mishap.back_s} s"
    return f"step {k}: {name}'s process is killed, {back}"


def _parsed(text: str, what: What, peers: int) -> Mishap:
    found = (_KILL if what is What.KILL else _AT).fullmatch(text)
    if found is None:
        form = "SEAT@HEIGHT[+SECONDS]" if what is What.KILL else "SEAT@HEIGHT"
        raise BadOptions(f"it is --{what} {form}, not {text!r}")
    groups: Sequence[str | None] = found.groups()
    seat, k = int(groups[0] or 0), int(groups[1] or 0)
    if not 1 <= seat <= peers:
        raise BadOptions(f"the seats of this demo are 1 to {peers}, not {seat}")
    back = groups[2] if len(groups) > 2 else None
    return Mishap(seat - 1, k, what, None if back is None else int(back))
