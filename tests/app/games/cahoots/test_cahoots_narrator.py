"""Cahoots' story: every line of whole random games is checked against the positions around it."""

from __future__ import annotations

import re
from itertools import product

import pytest

from app.games.cahoots.narrator import STORY, cahoots_narrator, patron
from app.games.cahoots.words import card_name
from rules.api import Left, Moved, Seat, Shown, Shuffled
from rules.cahoots.actions import CahootsPlay, Call, Say, Verb
from rules.cahoots.cards import DECK, SUITS, suit, value
from rules.cahoots.course import CahootsPhase, Ends
from tests.support.stories import LEFT, RESULT, Moment, Reader, result_is, told_at_once, told_game

Match = re.Match[str]
PATRON = r"the [\w ]+ \(\d+\)"
FORBIDS = r"nobody may begin with a (?P<drink>[\w ]+) or (?P<article>an?) (?P<number>\d+)"


def played(moment: Moment, verb: Verb) -> bool:
    event = moment.event
    return (
        isinstance(event, Moved) and isinstance(event.action, CahootsPlay) and event.action.verb is verb
    )  # fmt: skip


def matches(how: str, face: int, top: int) -> bool:
    return {
        "the same drinker": suit(face) == suit(top),
        "the same number": value(face) == value(top),
        "one higher": value(face) == value(top) + 1,
        "one lower": value(face) == value(top) - 1,
    }[how]


def is_placed(reader: Reader, moment: Moment, match: Match) -> bool:
    face, top = moment.event.action.face, moment.was.main[-1]
    return (
        played(moment, Verb.PLACE)
        and moment.event.seat == reader.seat(match, "who")
        and (patron(face), patron(top)) == (match["card"], match["top"])
        and moment.now.main[-1] == face
        and matches(match["how"], face, top)
    )


def is_added(reader: Reader, moment: Moment, match: Match) -> bool:
    face, top = moment.event.action.face, moment.was.main[-1]
    return (
        played(moment, Verb.ADD)
        and moment.event.seat == reader.seat(match, "who")
        and patron(face) == match["card"]
        and matches(match["how"], face, top)
    )


def is_swapped(reader: Reader, moment: Moment, match: Match) -> bool:
    was, now, seat = moment.was, moment.now, reader.seat(match, "who")
    return (
        played(moment, Verb.SWAP)
        and (patron(was.veto.face), patron(now.veto.face)) == (match["old"], match["new"])
        and was.veto in now.players[seat].known
    )


def is_forbidden(reader: Reader, moment: Moment, match: Match) -> bool:
    veto = moment.now.veto.face
    said = (match["drink"], match["article"], int(match["number"]))
    return (SUITS[suit(veto)], "an" if value(veto) == 8 else "a", value(veto)) == said


def is_call(call: Call) -> object:
    return lambda reader, moment, match: (
        moment.event == Moved(Seat(reader.seat(match, "who")), Say(call))
    )  # fmt: skip


def is_own_draw(reader: Reader, moment: Moment, match: Match) -> bool:
    return (
        isinstance(moment.event, Shown)
        and moment.was.phase is CahootsPhase.DRAW
        and moment.event.to == (reader.viewer,)
        and match["card"] in map(patron, map(int, moment.seen))  # type: ignore[arg-type]
    )


def is_dealt(reader: Reader, moment: Moment, match: Match) -> bool:
    return (
        moment.was.phase is CahootsPhase.DEAL
        and moment.event.to == (reader.viewer,)
        and sorted(re.split(r", | and ", match["cards"])) == sorted(map(card_name, moment.shown))
    )


def is_finished(reader: Reader, moment: Moment, match: Match) -> bool:
    seat = reader.seat(match, "who")
    place = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh").index(match["place"])
    return moment.now.finished[place] == seat and not moment.now.players[seat].hand


def is_end(reader: Reader, moment: Moment, match: Match) -> bool:
    now = moment.now
    return (
        now.outcome() is not None
        and {
            "only one player is left": len(now.playing) == 1 and isinstance(moment.event, Left),
            "the first hand is empty": now.ends is Ends.FIRST and len(now.finished) == 1,
            "only one player has cards left": len(now.playing) == 1,
            "everybody has passed, and fewer cards are better": all(
                seat in now.passed for seat in now.playing
            ),
        }[match["why"]]
    )


