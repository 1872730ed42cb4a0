"""Refusals of the rules: typed, and in words that a player can be shown."""

from __future__ import annotations


class RulesError(Exception):
    """Any refusal of the rules."""


class NotLegal(RulesError):
    """An event that the rules forbid in this position.

    `reason` is a fixed word for programs ("follow-suit"), `rule` the paragraph of the game's rules ("plump
    2.4"), `text` one sentence for the player, without players' names.
    """

    def __init__(self, reason: str, *, rule: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason
        self.rule = rule
        self.text = text


class BadText(RulesError):
    """Text that is not the canonical text of any value. `text` says what is wrong."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class BadOptions(RulesError):
    """Options or a number of seats that a game does not offer."""


def quoted(text: str) -> str:
    """The first 80 characters of a refused text, in quotes."""
    return repr(text[:80])
