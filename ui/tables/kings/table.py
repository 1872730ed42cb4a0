"""Kings' table: shows its scenes and passes every press to `app.games.kings.presses`."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt

from app.games.board import PilePage, plate_words
from app.games.hand import Sort
from app.games.kings.presses import SIGNS, Presses, Reply, presses_of
from app.games.kings.scene import CONFIRM, DISCARDS, END, HAND, KING, UNDO, pile_at, say
from app.games.kings.story import PastMove, past_moves
from app.games.kings.words import card_name, kings_state, takes_short
from app.games.narrator import cast_of
from app.games.reason import Reason
from app.games.scene import Open, Plate, Route, Sign, Stack, Token, slot_of
from app.games.scene import Piece as Thing
from app.messages import Advanced, TableInfo, Working
from app.screens.keys import Keys
from app.screens.seats import names_of
from rules.api import Face
from rules.kings.actions import KingsUndo
from rules.kings.cards import COPIES, NUMBERS_OF_A_SUIT, RANK, SUIT
from rules.kings.piles import HOUSES, score
from rules.seats import seats_around
from ui.art.cards.faces import kings_card
from ui.art.cards.playing_cards import paint_card
from ui.art.marks import Mark
from ui.kit.card_table import SORT_KEYS, CardTable
from ui.kit.cloth import Cloth
from ui.kit.game_table import Preferences
from ui.kit.geometry import CardTableLayout
from ui.kit.hand import in_hand
from ui.kit.motion import Spot
from ui.kit.overlay import PileView
from ui.kit.pieces import Z_HELD, Z_LAID, Look, Piece
from ui.kit.plates import PlateLook
from ui.tables.kings import pile_pictures as pictures
from ui.tables.kings.flights import Flights
from ui.tables.kings.layout import TAKES, KingsPlaces, SidePlaces, kings_places
from ui.tables.kings.panel_pictures import ENTRIES
from ui.tables.kings.panels import WORDS_ZONE, Panels

OWN_ZONE, SIDE_ZONE = 10, 40
"""Zones for the Tab key: own piles, other sides. 5 confirms an attack, 20 is the hand, 30 ends the turn."""
_OWN_KEYS = {Qt.Key.Key_K: 0, Qt.Key.Key_A: 1, Qt.Key.Key_S: 2, Qt.Key.Key_D: 3}
_SEAT_KEYS = {Qt.Key.Key_F: 1, Qt.Key.Key_G: 2, Qt.Key.Key_J: 3}
"""Keys of the seats along the top, from the left."""
_TARGET_KEYS = ("F", "G", "J")
_FIGHT_MOVES, _MOVE_MOVES = 5.0, 1.6
"""Times that another player's attack and other moves are shown, in moves of a card."""

_CALM = 6.0
"""Number of waiting moves that halve these times."""
_FAR_BEHIND = 10
"""With this many moves waiting, the oldest is shown at once."""


