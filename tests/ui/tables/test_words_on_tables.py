"""Names and figures on tables: whole, apart from one another, and alike where they say the same."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product
from statistics import mean

import pytest
from PySide6.QtCore import QRectF, QSize, QSizeF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from tests.gallery import give_size, put_up, states, take_down
from tests.support.quick import quick_only
from tests.support.seen import FACES
from tests.support.values import replace
from tests.support.written import Paper, Written, on_table
from ui.art.lettering import cap_height, line_width
from ui.art.letters import letters_of_table
from ui.art.theme import ThemeName, themed
from ui.kit.surface import Surface
from ui.tables.kings.layout import TAKES, kings_places
from ui.tables.reef.chrome import GroundLook, paint_sea_ground
from ui.tables.reef.layout import reef_layout

pytestmark = pytest.mark.usefixtures("undressed", "unpainted")
EVERY = dict(states())


Size = tuple[int, int]
SMALL, MIDDLE, USUAL, LARGE = SIZES = ((800, 600), (1004, 741), (1280, 800), (2560, 1440))


@cache
def read(name: str, *sizes: Size, scale: int = 100) -> dict[Size, list[Written]]:
    """The texts on the table of a state in windows of these sizes."""
    shown = put_up(EVERY[name], scale=scale, size=sizes[0])
    [view] = shown.findChildren(Surface)
    found = {}
    for size in sizes:
        give_size(shown, size)
        found[size] = on_table(view, shown)
    take_down(shown)
    return found


def bare(name: str) -> str:
    """A name without the sign of the turn, which is one piece with it if one font has both."""
    return name.removeprefix("►").strip()


@pytest.mark.parametrize("scale", quick_only((80, 100, 200), 80))
@pytest.mark.parametrize("size", SIZES[:3])
def test_the_names_of_players_on_the_reef_are_complete(qapp: QApplication, size: Size, scale: int) -> None:
    """The word for consumed tiles fits beside them; and the labels behind the screen have room."""
    read_at = read("reef-four", *SIZES[:3], scale=scale)[size]
    found = [bare(each.text) for each in read_at if each.by == "paint_player"]
    places = reef_layout(QSizeF(*size), 4, scale=scale)
    letters = letters_of_table(places.unit, scale)
    wide = line_width("Consumed") * cap_height(letters.small)

    assert {"You", "Lisa", "Stephen", "Toby"} <= {*found}
    assert all(label.width() >= wide for label in places.labels)


@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_the_leaders_name_is_as_complete_as_the_others(qapp: QApplication, size: Size) -> None:
    """The crown is in the picture and takes nothing of the name."""
    found = [each.text for each in read("kings-over", SMALL, USUAL)[size] if each.by == "paint_plate"]

    assert {"Lisa", "Stephen", "Ingeborg"} <= {*found}


@pytest.mark.parametrize(("size", "scale"), [(SMALL, 100), (USUAL, 200), (LARGE, 100)])
def test_figures_of_a_line_of_the_score_sheet_are_apart_and_of_one_size(
    qapp: QApplication, size: Size, scale: int
) -> None:
    written = [
        each for each in read("matriculation-four", *SIZES, scale=scale)[size] if each.by == "paint_sheet"
    ]
    figures = [each for each in written if each.text.isdigit() and len(each.text) == 3]  # no seats
    lines = [[each for each in figures if abs(each.rect.center().y() - y) < 3] for y in heights(figures)]

    assert [len(line) for line in lines if len(line) == 4], "a line with a figure of everybody"
    for line in lines:
        assert len({round(each.pixels, 1) for each in line}) == 1
        ordered = sorted(line, key=lambda each: each.rect.left())
        gaps = [other.rect.left() - one.rect.right() for one, other in pairwise(ordered)]
        assert all(gap >= 0.15 * line[0].pixels for gap in gaps), gaps


def heights(figures: list[Written]) -> list[float]:
    """The heights of the lines."""
    found: list[float] = []
    for each in figures:
        if all(abs(each.rect.center().y() - y) >= 3 for y in found):
            found.append(each.rect.center().y())
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["matriculation-setback", "matriculation-four"])
def test_all_players_hours_are_shown_in_one_way(qapp: QApplication, name: str, size: Size) -> None:
    hours = {"36", "42", "21", "45"} if name == "matriculation-setback" else {"42", "63", "48"}
    found = [each.text for each in read(name, *SIZES)[size] if each.by == "paint_plate"]
    with_goal, alone = (
        [text for text in found if text.endswith("/120")],
        [text for text in found if text in hours],
    )

    assert (len(with_goal), len(alone)) in ((4, 0), (0, 4))


@pytest.mark.parametrize(("size", "scale"), [(SMALL, 200), (USUAL, 100), (LARGE, 80)])
def test_the_titles_of_a_score_sheet_are_of_one_size(qapp: QApplication, size: Size, scale: int) -> None:
    titles = {"Hours", "Degree", "Quick", "Exceptions", "All five"}
    written = [
        each for each in read("matriculation-four", *SIZES, scale=scale)[size] if each.by == "paint_sheet"
    ]
    found = {each.text: round(each.pixels) for each in written if each.text in titles}

    assert found.keys() == titles
    assert len({*found.values()}) == 1, found


@pytest.mark.parametrize(("size", "scale"), [(SMALL, 100), (MIDDLE, 100), (USUAL, 200)])
def test_the_steps_of_a_turn_of_kings_are_of_one_size(qapp: QApplication, size: Size, scale: int) -> None:
    written = [each for each in read("kings-laid", *SIZES[:3], scale=scale)[size] if each.by == "paint_steps"]
    words = [each for each in written if len(each.text) > 1]

    assert len(words) == 3
    assert len({round(each.pixels) for each in words}) == 1, [(each.text, each.pixels) for each in words]


def test_the_labels_of_what_lies_behind_the_screen_are_of_one_size(qapp: QApplication) -> None:
    """Even if the longest label has room only for small letters, all labels get the same size."""
    places = reef_layout(QSizeF(2560, 1359), 2, scale=80)
    labels = [(r.left(), r.top(), r.width(), r.height()) for r in places.labels]
    look = GroundLook((), tuple(zip(("Tiles", "Cubes", "Consumed"), labels, strict=True)), places.unit)
    paper = Paper(QSize(2560, 1359))
    painter = QPainter(paper)
    theme = replace(themed(ThemeName.LIGHT), letters=letters_of_table(places.unit, 80))
    paint_sea_ground(painter, QRectF(0, 0, 2560, 1359), look, theme)
    painter.end()
    found = {note.text: round(note.pixels) for note in paper.notes.found}

    assert found.keys() == {"Tiles", "Cubes", "Consumed"}
    assert len({*found.values()}) == 1, found


def test_a_name_of_three_letters_is_no_larger_than_the_others(qapp: QApplication) -> None:
    found = {bare(each.text): each.pixels for each in read("lesson-reef", LARGE, scale=200)[LARGE]}

    assert round(found["Ada"]) == round(found["You"])


def test_the_line_below_a_kings_pile_has_room_for_descenders(qapp: QApplication) -> None:
    """The letters of a large table were larger than the line was made for."""
    written = [each for each in read("lesson-kings", LARGE)[LARGE] if each.text.startswith("takes ")]
    places = kings_places(QSizeF(2560, 1350))
    room = TAKES * places.unit * 0.8

    assert written
    assert all(1.25 * each.pixels <= room for each in written)


@pytest.mark.parametrize("scale", [80, 100, 200])
def test_all_counts_of_the_supply_are_written_in_the_smallest_window(qapp: QApplication, scale: int) -> None:
    """The cubes' counts once had no room, though that of the one tile beside them had."""
    found = [each for each in read("reef-fish", SMALL, scale=scale)[SMALL] if each.by == "paint_supply"]

    assert len(found) == 10
    assert all(each.text.startswith("×") and each.cut < 1 for each in found)


