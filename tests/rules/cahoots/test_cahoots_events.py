"""Refusals by a position of Cahoots: events out of place, wrong types, unsound texts."""

from __future__ import annotations

import re
from random import Random
from typing import Any, cast

import pytest

from rules.api import (
    EVERYONE,
    Event,
    Face,
    Left,
    Moved,
    Outcome,
    Rolled,
    Seat,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    Slot,
    View,
    refusal,
)
from rules.cahoots.actions import DRAW, PASS, STOP, CahootsPlay, Say, Verb, parse_action
from rules.cahoots.cards import NAMES, parse_face
from rules.cahoots.course import CahootsPhase
from rules.cahoots.game import CahootsGame
from rules.cahoots.state import CahootsState
from rules.driver import LocalTable
from rules.errors import BadText
from tests.support.cahoots import cafe
from tests.support.values import replace

GAME = CahootsGame()
DECK = tuple(map(Slot, range(60)))
EVEN, ODD = tuple(map(Slot, range(0, 14, 2))), tuple(map(Slot, range(1, 14, 2)))
MAIN, VETO, CARD = parse_face("5C"), parse_face("9L"), parse_face("5D")


def fold(*events: Event, seats: int = 2) -> CahootsState:
    state = GAME.start(seats, {})
    for event in events:
        state = state.after(event)
    return state


ROLLED, SHUFFLED = Rolled(0), Shuffled("deck", DECK)
FIRST, SECOND = Shown(EVEN, (Seat(0),), None), Shown(ODD, (Seat(1),), None)
PILES = Shown((Slot(14), Slot(15)), EVERYONE, (MAIN, VETO))
PLACE = Moved(Seat(0), CahootsPlay(Verb.PLACE, Slot(0), CARD))
DRAWS = Moved(Seat(0), DRAW)
DEALT = (ROLLED, SHUFFLED, FIRST, SECOND, PILES)
BEFORE: dict[CahootsPhase, tuple[Event, ...]] = {
    CahootsPhase.ROLL: (),
    CahootsPhase.SHUFFLE: (ROLLED,),
    CahootsPhase.DEAL: (ROLLED, SHUFFLED),
    CahootsPhase.TURN: DEALT,
    CahootsPhase.COMBO: (*DEALT, PLACE),
    CahootsPhase.DRAW: (*DEALT, DRAWS),
}
NEXT: dict[CahootsPhase, Event] = {
    CahootsPhase.ROLL: ROLLED,
    CahootsPhase.SHUFFLE: SHUFFLED,
    CahootsPhase.DEAL: FIRST,
    CahootsPhase.TURN: PLACE,
    CahootsPhase.COMBO: Moved(Seat(0), STOP),
    CahootsPhase.DRAW: Shown((Slot(16),), (Seat(0),), None),
}


@pytest.mark.parametrize("phase", list(BEFORE))
def test_each_phase_takes_its_own_event_and_no_other(phase: CahootsPhase) -> None:
    state = fold(*BEFORE[phase])

    assert state.phase is phase
    assert [other for other, event in NEXT.items() if refusal(state, event) is None] == [phase]


@pytest.mark.parametrize(
    "event",
    [
        SECOND,
        PILES,
        replace(FIRST, to=(Seat(1),)),
        replace(FIRST, to=EVERYONE),
        replace(FIRST, slots=EVEN[1:]),
        replace(FIRST, faces=(MAIN,) * 7),
        replace(FIRST, slots=None),
        replace(FIRST, to=5),
    ],
)  # type: ignore[arg-type]
def test_hands_and_piles_are_shown_in_the_requested_order(event: Event) -> None:
    assert refusal(fold(ROLLED, SHUFFLED), event) is not None


