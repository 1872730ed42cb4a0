"""The terms of a table besides its game: the host's choices, and sentences for the others.

A choice is a `rules.api.Option`, so that a form, the command line and the settings treat it like an option of
a game. `OFFERED` are the keys that this version supports; all other parts of the genesis' policy keep their
defaults, because nothing may be offered that does not work.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from net.wire.genesis import (
    GONE_LEAST_S,
    GONE_MOST_S,
    HALF_LEAST_MIN,
    HALF_MOST_MIN,
    MOVE_LEAST_S,
    MOVE_MOST_S,
    Absent,
    Half,
    Hints,
    Policy,
    Watch,
)
from rules.api import Option
from rules.errors import BadOptions

OFFERED = frozenset(
    {"absent", "gone_after", "half", "half_after", "escrow", "clock", "watch", "watch_chat", "hints"}
)
ABSENT = {"wait": Absent.WAIT, "stand-in": Absent.STAND_IN, "leave-out": Absent.LEAVE_OUT, "end": Absent.END}
WATCH = {"closed": Watch.CLOSED, "ask": Watch.ASK, "open": Watch.OPEN}
HALF = {"wait": Half.WAIT, "end": Half.END, "wins": Half.WINS}
HINTS = {"none": Hints.NONE, "allowed": Hints.ALLOWED}
TWO = ("wait", "end")
"""Proposals at a table of two: without one of the players, the other cannot play on."""
ESCROW_RISK = "all the others together could also look at your cards"
ESCROW = f"If somebody does not come back, the others can go on; but {ESCROW_RISK}."


def options_for(seats: int) -> tuple[Option, ...]:
    """Return the host's options at a table with this many seats; the first choice of each is the default."""
    return tuple(each for each in _all_options(seats) if each.key in OFFERED and len(each.choices) > 1)


def fitting(values: Mapping[str, str], seats: int) -> dict[str, str]:
    """Keep the stored values that fit a table of this size; the rest get defaults."""
    found = {}
    for each in options_for(seats):
        value = values.get(each.key, each.default)
        if each.key == "escrow" and value != "0":  # its meaning depends on the number of seats
            value = each.choices[-1]
        try:
            _check(each.key, value, seats)
        except BadOptions:
            value = each.default
        found[each.key] = value
    return found


def kept_text(values: Iterable[tuple[str, str]]) -> str:
    """Return values as the settings keep them."""
    return " ".join(f"{key}={value}" for key, value in values)


def kept_values(text: str) -> dict[str, str]:
    """Parse values that the settings keep; use them through `fitting`, because anybody can edit the file."""
    return {key: value for key, equals, value in (word.partition("=") for word in text.split()) if equals}


def policy_for(values: Mapping[str, str], seats: int) -> Policy:
    """Return the policy that these values mean at a table of this size; raises `BadOptions`."""
    for key, value in values.items():
        if key not in OFFERED:
            raise BadOptions(f"a table has no option {key!r}")
        _check(key, value, seats)
    return Policy(
        gone_after_s=int(values.get("gone_after", "30")),
        move_limit_s=int(values.get("clock", "0")),
        absent=ABSENT[values.get("absent", "wait")],
        escrow_t=int(values.get("escrow", "0")),
        watch=WATCH[values.get("watch", "closed")],
        watch_chat=values.get("watch_chat") == "yes",
        hints=HINTS[values.get("hints", "none")],
        half=HALF[values.get("half", "wait")],
        half_after_min=int(values.get("half_after", "5")),
    )


def policy_values(policy: Policy) -> dict[str, str]:
    """Return a policy as words, for a form or for JSON."""
    return {
        "absent": _word(ABSENT, policy.absent),
        "gone_after": str(policy.gone_after_s),
        "half": _word(HALF, policy.half),
        "half_after": str(policy.half_after_min),
        "escrow": str(policy.escrow_t),
        "clock": str(policy.move_limit_s),
        "watch": _word(WATCH, policy.watch),
        "watch_chat": "yes" if policy.watch_chat else "no",
        "hints": _word(HINTS, policy.hints),
    }


