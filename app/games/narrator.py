"""The story of a game: the contract of narrators, and the grammar that all of them share.

Each of our games has a narrator, in `app/games/<game>/narrator.py`. The window's log and status line, screen
readers, the replay and the terminal all use its lines, and no others. A line is one short sentence as a
player would say it, with its full stop: "You bid 3.", "Ada takes the tick with the queen of hearts." The
viewer's own seat is "you", the others go by their names, and nobody is "he" or "she". A line says only what
its viewer can know: a face comes from the event or from the viewer's own `known`, and from nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

from rules.api import Event, Face, Left, Outcome, Seat, Shown, View

Narrate: TypeAlias = Callable[[View, Event, View, Sequence[str]], tuple[str, ...]]
"""`narrate(before, event, after, names)`: the lines for an event, () if nobody needs to read of it.

`before` and `after` are the same viewer's views; `after.state` is `before.state.after(event)`, and
`after.known` adds what `event` showed that viewer. `names` are by seat.
"""

PROVEN = "Proven:"
"""First word of a line about the finding of an audit. Other texts recognise such a line by it."""
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
"""Words for ranks, from 1: no table has more seats."""
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_ODD_VERBS = {"have": "has", "are": "is", "do": "does", "go": "goes"}


class Cast(Struct, frozen=True):
    """Names and pronouns for one viewer: what each seat is called, and its form of a verb."""

    names: Sequence[str]
    viewer: Seat | None

    def who(self, seat: int) -> str:
        """Return a seat as subject or object: "you", "Ada"."""
        return "you" if seat == self.viewer else self.names[seat]

    def whose(self, seat: int) -> str:
        """Return the possessive of a seat: "your", "Ada's"."""
        return "your" if seat == self.viewer else f"{self.names[seat]}'s"

    def does(self, seat: int, verb: str) -> str:
        """Return a seat with its verb: "you bid", "Ada bids". `verb` is the form for "you"; its first word is
        inflected: "take the tick" gives "Ada takes the tick"."""
        return f"{self.who(seat)} {verb if seat == self.viewer else third_person(verb)}"

    def those(self, seats: Sequence[int]) -> str:
        """Return several seats, the viewer first: "you, Ada and Bo"."""
        return listed([self.who(seat) for seat in self.mine_first(seats)])

    def mine_first(self, seats: Sequence[int]) -> tuple[int, ...]:
        """Return the same seats, the viewer's first."""
        return tuple(sorted(seats, key=lambda seat: seat != self.viewer))

    def do(self, seats: Sequence[int], verb: str) -> str:
        """Return one or several seats with their verb: "Ada wins", "you and Ada win"."""
        return self.does(seats[0], verb) if len(seats) == 1 else f"{self.those(seats)} {verb}"


def cast_of(view: View, names: Sequence[str]) -> Cast:
    """Return the cast for the viewer of a view."""
    return Cast(names, view.seat)


def third_person(verb: str) -> str:
    """Return a verb in the third person, by its first word: "bid 3" gives "bids 3"."""
    size = next((at for at, sign in enumerate(verb) if not sign.isalpha()), len(verb))
    word, rest = verb[:size], verb[size:]
    if word in _ODD_VERBS:
        bent = _ODD_VERBS[word]
    elif word.endswith(("s", "sh", "ch", "x", "z")):
        bent = f"{word}es"
    elif word.endswith("y") and word[-2:-1] not in "aeiou":
        bent = f"{word[:-1]}ies"
    else:
        bent = f"{word}s"
    return f"{bent}{rest}"


def counted(number: int, noun: str, *, none: str = "no") -> str:
    """Return a number with its noun: "1 card", "2 cards", "no cards" (or `none` instead of "no")."""
    return f"{number or none} {noun}{'' if number == 1 else 's'}"


def ordinal(rank: int) -> str:
    """Return a rank in figures: "1st", "4th"."""
    return f"{rank}{_ENDINGS.get(rank, 'th')}"


def listed(words: Sequence[str]) -> str:
    """Return words in a row: "a", "a and b", "a, b and c"."""
    return " and ".join([part for part in (", ".join(words[:-1]), *words[-1:]) if part])


def sentence(*parts: str) -> str:
    """Join parts into a line with its full stop, and a capital for "you" (a name keeps its own)."""
    return f"{capitalise_you(' '.join(part for part in parts if part))}."


def capitalise_you(text: str) -> str:
    """Return a text with a capital for "you" and "your" at its head; a name keeps its own letters."""
    return f"Y{text[1:]}" if text == "you" or text.startswith(("you ", "your ", "you,")) else text


def upper_first(text: str) -> str:
    """Return a text with a capital at its head, whatever it is."""
    return text[:1].upper() + text[1:]


def dealt_lines(event: Shown, after: View, cast: Cast, name: Callable[[Face], str]) -> tuple[str, ...]:
    """Tell our own new cards, each by its `name`; the others' cards are unknown."""
    faces = [face for slot in event.slots if (face := after.face(slot)) is not None]
    if after.seat is None or len(faces) < len(event.slots):
        return ()
    return (sentence(cast.does(after.seat, f"are dealt {listed(list(map(name, sorted(faces))))}")),)


def left_line(event: Left, cast: Cast) -> str:
    """Tell that a player has left, for every game alike."""
    if event.why == "left":
        return sentence(cast.does(event.seat, "have left the table"))
    return sentence(cast.does(event.seat, "are gone and will not be back"))


def result_lines(outcome: Outcome, cast: Cast, unit: str = "") -> tuple[str, ...]:
    """Tell the result, a line for each rank; `unit` ("point") is what scores count, "" leaves them out."""
    lines = []
    for rank in sorted(set(outcome.ranks)):
        seats = [seat for seat, its in enumerate(outcome.ranks) if its == rank]
        place = "win" if rank == 1 else f"are {PLACES[rank - 1]}"
        if len(seats) > 1:
            place = "share the victory" if rank == 1 else f"share the {PLACES[rank - 1]} place"
        scores = [outcome.scores[seat] for seat in seats]
        if unit and len(set(scores)) == 1:
            place += f" with {scores[0]} {unit}{'' if scores[0] == 1 else 's'}"
        lines.append(sentence(cast.do(seats, place)))
    return tuple(lines)