@pytest.mark.parametrize(
    "faces",
    [
        None,
        (),
        (MAIN,),
        (MAIN, VETO, CARD),
        (MAIN, MAIN),
        (MAIN, 60),
        (-1, VETO),
        (MAIN, "9L"),
        (MAIN, None),
        (MAIN, True),
        [MAIN, VETO],
        "5C",
    ],
)
def test_the_piles_must_be_shown_with_two_different_faces(faces: Any) -> None:
    assert refusal(fold(*DEALT[:-1]), PILES) is None
    assert refusal(fold(*DEALT[:-1]), replace(PILES, faces=faces)) is not None


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (CahootsPlay(Verb.PLACE, Slot(1), CARD), "not-in-hand"),
        (CahootsPlay(Verb.PLACE, Slot(15), VETO), "not-in-hand"),
        (CahootsPlay(Verb.PLACE, Slot(-2), CARD), "not-in-hand"),
        (CahootsPlay(Verb.PLACE, Slot(2**80), CARD), "not-in-hand"),
        (CahootsPlay(Verb.PLACE, [0], CARD), "not-in-hand"),
        (CahootsPlay(Verb.PLACE, "0", CARD), "not-in-hand"),
        (CahootsPlay(Verb.PLACE, Slot(0), Face(60)), "other-face"),
        (CahootsPlay(Verb.PLACE, Slot(0), Face(-1)), "other-face"),
        (CahootsPlay(Verb.PLACE, Slot(0), None), "other-face"),
        (CahootsPlay(Verb.PLACE, Slot(0), [5]), "other-face"),
        (CahootsPlay(Verb.PLACE, Slot(0), True), "other-face"),
        (CahootsPlay(Verb.PLACE, Slot(0), MAIN), "other-face"),
        (CahootsPlay(Verb.SWAP, Slot(0), VETO), "other-face"),
        (CahootsPlay(Verb.PLACE, Slot(0), CARD, True), "open"),
        (CahootsPlay(Verb.PLACE, Slot(0), CARD, 0), "open"),
        (CahootsPlay("place", Slot(0), CARD), "unasked"),
        (CahootsPlay(None, Slot(0), CARD), "unasked"),
        (Say("draw"), "unasked"),
        (Say(None), "unasked"),
        ("draw", "unasked"),
        (None, "unasked"),
        (PASS, "pass"),
        (STOP, "stop"),
    ],
)  # type: ignore[arg-type]
def test_an_impossible_action_is_refused_with_its_reason(action: Any, reason: str) -> None:
    why = refusal(fold(*DEALT), Moved(Seat(0), action))

    assert why is not None and why.reason == reason


def test_a_face_that_contradicts_the_knowledge_of_the_mover_is_refused() -> None:
    assert refusal(fold(*DEALT), PLACE, {Slot(0): CARD}) is None
    why = refusal(fold(*DEALT), PLACE, {Slot(0): parse_face("6D")})
    assert why is not None and why.reason == "other-face"


# -- a known card in a hand ------------------------------------------------------------------------


def test_an_old_veto_is_played_with_its_known_face_and_opens_no_card() -> None:
    table = cafe("10C,8D", "2D,3D", main="9D", veto="10T").do("swap 10C", "place 2D")
    actions = {str(action): action for action in table.state.actions(Seat(0), table.faces)}

    assert "swap 80=10T open" in actions and actions["swap 80=10T open"].opens == ()
    hidden = CahootsPlay(Verb.SWAP, Slot(80), parse_face("10T"))
    why = refusal(table.state, Moved(Seat(0), hidden))
    assert why is not None and why.reason == "open"
    why = refusal(table.state, Moved(Seat(0), replace(hidden, face=parse_face("9T"), is_open=True)))
    assert why is not None and why.reason == "other-face"


def test_actions_with_publicly_known_cards_are_offered_without_knowledge() -> None:
    table = cafe("10C,8D", "2D,3D", main="9D", veto="10T").do("swap 10C", "place 2D")

    assert [str(action) for action in table.state.actions(Seat(0), {})] == ["swap 80=10T open", "draw"]


# -- a new stock while hands are held --------------------------------------------------------------


def test_a_new_stock_lies_in_fresh_slots_and_hands_stay() -> None:
    table = cafe("1R,2R", "1T", main="7C,8C,5J", veto="9L", stock_left=0, coming="8C")
    need = table.state.after(table.action("draw")).needs[0]
    assert isinstance(need, Shuffle) and not need.new_deck and need.slots == ()
    assert [NAMES[face] for face in need.faces] == ["7C", "8C"] and need.into == (81, 82)

    after = table.do("draw").state

    assert after.hand(Seat(0)) == (0, 1, 81) and after.hand(Seat(1)) == (10,)
    assert (after.stock, after.stock_end) == (82, 83)


@pytest.mark.parametrize("into", [(81,), (82, 81), (81, 82, 83), (0, 1)])
def test_a_new_stock_is_shuffled_into_the_requested_slots(into: tuple[int, ...]) -> None:
    table = cafe("1R,2R", "1T", main="7C,8C,5J", veto="9L", stock_left=0)
    state = table.state.after(table.action("draw"))

    assert refusal(state, Shuffled("deck", tuple(map(Slot, into)))) is not None


