"""A table in characters: its scene as a picture, its choices as typed words.

Both are made from the game's `Description` (`app/games/scene.py`): zones become rows of short words within 80
columns, plates become a table of figures, and grids become maps with letters over their columns. Everything
that the menu prints can be typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final

from msgspec import Struct

from app.games.scene import Description, Kind, Said, Scene, Sign, Zone
from rules.api import Action, View
from rules.errors import BadText

WIDE: Final = 80
"""Maximum number of columns of a picture."""
HIGH: Final = 19
"""Maximum number of lines of a picture: with the story, the choices and the prompt it fills 24 lines."""
NOBODY: Final = tuple(f"player {seat + 1}" for seat in range(10))
"""Names for typed texts: they must be the same for everybody, so players' names are not in them."""
_NAME_MOST: Final = 12
_WHYS_MOST: Final = 3
"""Maximum number of impossible choices for which the menu gives the reason."""
_BETWEEN: Final = ("on", "..")
"""Words that a menu puts between the words to type."""
_SPACE: Final = re.compile(r"(?:(\d+):)?([A-Z])(\d+)")
"""A space of a grid as typed: "D5", with several grids "1:D5"."""


class Terminal(Struct, frozen=True):
    """One game in a terminal."""

    table: Description

    @property
    def legend(self) -> tuple[str, ...]:
        """The signs of the picture and the form of the choices."""
        return self.table.legend

    def picture(self, view: View, names: Sequence[str]) -> tuple[str, ...]:
        """Return the table, at most `HIGH` lines of at most `WIDE` columns."""
        return picture(self.table.scene(view, names), view)

    def word(self, view: View, action: Action) -> str:
        """Return the text that chooses an action; equivalent actions share it."""
        return self._said(view, action).typed

    def menu(self, view: View, names: Sequence[str]) -> tuple[str, ...]:
        """Return the choices by their heads, in the table's order, in lines of at most `WIDE` columns."""
        scene = self.table.scene(view, names)
        places = {
            piece.at: number
            for number, piece in enumerate(piece for zone in scene.zones for piece in zone.pieces)
        }

        def place(action: Action) -> int:
            firsts = [places[route[0]] for route in self.table.picks(view, action) if route[0] in places]
            return min(firsts, default=len(places))

        groups: dict[str, list[str]] = {}
        for action in sorted(view.actions(), key=place):
            said = self._said(view, action)
            first, gap, rest = said.typed.partition(" ")
            if said.under:
                groups.setdefault(f"{said.under}: ", []).append(said.typed)
            elif gap:
                groups.setdefault(f"{first} ", []).append(rest)
            else:
                groups.setdefault("", []).append(said.typed)
        lines = [line for head, words, gap in _grouped(groups) for line in joined(head, words, gap=gap)]
        if lines and (why := _why_not(scene)):
            lines[-1:] = (
                [f"{lines[-1]}   {why}"] if len(lines[-1]) + len(why) + 3 <= WIDE else [lines[-1], why]
            )
        return tuple(line.rstrip() for line in _packed(lines))

    def meant(self, view: View, text: str) -> Action:
        """Return the action that a typed `text` means; raises `BadText` with a reason.

        Words may be left out as long as only one choice fits, or only one fits in which no word is left out:
        "lay W D5" means "lay W 1:D5" rather than "lay W 1:D5 front". The head of a choice in the menu may be
        typed before it, and the menu's words in between: "lay W on D5". A forbidden action is also returned,
        because the rules explain better why it is forbidden. The order that a hint prints ("Play the 7 of
        hearts") is understood as well.
        """
        typed = _words(text.rstrip(".:"))
        if not typed:
            raise BadText("nothing was typed; ? shows your choices")
        for candidates in (view.actions(), self.table.attempts(view)):
            by_word = {self._said(view, action): action for action in reversed(tuple(candidates))}
            ways = [(said, way) for said in by_word for way in _spellings(said)]
            exact = [said for said, way in ways if way == typed]
            exact = exact or [said for said in by_word if _words(said.do) == typed]
            fits = [] if exact else [(said, way) for said, way in ways if _fits(typed, way)]
            whole = [said for said, way in fits if len(way) == len(typed)]
            fitting = exact or whole or [said for said, _ in fits]
            words = {said.typed: said for said in fitting}
            if len(words) == 1:
                return by_word[fitting[0]]
            if words:
                some = ", ".join(sorted(words)[:6])
                more = f" and {len(words) - 6} more" if len(words) > 6 else ""
                raise BadText(f"that could be any of {len(words)}: {some}{more}")
        if len(plain := [word for word in typed if word not in _BETWEEN]) < len(typed):
            return self.meant(view, " ".join(plain))
        raise BadText(f"{text[:60]!r} is not possible now; ? shows your choices")

    def _said(self, view: View, action: Action) -> Said:
        return self.table.say(view, action, NOBODY)


