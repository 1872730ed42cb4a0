"""Matriculation's story: every line of whole random games is compared with the positions around it."""

from __future__ import annotations

import re

import pytest

from app.games.matriculation.narrator import matriculation_narrator
from app.games.matriculation.words import a_card, setback_effect
from rules.api import Left, Moved, Seat, Shown, Shuffled, Slot, View
from rules.matriculation.actions import Discard, MatriculationPass, MatriculationPlay
from rules.matriculation.cards import TITLES, Kind, Setback, kind, parse_face, setback_face, trouble
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.player import DEGREE, OgreRule, Student, piles_of
from rules.matriculation.score import totals
from rules.matriculation.state import MatriculationState
from tests.support.matriculation import Desk, desk, player
from tests.support.stories import LEFT, NAMES, RESULT, Moment, Reader, result_is, told_at_once, told_game
from tests.support.values import replace

Match = re.Match[str]
CARD = r"(?P<card>(an? )?[\w ']+?)"


def hours(moment: Moment, seat: int) -> int | None:
    """Credit hours of a seat after the moment; None if a new hand has begun."""
    is_next = moment.now.hand_number != moment.was.hand_number
    return None if is_next else moment.now.hours(Seat(seat))


def is_card(words: str, face: int) -> bool:
    return words == a_card(face)


def is_draw(reader: Reader, moment: Moment, match: Match) -> bool:
    seat, event = reader.seat(match, "who"), moment.event
    own = seat == reader.viewer
    return (
        isinstance(event, Shown)
        and moment.was.phase is MatriculationPhase.DRAW
        and event.to == (seat,)
        and bool(match["last"]) is (moment.now.deck_left == 0)
        and (match["card"] in map(a_card, moment.seen) if own else match["card"] == "a card")
    )


def is_dealt(reader: Reader, moment: Moment, match: Match) -> bool:
    return (
        moment.was.phase is not MatriculationPhase.DRAW
        and moment.event.to == (reader.viewer,)
        and sorted(re.split(r", | and ", match["cards"])) == sorted(map(a_card, moment.shown))
    )


def is_term(reader: Reader, moment: Moment, match: Match) -> bool:
    seat, face = reader.seat(match, "who"), moment.event.action.face
    said = int(match["hours"])
    before = moment.was.hours(seat)
    worth = int(match["worth"]) if match["worth"] else int(match["card"].split()[1])
    owed = Setback.OGRE in moment.was.players[seat].setbacks
    return (
        is_card(match["card"], face)
        and hours(moment, seat) in (None, said)
        and (said == before + worth or (owed and said <= before + worth))
        and bool(match["worth"]) is (owed and moment.was.ogre is OgreRule.PER_TERM)
    )


def is_hit(reader: Reader, moment: Moment, match: Match) -> bool:
    target = reader.seat(match, "target")
    action, effect = moment.event.action, match["effect"].split(", now ")[0]
    fallen = re.search(r", now (\d+) instead of (\d+)", match["effect"])
    return (
        moment.event.seat == reader.seat(match, "who")
        and TITLES[action.face] == match["card"]
        and action.target == target
        and effect == setback_effect(trouble(action.face), moment.was.ogre)
        and (fallen is None) is (moment.was.hours(target) == moment.now.hours(target))
        and (fallen is None or tuple(map(int, fallen.groups())) == (
            moment.now.hours(target), moment.was.hours(target)))
    )  # fmt: skip


def is_mend(reader: Reader, moment: Moment, match: Match) -> bool:
    seat, face = reader.seat(match, "who"), moment.event.action.face
    setback = trouble(face)
    had = setback in moment.was.players[seat].setbacks
    is_exception = kind(face) is Kind.EXCEPTION
    said = match["hours"]
    return (
        TITLES[face] == match["card"]
        and bool(match["gone"]) is had
        and (not had or match["gone"] == TITLES[setback_face(setback)])
        and (had or match["safe"] == TITLES[setback_face(setback)])
        and bool(match["good"]) is bool(match["points"]) is is_exception
        and (said is None or hours(moment, seat) in (None, int(said)))
        and (said is not None) is (hours(moment, seat) not in (None, moment.was.hours(seat)))
    )


