"""Games that go on without a seat that has vanished, its shares out of escrow: at every step, each game."""

from __future__ import annotations

from random import Random

import pytest

from net.errors import NoView, PeerError
from net.machine import Choice, TableView
from net.seat.payload import Payload, read_payload, write_payload
from net.seat.step_kind import StepKind
from net.seat.steps.shares import Shares
from rules.api import Left, Moved, Seat, Show, Slot, Turn
from rules.plump.round import Round
from rules.plump.state import PlumpState
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour
from tests.support.spy import Spy
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

GONE = 1
CEREMONY = ("commit", "open", "split", "vouch", "coin")
"""The steps before the first deal are the same in every game."""
STEPS = ("mix", "shares", "move", "own move")
STORIES = [("plump", kind) for kind in CEREMONY] + [(game, kind) for game in GAMES for kind in STEPS]
SEATS = {"plump": 3, "kings": 4, "cahoots": 3, "matriculation": 3, "reef": 3}
OPTIONS = {"plump": {"length": "short"}, "matriculation": {"hands": "1"}}
HEIGHTS = 25
"""Number of rounds that a story continues after the seat has vanished; some games last for hundreds."""


class Story(Parlour):
    """A table at which the seat `GONE` vanishes; a spy reads along, and what each dealer sees is judged."""

    def __init__(self, game: str, *, t: int | None = None, seats: int = 0, seed: int = 1) -> None:
        seats = seats or SEATS[game]
        options = {key: value for key, value in OPTIONS.get(game, {}).items() if has_option(game, key, value)}
        super().__init__(GAMES[game], seats, options, seed=seed, escrow_t=seats - 1 if t is None else t)
        self.spy = Spy()
        self.game = GAMES[game]
        self.meant: set[Slot] = set()

    def step(self) -> None:
        pays = self.payloads()
        self.spy.read(*pays.values())
        for seat, pay in pays.items():
            self.replica.check(self.place, seat, pay)
        self.take(pays)
        self.judge()

    def send_in_vain(self) -> None:
        """Send what is due without its becoming final; a mover has then shown the cards it meant to play."""
        pays = self.payloads()
        self.spy.read(*pays.values())
        if self.replica.step.kind == "move":
            texts = [read_payload(seat, pay).text for seat, pay in pays.items()]
            self.meant |= {slot for text in texts for slot, _ in self.game.parse_action(text).opens}

    def vanish(self, choice: Choice, *gone: int) -> None:
        """The seats have sent what was due, or not: none of it becomes final."""
        self.send_in_vain()
        seats = tuple(seat for seat in self.replica.seats if seat not in gone)
        self.change_view(TableView(seats, choice))
        self.judge()

    def come_back(self, seat: int) -> None:
        self.send_in_vain()
        self.change_view(TableView(tuple(sorted({*self.replica.seats, seat})), Choice.GO_ON))
        self.judge()

    def judge(self) -> None:
        """Check that nobody knows, or could find out from all messages ever sent, more than it was shown."""
        deal, public = self.replica.deal, self.replica.public
        if deal.keys is None or not self.replica.actors:
            return
        secrets = {seat: self.dealers[seat].prover.secret(deal.table) for seat in deal.keys.seats}
        for slot, card in deal.cards.items():
            for seat, dealer in enumerate(self.dealers):
                if seat in self.replica.seats and slot in dealer.known:
                    assert slot in public or seat in card.viewers, (slot, seat)
            if not card.viewers and slot not in public:
                continue  # the stock is judged when it is dealt
            if slot not in self.meant:
                assert self.spy.can_open(self.replica, slot, secrets) == (slot in public), slot


def has_option(game: str, key: str, value: str) -> bool:
    return any(option.key == key and value in option.choices for option in GAMES[game].options)


def until(table: Story, kind: str) -> None:
    """Play until a step of this kind is due; for a draw, one in the middle of the game."""
    if kind in ("shares", "move", "own move"):
        table.until("move")
        for _ in range(9):
            table.step()
    for _ in range(300):
        is_own = table.replica.actors == (GONE,)
        if table.replica.step.kind == kind.rpartition(" ")[2] and (is_own or kind != "own move"):
            return
        table.step()
    pytest.skip(f"no step {kind} in this game")