# -- pictures -----------------------------------------------------------------------------------


def picture(scene: Scene, view: View) -> tuple[str, ...]:
    """Return a scene in characters: progress of the game, grids, players, the table, hands, the status."""
    signs = {sign for plate in scene.plates for sign in plate.signs}
    heads = [part for part in (scene.title, scene.note) if part]
    is_table = _is_table(scene)
    if is_table:
        heads += ["* deals"] if Sign.DEALER in signs else []
        heads += ["> to move"] if Sign.TURN in signs else []
    lines = [*wrapped("\n".join(joined("", heads, gap="   ")))] if heads else []
    lines += _maps([zone for zone in scene.zones if zone.kind is Kind.GRID])
    lines += _plates_table(scene) if is_table else _plates_lines(scene, view)
    lines += _shared(scene, view)
    for zone in scene.zones:
        if zone.kind is Kind.HAND and zone.pieces:
            lines += joined(f"{zone.head}: ", (piece.drawn for piece in zone.pieces if not piece.is_quiet))
            lines += joined("", [zone.note]) if zone.note else ()
            for sign in dict.fromkeys(sign for piece in zone.pieces for sign in piece.signs):
                lines += joined(f"{sign}: ", (piece.drawn for piece in zone.pieces if sign in piece.signs))
    return (*lines, *joined("", scene.status.split(), gap=" "))


def _is_table(scene: Scene) -> bool:
    """True if all players have the same two or more figures: these fit into columns. Under maps there is only
    room for a line for each player."""
    labels = {tuple(figure.label for figure in plate.figures) for plate in scene.plates}
    is_lined = any(_is_before_a_seat(zone) or zone.kind is Kind.GRID for zone in scene.zones)
    return len(labels) == 1 and not is_lined and len(labels.pop()) > 1


def _is_before_a_seat(zone: Zone) -> bool:
    """True if the zone is shown in the line of its seat."""
    return zone.seat is not None and zone.kind not in (Kind.HAND, Kind.CHOICES)


def _plates_table(scene: Scene) -> tuple[str, ...]:
    plates = scene.plates
    short = short_names([plate.name for plate in plates], column_width(len(plates)))
    heads = [
        f"{'>' if Sign.TURN in plate.signs else ''}{name}{'*' if Sign.DEALER in plate.signs else ''}"
        for plate, name in zip(plates, short, strict=True)
    ]
    rows = [
        [figure.label, *(plate.figures[row].value for plate in plates)]
        for row, figure in enumerate(plates[0].figures)
    ]
    return columns([["", *heads], *rows])


def _plates_lines(scene: Scene, view: View) -> tuple[str, ...]:
    if not scene.plates:
        return ()
    names = [plate.name for plate in scene.plates]
    wide = min(_NAME_MOST, max(map(len, names)))
    lines: list[str] = []
    for plate, name in zip(scene.plates, short_names(names, wide), strict=True):
        who = "you" if plate.seat == view.seat else name
        turn = ">" if Sign.TURN in plate.signs else " "
        words = [*(figure.drawn for figure in plate.figures), *plate.cards]
        for zone in scene.zones:
            if zone.seat == plate.seat and _is_before_a_seat(zone) and (row := _row(zone)):
                words += [" ".join(filter(None, (zone.short, row)))]
        words += [sign for sign in plate.signs if sign is not Sign.TURN]
        lines += joined(f"{turn}{plate.seat + 1} {who:{wide}}  ", filter(None, words))
    return tuple(lines)


def _row(zone: Zone) -> str:
    """Return the pieces of a zone in a row."""
    drawn = [piece.drawn for piece in zone.pieces if not piece.is_quiet]
    nothing = "-" if zone.pieces and not drawn else ""
    return " ".join(filter(None, (*drawn, nothing, zone.note)))


