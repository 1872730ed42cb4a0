"""What went wrong, in words for the players: from the errors and faults of `net` to messages."""

from __future__ import annotations

from collections.abc import Sequence

from app.messages import Trouble, TroubleKind
from net.agreement.effects import Fault, Refused, Told

FAULTS = {
    "equivocation": (
        TroubleKind.FORK,
        "{who} signed two different messages for the same moment of the game. Both are kept as proof.",
    ),
    "illegal": (
        TroubleKind.CHEAT,
        "{who} broke the rules of the table: {what}. The signed message is kept as proof.",
    ),
    "combination": (
        TroubleKind.CHEAT,
        "{who} broke the rules of the table: {what}. The signed messages are kept as proof.",
    ),
    "divergence": (
        TroubleKind.DIVERGENCE,
        "The programs disagree about the position although everybody has the same "
        "log. This is a fault of a program, not of a player.",
    ),
    "lost-journal": (
        TroubleKind.FORK,
        "The other players hold messages signed by this profile that this computer "
        "does not know: an old copy of the profile, or a second program using it.",
    ),
}


def fault_trouble(fault: Fault, names: Sequence[str]) -> Trouble:
    """Why the table stopped."""
    kind, words = FAULTS.get(fault.reason, (TroubleKind.BUG, "{what}"))
    who = "Somebody" if fault.seat is None else names[fault.seat]
    return Trouble(kind, words.format(who=who, what=fault.text), fault.seat, ends=True)


def refused_trouble(refused: Refused, names: Sequence[str]) -> Trouble:
    """Something of a peer that was not accepted; the game is unharmed."""
    return Trouble(
        TroubleKind.REFUSED,
        f"A message of {names[refused.seat]} was refused: {refused.error.text}",
        refused.seat,
    )


def told_trouble(told: Told, names: Sequence[str]) -> Trouble:
    """A peer says that it refused something of ours."""
    kind = TroubleKind.DISK_FULL if told.code == 16 else TroubleKind.REFUSED
    text = (
        f"{names[told.seat]}'s disk is full; the game waits."
        if told.code == 16
        else f"{names[told.seat]} refused a message of ours: {told.text}"
    )
    return Trouble(kind, text, told.seat)
