"""The course of the evening, from the first window to the last."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path
from typing import Any

from tests.evening.moves import never_done, take_turn
from tests.evening.screen import PATIENCE_S, NotSeen, Person, Screen

OTHERS = ("Matriculation", "Coffeehouse Cahoots", "Kings", "Reef Encounter")
KEYS = {
    "Matriculation": "matriculation",
    "Coffeehouse Cahoots": "cahoots",
    "Kings": "kings",
    "Reef Encounter": "reef",
}
TURNS, MOST_TURNS = 6, 20
KILL_AFTER, AWAY_AFTER = 20, 40
"""Number of mouse presses before an accident."""
SEED = 4


def play_evening(folder: Path) -> str:
    """Host, two guests, chat, a killed bot, a resume, the end, a replay, a rematch, the other four games."""
    folder.mkdir(parents=True, exist_ok=True)
    screen = Screen(folder)
    people: list[Person] = []
    try:
        for place, name in enumerate(("Lisa", "Stephen", "Toby")):
            home = folder / f"home-{name}"
            home.mkdir(exist_ok=True)
            people.append(Person(screen, name, place, home))
        for each in people:
            welcome(each)
        _gather(*people)
        _talk(*people)
        played = _play_plump(people)
        _after_the_end(*people)
        others = [_against_bots(people[0], game) for game in OTHERS]
    finally:
        for each in people:
            each.close()
        screen.close()
    return f"Plump to its end in {played} presses of the mouse; then {', '.join(others)}"


def welcome(person: Person) -> None:
    """Answer the first question of a new program with a name."""
    person.until("the question for a name", lambda now: now["top"] == "NameDialog")
    for _ in range(10):  # other people's windows open meanwhile and take the keyboard
        person.press("Your name")
        person.key("ctrl+a")
        person.write(person.name)
        time.sleep(1)
        if any(each["value"] == person.name for each in person.look()["controls"]):
            break
    person.press("Continue")
    person.until("the lobby", lambda now: now["page"] == "HomePage" and now["top"] == "Window")


def _gather(host: Person, *guests: Person) -> None:
    """The host opens a table for four and puts a bot on a chair; the guests come by the invitation in the
    clipboard."""
    host.photo("lobby")
    host.press("Host a table")
    host.press("More")
    host.choose("Length", "a short game")
    host.photo("form")
    _up(host, "Seats", 4)
    host.press("Open the table")
    _play_at_once(host, "WaitingPage")
    now = host.until(
        "a question or the table", lambda now: now["page"] == "WaitingPage" or now["top"] != "Window"
    )
    if now["top"] != "Window":
        host.photo("asked-to-be-found")
        host.press("No, by invitation only")
    host.press("Seat 4")
    host.key("Return")  # the first line of its menu: an easy one
    host.photo("bot-put")
    host.press("Copy the invitation")
    for guest in guests:
        guest.press("Invitation")
        guest.photo(f"{guest.name}-joins")
        guest.press("Join")
        host.press("Let them in")
        time.sleep(0.7)
        if host.look()["top"] == "KnockDialog":  # the first press came while the question was settling
            host.press("Let them in")
    for each in (host, *guests):
        each.until("the table", lambda now: now["page"] == "TableScreen")
    host.photo("table")


def _up(person: Person, name: str, wanted: int) -> None:
    person.press(name, "SpinBox")
    person.key("ctrl+a")
    person.write(str(wanted))
    person.key("Tab")


def _talk(host: Person, *guests: Person) -> None:
    """Let everybody open the chat, say something and close it; everybody sees it all the same."""
    everybody = (host, *guests)
    for each in everybody:
        text = f"Good evening from {each.name}!"
        each.press("Chat", "ToolButton")
        each.press("Say something to the table")
        each.write(text)
        each.press("Send")
        each.press("Chat", "ToolButton")
        for other in everybody:
            if other is not each:
                other.until(f"what {each.name} says", lambda now, said=text: _is_seen(now, said))
        host.photo(f"{each.name}-talks")
    for other in everybody[:-1]:  # the last person to speak has read the others' lines
        other.press("Chat: ")  # the mark of new lines, which an open chat removes
        other.until(
            "no mark", lambda now: not any(each["name"].startswith("Chat: ") for each in now["controls"])
        )
        other.press("Chat", "ToolButton")


def _is_seen(now: dict[str, Any], said: str) -> bool:
    """True if a bubble on the table shows somebody's line, or showed it last."""
    return any(said in bubble for bubble in now["bubbles"])


