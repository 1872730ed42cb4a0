"""Game and deck after a table goes on without some seats, or with them again (deck 6.9).

Every closed card is locked with the keys of all seats that were at the table when it was dealt. When a seat
is missing, the deal continues in one of three ways:

* The deal is void and begins again with the keys of the seats that are present. This is possible if no card
  was dealt yet, or if the rules now make a new deck.
* The deal goes on, and other seats lend the missing seat's shares from the parts that they hold of its key
  (`net.deck.lent`). A table without escrow cannot do that.
* The deal goes on with the shares that the missing seat left behind when it left in order: its lock is taken
  off the cards (`net.seat.steps.part`). A seat that votes for this holds these shares; the record has them.

A seat that is left out is gone for the rules as well: its hand stays closed, and it does not come back. A
seat with a stand-in plays on: its hand is opened to everybody when its turn comes, and so are the cards that
it is dealt from then on. Its owner finds the hand open on coming back.

A round under way is void. But everybody who has seen the shares given in that round knows the cards. If the
rules now deal these cards to other seats, others would know their faces; the same is true of the cards dealt
to a stand-in whose owner comes back before the round is over. So the rest of each pile that such cards come
from is first shuffled once more; a single card that is left of a pile cannot be shuffled.

The last seat to give its share in such a round also knows the number that was being drawn together. So it
stays the same number if possible: the seats that are present lend the missing seats' shares of it with the
same keys, and only then new keys are made. If nobody can lend, another number is drawn without the missing
seats. `Position.kept_out` holds these seats, and no program lets them back by itself before the next deal.
"""

from __future__ import annotations

from msgspec.structs import replace

from net.deck.pile import EMPTY_PILE
from net.errors import NoView
from net.machine import Choice, TableView, Why
from net.seat.deal import Deal
from net.seat.position import Position
from net.seat.steps.part import is_own
from net.wire.genesis import Half
from rules.api import Choose, Left, Need, Roll, Seat, Show, Shuffle, Slot
from rules.errors import NotLegal


def changed_seats(here: Position, view: TableView) -> Position:
    """The position after a change of view; raises `NoView`, with the reason, if that view is impossible."""
    back = {*view.act} - {*here.seats}
    if not back <= {*here.stand_ins}:
        raise NoView("return", "a seat that was left out cannot come back")
    if view.is_half and (view.choice is not Choice.END or here.half is Half.WAIT):
        raise NoView("majority", "those who would stay are not more than half of the table")
    if view.choice is Choice.END:
        is_won = view.is_half and here.half is Half.WINS
        others = (seat for seat in range(len(here.state.standing().ranks)) if seat not in view.act)
        # Seats that were to leave after a choice leave now, without it.
        rest = _left(replace(here, choices=None), (), view.why)
        return replace(rest, seats=view.act, is_ended=True, forfeits=tuple(others) if is_won else ())
    missing = tuple(sorted({*here.seats, *here.stand_ins} - {*view.act}))
    if view.choice is Choice.GO_ON and not {*missing} <= {*here.stand_ins}:
        raise NoView("choice", "seats are missing, and the vote does not say what becomes of them")
    # The same players: the running deal and those made ahead go on (deck 6.9).
    if view.act == here.seats and not (missing and view.choice is Choice.LEAVE_OUT):
        return here
    if view.choice is Choice.LEAVE_OUT:
        rest = replace(_left(here, missing, view.why), stand_ins=())
    else:
        rest = replace(here, stand_ins=missing)
    kept_out, sat_out = (tuple(sorted({*kept} - {*view.act})) for kept in (here.kept_out, here.sat_out))
    rest = replace(rest, seats=view.act, kept_out=kept_out, sat_out=sat_out)
    deal = _deal(here, rest, view)
    # Deals made ahead are locked with the keys of the players before, so they are void (deck 6.9).
    rest = replace(rest, deal=deal, ahead=(), unused=max(here.unused, deal.number + 1))
    return rest if here.drawn_at is None else _drawn_on(here, rest)


def _drawn_on(before: Position, after: Position) -> Position:
    """The position `after` a round in which a number was being drawn has become void. With the same keys the
    number stays the same. With other keys another number is drawn, and the missing seats are kept out,
    because they may have seen the first one."""
    if not _is_drawing(after):
        return replace(after, drawn_at=None)
    if after.deal.keys is before.deal.keys and not after.deal.parting:
        return after
    gone = {*before.keys.seats} - {*after.seats}
    return replace(after, drawn_at=None, kept_out=tuple(sorted({*after.kept_out, *gone})))


