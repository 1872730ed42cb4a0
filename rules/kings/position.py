"""A position of Kings that changes in place: where everything lies, what may be done, and its effects.

A `KingsState` is a position that never changes, a `KingsScratch` one whose faces are all known: so the
rules are written only once, here. The effects check nothing: an action was judged before, or is one of the
`moves`.

Open cards are kept as faces, because all see them; slots are only for hidden ones: the stock and the cards
just dealt. So everybody always knows which faces are hidden, and only their order is unknown: that is why
a seat can leave at any time.

The text has words `name=value` in a fixed order. A seat's word has its king pile, its three house slots
and its spoils, with slashes between: `hearts=2h,5h/Jh,3h/-/Qb,2s/7c`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from operator import attrgetter
from typing import Final, TypeVar

from rules.api import Face, Known, Outcome, Seat, Slot
from rules.kings import course
from rules.kings.actions import Attack, Bank, KingsAction, KingsEnd, KingsUndo, Put, Swap
from rules.kings.cards import (
    BIT,
    COPIES,
    DECK,
    FACES,
    NUMBERS_OF_A_SUIT,
    SEATS,
    SUIT_WORDS,
    cards_text,
    face_text,
)
from rules.kings.piles import HOUSES, Battle, Side, battle, king_accepts
from rules.seats import ranks_by
from rules.slots import slot_run, unseen_faces
from rules.text import numbers_text, row_writer, slots_text

NAMES: Final = ("phase", "first", "turn", "round", "gained", "owed", "organising", "swaps", "undone", "top",
                "fresh", "hidden", "older", "left", "discard", *SUIT_WORDS[:SEATS])  # fmt: skip
"""The words of the text, in their order."""
NO_YES: Final = ("no", "yes")
_TURN: Final = 6
"""Number of the first words, which hardly change in a turn."""
_HEAD: Final = " ".join(["kings", *[f"{name}=%s" for name in NAMES[:_TURN]]])
_TEXT: Final = " ".join(["%s", *[f"{name}=%s" for name in NAMES[_TURN:]]])

T = TypeVar("T", bound="KingsPosition")

# A move is a number: 0 ends the turn, 1-3 are the swaps, 4-15 the attacks (4 * house + target). From 16 on a
# card goes to a place: 16 + 4 * card + (0 for the king pile, 1-3 for the houses); a card's number is its
# face, plus 64 * (slot + 1) for a dealt one. -1 takes back the last step of the turn.
UNDO: Final = -1
END: Final = 0
SWAP_MOVES: Final = (1, 2, 3)
FIRST_CARD: Final = 16
PLACES: Final = 1 + HOUSES
FACE: Final = tuple(map(Face, range(FACES)))
KING_ACCEPTS: Final = tuple(king_accepts(Seat(seat)) for seat in range(SEATS))
"""The cards that each seat's king pile accepts, as bits."""


