"""One watched game: shown, checked, judged and saved."""

from __future__ import annotations

import queue
from collections.abc import Iterable
from pathlib import Path

from app import messages
from app.keep.record_file import RecordFile, save_record_file
from app.messages import SPECTATOR, Listener
from app.table.agreed import info_of, machine_of
from app.table.troubles import charge_text
from app.watching.checking import Checker, Finding, SignedGenesis
from net.agreement.faults.evidence import EVIDENCE_MAX, Charge, EvidenceContext, weigh
from net.agreement.walk import Step
from net.errors import PeerError
from net.link.contract import Link
from net.lobby.identity import verify
from net.machine import Place
from net.seat.hands import check_hand
from net.seat.replica import Replica
from net.watch.judge import Judge
from net.watch.phases import EvidenceShown, HandShown, Parted
from net.wire.genesis import Genesis, check_genesis
from rules.api import Event, View


class WatchedGame:
    """The watched game: shows positions, checked or not, tells proven lies, saves the record."""

    def __init__(self, body: bytes, sigs: tuple[bytes, ...], link: Link, listener: Listener) -> None:
        self.body, self.sigs = body, sigs
        self.genesis: Genesis = check_genesis(body, sigs, verify)
        self.names = tuple(player.nick for player in self.genesis.players)
        self.found: queue.SimpleQueue[Finding] = queue.SimpleQueue()
        self._link = link
        self._tell = listener
        self.machine = machine_of(self.genesis)
        judge = Judge(body, sigs, machine=self.machine, verify=verify)
        self.checker = Checker(SignedGenesis(body, sigs), judge, self._hear)
        self.records: list[bytes] = []
        """The checked records."""
        self.last: Step | None = None
        self.evidence: list[bytes] = []
        self.forks: set[bytes] = set()
        """Messages of players who signed two different courses of the game."""
        self.shown_hands: set[bytes] = set()
        """Opened hands that are not checked yet."""
        self.hands: dict[int, bytes] = {}
        self.charges: tuple[str, ...] = ()
        self.shown_k = -1
        self._proven = 0
        self._is_over_told = False

    def ahead(self, steps: tuple[Step, ...]) -> None:
        """Show the latest position though it is not checked yet."""
        self._show([step for step in steps if step.place.k > max(self.shown_k, 0)])

    def held(self, steps: tuple[Step, ...], raws: tuple[bytes, ...]) -> None:
        """Show heights that passed the check, and keep their records."""
        fresh = [step for step in steps if step.place.k > max(self.shown_k, 0)]
        for step in steps:
            if isinstance(step.machine, Replica):
                self.machine = step.machine
        self.records += raws
        self.last = steps[-1]
        if fresh:
            self._show(fresh)
        proven = self.machine.state.audit()
        for fault in proven[self._proven :]:
            k = len(self.records)
            self._tell(messages.Proven(fault.seat, k, rule=fault.rule, text=fault.text, ends=fault.ends))
        self._proven = len(proven)

    def begin(self) -> None:
        """Show the table before the first move, unless a later position is known."""
        if self.shown_k < 0:
            self._start(())
            self.shown_k = 0
            self._tell(messages.Advanced(0, View(self.machine.state, None, self.machine.public), ()))

    def finish(self) -> bool:
        """Tell the result once everything up to it is checked; return True if the game is over."""
        outcome = self.machine.outcome
        if outcome is not None and not self._is_over_told:
            self._is_over_told = True
            self._tell(messages.Finished(outcome, self.machine.is_ended, self.machine.here.forfeits))
        return outcome is not None

    def open_hands(self) -> tuple[bytes, ...]:
        """Check the hands that players opened; tell each valid one once, and return them all."""
        keys = tuple(player.ed for player in self.genesis.players)
        for raw in tuple(self.shown_hands):
            self.shown_hands.discard(raw)
            try:
                hand = check_hand(raw, self.machine, game=self.genesis.id, keys=keys, verify=verify)
            except PeerError:
                continue  # an invalid hand accuses nobody: drop it
            if hand.seat not in self.hands:
                self.hands[hand.seat] = raw
                self._tell(messages.HandOpened(hand.seat, tuple(face for _, face in hand.faces)))
        return tuple(sorted(self.hands.values()))

    def shown(self, what: EvidenceShown | HandShown | Parted) -> None:
        """Take in a source's news besides records."""
        match what:
            case EvidenceShown(raw):
                self.evidence.append(raw)
            case HandShown(raw):
                self.shown_hands.add(raw)
            case Parted(pairs):
                self._accuse(pairs)

    def _accuse(self, pairs: Iterable[tuple[bytes, bytes]]) -> None:
        """Name a player who signed both messages of a pair. The game continues, and the record keeps the two
        messages if there is room."""
        for pair in pairs:
            try:
                charges = weigh(pair, self._context)
            except PeerError:
                continue  # a forged signature accuses nobody
            if charges:
                self.forks |= {*pair}
                self._charge(charges, ends=False)

    def weigh(self) -> None:
        """Weigh the evidence that stopped the game, against the part that we have checked."""
        context = self._context
        signed = [raw for raw in sorted(set(self.evidence)) if _is_signed(raw, context)]
        self._charge(weigh(signed, context), ends=True)

    @property
    def _context(self) -> EvidenceContext:
        """The position against which evidence is weighed now."""
        keys = tuple(player.ed for player in self.genesis.players)
        place, v, act = Place(self.genesis.id, 1, self.genesis.id), 0, self.genesis.seats
        if (last := self.last) is not None:
            place, v, act = Place(place.game, last.place.k + 1, last.h), last.v, last.act
        return EvidenceContext(place, self.machine, keys, verify=verify, v=v, act=act)

    def _charge(self, charges: Iterable[Charge], *, ends: bool) -> None:
        """Tell each proven charge once; `ends`: the table stopped over it."""
        for charge in charges:
            text = charge_text(charge, self.names)
            if text not in self.charges:
                self.charges = (*self.charges, text)
                self._tell(messages.Trouble(messages.TroubleKind.CHEAT, text, charge.seat, ends=ends))

    def save(self, path: Path) -> None:
        """Save the checked part as a record file. Raises `LinkError`."""
        context = self._context
        stop = {raw for raw in self.evidence if self.charges and _is_signed(raw, context)}
        both = stop | self.forks
        evidence = tuple(sorted(both if len(both) <= EVIDENCE_MAX else stop))
        hands = tuple(sorted(self.hands.values()))
        save_record_file(path, RecordFile(self.body, self.sigs, tuple(self.records), evidence, hands))

    def _hear(self, finding: Finding) -> None:
        self.found.put(finding)
        self._link.wake()

    def _start(self, past: tuple[tuple[int, Event], ...]) -> None:
        self._tell(messages.Started(info_of(self.genesis, SPECTATOR), resumed=bool(past), past=past))

    def _show(self, steps: list[Step]) -> None:
        replicas = [(step.place.k, step.machine) for step in steps if isinstance(step.machine, Replica)]
        events = [(k, event) for k, machine in replicas for event in machine.happened]
        if not replicas:
            return
        is_first = self.shown_k < 0
        if is_first:
            self._start(tuple(events))
        self.shown_k, machine = replicas[-1]
        view = View(machine.state, None, machine.public)
        told = () if is_first else tuple(event for _, event in events)
        self._tell(messages.Advanced(self.shown_k, view, told))


def _is_signed(raw: bytes, context: EvidenceContext) -> bool:
    """True if a message can be evidence; a source may send anything."""
    try:
        weigh((raw,), context)
    except PeerError:
        return False
    return True