def _is_drawing(here: Position) -> bool:
    return bool(here.state.needs) and isinstance(here.state.needs[0], Roll)


def _left(here: Position, gone: tuple[int, ...], why: Why) -> Position:
    """Return the position after the seats `gone` have left for the rules. While several seats choose at
    once, their choices stand: then these seats leave when the choices are open."""
    leaving, after = here.leaving, here
    leaving += tuple(Left(Seat(seat), "left" if why is Why.LEFT else "gone") for seat in gone)
    try:
        for left in leaving:
            # A game that is over lets nobody leave.
            if after.state.needs:
                after = after.after_event(left)
    except NotLegal as refusal:
        raise NoView("rules", refusal.text) from refusal
    if here.choices is not None and after.state.needs and isinstance(after.state.needs[0], Choose):
        return replace(here, leaving=leaving)
    return replace(after, choices=None, leaving=())


def _deal(before: Position, after: Position, view: TableView) -> Deal:
    """The deal after a change of seats; raises `NoView` if it can neither go on nor begin again."""
    needs, deal = after.state.needs, before.deal
    if not needs:
        return deal
    is_new_deal = isinstance(needs[0], Shuffle) and needs[0].new_deck
    is_drawn_on = before.drawn_at is not None and _is_drawing(after) and _unlent(after) is None
    if is_new_deal or not (deal.cards or is_drawn_on):
        # No two sets of keys may be bound to the same number: if keys were begun, the deal gets a new one.
        return Deal(before.unused if deal.commitments else deal.number)
    if (why := _unlent(after)) is not None:
        return _parted(after, view, why)
    # A seat that is back must not know from the void round what its stand-in was being dealt.
    is_back = not {*after.seats} <= {*before.seats}
    asked = _asked(before.state.needs) if needs != before.state.needs or is_back else ()
    return replace(deal, mixing=EMPTY_PILE, mixed_by=(), remix=_remix(deal, asked))


def _unlent(here: Position) -> NoView | None:
    """Return the reason why the seats that are present cannot lend the missing shares; None if they hold
    enough parts of the missing keys, or if no seat is missing."""
    split = here.deal.split
    if not here.missing:
        return None
    if not split:
        return NoView("hidden", "cards that lie face down cannot be opened without the missing seat's key")
    holders = {*here.keys.seats} - here.missing
    if any(len(holders) < split[seat].t for seat in here.missing):
        return NoView("escrow", "too few of those who hold parts of the missing keys are left")
    return None


def _parted(after: Position, view: TableView, why: NoView) -> Deal:
    """The deal with the missing seats' locks to take off, by the shares that they left behind; raises `why`
    if they did not leave in order."""
    deal = after.deal
    # Only a seat that left in order has left shares behind.
    if view.why is not Why.LEFT:
        raise why
    holding = any(is_own(card, Seat(seat)) for seat in after.missing for card in deal.cards.values())
    if holding and view.choice is Choice.STAND_IN:
        raise NoView("hidden", "nobody can open the hand of the seat that left")
    remix, parting = _remix(deal, tuple(deal.cards)), tuple(sorted({*deal.parting, *after.missing}))
    return replace(deal, mixing=EMPTY_PILE, mixed_by=(), remix=remix, parting=parting)


def _asked(needs: tuple[Need, ...]) -> tuple[Slot, ...]:
    """The slots whose shares may have been given in a round that is void now."""
    return tuple(slot for need in needs if isinstance(need, Show) for slot in need.slots)


def _remix(deal: Deal, asked: tuple[Slot, ...]) -> tuple[tuple[Slot, ...], ...]:
    """The slots to shuffle once more: for each pile that an `asked` slot comes from, all its cards that
    nobody has been shown; and those of `deal.remix`."""
    unseen = {slot: card for slot, card in deal.cards.items() if not card.viewers}
    piles = sorted({unseen[slot].pile for slot in asked if slot in unseen})
    found = {*deal.remix}
    found |= {tuple(sorted(slot for slot, card in unseen.items() if card.pile == pile)) for pile in piles}
    return tuple(sorted(slots for slots in found if len(slots) > 1))
