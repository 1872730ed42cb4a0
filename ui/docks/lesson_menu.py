"""The lessons of a game as a menu, in the lobby and beside a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMenu

from app.screens.lesson import titles_of


def fill_lessons(menu: QMenu, game: str, wanted: Callable[[str, int], object]) -> None:
    """Fill a menu with a game's lessons when it opens: the lobby must not import games for it."""

    def fill() -> None:
        if menu.isEmpty():
            for number, title in enumerate(titles_of(game)):
                menu.addAction(title).triggered.connect(partial(_tell, wanted, game, number))

    menu.aboutToShow.connect(fill)


def _tell(wanted: Callable[[str, int], object], game: str, number: int, _checked: bool = False) -> None:
    wanted(game, number)
