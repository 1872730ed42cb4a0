"""Moves of a player who knows little: press a lit piece, and the end of the turn when nothing is lit."""

from __future__ import annotations

import random
import time
from typing import Any

from tests.evening.screen import NotSeen, Person

MOST_S = 2.0
"""Limit in seconds for a press to show an effect; some presses show none."""
LIT = ("playable", "target", "selected")
ENDS = {
    "cahoots": ("Draw", "Stop", "Pass"),
    "kings": ("End the turn", "Cancel"),
    "matriculation": ("Play", "Discard", "Pass"),
}
REEF = {
    "You put": "",
    "You take": "",
    "You play": "2, ",
    "You lay": "2, ",
    "You place": "4, ",
    "You move": "5, ",
    "You collect": "0, ",
}
"""Button for the step with which a log line begins; "" for a step that the game asks for."""


def take_turn(person: Person, game: str, rng: random.Random, *, presses: int = 14) -> int:
    """Press until the turn is over, at most `presses` times; return the number of presses."""
    if game == "reef":
        return _reef_turn(person, rng, presses=3 * presses)
    for count in range(presses):
        now = person.look()
        if not now["is_ours"] or now["is_over"] or now["end"]:
            return count
        thing = _next(now["pieces"], game, rng, tired=count > presses // 2)
        if thing is None:
            time.sleep(0.3)
            continue
        _press(person, thing, now)
    return presses


def _press(person: Person, thing: dict[str, Any], before: dict[str, Any]) -> None:
    """Press, and wait for the effect: on a busy machine a second press would undo the first."""
    person.press_at(thing)
    end = time.monotonic() + MOST_S
    while time.monotonic() < end:
        time.sleep(0.25)
        now = person.look()
        if any(now[each] != before[each] for each in ("pieces", "log", "status", "page", "top")):
            return


def _next(
    pieces: list[dict[str, Any]], game: str, rng: random.Random, *, tired: bool
) -> dict[str, Any] | None:
    ends = [each for each in pieces if each["name"].startswith(ENDS.get(game, ()))]
    for mark in ("target", "selected", "playable"):
        lit = [each for each in pieces if each["mark"] == mark and each not in ends]
        if lit and not tired:
            return rng.choice(lit)
    if ends:
        return rng.choice(ends)
    return rng.choice(pieces) if pieces else None


def never_done(log: list[str]) -> list[str]:
    """The first steps of Reef Encounter that the log does not tell yet."""
    return [each for each in REEF if not any(line.startswith(each) for line in log)]


def _reef_turn(person: Person, rng: random.Random, *, presses: int) -> int:
    """Make each kind of step once as soon as possible, then collect, which ends the turn.

    The bot may have moved before this person looks again.
    """
    told, tried = len(person.look()["log"]), set[str]()  # planned steps are in no log
    for count in range(presses):
        now = person.look()
        has_collected = any(line.startswith("You collect") for line in now["log"][told:])
        if has_collected or not now["is_ours"] or now["is_over"]:
            return count
        thing = _next_of_reef(now, rng, tried)
        if thing is None:
            time.sleep(0.3)
            continue
        if thing["kind"] == "action":
            tried.add(thing["name"].split(" ")[0] + " ")
        _press(person, thing, now)
    raise NotSeen(f"a turn of {presses} presses on the reef came to no end")


def _next_of_reef(now: dict[str, Any], rng: random.Random, tried: set[str]) -> dict[str, Any] | None:
    """The thing that the game asks for; else the button of a step never done and not `tried` in this turn;
    else that of the end, again until it is done."""
    pieces, wanted = now["pieces"], never_done(now["log"])
    marked = {
        mark: [each for each in pieces if each["mark"] == mark and each["kind"] != "undo"]
        for mark in ("lit", "open", "held")
    }
    lit = [each for each in marked["lit"] if each["kind"] != "action"] or marked["lit"]
    if lit and (marked["held"] or not marked["open"] or "You lay" in wanted):
        return rng.choice(lit)
    able = [each for each in marked["open"] if each["kind"] == "action"]
    buttons = [REEF[each] for each in wanted if REEF[each] not in {"", *tried}]
    for button in (*buttons, "0, "):
        if found := [each for each in able if each["name"].startswith(button)]:
            return found[0]
    return rng.choice(marked["held"] or lit or marked["open"] or [None])