def test_a_player_who_leaves_before_the_new_stock_is_made_changes_no_pile() -> None:
    table = cafe("1R,2R", "1T", "2T", main="7C,8C,5J", veto="9L", stock_left=0)
    state = table.state.after(table.action("draw")).after(Left(Seat(0), "gone"))

    assert [NAMES[face] for face in state.main] == ["7C", "8C", "5J"]
    assert state.turn == 1 and state.phase is CahootsPhase.TURN


# -- leaving, in every phase -----------------------------------------------------------------------


@pytest.mark.parametrize("phase", list(BEFORE))
@pytest.mark.parametrize("seat", [0, 1])
def test_at_a_table_of_two_a_leaver_ends_the_game_in_every_phase(phase: CahootsPhase, seat: int) -> None:
    over = fold(*BEFORE[phase]).after(Left(Seat(seat), "gone"))

    assert over.needs == ()
    assert over.outcome() == (Outcome((0, 1), (2, 1)) if seat == 0 else Outcome((1, 0), (1, 2)))
    assert GAME.parse_state(over.text()) == over


def test_a_dealer_who_left_before_the_deal_does_not_move_first() -> None:
    state = fold(Rolled(1), seats=3).after(Left(Seat(1), "left")).after(SHUFFLED)

    assert state.turn == 2 and state.owed == (2, 0) and state.stock == 16
    assert state.hand(Seat(1)) == ()


def test_a_player_who_leaves_during_the_deal_is_dealt_nothing() -> None:
    state = fold(Rolled(0), SHUFFLED, seats=3).after(Left(Seat(0), "gone"))

    assert [need.to for need in state.needs if isinstance(need, Show)] == [(1,), (2,), None]
    assert state.turn == 1


def test_the_game_ends_when_the_only_player_who_had_not_passed_leaves() -> None:
    state = cafe("1R,2R", "1T", "1J,2T", main="5J", veto="8L", stock_left=0).do("pass", "pass").state

    assert state.after(Left(Seat(2), "gone")).outcome() == Outcome((1, 2, 0), (2, 1, 3))
    assert state.after(Left(Seat(0), "gone")).turn == 2


# -- texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["place 12=5C", "add 14=10T open", "swap 7=3T", "place 0=1R open", "draw", "stop", "pass"]
)
def test_the_text_of_an_action_is_read_back(text: str) -> None:
    assert str(parse_action(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "place",
        "place 1",
        "place 1=11C",
        "place 1=5X",
        "place 01=5C",
        "place 1=05C",
        "swap 1=5C  open",
        "play 1=5C",
        "draw 1",
        "DRAW",
        "place 99999999999=5C",
        "place -1=5C",
    ],
)
def test_any_other_text_of_an_action_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        parse_action(text)


START = GAME.start(2, {}).text()
SWAPPED = fold(*DEALT, Moved(Seat(0), CahootsPlay(Verb.SWAP, Slot(4), parse_face("9R")))).text()
COMBO = fold(*BEFORE[CahootsPhase.COMBO]).text()
FOUR = fold(
    Rolled(0),
    SHUFFLED,
    *(Shown(tuple(map(Slot, range(seat, 28, 4))), (Seat(seat),), None) for seat in range(4)),
    Shown((Slot(28), Slot(29)), EVERYONE, (MAIN, VETO)),
    Left(Seat(1), "gone"),
    seats=4,
).text()
DRY = SWAPPED.replace("stock=16 end=60", "stock=16 end=16")
TWO_LIE = COMBO.replace("combo=value", "combo=none")


def test_a_position_in_mid_game_has_this_text() -> None:
    assert SWAPPED == (
        "cahoots ends=all phase=turn dealer=0 turn=1 main=5C veto=4=9R stock=16 end=60 renewed=- combo=none "
        "idle=1 owed=- passed=- finished=- | in hand=0,2,6,8,10,12,15 known=15=9L "
        "| in hand=1,3,5,7,9,11,13 known=-"
    )
    assert GAME.parse_state(SWAPPED).text() == SWAPPED


