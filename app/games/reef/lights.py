"""The pieces of Reef Encounter as a hold shows them: highlights, and words for a screen reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from app.games.board import plate_words
from app.games.picks import Routes
from app.games.reef.flight import changed
from app.games.reef.looks import Button
from app.games.reef.picks import UNDO, Aim, aim_of, index_of, token
from app.games.reef.words import reef_state
from app.games.scene import CHOICE, NOWHERE, Piece, Route, Scene, Token
from rules.api import View
from rules.reef.pieces.facts import BARE
from rules.reef.pieces.position import ReefPhase

NO_WORDS: Final[Mapping[int, str]] = {}


class Light(StrEnum):
    """Highlight of a piece: none, possible, asked for, held."""

    NONE = "none"
    OPEN = "open"
    LIT = "lit"
    HELD = "held"


class Shown(Struct, frozen=True):
    """A piece as it is shown now.

    A screen reader says `name`. `is_last`: the last turn changed the piece; `is_planned`: planned steps that
    the others have not seen changed it; `was`: colour of the tile on this space before the planned steps.
    """

    piece: Piece
    name: str
    light: Light = Light.NONE
    is_last: bool = False
    is_planned: bool = False
    was: int | None = None

    @property
    def at(self) -> Token:
        """The token of the piece."""
        return self.piece.at


def shown_pieces(
    view: View,
    scene: Scene,
    routes: Routes,
    *,
    hold: Route = (),
    last: frozenset[Token] = frozenset(),
    sent: View | None = None,
    beside: Mapping[int, str] = NO_WORDS,
) -> Iterator[Shown]:
    """Yield everything that has a token, in the order of reading, the players first.

    `beside` are words about the links and keys of players, by seat. `sent` is the position that the others
    see, if steps are planned on it: these steps can be undone even if the rules would not allow it.
    """
    plates = (
        Piece(
            token(Aim.PLAYER, plate.seat),
            ", ".join(filter(None, (plate_words(plate, view.seat), beside.get(plate.seat, "")))),
            look=plate.look,
        )
        for plate in scene.plates
    )
    lit, asks = routes.lit(hold), bool(hold) or _asks_at_once(view)
    planned = frozenset() if sent is None else changed(sent, view)
    for piece in (*plates, *(piece for zone in scene.zones for piece in zone.pieces)):
        if piece.at == NOWHERE:
            continue
        if piece.at == UNDO and sent is not None:
            yield Shown(_to_press(piece), "Undo")
            continue
        light = _light(routes, piece.at, hold, is_lit=piece.at in lit, asks=asks)
        is_planned, is_last = piece.at in planned, piece.at in last and sent is None
        name = _name(piece, light, is_last=is_last, is_planned=is_planned)
        was = _tile_before(sent, piece.at) if sent is not None and is_planned else None
        yield Shown(piece, name, light, is_last, is_planned, was)


def _to_press(button: Piece) -> Piece:
    """Return a button that can be pressed, whatever the rules say about it."""
    look = replace(button.look, is_enabled=True) if isinstance(button.look, Button) else button.look
    return replace(button, why=None, look=look)


def _tile_before(sent: View, at: Token) -> int | None:
    if aim_of(at) is not Aim.SPACE:
        return None
    tile = reef_state(sent).position.rocks.tile[index_of(at)]
    return None if tile == BARE else tile


def _asks_at_once(view: View) -> bool:
    """True if the viewer chooses in the set-up or the final round: pieces stand out before any is held."""
    position = reef_state(view).position
    is_asked = position.phase in (ReefPhase.FISH, ReefPhase.CUBES, ReefPhase.FINAL)
    return position.seat == view.seat and is_asked


def _light(routes: Routes, at: Token, hold: Route, *, is_lit: bool, asks: bool) -> Light:
    """Return the highlight of a piece; a space that takes a tile at one press is `LIT`."""
    if routes.meant(at) in hold:
        return Light.HELD
    if not is_lit:
        return Light.NONE
    is_space = aim_of(at) is Aim.SPACE and (at,) in routes.whole
    return Light.LIT if asks or is_space else Light.OPEN


def _name(piece: Piece, light: Light, *, is_last: bool, is_planned: bool) -> str:
    words = [piece.name]
    if piece.why is not None and piece.at.startswith(CHOICE):
        words.append(f"not possible now: {piece.why}")
    words += {Light.LIT: ["possible"], Light.HELD: ["chosen"]}.get(light, [])
    words += ["planned"] if is_planned else ["changed last"] if is_last else []
    return ", ".join(words)