def _shared(scene: Scene, view: View) -> tuple[str, ...]:
    """Return the zones of the table; piles side by side, as long as they fit."""
    names = {plate.seat: plate for plate in scene.plates}
    short = dict(zip(names, short_names([plate.name for plate in scene.plates], _NAME_MOST), strict=True))
    lines: list[str] = []
    piles = [
        f"{zone.head} {_row(zone)}".rstrip()
        for zone in scene.zones
        if zone.kind is Kind.PILE and zone.seat is None
    ]
    lines += joined("", piles, gap="   ") if piles else ()
    for zone in scene.zones:
        if zone.seat is not None or zone.kind in (Kind.PILE, Kind.GRID, Kind.HAND, Kind.CHOICES):
            continue
        words = [
            piece.drawn
            if piece.seat is None
            else f"{piece.drawn} {'you' if piece.seat == view.seat else short[piece.seat]}"
            for piece in zone.pieces
            if not piece.is_quiet
        ]
        if words or zone.note:
            gap = "   " if zone.kind in (Kind.TRICK, Kind.FACTS) else "  "
            lines += joined(
                f"{zone.head}: " if zone.head else "", [*words, *filter(None, [zone.note])], gap=gap
            )
    return tuple(lines)


def _maps(grids: Sequence[Zone]) -> tuple[str, ...]:
    """Return grids side by side while they fit: two characters a space, letters above, numbers left."""
    lines: list[str] = []
    row: list[tuple[str, ...]] = []
    for grid in grids:
        block = _map(grid)
        if row and sum(max(map(len, each)) + 2 for each in (*row, block)) > WIDE:
            lines += _beside(row)
            row = []
        row.append(block)
    return (*lines, *_beside(row)) if row else tuple(lines)


def _map(grid: Zone) -> tuple[str, ...]:
    wide = max([2, *(len(piece.short) for piece in grid.pieces)])
    letters = "".join(chr(ord("A") + column).ljust(wide) for column in range(grid.columns))
    rows = [
        f"{number + 1:<2}"
        + "".join(piece.short.ljust(wide) for piece in grid.pieces[at : at + grid.columns]).rstrip()
        for number, at in enumerate(range(0, len(grid.pieces), grid.columns))
    ]
    full = 2 + wide * grid.columns
    return tuple(line[:full].ljust(full) for line in (grid.head, f"  {letters}", *rows))


