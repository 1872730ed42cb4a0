"""Messages that declare their own wire format, and the tables of `net/PROTOCOL.md` beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Annotated, ClassVar

import msgpack
import pytest

from net.discovery.words import FOUND
from net.errors import LocalError, Malformed
from net.lobby.messages import LOBBY
from net.watch.words import SPECTATORS
from net.wire.bodies import BODIES
from net.wire.codec import Bytes, Int, Many, Row, Shape, Text, row
from net.wire.form import FieldForm, Form, UpTo, Vocabulary, form_of

PROTOCOL = (Path(__file__).resolve().parents[3] / "net" / "PROTOCOL.md").read_text(encoding="utf-8")


# -- the tables of the protocol


def rows_of(section: str) -> dict[str, str]:
    """The words of a section's tables and bodies, with their fields."""
    text = PROTOCOL.partition(f"### {section} ")[2].partition("\n### ")[0]
    found = dict(re.findall(r"^ +\w+ +\[\"(\w)\", (.*?)\](?:  .*)?$", text, re.MULTILINE))
    for words, fields in re.findall(r"^\| ([A-Z?, ]+) \| (?:([^|]*?) )?\|", text, re.MULTILINE):
        found |= dict.fromkeys(words.split(", "), fields)
    return found


def parts(text: str) -> Iterator[str]:
    """The parts between commas, but not the commas within brackets."""
    depth, part = 0, ""
    for sign in text:
        depth += (sign == "[") - (sign == "]")
        if sign == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += sign
    if part.strip():
        yield part.strip()


def fits(said: str, shape: Shape) -> bool:
    """True if a field's description has the brackets of its shape."""
    if not said.startswith("["):
        return not isinstance(shape, Many) or said == "act"
    inside = [*parts(said[1:-1])]
    if isinstance(shape, Many):
        return len(inside) == 2 and inside[1] == "…" and fits(inside[0], shape.of)
    return (
        isinstance(shape, Row) and len(inside) == len(shape.fields) and all(map(fits, inside, shape.fields))
    )


TABLES = [
    *((form, "5.3") for form in BODIES._forms.values()),
    *((form, "5.4") for form in LOBBY._forms.values()),
    *((form, "5.9") for form in FOUND._forms.values()),
    *((form, "5.10") for form in SPECTATORS._forms.values() if form.word != "GALLERY"),
]


@pytest.mark.parametrize(("form", "section"), TABLES, ids=[f"{each} {form.word}" for form, each in TABLES])
def test_the_protocol_describes_each_message_as_it_is(form: Form[object], section: str) -> None:
    said = [*parts(rows_of(section)[form.word or ""])]
    shapes = form.shape.fields[1:]
    names = [name for name, part in form.parts.items() for _ in range(_size(part))]

    assert len(said) == len(shapes), (said, names)
    for each, name, shape in zip(said, names, shapes, strict=True):
        assert fits(each, shape), (each, name)
        if not each.startswith("[") and not each[0].isdigit() and name != "view":
            assert each.split()[0] == ("g" if name == "game" and form.word != "INFO" else name)


def _size(part: FieldForm) -> int:
    return len(part.shape.fields) if part.is_spread and isinstance(part.shape, Row) else 1


def test_every_message_in_the_tables_of_the_protocol_exists() -> None:
    for section, words in (("5.3", BODIES), ("5.4", LOBBY), ("5.9", FOUND), ("5.10", SPECTATORS)):
        assert rows_of(section).keys() - {"G"} <= words.words, section


# -- what an annotation may say


class Colour(IntEnum):
    """An enumeration of few members."""

    RED = 0
    BLUE = 1


@dataclass(frozen=True, slots=True)
class Point:
    """A row inside of a message."""

    x: Annotated[int, Int(9)]
    colour: Colour

    def check(self) -> None:
        """Refuse points whose x is 7."""
        if self.x == 7:
            raise Malformed("seven", "no point has a seven")


@dataclass(frozen=True, slots=True)
class Everything:
    """A message with one field of each kind."""

    word: ClassVar = "ALL"
    points: Annotated[tuple[Point, ...], UpTo(2, 1)]
    pair: tuple[Annotated[str, Text(4)], bool]
    upside: Annotated[
        str, FieldForm(Bytes(4), lambda text: text.encode()[::-1], lambda data: data[::-1].decode())
    ]
    both: Annotated[tuple[int, int], FieldForm(row(Int(9), Int(9)), is_spread=True)]


@dataclass(frozen=True, slots=True)
class Nothing:
    """A message with no field but its word."""

    word: ClassVar = "NONE"


WORDS = Vocabulary[Everything | Nothing]((Everything, Nothing), most=64, what="a word of a test")
ALL = Everything((Point(1, Colour.BLUE), Point(2, Colour.RED)), ("a", True), "abc", (3, 4))


def test_each_kind_of_field_is_encoded_as_described() -> None:
    data = WORDS.pack(ALL)

    assert msgpack.unpackb(data) == ["ALL", [[1, 1], [2, 0]], ["a", 1], b"cba", 3, 4]
    assert WORDS.unpack(data) == ALL and type(WORDS.unpack(data).points[0].colour) is Colour  # type: ignore[union-attr]
    assert WORDS.unpack(WORDS.pack(Nothing())) == Nothing()
    assert WORDS.words == {"ALL", "NONE"}


@pytest.mark.parametrize(
    "values",
    [
        ["ALL", [], ["a", 1], b"cba", 3, 4],
        ["ALL", [[1, 1]] * 3, ["a", 1], b"cba", 3, 4],
        ["ALL", [[1, 2]], ["a", 1], b"cba", 3, 4],
        ["ALL", [[7, 1]], ["a", 1], b"cba", 3, 4],
        ["ALL", [[1, 1]], ["a", 2], b"cba", 3, 4],
        ["ALL", [[1, 1]], ["a", True], b"cba", 3, 4],
        ["ALL", [[1, 1]], ["a", 1], b"cba", 3],
        ["ALL", [[1, 1]], ["a", 1], b"cba", 3, 10],
        ["NONE", 1],
        ["ANY"],
    ],
)
def test_a_value_that_does_not_fit_is_refused(values: list[object]) -> None:
    with pytest.raises(Malformed):
        WORDS.unpack(msgpack.packb(values))


def test_a_forbidden_message_is_not_written() -> None:
    for wrong in (Everything((), ALL.pair, "abc", (0, 0)), Point(1, Colour.RED)):
        with pytest.raises(LocalError):
            WORDS.pack(wrong)  # type: ignore[arg-type]


def test_a_field_describes_its_encoding() -> None:
    @dataclass
    class Unsaid:
        word: ClassVar = "UNSAID"
        number: int

    with pytest.raises(TypeError, match="does not say"):
        form_of(Unsaid)
