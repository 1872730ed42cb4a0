"""Players whom others reach and we do not: asked for rarely, believed after the second answer."""

from __future__ import annotations

from net.discovery.out_of_reach import ASK_S, ASKED_MAX, FORGET_S, OutOfReach

BERT, ANNA = b"b" * 32, b"a" * 32
LISA = (b"L" * 32, "Lisa")


def test_a_person_out_of_reach_is_reported_after_the_second_answer() -> None:
    out_of_reach = OutOfReach()
    assert out_of_reach.due([BERT], 0.0) == (BERT,)
    out_of_reach.told(BERT, [LISA], 0.1)
    out_of_reach.told(BERT, [LISA], 0.2)  # an answer counts once
    assert out_of_reach.beyond([], 0.3) == () == out_of_reach.due([BERT], ASK_S - 0.1)
    assert out_of_reach.due([BERT], ASK_S) == (BERT,)
    out_of_reach.told(BERT, [LISA], ASK_S + 0.1)

    assert out_of_reach.beyond([], ASK_S + 0.1) == ((*LISA, BERT),)
    assert out_of_reach.beyond([LISA[0]], ASK_S + 0.1) == ()  # we reach her ourselves
    assert out_of_reach.beyond([], ASK_S + 0.1 + FORGET_S) == ()


def test_only_peers_that_were_asked_and_are_still_there_can_report_a_person() -> None:
    out_of_reach = OutOfReach()
    out_of_reach.told(BERT, [LISA], 0.0)
    for at in (1.0, 1.0 + ASK_S):
        out_of_reach.due([BERT], at)
        out_of_reach.told(ANNA, [LISA], at)
        out_of_reach.told(BERT, [LISA], at)
    assert out_of_reach.beyond([], 12.0) == ((*LISA, BERT),)
    out_of_reach.due([ANNA], 12.0)

    assert out_of_reach.beyond([], 12.0) == ()


def test_only_a_few_are_asked() -> None:
    assert len(OutOfReach().due([n.to_bytes(32, "big") for n in range(99)], 0.0)) == ASKED_MAX
