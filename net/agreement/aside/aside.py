"""Chat, goodbyes and requests for a pause at one seat: its own messages go out, the others' are passed on."""

from __future__ import annotations

from msgspec.structs import replace

from net.agreement.aside.chat import ChatRoom
from net.agreement.aside.goodbyes import Goodbyes
from net.agreement.aside.pauses import Pauses
from net.agreement.effects import Said
from net.agreement.journal import Journal, Stored
from net.agreement.log import Log
from net.agreement.post import Post
from net.errors import DiskFull, LocalError, PeerError, TooLarge
from net.wire.bodies import Chat, Going, Leave, Pause, Remark
from net.wire.envelope import Envelope, check_signature, seal
from net.wire.frame import Kind
from net.wire.signing import Signer, Verify


class Aside:
    """Chat, pauses and goodbyes of a table, beside the log. `keys` are the signing keys of the seats."""

    def __init__(
        self,
        keys: tuple[bytes, ...],
        *,
        log: Log,
        post: Post,
        signer: Signer,
        verify: Verify,
        journal: Journal,
    ) -> None:
        self._keys = keys
        self._log = log
        self._post = post
        self._signer = signer
        self._verify = verify
        self._chat = ChatRoom(log.game, tuple(range(len(keys))))
        for envelope, line in log.own_chat:
            self._chat.recall(envelope, line)
        self._goodbyes = Goodbyes(journal)
        self._pauses = Pauses(log.game, log.seat, v=log.v, act=log.act)
        self.pausing = self._pauses.now
        """Pause of the clocks, and the seats that want to change it."""
        self._view = log.v

    @property
    def lines(self) -> tuple[Said, ...]:
        """The last lines of chat, oldest first."""
        return self._chat.lines

    # -- own words

    def say(self, text: str, *, what: Remark, now: float) -> None:
        """Send a line of chat (see `Table.say`)."""
        seat = self._log.seat
        chat = self._chat.draft(seat, self._keys[seat], text=text, what=what)
        if not self._chat.is_in_pace(seat, now):
            raise LocalError("that is too much chat at once: wait a moment")
        envelope = self._log.book.sign(chat.slot, seal(seat, chat.encode(), self._signer))
        self._post.put(self._chat.take(envelope, chat))
        self._post.to_all(Kind.ENV, envelope.raw)

    def leave(self, how: Going, *, k: int, shares: bytes) -> None:
        """Tell everybody that this seat goes, and leave `shares` of height `k` behind. A seat that has left
        shares signs no round from then on, because cards dealt to it later would lie open. A seat that was
        given up signs none after a restart either, until the others have gone on without it. If the disk has
        no room for this goodbye, the seat leaves no shares."""
        log, signer = self._log, self._signer
        leave = Leave(log.game, log.seat, k, how, shares)
        envelope = seal(log.seat, leave.encode(), signer)
        try:
            if how is Going.FOR_GOOD:
                self._goodbyes.note(envelope, leave)
            log.has_parted = log.has_parted or bool(shares)
        except DiskFull:
            envelope = seal(log.seat, replace(leave, shares=b"").encode(), signer)
        self._post.to_all(Kind.ENV, envelope.raw)

    def pause(self, *, wanted: bool) -> None:
        """Ask for a pause of the clocks, or for its end (see `Table.pause`)."""
        if self._log.seat not in self._log.act:
            raise LocalError("only those who sit at the table can pause it")
        pause = self._pauses.want(paused=wanted)
        envelope = seal(self._log.seat, pause.encode(), self._signer)
        self._pauses.take(envelope, pause)
        self._post.to_all(Kind.ENV, envelope.raw)

    def repeat(self, to: int) -> None:
        """Tell a seat with a new link the requests for a pause, and which others have left."""
        self._goodbyes.is_here(to)
        for raw in (*self._pauses.raws, *self._goodbyes.raws(to)):
            self._post.send((to,), Kind.ENV, raw)

    def recall(self, stored: Stored) -> None:
        """Report the shares that others left behind before this start: perhaps no other peer has them."""
        has = self._log.machine_at
        for went in self._goodbyes.recall(stored, self._log.k, has=lambda k: has(k) is not None):
            if went.seat != self._log.seat:
                self._post.put(went)

    def tell_pauses(self) -> None:
        """Report a pause or its end, if that has changed; a new view pauses nothing."""
        if self._view != self._log.v:
            self._view = self._log.v
            self._pauses.begin(self._log.v, self._log.act)
        if (pausing := self._pauses.now) != self.pausing:
            self.pausing = pausing
            self._post.put(pausing)

    # -- words of others

    def take(self, sender: int, envelope: Envelope, body: Chat | Leave | Pause, now: float) -> None:
        """Take in a message, no matter who brings it; if it is new and signed, report it and pass it on."""
        match body:
            case Chat():
                self._line(sender, envelope, body, now)
            case Leave():
                self._leaving(envelope, body)
            case Pause():
                self._pause(sender, envelope, body, now)

    def _line(self, sender: int, envelope: Envelope, chat: Chat, now: float) -> None:
        """Take in a line of chat. Its author answers for the text, but not for the time at which it comes."""
        if envelope.seat == self._log.seat or self._chat.is_old(envelope.seat, chat.n):
            return
        check_signature(envelope, chat.who, self._verify)
        if not self._chat.is_in_pace(envelope.seat, now):
            if sender == envelope.seat:
                raise TooLarge("chat-rate", "more chat at once than is allowed")
            return  # the seat that passes lines on may have held them back: nobody can be blamed for the pace
        try:
            said = self._chat.take(envelope, chat)
        except PeerError as why:
            self._post.refuse(envelope.seat, why, ref=envelope.id, now=now, is_author=True)
            return
        self._post.put(said)
        self._pass_on(envelope)

    def _leaving(self, envelope: Envelope, leave: Leave) -> None:
        """Take in a seat's goodbye unless it equals the last one: report it, and pass it on. One from before
        the game went on is outdated, but a peer that has restarted since then may need its shares."""
        log = self._log
        known, is_late = self._goodbyes.last(envelope.seat), leave.k < max(log.k - 1, log.began)
        if envelope.seat == log.seat or leave == known:
            return
        if is_late and (known is not None or not leave.shares or log.machine_at(leave.k) is None):
            return
        check_signature(envelope, self._keys[envelope.seat], self._verify)
        self._post.put(self._goodbyes.take(envelope, leave, is_late=is_late))
        self._pass_on(envelope)
        self._goodbyes.keep(envelope, leave, after=known)

    def _pause(self, sender: int, envelope: Envelope, pause: Pause, now: float) -> None:
        """Take in a request to pause or resume, and pass it on once. Our own comes back after a restart."""
        if not self._pauses.is_new(pause):
            return
        check_signature(envelope, self._keys[envelope.seat], self._verify)
        if not self._pauses.is_in_pace(envelope.seat, now):
            return  # the seat that passes requests on may have held them back: nobody is blamed for the pace
        self._pauses.take(envelope, pause)
        passed = (seat for seat in self._post.others if seat not in (sender, envelope.seat))
        self._post.send(passed, Kind.ENV, envelope.raw)

    def _pass_on(self, envelope: Envelope) -> None:
        self._post.send((seat for seat in self._post.others if seat != envelope.seat), Kind.ENV, envelope.raw)
