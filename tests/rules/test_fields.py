"""Words `name=value` in a fixed order, and the small values in them."""

from __future__ import annotations

import pytest

from rules.errors import BadText, quoted
from rules.fields import parse_below, parse_choice, parse_fields, parse_seats


def test_the_values_come_in_the_order_of_the_names() -> None:
    assert parse_fields("head a=1 b=x=2 c=", head="head", names=("a", "b", "c")) == ("1", "x=2", "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "head",
        "head a=1",
        "head a=1 b=2 c=3",
        "tail a=1 b=2",
        "head b=2 a=1",
        "head a=1 b",
        "head a1 b=2",
        "head  a=1 b=2",
        "head a=1  b=2",
        " head a=1 b=2",
    ],
)
def test_missing_or_unknown_fields_are_refused(text: str) -> None:
    with pytest.raises(BadText):
        parse_fields(text, head="head", names=("a", "b"))


def test_a_number_is_read_only_if_it_is_one_of_the_choices() -> None:
    assert parse_choice("2", (1, 2, 3)) == 2
    with pytest.raises(BadText, match="expected one of 1, 2, 3"):
        parse_choice("4", (1, 2, 3))


@pytest.mark.parametrize("text", ["3", "-1", "01", "x", "", "99999999999"])
def test_only_a_number_below_its_limit_is_read(text: str) -> None:
    assert parse_below("2", 3) == 2
    with pytest.raises(BadText):
        parse_below(text, 3)


@pytest.mark.parametrize("text", ["0,0", "4", "0,4", "x", "0,", ""])
def test_only_different_seats_of_the_table_are_read(text: str) -> None:
    assert parse_seats("3,0", seats=4) == (3, 0) and parse_seats("-", seats=4) == ()
    with pytest.raises(BadText):
        parse_seats(text, seats=4)


def test_a_refusal_quotes_at_most_one_line_of_a_text() -> None:
    assert quoted("it's") == '"it\'s"' and quoted("x" * 81) == repr("x" * 80)
