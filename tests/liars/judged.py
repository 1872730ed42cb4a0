"""The judgement after every table of liars, whatever was told there: nothing here knows the lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from app.keep.record_file import read_record_file
from app.records.comparison import compare
from app.records.verify import verify_record
from app.table.troubles import FAULTS
from tests.faults.judged import Broken

MARK = "\0"


class TooSoon(Broken):
    """The game was over before the lie."""


def compared(records: Sequence[Path]) -> str:
    """Return "equal", or "beginnings" if some honest records are longer; `Broken` if they differ before."""
    kept = [each for each in records if each.exists()]
    if len(kept) != len(records):
        raise Broken(f"records of {len(kept)} of {len(records)} only")
    files = [each.read_bytes() for each in kept]
    if len({*files}) == 1:
        return "equal"
    first, *others = map(read_record_file, files)
    for other in others:
        found = compare(first, other)
        if not found.is_one_game or found.is_parted:
            raise Broken(
                f"the records of the honest part at step {found.shared + 1}: {found.both} signed both"
            )
        if found.differs and found.heights[0] == found.heights[1]:
            raise Broken(f"equal courses, and the files differ in {' and '.join(found.differs)}")
    return "beginnings"


def charged(records: Sequence[Path], liars: set[int]) -> set[int]:
    """The seats that a stranger's `verify` of these records names; raises `Broken` if a record does not hold,
    if somebody honest is named, or if equally long records get different verdicts."""
    verdicts = [verify_record(each.read_bytes()) for each in records]
    for verdict in verdicts:
        if verdict.problem:
            raise Broken(f"a record does not hold: {verdict.problem}")
    found = [(verdict.heights, {each.seat for each in verdict.charges}) for verdict in verdicts]
    for heights, named in found:
        if wrong := {str(seat) for seat in named if seat not in liars}:
            raise Broken(f"verify names {sorted(wrong)}, who did not lie")
        if any(heights == other and named != others for other, others in found):
            raise Broken(f"equally long records name different seats: {found}")
    return {seat for _, named in found for seat in named if seat is not None}


def unjustly_told(told: Iterable[str], honest: Iterable[str]) -> list[str]:
    """The sentences that blame somebody honest for a lie or for silence."""
    heads = {words.format(who=MARK, what="").partition(MARK)[2][:24] for _, words in FAULTS.values()}
    heads |= {"'s program has signed something false", " has taken back a vote", " has not joined the vote"}
    heads |= {
        "'s program, 0:",  # the game waits for it
        "'s program has confirmed something different",
        "'s program has voted on",
    }
    signs = [f"{who}{head}" for who in honest for head in heads if head]
    return [text for text in told if any(sign in text for sign in signs)]
