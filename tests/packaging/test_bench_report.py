"""The page of figures, made only from pytest-benchmark's results."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bench.figures import EXPLAINED, FIGURES, POINT_US, SCALED, Figure, Other, milliseconds
from tests.bench.growth import Size
from tests.bench.report import HERE, exponent, is_of, line_of, page, said, table_growth, table_lines
from tests.bench.results_page import BOTS, LADDER, PAGE, PARTS, replaced, section, sections
from tests.support.values import replace


def result(name: str, param: str, median: float) -> dict[str, Any]:
    return {
        "fullname": f"tests/bench/{name}[{param}]" if param else f"tests/bench/{name}",
        "param": param or None,
        "stats": {"median": median},
        "extra_info": {},
    }


FIGURE = Figure(
    "deck",
    "checked",
    "test_deck.py::test_check",
    "52",
    "ms",
    milliseconds,
    8.0,
    others=(Other("theirs", 12.0), Other("others", key="others 52")),
)


def test_a_figure_is_the_measurement_of_its_test_at_its_size() -> None:
    results = [
        result("test_deck.py::test_check", "103", 0.02),
        result("test_deck.py::test_check", "52", 0.006),
    ]
    line = line_of(FIGURE, results, {}, POINT_US)

    assert line is not None
    assert line.ours == pytest.approx(6.0)
    assert line.ratio == pytest.approx(2.0)
    assert line.is_met
    assert line.words() == ("checked", "6 ms", "12 theirs", "2.0×", "≤ 8", "")


def test_new_measurements_replace_older_ones() -> None:
    line = line_of(FIGURE, [result("test_deck.py::test_check", "52", 0.006)], {"others 52": 9.0}, POINT_US)

    assert line is not None
    assert line.ratio == pytest.approx(1.5)
    assert line.words()[2] == "12 theirs; 9 others"


def test_a_slower_host_is_not_taken_for_a_slower_program() -> None:
    """The other's figure and the goal are scaled by one multiplication of a point; ours is of this run."""
    line = line_of(FIGURE, [result("test_deck.py::test_check", "52", 0.012)], {}, 2 * POINT_US)

    assert line is not None
    assert line.ratio == pytest.approx(2.0) and line.is_met
    assert line.words() == ("checked", "12 ms", "24 theirs", "2.0×", "≤ 16", "")


def test_a_figure_from_another_run_that_cannot_be_scaled_is_left_out() -> None:
    for figure in FIGURES:
        assert figure.part == SCALED or all(other.value is None for other in figure.others)
    bare = replace(FIGURE, others=FIGURE.others[1:])
    line = line_of(bare, [result("test_deck.py::test_check", "52", 0.006)], {}, POINT_US)

    assert line is not None and line.ratio is None and line.words()[2] == ""


def test_a_missed_goal_is_marked_and_asserts_nothing() -> None:
    line = line_of(FIGURE, [result("test_deck.py::test_check", "52", 0.02)], {}, POINT_US)

    assert line is not None
    assert line.words()[-1] == "missed: not explained"


def test_a_missed_goal_says_why() -> None:
    ten = Size(10, wall_s=60.0, cpu_s=1.0, record=1000, wire=0, heights=1)
    [line, *_] = table_lines([ten])

    assert line.words()[-1] == f"missed: {EXPLAINED[line.title]}"


def test_a_test_that_did_not_run_has_no_line() -> None:
    assert line_of(FIGURE, [], {}, POINT_US) is None


def test_a_test_with_a_longer_name_or_a_longer_size_is_another_one() -> None:
    assert not is_of(result("test_deck.py::test_check_all", "52", 1), "test_deck.py::test_check", "52")
    assert not is_of(result("test_deck.py::test_check", "520", 1), "test_deck.py::test_check", "52")


def test_growth_is_fitted_over_the_sizes() -> None:
    squares = [result("a.py::b", str(size), size**2 / 1000) for size in (10, 20, 50)]

    assert exponent(squares, "a.py::b") == pytest.approx(2.0)
    assert exponent(squares[:1], "a.py::b") is None