def go_on(table: Story, heights: int = HEIGHTS) -> None:
    for _ in range(heights):
        if not table.replica.actors:
            break
        assert not {*table.replica.actors} - {*table.replica.seats}
        table.step()


@pytest.mark.parametrize(("game", "kind"), STORIES)
def test_a_seat_is_left_out_at_any_step(game: str, kind: str) -> None:
    table = Story(game)
    until(table, kind)
    hand = [slot for slot in table.replica.state.hand(Seat(GONE)) if slot not in table.replica.public]
    table.vanish(Choice.LEAVE_OUT, GONE)

    assert Left(Seat(GONE), "gone") in table.replica.happened
    go_on(table)
    assert not {*hand} & {*table.replica.public}


@pytest.mark.parametrize(("game", "kind"), STORIES)
def test_a_stand_in_can_start_to_play_at_any_step(game: str, kind: str) -> None:
    table = Story(game)
    until(table, kind)
    digest = table.replica.digest()
    table.vanish(Choice.STAND_IN, GONE)

    if kind != "own move":
        assert table.replica.digest() == digest
    go_on(table)


def middle(game: str, *, t: int | None = None, seats: int = 0, kind: str = "move") -> Story:
    """A story in the middle of its first deal."""
    table = Story(game, t=t, seats=seats)
    until(table, kind)
    return table


@pytest.mark.parametrize("choice", [Choice.LEAVE_OUT, Choice.STAND_IN])
@pytest.mark.parametrize("game", ["plump", "cahoots", "matriculation", "reef"])
def test_with_fewer_parts_needed_a_second_seat_can_vanish(game: str, choice: Choice) -> None:
    table = middle(game, t=2, seats=4)
    table.vanish(choice, 1)
    go_on(table, 15)
    table.vanish(choice, 3)
    go_on(table)

    assert {*table.replica.seats} == {0, 2}


@pytest.mark.parametrize("choice", [Choice.LEAVE_OUT, Choice.STAND_IN])
def test_two_seats_can_vanish_at_once(choice: Choice) -> None:
    table = middle("cahoots", t=2, seats=5, kind="shares")
    table.vanish(choice, 0, 4)

    go_on(table)
    assert table.replica.seats == (1, 2, 3)


@pytest.mark.parametrize(("seats", "t"), [(3, 0), (4, 0), (3, 2), (4, 3)])
def test_too_few_parts_are_reported(seats: int, t: int) -> None:
    """Without escrow one vanished seat is one too many; with all others holding parts, the second is."""
    table = middle("matriculation", t=t, seats=seats)
    if t:
        table.vanish(Choice.STAND_IN, 1)
        go_on(table, 5)
    rest = tuple(seat for seat in table.replica.seats if seat != 2)
    for choice in (Choice.STAND_IN, Choice.LEAVE_OUT):
        if len(rest) == 1 and choice is Choice.LEAVE_OUT:
            continue  # that ends the game
        with pytest.raises(NoView) as refusal:
            table.change_view(TableView(rest, choice))
        assert refusal.value.reason == ("escrow" if t else "hidden")


def test_only_as_many_seats_lend_as_are_needed_and_nobody_lends_twice() -> None:
    table = middle("reef", t=2, seats=4)
    table.vanish(Choice.LEAVE_OUT, 1)
    table.until("shares")
    step = table.replica.step
    assert isinstance(step, Shares)
    lent = {seat: dict(owed.lent) for seat, owed in step.plan.owed.items() if owed.lent}

    assert set(lent) == {0, 2} and {frozenset(each) for each in lent.values()} == {frozenset({1})}


# -- lies about what is lent ------------------------------------------------------------------


def lending() -> tuple[Story, int, Payload, int]:
    """A table that lends a missing seat's shares; the lender, its payload, and the start of the lent part."""
    table = middle("cahoots", seats=3)
    table.vanish(Choice.LEAVE_OUT, GONE)
    table.until("shares")
    seat, honest = sorted(table.payloads().items())[-1]
    payload = read_payload(seat, honest)
    step = table.replica.step
    assert isinstance(step, Shares) and step.plan.owed[seat].lent and payload.more
    return table, seat, payload, 162 * len(step.plan.owed[seat].sealed)