@dataclass
class KingsPosition:
    """The position itself.

    `round` counts from 1 and ends when the last seat before `first` has ended its turn; `gained` is the
    round in which a card last reached a king pile, 0 before. The stock lies in the slots from `top` on;
    `fresh` is the first slot that was never used. `hidden` are the slots of the cards dealt to `turn`,
    rising, and `owed` is the number still to come. If the stock ran out during this deal, `older` are the
    faces, sorted, of those dealt before: everybody can tell them, because all other cards are open or went
    into the new stock. `organising` is True once this turn's attacks are over, `swaps` is the number made,
    `undone` the number of steps taken back. `base` is the position where play of this turn began, and
    `done` are the moves since: None and () if nothing can be taken back (R25). A step that was taken back
    leaves no trace in them, but its cards stay open, and it counts in `undone`.
    """

    phase: course.KingsPhase
    first: Seat
    turn: Seat
    round: int = 1
    gained: int = 0
    owed: int = course.DEALT
    organising: bool = False
    swaps: int = 0
    undone: int = 0
    top: int = 0
    fresh: int = len(DECK)
    hidden: tuple[Slot, ...] = ()
    discard: tuple[Face, ...] = ()
    sides: list[Side] = field(default_factory=lambda: [Side()] * SEATS)
    base: KingsPosition | None = None
    done: tuple[int, ...] = ()
    older: tuple[Face, ...] = ()

    def twin(self, kind: type[T]) -> T:
        """A copy of this or another kind, which shares only parts that never change in place."""
        twin = kind(*_FIELDS(self))
        twin.sides = self.sides[:]
        return twin

    # -- questions of a screen --------------------------------------------------------------

    @property
    def stock(self) -> range:
        """The slots of the stock, the top first."""
        return range(self.top, self.fresh)

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """Seats that have not left, rising."""
        return tuple([Seat(seat) for seat, side in enumerate(self.sides) if not side.left])

    @property
    def mover(self) -> Seat | None:
        """Seat on turn, if there is one."""
        return self.turn if self.phase is course.PLAY else None

    @property
    def quiet(self) -> int:
        """Full rounds since a card last went on a king pile."""
        return self.round - 1 - min(self.gained, self.round - 1)

    def unseen(self) -> tuple[Face, ...]:
        """The faces of all hidden cards, sorted: everybody knows which they are, but not where."""
        return unseen_faces(COPIES, self.open_cards())

    def open_cards(self) -> tuple[Face, ...]:
        """Every open card: the discard, and the cards before the seats."""
        cards = list(self.discard)
        for side in self.sides:
            cards += side.cards()
        return tuple(cards)

    def battle(self, house: int, target: Seat) -> Battle | None:
        """Return the result of the mover's attack with its pile in `house`, legal now or not.

        None if one of the two has no pile.
        """
        return battle(self.sides[self.turn], house, self.sides[target])

    def hand_cards(self, known: Known) -> list[tuple[Slot | None, Face]]:
        """The mover's cards: the `known` dealt ones, by slot, then open ones (no slots), equal ones once."""
        cards: list[tuple[Slot | None, Face]] = [(slot, known[slot]) for slot in self.hidden if slot in known]
        cards.extend((None, face) for face in sorted(set(self.sides[self.turn].spoils)))
        return cards

    # -- the part of the contract that changes nothing --------------------------------------

    def text(self) -> str:
        one, two, three, four = self.sides
        return _TEXT % (
            _head(self.phase, self.first, self.turn, self.round, self.gained, self.owed),
            NO_YES[self.organising], self.swaps, self.undone, self.top, self.fresh,
            _hidden_text(self.hidden), cards_text(self.older),
            _left_text(one.left, two.left, three.left, four.left), _discard_text(self.discard),
            one.told or one.tell(), two.told or two.tell(),
            three.told or three.tell(), four.told or four.tell(),
        )  # fmt: skip

    def outcome(self) -> Outcome | None:
        """Score: cards on the king pile (paragraph 5). Seats that have left rank behind all others."""
        return self.standing() if self.phase is course.OVER else None

    def standing(self) -> Outcome:
        """Scores by the king piles as they lie; seats that have left rank last (R24)."""
        scores = tuple(len(side.king) for side in self.sides)
        keys = [(not side.left, len(side.king)) for side in self.sides]
        return Outcome(scores, ranks_by(keys))

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        """The hidden cards of `seat`; its spoils are open and have no slots."""
        return self.hidden if seat == self.turn else ()

    # -- moves -----------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """True if the mover may take back its last step."""
        return bool(self.done) and self.undone < course.UNDOS

    def moves(self, hidden: Sequence[Slot], faces: Known | Sequence[Face]) -> list[int]:
        """Return the mover's moves, with these of its dealt cards: attacks, then per card (dealt ones by
        slot, then spoils) its places, swaps, the undo, the end."""
        side, found = self.sides[self.turn], self._attacks()
        cards = [slot + 1 << 6 | faces[slot] for slot in hidden]
        if side.spoils:
            cards += dict.fromkeys(side.spoils)  # equal spoils: one move
        king, (one, two, three) = KING_ACCEPTS[self.turn], side.taken or side.accept
        anywhere = king | one | two | three
        for card in cards:
            bit = BIT[card & 63]
            if bit & anywhere:
                move = FIRST_CARD + PLACES * card
                if king & bit:
                    found.append(move)
                if one & bit:
                    found.append(move + 1)
                if two & bit:
                    found.append(move + 2)
                if three & bit:
                    found.append(move + 3)
        if self.swaps < course.SWAPS:
            found += SWAP_MOVES
        if self.done and self.undone < course.UNDOS:
            found.append(UNDO)
        found.append(END)
        return found

    def _attacks(self) -> list[int]:
        turn, houses = self.turn, self.sides[self.turn].houses
        if self.organising or not any(houses):
            return []
        targets = [seat for seat, side in enumerate(self.sides) if seat != turn and any(side.houses)]
        fighting = [house for house in range(1, PLACES) if houses[house - 1]]
        return [PLACES * house + target for house in fighting for target in targets]

    def called(self, move: int, opened: Sequence[Face] = ()) -> KingsAction:
        """Return the action that `move` stands for; an end shows the mover's dealt cards, `opened`."""
        if move == UNDO:
            return KingsUndo()
        return step_of(move) if move else KingsEnd(tuple(zip(self.hidden, opened, strict=False)))

    # -- effects ----------------------------------------------------------------------------

    def step(self, move: int) -> None:
        """Make a move that can be taken back; `base` must be there."""
        self.done = (*self.done, move)
        if move >= FIRST_CARD:
            self._lay(move)
        elif move > len(course.SWAP_PAIRS):
            self._attack(move >> 2, move & 3)
        else:
            self.sides[self.turn] = self.sides[self.turn].swapped(*course.SWAP_PAIRS[move - 1])
            self.organising = True
            self.swaps += 1

    def undo(self) -> None:
        """Play this turn again from its beginning, without its last step.

        Everybody has seen a card that the step laid out: it comes back as an open one.
        """
        assert self.base is not None  # noqa: S101 - there is a step
        *again, last = self.done
        base = self.base.twin(type(self.base))
        base.undone = self.undone + 1
        for slot, face in step_of(last).opens:
            base.open(slot, face)
            base.sides[self.turn] = base.sides[self.turn].with_spoils((face,))
        KingsPosition.__init__(self, *_FIELDS(base.twin(KingsPosition)))
        for move in again:
            self.base = base
            self.step(move)

    def end(self, opened: Sequence[Face]) -> None:
        """End the turn: all cards left in hand go to the discard. The dealt ones are `opened`."""
        side = self.sides[self.turn]
        self.hidden, self.older, self.discard = (), (), (*self.discard, *opened, *side.spoils)
        self.sides[self.turn] = side.without_spoils()
        self.base, self.done = None, ()
        self._next_turn()

    def leave(self, seat: Seat) -> None:
        """Let a seat leave; if only one stays, it has won.

        Its open cards go to the discard. Everything hidden, the mover's cards included, is shuffled again
        from the known faces under new keys, and the mover is dealt as many as it had: so no share of the
        leaver is ever needed again, and no card is lost.
        """
        self.base, self.done = None, ()
        self.discard += self.sides[seat].cards()
        self.sides[seat] = Side(left=True)
        is_rolled = self.phase is not course.ROLL
        if is_rolled:
            unseen = len(self.stock) + len(self.hidden)
            self.owed += len(self.hidden)
            self.hidden, self.older, self.top, self.fresh = (), (), self.fresh, self.fresh + unseen
        if len(self.seats_in) == 1:
            self.phase = course.OVER
        elif is_rolled:
            if seat == self.turn:
                self._next_turn()
            if self.phase is course.OVER:
                return
            if self.stock:
                self.phase = course.SHUFFLE
            else:
                self._dealing()

    def _lay(self, move: int) -> None:
        """Put a card on a place of the mover. A full king pile wins at once, even in mid-turn (paragraph
        5)."""
        card, place = move - FIRST_CARD >> 2, move & 3
        side, face = self.sides[self.turn], FACE[card & 63]
        if card < 64:
            side = side.without_spoil(face)
        else:
            self.open(Slot((card >> 6) - 1), face)
        self.organising = True
        if place:
            self.sides[self.turn] = side.with_house(place, (*side.houses[place - 1], face))
            return
        self.sides[self.turn] = side = side.with_king(face)
        self.gained = self.round
        if len(side.king) == NUMBERS_OF_A_SUIT:
            self.phase, self.base, self.done = course.OVER, None, ()

    def open(self, slot: Slot, face: Face) -> None:
        """Make a dealt card of the mover an open one."""
        place = self.hidden.index(slot)
        if place < len(self.older):
            at = self.older.index(face)
            self.older = (*self.older[:at], *self.older[at + 1 :])
        self.hidden = self.hidden[:place] + self.hidden[place + 1 :]

    def _attack(self, house: int, target: int) -> None:
        sides, turn = self.sides, self.turn
        fight = battle(sides[turn], house, sides[target])
        assert fight is not None  # noqa: S101 - an attack needs two piles
        sides[turn] = sides[turn].with_house(house, ())
        if fight.wins:
            sides[target] = sides[target].with_house(fight.target_house, ())
        winner = turn if fight.wins else target
        sides[winner] = sides[winner].with_spoils(fight.spoils)
        self.discard += fight.spent

    def _next_turn(self) -> None:
        """Begin the next seat's turn, or end the game by one of the stall rules (paragraph 5)."""
        following, ends_round = course.turn_after(self.turn, first=self.first, seats=self.seats_in)
        if ends_round and course.stalled(self.round, self.gained):
            self.phase = course.OVER
            return
        self.turn = following
        self.round += ends_round
        self.owed, self.organising, self.swaps, self.undone = course.DEALT, False, 0, 0
        self._dealing()

    def _dealing(self) -> None:
        """Finish the stock, then refill it, then deal what is there (rulings 14, 15)."""
        if self.owed and self.top < self.fresh:
            self.phase = course.DEAL
        elif self.owed and self.discard:
            self.phase = course.REFILL
        else:
            self.phase, self.owed = course.PLAY, 0

    # -- chance -----------------------------------------------------------------------------

    def roll(self, number: int) -> None:
        """Let the seat at index `number` of `seats_in` begin."""
        self.first = self.turn = self.seats_in[number]
        self.phase = course.SHUFFLE

    def shuffled(self) -> None:
        """Note that the stock is shuffled: all hidden cards, or the discard as a new stock."""
        if self.phase is course.REFILL:
            self.older = self.unseen()
            self.fresh, self.discard = self.fresh + len(self.discard), ()
        self._dealing()

    def next_dealt(self) -> tuple[Slot, ...]:
        """Return the slots of the cards that the mover is dealt next."""
        return slot_run(self.top, min(self.top + self.owed, self.fresh))

    def deal(self) -> None:
        """Give the mover its next cards."""
        dealt = self.next_dealt()
        self.hidden += dealt
        self.top += len(dealt)
        self.owed -= len(dealt)
        self._dealing()


