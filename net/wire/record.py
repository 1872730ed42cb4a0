"""One height of the log: the entries of a round or the votes of a view, and the acks (net 5.3, 5.6).

The chain hash covers the bodies of the items (the entries or votes), not the acks. A record is locked when
all its items have come. It is final when every active seat has signed its chain hash and state hash (R7), or
when a change of view above it is final: then its own acks may be missing.
The checks here need only the record, the players' keys and what this peer has computed itself.
`check_entries` and `check_acks` blame a seat only for what it validly signed itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from itertools import zip_longest
from typing import Annotated, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from net.errors import Diverged, Forked, Malformed, NoView, StaleView, TooLarge, WrongTable
from net.machine import Choice, Place, TableView
from net.wire.bodies import HASH, ROUND_HEIGHT, SEATS, VIEW, Ack, Body, Chat, Entry, Vote, parse_body
from net.wire.codec import Bytes, Many, Word, first_word
from net.wire.envelope import ENVELOPE_MAX, PAY_MAX, SEATS_MAX, Envelope, check_signature, open_envelope
from net.wire.form import FieldForm, form_of
from net.wire.frame import RECORDS_BYTES_MAX
from net.wire.hashes import chain_hash
from net.wire.signing import Verify

B = TypeVar("B", Entry, Ack)
C = TypeVar("C", Entry, Ack, Vote)
ROUND_PAY_MAX: Final = 192 * 1024
"""All payloads of a round together: the record must fit in one RECS frame."""


class RecordKind(StrEnum):
    """Kind of a record, by its word on the wire."""

    ROUND = "round"
    """The entries of all seats that had to act."""
    CHANGE = "view"
    """The votes for another view of the table."""


_KIND: Final = FieldForm(Word(tuple(each.value for each in RecordKind)), lambda kind: kind.value, RecordKind)
_ENVELOPES: Final = FieldForm(
    Many(Bytes(ENVELOPE_MAX), SEATS_MAX),
    lambda envelopes: [each.raw for each in envelopes],
    lambda raws: tuple(map(open_envelope, raws)),
)


def pay_limit(actors: int) -> int:
    """The longest payload, in bytes, of one entry in a round of `actors` seats."""
    return min(PAY_MAX, ROUND_PAY_MAX // max(actors, 1))


class Record(Struct, frozen=True):
    """A round of view `v` at height `k`, or the change to view `v` there. `act` are the seats that must
    acknowledge it, `items` its entries or votes."""

    kind: Annotated[RecordKind, _KIND]
    v: Annotated[int, VIEW]
    k: Annotated[int, ROUND_HEIGHT]
    prev: Annotated[bytes, HASH]
    act: Annotated[tuple[int, ...], SEATS]
    items: Annotated[tuple[Envelope, ...], _ENVELOPES]
    acks: Annotated[tuple[Envelope, ...], _ENVELOPES] = ()

    def check(self) -> None:
        """Raise `Malformed` for seats that are not rising."""
        for seats in (self.act, [item.seat for item in self.items], [ack.seat for ack in self.acks]):
            if list(seats) != sorted(set(seats)):
                raise Malformed("order", "a record names seats twice or out of order")

    @property
    def is_round(self) -> bool:
        """True if the record holds entries, and not votes for another view."""
        return self.kind is RecordKind.ROUND

    @property
    def h(self) -> bytes:
        """The chain hash of this height."""
        numbers = (self.v, self.k, self.act)
        return chain_hash(self.prev, self.kind.value, numbers=numbers, items=[item.id for item in self.items])

    def encode(self) -> bytes:
        """The raw record."""
        return form_of(Record).pack(self)

    def with_acks(self, acks: Sequence[Envelope]) -> Record:
        """The same record made final by these acks."""
        return replace(self, acks=tuple(sorted(acks, key=lambda ack: ack.seat)))


class Written(Struct, frozen=True):
    """An entry with its envelope."""

    envelope: Envelope
    entry: Entry


def round_record(place: Place, v: int, act: tuple[int, ...], written: Sequence[Written]) -> Record:
    """The record of a round in view `v` at this place, without acks."""
    items = tuple(each.envelope for each in written)
    return Record(RecordKind.ROUND, v, place.k, place.prev, act, items)


def parse_record(raw: bytes) -> Record:
    """The record that `raw` spells, envelopes opened, seats in order; raises `Malformed`."""
    return form_of(Record).unpack(raw, most=RECORDS_BYTES_MAX, what="a record")


def canonical(raws: Sequence[bytes]) -> tuple[bytes, ...]:
    """Return final records as they are saved: without the acks of a round that a change of view follows. The
    acks of the change make both final, and not every seat has the acks of that round."""
    kinds = [first_word(raw) for raw in raws]  # most of a game is rounds on rounds: nothing to open
    return tuple(
        parse_record(raw).with_acks(()).encode()
        if (kind, above) == (RecordKind.ROUND, RecordKind.CHANGE)
        else raw
        for raw, kind, above in zip_longest(raws, kinds, kinds[1:])
    )


def check_place(record: Record, place: Place, act: tuple[int, ...], *, v: int) -> None:
    """Raise unless `record` is a round of view `v` among `act`, or a change to a later view, at `place`."""
    is_round = record.is_round
    if (is_round and (record.v, record.act) != (v, act)) or (not is_round and record.v <= v):
        raise StaleView("view", f"record {record.k} is of a view that cannot follow the one before it")
    if record.k != place.k:
        raise Malformed("height", f"a record of height {record.k} where {place.k} comes next")
    if record.prev != place.prev:
        raise Forked("fork", f"record {record.k} stands on another chain")


def check_entries(
    record: Record, place: Place, *, st: bytes, actors: tuple[int, ...], keys: Sequence[bytes], verify: Verify
) -> tuple[Written, ...]:
    """The entries of a record at its place, with their signatures checked, but not yet their payloads."""
    if not actors:
        raise Malformed("over", f"record {record.k} comes after the end of the game")
    if tuple(item.seat for item in record.items) != actors:
        raise Malformed("actors", f"record {record.k} is not written by those whose turn it was")
    written = []
    for item in record.items:
        entry = _signed(item, Entry, place, v=record.v, keys=keys, verify=verify)
        check_entry(entry, place, st=st, actors=actors)
        written.append(Written(item, entry))
    return tuple(written)


def check_entry(entry: Entry, place: Place, *, st: bytes, actors: tuple[int, ...]) -> None:
    """Raise unless the entry stands at `place` on state `st` and keeps to the size of its round.

    The error blames the author, except for a wrong height: somebody else may have put the entry there. The
    caller must have checked that the author signed the entry, and that the author acknowledged `place.prev`
    and `st` at height `place.k` - 1: only then is another chain or state the author's own lie.
    """
    if entry.k != place.k:
        raise Malformed("height", f"an entry of height {entry.k} where height {place.k} is due")
    if entry.prev != place.prev:
        raise Forked("fork", f"seat {entry.seat} writes on another chain at {place.k}", seat=entry.seat)
    if entry.st != st:
        raise Diverged("state", f"seat {entry.seat} writes on another state at {place.k}", seat=entry.seat)
    if len(entry.pay) > pay_limit(len(actors)):
        raise TooLarge("too-large", f"seat {entry.seat} writes too much at {place.k}", seat=entry.seat)


def check_acks(
    record: Record, place: Place, *, st: bytes, keys: Sequence[bytes], verify: Verify
) -> tuple[Ack, ...]:
    """The acks of a final record: one of each active seat, for the record's chain hash and the state `st`.

    An ack of this chain hash with another state is false, and its signer is blamed: the hash fixes all
    moves. An ack of another chain hash blames nobody. Either its signer lies, or an author of this height
    does, who signed a second, different entry after all had acknowledged the first.
    """
    if tuple(ack.seat for ack in record.acks) != record.act:
        raise Malformed("acks", f"record {record.k} is not signed by every seat")
    acks = tuple(_signed(each, Ack, place, v=record.v, keys=keys, verify=verify) for each in record.acks)
    h = record.h
    for ack in acks:
        if ack.h == h and ack.st != st:
            text = f"seat {ack.seat} acknowledged a position that does not follow from the moves at {place.k}"
            raise Diverged("state", text, seat=ack.seat)
    if others := [ack.seat for ack in acks if ack.h != h]:
        raise Forked("fork", _another_course(others, [item.seat for item in record.items], place.k))
    return acks


def _another_course(acks: list[int], writers: list[int], k: int) -> str:
    those = " and ".join(f"seat {seat}" for seat in acks)
    authors = " or ".join(f"seat {seat}" for seat in writers)
    return (
        f"what {those} acknowledged at height {k} is not the course of the game in this record: either that "
        f"acknowledgement is false, or {authors} signed two different entries there"
    )


def check_table(envelope: Envelope, body: Body, *, game: bytes, keys: Sequence[bytes]) -> None:
    """Raise unless the message is of this game and its body names the same seat."""
    if body.game != game:
        raise WrongTable("other-game", "a message of another game")
    if envelope.seat >= len(keys):
        raise WrongTable("no-such-seat", f"a message of seat {envelope.seat}, which nobody has")
    ours = body.who == keys[envelope.seat] if isinstance(body, Chat) else body.seat == envelope.seat
    if not ours:
        raise Malformed("seat", f"a message of seat {envelope.seat} that names another seat inside")


def check_votes(
    record: Record,
    place: Place,
    *,
    v: int,
    acts: Sequence[tuple[int, ...]],
    keys: Sequence[bytes],
    verify: Verify,
) -> TableView:
    """The view that the votes of a record make, with their signatures checked; raises `PeerError` if they
    make none. `v` is the view of the record before, on which the votes must stand. `acts` are
    the seats at the table at the last height with acks, and the seats of every view since."""
    if not record.act or tuple(item.seat for item in record.items) != record.act:
        raise Malformed("votes", f"the change of view at {record.k} lacks votes of those who stay")
    votes = []
    for item in record.items:
        body = _opened(item, Vote, game=place.game, keys=keys, verify=verify)
        if (body.v, body.view.act) != (record.v, record.act):
            raise Malformed("votes", f"seat {item.seat} did not vote for the view at height {record.k}")
        votes.append(body)
    stand = stand_of(votes, table=acts[0])
    is_on_it = (stand.v, stand.k, stand.h) == (v, place.k - 1, place.prev)
    is_below = stand.h is None and (v < stand.v or place.k == stand.k) and v <= stand.v and place.k <= stand.k
    if not is_on_it and not is_below:
        text = f"the change of view at height {record.k} does not stand on the highest lock of its votes"
        raise Forked("fork", text)
    return agreed_view(votes, acts)


class Stand(Struct, frozen=True):
    """The lock on which a change of view stands, by its view `v`, height `k` and chain hash `h`. If `h` is
    None, the locks of that height are void, and the change stands on a record below them."""

    v: int
    k: int
    h: bytes | None


def stand_of(votes: Sequence[Vote], *, table: Sequence[int]) -> Stand:
    """The highest lock that these votes name; `table` are the seats of the last final height.

    If the votes name two different locks of one height, some seat has signed twice there, and that seat does
    not vote. A seat that has locked one of the two has not acknowledged the other, unless it lies, and less
    than half of the table lies. A lock may be final for somebody if the voters that do not name it are so few
    that all of them may lie. If that is true of one lock only, the change stands on this lock. Otherwise
    neither is final for anybody: both are void, and the change stands on the record below them.
    """
    lv, lk = max((vote.lv, vote.lk) for vote in votes)
    locks = Counter(vote.lh for vote in votes if (vote.lv, vote.lk) == (lv, lk))
    if len(locks) == 1:
        return Stand(lv, lk, next(iter(locks)))
    # Less than half of the table lies, and one of the liars, who signed both locks, does not vote here (R14).
    liars = max((len(table) - 1) // 2 - 1, 0)
    maybe_final = [h for h, claims in locks.items() if len(votes) - claims <= liars]
    return Stand(lv, lk, maybe_final[0] if len(maybe_final) == 1 else None)


def contradicts(vote: Vote, ack: Ack) -> bool:
    """True if no honest seat signs both messages. A vote names the last record that its voter has
    acknowledged, and after a vote the voter acknowledges nothing in older views."""
    if ack.seat != vote.seat or ack.v >= vote.v:
        return False
    if (ack.v, ack.k) == (vote.lv, vote.lk):
        return ack.h != vote.lh
    return (ack.v, ack.k) > (vote.lv, vote.lk)


def agreed_view(votes: Sequence[Vote], acts: Sequence[tuple[int, ...]]) -> TableView:
    """Return the view that all of these votes want; raises `NoView` when the votes differ, or when the seats
    of the view are not more than half of each of `acts`: so two halves of a table can never both go on.
    Exactly half can at most end the game (`is_half`), where the machine allows that."""
    view = votes[0].view
    if any(vote.view != view for vote in votes):
        raise NoView("differ", "those who would stay do not all want the same")
    return weighed(view, acts)


def weighed(view: TableView, acts: Sequence[tuple[int, ...]]) -> TableView:
    """The view, marked if it is exactly half of one of `acts`; raises `NoView` if less, or if half go on."""
    if all(is_majority(view.act, of=act) for act in acts):
        return view
    are_enough = all(is_half(view.act, of=act) or is_majority(view.act, of=act) for act in acts)
    if view.choice is not Choice.END or not are_enough:
        raise NoView("majority", "those who would stay are not more than half of the table")
    return replace(view, is_half=True)


def is_half(act: Sequence[int], *, of: Sequence[int]) -> bool:
    """True if `act` are exactly half of the seats `of` a table, and nobody else."""
    return {*act} <= {*of} and 2 * len({*act}) == len(of)


def is_majority(act: Sequence[int], *, of: Sequence[int]) -> bool:
    """True if `act` holds more than half of the seats `of` a table."""
    return 2 * len({*act} & {*of}) > len(of)


def _signed(
    envelope: Envelope, want: type[B], place: Place, *, v: int, keys: Sequence[bytes], verify: Verify
) -> B:
    """The body of a message that its seat signed for this view and height of this game. A message for another
    place blames nobody: somebody other than its signer may have put it here."""
    body = _opened(envelope, want, game=place.game, keys=keys, verify=verify)
    if body.k != place.k:
        raise Malformed("height", f"a message of height {body.k} in the record of height {place.k}")
    if body.v != v:
        raise StaleView("view", f"a message of view {body.v} in a record of view {v}")
    return body


def _opened(envelope: Envelope, want: type[C], *, game: bytes, keys: Sequence[bytes], verify: Verify) -> C:
    """The body of a message of the kind `want`, signed by its seat and meant for this game. The signature is
    checked first: nobody is to blame for bytes that nobody signed."""
    if envelope.seat >= len(keys):
        raise WrongTable("no-such-seat", f"a message of seat {envelope.seat}, which nobody has")
    check_signature(envelope, keys[envelope.seat], verify)
    body = parse_body(envelope.body)
    if not isinstance(body, want):
        raise Malformed("kind", "a record holds a message of another kind in this place")
    check_table(envelope, body, game=game, keys=keys)
    return body
