"""The position of Cahoots as the value of the contract: what must happen next, and what may."""

from __future__ import annotations

from typing import Final, cast

from rules import api
from rules.cahoots.actions import CahootsAction, CahootsPlay, Call, Say, Verb
from rules.cahoots.cards import DECK
from rules.cahoots.course import COMBO, DEAL, DRAWING, OVER, PILE, RECYCLE, ROLL, SHUFFLE
from rules.cahoots.position import CahootsPosition
from rules.checks import are_different, check_answer, check_leaving, check_turn, unasked
from rules.errors import NotLegal
from rules.slots import slot_run
from rules.values import Judged, cached

_ASKED: Final = {api.Rolled: "cahoots R15", api.Shuffled: "cahoots 5", api.Shown: "cahoots 4"}
"""Paragraph that a refusal cites, by kind of event: chance and the deck."""


class CahootsState(CahootsPosition, Judged["CahootsState"]):
    """A position of Cahoots that never changes: an event is applied to a mutable copy."""

    # -- the contract -----------------------------------------------------------------------

    @cached
    def needs(self) -> tuple[api.Need, ...]:
        if self.phase is ROLL:
            return (api.Roll(len(self.playing), "dealer"),)
        if self.phase is SHUFFLE:
            return (api.Shuffle(PILE, DECK, (), slot_run(0, len(DECK)), new_deck=True),)
        if self.phase is DEAL:
            return (*(api.Show(tuple(self.hands[seat]), (seat,)) for seat in self.owed), self._show_piles())
        if self.phase is RECYCLE:
            return (self._recycling(),)
        if self.phase is DRAWING:
            return (api.Show((self.stock,), (self.turn,)),)
        return () if self.phase is OVER else (api.Turn(self.turn),)

    def actions(self, seat: api.Seat, known: api.Known) -> tuple[CahootsAction, ...]:
        """Cards to place (or add) by slot, then cards to swap by slot, then draw, stop or pass."""
        if seat != self.mover:
            return ()
        faces = {**known, **self.public}
        hand = [slot for slot in self.hands[seat] if slot in faces]
        return tuple([self.called(move, faces) for move in self.moves(hand, faces)])

    def judge(self, event: api.Event, known: api.Known) -> None:
        if isinstance(event, api.Moved):
            self._check_move(event, known)
        elif isinstance(event, api.Left):
            check_leaving(event, () if self.phase is OVER else self.seats_in, rule="cahoots R17")
        else:
            check_answer(event, self.needs, rule=_ASKED.get(type(event), "cahoots 4"))
            shown = event.faces if isinstance(event, api.Shown) else None
            if shown and not are_different(shown, below=len(DECK)):
                raise NotLegal("other-face", rule="cahoots 1", text="There is one card of each face.")

    def become(self, event: api.Event) -> CahootsState:
        after = self.twin(CahootsState)
        if isinstance(event, api.Moved):
            _move(after, cast(CahootsAction, event.action))
        elif isinstance(event, api.Left):
            after.leave(event.seat)
        elif isinstance(event, api.Rolled):
            after.roll(event.value)
        elif isinstance(event, api.Shuffled):
            after.recycle() if self.phase is RECYCLE else after.allot()
        elif self.phase is DRAWING:
            after.take()
        elif event.faces is None:
            after.owed = after.owed[1:]
        else:
            after.open_piles(*event.faces)
        return after

    # -- checks -----------------------------------------------------------------------------

    def _check_move(self, event: api.Moved, known: api.Known) -> None:
        check_turn(event, self.mover, rule="cahoots 4.1")
        action = event.action
        if isinstance(action, CahootsPlay) and isinstance(action.verb, Verb):
            self._check_card(action, known)
            if (why := self.refusal(action.verb, action.face)) is not None:
                raise why
        elif isinstance(action, Say) and isinstance(action.call, Call):
            self._check_call(action.call)
        else:
            raise unasked("cahoots 4")

    def _check_card(self, action: CahootsPlay, known: api.Known) -> None:
        slot, face = action.slot, action.face
        if type(slot) is not int or slot not in self.hands[self.turn]:
            raise NotLegal("not-in-hand", rule="cahoots 4.1", text="That card is not in your hand.")
        public = self.public.get(slot)
        if (
            type(face) is not int
            or not 0 <= face < len(DECK)
            or known.get(slot, face) != face
            or (face in self.main or face in self.public.values() if public is None else public != face)
        ):
            raise NotLegal("other-face", rule="cahoots 1", text="That card has another face.")
        if action.is_open is not (public is not None):
            text = "A card is marked as open if and only if everybody knows it."
            raise NotLegal("open", rule="cahoots 10.4", text=text)

    def _check_call(self, call: Call) -> None:
        if (call is Call.STOP) is not (self.phase is COMBO):
            raise NotLegal(
                "stop",
                rule="cahoots 4.3",
                text="You have placed a card this turn: add to it or stop."
                if self.phase is COMBO
                else "There is no combo to stop.",
            )
        if call is Call.PASS and self.can_draw:
            raise NotLegal("pass", rule="cahoots 4.6", text="You may pass only when nothing can be drawn.")
        if call is Call.DRAW and not self.can_draw:
            raise NotLegal("no-cards", rule="cahoots 5", text="There is no card left to draw.")

    # -- chance -----------------------------------------------------------------------------

    def _show_piles(self) -> api.Show:
        return api.Show((api.Slot(self.stock - 2), api.Slot(self.stock - 1)), api.EVERYONE)

    def _recycling(self) -> api.Shuffle:
        faces = tuple(sorted(self.main[:-1]))
        return api.Shuffle(PILE, faces, (), slot_run(self.stock_end, self.stock_end + len(faces)))


def _move(table: CahootsPosition, action: CahootsAction) -> None:
    if isinstance(action, CahootsPlay):
        play = table.swap if action.verb is Verb.SWAP else table.place
        play(action.slot, action.face)
    elif action.call is Call.DRAW:
        table.draw()
    elif action.call is Call.STOP:
        table.next_turn()
    else:
        table.give_up()
