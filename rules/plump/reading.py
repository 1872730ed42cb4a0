"""Read the canonical text of a position back, and refuse one that the rules cannot work with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rules.api import Event, Moved, Option, Seat, Show, Shown, Shuffle, Shuffled, Turn
from rules.cards import SUIT_NAMES
from rules.errors import BadText, NotLegal
from rules.plump.actions import Bid, parse_play
from rules.plump.course import SEATS
from rules.plump.past import ABSENT, UNKNOWN, Past, Played, Revoke, Row, Setting
from rules.plump.state import PlumpState, next_round
from rules.text import parse_number

PAST: Final = re.compile(
    r"plump seats=(?P<seats>\d+) lead=(?P<lead>\S+) zero=(?P<zero>\S+) "
    r"length=(?P<length>\S+) revoke=(?P<revoke>\S+) first=(?P<first>\S+) "
    r"gone=(?P<gone>\S+) deals=(?P<deals>\d+) rows=(?P<rows>\S+) "
    r"revokes=(?P<revokes>\S+) last=(?P<last>\S+)",
    re.ASCII,
)


def read_position(text: str, options: Sequence[Option]) -> PlumpState:
    """The position that a text describes: its past is read, its round is played again.

    So a text is also refused if no play within a round leads to it. Raises `BadText`.
    """
    past, _, story = text.partition(";")
    state = next_round(_parse_past(past, options))
    try:
        for word in story.split(" ")[1:]:
            state = state.after(_parse_event(state, word))
    except NotLegal as why:
        raise BadText(f"the round of the position breaks the rules: {why}") from why
    return state


def _parse_past(text: str, offered: Sequence[Option]) -> Past:
    found = PAST.fullmatch(text)
    if not found:
        raise BadText("this is not the past of a game of Plump")
    seats = parse_number(found["seats"])
    options = {option.key: found[option.key] for option in offered}
    if seats not in SEATS or any(options[o.key] not in o.choices for o in offered):
        raise BadText("Plump has no such seats or options")
    past = Past(
        setting=Setting(seats, **options),
        first_dealer=UNKNOWN if found["first"] == "-" else _seat(found["first"], seats),
        gone=tuple(_seat(word, seats) for word in _listed(found["gone"], ",")),
        deals=parse_number(found["deals"]),
        rows=tuple(_parse_row(word, seats) for word in _listed(found["rows"], "|")),
        revokes=tuple(_parse_revoke(word, seats) for word in _listed(found["revokes"], "|")),
        last=tuple(_parse_played(word, seats) for word in _listed(found["last"], ",")),
    )
    _check_past(past)
    return past


def _listed(text: str, mark: str) -> list[str]:
    return [] if text == "-" else text.split(mark)


def _seat(text: str, seats: int) -> Seat:
    seat = parse_number(text)
    if seat >= seats:
        raise BadText(f"there is no seat {text}")
    return Seat(seat)


def _parse_row(text: str, seats: int) -> Row:
    cards, _, cells = text.partition(":")
    bids: list[int] = []
    ticks: list[int] = []
    revoked: list[Seat] = []
    for seat, cell in enumerate(cells.split(",")):
        bid, _, taken = cell.partition("/")
        bids.append(ABSENT if cell == "-" else parse_number(bid))
        ticks.append(0 if cell == "-" else parse_number(taken.removesuffix("!")))
        if cell.endswith("!"):
            revoked.append(Seat(seat))
    if len(bids) != seats:
        raise BadText(f"a row has {seats} cells, not {len(bids)}")
    return Row(parse_number(cards), tuple(bids), tuple(ticks), tuple(revoked))


def _parse_revoke(text: str, seats: int) -> Revoke:
    words = text.split(".")
    if len(words) != 5:
        raise BadText(f"{text!r} is not a revoke")
    seat, index, suit, claimed, proven = map(parse_number, words)
    if seat >= seats or suit >= len(SUIT_NAMES):
        raise BadText(f"{text!r} names no seat or no suit")
    return Revoke(Seat(seat), index, suit, claimed, proven)


def _parse_played(text: str, seats: int) -> Played:
    seat, _, what = text.partition(":")
    play = parse_play(what)
    return Played(_seat(seat, seats), play.slot, play.face)


def _check_past(past: Past) -> None:
    """Raise `BadText` for a past that the rules cannot work with."""
    rounds = past.setting.rounds
    if past.gone != tuple(sorted(set(past.gone))):
        raise BadText("the seats that left are repeated or out of order")
    if len(past.rows) > len(rounds) or (past.first_dealer == UNKNOWN and past.rows):
        raise BadText("there are rows of rounds that no game has")
    if not len(past.rows) <= past.deals <= len(past.rows) + len(past.gone) + len(past.revokes):
        raise BadText("the number of deals does not fit the rows")
    for cards, row in zip(rounds, past.rows, strict=False):
        bidders = [bid for bid in row.bids if bid != ABSENT]
        if (
            row.cards != cards
            or sum(row.ticks) != cards
            or len(bidders) < 2
            or sum(bidders) == cards
            or any(bid > cards for bid in bidders)
        ):
            raise BadText(f"no round can end as {row}")
    if any(revoke.round > len(past.rows) for revoke in past.revokes):
        raise BadText("a revoke is of a round that was not played")


def _parse_event(state: PlumpState, word: str) -> Event:
    """The event of one word in a round's story, in the position before it."""
    need = state.needs[0] if state.needs else None
    if word == "shuffled" and isinstance(need, Shuffle):
        return Shuffled(need.pile, need.into)
    if word == "shown" and isinstance(need, Show) and need.to is not None:
        return Shown(need.slots, need.to, None)
    if isinstance(need, Turn) and state.part is not None:
        bidding = state.part.is_bidding
        return Moved(need.seat, Bid(parse_number(word)) if bidding else parse_play(word))
    raise BadText(f"{word!r} is not what comes next in the round")
