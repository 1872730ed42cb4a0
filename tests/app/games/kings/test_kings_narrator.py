"""Kings' story: every line of whole random games is compared with the positions around it."""

from __future__ import annotations

import re

import pytest

from app.games.kings.narrator import kings_narrator
from app.games.kings.words import card_name, pile_name
from rules.api import Event, Left, Moved, Rolled, Seat, Show, Shown, Shuffle, Shuffled, View
from rules.kings.actions import Attack, Bank, KingsEnd, KingsUndo, Put, Swap
from rules.kings.cards import BLANK, FACES, NAMES, SUIT, SUIT_WORDS, parse_face
from rules.kings.course import KingsPhase
from rules.kings.game import KingsGame
from rules.kings.piles import Side, score
from rules.kings.state import KingsState, start
from tests.support.stories import LEFT, RESULT, Moment, Reader, result_is, told_at_once, told_game
from tests.support.stories import NAMES as PLAYERS
from tests.support.values import replace

Match = re.Match[str]
CARDS = r"(?P<cards>[\w ,]+?)"
RANK = r"\b(?:\d+|Jack|Queen|Ace)\b"
CARD = r"(?P<article>a|the) (?P<card>[\w ]+?)"


def is_card(match: Match, face: int) -> bool:
    return match["card"] == card_name(face) and (match["article"] == "a") is (SUIT[face] == BLANK)


FEW = ("", "", "two", "three", "four")


def codes(words: str) -> list[str]:
    """The short names of cards told in a row: "the 2 and 9 of hearts and two blank 7s" has 2h, 9h, 7b, 7b."""
    names = {card_name(face): NAMES[face] for face in range(FACES)}
    said: list[str] = []
    ranks: list[str] = []
    for named_so in filter(None, words.replace(" and ", ", ").split(", ")):
        each = named_so.removeprefix("the ").removeprefix("a ")
        number, _, blank = each.partition(" ")
        if number in FEW:
            said += [names[blank.removesuffix("s")]] * FEW.index(number)
            continue
        ranks.append(each)
        if each in names:  # the suit is said once, after the last of its ranks
            suit = each.partition(" of ")[2]
            said += [names[f"{rank.partition(' of ')[0]} of {suit}" if suit else rank] for rank in ranks]
            ranks = []

    assert ranks == []
    assert said == sorted(said, key=NAMES.index)
    return said


def is_dealt(reader: Reader, moment: Moment, match: Match) -> bool:
    event = moment.event
    seat = reader.seat(match, "who")
    count = re.fullmatch(r"(\d+)(?P<more> more)? cards?", match["cards"])
    number = int(count[1]) if count else len(codes(match["cards"].removesuffix(" as well")))
    is_rest = bool(count["more"]) if count else match["cards"].endswith(" as well")
    return is_rest is bool(moment.was.hidden) and (
        isinstance(event, Shown)
        and event.to == (seat,)
        and number == len(event.slots)
        and (count is None) is (seat == reader.viewer)
    )


def is_put(reader: Reader, moment: Moment, match: Match) -> bool:
    event = moment.event
    house = int(match["house"])
    pile = moment.now.sides[event.seat].house(house)
    return (
        isinstance(event.action, Put)
        and event.seat == reader.seat(match, "who")
        and is_card(match, event.action.face)
        and event.action.house == house
        and pile_name(pile) == match["pile"]
        and (int(match["worth"]) == score(pile) if match["worth"] else len(pile) == 1)
    )


def is_banked(reader: Reader, moment: Moment, match: Match) -> bool:
    seat = reader.seat(match, "who")
    return (
        isinstance(moment.event.action, Bank)
        and moment.event.seat == seat
        and is_card(match, moment.event.action.face)
        and match["suit"] == SUIT_WORDS[seat]
        and int(match["number"]) == len(moment.now.sides[seat].king)
    )


def is_attack(reader: Reader, moment: Moment, match: Match) -> bool:
    was, action = moment.was, moment.event.action
    own, target = reader.seat(match, "who"), reader.seat(match, "target")
    front = was.sides[target].front
    mine, other = was.sides[own].house(int(match["house"])), was.sides[target].house(front)
    scores = (int(match["attack"]), int(match["defence"]))
    return (
        action == Attack(int(match["house"]), Seat(target))
        and (pile_name(mine), pile_name(other)) == (match["mine"], match["other"])
        and scores == (score(mine), score(other))
        and bool(match["tie"]) is (scores[0] == scores[1])
    )