def _beside(blocks: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    high = max(map(len, blocks))
    rows = [[block[at] if at < len(block) else " " * len(block[0]) for block in blocks] for at in range(high)]
    return tuple("".join(f"{cell}  " for cell in row).rstrip()[:WIDE] for row in rows)


# -- menus --------------------------------------------------------------------------------------


def _grouped(groups: dict[str, list[str]]) -> Iterable[tuple[str, Iterable[str], str]]:
    """Return the groups of a menu: a head, its words, and the gap between them.

    Choices that end with a space of a grid are grouped by board and row; if words follow the space, ".."
    stands for it. Choices that begin with a space ("C4 D5", "C4 home") are grouped by that space.
    """
    loose = groups.pop("", [])
    for head, words in groups.items():
        rest: dict[str, None] = {}
        spaces: dict[str, list[re.Match[str]]] = {}
        for word in words:
            parts = word.split(" ")
            if len(parts) > 1 and _SPACE.fullmatch(parts[0]):
                rest[f"{parts[0]} .."] = None
            elif (at := next(filter(None, map(_SPACE.fullmatch, parts)), None)) is None:
                rest[word] = None
            else:
                place = parts.index(at[0])
                parts[place:] = ["..", *parts[place + 1 :]] if parts[place + 1 :] else []
                spaces.setdefault(" ".join(parts), []).append(at)
        merged: dict[tuple[str, ...], list[str]] = {}
        for each, found in spaces.items():  # choices for the same spaces share a line
            merged.setdefault(_rows(found), []).append(f"{head}{each}".strip())
        for rows, heads in merged.items():
            is_one = len(heads) == 1 and len(rows) == 1 and _SPACE.fullmatch(rows[0])
            yield f"{', '.join(heads)}{'' if is_one else ' on'} ", rows, " "
        if rest:
            yield head, rest, "   "
    if loose:
        yield "", dict.fromkeys(loose), "   "


def _rows(spaces: Sequence[re.Match[str]]) -> tuple[str, ...]:
    """Return spaces by board and row: "1:DEF1" for D1, E1 and F1 on board 1; the board only if it changes."""
    rows: dict[tuple[str, int], str] = {}
    for board, column, row in sorted({(each[1] or "", each[2], int(each[3])) for each in spaces}):
        rows[board, row] = rows.get((board, row), "") + column
    found, last = [], ""
    for (board, row), letters in sorted(rows.items()):
        found.append(f"{'' if board == last else f'{board}:'}{letters}{row}")
        last = board
    return tuple(found)


def _why_not(scene: Scene) -> str:
    """Return why a few choices are missing from the menu."""
    refused = [
        piece.why.text.rstrip(".")
        for zone in scene.zones
        if zone.kind is Kind.CHOICES and any(piece.why is None for piece in zone.pieces)
        for piece in zone.pieces
        if piece.why is not None and not piece.is_quiet
    ]
    if not 0 < len(refused) <= _WHYS_MOST:
        return ""
    return f"({'; '.join(f'{text[:1].lower()}{text[1:]}' for text in dict.fromkeys(refused))})"


def _packed(lines: Sequence[str]) -> tuple[str, ...]:
    """Put short lines side by side, as long as they fit."""
    found: list[str] = []
    for line in lines:
        if found and len(found[-1]) + len(line) + 5 <= WIDE and not line.startswith(" "):
            found[-1] = f"{found[-1].rstrip()}  |  {line}"
        else:
            found.append(line)
    return tuple(found)


def _spellings(said: Said) -> tuple[list[str], ...]:
    """Return the ways to type a choice: as it is, and after its head in the menu."""
    ways = _words(said.typed)
    return (ways, [*_words(said.under), *ways]) if said.under else (ways,)


def joined(head: str, words: Iterable[str], *, gap: str = "  ") -> tuple[str, ...]:
    """Return words in a row after a head that ends with a space, wrapped at WIDE columns, later lines
    indented."""
    lines, line = [], head
    for word in words:
        if len(line) + len(gap) + len(word) > WIDE and line.strip():
            lines.append(line)
            line = " " * min(len(head), 12)
        line = f"{line}{'' if line.endswith(' ') or not line else gap}{word}"
    return (*lines, line)


def short_names(names: Sequence[str], width: int) -> tuple[str, ...]:
    """Cut names to a width, still different from each other."""
    found: list[str] = []
    for name in names:
        plain = "".join(letter for letter in name if letter.isprintable()) or "?"
        short, number = plain[:width].strip(), 2
        while short in found:
            tail = str(number)
            short, number = plain[: width - len(tail)].strip() + tail, number + 1
        found.append(short)
    return tuple(found)


def column_width(seats: int) -> int:
    """Return the width of a name over a column for each seat, beside a head, with room for a mark or two."""
    return min(12, (WIDE - 10) // seats - 2)


def columns(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return cells in columns, each as wide as its widest; the first is left-aligned, the others
    right-aligned."""
    wide = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return tuple(
        "  ".join(
            cell.rjust(wide[place]) if place else cell.ljust(wide[0]) for place, cell in enumerate(row)
        ).rstrip()
        for row in rows
    )


def _words(text: str) -> list[str]:
    return text.casefold().replace(",", " ").split()


def _fits(typed: Sequence[str], words: Sequence[str]) -> bool:
    """True if the typed words occur in a choice in this order, the first one at its start. A card alone
    never means to discard it. Verbs may be shortened ("d 15h"), and a space may lack its board ("D5")."""

    def says(word: str, each: str) -> bool:
        begins = word.isalpha() and each.isalpha() and each.startswith(word)
        return begins or word in (each, each.partition(":")[2])

    rest = iter(words[1:])
    return says(typed[0], words[0]) and all(any(says(word, each) for each in rest) for word in typed[1:])


def wrapped(text: str) -> tuple[str, ...]:
    """Return a text in lines of at most WIDE columns; a line that fits keeps its columns."""
    lines = [[part] if len(part) <= WIDE else wrap(part, WIDE) for part in text.splitlines()]
    return tuple(line for each in lines for line in each)
