"""A round of Plump with chosen cards, for tests that tell a story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.api import (
    EVERYONE,
    Action,
    Event,
    Face,
    Known,
    Moved,
    Rolled,
    Seat,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    Slot,
)
from rules.cards import PACK, card
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.game import PlumpGame
from rules.plump.past import Past, Row, Setting
from rules.plump.round import Round
from rules.plump.state import PlumpState, next_round

GAME = PlumpGame()


def setting(seats: int, options: Mapping[str, str] | None = None) -> Setting:
    chosen = GAME.checked_options(seats, options or {})
    return Setting(
        seats, lead=chosen["lead"], zero=chosen["zero"], length=chosen["length"], revoke=chosen["revoke"]
    )


def filler(cards: int, seats: int) -> Row:
    """A round in which everybody bid nothing and seat 0 took everything: a plump for seat 0 only."""
    return Row(cards, (0,) * seats, (cards, *(0,) * (seats - 1)))


def before_round(
    index: int, *, seats: int = 4, dealer: int = 3, options: Mapping[str, str] | None = None
) -> PlumpState:
    """The position before the shuffle of round `index`; the rows of earlier rounds are `filler`s."""
    chosen = setting(seats, options)
    rows = tuple(filler(cards, seats) for cards in chosen.rounds[:index])
    return next_round(Past(chosen, Seat((dealer - index) % seats), deals=index, rows=rows))


def index_of(cards: int, seats: int, options: Mapping[str, str] | None = None) -> int:
    """The index of the first round with `cards` cards."""
    return setting(seats, options).rounds.index(cards)


class Deal:
    """A round in which every seat holds the cards given, from the bidding on."""

    def __init__(self, *hands: str, dealer: int = 3, options: Mapping[str, str] | None = None) -> None:
        faces = [[card(text) for text in hand.split()] for hand in hands]
        index = index_of(len(faces[0]), len(hands), options)
        self.state = before_round(index, seats=len(hands), dealer=dealer, options=options)
        order = [face for hand in faces for face in hand]
        rest = [face for face in PACK if face not in order]
        self.faces: dict[Slot, Face] = {}
        need = self.state.needs[0]
        assert isinstance(need, Shuffle)
        self.faces.update(zip(need.into, (*order, *rest), strict=True))
        self.state = self.state.after(Shuffled(need.pile, need.into))
        for show in self.state.needs:
            assert isinstance(show, Show) and show.to is not EVERYONE
            self.state = self.state.after(Shown(show.slots, show.to, None))

    @property
    def part(self) -> Round:
        assert self.state.part is not None
        return self.state.part

    @property
    def turn(self) -> Seat:
        assert self.state.turn is not None
        return self.state.turn

    def known(self, seat: int) -> Known:
        """The faces of a seat's own hand; in a round of one card those of all other hands instead."""
        if self.part.cards == 1:
            others = (
                slot
                for other in range(len(self.part.hands))
                if other != seat
                for slot in self.state.hand(Seat(other))
            )
            return {slot: self.faces[slot] for slot in others}
        return {slot: self.faces[slot] for slot in self.state.hand(Seat(seat))}

    def slot(self, text: str) -> Slot:
        return next(slot for slot, face in self.faces.items() if face == card(text))

    def offered(self) -> list[str]:
        """The actions offered to the seat on turn: bids as numbers, cards by name."""
        actions = self.state.actions(self.turn, self.known(self.turn))
        return [str(action).partition(" ")[2].rpartition("=")[2] for action in actions]

    def bid(self, *bids: int) -> Deal:
        for bid in bids:
            self.act(Bid(bid))
        return self

    def play(self, *cards: str) -> Deal:
        """The seats on turn play these cards, checked against their own hands."""
        for text in cards:
            self.act(PlumpPlay(self.slot(text), card(text)))
        return self

    def act(self, action: Action) -> Deal:
        event = Moved(self.turn, action)
        self.state.check(event, self.known(self.turn))
        self.state = self.state.after(event)
        return self

    def cheat(self, text: str) -> Deal:
        """The seat on turn plays a card that only its own knowledge forbids."""
        self.state = self.state.after(Moved(self.turn, PlumpPlay(self.slot(text), card(text))))
        return self

    def reveal(self) -> Deal:
        """Open the cards of a round of one card."""
        need = self.state.needs[0]
        assert isinstance(need, Show)
        return self.happen(Shown(need.slots, EVERYONE, tuple(self.faces[slot] for slot in need.slots)))

    def happen(self, event: Event) -> Deal:
        self.state = self.state.after(event)
        return self


def started(seats: int, first: int = 0, options: Mapping[str, str] | None = None) -> PlumpState:
    """A game after the roll for its first dealer."""
    state = GAME.start(seats, options or {}).after(Rolled(first))
    assert isinstance(state, PlumpState)
    return state


def scores(hands: Sequence[Row], zero: str = "10") -> list[tuple[int, ...]]:
    """The points of each row, by seat."""
    return [row.scores(setting(len(row.bids), {"zero": zero})) for row in hands]