class KingsTable(CardTable):
    """Shows scenes of Kings; decides nothing: `Presses` knows what a press does."""

    sorts = (Sort.RANK, Sort.SUIT)

    def __init__(self, info: TableInfo, preferences: Preferences) -> None:
        super().__init__(info, preferences)
        self.shown: Presses | None = None
        self.hold: Route = ()
        self.past: tuple[PastMove, ...] = ()
        """The last moves, at most `ENTRIES`, the newest last."""
        self._is_hurried = False
        self.spots: KingsPlaces = kings_places(QSizeF(1280, 744), scale=preferences.scale)
        self._frames = [self.new_piece(WORDS_ZONE, -10.0) for _ in info.guests]
        self._spoils = [self.new_piece(SIDE_ZONE + 9, Z_HELD) for _ in info.guests]
        self.piles: dict[Token, Piece] = {
            pile_at(seat, house): self._pile(pile_at(seat, house))
            for seat in range(len(info.guests))
            for house in range(HOUSES + 1)
        }
        self.panels = Panels(self.surface)
        self._flights = Flights(self.surface)
        self.panels.confirmed.connect(lambda: self._pressed(CONFIRM))
        self.panels.cancelled.connect(self.let_go)
        self.panels.ended.connect(lambda: self._pressed(END))
        self.panels.looked.connect(self._look_through)
        self.discards = PileView(
            self.renderer, lambda face: Look(paint_card, kings_card(face), shade=True), self
        )
        self.discards.closed.connect(lambda: self.surface.setFocus(Qt.FocusReason.OtherFocusReason))
        self.hand.picked.connect(self._picked)
        self.hand.played.connect(self._played)
        self.surface.keyed.connect(self._key)

    # -- showing -------------------------------------------------------------------------------

    def present(self, news: Advanced) -> int:
        before, was_last = self.shown, self._last
        had_keys = self.surface.hasFocus() and self.surface.focused() is not None
        self.shown = presses_of(news.view, names_of(self.info))
        if before is not None:
            cast = cast_of(news.view, names_of(self.info))
            moves = past_moves(kings_state(before.view), news.events, cast)
            self.past = (*self.past, *moves)[-ENTRIES:]
        self.allow_choice()
        self.hold = self.shown.kept(self.hold)
        self._show(self.shown)
        last = self._last if before is not None and self._last is not was_last else None
        if last is not None and self.renderer.motion_ms and not self._is_hurried:
            self._fly(last)
        if had_keys and self.surface.focused() is None:
            self._focus_something()
        return self._rest_after(last)

    @property
    def _last(self) -> PastMove | None:
        """The last move."""
        return self.past[-1] if self.past else None

    def show_advanced(self, news: Advanced) -> None:
        """Show the oldest waiting move at once if many wait: moves then still come one by one."""
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
            ("Esc", "let go of the chosen card or pile"),
            ("Arrows", "to the next card or pile in that direction"),
            *SORT_KEYS,
            ("Backspace or Ctrl+Z", "let go of the chosen card or pile, else take back your last step"),
        )

    def show_working(self, working: Working) -> None:
        if self.shown is not None:
            self.panels.show_working(self.shown, working)

    def let_go(self) -> None:
        """Let go of the chosen card or pile."""
        self._take(Reply())

    def put_down(self) -> None:
        if self.hold:
            self.let_go()

    def piece_at(self, at: Token) -> Piece | None:
        if at == END:
            return self.panels.end
        held = () if self.shown is None else self.shown.scene.pieces(HAND)
        if any(card.at == at for card in held):
            return self.cards.get(hand_key(at))
        return self.piles.get(at)

    @property
    def next_press(self) -> str:
        return "" if self.shown is None else self.shown.next_press(self.hold)

    @property
    def back_words(self) -> str:
        if self.hold:
            return "Take back what you have picked"
        if self.shown is None or UNDO not in self.shown.routes.lit():
            return super().back_words
        return say(self.shown.view, KingsUndo(), self.shown.names).do

    def take_back(self) -> None:
        """Let go of the target, else of the chosen card or pile; else take back the last step of the turn."""
        if self.hold:
            self._take(Reply(self.hold[:1] if len(self.hold) > 1 else ()))
        elif self.has_plan:
            super().take_back()
        elif self.viewer is not None:
            self._pressed(UNDO)

    def work_out(self, size: QSizeF) -> CardTableLayout:
        self.spots = kings_places(size, scale=self.preferences.scale, is_upright=self.is_upright)
        self._flights.card = self.spots.sides[1].card
        return self.spots.as_card_table()

    def _show(self, now: Presses) -> None:
        plates = sorted(now.scene.plates, key=lambda plate: plate.seat)
        spoken = [plate_words(plate, self.viewer) for plate in plates]
        self.show_plates(map(self._plate, plates), spoken, [0] * len(plates))
        for plate in plates:
            self._show_side(now, plate)
        self._show_hand(now)
        beside = self.tools.width if self.has_plan or UNDO in now.routes.lit() else 0.0
        self.panels.show(now, self.hold, self.past, self.spots, beside=beside)
        self.show_tools()
        if not self.discards.isHidden():
            self.discards.show_page(discards_page(now))

    def _look_through(self) -> None:
        """Spread out the discards, which everybody may look through at any time."""
        if self.shown is not None:
            self.bubble.hide()
            self.discards.show_page(discards_page(self.shown))

    def _plate(self, plate: Plate) -> PlateLook:
        suit, king = plate.figures
        tag = "Your turn" if plate.seat == self.viewer else plate.doing.capitalize()
        return replace(
            self.plate_of(plate),
            line=", ".join(filter(None, (plate.badge, suit.value))),
            score=king.value.partition("/")[0],
            tag=tag if Sign.TURN in plate.signs else "",
        )

    def _places_of(self, seat: int) -> SidePlaces:
        return self.spots.sides[seats_around(self.viewer, self._seats).index(seat)]

    def _show_side(self, now: Presses, plate: Plate) -> None:
        seat, is_own = plate.seat, plate.seat == self.viewer
        places, frame, spoils = self._places_of(seat), self._frames[seat], self._spoils[seat]
        is_gone, spoken = Sign.GONE in plate.signs, plate_words(plate, self.viewer)
        frame.lay(
            Look(pictures.paint_frame, pictures.FrameLook(Sign.TURN in plate.signs, is_gone)), places.frame
        )
        frame.setVisible(not is_gone)
        fights = {fight.target: (fight.brief, fight.battle.wins) for fight in now.fights(self.hold)}
        keys = SIGNS if is_own else ("", *(_TARGET_KEYS[self.place(seat) - 1],) * 3)
        king, *houses = now.scene.pieces(f"side {seat}")
        there = {RANK[face] for face in _faces(king)}
        ranks = tuple(rank in there for rank in range(NUMBERS_OF_A_SUIT))
        planned = self._planned(seat)
        new = frozenset(map(RANK.__getitem__, planned[KING]))
        box = _king_box(places.columns[KING], places.card, TAKES * self.spots.unit)
        pile = Look(pictures.paint_king, pictures.KingLook(seat, ranks, keys[KING], new))
        self._show_pile(now, (seat, KING), pile, box, king.name or spoken)
        whose = "Your" if is_own else f"{plate.name}'s"
        for number, house in enumerate(houses, start=1):
            fight = fights.get(house.at)
            look = self._house_look(house, number, places, keys[number] if is_own or fight else "", fight)
            look = replace(look, planned=planned[number])
            size, column = pictures.house_size(look, places.card), places.columns[number]
            corner = QPointF(column.center().x() - size.width() / 2, column.bottom() - size.height())
            name = ", ".join((f"{whose} {house.name}", *house.signs)) if house.name else spoken
            self._show_pile(now, (seat, number), Look(pictures.paint_house, look), QRectF(corner, size), name)
        held = pictures.HeldLook(
            0 if is_own else plate.held, tuple(map(_face, now.scene.pieces(f"open {seat}")))
        )
        spoils.setVisible(holds := bool(held.hidden or held.spoils))
        if holds:
            spoils.lay(Look(pictures.paint_held_cards, held), places.held, spoken)

    def _planned(self, seat: int) -> tuple[tuple[Face, ...], ...]:
        """Return the planned cards on the king pile and on each house."""
        if self.sent is None or self.shown is None:
            return ((),) * (HOUSES + 1)
        was, now = (kings_state(view).sides[seat] for view in (self.sent, self.shown.view))
        piles = zip((was.king, *was.houses), (now.king, *now.houses), strict=True)
        return tuple(tuple((Counter(pile) - Counter(past)).elements()) for past, pile in piles)

    def _is_changed(self, seat: int, house: int) -> bool:
        """True if planned steps have changed this pile of a seat."""
        if self.sent is None or self.shown is None:
            return False
        was, now = (kings_state(view).sides[seat] for view in (self.sent, self.shown.view))
        return was.king != now.king if house == KING else was.house(house) != now.house(house)

    def _house_look(
        self, house: Thing, number: int, places: SidePlaces, key: str, fight: tuple[str, bool] | None
    ) -> pictures.HouseLook:
        card, takes, pile = places.card, TAKES * self.spots.unit, _faces(house)
        room = places.columns[0].height() - card.height() - takes
        return pictures.HouseLook(
            base=pile[0] if pile else None,
            numbers=tuple(sorted(pile[1:], key=lambda face: (RANK[face], SUIT[face]))),
            score=score(pile),
            takes=takes_short(pile),
            is_front=Sign.FRONT in house.signs,
            rows=pictures.rows_of(len(pile[1:]), room=room, card=card),
            takes_share=round(takes / card.width(), 3),
            key=key,
            foretold=fight,
        )

    def _show_pile(self, now: Presses, place: tuple[int, int], look: Look, box: QRectF, name: str) -> None:
        at, last, is_own = pile_at(*place), self._last, place[0] == self.viewer
        piece, is_aiming = self.piles[at], bool(self.hold) and self.hold != (END,)
        piece.order = OWN_ZONE if is_own else SIDE_ZONE + place[0]
        piece.is_chosen, piece.name = self.hold[:1] == (at,), name
        is_grown = piece.size.toSize() != box.size().toSize()
        piece.lay(look, box, ms=0 if is_grown else None)
        mark = None
        if at in self.hold:
            mark = Mark.SELECTED
        elif at in now.lit(self.hold):
            mark = Mark.TARGET if is_aiming else Mark.PLAYABLE
        elif self._is_changed(*place):
            mark = Mark.PLANNED
        elif last is not None and at in last.places and not is_aiming:
            mark = Mark.LAST_MOVE
        piece.show_mark(mark)
        holds_card = is_aiming and self.hold[0] not in self.piles
        piece.set_button(True, draggable=is_own and place[1] != KING and not holds_card)

    def _show_hand(self, now: Presses) -> None:
        hand = {hand_key(card.at): card for card in now.scene.pieces(HAND)}
        for key in [key for key in self.cards if key not in hand]:
            self.hand.release(key)
            self.drop_card(key, to=self._way_of())
        picked = [key for key, card in hand.items() if self.hold[:1] == (card.at,)]
        self.hand.picked_slot = picked[0] if picked else -1
        last = self._last
        is_back = last is not None and last.is_back and last.seat == self.viewer
        self.hand.source = self.piles[last.places[0]].pos() if last and is_back else self.spots.stock.center()
        if self.sort is Sort.SUIT:
            hand = dict(sorted(hand.items(), key=lambda each: _by_suit(each[1])))
        holds_pile = bool(self.hold) and self.hold[0] in self.piles
        self.hand.show(
            [in_hand(key, _look(card), card) for key, card in hand.items()],
            is_active=bool(now.routes.whole) and not holds_pile,
        )

    def _way_of(self) -> Spot:
        """Return the goal of a card that has left the player's hand: the pile it was put on, or the
        discards."""
        last = self._last
        if last is not None and last.seat == self.viewer and len(last.places) == 1:
            return Spot(self.piles[last.places[0]].pos(), size=0.7)
        return Spot(self.spots.discard.center(), size=0.4)

    # -- motion --------------------------------------------------------------------------------

    def _rest_after(self, last: PastMove | None) -> int:
        if last is None or last.seat == self.viewer:
            return 0
        moves = _FIGHT_MOVES if last.fight else _MOVE_MOVES
        return self.hold_ms(moves * _CALM / (_CALM + len(self._waiting)))

    def _fly(self, last: PastMove) -> None:
        """Let cards fly that another player has moved, or that were won in a battle."""
        if last.fight is not None:
            fight = last.fight
            self._flights.fly(last.faces, self.piles[fight.loser].pos(), self._held_at(fight.winner))
        elif last.seat != self.viewer and last.is_back:
            self._flights.fly(last.faces, self.piles[last.places[0]].pos(), self._held_at(last.seat))
        elif last.seat != self.viewer:
            to = self.piles[last.places[0]].pos() if last.places else self.spots.discard.center()
            self._flights.fly(last.faces, self._held_at(last.seat), to)

    def _held_at(self, seat: int) -> QPointF:
        """Return the middle of the cards that a seat holds; the player's are in the hand."""
        return self.spots.hand.center() if seat == self.viewer else self._places_of(seat).held.center()

    def _ground(self, at: QPointF) -> None:
        """At a click on the cloth, show all waiting news and let go of the chosen card or pile."""
        self.hurry()
        if self.hold:
            self.let_go()

    # -- told by the player --------------------------------------------------------------------

    def _pile(self, at: Token) -> Piece:
        piece = self.new_piece(SIDE_ZONE, Z_LAID - 5)
        piece.clicked.connect(lambda: self._pressed(at))
        piece.dropped.connect(lambda to: self._dropped_pile(at, to))
        return piece

    def _pressed(self, at: Token) -> None:
        if self.shown is not None:
            near = self.panels.end if at == END else self.piles.get(at)
            self._take(self.shown.press(self.hold, at), near)

    def _dropped_pile(self, pile: Token, at: QPointF) -> None:
        target = self._place_at(at)
        self.piles[pile].setZValue(Z_LAID - 5)
        if self.shown is None or target is None or target == pile:
            self.let_go()
            return
        reply = self.shown.press((), pile)
        if reply.why is None:
            reply = self.shown.press(reply.hold, target)
        self._take(reply, self.piles[pile])

    def _picked(self, key: int) -> None:
        if self.shown is not None:
            card = self._token(key)
            self._take(Reply() if card is None else self.shown.press((), card), self.cards.get(key))

    def _played(self, key: int, at: QPointF | None) -> None:
        if self.shown is None or (card := self._token(key)) is None:
            return
        target = None if at is None else self._place_at(at)
        if at is None:
            self._take(self.shown.play(self.hold, card), self.cards.get(key))
        elif target is None:
            self._take(Reply())
        else:
            reply = self.shown.press((card,), target)
            self._take(Reply((), reply.action, reply.why), self.piles[target])

    def _token(self, key: int) -> Token | None:
        """Return the card of the hand with that key; None if it is gone."""
        cards = () if self.shown is None else self.shown.scene.pieces(HAND)
        return next((card.at for card in cards if hand_key(card.at) == key), None)

    def _place_at(self, at: QPointF) -> Token | None:
        for seat in range(self._seats):
            for house, column in enumerate(self._places_of(seat).columns):
                if column.adjusted(-6, -6, 6, 6).contains(at):
                    return pile_at(seat, house)
        return None

    def _take(self, reply: Reply, near: Piece | None = None) -> None:
        """Show the effect of a press, and report the choice if it made one."""
        if self.shown is None or self.is_choosing:
            self.hand.settle()
            return
        self.bubble.hide()
        was_aimed = len(self.hold) > 1
        self.hold = reply.hold
        self._show(self.shown)
        if reply.why is not None:
            self._refuse(reply.why, near)
        if reply.action is not None:
            self.choose(reply.action)
        elif len(self.hold) > 1 and not was_aimed:
            self.panels.confirm.setFocus(Qt.FocusReason.OtherFocusReason)

    def _refuse(self, why: Reason, near: Piece | None) -> None:
        self.bubble.say(why.text, why.rule, over=near or self.panels.message, unit=self.spots.unit)
        self.why_not.emit(str(why))

    def _key(self, key: int, text: str) -> None:
        self.bubble.hide()
        if key in _OWN_KEYS and self.viewer is not None:
            self._pressed(pile_at(self.viewer, _OWN_KEYS[Qt.Key(key)]))
        elif key in _SEAT_KEYS:
            self._pressed(self._front(seats_around(self.viewer, self._seats)[_SEAT_KEYS[Qt.Key(key)]]))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and len(self.hold) > 1:
            self._pressed(CONFIRM)
        elif key == Qt.Key.Key_E:
            self._pressed(END)
        elif key == Qt.Key.Key_Escape:
            self.let_go()
            self.hurry()
        elif text.isdigit():
            self.hand.pick_nth((int(text) - 1) % 10)

    def _front(self, seat: int) -> Token:
        """Return the pile of a seat that an attack meets first; without piles, the seat's first house."""
        side = () if self.shown is None else self.shown.scene.pieces(f"side {seat}")
        return next((house.at for house in side if Sign.FRONT in house.signs), pile_at(seat, 1))

    def _focus_something(self) -> None:
        """Move the focus, whose piece is gone, to the hand, or else to the button that ends the turn."""
        hand = () if self.shown is None else self.shown.scene.pieces(HAND)
        lit = [hand_key(card.at) for card in hand if card.why is None]
        piece = self.cards[lit[0]] if lit else self.panels.end
        if piece.isVisible():
            piece.setFocus(Qt.FocusReason.OtherFocusReason)


