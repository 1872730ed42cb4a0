"""The latest moves at a table of Matriculation, the effect of a press, the words beside the hand."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from app.games.matriculation.scene import CONTROL, DISCARDS, EXCEPTIONS, HOURS, PROBATION, TO_DISCARDS
from app.games.matriculation.sheet import MatriculationSheet, SheetLine, score_sheet
from app.games.matriculation.story import (
    TO_PASS,
    UNPICKED,
    Laid,
    MatriculationStory,
    Offer,
    Press,
    help_words,
    lit_cards,
    matriculation_story,
    offers,
    pile_page,
    places,
)
from app.games.picks import Seen
from app.games.reason import WATCHING
from app.games.scene import Figure, Piece, Plate, seat_at
from rules.api import Event, Left, Moved, Rolled, Seat, Show, Shown, Shuffled, Slot, View
from rules.matriculation.actions import MatriculationPass
from rules.matriculation.cards import parse_face
from rules.matriculation.course import PILE, MatriculationPhase, deck_slots
from rules.matriculation.game import MatriculationGame
from rules.matriculation.player import Student
from tests.support.matriculation import Desk, desk, player
from tests.support.values import replace

NAMES = ("Lisa", "Toby", "Ann", "Kim")


@dataclass(frozen=True)
class Looked:
    """A table as a window has it."""

    table: Seen
    story: MatriculationStory

    @property
    def sheet(self) -> MatriculationSheet:
        return score_sheet(self.story.lying, self.story.past, NAMES)

    def card(self, short: str) -> Piece:
        return next(piece for piece in self.table.hand if piece.short == short)

    def plate(self, seat: int) -> Plate:
        return next(plate for plate in self.table.scene.plates if plate.seat == seat)

    def figure(self, seat: int, label: str) -> str:
        found = self.plate(seat).figure(label)
        assert isinstance(found, Figure)
        return found.value

    def why(self, short: str, to: str) -> str:
        return str(self.table.why_not((self.card(short).at, to)))

    def words(self, short: str | None) -> list[tuple[str, bool]]:
        """The buttons while a card is picked, and whether each does something."""
        card = None if short is None else self.card(short)
        return [(offer.words, offer.why is None) for offer in offers(self.table, card)]


def seen(table: Desk, seat: int | None = 0) -> View:
    """The view of a seat, with its own hand."""
    hand = () if seat is None else table.state.players[seat].hand
    known = {slot: table.faces[slot] for slot in hand if slot in table.faces}
    return View(table.state, None if seat is None else Seat(seat), known)


def looked(view: View, before: MatriculationStory | None = None, events: tuple[Event, ...] = ()) -> Looked:
    story = matriculation_story(view, before, events)
    return Looked(story.table(view, NAMES), story)


def screen(table: Desk, seat: int | None = 0) -> Looked:
    return looked(seen(table, seat))


def after(table: Desk, *moves: str) -> Looked:
    """The table of seat 0 after some moves, each shown with what was drawn."""
    found = screen(table)
    for words in moves:
        move = table.action(words)
        table = table.do(words)
        events: list[Event] = [move]
        state = found.story.state.after(move)
        if state.needs and isinstance(state.needs[0], Show):
            events.append(Shown(state.needs[0].slots, state.needs[0].to, None))
        found = looked(seen(table), found.story, tuple(events))
    return found


def over_by(table: Desk, *events: Event) -> Looked:
    """The table after events that end a hand."""
    state = table.state
    for event in events:
        state = state.after(event)
    return looked(View(state, Seat(0), {}), screen(table).story, events)


def test_where_nothing_can_be_played_the_cards_to_discard_are_lit() -> None:
    found = screen(
        desk("15h,car-fixed", "6h", "6h", players=(player(setbacks="alarm"), Student(), Student()))
    )

    assert lit_cards(found.table) == {"card:0", "card:1"}


def test_each_card_shows_its_actions_and_why_others_are_refused() -> None:
    found = screen(
        desk(
            "15h,car,car-fixed",
            "6h",
            "6h",
            players=(player(setbacks="alarm"), player(exceptions="car"), Student()),
        )
    )

    assert lit_cards(found.table) == {"card:1"}
    assert found.why("15h", seat_at(Seat(0))) == (
        "You have Alarm Clock Broken: no term can be played before New Alarm Clock "
        "or Bulletproof Alarm Clock. (matriculation 4.3)"
    )
    assert found.why("car", seat_at(Seat(1))) == (
        "Golden Car protects that player from Car Not Working. (matriculation 4.7)"
    )
    assert found.why("car", seat_at(Seat(2))) == "None"
    assert found.why("car", seat_at(Seat(0))).startswith("A setback is played on an opponent")
    assert found.why("15h", seat_at(Seat(1))).startswith("A setback is played on an opponent")
    assert {found.why(short, TO_DISCARDS) for short in ("15h", "car", "car-fixed")} == {"None"}


def test_a_card_has_the_places_of_its_actions_and_names_them_aloud() -> None:
    found = screen(desk("15h,car", "6h", "6h"))

    assert places(found.table, found.card("15h")) == ("seat:0",)
    assert places(found.table, found.card("car")) == ("seat:1", "seat:2")
    assert found.table.spoken(found.card("car")) == (
        "Car Not Working, can be used: play on Toby or play on Ann or discard"
    )


def test_off_turn_every_card_says_why_not() -> None:
    found = screen(desk("15h", "car"), seat=1)

    assert found.table.routes.whole == {}
    assert found.why("car", seat_at(Seat(0))) == "It is not your turn. (matriculation 4.1)"
    assert str(found.table.why_not(TO_PASS)) == "It is not your turn. (matriculation 4.1)"


def test_without_a_deck_a_player_may_pass_and_not_discard() -> None:
    found = screen(desk("15h", "6h", deck_left=0))

    assert TO_PASS in found.table.routes.whole
    assert found.why("15h", TO_DISCARDS).startswith("You have drawn nothing, so you may not discard")
    assert str(screen(desk("15h", "6h")).table.why_not(TO_PASS)).startswith("You may pass only once the deck")


def test_a_spectator_has_no_cards_and_no_buttons() -> None:
    found = screen(desk("15h", "6h"), seat=None)

    assert (found.table.hand, offers(found.table, None)) == ((), ())
    assert found.table.why_not(TO_PASS) == WATCHING


def test_a_card_that_is_not_seen_yet_cannot_be_used() -> None:
    table = desk("15h,6h", "6h")
    found = looked(View(table.state, Seat(0), {Slot(1): parse_face("6h")}))
    unseen = found.table.hand[-1]

    assert (found.table.spoken(unseen), found.table.ends(unseen.at)) == ("a card on its way", ())
    assert offers(found.table, unseen) == offers(found.table, None)
    assert help_words(unseen) == help_words(None)


@pytest.mark.parametrize(
    ("hand", "move", "zone"),
    [
        ("15h", "play 15h", f"{HOURS} 0"),
        ("car", "play car on 1", f"{CONTROL} 1"),
        ("probation", "play probation on 1", f"{PROBATION} 1"),
        ("ogre", "play ogre on 1", f"{HOURS} 1"),
        ("golden-car", "play golden-car", f"{EXCEPTIONS} 0"),
        ("car-fixed", "play car-fixed", DISCARDS),
        ("15h", "discard 15h", DISCARDS),
    ],
)
def test_a_laid_card_is_described_with_its_place(hand: str, move: str, zone: str) -> None:
    setbacks = "car" if hand == "car-fixed" else "-"
    found = after(desk(f"{hand},6h", "6h", players=(player(setbacks=setbacks), player(terms="6h"))), move)
    laid = Laid(Seat(0), Slot(0), parse_face(hand), zone)
    lies = found.table.scene.zone(zone)

    assert found.story.laid == (laid,) and found.story.last == laid
    assert lies is not None
    assert [piece.at for piece in lies.whole if piece.at == laid.token(found.table.scene)]
    assert replace(laid, face=parse_face("21h")).token(found.table.scene) is None


def test_the_last_card_laid_stays_marked_until_the_next() -> None:
    story = after(desk("15h", "6h", deck_left=0), "play 15h", "pass").story

    assert story.laid == ()
    assert story.last is not None and story.last.face == parse_face("15h")


def test_a_finished_hand_stays_visible_until_the_next_is_dealt() -> None:
    table = desk(
        "21h,6h",
        "6h",
        players=(player(terms="21h,21h,21h,18h,18h", exceptions="car"), player(terms="9h", setbacks="ogre")),
        hands_played=2,
    )
    found = over_by(table, table.action("play 21h"))
    scene = found.table.scene

    assert (found.story.state.phase, scene.title) == (MatriculationPhase.SHUFFLE, "Hand 1 of 2")
    assert (scene.note, found.table.hand) == ("Everybody shuffles the deck", ())
    assert (found.figure(0, "hours"), found.figure(0, "points")) == ("120", "1000")
    page = pile_page(scene, f"{HOURS} 1")
    assert (page.title, page.lines) == ("Toby's hours: 3 in 1 term", ("9 Hour Term", "Ogre Prof"))
    assert page.faces == (parse_face("9h"), parse_face("ogre"))
    assert [zone.count for zone in scene.zones if zone.key == "deck"] == [102]
    assert [line.values for line in found.sheet.latest] == [
        (600, 15),
        (100, 0),
        (200, 0),
        (100, 0),
        (0, 0),
        (1000, 15),
        (1000, 15),
    ]

    state = found.story.state
    dealt: list[Event] = [Shuffled(PILE, deck_slots(1))]
    state = state.after(dealt[0])
    for need in state.needs:
        dealt.append(Shown(need.slots, need.to, None))  # type: ignore[union-attr]
        state = state.after(dealt[-1])
    later = looked(View(state, Seat(0), {}), found.story, tuple(dealt))

    assert (later.table.scene.title, later.story.last) == ("Hand 2 of 2", None)
    assert (later.figure(0, "hours"), later.figure(0, "points")) == ("0", "1000")
    assert pile_page(later.table.scene, f"{HOURS} 1").spoken == "Toby's hours, empty"
    assert [line.title for line in later.sheet.latest][-3:] == ["Hand 2", "Hand 1", "Match"]
    assert later.sheet.match.values == (1000, 15)
    assert len(later.sheet.whole) == 13


def test_while_the_next_hand_is_dealt_its_cards_are_shown_beside_the_old_piles() -> None:
    table = desk("21h,6h", "6h,6h", players=(player(terms="21h,21h,21h,18h,18h"), Student()), hands_played=2)
    found = over_by(table, table.action("play 21h"), Shuffled(PILE, deck_slots(1)))

    assert found.story.state.phase is MatriculationPhase.DEAL
    assert (found.plate(1).held, len(found.table.hand), found.figure(0, "hours")) == (7, 7, "120")


def test_a_match_that_ends_keeps_its_piles_and_scores() -> None:
    table = desk("21h", "6h", players=(player(terms="21h,21h,21h,18h,18h"), Student()))
    found = over_by(table, table.action("play 21h"))

    assert found.story.state.outcome() is not None
    assert (found.table.scene.note, found.figure(0, "hours")) == ("", "120")
    assert found.sheet.match is None and found.sheet.hands[-1].sums.values == (900, 0)


def test_a_hand_ends_when_the_only_opponent_leaves() -> None:
    found = over_by(desk("21h", "6h", hands_played=3), Left(Seat(1), "gone"))

    assert found.story.state.outcome() is not None and "has left" in found.plate(1).signs


def test_after_a_restart_earlier_hands_show_only_their_sums() -> None:
    table = desk("21h", "6h", hands_played=3)
    state = replace(
        table.state, sheets=((100, 50),), hand_number=1, deck=Slot(150), players=(Student(), Student())
    )
    found = looked(View(state, Seat(0), {}))

    assert found.story.past == (None,)
    assert found.sheet.hands[0].lines == (SheetLine("Hand 1", (100, 50), is_sum=True),)
    assert not any(line.is_sum for line in found.sheet.hands[-1].lines[:-1])
    assert found.sheet.match is not None and found.sheet.match.is_sum
    assert found.figure(0, "points") == "100" and "leads" in found.plate(0).signs


def test_a_score_sheet_needs_no_earlier_events() -> None:
    state = replace(desk("21h", "6h", hands_played=3).state, sheets=((100, 50),), hand_number=1)

    assert score_sheet(state, (), NAMES[:2]).match.values == (100, 50)


def test_the_score_of_a_hand_is_spoken_in_words() -> None:
    sheet = screen(desk("21h", "6h", players=(player(terms="9h"), Student()))).sheet

    assert sheet.spoken(sheet.latest[-1:]) == "Hand 1: Lisa 45, Toby 0"


def test_the_roll_for_the_dealer_lays_no_card() -> None:
    before = looked(View(MatriculationGame().start(2, {}), Seat(0), {})).story
    story = looked(View(before.state.after(Rolled(1)), Seat(0), {}), before, (Rolled(1),)).story

    assert (story.laid, story.last, story.state.phase) == ((), None, MatriculationPhase.SHUFFLE)


def test_a_pass_lays_no_card() -> None:
    story = over_by(desk("6h", "6h", deck_left=0), Moved(Seat(0), MatriculationPass())).story

    assert story.laid == () and story.state.passed == (0,)


def test_jumping_through_a_record_forgets_the_laid_cards() -> None:
    table = desk("15h,6h", "6h")
    story = after(table, "play 15h").story
    back = matriculation_story(seen(table), story)

    assert story.last is not None
    assert (back.last, back.laid, back.past) == (None, (), ())


def test_without_a_picked_card_the_buttons_ask_for_one() -> None:
    assert offers(screen(desk("15h,car", "6h", "6h")).table, None) == (
        Offer(Press.PLAY, "Play", (), UNPICKED),
        Offer(Press.DISCARD, "Discard", (), UNPICKED),
    )


def test_the_buttons_name_every_place_of_the_picked_card() -> None:
    found = screen(desk("15h,car", "6h", "6h", players=(player(setbacks="car"), Student(), Student())))

    assert found.words("car") == [("Play on Toby", True), ("Play on Ann", True), ("Discard", True)]
    assert found.words("15h") == [("Play", False), ("Discard", True)]


def test_once_the_deck_is_empty_the_pass_is_a_button() -> None:
    assert offers(screen(desk("15h", "6h", deck_left=0)).table, None)[-1] == (
        Offer(Press.PASS, "Pass", TO_PASS, None)
    )


def test_the_player_who_drew_the_last_card_may_still_discard() -> None:
    table = desk("15h", "6h", deck_left=1)
    found = looked(View(replace(table.state, deck=Slot(102)), Seat(0), table.faces))

    assert found.words("15h") == [("Play", True), ("Discard", True)]


def test_the_words_beside_the_hand_explain_the_picked_card_or_else_the_aim() -> None:
    assert help_words(None)[0] == "Your aim"
    assert help_words(screen(desk("15h,car", "6h")).card("15h")) == (
        "15 Hour Term",
        "Brings 15 credit hours.",
    )
