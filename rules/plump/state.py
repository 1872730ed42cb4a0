"""A position of Plump: the past, and the round in progress.

Nothing here knows a hidden face. Without the mover's knowledge an off-suit card is accepted and its claim
recorded. A round that is played out has shown all hands, so every false claim is proven by then (plump 5.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from rules import api
from rules.cards import PACK, SUIT, SUIT_NAMES
from rules.checks import are_different, check_answer, check_leaving, check_turn, unasked
from rules.errors import NotLegal
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.course import bidding_order
from rules.plump.past import UNKNOWN, Past, Played, Revoke
from rules.plump.round import Round
from rules.slots import slot_run
from rules.values import Judged, cached


@dataclass(frozen=True)
class PlumpState(Judged["PlumpState"]):
    """The position itself. `part` is None before the first dealer is known and after the end."""

    past: Past
    part: Round | None = None

    # -- needs ---------------------------------------------------------------------------------

    @cached
    def needs(self) -> tuple[api.Need, ...]:
        part = self.part
        if part is None:
            return () if self.past.is_over else (api.Roll(self.past.setting.seats, "dealer"),)
        if not part.is_shuffled:
            return (api.Shuffle("deck", PACK, (), deck_slots(part), new_deck=True),)
        if part.shown < len(part.order):
            return part.shows
        return (part.reveal,) if part.is_opened_now else (api.Turn(part.turn),)

    @property
    def turn(self) -> api.Seat | None:
        """Seat on turn, if there is one."""
        part = self.part
        if part is None or part.shown < len(part.order) or part.is_opened_now:
            return None
        return part.turn

    def actions(self, seat: api.Seat, known: api.Known) -> tuple[api.Action, ...]:
        """The bids, rising; or the cards that may be played, in the order of their slots."""
        part = self.part
        if part is None or seat != self.turn:
            return ()
        if part.is_bidding:
            return tuple(Bid(bid) for bid in part.bids_allowed)
        suits = {slot: SUIT[known[slot]] for slot in part.hands[seat] if slot in known}
        return tuple([PlumpPlay(slot, known[slot]) for slot in part.playable([*suits], suits)])

    def next_deck(self) -> tuple[api.Face, ...]:
        """The pack, if another round follows the one in progress."""
        is_last = len(self.past.rows) + 1 >= len(self.past.setting.rounds)
        return () if self.part is None or is_last else PACK

    # -- checks --------------------------------------------------------------------------------

    def judge(self, event: api.Event, known: api.Known) -> None:
        if isinstance(event, api.Moved):
            self._check_moved(event, known)
        elif isinstance(event, api.Left):
            check_leaving(event, () if self.past.is_over else self.past.seats_in, rule="plump R14")
        else:
            check_answer(event, self.needs, rule="plump 2")
            shown = event.faces if isinstance(event, api.Shown) else None
            if shown and not are_different(shown, below=len(PACK)):
                raise unasked("plump 2")

    def _check_moved(self, event: api.Moved, known: api.Known) -> None:
        check_turn(event, self.turn, rule="plump 2")
        part = self.part
        if part is None:
            raise AssertionError("there is a turn without a round")
        if isinstance(event.action, Bid) and part.is_bidding:
            _check_bid(part, event.action)
        elif isinstance(event.action, PlumpPlay) and not part.is_bidding:
            _check_play(part, event.action, known)
        else:
            text = "Make your bid first." if part.is_bidding else "The bidding is over: play a card."
            raise NotLegal("wrong-step", rule="plump 2", text=text)

    # -- effects -------------------------------------------------------------------------------

    def become(self, event: api.Event) -> PlumpState:
        if isinstance(event, api.Left):
            return self._after_left(event)
        if isinstance(event, api.Rolled):
            return next_round(replace(self.past, first_dealer=api.Seat(event.value)))
        if self.part is None:
            raise AssertionError("this event cannot come before a round")
        part = self.part.twin()
        if isinstance(event, api.Shuffled):
            part.is_shuffled = True
        elif isinstance(event, api.Moved) and isinstance(event.action, Bid):
            part.bid(event.action.ticks, self.past.setting.lead)
        elif isinstance(event, api.Moved):
            action = cast(PlumpPlay, event.action)
            part.put(action.slot, action.face)
        elif event.faces is None:
            part.shown += 1
        else:
            part.open_all(dict(api.opened(event)))
        past = past_after(self.past, part)
        return PlumpState(self.past, part) if past is self.past else next_round(past)

    def _after_left(self, event: api.Left) -> PlumpState:
        """The position after a seat has left: the round is void, and dealt again for two or more (R14)."""
        past, part = self.past, self.part
        gone = tuple(sorted((*past.gone, event.seat)))
        revokes = part.revokes if part else ()
        used = 1 if part and part.is_shuffled else 0
        return next_round(
            replace(past, gone=gone, deals=past.deals + used, revokes=(*past.revokes, *revokes))
        )

    # -- questions -----------------------------------------------------------------------------

    def text(self) -> str:
        return self.past.text if self.part is None else f"{self.past.text};{self.part.text()}"

    def outcome(self) -> api.Outcome | None:
        return self.past.outcome() if self.past.is_over else None

    def standing(self) -> api.Outcome:
        """The rounds that are played; the present one does not count (ruling 17)."""
        return self.past.outcome()

    def audit(self) -> tuple[api.FalseClaim, ...]:
        revokes = (*self.past.revokes, *(self.part.revokes if self.part else ()))
        ends = self.past.setting.revoke == "stop"
        return tuple(_fault(revoke, ends=ends) for revoke in revokes)

    def hand(self, seat: api.Seat) -> tuple[api.Slot, ...]:
        if self.part is None or not self.part.is_shuffled or seat not in range(self.past.setting.seats):
            return ()
        return tuple(self.part.hands[seat])

    @property
    def last_tick(self) -> tuple[Played, ...]:
        """The last tick, in the order played: everybody may see it until the next is complete."""
        return (self.part.last if self.part else ()) or self.past.last


def past_after(past: Past, part: Round) -> Past:
    """The past with a round that is played out or was stopped by a revoke; unchanged while it goes on."""
    revokes = (*past.revokes, *part.revokes)
    if part.revokes and past.setting.revoke == "stop":
        return replace(past, revokes=revokes, last=part.last)
    if not part.is_played_out:
        return past
    rows = (*past.rows, part.row())
    return replace(past, deals=past.deals + 1, rows=rows, revokes=revokes, last=part.last)


def next_round(past: Past) -> PlumpState:
    """Return the position before the next round's shuffle. It has no round if the game is over, or while the
    first dealer has not been rolled."""
    if past.is_over or past.first_dealer == UNKNOWN:
        return PlumpState(past)
    return PlumpState(past, round_due(past))


def round_due(past: Past, played: int = 0, pile: Sequence[api.Slot] = ()) -> Round:
    """The next round. Without a `pile` its cards are named by their slots; `played` is the number of
    finished rounds that `past` has no rows for."""
    setting, index, deck = past.setting, len(past.rows) + played, len(PACK) * (past.deals + played)
    order = bidding_order(setting.seats, first_dealer=past.first_dealer, round_index=index, gone=past.gone)
    slots, cards = pile or slot_run(deck, deck + len(PACK)), setting.rounds[index]
    return Round(slots, deck=deck, index=index, cards=cards, order=order, seats=setting.seats)


def deck_slots(part: Round) -> tuple[api.Slot, ...]:
    """The 52 slots of the round's deck, top first."""
    return tuple(part.pile)


