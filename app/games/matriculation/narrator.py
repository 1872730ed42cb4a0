"""The story of Matriculation: cards played and on whom, their effects, and the result of each hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.games.matriculation.words import a_card, card_title, matriculation_state, setback_effect
from app.games.narrator import Cast, cast_of, counted, dealt_lines, left_line, listed, result_lines, sentence
from rules.api import Event, Face, Left, Moved, Rolled, Seat, Shown, Shuffled, View
from rules.matriculation.actions import Discard, MatriculationPass, MatriculationPlay
from rules.matriculation.cards import HOURS, TITLES, Kind, Setback, kind, setback_face, trouble
from rules.matriculation.course import HAND, MatriculationPhase
from rules.matriculation.player import DEGREE, Student, term_worth
from rules.matriculation.score import Score, player_score, totals
from rules.matriculation.state import MatriculationState


def matriculation_narrator(before: View, event: Event, after: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return the lines for one event of Matriculation."""
    was, now, cast = matriculation_state(before), matriculation_state(after), cast_of(after, names)
    return (*_happened(was, event, after, cast), *_closed(was, event, now, cast))


def _happened(was: MatriculationState, event: Event, after: View, cast: Cast) -> tuple[str, ...]:
    now = matriculation_state(after)
    if isinstance(event, Rolled):
        return (sentence(cast.does(now.dealer, "deal first")),)
    if isinstance(event, Shuffled):
        return ("Everybody has shuffled the deck.", _dealt(now, cast))
    if isinstance(event, Left):
        buried = sentence(f"{cast.whose(event.seat)} hand is out of the game")
        return (left_line(event, cast), *((buried,) if was.hand(event.seat) else ()))
    if isinstance(event, Shown):
        drawn = was.phase is MatriculationPhase.DRAW
        return _drawn(was, event, after, cast) if drawn else dealt_lines(event, after, cast, a_card)
    return _moved(was, event, cast)


def _dealt(now: MatriculationState, cast: Cast) -> str:
    hand = f"Hand {now.hand_number + 1} of {now.hands}: " if now.hands > 1 else ""
    # The first dealer is named when drawn.
    deals = f"{cast.does(now.dealer, 'deal')} and " if now.hand_number else ""
    return sentence(f"{hand}{HAND} cards each; {deals}{cast.does(now.turn, 'begin')}")


def _drawn(was: MatriculationState, event: Shown, after: View, cast: Cast) -> tuple[str, ...]:
    """Tell our own card by name; of the others' draws only the one that empties the deck."""
    face = after.face(event.slots[0]) if was.turn == after.seat else None
    is_last = was.deck_left == 1
    if was.turn != after.seat and not is_last:
        return ()
    what = "a card" if face is None else a_card(face)
    last = ", the last of the deck" if is_last else ""
    return (sentence(cast.does(was.turn, f"draw {what}{last}")),)


def _moved(was: MatriculationState, event: Moved, cast: Cast) -> tuple[str, ...]:
    seat, action = event.seat, event.action
    if isinstance(action, MatriculationPass):
        return (sentence(cast.does(seat, "pass")),)
    if isinstance(action, Discard):
        return (sentence(cast.does(seat, f"discard {a_card(action.face)}")),)
    if not isinstance(action, MatriculationPlay):
        return ()
    if action.target is not None:
        return (_hit(was, seat, action.target, action.face, cast),)
    return (_own(was, seat, action.face, cast), *_graduated(was, seat, action.face, cast))


def _hit(was: MatriculationState, seat: Seat, target: Seat, face: Face, cast: Cast) -> str:
    """Tell a setback that a player got, and its effect."""
    setback = trouble(face)
    hours = ""
    if setback is Setback.OGRE:
        student = was.players[target]
        fallen = (student.hours(was.ogre), student.with_setback(setback).hours(was.ogre))
        if fallen[0] != fallen[1]:
            hours = f", now {fallen[1]} instead of {fallen[0]}"
    return sentence(
        cast.does(seat, f"play {card_title(face)} on {cast.who(target)}:"),
        f"{setback_effect(setback, was.ogre)}{hours}",
    )