PATTERNS = {
    r"{who:are dealt} (?P<cards>.+)\.": is_dealt,
    "{who:deal}.": lambda reader, moment, match: reader.seat(match, "who") == moment.now.dealer,
    "Everybody has shuffled the deck.": lambda reader, moment, match: isinstance(moment.event, Shuffled),
    re.escape(STORY): lambda reader, moment, match: (
        isinstance(moment.event, Shuffled) and moment.was.phase is CahootsPhase.SHUFFLE
    ),
    "7 cards each; {who:begin}.": lambda reader, moment, match: (
        reader.seat(match, "who") == moment.now.turn and isinstance(moment.event, Shuffled)
    ),
    r"The stock is used up: (?P<cards>\d+) cards? from under the top of the main pile become the new "
    r"stock\.": (
        lambda reader, moment, match: (
            int(match["cards"]) == len(moment.was.main) - 1 == moment.now.stock_end - moment.now.stock
        )
    ),
    rf"The main pile begins with (?P<main>{PATRON})\.": lambda reader, moment, match: (
        match["main"] == patron(moment.now.main[0]) and len(moment.now.main) == 1
    ),
    rf"The veto is (?P<veto>{PATRON}): {FORBIDS}\.": lambda reader, moment, match: (
        match["veto"] == patron(moment.now.veto.face) and is_forbidden(reader, moment, match)
    ),
    rf"{{who:draw}} (?P<card>{PATRON})\.": is_own_draw,
    "{who:draw a card}.": is_call(Call.DRAW),
    "{who:stop there}.": is_call(Call.STOP),
    "{who:pass}: there is no card left to draw.": is_call(Call.PASS),
    rf"{{who:swap}} (?P<new>{PATRON}) for the veto, (?P<old>{PATRON})\.": is_swapped,
    rf"Now {FORBIDS}\.": is_forbidden,
    rf"{{who:place}} (?P<card>{PATRON}) on (?P<top>{PATRON}): (?P<how>[\w ]+)\.": is_placed,
    rf"{{who:add}} (?P<card>{PATRON}): (?P<how>[\w ]+)\.": is_added,
    r"{who:have no cards left}: (?P<place>\w+) place\.": is_finished,
    "{who:have 1 card left}.": lambda reader, moment, match: (
        len(moment.now.players[reader.seat(match, "who")].hand) == 1
    ),
    r"(?P<turns>\d+) turns without a placed card: swapping is frozen until somebody places one\.": (
        lambda reader, moment, match: moment.now.swaps_frozen and int(match["turns"]) == moment.now.idle
    ),
    r"Swapping is free again\.": lambda reader, moment, match: (
        moment.was.swaps_frozen and not moment.now.swaps_frozen
    ),
    r"(?P<who>Your|\w+'s) cards are out of the game\.": lambda reader, moment, match: isinstance(
        moment.event, Left
    ),
    r"The game is over: (?P<why>.+)\.": is_end,
    **LEFT,
    RESULT: result_is,
}


ALL_LINES = [(3, 0, 0), (4, 0, 0), (6, None, 1), (6, 0, 1), (6, 2, 0), (8, None, 1), (8, 2, 1)]
"""Seats, viewer and seed of a few games that together tell every kind of line."""


@pytest.mark.parametrize(
    ("seats", "viewer", "seed"),
    [
        pytest.param(*game, marks=() if game in ALL_LINES else pytest.mark.slow)
        for game in product((3, 4, 6, 8), (None, 0, 2), (0, 1))
    ],
)
def test_every_line_of_a_game_is_true(seats: int, viewer: int | None, seed: int) -> None:
    options, leaving = {"ends": "first"} if seats == 4 else {}, 0.01 if seats == 6 else 0.0
    reader = Reader(PATTERNS, seats, viewer)  # type: ignore[arg-type]
    found: set[str] = set()
    for moment in told_game(
        "cahoots", cahoots_narrator, seats=seats, viewer=viewer, seed=seed, options=options, leaving=leaving
    ):
        found.update(reader.read(moment))

    assert RESULT in found
    assert len(found) >= 13


@pytest.mark.parametrize("viewer", [None, 1])
def test_only_cards_that_the_viewer_may_see_are_named(viewer: int | None) -> None:
    for moment in told_game("cahoots", cahoots_narrator, seats=3, viewer=viewer, seed=3):
        named = {face for face in DECK if any(patron(face) in line for line in moment.lines)}

        assert named <= moment.seen


@pytest.mark.parametrize("viewer", [None, 0])
def test_a_game_told_all_at_once_has_the_same_story(viewer: int | None) -> None:
    slowly = tuple(
        each.lines for each in told_game("cahoots", cahoots_narrator, seats=3, viewer=viewer, seed=7)
    )

    assert told_at_once("cahoots", cahoots_narrator, seats=3, viewer=viewer, seed=7) == slowly


@pytest.mark.parametrize(
    ("face", "words"),
    [
        (0, "the WWE Fanatic Chai Guy (1)"),
        (48, "the Programmer Tea Toter (9)"),
        (59, "the Philosophy Major Rocco Cocoa (10)"),
    ],
)
def test_a_patron_is_named_with_trait_drink_and_number(face: int, words: str) -> None:
    assert patron(face) == words  # type: ignore[arg-type]
