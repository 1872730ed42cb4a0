"""Watching as a screen tells it: who wants to be let in."""

from __future__ import annotations

from app.screens.spectators import SpectatorsModel
from app.spectators import SpectatorKnock
from tests.support.window import Story


def test_those_who_wait_behind_the_first_are_counted() -> None:
    model = SpectatorsModel(Story().info)
    assert model.question == ""

    for name, question in (
        ("Eva", "Eva wants to watch. Letters of the key: eva."),
        ("Finn", "Eva wants to watch (1 other too). Letters of the key: eva."),
        ("Gro", "Eva wants to watch (2 others too). Letters of the key: eva."),
    ):
        model.take(SpectatorKnock(name, name.lower(), name.encode()))
        assert model.question == question

    assert model.answer(admit=True) is not None
    assert model.question == "Finn wants to watch (1 other too). Letters of the key: finn."
