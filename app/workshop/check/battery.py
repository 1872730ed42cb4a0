"""All checks by name, and the functions that run them on a game."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from app.workshop.check import choice, course
from app.workshop.check.claims import check_honest, check_lies
from app.workshop.check.journey import Case
from app.workshop.check.leaving import check_leavers, check_lonely, check_over, check_scratch_after
from app.workshop.check.offer import check_offer
from app.workshop.check.secrets import check_hidden_faces, check_sample, check_sample_plays
from app.workshop.check.speed import check_begun_anywhere, check_clone, check_side_by_side
from app.workshop.check.spelling import (
    check_any_text,
    check_event_texts,
    check_face_texts,
    check_garbled_events,
    check_garbled_positions,
    check_position_texts,
)
from app.workshop.check.standing_in import check_stand_in, check_stand_in_alike, check_stand_in_ends
from app.workshop.check.trail import Broken, Moment, Trail
from app.workshop.check.worlds import check_worlds

Check = Callable[[Trail], None]
CHECKS: dict[str, Check] = {
    "offer": check_offer,
    "end": course.check_end,
    "outcome": course.check_outcome,
    "standing": course.check_standing,
    "same-again": course.check_same_again,
    "needs": course.check_needs,
    "next-deck": course.check_next_deck,
    "hands": course.check_hands,
    "actions": choice.check_actions,
    "off-turn": choice.check_off_turn,
    "at-once": choice.check_at_once,
    "illegal": choice.check_illegal,
    "opens": choice.check_opens,
    "leads-on": choice.check_leads_on,
    "strangers": choice.check_strangers,
    "event-texts": check_event_texts,
    "position-texts": check_position_texts,
    "face-texts": check_face_texts,
    "any-text": check_any_text,
    "garbled-events": check_garbled_events,
    "garbled-positions": check_garbled_positions,
    "hidden-faces": check_hidden_faces,
    "sample": check_sample,
    "sample-plays": check_sample_plays,
    "worlds": check_worlds,
    "honest": check_honest,
    "lies": check_lies,
    "side-by-side": check_side_by_side,
    "begun-anywhere": check_begun_anywhere,
    "clone": check_clone,
    "leavers": check_leavers,
    "all-but-one-leave": check_lonely,
    "scratch-after-leavers": check_scratch_after,
    "over": check_over,
    "stand-in": check_stand_in,
    "stand-in-ends": check_stand_in_ends,
    "stand-in-alike": check_stand_in_alike,
}
"""The checks by name, from basic to rare: mend the first failure first."""


class FailedCheck(Struct, frozen=True):
    """A check that a game fails.

    `place` is None if the check fails outside of a game; `raised` is the traceback of an exception, from the
    first frame outside the battery.
    """

    check: str
    promise: str
    case: str
    expected: str
    found: str
    place: Moment | None
    raised: tuple[str, ...] = ()


def run_check(name: str, case: Case, *, seed: int = 1) -> FailedCheck | None:
    """Run a check on random games of a case; return its failure, or None."""
    trail = Trail(case, seed)
    try:
        CHECKS[name](trail)
    except Broken as why:
        return _finding(name, trail, why.expected, why.found)
    # An author's code runs here: any exception is a finding.
    except Exception as why:
        found = f"{type(why).__name__}: {why}"
        finding = _finding(name, trail, "no exception but the contract's refusals", found)
        return replace(finding, raised=tuple(_own_lines(why)))
    return None


def run_battery(
    cases: Iterable[Case], names: Iterable[str], *, seed: int
) -> Iterator[tuple[str, FailedCheck | None]]:
    """Run each check on all cases up to its first failure; yield each result at once."""
    tried = tuple(cases)
    for name in names:
        found = (run_check(name, case, seed=seed) for case in tried)
        yield name, next((finding for finding in found if finding is not None), None)


def promise_of(name: str) -> str:
    """Return the promise that a check tests: the first line of its docstring."""
    return (CHECKS[name].__doc__ or "").partition("\n")[0]


def _own_lines(why: Exception) -> Iterator[str]:
    """Yield the lines of an exception's traceback, from the first frame outside the battery."""
    frames = traceback.extract_tb(why.__traceback__)
    own = [at for at, frame in enumerate(frames) if Path(frame.filename).parent != Path(__file__).parent]
    for text in traceback.format_list(frames[own[0] :] if own else frames):
        yield from text.rstrip().splitlines()


def _finding(name: str, trail: Trail, expected: str, found: str) -> FailedCheck:
    try:
        place = trail.place
    # The text of the position may itself be what fails.
    except Exception:
        place = None
    return FailedCheck(
        check=name,
        promise=promise_of(name),
        case=str(trail.case),
        expected=expected,
        found=found,
        place=place,
    )
