"""The lobby's decisions: tables to host, invitations, guests, earlier games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from ipaddress import ip_address
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from app.games.catalogue import catalogue, game_title
from app.games.entry import checked_level
from app.games.narrator import counted, listed, upper_first
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
from app.screens.program import KeptGames, PastGame
from app.table.start import Hosting, Joining, Resuming, Spectating, Start, Unfinished
from net.lobby.invitation import BadInvitation, parse_invitation
from rules.api import Option
from rules.errors import BadOptions

if TYPE_CHECKING:  # needed long after the window has opened: not imported at the start
    from app.records.evening import Evening

NEXT_S = 300.0
"""Seconds that a guest waits for the host's next table."""
DAY_S = 24 * 3600
COMPARE = "Compare both with {} to be sure who it is."


class Offer(Struct, frozen=True):
    """A game of the catalogue, for a button: a sentence about it, and its numbers of players."""

    key: str
    title: str
    blurb: str
    players: str
    usual_seats: int


class TableSetup(Struct, frozen=True):
    """The form of a table to host. When its seats change, bots and terms are fitted to them; `fault` says
    if the options are impossible."""

    game: str
    seats: int
    bots: int
    level: str
    options: tuple[tuple[str, str], ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    """Terms of the table besides the game, see `app.policy`."""

    @property
    def seats_range(self) -> range:
        """Possible numbers of players."""
        return catalogue().named(self.game).rules.seats

    @property
    def offered(self) -> tuple[Option, ...]:
        """The options of the game."""
        return catalogue().named(self.game).rules.options

    @property
    def offered_terms(self) -> tuple[Option, ...]:
        """Options for the terms of such a table."""
        return options_for(self.seats)

    def value(self, key: str) -> str:
        """Return the chosen value of an option."""
        return dict(self.options)[key]

    def term(self, key: str) -> str:
        """Return the chosen value of a term."""
        return dict(self.terms)[key]

    def with_seats(self, seats: int) -> TableSetup:
        """Change the number of seats; bots and terms are fitted to it."""
        terms = tuple(fitting(dict(self.terms), seats).items())
        return replace(self, seats=seats, bots=min(self.bots, seats - 1), terms=terms)

    def with_term(self, key: str, value: str) -> TableSetup:
        """Change a term."""
        return replace(self, terms=tuple((each, value if each == key else old) for each, old in self.terms))

    def with_bots(self, bots: int) -> TableSetup:
        """Change the number of bots."""
        return replace(self, bots=min(bots, self.seats - 1))

    def with_option(self, key: str, value: str) -> TableSetup:
        """Change the value of an option."""
        return replace(
            self, options=tuple((each, value if each == key else old) for each, old in self.options)
        )

    @property
    def kept_terms(self) -> str:
        """The terms in the settings' form, for the next table."""
        return kept_text(self.terms)

    def hosting(self, *, asks: bool) -> Hosting:
        """Return the order to the program."""
        return Hosting(
            self.game,
            self.seats,
            self.options,
            bots=self.bots,
            level=self.level,
            asks=asks,
            policy=policy_for(dict(self.terms), self.seats),
        )

    @property
    def rest(self) -> str:
        """Everything besides game and seats in a sentence: values other than the defaults, or that there are
        none."""
        parts = [*options_text(self.game, self.options)] or ["The usual rules"]
        agreed = [
            f"{option.title[:1].lower()}{option.title[1:]}: {option.worded(self.term(option.key))}"
            for option in self.offered_terms
            if self.term(option.key) != option.default
        ]
        parts += agreed or ["when somebody is gone, the others decide", "nobody may watch"]
        return f"{'; '.join(parts)}."

    @property
    def fault(self) -> str:
        """Reason why such a table is impossible; "" if it is possible."""
        try:
            catalogue().named(self.game).rules.start(self.seats, dict(self.options))
        except BadOptions as why:
            return f"{upper_first(str(why))}."
        return ""

    @property
    def summary(self) -> str:
        """The players in a sentence."""
        people = self.seats - 1 - self.bots
        others = [
            *([counted(people, "other player")] if people else []),
            *([counted(self.bots, "bot")] if self.bots else []),
        ]
        return f"{listed(['You', *others])}."


def setup_for(game: str, *, seats: int | None = None, terms: Mapping[str, str] | None = None) -> TableSetup:
    """Return the first form for a game: usual seats, default options, no bots. `terms` are those of this
    player's last table, taken over as far as they fit."""
    chosen = usual_seats(game) if seats is None else seats
    entry = catalogue().named(game)
    options = entry.rules.checked_options(chosen, {})
    agreed = fitting({} if terms is None else terms, chosen)
    level = entry.usual_level
    return TableSetup(game, chosen, 0, level, options=tuple(options.items()), terms=tuple(agreed.items()))


def first_setup(settings: Settings) -> TableSetup:
    """Return the form shown first, with the terms of this player's last table."""
    return setup_for("plump", terms=kept_values(settings.terms))


def setup_again(info: TableInfo, *, level: str) -> TableSetup:
    """Return the form of a table like one that was played."""
    own = info.guests[info.seat].nick
    bots = sum(guest.bot and guest.runner == own for guest in info.guests)
    terms = fitting(policy_values(info.policy), len(info.guests))
    entry, options = catalogue().named(info.game), info.options
    known = level if level in entry.levels else entry.usual_level
    return TableSetup(info.game, len(info.guests), bots, known, options=options, terms=tuple(terms.items()))


def rematch(start: Start, info: TableInfo, *, asks: bool, next_table: str = "") -> Start | None:
    """Return the start of another game with the same people, after `start`.

    The host admits the same people without a question; a guest waits up to `NEXT_S` for the host's table,
    and joins by the invitation `next_table` if its own was from another player or it resumed the game.
    Return None for a guest that resumed the game and does not know `next_table`.
    """
    if isinstance(start, Joining | Resuming) and info.seat == 0:  # or we kept it open after its host left
        return replace(setup_again(info, level=start.level).hosting(asks=asks), welcome=letters_of(info))
    if isinstance(start, Joining) and not (next_table and _is_of_another(start.invitation, next_table)):
        return replace(start, timeout_s=NEXT_S)
    if isinstance(start, Hosting):  # seats and bots may have changed since
        again = setup_again(info, level=start.level)
        policy = start.policy.at(again.seats, before=start.seats)
        start = replace(start, seats=again.seats, bots=again.bots, policy=policy)
        return replace(start, calls=(), welcome=letters_of(info))
    if isinstance(start, Joining):
        return replace(start, invitation=next_table, timeout_s=NEXT_S)
    if isinstance(start, Resuming):
        return Joining(next_table, timeout_s=NEXT_S) if next_table else None
    return start


def host_gone_text(news: HostGone) -> str:
    """Return the sentence that the host has left before the game, and how to continue."""
    if news.is_next:
        return f"{news.host} is gone. You are next: you can keep the table open for the same people."
    return (
        f"{news.host} is gone. {news.holder} is next and can keep the table open. Stay, and you have a "
        "seat there."
    )


def staying_words(news: HostGone) -> str:
    """Return the label of the button to continue without the host."""
    return "Keep the table open" if news.is_next else "Stay"


def leads_to(start: Resuming | Joining | Spectating, table: str, *, came_by: Start | None) -> bool:
    """True if `start` leads to our table: id `table` ("" before the game), reached by `came_by`."""
    if isinstance(start, Resuming):
        return start.table in (table, came_by.table if isinstance(came_by, Resuming) else "")
    return isinstance(came_by, Joining | Spectating) and _is_same_table(came_by.invitation, start.invitation)


def _is_same_table(invitation: str, other: str) -> bool:
    """True if two invitations lead to the same lobby of the same player."""
    try:
        one, two = parse_invitation(invitation), parse_invitation(other)
    except BadInvitation:
        return False
    return one.host_key == two.host_key and not {*one.addresses}.isdisjoint(two.addresses)


def _is_of_another(invitation: str, other: str) -> bool:
    """True if two invitations are from different players: everybody at a table can invite back to it."""
    return parse_invitation(invitation).host_key != parse_invitation(other).host_key


def letters_of(info: TableInfo) -> tuple[str, ...]:
    """Return the letters of the keys of the people at a table, without our own."""
    others = (guest for seat, guest in enumerate(info.guests) if seat != info.seat and not guest.bot)
    return tuple(guest.words for guest in others)


def against_bots(game: str, *, seats: int | None = None, level: str | None = None) -> Hosting:
    """Return a table that begins at once, with bots in all other seats; raises `BadOptions`."""
    setup, chosen = setup_for(game, seats=seats), checked_level(catalogue().named(game), level)
    return replace(setup.with_bots(setup.seats - 1), level=chosen).hosting(asks=True)


def usual_seats(game: str) -> int:
    """Return the usual number of players."""
    return catalogue().named(game).seats


def offers() -> tuple[Offer, ...]:
    """Return the games of the catalogue, in its order."""
    games = catalogue().games
    covers = ((key, games.cover(key)) for key in games)
    return tuple(
        Offer(key, each.title, each.about, players_text(each.seats), each.usual_seats) for key, each in covers
    )


def left_out() -> tuple[str, ...]:
    """Return the games of other packages that cannot be played here, each with the reason."""
    return tuple(f"A game is left out: {each}." for each in catalogue().left_out)


def table_title(info: TableInfo) -> str:
    """Return a window's title with that table: "Plump with Toby, Bot Ada"."""
    names = [guest.nick for seat, guest in enumerate(info.guests) if seat != info.seat]
    return f"{game_title(info.game)} with {first_names(names)}"


def find_invitation(text: str, own_key: bytes) -> str:
    """Return the usable invitation in a text (of the clipboard, say), or ""."""
    start = text.upper().find("SHOAL:")
    if start < 0:
        return ""
    for candidate in (text[start:], text[start:].split(maxsplit=1)[0]):
        if not invitation_fault(candidate, own_key):
            return "".join(candidate.split())
    return ""


def invitation_fault(text: str, own_key: bytes) -> str:
    """Return why an invitation cannot be used; "" if it can. `own_key` is in invitations to our own tables,
    where we do not sit down as guests."""
    try:
        found = parse_invitation(text)
    except BadInvitation as why:
        return why.text
    own = "this invitation is to a table of your own: send it to the others"
    return own if found.host_key == own_key else ""


# -- a table that fills ---------------------------------------------------------------------


def waiting_text(gathering: Gathering) -> str:
    """Return the sentence about the step that everybody waits for."""
    if asks_for_a_seat(gathering):
        return f"Asking {gathering.guests[0].nick} for a seat."
    missing = gathering.seats - len(gathering.guests)
    if missing <= 0:
        return "Everybody is here. The game is about to begin."
    people = counted(missing - gathering.bots, "more player") if missing > gathering.bots else ""
    bots = counted(gathering.bots, "bot") if gathering.bots else ""
    return f"Waiting for {' and '.join(filter(None, (people, bots)))}."


def asks_for_a_seat(gathering: Gathering) -> bool:
    """True if this player wants a seat at somebody's table and has none yet."""
    return bool(gathering.own and gathering.guests) and all(
        guest.words != gathering.own for guest in gathering.guests
    )


def can_talk(gathering: Gathering) -> bool:
    """True if there is somebody to write to: at a table where we sit, with room for people."""
    people = sum(not guest.bot for guest in gathering.guests)
    free = gathering.seats - len(gathering.guests) - gathering.bots
    return not asks_for_a_seat(gathering) and people + free > 1


def can_unseat(gathering: Gathering, guest: Guest) -> bool:
    """True if this player may take the guest's seat away. That is: at our own table, and the guest is neither
    ourselves nor a bot of ours."""
    is_theirs = guest.words != gathering.own and guest.runner != gathering.guests[0].nick
    return bool(gathering.invitation and guest.key) and is_theirs


def letters_text(gathering: Gathering) -> str:
    """Return both sets of letters for a guest: the guest's own, which the host sees, and the host's."""
    if not gathering.own or not gathering.guests or gathering.guests[0].words == gathering.own:
        return ""
    host = gathering.guests[0]
    return (
        f"The letters of {host.nick}'s key: {host.words}. Yours: {gathering.own}. {COMPARE.format(host.nick)}"
    )


def warning_text(gathering: Gathering) -> str:
    """Return the warning that a known name has another key; "" if not."""
    return " ".join(guest.warning for guest in gathering.guests if guest.warning)


def knock_texts(knock: Knock) -> tuple[str, ...]:
    """Return what the host should know about a person who knocks, the warning first."""
    guest = knock.guest
    if guest.bot:
        known = f"It is {guest_about(guest)}."
    else:
        known = f"You have {guest.about}." if guest.about else "You have met nobody with that key before."
    lines = [guest.warning] if guest.warning else []
    lines.append(f"The letters of {guest.nick}'s key: {guest.words}. {known}")
    if knock.own:
        lines.append(f"Yours: {knock.own}. {COMPARE.format(guest.nick)}")
    return tuple(lines)


def guest_lines(gathering: Gathering) -> tuple[tuple[str, str], ...]:
    """Return each player with the letters of the key, then the free seats and the bots that come."""
    lines = [(guest.nick, guest_about(guest)) for guest in gathering.guests]
    free = gathering.seats - len(lines) - gathering.bots
    lines += [("A free seat", "")] * free
    return (*lines, *[("A bot is coming", "it sits down by itself")] * gathering.bots)


def guest_about(guest: Guest) -> str:
    """Return the line below a name."""
    if guest.bot:
        return f"a bot; {guest.runner} runs it and can see its hand" if guest.runner else BOT_ALONE
    key = f"key: {guest.words}" if guest.words else ""
    return ", ".join(filter(None, (key, guest.about)))


def terms_text(gathering: Gathering) -> str:
    """Return the terms besides the game, for everybody who will sign them."""
    return " ".join(policy_lines(gathering.policy, gathering.seats))


def invite_back_text(invitation: str) -> str:
    """Return the purpose of a running table's invitation."""
    if not invitation:
        return (
            "This computer cannot let players back in. Ask another player at the table to send an invitation."
        )
    return (
        "Send this text to a player who has lost the table (another network, a new address, a program that "
        "was started again). They paste it into their Shoal and are back in their seat. It gives nobody "
        "else a seat. Every player at the table can send it."
    )


def options_text(game: str, options: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return the options of a table that differ from the defaults, each in words."""
    entry = catalogue().games.get(game)
    rules = None if entry is None else entry.rules
    usual = {} if rules is None else {option.key: option.default for option in rules.options}
    return tuple(option_text(rules, key, value) for key, value in options if usual.get(key) != value)


def reach_text(invitation: str) -> str:
    """Return where others reach this computer; "" without an invitation."""
    if not invitation:
        return ""
    addresses = parse_invitation(invitation).addresses
    far = [address for address in addresses if not ip_address(address.host).is_loopback]
    if not far:
        return "This computer is not on a network: only programs on this computer can join."
    hosts = " or ".join(address.host for address in far)
    return (
        f"This computer waits for the others at {hosts}, port {far[0].port}. "
        "If they cannot get through, a firewall may be in the way."
    )


# -- earlier games --------------------------------------------------------------------------


def kept_seat(before: KeptGames, *, now: int) -> Unfinished | None:
    """Return the game begun in the last day to which the player should return first, or None."""
    return next(
        (
            game
            for game in before.unfinished
            if not (game.is_hidden or game.is_adjourned or game.is_open) and game.created + DAY_S > now
        ),
        None,
    )


def kept_seat_text(game: Unfinished, nick: str) -> str:
    """Return the sentence that our seat in a game is kept."""
    return f"Your game with {_others(game, nick)} goes on."


def _others(game: Unfinished | PastGame, nick: str) -> str:
    """Return the names of the others: all but our seat, or all but our name if the seat is unknown."""
    if game.seat < 0:
        return others(game.names, nick)
    return first_names([name for seat, name in enumerate(game.names) if seat != game.seat])


def unfinished_line(game: Unfinished, nick: str, *, now: int) -> str:
    """Return an unfinished game as a line."""
    ended = " · adjourned" if game.is_adjourned else ""
    return f"{game_title(game.game)} with {_others(game, nick)} · begun {when(game.created, now=now)}{ended}"


def evening_line(evening: Evening) -> str:
    """Return a score: "Plump this evening: Lisa 2 wins, Toby 1, Ed 0 (3 games)"."""
    first, *rest = evening.standings
    wins = [counted(first.wins, "win", none="0"), *(str(each.wins) for each in rest)]
    score = ", ".join(f"{each.name} {won}" for each, won in zip(evening.standings, wins, strict=True))
    return f"{game_title(evening.game)} this evening: {score} ({counted(evening.games, 'game')})"


def evening_sheet(evening: Evening) -> str:
    """Return points by game, and everybody's wins, in lines of equal width."""
    from app.games.terminal import column_width, columns, short_names  # noqa: PLC0415  (the lobby shows none)

    names = short_names([each.name for each in evening.standings], column_width(len(evening.standings)))
    games = [(f"Game {at}", *map(str, points)) for at, points in enumerate(evening.points, start=1)]
    wins = ("Won", *(str(each.wins) for each in evening.standings))
    return "\n".join(columns([("", *names), *games, wins]))


def delete_text(game: Unfinished, nick: str) -> str:
    """Return what deleting an unfinished game means, before it is done."""
    return (
        f"{game_title(game.game)} with {_others(game, nick)} will be deleted from this computer. "
        "You cannot undo that or continue the game, and nobody else can play your seat."
    )


def past_line(game: PastGame, nick: str, *, now: int) -> str:
    """Return a finished game as a line."""
    end = f" · {game.outcome}" if game.outcome else ""
    return f"{game_title(game.game)} with {_others(game, nick)} · begun {when(game.created, now=now)}{end}"


def others(seated: Sequence[str], nick: str) -> str:
    """Return the names of the others in a row; of many, only the first three."""
    at = seated.index(nick) if nick in seated else len(seated)
    return first_names([name for seat, name in enumerate(seated) if seat != at])


def first_names(names: Sequence[str]) -> str:
    """Join names; of many, only the first three."""
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return ", ".join(names)


def when(created: int, *, now: int) -> str:
    """Return the time from `created` to `now` in words, or the day of `created`. Both are Unix times in
    seconds; `created` is in the future after a clock was set back."""
    minutes = (now - created) // 60
    if minutes in (-1, 0):
        return "just now"
    if 0 < minutes < 60:
        return f"{counted(minutes, 'minute')} ago"
    if 0 < minutes < 24 * 60:
        return f"{counted(minutes // 60, 'hour')} ago"
    return f"on {datetime.fromtimestamp(created):%d %B %Y}"