BOT_ALONE = "a bot; the person who started it can see its hand"
"""Description of a bot that nobody else at its table runs."""


def may_ask(policy: Policy, *, is_among_people: bool) -> bool:
    """True if a player may ask for a hint: always among bots; if people play, as the terms say."""
    return policy.hints is Hints.ALLOWED or not is_among_people


def policy_lines(policy: Policy, seats: int) -> tuple[str, ...]:
    """Return the terms for those who sign them, a sentence each. Defaults without effect are left out;
    absence is always included."""
    lines = [absent_text(policy, seats), half_text(policy, seats), escrow_text(policy, seats)]
    if policy.move_limit_s:
        lines.append(clock_text(policy, seats))
    if policy.watch is not Watch.CLOSED:
        who = "Anybody may watch" if policy.watch is Watch.OPEN else "People a player lets in may watch"
        lines.append(f"{who}{', and spectators may chat' if policy.watch_chat else ''}. Nobody sees a hand.")
    if policy.hints is Hints.ALLOWED:
        lines.append("Hints are allowed; an unchanged program tells everybody when it gives one.")
    return tuple(line for line in lines if line)


def absent_text(policy: Policy, seats: int) -> str:
    """Return what happens to the seat of a missing player."""
    asked = f"When somebody has been gone for {duration(policy.gone_after_s)}, the others are asked"
    proposed = {
        Absent.WAIT: " what to do; nothing happens by itself",
        Absent.STAND_IN: "; if nobody objects, a rule plays for them until they are back",
        Absent.LEAVE_OUT: "; if nobody objects, the game goes on without them",
        Absent.END: f"; if nobody objects, {ended_text(seats)}",
    }
    return f"{asked}{proposed[policy.absent]}."


def half_text(policy: Policy, seats: int) -> str:
    """Return what happens to a game that half of its players leave: the other half is no majority."""
    gone = "the other player is" if seats == 2 else "half of the players are"
    if policy.half is Half.WAIT:
        return f"If {gone} gone, the game waits."
    minutes = duration(60 * policy.half_after_min)
    if policy.half is Half.WINS:
        last = "and the one who stays wins" if seats == 2 else "and those who left come last"
    else:
        last = "as it stands"
    return f"If {gone} gone, the game ends {minutes} later {last}, unless somebody who stays objects."


def ended_text(seats: int) -> str:
    """Return how a game that ends early is ranked. Two players who cannot hear each other have no common
    result."""
    if seats == 2:
        return "the game ends there, without a result"
    return "the game ends and is scored as it stands"


def escrow_text(policy: Policy, seats: int) -> str:
    """Return who could open others' cards; "" if nobody can."""
    if not policy.escrow_t:
        return ""
    if policy.escrow_t == seats - 1:
        return ESCROW
    some = "any other player alone" if policy.escrow_t == 1 else f"any {policy.escrow_t} others together"
    return f"If somebody does not come back, the others can go on; but {some} could also look at your cards."


def clock_text(policy: Policy, seats: int) -> str:
    """Return the time for a move, and what follows it."""
    line = f"A move may take {duration(policy.move_limit_s)}"
    if seats == 2:
        return f"{line}; between two players the clock only shows the time."
    hand = (
        "The player's hand is opened for it."
        if policy.escrow_t
        else "If the player has hidden cards, the others are asked how to continue."
    )
    return (
        f"{line}; after that a rule makes that one move. {hand} "
        "Where only one other person plays, the clock only shows the time."
    )


def duration(seconds: int) -> str:
    """Return a time in words: "30 seconds", "2 minutes"."""
    if seconds >= 60 and seconds % 60 == 0:
        return "1 minute" if seconds == 60 else f"{seconds // 60} minutes"
    return "1 second" if seconds == 1 else f"{seconds} seconds"