def _king_box(column: QRectF, card: QSizeF, takes: float) -> QRectF:
    """Return a king pile's place: as wide as a card, ending above the line of words below the houses."""
    return QRectF(column.center().x() - card.width() / 2, column.top(), card.width(), column.height() - takes)


def discards_page(now: Presses) -> PilePage:
    """Return the discards, open to all, the last one first."""
    faces = tuple(face for pile in now.scene.pieces(DISCARDS) for face in reversed(_faces(pile)))
    return PilePage("Discards, the last one first", faces, tuple(map(card_name, faces)))


def hand_key(at: Token) -> int:
    """Return a number for a card of the player's hand: its slot, or less than -1 for an open card, which has
    no slot."""
    if at.startswith("card:"):
        return slot_of(at)
    _, face, copy = at.split(":")
    return -2 - (int(face) * max(COPIES) + int(copy))


def _faces(pile: Thing) -> tuple[Face, ...]:
    assert isinstance(pile.look, Stack)  # noqa: S101 - kings, houses and discards are stacks
    return pile.look.faces


def _face(card: Thing) -> Face:
    assert isinstance(card.look, Open)  # noqa: S101 - own cards and spoils are open
    return card.look.face


def _by_suit(card: Thing) -> tuple[int, int]:
    return SUIT[_face(card)], RANK[_face(card)]


def _look(card: Thing) -> Look:
    return Look(paint_card, kings_card(_face(card)), shade=True)
