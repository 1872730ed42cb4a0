"""Players whom others reach and we do not: asked for rarely, believed after the second answer."""

from __future__ import annotations

from net.discovery.sight import ASK_S, ASKED_MAX, FORGET_S, Hearsay

BERT, ANNA = b"b" * 32, b"a" * 32
LISA = (b"L" * 32, "Lisa")


def test_it_is_told_after_the_second_answer_who_is_out_of_reach() -> None:
    hearsay = Hearsay()
    assert hearsay.due([BERT], 0.0) == (BERT,)
    hearsay.told(BERT, [LISA], 0.1)
    hearsay.told(BERT, [LISA], 0.2)  # an answer counts once
    assert hearsay.beyond([], 0.3) == () == hearsay.due([BERT], ASK_S - 0.1)
    assert hearsay.due([BERT], ASK_S) == (BERT,)
    hearsay.told(BERT, [LISA], ASK_S + 0.1)

    assert hearsay.beyond([], ASK_S + 0.1) == ((*LISA, BERT),)
    assert hearsay.beyond([LISA[0]], ASK_S + 0.1) == ()  # we reach her ourselves
    assert hearsay.beyond([], ASK_S + 0.1 + FORGET_S) == ()


def test_nobody_is_told_of_by_whom_nobody_has_asked_or_who_is_gone() -> None:
    hearsay = Hearsay()
    hearsay.told(BERT, [LISA], 0.0)
    for at in (1.0, 1.0 + ASK_S):
        hearsay.due([BERT], at)
        hearsay.told(ANNA, [LISA], at)
        hearsay.told(BERT, [LISA], at)
    assert hearsay.beyond([], 12.0) == ((*LISA, BERT),)
    hearsay.due([ANNA], 12.0)

    assert hearsay.beyond([], 12.0) == ()


def test_only_a_few_are_asked() -> None:
    assert len(Hearsay().due([n.to_bytes(32, "big") for n in range(99)], 0.0)) == ASKED_MAX