def _all_options(seats: int) -> tuple[Option, ...]:
    absent = tuple(ABSENT) if seats > 2 else TWO
    titles = {
        "wait": "nothing: the others decide",
        "stand-in": "a rule plays for them until they are back",
        "leave-out": "the game goes on without them",
        "end": ended_text(seats),
    }
    return (
        Option(
            "absent",
            "If somebody is gone",
            absent,
            "The proposal for that case. It happens by itself 10 seconds after the others are asked, unless "
            "somebody objects; they can always choose something else.",
            tuple(titles[each] for each in absent),
        ),
        _seconds(
            "gone_after", "Gone after", (30, 10, 60, 120, 300), "The others are asked after this time away."
        ),
        Option(
            "half",
            "If the other is gone" if seats == 2 else "If half are gone",
            tuple(HALF),
            "It happens by itself, unless somebody who stays objects. Half of the players can decide nothing "
            "else: two halves that cannot hear each other would both play on.",
            (
                "the game waits",
                "the game ends as it stands",
                "the one who stays wins" if seats == 2 else "the game ends, and those who left come last",
            ),
        ),
        Option(
            "half_after",
            "Time to come back",
            tuple(map(str, HALF_AFTER)),
            "For a game that ends if half are gone. The time counts from the question of how to continue.",
            tuple(duration(60 * each) for each in HALF_AFTER),
        ),
        Option(
            "escrow",
            "Hidden cards",
            ("0", str(seats - 1)) if seats > 2 else ("0",),
            "If only their player can open them, nobody else can ever see yours, but the game stops if it "
            "needs those of somebody who does not come back. If the others can, the game goes on, but "
            f"{ESCROW_RISK}.",
            ("only their player can open them", "all the others together can open them") if seats > 2 else (),
        ),
        _seconds("clock", "Time for a move", (0, 30, 60, 120, 300), CLOCK_ABOUT if seats > 2 else CLOCK_TWO),
        Option(
            "watch",
            "Spectators",
            tuple(WATCH),
            "Spectators see what everybody at the table sees, and no hand.",
            ("nobody", "people you let in", "anybody"),
        ),
        Option(
            "watch_chat",
            "Spectators' chat",
            ("no", "yes"),
            "It is separate from the players' chat, and players can hide it.",
        ),
        Option("hints", "Hints", tuple(HINTS), "Everybody sees when somebody asks for one."),
    )


CLOCK_ABOUT = (
    "After that a rule makes that one move, and the player's hand is opened for it. If the others cannot "
    "open hidden cards, they are asked how to continue."
)
CLOCK_TWO = "Between two players the clock only shows the time."
HALF_AFTER = (5, 1, 10, 30, 60)
"""Minutes that a form offers."""
RANGES = {
    "half_after": (
        HALF_LEAST_MIN,
        HALF_MOST_MIN,
        "the minutes after which half of the players may end the game",
    ),
    "gone_after": (GONE_LEAST_S, GONE_MOST_S, "the seconds after which somebody is gone"),
    "clock": (MOVE_LEAST_S, MOVE_MOST_S, "the seconds for a move"),
}


def _seconds(key: str, title: str, choices: tuple[int, ...], about: str) -> Option:
    titles = tuple(duration(each) if each else "as long as it takes" for each in choices)
    return Option(key, title, tuple(map(str, choices)), about, titles)


def _check(key: str, value: str, seats: int) -> None:
    """Raise `BadOptions` unless a table of this size can have the value. Numbers need not be among those that
    a form offers."""
    if key in RANGES:
        least, most, what = RANGES[key]
        if key == "clock" and value == "0":
            return
        if not (value.isascii() and value.isdigit() and least <= int(value[:9]) <= most):
            raise BadOptions(f"{what} are a number from {least} to {most}, not {value!r}")
        return
    if key == "escrow":
        if not (value.isascii() and value.isdigit() and int(value[:9]) < seats):
            raise BadOptions(
                f"the number of others who can open hidden cards together is 0 to {seats - 1}, not {value!r}"
            )
        if seats == 2 and value != "0":
            raise BadOptions("at a table of two nobody else can open your cards: leave --escrow out")
        return
    option = next(each for each in _all_options(seats) if each.key == key)
    if value not in option.choices:
        few = " of two" if key == "absent" and value in ABSENT else ""
        raise BadOptions(f"{option.title.lower()}: {value!r} is not possible at a table{few}")


def _word(words: Mapping[str, object], value: object) -> str:
    return next(word for word, each in words.items() if each is value)
