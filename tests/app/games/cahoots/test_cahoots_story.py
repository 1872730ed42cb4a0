"""The latest moves at a table of Cahoots, the line beside the piles, and the effect of a press."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from app.games.cahoots.scene import CAHOOTS_TABLE, TOP, no_choice
from app.games.cahoots.sheet import endings
from app.games.cahoots.story import CahootsStory, cahoots_story, following, hint, refusal
from app.games.cahoots.words import cahoots_state
from app.games.picks import Seen, seen
from app.games.reason import WATCHING, reason_of
from app.games.scene import Piece, choice_at
from rules.api import Event, Left, Seat, Slot, View
from rules.cahoots.actions import DRAW, PASS, STOP
from rules.cahoots.cards import parse_face
from rules.cahoots.course import Ends
from rules.errors import NotLegal
from tests.support.cahoots import Cafe, cafe

NAMES = ("Lisa", "Toby", "Ann", "Kim")
ON_VETO = "card:80"


@dataclass(frozen=True)
class Looked:
    """A table as a window has it."""

    table: Seen
    story: CahootsStory

    def card(self, short: str) -> Piece:
        return next(piece for piece in self.table.hand if piece.short == short)

    def hint(self, short: str | None) -> str:
        return hint(self.table, self.story, None if short is None else self.card(short).at)


def view_of(table: Cafe, seat: int | None = 0) -> View:
    """The view of a seat, with its own hand."""
    hand = () if seat is None else table.state.players[seat].hand
    return View(table.state, None if seat is None else Seat(seat), {slot: table.faces[slot] for slot in hand})


def looked(table: Cafe, *moves: str, seat: int | None = 0) -> Looked:
    """The table after some moves, each shown."""
    story = cahoots_story(table.state, None, ())
    for words in moves:
        events: tuple[Event, ...] = (table.action(words),)
        table = table.do(words)
        story = cahoots_story(table.state, story, events)
    return Looked(seen(CAHOOTS_TABLE, view_of(table, seat), NAMES), story)


def test_a_card_shows_where_it_may_go_and_why_not_elsewhere() -> None:
    found = looked(cafe("2J,6J,10C", "2R", main="5C", veto="9L"))
    at = found.card("2J").at

    assert str(refusal(found.table, (at, TOP))) == (
        "Java Joe 2 does not match Chai Guy 5: neither drinker nor number, and not one higher or lower. "
        "(cahoots 3)"
    )
    assert str(refusal(found.table, (at, ON_VETO))) == (
        "Java Joe 2 does not match the veto Latte Loafer 9. (cahoots 4.4)"
    )
    assert refusal(found.table, (at, "elsewhere")) is None
    assert found.table.ends(found.card("10C").at) == (TOP, ON_VETO)
    assert found.table.spoken(found.card("10C")) == (
        "Chai Guy 10, same drinker, can be used: place on the main pile or swap for the veto"
    )


def test_off_turn_nothing_can_be_pressed_and_each_attempt_says_why() -> None:
    found = looked(cafe("6C", "6D", main="5C"), seat=1)
    at = found.card("6D").at

    assert found.table.routes.whole == {}
    assert [str(refusal(found.table, (at, to))) for to in (TOP, ON_VETO)] == [
        "It is not your turn. (cahoots 4.1)"
    ] * 2


def test_cards_that_could_follow_are_named() -> None:
    found = looked(cafe("6D,7T,7J,1R", "2R"))

    assert [card.short for card in following(found.table, found.story, found.card("6D"))] == ["7J", "7T"]
    assert found.hint("6D") == "Decaf Deceptor 6: one higher; then Java Joe 7 or Tea Toter 7"
    assert following(found.table, found.story, found.card("7T")) == ()


@pytest.mark.parametrize(
    ("short", "line"),
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
def test_the_hint_says_what_a_picked_card_would_do(short: str, line: str) -> None:
    found = looked(cafe(f"{short},3R", "2R"))

    assert found.hint(short) == line
    assert found.hint(None) == "Same drinker or number, or one higher or lower"
    assert hint(found.table, found.story, "card:99") == found.hint(None)


def test_a_vetoed_card_that_cannot_be_swapped_says_what_forbids_it() -> None:
    found = looked(cafe("9C,1R", "2R", main="5C", veto="9L", idle=4))

    assert found.hint("9C") == "The veto Latte Loafer 9 forbids beginning with a 9."


def test_a_combo_is_laid_out_in_its_order() -> None:
    found = looked(cafe("6D,7T,8J,1R", "2R"), "place 6D", "add 7T")
    combo = found.story.combo

    assert combo is not None
    assert combo.base == parse_face("5C")
    assert [each.face for each in combo.cards] == [parse_face("6D"), parse_face("7T")]
    assert (combo.words, found.story.coming) == ("one higher", "an 8")
    assert found.hint(None) == "Combo, one higher: an 8 may follow"
    assert found.hint("8J") == "Java Joe 8 continues the combo"
    assert no_choice(found.table.view) is None


def test_a_combo_that_can_only_stop_is_stopped_automatically() -> None:
    assert no_choice(looked(cafe("6D,1R", "2R"), "place 6D").table.view) == STOP


def test_a_combo_stays_visible_until_the_next_one() -> None:
    table = cafe("6D,7T,1R", "7D,9T,8R", "1D")
    stopped = looked(table, "place 6D", "add 7T", "stop", seat=2).story
    story = looked(table, "place 6D", "add 7T", "stop", "place 7D", seat=2).story

    assert stopped.combo is not None and stopped.combo.seat == 0
    assert [each.face for each in stopped.combo.cards] == [parse_face("6D"), parse_face("7T")]
    assert story.combo is not None
    assert (story.combo.seat, story.combo.base) == (1, parse_face("7T"))
    assert [each.face for each in story.combo.cards] == [parse_face("7D")]


def test_an_added_card_without_the_first_one_is_not_shown_as_a_combo() -> None:
    """After a restart in the middle of a combo only its top is known."""
    assert looked(cafe("6D,7T,1R", "2R").do("place 6D"), "add 7T").story.combo is None


def test_a_swap_is_described_and_keeps_the_combo() -> None:
    story = looked(cafe("6D,1R", "10L,2R"), "place 6D", "stop", "swap 10L").story

    assert story.combo is not None and story.coming == ""
    assert story.laid[-1].seat == 1


def test_jumping_through_a_record_forgets_the_combo() -> None:
    table = cafe("6D,7T,1R", "2R", "3R")
    story = looked(table, "place 6D", "add 7T").story
    back = cahoots_story(table.state, story, ())

    assert (back.combo, back.laid) == (None, ())


def test_at_the_end_each_plate_tells_how_many_cards_are_left() -> None:
    over = looked(cafe("6D", "7D,2R", "8D", ends=Ends.FIRST), "place 6D", seat=2).table.scene
    left = cafe("6D", "7D,2R").state.after(Left(Seat(1), "left"))

    assert endings(over) == ["no cards", "2 cards left", "1 card left"]
    assert endings(CAHOOTS_TABLE.scene(View(left, Seat(0), {}), NAMES)) == ["1 card left", "left"]


def test_a_call_that_is_not_possible_says_why() -> None:
    table = looked(cafe("6D,1R", "2R")).table

    assert (choice_at(DRAW),) in table.routes.whole
    assert str(refusal(table, (choice_at(STOP),))) == "There is no combo to stop. (cahoots 4.3)"
    assert str(refusal(table, (choice_at(PASS),))) == (
        "You may pass only when nothing can be drawn. (cahoots 4.6)"
    )
    assert refusal(looked(cafe("6D", "2R"), seat=None).table, (choice_at(STOP),)) is None


def test_a_card_that_is_not_seen_yet_cannot_be_used() -> None:
    table = cafe("6D,7T", "2R")
    found = Looked(
        seen(CAHOOTS_TABLE, View(table.state, Seat(0), {Slot(0): parse_face("6D")}), NAMES),
        CahootsStory(cahoots_state(view_of(table))),
    )
    unseen = found.table.hand[-1]

    assert found.table.spoken(unseen) == "a card on its way" and found.table.ends(unseen.at) == ()
    assert hint(found.table, found.story, unseen.at) == found.hint(None)


def test_an_old_veto_in_the_players_hand_is_played_as_known() -> None:
    found = looked(cafe("10L,6D", "10T"), "swap 10L")
    actions = [action for action in CAHOOTS_TABLE.attempts(found.table.view) if str(action).endswith("open")]

    assert "known to all" in found.table.spoken(found.card("9L"))
    assert [str(action) for action in actions] == ["place 80=9L open", "swap 80=9L open"]


def test_a_refusal_is_shown_with_its_rule() -> None:
    assert reason_of(None) is None
    assert str(reason_of(NotLegal("x", rule="cahoots 4", text="No."))) == "No. (cahoots 4)"
    assert str(WATCHING) == "Spectators do not play."
