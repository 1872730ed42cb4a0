"""A robot that knows no game: it reads a sentence, looks for what is named on the table, and presses that.

A sentence ("Press 7, Tile to alga, then the green cylinder, then coral tile 8.") is cut into the things that
it names. Each is the thing that has all these words, written or spoken; of several the one that is lit. A
button is named by its whole label, a key by the sign on a thing. By mouse the robot clicks there, by keys it
types the sign that is drawn, or walks there with Tab and arrows. Then the header names the next press.

If the robot cannot follow a sentence, correct the sentence, and never the robot.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.games.reef.lights import Light
from ui.art.marks import Mark
from ui.kit.dressing import BidChip, SignButton
from ui.kit.game_table import GameTable
from ui.kit.pieces import Piece
from ui.kit.surface import Surface, _nearest
from ui.tables.plain.looks import Offer
from ui.tables.reef.chrome import ZoomLook

PARTS = (0.0, -0.9, 0.9, -0.6, 0.6, -0.3, 0.3)
"""Offsets, in shares of half a piece, at which an uncovered place is sought."""
SPACE = re.compile(r"([a-g][1-6]) on board (\d)")
SPLIT = re.compile(r",? then |, | (?:and|onto|on|into|in|to|with|for|from|at|against|of) ", re.IGNORECASE)
"""Separators between two named things. "7 of hearts" is tried as one before it is cut."""
EMPTY = frozenset(
    (
        *("a", "an", "the", "its", "one", "any", "once", "more", "again", "and", "then"),
        *("press", "choose", "of", "in", "on", "onto", "into", "to", "with", "for", "from", "at"),
    )
)
"""Words that do not tell things apart."""
VERBS = frozenset(
    (
        *("lay", "put", "place", "play", "take", "swap", "move", "collect", "eat", "add", "lead", "bid"),
        *("discard", "attack", "draw", "fish", "roll", "drop"),
    )
)
"""Words that may stand before a thing: it is looked for with them, and without."""
ANYTHING = ("where it goes", "how", "what to do with it", "whom it attacks", "a player")
"""Words that may mean anything that is lit."""
KEYS = {
    **{chr(code): Qt.Key(code) for code in (*range(48, 58), *range(65, 91))},
    "Enter": Qt.Key.Key_Return,
    "Esc": Qt.Key.Key_Escape,
}
ARROWS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}


def words_of(text: str) -> frozenset[str]:
    """The words of a name or a phrase by which it is known, in the singular."""
    joined = SPACE.sub(r"\1@\2", text.lower().replace("'s ", " "))
    joined = re.sub(r"\bcolumn ([a-z])\b", r"column@\1", joined)
    found = set(re.findall(r"[a-z0-9@]+", joined)) - EMPTY
    return frozenset(each[:-1] if len(each) > 3 and each.endswith("s") else each for each in found)


def drawn(piece: Piece) -> object:
    """The picture of a piece."""
    kind = None if piece.look is None else piece.look.kind
    return getattr(kind, "look", kind)


def sign_of(piece: Piece) -> str:
    """The key that is drawn on a thing; "" if there is none."""
    kind = drawn(piece)
    if isinstance(kind, BidChip):
        return str(kind.ticks)
    named = re.match(r"[^:]*\(([A-Z])\)", piece.name)
    key = getattr(kind, "key", "") or (named[1] if named else "")
    return str(key)


def label_of(piece: Piece) -> str:
    """The words on a button, "" on anything else."""
    if piece.name.startswith("End the turn"):
        return "End the turn"
    kind = drawn(piece)
    return kind.words if isinstance(kind, Offer) else str(getattr(kind, "label", ""))


def rank_of(piece: Piece) -> int:
    """The rank of a highlight: 3 asked for, 2 lit, 1 plain, 0 dimmed."""
    light = getattr(piece.look.kind, "light", None) if piece.look is not None else None
    if piece.mark is Mark.TARGET or light is Light.LIT:
        return 3
    is_bid = isinstance(drawn(piece), BidChip) and not is_off(piece)
    is_lit = is_bid or getattr(drawn(piece), "is_lit", False)
    if piece.mark is Mark.PLAYABLE or light in (Light.OPEN, Light.HELD) or is_lit:
        return 2
    return 0 if is_off(piece) else 1


def is_off(piece: Piece) -> bool:
    """True for a thing that is shown as one that cannot be pressed now."""
    kind = drawn(piece)
    is_faint = (
        not getattr(kind, "is_enabled", True)
        or getattr(kind, "is_forbidden", False)
        or getattr(kind, "is_refused", False)
    )
    return (
        piece.is_dimmed
        or is_faint
        or not getattr(kind, "count", 1)
        or piece.name.endswith("not possible now")
    )


class Robot:
    """Reads and presses at one table, by mouse or only by keys. `read` returns the header; `is_done` returns
    True once the sentence was obeyed."""

    def __init__(self, table: GameTable, *, by_keys: bool, seed: int = 1) -> None:
        surface = table.findChild(Surface)
        assert surface is not None
        self.surface, self.by_keys, self.rng = surface, by_keys, random.Random(seed)
        self.pressed: list[str] = []
        """The presses for the last sentence."""
        self._last: Piece | None = None
        self._verb: frozenset[str] = frozenset()
        """The first word of the sentence that is followed."""
        surface.setFocus()

    def follow(self, sentence: str, *, is_done: Callable[[], bool], read: Callable[[], str]) -> None:
        """Obey a sentence, then the header, as long as that asks for more presses."""
        self.pressed, self._last = [], None
        self._wait()
        self._obey(sentence, is_done)
        for _ in range(4):
            if is_done():
                return
            header = read()
            assert header, (sentence, self.pressed, "nothing says what comes next")
            self.obey_header(header, is_done, sentence)
        assert is_done(), (sentence, self.pressed, read())

    def obey_header(self, header: str, is_done: Callable[[], bool], wish: str = "") -> None:
        """Obey the header. If it leaves a choice, take one that `wish` names, or else any."""
        if header.startswith("Press it again"):
            self.again()
            return
        if (keys := re.match(r"Press (Enter) ", header)) and self.by_keys:
            self._key(keys[1])
            return
        told = re.sub(r"^[^:]*: (?=to |choose )|^Choose: ", "", header)
        told = re.split(r"[.;:]|, or do not", told)[0]
        ways = re.split(r",? or |, (?!then)", told)
        self.rng.shuffle(ways)
        ways.sort(key=lambda way: -len(words_of(way) & words_of(wish)))
        for way in ways:
            if self._obey(way, is_done, is_header=True):
                return
        raise AssertionError((header, self.pressed, self._names()))

    def again(self) -> None:
        """Press the last pressed thing once more."""
        assert self._last is not None
        if self.by_keys:
            self._key("Enter")
        else:
            self._click(self._last)

    # -- reading -------------------------------------------------------------------------------

    def _obey(self, sentence: str, is_done: Callable[[], bool], *, is_header: bool = False) -> bool:
        """Press the things that a sentence names, one after the other; False if none of them is there."""
        first, self._verb = len(self.pressed), words_of(sentence.partition(" ")[0])
        late: list[Piece] = []
        for phrase in self._phrases(sentence.partition(":")[0] if not is_header else sentence):
            piece = self._find(phrase, is_header=is_header)
            if piece is None or (piece is self._last and len(self.pressed) > first):
                continue
            if label_of(piece) and is_off(piece) and not sentence.startswith("Press"):
                late.append(piece)  # "Discard a 6 Hour Term": not before that is picked
                continue
            for _ in range(2 if phrase.startswith("two ") else 1):
                self.press(piece)
            if is_done():
                return True
        for piece in late:
            if not is_done() and not is_off(piece):
                self.press(piece)
        return len(self.pressed) > first

    def _phrases(self, sentence: str) -> Iterator[str]:
        """The things that the first sentence names, in order."""
        text = re.split(r"\.(?: |$)|;", sentence)[0]
        text = SPACE.sub(r"\1@\2", text.lower())
        labels = sorted({label_of(each).lower() for each in self._there()} - {""}, key=len, reverse=True)
        for label in labels:
            any_article = re.sub(r"\b(?:a|the)\b", "(?:a|an|the|your)", re.escape(label).replace("\\ ", " "))
            text = re.sub(rf"\b{any_article}\b", f", {label.replace(' ', '_')}, ", text)
        if " or " in text:
            text = self.rng.choice([text.partition(" or ")[0], _other_way(text)])
        coming = [text]
        while coming:
            phrase = coming.pop(0).strip(" ,")
            cut = SPLIT.search(phrase)
            if not phrase:
                continue
            if cut is None or (cut[0] == " of " and len(SPLIT.split(phrase)) == 2 and self._find(phrase)):
                yield phrase
                continue
            tail = phrase[cut.end() :]
            whole = _of_a_name(phrase, cut)
            if whole is not None:
                yield whole[0]
                coming.insert(0, whole[1])
            else:
                coming[:0] = [phrase[: cut.start()], tail]

    def _find(self, phrase: str, *, is_header: bool = False) -> Piece | None:
        """The thing with this name; of several, one that stands out most; None if there is none."""
        phrase = phrase.strip(" ,.").removeprefix("two ")
        there = self._there()
        signs = re.search(r"\(([A-Z]|Enter)\)", phrase, re.IGNORECASE)
        for each in there:
            if signs and sign_of(each).lower() == signs[1].lower():
                return each
        bare = re.sub(r"^press (the )?", "", phrase)
        if re.fullmatch(r"\d+", bare):
            return next((each for each in there if sign_of(each) == bare), None)
        label = phrase.replace("_", " ")
        if found := [each for each in there if label_of(each).lower() in (label, bare)]:
            return found[0]
        if is_header and re.sub(r"^choose ", "", label) in ANYTHING:
            found = [each for each in there if rank_of(each) > 1 and each is not self._last]
            return self.rng.choice(found) if found else None
        wanted = words_of(label)
        ways = [words - own for own in (set(), {"your"}) for words in (wanted, wanted - VERBS - self._verb)]
        for known in (_head_of, _seen_of):
            for words in ways:
                found = [each for each in there if words and words <= words_of(known(each))]
                if found:
                    most = max(map(rank_of, found))
                    found = [each for each in found if rank_of(each) == most]
                    least = min(len(words_of(_head_of(each))) for each in found)
                    return self.rng.choice([each for each in found if len(words_of(_head_of(each))) == least])
        return None

    def _there(self) -> list[Piece]:
        return self.surface.buttons()

    def _wait(self) -> None:
        """Wait until no more pieces appear: a table shows them over several turns of the event loop."""
        still, before = 0, -1
        while still < 5:
            QApplication.processEvents()
            now = len(self._there())
            still, before = (still + 1 if now == before and now else 0), now

    def _names(self) -> list[str]:
        return [each.name for each in self._there()]

    # -- pressing ------------------------------------------------------------------------------

    def press(self, piece: Piece) -> None:
        """Press a thing."""
        self.pressed.append(piece.name)
        self._last = piece
        if not self.by_keys:
            self._click(piece)
        elif sign := sign_of(piece):
            self._key(sign)
        else:
            self._walk(piece)
            self._key("Enter")

    def _key(self, sign: str) -> None:
        QTest.keyClick(self.surface, KEYS[sign])
        QApplication.processEvents()

    def _click(self, piece: Piece) -> None:
        QTest.mouseClick(self.surface.viewport(), Qt.MouseButton.LeftButton, pos=self._seen(piece))
        QApplication.processEvents()

    def _seen(self, piece: Piece) -> QPoint:
        """A point of a thing that nothing else covers, not on the edge of what lies beside it."""
        view = self.surface.viewport().rect()
        for x in PARTS:
            for y in PARTS:
                at = piece.mapToScene(QPointF(x * piece.size.width() / 2, y * piece.size.height() / 2))
                around = (at, *(at + QPointF(dx, dy) for dx in (-2, 2) for dy in (-2, 2)))
                if view.contains(self.surface.mapFromScene(at)) and all(
                    self._top(each) is piece for each in around
                ):
                    return self.surface.mapFromScene(at)
        raise AssertionError(f"{piece.name} is covered")

    def _top(self, at: QPointF) -> Piece | None:
        found = (each for each in self.surface.scene().items(at) if isinstance(each, Piece))
        return next((each for each in found if each.is_button and each.isVisible()), None)

    def _walk(self, piece: Piece) -> None:
        """Tab from zone to zone, then the arrow that leads nearest, until the thing has the keyboard."""
        self.surface.setFocus()
        for _ in range(12):
            here = self.surface.focused()
            if here is not None and here.order == piece.order:
                break
            QTest.keyClick(self.surface, Qt.Key.Key_Tab)
            if not self.surface.hasFocus():
                self.surface.setFocus()
        for _ in range(4):  # a press may move the focus to a lit piece, from which another way leads on
            here = self.surface.focused()
            if here is None:  # the piece with the keyboard is gone
                QTest.keyClick(self.surface, Qt.Key.Key_Right)
                here = self.surface.focused()
            assert here is not None
            for key in self._way(here, piece):
                QTest.keyClick(self.surface, key)
            if self.surface.focused() is piece:
                break
        assert self.surface.focused() is piece, (piece.name, "is out of reach of the arrows")

    def _way(self, start: Piece, to: Piece) -> list[Qt.Key]:
        """The shortest row of arrows from one thing to another."""
        buttons = self.surface.buttons()
        ways: dict[Piece, list[Qt.Key]] = {start: []}
        coming = [start]
        for here in coming:
            if here is to:
                return ways[to]
            for key, step in ARROWS.items():
                there = _nearest(here, buttons, step)
                if there is not None and there not in ways:
                    ways[there] = [*ways[here], key]
                    coming.append(there)
        raise AssertionError(f"no arrows lead from {start.name} to {to.name}")


def _seen_of(piece: Piece) -> str:
    """The words that are written on a thing or said by its picture. A button is known only by its label."""
    if isinstance(drawn(piece), SignButton | ZoomLook):
        return ""  # a picture, and no word
    if label := label_of(piece):
        return "" if re.match(r"\w+ (?:the|a) ", label) else label
    place = re.match(r"([A-Z])\d+( on board \d)?, ", piece.name)
    where = "" if place is None else " space" if place[2] else f" column {place[1]}"
    return f"{piece.name.partition(', can be used')[0]}{where}"


def _head_of(piece: Piece) -> str:
    """The name of a thing, without its description."""
    return re.split(r":| has |, playable", _seen_of(piece))[0]


def _of_a_name(phrase: str, cut: re.Match[str]) -> tuple[str, str] | None:
    """Keep "7 of hearts" together where something else follows: the thing, and the rest."""
    if cut[0] != " of ":
        return None
    head, tail = phrase[: cut.start()], phrase[cut.end() :]
    after = SPLIT.search(tail)
    if after is None or after[0] == " of ":
        return None
    return f"{head} of {tail[: after.start()]}", tail[after.start() :]


def _other_way(text: str) -> str:
    """The sentence with what stands behind "or" in place of what stands before it: "then C5 or C6"."""
    before, _, after = text.partition(" or ")
    cut = [found.end() for found in SPLIT.finditer(before)]
    return f"{before[: cut[-1]] if cut else ''}{after}"
