"""The position of Kings as the value of the contract: what must happen next, what may, and what
becomes of it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final, cast

from rules.api import (
    Event,
    Known,
    Left,
    Moved,
    Need,
    Roll,
    Rolled,
    Seat,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    Slot,
    Turn,
)
from rules.checks import check_answer, check_leaving, check_turn
from rules.kings import legal
from rules.kings.actions import Attack, Bank, KingsAction, KingsEnd, KingsUndo, Put, Swap
from rules.kings.cards import DECK, NUMBERS_OF_A_SUIT, SEATS
from rules.kings.course import DEALT, KingsPhase, stalled, turn_after
from rules.kings.piles import Side
from rules.kings.position import KingsPosition
from rules.seats import replaced
from rules.slots import slot_run
from rules.values import Judged, changed, found

STOCK: Final = "stock"
FIRST: Final = "first"


_ASKED: Final = {Rolled: "kings R1", Shuffled: "kings 3.1", Shown: "kings 3.1"}
"""The paragraph that an event of chance or of the deck belongs to."""


@dataclass(frozen=True)
class KingsState(KingsPosition, Judged["KingsState"]):
    """A position of Kings, and how far back its mover may go (R25).

    `base` is where this turn began to be played, `steps` is what was done in it since: None and () where
    nothing can be taken back. What was taken back is in neither, but that its cards are open and `undone`.
    """

    base: KingsState | None = None
    steps: tuple[KingsAction, ...] = ()

    # -- the contract -----------------------------------------------------------------------

    @found
    def needs(self) -> tuple[Need, ...]:
        if self.phase is KingsPhase.PLAY:
            return (Turn(self.turn),)
        if self.phase is KingsPhase.DEAL:
            return (Show(self._next_dealt(), (self.turn,)),)
        if self.phase is KingsPhase.REFILL:
            return (Shuffle(STOCK, tuple(sorted(self.discard)), (), self._refilled()),)
        if self.phase is KingsPhase.SHUFFLE:
            return (Shuffle(STOCK, self.unseen(), (), slot_run(self.top, self.fresh), new_deck=True),)
        return (Roll(len(self.seats_in), FIRST),) if self.phase is KingsPhase.ROLL else ()

    def actions(self, seat: Seat, known: Known) -> tuple[KingsAction, ...]:
        """Attacks, then per card (dealt ones by slot, then spoils) its places, swaps, the undo, the end."""
        if seat != self.mover:
            return ()
        *onward, end = legal.actions(self, known)
        return (*onward, KingsUndo(), end) if self.can_undo else (*onward, end)

    def judge(self, event: Event, known: Known) -> None:
        if isinstance(event, Moved):
            check_turn(event, self.mover, rule="kings 3")
            if isinstance(event.action, KingsUndo):
                legal.check_undo(steps=len(self.steps), undone=self.undone)
            else:
                legal.check(self, event.action, known)
        elif isinstance(event, Left):
            over = self.phase is KingsPhase.OVER
            check_leaving(event, () if over else self.seats_in, rule="kings R22")
        else:
            check_answer(event, self.needs, rule=_ASKED.get(type(event), "kings 3"))

    def become(self, event: Event) -> KingsState:
        if isinstance(event, Moved):
            return self._moved(cast(KingsAction, event.action))
        if isinstance(event, Shown):
            return self._dealt()
        if isinstance(event, Shuffled):
            return self._shuffled()
        if isinstance(event, Rolled):
            seat = self.seats_in[event.value]
            return changed(self, phase=KingsPhase.SHUFFLE, first=seat, turn=seat)
        return self._for_good()._without(event.seat)

    def text(self) -> str:
        """The position; below it the steps, and every word that was another one before them."""
        text = KingsPosition.text(self)
        if self.base is None:
            return text
        old, new = self.base.text().split(" "), text.split(" ")
        words = [was for was, now in zip(old, new, strict=True) if was != now]
        return f"{text}\nundo {'; '.join(map(str, self.steps))}\n{' '.join(words)}"

    def digest(self) -> bytes:
        """As the contract's, with the digest of `base` for its words: its text is written but once a turn."""
        return self._digest

    @found
    def _digest(self) -> bytes:
        said = KingsPosition.text(self)
        if self.base is not None:
            said += f"\nundo {'; '.join(map(str, self.steps))}\n{self.base.digest().hex()}"
        return hashlib.blake2b(said.encode(), digest_size=32, person=b"shoal1-state").digest()

    # -- chance -----------------------------------------------------------------------------

    def _next_dealt(self) -> tuple[Slot, ...]:
        return slot_run(self.top, min(self.top + self.owed, self.fresh))

    def _refilled(self) -> tuple[Slot, ...]:
        return slot_run(self.fresh, self.fresh + len(self.discard))

    def _shuffled(self) -> KingsState:
        if self.phase is KingsPhase.SHUFFLE:
            return self._dealing()
        fresh = self.fresh + len(self.discard)
        return changed(self, fresh=fresh, discard=())._dealing()

    def _dealt(self) -> KingsState:
        dealt = self._next_dealt()
        return changed(
            self, top=self.top + len(dealt), hidden=(*self.hidden, *dealt), owed=self.owed - len(dealt)
        )._dealing()

    def _dealing(self) -> KingsState:
        """Finish the stock, then refill it, then deal what there is (rulings 14, 15)."""
        if self.owed and self.top < self.fresh:
            return changed(self, phase=KingsPhase.DEAL)
        if self.owed and self.discard:
            return changed(self, phase=KingsPhase.REFILL)
        return changed(self, phase=KingsPhase.PLAY, owed=0)

    # -- undo -------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether the mover may take back its last step."""
        return bool(self.steps) and self.undone < legal.UNDOS

    def _undone(self) -> KingsState:
        """Play this turn again from its beginning, without its last step.

        A card that the step had laid out has been seen by all: it comes back as an open one.
        """
        assert self.base is not None  # noqa: S101 - `check` has refused what has no step
        *steps, last = self.steps
        side, hidden = self.base.sides[self.turn], self.base.hidden
        for slot, face in last.opens:
            side, hidden = side.with_spoils((face,)), tuple([other for other in hidden if other != slot])
        state = changed(
            self.base, undone=self.undone + 1, hidden=hidden, sides=self.base._with(self.turn, side)
        )
        for step in steps:
            state = state._moved(step)
        return state

    def _for_good(self) -> KingsState:
        """The same position, with nothing that could be taken back."""
        return self if self.base is None else changed(self, base=None, steps=())

    # -- moves ------------------------------------------------------------------------------

    def _moved(self, action: KingsAction) -> KingsState:
        if isinstance(action, KingsUndo):
            return self._undone()
        after = self._played(action)
        if isinstance(action, KingsEnd) or after.phase is KingsPhase.OVER:
            return after._for_good()
        return changed(after, base=self.base or self, steps=(*self.steps, action))

    def _played(self, action: KingsAction) -> KingsState:
        if isinstance(action, Put):
            return self._put(action)
        if isinstance(action, Bank):
            return self._banked(action)
        if isinstance(action, Swap):
            return self._swapped(action)
        if isinstance(action, Attack):
            return self._attacked(action)
        assert isinstance(action, KingsEnd)  # noqa: S101 - `check` has refused everything else
        left_over = (*(face for _, face in action.opens), *self.sides[self.turn].spoils)
        rest = changed(
            self,
            hidden=(),
            discard=self.discard + left_over,
            sides=self._with(self.turn, changed(self.sides[self.turn], spoils=())),
        )
        return rest._next_turn()

    def _put(self, action: Put) -> KingsState:
        side, hidden = self._taken(action)
        side = side.with_house(action.house, (*side.house(action.house), action.face))
        return changed(self, organising=True, hidden=hidden, sides=self._with(self.turn, side))

    def _banked(self, action: Bank) -> KingsState:
        """A complete king pile wins at once, even in mid-turn (paragraph 5)."""
        side, hidden = self._taken(action)
        side = changed(side, king=(*side.king, action.face))
        phase = KingsPhase.OVER if len(side.king) == NUMBERS_OF_A_SUIT else KingsPhase.PLAY
        return changed(
            self,
            phase=phase,
            gained=self.round,
            organising=True,
            hidden=hidden,
            sides=self._with(self.turn, side),
        )

    def _taken(self, action: Put | Bank) -> tuple[Side, tuple[Slot, ...]]:
        """The mover's side and hidden cards without the card that it plays."""
        side, slot = self.sides[self.turn], action.slot
        if slot is None:
            return side.without_spoil(action.face), self.hidden
        return side, tuple([other for other in self.hidden if other != slot])

    def _swapped(self, action: Swap) -> KingsState:
        side, one, other = self.sides[self.turn], action.house - 1, action.other - 1
        houses = list(side.houses)
        houses[one], houses[other] = houses[other], houses[one]
        side = changed(side, houses=tuple(houses))
        return changed(self, organising=True, swaps=self.swaps + 1, sides=self._with(self.turn, side))

    def _attacked(self, action: Attack) -> KingsState:
        fight = self.battle(action.house, action.target)
        assert fight is not None  # noqa: S101 - `check` has refused attacks without two piles
        sides = list(self.sides)
        sides[self.turn] = sides[self.turn].with_house(action.house, ())
        if fight.wins:
            sides[action.target] = sides[action.target].with_house(fight.target_house, ())
        winner = self.turn if fight.wins else action.target
        sides[winner] = sides[winner].with_spoils(fight.spoils)
        return changed(self, discard=self.discard + fight.spent, sides=tuple(sides))

    # -- the course of the game -------------------------------------------------------------

    def _next_turn(self) -> KingsState:
        """The next seat's turn, or the end by one of the stall rules (paragraph 5)."""
        following, ends_round = turn_after(self.turn, first=self.first, seats=self.seats_in)
        if ends_round and stalled(self.round, self.gained):
            return changed(self, phase=KingsPhase.OVER)
        return changed(
            self,
            turn=following,
            round=self.round + ends_round,
            owed=DEALT,
            organising=False,
            swaps=0,
            undone=0,
        )._dealing()

    def _without(self, seat: Seat) -> KingsState:
        """The position after a seat has left; the last one left has won.

        Its open cards go to the discard. Everything hidden, the mover's cards included, is
        shuffled anew out of the known faces under new keys, and the mover is dealt as many
        as it had: so no share of the leaver is ever needed again, and no card is lost.
        """
        left = self._with(seat, Side(left=True))
        rest = changed(self, discard=self.discard + self.sides[seat].cards(), sides=left)
        if self.phase is not KingsPhase.ROLL:
            unseen = len(self.stock) + len(self.hidden)
            rest = changed(
                rest, owed=self.owed + len(self.hidden), hidden=(), top=self.fresh, fresh=self.fresh + unseen
            )
        if len(rest.seats_in) == 1:
            return changed(rest, phase=KingsPhase.OVER)
        if self.phase is KingsPhase.ROLL:
            return rest
        if seat == self.turn:
            rest = rest._next_turn()
        if rest.phase is KingsPhase.OVER:
            return rest
        return changed(rest, phase=KingsPhase.SHUFFLE) if rest.stock else rest._dealing()

    def _with(self, seat: Seat, side: Side) -> tuple[Side, ...]:
        return replaced(self.sides, seat, side)


def start(first: Seat | None) -> KingsState:
    """The first position; without a first seat, it is rolled (ruling 1)."""
    phase = KingsPhase.ROLL if first is None else KingsPhase.SHUFFLE
    seat = Seat(0) if first is None else first
    return KingsState(
        phase=phase,
        first=seat,
        turn=seat,
        round=1,
        gained=0,
        owed=DEALT,
        organising=False,
        swaps=0,
        undone=0,
        top=0,
        fresh=len(DECK),
        hidden=(),
        discard=(),
        sides=(Side(),) * SEATS,
    )
