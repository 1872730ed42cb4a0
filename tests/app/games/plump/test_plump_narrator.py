"""Plump's story: every line of whole random games is compared with the positions around it."""

from __future__ import annotations

import re

import pytest

from app.games.plump.narrator import plump_narrator, revokes
from app.games.plump.words import card_name
from rules.api import Left, Moved, Rolled, Seat, Shown, Shuffled, View
from rules.cards import SUIT, SUIT_NAMES, card
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.game import PlumpGame
from rules.plump.past import Revoke
from rules.plump.state import PlumpState
from tests.support.plump_deal import Deal, before_round
from tests.support.stories import LEFT, NAMES, RESULT, Moment, Reader, result_is, told_at_once, told_game

Match = re.Match[str]


def is_opening(reader: Reader, moment: Moment, match: Match) -> bool:
    part, rounds = moment.was.part, moment.was.past.setting.rounds
    numbers = (part.index + 1, len(rounds), part.cards)
    return (
        isinstance(moment.event, Shuffled)
        and tuple(map(int, match.group("round", "of", "cards"))) == numbers
        and (reader.seat(match, "who"), reader.seat(match, "first")) == (part.order[-1], part.order[0])
        and bool(match["open"]) is (part.cards == 1)
    )


def is_dealt(reader: Reader, moment: Moment, match: Match) -> bool:
    """True if the line names each card that this event showed the viewer, and its owner."""
    said = [
        f"{rank} of {suit}"
        for ranks, suit in re.findall(r"(?:^|and |, )([\w, ]+?) of (\w+)", match["cards"])
        for rank in re.split(r", | and ", ranks)
    ]
    event, hands = moment.event, [tuple(hand) for hand in moment.was.part.hands]
    return (
        isinstance(event, Shown)
        and sorted(said) == sorted(map(card_name, moment.shown))
        and event.slots == hands[reader.seat(match, "who")]
    )


def is_bid(reader: Reader, moment: Moment, match: Match) -> bool:
    return moment.event == Moved(Seat(reader.seat(match, "who")), Bid(int(match["ticks"])))


def are_all_bids(reader: Reader, moment: Moment, match: Match) -> bool:
    part = moment.now.part
    return (
        not part.is_bidding
        and (sum(part.bids), part.cards) == (int(match["sum"]), int(match["cards"]))
        and reader.seat(match, "who") == part.turn
    )


def is_play(reader: Reader, moment: Moment, match: Match) -> bool:
    event, led = moment.event, moment.was.part.suit_led
    suit = SUIT[event.action.face]
    return (
        event.seat == reader.seat(match, "who")
        and card_name(event.action.face) == match["card"]
        and ("lead" in match["who"]) is (led is None)
        and match["claim"] == (None if led in (None, suit) else SUIT_NAMES[led])
    )


def is_taken(reader: Reader, moment: Moment, match: Match) -> bool:
    seat, last = reader.seat(match, "who"), moment.now.last_tick
    part = moment.was.part
    row_ticks = moment.now.part.ticks if len(moment.now.past.rows) == part.index else ()
    ticks = row_ticks or moment.now.past.rows[-1].ticks
    best = next(each for each in last if card_name(each.face) == match["card"])
    return (
        best.seat == seat
        and all(SUIT[each.face] != SUIT[best.face] or each.face <= best.face for each in last)
        and SUIT[best.face] == SUIT[last[0].face]
        and (int(match["tick"]), int(match["took"])) == (part.tick, ticks[seat])
        and int(match["bid"]) == part.bid_of(Seat(seat))
    )


def are_opened(reader: Reader, moment: Moment, match: Match) -> bool:
    said = {}
    for words in re.split(r", | and ", match["cards"]):
        who, _, name = words.partition(" the ")
        said[reader.viewer if who == "you have" else NAMES.index(who.removesuffix(" has"))] = name
    part, event = moment.was.part, moment.event
    faces = zip(sorted(part.order), event.faces, strict=True)
    return isinstance(event, Shown) and said == {seat: card_name(face) for seat, face in faces}


def is_count(reader: Reader, moment: Moment, match: Match) -> bool:
    first = moment.now.past.last[0]
    return SUIT_NAMES[SUIT[first.face]] == match["suit"].lower() and reader.seat(match, "who") == first.seat


