"""Plan of the shares that each seat must give for the shows that the rules ask for (deck 5.2, 6.7, 6.9).

* V = the seats that may see a card, including those of earlier shows;
* a seat outside V gives its share in the clear, once;
* a seat inside V seals its share for each other seat of V, and keeps it from the rest.

So a card shown to one seat costs one share in the clear from each other seat and stays closed
to everybody else as long as its viewer's own share is missing; a card shown to all but its
owner (the forehead round) has the owner's share in the clear and all others sealed.

The share of a seat that is not there is put together by others, in the clear, out of their parts of
its key. A missing seat outside V would have given the same share. If the missing seat is inside V, the card
stays closed to those outside as long as another seat of V is there, because that one seals its share. If none
is there, it is a stand-in's card, which everybody may see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from net.seat.deal import Card, Deal
from rules.api import EVERYONE, Audience, Seat, Show, Slot


class SharesOwed(Struct, frozen=True):
    """The shares that one seat must give in a round: slots in the clear, (slot, viewer) sealed, and its
    contributions to the shares of missing seats, by seat."""

    clear: tuple[Slot, ...] = ()
    sealed: tuple[tuple[Slot, Seat], ...] = ()
    lent: tuple[tuple[Seat, tuple[Slot, ...]], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.clear or self.sealed or self.lent)


class SharePlan(Struct, frozen=True):
    """A round of shares for all the shows asked for at one state: which seat gives which share."""

    owed: Mapping[int, SharesOwed]

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that have a share to give, in rising order."""
        return tuple(sorted(seat for seat, owed in self.owed.items() if owed))


def plan_shows(deal: Deal, shows: Sequence[Show], present: Sequence[int]) -> SharePlan:
    """Plan which of the seats `present` must give which shares for these shows. No share is asked for twice.
    Of the seats that hold parts of a missing key, the first lend, as many as are needed."""
    keys = deal.known_keys()
    here = tuple(Seat(seat) for seat in keys.seats if seat in present)
    gone = tuple(Seat(seat) for seat in keys.seats if seat not in present)
    clear: dict[Seat, list[Slot]] = {seat: [] for seat in here}
    sealed: dict[Seat, list[tuple[Slot, Seat]]] = {seat: [] for seat in here}
    missing: dict[Seat, list[Slot]] = {seat: [] for seat in gone}
    for slot, audience in sorted(_audiences(shows).items()):
        card = deal.cards[slot]
        viewers = None if audience is EVERYONE else card.viewers.union(audience)
        for seat in here:
            if seat in card.shares:
                continue
            if viewers is None or seat not in viewers:
                clear[seat].append(slot)
            else:
                with_keys = sorted(viewers.intersection(keys.seats))
                sealed[seat] += [(slot, viewer) for viewer in with_keys if _needs(card, seat, viewer)]
        for seat in gone:
            if seat not in card.shares:
                missing[seat].append(slot)
    lent = tuple((seat, tuple(slots)) for seat, slots in missing.items() if slots)
    lenders = here[: deal.split[gone[0]].t] if lent else ()
    return SharePlan(
        {
            seat: SharesOwed(tuple(clear[seat]), tuple(sealed[seat]), lent if seat in lenders else ())
            for seat in here
        }
    )


def widened(one: Audience, other: Audience) -> Audience:
    """Both audiences together."""
    return None if one is None or other is None else tuple(sorted({*one, *other}))


def _audiences(shows: Sequence[Show]) -> dict[Slot, Audience]:
    audiences: dict[Slot, Audience] = {}
    for show in shows:
        for slot in show.slots:
            audiences[slot] = widened(audiences.get(slot, ()), show.to)
    return audiences


def _needs(card: Card, giver: Seat, viewer: Seat) -> bool:
    """True if a viewer still needs another seat's sealed share."""
    return viewer != giver and (giver, viewer) not in card.sealed
