"""The canonical texts of Kings: read back, and nothing else is read."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.api import Face, Seat, Slot
from rules.errors import BadText
from rules.kings.actions import Attack, Bank, KingsAction, KingsEnd, Put, Swap, parse_action
from rules.kings.cards import DECK, FACES, cards_text, face_text
from tests.rules.kings.positions import GAME, kings_state, new_table, position

SLOTS = st.integers(0, 2**31 - 1).map(Slot)
FACE = st.integers(0, FACES - 1)
ACTIONS = st.one_of(
    st.builds(Attack, st.integers(1, 3), st.integers(0, 3)),
    st.builds(Put, st.none() | SLOTS, FACE, st.integers(1, 3)),
    st.builds(Bank, st.none() | SLOTS, FACE),
    st.sampled_from([Swap(1, 2), Swap(1, 3), Swap(2, 3)]),
    st.dictionaries(SLOTS, FACE, max_size=8).map(lambda opens: KingsEnd(tuple(sorted(opens.items())))),
)


@given(ACTIONS)
def test_an_action_is_read_back_from_its_text(action: KingsAction) -> None:
    assert parse_action(str(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("attack 1 at 2", Attack(1, Seat(2))),
        ("put 17=7h on 3", Put(Slot(17), 5, 3)),
        ("put 7h on 3", Put(None, 5, 3)),
        ("king 7h", Bank(None, 5)),
        ("swap 1 3", Swap(1, 3)),
        ("end 3=2h,17=7h", KingsEnd(((Slot(3), 0), (Slot(17), 5)))),
        ("end", KingsEnd()),
    ],
)
def test_each_action_has_its_own_text(text: str, action: KingsAction) -> None:
    assert parse_action(text) == action and str(action) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pass",
        "end ",
        "end  3=2h",
        "end 3",
        "end 2h",
        "end 3=2h,3=3h",
        "end 5=2h,3=3h",
        "end 3=2h,",
        "end -",
        "swap 1 1",
        "swap 2 1",
        "swap 0 1",
        "swap 1 4",
        "swap 1  2",
        "attack 1 at 4",
        "attack 0 at 1",
        "attack 1 at 1 ",
        "attack 1 on 1",
        "put 7h",
        "put 7h on 4",
        "put 7h on 0",
        "put 07=7h on 1",
        "put =7h on 1",
        "put 7x on 1",
        "put 99999999999=7h on 1",
        "put -1=7h on 1",
        "king Kh",
        "king 17=",
        "king 1h",
        "king 7h\n",
        "put 7h on 1\n",
        "end 3=2h\n",
        "attack \u0661 at 1",
        "put \u0667h on 1",
        "end " + ",".join(["1=2h"] * 200),
    ],
)
def test_any_other_text_of_an_action_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        parse_action(text)


# -- positions ----------------------------------------------------------------------------------

TEXT = (
    "kings phase=play first=0 turn=0 round=3 gained=2 owed=0 organising=no swaps=0 undone=0 top=20 fresh=84 "
    "hidden=15-18 older=- left=- discard=10b,10b,Jc hearts=2h,9h/Jh,3h/-/Qb,2s/7c spades=-/-/-/-/- "
    "diamonds=-/Ad,4b/-/-/- clubs=10c,2c/-/-/-/-"
)
"""28 cards are out: 64 in the stock, 4 hidden, 3 discarded, 7 of hearts, 2 of diamonds, 2 of clubs."""


def whole(text: str) -> str:
    """The text with a stock that brings it to 96 cards."""
    seen = sum(
        word.count(",") + 1
        for field in text.split(" ")
        if field.partition("=")[0] in ("discard", "hearts", "spades", "diamonds", "clubs")
        for word in field.partition("=")[2].split("/")
        if word != "-"
    )
    return text.replace("fresh=84", f"fresh={20 + 96 - 4 - seen}")


def test_a_position_that_owes_more_cards_than_a_deal_is_refused() -> None:
    dealing = whole(TEXT).replace("phase=play", "phase=deal")

    assert GAME.parse_state(dealing.replace("owed=0", "owed=1")).hand(Seat(0)) == (15, 16, 17, 18)
    with pytest.raises(BadText, match="do not fit together"):
        GAME.parse_state(dealing.replace("owed=0", "owed=2"))


def test_a_position_is_read_back() -> None:
    state = GAME.parse_state(whole(TEXT))

    assert state.text() == whole(TEXT) and state.hand(Seat(0)) == (15, 16, 17, 18)
    assert cards_text(state.sides[3].king) == "10c,2c" and state.round == 3


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("kings ", "plump ", "expected 'kings' and 19 words, not"),
        ("phase=play", "phase=rest", "expected one of roll, shuffle, deal,"),
        ("phase=play", "phase=over", "the position does not fit phase over"),
        ("first=0", "first=4", "4 is not below 4"),
        ("turn=0", "turn=-1", "'-1' is not a number"),
        ("turn=0", "turn=00", "'00' is not a number"),
        ("round=3", "round=0", "the round, the round of the last gain"),
        ("round=3", "round=101", "101 is not below 101"),
        ("gained=2", "gained=4", "the round, the round of the last gain"),
        ("owed=0", "owed=6", "6 is not below 6"),
        ("owed=0", "owed=1", "the position does not fit phase play"),
        ("organising=no", "organising=maybe", "expected one of no, yes, not 'maybe'"),
        ("swaps=0", "swaps=11", "11 is not below 11"),
        ("top=20", "top=19", "there are not 96 cards"),
        ("top=20", "top=9999999999", "9999999999 is not below 2147483648"),
        ("hidden=15-18", "hidden=17-20", "the hidden slots of a hand are not rising"),
        ("hidden=15-18", "hidden=15-18,17", "there are not 96 cards"),
        ("hidden=15-18", "hidden=16,15,17,18", "the hidden slots of a hand are not rising"),
        ("hidden=15-18", "hidden=-", "there are not 96 cards"),
        ("hidden=15-18", "hidden=15,16-18", "this is not the canonical spelling of a"),
        ("hidden=15-18", "hidden=0-999999999", "'0-999999999' is not a run of slots"),
        ("left=-", "left=0", "a seat that has left has cards"),
        ("left=-", "left=1,1", "'1,1' are not different seats out of 4"),
        ("left=-", "left=4", "'4' are not different seats out of 4"),
        ("left=-", "left=2", "a seat that has left has cards"),
        ("discard=10b,10b,Jc", "discard=10b,Jc", "there are not 96 cards"),
        ("discard=10b,10b,Jc", "discard=", "'' is not a card of Kings"),
        ("discard=10b,10b,Jc", "discard=10b,10b,Kc", "'Kc' is not a card of Kings"),
        ("discard=10b,10b,Jc", "discard=10b,10b,2h", "there are more cards of one face than"),
        ("hearts=2h,9h/", "hearts=2h,9d/", "no game can have these piles:"),
        ("clubs=10c,2c/-/-/-/-", "clubs=10c,2c/-/-/-", "a seat has a king pile, 3 house slots"),
        ("clubs=10c,2c/-/-/-/-", "clubs=10c,2c/-/-/-/-/-", "a seat has a king pile, 3 house slots"),
        ("/Jh,3h/", "/Jh,3s/", "no game can have these piles:"),
        ("/Jh,3h/", "/3h,Jh/", "no game can have these piles:"),
        ("/Qb,2s/7c", "/Qb,2s", "a seat has a king pile, 3 house slots"),
        ("/Qb,2s/7c", "/Qb,2s/7c/-", "a seat has a king pile, 3 house slots"),
        ("/Qb,2s/7c", "/Qb,2s/7c/" + "-/" * 999, "the text is too long for a position of Kings"),
        ("hearts=2h", "spades=2h", "expected hearts=..., not"),
        ("clubs=10c,2c/-/-/-/-", "clubs=", "'' is not a card of Kings"),
        ("phase=play", "phase=deal", "the position does not fit phase deal"),
        ("phase=play", "phase=refill", "the position does not fit phase refill"),
        ("phase=play", "phase=shuffle", "the position does not fit phase shuffle"),
        ("phase=play", "phase=roll", "the position does not fit phase roll"),
        ("spades=-/-/-/-/-", "spades=-/-/-/-/3c,3d", "the spoils are not sorted by face"),
        (" left=- ", " left=1,2,3 ", "a seat that has left has cards"),
    ],
)
def test_the_text_of_an_impossible_position_is_refused(old: str, new: str, why: str) -> None:
    assert old in whole(TEXT)
    with pytest.raises(BadText, match=re.escape(why)):
        GAME.parse_state(whole(TEXT).replace(old, new, 1))


def test_spoils_are_read_only_in_the_order_of_their_faces() -> None:
    rising = TEXT.replace("clubs=10c,2c/-/-/-/-", "clubs=-/-/-/-/2c,10c")

    assert GAME.parse_state(whole(rising)).text() == whole(rising)
    with pytest.raises(BadText, match="by face"):
        GAME.parse_state(whole(rising.replace("2c,10c", "10c,2c")))


def test_a_player_who_has_left_is_never_on_turn() -> None:
    without = TEXT.replace("left=-", "left=1")

    assert GAME.parse_state(whole(without)).text() == whole(without)
    with pytest.raises(BadText, match="has left"):
        GAME.parse_state(whole(without.replace("turn=0", "turn=1")))


def test_a_position_with_nine_cards_on_a_king_pile_is_over() -> None:
    nine = TEXT.replace("hearts=2h,9h/Jh,3h/", "hearts=2h,9h,3h,4h,5h,6h,7h,8h,10h/Jh/")

    assert GAME.parse_state(whole(nine.replace("phase=play", "phase=over"))).outcome() is not None
    with pytest.raises(BadText):
        GAME.parse_state(whole(nine))


def test_the_longest_text_of_a_position_is_within_the_limit() -> None:
    tens = ",".join(["10b"] * 4 + ["Jb"] * 4)
    state = position(hearts=f"-/-/-/-/{tens}", stock=0).state

    assert len(state.text()) < GAME.longest_text / 2 and len(state.discard) + 8 == len(DECK)
    with pytest.raises(BadText):
        GAME.parse_state("x" * (GAME.longest_text + 1))


def test_every_other_spelling_of_a_position_is_refused() -> None:
    text = kings_state(new_table()).text()

    assert GAME.parse_state(text).text() == text
    for other in (text + " ", " " + text, text.replace(" ", "  ", 1), text + "\n", text.upper()):
        with pytest.raises(BadText):
            GAME.parse_state(other)


def test_the_first_and_the_last_face_have_a_text_and_none_beyond_them() -> None:
    assert [face_text(Face(face)) for face in (0, FACES - 1)] == ["2h", "Ab"]
    for face in (-1, FACES):
        with pytest.raises(BadText, match="is not the face of a card"):
            face_text(Face(face))