def is_graduate(reader: Reader, moment: Moment, match: Match) -> bool:
    score = moment.now.sheets[-1][reader.seat(match, "who")]
    return int(match["hours"]) >= DEGREE and score >= 5 * int(match["hours"]) + 100


def is_scored(reader: Reader, moment: Moment, match: Match) -> bool:
    parts = [int(number) for number in re.findall(r"(\d+) for ", match["parts"])]
    hours_said = int(re.search(r"(\d+) hours", match["parts"])[1])  # type: ignore[index]
    points = int(match["points"].replace("no", "0"))
    return (
        points == moment.now.sheets[-1][reader.seat(match, "who")] == sum(parts)
        and parts[0] == 5 * hours_said
        and len(moment.now.sheets) == len(moment.was.sheets) + 1
    )


def are_sums(reader: Reader, moment: Moment, match: Match) -> bool:
    said = {}
    for words in re.split(r", | and ", match["sums"]):
        who, number = words.rsplit(" ", 1)
        said[reader.viewer if who == "you" else NAMES.index(who)] = int(number)
    return (
        said == dict(enumerate(totals(moment.now.sheets, reader.seats)))
        and len(moment.now.sheets) == int(match["hands"])
    )  # fmt: skip


def is_end(reader: Reader, moment: Moment, match: Match) -> bool:
    action = getattr(moment.event, "action", None)
    is_match = "match" in match.string
    if not is_match and moment.was.hands == 1:
        return False
    return {
        "the deck is empty and everybody has passed": isinstance(action, MatriculationPass)
        and not moment.was.deck_left,
        "the deck is empty and nobody can play on": not moment.was.deck_left,
        "only one player is left": isinstance(moment.event, Left) and len(moment.now.seats_in) == 1,
    }[match["why"]]


PATTERNS = {
    r"{who:are dealt} (?P<cards>.+)\.": is_dealt,
    r"The (hand|match) is over: {who:have reached 120 hours}\.": lambda reader, moment, match: (
        moment.now.sheets[-1][reader.seat(match, "who")] >= 5 * DEGREE + 100
        and ("match" in match.string) is (moment.was.hands == 1)
    ),
    "{who:deal first}.": lambda reader, moment, match: reader.seat(match, "who") == moment.now.dealer,
    "Everybody has shuffled the deck.": lambda reader, moment, match: isinstance(moment.event, Shuffled),
    r"(Hand (?P<hand>\d+) of (?P<of>\d+): )?7 cards each; ({who:deal} and )?{first:begin}\.": (
        lambda reader, moment, match: (
            reader.seat(match, "first") == moment.now.turn
            and (match["who"] is None) is (moment.now.hand_number == 0)
            and (match["who"] is None or reader.seat(match, "who") == moment.now.dealer)
            and (match["hand"] is None or int(match["hand"]) == moment.now.hand_number + 1)
        )
    ),
    r"{who:draw} (?P<card>a card|[\w ']+?)(?P<last>, the last of the deck)?\.": is_draw,
    r"{who:take} (?P<card>an? \d+ Hour Term)(, worth (?P<worth>\d+) under the Ogre Prof)?: "
    r"(?P<hours>\d+) of 120 hours\.": is_term,
    r"{who:play} (?P<card>[\w ]+) on {target:}: (?P<effect>.+)\.": is_hit,
    r"{who:play} (?P<card>[\w ']+): ((?P<gone>[\w ]+) is gone|safe from (?P<safe>[\w ]+?))"
    r"(?P<good> and cannot come back| from now on)?(, (?P<hours>\d+) of 120 hours again)?"
    r"(?P<points>, 100 points)?\.": is_mend,
    rf"{{who:discard}} {CARD}\.": lambda reader, moment, match: (
        isinstance(moment.event.action, Discard) and is_card(match["card"], moment.event.action.face)
    ),
    "{who:pass}.": lambda reader, moment, match: isinstance(moment.event.action, MatriculationPass),
    r"{who:graduate} with (?P<hours>\d+) hours in (?P<terms>\d+) terms?\.": is_graduate,
    r"The (hand|match) is over: (?P<why>.+)\.": is_end,
    r"{who:score} (?P<points>\d+|no) points? in this hand: (?P<parts>.+)\.": is_scored,
    r"After (?P<hands>\d+) hands: (?P<sums>.+)\.": are_sums,
    r"(?P<who>Your|\w+'s) hand is out of the game\.": lambda reader, moment, match: isinstance(
        moment.event, Left
    ),
    **LEFT,
    RESULT: result_is,
}


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize(
    ("seats", "options", "leaving"),
    [(2, {"hands": "2"}, 0.0), (3, {"ogre": "per_term", "hands": "2"}, 0.0), (4, {}, 0.01)],
)
def test_every_line_of_a_game_is_true(
    viewer: int | None, seats: int, options: dict[str, str], leaving: float
) -> None:
    reader = Reader(PATTERNS, seats, viewer)
    found: set[str] = set()
    for seed in range(2):
        for moment in told_game(
            "matriculation",
            matriculation_narrator,
            seats=seats,
            viewer=viewer,
            seed=seed,
            options=options,
            leaving=leaving,
        ):
            found.update(reader.read(moment))

    assert RESULT in found
    assert len(found) >= 11


