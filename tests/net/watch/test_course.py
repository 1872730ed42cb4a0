"""A spectator's course: records, their sources, and the height at which two sources begin to differ."""

from __future__ import annotations

from itertools import pairwise

import pytest

from net.errors import Forked, Malformed
from net.link.address import Address
from net.watch import course as course_module
from net.watch.course import Course
from net.watch.fork import ForkSearch, begin, contradictions, go_on
from net.watch.sources import KnownSource, Sources
from tests.support.keys import toy_genesis
from tests.support.logs import honest_log

KEY, OTHER = b"one", b"other"
OURS = honest_log(3, 70)
RAWS = OURS.raws
THEIRS = honest_log(3, 70, pays={3: b"another course"}).raws


def test_a_course_grows_height_by_height_and_remembers_the_source_of_each() -> None:
    course = Course(OURS.genesis.id)
    assert course.put(RAWS[0], KEY) and course.put(RAWS[1], OTHER)
    assert not course.put(RAWS[3], KEY)
    assert course.put(RAWS[0], OTHER) and course.k == 2  # it is here
    with pytest.raises(Forked):
        course.put(other_game()[2], KEY)

    assert [course.giver(k) for k in range(4)] == [None, KEY, OTHER, None]
    assert [course.tip(k) for k in range(3)] == [OURS.genesis.id, *(each.h for each in OURS.records[:2])]


def other_game() -> list[bytes]:
    return honest_log(3, 5, genesis=toy_genesis(3, table=bytes([9]) * 16)).raws


def test_the_checked_part_of_a_course_grows_with_it_and_never_shrinks() -> None:
    course = Course(OURS.genesis.id)
    course.put(RAWS[0], KEY)
    course.put(RAWS[1], KEY)
    for k, sure in ((1, 1), (0, 1), (9, 2)):
        course.check(k)
        assert course.sure == sure


def test_a_course_may_be_as_large_as_a_record_file_to_the_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    assert course_module.COURSE_MAX_BYTES == 256 * 1024 * 1024
    monkeypatch.setattr(course_module, "COURSE_MAX_BYTES", len(RAWS[0]) + len(RAWS[1]))
    course = Course(OURS.genesis.id)
    for _ in range(2):
        assert course.put(RAWS[0], KEY) and course.put(RAWS[1], KEY)
        with pytest.raises(Malformed, match="larger than any record"):
            course.put(RAWS[2], KEY)
        course.cut(1)
        assert course.k == 1 and course.giver(2) is None


# -- where two courses differ


def ours(k: int) -> bytes:
    return RAWS[k - 1]


def test_a_fork_is_searched_backwards_64_heights_at_a_time() -> None:
    assert [begin(KEY, k, 1.0).first for k in (1, 64, 65, 70)] == [1, 1, 2, 7]
    assert begin(KEY, 70, 1.0) == ForkSearch(KEY, 7, 7, 6.0)
    last = ForkSearch(KEY, 70, 70, 9.0)

    assert go_on(last, THEIRS[69:], ours, sure=70) == ForkSearch(KEY, 6, 6, 9.0)
    assert go_on(begin(KEY, 70, 1.0), THEIRS[6:], ours, sure=70) == ForkSearch(KEY, 1, 1, 6.0)


def test_at_the_first_difference_a_seat_has_signed_both_records() -> None:
    found = go_on(ForkSearch(KEY, 1, 1, 9.0), THEIRS, ours, sure=70)

    assert isinstance(found, tuple) and len(found) == 4  # the author, and all three who acknowledged
    assert all(one in RAWS[2] and two in THEIRS[2] and one != two for one, two in found)


def test_only_as_many_pairs_are_shown_as_are_needed_for_the_proof() -> None:
    fourth = honest_log(3, 4, pays={4: b"another course"}).records[3]

    assert len(contradictions(OURS.records[3], fourth)) == 5  # all six write there
    assert contradictions(OURS.records[3], OURS.records[3]) == ()


@pytest.mark.parametrize(("sure", "goes_on"), [(6, False), (7, True)])
def test_unchecked_heights_are_not_compared(sure: int, goes_on: bool) -> None:
    found = go_on(begin(KEY, 70, 1.0), THEIRS[6:], ours, sure=sure)

    assert isinstance(found, ForkSearch) == goes_on
    assert goes_on or found == ()


def test_equal_heights_are_skipped_and_unrequested_ones_ignored() -> None:
    search = begin(KEY, 70, 1.0)

    assert go_on(search, THEIRS[:6], ours, sure=70) == search
    assert go_on(search, RAWS, ours, sure=70) == ForkSearch(KEY, 7, 71, 6.0)
    assert go_on(begin(KEY, 5, 1.0), other_game(), ours, sure=70) == ()


# -- the sources


def places(count: int, *, first: int = 0) -> list[tuple[bytes, tuple[Address, ...]]]:
    return [(b"%d" % n, (Address("10.0.0.1", n + 1),)) for n in range(first, first + count)]


def keys(found: list[KnownSource]) -> list[bytes]:
    return [each.key for each in found]


def test_the_number_of_sources_is_limited_and_each_counts_once() -> None:
    assert len(keys(Sources(places(30)).spotless(None))) == 24
    sources = Sources(places(20))

    assert keys(sources.add([*places(2, first=19), *places(9, first=21)])) == [b"20", b"21", b"22", b"23"]
    assert sources.get(b"19") is not None and sources.get(b"24") is None and sources.get(None) is None


def test_the_sources_take_turns_and_the_good_ones_come_first() -> None:
    sources = Sources(places(4))

    def turn() -> list[bytes]:
        at, seen = None, []
        for _ in range(3):
            best = sources.best(at)
            assert best is not None
            seen.append(at := best.key)
        return seen

    assert turn() == [b"0", b"1", b"2"]
    sources.strike(b"1")
    assert turn() == [b"0", b"2", b"3"]
    assert keys(sources.spotless(b"2")) == [b"0", b"3"]
    for key in (b"0", b"2", b"3"):
        known = sources.get(key)
        assert known is not None and not sources.all_refuse
        known.refused_at = 1.0
    assert turn() == [b"1"] * 3  # a source that did wrong is better than one that turns us away
    struck = sources.get(b"1")
    assert struck is not None
    struck.refused_at = 1.0
    assert sources.all_refuse and all(one != two for one, two in pairwise(turn()))
    assert Sources([]).best(None) is None
