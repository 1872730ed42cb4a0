"""The table of Cahoots as a frozen screen: what matches, what may follow, who has finished."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.games.cahoots.hand import CahootsHandCard, Where
from app.games.cahoots.screen import CahootsScreen, cahoots_screen, hint, place_word, results
from app.games.reason import WATCHING, Reason, reason_of
from rules.api import Event, Left, Seat, Slot, View
from rules.cahoots.actions import STOP
from rules.cahoots.cards import parse_face
from rules.cahoots.course import CahootsPhase, Ends
from rules.cahoots.game import CahootsGame
from rules.errors import NotLegal
from tests.support.cahoots import Cafe, cafe

NAMES = ("Lisa", "Toby", "Ann", "Kim")


def seen(table: Cafe, seat: int | None = 0) -> View:
    """What a seat sees: its own hand."""
    hand = () if seat is None else table.state.players[seat].hand
    return View(table.state, None if seat is None else Seat(seat), {slot: table.faces[slot] for slot in hand})


def screen(table: Cafe, seat: int | None = 0) -> CahootsScreen:
    return cahoots_screen(seen(table, seat), NAMES)


def card(shown: CahootsScreen, name: str) -> CahootsHandCard:
    """The card of the hand with that short name."""
    return next(each for each in shown.hand if each.face == parse_face(name))


def after(table: Cafe, *moves: str, seat: int = 0) -> CahootsScreen:
    """The screen after some moves, each shown."""
    shown = screen(table, seat)
    for words in moves:
        events: tuple[Event, ...] = (table.action(words),)
        table = table.do(words)
        shown = cahoots_screen(seen(table, seat), NAMES, before=shown, events=events)
    return shown


@pytest.mark.parametrize(
    ("name", "tag", "is_lit"),
    [
        ("1C", "same drinker", True),
        ("5T", "same number", True),
        ("6J", "one higher", True),
        ("4R", "one lower", True),
        ("8L", "fits the veto", False),
        ("9C", "fits the veto", False),
        ("2J", "", False),
    ],
)
def test_every_card_tells_how_it_matches(name: str, tag: str, is_lit: bool) -> None:
    found = card(screen(cafe(f"{name},1R", "2R", main="5C", veto="9L")), name)

    assert (found.tag, found.is_lit) == (tag, is_lit)


def test_a_vetoed_card_is_barred_while_swaps_are_frozen() -> None:
    shown = screen(cafe("9C,1R", "2R", main="5C", veto="9L", idle=4))

    assert card(shown, "9C").tag == "vetoed"
    assert shown.is_frozen
    assert hint(shown, card(shown, "9C").slot) == "The veto Latte Loafer 9 forbids beginning with a 9."


def test_where_a_card_may_go_and_why_not() -> None:
    shown = screen(cafe("2J,6J,10C", "2R", main="5C", veto="9L"))

    main, veto = card(shown, "2J").choice(Where.MAIN), card(shown, "2J").choice(Where.VETO)
    assert main is not None and veto is not None
    assert main.why == Reason(
        "Java Joe 2 does not match Chai Guy 5: neither drinker nor number, and not one higher or lower.",
        "cahoots 3",
    )
    assert str(veto.why) == "Java Joe 2 does not match the veto Latte Loafer 9. (cahoots 4.4)"
    assert [choice.where for choice in card(shown, "10C").legal] == [Where.MAIN, Where.VETO]
    assert (
        card(shown, "10C").spoken
        == "Chai Guy 10, same drinker, can be used: place on the main pile or swap for the veto"
    )


def test_off_turn_nothing_is_lit_but_everything_says_why() -> None:
    shown = screen(cafe("6C", "6D", main="5C"), seat=1)

    assert not shown.is_own_turn
    assert [choice.why for choice in shown.hand[0].choices] == [
        Reason("It is not your turn.", "cahoots 4.1")
    ] * 2


def test_what_could_follow_is_named() -> None:
    shown = screen(cafe("6D,7T,7J,1R", "2R"))
    first = card(shown, "6D")

    assert set(first.next) == {card(shown, "7T").slot, card(shown, "7J").slot}
    assert hint(shown, first.slot) == "Decaf Deceptor 6: one higher; then Java Joe 7 or Tea Toter 7"
    assert card(shown, "7T").next == ()


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("1C", "Chai Guy 1: same drinker"),
        ("10C", "Chai Guy 10: same drinker; or swap it for the veto"),
        (
            "8T",
            "Tea Toter 8 does not match Chai Guy 5: neither drinker nor number, "
            "and not one higher or lower; swap it for the veto",
        ),
        (
            "2J",
            "Java Joe 2 does not match Chai Guy 5: neither drinker nor number, and not one higher or lower.",
        ),
    ],
)
def test_the_hint_says_what_a_picked_card_would_do(name: str, line: str) -> None:
    shown = screen(cafe(f"{name},3R", "2R"))

    assert hint(shown, card(shown, name).slot) == line
    assert hint(shown, None) == "Same drinker, same number, or one higher or lower"
    assert hint(shown, Slot(99)) == hint(shown, None)


def test_a_combo_is_laid_out_in_its_order() -> None:
    shown = after(cafe("6D,7T,8J,1R", "2R"), "place 6D", "add 7T")

    assert shown.combo is not None and shown.is_combo
    assert shown.combo.base == parse_face("5C")
    assert [each.face for each in shown.combo.cards] == [parse_face("6D"), parse_face("7T")]
    assert (shown.combo.words, shown.combo.coming) == ("one higher", "an 8")
    assert card(shown, "8J").tag == "next" and card(shown, "8J").is_lit
    assert card(shown, "1R").tag == ""
    assert hint(shown, None) == "Combo, one higher: an 8 may follow"
    assert hint(shown, card(shown, "8J").slot) == "Java Joe 8 goes on with the combo"
    assert shown.sends is None


def test_a_stop_that_is_no_choice_is_sent() -> None:
    shown = after(cafe("6D,1R", "2R"), "place 6D")

    assert shown.sends == STOP


def test_a_combo_stays_to_be_seen_until_the_next() -> None:
    table = cafe("6D,7T,1R", "7D,9T,8R", "1D")
    shown = after(table, "place 6D", "add 7T", "stop", "place 7D", seat=2)

    assert shown.combo is not None
    assert (shown.combo.seat, shown.combo.base) == (1, parse_face("7T"))
    assert [each.face for each in shown.combo.cards] == [parse_face("7D")]
    assert shown.laid[0].where is Where.MAIN


def test_an_add_without_the_beginning_is_not_a_combo() -> None:
    """After a restart in the middle of a combo only its top is known."""
    table = cafe("6D,7T,1R", "2R").do("place 6D")
    shown = after(table, "add 7T")

    assert shown.combo is None
    assert shown.main == parse_face("7T")


def test_a_swap_is_told_and_keeps_the_combo() -> None:
    shown = after(cafe("6D,1R", "10L,2R"), "place 6D", "stop", "swap 10L")

    assert shown.combo is not None and shown.combo.coming == ""
    assert (shown.laid[-1].seat, shown.laid[-1].where) == (1, Where.VETO)
    assert shown.veto == parse_face("10L")
    assert shown.seats[1].known == ((Slot(80), parse_face("9L")),)
    assert shown.seats[1].spoken == "Toby, 2 cards, everybody knows Latte Loafer 9"


def test_the_seats_say_who_plays_and_how() -> None:
    table = cafe("6D,7T,1R", "2R")
    shown = screen(table)

    assert [(seat.is_turn, seat.doing, seat.line) for seat in shown.seats] == [
        (True, "to play", "3 cards"),
        (False, "", "1 card"),
    ]
    assert shown.seats[0].spoken == "Lisa (you), to play, dealer, 3 cards"
    assert after(table, "place 6D").seats[0].doing == "combo"
    drawing = replace(table.state, phase=CahootsPhase.DRAW)
    assert cahoots_screen(View(drawing, Seat(1), {}), NAMES).seats[0].doing == "draws"


def test_who_has_finished_has_a_place_and_who_left_has_none() -> None:
    table = cafe("6D", "7D,2R", "8D,2J", "9D").do("place 6D")
    shown = cahoots_screen(View(table.state.after(Left(Seat(2), "gone")), Seat(1), {}), NAMES)

    assert [(seat.place, seat.line) for seat in shown.seats] == [
        (1, "finished first"),
        (None, "2 cards"),
        (None, "has left"),
        (None, "1 card"),
    ]
    assert results(shown) == ()


def test_the_end_ranks_everybody() -> None:
    table = cafe("6D", "7D,2R", "8D", ends=Ends.FIRST).do("place 6D")
    shown = screen(table, seat=2)

    assert shown.outcome is not None
    assert shown.note == ""
    assert [each.spoken for each in results(shown)] == [
        "1. Lisa, no cards",
        "2. Ann, 1 card left",
        "3. Toby, 2 cards left",
    ]
    assert shown.seats[1].line == "2 cards"
    assert shown.hand[0].tag == ""


def test_who_left_is_last_in_the_result() -> None:
    table = cafe("6D", "7D,2R")
    shown = cahoots_screen(View(table.state.after(Left(Seat(1), "left")), Seat(0), {}), NAMES)

    assert [each.words for each in results(shown)] == ["1 card left", "left"]


def test_the_calls_say_why_not() -> None:
    draw, stop, pass_ = screen(cafe("6D,1R", "2R")).calls

    assert draw.why is None
    assert stop.why == Reason("There is no combo to stop.", "cahoots 4.3")
    assert pass_.why == Reason("You may pass only when nothing can be drawn.", "cahoots 4.6")
    assert screen(cafe("6D", "2R"), seat=None).calls == ()
    assert after(cafe("6D", "2R", "3R"), "place 6D").calls == ()


def test_a_spectator_sees_piles_and_no_hand() -> None:
    shown = screen(cafe("6D,7T", "2R", main="3C,5C", stock_left=4), seat=None)

    assert shown.hand == ()
    assert (shown.main_count, shown.stock, shown.veto_rule) == (2, 4, "no Latte Loafer, no 9 first")
    assert shown.title == "Match Chai Guy 5"


def test_before_the_deal_there_is_nothing_to_match() -> None:
    shown = cahoots_screen(View(CahootsGame().start(2, {}), Seat(0), {}), NAMES)

    assert (shown.main, shown.veto, shown.combo, shown.calls) == (None, None, None, ())
    assert shown.stock == 60
    assert shown.title == "Coffeehouse Cahoots"
    assert not shown.is_frozen


@pytest.mark.parametrize(
    ("phase", "note"),
    [
        (CahootsPhase.ROLL, "The dealer is being drawn"),
        (CahootsPhase.SHUFFLE, "Everybody shuffles the deck"),
        (CahootsPhase.DEAL, "The cards are being dealt"),
        (CahootsPhase.RECYCLE, "The main pile is being shuffled into a new stock"),
    ],
)
def test_the_note_tells_what_is_under_way(phase: CahootsPhase, note: str) -> None:
    state = replace(cafe("6D", "2R").state, phase=phase)

    assert cahoots_screen(View(state, Seat(0), {}), NAMES).note == note


def test_a_coming_freeze_is_noted() -> None:
    assert (
        screen(cafe("6D", "2R", idle=3)).note == "Swapping freezes after 1 more turn without a placed card."
    )


def test_a_card_that_is_not_seen_yet_cannot_be_used() -> None:
    table = cafe("6D,7T", "2R")
    shown = cahoots_screen(View(table.state, Seat(0), {Slot(0): parse_face("6D")}), NAMES)

    assert (shown.hand[-1].face, shown.hand[-1].choices) == (None, ())
    assert shown.hand[-1].choice(Where.MAIN) is None
    assert shown.hand[-1].spoken == "a card on its way"
    assert hint(shown, shown.hand[-1].slot) == hint(shown, None)


def test_an_old_veto_in_the_own_hand_is_marked() -> None:
    shown = after(cafe("10L,6D", "10T"), "swap 10L")

    known = card(shown, "9L")
    assert known.is_known and "known to all" in known.spoken
    main = known.choice(Where.MAIN)
    assert main is not None and main.action.is_open


@pytest.mark.parametrize(("place", "word"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (8, "8th")])
def test_places_in_words(place: int, word: str) -> None:
    assert place_word(place) == word


def test_reasons() -> None:
    assert reason_of(None) is None
    assert str(reason_of(NotLegal("x", rule="cahoots 4", text="No."))) == "No. (cahoots 4)"
    assert str(WATCHING) == "Spectators do not play."


def test_a_leap_through_a_record_forgets_the_combo() -> None:
    table = cafe("6D,7T,1R", "2R", "3R")
    shown = after(table, "place 6D", "add 7T")
    back = cahoots_screen(seen(table), NAMES, before=shown, events=())

    assert (back.combo, back.laid, back.main) == (None, (), parse_face("5C"))