FALSE = {
    "nothing lent": lambda more, at: more[:at],
    "too short": lambda more, at: more[:-1],
    "too long": lambda more, at: more + b"\0",
    "a byte of a point": lambda more, at: more[: at + 9] + bytes([more[at + 9] ^ 1]) + more[at + 10 :],
    "a byte of the proof": lambda more, at: more[:-9] + bytes([more[-9] ^ 1]) + more[-8:],
    "zeros": lambda more, at: more[:at] + bytes(len(more) - at),
}


@pytest.mark.parametrize("lie", FALSE)
def test_the_seat_that_lends_a_false_part_is_blamed(lie: str) -> None:
    table, seat, payload, at = lending()
    table.replica.check(table.place, seat, write_payload(payload))
    with pytest.raises(PeerError) as refused:
        table.replica.check(
            table.place, seat, write_payload(replace(payload, more=FALSE[lie](payload.more, at)))
        )

    assert refused.value.seat == seat


def test_a_loan_is_bound_to_its_place_and_seat() -> None:
    table, seat, payload, _ = lending()
    (other,) = {*table.replica.seats} - {seat}
    for place in (replace(table.place, k=999), replace(table.place, prev=bytes(31) + b"\1")):
        with pytest.raises(PeerError):
            table.replica.check(place, seat, write_payload(payload))
    theirs = read_payload(other, table.payloads().get(other, b"") or write_payload(payload))
    with pytest.raises(PeerError) as refused:
        table.replica.check(table.place, seat, write_payload(replace(payload, more=theirs.more[:-1] + b"\1")))

    assert refused.value.seat == seat


def test_a_loan_is_refused_when_nothing_is_missing() -> None:
    table = middle("cahoots", seats=3, kind="shares")
    seat, honest = sorted(table.payloads().items())[-1]
    payload = read_payload(seat, honest)
    with pytest.raises(PeerError) as refused:
        table.replica.check(table.place, seat, write_payload(replace(payload, more=bytes(97))))

    assert refused.value.seat == seat and payload.more == b""


# -- stand-ins and owners ---------------------------------------------------------------------


@pytest.mark.parametrize("t", [0, 2])
def test_a_stand_in_can_begin_with_a_new_deal_without_any_escrow(t: int) -> None:
    """The keys are made without the missing seat, so the cards that it is dealt lie open."""
    table = Story("plump", t=t)
    table.until("mix")
    table.vanish(Choice.STAND_IN, GONE)
    assert table.replica.step.kind == "commit"
    table.until("move")

    hand = table.replica.state.hand(Seat(GONE))
    assert hand and {*hand} <= {*table.replica.public}
    assert table.replica.deal.known_keys().seats == (0, 2)
    assert table.play().state.outcome() is not None
    table.judge()


def test_the_owner_comes_back_to_an_open_hand_and_plays_it() -> None:
    table = middle("cahoots")
    while table.replica.state.needs[0] != Turn(Seat(GONE)):
        table.step()
    table.vanish(Choice.STAND_IN, GONE)
    go_on(table, 4)
    opened = [slot for slot in table.replica.state.hand(Seat(GONE)) if slot in table.replica.public]
    table.come_back(GONE)
    assert opened and table.replica.seats == (0, 1, 2)
    played: set[Slot] = set()
    drawn: set[Slot] = set()
    for _ in range(200):
        if not table.replica.actors or (played & {*opened} and drawn):
            break
        table.step()
        for event in table.replica.happened:
            if isinstance(event, Moved) and event.seat == GONE:
                played |= {slot for slot, _ in event.action.opens}
        drawn |= {*table.replica.state.hand(Seat(GONE))} - {*table.replica.public}

    assert played & {*opened}
    assert drawn  # its new cards are closed again


def test_nobody_but_the_owner_can_play_a_card_of_an_open_hand() -> None:
    table = middle("plump", seats=3)
    while table.replica.state.needs != (Turn(Seat(GONE)),):
        table.step()
    table.vanish(Choice.STAND_IN, GONE)
    while not (table.replica.step.kind == "move" and (part := plump(table)) and not part.is_bidding):
        table.step()
    (seat,) = table.replica.actors
    slot = next(slot for slot in table.replica.state.hand(Seat(GONE)) if slot in table.replica.public)
    text = f"play {slot}={GAMES['plump'].face_text(table.replica.public[slot])}"
    with pytest.raises(PeerError) as refused:
        table.replica.check(table.place, seat, write_payload(Payload(StepKind.MOVE, text=text)))

    assert refused.value.seat == seat


