"""The canonical text of a position: words `name=value` in a fixed order.

A seat's word has its king pile, its three house slots and its spoils, with slashes between:
`hearts=2h,5h/Jh,3h/-/Qb,2s/7c`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.kings.cards import SEATS, SUIT_WORDS, cards_text
from rules.kings.piles import Side
from rules.text import numbers_text, slots_text

if TYPE_CHECKING:
    from rules.kings.state import KingsState

HEAD: Final = "kings"
NAMES: Final = ("phase", "first", "turn", "round", "gained", "owed", "organising", "swaps", "top", "fresh",
                "hidden", "left", "discard", *SUIT_WORDS[:SEATS])  # fmt: skip
NO_YES: Final = ("no", "yes")


def position_text(state: KingsState) -> str:
    """The canonical text of a position."""
    left = numbers_text([seat for seat, side in enumerate(state.sides) if side.left])
    sides = " ".join(
        [f"{word}={side_text(side)}" for word, side in zip(SUIT_WORDS[:SEATS], state.sides, strict=True)]
    )
    return (
        f"{HEAD} phase={state.phase} first={state.first} turn={state.turn} round={state.round} "
        f"gained={state.gained} owed={state.owed} organising={NO_YES[state.organising]} "
        f"swaps={state.swaps} top={state.top} fresh={state.fresh} hidden={slots_text(state.hidden)} "
        f"left={left} discard={cards_text(state.discard)} {sides}"
    )


def side_text(side: Side) -> str:
    """What lies before one seat."""
    return "/".join([cards_text(pile) for pile in (side.king, *side.houses, side.spoils)])
