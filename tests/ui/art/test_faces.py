"""The painted faces are those of the rules: every face of every game, by its canonical text."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.cahoots import cards as cahoots
from rules.cards import CARD_TEXT
from rules.kings import cards as kings
from rules.matriculation import cards as matriculation
from rules.reef.pieces import facts as reef
from ui.art.cahoots.cards import TRAITS, Drinker
from ui.art.cahoots.faces import patron
from ui.art.cards.faces import kings_card, kings_king, playing_card
from ui.art.matriculation.cards import Group
from ui.art.matriculation.faces import study
from ui.art.palette import TOKEN_COLOUR, Coral
from ui.art.pieces.players import seat_colour
from ui.art.reef.board import ReefShape, Space
from ui.art.reef.faces import alga, coral, parrotfish, shrimp


def test_each_face_is_drawn_as_its_playing_card() -> None:
    assert tuple(str(playing_card(face)).lower() for face in range(52)) == tuple(t.lower() for t in CARD_TEXT)


def test_each_face_of_kings_is_drawn_as_its_card() -> None:
    assert [str(kings_card(face)).lower() for face in range(kings.FACES)] == [n.lower() for n in kings.NAMES]
    assert [str(kings_king(seat)) for seat in range(4)] == ["KH", "KS", "KD", "KC"]


def test_each_face_of_matriculation_is_drawn_as_its_card() -> None:
    for face in range(matriculation.FACES):
        painted = study(face)
        if painted.group is Group.TERM:
            assert int(painted.value) == matriculation.HOURS[face]
        else:
            assert painted.card_name == matriculation.TITLES[face]


def test_each_face_of_cahoots_is_drawn_as_its_card() -> None:
    assert tuple(str(patron(face)) for face in range(len(cahoots.DECK))) == cahoots.NAMES
    assert tuple(drinker.full_name for drinker in Drinker) == cahoots.SUITS
    assert TRAITS == cahoots.TRAITS


def test_each_colour_of_reef_is_drawn_as_its_piece() -> None:
    assert [coral(colour).value[0].upper() for colour in range(5)] == list(reef.COLOURS)
    assert [alga(colour).value for colour in range(4)] == list(reef.ALGA_NAMES)


@pytest.mark.parametrize("name", reef.BOARDS)
def test_the_letters_of_every_reef_board_are_spaces_that_can_be_painted(name: str) -> None:
    """The boards' own letters are the spaces' values."""
    shape = ReefShape(tuple(reef.BOARDS[name]))
    spaces = Counter(
        shape.space(column, row) for row in range(len(shape.rows)) for column in range(shape.columns)
    )

    assert spaces[Space.SAND] == 9
    assert spaces[Space.GROWTH] == 1
    assert {space.coral for space in spaces if space.coral} == set(Coral)


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_has_the_same_number_and_colour_in_every_picture(seat: int) -> None:
    assert shrimp(seat).number == parrotfish(seat).number == seat + 1
    assert TOKEN_COLOUR[shrimp(seat).colour] == TOKEN_COLOUR[parrotfish(seat).colour] == seat_colour(seat)
