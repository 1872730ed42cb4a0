"""Nothing is drawn that no golden shows: every painter, every part of one, every kind, every letter."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from types import FrameType, NoneType
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields
from PySide6.QtGui import QRawFont

import ui
from app.games.scene import OwnLook
from rules.cahoots import cards as cahoots
from rules.cards import CARD_TEXT
from rules.kings import cards as kings
from rules.matriculation import cards as matriculation
from tests.ui.art.drawing import draw
from tests.ui.art.golden import EVERY
from ui.art.cahoots.faces import patron
from ui.art.cards.faces import kings_card, kings_king, playing_card
from ui.art.fonts import FILES
from ui.art.lettering import draw_line
from ui.art.matriculation.faces import study

pytestmark = pytest.mark.usefixtures("qapp")
ROOT = Path(ui.__file__).parent


@cache
def functions_that_draw() -> dict[tuple[Path, str], list[str]]:
    """The functions of the window that are handed a painter first, with their arguments' names; those that
    draw nothing are left out."""
    return {
        (path, node.name): [each.arg for each in node.args.args]
        for path in sorted(ROOT.rglob("*.py"))
        if "painter: QPainter" in (source := path.read_text(encoding="utf-8"))
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and _takes_a_painter(node) and not _is_empty(node)
    }


def _takes_a_painter(function: ast.FunctionDef) -> bool:
    hints = [each.annotation for each in function.args.args[:1]]
    return [ast.unparse(hint) for hint in hints if hint is not None] == ["QPainter"]


def _is_empty(function: ast.FunctionDef) -> bool:
    return all(isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) for each in function.body)


def test_every_painter_has_a_golden_sheet() -> None:
    """A painter is what can be given to `PixmapCache`: `paint_x(painter, rect, kind, theme)`."""
    painters = {
        (path, name)
        for (path, name), arguments in functions_that_draw().items()
        if name.startswith("paint_") and len(arguments) == 4
        if (arguments[1], arguments[3].lstrip("_")) == ("rect", "theme")
    }
    shown = {(Path(family.paint.__code__.co_filename), family.paint.__name__) for family in EVERY}

    assert painters
    assert painters - shown == set()


def seen_while_drawing() -> tuple[set[tuple[Path, str]], str]:
    """The functions that are called, and the letters that are written, for the pictures of all kinds."""
    called: set[tuple[str, str]] = set()
    written: set[str] = set()

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called.add((frame.f_code.co_filename, frame.f_code.co_qualname))
            if frame.f_code is draw_line.__code__:
                written.update(frame.f_locals["text"])

    sys.setprofile(look)
    try:
        for family in EVERY:
            for kind in family.kinds:
                draw(family.paint, kind, size=family.size, dpr=0.25)
    finally:
        sys.setprofile(None)
    return {(Path(file), name) for file, name in called}, "".join(sorted(written))


def test_every_function_that_draws_is_called_for_some_picture_and_writes_in_our_font() -> None:
    called, letters = seen_while_drawing()
    fonts = [QRawFont(str(ROOT / "art" / "fonts" / name), 12) for name in FILES if "Sans" in name]

    assert functions_that_draw().keys() - called == set()
    assert "A" in letters
    assert [each for each in letters for font in fonts if not font.supportsCharacter(ord(each))] == []


def kinds_of() -> dict[Callable[..., None], list[Any]]:
    """The kinds of every painter that are drawn, whatever their size."""
    found: dict[Callable[..., None], list[Any]] = {}
    for family in EVERY:
        found.setdefault(family.paint, []).extend(family.kinds)
    return found


def members(hint: Any) -> set[Enum]:
    """Members of an enumeration, also of one that may be None."""
    hints = get_args(hint) or (hint,)
    return {member for each in hints if isinstance(each, type) and issubclass(each, Enum) for member in each}


@cache
def kind_hint(paint: Callable[..., None]) -> Any:
    """The type of a painter's kinds."""
    return [*get_type_hints(paint).values()][2]


@pytest.mark.parametrize("paint", kinds_of(), ids=lambda paint: paint.__name__)
def test_every_member_of_an_enumeration_is_drawn(paint: Callable[..., None]) -> None:
    """Members that the painter has no picture of are left out."""
    drawn = set(kinds_of()[paint])
    for kind in members(kind_hint(paint)) - drawn:
        with pytest.raises(KeyError):
            draw(paint, kind)


def looks_in(kind: object) -> Iterator[OwnLook]:
    """The looks of a scene that are a part of what is painted."""
    for field in fields(kind) if isinstance(kind, Struct) else ():
        value = getattr(kind, field.name)
        yield from (value,) if isinstance(value, OwnLook) else looks_in(value)


@pytest.mark.parametrize("paint", kinds_of(), ids=lambda paint: paint.__name__)
def test_every_switch_of_a_look_is_drawn_on_and_off(paint: Callable[..., None]) -> None:
    """Booleans true and false, values that may be None or have a default both ways, and enumerations in full
    unless another painter has them in full."""
    drawn = [look for kind in kinds_of()[paint] for look in (kind, *looks_in(kind))]
    alone = {member for each in kinds_of() for member in members(kind_hint(each))}
    for look in {type(kind) for kind in drawn if isinstance(kind, Struct)}:
        hints = get_type_hints(look)
        for field in fields(look):
            values = {getattr(kind, field.name) for kind in drawn if isinstance(kind, look)}
            hint = hints[field.name]
            wanted = {True, False} if hint is bool else set() if get_args(hint) else members(hint) - alone

            assert wanted <= values, field.name
            assert field.default is NODEFAULT or values > {field.default}, field.name
            assert NoneType not in get_args(hint) or values > {None}, field.name


def test_every_face_of_every_game_is_drawn() -> None:
    drawn = {kind for kinds in kinds_of().values() for kind in kinds if kind.__hash__}
    faces = [
        *map(playing_card, range(len(CARD_TEXT))),
        *map(kings_card, range(kings.FACES)),
        *map(kings_king, range(4)),
        *map(study, range(matriculation.FACES)),
        *map(patron, range(len(cahoots.DECK))),
    ]

    assert set(faces) <= drawn
