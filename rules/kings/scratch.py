"""A fast mutable position for playouts.

The course is that of `rules.kings.state`; a test plays both side by side. Piles are tuples that
are replaced, so a copy shares them; what each place accepts is kept beside it as bits.

A move is a number: 0 ends the turn, 1-3 are the swaps, 4-15 the attacks (4 * house + target),
and from 16 on a card goes to a place: 16 + 4 * (its index in the hand) + (0 for the king pile,
1-3 for the houses). -1 takes back the last step of the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.api import Face, Known, Rng, Roll, Rolled, Scratch, Seat, Show, Shown, Shuffle, Shuffled, Slot
from rules.kings.actions import Attack, Bank, KingsAction, KingsEnd, KingsUndo, Put, Swap
from rules.kings.cards import BIT, NUMBERS_OF_A_SUIT, RANK, SEATS
from rules.kings.course import DEALT, KingsPhase, stalled, turn_after
from rules.kings.legal import SWAP_PAIRS, SWAPS, UNDOS
from rules.kings.piles import HOUSES, Pile, Side, accepts, king_accepts, score
from rules.kings.playout import likely_attack, likely_place, likely_swap
from rules.kings.state import KingsState
from rules.values import changed

UNDO: Final = -1
END: Final = 0
FIRST_CARD: Final = 16
PLACES: Final = 1 + HOUSES
"""A seat's places: the king pile, then its houses. Places of seat s start at `PLACES * s`."""
_SWAP_MOVES: Final = (1, 2, 3)


