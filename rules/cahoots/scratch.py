"""Coffeehouse Cahoots for playouts: small integers, flat lists, sets of cards as bits."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Final

from rules.api import Face, Known, Rng, Scratch, Slot
from rules.cahoots.actions import DRAW, PASS, STOP, CahootsAction, CahootsPlay, Verb
from rules.cahoots.cards import DECK, Card
from rules.cahoots.course import FREEZE_LAPS, HAND, CahootsPhase, Ends
from rules.cahoots.match import MATCHING, OF_VALUE, VETOED, Relation, next_value, relation
from rules.cahoots.player import CahootsPlayer
from rules.cahoots.playout import likely_first, likely_swap
from rules.cahoots.score import standing
from rules.cahoots.state import CahootsState
from rules.seats import clockwise_after, clockwise_from
from rules.values import changed

# A move is slot << 2 | code; without a card the slot is 0.
REACH_PARTS: Final = 3
"""In playouts a swap must leave a hand that could be played on one other card in so many."""
_MAIN: Final = 0
_SWAP: Final = 1
_DRAW: Final = 2
_END: Final = 3
"""Stop within a combo, pass otherwise."""


class CahootsScratch(Scratch):
    """A position of Cahoots for playouts. `_faces` (by slot) is replaced, never changed: clones share it."""

    __slots__ = (
        "_combo",
        "_dealer",
        "_end",
        "_faces",
        "_finished",
        "_follow",
        "_hands",
        "_idle",
        "_known",
        "_main",
        "_origin",
        "_passed",
        "_playing",
        "_rng",
        "_stock",
        "_veto",
        "over",
        "turn",
    )

    def __init__(self, state: CahootsState, faces: Known, rng: Rng) -> None:
        self._origin = state
        self._rng = rng
        self._faces = [faces.get(Slot(slot), Face(0)) for slot in range(state.stock_end)]
        self._known = set()
        for player in state.players:
            for card in player.known:
                self._faces[card.slot] = card.face
                self._known.add(int(card.slot))
        self._veto = 0
        if state.veto is not None:
            self._faces[state.veto.slot] = state.veto.face
            self._veto = int(state.veto.slot)
        self._dealer = state.dealer
        self._hands: list[list[int]] = [list(player.hand) for player in state.players]
        self._main = list(state.main)
        self._stock, self._end = int(state.stock), int(state.stock_end)
        self._combo = state.combo
        self._follow = OF_VALUE[next_value(state.combo, state.main[-1]) or 0] if state.main else 0
        self._idle = state.idle
        self._passed = list(state.passed)
        self._finished = list(state.finished)
        self._playing = state.playing
        self.turn = state.turn
        self.over = state.phase is CahootsPhase.OVER
        self._begin(state.phase)

    def actions(self) -> Sequence[int]:
        faces, hand = self._faces, self._hands[self.turn]
        if self._follow:
            follow = self._follow
            found = [slot << 2 for slot in hand if follow >> faces[slot] & 1]
            found.append(_END)
            return found
        veto = faces[self._veto]
        first = MATCHING[self._main[-1]] & ~VETOED[veto]
        found = [slot << 2 for slot in hand if first >> faces[slot] & 1]
        if self._idle < FREEZE_LAPS * len(self._playing):
            swaps = MATCHING[veto]
            found += [slot << 2 | _SWAP for slot in hand if swaps >> faces[slot] & 1]
        found.append(_DRAW if self._stock < self._end or len(self._main) > 1 else _END)
        return found

    def play(self, move: int) -> None:
        code = move & 3
        if code == _MAIN:
            self._place(move >> 2)
        elif code == _SWAP:
            self._swap(move >> 2)
        elif code == _DRAW:
            self._draw()
        elif self._follow:
            self._next()
        else:
            self._idle += 1
            self._passed.append(self.turn)
            self._next()

    def likely(self, rng: Rng) -> int:
        moves, faces = self.actions(), self._faces
        if len(moves) == 1 or self._follow:  # a combo goes on while it can
            return moves[0]
        held = sum([1 << faces[slot] for slot in self._hands[self.turn]])
        first = [move for move in moves if move & 3 == _MAIN]
        if first:
            cards = [faces[move >> 2] for move in first]
            return first[likely_first(cards, held, top=self._main[-1])]
        swaps = [move for move in moves if move & 3 == _SWAP]
        if not swaps:
            return moves[-1]
        at, reach = likely_swap([faces[move >> 2] for move in swaps], held, veto=faces[self._veto])
        return swaps[at] if REACH_PARTS * reach >= len(DECK) - held.bit_count() else moves[-1]

    def clone(self) -> CahootsScratch:
        twin = object.__new__(CahootsScratch)
        twin._origin = self._origin
        twin._rng = self._rng
        twin._faces = self._faces
        twin._known = self._known.copy()
        twin._veto = self._veto
        twin._dealer = self._dealer
        twin._hands = [hand[:] for hand in self._hands]
        twin._main = self._main[:]
        twin._stock = self._stock
        twin._end = self._end
        twin._combo = self._combo
        twin._follow = self._follow
        twin._idle = self._idle
        twin._passed = self._passed[:]
        twin._finished = self._finished[:]
        twin._playing = self._playing
        twin.turn = self.turn
        twin.over = self.over
        return twin

    def scores(self) -> tuple[int, ...]:
        return standing(
            finished=self._finished,
            cards=[len(hand) for hand in self._hands],
            left=[player.left for player in self._origin.players],
        ).scores

    def action(self, move: int) -> CahootsAction:
        code, slot = move & 3, Slot(move >> 2)
        if code == _DRAW:
            return DRAW
        if code == _END:
            return STOP if self._follow else PASS
        verb = Verb.SWAP if code == _SWAP else Verb.ADD if self._follow else Verb.PLACE
        return CahootsPlay(verb, slot, self._faces[slot], slot in self._known)

    def state(self) -> CahootsState:
        if not self._main:  # over by a forfeit before there was anything to play with
            return self._origin
        phase = CahootsPhase.OVER if self.over else CahootsPhase.COMBO if self._follow else CahootsPhase.TURN
        return changed(
            self._origin,
            players=tuple(self._player(seat) for seat in range(len(self._hands))),
            phase=phase,
            dealer=self._dealer,
            turn=self.turn,
            main=tuple(self._main),
            veto=self._card(self._veto),
            stock=Slot(self._stock),
            stock_end=Slot(self._end),
            combo=self._combo if self._follow else Relation.NONE,
            idle=self._idle,
            owed=(),
            passed=tuple(self._passed),
            finished=tuple(self._finished),
        )

    def _place(self, slot: int) -> None:
        hand, face, top = self._hands[self.turn], self._faces[slot], self._main[-1]
        hand.remove(slot)
        self._known.discard(slot)
        self._main.append(face)
        self._idle = 0
        if self._passed:
            self._passed = []
        if not self._follow:
            self._combo = relation(face, top)
        if not hand:
            self._finished.append(self.turn)
            self._playing = tuple(seat for seat in self._playing if seat != self.turn)
            if self._origin.ends is Ends.FIRST:
                self._follow, self.over = 0, True
            else:
                self._next()
            return
        self._follow = OF_VALUE[next_value(self._combo, face) or 0]
        if not self._follow:
            self._next()

    def _swap(self, slot: int) -> None:
        hand = self._hands[self.turn]
        hand.remove(slot)
        self._known.discard(slot)
        insort(hand, self._veto)
        self._known.add(self._veto)
        self._veto = slot
        self._idle += 1
        if self._passed:
            self._passed = []
        self._next()

    def _draw(self) -> None:
        if self._stock == self._end:
            cards = sorted(self._main[:-1])
            self._rng.shuffle(cards)
            self._faces = self._faces + cards
            self._main = self._main[-1:]
            self._end += len(cards)
        self._hands[self.turn].append(self._stock)
        self._stock += 1

    def _next(self) -> None:
        self._follow = 0
        playing = self._playing
        if len(playing) == 1 or len(self._passed) == len(playing):
            self.over = True
        else:
            self.turn = clockwise_after(self.turn, playing)[0]

    def _begin(self, phase: CahootsPhase) -> None:
        """Do all the chance that a position waits for."""
        if phase is CahootsPhase.ROLL:
            self._dealer = self._playing[self._rng.randrange(len(self._playing))]
        if phase in (CahootsPhase.ROLL, CahootsPhase.SHUFFLE):
            self._deal()
        if phase in (CahootsPhase.ROLL, CahootsPhase.SHUFFLE, CahootsPhase.DEAL):
            self._main = [self._faces[self._stock - 2]]
            self._veto = self._stock - 1
        elif phase in (CahootsPhase.RECYCLE, CahootsPhase.DRAW):
            self._draw()

    def _deal(self) -> None:
        self._faces = list(DECK)
        self._rng.shuffle(self._faces)
        order = clockwise_from(self._dealer, self._playing)
        dealt = HAND * len(order)
        for place, seat in enumerate(order):
            self._hands[seat] = list(range(place, dealt, len(order)))
        self._stock, self._end = dealt + 2, len(DECK)
        self.turn = order[0]

    def _card(self, slot: int) -> Card:
        return Card(Slot(slot), self._faces[slot])

    def _player(self, seat: int) -> CahootsPlayer:
        hand = self._hands[seat]
        return CahootsPlayer(
            hand=tuple(map(Slot, hand)),
            left=self._origin.players[seat].left,
            known=tuple(self._card(slot) for slot in hand if slot in self._known),
        )
