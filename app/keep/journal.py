"""The journal of all games of one player, and of the people the player has met (net 9).

A peer that forgets what it has signed and signs again is, to everybody else, a proven cheat. So a message of
ours is on the disk before its first byte leaves, the primary key of `mine` makes a second signature for a
slot impossible, and one process at a time may hold a journal. A program with several tables opens the journal
once for each, and each table claims its game (`claim`), so that no two tables have the same game open.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from msgspec import Struct

from app.keep.database import Database
from app.keep.game_journal import GameJournal
from app.keep.journal_lock import OpenElsewhere
from net.errors import LinkError, LocalError, Malformed
from net.wire.genesis import Genesis, parse_genesis


class GameDeleted(LinkError):
    """The game was deleted here and cannot be begun again."""


class GameStatus(IntEnum):
    """State of a game."""

    PLAYING = 0
    """The game is not over and can be continued."""
    FINISHED = 1
    STOPPED = 2
    """Ended by a fault, proven or not."""
    ABANDONED = 3
    """The player will not continue."""


class StoredGame(Struct, frozen=True):
    """A game as the lobby lists it. `heights`: number of final records; `created`: Unix time."""

    g: bytes
    genesis: Genesis
    seat: int
    status: GameStatus
    created: int
    heights: int
    outcome: str
    """The result in words, given to `finish`."""
    hidden_since: int = 0
    """Unix time at which the player hid the game; 0 if it is in the lobby's list."""

    @property
    def nicks(self) -> tuple[str, ...]:
        return tuple(player.nick for player in self.genesis.players)


class Contact(Struct, frozen=True):
    """A player met before.

    `pinned`: the user has confirmed that this key belongs to that person. `first_s` and `last_s`: Unix time
    of the first game together and of the last time at a table, 0 if not noted; `games`: number of games
    together.
    """

    ed: bytes
    nick: str
    cert: bytes
    pinned: bool = False
    boot: int = 0
    first_s: int = 0
    games: int = 0
    last_s: int = 0


class JournalFile(Database):
    """The open journal. It belongs to the thread that opened it; use it with `with`, or close it. Opening
    raises `JournalInUse`, `JournalDamaged`, or `DiskFull` if the file cannot be written."""

    # -- games ------------------------------------------------------------------------------

    def begin(self, body: bytes, sigs: Sequence[bytes], *, seat: int) -> GameJournal:
        """Open the journal of a game that all have just signed; it may exist already. Raises `GameDeleted`
        for a deleted game: nobody knows any more what this seat has signed in it."""
        genesis = parse_genesis(body)
        if self.read("SELECT 1 FROM deleted WHERE g = ?", genesis.id):
            raise GameDeleted("This game was deleted on this computer and cannot be continued here.")
        values = (genesis.id, body, b"".join(sigs), seat, int(GameStatus.PLAYING), self._now(), "")
        self.write(("INSERT INTO game VALUES(?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", values))
        return self.game(genesis.id)

    def game(self, g: bytes) -> GameJournal:
        """Return the journal of a known game; raises `LocalError` for any other."""
        rows = self.read("SELECT seat FROM game WHERE g = ?", g)
        if not rows:
            raise LocalError("no such game in this journal")
        return GameJournal(self, g, int(str(rows[0][0])))

    def games(self) -> tuple[StoredGame, ...]:
        """Return all games, the latest first. Games of another protocol version are kept, but not listed."""
        rows = self.read(
            "SELECT g, genesis, seat, status, created, outcome,"
            " (SELECT COUNT(*) FROM record WHERE record.g = game.g), COALESCE(since, 0)"
            " FROM game LEFT JOIN put_away USING (g) ORDER BY created DESC, g"
        )
        return tuple(game for row in rows if (game := self._stored_game(row)) is not None)

    def finish(self, g: bytes, status: GameStatus, outcome: str = "") -> None:
        """Note a game's status and outcome. Its keys are deleted unless it can be continued."""
        if status is not GameStatus.PLAYING:
            self.forget(("DELETE FROM secret WHERE g = ?", (g,)))
        self.write(("UPDATE game SET status = ?, outcome = ? WHERE g = ?", (int(status), outcome, g)))
        self.sweep()

    def hide_game(self, g: bytes) -> None:
        """Hide a game from the lobby's list; all its data stays. Raises `LocalError` for an unknown game."""
        self.game(g)
        self.write(("INSERT INTO put_away VALUES(?, ?) ON CONFLICT DO NOTHING", (g, self._now())))

    def show_game(self, g: bytes) -> None:
        """Show a game in the lobby's list again."""
        self.write(("DELETE FROM put_away WHERE g = ?", (g,)))

    def delete(self, g: bytes) -> None:
        """Delete all data of a game, and sweep the WAL unless a table or program is in the way.

        Only the id stays, to refuse a second beginning: a seat that has forgotten its signatures and signs
        again looks like a cheat. Raises `LocalError` for an unknown game, `OpenElsewhere` while a table has
        it open.
        """
        self.game(g)
        if g in self.claimed:
            raise OpenElsewhere("This game is open in another window.")
        kept = ("record", "mine", "path", "seen", "proof", "goodbye", "secret", "address", "put_away", "hand",
                "own_hand")  # fmt: skip
        self.forget()
        self.write(
            *((f"DELETE FROM {part} WHERE g = ?", (g,)) for part in (*kept, "game")),  # noqa: S608  (our own names)
            ("INSERT INTO deleted VALUES(?)", (g,)),
        )
        self.sweep(patiently=True)

    # -- contacts ---------------------------------------------------------------------------

    def contact(self, ed: bytes) -> Contact | None:
        """Return the known facts about a player, or None."""
        return next(iter(self._contacts("WHERE ed = ?", ed)), None)

    def contacts(self) -> tuple[Contact, ...]:
        """Return everybody met before, sorted by name."""
        return self._contacts("ORDER BY nick, ed")

    def keep_contact(self, contact: Contact) -> None:
        """Keep the facts about a player, in place of earlier ones."""
        who = (contact.ed, contact.nick, contact.cert, int(contact.pinned), contact.boot)
        values = (*who, contact.first_s, contact.games, contact.last_s)
        self.write(("INSERT OR REPLACE INTO contact VALUES(?, ?, ?, ?, ?, ?, ?, ?)", values))

    # -- rows -------------------------------------------------------------------------------

    def _contacts(self, clause: str, *values: object) -> tuple[Contact, ...]:
        found = []
        for row in self.read(f"SELECT * FROM contact {clause}", *values):  # noqa: S608
            match row:
                case bytes(ed), str(nick), bytes(cert), int(pinned), int(boot), *rest:
                    first_s, games, last_s = (int(str(each)) for each in rest)
                    known = {"first_s": first_s, "games": games, "last_s": last_s}
                    found.append(Contact(ed, nick, cert, bool(pinned), boot, **known))
                case _:
                    raise self.damaged()
        return tuple(found)

    def _stored_game(self, row: tuple[object, ...]) -> StoredGame | None:
        g, genesis, seat, status, created, outcome, heights, since = row
        try:
            match g, genesis, (seat, status, created, heights, since):
                case bytes(), bytes(), (int(), int(), int(), int(), int()):
                    return StoredGame(
                        g=g,
                        genesis=parse_genesis(genesis),
                        seat=seat,
                        status=GameStatus(status),
                        created=created,
                        heights=heights,
                        outcome=str(outcome),
                        hidden_since=since,
                    )
        except Malformed as why:
            if why.reason == "version":
                return None
        except ValueError:
            pass
        raise self.damaged()
