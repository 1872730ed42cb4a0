"""Checks of the seats and options that a game offers, and of its refusals."""

from __future__ import annotations

from app.workshop.check.trail import Broken, Trail, demand
from rules.errors import BadOptions


def check_offer(trail: Trail) -> None:
    """An option that the game does not offer is refused by `BadOptions`."""
    game = trail.case.game
    wrong: list[tuple[int, dict[str, str]]] = [
        (game.seats[0] - 1, {}),
        (game.seats[-1] + 1, {}),
        (game.seats[0], {"no-such-option": "1"}),
        *((game.seats[0], {option.key: "no-such-choice"}) for option in game.options),
    ]
    for seats, options in wrong:
        try:
            game.start(seats, options)
        except BadOptions as why:
            demand(str(why), "a refusal says what is wrong", "it is empty")
            continue
        raise Broken(f"start({seats}, {options}) raises BadOptions", "it starts")
