"""The players of a record and its extent: what a person must know to weigh a verdict."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.catalogue import catalogue
from app.games.plain import option_text
from app.keep.contacts import Acquaintance, day_text
from app.policy import BOT_ALONE, policy_lines
from app.records.changes import change_text
from app.records.opened import opened_text
from app.records.verify import Verdict
from app.spectators import HandOpened
from app.table.agreed import option_pairs
from net.lobby.identity import fingerprint
from net.wire.genesis import Genesis

NOBODY_KNOWN = (
    "You have met nobody else in this game before. One person alone can make up such a game, with invented "
    "keys: ask the players to read out the letters of their keys, and compare them."
)


def opened_hand_lines(verdict: Verdict, names: Sequence[str]) -> tuple[str, ...]:
    """Return a line for each hand that was opened after the game; these hands were checked."""
    if verdict.genesis is None:
        return ()
    entry = catalogue().named(verdict.genesis.game)
    opened = (HandOpened(hand.seat, tuple(face for _, face in hand.faces)) for hand in verdict.hands)
    return tuple(opened_text(each, entry, names) for each in opened)


def player_lines(genesis: Genesis, known: Acquaintance) -> list[str]:
    """Return a line for each seat: name, letters of the key, its runner if it is a bot, and facts that this
    computer knows about the key."""
    lines = []
    for player, runner in zip(genesis.players, genesis.runners, strict=True):
        about = [f"key {fingerprint(player.ed)}"]
        if runner is not None:
            about.append(f"a bot; {genesis.players[runner].nick} runs it and can see its hand")
        elif player.run_by:
            about.append(BOT_ALONE)
        if found := known.about(player.ed, player.nick):
            about.append(found)
        odd = known.warning(player.ed, player.nick)
        lines.append(f"{player.nick}: {', '.join(about)}" + (f". {odd}" if odd else ""))
    return lines


def genesis_text(verdict: Verdict, known: Acquaintance) -> str:
    """Return game, players, options, terms and day: all that was signed before the first move."""
    genesis = verdict.genesis
    if genesis is None:
        return ""
    entry = catalogue().named(genesis.game)
    lines = [entry.rules.title, *player_lines(genesis, known)]
    if not any(player.ed in known.met and player.ed != known.own for player in genesis.players):
        lines.append(NOBODY_KNOWN)
    lines += [f"{option_text(entry.rules, *pair)}." for pair in option_pairs(genesis.options)]
    lines += policy_lines(genesis.policy, len(genesis.players))
    if day := created_day(genesis):
        lines.append(f"Begun on {day}, by the host's clock.")
    return "\n".join(lines)


def extent_text(verdict: Verdict) -> str:
    """Return sentences about absences, and about the part of the game that the record holds."""
    names = [player.nick for player in verdict.genesis.players] if verdict.genesis else []
    lines = [text for each in verdict.changes if (text := change_text(each, names))]
    if verdict.is_ended:
        lines.append(f"The players ended the game early, after {verdict.heights} steps.")
    elif verdict.outcome is not None:
        lines.append(f"The game is over, after {verdict.heights} steps.")
    else:
        lines.append(f"The game is unfinished at step {verdict.heights}; the file may have been cut short.")
    return "\n".join(lines)


def created_day(genesis: Genesis) -> str:
    """Return the UTC day on which a game began; "" if the host gave an impossible one."""
    seconds = genesis.policy.created_s
    if not seconds or seconds > 253_402_300_799:  # the last second of the year 9999
        return ""
    return day_text(seconds)
