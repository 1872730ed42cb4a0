"""Undo within a player's own turn (R25, R26)."""

from __future__ import annotations

from random import Random

import pytest

from rules.api import Left, Seat, View
from rules.driver import LocalTable
from rules.errors import BadText
from rules.kings.actions import KingsUndo
from rules.kings.cards import cards_text
from rules.kings.course import KingsPhase
from rules.kings.legal import UNDOS
from tests.rules.kings.positions import GAME, Position, kings_state, position, total
from tests.support.values import replace

HOUSES = {"hearts": "2h/Jh,3h,5h/Qb,9s/-/-", "diamonds": "-/Ab,2d/-/-/-"}


def piles(at: Position) -> str:
    """The piles that lie before all seats, as text."""
    return " ".join(map(str, at.state.sides))


def test_r25_a_swap_is_taken_back() -> None:
    before = position("7h", **HOUSES)
    after = before.do("swap 1 2", "undo")

    assert after.state == replace(before.state, undone=1)
    assert not after.state.can_undo and after.reason("attack 1 at 2") is None


def test_r25_a_laid_card_comes_back_open_and_may_go_elsewhere() -> None:
    before = position("7h,4c", **HOUSES)
    after = before.do("put 0=7h on 1", "undo")

    assert after.state.hidden == (1,) and cards_text(after.state.sides[0].spoils) == "7h"
    assert after.state.sides[0].houses == before.state.sides[0].houses
    assert after.reason("put 0=7h on 1") == "kings 3.3: not-in-hand"
    assert cards_text(after.do("king 7h").state.sides[0].king) == "2h,7h"


def test_r25_taking_back_a_card_from_the_king_pile_also_takes_back_the_gain() -> None:
    after = position("7h", **HOUSES, round=9, gained=3).do("king 0=7h", "undo")

    assert (after.state.gained, cards_text(after.state.sides[0].king)) == (3, "2h")


def test_r25_an_attack_is_taken_back_with_its_spoils() -> None:
    before = position("7h", **HOUSES)
    after = before.do("attack 2 at 2", "undo", "attack 1 at 2", "undo")

    assert after.state == replace(before.state, undone=2)


def test_r25_spoils_and_dealt_cards_are_taken_back_in_their_order() -> None:
    before = position("7h,4c", hearts="2h/Jh,3h,5h/Qb,9s/-/-", diamonds="-/Ab,4d/-/-/-")
    done = before.do("attack 1 at 2", "king 0=7h", "swap 1 2", "undo", "undo")

    assert cards_text(done.state.sides[0].spoils) == "7h,4d" and done.state.hidden == (1,)
    assert list(map(str, done.state.steps)) == ["attack 1 at 2"]
    assert done.do("undo").hand() == "4c,7h"


def test_r25_everything_is_as_before_the_turn_and_no_card_is_lost() -> None:
    before = position("7h,4c,Qs", **HOUSES)
    after = before.do("attack 2 at 2", "king 0=7h", "put 2=Qs on 3", "put 1=4c on 3", *["undo"] * 4)

    assert piles(after) == piles(before).replace("9s/-/-", "9s/-/7h,Qs,4c")
    assert after.state.hidden == () and after.state.undone == 4 and total(after.state) == 96


def test_r25_nothing_is_taken_back_at_the_beginning_of_a_turn() -> None:
    before = position("7h", **HOUSES)

    assert before.reason("undo") == "kings R25: nothing-to-undo" and "undo" not in before.texts()
    assert before.do("swap 1 2", "undo").reason("undo") == "kings R25: nothing-to-undo"


def test_r25_the_end_of_a_turn_cannot_be_taken_back() -> None:
    table = LocalTable(GAME.start(4, {}), 4, Random(2))
    table.play(GAME.parse_action("swap 1 2"))
    table.play(table.actions()[-1])
    state = kings_state(table)

    assert (state.base, state.steps, state.undone, state.turn) == (None, (), 0, Seat(1))
    assert "undo" not in map(str, table.actions())


def test_r25_a_complete_king_pile_cannot_be_taken_back() -> None:
    eight = ",".join(f"{rank}h" for rank in range(2, 10))
    won = position("10h", hearts=f"{eight}/Jb/-/-/-").do("swap 1 2", "king 0=10h").state

    assert won.phase is KingsPhase.OVER and (won.base, won.steps) == (None, ())


def test_r25_steps_before_somebody_left_cannot_be_taken_back() -> None:
    before = position("7h,4c", **HOUSES).do("swap 1 2", "king 0=7h").state
    after = before.after(Left(Seat(3), "gone"))

    assert (after.base, after.steps) == (None, ()) and cards_text(after.sides[0].king) == "2h,7h"


def test_r26_the_number_of_undos_in_a_turn_is_limited() -> None:
    done = position("7h", **HOUSES).do(*["swap 1 2", "undo"] * UNDOS, "swap 1 2")

    assert done.reason("undo") == "kings R26: undos" and "undo" not in done.texts()
    assert done.end().undone == 0


def test_undo_shows_the_others_only_cards_that_were_laid_out() -> None:
    """All have seen the card that was taken back, so no sampled hand has it among its hidden cards."""
    after = position("7h,4c", **HOUSES).do("king 0=7h", "undo")
    worlds = [GAME.sample(View(after.state, Seat(1), {}), Random(seed))[1] for seed in range(9)]

    assert all(set(faces) == {*after.state.hidden, *after.state.stock} for faces in worlds)
    assert after.known[0] not in {face for faces in worlds for face in faces.values()}  # the one 7 of hearts


def test_a_position_with_undo_reads_back_and_continues_in_the_same_way() -> None:
    done = position("7h,Qs", **HOUSES).do("attack 1 at 2", "king 0=7h", "undo", "king 7h", "put 1=Qs on 1")
    text = done.state.text()
    again = GAME.parse_state(text)

    assert again == done.state and again.digest() == done.state.digest()
    assert "\nundo attack 1 at 2; king 7h; put 1=Qs on 1\n" in text
    undo = done.moved(KingsUndo())
    assert again.after(undo) == done.state.after(undo)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("undo swap 1 2", "undo swap 1 3"),
        ("undo swap 1 2", "undo end 0=7h"),
        ("undo swap 1 2", "undo undo"),
        ("undo swap 1 2", "undo "),
        ("undo swap 1 2", "undo attack 3 at 2"),
        ("undone=0", "undone=17"),
        ("swaps=0", "swaps=1"),
        ("organising=yes", "organising=no"),
    ],
)
def test_undo_steps_that_do_not_lead_to_the_position_are_refused(old: str, new: str) -> None:
    text = position("7h", **HOUSES).do("swap 1 2").state.text()
    assert old in text

    with pytest.raises(BadText):
        GAME.parse_state(text.replace(old, new))


def test_positions_with_different_undo_steps_have_different_digests() -> None:
    before = position("7h", **HOUSES)
    there_and_back = before.do("swap 1 2", "swap 1 2").state
    straight = replace(there_and_back, base=None, done=())

    assert len({there_and_back.digest(), straight.digest(), before.state.digest()}) == 3
