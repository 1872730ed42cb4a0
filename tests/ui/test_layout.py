"""One layout with bounds, asserted on what is drawn: games and seats, sizes of the window, words, docks,
zoom, tips and questions together.

Nothing is cut, covered, out of shape or in letters that are too small; a dock beside the table or a notice
above it may make its things smaller but moves none of them, and a tip or a question changes nothing.

The quick run takes `SAMPLE`: every value of every dimension, and every dock in every kind of window. All is
`python3 packaging/dev.py test --slow tests/ui/test_layout.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import pytest
from anglers import GAME
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.games.catalogue import own_games
from app.games.entry import GameEntry, Package
from app.messages import AbsentWhy, Missing
from tests.gallery import give_size, put_up, take_down
from tests.gallery_states.shell import ASKED, at_table
from tests.support.catalogue import playing
from tests.support.seen import complaints, shortcomings
from tests.support.values import replace
from ui.docks.speech import Speech
from ui.kit.game_table import Preferences
from ui.kit.pieces import Piece
from ui.kit.surface import Surface
from ui.screens.end_panel import EndPanel
from ui.screens.table_screen import TableScreen
from ui.tables.reef.table import ReefTable
from ui.window import Window

pytestmark = pytest.mark.usefixtures("undressed", "unpainted")
Size = tuple[int, int]
Edges = tuple[float, float, float, float]
"""Left, top, right and bottom."""
TABLES = (
    *(("plump", 4), ("cahoots", 8), ("kings", 4), ("matriculation", 4), ("reef", 3), ("anglers", 4)),
    *(("plump", 10), ("cahoots", 3), ("matriculation", 2), ("reef", 2), ("reef", 4)),
)
SIZES = ((800, 600), (1280, 800), (900, 1600), (2560, 1080), (1024, 768), (1920, 1080), (3840, 2160))
WORDS = (200, 100, 80, 150)
DOCKS = (("log",), (), ("log", "chat"), ("rules",), ("board",))
TIP = "Attack before you lay anything: choose a pile of yours, then one of theirs. "
NOTICES = ("question", "tip", "", "answer")
"""Notices of the bar: "answer" is the question, opened by its player."""
SAMPLE = 2
"""Number of window sizes at which the quick run looks at each table."""
SQUARE, CARD = 0.06, (1.3, 1.55)
"""Greatest width of a board's space in its heights; height of a card in its widths."""
SLENDER = 10.0
"""Longest side, in shorter sides, of a thing that can be pressed; the ground under piles is exempt."""
LEAST = (480, 300)
"""Width and height of a table that is read. 800 x 600 at 200 % leaves less beside a dock or below an opened
question, down to 448 x 140, and so does 1024 x 768 (1024 x 228): two rows of plates of readable letters would
be as high as that. So only what is around the table is asked to be whole; closing dock or question gives the
table back."""
GROUNDS = ("paint_row_ground", "paint_nothing")
CARDS = ("paint_card", "paint_study", "paint_patron", "paint_tagged")
SHAPED = tuple(each for each in CARDS if each != "paint_patron")
"""Cards that are as large as their places: that of the veto lies in a frame."""


@pytest.fixture(autouse=True)
def sixth() -> Iterator[None]:
    """Let the catalogue have a sixth game without a window of its own, played on the plain table."""
    with playing(*own_games(), GameEntry(GAME, package=Package("shoal-anglers", "0.1.0"))):
        yield


@dataclass(frozen=True, slots=True)
class Place:
    """A thing on the table: its name, its painter's name, and its place in the window."""

    name: str
    by: str
    rect: QRectF


def put_table(game: str, seats: int, words: int) -> Window:
    """A table in its window, with words of that size."""
    made: list[Window] = []

    def make(preferences: Preferences) -> QWidget:
        window, _, _ = at_table(preferences, game, seats=seats)
        made.append(window)
        return window

    put_up(make, scale=words)
    [window] = made
    assert window.at_table is not None
    window.at_table.table.hurry()
    return window


