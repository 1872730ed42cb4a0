"""Worth of an attack, a card and a swap in playouts of Kings."""

from __future__ import annotations

import pytest

from rules.kings.cards import parse_cards, parse_face
from rules.kings.piles import Side
from rules.kings.playout import PlayoutFight, likely_attack, likely_place, likely_swap, put_worth

HEARTS, SPADES, DIAMONDS, CLUBS = range(4)


def side(words: str) -> Side:
    """A side, written `king pile | house | house | house`."""
    king, *houses = [parse_cards(pile.strip()) for pile in (words or "- | - | - | -").split("|")]
    return Side(king, tuple(houses))


def sides(*words: str) -> list[Side]:
    return [*map(side, words)]


MINE = "- | - | Jb,2b,3b,4b | -"
"""A pile of hearts that fights with 3."""


@pytest.mark.parametrize(
    ("mine", "theirs", "quiet", "worth"),
    [
        # 5 for the card, 6 for each of two points and the pile itself, less 10 for each of three points
        (MINE, "- | Qb,7b | - | -", 0, None),
        (MINE, "- | Qb,7b | - | -", 1, 5 + 18 - 3 * 7),
        (MINE, "- | Qb,7b | - | -", 3, 5 + 18 - 3 * 2),
        (MINE, "- | Qb,7b | - | -", 4, 5 + 18),
        (MINE, "- | Qb,7b | - | -", 40, 5 + 18),
        # the seat with most cards on its king pile always counts its own piles, but not if another has as
        # many
        ("2h | - | Jb,2b,3b,4b | -", "- | Qb,7b | - | -", 4, None),
        ("2h | - | Jb,2b,3b,4b | -", "2s | Qb,7b | - | -", 4, 5 + 18),
        # a card for the king pile, wherever it lies
        (MINE, "- | Qb,7h | - | -", 0, 200 + 5 + 18 - 30),
        (MINE, "- | - | - | Qb,7h", 0, 200 + 5 + 18 - 30),
        (MINE, "- | Qb,7h,7b | - | -", 0, None),  # 4 points are too many
        (MINE, "- | Jb,7h,2b,3b | - | -", 0, None),  # and so are as many as one's own
        # behind it: 20 for each such card, and 180 for those of the next pile if another of ours beats it
        (MINE, "- | Qb | Jb,2h,3h | -", 4, 6 + 2 * 20),
        ("- | Qb,2b,2b | Jb,2b,3b,4b | -", "- | Qb | Jb,2h,3h | -", 4, 6 + 2 * 180),
        ("- | Qb,2b | Jb,2b,3b,4b | -", "- | Qb | Jb,2h,3h | -", 4, 6 + 2 * 180),
        ("- | Jb,2b | Jb,2b,3b,4b | -", "- | Qb | Jb,2h,3h | -", 4, 6 + 2 * 180),
        (MINE, "- | Qb | Jb,2h | Jb,3h,4h", 4, 6 + 3 * 20),
        ("- | - | Jb,2b,3b,4b | Ab,3b,4b", "- | Qb | Jb,2h | Jb,3h,4h", 4, 6 + 180 + 2 * 20),
        ("- | - | Jb,2b,3b,4b | Ab,3b", "- | Qb | - | Jb,2h,3h", 4, 6 + 2 * 180),
    ],
)
def test_an_attack_has_the_expected_worth(mine: str, theirs: str, quiet: int, worth: int | None) -> None:
    found = likely_attack(sides(mine, theirs, "", ""), HEARTS, quiet=quiet)

    assert (found and found.worth) == worth
    assert found is None or found.target == SPADES


def test_the_attack_that_pays_most_is_chosen_and_the_first_of_equals() -> None:
    mine = "- | Jb,2b | Jb,2b,3b,4b | Ab,3b"
    poor, rich = "- | Qb | - | -", "- | Qb,7h | - | -"

    assert likely_attack(sides(mine, poor, rich, ""), HEARTS, quiet=0) == PlayoutFight(193, 2, DIAMONDS)
    assert likely_attack(sides(mine, rich, poor, rich), HEARTS, quiet=0) == PlayoutFight(193, 2, SPADES)
    assert likely_attack(sides(poor, "", "", mine), CLUBS, quiet=4) == PlayoutFight(6, 1, HEARTS)


@pytest.mark.parametrize(
    ("card", "pile", "hand", "worth"),
    [
        ("7s", "Js", "7s", 150),
        ("2b", "Ab,3b", "2b", 210),
        ("4b", "Ab,3b", "4b", 200),
        ("7s", "Qb,7b", "7s", 300),
        ("7s", "Qb,7b,7b", "7s", 250),
        ("7s", "Qb,7b,7b,7b", "7s", 250),
        ("7s", "Qb,8b,8b", "7s", 100),
        ("7s", "Qb,8b,8b", "7s,7b", 150),
        ("Qb", "-", "Qb", 30),
        ("Ab", "-", "Ab", 25),
        ("Jb", "-", "Jb,2b", 40),
        ("Jh", "-", "Jh,2h", 0),
        ("Js", "-", "Js,2h,Qs", 2),
        ("Js", "-", "Js,2s,Qs", 20),
        ("Js", "-", "Js,2s,10s,2b", 30),
    ],
)
def test_a_card_has_the_expected_worth_in_a_place(card: str, pile: str, hand: str, worth: int) -> None:
    assert put_worth(parse_face(card), parse_cards(pile), parse_cards(hand), HEARTS) == worth


@pytest.mark.parametrize(
    ("hand", "houses", "found"),
    [
        ("Qb,2h", "Qb,7b | - | -", (1, 0)),  # the king pile before all
        ("2s,7s", "Qb,7b | - | -", (1, 1)),
        ("Qb,Jb", "Qb,7b | - | -", (1, 2)),  # the first of equal places
        ("Qb,Ab", "Qb,7b | Jb,2b | -", (0, 3)),
        ("Jh", "- | - | -", None),  # a Jack that takes what belongs on the king pile
        ("2s", "Qb,7b | Jh | -", None),
    ],
)
def test_the_king_pile_and_then_the_best_house_is_the_likely_place_of_a_card(
    hand: str, houses: str, found: tuple[int, int] | None
) -> None:
    chosen = likely_place(parse_cards(hand), side("- | " + houses), HEARTS)

    assert chosen == found


@pytest.mark.parametrize(
    ("houses", "swap"),
    [
        ("Jb,2b | Qb,7b | Ab,3b,4b,5b", None),
        ("Jb,2b | - | -", None),
        ("- | Jb,2b | -", (1, 2)),
        ("Qb,7b | - | Jb", (1, 3)),
        ("Jb | - | Qb,7b", (2, 3)),
        ("Qb,7b | Jb,2b | Jb,3b", (1, 2)),
    ],
)
def test_the_weakest_pile_goes_to_the_front(houses: str, swap: tuple[int, int] | None) -> None:
    assert likely_swap(side("- | " + houses).houses) == swap