@pytest.mark.parametrize(
    ("text", "old", "new", "why"),
    [
        (SWAPPED, "ends=all", "ends=last", "expected one of all, first, not 'last'"),
        (SWAPPED, "phase=turn", "phase=combo", "the phase does not fit the combo"),
        (SWAPPED, "phase=turn", "phase=recycle", "a new stock is due at a wrong time"),
        (SWAPPED, "phase=turn", "phase=roll", "the phase does not fit the piles"),
        (SWAPPED, "phase=turn", "phase=deal", "the phase does not fit the piles"),
        (SWAPPED, "dealer=0", "dealer=2", "2 is not below 2"),
        (SWAPPED, "turn=1", "turn=2", "2 is not below 2"),
        (SWAPPED, "main=5C", "main=-", "the main pile lies without the veto"),
        (SWAPPED, "main=5C", "main=9R", "a card is in two places"),
        (SWAPPED, "main=5C", "main=9L", "a card is in two places"),
        (SWAPPED, "main=5C", "main=5C,6C", "the cards do not make one deck"),
        (SWAPPED, "veto=4=9R", "veto=-", "the main pile lies without the veto"),
        (SWAPPED, "veto=4=9R", "veto=4", "'' is not a card of Coffeehouse Cahoots"),
        (SWAPPED, "stock=16", "stock=15", "a hand holds slots twice, or slots that"),
        (SWAPPED, "stock=16", "stock=61", "the cards do not make one deck"),
        (SWAPPED, "end=60", "end=9999999999", "9999999999 is not below 2147483648"),
        (SWAPPED, "combo=none", "combo=up", "the phase does not fit the combo"),
        (SWAPPED, "combo=none", "combo=odd", "expected one of none, suit, value, up,"),
        (SWAPPED, "idle=1", "idle=x", "'x' is not a number"),
        (SWAPPED, "owed=-", "owed=1", "cards are owed outside the deal"),
        (SWAPPED, "passed=-", "passed=2", "'2' are not different seats out of 2"),
        (SWAPPED, "passed=-", "passed=1,1", "'1,1' are not different seats out of 2"),
        (SWAPPED, "finished=-", "finished=1", "too few players are left"),
        (SWAPPED, "in hand=1,", "left hand=1,", "too few players are left"),
        (SWAPPED, "in hand=1,", "in hand=0,", "a hand holds slots twice, or slots that"),
        (SWAPPED, "in hand=1,3", "in hand=3,1", "a hand is out of order"),
        (SWAPPED, "in hand=1,3", "in hand=3", "the cards do not make one deck"),
        (SWAPPED, "13 known=-", "50 known=-", "a hand holds slots twice, or slots that"),
        (SWAPPED, "known=15=9L", "known=14=9L", "a card is known that is not in the hand"),
        (SWAPPED, "known=15=9L", "known=15=9L,12=8L", "the known cards are not in rising order"),
        (SWAPPED, "known=15=9L", "known=15", "'' is not a card of Coffeehouse Cahoots"),
        (SWAPPED, " idle=1", "", "expected 'cahoots' and 14 words, not"),
        (SWAPPED, "cahoots", "plump", "expected 'cahoots' and 14 words, not"),
        (SWAPPED, "| in", "|  in", "expected one of in, left, not ''"),
        (SWAPPED, "hand=0,2", "hand=0-0,2", "this is not the canonical spelling of a"),
        (SWAPPED, "stock=16 end=60", "stock=16 end=16", "the cards do not make one deck"),
        (SWAPPED, "passed=- finished=-", "passed=- finished=1", "too few players are left"),
        (DRY, "phase=turn", "phase=draw", "a card must be drawn, but there is none"),
        (DRY, "phase=turn", "phase=recycle", "a new stock is due at a wrong time"),
        (TWO_LIE, "phase=combo", "phase=recycle", "a new stock is due at a wrong time"),
        (COMBO, "combo=value", "combo=suit", "no card can continue the combo"),
        (COMBO, "combo=value", "combo=none", "the phase does not fit the combo"),
        (FOUR, "turn=0", "turn=1", "it is the turn of a seat out of play"),
        (FOUR, "passed=-", "passed=1", "a seat out of play is owed cards or"),
        (FOUR, "finished=-", "finished=2", "a finished player has cards"),
        (START, "phase=roll", "phase=turn", "the phase does not fit the piles"),
        (START, "phase=roll", "phase=deal", "there are cards before the shuffle"),
        (START, "stock=0 end=0", "stock=0 end=60", "there are cards before the shuffle"),
        (START, "hand=-", "hand=0", "a hand holds slots twice, or slots that"),
    ],
)
def test_the_text_of_an_impossible_position_is_refused(text: str, old: str, new: str, why: str) -> None:
    assert old in text
    with pytest.raises(BadText, match=re.escape(why)):
        GAME.parse_state(text.replace(old, new, 1))