def is_won(reader: Reader, moment: Moment, match: Match) -> bool:
    winner = reader.seat(match, "who")
    gained = list(moment.now.sides[winner].spoils)
    for face in moment.was.sides[winner].spoils:
        gained.remove(face)
    said = codes(match["cards"] or "")
    mover, action = moment.event.seat, moment.event.action
    front = moment.was.sides[action.target].front
    is_gone = moment.now.sides[action.target].house(front) == ()
    return (
        sorted(said) == sorted(NAMES[face] for face in gained)
        and moment.now.sides[mover].house(action.house) == ()
        and (match["lost"] == "Both piles are gone") is is_gone is (winner == mover)
    )


def is_end_of_turn(reader: Reader, moment: Moment, match: Match) -> bool:
    thrown = moment.now.discard[len(moment.was.discard) :]
    said = codes(match["thrown"] or "")
    return (
        isinstance(moment.event.action, KingsEnd)
        and moment.event.seat == reader.seat(match, "who")
        and sorted(said) == sorted(NAMES[face] for face in thrown)
    )


def is_taken_back(reader: Reader, moment: Moment, match: Match) -> bool:
    """Undone is what had just been done, and its card is in the hand again, where all see it."""
    was, now = moment.was, moment.now
    mover, last, step = reader.seat(match, "who"), was.steps[-1], match["step"]
    if isinstance(last, Swap):
        told = step == f"the swap of houses {last.house} and {last.other}"
    elif isinstance(last, Attack):
        told = step.removeprefix("the attack on ") in ("you", PLAYERS[last.target])
    else:
        face, article = last.face, "a" if SUIT[last.face] == BLANK else "the"
        where = "the king" if isinstance(last, Bank) else f"house {last.house}"
        told = step == f"{article} {card_name(face)} from {where}" and face in now.sides[mover].spoils
    return (
        told
        and moment.event == Moved(Seat(mover), KingsUndo())
        and (now.steps, now.undone) == (was.steps[:-1], was.undone + 1)
    )


def is_over(reader: Reader, moment: Moment, match: Match) -> bool:
    now = moment.now
    return (
        now.outcome() is not None
        and {
            "a king pile is complete": any(len(side.king) == 9 for side in now.sides),
            "only one player is left": len(now.seats_in) == 1,
            "100 rounds are played": now.round == 100,
            "30 rounds without a card for a king": now.round - now.gained >= 30,
        }[match["why"]]
    )


PATTERNS = {
    "{who:are drawn} to begin.": lambda reader, moment, match: (
        isinstance(moment.event, Rolled) and reader.seat(match, "who") == moment.now.first
    ),
    "Everybody has shuffled the stock.": lambda reader, moment, match: isinstance(moment.event, Shuffled),
    r"{who:begin}, playing (?P<suit>\w+)\.": lambda reader, moment, match: (
        reader.seat(match, "who") == moment.now.turn == SUIT_WORDS.index(match["suit"])
        and moment.now.round == 1
    ),
    r"The stock is used up: (?P<cards>\d+) cards? from the discards become the new one\.": (
        lambda reader, moment, match: (
            moment.was.phase is KingsPhase.REFILL and int(match["cards"]) == len(moment.was.discard)
        )
    ),
    rf"{{who:are dealt}} {CARDS}\.": is_dealt,
    rf"{{who:put}} {CARD} into house (?P<house>\d): an? (?P<pile>[\w ]+ pile)(?P<worth>) begins\.": is_put,
    rf"{{who:put}} {CARD} into house (?P<house>\d): (?P<pile>[\w ]+ pile), "
    r"worth (?P<worth>\d+) now\.": is_put,
    rf"{{who:put}} {CARD} on the king of (?P<suit>\w+): (?P<number>\d) of 9\.": is_banked,
    r"The pile of the king of (?P<suit>\w+) is complete\.": lambda reader, moment, match: (
        len(moment.now.sides[SUIT_WORDS.index(match["suit"])].king) == 9
    ),
    r"{who:attack} {target:} from house (?P<house>\d): (?P<mine>[\w ]+ pile) against (?P<other>[\w ]+ pile), "
    r"(?P<attack>\d+) to (?P<defence>\d+)(?P<tie>, a tie, so the defender wins)?\.": is_attack,
    rf"{{who:win}}( the fight, with no cards to take| {CARDS})\. "
    r"(?P<lost>Both piles are gone|The [\w ]+ pile is gone)\.": is_won,
    r"{who:swap} houses (?P<one>\d) and (?P<other>\d)\.": lambda reader, moment, match: (
        moment.event == Moved(Seat(reader.seat(match, "who")), Swap(int(match["one"]), int(match["other"])))
    ),
    r"{who:take back} (?P<step>the swap of houses \d and \d)\.": is_taken_back,
    r"{who:take back} (?P<step>the attack on [\w ]+)\.": is_taken_back,
    r"{who:take back} (?P<step>(a|the) [\w ]+ from (house \d|the king))\.": is_taken_back,
    r"{who:end} the turn, (throwing away (?P<thrown>[\w ,]+)|with no cards left over)\.": is_end_of_turn,
    r"Round (?P<round>\d+) of at most 100 begins\."
    r"( (?P<quiet>\d+) rounds have passed without a card for any king; 30 end the game\.)?": (
        lambda reader, moment, match: (
            int(match["round"]) == moment.now.round == moment.was.round + 1
            and (match["quiet"] is None or int(match["quiet"]) == moment.now.quiet)
        )
    ),
    r"(?P<who>Your|\w+'s) cards go to the discards\.": lambda reader, moment, match: (
        isinstance(moment.event, Left) and moment.now.sides[moment.event.seat].cards() == ()
    ),
    r"All hidden cards are shuffled again\.": lambda reader, moment, match: (
        moment.now.phase is KingsPhase.SHUFFLE
    ),
    r"The game is over: (?P<why>.+)\.": is_over,
    **LEFT,
    RESULT: result_is,
}


