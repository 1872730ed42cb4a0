"""The words for what went wrong accuse nobody but who did it."""

from __future__ import annotations

from app.table.troubles import fault_trouble
from net.agreement.effects import Fault

NAMES = ("Anna", "Bert")


def test_entries_that_cannot_stand_together_accuse_only_who_is_named() -> None:
    text = "seat 0 and seat 1 have the same key"
    nobody = fault_trouble(Fault(None, "combination", text, ()), NAMES)
    bert = fault_trouble(Fault(1, "combination", text, ()), NAMES)

    assert "broke the rules" not in nobody.text and "Anna and Bert have the same key" in nobody.text
    assert bert.text.startswith("Bert broke the rules of the table")