def _play_plump(people: list[Person]) -> int:
    """Play all rounds by mouse; on the way the bot is killed, and a guest's window dies and comes back."""
    rng, presses, last = random.Random(SEED), 0, time.monotonic()
    accidents = [(KILL_AFTER, _kill_bot), (AWAY_AFTER, _lose_and_find)]
    while not all(each.look()["end"] for each in people):
        for each in people:
            if each.look()["is_ours"]:
                presses += take_turn(each, "plump", rng, presses=6)
                last = time.monotonic()
                if presses % 25 < 2:
                    each.photo(f"plump-{presses}")
        if accidents and presses > accidents[0][0]:
            accidents.pop(0)[1](*people)
            last = time.monotonic()
        if time.monotonic() - last > PATIENCE_S:
            people[0].photo("stuck")
            raise NotSeen("nobody had a turn for a long time")
        time.sleep(0.2)
    return presses


def _kill_bot(host: Person, *_guests: Person) -> None:
    """Kill the bot: the host's program starts another in its place, and nobody is asked anything."""
    for bot in host.bots():
        os.kill(bot, signal.SIGKILL)
    host.photo("bot-killed")


def _lose_and_find(host: Person, *guests: Person) -> None:
    """Kill the last guest's program: the others see it, and it continues the game from the lobby."""
    lost = guests[-1]
    lost.close(number=signal.SIGKILL)
    host.until("who is away", lambda now: any(f"{lost.name} is away" in text for text in now["texts"]))
    host.photo("away")
    lost.open()
    lost.press("Continue")
    lost.until("the table", lambda now: now["page"] == "TableScreen")
    lost.photo("back")


def _after_the_end(host: Person, *guests: Person) -> None:
    """The result, a replay, and the same table once more, which lets its players in without a question."""
    host.photo("result")
    guests[0].press("Watch the replay")
    guests[0].until("the replay", lambda now: now["page"] == "ReplayScreen")
    guests[0].key("Page_Down", "Right", "Right")
    time.sleep(1)
    guests[0].photo("replay")
    host.press("Play again")
    host.until("the next table", lambda now: now["page"] == "WaitingPage")
    for each in guests:
        each.press("Back to the lobby")
        each.until("the lobby", lambda now: now["page"] == "HomePage")
        each.press("Invitation")
        each.press("Join")
    for each in (host, *guests):
        each.until("the next game", lambda now: now["page"] == "TableScreen")
    host.photo("rematch")
    for each in (*guests, host):
        _leave(each, "rematch")
    host.photo("lobby-after")


def _play_at_once(person: Person, page: str) -> None:
    """Decline the introduction that is offered when a game is opened for the first time."""
    now = person.until("a question or the page", lambda now: now["top"] != "Window" or now["page"] == page)
    if now["top"] == "LessonDialog":
        person.press("Play now")


def _leave(person: Person, game: str) -> None:
    """Close the table, to be continued later if the window asks about that."""
    person.key("ctrl+w")
    now = person.until(
        "the question, or the lobby", lambda now: now["top"] != "Window" or now["page"] == "HomePage"
    )
    if now["top"] != "Window":
        person.photo(f"{game}-question")
        person.press("Close")
    person.until("the lobby", lambda now: now["page"] == "HomePage" and now["top"] == "Window")


def _against_bots(person: Person, title: str) -> str:
    """Play some turns of another game against bots; in Reef Encounter until all first steps were made."""
    game, rng, presses = KEYS[title], random.Random(SEED), 0
    person.press(f"Play {title} against bots")
    _play_at_once(person, "TableScreen")
    person.until("the table", lambda now: now["page"] == "TableScreen")
    for turn in range(MOST_TURNS):
        now = person.until("a turn", lambda now: now["is_ours"] or now["is_over"])
        is_enough = turn >= TURNS and not (game == "reef" and never_done(now["log"]))
        if now["is_over"] or is_enough:
            break
        if turn < TURNS:
            person.photo(f"{game}-{turn}")
        presses += take_turn(person, game, rng)
    now = person.look()
    assert any(line.startswith("You ") for line in now["log"]), f"no move of {title} was made"
    assert game != "reef" or never_done(now["log"]) == []
    person.photo(f"{game}-leaves")
    _leave(person, game)
    return f"{title} with {presses}"
