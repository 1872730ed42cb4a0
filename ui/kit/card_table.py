"""The common part of all card games' tables: the surface, plates around it, cards by slot, and the pace.

A game's table derives from `CardTable` and implements `present` (show one piece of news) and `arrange` (lay
everything out again). It keeps its cards in `cards`, by slot: a slot keeps its piece from the hand to the
middle and on to the seat that takes it, so that the card moves. `present` returns how long its news is shown;
later news waits that long, unless something ends the wait, such as a click on the cloth.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, QTimer
from PySide6.QtWidgets import QVBoxLayout

from app.games.hand import Sort
from app.games.narrator import counted
from app.games.scene import Plate, Sign, Token, is_card, slot_of
from app.messages import Advanced, TableInfo
from app.screens.keys import Keys
from app.screens.seats import HERE, SeatMark
from rules.api import Action
from rules.seats import seats_around
from ui.art.letters import letters_of_table
from ui.art.paths import inset
from ui.kit.bubble import Bubble
from ui.kit.cloth import Cloth
from ui.kit.dressing import HeldCards, paint_held
from ui.kit.game_table import GameTable, Preferences
from ui.kit.geometry import PLATE, TAG, CardTableLayout, card_table
from ui.kit.hand import Hand, HandTools
from ui.kit.motion import Spot
from ui.kit.pieces import Z_HELD, Z_LAID, Z_PLATE, Look, Piece
from ui.kit.plates import PlateLook, marked, paint_plate, picture_box
from ui.kit.renderer import Renderer
from ui.kit.surface import PLATE_ZONE, Surface

SORT_KEYS: Keys = (("O", "sort the hand the other way: by suit, by rank"),)
BACK_KEYS: Keys = (("Backspace or Ctrl+Z", "put the picked card back; a played card stays played"),)
_STILL_MS = 150
_MANY_WAITING = 12
"""If more news than this waits, all of it is shown at once: the table was hidden, or a game was resumed."""
_UPRIGHT = 1.2
"""A window higher than this multiple of its width is upright."""


class CardTable(GameTable):
    """The table of a card game. `viewer` is the seat at the bottom, None for a spectator. Pauses are counted
    in moves of a card; `still_ms` replaces the time of a move if motion is off (tests set it to 0)."""

    still_ms = _STILL_MS
    sorts: tuple[Sort, Sort] | None = None
    """Orders of this game's hand, the usual one first; None if there is only one."""
    is_one_way = False
    """True if most cards of the hand can go to only one place: then one click can play them, if wanted."""

    def __init__(self, info: TableInfo, preferences: Preferences) -> None:
        super().__init__(info, preferences)
        self.viewer = info.seat if info.seat in range(len(info.guests)) else None
        self.renderer = Renderer(preferences, dpr=self.devicePixelRatioF())
        self.destroyed.connect(self.renderer.close)
        self.is_choosing = False
        """True from a choice until the game continues or refuses it."""
        self.surface = Surface(self.renderer, self)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.surface)
        self.setFocusProxy(self.surface)
        self.cards: dict[int, Piece] = {}
        self.hand = Hand(self.surface, self.cards)
        self.hand.is_quick = self.is_one_way and preferences.one_click
        self.tools = HandTools(self.surface)
        self.tools.sort_wanted.connect(self.sort_other_way)
        self.tools.back_wanted.connect(self.take_back)
        self.hand.picked.connect(lambda _: self.show_tools())
        self.surface.keyed.connect(self._sort_key)
        self.surface.back_wanted.connect(self.take_back)
        self.bubble = Bubble(self.surface)
        self.bubble.rule_wanted.connect(self.rule_wanted)
        self.places: CardTableLayout = card_table(
            QSizeF(1280, 800), len(info.guests), scale=preferences.scale, has_hand=self.viewer is not None
        )
        self._seats = len(info.guests)
        self._plates = [self.new_piece(PLATE_ZONE, Z_PLATE) for _ in info.guests]
        self._held = [self.new_piece(PLATE_ZONE + 1, Z_HELD) for _ in info.guests]
        self._looks: list[PlateLook] = [
            PlateLook(seat, guest.nick, animal=guest.animal) for seat, guest in enumerate(info.guests)
        ]
        self._marks: list[SeatMark] = [HERE] * self._seats
        self._counts = [0] * self._seats
        self._spoken = [guest.nick for guest in info.guests]
        self._waiting: deque[Advanced] = deque()
        self._is_presenting = False
        self._forecast: Advanced | None = None
        """The player's choice, shown before the others have confirmed it."""
        self._shows_sent = False
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self._go_on)
        self.surface.resized.connect(self._resized)
        self.surface.ground_clicked.connect(self._ground)

    # -- for the game's own table --------------------------------------------------------------

    def present(self, news: Advanced) -> int:
        """Show a piece of news; return the time in milliseconds before the next may come."""
        raise NotImplementedError

    def arrange(self) -> None:
        """Lay everything out after a change of `places`, without motion."""
        raise NotImplementedError

    def work_out(self, size: QSizeF) -> CardTableLayout:
        """Return the places for a size; a game with a layout of its own overrides this."""
        has_hand = self.viewer is not None
        return card_table(size, len(self.info.guests), scale=self.preferences.scale, has_hand=has_hand)

    def oval_cloth(self) -> Cloth:
        """Return a cloth with an oval around the middle."""
        field = inset(self.places.middle, 6)
        spare = max(0.0, field.width() - 2.3 * field.height()) / 2
        oval = (field.left() + spare, field.top(), field.width() - 2 * spare, field.height())
        ends = 0.5 if len(self.info.guests) < 7 else 0.25
        return Cloth(oval, round=ends, line=self.renderer.stretch)

    def place(self, seat: int) -> int:
        """Return the index of a seat in `places.seats`: 0 at the bottom, then clockwise."""
        return seats_around(self.viewer, self._seats).index(seat)

    def show_plates(self, plates: Iterable[PlateLook], spoken: Iterable[str], held: Iterable[int]) -> None:
        """Show plates, their texts for screen readers, and the number of face-down cards, all by seat."""
        looks = list(plates)
        guests, names = self.info.guests, tuple(look.name for look in looks)
        self._looks = [replace(look, animal=guests[look.seat].animal, names=names) for look in looks]
        self._counts, self._spoken = list(held), list(spoken)
        self._draw_seats()

    def plate_of(self, plate: Plate) -> PlateLook:
        """Return the plate of a seat, with the signs that every game shows in the same way."""
        return PlateLook(
            plate.seat,
            plate.name,
            is_bot=self.info.guests[plate.seat].bot,
            is_dealer=Sign.DEALER in plate.signs,
            is_gone=Sign.GONE in plate.signs,
            is_leading=Sign.LEADS in plate.signs,
        )

    def card(self, slot: int, *, born_at: QPointF) -> Piece:
        """Return the piece of a slot; a new one is made at `born_at`."""
        piece = self.cards.get(slot)
        if piece is None:
            piece = self.new_piece(PLATE_ZONE - 10, Z_LAID)
            piece.setPos(born_at)
            self.cards[slot] = piece
        return piece

    def resize_card(self, piece: Piece, look: Look, size: QSizeF) -> None:
        """Give a card another picture or size; the card grows or shrinks during its next move."""
        before = piece.size
        piece.show_look(look, size)
        if not before.isEmpty() and before != size:
            piece.setScale(before.width() / size.width() * piece.scale())

    def drop_card(self, slot: int, *, to: Spot | None = None) -> None:
        """Take a card off the table, moving it to `to` first; at once if that is None."""
        piece = self.cards.pop(slot, None)
        if piece is not None:
            self.surface.send_off(piece, to)

    def held_at(self, seat: int) -> QPointF:
        """Return the middle of the cards that a seat holds; of its plate if they have no place."""
        place = self.places.seats[self.place(seat)]
        return (place.plate if place.held.isEmpty() else place.held).center()

    def lay_hand(self, strip: QRectF, card: QSizeF) -> None:
        """Place the player's hand, with cards of the given size, and the buttons beside or above it."""
        if self.viewer is not None:
            strip = self.tools.lay_out(strip, self.places.unit)
        self.hand.lay_out(strip, card)
        self.show_tools()

    @property
    def sort(self) -> Sort | None:
        """The present order of the hand; None if there is only one."""
        return (
            None
            if self.sorts is None
            else Sort(self.preferences.sort)
            if self.preferences.sort
            else self.sorts[0]
        )

    def sort_other_way(self) -> None:
        """Sort the hand the other way, and report the new order for the settings; a spectator has none."""
        if self.sorts is not None and self.viewer is not None:
            other = next(each for each in self.sorts if each is not self.sort)
            self.preferences = replace(self.preferences, sort=other.value)
            self.arrange()
            self.sorted_by.emit(other.value)

    def piece_at(self, at: Token) -> Piece | None:
        return self.cards.get(slot_of(at)) if is_card(at) else None

    @property
    def next_press(self) -> str:
        """The next press in words, "" while nothing is held."""
        return ""

    @property
    def back_words(self) -> str:
        """Label of the undo button; "" hides it."""
        if self.hand.picked_slot >= 0:
            return "Take back what you have picked"
        return "Take back your last step" if self.has_plan else ""

    def take_back(self) -> None:
        """Take back the step that `back_words` names."""
        if self.hand.picked_slot >= 0:
            self.hand.pick(-1)
        elif self.has_plan:
            self.back_wanted.emit()

    def show_tools(self) -> None:
        """Show the buttons beside the hand, and the next press in words."""
        other = None if self.sorts is None else next(each for each in self.sorts if each is not self.sort)
        self.tools.show(
            sorts_to=other if len(self.hand.slots) > 1 else None,
            back="" if self.viewer is None else self.back_words,
        )
        self.ask(self.next_press)

    def hold_ms(self, moves: float) -> int:
        """Return the milliseconds of a pause that is as long as `moves` moves of a card."""
        return round((self.renderer.motion_ms or self.still_ms) * moves)

    def put_down(self) -> None:
        """Put down the picked card, because something was chosen."""
        self.hand.pick(-1)

    def choose(self, action: Action) -> None:
        if not self.is_choosing:
            self.put_down()
            self.bubble.hide()
            self.is_choosing = True
            self.hand.wait()
            self.chosen.emit(action)

    def allow_choice(self) -> None:
        """Allow the next choice, unless the table shows a choice that was sent and has no answer yet."""
        if not self._shows_sent:
            self.is_choosing = False
            self.hand.go_on()

    def new_piece(self, order: int, z: float) -> Piece:
        """Add a piece to this table."""
        return self.surface.new_piece(order, z)

    # -- told by the window --------------------------------------------------------------------

    def show_advanced(self, news: Advanced) -> None:
        if news.view.seat != self.viewer:
            self.viewer = news.view.seat
            self.surface.tell_size()
        is_confirmed = self._shows_sent and not news.events and not self._waiting
        self._waiting.append(news)
        if is_confirmed and not self._is_presenting:  # the table shows it already, so it need not wait
            self.present_next()
        elif len(self._waiting) > _MANY_WAITING:
            self.hurry()
        elif not self._rest.isActive():
            self._go_on()

    @property
    def is_upright(self) -> bool:
        """True if the window is much higher than wide. The table itself does not count: a dock or a question
        that opens beside it must not change the answer."""
        window = self.window().size()
        return window.height() > _UPRIGHT * window.width()

    @property
    def is_behind(self) -> bool:
        return bool(self._waiting) or self._rest.isActive() or self._is_presenting

    def show_sent(self, shown: Advanced) -> None:
        self._forecast = shown
        self.show_advanced(shown)

    def show_refused(self, why: str = "", rule: str = "") -> None:
        self._shows_sent = False
        if self.is_choosing:
            self.allow_choice()
            self.arrange()
        if why:
            hand = self.places.hand
            at = QPointF(hand.center().x(), hand.top())
            self.bubble.say(why, rule or "not possible", unit=self.places.unit, at=at)

    def show_mark(self, seat: int, mark: SeatMark) -> None:
        self._marks[seat] = mark
        self._draw_seats()

    def picture_of(self, seat: int) -> QRectF:
        plate = self.places.seats[self.place(seat)].plate
        box = picture_box(plate, plate.width() / PLATE.width())
        return QRectF(self.surface.mapFromScene(box).boundingRect())

    def hand_top(self) -> int:
        return int(self.places.hand.top())

    @property
    def is_drawing(self) -> bool:
        return self.renderer.budget.is_behind

    def set_preferences(self, preferences: Preferences) -> None:
        super().set_preferences(preferences)
        self.hand.is_quick = self.is_one_way and preferences.one_click
        self.renderer.set_preferences(preferences)
        self.surface.redraw()
        self.surface.tell_size()

    def hurry(self) -> None:
        """Show all waiting news now."""
        if self._is_presenting:
            return  # `present` may itself make a choice, which calls this: later news must still wait
        self._rest.stop()
        self.bubble.hide()
        while self._waiting:
            self.present_next()

    def present_next(self) -> int:
        """Present the oldest waiting news; return the milliseconds for which it is shown.

        The news is announced first, so that a choice that `present` makes without the player (a combo that
        continues) can be sent. Until the news is on the table, `is_behind` is True.
        """
        news = self._waiting.popleft()
        self._is_presenting = True
        self._shows_sent = news is self._forecast
        if news.events:
            self.bubble.hide()  # an old reason, such as "It is not your turn."
        try:
            self.presented.emit(news)
            rest = self.present(news)
            self.show_tools()
            return rest
        finally:
            self._is_presenting = False

    # -- inside --------------------------------------------------------------------------------

    def _sort_key(self, key: int, _text: str) -> None:
        if key == Qt.Key.Key_O:
            self.sort_other_way()

    def _ground(self, at: QPointF) -> None:
        """At a click on the cloth, show all waiting news; in the middle, also play the picked card."""
        self.hurry()
        if self.hand.picked_slot >= 0 and self.places.middle.contains(at):
            self.hand.played.emit(self.hand.picked_slot, at)

    def _go_on(self) -> None:
        while self._waiting:
            rest = self.present_next()
            if rest > 0:
                self._rest.start(rest)
                return

    def _resized(self, size: QSizeF) -> None:
        if size.isEmpty():
            return
        self.places = self.work_out(size)
        # in quarters, so that a slightly larger window does not redraw every picture
        self.renderer.stretch = max(1.0, round(self.places.unit * 4) / 4)
        self.renderer.write_in(letters_of_table(self.places.unit, self.preferences.scale))
        self._draw_seats()
        self.arrange()
        self.bubble.follow(self.places.unit)

    def _draw_seats(self) -> None:
        unit = self.places.unit
        for seat in range(self._seats):
            place = self.places.seats[self.place(seat)]
            box = place.plate.adjusted(0, -TAG * unit, 0, 0)
            look, words = self._looks[seat], (self._spoken[seat], self._marks[seat].spoken)
            self._plates[seat].name = ", ".join(filter(None, words))
            shown = marked(look, self._marks[seat])
            self._plates[seat].lay(Look(paint_plate, shown), box)
            held = self._held[seat]
            held.setVisible(bool(self._counts[seat]) and not place.held.isEmpty())
            if held.isVisible():
                name = f"{look.name}: {counted(self._counts[seat], 'card')}"
                held.lay(Look(paint_held, HeldCards(self._counts[seat])), place.held, name)