@pytest.mark.parametrize("name", ["matriculation-turn", "matriculation-four"])
def test_every_line_of_a_score_sheet_says_what_it_counts(qapp: QApplication, name: str) -> None:
    found = [each.text for each in read(name, *SIZES)[USUAL] if each.by == "paint_sheet"]

    assert {"5 points each", "100 at 120", "200 by term 10", "100 each", "200 more"} <= {*found}


def test_the_sums_of_a_score_sheet_are_of_one_size(qapp: QApplication) -> None:
    written = [each for each in read("matriculation-over", SMALL)[SMALL] if each.by == "paint_sheet"]
    sums = {each.text: round(each.pixels) for each in written if each.text in ("785", "1015", "885", "2130")}

    assert len(sums) == 4 and len({*sums.values()}) == 1, sums


@pytest.mark.parametrize(
    ("name", "size"),
    [
        *product(("plump-tick", "cahoots-turn", "kings-organise", "matriculation-turn"), (SMALL, USUAL)),
        # in the smallest window four rows, or four boards, have room for no larger words
        *(("matriculation-four", USUAL), ("reef-four", USUAL), ("reef-two", USUAL), ("reef-three", USUAL)),
    ],
)
def test_words_on_a_table_grow_with_the_setting(qapp: QApplication, name: str, size: Size) -> None:
    """At 200 % only the bar's words grew: they were 28 px high, and those on the table 11 to 15."""
    usual, large = (
        [each.pixels for each in read(name, SMALL, USUAL, scale=scale)[size] if is_word(each)]
        for scale in (100, 200)
    )

    assert mean(large) > mean(usual)
    assert min(large) >= min(usual)


def is_word(each: Written) -> bool:
    """True if a text is no figure, and does not stand on a card."""
    return len(each.text) > 3 and any(map(str.isalpha, each.text)) and each.by not in FACES


@pytest.mark.parametrize("scale", [100, 200])
def test_labels_that_stand_together_are_of_one_size(qapp: QApplication, scale: int) -> None:
    """The names around a table, and the words in the places of piles."""
    written = read("matriculation-four", USUAL, scale=scale)[USUAL]
    names = {round(each.pixels) for each in written if each.text in ("Lisa", "Stephen", "Ingeborg")}
    labels = {round(each.pixels) for each in written if each.text in ("Control", "Probation")}

    assert len(names) == 1 and len(labels) == 1
