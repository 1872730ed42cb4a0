"""Paragraphs 1 and 4: the cards, and the cards that a pile accepts, and its worth."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.api import Face, Seat
from rules.errors import BadText
from rules.kings.cards import (
    ACE,
    BIT,
    COPIES,
    DECK,
    FACES,
    IS_NUMBER,
    JACK,
    NAMES,
    QUEEN,
    RANK,
    SUIT,
    cards_text,
    face_text,
    parse_cards,
    parse_face,
)
from rules.kings.piles import (
    accepts,
    house_refusal,
    is_house_pile,
    is_king_pile,
    king_accepts,
    king_refusal,
    lone_rank,
    score,
)


def takes(pile: str, card: str) -> bool:
    return house_refusal(parse_cards(pile), parse_face(card)) is None


def why_not(pile: str, card: str) -> str:
    why = house_refusal(parse_cards(pile), parse_face(card))
    assert why is not None
    return f"{why.rule}: {why.reason}"


# -- 1: the deck ------------------------------------------------------------------------------


def test_case_1_there_are_72_number_cards_and_24_special_cards() -> None:
    assert len(DECK) == sum(COPIES) == 96
    assert sum(IS_NUMBER[face] for face in DECK) == 72
    assert Counter(NAMES[face][:-1] for face in DECK if not IS_NUMBER[face]) == {"J": 8, "Q": 8, "A": 8}


def test_1_every_suit_has_12_cards_and_blanks_are_there_four_times() -> None:
    assert Counter(NAMES[face][-1] for face in DECK) == {"h": 12, "s": 12, "d": 12, "c": 12, "b": 48}
    assert {NAMES[face] for face in DECK if DECK.count(face) == 4} == {n for n in NAMES if n[-1] == "b"}
    assert not any(name.startswith("K") for name in NAMES)


def test_1_number_cards_are_36_suited_and_36_blank() -> None:
    numbers = [NAMES[face] for face in DECK if IS_NUMBER[face]]

    assert sum(name[-1] == "b" for name in numbers) == 36
    assert {name[:-1] for name in numbers} == {str(rank) for rank in range(2, 11)}


@pytest.mark.parametrize("word", ["", "1h", "11h", "Kh", "7x", "7H", "7h ", "Jhh", "10", "h7", "7h,8h"])
def test_a_text_that_is_no_card_is_refused(word: str) -> None:
    with pytest.raises(BadText):
        parse_face(word)


def test_faces_beyond_the_deck_have_no_text() -> None:
    for number in (-1, FACES, 10**9):
        with pytest.raises(BadText):
            face_text(Face(number))


def test_no_more_cards_are_read_than_there_are() -> None:
    assert len(parse_cards(cards_text(DECK))) == 96
    with pytest.raises(BadText):
        parse_cards(cards_text((*DECK, Face(0))))


# -- 4: test cases of the rules ---------------------------------------------------------------


@pytest.mark.parametrize(("card", "legal"), [("7h", True), ("7s", False), ("7b", False), ("Jh", False)])
def test_case_4_a_jack_of_hearts_takes_hearts(card: str, legal: bool) -> None:
    assert takes("Jh,2h", card) is legal


@pytest.mark.parametrize(("card", "legal"), [("7b", True), ("9b", True), ("7h", False)])
def test_case_5_a_blank_jack_takes_blank_cards_even_equal_ones(card: str, legal: bool) -> None:
    assert takes("Jb,7b", card) is legal


@pytest.mark.parametrize(("card", "legal"), [("2b", True), ("2h", True), ("5h", False), ("3s", False)])
def test_case_6_a_queen_with_a_lone_two_takes_only_twos(card: str, legal: bool) -> None:
    assert takes("Qb,2s", card) is legal


def test_case_8_a_queen_scores_two_a_card() -> None:
    assert score(parse_cards("Qs,2s,2b,5h")) == 6
    assert score(parse_cards("Qs,2s")) == 2
    assert score(parse_cards("Qs")) == 0


def test_case_9_an_ace_takes_a_run() -> None:
    assert takes("Ad", "6d")
    assert takes("Ad,6d", "7c") and takes("Ad,6d", "5b")
    assert not takes("Ad,6d", "6h") and not takes("Ad,6d", "8h")


def test_case_11_special_cards_are_not_part_of_a_run() -> None:
    assert why_not("Ab,9h,10s", "Jh") == "kings R3: house-taken"
    assert why_not("Ab,2h", "Ah") == "kings R3: house-taken"


@pytest.mark.parametrize(("card", "legal"), [("7h", True), ("7s", False), ("7b", False), ("Jh", False)])
def test_case_12_the_king_of_hearts_takes_hearts(card: str, legal: bool) -> None:
    why = king_refusal(Seat(0), parse_face(card))

    assert (why is None) is legal
    assert why is None or why.rule == "kings 4.1"


# -- 4: the table of piles, line by line --------------------------------------------------------


def test_4_a_king_takes_the_nine_numbers_of_its_seats_suit() -> None:
    for seat in range(4):
        taken = [face for face in range(FACES) if king_accepts(Seat(seat)) & BIT[face]]

        assert [NAMES[face] for face in taken] == [f"{rank}{'hsdc'[seat]}" for rank in range(2, 11)]


def test_4_an_empty_house_takes_every_jack_queen_and_ace_and_nothing_else() -> None:
    assert all(takes("-", name) is (name[0] in "JQA") for name in NAMES)
    assert why_not("-", "7h") == "kings 3.3: empty-house"


@pytest.mark.parametrize(
    ("pile", "worth"),
    [
        ("-", -1),
        ("Jh", 0),
        ("Jh,3h,5h", 2),
        ("Jb,7b,7b,7b", 3),
        ("Qh,9b,9b,9b", 6),
        ("Ah", 0),
        ("Ah,2d", 2),
        ("Ah,3d,2d", 3),
        ("Ah,3d,4b", 2),
        ("Ah,2b,3b,4b,5b,6b,7b,8b,9b,10b", 10),
        ("Jh,2h", 1),
        ("Qb,2s,2b", 4),
    ],
)
def test_4_the_strength_of_a_pile_follows_from_its_special_card_and_its_numbers(
    pile: str, worth: int
) -> None:
    assert score(parse_cards(pile)) == worth


def test_4_an_ace_run_grows_at_either_end_and_stops_at_two_and_ten() -> None:
    assert takes("As,2b,3h", "4d") and not takes("As,2b,3h", "10d")
    assert takes("As,10b", "9s") and not takes("As,10b", "2h")
    assert not any(takes("As,2h,3h,4h,5h,6h,7h,8h,9h,10h", name) for name in NAMES)
    assert why_not("As,4b", "4h") == "kings 4.4: ace-run"


def test_4_the_suit_of_a_queen_or_an_ace_does_not_matter() -> None:
    for suit in "hsdcb":
        assert all(
            takes(f"Q{suit}", name) and takes(f"A{suit}", name) for name in NAMES if name[0] not in "JQA"
        )


def test_4_a_jack_says_which_suit_it_wants() -> None:
    why = house_refusal(parse_cards("Js"), parse_face("7h"))

    assert why is not None and why.reason == "jack-suit" and "spades" in why.text


def test_r10_a_queen_with_a_lone_card_takes_only_that_rank() -> None:
    assert why_not("Qh,4b,4s,9h", "4d") == "kings R10: queen-lone"
    assert "nine" in (house_refusal(parse_cards("Qh,4b,4s,9h"), parse_face("4d")) or AssertionError()).args[0]
    assert "two" in (house_refusal(parse_cards("Qh,4b,4s,2h"), parse_face("4d")) or AssertionError()).args[0]
    assert takes("Qh,4b,4s,9h", "9b")
    assert takes("Qh,4b,4s", "4d") and takes("Qh,4b,4s", "9h")
    assert takes("Qh,4b,4s,4d", "9h")


@given(st.lists(st.integers(0, FACES - 1), max_size=12))
def test_4_a_pile_accepts_exactly_the_cards_that_the_rules_name(tries: list[int]) -> None:
    """Build piles of cards that fit, and compare every next face with the words of the rules."""
    pile: tuple[Face, ...] = ()
    for face in map(Face, tries):
        for other in map(Face, range(FACES)):
            assert bool(accepts(pile) & BIT[other]) is by_the_words(pile, other)
            assert (house_refusal(pile, other) is None) is by_the_words(pile, other)
        if accepts(pile) & BIT[face]:
            pile = (*pile, face)
    assert is_house_pile(pile)


def by_the_words(pile: tuple[Face, ...], face: Face) -> bool:
    """Paragraph 4, written a second time, word by word."""
    if not pile:
        return RANK[face] in (JACK, QUEEN, ACE)
    if RANK[face] in (JACK, QUEEN, ACE):
        return False
    if RANK[pile[0]] == JACK:
        return SUIT[face] == SUIT[pile[0]]
    ranks = [RANK[card] for card in pile[1:]]
    if RANK[pile[0]] == QUEEN:
        single = {rank for rank, count in Counter(ranks).items() if count == 1}
        return len(single) != 1 or RANK[face] in single
    run = sorted([*ranks, RANK[face]])
    return run == list(range(run[0], run[0] + len(run)))


@pytest.mark.parametrize(
    ("pile", "can_be"),
    [
        ("-", True),
        ("Jh,2h", True),
        ("Jh,2s", False),
        ("2h", False),
        ("Jh,Jh", False),
        ("Qh,2h,3h", False),
        ("Qh,2h,2b,3h", True),
        ("Ah,2h,4h", False),
        ("Ah,3h,2h,4h", True),
    ],
)
def test_a_house_pile_is_possible_or_impossible_according_to_its_cards(pile: str, can_be: bool) -> None:
    assert is_house_pile(parse_cards(pile)) is can_be


@pytest.mark.parametrize(
    ("pile", "can_be"),
    [("-", True), ("9s,2s", True), ("2s,2s", False), ("2h", False), ("Js", False), ("2b", False)],
)
def test_a_king_pile_is_possible_or_impossible_according_to_its_cards(pile: str, can_be: bool) -> None:
    assert is_king_pile(Seat(1), parse_cards(pile)) is can_be


def test_a_queen_waits_for_its_lone_rank() -> None:
    assert lone_rank(parse_cards("Qh")) is None
    assert lone_rank(parse_cards("Qh,4b,4s,9h")) == 7
    assert lone_rank(parse_cards("Qh,4b,4s,4h")) is None
