"""Troubles in words for the players: from errors and faults of `net` to messages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.games.narrator import counted
from app.messages import Proven, Trouble, TroubleKind
from net.agreement.effects import Complaint, Fault, FaultReason, Rejected, Unexplained
from net.agreement.faults.evidence import Charge
from net.link.contract import LinkRefusal

FAULTS = {
    FaultReason.EQUIVOCATION: (
        TroubleKind.FORK,
        "{who} signed two different messages for the same moment of the game. Both are kept as proof.",
    ),
    FaultReason.ILLEGAL: (
        TroubleKind.CHEAT,
        "{who} broke the rules of the table: {what}. The signed message is kept as proof.",
    ),
    FaultReason.COMBINATION: (
        TroubleKind.CHEAT,
        "{who} broke the rules of the table: {what}. The signed messages are kept as proof.",
    ),
    FaultReason.FALSE_STATE: (
        TroubleKind.CHEAT,
        "{who}'s program signed a position that does not follow from the rules. The signed messages are "
        "kept as proof.",
    ),
    FaultReason.FALSE_VOTE: (
        TroubleKind.FORK,
        "{who}'s vote on how to continue contradicts what {who} had signed before. Both are kept as proof.",
    ),
    FaultReason.OTHER_STATE: (
        TroubleKind.DIVERGENCE,
        "{who}'s program and this one give different positions after the same signed moves. One of the two "
        "is wrong. The signed messages are kept and go into the saved record: on any computer, "
        "`shoal verify` of that record shows whether the rules bear out what {who} signed.",
    ),
    FaultReason.ALONE: (
        TroubleKind.DIVERGENCE,
        "All the other programs give a different position after the same signed moves. It is "
        "probably this program, or this computer, that is wrong: nobody else can be blamed for it.",
    ),
    FaultReason.LOST_JOURNAL: (
        TroubleKind.FORK,
        "The other players hold messages with your signature that this computer does not have: your files "
        "here are an old copy, or a second program uses your identity.",
    ),
}

CHARGES = {
    FaultReason.EQUIVOCATION: (
        "It is proven that {who} signed two different messages for the same moment of the game (step {k})."
    ),
    FaultReason.ILLEGAL: (
        "It is proven that {who} signed something at step {k} that the rules of the table do not allow: "
        "{what}."
    ),
    FaultReason.COMBINATION: (
        "It is proven that {who} signed something at step {k} that contradicts the rest: {what}."
    ),
    FaultReason.FALSE_STATE: (
        "It is proven that {who}'s program signed a position at step {k} that does not follow from the rules."
    ),
    FaultReason.FALSE_VOTE: (
        "It is proven that {who}'s vote on how to continue contradicts what {who} had signed (step {k})."
    ),
}
NOBODYS = "The messages signed at step {k} contradict each other: {what}. They do not show who is to blame."
UNPROVEN = (
    "The record also carries {messages} as evidence against somebody. By the rules of this program they "
    "prove nothing against anybody."
)

UNEXPLAINED = (
    "{who}'s program has confirmed something different at this step from what your program confirmed, and "
    "no message explains this. The game waits for {who}; what {who} signed is kept."
)

_QUOTES = frozenset('"“”„«»')


UNEXPLAINED_VOTE = (
    "{who}'s program has voted for a step that nobody else has, and does not send that step. Everything "
    "{who} signed is kept."
)


def fault_trouble(fault: Fault, names: Sequence[str]) -> Trouble:
    """Return why the table stopped."""
    kind, words = FAULTS.get(fault.reason, (TroubleKind.BUG, "{what}"))
    if fault.seat is None and fault.reason is FaultReason.COMBINATION:
        kind = TroubleKind.BUG
        words = (
            "The table cannot go on: {what}. The signed messages are kept; they do not show who is to blame."
        )
    who = "Somebody" if fault.seat is None else names[fault.seat]
    what = with_names(fault.text, names)
    return Trouble(kind, words.format(who=who, what=what), fault.seat, ends=True)


def unexplained_trouble(found: Unexplained, names: Sequence[str]) -> Trouble:
    """Return the trouble with a player who signed something that no message explains, and whom we await."""
    return Trouble(
        TroubleKind.FORK,
        (UNEXPLAINED_VOTE if found.is_vote else UNEXPLAINED).format(who=names[found.seat]),
        found.seat,
    )


def proven_text(found: Proven, names: Sequence[str]) -> str:
    """Return what the record proves against a player, and the consequence."""
    name = names[found.seat]
    end = f" The game is over because of it, and {name} is ranked last." if found.ends else ""
    return f"It is proven that {name} broke a rule ({found.rule}): {found.text}.{end}"


def charge_text(charge: Charge, names: Sequence[str]) -> str:
    """Return what the evidence in a record proves."""
    what = with_names(charge.text, names)
    if charge.seat is None:
        return NOBODYS.format(k=charge.k, what=what)
    return CHARGES[charge.offence].format(who=names[charge.seat], k=charge.k, what=what)


def unproven_text(messages: int, charges: Sequence[Charge]) -> str:
    """Say that a record carries evidence that proves nothing; "" if it proves something, or has none."""
    return "" if charges or not messages else UNPROVEN.format(messages=counted(messages, "signed message"))


def with_names(text: str, names: Sequence[str]) -> str:
    """Replace "seat 2" in a text of `net` by the player's name, and "height 7" by "step 7"."""
    text = re.sub(r" at (?=\d+$)", " at step ", text.replace(" height ", " step "))
    named = dict(enumerate(names))
    return re.sub(r"\bseat (\d+)", lambda found: named.get(int(found[1]), found[0]), text)


def refused_trouble(refused: Rejected, names: Sequence[str]) -> Trouble:
    """Say that a message was refused; the game is unharmed. The sender need not be its author."""
    name, what = names[refused.seat], with_names(refused.error.text, names)
    if refused.is_author:
        return Trouble(TroubleKind.REFUSED, f"A message that {name} signed was refused: {what}", refused.seat)
    text = f"A message from {name}'s program, perhaps written by somebody else, was refused: {what}"
    return Trouble(TroubleKind.REFUSED, text, refused.seat)


def link_trouble(who: str, why: LinkRefusal, seat: int | None = None) -> Trouble:
    """Say that a message did not get through; `who` is at the other end."""
    return Trouble(TroubleKind.LINK, f"{who} {why.value}.", seat)


def quoted(text: str) -> str:
    """Quote another's text so that it cannot end the quotation by itself."""
    inside = "".join("'" if sign in _QUOTES else sign for sign in text if sign.isprintable())
    return f"“{inside.rstrip('.')}”"


def told_trouble(told: Complaint, names: Sequence[str]) -> Trouble:
    """Say that a peer has refused a message of ours, or that its disk is full."""
    name = names[told.seat]
    if told.code == 16:
        return Trouble(TroubleKind.DISK_FULL, f"{name}'s disk is full; the game waits.", told.seat)
    text = f"{name}'s program says that it has refused a message of yours: {quoted(told.text)}."
    return Trouble(TroubleKind.REFUSED, text, told.seat)
