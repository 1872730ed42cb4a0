"""A position of Cahoots that changes in place: where everything lies, what may be done, and its effects.

A `CahootsState` is a position that never changes, a `CahootsScratch` one whose faces are all known: so the
rules are written only once, here. The effects check nothing: an action was judged before, or is one of the
`moves`.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Final, TypeVar

from rules.api import Face, Known, Outcome, Seat, Slot
from rules.cahoots import course
from rules.cahoots.actions import DRAW, PASS, STOP, CahootsAction, CahootsPlay, Verb
from rules.cahoots.cards import DECK, NAMES, Card, pile_text
from rules.cahoots.match import (
    FOLLOWING,
    MATCHING,
    NO_RELATION,
    RELATION,
    VETOED,
    Relation,
    add_refusal,
    place_refusal,
    swap_refusal,
)
from rules.cahoots.player import CahootsPlayer, player_text
from rules.cahoots.score import standing
from rules.checks import unasked
from rules.errors import NotLegal
from rules.seats import clockwise_from, next_clockwise, replaced
from rules.slots import slot_run
from rules.text import numbers_text, row_writer

T = TypeVar("T", bound="CahootsPosition")

# A move is slot << 2 | code; without a card the slot is 0.
TO_MAIN: Final = 0
"""Place a first card, or add to the combo."""
TO_VETO: Final = 1
FROM_STOCK: Final = 2
END: Final = 3
"""Stop within a combo, pass otherwise."""

_FIRST_SEAT: Final = Seat(0)
_FIRST_SLOT: Final = Slot(0)


@dataclass
class CahootsPosition:
    """`hands` are slots by seat, rising; `left` is True for seats that have left, whose slots are buried.
    `main` is the main pile, its top last. `vetoed` is the slot of the veto, and `public` has its face and
    those of the old vetoes in the hands.

    The stock lies in the slots `stock` up to, but without, `stock_end`: every slot from there on is fresh.
    `renewed` has each stock that was made of the main pile: its first slot, and the faces that went into it
    and into no later one, rising; a stock without such faces is left out. So everybody knows of every hidden
    card which faces it cannot have. `combo` says how the cards of the present turn follow each other. `idle`
    counts the turns in a row without a card placed. `owed` are the seats that wait for their first cards,
    `passed` those that passed in succession, `finished` those with empty hands, the winner first. `dealer`
    means nothing before the roll, `turn` nothing before the deal.
    """

    ends: course.Ends
    hands: list[list[Slot]]
    left: tuple[bool, ...]
    public: dict[Slot, Face] = field(default_factory=dict)
    phase: course.CahootsPhase = course.ROLL
    dealer: Seat = _FIRST_SEAT
    turn: Seat = _FIRST_SEAT
    main: tuple[Face, ...] = ()
    vetoed: Slot | None = None
    stock: Slot = _FIRST_SLOT
    stock_end: Slot = _FIRST_SLOT
    renewed: tuple[tuple[Slot, tuple[Face, ...]], ...] = ()
    combo: Relation = Relation.NONE
    idle: int = 0
    owed: tuple[Seat, ...] = ()
    passed: tuple[Seat, ...] = ()
    finished: tuple[Seat, ...] = ()
    playing: tuple[Seat, ...] = ()
    """Seats that have neither left nor finished, rising; () until it is computed."""
    told: list[str] = field(default_factory=list, compare=False)
    """Each seat's part of the text, as last written; "" if something has changed since."""

    def __post_init__(self) -> None:
        self.playing = self.playing or tuple([seat for seat in self.seats_in if seat not in self.finished])
        self.told = self.told or [""] * len(self.hands)

    def twin(self, kind: type[T]) -> T:
        """A copy of this or another kind, which shares only parts that never change in place."""
        twin = kind(*_FIELDS(self))
        twin.hands, twin.told = self.hands[:], self.told[:]
        return twin

    # -- questions of a screen --------------------------------------------------------------

    @property
    def veto(self) -> Card | None:
        """The card on the veto pile."""
        return None if self.vetoed is None else Card(self.vetoed, self.public[self.vetoed])

    @property
    def players(self) -> tuple[CahootsPlayer, ...]:
        """The public part of each seat's cards."""
        return tuple([CahootsPlayer(*self._seen(seat)) for seat in range(len(self.hands))])

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """Seats that have not left, rising."""
        return tuple([Seat(seat) for seat, left in enumerate(self.left) if not left])

    @property
    def mover(self) -> Seat | None:
        """Seat on turn, if there is one."""
        return self.turn if self.phase in (course.TURN, course.COMBO) else None

    @property
    def can_draw(self) -> bool:
        """True if there is a card to draw, if necessary from the main pile (paragraph 5)."""
        return self.stock < self.stock_end or len(self.main) > 1

    @property
    def swaps_frozen(self) -> bool:
        """True if nobody may swap until a card is placed (paragraph 6)."""
        return self.idle >= course.FREEZE_LAPS * len(self.playing)

    def public_faces(self) -> tuple[Face, ...]:
        """Every card that everybody knows: the main pile, the veto, old vetoes in hands."""
        return (*self.main, *self.public.values())

    def seen_hand(self, seat: Seat, known: Known) -> tuple[Card, ...]:
        """The cards of a hand that a viewer with `known` knows, the old vetoes included."""
        faces = {**known, **self.public}
        return tuple([Card(slot, faces[slot]) for slot in self.hand(seat) if slot in faces])

    def refusal(self, verb: Verb, face: Face) -> NotLegal | None:
        """Return the reason why the mover may not use a card of `face` as `verb` says; None if it may."""
        if self.vetoed is None or self.phase not in (course.TURN, course.COMBO):
            return unasked("cahoots 4")
        veto = self.public[self.vetoed]
        if verb is Verb.ADD:
            return (
                add_refusal(face, kind=self.combo, top=self.main[-1])
                if self.phase is course.COMBO
                else NotLegal("no-combo", rule="cahoots 4.3", text="Place a first card before you add to it.")
            )
        if self.phase is course.COMBO:
            text = "You have placed a card this turn: add to it or stop."
            return NotLegal("combo", rule="cahoots 4.3", text=text)
        if verb is Verb.PLACE:
            return place_refusal(face, main=self.main[-1], veto=veto)
        if self.swaps_frozen:
            text = "Swapping is frozen until somebody places a card on the main pile."
            return NotLegal("frozen", rule="cahoots 6", text=text)
        return swap_refusal(face, veto=veto)

    # -- the part of the contract that changes nothing --------------------------------------

    def text(self) -> str:
        head = (
            f"cahoots ends={self.ends} phase={self.phase} dealer={self.dealer} turn={self.turn} "
            f"main={pile_text(self.main)} veto={self.veto or '-'} "
            f"stock={self.stock} end={self.stock_end} renewed={_renewed_text(self.renewed)} "
            f"combo={self.combo} idle={self.idle} "
            f"owed={numbers_text(self.owed)} passed={numbers_text(self.passed)} "
            f"finished={numbers_text(self.finished)}"
        )
        return " | ".join([head, *[told or self._tell(seat) for seat, told in enumerate(self.told)]])

    def _tell(self, seat: int) -> str:
        hand, public = self.hands[seat], self.public
        known = [f"{slot}={NAMES[public[slot]]}" for slot in hand if slot in public]
        told = self.told[seat] = player_text(hand, known, self.left[seat])
        return told

    def outcome(self) -> Outcome | None:
        return self.standing() if self.phase is course.OVER else None

    def standing(self) -> Outcome:
        """Rank the finished seats first, then by cards, those that left last (R19)."""
        return standing(finished=self.finished, cards=[*map(len, self.hands)], left=self.left)

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        there = 0 <= seat < len(self.hands) and not self.left[seat]
        return tuple(self.hands[seat]) if there else ()

    def _seen(self, seat: int) -> tuple[tuple[Slot, ...], tuple[Card, ...], bool]:
        """A seat's hand, the part of it that everybody knows, and True if the seat has left."""
        hand, public = tuple(self.hands[seat]), self.public
        known = tuple([Card(slot, public[slot]) for slot in hand if slot in public]) if public else ()
        return hand, known, self.left[seat]

    # -- moves -----------------------------------------------------------------------------

    def moves(self, hand: Sequence[Slot], faces: Known | Sequence[Face]) -> list[int]:
        """Return the mover's moves with these of its slots: place or add, swap; then draw, stop or pass."""
        if self.vetoed is None:
            return []
        top, veto = self.main[-1], self.public[self.vetoed]
        if self.phase is course.COMBO:
            follow = FOLLOWING[self.combo][top]
            found = [slot << 2 for slot in hand if follow >> faces[slot] & 1]
            found.append(END)
            return found
        first = MATCHING[top] & ~VETOED[veto]
        found = [slot << 2 for slot in hand if first >> faces[slot] & 1]
        if not self.swaps_frozen:
            swaps = MATCHING[veto]
            found += [slot << 2 | TO_VETO for slot in hand if swaps >> faces[slot] & 1]
        found.append(FROM_STOCK if self.can_draw else END)
        return found

    def called(self, move: int, faces: Known | Sequence[Face]) -> CahootsAction:
        """Return the action that the number `move` stands for."""
        code, slot, combo = move & 3, Slot(move >> 2), self.phase is course.COMBO
        if code == FROM_STOCK:
            return DRAW
        if code == END:
            return STOP if combo else PASS
        verb = Verb.SWAP if code == TO_VETO else Verb.ADD if combo else Verb.PLACE
        return CahootsPlay(verb, slot, faces[slot], slot in self.public)

    # -- effects ----------------------------------------------------------------------------

    def place(self, slot: Slot, face: Face) -> None:
        """Put a card on the main pile; the turn ends if no card may follow, or the hand is empty."""
        turn = self.turn
        if self.phase is not course.COMBO:
            self.combo = RELATION[face][self.main[-1]]
        self.main += (face,)
        self.idle, self.passed = 0, ()
        hand = self.hands[turn] = [other for other in self.hands[turn] if other != slot]
        if slot in self.public:
            self.public = {other: shown for other, shown in self.public.items() if other != slot}
        self.told[turn] = ""
        if not hand:
            self.finished = (*self.finished, turn)
            self.playing = tuple([seat for seat in self.playing if seat != turn])
            if self.ends is course.Ends.FIRST:
                self._end()
            else:
                self.next_turn()
        elif FOLLOWING[self.combo][face]:
            self.phase = course.COMBO
        else:
            self.next_turn()

    def swap(self, slot: Slot, face: Face) -> None:
        """Put a card on the veto pile; the old veto goes to the hand, where everybody knows it."""
        turn, old = self.turn, self.vetoed
        hand = self.hands[turn] = [other for other in self.hands[turn] if other != slot]
        if old is not None:
            insort(hand, old)
        self.vetoed, self.public, self.told[turn] = slot, {**self.public, slot: face}, ""
        self.idle += 1
        self.passed = ()
        self.next_turn()

    def draw(self) -> None:
        """Ask for a card: from the stock, or from a new one."""
        self.phase = course.DRAWING if self.stock < self.stock_end else course.RECYCLE

    def give_up(self) -> None:
        """Pass, if no card can be drawn."""
        self.idle += 1
        self.passed = (*self.passed, self.turn)
        self.next_turn()

    def next_turn(self) -> None:
        """Begin the next seat's turn, or end the game: one has cards, or all have passed (paragraph 7)."""
        playing = self.playing
        if len(playing) == 1 or len(self.passed) == len(playing):
            self._end()
        else:
            self.phase, self.combo = course.TURN, NO_RELATION
            self.turn = next_clockwise(self.turn, playing)

    def leave(self, seat: Seat) -> None:
        """Bury the hand of `seat`; play on if at least two still have cards."""
        self.left, self.told[seat] = replaced(self.left, seat, True), ""
        self.owed, self.passed, self.playing = (
            tuple([other for other in seats if other != seat])
            for seats in (self.owed, self.passed, self.playing)
        )
        if len(self.playing) == 1:
            self._end()
        elif seat in self.finished or self.phase in (course.ROLL, course.SHUFFLE):
            return
        elif self.phase is course.DEAL:
            self.turn = clockwise_from(self.turn, self.playing)[0]
        elif seat == self.turn or len(self.passed) == len(self.playing):
            self.next_turn()

    def _end(self) -> None:
        self.phase, self.combo, self.owed = course.OVER, NO_RELATION, ()

    # -- chance -----------------------------------------------------------------------------

    def roll(self, number: int) -> None:
        """Make the seat at index `number` of `playing` the dealer."""
        self.phase, self.dealer = course.SHUFFLE, self.playing[number]

    def allot(self) -> None:
        """Allot the slots: the hands, a card at a time from the dealer on; main pile and veto; the stock."""
        order = clockwise_from(self.dealer, self.playing)
        dealt = course.HAND * len(order)
        for place, seat in enumerate(order):
            self.hands[seat], self.told[seat] = [*slot_run(place, dealt, len(order))], ""
        self.phase, self.turn, self.owed = course.DEAL, order[0], order
        self.stock, self.stock_end = Slot(dealt + 2), Slot(len(DECK))

    def open_piles(self, main: Face, veto: Face) -> None:
        """Open the two cards before the stock, once all have seen their hands."""
        self.phase, self.owed = course.TURN, ()
        self.main, self.vetoed = (main,), Slot(self.stock - 1)
        self.public = {**self.public, self.vetoed: veto}

    def recycle(self) -> None:
        """Make a new stock of the main pile except its top."""
        faces = tuple(sorted(self.main[:-1]))
        older = [(first, tuple([face for face in old if face not in faces])) for first, old in self.renewed]
        self.renewed = (*[stock for stock in older if stock[1]], (self.stock_end, faces))
        self.stock, self.stock_end = self.stock_end, Slot(self.stock_end + len(self.main) - 1)
        self.main = self.main[-1:]
        self.phase = course.DRAWING

    def take(self) -> None:
        """Put the next card of the stock into the mover's hand; the turn goes on."""
        self.hands[self.turn] = [*self.hands[self.turn], self.stock]
        self.told[self.turn] = ""
        self.stock = Slot(self.stock + 1)
        self.phase = course.TURN


def _stock_text(stock: tuple[Slot, tuple[Face, ...]]) -> str:
    """A stock made of the main pile, "52:2J,3C"."""
    first, faces = stock
    return f"{first}:{','.join([NAMES[face] for face in faces])}"


_renewed_text: Final = row_writer(_stock_text, ";")
_FIELDS: Final = attrgetter(*[each.name for each in fields(CahootsPosition)])
