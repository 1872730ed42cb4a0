"""The canonical text of events, and the small words that every game's texts consist of.

One value has one text: readers refuse any other spelling of it, so that the log viewer, a bug report, a
golden file and the wire all show the same line. Slots are written as ranges: `0-9,12`. Faces that are
shown follow their slot: `3=7h`.

    0 bid 3                       2 play 17=Qs
    shuffled deck 0-51            shown 0-9 to 0
    shown 3=7h,4=As to all        rolled 2             left 3 gone
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from rules.api import EVERYONE, Event, Face, Game, Left, Moved, Rolled, Seat, Shown, Shuffled, Slot
from rules.errors import BadText

T = TypeVar("T")
NUMBER = re.compile(r"0|[1-9][0-9]{0,9}")


def event_text(game: Game, event: Event) -> str:
    """The canonical line of one event."""
    match event:
        case Moved(seat, action):
            return f"{seat} {action}"
        case Shuffled(pile, slots):
            return f"shuffled {pile} {slots_text(slots)}"
        case Shown(slots, to, faces):
            opened = None if faces is None else tuple(zip(slots, faces, strict=True))
            what = slots_text(slots) if opened is None else opened_text(game, opened)
            return f"shown {what} to {'all' if to is EVERYONE else numbers_text(to)}"
        case Rolled(value):
            return f"rolled {value}"
        case Left(seat, why):
            return f"left {seat} {why}"


def parse_event(game: Game, text: str) -> Event:
    """The event with that canonical text; raises `BadText`."""
    event = _parse_event(game, text)
    if event_text(game, event) != text:
        raise BadText(f"this is not the canonical spelling of an event: {text!r}")
    return event


def numbers_text(numbers: Sequence[int]) -> str:
    """`1,2,5`; `-` for none."""
    return ",".join(map(str, numbers)) if numbers else "-"


def parse_numbers(text: str) -> tuple[int, ...]:
    """Read `numbers_text` back."""
    return () if text == "-" else tuple(parse_number(word) for word in text.split(","))


def parse_number(text: str) -> int:
    """A number 0..9999999999 without leading zeros; raises `BadText`."""
    if not NUMBER.fullmatch(text):
        raise BadText(f"{text!r} is not a number")
    return int(text)


def row_writer(word: Callable[[T], str], mark: str = ",") -> Callable[[tuple[T, ...]], str]:
    """Return a writer of rows, their words with `mark` between them, `-` for none.

    It is quick for one row that mostly grows at its end, as a pile does from position to position: it keeps
    the last text, and goes on from there.
    """
    kept: tuple[tuple[T, ...], str] = (), "-"

    def text(row: tuple[T, ...]) -> str:
        nonlocal kept
        before, said = kept
        if row is not before:
            size = len(before)
            words = [said, *map(word, row[size:])] if size and row[:size] == before else map(word, row)
            kept = row, mark.join(words) or "-"
        return kept[1]

    return text


def slots_text(slots: Sequence[int]) -> str:
    """Slots in their order, rising runs as ranges: `0-9,12`; `-` for none."""
    if not slots:
        return "-"
    last, in_run = slots[0], False
    text = f"{last}"
    for slot in slots[1:]:
        if slot == last + 1:
            in_run = True
        else:
            text += f"-{last},{slot}" if in_run else f",{slot}"
            in_run = False
        last = slot
    return f"{text}-{last}" if in_run else text


def parse_slots(text: str, *, most: int = 1000) -> tuple[Slot, ...]:
    """Read `slots_text` back; refuses more than `most` slots."""
    slots: list[Slot] = []
    for run in [] if text == "-" else text.split(","):
        first, dash, last = run.partition("-")
        low, high = parse_number(first), parse_number(last if dash else first)
        if high < low or len(slots) + high - low >= most:
            raise BadText(f"{run!r} is not a run of slots")
        slots.extend(Slot(slot) for slot in range(low, high + 1))
    return tuple(slots)


def opened_text(game: Game, opened: Sequence[tuple[Slot, Face]]) -> str:
    """Slots with their faces: `3=7h,4=As`; `-` for none."""
    return ",".join(f"{slot}={game.face_text(face)}" for slot, face in opened) or "-"


def parse_opened(game: Game, text: str) -> tuple[tuple[Slot, Face], ...]:
    """Read `opened_text` back."""
    pairs: list[tuple[Slot, Face]] = []
    for word in [] if text == "-" else text.split(","):
        slot, _, face = word.partition("=")
        pairs.append((Slot(parse_number(slot)), game.parse_face(face)))
    return tuple(pairs)


def _parse_event(game: Game, text: str) -> Event:
    first, _, rest = text.partition(" ")
    words = rest.split(" ")
    if first == "shuffled" and len(words) == 2:
        return Shuffled(words[0], parse_slots(words[1]))
    if first == "shown" and len(words) == 3 and words[1] == "to":
        if words[2] != "all":
            return Shown(parse_slots(words[0]), tuple(Seat(n) for n in parse_numbers(words[2])), None)
        opened = parse_opened(game, words[0])
        return Shown(tuple(slot for slot, _ in opened), EVERYONE, tuple(face for _, face in opened))
    if first == "rolled" and len(words) == 1:
        return Rolled(parse_number(words[0]))
    if first == "left" and len(words) == 2 and words[1] in ("left", "gone"):
        return Left(Seat(parse_number(words[0])), words[1])
    if rest and NUMBER.fullmatch(first):
        return Moved(Seat(int(first)), game.parse_action(rest))
    raise BadText(f"{text!r} is not an event")
