"""Recent events on Kings' table: every move in words, with the piles it touched and the cards it moved."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.games.kings.narrator import move_lines
from app.games.kings.scene import KING, pile_at
from app.games.kings.words import named
from app.games.narrator import Cast, sentence
from app.games.scene import Token
from rules.api import Event, Face, Moved
from rules.errors import NotLegal
from rules.kings.actions import Attack, Bank, KingsAction, KingsUndo, Put, Swap
from rules.kings.piles import Battle
from rules.kings.state import KingsState


class Fight(Struct, frozen=True):
    """An attack of the pile `own` on `target`, predicted or just fought, in `words`. The spoils of its
    `battle` go from the `loser` to the seat `winner`."""

    own: Token
    target: Token
    battle: Battle
    winner: int
    words: str

    @property
    def loser(self) -> Token:
        """The pile whose number cards are won."""
        return self.target if self.battle.wins else self.own

    @property
    def brief(self) -> str:
        """Return the scores, such as `7 : 4`."""
        return f"{self.battle.attack} : {self.battle.defence}"


class PastMove(Struct, frozen=True):
    """A past move: its words, the piles that it touched, the cards that it moved. `is_back`: the move was an
    undo, so the cards went the other way."""

    seat: int
    words: str
    places: tuple[Token, ...] = ()
    faces: tuple[Face, ...] = ()
    fight: Fight | None = None
    is_back: bool = False


def past_moves(state: KingsState, events: Sequence[Event], cast: Cast) -> list[PastMove]:
    """Return the moves among some events; none if they do not follow from the position."""
    past = []
    try:
        for event in events:
            if isinstance(event, Moved):
                past.append(_past_move(state, event, cast))
            state = state.after(event)
    except NotLegal:
        return []
    return past


def _past_move(state: KingsState, event: Moved, cast: Cast) -> PastMove:
    seat, action, line = event.seat, event.action, move_lines(state, event, cast)[0]
    if isinstance(action, Attack) and (fight := state.battle(action.house, action.target)) is not None:
        line = sentence(
            cast.does(seat, f"attack {cast.who(action.target)}, {fight.attack} against {fight.defence}:"),
            cast.does(seat if fight.wins else action.target, f"win {named(fight.spoils)}"),
        )
        fought = fight_of(seat, action.target, fight, line)
        return PastMove(seat, line, (fought.own, fought.target), fight.spoils, fought)
    if isinstance(action, KingsUndo):
        taken = state.steps[-1]
        return PastMove(seat, line, _places(seat, taken), _faces(taken), is_back=True)
    if isinstance(action, Put | Bank | Swap):
        return PastMove(seat, line, _places(seat, action), _faces(action))
    faces = tuple(face for _, face in event.action.opens)
    spoils = state.sides[seat].spoils
    return PastMove(seat, line, (), (*faces, *spoils))


def _places(seat: int, step: KingsAction) -> tuple[Token, ...]:
    """Return the player's piles that a step uses."""
    match step:
        case Put() | Attack():
            return (pile_at(seat, step.house),)
        case Swap():
            return pile_at(seat, step.house), pile_at(seat, step.other)
    return (pile_at(seat, KING),)


def _faces(step: KingsAction) -> tuple[Face, ...]:
    """Return the card that a step lays down."""
    return (step.face,) if isinstance(step, Put | Bank) else ()


def fight_of(own: int, target: int, battle: Battle, words: str) -> Fight:
    """Return a battle of two seats, told in `words`."""
    return Fight(
        pile_at(own, battle.house),
        pile_at(target, battle.target_house),
        battle,
        own if battle.wins else target,
        words,
    )