class KingsScratch(Scratch):
    """See the module. `hand` is the mover's: the dealt cards by slot, then the spoils by face."""

    __slots__ = (
        "accept",
        "base",
        "cards",
        "discard",
        "ends_round",
        "following",
        "fresh",
        "gained",
        "hand",
        "organising",
        "over",
        "piles",
        "rng",
        "round",
        "slots",
        "spoils",
        "start",
        "steps",
        "swaps",
        "top",
        "turn",
        "turns",
        "undone",
    )

    base: KingsState
    rng: Rng
    cards: list[Face]
    """The last shuffled stock; what of it is left lies at its end. Never changed in place."""
    top: int
    fresh: int
    hand: list[Face]
    slots: list[Slot]
    discard: list[Face]
    piles: list[Pile]
    accept: list[int]
    spoils: list[tuple[Face, ...]]
    """By seat; the mover's are in `hand`."""
    round: int
    gained: int
    organising: bool
    swaps: int
    undone: int
    start: KingsScratch | None
    """Where this turn began to be played; None before its first step."""
    steps: list[int]
    """The moves since then, but for those that were taken back."""
    turns: int
    """How many turns have ended since the copy was made."""
    following: tuple[Seat, ...]
    ends_round: tuple[bool, ...]

    def actions(self) -> Sequence[int]:
        moves: list[int] = []
        first = PLACES * self.turn
        if not self.organising:
            self._attacks(moves)
        king, one, two, three = self.accept[first : first + PLACES]
        anywhere = king | one | two | three
        masks = (king, one, two, three)
        dealt, hand = len(self.slots), self.hand
        for index, face in enumerate(hand):
            if BIT[face] & anywhere and (index <= dealt or face != hand[index - 1]):  # equal spoils: one move
                bit, move = BIT[face], FIRST_CARD + PLACES * index
                moves += [move + place for place, mask in enumerate(masks) if mask & bit]
        if self.swaps < SWAPS:
            moves += _SWAP_MOVES
        if self.steps and self.undone < UNDOS:
            moves.append(UNDO)
        moves.append(END)
        return moves

    def play(self, move: int) -> None:
        if move == UNDO:
            self._undo()
            return
        if move != END:
            if self.start is None:
                self.start = self.clone()
            self.steps.append(move)
        if move >= FIRST_CARD:
            self._put(move - FIRST_CARD)
        elif move > len(SWAP_PAIRS):
            self._attack(move >> 2, move & 3)
        elif move == END:
            self.discard += self.hand
            self._next_turn()
        else:
            first = PLACES * self.turn
            one, other = SWAP_PAIRS[move - 1]
            one, other = first + one, first + other
            piles, accept = self.piles, self.accept
            piles[one], piles[other] = piles[other], piles[one]
            accept[one], accept[other] = accept[other], accept[one]
            self.organising = True
            self.swaps += 1

    @property
    def stage(self) -> int:
        return self.turns

    def likely(self, rng: Rng) -> int:
        turn = self.turn
        first = PLACES * turn
        if not self.organising:
            fight = likely_attack(self.piles, turn, quiet=self.round - self.gained)
            if fight is not None:
                return PLACES * fight.house + fight.target
        own = self.piles[first : first + PLACES]
        put = likely_place(self.hand, self.accept[first : first + PLACES], own, turn)
        if put is not None:
            return FIRST_CARD + put
        if self.swaps < SWAPS and (swap := likely_swap(own[1:])) is not None:
            return SWAP_PAIRS.index(swap) + 1
        return END

    def clone(self) -> KingsScratch:
        copy = KingsScratch()
        copy.base, copy.rng = self.base, self.rng
        copy.turn, copy.over = self.turn, self.over
        copy.cards, copy.top, copy.fresh = self.cards, self.top, self.fresh
        copy.hand, copy.slots, copy.discard = self.hand[:], self.slots[:], self.discard[:]
        copy.piles, copy.accept, copy.spoils = self.piles[:], self.accept[:], self.spoils[:]
        copy.round, copy.gained, copy.turns = self.round, self.gained, self.turns
        copy.organising, copy.swaps, copy.undone = self.organising, self.swaps, self.undone
        copy.start, copy.steps = self.start, self.steps[:]
        copy.following, copy.ends_round = self.following, self.ends_round
        return copy

    def scores(self) -> tuple[int, ...]:
        return tuple([len(king) for king in self.piles[::PLACES]])

    def action(self, move: int) -> KingsAction:
        if move >= FIRST_CARD:
            index, place = divmod(move - FIRST_CARD, PLACES)
            slot = self.slots[index] if index < len(self.slots) else None
            return Put(slot, self.hand[index], place) if place else Bank(slot, self.hand[index])
        if move > len(SWAP_PAIRS):
            return Attack(move >> 2, Seat(move & 3))
        if move == UNDO:
            return KingsUndo()
        if move == END:
            return KingsEnd(tuple(zip(self.slots, self.hand, strict=False)))
        return Swap(*SWAP_PAIRS[move - 1])

    def state(self) -> KingsState:
        if self.start is None:
            return self._position()
        return changed(self._position(), base=self.start._position(), steps=tuple(self._actions()))

    def _position(self) -> KingsState:
        """The position without what can be taken back."""
        spoils = self.spoils[:]
        spoils[self.turn] = tuple(self.hand[len(self.slots) :])
        starts = range(0, PLACES * SEATS, PLACES)
        sides = tuple(
            Side(self.piles[at], tuple(self.piles[at + 1 : at + PLACES]), held, old.left)
            for at, held, old in zip(starts, spoils, self.base.sides, strict=True)
        )
        return changed(
            self.base,
            phase=KingsPhase.OVER if self.over else KingsPhase.PLAY,
            turn=self.turn,
            round=self.round,
            gained=self.gained,
            owed=0,
            organising=self.organising,
            swaps=self.swaps,
            undone=self.undone,
            top=self.top,
            fresh=self.fresh,
            hidden=tuple(self.slots),
            discard=tuple(self.discard),
            sides=sides,
        )

    # -- moves ------------------------------------------------------------------------------

    def _attacks(self, moves: list[int]) -> None:
        piles, turn = self.piles, self.turn
        first = PLACES * turn
        houses = [house for house in (1, 2, 3) if piles[first + house]]
        if not houses:
            return
        targets = [
            seat
            for seat in range(SEATS)
            if seat != turn
            and (piles[PLACES * seat + 1] or piles[PLACES * seat + 2] or piles[PLACES * seat + 3])
        ]
        moves += [PLACES * house + target for house in houses for target in targets]

    def _put(self, what: int) -> None:
        index, place = what >> 2, what & 3
        face = self.hand.pop(index)
        if index < len(self.slots):
            del self.slots[index]
        self.organising = True
        at = PLACES * self.turn + place
        pile = self.piles[at] = (*self.piles[at], face)
        if place:
            if len(pile) == 1 or RANK[pile[0]] > 9:  # what a Jack takes stays the same
                self.accept[at] = accepts(pile)
            return
        self.gained = self.round
        if len(pile) == NUMBERS_OF_A_SUIT:
            self.over = True
            self.start, self.steps = None, []

    def _attack(self, house: int, target: int) -> None:
        piles = self.piles
        own, there = PLACES * self.turn + house, PLACES * target + 1
        while not piles[there]:
            there += 1
        attacker, defender = piles[own], piles[there]
        piles[own], self.accept[own] = (), _EMPTY
        if score(attacker) > score(defender):
            piles[there], self.accept[there] = (), _EMPTY
            self.discard.append(defender[0])
            self.discard += attacker
            dealt = len(self.slots)
            self.hand[dealt:] = sorted((*self.hand[dealt:], *defender[1:]))
        else:
            self.discard.append(attacker[0])
            self.spoils[target] = tuple(sorted((*self.spoils[target], *attacker[1:])))

    def _next_turn(self) -> None:
        turn = self.turn
        self.turns += 1
        self.start, self.steps, self.undone = None, [], 0
        self.hand, self.slots = [], []
        if self.ends_round[turn]:
            if stalled(self.round, self.gained):
                self.over = True
                return
            self.round += 1
        self.turn = turn = self.following[turn]
        self.organising, self.swaps = False, 0
        self._deal(DEALT)
        if len(self.hand) < DEALT and self.discard:
            self.cards = sorted(self.discard)
            self.rng.shuffle(self.cards)
            self.top, self.fresh, self.discard = self.fresh, self.fresh + len(self.cards), []
            self._deal(DEALT - len(self.hand))
        self.hand += self.spoils[turn]
        self.spoils[turn] = ()

    # -- undo -------------------------------------------------------------------------------

    def _undo(self) -> None:
        """As `KingsState` does it: the turn again without its last step, whose card comes back open."""
        assert self.start is not None  # noqa: S101 - there is a step
        *actions, last = self._actions()
        again = self.start.clone()
        again.undone = self.undone + 1
        for slot, face in last.opens:
            at = again.slots.index(slot)
            del again.slots[at], again.hand[at]
            dealt = len(again.slots)
            again.hand[dealt:] = sorted((*again.hand[dealt:], face))
        again.replay(actions)
        for name in self.__slots__:
            setattr(self, name, getattr(again, name))

    def replay(self, actions: Sequence[KingsAction]) -> None:
        """Make moves that are known as actions."""
        for action in actions:
            self.play(self._move_of(action))

    def _actions(self) -> list[KingsAction]:
        """The steps of this turn as actions."""
        assert self.start is not None  # noqa: S101 - there is a step
        scratch, actions = self.start.clone(), []
        for step in self.steps:
            actions.append(scratch.action(step))
            scratch.play(step)
        return actions

    def _move_of(self, action: KingsAction) -> int:
        """The move that stands for a step of a turn."""
        if isinstance(action, Attack):
            return PLACES * action.house + action.target
        if isinstance(action, Swap):
            return SWAP_PAIRS.index((action.house, action.other)) + 1
        assert isinstance(action, Put | Bank)  # noqa: S101 - nothing else is a step
        dealt = len(self.slots)
        at = self.hand.index(action.face, dealt) if action.slot is None else self.slots.index(action.slot)
        return FIRST_CARD + PLACES * at + (action.house if isinstance(action, Put) else 0)

    # -- chance -----------------------------------------------------------------------------

    def _deal(self, count: int) -> None:
        top, cards = self.top, self.cards
        at = len(cards) - self.fresh + top
        dealt = cards[at : at + count]
        self.hand += dealt
        self.top = top + len(dealt)
        self.slots += _slots(top, self.top)


