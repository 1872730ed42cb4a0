"""The lobby's decisions, without a screen: what can be hosted, what an invitation is, who is here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from ipaddress import ip_address
from typing import TYPE_CHECKING

from app.games.catalogue import catalogue
from app.games.entry import checked_level
from app.games.narrator import counted
from app.games.plain import option_text, players_text
from app.keep.settings import Settings
from app.messages import Gathering, Guest, HostGone, Knock, TableInfo
from app.policy import (
    BOT_ALONE,
    fitting,
    kept_text,
    kept_values,
    options_for,
    policy_for,
    policy_lines,
    policy_values,
)
from app.screens.program import Before, PastGame
from app.table.start import Hosting, Joining, Resuming, Spectating, Start, Unfinished
from net.lobby.invitation import BadInvitation, parse_invitation
from rules.api import Option
from rules.errors import BadOptions

if TYPE_CHECKING:  # told long after the window has opened
    from app.records.evening import Evening

NEXT_S = 300.0
"""Wait of a guest for the host's next table."""
DAY_S = 24 * 3600
COMPARE = "Compare both with {} to be sure who it is."


@dataclass(frozen=True, slots=True)
class Offer:
    """A game of the catalogue, for a button: what it is about and for how many."""

    key: str
    title: str
    blurb: str
    players: str
    usual_seats: int


