"""The position of Kings as the value of the contract: what must happen next, and what may."""

from __future__ import annotations

from typing import Final, cast

from rules import api
from rules.checks import check_answer, check_leaving, check_turn
from rules.kings import legal
from rules.kings.actions import KingsAction, KingsEnd, KingsUndo
from rules.kings.course import DEAL, OVER, PLAY, REFILL, ROLL, SHUFFLE
from rules.kings.position import KingsPosition, move_of, step_of
from rules.slots import slot_run
from rules.values import Judged, cached

STOCK: Final = "stock"
FIRST: Final = "first"
_ASKED: Final = {api.Rolled: "kings R1", api.Shuffled: "kings 3.1", api.Shown: "kings 3.1"}
"""Paragraph that a refusal cites, by kind of event: chance and the deck."""


class KingsState(KingsPosition, Judged["KingsState"]):
    """A position of Kings that never changes: an event is applied to a mutable copy."""

    # -- the contract -----------------------------------------------------------------------

    @cached
    def needs(self) -> tuple[api.Need, ...]:
        if self.phase is PLAY:
            return (api.Turn(self.turn),)
        if self.phase is DEAL:
            return (api.Show(self.next_dealt(), (self.turn,)),)
        if self.phase is REFILL:
            into = slot_run(self.fresh, self.fresh + len(self.discard))
            return (api.Shuffle(STOCK, tuple(sorted(self.discard)), (), into),)
        if self.phase is SHUFFLE:
            return (api.Shuffle(STOCK, self.unseen(), (), slot_run(self.top, self.fresh), new_deck=True),)
        return (api.Roll(len(self.seats_in), FIRST),) if self.phase is ROLL else ()

    def actions(self, seat: api.Seat, known: api.Known) -> tuple[KingsAction, ...]:
        """Attacks, then per card (dealt ones by slot, then spoils) its places, swaps, the undo, the end."""
        if seat != self.mover:
            return ()
        hidden = [slot for slot in self.hidden if slot in known]
        opened = [known[slot] for slot in hidden]
        return tuple([self.called(move, opened) for move in self.moves(hidden, known)])

    def judge(self, event: api.Event, known: api.Known) -> None:
        if isinstance(event, api.Moved):
            check_turn(event, self.mover, rule="kings 3")
            if isinstance(event.action, KingsUndo):
                legal.check_undo(steps=len(self.done), undone=self.undone)
            else:
                legal.check(self, event.action, known)
        elif isinstance(event, api.Left):
            check_leaving(event, () if self.phase is OVER else self.seats_in, rule="kings R22")
        else:
            check_answer(event, self.needs, rule=_ASKED.get(type(event), "kings 3"))

    def become(self, event: api.Event) -> KingsState:
        after = self.twin(KingsState)
        if isinstance(event, api.Moved):
            after._move(self, cast(KingsAction, event.action))
        elif isinstance(event, api.Shown):
            after.deal()
        elif isinstance(event, api.Shuffled):
            after.shuffled()
        elif isinstance(event, api.Rolled):
            after.roll(event.value)
        else:
            after.leave(event.seat)
        return after

    @cached
    def steps(self) -> tuple[KingsAction, ...]:
        """The steps of this turn that can be taken back, oldest first."""
        return tuple(map(step_of, self.done))

    @cached
    def trace(self) -> str:
        """The texts of `steps`, with `; ` between them."""
        return "; ".join(map(str, self.steps))

    def text(self) -> str:
        """The position; if steps can be taken back, also their texts, and the words of `base` that differ."""
        text = KingsPosition.text(self)
        if self.base is None:
            return text
        old, new = self.base.text().split(" "), text.split(" ")
        words = [was for was, now in zip(old, new, strict=True) if was != now]
        return f"{text}\nundo {self.trace}\n{' '.join(words)}"

    def digest(self) -> bytes:
        """The contract's digest, but with the digest of `base` in place of its words: that is quicker."""
        return self._digest

    @cached
    def _digest(self) -> bytes:
        said = KingsPosition.text(self)
        if self.base is not None:
            before = cast(KingsState, self.base).digest().hex()
            said += f"\nundo {self.trace}\n{before}"
        return api.state_hash(said.encode())

    def _move(self, before: KingsState, action: KingsAction) -> None:
        if isinstance(action, KingsUndo):
            self.undo()
        elif isinstance(action, KingsEnd):
            self.end([face for _, face in action.opens])
        else:
            self.base = before.base or before
            self.step(move_of(action))
            object.__setattr__(self, "trace", f"{before.trace}; {action}" if before.done else str(action))


def start(first: api.Seat | None) -> KingsState:
    """The first position; without a first seat, it is rolled (ruling 1)."""
    seat = api.Seat(0) if first is None else first
    return KingsState(ROLL if first is None else SHUFFLE, first=seat, turn=seat)
