"""Two records of one game, held against each other: equal, one the beginning of the other, or parted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.board import counted
from app.keep.record_file import RecordFile
from net.wire.hashes import body_hash
from net.wire.record import Record, parse_record


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two records that both hold have in common.

    `is_one_game` is whether they begin with the same genesis, `shared` the steps from the first that are the
    same in both, `heights` how many each has. `both` are the seats that signed both of the steps where they
    part. `differs` names what else of the files is not the same.
    """

    is_one_game: bool
    heights: tuple[int, int]
    shared: int = 0
    both: tuple[int, ...] = ()
    differs: tuple[str, ...] = ()

    @property
    def is_parted(self) -> bool:
        """Whether the two tell different courses of one game."""
        return self.is_one_game and self.shared < min(self.heights)


def compare(one: RecordFile, two: RecordFile) -> Comparison:
    """Hold two records against each other; raises `PeerError` for what is no record."""
    heights = len(one.records), len(two.records)
    if body_hash(one.genesis) != body_hash(two.genesis):
        return Comparison(is_one_game=False, heights=heights)
    shared = 0
    for first, second in zip(map(parse_record, one.records), map(parse_record, two.records), strict=False):
        if first.h != second.h:
            both = tuple(sorted(_signers(first) & _signers(second)))
            return Comparison(True, heights, shared, both)
        shared += 1
    parts = {
        "signatures": one.sigs != two.sigs or one.records[:shared] != two.records[:shared],
        "what it proves of players": one.evidence != two.evidence,
        "hands that were opened": one.hands != two.hands,
    }
    differs = tuple(part for part, is_other in parts.items() if is_other)
    return Comparison(True, heights, shared, differs=differs)


def _signers(record: Record) -> set[int]:
    """Who has signed for this very step: its entries or votes, and its acks."""
    return {each.seat for each in (*record.items, *record.acks)}


def compared_text(found: Comparison, files: tuple[str, str], names: Sequence[str]) -> str:
    """What was found, in one or two sentences."""
    if not found.is_one_game:
        return "These are two different games."
    if found.is_parted:
        who = ", ".join(names[seat] for seat in found.both) or "nobody"
        where = f"they part at step {found.shared + 1}. Signed both: {who}."
        return f"The two tell different courses of one game: {where}"
    besides = f" They differ in {' and '.join(found.differs)}." if found.differs else ""
    if found.heights[0] == found.heights[1]:
        return f"Both tell the same game, step by step.{besides}" if besides else "The two files are equal."
    longer = 0 if found.heights[0] > found.heights[1] else 1
    more = counted(abs(found.heights[0] - found.heights[1]), "step")
    return f"{files[1 - longer]} is the beginning of {files[longer]}, which has {more} more.{besides}"
