"""A card table that shows a scene: presses lead to an action, which is played or refused with the reason."""

from __future__ import annotations

from app.games.picks import Seen
from app.games.reason import Reason
from app.games.scene import Piece as Card
from app.games.scene import Plate, Route, Token, card_at, slot_of
from app.messages import TableInfo
from rules.api import Slot
from ui.kit.card_table import CardTable
from ui.kit.game_table import Preferences
from ui.kit.pieces import Piece


class SceneTable(CardTable):
    """A card table of one scene: `shown` is the scene shown last, None before the first news."""

    def __init__(self, info: TableInfo, preferences: Preferences) -> None:
        super().__init__(info, preferences)
        self.shown: Seen | None = None

    def held_card(self, slot: int) -> Card | None:
        """Return a card of the player's hand by its slot; None if it is not there."""
        return None if self.shown is None else self.shown.piece(card_at(Slot(slot)))

    @property
    def next_press(self) -> str:
        card = self.held_card(self.hand.picked_slot)
        return "" if card is None or self.shown is None else self.shown.next_press(card)

    def lay(self, card: Card, to: Token) -> None:
        """Lay a card of the player's hand on `to`, or say why it cannot be laid."""
        self.go((card.at, to), self.cards[slot_of(card.at)])

    def go(self, route: Route, tried: Piece) -> None:
        """Choose the action of a route, or say over the piece `tried` why it cannot be chosen now."""
        if self.shown is None:
            return
        action = self.shown.routes.whole.get(route)
        if action is not None:
            self.choose(action)
            return
        self.hand.settle()
        if (why := self.why_nowhere(self.shown, route)) is not None:
            self.refuse(why, tried)

    def why_nowhere(self, table: Seen, route: Route) -> Reason | None:
        """Return the reason against a route; a game whose rules give only short reasons overrides this."""
        return table.why_not(route)

    def refuse(self, why: Reason, tried: Piece) -> None:
        """Show a reason over the piece that was pressed."""
        self.bubble.say(why.text, why.rule or "how to play", over=tried, unit=self.places.unit)
        self.why_not.emit(str(why))


def by_seat(table: Seen) -> list[Plate]:
    """Return the plates, sorted by seat."""
    return sorted(table.scene.plates, key=lambda plate: plate.seat)
