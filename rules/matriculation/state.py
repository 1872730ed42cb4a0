"""The position of Matriculation as the value of the contract: what must happen next, what may, and
what becomes of it.

A hand goes through its phases in order: the shuffle, the showing of the first seven cards to
each player, then turns, each a draw and a play, and once the deck is empty only a play. The
starting dealer is rolled once for the whole match (ruling 15).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from rules.api import (
    Event,
    Face,
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
from rules.checks import check_answer, check_leaving, check_turn, unasked
from rules.errors import NotLegal
from rules.matriculation.actions import Discard, MatriculationAction, MatriculationPass, MatriculationPlay
from rules.matriculation.cards import DECK, FACES, Kind, kind, setback_face, trouble
from rules.matriculation.course import HAND, PILE, MatriculationPhase, dealt_slots, deck_slots
from rules.matriculation.player import (
    DEGREE,
    Student,
    own_plays,
    setback_plays,
)
from rules.matriculation.position import MatriculationPosition
from rules.matriculation.score import sheet
from rules.seats import clockwise_after, replaced
from rules.values import Judged, changed, found

_ASKED: Final = {Rolled: "matriculation R15", Shuffled: "matriculation 2", Shown: "matriculation 4"}
"""The paragraph that an event of chance or of the deck belongs to."""


@dataclass(frozen=True)
class MatriculationState(MatriculationPosition, Judged["MatriculationState"]):
    """A position of Matriculation: its fields are those of `MatriculationPosition`."""

    # -- the contract -----------------------------------------------------------------------

    @found
    def needs(self) -> tuple[Need, ...]:
        if self.phase is MatriculationPhase.ROLL:
            return (Roll(len(self.seats_in), "dealer"),)
        if self.phase is MatriculationPhase.SHUFFLE:
            return (Shuffle(PILE, DECK, (), deck_slots(self.hand_number), new_deck=True),)
        if self.phase is MatriculationPhase.DEAL:
            return tuple(Show(self.players[seat].hand, (seat,)) for seat in self.owed)
        if self.phase is MatriculationPhase.DRAW:
            return (Show((self.deck,), (self.turn,)),)
        return () if self.phase is MatriculationPhase.OVER else (Turn(self.turn),)

    def next_deck(self) -> tuple[Face, ...]:
        """The whole deck, as long as there is another hand to come."""
        is_last = self.phase is MatriculationPhase.OVER or self.hand_number + 1 == self.hands
        return () if is_last else DECK

    def actions(self, seat: Seat, known: Known) -> tuple[MatriculationAction, ...]:
        """Plays by slot (setbacks: targets clockwise), then discards by slot, or the pass."""
        if seat != self.mover:
            return ()
        hand = [(slot, known[slot]) for slot in self.players[seat].hand if slot in known]
        own = own_plays(self.players[seat].setbacks, self.ogre)
        targets = [
            (other, setback_plays(self.players[other].setbacks, self.players[other].exceptions))
            for other in clockwise_after(seat, self.seats_in)
            if other != seat
        ]
        found: list[MatriculationAction] = []
        for slot, face in hand:
            if own >> face & 1:
                found.append(MatriculationPlay(slot, face))
            found.extend(
                [MatriculationPlay(slot, face, other) for other, open_to in targets if open_to >> face & 1]
            )
        if self.phase is MatriculationPhase.DRY:
            found.append(MatriculationPass())
        else:
            found.extend([Discard(slot, face) for slot, face in hand])
        return tuple(found)

    def judge(self, event: Event, known: Known) -> None:
        if isinstance(event, Moved):
            self._check_move(event, known)
        elif isinstance(event, Left):
            over = self.phase is MatriculationPhase.OVER
            check_leaving(event, () if over else self.seats_in, rule="matriculation R16")
        else:
            check_answer(event, self.needs, rule=_ASKED.get(type(event), "matriculation 4"))

    def become(self, event: Event) -> MatriculationState:
        if isinstance(event, Moved):
            return self._moved(cast(MatriculationAction, event.action))
        if isinstance(event, Shown):
            return self._dealt() if self.phase is MatriculationPhase.DEAL else self._drawn()
        if isinstance(event, Left):
            return self._without(event.seat)
        if isinstance(event, Rolled):
            return changed(self, phase=MatriculationPhase.SHUFFLE, dealer=self.seats_in[event.value])
        return self._shuffled()

    # -- checks -----------------------------------------------------------------------------

    def _check_move(self, event: Moved, known: Known) -> None:
        check_turn(event, self.mover, rule="matriculation 4.1")
        action = event.action
        if isinstance(action, MatriculationPass):
            if self.phase is MatriculationPhase.PLAY:
                raise NotLegal(
                    "pass",
                    rule="matriculation 4.11",
                    text="You may pass only once the deck is empty: play or discard a card.",
                )
            return
        if not isinstance(action, MatriculationPlay | Discard):
            raise unasked("matriculation 4")
        self._check_card(action.slot, action.face, known)
        if isinstance(action, Discard):
            if self.phase is MatriculationPhase.DRY:
                raise NotLegal(
                    "discard",
                    rule="matriculation 4.10",
                    text="Without a draw there is no discard: play a card or pass.",
                )
            return
        if action.target is not None and type(action.target) is not int:
            raise unasked("matriculation 4")
        if (why := self.play_refusal(self.turn, face=action.face, target=action.target)) is not None:
            raise why

    def _check_card(self, slot: Slot, face: Face, known: Known) -> None:
        if type(slot) is not int or slot not in self.players[self.turn].hand:
            raise NotLegal("not-in-hand", rule="matriculation 4.2", text="That card is not in your hand.")
        if type(face) is not int or not 0 <= face < FACES or known.get(slot, face) != face:
            raise NotLegal("other-face", rule="matriculation 4.2", text="That card has another face.")

    # -- what becomes of it -----------------------------------------------------------------

    def _shuffled(self) -> MatriculationState:
        """Allot the first cards: from now on they are in the hands, seen or not."""
        order = clockwise_after(self.dealer, self.seats_in)
        players = list(self.players)
        for place, seat in enumerate(order):
            slots = dealt_slots(self.hand_number, place=place, players=len(order))
            players[seat] = changed(players[seat], hand=slots)
        deck = deck_slots(self.hand_number)[HAND * len(order)]
        return changed(
            self, phase=MatriculationPhase.DEAL, turn=order[0], deck=deck, owed=order, players=tuple(players)
        )

    def _dealt(self) -> MatriculationState:
        owed = self.owed[1:]
        return changed(self, owed=owed, phase=MatriculationPhase.DEAL if owed else MatriculationPhase.DRAW)

    def _drawn(self) -> MatriculationState:
        mover = self.players[self.turn]
        drawn = changed(mover, hand=(*mover.hand, self.deck))
        return changed(
            self,
            phase=MatriculationPhase.PLAY,
            deck=Slot(self.deck + 1),
            players=self._with(self.turn, drawn),
        )

    def _moved(self, action: MatriculationAction) -> MatriculationState:
        if isinstance(action, MatriculationPass):
            return changed(self, passed=(*self.passed, self.turn))._next()
        if isinstance(action, Discard):
            mover = self.players[self.turn].without_card(action.slot)
            return changed(
                self, discards=(*self.discards, action.face), passed=(), players=self._with(self.turn, mover)
            )._next()
        played = self._played(action)
        return played._finished() if played.hours(self.turn) >= DEGREE else played._next()

    def _played(self, action: MatriculationPlay) -> MatriculationState:
        """The piles after a legal play. A setback that is repaired goes to the discards."""
        face, discards = action.face, self.discards
        mover = self.players[self.turn].without_card(action.slot)
        players = self._with(self.turn, mover)
        if action.target is not None:
            target = self.players[action.target].with_setback(trouble(face))
            players = replaced(players, action.target, target)
            return changed(self, passed=(), players=players)
        if kind(face) is Kind.TERM:
            mover = mover.with_term(face, self.ogre)
        else:
            if trouble(face) in mover.setbacks:
                discards = (*discards, setback_face(trouble(face)))
            if kind(face) is Kind.FIX:
                mover, discards = mover.without_setback(trouble(face)), (*discards, face)
            else:
                mover = mover.with_exception(trouble(face))
        return changed(self, passed=(), discards=discards, players=self._with(self.turn, mover))

    def _next(self) -> MatriculationState:
        """The next seat's turn, or the end of the hand."""
        if self._exhausted():
            return self._finished()
        return changed(
            self,
            phase=MatriculationPhase.DRAW if self.deck_left else MatriculationPhase.DRY,
            turn=clockwise_after(self.turn, self.seats_in)[0],
        )

    def _exhausted(self) -> bool:
        """The deck is empty, and all have passed in succession or have no cards (paragraph 4.13)."""
        if self.deck_left:
            return False
        seats = self.seats_in
        return all(seat in self.passed for seat in seats) or not any(
            self.players[seat].hand for seat in seats
        )

    def _finished(self) -> MatriculationState:
        """Write the hand on the sheet; deal the next one, or end the match."""
        sheets = (*self.sheets, sheet(self.players, self.ogre))
        seats = self.seats_in
        if len(sheets) == self.hands or len(seats) == 1:
            return changed(self, phase=MatriculationPhase.OVER, owed=(), sheets=sheets)
        return changed(
            self,
            phase=MatriculationPhase.SHUFFLE,
            hand_number=self.hand_number + 1,
            dealer=clockwise_after(self.dealer, seats)[0],
            deck=deck_slots(self.hand_number + 1)[0],
            passed=(),
            discards=(),
            sheets=sheets,
            players=tuple(Student(left=player.left) for player in self.players),
        )

    def _without(self, seat: Seat) -> MatriculationState:
        """Bury the hand of `seat`; whoever is left alone has won, whatever the score."""
        rest = changed(
            self,
            players=self._with(seat, changed(self.players[seat], left=True)),
            owed=tuple(other for other in self.owed if other != seat),
            passed=tuple(other for other in self.passed if other != seat),
        )
        if len(rest.seats_in) == 1:
            return rest._finished()
        if self.phase is MatriculationPhase.DEAL:
            first = clockwise_after(self.dealer, rest.seats_in)[0]
            return changed(
                rest, turn=first, phase=MatriculationPhase.DEAL if rest.owed else MatriculationPhase.DRAW
            )
        if self.phase in (MatriculationPhase.DRAW, MatriculationPhase.PLAY, MatriculationPhase.DRY) and (
            seat == self.turn or rest._exhausted()
        ):
            return rest._next()
        return rest

    def _with(self, seat: Seat, player: Student) -> tuple[Student, ...]:
        return replaced(self.players, seat, player)
