"""`shoal verify`: check a finished game from nothing but its file."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.keep.record_file import RecordFile, read_record_file
from app.messages import Proven
from app.records.changes import Change
from app.records.recording import Progress
from app.table.agreed import OtherEngine, machine_of
from app.table.troubles import charge_text, proven_text, unproven_text, with_names
from net.agreement.faults.evidence import Charge, EvidenceContext, heights_of, weigh
from net.agreement.walk import ALL, BadRecord, Heights, walk
from net.errors import BadSignature, Malformed, PeerError
from net.lobby.identity import verify
from net.machine import Place
from net.seat.hands import SignedHand, check_hand
from net.seat.replica import Replica
from net.wire.genesis import Genesis, check_genesis
from rules.api import Event, Outcome, State

UNJUDGED = ("no-record", "version", "too-large")
"""Reasons for which this program cannot judge a file."""


class Verdict(Struct, frozen=True):
    """Facts that a record proves.

    `problem` is "" if everything holds; then `state` is the last position. `heights` counts the checked
    steps, `proofs` the deck's proofs among them. `events` come with their heights; `proven` says which
    players broke a rule. `evidence` counts the signed messages that stopped the game, and `charges` are the
    offences that these prove. `blamed` is the seat that validly signed the problem; None if anybody could
    have caused it. `is_judged` is False if the file is no record, too large, or needs a game or version
    that this program lacks.
    """

    heights: int
    proofs: int
    genesis: Genesis | None = None
    state: State | None = None
    events: tuple[tuple[int, Event], ...] = ()
    problem: str = ""
    blamed: int | None = None
    proven: tuple[Proven, ...] = ()
    evidence: int = 0
    charges: tuple[Charge, ...] = ()
    changes: tuple[Change, ...] = ()
    """Absences, and what the others decided."""
    hands: tuple[SignedHand, ...] = ()
    """Hands that players opened after the game."""
    is_judged: bool = True
    is_ended: bool = False
    """True if the players present ended the game early."""
    forfeits: tuple[int, ...] = ()
    """Seats that left and are therefore ranked last, as the table had agreed."""

    @property
    def outcome(self) -> Outcome | None:
        """The result; None if the game is not over or the record failed the check."""
        if self.state is None:
            return None
        return self.state.standing().behind(self.forfeits) if self.is_ended else self.state.outcome()

    def findings(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return sentences about proven lies, and about evidence that proves nothing."""
        found = [charge_text(each, names) for each in self.charges]
        found += [proven_text(each, names) for each in self.proven]
        unproven = unproven_text(self.evidence, self.charges)
        return (*found, unproven) if unproven else tuple(found)


def verify_record(
    data: bytes, progress: Progress = lambda done, of: None, *, checked: Heights = ALL
) -> Verdict:
    """Check everything in a record: signatures, hash links, every proof, every rule.

    Never raises, whatever the file holds. With `checked`, a part of the heights, only those are checked and
    the others believed: then unchecked bytes may raise anything, and a verdict without a problem holds only
    together with those of all other parts.
    """
    try:
        record = read_record_file(data)
        genesis = check_genesis(record.genesis, record.sigs, verify)
        machine = machine_of(genesis)
    except PeerError as why:
        is_judged = why.reason not in UNJUDGED and not isinstance(why, OtherEngine)
        damage = "; the record was changed or is damaged" if isinstance(why, BadSignature) else ""
        return Verdict(0, 0, problem=why.text + damage, is_judged=is_judged)
    return _walked(record, genesis, machine, progress, checked)


def _walked(
    record: RecordFile, genesis: Genesis, machine: Replica, progress: Progress, checked: Heights
) -> Verdict:
    heights, proofs = 0, 0
    events: list[tuple[int, Event]] = []
    proven: list[Proven] = []
    changes: list[Change] = []
    prev, v, act = genesis.id, 0, genesis.seats
    keys = tuple(player.ed for player in genesis.players)
    contexts: dict[int, EvidenceContext] = {}
    try:
        weighed = heights_of(record.evidence)
    except PeerError as why:
        return Verdict(
            0, 0, genesis, problem=f"in the evidence: {why.text}; the file was changed or is damaged"
        )
    try:
        log = (record.genesis, record.sigs, record.records)
        for step in walk(*log, machine=machine, verify=verify, checked=checked):
            proofs += sum(machine.proofs(entry.seat, entry.pay).total() for entry in step.entries)
            if not isinstance(step.machine, Replica):
                raise AssertionError("a game's log gives a replica")
            if step.view is not None:
                gone, back = tuple(sorted({*act} - {*step.act})), tuple(sorted({*step.act} - {*act}))
                view = step.view
                changes.append(Change(step.place.k, gone, back, view.choice, view.why, is_half=view.is_half))
            if step.place.k in weighed:
                final = step.h, step.machine.digest()
                contexts[step.place.k] = EvidenceContext(
                    step.place, machine, keys, verify=verify, v=v, act=act, final=final
                )
            machine, heights, prev, v, act = step.machine, step.place.k, step.h, step.v, step.act
            events += ((heights, event) for event in machine.happened)
            proven += (
                Proven(fault.seat, heights, rule=fault.rule, text=fault.text, ends=fault.ends)
                for fault in machine.state.audit()[len(proven) :]
            )
            progress(heights, len(record.records))
    except BadRecord as why:
        names = [player.nick for player in genesis.players]
        problem = f"at step {why.k}: {with_names(why.text, names)}"
        return Verdict(heights, proofs, genesis, problem=problem, blamed=why.seat, proven=tuple(proven))
    context = EvidenceContext(
        Place(genesis.id, heights + 1, prev), machine, keys, verify=verify, v=v, act=act
    )
    try:
        charges = weigh(record.evidence, context, contexts)
    except PeerError as why:
        problem = f"in the evidence: {why.text}; the file was changed or is damaged"
        return Verdict(heights, proofs, genesis, problem=problem, proven=tuple(proven))
    try:
        hands = _hands(record, genesis, machine)
    except PeerError as why:
        problem = f"in the hands that were opened after the game: {why.text}"
        return Verdict(heights, proofs, genesis, problem=problem, blamed=why.seat, proven=tuple(proven))
    return Verdict(
        heights,
        proofs,
        genesis,
        machine.state,
        tuple(events),
        proven=tuple(proven),
        evidence=len(record.evidence),
        charges=charges,
        changes=tuple(changes),
        is_ended=machine.is_ended,
        forfeits=machine.here.forfeits,
        hands=hands,
    )


def _hands(record: RecordFile, genesis: Genesis, machine: Replica) -> tuple[SignedHand, ...]:
    """Return the opened hands, by seat; raises `PeerError` for an invalid hand, and for two of one seat."""
    keys = tuple(player.ed for player in genesis.players)
    hands = [check_hand(raw, machine, game=genesis.id, keys=keys, verify=verify) for raw in record.hands]
    if len({hand.seat for hand in hands}) < len(hands):
        raise Malformed("twice", "one player's hand appears twice; the file was changed or is damaged")
    return tuple(sorted(hands, key=lambda hand: hand.seat))
