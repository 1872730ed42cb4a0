"""The story of Plump: bids, ticks and the cards that took them, and the points of each round."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.narrator import (
    PROVEN,
    Cast,
    capitalise_you,
    cast_of,
    counted,
    left_line,
    listed,
    result_lines,
    sentence,
)
from app.games.plump.words import card_name, named, plump_state
from rules.api import Event, Left, Moved, Rolled, Shown, Shuffled, View
from rules.cards import SUIT, SUIT_NAMES
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.past import ABSENT, Played, Revoke, Row
from rules.plump.round import Round, winning
from rules.plump.state import PlumpState


def plump_narrator(before: View, event: Event, after: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return the lines for one event of Plump."""
    was, now, cast = plump_state(before), plump_state(after), cast_of(after, names)
    return (*_happened(was, event, after, cast), *_proven(was, now, cast), *_closed(was, now, cast))


def _happened(was: PlumpState, event: Event, after: View, cast: Cast) -> tuple[str, ...]:
    part, now = was.part, plump_state(after)
    if isinstance(event, Rolled):
        return (sentence(cast.does(now.past.first_dealer, "deal first")),)
    if isinstance(event, Left):
        is_void = part is not None and now.part is not None and part.is_shuffled
        void = ("The round is void, and the others are dealt a new one.",) if is_void else ()
        return (left_line(event, cast), *void)
    if part is None:
        return ()
    if isinstance(event, Moved):
        return _moved(part, event, now, cast)
    if isinstance(event, Shuffled):
        return ("Everybody has shuffled the deck.", _opening(part, was, cast))
    return _dealt(part, event, after, cast) if event.faces is None else _opened(part, now, cast)


def _dealt(part: Round, event: Shown, after: View, cast: Cast) -> tuple[str, ...]:
    """Tell our own hand, or in a round of one card the others' hands; () for a hand that we do not see."""
    faces = [face for slot in event.slots if (face := after.face(slot)) is not None]
    if len(faces) < len(event.slots):
        return ()
    seat = next(seat for seat, hand in enumerate(part.hands) if event.slots[0] in hand)
    return (sentence(cast.does(seat, f"are dealt the {named(faces)}")),)


def _moved(part: Round, event: Moved, now: PlumpState, cast: Cast) -> tuple[str, ...]:
    if isinstance(event.action, Bid):
        return (sentence(cast.does(event.seat, f"bid {event.action.ticks}")), *_all_bid(now.part, cast))
    return _played(part, event.action, cast) if isinstance(event.action, PlumpPlay) else ()


def _opening(part: Round, was: PlumpState, cast: Cast) -> str:
    cards = counted(part.cards, "card") + " each"
    if part.cards == 1:
        cards = "1 card each, seen by everybody but its owner"
    return sentence(
        f"Round {part.index + 1} of {len(was.past.setting.rounds)}: {cards}.",
        f"{capitalise_you(cast.does(part.order[-1], 'deal'))} and {cast.does(part.order[0], 'bid first')}",
    )


def _all_bid(part: Round | None, cast: Cast) -> tuple[str, ...]:
    """Tell the sum of the bids after the last bid."""
    if part is None or part.is_bidding:
        return ()
    return (
        sentence(
            f"The bids add up to {sum(part.bids)} for {counted(part.cards, 'tick')};",
            cast.does(part.turn, "lead"),
        ),
    )


def _played(part: Round, play: PlumpPlay, cast: Cast) -> tuple[str, ...]:
    seat, led = part.turn, part.suit_led
    card = f"the {card_name(play.face)}"
    if led is None:
        line = sentence(cast.does(seat, f"lead {card}"))
    elif SUIT[play.face] == led:
        line = sentence(cast.does(seat, f"play {card}"))
    else:  # only a claim so far
        line = sentence(cast.does(seat, f"play {card}, claiming to have no {SUIT_NAMES[led]}"))
    table = (*part.table, Played(seat, play.slot, play.face))
    return (line,) if len(table) < len(part.order) else (line, _taken(part, table, cast))


def _taken(part: Round, table: tuple[Played, ...], cast: Cast) -> str:
    best = winning(table)
    took = part.ticks[best.seat] + 1
    return sentence(
        cast.does(best.seat, f"take tick {part.tick} with the {card_name(best.face)}:"),
        f"{took} taken, {part.bid_of(best.seat)} bid",
    )


def _opened(part: Round, now: PlumpState, cast: Cast) -> tuple[str, ...]:
    """Tell a round of one card: each player's card, and who takes the tick."""
    table = now.past.last
    whose = [f"{cast.does(each.seat, 'have')} the {card_name(each.face)}" for each in table]
    led = SUIT_NAMES[SUIT[table[0].face]]
    return (
        sentence(f"The cards are turned over: {listed(whose)}"),
        sentence(f"{led.capitalize()} count, because", cast.does(table[0].seat, "lead")),
        _taken(part, table, cast),
    )


def _proven(was: PlumpState, now: PlumpState, cast: Cast) -> tuple[str, ...]:
    """Tell every revoke that this event has proven, and its consequence."""
    return tuple(_revoked(revoke, now, cast) for revoke in revokes(now) if revoke not in revokes(was))


def _revoked(revoke: Revoke, now: PlumpState, cast: Cast) -> str:
    suit, who = SUIT_NAMES[revoke.suit], cast.who(revoke.seat)
    return sentence(
        f"{PROVEN} in tick {revoke.claimed} of round {revoke.round + 1} {who} did not follow {suit},",
        f"but had {suit} and played one in tick {revoke.proven};",
        "the game stops" if now.past.is_stopped else f"the round is a plump for {who}",
    )


def revokes(state: PlumpState) -> tuple[Revoke, ...]:
    """Return every revoke proven so far, with those of the current round."""
    return (*state.past.revokes, *(state.part.revokes if state.part else ()))


def _closed(was: PlumpState, now: PlumpState, cast: Cast) -> tuple[str, ...]:
    """Tell the result of a round after its last card, and the end of the game after the last round."""
    lines: list[str] = []
    past = now.past
    if len(past.rows) > len(was.past.rows):
        row = past.rows[-1]
        scores = row.scores(past.setting)
        for seat, bid in enumerate(row.bids):
            if bid != ABSENT:
                lines.append(_scored(seat, row, scores[seat], past.sums[seat], cast))
    outcome = now.outcome()
    if outcome is not None and was.outcome() is None:
        lines += [_why_over(now), *result_lines(outcome, cast, "point")]
    return tuple(lines)


def _scored(seat: int, row: Row, points: int, total: int, cast: Cast) -> str:
    bid, took = row.bids[seat], row.ticks[seat]
    brought = counted(points, "point") if points else "a plump"
    if seat in row.revoked:
        brought = "a plump for not following suit"
    return sentence(f"{cast.who(seat)} bid {bid} and took {took}: {brought}, {total} in all")


def _why_over(now: PlumpState) -> str:
    past = now.past
    if past.is_stopped:
        return "The game is over: a proven revoke stops it."
    if len(past.rows) == len(past.setting.rounds):
        return f"The game is over: all {len(past.rows)} rounds have been played."
    return "The game is over: fewer than two players are left."