def show(window: Window, *, size: Size, docks: tuple[str, ...], notice: str) -> None:
    """Open exactly these docks and this notice, as a player would."""
    screen = window.at_table
    assert screen is not None
    for key, dock in window.table_docks.docks.items():
        dock.setVisible(key in docks)
    screen.model.advice = TIP if notice == "tip" else ""
    screen.question.hide()
    screen.model.absence.asked = replace(ASKED, missing=(Missing(1, AbsentWhy.GONE, 31),))
    if notice not in ("question", "answer"):
        screen.model.absence.asked = None
    screen._refresh()
    give_size(window, size)
    if notice == "answer":
        QTest.keyClick(window, Qt.Key.Key_Q)
        give_size(window, size)


def surface_of(screen: TableScreen) -> Surface:
    [found] = screen.table.findChildren(Surface)
    return found


def things(screen: TableScreen) -> dict[Piece, Place]:
    """The things that stay on the table, by their pieces."""
    view = surface_of(screen)
    return {
        piece: Place(piece.name, getattr(piece.look.paint, "__name__", "piece"), piece.sceneBoundingRect())
        for piece in view.pieces()
        if piece.look is not None and not piece.size.isEmpty()
    }


def side(from_one: float, to_one: float, from_other: float, to_other: float) -> int:
    """-1 if the first ends before the other begins, 1 the other way round, 0 if they share something."""
    slack = 0.25 * min(to_one - from_one, to_other - from_other)
    return -1 if to_one <= from_other + slack else 1 if to_other <= from_one + slack else 0


def moved(before: dict[Piece, Place], after: dict[Piece, Place]) -> list[str]:
    """Pairs of things that have changed their order: in one row from left to right, or in one column."""
    same = [(place, after[piece]) for piece, place in before.items() if piece in after]
    edges = [(was.name, was.rect.getCoords(), now.rect.getCoords()) for was, now in same]
    return [
        f"{one!r} and {other!r}"
        for (one, *ones), (other, *others) in combinations(edges, 2)
        if _has_passed(ones, others)
    ]


def _has_passed(ones: Sequence[Edges], others: Sequence[Edges]) -> bool:
    """True if one of two things has passed the other, by their edges before and after."""
    (across, down), (across_now, down_now) = (
        (side(one[0], one[2], other[0], other[2]), side(one[1], one[3], other[1], other[3]))
        for one, other in zip(ones, others, strict=True)
    )
    is_in_row, is_in_column = not (down and down_now), not (across and across_now)
    return (is_in_row and across * across_now < 0) or (is_in_column and down * down_now < 0)


def out_of_shape(screen: TableScreen) -> list[str]:
    """Things whose sides are out of bounds."""
    found = []
    for piece, place in things(screen).items():
        wide, high = piece.size.width(), piece.size.height()
        if place.by == "paint_space":
            is_good = abs(wide / high - 1) <= SQUARE
        elif place.by in SHAPED:
            is_good = CARD[0] <= high / wide <= CARD[1]
        else:
            is_good = (
                not piece.is_button or place.by in GROUNDS or max(wide, high) / min(wide, high) <= SLENDER
            )
        if not is_good:
            found.append(f"{place.by} {place.name!r} is {wide:.0f} x {high:.0f}")
    return found


