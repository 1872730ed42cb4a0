"""Presses on Kings' table: effects, refusals, and words for the held piece.

The routes come from the scene (`picks`). A chosen card goes to a pile. A chosen own pile goes to another
house, or is aimed at a seat: an attack spends the pile, so its outcome is shown first, and a second press
begins the fight. The end of the turn must be pressed twice if it discards a number card that fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from app.games.kings.scene import CONFIRM, END, HAND, KING, KINGS_TABLE, UNDO, kept_cards, place_of
from app.games.kings.story import Fight, fight_of
from app.games.kings.words import battle_words, kings_state, named
from app.games.narrator import upper_first
from app.games.picks import Routes, kept, press, routes_of
from app.games.reason import WATCHING, Reason, held_reason, why_not
from app.games.scene import Open, Piece, Route, Scene, Stack, Token, is_card, slot_of
from rules.api import Action, Seat, View
from rules.kings.actions import Attack, Bank, KingsUndo, Put, Swap

SIGNS: Final = ("K", "A", "S", "D")
"""Letter on each own pile, which is its key: the king pile, then houses 1 to 3."""
_NOT_YET: Final = Reason("It is not your turn.", "kings 3")
_CHOOSE_CARD: Final = Reason(
    "Choose a card first: an empty house slot takes a Jack, a Queen or an Ace.", "kings 3.3"
)
_CHOOSE_KING: Final = Reason("Choose a card first: your king takes the numbers of its suit.", "kings 4.1")
_CHOOSE_PILE: Final = Reason("Choose one of your own piles first, then whom it attacks.", "kings 3.2")
_NO_PILE: Final = Reason("A pile never goes onto a king pile: cards do, one by one.", "kings 3.3")
_NO_GIFT: Final = Reason("Cards go on your own piles only.", "kings 3.3")


class Reply(Struct, frozen=True):
    """The result of a press: the pieces held now, and the action to take or the reason against it."""

    hold: Route = ()
    action: Action | None = None
    why: Reason | None = None


class Presses(Struct, frozen=True):
    """The result of a press on any piece in a position: a hold, an action, or the reason against it."""

    view: View
    names: Sequence[str]
    scene: Scene
    routes: Routes

    def press(self, hold: Route, at: Token) -> Reply:
        """Press a piece while others are held. A refusal changes nothing."""
        if not self.routes.whole:
            return Reply(why=WATCHING if self.view.seat is None else held_reason(self.view) or _NOT_YET)
        if not self._goes_on(hold, at):
            if (why := self._why_not(hold[:1], at)) is not None:
                return Reply(() if hold == (END,) else hold, why=why)
            hold = hold[:1]  # drops the aim, keeps the pile
        pressed = press(self.routes, hold, at)
        return Reply(pressed.hold, pressed.action, self._warning if pressed.hold == (END,) else None)

    def play(self, hold: Route, at: Token) -> Reply:
        """Play a card at once if there is one place for it; otherwise it stays chosen."""
        ways = self.routes.after.get((at,), ())
        if len(ways) == 1:
            return Reply(action=self.routes.whole[at, ways[0]])
        if ways:
            why = Reason(f"It fits in several places: {self._ways(at)}.") if hold[:1] == (at,) else None
            return Reply((at,), why=why)
        return self.press((), at)

    def kept(self, hold: Route) -> Route:
        """Return the held pieces after the game advanced, without those that are gone."""
        return () if hold == (END,) else kept(self.routes, hold) or kept(self.routes, hold[:1])

    def lit(self, hold: Route) -> frozenset[Token]:
        """Return the piles where the held piece may go; with nothing held, the player's piles that may
        attack."""
        if hold and hold != (END,):
            return frozenset(self.routes.after.get(hold[:1], ()))
        return frozenset(route[0] for route in self.routes.whole if route[-1] == CONFIRM)

    def fights(self, hold: Route) -> tuple[Fight, ...]:
        """Return the possible attacks of the held pile, with their outcomes."""
        found, state = [], kings_state(self.view)
        for route, action in self.routes.whole.items():
            if not hold or route[:1] != hold[:1] or route[-1] != CONFIRM or not isinstance(action, Attack):
                continue
            if (battle := state.battle(action.house, action.target)) is not None:
                own, target = state.sides[state.turn].house(action.house), action.target
                words = battle_words(battle, own, self.names[target])
                found.append(fight_of(state.turn, target, battle, words))
        return tuple(found)

    def aimed(self, hold: Route) -> Fight | None:
        """Return the attack that waits for its confirmation."""
        return next((fight for fight in self.fights(hold) if hold[1:] == (fight.target,)), None)

    def prompt(self, hold: Route) -> str:
        """Return the next press for the held piece; "" when nothing is held."""
        if not hold or hold == (END,):
            return ""
        if (fight := self.aimed(hold)) is not None:
            return fight.words
        if (place := place_of(hold[0])) is not None:
            whom = "whom it attacks, or " if self.fights(hold) else ""
            return f"House {place[1]}: choose {whom}a house to swap with"
        name = self.piece(hold[0]).name
        return f"{upper_first(name)}: {self._ways(hold[0])}"

    def next_press(self, hold: Route) -> str:
        """Return the next press; "" when nothing is held."""
        if hold == (END,):
            return "Press End the turn again (E), or cancel (Esc)."
        if self.aimed(hold) is not None:
            return "Attack (Enter), or cancel (Esc)."
        return f"{prompt}." if (prompt := self.prompt(hold)) else ""

    def piece(self, at: Token) -> Piece:
        """Return the piece with that token."""
        return next(piece for zone in self.scene.zones for piece in zone.pieces if piece.at == at)

    # -- why not -------------------------------------------------------------------------------

    @property
    def _warning(self) -> Reason:
        """The reason why the end of the turn must be pressed again."""
        cards = kept_cards(self.view)
        is_king = any(isinstance(action, Bank) for action in self.routes.whole.values())
        left = named(cards)
        where = "your king" if is_king else "a pile of yours"
        return Reason(
            f"{upper_first(left)} still {'fits' if len(cards) == 1 else 'fit'} {where}. "
            "Press again to end the turn anyway.",
            "kings 3.4",
        )

    def _goes_on(self, hold: Route, at: Token) -> bool:
        return at in hold[:1] or self.routes.meant(at) in self.routes.after.get(hold, ())

    def _why_not(self, hold: Route, at: Token) -> Reason | None:
        """Return why a press can neither follow the held piece nor begin a new route; None if it can."""
        if self._goes_on(hold, at):
            return None
        if at == UNDO:
            return why_not(self.view, KingsUndo())
        if (place := place_of(at)) is None:
            return next((card.why for card in self.scene.pieces(HAND) if card.at == at), None)
        if hold and hold != (END,):
            return self._why_not_to(hold[0], *place)
        if place[0] != self.view.seat:
            return _CHOOSE_PILE
        pile = self.piece(at)
        return _CHOOSE_KING if place[1] == KING else _CHOOSE_CARD if pile.look == Stack() else pile.why

    def _why_not_to(self, held: Token, seat: Seat, house: int) -> Reason | None:
        """Return why the held card or pile cannot go to a house of a seat."""
        own = place_of(held)
        if seat != self.view.seat:
            return _NO_GIFT if own is None else why_not(self.view, Attack(own[1], seat))
        if own is None:
            return why_not(self.view, self._laid(held, house))
        return _NO_PILE if house == KING else why_not(self.view, Swap(*sorted((own[1], house))))

    def _laid(self, at: Token, house: int) -> Put | Bank:
        """Return the action of laying a card of the hand on the king pile or into a house."""
        look = self.piece(at).look
        assert isinstance(look, Open)  # noqa: S101 - all cards in one's own hand are known
        slot = slot_of(at) if is_card(at) else None
        return Put(slot, look.face, house) if house else Bank(slot, look.face)

    def _ways(self, at: Token) -> str:
        """Return where a card may go."""
        houses = [place[1] for to in self.routes.after.get((at,), ()) if (place := place_of(to)) is not None]
        return " or ".join(
            f"to {'your king pile' if house == KING else f'house {house}'} ({SIGNS[house]})"
            for house in houses
        )


def presses_of(view: View, names: Sequence[str]) -> Presses:
    """Return all valid presses of a position."""
    return Presses(view, names, KINGS_TABLE.scene(view, names), routes_of(KINGS_TABLE, view))