@lru_cache(maxsize=1024)
def step_of(move: int) -> Attack | Swap | Put | Bank:
    """Return the action of a move that can be taken back."""
    if move < FIRST_CARD:
        is_swap = move <= len(course.SWAP_PAIRS)
        return Swap(*course.SWAP_PAIRS[move - 1]) if is_swap else Attack(move >> 2, Seat(move & 3))
    card, place = divmod(move - FIRST_CARD, PLACES)
    slot = Slot((card >> 6) - 1) if card >> 6 else None
    return Put(slot, FACE[card & 63], place) if place else Bank(slot, FACE[card & 63])


def move_of(action: Attack | Swap | Put | Bank) -> int:
    """The number of the move that stands for this action."""
    if isinstance(action, Attack):
        return PLACES * action.house + action.target
    if isinstance(action, Swap):
        return course.SWAP_PAIRS.index((action.house, action.other)) + 1
    card = action.face if action.slot is None else action.slot + 1 << 6 | action.face
    return FIRST_CARD + PLACES * card + (action.house if isinstance(action, Put) else 0)


_FIELDS: Final = attrgetter(*[each.name for each in fields(KingsPosition)])


@lru_cache(maxsize=16)
def _head(*words: object) -> str:
    return _HEAD % words


@lru_cache(maxsize=16)
def _left_text(*left: bool) -> str:
    return numbers_text([seat for seat, is_gone in enumerate(left) if is_gone])


_hidden_text: Final = lru_cache(maxsize=16)(slots_text)
_discard_text: Final = row_writer(face_text)
