"""Heads (R9): each head reports its sender's height, and a seat that is behind is given what it lacks.

Nothing proves a head: a false one draws frames, within the limits of `Post`, and changes nothing that the
table agrees on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from net.agreement.hearing.pulse import Pulse
from net.agreement.hearing.reach import LEND_S
from net.agreement.log import Log
from net.agreement.post import Post
from net.errors import Forked, Malformed
from net.wire.frame import Head, Kind, fitting, pack_records
from net.wire.record import parse_record

RUN: Final = b"records"
"""Name of the runs of records last sent to a peer."""
PATH: Final = b"path"
"""Name of this seat's locked records, as they are given to a peer."""
STUCK_S: Final = 12.0
"""A seat that stays one height behind for this long is given the whole record."""


class Heads:
    """The height that every other seat reports. Sends this seat's heads, and answers the others'."""

    def __init__(self, log: Log, post: Post, pulse: Pulse) -> None:
        self._log = log
        self._post = post
        self._pulse = pulse
        self._reached = dict.fromkeys(post.others, 0)
        self._behind: dict[int, int] = {}
        self._stands: dict[int, tuple[int, float]] = {}
        """For each seat that is behind: its height, and the time since when it has been there."""
        self._run_to: dict[int, int] = {}
        """The last height of the last run of records given to a seat."""
        self._near: set[int] = set()
        self._far: set[int] = set()

    # -- reported heights

    def behind(self, seat: int) -> int:
        """Number of heights by which another seat was behind this one at its last head; all before that."""
        return self._behind.get(seat, self._log.k)

    def lacks(self, seat: int) -> bool:
        """True if another seat has not reported our height yet."""
        return self._reached[seat] < self._log.k

    def is_heard_by_others(self, seat: int) -> bool:
        """True if a seat has never spoken to us itself, but others have brought messages that it signed."""
        return seat in self._far and seat not in self._near

    @property
    def everybody_at(self) -> int:
        """The height that every seat in reach has reported: no seat may close its table before that.

        A seat that reaches us only through others cannot report; they give it what it still lacks.
        """
        out_of_reach = self._far - self._near
        reached = (seat for seat in self._reached if seat in self._log.act and seat not in out_of_reach)
        return min((self._log.k, *(self._reached[seat] for seat in reached)))

    @property
    def ahead(self) -> set[int]:
        """The seats known to be at a greater height than this seat."""
        return {seat for seat, k in self._reached.items() if k > self._log.k}

    def brought(self, author: int, now: float) -> None:
        """Note that another seat has passed on a message of `author`."""
        self._far.add(author)
        self._pulse.note(author, now)

    def has_signed(self, seat: int, k: int) -> None:
        """Note that a seat has signed at a height: nobody signs above its own last final height plus one."""
        self._reached[seat] = max(self._reached.get(seat, 0), k - 1)

    # -- heads of others

    def hear(self, sender: int, head: Head, now: float) -> None:
        """Take in the height of a peer: give it what it lacks, or ask for what we lack."""
        if len(head.heard) != 1 + len(self._post.others):
            raise Malformed("heard", "a head that does not give the last number heard of every seat")
        log = self._log
        self._pulse.heard(sender)
        self._pulse.note(sender, now)
        self._near.add(sender)
        self._reached[sender] = max(self._reached[sender], head.k)
        self._behind[sender] = max(0, log.k - head.k)
        self._post.reach.hear(sender, head.heard, now)
        # Everything that a head says is noted; only the answers that it draws are limited.
        if not self._post.may_answer(sender, now):
            return
        if head.k < log.k:
            self._raise(sender, head, now)
        if log.blame.stopped is not None:
            log.blame.show((sender,))
        if not log.is_open:
            return
        if head.k > log.k:
            self.answer(sender, now)
        elif head.k == log.k:
            if head.h != log.prev:
                raise Forked("fork", f"seat {sender} stands on another chain at height {head.k}")
            self._push(sender, head, now)

    def greet(self, seat: int) -> None:
        """Forget messages sent over a seat's old link, which may be lost, and send the seat a head."""
        self._post.forget_sent(seat)
        self._run_to.pop(seat, None)
        self.send((seat,))

    def tick(self, now: float) -> None:
        """Send the heads that are due."""
        if self._pulse.head_due(now) and self._log.is_open:
            self.send(self._post.others)
        if self._pulse.nudge_due(now) and self._log.is_open:
            self._ask(now)

    # -- help for others

    def _push(self, to: int, head: Head, now: float) -> None:
        """Give a peer at our height what it lacks, and show it what we lack from it."""
        self._give(to, head, now)
        opened = self._log.round
        if to in opened.disputed:
            self._log.show_entries(to, now)
        for envelope in self._log.changes.open_for(to):
            self._post.again(to, envelope, now)
        path = self._log.path
        if path and self._post.is_lost(to, PATH, now):
            # A path is useful only whole: each lock stands on the one below.
            runs = fitting([lock.record.encode() for lock in path])
            self._post.run(to, PATH, [pack_records(runs)] if len(runs) == len(path) else [], now)
        # The peer has signed something that is not here: our head makes it send that again.
        has_written = to in opened.actors and to not in (*head.open_entries, *opened.entries)
        has_acknowledged = to in opened.act and to not in (*head.open_acks, *opened.acks)
        if has_written or has_acknowledged:
            self.answer(to, now)

    def _raise(self, to: int, head: Head, now: float) -> None:
        """Help a peer that is behind. If it is one height behind, this seat gives it the messages that it
        lacks of that height. If it is further behind, holds other messages or has been stuck for `STUCK_S`,
        one of the seats gives it records; the other seats give them only if that one does not."""
        before = self._log.before
        if self._stands.get(to, (-1, 0.0))[0] != head.k:
            self._stands[to] = head.k, now
        waited = now - self._stands[to][1]
        is_close = before is not None and (head.k, head.h) == (self._log.k - 1, before.place.prev)
        if is_close and (head.open_entries or head.open_acks) and waited < STUCK_S:
            self._give(to, head, now)
            return
        is_lost = head.k >= self._run_to.get(to, 0) or self._post.is_lost(to, RUN, now)
        if is_lost and waited >= LEND_S * self._post.reach.rank(to, to, now):
            self._give_records(to, head.k, now)

    def _give_records(self, to: int, k: int, now: float) -> None:
        """Give runs of final records above `k`, until one ends with a record that has acks: a change of view
        makes those without acks final, and may not fit into the same frame."""
        records, runs = self._log.records, []
        while k < self._log.k:
            run = fitting(records[k:])
            runs.append(pack_records(run))
            k += len(run)
            if parse_record(run[-1]).acks:
                break
        self._run_to[to] = k
        self._post.run(to, RUN, runs, now)

    def _give(self, to: int, head: Head, now: float) -> None:
        """Give a seat what it lacks of our open round, or of the one before, if that is our task."""
        opened = self._log.round if head.k == self._log.k else self._log.before
        if opened is None:
            return
        lacked = [opened.entries[seat].envelope for seat in head.open_entries if seat in opened.entries]
        lacked += [opened.acks[seat].envelope for seat in head.open_acks if seat in opened.acks]
        for envelope in lacked:
            came, since = opened.came.get(envelope.id, (0, now))
            if self._post.reach.is_owed(envelope.seat, to, came=came, since=since, now=now):
                self._post.again(to, envelope, now)

    # -- heads of our own

    def answer(self, to: int, now: float) -> None:
        """Show one peer our position, within the limit of what its messages may draw."""
        if self._post.may_answer(to, now) and self._post.may_head(to, now):
            self.send((to,))

    def send(self, to: Sequence[int]) -> None:
        """Show these seats our position."""
        log, reach, opened = self._log, self._post.reach, self._log.round.open
        reach.count(to_all=to == self._post.others)
        head = Head(log.v, log.k, log.prev, opened.entries, opened.acks, log.changes.voted, reach.heard)
        self._post.send(to, Kind.HEAD, head.encode())

    def _ask(self, now: float) -> None:
        """Show our position to the seats whose messages the open height lacks."""
        opened = self._log.round.open
        lacked = {*opened.entries, *opened.acks} & {*self._post.others}
        if self._log.changes.voted > self._log.v:
            lacked = {*self._post.others}
        for seat in sorted(lacked):
            if self._post.may_head(seat, now):
                self.send((seat,))
