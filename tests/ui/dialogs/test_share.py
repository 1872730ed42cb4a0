"""The picture of an end or of an evening: whom it names, and that everything has its place on it."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.animals import Animal
from app.records.evening import Evening, Wins
from app.screens.table import TableModel
from tests.support.window import info_of
from ui.art.theme import ThemeName, themed
from ui.dialogs.share import SharedEnd, picture_of, shared_end, shared_evening
from ui.kit.standings import Placed

LIGHT = themed(ThemeName.LIGHT)


def placed(*ranks: int) -> list[Placed]:
    names = ("Lisa", "Toby", "Ann")
    return [Placed(rank, seat, names[seat], "12", names[seat], None, 12) for seat, rank in enumerate(ranks)]


@pytest.mark.parametrize(
    ("ranks", "result"),
    [
        ((1, 2, 3), "Lisa has won."),
        ((2, 1, 1), "Toby and Ann have won."),
        ((1, 1, 1), "Lisa, Toby and Ann have won."),
        ((2, 2, 2), ""),
        ((), ""),
    ],
)
def test_the_picture_of_a_game_names_the_players_who_came_first(ranks: tuple[int, ...], result: str) -> None:
    model = TableModel(info_of())
    end = shared_end(model, placed(*ranks), "the evening")

    assert (end.title, end.result, end.evening) == (model.title, result, "the evening")
    assert end.placed == placed(*ranks)


def evening(*wins: int, games: int) -> SharedEnd:
    names = ("Lisa", "Toby", "Ann", "Ed")
    won = tuple(Wins(name, name, many) for name, many in zip(names, wins, strict=False))
    return shared_evening(Evening("plump", games, won, 0), {"Lisa": Animal.RAY, "Ann": None})


@pytest.mark.parametrize(
    ("wins", "games", "ranks", "points", "result"),
    [
        ((3, 1, 0), 4, [1, 2, 3], ["3 wins", "1 win", "0 wins"], "Lisa has won 3 of 4 games."),
        (
            (2, 2, 1, 1),
            6,
            [1, 1, 3, 3],
            ["2 wins", "2 wins", "1 win", "1 win"],
            "Lisa and Toby have won 2 of 6 games.",
        ),
        ((1, 0), 1, [1, 2], ["1 win", "0 wins"], "Lisa has won 1 of 1 game."),
        ((0, 0), 2, [1, 1], ["0 wins", "0 wins"], "Bots have won 2 games."),
    ],
)
def test_the_picture_of_an_evening_has_everybodys_wins(
    wins: tuple[int, ...], games: int, ranks: list[int], points: list[str], result: str
) -> None:
    end = evening(*wins, games=games)

    assert [each.rank for each in end.placed] == ranks
    assert [each.score for each in end.placed] == points
    assert [each.points for each in end.placed] == [*wins]
    assert [each.seat for each in end.placed] == [*range(len(wins))]
    assert [each.animal for each in end.placed[:2]] == [Animal.RAY, None]
    assert (end.title, end.result, end.evening) == ("Plump this evening", result, "")


def margins(picture: QImage) -> tuple[int, int]:
    """Pixels without a letter or a face at the left and at the right."""
    ground = picture.pixel(40, picture.height() // 2)
    inner = range(24, picture.width() - 24)  # beside the card's own edge
    rows = range(24, picture.height() - 24)

    def is_blank(x: int) -> bool:
        return all(picture.pixel(x, y) == ground for y in rows)

    first = next(x for x in inner if not is_blank(x))
    last = next(x for x in reversed(inner) if not is_blank(x))
    return first, picture.width() - 1 - last


def test_the_picture_is_as_wide_as_its_text_and_keeps_an_edge(qapp: QApplication) -> None:
    usual = SharedEnd("Plump", "Lisa has won.", placed(1, 2), "", "")
    narrow = picture_of(usual, LIGHT)
    wide = picture_of(SharedEnd("Plump", "Lisa has won.", placed(1, 2), "12 " * 60, ""), LIGHT)
    lines = picture_of(SharedEnd("Plump", "Lisa has won.", placed(1, 2), "12\n" * 9, "the evening"), LIGHT)

    assert narrow.devicePixelRatio() == 2.0
    assert narrow.width() == lines.width() == 1280 < wide.width()
    assert wide.height() < lines.height() and narrow.height() < lines.height()
    left, right = margins(narrow.toImage())
    assert left == right and 52 <= left <= 60, "its edge, and the card's, at two pixels each"
