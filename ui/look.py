"""The look that follows from the settings: theme, size, and the speed of motion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.keep.settings import Settings
from ui.art.app_style import apply_theme
from ui.art.fonts import register_fonts
from ui.art.theme import Back, Deck, Felt, Theme, ThemeName, themed
from ui.reduced_motion import is_motion_reduced

if TYPE_CHECKING:  # imported at the first table, so that the window opens sooner
    from ui.kit.game_table import Preferences

APPLIED = "applied"
TURN_MS = 12
"""Milliseconds for drawing pictures in one turn of the event loop; the rest of a turn takes about as long."""
NAMES = {"light": ThemeName.LIGHT, "dark": ThemeName.DARK, "contrast": ThemeName.HIGH_CONTRAST}


def theme_of(settings: Settings) -> Theme:
    """Return the theme in the settings: if they name none, light or dark as the system is."""
    deck = Deck.FOUR if settings.four_colours else Deck.TWO
    return themed(
        NAMES.get(settings.theme) or _system(),
        deck=deck,
        felt=Felt(settings.felt),
        back=Back(settings.back),
        scale=settings.scale,
    )


def preferences_of(settings: Settings) -> Preferences:
    """Return how a game's table looks, moves and takes clicks."""
    from ui.kit.game_table import Preferences, motion_ms  # noqa: PLC0415  (see above)

    return Preferences(
        theme=theme_of(settings),
        scale=settings.scale,
        motion_ms=motion_ms(settings, is_reduced=is_motion_reduced()),
        four_colours=settings.four_colours,
        one_click=settings.one_click,
        plays_forced=settings.plays_forced,
        sort=settings.sort,
        turn_ms=TURN_MS,
    )


def apply_settings(settings: Settings) -> Theme:
    """Apply theme and scale to the whole program, unless they are applied already: a style sheet is costly,
    as Qt measures every widget of the program again. Return the theme."""
    app = QApplication.instance()
    theme = theme_of(settings)
    wanted = f"{theme.name} {theme.cloth} {settings.scale}"
    if isinstance(app, QApplication) and app.property(APPLIED) != wanted:
        register_fonts()
        apply_theme(app, theme, scale=settings.scale / 100)
        app.setProperty(APPLIED, wanted)
    return theme


def _system() -> ThemeName:
    dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
    return ThemeName.DARK if dark else ThemeName.LIGHT