@pytest.mark.parametrize("viewer", [None, 1])
def test_nobody_learns_from_the_story_what_another_draws(viewer: int | None) -> None:
    found: set[str] = set()
    for moment in told_game("matriculation", matriculation_narrator, seats=2, viewer=viewer, seed=3):
        for line in moment.lines:
            drawn = re.match(r"(?P<who>\w+) draws? (?P<what>.+)\.", line)
            if drawn is not None and drawn["who"] != "You":
                found.add(drawn["what"])

    assert found and all(what.startswith("a card") for what in found)


@pytest.mark.parametrize("viewer", [None, 0])
def test_a_game_told_all_at_once_has_the_same_story(viewer: int | None) -> None:
    slowly = tuple(
        each.lines
        for each in told_game("matriculation", matriculation_narrator, seats=2, viewer=viewer, seed=7)
    )

    assert told_at_once("matriculation", matriculation_narrator, seats=2, viewer=viewer, seed=7) == slowly


@pytest.mark.parametrize(
    ("card", "target", "setbacks", "line"),
    [
        ("15h", None, (), "You take a 15 Hour Term: 33 of 120 hours."),
        ("18h", None, (Setback.OGRE,), "You take an 18 Hour Term: 30 of 120 hours."),
        (
            "ogre",
            1,
            (),
            "You play Ogre Prof on Bo: 6 hours fewer until Princess Fiona or Teacher's Pet, "
            "now 12 instead of 18.",
        ),
        ("car", 1, (), "You play Car Not Working on Bo: no terms until Car Fixed or Golden Car."),
        (
            "fiona",
            None,
            (Setback.OGRE,),
            "You play Princess Fiona: Ogre Prof is gone, 18 of 120 hours again.",
        ),
        ("car-fixed", None, (Setback.CAR,), "You play Car Fixed: Car Not Working is gone."),
        ("straight-as", None, (), "You play Straight A's: safe from Probation from now on, 100 points."),
        (
            "golden-car",
            None,
            (Setback.CAR,),
            "You play Golden Car: Car Not Working is gone and cannot come back, 100 points.",
        ),
    ],
)
def test_what_a_card_did_is_described(
    card: str, target: int | None, setbacks: tuple[Setback, ...], line: str
) -> None:
    state = MatriculationState(
        ogre=OgreRule.LASTING,
        hands=1,
        players=[
            Student(hand=(Slot(0),), terms=(parse_face("18h"),), credits=18, piles=piles_of(setbacks)),
            Student(hand=(Slot(1),), terms=(parse_face("18h"),), credits=18),
        ],
        phase=MatriculationPhase.PLAY,
        turn=Seat(0),
        deck=Slot(50),
    )
    event = Moved(
        Seat(0), MatriculationPlay(Slot(0), parse_face(card), None if target is None else Seat(target))
    )

    lines = matriculation_narrator(
        View(state, Seat(0), {}), event, View(state.after(event), Seat(0), {}), ("Ann", "Bo")
    )

    assert lines == (line,)