def test_a_seat_that_was_away_can_be_left_out_later_and_then_not_come_back() -> None:
    table = middle("matriculation", seats=4)
    table.vanish(Choice.STAND_IN, GONE)
    go_on(table, 6)
    table.change_view(TableView((0, 2, 3), Choice.LEAVE_OUT))
    assert table.replica.happened[:1] == (Left(Seat(GONE), "gone"),)
    with pytest.raises(NoView) as refusal:
        table.change_view(TableView((0, 1, 2, 3), Choice.GO_ON))

    assert refusal.value.reason == "return"
    go_on(table)


@pytest.mark.parametrize("kind", ["commit", "open", "coin", "mix", "shares", "move"])
def test_an_owner_comes_back_at_any_step(kind: str) -> None:
    table = Story("plump", seats=3, t=2)
    table.vanish(Choice.STAND_IN, GONE)
    until(table, kind)
    table.come_back(GONE)
    table.until("move")

    assert table.replica.seats == (0, 1, 2)
    go_on(table)


@pytest.mark.parametrize("game", GAMES)
def test_bots_can_search_positions_with_an_open_hand(game: str) -> None:
    """The open cards of another's hand are known as well: a sample must agree with them."""
    table = middle(game)
    table.vanish(Choice.STAND_IN, GONE)
    for _ in range(30):
        if not table.replica.actors:
            break
        table.step()
        if table.replica.step.kind == "move" and table.replica.actors:
            (seat,) = table.replica.actors
            view = table.dealers[seat].view(table.replica)
            _, faces = GAMES[game].sample(view, Random(1))
            assert {slot: faces[slot] for slot in view.known if slot in faces} == {
                slot: face for slot, face in view.known.items() if slot in faces
            }


@pytest.mark.parametrize("choice", [Choice.LEAVE_OUT, Choice.STAND_IN])
def test_a_game_comes_to_its_end_without_a_seat(choice: Choice) -> None:
    table = middle("cahoots")
    table.vanish(choice, GONE)

    assert table.play().state.outcome() is not None


def test_a_round_with_cards_on_foreheads_goes_on_without_a_seat() -> None:
    """Everybody who is there sees every card but their own; the missing seat's share is lent."""
    table = Story("plump", seats=4)
    while (part := plump(table)) is None or part.cards > 1 or table.replica.step.kind != "shares":
        table.step()
    table.vanish(Choice.STAND_IN, GONE)
    table.until("move")
    part = plump(table)
    assert part is not None
    slots = {seat: part.hands[Seat(seat)][0] for seat in range(4)}
    for seat in (0, 2, 3):
        assert {*slots.values()} - {*table.dealers[seat].known} == {slots[seat]}

    go_on(table)


def plump(table: Story) -> Round | None:
    assert isinstance(table.replica.state, PlumpState)
    return table.replica.state.part


def test_a_pile_whose_cards_could_not_be_opened_is_shuffled_again() -> None:
    table = middle("matriculation", kind="shares")
    while [need.to for need in table.replica.state.needs if isinstance(need, Show)] != [(GONE,)]:
        table.step()
        table.until("shares")
    stock = unseen(table)
    table.vanish(Choice.LEAVE_OUT, GONE)
    assert table.replica.step.kind == "mix" and table.replica.actors == (0,)
    table.step()
    table.change_view(TableView((0, 2), Choice.GO_ON))  # nobody goes, and nothing is lost
    assert table.replica.step.kind == "mix" and table.replica.actors == (2,)
    table.step()

    assert set(unseen(table)) == set(stock) and not {*unseen(table).values()} & {*stock.values()}
    assert table.replica.step.kind == "shares"
    go_on(table)


def unseen(table: Story) -> dict[Slot, bytes]:
    """The locked cards of slots that nobody has seen, by slot."""
    cards = table.replica.deal.cards
    return {slot: bytes(card.cipher.a) for slot, card in cards.items() if not card.viewers}
