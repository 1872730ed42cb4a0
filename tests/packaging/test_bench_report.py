"""The page of figures: read from pytest-benchmark's results, never from what we hope."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.bench.figures import EXPLAINED, FIGURES, Figure, Other, milliseconds
from tests.bench.growth import Size
from tests.bench.report import (
    MISSED,
    ROOT,
    TABLES,
    exponent,
    is_of,
    line_of,
    page,
    said,
    table_growth,
    table_lines,
)

README = ROOT / "README.md"


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
    others=(Other("theirs", 12.0, "May"), Other("others", 20.0, "May", "others 52")),
)


def test_a_figure_is_that_of_its_test_and_size() -> None:
    results = [
        result("test_deck.py::test_check", "103", 0.02),
        result("test_deck.py::test_check", "52", 0.006),
    ]
    line = line_of(FIGURE, results, {})

    assert line is not None
    assert line.ours == pytest.approx(6.0)
    assert line.ratio == pytest.approx(2.0)
    assert line.is_met
    assert line.words() == ("checked", "6 ms", "12 theirs (May); 20 others (May)", "2.0×", "≤ 8", "")


def test_what_runs_here_takes_the_place_of_what_was_measured_before() -> None:
    line = line_of(FIGURE, [result("test_deck.py::test_check", "52", 0.006)], {"others 52": 9.0})

    assert line is not None
    assert line.ratio == pytest.approx(1.5)
    assert line.words()[2] == "12 theirs (May); 9 others"


def test_a_missed_goal_is_marked_and_asserts_nothing() -> None:
    line = line_of(FIGURE, [result("test_deck.py::test_check", "52", 0.02)], {})

    assert line is not None
    assert line.words()[-1] == "missed, and nothing says why"


def test_a_missed_goal_names_the_paragraph_that_explains_it() -> None:
    ten = Size(10, wall_s=60.0, cpu_s=1.0, record=1000, wire=0, heights=1)

    assert table_lines([ten])[0].words()[-1] == "missed; README: Ten processes"


def test_what_did_not_run_has_no_line() -> None:
    assert line_of(FIGURE, [], {}) is None


def test_a_test_whose_name_begins_alike_is_another() -> None:
    assert not is_of(result("test_deck.py::test_check_all", "52", 1), "test_deck.py::test_check", "52")
    assert not is_of(result("test_deck.py::test_check", "520", 1), "test_deck.py::test_check", "52")


def test_growth_is_fitted_over_the_sizes() -> None:
    squares = [result("a.py::b", str(size), size**2 / 1000) for size in (10, 20, 50)]

    assert exponent(squares, "a.py::b") == pytest.approx(2.0)
    assert exponent(squares[:1], "a.py::b") is None


def test_a_game_among_more_and_more_is_fitted_and_its_bytes_held_against_their_budget() -> None:
    sizes = [
        Size(n, wall_s=n * 4.0, cpu_s=n**2 / 1.0, record=n * 1000, wire=n**3 * 1000, heights=n)
        for n in (2, 4, 10)
    ]
    lines, growth = table_lines(sizes), table_growth(sizes)

    assert [line.is_met for line in lines] == [True, None, False, False, False]
    assert lines[0].ours == pytest.approx(40)
    assert list(growth.values()) == pytest.approx([1, 2, 1, 3])


def test_where_nobody_counts_the_bytes_nothing_is_said_of_them() -> None:
    sizes = [Size(n, wall_s=n * 10.0, cpu_s=1.0, record=1000, wire=0, heights=n) for n in (2, 8)]

    assert [line.goal for line in table_lines(sizes)] == [None, None]
    assert len(table_growth(sizes)) == 3


@pytest.mark.parametrize(
    ("value", "text"), [(9.534, "9.53"), (0.8, "0.8"), (42_911, "42,900"), (1310.4, "1,310")]
)
def test_numbers_have_three_figures(value: float, text: str) -> None:
    assert said(value) == text


def test_the_page_is_a_markdown_table_where_wanted() -> None:
    line = line_of(FIGURE, [result("test_deck.py::test_check", "52", 0.006)], {})
    assert line is not None
    text = page([line], {"checking": 1.02}, "a machine", markdown=True).splitlines()

    assert text[0].startswith("| figure | ours |")
    assert text[2].startswith("| checked | 6 ms |")
    assert text[-1] == "a machine; checking: size^1.02"


def test_every_figure_names_a_test_that_exists() -> None:
    from tests.bench import report  # noqa: PLC0415

    for figure in FIGURES:
        file, _, test = figure.test.partition("::")
        assert f"def {test}(" in (report.HERE / file).read_text(encoding="utf-8")


def test_the_readme_explains_each_goal_that_its_table_misses() -> None:
    """Its table is the report's own (`--markdown`): every figure has its line, every miss names its
    paragraph, and every paragraph that may be named is there."""
    measured = README.read_text(encoding="utf-8").partition("\n## Measured\n")[2].partition("\n## ")[0]
    table = measured.partition("| --- | --- | --- | --- | --- | --- |\n")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
    shown = {row[0]: row for row in rows}
    ten = Size(10, wall_s=1.0, cpu_s=1.0, record=1000, wire=1, heights=1)
    sizes = [replace(ten, peers=peers) for peers in TABLES]
    missed = {title: row[-1] for title, row in shown.items() if row[-1]}
    paragraphs = {heading for heading in EXPLAINED.values() if f"\n**{heading}.** " in measured}

    assert shown.keys() == {figure.title for figure in FIGURES} | {line.title for line in table_lines(sizes)}
    assert missed == {title: f"{MISSED}; README: {EXPLAINED.get(title)}" for title in missed}
    assert paragraphs == {*EXPLAINED.values()}
    assert EXPLAINED.keys() <= shown.keys()
