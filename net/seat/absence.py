"""What becomes of game and deck when seats go for good: `Left` for the rules, new keys for the deck.

Every card that is closed hangs on the keys of all who were there when it was dealt. So the game goes on
without a seat only where no such card is needed any more: where the rules deal anew from here, with
every old slot dead; where nothing lies closed; or where the game is over with it.
"""

from __future__ import annotations

from dataclasses import replace

from net.errors import NoView
from net.machine import Choice, View, Why
from net.seat.deal import Deal
from net.seat.position import Position
from rules.api import Left, Seat, Shuffle
from rules.errors import NotLegal

_WORDS = {Why.GONE: "gone", Why.LEFT: "left"}


def changed_seats(here: Position, view: View) -> Position:
    """The position after a change of view; raises `NoView` with the reason why the game cannot go on so."""
    gone = tuple(seat for seat in here.seats if seat not in view.act)
    if not {*view.act} <= {*here.seats}:
        raise NoView("return", "a seat that was left out cannot come back")
    if not gone:
        return here
    if view.choice is not Choice.LEAVE_OUT:
        raise NoView("choice", "this game can go on only if the missing seats are left out")
    return _left_out(here, gone, view.why)


def _left_out(here: Position, gone: tuple[int, ...], why: Why) -> Position:
    rest = replace(here, seats=tuple(seat for seat in here.seats if seat not in gone))
    try:
        for seat in gone:
            if rest.state.needs:
                rest = rest.happen(Left(Seat(seat), _WORDS[why]))
    except NotLegal as refusal:
        raise NoView("rules", refusal.text) from refusal
    needs = rest.state.needs
    is_dealt_anew = bool(needs) and isinstance(needs[0], Shuffle) and needs[0].new_deck
    if needs and not is_dealt_anew and here.deal.cards:
        raise NoView("hidden", "cards that lie closed cannot be opened without the missing seat's key")
    return replace(rest, deal=_void(here.deal))


def _void(deal: Deal) -> Deal:
    """A deal that nothing has been done for. Its number is new where keys were begun under the old one:
    no ceremony is ever bound to the same words as another."""
    return Deal(deal.number if deal.commitments is None else deal.number + 1)
