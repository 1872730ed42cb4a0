"""The table of any game, made from its scene: any zones, and routes of presses to its actions.

Nothing is decided here. The scene says where everything lies, the routes (`app/games/picks.py`) which presses
are possible in which order, and to which action they lead. A piece is known by its token, and moves from its
place in one scene to its place in the next.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QWidget

from app.games.board import piece_words, plate_words
from app.games.catalogue import catalogue
from app.games.narrator import counted
from app.games.picks import Pressed, Routes, drag, kept, next_words, offered, press, routes_of, step_back
from app.games.scene import (
    NOWHERE,
    SEAT,
    Chip,
    Closed,
    Kind,
    Plate,
    Route,
    Scene,
    Sign,
    Token,
    Words,
    Zone,
    seat_at,
)
from app.games.scene import Piece as Thing
from app.messages import Advanced, TableInfo
from app.screens.keys import Keys
from app.screens.seats import names_of
from rules.api import Face, Seat, Show, Shuffle, View
from ui.art.fonts import MONO
from ui.art.lettering import cap_height, line_width
from ui.art.marks import Mark
from ui.kit.card_table import BACK_KEYS, CardTable
from ui.kit.cloth import Cloth
from ui.kit.dressing import Pile, TableWords, paint_pile, paint_words
from ui.kit.game_table import Preferences
from ui.kit.geometry import PLATE, CardTableLayout, card_table, fan_places
from ui.kit.hand import HAND_ZONE, LIFT
from ui.kit.motion import Spot
from ui.kit.pieces import Z_HAND, Z_LAID, Look, Piece
from ui.kit.places import PilePlace, PileSign, paint_place
from ui.kit.plates import PlateLook
from ui.kit.standings import Result, Standings, placed
from ui.tables.plain import layout, looks
from ui.tables.plain.offers import ROWS_MOST, Offers, row_height

KEYS: Keys = (
    ("Arrow keys", "another card, place or choice"),
    ("Enter or Space", "play it, or pick it up"),
    ("1 to 9, 0", "the first to the tenth choice, or card of your hand"),
)
ZONE, WORDS_ZONE = 30, 70
SCORES = ("sum", "score", "points", "total")
"""The last figure with one of these names stands large on a plate."""
_MUCH = 3
"""Maximum number of lines in a zone of facts."""


class PlainTable(CardTable):
    """Shows scenes. `hold` is the route that the player has begun, `shown` the scene on the table."""

    def __init__(self, info: TableInfo, preferences: Preferences) -> None:
        super().__init__(info, preferences)
        self._entry = catalogue().named(info.game)
        self._told = self._entry.description
        self.shown = Scene("")
        self.routes, self.hold = Routes(), Route()
        self._is_kept = False
        """True while the hold is left over from the last action, and the player has pressed nothing since."""
        self._view: View | None = None
        self._names = {Seat(seat): name for seat, name in enumerate(names_of(info))}
        self._sent: Route = ()
        self.things: dict[Token, Piece] = {}
        """The pieces on the table, by their tokens."""
        self._of: dict[Token, tuple[Zone, Thing]] = {}
        self._grounds: dict[str, Piece] = {}
        """Grounds and words, which nobody presses."""
        self._rooms: dict[str, int] = {}
        self._lights_hand = False
        self._rows_of_offers = 0
        self.offers = Offers(self.surface)
        self.offers.pressed.connect(self.press)
        self.offers.page_turned.connect(self.arrange)
        self._has_hand = True
        self.surface.keyed.connect(self._key)
        for seat, plate in enumerate(self._plates):
            plate.clicked.connect(partial(self.press, seat_at(Seat(seat))))

    # -- showing -------------------------------------------------------------------------------

    def present(self, news: Advanced) -> int:
        before, view = self.shown, news.view
        self.allow_choice()
        self._view, self._sent = view, ()
        self.shown = self._told.scene(view, names_of(self.info))
        self.routes = routes_of(self._told, view)
        self.hold = kept(self.routes, self.hold)
        self._is_kept = bool(self.hold)
        if self._has_hand != (has_hand := self._needs_hand(view)):
            self._has_hand = has_hand
            self.surface.tell_size()
        else:
            self._show()
        return self.hold_ms(_rest_moves(before, self.shown, view))

    def arrange(self) -> None:
        if self._view is not None:
            self._show()

    def work_out(self, size: QSizeF) -> CardTableLayout:
        self._rows_of_offers = 0
        has_hand = self.viewer is not None and self._has_hand
        places = card_table(size, len(self.info.guests), scale=self.preferences.scale, has_hand=has_hand)
        is_free = not has_hand and not any(plate.held for plate in self.shown.plates)
        return layout.without_held(places) if is_free else places

    def _needs_hand(self, view: View) -> bool:
        """True if the strip of the player's hand is needed: it held cards once, or its first ones are being
        dealt."""
        if any(zone.kind is Kind.HAND and zone.seat == view.seat for zone in self.shown.zones):
            self._rooms["hand"] = 1
        is_dealing = any(isinstance(need, Show | Shuffle) for need in view.state.needs)
        return "hand" in self._rooms or (self._has_hand and is_dealing)

    def _show(self) -> None:
        scene, view, names = self.shown, self._now, names_of(self.info)
        strip = self.tools.lay_out(self.places.hand, self.places.unit)
        loose = offered(scene, self.routes, self.hold, lambda each: self._told.say(view, each, names).do)
        offers = () if self.is_choosing else (*self._choices(), *loose)
        middle = self._middle(offers)
        self._show_seats(scene)
        away = self._way_out()
        self._of = self._owners()
        lit = self._lit()
        self._lights_hand = any(at in lit for at, (zone, _) in self._of.items() if self._is_own_hand(zone))
        for at in [at for at in self.things if at not in self._of]:
            self.surface.send_off(self.things.pop(at), away)
        for zone in scene.zones:
            its = [at for at, (owner, _) in self._of.items() if owner is zone]
            if self._is_own_hand(zone):
                self._show_fan(zone, its, strip)
            elif its:
                self._show_zone(zone, its, middle[layout.laid_with(zone, scene)])
        has_trick = any(zone.kind is Kind.TRICK for zone in scene.zones)
        self.surface.show_cloth(self.oval_cloth() if has_trick else Cloth())
        self._show_grounds(middle)
        self.offers.show(offers, self.places)
        self._offer_focus()
        self.show_tools()

    def _owners(self) -> dict[Token, tuple[Zone, Thing]]:
        """Return all drawn pieces by token; a piece without a token of its own gets one from its place."""
        found: dict[Token, tuple[Zone, Thing]] = {}
        for zone in self.shown.zones:
            for place, thing in enumerate(layout.shown_of(zone)):
                is_drawn = thing.at != NOWHERE or not isinstance(thing.look, Words)
                if is_drawn and zone.kind not in (Kind.CHOICES, Kind.FACTS):
                    at = f"{zone.key} {place}" if thing.at in (NOWHERE, *found) else thing.at
                    found[at] = zone, thing
        return found

    def _show_seats(self, scene: Scene) -> None:
        if not scene.plates:
            return
        plates = sorted(scene.plates, key=lambda plate: plate.seat)
        spoken = [plate_words(plate, self._now.seat) for plate in plates]
        self.show_plates(map(self._plate, plates), spoken, [plate.held for plate in plates])
        lit = self._lit()
        for plate in plates:
            piece, at = self._plates[plate.seat], seat_at(plate.seat)
            piece.set_button(at in lit or at in self.hold)
            self._mark(piece, at)

    def _plate(self, plate: Plate) -> PlateLook:
        score = next((figure for figure in reversed(plate.figures) if figure.label in SCORES), None)
        is_own, is_order = plate.seat == self.viewer, plate.doing.startswith("to ")
        own = f"You {plate.doing.removeprefix('to ')}" if is_order else "Your turn"
        tag = own if is_own else plate.doing.capitalize() or "To play"
        return replace(
            self.plate_of(plate),
            line=self._line_of([str(figure) for figure in plate.figures if figure is not score]),
            score=score.value if score else "",
            tag=tag if plate.doing or Sign.TURN in plate.signs else "",
            badge=plate.badge,
            badge_is_good=plate.badge.startswith("+"),
        )

    def _line_of(self, figures: Sequence[str]) -> str:
        """Return as many figures as fit on a plate, in words, and at least the first."""
        room = (PLATE.width() - PLATE.height() - 12) * self.places.unit
        lines = [", ".join(figures[:many]) for many in range(len(figures), 0, -1)]
        return next((line for line in lines if self._wide(line) <= room), lines[-1] if lines else "")

    # -- the middle ----------------------------------------------------------------------------

    def _middle(self, offers: Sequence[Thing]) -> dict[str, layout.Laid]:
        """Place all zones but the player's hand above the choices, whose room never shrinks at one size."""
        room = QRectF(self.places.middle)
        rows = len(self.offers.rows(offers, self.places))
        self._rows_of_offers = max(self._rows_of_offers, min(ROWS_MOST, rows))
        room.setBottom(room.bottom() - self._rows_of_offers * row_height(self.places))
        blocks: list[layout.Block] = []
        for zone in self.shown.zones:
            is_elsewhere = self._is_own_hand(zone) or layout.laid_with(zone, self.shown) != zone.key
            if is_elsewhere or zone.kind is Kind.CHOICES:
                continue
            lines = self._lines(zone)
            if not lines and not layout.room_for(zone, self._rooms.get(zone.key, 0)):
                continue
            self._rooms[zone.key] = many = layout.room_for(zone, self._rooms.get(zone.key, 0))
            wide = max(map(self._wide, lines), default=0.0)
            is_small = zone.kind is Kind.TRICK and any(each.kind is Kind.TRICK for each in blocks)
            columns = max(1, zone.columns)
            blocks.append(layout.Block(zone.key, zone.kind, many, columns, len(lines), wide, is_small))
        kinds = {block.kind for block in blocks} - {Kind.FACTS}
        # without cards, whose size depends on the hand, a board or dice may be large
        grows = 3 if kinds == {Kind.GRID} else 1.8 if kinds == {Kind.DICE} else 1.1
        most = self.places.own.width() * grows
        return layout.lay_out(
            blocks, room, seats=len(self.info.guests), line=self.renderer.letters.small * 1.5, most=most
        )

    def _is_own_hand(self, zone: Zone) -> bool:
        return zone.kind is Kind.HAND and zone.seat == self.viewer is not None

    def _lines(self, zone: Zone) -> tuple[str, ...]:
        """Return the lines of words under a zone; the first trick and a lone grid have no title."""
        is_named = any(piece.name for piece in layout.shown_of(zone)) or zone.kind is Kind.PILE
        if not is_named and not zone.note:
            return ()
        if zone.kind is Kind.FACTS:
            words = (zone.title, *(piece.name for piece in zone.pieces), zone.note)
            return tuple(filter(None, words))[:_MUCH]
        alike = [each.key for each in self.shown.zones if each.kind is zone.kind]
        is_first, is_lone = alike[0] == zone.key, len(alike) == 1
        is_plain = is_first if zone.kind is Kind.TRICK else is_lone and zone.kind is Kind.GRID
        count = counted(zone.count, "card") if zone.count and not zone.note else ""
        return (zone.note or " ",) if is_plain else tuple(filter(None, (zone.title, zone.note or count)))

    def _wide(self, words: str) -> float:
        return math.ceil(line_width(words) * cap_height(self.renderer.letters.small) + 12)

    def _show_zone(self, zone: Zone, its: Sequence[Token], laid: layout.Laid) -> None:
        lit, shown = self._lit(), layout.shown_of(zone)
        for place, thing in enumerate(shown):
            at = next((each for each in its if self._of[each][1] is thing), None)
            if at is None:
                continue
            if zone.kind is Kind.GRID:
                look = looks.space_look(thing, self._face_words, is_lit=at in lit)
            elif zone.kind is Kind.PILE and isinstance(thing.look, Closed) and len(shown) == 1:
                look = Look(paint_pile, Pile(max(1, zone.count)))
            else:
                look = looks.look_of(thing, self._face_words, seen=laid.seen(place, len(shown)))
            is_by_seat = laid.is_by_seat and thing.seat is not None
            spot = laid.spots[self.place(thing.seat or 0)] if is_by_seat else laid.spot(place, len(shown))
            size = looks.fitting(laid.piece, look)
            if layout.is_of_chips(zone):
                size = size * min(1.0, 64 * self.places.unit / size.width())
                under = self.shown.pieces(layout.laid_with(zone, self.shown))
                if any(each.seat == thing.seat and each is not thing for each in under):
                    spot += QPointF(laid.piece.width(), -laid.piece.height()) * 0.42
            piece = self._thing(at, thing, spot)
            self.resize_card(piece, look, size)
            self._dress(at, thing, piece)
            piece.setZValue(Z_LAID + place * 0.01 + layout.is_of_chips(zone))
            piece.go(Spot(spot))

    def _show_fan(self, zone: Zone, its: Sequence[Token], strip: QRectF) -> None:
        """Show the player's hand, with the held card lifted."""
        card = self.places.own
        places = fan_places(strip, len(its), card)
        step = (places[1][0].x() - places[0][0].x()) / card.width() if len(places) > 1 else 1.0
        for place, (spot, turn) in enumerate(places):
            at = its[place]
            thing = self._of[at][1]
            piece = self._thing(at, thing, self.places.middle.center())
            seen = 1.0 if place == len(its) - 1 else round(min(1.0, step), 2)
            look = looks.look_of(thing, self._face_words, seen=seen, is_own=True)
            self.resize_card(piece, look, looks.fitting(card, look))
            self._dress(at, thing, piece, is_of_hand=True)
            piece.setZValue(Z_HAND + place * 0.01)
            rise = card.height() * LIFT * 2 if at in (*self.hold, *self._sent) else 0.0
            piece.go(Spot(spot - QPointF(0, rise), turn))

    def _thing(self, at: Token, thing: Thing, spot: QPointF) -> Piece:
        """Return the piece of a token; a new one comes from its seat, or appears in its place."""
        piece = self.things.get(at)
        if piece is None:
            seat = thing.look.seat if isinstance(thing.look, Chip) and thing.seat is None else thing.seat
            piece = self.things[at] = self.new_piece(ZONE, Z_LAID)
            piece.setPos(spot if seat is None or seat == self.viewer else self.held_at(seat))
            piece.clicked.connect(partial(self.press, at))
            piece.dropped.connect(partial(self._dropped, at))
            piece.hovered.connect(partial(self._hovered, at))
        return piece

    def _face_words(self, face: Face) -> tuple[str, str]:
        return self._entry.rules.face_text(face), self._entry.face_name(face)

    def _way_out(self) -> Spot | None:
        """Return the goal of a finished trick's pieces: the seat of the best one; without a trick, None."""
        for zone, thing in self._of.values():
            is_best = zone.kind is Kind.TRICK and zone.note and Sign.BEST in thing.signs
            if is_best and thing.seat is not None:
                return Spot(self.held_at(thing.seat), size=0.35)
        return None

    def _dress(self, at: Token, thing: Thing, piece: Piece, *, is_of_hand: bool = False) -> None:
        """Prepare a piece for presses: its name, its mark, and its button."""
        lit = self._lit()
        piece.order = HAND_ZONE if is_of_hand else ZONE
        words = piece_words(thing, self._names, self._now.seat) or self._of[at][0].title
        piece.name = f"{words}, playable" if at in lit else words
        piece.about = thing.why.text if thing.why else thing.about
        is_startable = at in self.routes.after.get((), ())
        can_press = at in lit or at in self.hold or is_startable or is_of_hand or thing.why is not None
        piece.set_button(can_press, draggable=is_of_hand or is_startable)
        is_dimmed = is_of_hand and self._lights_hand and at not in lit and at not in self.hold
        self._mark(piece, at, thing, is_dimmed=is_dimmed)

    def _mark(self, piece: Piece, at: Token, thing: Thing | None = None, *, is_dimmed: bool = False) -> None:
        signs = () if thing is None else thing.signs
        piece.is_chosen = at in self.hold
        mark = None
        if at in self.hold:
            mark = Mark.SELECTED
        elif at in self._lit() and not (piece.look is not None and piece.look.paint is looks.paint_space):
            mark = Mark.TARGET if self.hold and self.hold not in self.routes.whole else Mark.PLAYABLE
        elif Sign.BEST in signs and piece.size.width() > self.places.own.width() / 2:
            mark = Mark.SELECTED
        elif Sign.LAST in signs:
            mark = Mark.LAST_MOVE
        piece.show_mark(mark, dimmed=is_dimmed or Sign.LOCKED in signs)

    def _lit(self) -> frozenset[Token]:
        """Return the pieces that may be pressed now: next steps of the hold, or instead of its last step."""
        if self.is_choosing:
            return frozenset()
        lit = self.routes.lit(self.hold)
        return lit | self.routes.lit(self.hold[:-1]) if self.hold in self.routes.whole else lit

    # -- grounds and words ---------------------------------------------------------------------

    def _show_grounds(self, middle: Mapping[str, layout.Laid]) -> None:
        """Show boards under grids, frames where a pile may lie, titles and notes under the zones; and above
        the player's plate the progress of the game, or the next press.
        """
        wanted: dict[str, tuple[Look, QRectF, str]] = {}
        for zone in self.shown.zones:
            laid = middle.get(zone.key)
            if laid is None:
                continue
            words = self._lines(zone)
            if "".join(words).strip():
                lines = looks.Lines(words, has_title=zone.title == words[0])
                wanted[f"{zone.key}: words"] = Look(looks.paint_lines, lines), laid.words, ", ".join(words)
            if zone.kind is Kind.GRID:
                wanted[f"{zone.key}: ground"] = Look(looks.paint_grid, looks.ground_of(zone)), laid.box, ""
            elif zone.kind is Kind.PILE and not layout.shown_of(zone):
                box = QRectF(QPointF(), laid.piece)
                box.moveCenter(laid.spots[0])
                wanted[f"{zone.key}: ground"] = Look(paint_place, PilePlace(PileSign.PLAIN)), box, ""
        title = list(dict.fromkeys((self.shown.title, self.next_press.removesuffix(".") or self.shown.note)))
        box = self.places.words
        if shown := tuple(line for line in title if line and self._wide(line) <= box.width()):
            look = Look(paint_words, TableWords(shown, is_boxed=True))
            wanted["title"] = look, box, ", ".join(filter(None, title))
        for key in [key for key in self._grounds if key not in wanted]:
            self.surface.remove(self._grounds.pop(key))
        for key, (look, box, name) in wanted.items():
            piece = self._grounds.get(key) or self._grounds.setdefault(key, self.new_piece(WORDS_ZONE, 1.0))
            piece.lay(look, box, name)

    # -- choices -------------------------------------------------------------------------------

    def _choices(self) -> tuple[Thing, ...]:
        """Return the choices that are part of the scene."""
        zones = (zone for zone in self.shown.zones if zone.kind is Kind.CHOICES)
        return tuple(thing for zone in zones for thing in zone.pieces if thing.at != NOWHERE)

    def _offer_focus(self) -> None:
        """Focus the first button or piece that may be pressed, if the player plays by keys."""
        lit = self._lit()
        for at, piece in {**self.offers.buttons, **self.things}.items():
            if at in lit:
                self.surface.offer(piece)

    # -- told by the player --------------------------------------------------------------------

    def press(self, at: Token) -> None:
        """Press a piece, a plate or a button, by its token."""
        self.bubble.hide()
        piece, thing = self.piece_at(at), self._thing_at(at)
        if self.is_choosing:
            return
        is_lifted = at in self._of and self._is_own_hand(self._of[at][0])
        lifts = is_lifted and not self.preferences.one_click and not (piece is not None and piece.is_by_key)
        pressed = press(self.routes, self.hold, at, lifts=lifts, is_kept=self._is_kept)
        self._is_kept = False
        if pressed.fits:
            self._go(pressed, (*self.hold, at))
        else:
            self._refuse(at, thing)

    def _go(self, pressed: Pressed, route: Route) -> None:
        """Send the action that a press has completed, or hold what was pressed."""
        if pressed.action is None:
            self.hold = pressed.hold
        else:
            self._sent = route
            self.choose(pressed.action)
        if pressed.action is None or self.is_choosing:
            self._show()

    def _refuse(self, at: Token, thing: Thing | None) -> None:
        """Say why a press leads nowhere."""
        held = "That does not go with what you have picked."
        text, rule = held if self.hold else "You cannot start with that now.", ""
        if thing is not None and thing.why is not None:
            text, rule = thing.why.text, thing.why.rule
        elif not self._now.actions():
            text = "It is not your turn."
        self.bubble.say(text, rule, over=self.piece_at(at), unit=self.places.unit)
        self.why_not.emit(text)

    def _dropped(self, at: Token, where: QPointF) -> None:
        """Drop a dragged piece: onto another one, or outside the hand."""
        self.bubble.hide()
        first = press(self.routes, (), at)
        others = ((to, self.piece_at(to)) for to in (*self.things, *map(seat_at, self._names)) if to != at)
        below = [
            to for to, piece in others if piece is not None and piece.sceneBoundingRect().contains(where)
        ]
        onto = next((to for to in below if drag(self.routes, at, to).fits), None)
        if self.is_choosing:
            self._show()
        elif onto is not None:
            self._go(drag(self.routes, at, onto), (at, onto))
        elif first.fits and not self.places.hand.contains(where):
            self._go(first, (at,))
        else:
            self._show()
            if not first.fits:
                self._refuse(at, self._thing_at(at))

    def _hovered(self, at: Token, over: bool) -> None:
        """Raise a card of the hand while the pointer is over it."""
        if at not in self._of or not self._is_own_hand(self._of[at][0]) or at in self.hold:
            return
        its = [each for each, (zone, _) in self._of.items() if self._is_own_hand(zone)]
        strip = self.places.hand.adjusted(0, 0, -self.tools.width, 0)
        spot, turn = fan_places(strip, len(its), self.places.own)[its.index(at)]
        rise = QPointF(0, self.places.own.height() * LIFT if over else 0)
        self.things[at].go(Spot(spot - rise, turn), ms=min(90, self.renderer.motion_ms))

    def piece_at(self, at: Token) -> Piece | None:
        """Return the piece, plate or button of a token; None if it is not shown."""
        if at.startswith(SEAT):
            return self._plates[int(at.removeprefix(SEAT))]
        return self.things.get(at) or self.offers.buttons.get(at)

    def _thing_at(self, at: Token) -> Thing | None:
        own = [self._of[at][1]] if at in self._of else [each for each in self._choices() if each.at == at]
        return own[0] if own else None

    @property
    def _now(self) -> View:
        if self._view is None:
            raise AssertionError("nothing was shown yet")
        return self._view

    @property
    def next_press(self) -> str:
        words = next_words(self.shown, self.routes, self.hold)
        return f"{words}." if words else ""

    @property
    def back_words(self) -> str:
        return "Take back what you have picked" if self.hold else super().back_words

    def take_back(self) -> None:
        self.bubble.hide()
        if self.hold:
            self.hold = (
                self.hold[:-1] if self.hold in self.routes.whole else step_back(self.routes, self.hold)
            )
            self._show()

    def put_down(self) -> None:
        super().put_down()
        self.hold = ()

    def show_refused(self, why: str = "", rule: str = "") -> None:
        self._sent = ()
        super().show_refused(why, rule)

    def sheet(self) -> QWidget | None:
        """Return the result, and the game's own sheet in characters if it has one."""
        state = None if self._view is None else self._view.state
        outcome = None if state is None else state.outcome()
        if state is None or outcome is None:
            return None
        names, entry = names_of(self.info), self._entry
        scores = [str(score) if entry.unit else "" for score in outcome.scores]
        lines = placed(outcome, names, scores, self.animal, [entry.score(each) for each in outcome.scores])
        standings = Standings(lines, self.preferences.theme, scale=self.preferences.scale)
        if entry.sheet is None:
            return standings
        words = QLabel(entry.sheet(state, names))
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        words.setFont(QFont(MONO))
        return Result(standings, words)

    def keys(self) -> Keys:
        return (*KEYS, *BACK_KEYS)

    def _key(self, key: int, text: str) -> None:
        self.bubble.hide()
        if key == Qt.Key.Key_Escape:
            self.hold = ()
            self.hurry()
            self.arrange()
        elif text.isdigit() and self._view is not None:
            self._nth((int(text) - 1) % 10, text)

    def _nth(self, place: int, text: str) -> None:
        """Focus the choice with this short name, else the choice at `place`, or lift the card at `place`."""
        called = [
            thing.at for thing in self._choices() if thing.at in self.offers.buttons and thing.short == text
        ]
        hand = [at for at, (zone, _) in self._of.items() if self._is_own_hand(zone)]
        wanted = called or [*self.offers.buttons][place : place + 1] or hand[place : place + 1]
        for at in wanted[:1]:
            piece = self.piece_at(at)
            if piece is not None:
                piece.setFocus(Qt.FocusReason.ShortcutFocusReason)
            if at in hand:
                self.press(at)


def _rest_moves(before: Scene, now: Scene, view: View) -> float:
    """Return the time that a scene is shown, in moves of a card: long for a complete trick, short for
    each card of another player, none for the viewer's own.
    """
    was = {piece.at for zone in before.zones for piece in zone.pieces}
    for zone in now.zones:
        if zone.kind is Kind.TRICK and zone.pieces and zone.note and zone != before.zone(zone.key):
            return 6.0
    laid = [
        piece
        for zone in now.zones
        for piece in zone.pieces
        if piece.at not in was and (zone.kind is Kind.TRICK or isinstance(piece.look, Chip))
    ]
    return 1.3 if any(piece.seat != view.seat for piece in laid) else 0.0
