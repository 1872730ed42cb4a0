"""One seat of one table (net 5.5): it takes frames, the time and finished checks, and returns effects.

Every method returns the effects to carry out, in order, and is cheap, except when it must judge records that
are lent (`views.lent`): the slow part of judging an entry is asked for with `Check` and answered with
`checked`. A peer's message can make the table refuse, or stop with a proof; it cannot make it raise.

| what comes | order of checks (net 5.2) |
|---|---|
| a frame | size, spelling; then by kind |
| an envelope | spelling, game, seat, height window, whether it is known; only then the signature |
| a run of records | spelling, place; then every envelope in it as if it had come by itself |

So a record is never taken on trust: only its acks make it final here (R12). A peer that sends a record with a
signature of ours that we do not know shows us that our journal was lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from net.agreement.advance import advance
from net.agreement.aside.aside import Aside
from net.agreement.effects import Effect, Space, YourTurn
from net.agreement.faults.proof import check_proof, proof_of
from net.agreement.hearing.heads import Heads
from net.agreement.hearing.pulse import Pulse
from net.agreement.journal import Journal, Stored
from net.agreement.log import Log
from net.agreement.post import Post
from net.agreement.recall import recall
from net.agreement.replay import Past
from net.agreement.views.votes import AHEAD
from net.agreement.walk import Walk
from net.errors import DiskFull, LocalError, Malformed, PeerError
from net.machine import Draft, Machine, TableView
from net.wire.bodies import Ack, Chat, Entry, Going, Leave, Pause, Remark, Vote, parse_body
from net.wire.envelope import Envelope, check_signature, open_envelope
from net.wire.frame import Kind, parse_frame, parse_head, parse_proof, parse_records
from net.wire.genesis import Genesis
from net.wire.hashes import body_hash
from net.wire.record import check_place, check_table, parse_record
from net.wire.signing import Signer, Verify
from net.wire.words import Err, parse_err

DISK_FULL: Final = Err(16, "disk full", b"")


class Table:
    """The log of one seat. The caller hands it frames and the time. Not thread-safe; `now` is in seconds of
    any clock that does not run backwards. `stored` is the content of the journal at the start (None: a new
    game), and `past` gets its rounds. Raises `LinkError` for a journal that is damaged, or of other rules."""

    def __init__(
        self,
        genesis: Genesis,
        seat: int,
        *,
        signer: Signer,
        verify: Verify,
        machine: Machine,
        journal: Journal,
        stored: Stored | None,
        past: Past = lambda past_round: None,
    ) -> None:
        self.genesis = genesis
        self.seat = seat
        self.game = genesis.id
        self._keys = tuple(player.ed for player in genesis.players)
        self._verify = verify
        self._post = Post(seat, genesis.seats)
        self.pulse = Pulse(
            self._post.others, apart_s=60.0 * genesis.policy.half_after_min, is_new=stored is None
        )
        self._stored = stored or Stored()
        self.log = Log(
            self.game,
            seat,
            act=genesis.seats,
            signer=signer,
            machine=machine,
            journal=journal,
            stored=self._stored,
            past=past,
            post=self._post,
            pulse=self.pulse,
            walk=partial(Walk, keys=self._keys, verify=verify),
        )
        self.heads = Heads(self.log, self._post, self.pulse)
        self.aside = Aside(
            self._keys, log=self.log, post=self._post, signer=signer, verify=verify, journal=journal
        )
        self._asked = 0
        self._run: tuple[int, Sequence[bytes]] = seat, ()
        """Records from a peer that are not final here yet."""
        self.is_full = False

    # -- events

    def start(self, now: float) -> tuple[Effect, ...]:
        """Begin, or go on from the journal: send heads to all, and our open messages once more (R11)."""

        def begin() -> None:
            self.pulse.start(now)
            recall(self.log, self._stored, now)
            self.aside.recall(self._stored)
            self._stored = Stored()
            for envelope in self.log.own_open:
                self._post.publish(self._post.others, envelope, now)
            self.heads.send(self._post.others)

        return self._turn(now, begin)

    def connected(self, seat: int, now: float) -> tuple[Effect, ...]:
        """Note that the link to a seat came up, and send it a head."""

        def greet() -> None:
            self.heads.greet(seat)
            self.log.blame.show((seat,))
            self.aside.repeat(seat)

        return self._turn(now, greet)

    def disconnected(self, seat: int, now: float) -> tuple[Effect, ...]:
        """Note that the link to a seat went down: heads will show what is missing."""
        return self._turn(now, lambda: None)

    def tick(self, now: float) -> tuple[Effect, ...]:
        """Do what is due by now. To be called at `pulse.deadline`; at any other time it does no harm."""

        def pass_time() -> None:
            self.pulse.has_waited(now)
            if self.pulse.retry_due(now):
                self._try_disk(now)
            self.heads.tick(now)
            self.log.complain(now, ahead=self.heads.ahead)

        return self._turn(now, pass_time)

    def checked(self, job: int, refusal: PeerError | None, now: float) -> tuple[Effect, ...]:
        """Take in the result of a `Check`: `refusal` is the error that `Machine.check` raised, or None."""
        return self._turn(now, lambda: self._judged(job, refusal, now))

    def propose(self, draft: Draft, now: float) -> tuple[Effect, ...]:
        """Write this seat's entry at height `k` + 1; raises `LocalError` if this seat may not write or the
        draft is too long. The draft must be right, because it is not judged again: a signed entry that the
        others refuse ends the table. While the disk is full, the draft waits."""
        return self._turn(now, lambda: self.log.propose(draft))

    def vote(self, view: TableView, now: float) -> tuple[Effect, ...]:
        """Vote to go on as `view` says (R13); raises `NoView` if that is impossible, or `LocalError`. From
        now on this seat signs nothing in the present view. It votes again where others want the same in a
        later view, until some view is final."""
        return self._turn(now, lambda: self.log.vote(view))

    def leave(self, how: Going, now: float, *, k: int, shares: bytes = b"") -> tuple[Effect, ...]:
        """Tell everybody that this seat goes, and leave `shares` behind, which are to be judged at height
        `k`. The others decide how to continue."""
        return self._turn(now, lambda: self.aside.leave(how, k=k, shares=shares))

    def pause(self, now: float, *, wanted: bool) -> tuple[Effect, ...]:
        """Ask for a pause of the clocks (`wanted`) or for its end, agree to it, or withdraw the request. It
        begins or ends when all who sit at the table want that. Raises `LocalError` for a seat that does
        not."""
        return self._turn(now, lambda: self.aside.pause(wanted=wanted))

    def say(self, text: str, now: float, *, what: Remark = Remark.LINE) -> tuple[Effect, ...]:
        """Send a line of chat; raises `LocalError` for a text that its kind may not have, and for more
        lines than the others would accept."""
        return self._turn(now, lambda: self.aside.say(text, what=what, now=now))

    def received(self, sender: int, frame: bytes, now: float) -> tuple[Effect, ...]:
        """Take in a frame that came by the link of seat `sender`."""
        if sender not in self._post.others:
            raise LocalError(f"a frame from seat {sender}, to which there is no link")

        def read() -> None:
            try:
                self._frame(sender, frame, now)
            except PeerError as why:
                self._post.refuse(sender, why, ref=body_hash(frame), now=now, is_author=False)

        return self._turn(now, read)

    # -- one turn of the table

    def _turn(self, now: float, happen: Callable[[], None]) -> tuple[Effect, ...]:
        """Let an event happen, with all that follows from it, and return the effects."""
        try:
            happen()
            if not self.is_full:
                advance(self.log, now)
        except DiskFull:
            self._drop_unjournalled(now)
        self.aside.tell_pauses()
        if self._asked <= self.log.k:
            self._begin_height()
        return self._post.take()

    def _begin_height(self) -> None:
        """Ask for this seat's entry if it may write. After the last height of the game, which no entry
        follows, send everybody a head at once: they wait for it before they close the table (net 5.7)."""
        is_the_end = not self.log.round.actors
        if is_the_end or self.log.may_propose:
            self._asked = self.log.k + 1
        if is_the_end:
            self.heads.send(self._post.others)
        elif self.log.may_propose:
            self._post.put(YourTurn(self._asked))

    def _drop_unjournalled(self, now: float) -> None:
        """Drop what could not be journalled: none of it was signed or sent. Try again in a while (net 9)."""
        if not self.is_full:
            self.is_full = True
            self._post.put(Space(full=True))
        self.pulse.retry(now)
        for seat in self._post.others:
            self._post.err(seat, DISK_FULL, now)

    def _try_disk(self, now: float) -> None:
        advance(self.log, now)
        self.is_full = False
        self._post.put(Space(full=False))

    # -- frames

    def _frame(self, sender: int, data: bytes, now: float) -> None:
        frame = parse_frame(data)
        if frame.t == Kind.ENV:
            self._envelope(sender, frame.b, now)
        elif frame.t == Kind.HEAD:
            self.heads.hear(sender, parse_head(frame.b), now)
        elif frame.t == Kind.RECS:
            self._records(sender, frame.b, now)
        elif frame.t == Kind.PROOF:
            self._proof(frame.b)
        elif frame.t == Kind.CTL and (err := parse_err(frame.b)) is not None:
            self._post.complained(sender, err)

    def _envelope(self, sender: int, raw: bytes, now: float) -> None:
        """Take in an envelope from any seat. It is kept if it is new, signed, and of a height in reach (R4,
        R6)."""
        envelope = open_envelope(raw)
        body = parse_body(envelope.body)
        check_table(envelope, body, game=self.game, keys=self._keys)
        if isinstance(body, Chat | Leave | Pause):
            self.aside.take(sender, envelope, body, now)
            return
        if not self.log.is_open:
            return
        if isinstance(body, Vote):
            self._vote(envelope, body, now)
        elif isinstance(body, Ack) and body.v > self.log.v:
            self._view_ack(envelope, body, now)
        elif isinstance(body, Entry | Ack):
            self._entry_or_ack(sender, envelope, body, now)

    def _entry_or_ack(self, sender: int, envelope: Envelope, body: Entry | Ack, now: float) -> None:
        """Take in a message of a round (R4, R6)."""
        if body.k > self.log.k + 2 or body.v > self.log.v:
            self.heads.answer(sender, now)
            return
        if body.k < self.log.k - 1 or self.log.book.is_known(body.slot, envelope):
            return
        other = self.log.book.find(body.slot)
        # A late message matters only if it contradicts one that is here, or is ours and unknown: a lost
        # journal.
        is_late = body.k <= self.log.k or body.v < self.log.v
        if is_late and other is None and (envelope.seat != self.seat or body.v < self.log.v):
            return
        check_signature(envelope, self._keys[envelope.seat], self._verify)
        if envelope.seat not in (sender, self.seat):
            self.heads.brought(envelope.seat, now)
        if envelope.seat == self.seat:
            self.log.lost(envelope)
        elif other is not None:
            self.log.proved(proof_of(other, envelope))
        elif body.k == self.log.k + 2:
            self.log.book.keep_early(envelope, body)
        else:
            self._take(envelope, body, now)

    def _vote(self, envelope: Envelope, vote: Vote, now: float) -> None:
        """Take in a vote for a view (R13). An impossible vote is refused, a late one ignored."""
        log = self.log
        is_in_reach = log.v < vote.v <= max(log.v, log.changes.voted) + AHEAD
        if not is_in_reach or log.book.is_known(vote.slot, envelope):
            return
        # Checked before the signature, which costs far more (net 5.2).
        if not {*vote.view.act} <= {*self.genesis.seats}:
            raise Malformed("votes", "a vote for seats that this table does not have")
        check_signature(envelope, self._keys[envelope.seat], self._verify)
        if (other := log.book.find(vote.slot)) is not None and envelope.seat != self.seat:
            log.proved(proof_of(other, envelope))
        elif envelope.seat == self.seat:
            log.lost(envelope)
        else:
            log.take_vote(envelope, vote, now)

    def _view_ack(self, envelope: Envelope, ack: Ack, now: float) -> None:
        """Take in an ack of a view that is not final here (R14). It waits for a lock to be compared with."""
        log = self.log
        if ack.v > max(log.v, log.changes.voted) + AHEAD or not self.log.k < ack.k <= self.log.k + AHEAD:
            return
        other = log.book.mine(ack.slot) or log.changes.views.find_ack(ack.slot)
        if other is not None and other.id == envelope.id:
            return
        check_signature(envelope, self._keys[envelope.seat], self._verify)
        if envelope.seat == self.seat:
            log.lost(envelope)
        elif other is not None:
            log.proved(proof_of(other, envelope))
        else:
            log.take_view_ack(envelope, ack, now)

    def _take(self, envelope: Envelope, body: Entry | Ack, now: float) -> None:
        """Take in a message whose signature holds: its author answers for it, not who brought it."""
        try:
            self.log.take(envelope, body, now)
        except PeerError as why:
            self._post.refuse(body.seat, why, ref=envelope.id, now=now, is_author=True)
        else:
            self.heads.has_signed(body.seat, body.k)

    def _records(self, sender: int, inside: bytes, now: float) -> None:
        """Take in a run of records, to catch up (R12)."""
        self._run = sender, parse_records(inside)
        self._catch_up(now)

    def _catch_up(self, now: float) -> None:
        """Make as many of the received records final as possible. A record whose entries must be judged first
        holds the next ones up. A record without acks does not: a record after it makes it final."""
        (sender, raws), began = self._run, self.log.k
        self._run = sender, ()
        for raw in raws:
            record = parse_record(raw)
            if record.k <= self.log.k:
                continue
            if record.k == self.log.k + 1:
                check_place(record, self.log.round.place, self.log.act, v=self.log.v)
            # A round has its place only above a final height; a change of view brings its own locks.
            elif record.is_round:
                break
            for envelope in (*record.items, *record.acks):
                self._envelope(sender, envelope.raw, now)
            advance(self.log, now)
            if self.log.k < record.k and record.acks:
                break
        if self.log.is_judging:
            self._run = sender, raws
        elif self.log.is_open:
            self.log.borrow(sender, [parse_record(raw) for raw in raws], now)
            advance(self.log, now)
        if self.log.k > began:
            self.heads.send((sender,))

    def _judged(self, job: int, refusal: PeerError | None, now: float) -> None:
        """Take in the judgement of an entry, and go on with the records that have waited for it."""
        self.log.judged(job, refusal)
        sender, raws = self._run
        if not raws or self.is_full:
            return
        advance(self.log, now)
        try:
            self._catch_up(now)
        except PeerError as why:
            self._post.refuse(sender, why, ref=body_hash(raws[0]), now=now, is_author=False)

    def _proof(self, inside: bytes) -> None:
        """Take in two messages that are said to contradict each other, once they are checked (net 4.3)."""
        pair = parse_proof(inside)
        if self.log.is_open and not self.log.blame.has(pair):
            self.log.proved(check_proof(pair, game=self.game, keys=self._keys, verify=self._verify))