def test_the_growth_with_the_number_of_players_is_fitted_and_the_bytes_are_compared_with_their_budget() -> (
    None
):
    sizes = [
        Size(n, wall_s=n * 4.0, cpu_s=n**2 / 1.0, record=n * 1000, wire=n**3 * 1000, heights=n)
        for n in (2, 4, 10)
    ]
    lines, growth = table_lines(sizes), table_growth(sizes)

    assert [line.is_met for line in lines] == [True, None, False, False, False]
    assert lines[0].ours == pytest.approx(40)
    assert list(growth.values()) == pytest.approx([1, 2, 1, 3])


def test_without_a_byte_count_the_page_has_no_goal_for_bytes() -> None:
    sizes = [Size(n, wall_s=n * 10.0, cpu_s=1.0, record=1000, wire=0, heights=n) for n in (2, 8)]

    assert [line.goal for line in table_lines(sizes)] == [None, None]
    assert len(table_growth(sizes)) == 3


@pytest.mark.parametrize(
    ("value", "text"), [(9.534, "9.53"), (0.8, "0.8"), (42_911, "42,900"), (1310.4, "1,310")]
)
def test_numbers_have_three_figures(value: float, text: str) -> None:
    assert said(value) == text


def test_the_page_for_a_terminal_has_a_line_for_each_figure() -> None:
    line = line_of(FIGURE, [result("test_deck.py::test_check", "52", 0.006)], {}, POINT_US)
    assert line is not None
    text = page([line], {"deck": {"checking": 1.02}}, "a machine").splitlines()

    assert (text[0], text[2], text[-1]) == ("a machine", "deck", "grows: checking: size^1.02")
    assert text[3].split()[:3] == ["checked", "6", "ms"]


def test_a_section_has_its_source_a_table_and_the_growth() -> None:
    row = ("checked", "6 ms", "", "", "≤ 8", "")
    with_growth = section("commit abc; a machine", [row], {"checking": 1.02}).split("\n\n")
    [source, table] = section("commit abc; a machine", [row], {}).split("\n\n")

    assert with_growth == [source, table, "Growth: checking: size^1.0."]
    assert source == "commit abc; a machine."
    assert table.splitlines()[2] == "| checked | 6 ms |  |  | ≤ 8 |  |"


def test_a_part_that_was_not_measured_keeps_its_section() -> None:
    first = replaced("", {"rules": "rules, once", "deck": "deck, once"}, "a ladder\n")
    second = replaced(first, {"deck": "deck, again"}, "a ladder\n")

    assert list(sections(second)) == ["deck", "rules", BOTS]
    assert sections(second) == {"deck": "deck, again", "rules": "rules, once", BOTS: "a ladder"}
    assert replaced(second, {}, "a ladder\n") == second


def test_a_part_that_the_report_no_longer_has_is_removed_from_the_page() -> None:
    assert list(sections(replaced("# Figures\n\n## gone\n\nold\n", {}, "a ladder"))) == [BOTS]


def test_the_page_that_is_kept_is_one_that_the_report_writes() -> None:
    kept = PAGE.read_text(encoding="utf-8")

    assert replaced(kept, {}, LADDER.read_text(encoding="utf-8")) == kept
    assert {*sections(kept)} <= {*PARTS, BOTS}


def test_every_figure_names_a_test_that_exists() -> None:
    for figure in FIGURES:
        file, _, test = figure.test.partition("::")
        assert f"def {test}(" in (HERE / file).read_text(encoding="utf-8")


def test_every_reason_belongs_to_a_figure() -> None:
    ten = Size(10, wall_s=1.0, cpu_s=1.0, record=1000, wire=1, heights=1)

    assert EXPLAINED.keys() <= {each.title for each in (*FIGURES, *table_lines([ten]))}
