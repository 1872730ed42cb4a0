"""One seat of one table (net 5.5): frames, time and finished checks in, effects out.

Every method gives the effects to carry out, in order, and is cheap: the slow part of judging an
entry is asked for with `Check` and answered with `checked`. What a peer sends can make the table
refuse, or stop with a proof; it cannot make it raise.

| what comes | order of checks (net 5.2) |
|---|---|
| a frame | size, spelling; then by kind |
| an envelope | spelling, game, seat, height window, whether it is known; only then the signature |
| a run of records | spelling, place; then every envelope in it as if it had come alone |

So a record is never believed: it becomes final here because its acks do (R12), and a peer that
sends a record with our own signature in it that we do not know has told us of a lost journal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from net.agreement.chat import ChatRoom
from net.agreement.effects import Awaited, Effect, Fault, Pausing, Said, Space, Went, YourTurn
from net.agreement.journal import Journal, Stored
from net.agreement.log import Log
from net.agreement.post import Post
from net.agreement.proof import check_proof, proof_of
from net.agreement.pulse import Pulse
from net.agreement.reach import LEND_S
from net.agreement.replay import Past
from net.agreement.views.pauses import Pauses
from net.agreement.views.votes import AHEAD
from net.errors import DiskFull, Forked, LocalError, Malformed, PeerError, TooLarge
from net.machine import Draft, Machine, Place, View
from net.wire.bodies import (
    Ack,
    Chat,
    Entry,
    Going,
    Leave,
    Pause,
    Remark,
    Vote,
    parse_body,
)
from net.wire.envelope import Envelope, check_signature, open_envelope, seal
from net.wire.frame import (
    Err,
    Head,
    Kind,
    fitting,
    pack_records,
    parse_err,
    parse_frame,
    parse_head,
    parse_proof,
    parse_records,
)
from net.wire.genesis import Genesis
from net.wire.hashes import body_hash
from net.wire.record import ROUND, check_place, check_table, parse_record
from net.wire.signing import Signer, Verify

RUN: Final = b"records"
"""The name of the one run of records that is on its way to a peer."""
STUCK_S: Final = 12.0
"""Whoever stands one height lower for so long is given the whole record."""
DISK_FULL: Final = Err(16, "disk full", b"")


class Table:
    """The log of one seat, fed by hand. Not thread-safe; `now` is in seconds of any clock that does
    not run backwards.

    `stored` is what the journal held at the start (None: a new game); raises `LinkError` when that
    is damaged or was written by another version of the rules. `past` is told its rounds meanwhile.
    """

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
        self._signer = signer
        self._verify = verify
        self._post = Post(seat, genesis.seats)
        self._pulse = Pulse(self._post.others)
        self._chat = ChatRoom(self.game, genesis.seats)
        self._log = Log(
            self.game,
            seat,
            act=genesis.seats,
            signer=signer,
            machine=machine,
            journal=journal,
            stored=stored or Stored(),
            past=past,
            post=self._post,
            pulse=self._pulse,
        )
        self._pauses = Pauses(self.game, seat, v=self._log.v, act=self._log.act)
        self._paused = self._pauses.now
        self._view = self._log.v
        self._asked = 0
        self._run: tuple[int, Sequence[bytes]] = seat, ()
        """Records that somebody has given us and that are not final here yet."""
        self._left: dict[int, Leave] = {}
        self._goodbyes: dict[int, Envelope] = {}
        self._reached = dict.fromkeys(self._post.others, 0)
        self._behind: dict[int, int] = {}
        self._stands: dict[int, tuple[int, float]] = {}
        """The height of a seat that is behind, and since when it is known to be there."""
        self._run_to: dict[int, int] = {}
        """The last height of the run of records that a seat was given last."""
        self._near: set[int] = set()
        self._far: set[int] = set()
        self.is_full = False
        for envelope, line in self._log.own_chat:
            self._chat.recall(envelope, line)

    # -- what may be read

    @property
    def k(self) -> int:
        """The last final height."""
        return self._log.k

    def machine_at(self, k: int) -> Machine | None:
        """The machine at one of the last final heights, or at the height above them that this seat has
        acknowledged; None at another."""
        place, machine = self.stand
        return machine if place.k == k + 1 else self._log.machines.get(k)

    @property
    def prev(self) -> bytes:
        """The chain hash of the last final height; the game's id at height 0."""
        return self._log.prev

    @property
    def machine(self) -> Machine:
        """The machine at the last final height."""
        return self._log.machine

    @property
    def records(self) -> tuple[bytes, ...]:
        """All final records, raw, from height 1."""
        return tuple(self._log.records)

    @property
    def may_propose(self) -> bool:
        """Whether this seat may write at height `k` + 1 now."""
        return self._log.may_propose

    @property
    def v(self) -> int:
        """The view that is final."""
        return self._log.v

    @property
    def wish(self) -> View | None:
        """What this seat votes for until some view is final."""
        return self._log.changes.wish

    @property
    def is_changing(self) -> bool:
        """Whether this seat has acknowledged a change of view that is not final."""
        return self._log.changes.change is not None

    def behind(self, seat: int) -> int:
        """How many heights another seat was behind this one when its last head came."""
        return self._behind.get(seat, self.k)

    def is_heard_by_others(self, seat: int) -> bool:
        """Whether a seat has never spoken to us itself, but others have brought what it signed."""
        return seat in self._far and seat not in self._near

    @property
    def votes(self) -> tuple[Vote, ...]:
        """All votes for views that are not final, by view and seat."""
        return tuple(cast.vote for cast in self._log.changes.views.casts)

    @property
    def act(self) -> tuple[int, ...]:
        """The seats that sit at the table in this view; the others may only follow."""
        return self._log.act

    @property
    def voted(self) -> int:
        """The last view that this seat has voted for. While it is above `v` nothing is signed in `v`."""
        return self._log.changes.voted

    @property
    def stand(self) -> tuple[Place, Machine]:
        """Where a view would begin that this seat votes for now, and the machine below it: the last final
        height, or what this seat has acknowledged above it."""
        return self._log.changes.stand(self._log.round)

    @property
    def open(self) -> Awaited:
        """Whose entry or ack height `k` + 1 waits for, or the change of view that this seat has locked."""
        return (self._log.changes.change or self._log.round).open

    @property
    def everybody_at(self) -> int:
        """The height that every seat has said to have reached: before that nobody may go home.

        A seat that speaks to us by others only cannot say so: what it still lacks, they give it.
        """
        out_of_reach = self._far - self._near
        heights = (k for seat, k in self._reached.items() if seat in self.act and seat not in out_of_reach)
        return min((self.k, *heights))

    @property
    def stopped(self) -> Fault | None:
        """Why this table signs nothing more, if so."""
        return self._log.stopped

    @property
    def proven(self) -> frozenset[int]:
        """The seats that have signed what is proven to be false: nobody goes on with them."""
        return frozenset(self._log.proven)

    @property
    def is_open(self) -> bool:
        """Whether anything can still become final: not stopped, or those who are left may go on without
        the seat that is to blame."""
        return self.stopped is None or self._log.can_go_on

    @property
    def pausing(self) -> Pausing:
        """Whether the clocks are paused, and who wants that to change."""
        return self._paused

    @property
    def chat(self) -> tuple[Said, ...]:
        """The last lines of chat, oldest first."""
        return self._chat.lines

    @property
    def deadline(self) -> float | None:
        """When `tick` is wanted at the latest; None before `start`."""
        return self._pulse.deadline

    # -- what happens

    def start(self, now: float) -> tuple[Effect, ...]:
        """Begin, or go on from the journal: heads to everybody, own open messages once more (R11)."""

        def begin() -> None:
            self._pulse.start(now)
            self._log.recall(now)
            for envelope in self._log.own_open:
                self._post.publish(self._post.others, envelope, now)
            self._send_head(self._post.others)

        return self._turn(now, begin)

    def connected(self, seat: int, now: float) -> tuple[Effect, ...]:
        """A link to a seat came up: say where we stand."""

        def greet() -> None:
            self._post.forget_sent(seat)
            self._run_to.pop(seat, None)
            self._goodbyes.pop(seat, None)
            self._send_head((seat,))
            self._log.show_evidence((seat,))
            goodbyes = (each.raw for author, each in self._goodbyes.items() if author != seat)
            for raw in (*self._pauses.raws, *goodbyes):
                self._post.send((seat,), Kind.ENV, raw)

        return self._turn(now, greet)

    def disconnected(self, seat: int, now: float) -> tuple[Effect, ...]:
        """A link to a seat went down. The log does not depend on it: heads find what is missing."""
        return self._turn(now, lambda: None)

    def tick(self, now: float) -> tuple[Effect, ...]:
        """Time has passed; wanted at `deadline`, harmless at any other time."""

        def pass_time() -> None:
            self._pulse.has_waited(now)
            if self._pulse.retry_due(now):
                self._try_disk(now)
            if self._pulse.head_due(now) and self.is_open:
                self._send_head(self._post.others)
            if self._pulse.nudge_due(now) and self.is_open:
                self._ask(now)
            self._log.complain(now, ahead={seat for seat, k in self._reached.items() if k > self.k})

        return self._turn(now, pass_time)

    def checked(self, job: int, refusal: PeerError | None, now: float) -> tuple[Effect, ...]:
        """A `Check` is done; `refusal` is what `Machine.check` raised, None if it did not."""
        return self._turn(now, lambda: self._judged(job, refusal, now))

    def propose(self, draft: Draft, now: float) -> tuple[Effect, ...]:
        """Write this seat's entry at height `k` + 1; raises `LocalError` if it may not or it is too long.

        The draft must be right, for it is not judged again: a signed entry that the others refuse
        ends the table. While the disk is full it waits.
        """
        return self._turn(now, lambda: self._log.propose(draft))

    def vote(self, view: View, now: float) -> tuple[Effect, ...]:
        """Vote for going on as `view` says (R13); raises `NoView` where that cannot be, or `LocalError`.

        From here on this seat signs nothing in the view that runs. It votes for the same again where
        others want the same in a later view, until some view is final.
        """
        return self._turn(now, lambda: self._log.vote(view))

    def leave(self, how: Going, now: float, *, shares: bytes = b"") -> tuple[Effect, ...]:
        """Tell everybody that this seat goes, and leave `shares` behind. Nothing hangs on it but what they
        do about it."""

        def go() -> None:
            leave = Leave(self.game, self.seat, self.k, how, shares)
            self._post.to_all(Kind.ENV, seal(self.seat, leave.encode(), self._signer).raw)

        return self._turn(now, go)

    def pause(self, now: float, *, wanted: bool) -> tuple[Effect, ...]:
        """Ask for a pause of the clocks (`wanted`) or for its end, agree to it, or take that back: it comes
        about when all who sit at the table want it. Raises `LocalError` for a seat that is not among them."""

        def ask() -> None:
            pause = self._pauses.want(paused=wanted)
            envelope = seal(self.seat, pause.encode(), self._signer)
            self._pauses.take(envelope, pause)
            self._post.to_all(Kind.ENV, envelope.raw)

        if self.seat not in self.act:
            raise LocalError("only those who sit at the table can pause it")
        return self._turn(now, ask)

    def say(self, text: str, now: float, *, what: Remark = Remark.LINE) -> tuple[Effect, ...]:
        """Send a line of chat; raises `LocalError` for a text that its kind may not have, and when more is
        said than the others would listen to."""
        chat = self._chat.draft(self.seat, self._keys[self.seat], text=text, what=what)

        def speak() -> None:
            envelope = self._log.book.sign(chat.slot, seal(self.seat, chat.encode(), self._signer))
            self._post.put(self._chat.take(envelope, chat))
            self._post.to_all(Kind.ENV, envelope.raw)

        if not self._chat.is_in_pace(self.seat, now):
            raise LocalError("you talk faster than the others would listen to")
        return self._turn(now, speak)

    def received(self, sender: int, frame: bytes, now: float) -> tuple[Effect, ...]:
        """A frame came from the seat whose link it is."""
        if sender not in self._post.others:
            raise LocalError(f"a frame from seat {sender}, which is nobody's link")

        def read() -> None:
            try:
                self._frame(sender, frame, now)
            except PeerError as why:
                self._post.refuse(sender, why, ref=body_hash(frame), now=now, is_author=False)

        return self._turn(now, read)

    # -- one turn of the table

    def _turn(self, now: float, happen: Callable[[], None]) -> tuple[Effect, ...]:
        """Let something happen and everything that follows from it; gives the effects."""
        try:
            happen()
            if not self.is_full:
                self._log.advance(now)
        except DiskFull:
            self._disk_is_full(now)
        self._tell_pauses()
        if self._log.may_propose and self._asked <= self.k:
            self._asked = self.k + 1
            self._post.put(YourTurn(self._asked))
        return self._post.take()

    def _tell_pauses(self) -> None:
        """Say whether the clocks are paused where that has changed; a new view pauses nothing."""
        if self._view != self._log.v:
            self._view = self._log.v
            self._pauses.begin(self._log.v, self._log.act)
        if (pausing := self._pauses.now) != self._paused:
            self._paused = pausing
            self._post.put(pausing)

    def _disk_is_full(self, now: float) -> None:
        """Nothing was signed or sent that is not journalled; try again in a while (net 9)."""
        if not self.is_full:
            self.is_full = True
            self._post.put(Space(full=True))
        self._pulse.retry(now)
        for seat in self._post.others:
            self._post.err(seat, DISK_FULL, now)

    def _try_disk(self, now: float) -> None:
        self._log.advance(now)
        self.is_full = False
        self._post.put(Space(full=False))

    # -- frames

    def _frame(self, sender: int, data: bytes, now: float) -> None:
        frame = parse_frame(data)
        if frame.t == Kind.ENV:
            self._envelope(sender, frame.b, now)
        elif frame.t == Kind.HEAD:
            self._head(sender, parse_head(frame.b), now)
        elif frame.t == Kind.RECS:
            self._records(sender, frame.b, now)
        elif frame.t == Kind.PROOF:
            self._proof(frame.b)
        elif frame.t == Kind.CTL and (err := parse_err(frame.b)) is not None:
            self._post.told(sender, err)

    def _envelope(self, sender: int, raw: bytes, now: float) -> None:
        """A message, from whomever: kept if it is new, ours to judge, and signed (R4, R6)."""
        envelope = open_envelope(raw)
        body = parse_body(envelope.body)
        check_table(envelope, body, game=self.game, keys=self._keys)
        if isinstance(body, Chat):
            self._line(sender, envelope, body, now)
            return
        if isinstance(body, Leave):
            self._leaving(envelope, body)
            return
        if isinstance(body, Pause):
            self._pause(sender, envelope, body, now)
            return
        if not self.is_open:
            return
        if isinstance(body, Vote):
            self._vote(envelope, body, now)
        elif isinstance(body, Ack) and body.v > self.v:
            self._view_ack(envelope, body, now)
        elif isinstance(body, Entry | Ack):
            self._entry_or_ack(sender, envelope, body, now)

    def _entry_or_ack(self, sender: int, envelope: Envelope, body: Entry | Ack, now: float) -> None:
        """A message of a round (R4, R6)."""
        if body.k > self.k + 2 or body.v > self.v:
            self._answer_head(sender, now)
            return
        if body.k < self.k - 1 or self._log.book.is_known(body.slot, envelope):
            return
        other = self._log.book.find(body.slot)
        is_late = body.k <= self.k or body.v < self.v
        if is_late and other is None and (envelope.seat != self.seat or body.v < self.v):
            return
        check_signature(envelope, self._keys[envelope.seat], self._verify)
        if envelope.seat not in (sender, self.seat):
            self._far.add(envelope.seat)
        if envelope.seat == self.seat:
            self._log.lost(envelope)
        elif other is not None:
            self._log.proved(proof_of(other, envelope))
        elif body.k == self.k + 2:
            self._log.book.keep_early(envelope, body)
        else:
            self._take(envelope, body, now)

    def _leaving(self, envelope: Envelope, leave: Leave) -> None:
        """A seat says that it goes: told once, and passed on to everybody once. What it said before the
        game went on is out of date, whoever brings it up again; but whoever has started again since may need
        the shares that it left behind."""
        known, is_late = self._left.get(envelope.seat), leave.k < max(self.k - 1, self._log.began)
        if envelope.seat == self.seat or leave == known:
            return
        if is_late and (known is not None or not leave.shares or self.machine_at(leave.k) is None):
            return
        check_signature(envelope, self._keys[envelope.seat], self._verify)
        self._left[envelope.seat] = leave
        self._goodbyes[envelope.seat] = envelope
        self._post.put(Went(leave.seat, leave.why, leave.k, leave.shares, is_late))
        self._post.send((seat for seat in self._post.others if seat != envelope.seat), Kind.ENV, envelope.raw)

    def _pause(self, sender: int, envelope: Envelope, pause: Pause, now: float) -> None:
        """What a seat wants of the clocks, passed on once. An own word comes back after a restart."""
        if not self._pauses.is_new(pause):
            return
        check_signature(envelope, self._keys[envelope.seat], self._verify)
        if not self._pauses.is_in_pace(envelope.seat, now):
            return  # whoever passes words on may have held them back: nobody can be told off for it
        self._pauses.take(envelope, pause)
        passed = (seat for seat in self._post.others if seat not in (sender, envelope.seat))
        self._post.send(passed, Kind.ENV, envelope.raw)

    def _vote(self, envelope: Envelope, vote: Vote, now: float) -> None:
        """A vote for a view (R13); what nobody could want is refused, what is too late passed over."""
        log = self._log
        if not log.v < vote.v <= max(log.v, log.changes.voted) + AHEAD or log.book.is_known(
            vote.slot, envelope
        ):
            return
        if not {*vote.view.act} <= {*self.genesis.seats}:
            raise Malformed("votes", "a vote for seats that nobody has")
        check_signature(envelope, self._keys[envelope.seat], self._verify)
        if (other := log.book.find(vote.slot)) is not None and envelope.seat != self.seat:
            log.proved(proof_of(other, envelope))
        elif envelope.seat == self.seat:
            log.lost(envelope)
        else:
            log.take_vote(envelope, vote, now)

    def _view_ack(self, envelope: Envelope, ack: Ack, now: float) -> None:
        """An ack in a view that is not final here (R14): kept until it can be held against something."""
        log = self._log
        if ack.v > max(log.v, log.changes.voted) + AHEAD or not self.k < ack.k <= self.k + AHEAD:
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
        """From here on it is the author's doing, whoever passed it on."""
        try:
            self._log.take(envelope, body, now)
        except PeerError as why:
            self._post.refuse(body.seat, why, ref=envelope.id, now=now, is_author=True)
        else:  # nobody signs anything above its own last final height
            self._reached[body.seat] = max(self._reached.get(body.seat, 0), body.k - 1)

    def _line(self, sender: int, envelope: Envelope, chat: Chat, now: float) -> None:
        """A line of chat. What is wrong with it is its author's doing, but not when it comes."""
        if envelope.seat == self.seat or self._chat.is_old(envelope.seat, chat.n):
            return
        check_signature(envelope, chat.who, self._verify)
        if not self._chat.is_in_pace(envelope.seat, now):
            if sender == envelope.seat:
                raise TooLarge("chat-rate", "more chat at once than is listened to")
            return  # whoever passes lines on may have held them back: nobody can be told off for it
        try:
            said = self._chat.take(envelope, chat)
        except PeerError as why:
            self._post.refuse(envelope.seat, why, ref=envelope.id, now=now, is_author=True)
            return
        self._post.put(said)
        self._post.send((seat for seat in self._post.others if seat != envelope.seat), Kind.ENV, envelope.raw)

    def _records(self, sender: int, inside: bytes, now: float) -> None:
        """Catch up (R12)."""
        self._run = sender, parse_records(inside)
        self._catch_up(now)

    def _catch_up(self, now: float) -> None:
        """Take the records that have come as far as they can be made final. One that has to be judged first
        is waited for; one without acks is not, for what makes it final comes behind it."""
        (sender, raws), began = self._run, self.k
        self._run = sender, ()
        for at, raw in enumerate(raws):
            record = parse_record(raw)
            if record.k <= self.k:
                continue
            if record.k == self.k + 1:
                check_place(record, self._log.round.place, self.act, v=self._log.v)
            elif record.kind == ROUND:
                return
            for envelope in (*record.items, *record.acks):
                self._envelope(sender, envelope.raw, now)
            self._log.advance(now)
            if self.k < record.k and record.acks:
                self._run = sender, raws[at:]
                return
        if self.k > began:
            self._send_head((sender,))

    def _judged(self, job: int, refusal: PeerError | None, now: float) -> None:
        """An entry is judged; go on with the records that have waited for that."""
        self._log.judged(job, refusal)
        sender, raws = self._run
        if not raws or self.is_full:
            return
        self._log.advance(now)
        try:
            self._catch_up(now)
        except PeerError as why:
            self._post.refuse(sender, why, ref=body_hash(raws[0]), now=now, is_author=False)

    def _proof(self, inside: bytes) -> None:
        """Two signed messages for one slot: checked, then believed (net 4.3)."""
        if self.stopped is None:
            proof = check_proof(parse_proof(inside), game=self.game, keys=self._keys, verify=self._verify)
            self._log.proved(proof)

    # -- heads (R9)

    def _head(self, sender: int, head: Head, now: float) -> None:
        """Where a peer stands: give it what it lacks, or ask for what we lack."""
        if len(head.heard) != len(self.genesis.seats):
            raise Malformed("heard", "a head that does not say of every seat what was heard of it")
        self._pulse.heard(sender)
        self._near.add(sender)
        self._reached[sender] = max(self._reached[sender], head.k)
        self._behind[sender] = max(0, self.k - head.k)
        self._post.reach.hear(sender, head.heard, now)
        if not self._post.may_answer(sender, now):
            return
        if head.k < self.k:
            self._raise(sender, head, now)
        if self.stopped is not None:
            self._log.show_evidence((sender,))
        if not self.is_open:
            return
        if head.k > self.k:
            self._answer_head(sender, now)
        elif head.k == self.k:
            if head.h != self.prev:
                raise Forked("fork", f"seat {sender} stands on another chain at {head.k}")
            self._push(sender, head, now)

    def _push(self, to: int, head: Head, now: float) -> None:
        """Give a peer at our height what it lacks, and show it what we lack of its own."""
        self._log.give(to, head, now)
        opened = self._log.round
        if to in opened.disputed:
            self._log.show_entries(to, now)
        for envelope in self._log.changes.open_for(to):
            self._post.again(to, envelope, now)
        has_written = to in opened.actors and to not in (*head.open_entries, *opened.entries)
        has_acknowledged = to in opened.act and to not in (*head.open_acks, *opened.acks)
        if has_written or has_acknowledged:
            self._answer_head(to, now)

    def _raise(self, to: int, head: Head, now: float) -> None:
        """Help up a peer that is behind. One height is made of what it lacks, as at our own; more than that,
        or what it lacks not but holds otherwise, one of us gives in records, and the others only if it
        does not."""
        before = self._log.before
        if self._stands.get(to, (-1, 0.0))[0] != head.k:
            self._stands[to] = head.k, now
        waited = now - self._stands[to][1]
        is_close = before is not None and (head.k, head.h) == (self.k - 1, before.place.prev)
        if is_close and (head.open_entries or head.open_acks) and waited < STUCK_S:
            self._log.give(to, head, now)
            return
        is_lost = head.k >= self._run_to.get(to, 0) or self._post.is_lost(to, RUN, now)
        if is_lost and waited >= LEND_S * self._post.reach.rank(to, to, now):
            self._give_records(to, head.k, now)

    def _give_records(self, to: int, k: int, now: float) -> None:
        """A run of final records above `k`, and more where it ends with one that has no acks of its own:
        a change of view makes that final, and may not fit into the same frame."""
        records, runs = self._log.records, []
        while k < self.k:
            run = fitting(records[k:])
            runs.append(pack_records(run))
            k += len(run)
            if parse_record(run[-1]).acks:
                break
        self._run_to[to] = k
        self._post.run(to, RUN, runs, now)

    def _answer_head(self, to: int, now: float) -> None:
        if self._post.may_answer(to, now) and self._post.may_head(to, now):
            self._send_head((to,))

    def _ask(self, now: float) -> None:
        """Show where we stand to those of whom the open height lacks something."""
        opened = self._log.round.open
        lacked = {*opened.entries, *opened.acks} & {*self._post.others}
        if self._log.changes.voted > self.v:
            lacked = {*self._post.others}
        for seat in sorted(lacked):
            if self._post.may_head(seat, now):
                self._send_head((seat,))

    def _send_head(self, to: tuple[int, ...]) -> None:
        opened = self._log.round.open
        reach = self._post.reach
        reach.count(to_all=to == self._post.others)
        head = Head(
            self._log.v,
            self.k,
            self.prev,
            open_entries=opened.entries,
            open_acks=opened.acks,
            voted_view=self._log.changes.voted,
            heard=reach.heard,
        )
        self._post.send(to, Kind.HEAD, head.encode())
