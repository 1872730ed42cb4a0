"""Rules and deck together: the payloads of every round, the faces that become known, and every lie."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from net.errors import BadProof, IllegalMove, PeerError
from net.seat.payload import Payload, read_payload, write_payload
from net.seat.step_kind import StepKind
from rules.api import Seat
from rules.cards import CARD_TEXT
from rules.plump.state import PlumpState
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

PLUMP = GAMES["plump"]


def parlour(seats: int = 3, **options: str) -> Parlour:
    return Parlour(PLUMP, seats, {"length": "short", **options})


def plump(table: Parlour) -> PlumpState:
    assert isinstance(table.replica.state, PlumpState)
    return table.replica.state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_can_be_played_with_hidden_hands(seats: int) -> None:
    table = parlour(seats)

    end = table.play()

    assert end.state.outcome() is not None
    assert table.kinds[:3] == ["commit", "open", "coin"]
    assert table.kinds.count("commit") == 1 and table.kinds.count("mix") == seats
    assert end.actors == ()


def test_a_hand_is_known_only_to_its_owner() -> None:
    table = parlour(3)
    table.until("move")

    hands = plump(table).part.hands  # type: ignore[union-attr]

    for seat, dealer in enumerate(table.dealers):
        assert set(dealer.known) == set(hands[seat])


def test_on_the_forehead_everybody_sees_every_card_but_their_own() -> None:
    table = parlour(4)
    while plump(table).part is None or plump(table).part.cards > 1:  # type: ignore[union-attr]
        table.step()
    table.until("move")
    part = plump(table).part
    assert part is not None
    slots = {seat: part.hands[seat][0] for seat in range(4)}

    for seat, dealer in enumerate(table.dealers):
        assert set(dealer.known) == {slot for owner, slot in slots.items() if owner != seat}
    assert len({dealer.known[slots[0]] for dealer in table.dealers[1:]}) == 1


def test_the_same_log_gives_the_same_digest_whatever_the_secrets() -> None:
    table = parlour(2)
    table.until("move")

    assert table.replica.digest() == table.replica.state.digest()


Forge = Callable[[Payload], Payload]


def corrupt(data: bytes, at: int = -1) -> bytes:
    changed = bytearray(data)
    changed[at] ^= 1
    return bytes(changed)


STEPS = (StepKind.COMMIT, StepKind.OPEN, StepKind.COIN, StepKind.MIX, StepKind.SHARES, StepKind.MOVE)
FORGED: dict[str, Forge] = {
    "another step": lambda pay: replace(pay, kind=STEPS[(STEPS.index(pay.kind) + 1) % 6], text="", more=b""),
    "cut short": lambda pay: replace(pay, data=pay.data[:-1]),
    "empty": lambda pay: replace(pay, data=b""),
    "one bit in the proof": lambda pay: replace(pay, data=corrupt(pay.data)),
    "one bit in the statement": lambda pay: replace(pay, data=corrupt(pay.data, 5)),
}


def due(kind: str) -> Parlour:
    """A table at which a step of this kind is due; a move that opens a card, not a bid."""
    table = parlour(3)
    table.until(kind)
    while kind == "move" and not read_payload(0, next(iter(table.payloads().values()))).data:
        table.step()
    return table


# A commitment is any 32 bytes; it is its opening that binds.
FORGERIES = [
    (kind, lie) for kind in STEPS for lie in FORGED if kind != "commit" or not lie.startswith("one bit")
]


@pytest.mark.parametrize(("kind", "lie"), FORGERIES)
def test_a_false_entry_is_refused_and_the_seat_that_wrote_it_is_blamed(kind: str, lie: str) -> None:
    table = due(kind)
    seat, honest = sorted(table.payloads().items())[-1]
    table.replica.check(table.place, seat, honest)

    forged = write_payload(FORGED[lie](read_payload(seat, honest)))

    with pytest.raises(PeerError) as refused:
        table.replica.check(table.place, seat, forged)
    assert refused.value.seat == seat


def test_keys_of_another_game_are_refused() -> None:
    table, other = due("open"), Parlour(PLUMP, 3, {"length": "short"}, seed=2)
    other.until("open")
    seat, honest = next(iter(other.payloads().items()))

    with pytest.raises(BadProof) as refused:
        table.replica.check(table.place, seat, honest)
    assert refused.value.reason == "commitment"


@pytest.mark.parametrize("kind", ["coin", "mix", "shares", "move"])
def test_an_entry_of_another_height_or_hash_is_refused(kind: str) -> None:
    table = due(kind)
    seat, honest = next(iter(table.payloads().items()))
    other = [replace(table.place, k=table.place.k + 1), replace(table.place, prev=bytes(31) + b"\1")]

    for place in other:
        with pytest.raises(PeerError):
            table.replica.check(place, seat, honest)


@pytest.mark.parametrize("kind", ["open", "coin", "shares"])
def test_the_entry_of_one_seat_does_not_serve_another(kind: str) -> None:
    table = due(kind)
    pays = table.payloads()
    first, second = sorted(pays)[:2]

    with pytest.raises(PeerError) as refused:
        table.replica.check(table.place, second, pays[first])
    assert refused.value.seat == second


@pytest.mark.parametrize(("framer", "framed"), [(0, 2), (2, 0)])
def test_a_seat_that_copies_a_commitment_cannot_open_and_nobody_else_is_blamed(
    framer: int, framed: int
) -> None:
    table = parlour(3)
    pays = table.payloads()
    table.take({**pays, framer: pays[framed]})
    place, dealer = table.place, table.dealers[framed]
    opening = dealer.answer(table.replica, place).pay

    table.replica.check(place, framed, opening)
    with pytest.raises(BadProof) as refused:
        table.replica.check(place, framer, opening)
    assert (refused.value.seat, refused.value.reason) == (framer, "commitment")


def move(table: Parlour, text: str, data: bytes = b"") -> None:
    (seat,) = table.replica.actors
    table.replica.check(table.place, seat, write_payload(Payload(StepKind.MOVE, data, text=text)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("bid 99", "bid-range"),
        ("bid 01", "no-action"),
        ("fly 3", "no-action"),
        ("", "no-action"),
        ("play 50=2h", "not-held"),
        ("bid 1 ", "no-action"),
    ],
)
def test_an_illegal_bid_is_refused(text: str, reason: str) -> None:
    table = parlour(3)
    table.until("move")

    with pytest.raises(IllegalMove) as refused:
        move(table, text)
    assert refused.value.reason == reason


def cards_due() -> tuple[Parlour, int, str, bytes]:
    table = due("move")
    seat, pay = next(iter(table.payloads().items()))
    payload = read_payload(seat, pay)
    return table, seat, payload.text, payload.data


def test_a_card_with_a_false_face_is_refused() -> None:
    table, seat, text, data = cards_due()
    slot, _, face = text.removeprefix("play ").partition("=")
    other = next(card for card in CARD_TEXT if card != face)

    with pytest.raises(IllegalMove) as refused:
        move(table, f"play {slot}={other}", data)
    assert (refused.value.reason, refused.value.seat) == ("false-face", seat)


def test_a_card_from_another_hand_is_refused() -> None:
    table, seat, text, data = cards_due()
    part = plump(table).part
    assert part is not None
    foreign = part.hands[Seat((seat + 1) % 3)][0]

    with pytest.raises(IllegalMove) as refused:
        move(table, f"play {foreign}={text.partition('=')[2]}", data)
    assert refused.value.reason == "not-held"


def test_a_move_with_needless_shares_is_refused() -> None:
    data = cards_due()[3]
    bidding = parlour(3)
    bidding.until("move")

    with pytest.raises(IllegalMove) as refused:
        move(bidding, str(bidding.replica.state.actions(Seat(bidding.replica.actors[0]), {})[0]), data)
    assert refused.value.reason == "wrong-shares"


@pytest.mark.parametrize(
    "pay", [b"", b"\xc0", b"\x94\x00\xa0\xc4\x00", bytes(97 * 1024), b"\x94\x05\xa1x\xc4\0\xc4\1x"]
)
def test_bytes_that_are_no_payload_are_refused(pay: bytes) -> None:
    with pytest.raises(IllegalMove) as refused:
        read_payload(2, pay)
    assert refused.value.seat == 2


def test_shares_of_an_unrequested_card_are_refused() -> None:
    table = due("shares")
    seat, pay = next(iter(table.payloads().items()))
    payload = read_payload(seat, pay)

    with pytest.raises(IllegalMove) as refused:
        table.replica.check(table.place, seat, write_payload(replace(payload, more=payload.data)))
    assert refused.value.reason == "wrong-shares"


def test_an_entry_is_counted_by_the_proofs_that_it_carries() -> None:
    table = Parlour(PLUMP, 3, {"length": "short"}, escrow_t=2)
    counted: dict[StepKind, set[int]] = {}
    while table.kinds.count(StepKind.MOVE) < 4:  # three bids and a card
        for seat, pay in table.payloads().items():
            for kind, count in table.replica.proofs(seat, pay).items():
                counted.setdefault(kind, set()).add(count)
        table.step()

    assert counted == {
        StepKind.COMMIT: {0},
        StepKind.OPEN: {1},
        StepKind.SPLIT: {1},
        StepKind.VOUCH: {0},
        StepKind.COIN: {1},
        StepKind.MIX: {1},
        StepKind.SHARES: {1},
        StepKind.MOVE: {0, 1},
    }


def test_the_keys_of_a_finished_deal_are_forgotten() -> None:
    table = parlour(2)
    table.until("move")
    first = table.replica.deal.table.hex()
    dealer, game = table.dealers[0], table.place.game
    assert first in (dealer.kept(table.replica, game) or ())
    assert dealer.kept(table.replica, game) is None
    while table.replica.deal.table.hex() == first:
        assert dealer.kept(table.replica, game) is None
        table.step()
    assert dealer.kept(table.replica, game) is None, "the cards are not in hand yet"
    table.until("move")

    kept = dealer.kept(table.replica, game)
    assert kept is not None and table.replica.deal.table.hex() in kept and first not in kept
    assert set(dealer.prover.held) <= kept
    assert dealer.kept(table.play(), game) == frozenset()
