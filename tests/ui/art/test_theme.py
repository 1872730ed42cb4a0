"""Every theme can be read, and Qt understands what it is told."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import fields
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from ui.art.letters import READABLE, letters_for, letters_of_table
from ui.art.palette import contrast
from ui.art.stylesheet import pixels, qt_palette, stylesheet
from ui.art.theme import Deck, Felt, Theme, ThemeName, themed

ALL = [themed(name, deck=deck, felt=felt) for name in ThemeName for deck in Deck for felt in Felt]
TEXT_ON = [
    ("text", ("window", "surface", "raised", "sunken", "accent_soft")),
    ("text_muted", ("window", "surface", "raised")),
    ("link", ("window", "surface", "raised")),
    ("danger", ("window", "surface")),
    ("accent_text", ("accent", "accent_hover", "accent_pressed")),
    ("selection_text", ("selection",)),
    ("tooltip_text", ("tooltip",)),
    ("danger_text", ("danger",)),
    ("felt_text", ("felt", "felt_edge")),
    ("plate_text", ("plate",)),
    ("plate_muted", ("plate",)),
    ("paper_ink", ("paper", "paper_shade")),
    ("paper_muted", ("paper", "paper_shade")),
    ("sea_text", ("sea", "sea_deep")),
    ("growth_ink", ("growth",)),
    ("hearts", ("paper",)),
    ("spades", ("paper",)),
    ("blank", ("paper",)),
]
SIGN_ON = [
    ("focus", ("window", "surface", "raised")),
    ("border_strong", ("window", "surface", "raised")),
    ("accent", ("window", "surface", "raised")),
    ("diamonds", ("paper",)),
    ("clubs", ("paper",)),
    ("playable", ("felt", "felt_edge", "plate")),
    ("selected", ("felt", "felt_edge", "plate")),
    ("target", ("felt_edge", "plate", "sea_deep")),
    ("last_move", ("felt", "felt_edge", "plate")),
]


@pytest.mark.parametrize("theme", ALL, ids=lambda t: f"{t.name}-{t.deck}-{t.cloth}")
def test_text_has_contrast_of_4_5_and_signs_of_3(theme: Theme) -> None:
    poor = [
        f"{name} on {ground}: {contrast(getattr(theme, name), getattr(theme, ground)):.2f}"
        for least, table in ((4.5, TEXT_ON), (3.0, SIGN_ON))
        for name, grounds in table
        for ground in grounds
        if contrast(getattr(theme, name), getattr(theme, ground)) < least
    ]

    assert poor == []


@pytest.mark.parametrize("theme", ALL, ids=lambda t: f"{t.name}-{t.deck}-{t.cloth}")
def test_every_colour_is_six_hex_digits(theme: Theme) -> None:
    colours = [
        f.name for f in fields(theme) if f.name not in ("name", "deck", "cloth", "card_back", "letters")
    ]

    assert [name for name in colours if not re.fullmatch("#[0-9A-F]{6}", getattr(theme, name))] == []


@pytest.mark.parametrize("scale", [80, 100, 125, 200])
def test_words_have_three_sizes_that_grow_with_the_scale(scale: int) -> None:
    letters = themed(ThemeName.LIGHT, scale=scale).letters

    assert letters.all == tuple(sorted(letters.all))
    assert letters.small >= READABLE
    assert [
        f"font-size: {size}px" in stylesheet(themed(ThemeName.LIGHT), scale / 100) for size in letters.all
    ] == [True] * 3


@pytest.mark.parametrize(("unit", "scale"), [(0.9, 100), (1.2, 100), (1.8, 200)])
def test_a_table_is_written_on_like_its_window_unless_it_is_much_larger_or_smaller(
    unit: float, scale: int
) -> None:
    assert letters_of_table(unit, scale) == letters_for(scale / 100)


@pytest.mark.parametrize("scale", range(80, 201, 5))
def test_a_table_and_the_window_around_it_have_at_most_three_sizes_of_letters(scale: int) -> None:
    """A window has no small words around a table."""
    window = letters_for(scale / 100)
    for hundredths in range(40, 500, 3):
        table = letters_of_table(hundredths / 100, scale)

        assert len({window.normal, window.large, *table.all}) <= 3, hundredths
        assert READABLE <= table.small <= table.normal <= table.large, hundredths


def test_the_most_important_words_never_shrink_as_the_letters_grow() -> None:
    found = [letters_for(percent / 100).large for percent in range(80, 201)]

    assert found == sorted(found)


@pytest.mark.parametrize(("unit", "scale"), [(0.5, 100), (0.77, 100), (0.83, 100), (0.6, 80), (0.73, 80)])
def test_at_a_small_table_only_small_letters_may_differ_from_those_of_the_window(
    unit: float, scale: int
) -> None:
    window, table = letters_for(scale / 100), letters_of_table(unit, scale)

    assert READABLE <= table.small <= window.small
    assert {table.normal, table.large} <= {window.normal, window.large}


def test_themes_are_hashable_and_different() -> None:
    assert len({hash(theme) for theme in ALL}) == len(set(ALL)) == 24


def test_a_two_colour_deck_has_two_colours() -> None:
    theme = themed(ThemeName.LIGHT, deck=Deck.TWO)

    assert theme.hearts == theme.diamonds != theme.spades == theme.clubs


@pytest.mark.parametrize("name", ThemeName)
def test_the_style_sheet_has_no_unfilled_placeholders(name: ThemeName) -> None:
    sheet = stylesheet(themed(name), 1.25)

    assert "$" not in sheet
    assert sheet.count("{") == sheet.count("}")


def test_lengths_follow_the_scale_within_its_bounds() -> None:
    assert (pixels(14, 1.0), pixels(14, 2.0), pixels(14, 9.0), pixels(14, 0.1)) == (14, 28, 28, 11)
    assert "font-size: 28px" in stylesheet(themed(ThemeName.LIGHT), 2.0)


@pytest.mark.parametrize("name", ThemeName)
def test_qt_reads_the_sheet_and_the_palette(qtbot: QtBot, qapp: QApplication, name: ThemeName) -> None:
    """A fault in a sheet is a Qt warning, and those fail here."""
    theme = themed(name)
    button = QPushButton("Play")
    qtbot.addWidget(button)
    button.setProperty("role", "primary")
    button.setStyleSheet(stylesheet(theme, 1.0))
    button.ensurePolished()

    assert button.sizeHint().height() >= 44
    assert qt_palette(theme).color(QPalette.ColorRole.Window).name().upper() == theme.window


def test_focus_does_not_change_the_size_of_a_button(qtbot: QtBot) -> None:
    button = QPushButton("Play")
    label = QLabel()
    qtbot.addWidget(button)
    qtbot.addWidget(label)
    button.setStyleSheet(stylesheet(themed(ThemeName.LIGHT), 1.0))
    button.ensurePolished()
    before = button.sizeHint()
    button.show()
    button.setFocus()

    assert button.sizeHint() == before