@dataclass(frozen=True, slots=True)
class Wish:
    """The form of a table to host. Always one that can be hosted: every change is held to the game."""

    game: str
    seats: int
    bots: int
    level: str
    options: tuple[tuple[str, str], ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    """Agreement of the table besides the game, see `app.policy`."""

    @property
    def seats_range(self) -> range:
        """Possible numbers of players."""
        return catalogue().named(self.game).rules.seats

    @property
    def bots_range(self) -> range:
        """Possible numbers of bots: all but ours."""
        return range(self.seats)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of its bots, the weakest first."""
        return catalogue().named(self.game).levels

    @property
    def offered(self) -> tuple[Option, ...]:
        """The options of the game."""
        return catalogue().named(self.game).rules.options

    @property
    def offered_terms(self) -> tuple[Option, ...]:
        """Options for the agreement of such a table."""
        return options_for(self.seats)

    def value(self, key: str) -> str:
        """The chosen value of an option."""
        return dict(self.options)[key]

    def term(self, key: str) -> str:
        """The chosen value of what is agreed on besides."""
        return dict(self.terms)[key]

    def with_seats(self, seats: int) -> Wish:
        """With another number of seats; no more bots than others, and what so many can agree on."""
        terms = tuple(fitting(dict(self.terms), seats).items())
        return replace(self, seats=seats, bots=min(self.bots, seats - 1), terms=terms)

    def with_term(self, key: str, value: str) -> Wish:
        """With something else agreed on."""
        return replace(self, terms=tuple((each, value if each == key else old) for each, old in self.terms))

    def with_bots(self, bots: int) -> Wish:
        """With another number of bots."""
        return replace(self, bots=min(bots, self.seats - 1))

    def with_level(self, level: str) -> Wish:
        """With bots of another level, if the game has it."""
        return replace(self, level=level if level in self.levels else self.level)

    def with_option(self, key: str, value: str) -> Wish:
        """With another value of an option."""
        return replace(
            self, options=tuple((each, value if each == key else old) for each, old in self.options)
        )

    @property
    def kept_terms(self) -> str:
        """The agreement in the settings' form, for the next table."""
        return kept_text(self.terms)

    def hosting(self, *, asks: bool) -> Hosting:
        """The order to the program. Nobody is asked about at a table of bots alone."""
        return Hosting(
            self.game,
            self.seats,
            self.options,
            bots=self.bots,
            level=self.level,
            asks=asks and self.bots < self.seats - 1,
            policy=policy_for(dict(self.terms), self.seats),
        )

    @property
    def rest(self) -> str:
        """Everything but game, seats and bots, in a sentence: what is not as usual, or what that is."""
        parts = [*options_text(self.game, self.options)] or ["The usual rules"]
        if self.bots:
            parts.append(f"level of the bots: {self.level}")
        agreed = [
            f"{option.title[:1].lower()}{option.title[1:]}: {option.worded(self.term(option.key))}"
            for option in self.offered_terms
            if self.term(option.key) != option.default
        ]
        parts += agreed or ["when somebody is gone, the others decide", "nobody watches"]
        return f"{'; '.join(parts)}."

    @property
    def fault(self) -> str:
        """Reason for which such a table cannot be, in words; "" if it can."""
        try:
            catalogue().named(self.game).rules.start(self.seats, dict(self.options))
        except BadOptions as why:
            return f"{why}."
        return ""

    @property
    def summary(self) -> str:
        """The players, in a sentence."""
        people = self.seats - 1 - self.bots
        others = [
            counted(people, "other player") if people else "",
            counted(self.bots, "bot") if self.bots else "",
        ]
        return f"You and {' and '.join(other for other in others if other)}."


def wish_for(game: str, *, seats: int | None = None, terms: Mapping[str, str] | None = None) -> Wish:
    """A first form for a game: the usual number of seats, all options as usual, no bots.

    `terms` is what the last table of this player agreed on besides; it is taken over as far as it fits.
    """
    chosen = usual_seats(game) if seats is None else seats
    entry = catalogue().named(game)
    options = entry.rules.checked_options(chosen, {})
    agreed = fitting({} if terms is None else terms, chosen)
    level = entry.usual_level
    return Wish(game, chosen, 0, level, options=tuple(options.items()), terms=tuple(agreed.items()))


def first_wish(settings: Settings) -> Wish:
    """The form as it is shown first: what this player agreed on besides at the last table stays."""
    return wish_for("plump", terms=kept_values(settings.terms))


def wish_again(info: TableInfo, *, level: str) -> Wish:
    """The form of a table like one that was played."""
    own = info.guests[info.seat].nick
    bots = sum(guest.bot and guest.runner == own for guest in info.guests)
    terms = fitting(policy_values(info.policy), len(info.guests))
    entry, options = catalogue().named(info.game), info.options
    known = level if level in entry.levels else entry.usual_level
    return Wish(info.game, len(info.guests), bots, known, options=options, terms=tuple(terms.items()))


def rematch(start: Start, info: TableInfo, *, asks: bool, next_table: str = "") -> Start | None:
    """Return the start for another game with the same people, after `start`.

    Who played is let in without a question, and a guest waits until the host opens the next table. A guest
    who did not come by the host's own invitation finds it by `next_table`; None where that is not known.
    """
    if isinstance(start, Joining | Resuming) and info.seat == 0:  # or it was held open after its host
        return replace(wish_again(info, level=start.level).hosting(asks=asks), welcome=company(info))
    if isinstance(start, Joining) and not (next_table and _is_of_another(start.invitation, next_table)):
        return replace(start, patience_s=NEXT_S)
    if isinstance(start, Hosting):
        return replace(start, calls=(), welcome=company(info))
    if isinstance(start, Joining):
        return replace(start, invitation=next_table, patience_s=NEXT_S)
    if isinstance(start, Resuming):
        return Joining(next_table, patience_s=NEXT_S) if next_table else None
    return start


def host_gone_text(news: HostGone) -> str:
    """The host of a table that fills is gone, and how it can go on."""
    if news.is_next:
        return f"{news.host} is gone. You are next: you can hold the table open for the same people."
    return f"{news.host} is gone. {news.holder} is next and can hold the table open: stay, and you sit there."


def staying_words(news: HostGone) -> str:
    """Label of the button to go on without the host."""
    return "Hold the table open" if news.is_next else "Stay"


def leads_to(start: Resuming | Joining | Spectating, table: str, *, came_by: Start | None) -> bool:
    """True if a start leads to the table with that id ("" before it begins), to which one came so."""
    if isinstance(start, Resuming):
        return start.table in (table, came_by.table if isinstance(came_by, Resuming) else "")
    return isinstance(came_by, Joining | Spectating) and _is_one_door(came_by.invitation, start.invitation)


def _is_one_door(invitation: str, other: str) -> bool:
    """True if two invitations lead to one door of one player."""
    try:
        one, two = parse_invitation(invitation), parse_invitation(other)
    except BadInvitation:
        return False
    return one.host_key == two.host_key and not {*one.addresses}.isdisjoint(two.addresses)


def _is_of_another(invitation: str, other: str) -> bool:
    """True if two invitations are of two players: everybody at a table can invite back to it."""
    return parse_invitation(invitation).host_key != parse_invitation(other).host_key


def company(info: TableInfo) -> tuple[str, ...]:
    """The letters of the people whom we have played with."""
    others = (guest for seat, guest in enumerate(info.guests) if seat != info.seat and not guest.bot)
    return tuple(guest.words for guest in others)


def against_bots(game: str, *, seats: int | None = None, level: str | None = None) -> Hosting:
    """A table that begins at once: all the others are bots. Raises `BadOptions` for what there is not."""
    wish, chosen = wish_for(game, seats=seats), checked_level(catalogue().named(game), level)
    return wish.with_bots(wish.seats - 1).with_level(chosen).hosting(asks=False)


def usual_seats(game: str) -> int:
    """Return the usual number of players:"""
    return catalogue().named(game).seats


def offers() -> tuple[Offer, ...]:
    """The catalogue, in its order."""
    games = catalogue().games
    covers = ((key, games.cover(key)) for key in games)
    return tuple(
        Offer(key, each.title, each.about, players_text(each.seats), each.usual_seats) for key, each in covers
    )


def left_out() -> tuple[str, ...]:
    """The games of other packages that cannot be played here, each with the reason."""
    return tuple(f"A game is left out: {each}." for each in catalogue().left_out)


def game_title(key: str) -> str:
    """A game's name; the key itself for one that this version does not know."""
    entry = catalogue().games.get(key)
    return key if entry is None else entry.rules.title


def table_title(info: TableInfo) -> str:
    """Return the title of a window with that table: "Plump with Toby, Bot Ada"."""
    names = [guest.nick for seat, guest in enumerate(info.guests) if seat != info.seat]
    return f"{game_title(info.game)} with {first_names(names)}"


def find_invitation(text: str, own_key: bytes) -> str:
    """The invitation in a text (of the clipboard, say), or "" if there is none in it that can be used."""
    start = text.upper().find("SHOAL:")
    if start < 0:
        return ""
    for candidate in (text[start:], text[start:].split(maxsplit=1)[0]):
        if not invitation_fault(candidate, own_key):
            return "".join(candidate.split())
    return ""


def invitation_fault(text: str, own_key: bytes) -> str:
    """Return the fault of an invitation, in words; "" if it can be used.

    `own_key` is the one that invitations to tables of our own name: nobody sits down at those.
    """
    try:
        found = parse_invitation(text)
    except BadInvitation as why:
        return why.text
    return (
        "this invitation is to a table of your own: send it to the others"
        if found.host_key == own_key
        else ""
    )


# -- a table that fills ---------------------------------------------------------------------


def waiting_text(gathering: Gathering) -> str:
    """Tell the thing that all wait for."""
    if asks_for_a_seat(gathering):
        return f"Asking {gathering.guests[0].nick} for a seat."
    missing = gathering.seats - len(gathering.guests)
    if missing <= 0:
        return "Everybody is here. All programs sign the table now."
    people = counted(missing - gathering.bots, "more player") if missing > gathering.bots else ""
    bots = counted(gathering.bots, "bot") if gathering.bots else ""
    return f"Waiting for {' and '.join(filter(None, (people, bots)))}."


def asks_for_a_seat(gathering: Gathering) -> bool:
    """True if this player wants to sit at somebody's table and has no seat there yet."""
    return bool(gathering.own and gathering.guests) and all(
        guest.words != gathering.own for guest in gathering.guests
    )


def can_talk(gathering: Gathering) -> bool:
    """True if there is anybody to write to: at a table where this player sits, with room for people."""
    people = sum(not guest.bot for guest in gathering.guests)
    return not asks_for_a_seat(gathering) and people + gathering.seats - len(gathering.guests) > (
        1 + gathering.bots
    )


def can_unseat(gathering: Gathering, guest: Guest) -> bool:
    """True if this player may take that guest's seat away: at its own table, and neither its own nor that of
    a bot of its own."""
    is_theirs = guest.words != gathering.own and guest.runner != gathering.guests[0].nick
    return bool(gathering.invitation and guest.key) and is_theirs


def bots_to_bring(gathering: Gathering) -> int:
    """Return the number of bots that this player can bring along: a guest that has its seat, and has brought
    none."""
    own = next((seat for seat, guest in enumerate(gathering.guests) if guest.words == gathering.own), 0)
    return gathering.seats - len(gathering.guests) if own and not gathering.brought else 0


def bringing_text(gathering: Gathering) -> str:
    """Tell the meaning of bringing bots along, or their fate; "" where there are none."""
    if gathering.brought:
        come = "A bot comes" if gathering.brought == 1 else f"{gathering.brought} bots come"
        return f"{come} with you. The host decides about each, and all read whose it is."
    if not bots_to_bring(gathering):
        return ""
    return (
        "Bots of yours play on this computer. The host decides about each, and all read before the game "
        "that you run it and can read its hand."
    )


def letters_text(gathering: Gathering) -> str:
    """Both sets of letters for whoever was invited: its own, which the host sees, and the host's."""
    if not gathering.own or not gathering.guests or gathering.guests[0].words == gathering.own:
        return ""
    host = gathering.guests[0]
    return (
        f"The letters of {host.nick}'s key: {host.words}. Yours: {gathering.own}. {COMPARE.format(host.nick)}"
    )


def warning_text(gathering: Gathering) -> str:
    """Warn of a known name with another key; "" where nothing is odd."""
    return " ".join(guest.warning for guest in gathering.guests if guest.warning)


def knock_texts(knock: Knock) -> tuple[str, ...]:
    """Tell the host about a person who knocks, the warning first."""
    guest = knock.guest
    if guest.bot:
        known = f"It is {guest_about(guest)}."
    else:
        known = f"It is {guest.about}." if guest.about else "Nobody with that key has sat at a table here."
    lines = [guest.warning] if guest.warning else []
    lines.append(f"The letters of {guest.nick}'s key: {guest.words}. {known}")
    if knock.own:
        lines.append(f"Yours: {knock.own}. {COMPARE.format(guest.nick)}")
    return tuple(lines)


def guest_lines(gathering: Gathering) -> tuple[tuple[str, str], ...]:
    """Each seat's player with the letters of the key; then the seats that are free.

    Guests are not told which of those the host keeps for its bots.
    """
    lines = [(guest.nick, guest_about(guest)) for guest in gathering.guests]
    free = gathering.seats - len(lines) - gathering.bots
    lines += [("A free seat" if gathering.invitation else "Nobody is here yet", "")] * free
    return (*lines, *[("A bot comes", "it sits down by itself")] * gathering.bots)


def guest_about(guest: Guest) -> str:
    """Return the line below a name."""
    if guest.bot:
        return f"{guest.kind}, who can read its hand" if guest.runner else BOT_ALONE
    key = f"key: {guest.words}" if guest.words else ""
    return ", ".join(filter(None, (key, guest.about)))


def terms_text(gathering: Gathering) -> str:
    """Tell the agreement besides the game, for everybody who is to sign it."""
    return " ".join(policy_lines(gathering.policy, gathering.seats))


def invite_back_text(invitation: str) -> str:
    """Tell the use of a running table's invitation."""
    if not invitation:
        return (
            "This computer could not open a door for those who come back. The other players of the table "
            "have one each: any of them can send the invitation."
        )
    return (
        "Whoever plays at this table and has lost its way to it (another network, another computer's "
        "address, a program that was started anew) pastes this text into their Shoal and is back in their "
        "seat. Nobody else gets a seat by it. Every person at the table has such a text."
    )


def options_text(game: str, options: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The options of a table that are not as usual, each in words."""
    entry = catalogue().games.get(game)
    rules = None if entry is None else entry.rules
    usual = {} if rules is None else {option.key: option.default for option in rules.options}
    return tuple(option_text(rules, key, value) for key, value in options if usual.get(key) != value)


def reach_text(invitation: str) -> str:
    """Tell where others reach this computer; "" without an invitation."""
    if not invitation:
        return ""
    addresses = parse_invitation(invitation).addresses
    far = [address for address in addresses if not ip_address(address.host).is_loopback]
    if not far:
        return "This computer is on no network: only programs on this computer itself can join."
    hosts = " or ".join(address.host for address in far)
    return (
        f"This computer waits at {hosts}, port {far[0].port}. "
        "If the others cannot get through, a firewall may be in the way."
    )


# -- games of before ------------------------------------------------------------------------


def kept_seat(before: Before, *, now: int) -> Unfinished | None:
    """The game of today to which the player returns first; None where there is none."""
    return next(
        (
            game
            for game in before.unfinished
            if not (game.is_away or game.is_adjourned or game.is_open) and game.created + DAY_S > now
        ),
        None,
    )


def kept_seat_text(game: Unfinished, nick: str) -> str:
    """Tell that a seat is kept there."""
    return f"Your game with {_others(game, nick)} goes on."


def _others(game: Unfinished | PastGame, nick: str) -> str:
    """The names of the others: all but the own seat, or the own name where no seat is known."""
    if game.seat < 0:
        return others(game.names, nick)
    return first_names([name for seat, name in enumerate(game.names) if seat != game.seat])


def unfinished_line(game: Unfinished, nick: str, *, now: int) -> str:
    """A game that can be gone on with, as a line."""
    return (
        f"{game_title(game.game)} with {_others(game, nick)} · begun {when(game.created, now=now)} · "
        f"{counted(game.heights, 'step', none='0')} so far{' · adjourned' if game.is_adjourned else ''}"
    )


def evening_line(evening: Evening) -> str:
    """A score: "Plump this evening: Lisa 2, Toby 1 (3 games, each checked from its record)"."""
    wins = ", ".join(f"{each.name} {each.wins}" for each in evening.standings)
    games = counted(evening.games, "game")
    checked = "checked from its record" if evening.games == 1 else "each checked from its record"
    return f"{game_title(evening.game)} this evening, wins: {wins} ({games}, {checked})"


def delete_text(game: Unfinished, nick: str) -> str:
    """Tell the effect of deleting an unfinished game, before it is done."""
    return (
        f"{game_title(game.game)} with {_others(game, nick)} will be removed from this computer, with "
        "your keys for it. It cannot be brought back: you cannot go on with it, and nobody else can play "
        "your seat in it."
    )


def past_line(game: PastGame, nick: str, *, now: int) -> str:
    """A game that is over, as a line."""
    end = f" · {game.outcome}" if game.outcome else ""
    return f"{game_title(game.game)} with {_others(game, nick)} · begun {when(game.created, now=now)}{end}"


def others(seated: Sequence[str], nick: str) -> str:
    """The names of the others in a row; the first three of many."""
    at = seated.index(nick) if nick in seated else len(seated)
    return first_names([name for seat, name in enumerate(seated) if seat != at])


def first_names(names: Sequence[str]) -> str:
    """Names in a row; the first three of many."""
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return ", ".join(names)


def when(created: int, *, now: int) -> str:
    """Time since then, or the day. Both are Unix times in seconds; of what lies ahead, by a clock that was
    set back, the day."""
    minutes = (now - created) // 60
    if minutes in (-1, 0):
        return "just now"
    if 0 < minutes < 60:
        return f"{counted(minutes, 'minute')} ago"
    if 0 < minutes < 24 * 60:
        return f"{counted(minutes // 60, 'hour')} ago"
    return f"on {datetime.fromtimestamp(created):%d %B %Y}"