@pytest.mark.parametrize(
    ("viewer", "options", "leaving", "seed"),
    [
        *((viewer, {"first": "random"}, 0.0, 2) for viewer in (None, 0, 2)),
        (0, {}, 0.004, 4),
        *(pytest.param(viewer, {}, 0.0, 1, marks=pytest.mark.slow) for viewer in (None, 0, 2)),
        *(pytest.param(viewer, {}, 0.004, 3, marks=pytest.mark.slow) for viewer in (None, 0)),
    ],
)
def test_every_line_of_a_game_is_true(
    viewer: int | None, options: dict[str, str], leaving: float, seed: int
) -> None:
    reader = Reader(PATTERNS, 4, viewer)
    found, told = set[str](), set[int]()
    for moment in told_game(
        "kings", kings_narrator, seats=4, viewer=viewer, seed=seed, options=options, leaving=leaving
    ):
        found.update(reader.read(moment))
        told.update(named(moment))
        assert named(moment) <= moment.seen | {face for side in moment.was.sides for face in side.cards()}

    assert RESULT in found
    assert len(found) >= 11 and len(told) > 30


def named(moment: Moment) -> set[int]:
    """The cards that the lines name: "the 2 and 9 of hearts and a blank 7" are three."""
    text, found = " ".join(moment.lines), set[str]()
    for ranks, suit in re.findall(rf"((?:{RANK}(?:, | and ))*{RANK}) of (\w+)", text):
        found |= {f"{rank} of {suit}" for rank in re.findall(RANK, ranks)}
    found |= {f"blank {rank}" for rank in re.findall(rf"blank ({RANK})", text)}
    return {face for face in range(FACES) if card_name(face) in found}


@pytest.mark.parametrize("viewer", [None, 0])
def test_a_game_told_all_at_once_has_the_same_story(viewer: int | None) -> None:
    slowly = tuple(each.lines for each in told_game("kings", kings_narrator, seats=4, viewer=viewer, seed=7))

    assert told_at_once("kings", kings_narrator, seats=4, viewer=viewer, seed=7) == slowly


@pytest.mark.parametrize(
    ("own", "other", "lines"),
    [
        (
            ("Jh", "3h", "5h"),
            ("Ad", "3d"),
            (
                "You attack Bo from house 1: Jack of hearts pile against Ace pile, 2 to 1.",
                "You win the 3 of diamonds. Both piles are gone.",
            ),
        ),
        (
            ("Jh", "3h", "5h"),
            ("Ad", "2d"),
            (
                "You attack Bo from house 1: Jack of hearts pile against Ace pile, 2 to 2, a tie, so the "
                "defender wins.",
                "Bo wins the 3 and 5 of hearts. The Jack of hearts pile is gone.",
            ),
        ),
        (
            ("Qb",),
            ("Jc", "7c"),
            (
                "You attack Bo from house 1: Queen pile against Jack of clubs pile, 0 to 1.",
                "Bo wins the fight, with no cards to take. The Queen pile is gone.",
            ),
        ),
    ],
)
def test_a_battle_is_described_with_its_numbers(
    own: tuple[str, ...], other: tuple[str, ...], lines: tuple[str, ...]
) -> None:
    sides = [Side(houses=(tuple(map(parse_face, pile)), (), ())) for pile in (own, other)]
    state = replace(start(Seat(0)), phase=KingsPhase.PLAY, owed=0, sides=[*sides, Side(), Side()])
    event = Moved(Seat(0), Attack(1, Seat(1)))

    told = kings_narrator(View(state, Seat(0), {}), event, View(state.after(event), Seat(0), {}), PLAYERS[:4])

    assert told == lines


