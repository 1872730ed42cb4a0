"""What happens to peers of a demo: somebody leaves, or is killed, at a height, and perhaps comes back."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.errors import BadOptions

_QUIT = re.compile(r"(\d{1,2})@(\d{1,6})")
_KILL = re.compile(r"(\d{1,2})@(\d{1,6})(?:\+(\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class Mishap:
    """At the first height from `k` on that it tells, the peer in `seat` (from 0) leaves in order, or is
    killed; then it is back after `back_s` seconds (None: never)."""

    seat: int
    k: int
    is_killed: bool
    back_s: int | None = None

    @property
    def is_for_good(self) -> bool:
        """Whether the peer never comes back."""
        return self.back_s is None


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


def mishaps_of(words: argparse.Namespace, peers: int) -> tuple[Mishap, ...]:
    """What was asked for; raises `BadOptions`."""
    found = [_parsed(text, _QUIT, "--quit SEAT@HEIGHT", peers) for text in words.quit]
    found += [_parsed(text, _KILL, "--kill SEAT@HEIGHT[+SECONDS]", peers) for text in words.kill]
    for each in found:
        if sum(other.seat == each.seat and other.is_for_good for other in found) > 1:
            raise BadOptions(f"seat {each.seat + 1} can go for good only once")
    if len({each.seat for each in found if each.is_for_good}) >= peers:
        raise BadOptions("somebody has to stay")
    return tuple(sorted(found, key=lambda each: each.k))


def happened_text(mishap: Mishap, name: str, k: int) -> str:
    """What has just happened, for whoever looks at the demo."""
    if not mishap.is_killed:
        return f"step {k}: {name} leaves in order"
    back = "for good" if mishap.back_s is None else f"and starts again after {mishap.back_s} s"
    return f"step {k}: {name}'s process is killed, {back}"


def _parsed(text: str, pattern: re.Pattern[str], form: str, peers: int) -> Mishap:
    found = pattern.fullmatch(text)
    if found is None:
        raise BadOptions(f"it is {form}, not {text!r}")
    groups: Sequence[str | None] = found.groups()
    seat, k = int(groups[0] or 0), int(groups[1] or 0)
    if not 1 <= seat <= peers:
        raise BadOptions(f"the seats of this demo are 1 to {peers}, not {seat}")
    back = groups[2] if len(groups) > 2 else None
    return Mishap(seat - 1, k, pattern is _KILL, None if back is None else int(back))
