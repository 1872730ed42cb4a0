"""People in lobbies, each on a computer of its own (a network namespace), in threads of one process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app import messages
from app.build import ANYWHERE, Environment
from app.nearby.around import Around, FoundPerson
from app.nearby.finder import Finder, Openness
from app.table.start import Callee, Hosting, Joining
from tests.support.catalogue import GAMES
from tests.support.crowd import enter
from tests.support.namespaces import Computer, addresses_of
from tests.support.sittings import Sitting, env_of, until
from tests.support.values import replace

OPTIONS = tuple(GAMES["plump"].checked_options(3, {"length": "short"}).items())


class Person:
    """A person in a lobby, where others see them, or at a table, where a bot plays for them."""

    def __init__(self, computer: Computer, folder: Path, nick: str) -> None:
        self.computer = computer
        self.nick = nick
        self.env: Environment = replace(env_of(folder, nick), listen=ANYWHERE)
        until("an address of the link", lambda: any("fe80" in each for each in addresses_of(computer)))
        self.seat: Sitting | None = None
        self.look()

    def look(self) -> None:
        """Be in the lobby, for the first time or again."""
        if self.seat is not None:
            self.seat.leave()
            self.seat = None
        self.told = [Around()]
        with enter(self.computer.namespace):
            self.finder = Finder(self.env.search_env, self.told.append, openness=Openness(self.env.me))

    def sees(self) -> set[str]:
        """The names of those who are here without a table."""
        return {each.nick for each in self.told[-1].people}

    def person(self, nick: str) -> FoundPerson | None:
        """A person in sight, by name."""
        return next((each for each in self.told[-1].people if each.nick == nick), None)

    def host(self, guests: Sequence[FoundPerson]) -> None:
        """Open a table for three and invite these guests."""
        calls = tuple(Callee(each.nick, each.key, each.addresses) for each in guests)
        welcome = tuple(each.words for each in guests)
        self.sit(Hosting("plump", 3, OPTIONS, asks=True, visible=True, calls=calls, welcome=welcome))

    def come(self) -> None:
        """Follow the invitation that has come."""
        [invited] = until(f"an invitation to {self.nick}", lambda: self.told[-1].invited)
        self.sit(Joining(invited.invitation))

    def sit(self, start: Hosting | Joining) -> None:
        """Leave the lobby for a table."""
        self.finder.stop()
        with enter(self.computer.namespace):
            self.seat = Sitting(self.env, start, bot="easy")

    @property
    def height(self) -> int:
        """Height of the game at its table."""
        news = None if self.seat is None else self.seat.last(messages.Advanced)
        return 0 if news is None else news.k

    @property
    def state(self) -> str:
        """State in words, for the message of a test that waits in vain."""
        if self.seat is None:
            return f"{self.nick} sees {sorted(self.sees())}"
        trouble, filling = self.seat.last(messages.Trouble), self.seat.last(messages.Gathering)
        guests = [] if filling is None else [each.nick for each in filling.guests]
        said = self.seat.failed or ("" if trouble is None else trouble.text)
        return f"{self.nick}: height {self.height}, with {guests}, {said!r}"

    def go(self) -> None:
        """Leave the table and the lobby."""
        self.finder.stop()
        if self.seat is not None:
            self.seat.leave()