def covered(screen: TableScreen) -> list[str]:
    """Things that can be pressed and are covered in their middle, but for cards, which overlap in a fan; and
    widgets over the table, but for bubbles of talk, which go by themselves."""
    view, found = surface_of(screen), []
    for piece, place in things(screen).items():
        middle = view.mapFromScene(piece.sceneBoundingRect().center())
        is_laid = place.by in (*CARDS, *GROUNDS) or not piece.is_button
        frame = piece.parentItem()
        is_cut = frame is not None and not frame.sceneBoundingRect().contains(
            piece.sceneBoundingRect().center()
        )
        if is_laid or is_cut or not view.viewport().rect().contains(middle):
            continue  # on a zoomed reef some spaces lie beyond its edge
        hit = next((each for each in view.items(middle) if isinstance(each, Piece) and each.is_button), None)
        if hit is not piece:
            found.append(f"{place.name!r} is covered by {hit.name if hit else None!r}")
    table = screen.table.geometry()
    for each in screen.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        is_over = each.isVisible() and each.geometry().intersects(table)
        if is_over and each is not screen.table and not isinstance(each, Speech | EndPanel):
            found.append(f"{type(each).__name__} lies over the table")
    return found


def looked_at(game: str, seats: int, words: int, *, sizes: tuple[Size, ...], at: int) -> list[str]:
    """The faults of a table in windows of these sizes, each with one of the docks and notices."""
    window = put_table(game, seats, words)
    found: list[str] = []
    for step, size in enumerate(sizes):
        docks = DOCKS[(at + step) % len(DOCKS)]
        notice = NOTICES[(at + 2 * step + step // len(DOCKS)) % len(NOTICES)]
        found += [f"{size}, {docks}, {notice!r}: {each}" for each in faults(window, size, docks, notice)]
    take_down(window)
    return found


def faults(window: Window, size: Size, docks: tuple[str, ...], notice: str) -> Iterator[str]:
    """The faults of a table, and the pieces that a dock or notice has moved."""
    screen = window.at_table
    assert screen is not None
    show(window, size=size, docks=(), notice="")
    at_rest = things(screen)
    if is_kept := notice in ("tip", "question"):
        show(window, size=size, docks=docks, notice="")
    before = QRect(screen.table.geometry())
    show(window, size=size, docks=docks, notice=notice)
    if is_kept and screen.table.geometry() != before:
        yield f"the table moved from {before} to {screen.table.geometry()}"
    yield from complaints(window)
    if screen.table.width() < LEAST[0] or screen.table.height() < LEAST[1]:
        return
    yield from moved(at_rest, things(screen))
    yield from (*shortcomings(window), *out_of_shape(screen), *covered(screen))
    if isinstance(screen.table, ReefTable):
        QTest.keyClick(surface_of(screen), Qt.Key.Key_Plus)
        give_size(window, size)
        yield from (f"zoomed: {each}" for each in (*shortcomings(window), *covered(screen)))
        QTest.keyClick(surface_of(screen), Qt.Key.Key_Escape)


def sampled() -> Iterator[tuple[int, tuple[Size, ...], int, tuple[str, int]]]:
    """For the quick run: the first dock and notice, sizes, size of words, game and seats of each case."""
    for at, table in enumerate(TABLES[:6]):
        sizes = tuple(SIZES[(2 * at + step) % len(SIZES)] for step in range(SAMPLE))
        yield at, sizes, WORDS[at % len(WORDS)], table


@pytest.mark.parametrize(
    ("at", "sizes", "words", "table"), [*sampled()], ids=[each[0] for each in TABLES[:6]]
)
def test_a_table_with_docks_and_notices_keeps_its_bounds_at_some_sizes(
    qapp: QApplication, table: tuple[str, int], words: int, sizes: tuple[Size, ...], at: int
) -> None:
    assert looked_at(*table, words, sizes=sizes, at=at) == []


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_table_with_docks_and_notices_keeps_its_bounds_at_all_sizes(
    qapp: QApplication, game: str, seats: int, words: int
) -> None:
    """Every dock and every notice is opened in every size of the window."""
    window = put_table(game, seats, words)
    found = [
        f"{size}, {docks}, {notice!r}: {each}"
        for size, docks, notice in product(SIZES, DOCKS, NOTICES)
        for each in faults(window, size, docks, notice)
    ]
    take_down(window)

    assert found == []