def told(table: Desk, event: Moved | Left) -> list[str]:
    """The lines that the first player reads of an event."""
    after = View(table.state.after(event), Seat(0), table.faces)
    names = ("Ann", "Bo", "Cy")[: len(table.state.players)]
    return list(matriculation_narrator(View(table.state, Seat(0), table.faces), event, after, names))


def test_a_hundred_and_twenty_hours_are_enough_for_a_degree() -> None:
    ready = player(terms="21h,21h,21h,21h,21h")
    table = desk("15h", "6h", players=(ready, player()))

    assert told(table, table.action("play 15h")) == [
        "You take a 15 Hour Term: 120 of 120 hours.",
        "You graduate with 120 hours in 6 terms.",
        "The match is over: you have reached 120 hours.",
        "You score 900 points in this hand: 600 for 120 hours, 100 for the degree and 200 for a quick "
        "degree.",
        "Bo scores no points in this hand: 0 for 0 hours.",
        "You win with 900 points.",
        "Bo is second with 0 points.",
    ]
    short = desk("12h", "6h", players=(ready, player()))
    assert told(short, short.action("play 12h")) == ["You take a 12 Hour Term: 117 of 120 hours."]


@pytest.mark.parametrize(
    ("card", "scored"),
    [
        ("car-fixed", "You score 30 points in this hand: 30 for 6 hours."),
        ("golden-car", "You score 130 points in this hand: 30 for 6 hours and 100 for 1 exception."),
    ],
)
def test_the_last_card_ends_the_hand_and_counts(card: str, scored: str) -> None:
    table = desk(card, "-", players=(player(terms="6h", setbacks="car"), player()), deck_left=0)

    assert scored in told(table, table.action(f"play {card}"))


@pytest.mark.parametrize(
    ("hands", "moves", "line"),
    [
        (1, ("pass", "pass"), "The match is over: the deck is empty and everybody has passed."),
        (2, ("pass", "pass"), "The hand is over: the deck is empty and everybody has passed."),
        (2, ("pass", "play 6h"), "Bo takes a 6 Hour Term: 12 of 120 hours."),
    ],
)
def test_with_an_empty_deck_a_hand_ends_once_all_have_passed(
    hands: int, moves: tuple[str, str], line: str
) -> None:
    table = desk(
        "car", "6h", players=(player(terms="6h"), player(terms="6h")), deck_left=0, hands_played=hands
    ).do(moves[0])
    lines = told(table, table.action(moves[1]))

    assert line in lines
    assert any("is over" in each for each in lines) is ("over" in line)


def test_the_last_card_of_all_ends_a_hand_of_the_match() -> None:
    table = desk("6h", "-", players=(player(terms="6h"), player(terms="6h")), deck_left=0, hands_played=2)
    lines = told(table, table.action("play 6h"))

    assert lines[1] == "The hand is over: the deck is empty and nobody can play on."
    assert lines[2:] == [
        "You score 60 points in this hand: 60 for 12 hours.",
        "Bo scores 30 points in this hand: 30 for 6 hours.",
    ]
    second = replace(table.state, sheets=((60, 30),), hand_number=1, deck=Slot(204))
    sums = told(replace(table, state=second), table.action("play 6h"))
    assert "After 2 hands: you 120 and Bo 60." in sums and sums[-2:] == [
        "You win with 120 points.",
        "Bo is second with 60 points.",
    ]
