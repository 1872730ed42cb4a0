"""Checks of a game's texts: one value has one text, and the text gives the value back."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from app.workshop.check.journey import thin, turns
from app.workshop.check.trail import Broken, Trail, demand
from rules.api import Event, Face, State, refusal
from rules.errors import BadText
from rules.replay import replay
from rules.text import event_text, parse_event

NUMBERS = (0, 1, 2, 5, 7, 12, 31, 52, 103, 200, 2**31 - 1, 2**31, 2**63, 9999999999)
SIGNS = "abz ABZ019,;:=-| \n\tå\u200f\U0001f41f"


def check_event_texts(trail: Trail) -> None:
    """The text of every event is read back, and replaying the texts ends in the same position."""
    events: list[Event] = []
    for step in trail.visit(trail.steps()):
        text = event_text(trail.case.game, step.event)
        again = parse_event(trail.case.game, text)
        demand(again == step.event, f"{text!r} is read back as the same event", again)
        events.append(again)
    case, end = trail.case, trail.final()
    again_end = replay(case.game, case.seats, dict(case.options), events)
    demand(
        again_end == end and again_end.digest() == end.digest(),
        f"the replay comes to {end.text()!r}",
        f"it comes to {again_end.text()!r}",
    )


def check_position_texts(trail: Trail) -> None:
    """The text of every position is read back, and its digest identifies it."""
    digests: dict[bytes, str] = {}
    for step in trail.visit(thin(trail.steps())):
        _check_position(trail, step.state, digests)
    _check_position(trail, trail.final(), digests)


def check_face_texts(trail: Trail) -> None:
    """Every face has a unique name, which is read back."""
    game = trail.case.game
    faces = {face for step in trail.visit(turns(trail.steps(), 5)) for face in step.faces.values()}
    names: dict[str, Face] = {}
    for face in sorted(faces):
        name = game.face_text(face)
        demand(
            name not in names,
            f"face {face} has a name of its own",
            f"{name!r} is also face {names.get(name)}",
        )
        names[name] = face
        demand(
            game.parse_face(name) == face, f"parse_face({name!r}) gives face {face}", game.parse_face(name)
        )


def check_any_text(trail: Trail) -> None:
    """Text that is no value is refused by `BadText`, and by no other exception."""
    game, rng = trail.case.game, Random("any text")
    for _ in range(60):
        text = "".join(rng.choice(SIGNS) for _ in range(rng.randrange(12)))
        for name, parse in (("parse_state", game.parse_state), ("parse_action", game.parse_action),
                            ("parse_face", game.parse_face)):  # fmt: skip
            try:
                value: object = parse(text)
            except BadText:
                continue
            # Returning a value is also fine; any other exception makes this check fail.
            demand(name != "parse_state" and value is not None, f"{name}({text!r}) raises BadText", value)


def check_garbled_events(trail: Trail) -> None:
    """A garbled event is either legal, or refused with reason, rule and a sentence."""
    steps, rng, game = trail.steps(), Random("garbled events"), trail.case.game
    for step in trail.visit(thin(steps)):
        other = steps[rng.randrange(len(steps))].event
        events: list[Event] = [other]
        with suppress(BadText):
            events.append(parse_event(game, garbled(event_text(game, other), rng)))
        for event in events:
            text = event_text(game, event)
            why = refusal(step.state, event)
            if why is None:
                step.state.after(event).text()
                continue
            demand(
                why.reason and " " not in why.reason and why.rule and why.text.endswith((".", "?", "!")),
                f"{text} is refused with a reason of one word, a rule and a sentence",
                f"reason {why.reason!r}, rule {why.rule!r}, text {why.text!r}",
            )
            try:
                step.state.after(event)
            except type(why):
                continue
            raise Broken(f"after() refuses {text} as check() does", "it does not")


def check_garbled_positions(trail: Trail) -> None:
    """A garbled text of a position is another position's text, or refused by `BadText`."""
    rng = Random("garbled positions")
    for step in trail.visit(thin(trail.steps())):
        text = garbled(step.state.text(), rng)
        try:
            parsed = trail.case.game.parse_state(text)
        except BadText:
            continue
        demand(parsed.text() == text, f"{text!r} is refused, or written back as it was", parsed.text())
        demand(
            parsed.needs or parsed.outcome() is not None,
            f"{text!r} is a position that can be played",
            "it is not",
        )


def garbled(text: str, rng: Random) -> str:
    """Change some numbers and words of a text."""
    words = text.split(" ")
    for _ in range(1 + rng.randrange(3)):
        place = rng.randrange(len(words))
        letters = words[place]
        starts = [at for at, letter in enumerate(letters) if letter.isdigit()]
        if starts and rng.randrange(6):
            at = rng.choice(starts)
            words[place] = f"{letters[:at]}{rng.choice(NUMBERS)}{letters[at + 1 :]}"
        else:
            words[place] = rng.choice(["-", "all", "left", "", *words])
    return " ".join(words)


def _check_position(trail: Trail, state: State, digests: dict[bytes, str]) -> None:
    text = state.text()
    demand(text.replace("\n", " ").isprintable(), "a position's text can be printed", repr(text))
    again = trail.case.game.parse_state(text)
    demand(again.text() == text, "parse_state gives a position with the same text", again.text())
    if again != state:
        raise Broken("parse_state gives an equal position", f"{again!r} instead of {state!r}")
    demand(again.needs == state.needs, "the position that was read needs the same", again.needs)
    digest = state.digest()
    demand(len(digest) == 32, "a digest of 32 bytes", digest)
    demand(again.digest() == digest, f"the digest {digest.hex()} of what was read back", again.digest().hex())
    twin = digests.setdefault(digest, text)
    demand(twin == text, "positions of other texts have other digests", f"the same digest as {twin!r}")
    most = trail.case.game.longest_text
    demand(len(text) <= most, f"no text longer than longest_text, {most} characters", f"{len(text)}")