def is_score(reader: Reader, moment: Moment, match: Match) -> bool:
    past, seat = moment.now.past, reader.seat(match, "who")
    row, was = past.rows[-1], moment.was.past
    points = past.sums[seat] - was.sums[seat]
    brought = {"a plump": 0, "a plump for not following suit": 0}.get(match["brought"])
    return (
        len(past.rows) == len(was.rows) + 1
        and (row.bids[seat], row.ticks[seat]) == (int(match["bid"]), int(match["took"]))
        and (int(match["brought"].split()[0]) if brought is None else brought) == points
        and int(match["sum"]) == past.sums[seat]
        and ("following" in match["brought"]) is (Seat(seat) in row.revoked)
    )


def is_proven(reader: Reader, moment: Moment, match: Match) -> bool:
    numbers = [int(match[group]) for group in ("claimed", "round", "proven")]
    suit = SUIT_NAMES.index(match["suit"])
    found = Revoke(Seat(reader.seat(match, "who")), numbers[1] - 1, suit, numbers[0], numbers[2])
    return (
        found in revokes(moment.now)
        and found not in revokes(moment.was)
        and ("stops" in match["follows"]) is moment.now.past.is_stopped
    )


def is_over(reader: Reader, moment: Moment, match: Match) -> bool:
    past = moment.now.past
    why = match["why"]
    return moment.now.outcome() is not None and (
        (why.startswith("all") and len(past.rows) == len(past.setting.rounds) == int(why.split()[1]))
        or (why.startswith("a proven") and past.is_stopped)
        or (why.startswith("fewer") and past.setting.seats - len(past.gone) < 2)
    )


PATTERNS = {
    "{who:deal first}.": lambda reader, moment, match: (
        reader.seat(match, "who") == moment.now.past.first_dealer
    ),
    "Everybody has shuffled the deck.": lambda reader, moment, match: isinstance(moment.event, Shuffled),
    r"Round (?P<round>\d+) of (?P<of>\d+): (?P<cards>\d+) cards? each"
    r"(?P<open>, seen by everybody but its owner)?\. "
    r"(?P<who>You deal|\w+ deals) and {first:bid first}\.": is_opening,
    r"{who:are dealt} the (?P<cards>.+)\.": is_dealt,
    r"{who:bid} (?P<ticks>\d+)\.": is_bid,
    r"The bids add up to (?P<sum>\d+) for (?P<cards>\d+) ticks?; {who:lead}\.": are_all_bids,
    r"(?P<who>You (lead|play)|\w+ (leads|plays)) the (?P<card>[\w ]+)"
    r"(, claiming to have no (?P<claim>\w+))?\.": is_play,
    r"{who:take} tick (?P<tick>\d+) with the (?P<card>[\w ]+): (?P<took>\d+) taken, "
    r"(?P<bid>\d+) bid\.": is_taken,
    r"The cards are turned over: (?P<cards>.+)\.": are_opened,
    r"(?P<suit>\w+) count, because {who:lead}\.": is_count,
    r"(?P<who>You|\w+) bid (?P<bid>\d+) and took (?P<took>\d+): "
    r"(?P<brought>\d+ points?|a plump( for not following suit)?), (?P<sum>\d+) in all\.": is_score,
    r"Proven: in tick (?P<claimed>\d+) of round (?P<round>\d+) {who:} did not follow (?P<suit>\w+), but had "
    r"(?P=suit) and played one in tick (?P<proven>\d+); "
    r"(?P<follows>the game stops|the round is a plump for (?P=who))\.": is_proven,
    r"The game is over: (?P<why>.+)\.": is_over,
    r"The round is void, and the others are dealt a new one\.": lambda reader, moment, match: (
        isinstance(moment.event, Left) and moment.was.part.index == moment.now.part.index
    ),
    **LEFT,
    RESULT: result_is,
}


@pytest.mark.parametrize("viewer", [None, 0, 2])
@pytest.mark.parametrize(
    ("seats", "options", "leaving"),
    [
        (3, {"length": "short"}, 0.0),
        (4, {"length": "short", "lead": "highest-bid", "zero": "5"}, 0.0),
        (4, {"length": "short"}, 0.01),
    ],
)
def test_every_line_of_a_game_is_true(
    viewer: int | None, seats: int, options: dict[str, str], leaving: float
) -> None:
    reader = Reader(PATTERNS, seats, viewer)
    found: set[str] = set()
    for seed in (1, 2):
        for moment in told_game(
            "plump", plump_narrator, seats=seats, viewer=viewer, seed=seed, options=options, leaving=leaving
        ):
            found.update(reader.read(moment))

    assert RESULT in found
    assert len(found) >= 11


