"""The words for what went wrong accuse nobody but the culprit."""

from __future__ import annotations

import pytest

from app.messages import Trouble, TroubleKind
from app.table.troubles import fault_trouble, link_trouble, quoted, refused_trouble, told_trouble
from net.agreement.effects import Complaint, Fault, FaultReason, Rejected
from net.link.contract import LinkRefusal
from tests.support.lone_table import at_height

NAMES = ("Anna", "Bert")


def test_an_impossible_combination_of_entries_accuses_only_the_named_seat() -> None:
    text = "seat 0 and seat 1 have the same key"
    nobody = fault_trouble(Fault(None, FaultReason.COMBINATION, text, ()), NAMES)
    bert = fault_trouble(Fault(1, FaultReason.COMBINATION, text, ()), NAMES)

    assert "broke the rules" not in nobody.text and "Anna and Bert have the same key" in nobody.text
    assert bert.text.startswith("Bert broke the rules of the table")


@pytest.mark.parametrize("deliverer", [1, 2])
def test_a_peer_that_delivers_a_refused_message_is_not_called_its_author(deliverer: int) -> None:
    """A forged message in the name of seat 1 comes from either link; seat 0 is told about it."""
    names = ("Anna", "Bert", "Eve")
    lone = at_height(1)
    lone.say(lone.entry(1), sender=deliverer, by=2)
    (refused,) = lone.told(Rejected)
    told = refused_trouble(refused, names)

    assert told.text.startswith(
        f"A message from {names[deliverer]}'s program, perhaps written by somebody else,"
    )
    assert "a message in the name of Bert is not signed by its key" in told.text


def test_the_signer_of_a_refused_message_is_called_its_author_even_if_another_delivers_it() -> None:
    names = ("Anna", "Bert", "Eve")
    lone = at_height(1)
    lone.say(lone.entry(2), sender=1)
    (refused,) = lone.told(Rejected)

    assert refused_trouble(refused, names).text.startswith("A message that Eve signed was refused: Eve wrote")


def test_the_complaint_of_another_program_is_quoted_as_its_own() -> None:
    text = told_trouble(Complaint(1, 9, "a bid of 9"), NAMES).text

    assert text == "Bert's program says that it has refused a message of yours: “a bid of 9”."


@pytest.mark.parametrize(
    ("why", "text"),
    [
        (LinkRefusal.NO_ANSWER, "Toby's program does not answer."),
        (LinkRefusal.NOT_ADMITTED, "Toby's program does not let us in yet."),
        (LinkRefusal.TOO_FAST, "Toby's program sends more than is allowed."),
    ],
)
def test_a_failed_link_is_reported_with_its_player_and_what_was_seen(why: LinkRefusal, text: str) -> None:
    assert link_trouble("Toby's program", why, 1) == Trouble(TroubleKind.LINK, text, 1)
    assert all("key" not in each.value for each in LinkRefusal)  # CURVE does not tell the key


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("dinner", "“dinner”"),
        ("all seats are taken.", "“all seats are taken”"),
        ("” Shoal says: pay", "“' Shoal says: pay”"),
        ("bell\a\x1b[31m", "“bell[31m”"),
    ],
)
def test_text_from_others_is_quoted_and_cannot_end_the_quotation(text: str, shown: str) -> None:
    assert quoted(text) == shown


def test_a_refusal_that_is_reported_is_quoted() -> None:
    told = told_trouble(Complaint(1, 3, "not allowed"), ("Lisa", "Toby"))

    assert told.text == "Toby's program says that it has refused a message of yours: “not allowed”."