@pytest.mark.parametrize(
    ("quiet", "told"),
    [
        (0, ""),
        (4, ""),
        (5, " 5 rounds have passed without a card for any king; 30 end the game."),
        (6, ""),
        (10, " 10 rounds have passed without a card for any king; 30 end the game."),
    ],
)
def test_every_fifth_quiet_round_is_mentioned(quiet: int, told: str) -> None:
    """The last player of a round ends her turn."""
    number = 20
    state = replace(
        start(Seat(0)), phase=KingsPhase.PLAY, owed=0, turn=Seat(3), round=number, gained=number - quiet
    )
    event = Moved(Seat(3), KingsEnd(()))
    lines = kings_narrator(View(state, None, {}), event, View(state.after(event), None, {}), PLAYERS[:4])

    assert state.after(event).quiet == quiet
    assert lines[1:] == (f"Round 21 of at most 100 begins.{told}",)


@pytest.mark.parametrize(
    ("card", "begins"), [("Ac", "an Ace pile"), ("Jc", "a Jack of clubs pile"), ("Qc", "a Queen pile")]
)
def test_the_line_about_a_card_that_begins_a_pile_names_the_pile(card: str, begins: str) -> None:
    state = replace(
        start(Seat(0)), phase=KingsPhase.PLAY, owed=0, sides=[Side(spoils=(parse_face(card),)), *[Side()] * 3]
    )
    event = Moved(Seat(0), Put(None, parse_face(card), 2))
    (line,) = kings_narrator(View(state, None, {}), event, View(state.after(event), None, {}), PLAYERS[:4])

    assert line.endswith(f"into house 2: {begins} begins.")


def told(state: KingsState, event: Event, seat: int = 0) -> tuple[KingsState, list[str]]:
    """The position after an event, and what that seat reads of it."""
    after = state.after(event)
    known = {slot: parse_face("7h") for slot in event.slots} if isinstance(event, Shown) else {}
    views = View(state, Seat(seat), {}), View(after, Seat(seat), known)
    return after, list(kings_narrator(views[0], event, views[1], PLAYERS[:4]))


def test_the_first_player_is_announced_after_the_first_shuffle_and_not_after_a_later_one() -> None:
    state, drawn = told(KingsGame().start(4, {"first": "random"}), Rolled(2))  # type: ignore[arg-type]
    pile = state.needs[0]
    assert isinstance(pile, Shuffle)
    dealing, shuffled = told(state, Shuffled(pile.pile, pile.into))
    without, left = told(state, Left(Seat(1), "left"))
    show = dealing.needs[0]
    assert isinstance(show, Show)
    playing, other = told(dealing, Shown(show.slots, show.to, None))

    assert drawn == [f"{PLAYERS[2]} is drawn to begin."]
    assert shuffled == ["Everybody has shuffled the stock.", f"{PLAYERS[2]} begins, playing diamonds."]
    assert left == [f"{PLAYERS[1]} has left the table."] and without.phase is KingsPhase.SHUFFLE
    assert other == [f"{PLAYERS[2]} is dealt 5 cards."]
    assert told(dealing, Shown(show.slots, show.to, None), 2)[1] == [
        "You are dealt the 7, 7, 7, 7 and 7 of hearts."
    ]
    anew, lines = told(playing, Left(Seat(1), "left"))
    assert lines == [f"{PLAYERS[1]} has left the table.", "All hidden cards are shuffled again."]
    need = anew.needs[0]
    assert isinstance(need, Shuffle)
    later = replace(anew, round=2)
    assert told(later, Shuffled(need.pile, need.into))[1] == ["Everybody has shuffled the stock."]


def test_a_player_who_leaves_gives_up_the_cards_on_the_table_if_there_are_any() -> None:
    state = replace(
        start(Seat(0)),
        phase=KingsPhase.PLAY,
        owed=0,
        sides=[Side(), Side(king=(parse_face("2s"),)), *[Side()] * 2],
    )
    gone, again = "is gone and will not be back.", "All hidden cards are shuffled again."

    assert told(state, Left(Seat(1), "gone"))[1] == [
        f"{PLAYERS[1]} {gone}", f"{PLAYERS[1]}'s cards go to the discards.", again
    ]  # fmt: skip
    assert told(state, Left(Seat(2), "gone"))[1] == [f"{PLAYERS[2]} {gone}", again]
