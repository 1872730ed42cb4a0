"""The animals of players."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.animals import ANIMALS, Animal, animal_of, animal_shown, animals_of, number_of
from net.wire.genesis import ANIMAL_MAX

KEYS = tuple(bytes([at]) * 32 for at in range(10))


def test_every_animal_has_a_number_and_no_animal_has_zero() -> None:
    assert [number_of(each) for each in ANIMALS] == list(range(1, len(ANIMALS) + 1))
    assert len(ANIMALS) <= ANIMAL_MAX
    assert number_of("") == number_of("unicorn") == 0


def test_a_key_always_has_the_same_animal() -> None:
    assert [str(animal_of(key)) for key in KEYS[:5]] == ["shell", "seahorse", "seahorse", "seal", "turtle"]


def test_a_player_gets_the_chosen_animal_even_if_somebody_else_has_it() -> None:
    whale = number_of(Animal.WHALE)

    assert animals_of([(KEYS[0], whale), (KEYS[1], whale)]) == (Animal.WHALE, Animal.WHALE)


@pytest.mark.parametrize("number", [0, len(ANIMALS) + 1, ANIMAL_MAX])
def test_a_player_without_a_known_choice_gets_the_animal_of_the_key(number: int) -> None:
    assert animals_of([(KEYS[3], number)]) == (animal_of(KEYS[3]),)


def test_of_two_keys_with_one_animal_the_later_gets_the_next_in_the_row() -> None:
    own = number_of(animal_of(KEYS[1]))

    assert animal_of(KEYS[2]) == animal_of(KEYS[1])
    assert animals_of([(KEYS[1], 0), (KEYS[2], 0)]) == (ANIMALS[own - 1], ANIMALS[own])
    assert animals_of([(KEYS[1], 0), (KEYS[2], own + 1)]) == (ANIMALS[own - 1], ANIMALS[own])
    assert animals_of([(KEYS[1], own), (KEYS[3], own + 1), (KEYS[2], 0)])[2] == ANIMALS[own + 1]


@settings(deadline=None)
@given(st.lists(st.integers(0, ANIMAL_MAX), min_size=10, max_size=10))
def test_no_two_players_get_the_same_animal_while_some_are_free(numbers: list[int]) -> None:
    shown = animals_of(list(zip(KEYS, numbers, strict=True)))
    chosen = {ANIMALS[number - 1] for number in numbers if 0 < number <= len(ANIMALS)}
    given_to = [each for each, number in zip(shown, numbers, strict=True) if not 0 < number <= len(ANIMALS)]

    assert not chosen & set(given_to)
    assert len(set(given_to)) == len(given_to)


def test_the_row_of_animals_begins_again_after_its_last_animal() -> None:
    last = len(ANIMALS)
    assert animal_of(KEYS[3]) == ANIMALS[-1]

    assert animals_of([(KEYS[0], last), (KEYS[3], 0)]) == (ANIMALS[-1], ANIMALS[0])
    assert animal_shown(KEYS[0], last) == ANIMALS[-1]
    every = animals_of([(KEYS[3], 0)] * (last + 1))
    assert every == (ANIMALS[-1], *ANIMALS[:-1], ANIMALS[-1]), "with more players than animals some are alike"
