"""Kings' table: shows `KingsScreen`s and hands every press to `app.games.kings.grip`."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtWidgets import QWidget

from app.games.hand import Sort
from app.games.kings.grip import (
    NO_GRIP,
    Grip,
    Reply,
    aimed,
    foretold,
    kept_grip,
    lit_places,
    play_card,
    press_card,
    press_confirm,
    press_end,
    press_place,
    press_undo,
)
from app.games.kings.hand import KingsHandCard, in_order
from app.games.kings.screen import KingsScreen, discards_page, kings_screen
from app.games.kings.sides import HouseScreen, SideScreen
from app.games.kings.story import KingsPlace
from app.games.reason import Reason
from app.messages import Advanced, TableInfo, Working
from app.screens.keys import Keys
from app.screens.seats import names_of
from rules.seats import seats_around
from ui.art.cards.faces import kings_card
from ui.art.cards.playing_cards import paint_card
from ui.art.marks import Mark
from ui.kit.card_table import SORT_KEYS, CardTable
from ui.kit.cloth import Cloth
from ui.kit.game_table import Manner
from ui.kit.geometry import CardTableLayout
from ui.kit.hand import InHand
from ui.kit.motion import Spot
from ui.kit.overlay import PileView
from ui.kit.pieces import Z_HELD, Z_LAID, Look, Piece
from ui.kit.plates import PlateLook
from ui.tables.kings.flights import Flights
from ui.tables.kings.layout import TAKES, KingsPlaces, SidePlaces, kings_places
from ui.tables.kings.panels import WORDS_ZONE, Panels, lay
from ui.tables.kings.pile_pictures import (
    FrameLook,
    HeldLook,
    HouseLook,
    KingLook,
    house_size,
    paint_frame,
    paint_held_cards,
    paint_house,
    paint_king,
    rows_of,
)

OWN_ZONE, SIDE_ZONE = 10, 40
"""In the order of the Tab key: (5: what waits for a yes,) own piles, (20: hand, 30: end,) the others."""
_OWN_KEYS = {Qt.Key.Key_K: 0, Qt.Key.Key_A: 1, Qt.Key.Key_S: 2, Qt.Key.Key_D: 3}
_SEAT_KEYS = {Qt.Key.Key_F: 1, Qt.Key.Key_G: 2, Qt.Key.Key_J: 3}
"""The seats from the left, as they stand along the top."""
_KEYS, _TARGET_KEYS = ("K", "A", "S", "D"), ("F", "G", "J")
_FIGHT_MOVES, _MOVE_MOVES = 5.0, 1.6
"""How long an attack and any other move of somebody else is looked at, in moves of a card."""

_CALM = 6.0
"""So many moves waiting halve that time."""
_FAR_BEHIND = 10
"""So many moves may wait."""


class KingsTable(CardTable):
    """Nothing is decided here: the screen says what is lit and why not, the grip what a press does."""

    sorts = (Sort.RANK, Sort.SUIT)

    def __init__(self, info: TableInfo, manner: Manner, parent: QWidget | None = None) -> None:
        super().__init__(info, manner, parent)
        self.shown: KingsScreen | None = None
        self.grip: Grip = NO_GRIP
        self._is_hurried = False
        self.spots: KingsPlaces = kings_places(QSizeF(1280, 744), scale=manner.scale)
        self._frames = [self.new_piece(WORDS_ZONE, -10.0) for _ in info.guests]
        self._spoils = [self.new_piece(SIDE_ZONE + 9, Z_HELD) for _ in info.guests]
        self.piles: dict[KingsPlace, Piece] = {
            KingsPlace(seat, house): self._pile(KingsPlace(seat, house))
            for seat in range(len(info.guests))
            for house in range(4)
        }
        self.panels = Panels(self.surface)
        self._flights = Flights(self.surface)
        self.panels.confirmed.connect(lambda: self._reply(press_confirm, None))
        self.panels.cancelled.connect(self.let_go)
        self.panels.ended.connect(self._end)
        self.panels.looked.connect(self._look_through)
        self.discards = PileView(
            self.studio, lambda face: Look(paint_card, kings_card(face), shade=True), self
        )
        self.discards.closed.connect(lambda: self.surface.setFocus(Qt.FocusReason.OtherFocusReason))
        self.hand.picked.connect(self._picked)
        self.hand.played.connect(self._played)
        self.surface.keyed.connect(self._key)

    # -- showing -------------------------------------------------------------------------------

    def present(self, news: Advanced) -> int:
        before = self.shown
        had_keys = self.surface.hasFocus() and self.surface.focused() is not None
        self.shown = kings_screen(news.view, names_of(self.info), before, news.events)
        self.chosen_nothing()
        self.grip = kept_grip(self.shown, self.grip)
        self._show(self.shown)
        if before is not None and self.studio.motion_ms and not self._is_hurried:
            self._fly(before, self.shown)
        if had_keys and self.surface.focused() is None:
            self._focus_something()
        return self._rest_after(before, self.shown)

    def show_advanced(self, news: Advanced) -> None:
        """A turn has many moves: whoever is far behind sees the oldest at once, not all of them together."""
        if len(self._waiting) >= _FAR_BEHIND:
            self.present_next()
        super().show_advanced(news)

    def hurry(self) -> None:
        self._is_hurried = True
        super().hurry()
        self._is_hurried = False

    def arrange(self) -> None:
        self.surface.show_cloth(Cloth())
        self.hand.source = self.spots.stock.center()
        self.lay_hand(self.spots.fan, self.spots.own_card)
        self.discards.fit()
        if self.shown is not None:
            self._show(self.shown)

    def keys(self) -> Keys:
        return (
            ("1 to 9", "a card of your hand, from the left"),
            ("K", "your king pile"),
            ("A, S, D", "your houses 1, 2 and 3"),
            ("F, G, J", "attack the player at the left, in the middle, at the right"),
            ("Enter", "fight the attack that is shown"),
            ("E", "end the turn"),
            ("Esc", "let go of what you have chosen"),
            ("Arrows", "to the next card or pile in that direction"),
            *SORT_KEYS,
            ("Backspace or Ctrl+Z", "let go of what you have chosen, else take back your last step"),
        )

    def show_working(self, working: Working) -> None:
        if self.shown is not None:
            self.panels.show_working(self.shown, working)

    def let_go(self) -> None:
        """Choose nothing."""
        self._take(Reply(NO_GRIP))

    def put_down(self) -> None:
        if self.grip != NO_GRIP:
            self.let_go()

    @property
    def back_words(self) -> str:
        if self.grip != NO_GRIP:
            return "Take back what you have picked"
        undo = "" if self.shown is None else self.shown.undo
        return undo[:1].upper() + undo[1:]

    def take_back(self) -> None:
        """Aim at nobody any more; else choose nothing; else take back the last step of this turn."""
        if self.grip.aim is not None:
            self._take(Reply(replace(self.grip, aim=None)))
        elif self.grip != NO_GRIP:
            self.let_go()
        elif self.viewer is not None:
            self._reply(press_undo, None)

    def work_out(self, size: QSizeF) -> CardTableLayout:
        self.spots = kings_places(size, scale=self.manner.scale)
        self._flights.card = self.spots.sides[1].card
        return self.spots.as_card_table()

    def _show(self, screen: KingsScreen) -> None:
        self.show_plates(
            [self._plate(side) for side in screen.sides],
            [side.spoken for side in screen.sides],
            [0] * len(screen.sides),
        )
        for side in screen.sides:
            self._show_side(screen, side)
        self._show_hand(screen)
        self.panels.show(screen, self.grip, self.spots, beside=self.tools.width if screen.undo else 0.0)
        self.show_tools()
        if not self.discards.isHidden():
            self.discards.show_page(discards_page(screen))

    def _look_through(self) -> None:
        """Spread out the discards: all of them are open to everybody at any time."""
        if self.shown is not None:
            self.bubble.hide()
            self.discards.show_page(discards_page(self.shown))

    def _plate(self, side: SideScreen) -> PlateLook:
        tag = "Your turn" if side.is_viewer else side.doing.capitalize()
        return PlateLook(
            side.seat,
            side.name,
            line=f"rank {side.rank}, {side.suit}" if side.rank else side.suit,
            score=str(side.king.count),
            tag=tag if side.is_turn else "",
            is_bot=self.info.guests[side.seat].bot,
            is_gone=side.is_gone,
            is_leading=side.rank == 1 if side.rank else side.is_leading,
        )

    def _places_of(self, seat: int) -> SidePlaces:
        return self.spots.sides[seats_around(self.viewer, self._seats).index(seat)]

    def _show_side(self, screen: KingsScreen, side: SideScreen) -> None:
        places, frame, spoils = self._places_of(side.seat), self._frames[side.seat], self._spoils[side.seat]
        lay(frame, Look(paint_frame, FrameLook(side.is_turn, side.is_gone)), places.frame)
        frame.setVisible(not side.is_gone)
        fights = {fight.target: (fight.brief, fight.wins) for fight in foretold(screen, self.grip)}
        keys = _KEYS if side.is_viewer else ("", *(_TARGET_KEYS[self.place(side.seat) - 1],) * 3)
        self._show_pile(
            side.king.place,
            Look(paint_king, KingLook(side.seat, side.king.there, keys[0])),
            _whole(places.columns[0], places.card, TAKES * self.spots.unit),
            side.king.name,
        )
        for house in side.houses:
            look = self._house_look(house, places, keys[house.place.house], fights.get(house.place))
            size = house_size(look, places.card)
            column = places.columns[house.place.house]
            box = QRectF(
                column.center().x() - size.width() / 2,
                column.bottom() - size.height(),
                size.width(),
                size.height(),
            )
            self._show_pile(house.place, Look(paint_house, look), box, house.name)
        held = () if side.is_viewer and screen.viewer is not None else side.spoils
        hidden = 0 if side.is_viewer else side.hidden
        spoils.setVisible(bool(held or hidden))
        if held or hidden:
            lay(spoils, Look(paint_held_cards, HeldLook(hidden, held)), places.held)
            spoils.name = side.spoken

    def _house_look(
        self, house: HouseScreen, places: SidePlaces, key: str, fight: tuple[str, bool] | None
    ) -> HouseLook:
        card, takes = places.card, TAKES * self.spots.unit
        room = places.columns[0].height() - card.height() - takes
        return HouseLook(
            house=house.place.house,
            base=house.base,
            numbers=house.numbers,
            score=house.score,
            takes=house.takes,
            is_front=house.is_front,
            rows=rows_of(len(house.numbers), room=room, card=card),
            takes_share=round(takes / card.width(), 3),
            key=key if house.place.seat == self.viewer or fight is not None else "",
            foretold=fight,
        )

    def _show_pile(self, place: KingsPlace, look: Look, box: QRectF, name: str) -> None:
        assert self.shown is not None  # noqa: S101 - only ever called while it is shown
        piece, screen = self.piles[place], self.shown
        is_own, last = place.seat == self.viewer, screen.last
        is_aiming = self.grip.card is not None or self.grip.house != 0
        piece.order = OWN_ZONE if is_own else SIDE_ZONE + place.seat
        piece.is_chosen, piece.name = is_own and 0 < place.house == self.grip.house, name
        is_grown = piece.size.toSize() != box.size().toSize()
        lay(piece, look, box, ms=0 if is_grown else None)
        mark, fight = None, aimed(screen, self.grip)
        if piece.is_chosen or (fight is not None and place == fight.target):
            mark = Mark.SELECTED
        elif place in lit_places(screen, self.grip):
            mark = Mark.TARGET if is_aiming else Mark.PLAYABLE
        elif last is not None and place in last.places and not is_aiming:
            mark = Mark.LAST_MOVE
        piece.show_mark(mark)
        piece.set_button(True, draggable=is_own and place.house > 0 and self.grip.card is None)

    def _show_hand(self, screen: KingsScreen) -> None:
        wanted = {card.key for card in screen.hand}
        for key in [key for key in self.cards if key not in wanted]:
            self.hand.release(key)
            self.drop_card(key, to=self._way_of(screen))
        self.hand.picked_slot = self.grip.card if self.grip.card is not None else -1
        last = screen.last
        is_back = last is not None and last.is_back and last.seat == self.viewer
        self.hand.source = self.piles[last.places[0]].pos() if last and is_back else self.spots.stock.center()
        self.hand.show(
            [_in_hand(card) for card in in_order(screen.hand, self.sort)],
            is_active=screen.is_own_turn and not self.grip.house,
        )

    def _way_of(self, screen: KingsScreen) -> Spot:
        """Where a card goes that has left the own hand: to the pile it was put on, or away."""
        last = screen.last
        if last is not None and last.seat == self.viewer and len(last.places) == 1:
            return Spot(self.piles[last.places[0]].pos(), size=0.7)
        return Spot(self.spots.discard.center(), size=0.4)

    # -- motion --------------------------------------------------------------------------------

    def _rest_after(self, before: KingsScreen | None, now: KingsScreen) -> int:
        if before is None or now.last is None or now.last is before.last or now.last.seat == self.viewer:
            return 0
        moves = _FIGHT_MOVES if now.last.fight else _MOVE_MOVES
        return self.hold_ms(moves * _CALM / (_CALM + len(self._waiting)))

    def _fly(self, before: KingsScreen, now: KingsScreen) -> None:
        """Cards that another has put or that a battle has won are seen to go their way."""
        last = now.last
        if last is None or last is before.last:
            return
        if last.fight is not None:
            fight = last.fight
            loser, winner = (fight.target, fight.own) if fight.wins else (fight.own, fight.target)
            self._flights.fly(last.faces, self.piles[loser].pos(), self._held_at(winner.seat))
        elif last.seat != self.viewer and last.is_back:
            self._flights.fly(last.faces, self.piles[last.places[0]].pos(), self._held_at(last.seat))
        elif last.seat != self.viewer:
            to = self.piles[last.places[0]].pos() if last.places else self.spots.discard.center()
            self._flights.fly(last.faces, self._held_at(last.seat), to)

    def _held_at(self, seat: int) -> QPointF:
        """Where the cards of a seat are, the own ones in the hand."""
        return self.spots.hand.center() if seat == self.viewer else self._places_of(seat).held.center()

    def _ground(self, at: QPointF) -> None:
        """A click on the cloth lets go of what is chosen, and ends all waiting."""
        self.hurry()
        if self.grip != NO_GRIP:
            self.let_go()

    # -- told by the player --------------------------------------------------------------------

    def _pile(self, place: KingsPlace) -> Piece:
        piece = self.new_piece(SIDE_ZONE, Z_LAID - 5)
        piece.clicked.connect(lambda: self._pressed(place))
        piece.dropped.connect(lambda at: self._dropped_pile(place, at))
        return piece

    def _end(self) -> None:
        self._reply(press_end, self.panels.end)

    def _pressed(self, place: KingsPlace) -> None:
        if self.shown is not None:
            self._take(press_place(self.shown, self.grip, place), self.piles[place])

    def _reply(self, press: object, piece: Piece | None) -> None:
        if self.shown is not None and callable(press):
            self._take(press(self.shown, self.grip), piece)

    def _dropped_pile(self, place: KingsPlace, at: QPointF) -> None:
        target = self._place_at(at)
        self.piles[place].setZValue(Z_LAID - 5)
        if self.shown is None or target is None or target == place:
            self.let_go()
            return
        reply = press_place(self.shown, NO_GRIP, place)
        if reply.why is None:
            reply = press_place(self.shown, reply.grip, target)
        self._take(reply, self.piles[place])

    def _picked(self, key: int) -> None:
        if self.shown is None:
            return
        if key == -1:
            self._take(Reply(NO_GRIP))
        else:
            self._take(press_card(self.shown, NO_GRIP, key), self.cards.get(key))

    def _played(self, key: int, at: QPointF | None) -> None:
        if self.shown is None:
            return
        target = None if at is None else self._place_at(at)
        if at is None:
            self._take(play_card(self.shown, key), self.cards.get(key))
        elif target is None:
            self._take(Reply(NO_GRIP))
        else:
            reply = press_place(self.shown, Grip(card=key), target)
            reply = Reply(NO_GRIP, reply.action, reply.why)
            self._take(reply, self.piles[target])

    def _place_at(self, at: QPointF) -> KingsPlace | None:
        for seat in range(self._seats):
            for house, column in enumerate(self._places_of(seat).columns):
                if column.adjusted(-6, -6, 6, 6).contains(at):
                    return KingsPlace(seat, house)
        return None

    def _take(self, reply: Reply, near: Piece | None = None) -> None:
        """Show what came of a press, and tell the choice."""
        if self.shown is None or self.is_choosing:
            self.hand.settle()
            return
        self.bubble.hide()
        was_aimed = self.grip.aim is not None
        self.grip = reply.grip
        self._show(self.shown)
        if reply.why is not None:
            self._refuse(reply.why, near)
        if reply.action is not None:
            self.choose(reply.action)
        elif self.grip.aim is not None and not was_aimed:
            self.panels.confirm.setFocus(Qt.FocusReason.OtherFocusReason)

    def _refuse(self, why: Reason, near: Piece | None) -> None:
        self.bubble.say(why.text, why.rule, over=near or self.panels.message, unit=self.spots.unit)
        self.why_not.emit(str(why))

    def _key(self, key: int, text: str) -> None:
        self.bubble.hide()
        if key in _OWN_KEYS and self.viewer is not None:
            self._pressed(KingsPlace(self.viewer, _OWN_KEYS[Qt.Key(key)]))
        elif key in _SEAT_KEYS:
            seat = seats_around(self.viewer, self._seats)[_SEAT_KEYS[Qt.Key(key)]]
            front = (
                next((house.place for house in self.shown.sides[seat].houses if house.is_front), None)
                if self.shown is not None
                else None
            )
            self._pressed(front or KingsPlace(seat, 1))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.grip.aim is not None:
            self._reply(press_confirm, None)
        elif key == Qt.Key.Key_E:
            self._end()
        elif key == Qt.Key.Key_Escape:
            self.let_go()
            self.hurry()
        elif text.isdigit():
            self.hand.pick_nth((int(text) - 1) % 10)

    def _focus_something(self) -> None:
        """What had the keyboard is gone: the hand gets it, or else the end of the turn."""
        lit = [card.key for card in self.shown.hand if card.is_lit] if self.shown is not None else []
        piece = self.cards[lit[0]] if lit else self.panels.end
        if piece.isVisible():
            piece.setFocus(Qt.FocusReason.OtherFocusReason)


def _whole(column: QRectF, card: QSizeF, takes: float) -> QRectF:
    """A king's place: as wide as the card, above the line that houses have below."""
    return QRectF(column.center().x() - card.width() / 2, column.top(), card.width(), column.height() - takes)


def _in_hand(card: KingsHandCard) -> InHand:
    name = f"{card.name}, playable" if card.is_lit else card.name
    return InHand(
        card.key,
        Look(paint_card, kings_card(card.face), shade=True),
        name,
        about=card.why.text if card.why else "",
        is_lit=card.is_lit,
    )
