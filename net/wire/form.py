"""A message declared once: a class whose annotations say how each field is written on the wire.

    class Sign(Struct, frozen=True):
        word: ClassVar = "SIGN"
        seat: Annotated[int, SEAT]
        sig: Annotated[bytes, exactly(64)]

is written as `["SIGN", seat, sig]`, in the order of the fields. An annotation carries a shape of
`net.wire.codec`, the length of a tuple (`UpTo`), or a `FieldForm` where the value on the wire differs from
the one in memory. An `IntEnum`, a `bool`, another message and a tuple of fixed length need no annotation. A
message without a `word` is a row of just its fields. For rules that no shape can express, a method
`check` raises `Malformed` when a message is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Annotated, Any, Final, Generic, TypeVar, cast, get_args, get_origin, get_type_hints

from msgspec import Struct

from net.errors import LocalError
from net.wire.codec import Int, Many, OneOf, Row, Shape, Value, Wire, Word, pack, unpack

T = TypeVar("T")


class FieldForm(Struct, frozen=True):
    """Form of one value on the wire: its shape, how it is written and how it is read. None leaves the value
    as it is.

    `read` raises `PeerError` for an impossible value. `is_spread`: the value is several fields of the
    message's own row.
    """

    shape: Shape
    write: Callable[[Any], Wire] | None = None
    read: Callable[[Any], Any] | None = None
    is_spread: bool = False

    def written(self, value: Any) -> Wire:
        """Return the value as it is written on the wire."""
        return cast(Wire, value) if self.write is None else self.write(value)

    def found(self, value: Value) -> Any:
        """Return the value as it is held in memory."""
        return value if self.read is None else self.read(value)


class UpTo(Struct, frozen=True):
    """Length of a tuple: `least` to `most` items."""

    most: int
    least: int = 0


class Form(Generic[T]):
    """The way in which messages of one class are written on the wire."""

    def __init__(self, kind: type[T]) -> None:
        self.kind: Final = kind
        self.word: str | None = getattr(kind, "word", None)
        hints = get_type_hints(kind, include_extras=True)
        names = fields_of(kind)
        self.parts: Final = {name: _part(hints[name]) for name in names}
        self._given = frozenset(name for name, is_given in names.items() if is_given)
        self._check: Callable[[T], None] | None = getattr(kind, "check", None)
        shapes: list[Shape] = [] if self.word is None else [Word((self.word,))]
        for part in self.parts.values():
            shapes += cast(Row, part.shape).fields if part.is_spread else (part.shape,)
        self.shape: Final = Row(tuple(shapes))

    def wire(self, message: T) -> Sequence[Wire]:
        """The row of a message."""
        found: list[Wire] = [] if self.word is None else [self.word]
        for name, part in self.parts.items():
            value = getattr(message, name) if part.write is None else part.write(getattr(message, name))
            if part.is_spread:
                found += cast("Sequence[Wire]", value)
            else:
                found.append(value)
        return found

    def message(self, values: Sequence[Value]) -> T:
        """The message of a row that has this shape; raises `PeerError` for an impossible one."""
        found: dict[str, Any] = {}
        at = 0 if self.word is None else 1
        for name, part in self.parts.items():
            size = len(cast(Row, part.shape).fields) if part.is_spread else 1
            value: Any = tuple(values[at : at + size]) if part.is_spread else values[at]
            if part.read is not None:
                value = part.read(value)
            if name in self._given:
                found[name] = value
            at += size
        message = self.kind(**found)
        if self._check is not None:
            self._check(message)
        return message

    def pack(self, message: T) -> bytes:
        """The bytes of a message; raises `LocalError` for one that nobody may send."""
        return pack(self.shape, self.wire(message))

    def unpack(self, data: bytes, *, most: int, what: str) -> T:
        """The message that at most `most` bytes spell; `what` names it in the refusal. Raises `PeerError`."""
        return self.message(unpack(self.shape, data, most=most, what=what))


class Vocabulary(Generic[T]):
    """Messages of one channel, each known by its word. `what` names them in a refusal."""

    def __init__(self, kinds: Sequence[type[T]], *, most: int, what: str) -> None:
        self._forms = {form.word: form for form in map(form_of, kinds)}
        self._shape = OneOf(tuple(form.shape for form in self._forms.values()))
        self._most = most
        self._what = what

    def pack(self, message: T) -> bytes:
        """The bytes of a message; raises `LocalError` for one that nobody may send."""
        form = self._forms.get(getattr(message, "word", None))
        if form is None or not isinstance(message, form.kind):
            raise LocalError(f"{message} is not {self._what}")
        return form.pack(message)

    def unpack(self, data: bytes) -> T:
        """The message that these bytes spell; raises `PeerError`."""
        values = unpack(self._shape, data, most=self._most, what=self._what)
        return self._forms[cast(str, values[0])].message(values)

    @property
    def words(self) -> frozenset[str]:
        """First words of its messages."""
        return frozenset(word for word in self._forms if word is not None)


def fields_of(kind: object) -> Mapping[str, bool]:
    """Names of the fields of a Struct or data class, in their order; False for those that are always the
    same. Empty for anything else."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return dict.fromkeys(kind.__struct_fields__, True)
    return {each.name: each.init for each in fields(kind)} if is_dataclass(kind) else {}


def form_of(kind: type[T]) -> Form[T]:
    """The form of a message; raises `TypeError` for a field without a form in its annotation."""
    return cast("Form[T]", _form_of(cast(Any, kind)))


@lru_cache(maxsize=256)
def _form_of(kind: type) -> Form[Any]:
    return Form(kind)


def _part(hint: Any) -> FieldForm:
    if get_origin(hint) is Annotated:
        [extra] = hint.__metadata__
        if isinstance(extra, UpTo):
            return _many(_part(get_args(hint.__origin__)[0]), extra)
        return extra if isinstance(extra, FieldForm) else FieldForm(extra)
    if get_origin(hint) is tuple:
        return _row(tuple(map(_part, get_args(hint))))
    if fields_of(hint):
        form = _form_of(cast(type, hint))
        return FieldForm(form.shape, form.wire, form.message)
    if isinstance(hint, type) and issubclass(hint, bool | IntEnum):
        return FieldForm(Int(1 if hint is bool else len(hint) - 1), int, hint)
    raise TypeError(f"{hint} does not say how it is written on the wire")


def _many(item: FieldForm, up: UpTo) -> FieldForm:
    shape = Many(item.shape, up.most, up.least)
    if item.write is item.read is None:
        return FieldForm(shape)
    return FieldForm(
        shape,
        lambda values: [item.written(value) for value in values],
        lambda values: tuple(item.found(value) for value in values),
    )


def _row(items: tuple[FieldForm, ...]) -> FieldForm:
    shape = Row(tuple(item.shape for item in items))
    if all(item.write is item.read is None for item in items):
        return FieldForm(shape)
    return FieldForm(
        shape,
        lambda values: [item.written(value) for item, value in zip(items, values, strict=True)],
        lambda values: tuple(item.found(value) for item, value in zip(items, values, strict=True)),
    )
