"""The grammar that all narrators share."""

from __future__ import annotations

import pytest

from app.games.narrator import Cast, left_line, listed, result_lines, sentence, third_person
from rules.api import Left, Outcome, Seat

CAST = Cast(("Ada", "Bo", "cy"), Seat(1))
WATCHED = Cast(("Ada", "Bo", "cy"), None)


@pytest.mark.parametrize(
    ("verb", "bent"),
    [
        ("bid 3", "bids 3"),
        ("take the tick", "takes the tick"),
        ("pass", "passes"),
        ("pass, with nothing to draw", "passes, with nothing to draw"),
        ("wish", "wishes"),
        ("catch it", "catches it"),
        ("carry on", "carries on"),
        ("play", "plays"),
        ("have won", "has won"),
        ("are gone", "is gone"),
        ("go on", "goes on"),
        ("mix", "mixes"),
    ],
)
def test_a_verb_is_put_into_the_third_person(verb: str, bent: str) -> None:
    assert third_person(verb) == bent


def test_the_viewer_is_you_and_the_others_go_by_their_names() -> None:
    assert [CAST.does(seat, "bid 3") for seat in range(3)] == ["Ada bids 3", "you bid 3", "cy bids 3"]
    assert [CAST.whose(seat) for seat in range(3)] == ["Ada's", "your", "cy's"]
    assert WATCHED.does(1, "bid 3") == "Bo bids 3"


def test_the_verb_agrees_with_one_name_with_you_and_with_several_names() -> None:
    assert CAST.do((0,), "win") == "Ada wins"
    assert CAST.do((1,), "win") == "you win"
    assert CAST.do((0, 1), "win") == "you and Ada win"
    assert WATCHED.do((0, 1, 2), "win") == "Ada, Bo and cy win"


@pytest.mark.parametrize(
    ("words", "text"), [((), ""), (("a",), "a"), (("a", "b"), "a and b"), (("a", "b", "c"), "a, b and c")]
)
def test_the_last_two_words_of_a_list_are_joined_by_and(words: tuple[str, ...], text: str) -> None:
    assert listed(words) == text


def test_a_sentence_has_a_stop_and_leaves_a_name_as_it_is() -> None:
    assert sentence("you", "bid 3") == "You bid 3."
    assert sentence(CAST.whose(1), "king is complete") == "Your king is complete."
    assert sentence("you, Ada and Bo", "", "win") == "You, Ada and Bo win."
    assert sentence("cy", "bids 3") == "cy bids 3."


def test_a_player_who_left_is_described_differently_from_one_who_is_gone() -> None:
    assert left_line(Left(Seat(0), "left"), CAST) == "Ada has left the table."
    assert left_line(Left(Seat(1), "left"), CAST) == "You have left the table."
    assert left_line(Left(Seat(2), "gone"), CAST) == "cy is gone and will not be back."


@pytest.mark.parametrize(
    ("outcome", "unit", "lines"),
    [
        (
            Outcome((7, 1, 3), (1, 3, 2)),
            "point",
            ("Ada wins with 7 points.", "cy is second with 3 points.", "You are third with 1 point."),
        ),
        (Outcome((2, 2, 0), (1, 1, 3)), "", ("You and Ada share the victory.", "cy is third.")),
        (
            Outcome((9, 4, 4), (1, 2, 2)),
            "card",
            ("Ada wins with 9 cards.", "You and cy share the second place with 4 cards."),
        ),
        (
            Outcome((5, 0, 8), (1, 2, 2)),
            "point",
            ("Ada wins with 5 points.", "You and cy share the second place."),
        ),
    ],
)
def test_the_result_has_a_line_for_each_place(outcome: Outcome, unit: str, lines: tuple[str, ...]) -> None:
    assert result_lines(outcome, CAST, unit) == lines


def test_every_place_of_the_largest_table_has_a_word() -> None:
    ranks = tuple(range(1, 11))
    cast = Cast(tuple("ABCDEFGHIJ"), None)

    assert [line.split(" ", 2)[2] for line in result_lines(Outcome((0,) * 10, ranks), cast)[1:]] == [
        *("second.", "third.", "fourth.", "fifth.", "sixth.", "seventh.", "eighth.", "ninth.", "tenth.")
    ]
