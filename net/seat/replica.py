"""The replicated game: the rules and the deck, driven together by the log.

A `Replica` is the `Machine` that agreement drives. Its rounds are what the rules' state needs
next (deck.md 6.0):

| the state needs | rounds |
|---|---|
| `Turn` | one: the mover's action, with its own shares for the slots it opens |
| `Shuffle` of a new deck | key commitments (all), key openings (all), then one mix per seat |
| `Shuffle` under the same keys | one mix per seat |
| `Show`s | one: everybody's shares for all of them together |
| `Roll` | one: everybody's share of the joint coin |

Nobody can be asked for a share that the rules do not call for at this height: `Step` is computed
from the final state alone, and an entry that gives anything else is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from net.deck.algebra.hashing import h32, lp
from net.deck.keys import check_commitment, check_key, finish_keys, recall_key
from net.deck.pile import EMPTY_PILE, CheckedPile, Cipher, face_of, lay_pile
from net.deck.roll import check_roll_share, roll_value
from net.deck.sealed import check_sealed, recall_sealed
from net.deck.shares import CheckedShare, check_shares, open_cipher, recall_shares
from net.deck.shuffle import check_shuffle, recall_shuffle
from net.errors import IllegalMove
from net.machine import Place
from net.seat.deal import Card, Deal, Errand, Plan, missing_shares, plan_shows
from net.seat.payload import Payload, read_payload
from rules.api import (
    EVERYONE,
    Action,
    Event,
    Face,
    Game,
    Known,
    Moved,
    Need,
    Options,
    Roll,
    Rolled,
    Seat,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    Slot,
    State,
    Turn,
    opened,
)
from rules.errors import BadText, NotLegal


@dataclass(frozen=True, slots=True)
class Step:
    """What the next round of the log is: its kind (see `net.seat.payload`), who writes, what for."""

    kind: str
    actors: tuple[int, ...]
    plan: Plan | None = None


@dataclass(frozen=True, slots=True)
class Replica:
    """Rules and deck at one height; equal on every peer.

    `public` are the faces that lie open to everybody, `happened` the last round's events.
    """

    game: Game
    seats: tuple[int, ...]
    state: State
    deal: Deal = field(default_factory=lambda: Deal(0))
    public: Known = field(default_factory=dict)
    happened: tuple[Event, ...] = ()

    @property
    def step(self) -> Step:
        """The round that the state calls for; kind "over" when the game is."""
        needs = self.state.needs
        if not needs:
            return Step("over", ())
        first = needs[0]
        if isinstance(first, Turn):
            return Step("move", (first.seat,))
        return self._deck_step(first)

    @property
    def actors(self) -> tuple[int, ...]:
        return self.step.actors

    def digest(self) -> bytes:
        return self.state.digest()

    def check(self, place: Place, seat: int, pay: bytes) -> None:
        """See `Machine.check`: the one place where an entry's proofs and rules are judged."""
        payload, step = read_payload(seat, pay), self.step
        if payload.kind != step.kind:
            raise IllegalMove("wrong-step", f"gave {payload.kind} where {step.kind} is due", seat=seat)
        if step.kind == "commit":
            check_commitment(seat, payload.data)
        elif step.kind == "open":
            check_key(self.table(place), dict(self.deal.commitments or {}), seat, payload.data)
        elif step.kind == "mix":
            check_shuffle(
                self.context(place, seat, "mix"), self.deal.known_keys(), seat, self.pile(), payload.data
            )
        elif step.kind == "coin":
            check_roll_share(self.coin_context(place), self.deal.known_keys(), seat, payload.data)
        elif step.kind == "shares" and step.plan is not None:
            self._check_shares(place, seat, step.plan.errands[seat], payload)
        else:
            self._check_move(place, seat, payload)

    def after(self, place: Place, entries: tuple[tuple[int, bytes], ...]) -> Replica:
        """See `Machine.after`."""
        step = self.step
        payloads = {seat: read_payload(seat, pay) for seat, pay in entries}
        if step.kind == "commit":
            return self._after_commitments(place, payloads)
        if step.kind == "open":
            keys = finish_keys(
                self.table(place),
                dict(self.deal.commitments or {}),
                [recall_key(seat, payload.data) for seat, payload in payloads.items()],
            )
            return replace(self, deal=replace(self.deal, keys=keys), happened=())._settled()
        if step.kind == "mix":
            return self._after_mix(payloads)
        if step.kind == "coin":
            shares = {
                seat: check_roll_share(self.coin_context(place), self.deal.known_keys(), seat, payload.data)
                for seat, payload in payloads.items()
            }
            need = self.state.needs[0]
            sides = need.sides if isinstance(need, Roll) else 1
            value = roll_value(self.coin_context(place), shares, sides)
            return replace(self, happened=())._happen(Rolled(value))._settled()
        if step.kind == "shares" and step.plan is not None:
            return self._after_shares(step.plan, payloads)._settled()
        ((seat, payload),) = payloads.items()
        return self._after_move(Seat(seat), payload)

    # -- contexts: what every proof is bound to (deck.md 6.3, 6.5, 6.7) ----------------------

    def table(self, place: Place) -> bytes:
        """What a key ceremony is bound to: the genesis (which names everything) and the deal."""
        return h32("table", place.game, self._number_of_ceremony())

    def context(self, place: Place, seat: int, what: str, *parts: bytes) -> bytes:
        """The context of a proof: session, height, chain hash, prover, purpose, components."""
        return lp(self.deal.known_keys().sid, place.k, place.prev, seat, what, *parts)

    def coin_context(self, place: Place) -> bytes:
        """The common label of a joint coin."""
        need = self.state.needs[0]
        purpose = need.purpose if isinstance(need, Roll) else ""
        return lp(self.deal.known_keys().sid, place.k, place.prev, purpose)

    def errand_contexts(self, place: Place, seat: int, errand: Errand) -> tuple[bytes, bytes]:
        """The contexts of a seat's shares in the clear and of its sealed ones."""
        return (
            self.context(place, seat, "clear", *map(number_bytes, errand.clear)),
            self.context(
                place, seat, "sealed", *(number_bytes(number) for pair in errand.sealed for number in pair)
            ),
        )

    # -- what the steps work on --------------------------------------------------------------

    def pile(self) -> CheckedPile:
        """The ciphertexts that the next mix starts from (deck.md 6.5, 6.8)."""
        need = self.state.needs[0]
        if self.deal.mixed_by or not isinstance(need, Shuffle):
            return self.deal.mixing
        return lay_pile(self.deal.known_keys(), need.faces, self.ciphers(need.slots))

    def ciphers(self, slots: tuple[Slot, ...]) -> tuple[Cipher, ...]:
        """The ciphertexts that lie in some slots."""
        return tuple(self.deal.cards[slot].cipher for slot in slots)

    def sealing(self, errand: Errand) -> tuple[tuple[Cipher, int], ...]:
        """Ciphertexts and viewers for the sealed part of an errand."""
        return tuple((self.deal.cards[slot].cipher, viewer) for slot, viewer in errand.sealed)

    def face(self, card: Card, shares: dict[Seat, CheckedShare]) -> Face:
        """The face of a card of which all shares are there; raises `LocalError` if it has none."""
        keys = self.deal.known_keys()
        ordered = [shares[Seat(seat)] for seat in keys.seats]
        return Face(face_of(keys, open_cipher(card.cipher, ordered), self.deal.faces))

    def _deck_step(self, first: Need) -> Step:
        stale = isinstance(first, Shuffle) and first.new_deck and self.deal.dealt
        if self.deal.keys is None or stale:
            return Step("commit" if self.deal.commitments is None or stale else "open", self.seats)
        if isinstance(first, Roll):
            return Step("coin", self.seats)
        if isinstance(first, Shuffle):
            return Step("mix", (self.seats[self.deal.mixed_by],))
        plan = plan_shows(self.deal, _shows(self.state))
        return Step("shares", plan.actors, plan)

    # -- judging -----------------------------------------------------------------------------

    def _check_shares(self, place: Place, seat: int, errand: Errand, payload: Payload) -> None:
        keys = self.deal.known_keys()
        clear, sealed = self.errand_contexts(place, seat, errand)
        _check_part(seat, bool(errand.clear), payload.data)
        _check_part(seat, bool(errand.sealed), payload.more)
        if errand.clear:
            check_shares(clear, keys, seat, self.ciphers(errand.clear), payload.data)
        if errand.sealed:
            check_sealed(sealed, keys, seat, self.sealing(errand), payload.more)

    def _check_move(self, place: Place, seat: int, payload: Payload) -> None:
        action = self._action(seat, payload)
        slots = tuple(slot for slot, _ in action.opens)
        self._check_openable(seat, slots)
        try:
            self.state.check(Moved(Seat(seat), action))
        except NotLegal as why:
            raise IllegalMove(why.reason, f"{action}: {why.text} ({why.rule})", seat=seat) from why
        _check_part(seat, bool(slots), payload.data)
        if not slots:
            return
        shares = check_shares(
            self.context(place, seat, "open", *map(number_bytes, slots)),
            self.deal.known_keys(),
            seat,
            self.ciphers(slots),
            payload.data,
        )
        for (slot, face), share in zip(action.opens, shares, strict=True):
            card = self.deal.cards[slot]
            if self.face(card, {**card.shares, Seat(seat): share}) != face:
                raise IllegalMove(
                    "false-face",
                    f"claims that slot {slot} is {self.game.face_text(face)}, which it is not",
                    seat=seat,
                )

    def _check_openable(self, seat: int, slots: tuple[Slot, ...]) -> None:
        if list(slots) != sorted(set(slots)):
            raise IllegalMove("wrong-slots", "opens slots out of order", seat=seat)
        for slot in slots:
            card = self.deal.cards.get(slot)
            if card is None or missing_shares(card, self.deal.known_keys()) != (seat,):
                raise IllegalMove("not-held", f"opens slot {slot}, which is not theirs to open", seat=seat)

    def _action(self, seat: int, payload: Payload) -> Action:
        try:
            action = self.game.parse_action(payload.text)
        except BadText as why:
            raise IllegalMove("no-action", f"sent no action of {self.game.title}: {why}", seat=seat) from why
        if str(action) != payload.text:
            raise IllegalMove("no-action", "sent an action in another spelling", seat=seat)
        return action

    # -- going on ----------------------------------------------------------------------------

    def _after_commitments(self, place: Place, payloads: dict[int, Payload]) -> Replica:
        commitments = {seat: payload.data for seat, payload in payloads.items()}
        deal = Deal(self._number_of_ceremony(), self.table(place), commitments)
        return replace(self, deal=deal, happened=())

    def _after_mix(self, payloads: dict[int, Payload]) -> Replica:
        ((_, payload),) = payloads.items()
        deal, need = self.deal, self.state.needs[0]
        if not isinstance(need, Shuffle):
            raise AssertionError("a mix is due only while the rules need a shuffle")
        mixing = recall_shuffle(len(need.into), payload.data)
        if deal.mixed_by + 1 < len(self.seats):
            return replace(self, deal=replace(deal, mixing=mixing, mixed_by=deal.mixed_by + 1), happened=())
        return replace(self, happened=())._dealt(need, mixing)._settled()

    def _dealt(self, need: Shuffle, pile: CheckedPile) -> Replica:
        """Lay a shuffled pile into the slots that the rules named."""
        kept = {} if need.new_deck else dict(self.deal.without(frozenset(need.slots)).cards)
        kept |= {slot: Card(cipher) for slot, cipher in zip(need.into, pile, strict=True)}
        faces = {*need.faces} if need.new_deck else {*self.deal.faces, *need.faces}
        deal = replace(
            self.deal, cards=kept, dealt=True, mixing=EMPTY_PILE, mixed_by=0, faces=tuple(sorted(faces))
        )
        public = {} if need.new_deck else self.public
        return replace(self, deal=deal, public=public)._happen(Shuffled(need.pile, need.into))

    def _after_shares(self, plan: Plan, payloads: dict[int, Payload]) -> Replica:
        cards = dict(self.deal.cards)
        for seat, payload in payloads.items():
            errand = plan.errands[seat]
            for slot, share in zip(errand.clear, recall_shares(len(errand.clear), payload.data), strict=True):
                cards[slot] = replace(cards[slot], shares={**cards[slot].shares, Seat(seat): share})
            for (slot, viewer), box in zip(
                errand.sealed, recall_sealed(len(errand.sealed), payload.more), strict=True
            ):
                cards[slot] = replace(cards[slot], sealed={**cards[slot].sealed, (Seat(seat), viewer): box})
        return replace(self, deal=replace(self.deal, cards=cards), happened=())._shown()

    def _shown(self) -> Replica:
        """Tell the rules that every show they asked for is done."""
        replica = self
        for show in _shows(self.state):
            cards = dict(replica.deal.cards)
            if show.to is EVERYONE:
                faces = tuple(replica.face(cards[slot], dict(cards[slot].shares)) for slot in show.slots)
                deal = replica.deal.without(frozenset(show.slots))
                event: Event = Shown(show.slots, EVERYONE, faces)
            else:
                for slot in show.slots:
                    cards[slot] = replace(cards[slot], viewers=cards[slot].viewers.union(show.to))
                deal = replace(replica.deal, cards=cards)
                event = Shown(show.slots, show.to, None)
            replica = replace(replica, deal=deal)._happen(event)
        return replica

    def _after_move(self, seat: Seat, payload: Payload) -> Replica:
        action = self._action(seat, payload)
        deal = self.deal.without(frozenset(slot for slot, _ in action.opens))
        return replace(self, deal=deal, happened=())._happen(Moved(seat, action))._settled()

    def _number_of_ceremony(self) -> int:
        return self.deal.number + (1 if self.deal.keys is not None else 0)

    def _happen(self, event: Event) -> Replica:
        public = {**self.public, **dict(opened(event))}
        return replace(self, state=self.state.after(event), public=public, happened=(*self.happened, event))

    def _settled(self) -> Replica:
        """Answer what needs nobody's entry: shuffles of one card, shows of what is shown."""
        replica = self
        while (step := replica.step).kind in ("shares", "mix"):
            need = replica.state.needs[0]
            if step.kind == "shares" and not step.actors:
                replica = replica._shown()
            elif isinstance(need, Shuffle) and len(need.into) < 2 and not replica.deal.mixed_by:
                replica = replica._dealt(need, replica.pile())
            else:
                break
        return replica


def start_replica(game: Game, seats: int, options: Options) -> Replica:
    """The machine at height 0."""
    return Replica(game, tuple(range(seats)), game.start(seats, options))


def _shows(state: State) -> tuple[Show, ...]:
    return tuple(need for need in state.needs if isinstance(need, Show))


def proofs_in(step: Step, seat: int, pay: bytes) -> int:
    """How many proofs an entry of `seat` at `step` carries, for the count that players are shown.

    A commitment proves nothing yet; one sealed share has one proof, a batch in the clear one.
    """
    if step.kind in ("open", "mix", "coin"):
        return 1
    if step.kind == "shares" and step.plan is not None:
        errand = step.plan.errands[seat]
        return bool(errand.clear) + len(errand.sealed)
    return int(step.kind == "move" and bool(read_payload(seat, pay).data))


def number_bytes(number: int) -> bytes:
    """A slot or seat as it stands in a context: 8 bytes, big endian."""
    return number.to_bytes(8, "big")


def _check_part(seat: int, wanted: bool, data: bytes) -> None:
    if bool(data) != wanted:
        raise IllegalMove("wrong-shares", "gave shares that nobody asked for, or none", seat=seat)
