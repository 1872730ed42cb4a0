"""The position of Matriculation as the value of the contract: what must happen next, and what may.

A hand goes through its phases in order: the shuffle, the showing of the first seven cards to each player,
then turns, each a draw and a play or a discard, and once the deck is empty a play or a pass. The first
dealer is rolled (ruling 15).
"""

from __future__ import annotations

from typing import Final, cast

from rules import api
from rules.checks import check_answer, check_leaving, check_turn, unasked
from rules.errors import NotLegal
from rules.matriculation.actions import Discard, MatriculationAction, MatriculationPass, MatriculationPlay
from rules.matriculation.cards import DECK, FACES
from rules.matriculation.course import DEAL, DRAW, DRY, OVER, PILE, PLAY, ROLL, SHUFFLE, deck_slots
from rules.matriculation.position import MatriculationPosition
from rules.values import Judged, cached

_ASKED: Final = {api.Rolled: "matriculation R15", api.Shuffled: "matriculation 2"}
"""Paragraph that a refusal cites, by kind of event: chance and the deck."""


class MatriculationState(MatriculationPosition, Judged["MatriculationState"]):
    """A position of Matriculation that never changes: an event is applied to a mutable copy."""

    # -- the contract -----------------------------------------------------------------------

    @cached
    def needs(self) -> tuple[api.Need, ...]:
        if self.phase is ROLL:
            return (api.Roll(len(self.seats_in), "dealer"),)
        if self.phase is SHUFFLE:
            return (api.Shuffle(PILE, DECK, (), deck_slots(self.hand_number), new_deck=True),)
        if self.phase is DEAL:
            return tuple(api.Show(self.players[seat].hand, (seat,)) for seat in self.owed)
        if self.phase is DRAW:
            return (api.Show((self.deck,), (self.turn,)),)
        return () if self.phase is OVER else (api.Turn(self.turn),)

    def next_deck(self) -> tuple[api.Face, ...]:
        """The whole deck, if another hand follows the one in progress."""
        is_last = self.phase is OVER or self.hand_number + 1 == self.hands
        return () if is_last else DECK

    def actions(self, seat: api.Seat, known: api.Known) -> tuple[MatriculationAction, ...]:
        """Plays by slot (setbacks: targets clockwise), then discards by slot, or the pass."""
        if seat != self.mover:
            return ()
        hand = [slot for slot in self.players[seat].hand if slot in known]
        return tuple([self.called(move, known) for move in self.moves(hand, known)])

    def judge(self, event: api.Event, known: api.Known) -> None:
        if isinstance(event, api.Moved):
            self._check_move(event, known)
        elif isinstance(event, api.Left):
            check_leaving(event, () if self.phase is OVER else self.seats_in, rule="matriculation R16")
        else:
            check_answer(event, self.needs, rule=_ASKED.get(type(event), "matriculation 4"))

    def become(self, event: api.Event) -> MatriculationState:
        after = self.twin(MatriculationState)
        if isinstance(event, api.Moved):
            _move(after, cast(MatriculationAction, event.action))
        elif isinstance(event, api.Shown):
            after.hand_shown() if self.phase is DEAL else after.take()
        elif isinstance(event, api.Left):
            after.leave(event.seat)
        elif isinstance(event, api.Rolled):
            after.roll(event.value)
        else:
            after.allot()
        return after

    # -- checks -----------------------------------------------------------------------------

    def _check_move(self, event: api.Moved, known: api.Known) -> None:
        check_turn(event, self.mover, rule="matriculation 4.1")
        action = event.action
        if isinstance(action, MatriculationPass):
            if self.phase is PLAY:
                text = "You may pass only once the deck is empty: play or discard a card."
                raise NotLegal("pass", rule="matriculation 4.11", text=text)
            return
        if not isinstance(action, MatriculationPlay | Discard):
            raise unasked("matriculation 4")
        self._check_card(action.slot, action.face, known)
        if isinstance(action, Discard):
            if self.phase is DRY:
                text = "You have drawn nothing, so you may not discard: play a card or pass."
                raise NotLegal("discard", rule="matriculation 4.10", text=text)
            return
        if action.target is not None and type(action.target) is not int:
            raise unasked("matriculation 4")
        if (why := self.play_refusal(self.turn, face=action.face, target=action.target)) is not None:
            raise why

    def _check_card(self, slot: api.Slot, face: api.Face, known: api.Known) -> None:
        if type(slot) is not int or slot not in self.players[self.turn].hand:
            raise NotLegal("not-in-hand", rule="matriculation 4.2", text="That card is not in your hand.")
        if type(face) is not int or not 0 <= face < FACES or known.get(slot, face) != face:
            raise NotLegal("other-face", rule="matriculation 4.2", text="That card has another face.")


def _move(after: MatriculationPosition, action: MatriculationAction) -> None:
    if isinstance(action, MatriculationPlay):
        after.lay(action.slot, action.face, action.target)
    elif isinstance(action, Discard):
        after.discard(action.slot, action.face)
    else:
        after.give_up()
