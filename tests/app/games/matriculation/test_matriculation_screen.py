"""Matriculation's table as a frozen screen: piles, what is in the way, what a card may do, the sheet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.games.matriculation.hand import DISCARDS, UNPICKED, MatriculationHandCard
from app.games.matriculation.screen import (
    Laid,
    MatriculationScreen,
    Offer,
    Pile,
    Press,
    help_words,
    matriculation_screen,
    offers,
)
from app.games.matriculation.sheet import SheetLine, results, score_sheet
from app.games.reason import WATCHING, Reason
from rules.api import Event, Left, Moved, Outcome, Rolled, Seat, Show, Shown, Shuffled, Slot, View
from rules.matriculation.actions import MatriculationPass
from rules.matriculation.cards import parse_face
from rules.matriculation.course import PILE, MatriculationPhase, deck_slots
from rules.matriculation.game import MatriculationGame
from rules.matriculation.player import OgreRule, Student
from tests.support.matriculation import Desk, desk, player

NAMES = ("Lisa", "Toby", "Ann", "Kim")
CAR, FIX = parse_face("car"), parse_face("car-fixed")


def seen(table: Desk, seat: int | None = 0) -> View:
    """What a seat sees: its own hand."""
    hand = () if seat is None else table.state.players[seat].hand
    return View(
        table.state,
        None if seat is None else Seat(seat),
        {slot: table.faces[slot] for slot in hand if slot in table.faces},
    )


def screen(table: Desk, seat: int | None = 0) -> MatriculationScreen:
    return matriculation_screen(seen(table, seat), NAMES)


def card(shown: MatriculationScreen, name: str) -> MatriculationHandCard:
    """The card of the hand with that short name."""
    return next(each for each in shown.hand if each.face == parse_face(name))


def after(table: Desk, *moves: str) -> MatriculationScreen:
    """The screen of seat 0 after some moves, each shown with what was drawn."""
    shown = screen(table)
    for words in moves:
        move = table.action(words)
        table = table.do(words)
        events: list[Event] = [move]
        state = shown.state.after(move)
        if state.needs and isinstance(state.needs[0], Show):
            events.append(Shown(state.needs[0].slots, state.needs[0].to, None))
        shown = matriculation_screen(seen(table), NAMES, before=shown, events=events)
    return shown


def why(shown: MatriculationScreen, name: str, where: int) -> Reason | None:
    choice = card(shown, name).choice(Seat(where))
    assert choice is not None
    return choice.why


def test_a_desk_says_what_lies_on_its_piles() -> None:
    table = desk(
        "6h",
        "6h",
        players=(player(terms="15h,9h", setbacks="car,probation,ogre", exceptions="alarm"), Student()),
    )
    own, other = screen(table).desks

    assert (own.hours, own.terms) == (18, (parse_face("15h"), parse_face("9h")))
    assert (own.control, own.probation, own.ogre) == (CAR, parse_face("probation"), parse_face("ogre"))
    assert own.exceptions == (parse_face("bulletproof"),)
    assert [(block.headline, block.remedy) for block in own.blocks] == [
        ("No terms", "Car Fixed or Golden Car"),
        ("Terms up to 9 only", "GPA OK or Straight A's"),
        ("6 hours fewer", "Princess Fiona or Teacher's Pet"),
    ]
    assert (own.worth, own.total, own.is_leading) == (190, 190, True)
    assert (other.blocks, other.control, other.is_leading) == ((), None, False)


def test_a_docking_ogre_says_so() -> None:
    table = desk("6h", "6h", players=(player(setbacks="ogre"), Student()), ogre=OgreRule.PER_TERM)

    assert screen(table).desks[0].blocks[0].headline == "New terms -6"


def test_desks_in_words() -> None:
    table = desk(
        "6h",
        "6h,6h",
        "6h",
        players=(player(terms="15h", setbacks="car", exceptions="alarm"), Student(), Student(left=True)),
    )
    spoken = [each.spoken for each in screen(table).desks]

    assert spoken == [
        "Lisa (you), to play, 15 of 120 hours, 1 term, Car Not Working: no terms until Car Fixed or Golden "
        "Car, Bulletproof Alarm Clock, 175 points so far",
        "Toby, 0 of 120 hours, no terms, 2 cards in hand, 0 points so far",
        "Ann, has left",
    ]


def test_who_draws_and_who_deals() -> None:
    table = desk("6h", "6h")
    shown = matriculation_screen(
        View(replace(table.state, phase=MatriculationPhase.DRAW), Seat(0), {}), NAMES
    )

    assert (shown.desks[0].doing, shown.desks[1].is_dealer) == ("draws", True)
    assert not any(
        each.is_dealer
        for each in matriculation_screen(View(MatriculationGame().start(2, {}), Seat(0), {}), NAMES).desks
    )


def test_where_nothing_can_be_played_the_cards_to_discard_are_lit() -> None:
    shown = screen(
        desk("15h,car-fixed", "6h", "6h", players=(player(setbacks="alarm"), Student(), Student()))
    )

    assert [(each.name, each.is_lit) for each in shown.hand] == [("15 Hour Term", True), ("Car Fixed", True)]


def test_what_each_card_may_do_and_why_not() -> None:
    shown = screen(
        desk(
            "15h,car,car-fixed",
            "6h",
            "6h",
            players=(player(setbacks="alarm"), player(exceptions="car"), Student()),
        )
    )

    assert shown.is_own_turn and shown.own_seat == 0
    assert [(each.name, each.is_lit) for each in shown.hand] == [
        ("15 Hour Term", False),
        ("Car Not Working", True),
        ("Car Fixed", False),
    ]
    assert why(shown, "15h", 0) == Reason(
        "You have Alarm Clock Broken: no term can be played before New Alarm Clock "
        "or Bulletproof Alarm Clock.",
        "matriculation 4.3",
    )
    assert (
        str(why(shown, "car", 1))
        == "Golden Car protects that player from Car Not Working. (matriculation 4.7)"
    )
    assert why(shown, "car", 2) is None
    assert str(why(shown, "car", 0)).startswith("A setback is played on an opponent")
    assert str(why(shown, "15h", 1)).startswith("A setback is played on an opponent")
    assert all(why(shown, name, DISCARDS) is None for name in ("15h", "car", "car-fixed"))


def test_the_buttons_offer_the_places_meant_for_a_card() -> None:
    shown = screen(desk("15h,car", "6h", "6h"))

    assert [choice.words for choice in card(shown, "15h").offered] == ["play", "discard"]
    assert [choice.words for choice in card(shown, "car").offered] == [
        "play on Toby",
        "play on Ann",
        "discard",
    ]
    assert (
        card(shown, "car").spoken == "Car Not Working, can be used: play on Toby or play on Ann or discard, "
        "Played on an opponent: no terms until Car Fixed or Golden Car."
    )
    assert card(shown, "car").choice(Seat(3)) is None


def test_off_turn_every_card_says_why_not() -> None:
    shown = screen(desk("15h", "car"), seat=1)

    assert not shown.is_own_turn
    assert {str(choice.why) for choice in shown.hand[0].choices} == {
        "It is not your turn. (matriculation 4.1)"
    }
    assert shown.pass_why == Reason("It is not your turn.", "matriculation 4.1")


def test_without_a_deck_one_may_pass_and_not_discard() -> None:
    shown = screen(desk("15h", "6h", deck_left=0))

    assert shown.pass_why is None and shown.deck_left == 0
    assert str(why(shown, "15h", DISCARDS)).startswith("Without a draw there is no discard")
    assert shown.note == "Play or pass; all passing ends it"
    assert str(screen(desk("15h", "6h")).pass_why).startswith("You may pass only once the deck is empty")


def test_a_spectator_sees_desks_only() -> None:
    shown = screen(desk("15h", "6h"), seat=None)

    assert (shown.hand, shown.own_seat, shown.pass_why) == ((), None, WATCHING)


def test_a_card_that_is_not_seen_yet_cannot_be_used() -> None:
    table = desk("15h,6h", "6h")
    shown = matriculation_screen(View(table.state, Seat(0), {Slot(1): parse_face("6h")}), NAMES)

    assert (shown.hand[-1].face, shown.hand[-1].offered, shown.hand[-1].spoken) == (
        None,
        (),
        "a card on its way",
    )


@pytest.mark.parametrize(
    ("hand", "move", "pile", "where"),
    [
        ("15h", "play 15h", Pile.HOURS, 0),
        ("car", "play car on 1", Pile.CONTROL, 1),
        ("probation", "play probation on 1", Pile.PROBATION, 1),
        ("ogre", "play ogre on 1", Pile.HOURS, 1),
        ("golden-car", "play golden-car", Pile.EXCEPTION, 0),
        ("car-fixed", "play car-fixed", Pile.DISCARD, DISCARDS),
        ("15h", "discard 15h", Pile.DISCARD, DISCARDS),
    ],
)
def test_a_laid_card_is_told_with_its_place(hand: str, move: str, pile: Pile, where: int) -> None:
    setbacks = "car" if hand == "car-fixed" else "-"
    shown = after(desk(f"{hand},6h", "6h", players=(player(setbacks=setbacks), Student())), move)

    assert shown.laid == (Laid(Seat(0), Slot(0), parse_face(hand), pile, Seat(where)),)
    assert shown.last == shown.laid[0]


def test_the_last_card_laid_stays_marked_until_the_next() -> None:
    table = desk("15h", "6h", deck_left=0)
    shown = after(table, "play 15h", "pass")

    assert shown.laid == ()
    assert shown.last is not None and shown.last.face == parse_face("15h")


def over_by(table: Desk, *events: Event) -> MatriculationScreen:
    """The screen after events that end a hand."""
    shown, state = screen(table), table.state
    for event in events:
        state = state.after(event)
    return matriculation_screen(View(state, Seat(0), {}), NAMES, before=shown, events=events)


def test_a_finished_hand_stays_to_be_seen_until_the_next_is_dealt() -> None:
    table = desk(
        "21h,6h",
        "6h",
        players=(player(terms="21h,21h,21h,18h,18h", exceptions="car"), player(terms="9h", setbacks="ogre")),
        hands_played=2,
    )
    shown = over_by(table, table.action("play 21h"))

    assert (shown.phase, shown.title, shown.hand_number) == (MatriculationPhase.SHUFFLE, "Hand 1 of 2", 0)
    assert (shown.desks[0].hours, shown.desks[1].ogre) == (120, parse_face("ogre"))
    assert [line.values for line in shown.sheet.latest] == [
        (600, 15),
        (100, 0),
        (200, 0),
        (100, 0),
        (0, 0),
        (1000, 15),
        (1000, 15),
    ]
    assert shown.ended is not None and shown.desks[0].total == 1000

    state = shown.state
    dealt: list[Event] = [Shuffled(PILE, deck_slots(1))]
    state = state.after(dealt[0])
    for need in state.needs:
        dealt.append(Shown(need.slots, need.to, None))  # type: ignore[union-attr]
        state = state.after(dealt[-1])
    later = matriculation_screen(View(state, Seat(0), {}), NAMES, before=shown, events=dealt)

    assert (later.title, later.hand_number, later.last) == ("Hand 2 of 2", 1, None)
    assert later.desks[0].hours == 0 and later.desks[0].total == 1000
    assert [line.title for line in later.sheet.latest][-3:] == ["Hand 2", "Hand 1", "Match"]
    assert later.sheet.totals == (1000, 15)
    assert len(later.sheet.whole) == 13


def test_a_match_that_ends_keeps_its_piles_and_scores() -> None:
    table = desk("21h", "6h", players=(player(terms="21h,21h,21h,18h,18h"), Student()))
    shown = over_by(table, table.action("play 21h"))

    assert shown.phase is MatriculationPhase.OVER and shown.outcome is not None
    assert shown.desks[0].hours == 120
    assert shown.sheet.match is None and shown.sheet.totals == (900, 0)
    assert [each.spoken for each in results(shown.outcome, NAMES)] == [
        "1. Lisa, 900 points",
        "2. Toby, 0 points",
    ]


def test_a_hand_may_end_by_leaving() -> None:
    table = desk("21h", "6h", hands_played=3)
    shown = over_by(table, Left(Seat(1), "gone"))

    assert shown.outcome is not None and shown.desks[1].is_gone


def test_after_a_restart_earlier_hands_have_their_sums_only() -> None:
    table = desk("21h", "6h", hands_played=3)
    state = replace(
        table.state, sheets=((100, 50),), hand_number=1, deck=Slot(150), players=(Student(), Student())
    )
    shown = matriculation_screen(View(state, Seat(0), {}), NAMES)

    assert shown.past == (None,)
    assert shown.sheet.hands[0].lines == (SheetLine("Hand 1", (100, 50), is_sum=True),)
    assert shown.desks[0].total == 100 and shown.desks[0].is_leading


def test_a_sheet_needs_no_past() -> None:
    state = replace(desk("21h", "6h", hands_played=3).state, sheets=((100, 50),), hand_number=1)

    assert score_sheet(state, (), NAMES[:2]).totals == (100, 50)


def test_a_sheet_in_words() -> None:
    shown = screen(desk("21h", "6h", players=(player(terms="9h"), Student())))

    assert shown.sheet.spoken(shown.sheet.latest[-1:]) == "Hand 1: Lisa 45, Toby 0"
    assert shown.title == "First to 120 hours"


def test_ties_stand_in_the_order_of_seats() -> None:
    found = results(Outcome((5, 9, 5), (2, 1, 2)), NAMES)

    assert [(each.rank, each.name) for each in found] == [(1, "Toby"), (2, "Lisa"), (2, "Ann")]


@pytest.mark.parametrize(
    ("phase", "note"),
    [
        (MatriculationPhase.ROLL, "The first dealer is being drawn"),
        (MatriculationPhase.SHUFFLE, "Everybody shuffles the deck"),
        (MatriculationPhase.DEAL, "The cards are being dealt"),
        (MatriculationPhase.PLAY, ""),
        (MatriculationPhase.OVER, ""),
    ],
)
def test_the_note_tells_what_is_under_way(phase: MatriculationPhase, note: str) -> None:
    state = replace(desk("6h", "6h").state, phase=phase)

    assert matriculation_screen(View(state, Seat(0), {}), NAMES).note == note


def test_the_roll_changes_nothing_that_is_laid() -> None:
    before = matriculation_screen(View(MatriculationGame().start(2, {}), Seat(0), {}), NAMES)
    roll = Rolled(1)
    shown = matriculation_screen(
        View(before.state.after(roll), Seat(0), {}), NAMES, before=before, events=(roll,)
    )

    assert (shown.laid, shown.last, shown.phase) == ((), None, MatriculationPhase.SHUFFLE)


def test_a_pass_is_laid_nowhere() -> None:
    table = desk("6h", "6h", deck_left=0)
    shown = over_by(table, Moved(Seat(0), MatriculationPass()))

    assert shown.laid == () and shown.state.passed == (0,)


def test_without_a_picked_card_the_buttons_ask_for_one() -> None:
    shown = screen(desk("15h,car", "6h", "6h"))

    assert offers(shown, None) == (
        Offer(Press.PLAY, "Play", None, UNPICKED),
        Offer(Press.DISCARD, "Discard", None, UNPICKED),
    )
    assert offers(shown, Slot(99)) == offers(shown, None)


def test_the_buttons_name_every_place_of_the_picked_card() -> None:
    shown = screen(desk("15h,car", "6h", "6h", players=(player(setbacks="car"), Student(), Student())))

    assert [(each.words, each.why is None) for each in offers(shown, card(shown, "car").slot)] == [
        ("Play on Toby", True),
        ("Play on Ann", True),
        ("Discard", True),
    ]
    assert [(each.words, each.why is None) for each in offers(shown, card(shown, "15h").slot)] == [
        ("Play", False),
        ("Discard", True),
    ]


def test_once_the_deck_is_empty_the_pass_is_a_button() -> None:
    shown = screen(desk("15h", "6h", deck_left=0))

    assert offers(shown, None)[-1] == Offer(Press.PASS, "Pass", MatriculationPass(), None)
    assert offers(screen(desk("15h", "6h", deck_left=0), seat=None), None) == ()


def test_the_turn_that_drew_the_last_card_still_discards() -> None:
    table = desk("15h", "6h", deck_left=1)
    state = replace(table.state, deck=Slot(102))
    shown = matriculation_screen(View(state, Seat(0), table.faces), NAMES)

    assert [each.kind for each in offers(shown, Slot(0))] == [Press.PLAY, Press.DISCARD]
    assert offers(shown, Slot(0))[-1].why is None


def test_words_beside_the_hand_tell_the_aim_or_the_card() -> None:
    shown = screen(desk("15h,car", "6h"))

    assert help_words(shown, None)[0] == "Your aim"
    assert help_words(shown, card(shown, "15h").slot) == ("15 Hour Term", "Brings 15 credit hours.")


def test_a_leap_through_a_record_forgets_what_was_laid() -> None:
    table = desk("15h,6h", "6h")
    shown = after(table, "play 15h")
    back = matriculation_screen(seen(table), NAMES, before=shown)

    assert shown.last is not None
    assert (back.last, back.laid, back.past) == (None, (), ())
