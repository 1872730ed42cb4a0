"""The content of a genesis: the game, its options and the machine at height 0.

All of it comes from a peer or a file, so it is checked; a genesis for other rules or other code than ours
is refused, and the text says how they differ.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from app.animals import animals_of
from app.games.catalogue import catalogue
from app.games.entry import GameEntry
from app.messages import Guest, TableInfo
from app.policy import policy_for, policy_values
from net.errors import Malformed, PeerError
from net.lobby.identity import check_certificate, fingerprint
from net.lobby.phases import KnownGame, Terms
from net.wire.envelope import SEATS_MAX
from net.wire.genesis import Genesis, Player
from net.wire.words import plain
from rules.api import Game
from rules.errors import BadOptions

if TYPE_CHECKING:  # imported where a table begins, because listing tables needs no replica
    from net.seat.replica import Replica

DECK = "deck/1"
RULES_MAX = 32
"""Maximum number of characters of the rules' version in a genesis (`net.wire.genesis`)."""


class OtherEngine(PeerError):
    """The other side plays another version of the rules or of the deck (ERR 14)."""

    code = 14


def rules_of(entry: GameEntry) -> str:
    """Return the rules' version, with the package if the game is not ours. At most 32 characters: a long
    package name is cut, but the hash in `engine_of` covers the whole name."""
    if entry.package is None:
        return entry.rules.version
    return f"{entry.rules.version} of {entry.package}"[:RULES_MAX]


def engine_of(entry: GameEntry) -> bytes:
    """Return 32 bytes that are equal for programs that play a game alike: a hash of the rules' version and
    the deck's, and for a game that is not ours of the name, version and content of its package."""
    words = f"{entry.rules.key} {entry.rules.version} {DECK}"
    if entry.package is not None:
        words += f"\n{entry.package.name}\n{entry.package.version}\n{entry.package.content.hex()}"
    return hashlib.blake2b(words.encode(), digest_size=32, person=b"shoal1-engine").digest()


def content_letters(engine: bytes) -> str:
    """Return the first letters of an engine, by which two people compare the content of a package."""
    return engine.hex()[:8]


def package_named(rules: str, engine: bytes) -> str:
    """Return the package of a table's game: "shoal-hearts 0.1.0, content 3fa92b1c"; "" if it is Shoal's."""
    package = plain(rules.partition(" of ")[2])
    return f"{package}, content {content_letters(engine)}" if package else ""


def options_bytes(options: Mapping[str, str]) -> bytes:
    """Return the canonical bytes of all options, in the game's order: `key=value` lines."""
    return "\n".join(f"{key}={value}" for key, value in options.items()).encode()


def option_pairs(data: bytes) -> tuple[tuple[str, str], ...]:
    """Return the options in some bytes for showing, unchecked; lines other than `key=value` are dropped."""
    pairs = (line.partition("=") for line in data.decode(errors="replace").split("\n"))
    return tuple((key, value) for key, equals, value in pairs if equals)


def known_game(key: str) -> KnownGame | None:
    """Return what the lobby must know about a game before anybody sits down; None for an unknown game."""
    entry = catalogue().games.get(key)
    if entry is None:
        return None
    game = entry.rules

    def check(seats: int, data: bytes) -> None:
        read_options(game, seats, data)

    return KnownGame(rules_of(entry), engine_of(entry), check)


def read_options(game: Game, seats: int, data: bytes) -> dict[str, str]:
    """Parse options from their canonical bytes; raises `BadOptions` for any other bytes."""
    try:
        lines = data.decode().split("\n") if data else []
        options = game.checked_options(seats, dict(line.split("=", 1) for line in lines))
    except (UnicodeDecodeError, ValueError) as why:
        raise BadOptions(f"invalid options: {why}") from why
    if options_bytes(options) != data:
        raise BadOptions("options that are not in canonical form")
    return options


@lru_cache(maxsize=8)
def sizes_of(terms: Terms) -> tuple[int, ...]:
    """Return the numbers of seats with which this game and its terms are possible."""
    known = known_game(terms.game)
    if known is None:
        return ()
    return tuple(n for n in range(2, SEATS_MAX + 1) if terms.can_have(n) and _fits(terms.at(n), known))


def _fits(terms: Terms, known: KnownGame) -> bool:
    try:
        known.check_options(terms.seats, terms.options)
        policy_for(policy_values(terms.policy), terms.seats)
    except BadOptions:
        return False
    return True


def agreed_options(genesis: Genesis) -> tuple[Game, dict[str, str]]:
    """Return the game of a genesis and its options; raises `Malformed` or `OtherEngine`."""
    try:
        entry = catalogue().named(genesis.game)
    except BadOptions as why:
        raise OtherEngine("unknown-game", str(why)) from why
    game = entry.rules
    if (genesis.rules, genesis.engine) != (rules_of(entry), engine_of(entry)):
        raise OtherEngine("other-rules", _other_rules(genesis, entry))
    try:
        return game, read_options(game, len(genesis.players), genesis.options)
    except BadOptions as why:
        raise Malformed("options", f"options that {game.title} does not have: {why}") from why


def machine_of(genesis: Genesis) -> Replica:
    """Return the machine at height 0; raises as `agreed_options`, and for a false certificate."""
    from net.seat.replica import start_replica  # noqa: PLC0415  (see above)

    game, options = agreed_options(genesis)
    for seat, player in enumerate(genesis.players):
        if check_certificate(player.cert, player.ed) != player.curve:
            raise Malformed("certificate", f"the certificate of seat {seat} is for another key")
    policy = genesis.policy
    return start_replica(game, len(genesis.players), options, escrow_t=policy.escrow_t, half=policy.half)


def _other_rules(genesis: Genesis, entry: GameEntry) -> str:
    ours = entry.package
    what = "Shoal" if ours is None else f"build of the package {ours.name}; here is {ours.version}"
    if genesis.rules == rules_of(entry) and ours is not None:
        return (
            f"it was played with {plain(genesis.rules.partition(' of ')[2])} of other content: "
            f"{content_letters(genesis.engine)}, and here is {content_letters(engine_of(entry))}"
        )
    if genesis.rules == rules_of(entry):
        return (
            f"the table plays {entry.rules.title} by rules {genesis.rules} with other code than this "
            f"program: both need the same {what}"
        )
    return (
        f"the table plays {entry.rules.title} by rules {genesis.rules}, "
        f"this program by rules {rules_of(entry)}: both need the same {what}"
    )


def guest_of(player: Player) -> Guest:
    """Return a player for showing: name, letters of the key, and bot or person as the table says."""
    return Guest(player.nick, fingerprint(player.ed), bot=player.run_by > 0)


def guests_of(genesis: Genesis) -> tuple[Guest, ...]:
    """Return the players at a table by seat, with animals."""
    animals = animals_of([(player.ed, player.animal) for player in genesis.players])
    runners = [None if runner is None else genesis.players[runner].nick for runner in genesis.runners]
    return tuple(
        replace(guest_of(player), runner=runner or "", animal=animal)
        for player, runner, animal in zip(genesis.players, runners, animals, strict=True)
    )


def info_of(genesis: Genesis, seat: int) -> TableInfo:
    """Return the table in a genesis as a seat sees it."""
    guests = guests_of(genesis)
    options = option_pairs(genesis.options)
    return TableInfo(genesis.id.hex(), genesis.game, options, guests=guests, seat=seat, policy=genesis.policy)
