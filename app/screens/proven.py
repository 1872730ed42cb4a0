"""The page "The proofs of this table": plain words, with this table's numbers."""

from __future__ import annotations

from pathlib import Path

from app.games.narrator import counted
from app.policy import escrow_text, policy_lines
from app.records.checker import save_checker
from app.screens.rules import Section
from app.screens.table import TableModel

SHUFFLED = """The deck has been shuffled by every player in turn, {times} so far. Each gave a proof that the
cards were only mixed: none swapped, added or taken away. One honest player is enough; then nobody
knows or steers the order, not even all the others together.
"""
HANDS = """Every card is locked with the keys of all players. For your cards everybody else has given their
part of the key to the whole table, each with a proof that it is the right one. Only your own part
is missing, and it stays on this computer until you play the card.
"""
SHARED = """Every card is locked with the keys of all players, and every player has given the others parts
of their own key, each a part that says nothing by itself, with a proof that it is the right one.
The key on every plate stands for this.
"""
PLAYS = """A player who plays a card opens it for all with a proof, and every program checks the proof and the
rules before the card is on the table.
"""
SAME = """Every step is signed by its player and confirmed by all. A fingerprint runs through all the
{steps}: a player who signs two different games for one moment is named, with both signatures as proof.
"""
AGAIN = """The record of the game holds all signatures and proofs. The command `shoal verify FILE` checks it
from nothing but the file, as long as the program has the rules that the game was played by.

You would rather not trust this program? **Save the checker** gives you a second one: a single file of Python
that shares no line with Shoal, for you to read first, with the rules of the games beside it.
The command `python3 second_reader.py FILE` tells whose game it was, what holds, and what it cannot know.
"""
NOT = """Players can tell each other their cards in other ways. A claim to have none of the suit that was
led is checked only when the cards are open: then a false claim is told to everybody.
And the last to speak can always refuse to go on.
"""
TOLD = """Players choose their own names; you can compare the letters of their keys. A bot is called a bot by
the player who runs it, and that player can see its hand.
"""


def proven_page(table: TableModel) -> tuple[Section, ...]:
    """Return the facts that are proven now, and those that are not."""
    steps = counted(0 if table.latest is None else table.latest.k, "step", none="0")
    return (
        Section("The proofs of this table", _so_far(table, steps), 1),
        Section("Nobody chose the cards", SHUFFLED.format(times=counted(table.shuffles, "time", none="0"))),
        _hands(table),
        Section("Nobody plays a card that they do not hold", PLAYS),
        Section("Everybody sees the same game", SAME.format(steps=steps)),
        Section("Anybody can check it again", AGAIN),
        Section("Not proven", NOT),
        Section("Told, and not checked", TOLD),
        Section("All have also signed", _agreed(table)),
        Section("Players at this table", "\n".join(f"- {line}" for line in table.players) + "\n"),
    )


def saved_checker(folder: Path) -> str:
    """Save the second reader in a folder; return a sentence that says where, or why not."""
    try:
        return f"Saved: {save_checker(folder)}"
    except OSError as why:
        return f"The checker could not be saved: {why.strerror}."


def _hands(table: TableModel) -> Section:
    """Say who can see a hand; with keys in escrow that is a different promise."""
    shared = escrow_text(table.info.policy, len(table.info.guests))
    if not shared:
        return Section("Nobody sees your hand", HANDS)
    return Section("The others hold parts of your key", f"{SHARED} {shared}\n")


def _agreed(table: TableModel) -> str:
    lines = policy_lines(table.info.policy, len(table.info.guests))
    return "\n".join(f"- {line}" for line in lines) + "\n"


def _so_far(table: TableModel, steps: str) -> str:
    if table.stopped is not None:
        return f"**The game has stopped.** {table.stopped.text}\n"
    proofs = counted(table.working.proofs, "proof", none="0")
    return (
        f"So far this computer has checked **{proofs}** of the deck, in **{steps}** "
        "that everybody has signed.\n"
    )
