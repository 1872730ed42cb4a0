"""A comparison of two records of one game: equal, one the beginning of the other, or parted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from app.games.narrator import counted, listed
from app.keep.record_file import RecordFile
from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.hashes import body_hash
from net.wire.record import Record, contradicts, parse_record
from net.wire.sign_slot import SignSlot


class Comparison(Struct, frozen=True):
    """The result of comparing two valid records.

    `is_one_game`: they begin with the same genesis. `shared`: number of equal steps from the first on.
    `heights`: number of steps of each. `both`: seats that have signed two messages that contradict each
    other, one in each record. `differs`: names of the other parts of the files that differ.
    """

    is_one_game: bool
    heights: tuple[int, int]
    shared: int = 0
    both: tuple[int, ...] = ()
    differs: tuple[str, ...] = ()

    @property
    def is_parted(self) -> bool:
        """True if the two records tell different courses of one game."""
        return self.is_one_game and self.shared < min(self.heights)


def compare(one: RecordFile, two: RecordFile) -> Comparison:
    """Compare two records; raises `PeerError` if one is damaged."""
    heights = len(one.records), len(two.records)
    if body_hash(one.genesis) != body_hash(two.genesis):
        return Comparison(is_one_game=False, heights=heights)
    courses = [[parse_record(raw) for raw in file.records] for file in (one, two)]
    pairs = zip(*courses, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0].h == pair[1].h, pairs))
    if shared < min(heights):
        both = _signers_of_both(courses[0][shared:], courses[1][shared:])
        return Comparison(True, heights, shared, both)
    parts = {
        "signatures": one.sigs != two.sigs or one.records[:shared] != two.records[:shared],
        "evidence of lies": one.evidence != two.evidence,
        "opened hands": one.hands != two.hands,
    }
    differs = tuple(part for part, is_other in parts.items() if is_other)
    return Comparison(True, heights, shared, differs=differs)


def _signers_of_both(one: Sequence[Record], two: Sequence[Record]) -> tuple[int, ...]:
    """Return the seats whose messages in the two records contradict each other: a proof that they lie."""
    first, second = _by_place(one), _by_place(two)
    found = {body.seat for place, body in first.items() if place in second and second[place] != body}
    for these, those in ((first, second), (second, first)):
        votes = [body for body in these.values() if isinstance(body, Vote)]
        acks = [body for body in those.values() if isinstance(body, Ack)]
        found |= {vote.seat for vote in votes for ack in acks if contradicts(vote, ack)}
    return tuple(sorted(found))


def _by_place(course: Sequence[Record]) -> dict[SignSlot, Entry | Ack | Vote]:
    """Map each place that may be signed once to the message that a course has there."""
    envelopes = (each for record in course for each in (*record.items, *record.acks))
    bodies = (parse_body(each.body) for each in envelopes)
    return {body.slot: body for body in bodies if isinstance(body, Entry | Ack | Vote)}


def compared_text(found: Comparison, files: tuple[str, str], names: Sequence[str]) -> str:
    """Return the finding for people, in one or two sentences."""
    if not found.is_one_game:
        return "These are two different games."
    if found.is_parted:
        who = listed([names[seat] for seat in found.both])
        signed = f"Both were signed by {who}." if who else "Nothing shows that anybody signed both."
        return f"These are two versions of one game: they differ from step {found.shared + 1} on. {signed}"
    besides = f" The files differ in {listed(found.differs)}." if found.differs else ""
    if found.heights[0] == found.heights[1]:
        return f"Both tell the same game, step by step.{besides}" if besides else "The two files are equal."
    longer = 0 if found.heights[0] > found.heights[1] else 1
    more = counted(abs(found.heights[0] - found.heights[1]), "step")
    return f"{files[1 - longer]} is the beginning of {files[longer]}, which has {more} more.{besides}"
