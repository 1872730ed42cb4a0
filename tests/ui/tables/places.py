"""The places on the tables as text, worked out from sizes alone: of `kept`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle

from msgspec.structs import fields
from PySide6.QtCore import QRectF, QSizeF

from app.games.scene import Kind
from tests.support.told_table import shortened, value
from ui.kit.geometry import card_table
from ui.tables.kings.layout import kings_places
from ui.tables.matriculation.layout import matriculation_places
from ui.tables.plain.layout import Block, lay_out, without_held
from ui.tables.reef.layout import reef_layout

SIZES = (
    *((1280, 720), (1000, 560), (760, 560), (1920, 1010), (2560, 900)),
    *((720, 1080), (1000, 1500), (620, 640), (1100, 960), (900, 860), (3840, 2000)),
)
SCALES = (100, 200, 80, 130)


def fields_of(places: object) -> Iterator[str]:
    """A line for each field of a layout."""
    for field in fields(places):  # type: ignore[arg-type]
        yield f"  {field.name} {shortened(value(getattr(places, field.name)))}"


def reef() -> Iterator[str]:
    """Places on the reef, also with one board zoomed, and those that keep an arrangement."""
    scales = cycle(SCALES)
    for wide, high in SIZES:
        for seats, is_zoomed in ((2, False), (3, False), (3, True), (4, False)):
            scale = next(scales)
            kept: dict[str, int] = {}
            places = reef_layout(QSizeF(wide, high), seats, scale=scale, is_zoomed=is_zoomed, kept=kept)
            yield f"{wide}x{high}, {seats} seats{' zoomed' * is_zoomed}, {scale} %: {value(kept)}"
            yield from fields_of(places)
            lower = reef_layout(QSizeF(wide, high * 0.7), seats, scale=scale, kept=dict(kept))
            yield f"  lower {shortened(value(lower))}"


def kings() -> Iterator[str]:
    """Places of Kings, across and upright."""
    scales = cycle(SCALES)
    for wide, high in SIZES:
        for is_upright in (False, True):
            scale = next(scales)
            places = kings_places(QSizeF(wide, high), scale=scale, is_upright=is_upright)
            yield f"{wide}x{high}{' upright' * is_upright}, {scale} %"
            yield from fields_of(places)
            yield from (f"  {shortened(value(part))}" for side in places.sides for part in (side.plate, side))


def matriculation() -> Iterator[str]:
    """Places of Matriculation, with the cards of its piles."""
    scales = cycle(SCALES)
    for wide, high in SIZES:
        for seats, has_hand, is_upright in (
            *((2, True, False), (3, True, True), (4, True, False)),
            *((2, False, True), (3, False, False)),
        ):
            scale = next(scales)
            places = matriculation_places(
                QSizeF(wide, high), seats, scale=scale, has_hand=has_hand, is_upright=is_upright
            )
            yield f"{wide}x{high}, {seats} seats{' upright' * is_upright}, {has_hand} {scale} %"
            yield from fields_of(places)
            yield from fields_of(places.rows[0])
            row = places.rows[-1]
            terms = [row.term(at, of) for of in (1, 8, 14) for at in range(of)]
            exceptions = [row.exception(at, of) for of in (1, 2, 5) for at in range(of)]
            yield f"  terms {shortened(value(terms))}, exceptions {shortened(value(exceptions))}"


BLOCKS = (
    (
        Block("row", Kind.ROW, 5),
        Block("pile", Kind.PILE, 1, lines=1),
        Block("facts", Kind.FACTS, 0, lines=2, words=90),
    ),
    (Block("grid", Kind.GRID, 42, 7),),
    (Block("trick", Kind.TRICK, 4), Block("old", Kind.TRICK, 4, is_small=True, lines=1, words=120)),
    (Block("dice", Kind.DICE, 5, lines=1), Block("pile", Kind.PILE, 9), Block("one", Kind.ROW, 1)),
    (Block("long", Kind.ROW, 16, lines=1), Block("other", Kind.ROW, 7), Block("eight", Kind.ROW, 8)),
    (
        Block("none", Kind.ROW, 0),
        Block("grid", Kind.GRID, 10, 4, lines=2),
        Block("dice", Kind.DICE, 1, words=300),
    ),
    tuple(Block(f"row {at}", Kind.ROW, 3, lines=1, words=60) for at in range(9)),
    (),
)


def plain() -> Iterator[str]:
    """Places of zones in the middle of any game's table."""
    for blocks in BLOCKS:
        for wide, high, seats, most in ((700, 380, 4, 90), (420, 260, 2, 60), (1200, 200, 8, 120)):
            yield f"{wide}x{high}, {seats} seats: {', '.join(block.key for block in blocks)}"
            laid = lay_out(blocks, QRectF(20, 30, wide, high), seats=seats, line=14.0, most=most)
            for key, each in laid.items():
                yield f"  {key} {value(each.box)} {value(each.words)} {value(each.piece)} {each.is_by_seat}"
                yield f"    {shortened(value(each.spots))}"
                if each.spots:
                    spots = [(each.spot(at, of), each.seen(at, of)) for of in (1, 2, 5) for at in range(of)]
                    yield f"    {shortened(value(spots))}"
    for seats in (2, 3, 4, 7):
        free = without_held(card_table(QSizeF(1280, 744), seats))
        yield f"nothing held, {seats} seats: {shortened(value(free))}"


PLACES: dict[str, Callable[[], Iterator[str]]] = {
    "reef": reef,
    "kings": kings,
    "matriculation": matriculation,
    "plain": plain,
}
