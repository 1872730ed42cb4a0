"""The position of Cahoots as the value of the contract: what must happen next, what may, and what
becomes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from rules.api import (
    EVERYONE,
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
from rules.cahoots.actions import DRAW, PASS, STOP, CahootsAction, CahootsPlay, Call, Say, Verb
from rules.cahoots.cards import DECK, Card
from rules.cahoots.course import HAND, PILE, CahootsPhase, Ends
from rules.cahoots.match import (
    MATCHING,
    OF_VALUE,
    VETOED,
    Relation,
    next_value,
    relation,
)
from rules.cahoots.player import CahootsPlayer
from rules.cahoots.position import CahootsPosition
from rules.checks import are_different, check_answer, check_leaving, check_turn, unasked
from rules.errors import NotLegal
from rules.seats import clockwise_after, clockwise_from, replaced
from rules.slots import slot_run
from rules.values import Judged, changed, found

_ASKED: Final = {Rolled: "cahoots R15", Shuffled: "cahoots 5", Shown: "cahoots 4"}
"""The paragraph that an event of chance or of the deck belongs to."""


@dataclass(frozen=True)
class CahootsState(CahootsPosition, Judged["CahootsState"]):
    """A position of Cahoots: its fields are those of `CahootsPosition`."""

    # -- the contract -----------------------------------------------------------------------

    @found
    def needs(self) -> tuple[Need, ...]:
        if self.phase is CahootsPhase.ROLL:
            return (Roll(len(self.playing), "dealer"),)
        if self.phase is CahootsPhase.SHUFFLE:
            return (Shuffle(PILE, DECK, (), slot_run(0, len(DECK)), new_deck=True),)
        if self.phase is CahootsPhase.DEAL:
            return (*(Show(self.players[seat].hand, (seat,)) for seat in self.owed), self._show_piles())
        if self.phase is CahootsPhase.RECYCLE:
            return (self._recycling(),)
        if self.phase is CahootsPhase.DRAW:
            return (Show((self.stock,), (self.turn,)),)
        return () if self.phase is CahootsPhase.OVER else (Turn(self.turn),)

    def actions(self, seat: Seat, known: Known) -> tuple[CahootsAction, ...]:
        """Cards to place (or add) by slot, then cards to swap by slot, then the call."""
        if seat != self.mover or self.veto is None:
            return ()
        top, veto, hand = self.main[-1], self.veto.face, self.seen_hand(seat, known)
        public = {card.slot for card in self.players[seat].known}

        def plays(verb: Verb, legal: int) -> list[CahootsAction]:
            return [
                CahootsPlay(verb, card.slot, card.face, card.slot in public)
                for card in hand
                if legal >> card.face & 1
            ]

        if self.phase is CahootsPhase.COMBO:
            return (*plays(Verb.ADD, OF_VALUE[next_value(self.combo, top) or 0]), STOP)
        swaps = [] if self.swaps_frozen else plays(Verb.SWAP, MATCHING[veto])
        return (*plays(Verb.PLACE, MATCHING[top] & ~VETOED[veto]), *swaps, DRAW if self.can_draw else PASS)

    def judge(self, event: Event, known: Known) -> None:
        if isinstance(event, Moved):
            self._check_move(event, known)
        elif isinstance(event, Left):
            over = self.phase is CahootsPhase.OVER
            check_leaving(event, () if over else self.seats_in, rule="cahoots R17")
        else:
            check_answer(event, self.needs, rule=_ASKED.get(type(event), "cahoots 4"))
            if isinstance(event, Shown) and event.faces and not are_different(event.faces, below=len(DECK)):
                raise NotLegal("other-face", rule="cahoots 1", text="There is one card of each face.")

    def become(self, event: Event) -> CahootsState:
        if isinstance(event, Moved):
            return self._moved(cast(CahootsAction, event.action))
        if isinstance(event, Shown):
            return self._dealt(event) if self.phase is CahootsPhase.DEAL else self._drawn()
        if isinstance(event, Left):
            return self._without(event.seat)
        if isinstance(event, Rolled):
            return changed(self, phase=CahootsPhase.SHUFFLE, dealer=self.playing[event.value])
        return self._recycled() if self.phase is CahootsPhase.RECYCLE else self._shuffled()

    # -- checks -----------------------------------------------------------------------------

    def _check_move(self, event: Moved, known: Known) -> None:
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

    def _check_card(self, action: CahootsPlay, known: Known) -> None:
        player, slot, face = self.players[self.turn], action.slot, action.face
        if type(slot) is not int or slot not in player.hand:
            raise NotLegal("not-in-hand", rule="cahoots 4.1", text="That card is not in your hand.")
        public = player.card(slot)
        if (
            type(face) is not int
            or not 0 <= face < len(DECK)
            or known.get(slot, face) != face
            or (face in self.public_faces() if public is None else public.face != face)
        ):
            raise NotLegal("other-face", rule="cahoots 1", text="That card has another face.")
        if action.is_open is not (public is not None):
            raise NotLegal(
                "open",
                rule="cahoots 10.4",
                text="A card is marked as open if and only if everybody knows it.",
            )

    def _check_call(self, call: Call) -> None:
        if (call is Call.STOP) is not (self.phase is CahootsPhase.COMBO):
            raise NotLegal(
                "stop",
                rule="cahoots 4.3",
                text="You have placed a card this turn: add to it or stop."
                if self.phase is CahootsPhase.COMBO
                else "There is no combo to stop.",
            )
        if call is Call.PASS and self.can_draw:
            raise NotLegal("pass", rule="cahoots 4.6", text="You may pass only when nothing can be drawn.")
        if call is Call.DRAW and not self.can_draw:
            raise NotLegal("no-cards", rule="cahoots 5", text="There is no card left to draw.")

    # -- what becomes of it -----------------------------------------------------------------

    def _show_piles(self) -> Show:
        return Show((Slot(self.stock - 2), Slot(self.stock - 1)), EVERYONE)

    def _recycling(self) -> Shuffle:
        faces = tuple(sorted(self.main[:-1]))
        return Shuffle(PILE, faces, (), slot_run(self.stock_end, self.stock_end + len(faces)))

    def _shuffled(self) -> CahootsState:
        """Allot the first cards, one at a time from the dealer on; then the main pile and the veto."""
        order = clockwise_from(self.dealer, self.playing)
        dealt = HAND * len(order)
        players = list(self.players)
        for place, seat in enumerate(order):
            players[seat] = changed(players[seat], hand=slot_run(place, dealt, len(order)))
        return changed(
            self,
            phase=CahootsPhase.DEAL,
            turn=order[0],
            owed=order,
            players=tuple(players),
            stock=Slot(dealt + 2),
            stock_end=Slot(len(DECK)),
        )

    def _dealt(self, event: Shown) -> CahootsState:
        if event.faces is None:
            return changed(self, owed=self.owed[1:])
        main, veto = event.faces
        return changed(self, phase=CahootsPhase.TURN, main=(main,), veto=Card(event.slots[1], veto))

    def _recycled(self) -> CahootsState:
        end = Slot(self.stock_end + len(self.main) - 1)
        return changed(
            self, phase=CahootsPhase.DRAW, main=self.main[-1:], stock=self.stock_end, stock_end=end
        )

    def _drawn(self) -> CahootsState:
        mover = self.players[self.turn]
        drawn = changed(mover, hand=(*mover.hand, self.stock))
        return changed(self, phase=CahootsPhase.TURN, stock=Slot(self.stock + 1), players=self._with(drawn))

    def _moved(self, action: CahootsAction) -> CahootsState:
        if isinstance(action, CahootsPlay):
            return self._swapped(action) if action.verb is Verb.SWAP else self._placed(action)
        if action.call is Call.DRAW:
            return changed(
                self, phase=CahootsPhase.DRAW if self.stock < self.stock_end else CahootsPhase.RECYCLE
            )
        if action.call is Call.STOP:
            return self._next()
        return changed(self, idle=self.idle + 1, passed=(*self.passed, self.turn))._next()

    def _placed(self, action: CahootsPlay) -> CahootsState:
        """A card on the main pile; the turn ends where nothing may follow, or the hand is empty."""
        combo = self.combo if action.verb is Verb.ADD else relation(action.face, self.main[-1])
        mover = self.players[self.turn].without(action.slot)
        placed = changed(
            self,
            phase=CahootsPhase.COMBO,
            main=(*self.main, action.face),
            combo=combo,
            idle=0,
            passed=(),
            players=self._with(mover),
        )
        if not mover.hand:
            placed = changed(placed, finished=(*self.finished, self.turn))
            return placed._over() if self.ends is Ends.FIRST else placed._next()
        return placed if next_value(combo, action.face) is not None else placed._next()

    def _swapped(self, action: CahootsPlay) -> CahootsState:
        """A card on the veto pile; the old veto goes to the hand, where everybody knows it."""
        mover = self.players[self.turn].without(action.slot)
        if self.veto is not None:
            mover = mover.with_known(self.veto)
        return changed(
            self,
            veto=Card(action.slot, action.face),
            idle=self.idle + 1,
            passed=(),
            players=self._with(mover),
        )._next()

    def _next(self) -> CahootsState:
        """The next seat's turn, or the end: one is left, or all have passed (paragraph 7)."""
        playing = self.playing
        if len(playing) == 1 or all(seat in self.passed for seat in playing):
            return self._over()
        return changed(
            self, phase=CahootsPhase.TURN, combo=Relation.NONE, turn=clockwise_after(self.turn, playing)[0]
        )

    def _over(self) -> CahootsState:
        return changed(self, phase=CahootsPhase.OVER, combo=Relation.NONE, owed=())

    def _without(self, seat: Seat) -> CahootsState:
        """Bury the hand of `seat` and play on, if there are two to play."""
        leaver = changed(self.players[seat], left=True)
        rest = changed(
            self,
            players=self._with(leaver, seat),
            owed=tuple(other for other in self.owed if other != seat),
            passed=tuple(other for other in self.passed if other != seat),
        )
        if len(rest.playing) == 1:
            return rest._over()
        if seat in self.finished or self.phase in (CahootsPhase.ROLL, CahootsPhase.SHUFFLE):
            return rest
        if self.phase is CahootsPhase.DEAL:
            return changed(rest, turn=clockwise_after(seat, rest.playing)[0]) if seat == self.turn else rest
        if seat == self.turn or all(other in rest.passed for other in rest.playing):
            return rest._next()
        return rest

    def _with(self, player: CahootsPlayer, seat: Seat | None = None) -> tuple[CahootsPlayer, ...]:
        return replaced(self.players, self.turn if seat is None else seat, player)