def _own(was: MatriculationState, seat: Seat, face: Face, cast: Cast) -> str:
    """Tell a term, a fix or an exception that a player played for itself."""
    student, family = was.players[seat], kind(face)
    now = after_play(student, face, was)
    hours = f"{now.hours(was.ogre)} of {DEGREE} hours"
    if family is Kind.TERM:
        worth = term_worth(student, face, was.ogre)
        less = f", worth {worth} under the Ogre Prof" if worth != HOURS[face] else ""
        return sentence(cast.does(seat, f"take {a_card(face)}{less}: {hours}"))
    setback = TITLES[setback_face(trouble(face))]
    again = f", {hours} again" if now.hours(was.ogre) != student.hours(was.ogre) else ""
    if family is Kind.FIX:
        return sentence(cast.does(seat, f"play {card_title(face)}: {setback} is gone{again}"))
    had = trouble(face) in student.setbacks
    done = f"{setback} is gone and cannot come back{again}" if had else f"safe from {setback} from now on"
    return sentence(cast.does(seat, f"play {card_title(face)}: {done}, 100 points"))


def _graduated(was: MatriculationState, seat: Seat, face: Face, cast: Cast) -> tuple[str, ...]:
    student = after_play(was.players[seat], face, was)
    hours = student.hours(was.ogre)
    if hours < DEGREE:
        return ()
    terms = counted(len(student.terms), "term")
    return (sentence(cast.does(seat, f"graduate with {hours} hours in {terms}")),)


def after_play(student: Student, face: Face, was: MatriculationState) -> Student:
    """Return the student after playing a term, a fix or an exception."""
    family = kind(face)
    if family is Kind.TERM:
        return student.with_term(face, was.ogre)
    if family is Kind.FIX:
        return student.without_setback(trouble(face))
    return student.with_exception(trouble(face))


def _closed(was: MatriculationState, event: Event, now: MatriculationState, cast: Cast) -> tuple[str, ...]:
    """Tell the result of a hand after its last card, and the end of the match after the last hand."""
    if len(now.sheets) == len(was.sheets):
        return ()
    players = last_players(was, event)
    lines = [_why_closed(was, event, players, cast)]
    lines += [
        _scored(seat, player_score(student, was.ogre), student, cast) for seat, student in enumerate(players)
    ]
    if len(now.sheets) > 1:
        sums = totals(now.sheets, len(players))
        each = [f"{cast.who(seat)} {sums[seat]}" for seat in cast.mine_first(range(len(players)))]
        lines.append(sentence(f"After {len(now.sheets)} hands: {listed(each)}"))
    outcome = now.outcome()
    return (*lines, *(() if outcome is None else result_lines(outcome, cast, "point")))


def last_players(was: MatriculationState, event: Event) -> tuple[Student, ...]:
    """Return the cards before everybody when `event` closes a hand: a new hand begins with empty places."""
    players = list(was.players)
    if isinstance(event, Left):
        players[event.seat] = replace(players[event.seat], left=True)
    elif isinstance(event, Moved) and isinstance(event.action, MatriculationPlay):
        face, target = event.action.face, event.action.target
        if target is None:
            players[event.seat] = after_play(players[event.seat], face, was)
        else:
            players[target] = players[target].with_setback(trouble(face))
    return tuple(players)


def _why_closed(was: MatriculationState, event: Event, players: Sequence[Student], cast: Cast) -> str:
    hand = "match" if was.hands == 1 else "hand"
    graduates = [seat for seat, student in enumerate(players) if student.hours(was.ogre) >= DEGREE]
    if graduates:
        return f"The {hand} is over: {cast.do(graduates, f'have reached {DEGREE} hours')}."
    if isinstance(event, Left) and sum(not student.left for student in players) == 1:
        return "The match is over: only one player is left."
    if isinstance(event, Moved) and isinstance(event.action, MatriculationPass):
        return f"The {hand} is over: the deck is empty and everybody has passed."
    return f"The {hand} is over: the deck is empty and nobody can play on."


def _scored(seat: int, score: Score, student: Student, cast: Cast) -> str:
    parts = [f"{score.hours} for {score.hours // 5} hours"]
    if score.graduated:
        parts.append(f"{score.graduated} for the degree")
    if score.quick:
        parts.append(f"{score.quick} for a quick degree")
    if score.exceptions:
        parts.append(f"{score.exceptions} for {counted(len(student.exceptions), 'exception')}")
    if score.all_five:
        parts.append(f"{score.all_five} for all five")
    return sentence(cast.does(seat, f"score {counted(score.total, 'point')} in this hand:"), listed(parts))
