"""A position of Reef Encounter, as the value that every peer holds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import cast

from rules import api
from rules.checks import check_answer, check_leaving, check_turn, unasked
from rules.errors import BadText, NotLegal
from rules.reef import actions as a
from rules.reef import notation
from rules.reef.pieces.facts import COLOURS, NONE
from rules.reef.pieces.position import Position, ReefPhase, Rules
from rules.reef.steps import ending, flow, turn
from rules.reef.steps.shrimps import UNDOS_MOST
from rules.reef.text import parse_position, position_lines
from rules.values import Judged, cached


@dataclass(frozen=True)
class ReefState(Judged["ReefState"]):
    """A position, and how far back the mover may undo (R35).

    `base` is where undo ends: the start of the turn, or the position after a tile was last opened in it;
    `steps` are the small actions since. None and () when nothing can be undone. `position` never changes
    once it is here.
    """

    position: Position
    base: ReefState | None = None
    steps: tuple[a.ReefAction, ...] = ()
    trace: bytes = field(default=b"", compare=False, repr=False)
    """The part of the digest for `base` and `steps`; empty if it must be computed."""

    # -- the contract -------------------------------------------------------------------------

    @cached
    def needs(self) -> tuple[api.Need, ...]:
        return flow.needs(self.position)

    def actions(self, seat: api.Seat, known: api.Known) -> tuple[a.ReefAction, ...]:
        if self._mover() != seat:
            return ()
        secret = secret_by_colour(self.position, known)
        laying = self.position.course.laying
        found: list[a.ReefAction] = [
            notation.action_of(code, laying, secret.get(laying)) for code in turn.codes(self.position, secret)
        ]
        if self.can_undo:
            found.append(a.Undo())
        return tuple(found)

    def judge(self, event: api.Event, known: api.Known) -> None:
        if isinstance(event, api.Moved):
            self._judge_move(event, known)
        elif isinstance(event, api.Left):
            check_leaving(event, () if self.outcome() else self._seats_in, rule="reef R37")
        else:
            check_answer(event, self.needs, rule="reef 8")
            faces = (event.faces or ()) if isinstance(event, api.Shown) else ()
            if not all(type(face) is int and 0 <= face < len(COLOURS) for face in faces):
                raise unasked("reef 8")

    def become(self, event: api.Event) -> ReefState:
        if isinstance(event, api.Moved):
            action = cast(a.ReefAction, event.action)
            return self._undone() if isinstance(action, a.Undo) else self._played(action)
        position = self.position.clone()
        if isinstance(event, api.Left):
            flow.left(position, event.seat)
        elif isinstance(event, api.Rolled):
            flow.rolled(position, event.value)
        elif isinstance(event, api.Shown):
            flow.shown(position, event.faces or ())
        else:
            flow.shuffled(position)
        return ReefState(position)

    def text(self) -> str:
        lines = position_lines(self.position)
        if self.base is not None:
            old = position_lines(self.base.position)
            lines.append("undo " + "; ".join(str(step) for step in self.steps))
            lines += [f"{at} {line}" for at, line in enumerate(old) if line != lines[at]]
        return "\n".join(lines)

    def digest(self) -> bytes:
        return self._digest

    @cached
    def _digest(self) -> bytes:
        """32 bytes that are equal on every peer: like the contract's, but of `Position.packed`, because
        writing the text of a position takes ten times as long as making a small action."""
        packed = self.position.packed()
        if self.base is not None:
            packed += self.trace or self.base.digest() + "; ".join(map(str, self.steps)).encode()
        return api.state_hash(packed)

    def outcome(self) -> api.Outcome | None:
        return ending.outcome(self.position)

    def standing(self) -> api.Outcome:
        """The fish as they lie, without the start tiles that nobody has seen (R39)."""
        return ending.standing(self.position)

    def hand(self, seat: api.Seat) -> tuple[api.Slot, ...]:
        if seat not in self._seats_in:
            return ()
        player = self.position.players[seat]
        held = player.secret if player.start == NONE else (*player.secret, player.start)
        return tuple(api.Slot(slot) for slot in sorted(held))

    # -- undo ---------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """True if the mover may take back its last small action."""
        return bool(self.steps) and self.position.course.undone < UNDOS_MOST

    def _undone(self) -> ReefState:
        """Make the turn again from `base` without its last step; only the count of undos grows (R36)."""
        steps = self.steps[:-1]
        position = (self.base or self).position.clone()
        for step in steps:
            turn.play(position, step.code)
        position.course.undone = self.position.course.undone + 1
        return ReefState(position, self.base if steps else None, steps)

    def _played(self, action: a.ReefAction) -> ReefState:
        position = self.position.clone()
        turn.play(position, action.code, action.opens[0][0] if action.opens else None)
        if position.phase != ReefPhase.TURN or position.seat != self.position.seat or action.opens:
            return ReefState(position)  # a tile was or will be opened, or another turn begins
        if self.base is None:
            return ReefState(position, self, (action,), self.digest() + str(action).encode())
        trace = self.trace and self.trace + b"; " + str(action).encode()
        return ReefState(position, self.base, (*self.steps, action), trace)

    # -- checks -------------------------------------------------------------------------------

    @property
    def _seats_in(self) -> tuple[api.Seat, ...]:
        """The seats that have not left."""
        return tuple(api.Seat(seat) for seat, player in enumerate(self.position.players) if not player.gone)

    def _mover(self) -> api.Seat | None:
        needs = self.needs
        return needs[0].seat if needs and isinstance(needs[0], api.Turn) else None

    def _judge_move(self, event: api.Moved, known: api.Known) -> None:
        action = event.action
        check_turn(event, self._mover(), rule="reef 4.1")
        if not isinstance(action, a.ReefAction):
            raise NotLegal("not-now", rule="reef 4.1", text="That is not an action of Reef Encounter.")
        if isinstance(action, a.Undo):
            if not self.steps:
                text = "There is nothing to take back: the turn has just begun, or a tile was opened."
                raise NotLegal("nothing-to-undo", rule="reef R35", text=text)
            if not self.can_undo:
                raise NotLegal("undos", rule="reef R36", text=f"A turn has at most {UNDOS_MOST} undos.")
            return
        turn.check(self.position, action)
        for slot, face in action.opens:
            if known.get(slot, face) != face:
                raise NotLegal("other-face", rule="reef 8.3", text="That start tile has another colour.")


def parse_state(text: str) -> ReefState:
    """The state with that canonical text; raises `BadText`."""
    now, mark, rest = text.partition("\nundo ")
    state = ReefState(parse_position(now))
    if not mark:
        return state
    steps_text, *changes = rest.split("\n")
    lines = now.split("\n")
    for change in changes:
        number, _, line = change.partition(" ")
        if not number.isdecimal() or not number.isascii() or len(number) > 2 or int(number) >= len(lines):
            raise BadText(f"{number!r} is not a line of the position")
        lines[int(number)] = line
    again = ReefState(parse_position("\n".join(lines)))
    steps = tuple(notation.parse_action(step) for step in steps_text.split("; "))
    try:
        for step in steps:
            again = again.after(api.Moved(api.Seat(again.position.seat), step))
    except NotLegal as why:
        raise BadText(f"the steps that can be undone are not legal: {why.text}") from None
    again = replace(again, position=again.position.clone())
    # the count is the only trace of steps that were undone in between
    again.position.course.undone = state.position.course.undone
    if again.text() != text:
        raise BadText("the steps that can be undone do not lead to the position")
    return again


def secret_by_colour(position: Position, known: api.Known) -> dict[int, api.Slot]:
    """The mover's lowest start tile of each colour that is known."""
    found: dict[int, api.Slot] = {}
    for number in position.mover.secret:
        face = known.get(api.Slot(number))
        if face is not None and face not in found:
            found[face] = api.Slot(number)
    return found


def new_state(rules: Rules) -> ReefState:
    """The first position of a game."""
    return ReefState(flow.new_position(rules))