def _check_bid(part: Round, bid: Bid) -> None:
    if bid.ticks not in range(part.cards + 1):
        text = f"With {part.cards} cards a bid is a number from 0 to {part.cards}."
        raise NotLegal("bid-range", rule="plump 2.3", text=text)
    if bid.ticks == part.hook:
        raise NotLegal(
            "hook",
            rule="plump 2.3",
            text=f"You may not bid {bid.ticks}: "
            f"the bids must not add up to the {part.cards} ticks of the round.",
        )


def _check_play(part: Round, play: PlumpPlay, known: api.Known) -> None:
    hand = part.hands[part.turn]
    if play.slot not in hand:
        raise NotLegal("not-held", rule="plump 2.4", text="You do not hold that card.")
    face = play.face
    if face not in range(52) or part.seen >> face & 1 or known.get(play.slot, face) != face:
        raise NotLegal("false-face", rule="plump 1", text="That card has another face.")
    led = part.suit_led
    if led is None or SUIT[face] == led:
        return
    if any(SUIT[known[slot]] == led for slot in hand if slot in known):
        text = f"You must follow suit: {SUIT_NAMES[led]} were led, and you have some."
        raise NotLegal("follow-suit", rule="plump 2.4", text=text)


def _fault(revoke: Revoke, *, ends: bool) -> api.FalseClaim:
    suit = SUIT_NAMES[revoke.suit]
    return api.FalseClaim(
        revoke.seat,
        "plump 2.4",
        f"round {revoke.round + 1}: did not follow {suit} in tick "
        f"{revoke.claimed}, but played {suit} in tick {revoke.proven}",
        ends,
    )
