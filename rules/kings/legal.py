"""Check what the mover may do (paragraph 3), and say why not."""

from __future__ import annotations

from collections.abc import Sequence

from rules.api import Face, Known, Slot
from rules.checks import unasked
from rules.errors import NotLegal
from rules.kings.actions import Attack, Bank, KingsEnd, Put, Swap
from rules.kings.cards import COPIES, FACES, SEATS
from rules.kings.course import SWAP_PAIRS, SWAPS, UNDOS
from rules.kings.piles import house_refusal, king_refusal
from rules.kings.position import KingsPosition

__all__ = ("SWAPS", "UNDOS", "attack_refusal", "check", "check_undo")


def check(position: KingsPosition, action: object, known: Known) -> None:
    """Raise `NotLegal` unless the mover may do this now."""
    if isinstance(action, Put):
        _check_card(position, action, known)
        if action.house not in (1, 2, 3) or type(action.house) is not int:
            raise _no_house()
        why = house_refusal(position.sides[position.turn].house(action.house), action.face)
    elif isinstance(action, Bank):
        _check_card(position, action, known)
        why = king_refusal(position.turn, action.face)
    elif isinstance(action, Swap):
        why = _swap_refusal(position, action)
    elif isinstance(action, Attack):
        why = attack_refusal(position, house=action.house, target=action.target)
    elif isinstance(action, KingsEnd):
        why = _end_refusal(position, action, known)
    else:
        why = unasked("kings 3")
    if why is not None:
        raise why


def check_undo(*, steps: int, undone: int) -> None:
    """Raise `NotLegal` unless there are `steps` to take back, and fewer than the limit are `undone`."""
    if not steps:
        text = "There is nothing to take back: you have done nothing yet in this turn."
        raise NotLegal("nothing-to-undo", rule="kings R25", text=text)
    if undone >= UNDOS:
        text = f"You have taken back {UNDOS} steps in this turn: that is the limit."
        raise NotLegal("undos", rule="kings R26", text=text)


def attack_refusal(position: KingsPosition, *, house: int, target: int) -> NotLegal | None:
    """Return the reason why the mover may not attack `target` with its pile in `house`; None if it may."""
    if position.organising:
        text = "You attack before you put a card anywhere or swap piles, not after."
        return NotLegal("attacks-over", rule="kings R12", text=text)
    if type(house) is not int or house not in (1, 2, 3):
        return _no_house()
    if type(target) is not int or not 0 <= target < SEATS or position.sides[target].left:
        return NotLegal("no-target", rule="kings 3.2", text="Nobody sits there.")
    return _battle_refusal(position, house, target)


def _battle_refusal(position: KingsPosition, house: int, target: int) -> NotLegal | None:
    if target == position.turn:
        return NotLegal("self-attack", rule="kings R8", text="You attack a different player, not yourself.")
    if not position.sides[position.turn].house(house):
        return NotLegal("no-pile", rule="kings 3.2", text="You have no pile there to attack with.")
    if position.sides[target].front is None:
        text = "That player has no house pile, and a king pile cannot be attacked."
        return NotLegal("nothing-to-attack", rule="kings R6", text=text)
    return None


def _no_house() -> NotLegal:
    return NotLegal("no-house", rule="kings 2.1", text="The house slots are 1, 2 and 3.")


def _check_card(position: KingsPosition, action: Put | Bank, known: Known) -> None:
    slot, face = action.slot, action.face
    if type(face) is not int or not 0 <= face < FACES:
        raise _other_face()
    if slot is None:
        if face not in position.sides[position.turn].spoils:
            raise NotLegal("not-in-hand", rule="kings 3.3", text="No such card lies open in your hand.")
    elif type(slot) is not int or slot not in position.hidden:
        raise NotLegal("not-in-hand", rule="kings 3.3", text="That card is not in your hand.")
    elif known.get(slot, face) != face or not _is_left(position, ((slot, face),)):
        raise _other_face()


def _other_face() -> NotLegal:
    return NotLegal("other-face", rule="kings 6", text="That card has another face.")


def _is_left(position: KingsPosition, opens: Sequence[tuple[Slot, Face]]) -> bool:
    """True if these dealt cards can have these faces: enough of them are still hidden, and cards dealt before
    the stock was rebuilt have no face that went into it.

    Between peers the deck proves every face. This check keeps the count of the cards right also for a driver
    that proves nothing, such as the replay of a damaged record.
    """
    before, older = position.hidden[: len(position.older)], [*position.older]
    newer: list[Face] = []
    for slot, face in opens:
        if slot not in before:
            newer.append(face)
        elif face in older:
            older.remove(face)
        else:
            return False
    cards = bytes((*position.open_cards(), *position.older, *newer))  # counts them quickest
    return not [face for face in newer if cards.count(face) > COPIES[face]]


def _swap_refusal(position: KingsPosition, action: Swap) -> NotLegal | None:
    one, other = action.house, action.other
    if (one, other) not in SWAP_PAIRS or not type(one) is type(other) is int:
        return _no_house()
    if position.swaps >= SWAPS:
        text = f"You have made {SWAPS} swaps in this turn: that is the limit."
        return NotLegal("swaps-over", rule="kings R21", text=text)
    return None


def _end_refusal(position: KingsPosition, action: KingsEnd, known: Known) -> NotLegal | None:
    opens = action.opens
    if type(opens) is not tuple or [pair for pair in opens if type(pair) is not tuple or len(pair) != 2]:
        return unasked("kings 3.4")
    slots = tuple([slot for slot, _ in opens if type(slot) is int])
    if slots != position.hidden or len(slots) < len(opens):
        text = "At the end of a turn all cards left in hand are shown and discarded."
        return NotLegal("wrong-cards", rule="kings 3.4", text=text)
    for slot, face in opens:
        if type(face) is not int or not 0 <= face < FACES or known.get(slot, face) != face:
            return _other_face()
    return None if _is_left(position, opens) else _other_face()