def test_a_position_with_nine_players_is_refused() -> None:
    with pytest.raises(BadText, match="Cahoots is not for 9 players"):
        GAME.parse_state(START + " | in hand=- known=-" * 7)


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_face_is_read_back(name: str) -> None:
    assert GAME.face_text(GAME.parse_face(name)) == name


def test_every_position_of_a_game_is_read_back() -> None:
    table, rng = LocalTable(GAME.start(3, {}), 3, Random(2)), Random(2)
    while table.turn is not None:
        assert GAME.parse_state(table.state.text()) == table.state
        action = rng.choice(table.actions())
        assert GAME.parse_action(str(action)) == action
        table.play(action)

    assert GAME.parse_state(table.state.text()) == table.state


def test_before_the_first_turn_nobody_may_do_anything() -> None:
    state = fold()

    assert state.actions(Seat(0), {}) == () and state.hand(Seat(-1)) == state.hand(Seat(2)) == ()
    why = state.refusal(Verb.PLACE, CARD)
    assert why is not None and why.reason == "unasked"


# -- what a seat may suppose -----------------------------------------------------------------------


def test_a_sample_keeps_what_the_viewer_knows_and_the_old_vetoes() -> None:
    for seed in range(20):
        table, rng = LocalTable(GAME.start(3, {}), 3, Random(seed)), Random(seed)
        for _ in range(60):
            swaps = [action for action in table.actions() if str(action).startswith("swap")]
            table.play(rng.choice(swaps or table.actions()))
        assert isinstance(table.state, CahootsState)
        known = {card.slot: card.face for player in table.state.players for card in player.known}
        for seat in (None, Seat(0), Seat(1)):
            view = table.view(seat)
            state, faces = GAME.sample(view, rng)

            assert state == table.state
            assert known.items() <= faces.items()
            assert sorted(faces.values()) == sorted(table.faces[slot] for slot in faces)
            assert all(faces[slot] == face for slot, face in view.known.items() if slot in faces)


def test_samples_differ_in_what_the_viewer_does_not_know() -> None:
    view = LocalTable(GAME.start(2, {}), 2, Random(4)).view(Seat(0))

    assert GAME.sample(view, Random(1))[1] != GAME.sample(view, Random(2))[1]
    assert GAME.sample(View(GAME.start(2, {}), Seat(0), {}), Random(1)) == (GAME.start(2, {}), {})


def test_a_sample_during_the_deal_leaves_cards_for_the_piles() -> None:
    _, faces = GAME.sample(View(fold(ROLLED, SHUFFLED), None, {}), Random(1))

    assert sorted(faces) == list(DECK) and sorted(faces.values()) == list(range(60))


def test_a_sample_of_another_games_position_raises_a_type_error() -> None:
    with pytest.raises(TypeError):
        GAME.sample(View(object(), None, {}), Random(1))  # type: ignore[arg-type]


def renewed_game() -> LocalTable:
    """A game of two whose stock has been refilled twice."""
    rng = Random(3)
    table = LocalTable(GAME.start(2, {}), 2, rng)
    while len(cast(CahootsState, table.state).renewed) < 2:
        table.play(rng.choice(table.actions()))
    return table


def test_a_sample_deals_no_card_of_the_new_stock_into_an_older_hand() -> None:
    table, rng = renewed_game(), Random(3)
    state = cast(CahootsState, table.state)
    (first, older), (second, newest) = state.renewed
    for _ in range(20):
        _, faces = GAME.sample(table.view(Seat(0)), rng)
        for slot, face in faces.items():
            assert (face in newest) is (slot >= second)
            assert (face in older) is (first <= slot < second)


def test_the_refilled_stocks_are_read_back_and_must_be_possible() -> None:
    state = cast(CahootsState, renewed_game().state)
    text = state.text()
    second = state.renewed[1][0]
    assert GAME.parse_state(text) == state
    stocks = text.partition("renewed=")[2].partition(" ")[0]
    one, other = stocks.split(";")
    for wrong, why in (
        (f"{other};{one}", "do not follow each other"),
        (f"7:{one.partition(':')[2]};{other}", "do not follow each other"),
        (f"{one};{other},{one.partition(':')[2].split(',')[0]}", "shuffled into two stocks"),
        (f"{one};{second}:{','.join(reversed(other.partition(':')[2].split(',')))}", "are not rising"),
        (f"{one};{second}:-", "are not rising"),
        (one, "not those that were shuffled into it"),
        ("x", "'x' is not a number"),
    ):
        with pytest.raises(BadText, match=why):
            GAME.parse_state(text.replace(stocks, wrong))
