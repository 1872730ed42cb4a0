"""Attendance at the table: seats here, seats away and since when, seats that hold up the others (net 5.6)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from app.absence import AbsentWhy, Missing
from app.messages import Listener, Presence, PresenceState, Trouble, TroubleKind
from app.table.missing import words
from app.table.missing.company import Company
from net.link.contract import SILENT_S
from net.seat.session import Session
from net.wire.bodies import Vote

FICKLE: Final = 3
"""A player who takes back this many votes before a view is agreed counts as missing."""
VOTE_S: Final = 60.0
"""Seconds that a person has, at least, to follow a vote of most others."""
STAYED_S: Final = SILENT_S + 2.0
"""Seconds after a goodbye; a link that is still up after them shows that its seat is here again."""


class Attendance:
    """The network thread calls it, like `Absences`; it reports who comes, goes and is away."""

    def __init__(self, session: Session, company: Company, tell: Listener, now: float) -> None:
        self._session = session
        self._company = company
        self._tell = tell
        self.seat = session.dealer.seat
        others = [seat for seat in range(len(company.names)) if seat != self.seat]
        self._since = dict.fromkeys(others, now)
        """For each seat that is not here: the time since when nothing was heard from it."""
        self._told_away: dict[int, int] = {}
        self._left: dict[int, float] = {}
        self._parted: set[int] = set()
        """Seats that were given up, and play on only after our decision (5.7)."""
        self._back: set[int] = set()
        """Seats of `_parted` that are here again."""
        self._is_parted_told = False
        """True if our player was told that our own seat is in `_parted`."""
        self._waited: dict[int, float] = {}
        """For each seat that is here and that the open height waits for: the time since when."""
        self._waited_at = 0
        self._unvoted: dict[int, float] = {}
        """For each seat that has not voted as we and a majority have: the time since when."""
        self._unexplained: set[int] = set()
        self._voted: dict[int, Vote] = {}
        self._taken_back: Counter[int] = Counter()
        self._twins = {*session.replica.here.twins}
        """Seats whose keys were once equal, as our player was told or knew at the start."""
        self._alone_since: float | None = now
        """Time since when nobody else has been here; None once somebody was, or our player was told."""

    # -- input

    def up(self, seat: int) -> None:
        """Note that a link to a seat is up."""
        self._alone_since = None
        was_told = self._told_away.pop(seat, None) is not None or seat in self._left
        self._since.pop(seat, None)
        if seat in self._parted & {*self._session.table.log.act}:
            self._back.add(seat)
        else:
            self._forgive(seat)
        self._tell(Presence(seat, PresenceState.BACK if was_told else PresenceState.HERE))

    def down(self, seat: int, now: float) -> None:
        """Note that nothing was heard from a seat for the link's timeout."""
        self._since.setdefault(seat, now - SILENT_S)
        self._back.discard(seat)

    def left(self, seat: int, now: float, *, is_told: bool, for_good: bool) -> None:
        """Note that a seat has said goodbye, perhaps `for_good`; `is_told`: report the goodbye."""
        self._left[seat] = now
        if for_good:
            self._parted.add(seat)
        self._told_away.pop(seat, None)
        if is_told:
            self._tell(Presence(seat, PresenceState.LEFT))

    def doubt(self, seat: int) -> None:
        """Note that a seat has signed something that nobody can explain."""
        self._unexplained.add(seat)

    def begin(self, act: tuple[int, ...]) -> None:
        """Begin a view of the seats `act`: earlier votes and waits are over."""
        self._voted.clear()
        self._taken_back.clear()
        self._waited.clear()
        self._unvoted.clear()
        self._unexplained &= {*act}
        for seat in self._back - {*act}:
            self._forgive(seat)

    def _forgive(self, seat: int) -> None:
        """Let a seat that has left return to its own seat."""
        self._left.pop(seat, None)
        self._parted.discard(seat)
        self._back.discard(seat)

    def tick(self, now: float) -> None:
        """Note and report who is away."""
        if self._session.table.log.has_parted and not self._is_parted_told:
            self._is_parted_told = True
            self._tell(Trouble(TroubleKind.LOBBY, words.left_before()))
        self._watch(now)
        self._welcome(now)
        self._tell_twins()
        self._tell_alone(now)
        self._tell_presence(now)

    # -- questions

    def is_here(self, seat: int) -> bool:
        """True if a link to a seat is up, or the seat is ours."""
        return seat not in self._since

    def has_left(self, seat: int) -> bool:
        """True from a seat's goodbye until the seat may play again."""
        return seat in self._left

    def is_back(self, seat: int) -> bool:
        """True if a seat that was given up is here again, and waits for our decision."""
        return seat in self._back

    def _watch(self, now: float) -> None:
        """Note which present seats the table waits for, and which take votes back."""
        table = self._session.table
        for vote in table.log.changes.votes:
            self._note(vote)
        if table.log.k != self._waited_at:
            self._waited_at = table.log.k
            self._waited.clear()
        self._waited = {seat: self._waited.get(seat, now) for seat in sorted(self._awaited())}
        self._unvoted = {seat: self._unvoted.get(seat, now) for seat in sorted(self._voteless())}

    def _note(self, vote: Vote) -> None:
        """Note a seat's vote. A seat takes its vote back when it includes a seat again that it had left out,
        or votes otherwise with the same seats. Leaving out one more is not taking back."""
        last = self._voted.setdefault(vote.seat, vote)
        if vote.v > last.v:
            self._voted[vote.seat] = vote
            self._taken_back[vote.seat] += vote.view != last.view and not {*vote.view.act} < {*last.view.act}

    def _awaited(self) -> set[int]:
        """Return the seats that owe something that their program sends by itself. Nobody does while a fault
        stops the table, or between our vote and our ack of the change. A seat that has voted for a later
        view owes nothing: it signs nothing before a view is final."""
        table, opened = self._session.table, self._session.table.log.open
        if table.log.blame.stopped is not None or (
            table.log.changes.voted > table.log.v and not table.log.changes.is_changing
        ):
            return set()
        awaited: tuple[int, ...] = ()
        if not opened.entries and not opened.checking:
            awaited = opened.acks
        elif not self._session.replica.step.kind.is_for_people:
            awaited = opened.entries
        agreed = table.log.changes.voted if table.log.changes.is_changing else table.log.v
        return {*awaited} - {vote.seat for vote in table.log.changes.votes if vote.v > agreed} - {self.seat}

    def _voteless(self) -> set[int]:
        """Return the seats that have not voted for the view that we and a majority want, and that includes
        them.

        A seat that we want to leave out for that reason stays in the set: otherwise we would be asked again
        about the rest, and the answer would take our vote back.
        """
        table, wanted = self._session.table, self._session.table.log.changes.wanted
        if wanted is None or table.log.changes.voted <= table.log.v or table.log.changes.is_changing:
            return set()
        left_out = self._unvoted.keys() - {*wanted.act}
        alike = {vote.seat for vote in table.log.changes.votes if vote.view == wanted} | {self.seat}
        return left_out | ({*wanted.act} - alike if 2 * len(alike) > len(table.log.act) else set())

    def absent(self, now: float) -> dict[int, Missing]:
        """Return the seats that are away or hold up the others."""
        table, gone_s = self._session.table, self._company.policy.gone_after_s
        found = {  # a lock of the seat on the cards must come off, and we lack its shares
            seat: Missing(seat, AbsentWhy.LEFT, int(now - self._left.get(seat, now)))
            for seat in self._session.lacked
        }
        late = {seat for seat, since in self._waited.items() if now - since >= gone_s}
        unvoted = {seat for seat, since in self._unvoted.items() if now - since >= max(gone_s, VOTE_S)}
        for seat in table.log.act:
            if seat == self.seat:
                continue
            waited = now - self._waited.get(seat, now)
            if seat in table.log.blame.proven:
                found[seat] = Missing(seat, AbsentWhy.PROVEN, 0)
            elif seat in self._unexplained:
                found[seat] = Missing(seat, AbsentWhy.SILENT, int(waited))
            elif (times := self._taken_back[seat]) >= FICKLE:
                found[seat] = Missing(seat, AbsentWhy.FICKLE, 0, times)
            elif seat in self._left:
                found[seat] = Missing(seat, AbsentWhy.LEFT, int(now - self._left[seat]))
            elif (away := self.away(seat, now)) >= gone_s:
                found[seat] = Missing(seat, AbsentWhy.GONE, int(away))
            elif seat in late:
                found[seat] = Missing(seat, AbsentWhy.SILENT, int(waited))
            elif seat in unvoted:
                found[seat] = Missing(seat, AbsentWhy.VOTELESS, int(now - self._unvoted[seat]))
        return found

    def away(self, seat: int, now: float) -> float:
        """Return the seconds of a seat's silence; 0 if it is here, or others pass its messages on."""
        if seat not in self._since or self._session.table.heads.is_heard_by_others(seat):
            return 0.0
        return now - self._since[seat]

    def _welcome(self, now: float) -> None:
        """Welcome seats that have been heard since their goodbye: they had left earlier, and another seat
        passed the goodbye on after their return."""
        here = self._left.keys() - self._since.keys() - self._back
        for seat in sorted(here):
            if now - self._left[seat] >= STAYED_S:
                self.up(seat)

    def _tell_twins(self) -> None:
        """Report that keys were equal, and whose."""
        twins = {*self._session.replica.here.twins}
        if new := tuple(sorted(twins - self._twins)):
            self._tell(Trouble(TroubleKind.LOBBY, words.same_keys(self._company.who(new))))
        self._twins |= twins

    def _tell_alone(self, now: float) -> None:
        """Tell a player who comes back to a table and finds nobody what that may mean."""
        since, table = self._alone_since, self._session.table
        if since is None or table.log.k == 0 or now - since < self._company.policy.gone_after_s:
            return
        self._alone_since = None
        self._tell(Trouble(TroubleKind.LOBBY, words.nobody_here(is_out=self.seat not in table.log.act)))

    def _tell_presence(self, now: float) -> None:
        for seat in self._since:
            away = int(self.away(seat, now))
            if away >= SILENT_S and seat not in self._left and self._told_away.get(seat) != away:
                self._told_away[seat] = away
                self._tell(Presence(seat, PresenceState.AWAY, away))
            elif not away and self._told_away.pop(seat, None) is not None:  # others pass its messages on now
                self._tell(Presence(seat, PresenceState.BACK))
