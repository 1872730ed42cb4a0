"""A player's row on the table of Matriculation: hours, piles, setbacks and what they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.board import counted
from app.games.matriculation.words import card_title
from rules.api import Face, Seat, View
from rules.matriculation.cards import TITLES, Setback, exception_face, fix_face, setback_face
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.player import DEGREE, OGRE_HOURS, PROBATION_LIMIT, OgreRule, Student
from rules.matriculation.score import player_score, totals
from rules.matriculation.state import MatriculationState


@dataclass(frozen=True, slots=True)
class Block:
    """A setback in the way of a player: what it does, in a few words, and what takes it away."""

    face: Face
    headline: str
    remedy: str


@dataclass(frozen=True, slots=True)
class DeskScreen:
    """A player's row: plate and four piles. `worth` is what the hand would bring if it ended now."""

    seat: Seat
    name: str
    is_viewer: bool
    is_turn: bool
    doing: str
    is_dealer: bool
    is_gone: bool
    hours: int
    terms: tuple[Face, ...]
    control: Face | None
    probation: Face | None
    ogre: Face | None
    exceptions: tuple[Face, ...]
    blocks: tuple[Block, ...]
    cards: int
    worth: int
    total: int
    is_leading: bool

    @property
    def spoken(self) -> str:
        """The row for screen readers."""
        words = [f"{self.name} (you)" if self.is_viewer else self.name]
        if self.is_gone:
            return f"{words[0]}, has left"
        words += [
            self.doing,
            "dealer" if self.is_dealer else "",
            f"{self.hours} of {DEGREE} hours",
            counted(len(self.terms), "term"),
        ]
        words += [
            f"{TITLES[block.face]}: {block.headline.lower()} until {block.remedy}" for block in self.blocks
        ]
        words += [card_title(face) for face in self.exceptions]
        words += [
            "" if self.is_viewer else f"{counted(self.cards, 'card')} in hand",
            f"{self.total} points so far",
        ]
        return ", ".join(filter(None, words))


def desk_screen(
    view: View, state: MatriculationState, lying: MatriculationState, seat: Seat, names: Sequence[str]
) -> DeskScreen:
    """The row of a seat, with what lies there in the position `lying`."""
    player = lying.players[seat]
    setbacks = {setback: setback_face(setback) for setback in player.setbacks}
    is_turn = (
        not view.is_held
        and state.turn == seat
        and state.phase
        in (
            MatriculationPhase.DRAW,
            MatriculationPhase.PLAY,
            MatriculationPhase.DRY,
        )
    )
    worth = player_score(player, state.ogre).total
    sums = [
        player_score(each, state.ogre).total + earlier
        for each, earlier in zip(
            lying.players, totals(lying.sheets[: lying.hand_number], len(lying.players)), strict=True
        )
    ]
    return DeskScreen(
        seat=seat,
        name=names[seat],
        is_viewer=seat == view.seat,
        is_turn=is_turn,
        doing=("draws" if state.phase is MatriculationPhase.DRAW else "to play") if is_turn else "",
        is_dealer=state.phase is not MatriculationPhase.ROLL and state.dealer == seat,
        is_gone=state.players[seat].left,
        hours=lying.hours(seat),
        terms=player.terms,
        control=None if player.control is None else setback_face(player.control),
        probation=setbacks.get(Setback.PROBATION),
        ogre=setbacks.get(Setback.OGRE),
        exceptions=tuple(map(exception_face, player.exceptions)),
        blocks=_blocks(player, state.ogre),
        cards=len(state.hand(seat)),
        worth=worth,
        total=sums[seat],
        is_leading=0 < sums[seat] == max(sums),
    )


def _blocks(player: Student, ogre: OgreRule) -> tuple[Block, ...]:
    return tuple(
        Block(
            setback_face(setback),
            _headline(setback, ogre),
            f"{TITLES[fix_face(setback)]} or {TITLES[exception_face(setback)]}",
        )
        for setback in player.setbacks
    )


def _headline(setback: Setback, ogre: OgreRule) -> str:
    if setback is Setback.PROBATION:
        return f"Terms up to {PROBATION_LIMIT} only"
    if setback is Setback.OGRE:
        return f"{OGRE_HOURS} hours fewer" if ogre is OgreRule.LASTING else f"New terms -{OGRE_HOURS}"
    return "No terms"