_EMPTY: Final = accepts(())


def _slots(first: int, after: int) -> list[Slot]:
    return [Slot(slot) for slot in range(first, after)]


def from_state(state: KingsState, faces: Known, rng: Rng) -> KingsScratch:
    """A scratch of a position with the faces of all its live slots; see `Game.scratch`."""
    state, live = _settled(state, dict(faces), rng)
    if state.base is None:
        return _copied(state, live, rng)
    for step in state.steps:
        live.update(step.opens)
    made = _copied(state.base, live, rng)
    made.replay(state.steps)
    return made


def _copied(state: KingsState, live: Known, rng: Rng) -> KingsScratch:
    """A scratch of a position that waits for a choice, or is over, with nothing to take back."""
    made = KingsScratch()
    made.base, made.rng = state, rng
    made.turn, made.over = state.turn, state.phase is KingsPhase.OVER
    made.top, made.fresh = state.top, state.fresh
    made.cards = [] if made.over else [live[Slot(slot)] for slot in state.stock]
    made.slots = list(state.hidden)
    made.hand = [*(live[slot] for slot in state.hidden), *state.sides[state.turn].spoils]
    made.discard = list(state.discard)
    made.piles = [pile for side in state.sides for pile in (side.king, *side.houses)]
    made.accept = [
        bits
        for seat, side in enumerate(state.sides)
        for bits in (king_accepts(Seat(seat)), *map(accepts, side.houses))
    ]
    made.spoils = [side.spoils if seat != state.turn else () for seat, side in enumerate(state.sides)]
    made.round, made.gained, made.turns = state.round, state.gained, 0
    made.organising, made.swaps, made.undone = state.organising, state.swaps, state.undone
    made.start, made.steps = None, []
    after = [turn_after(Seat(seat), first=state.first, seats=state.seats_in) for seat in range(SEATS)]
    made.following, made.ends_round = tuple(seat for seat, _ in after), tuple(ends for _, ends in after)
    return made


def _settled(state: KingsState, live: dict[Slot, Face], rng: Rng) -> tuple[KingsState, dict[Slot, Face]]:
    """Go on until somebody has to choose, drawing as `rules.driver.LocalTable` does."""
    while state.needs and state.phase is not KingsPhase.PLAY:
        need = state.needs[0]
        if isinstance(need, Roll):
            state = state.after(Rolled(rng.randrange(need.sides)))
        elif isinstance(need, Shuffle):
            cards = list(need.faces)
            rng.shuffle(cards)
            live.update(zip(need.into, cards, strict=True))
            state = state.after(Shuffled(need.pile, need.into))
        elif isinstance(need, Show):
            state = state.after(Shown(need.slots, need.to, None))
    return state, live