@pytest.mark.parametrize("viewer", [None, 1])
def test_only_open_cards_are_named(viewer: int | None) -> None:
    """Nobody is told a card that is neither open nor shown to them (others', in a one-card round)."""
    for moment in told_game("plump", plump_narrator, seats=4, viewer=viewer, seed=5):
        named = {face for face in range(52) if any(card_name(face) in line for line in moment.lines)}
        public = {face for _, face in getattr(getattr(moment.event, "action", None), "opens", ())}
        if isinstance(moment.event, Shown):
            public |= {*moment.shown, *(moment.event.faces or ())}

        table = moment.was.part.table if moment.was.part else ()

        assert named <= public | {each.face for each in table}


def test_a_game_told_all_at_once_has_the_same_story() -> None:
    slowly = tuple(each.lines for each in told_game("plump", plump_narrator, seats=3, viewer=0, seed=7))

    assert told_at_once("plump", plump_narrator, seats=3, viewer=0, seed=7) == slowly


@pytest.mark.parametrize(
    ("option", "ends"), [("plump", "the round is a plump for you."), ("stop", "the game stops.")]
)
def test_a_revoke_is_also_reported_to_the_player_who_made_it(option: str, ends: str) -> None:
    state = dealt(option)
    lines = [
        line
        for was, event in revoked(state)
        for line in plump_narrator(
            View(was, Seat(1), {}), event, View(was.after(event), Seat(1), {}), ("Ada", "Bo")
        )
    ]

    assert (
        "Proven: in tick 1 of round 1 you did not follow hearts, but had hearts and played one in tick 2; "
        f"{ends}" in lines
    )
    assert any(line.startswith("The game is over: a proven revoke") for line in lines) is (option == "stop")
    if option == "plump":
        assert "You bid 1 and took 0: a plump for not following suit, 0 in all." in lines


def dealt(revoke: str) -> PlumpState:
    """Two players, two cards each, the first round of what is left: seat 1 will not follow."""
    start = PlumpGame().start(2, {"length": "short", "revoke": revoke})
    assert isinstance(start, PlumpState)
    return start


def revoked(state: PlumpState) -> list[tuple[PlumpState, object]]:
    """A whole round in which seat 1 plays clubs on hearts, and hearts on the next tick."""
    hands = {0: ["Ah", "Kh", "Qh", "Jh", "10h"], 1: ["2c", "2h", "3h", "4h", "5h"]}
    steps: list[tuple[PlumpState, object]] = []

    def happen(event: object) -> None:
        nonlocal state
        steps.append((state, event))
        state = state.after(event)  # type: ignore[arg-type]

    happen(Rolled(1))
    happen(Shuffled("deck", state.needs[0].into))
    for need in state.needs:
        happen(Shown(need.slots, need.to, None))
    happen(Moved(Seat(0), Bid(5)))
    happen(Moved(Seat(1), Bid(1)))
    while state.turn is not None and state.past.rows == () and not state.past.is_stopped:
        seat = state.turn
        slot = state.part.hands[seat][0]
        happen(Moved(seat, PlumpPlay(slot, card(hands[seat][5 - len(state.part.hands[seat])]))))
    return steps


OVER = "The game is over: fewer than two players are left."


@pytest.mark.parametrize(
    ("state", "rest"),
    [
        (PlumpGame().start(4, {}), []),
        (before_round(0), []),
        (
            Deal("2h 3h", "4h 5h", "6h 7h").bid(1).state,
            ["The round is void, and the others are dealt a new one."],
        ),
        (before_round(0, seats=2), [OVER, "You win with 0 points.", "Bo is second with 0 points."]),
        (Deal("2h 3h", "4h 5h").state, [OVER, "You win with 0 points.", "Bo is second with 80 points."]),
    ],
)
def test_a_round_is_void_only_if_its_cards_are_dealt_and_others_play_on(
    state: PlumpState, rest: list[str]
) -> None:
    event = Left(Seat(1), "left")
    before, after = View(state, Seat(0), {}), View(state.after(event), Seat(0), {})

    assert list(plump_narrator(before, event, after, ("Ada", "Bo", "Cy", "Di"))) == [
        "Bo has left the table.",
        *rest,
    ]
