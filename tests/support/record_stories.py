"""Stories of tables that are written down as records: all games, with every kind of absence."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import divers

from net.deck import dleq
from net.deck.algebra.group import mul_secret
from net.deck.algebra.hashing import lp
from net.machine import Choice, TableView, Why
from net.seat.dealer import Dealer
from net.seat.hands import open_hand
from net.seat.payload import Payload, read_payload, write_payload
from net.seat.step_kind import StepKind
from net.wire.genesis import Half, Policy
from rules.api import Action, Face, View
from tests.support.catalogue import GAMES
from tests.support.parlour import any_action, seeded
from tests.support.passing import PASSING
from tests.support.scribe import Scribe
from tests.support.values import replace

GONE = 1
RULES = {**GAMES, divers.GAME.key: divers.GAME, PASSING.key: PASSING}
SEATS = {"passing": 4, "divers": 3, "plump": 3, "kings": 4, "cahoots": 3, "matriculation": 3, "reef": 3}
SHORT = {"divers": {"cards": "3"}, "plump": {"length": "short"}, "kings": {"first": "random"}}
HEIGHTS = 8
"""Number of rounds that a story continues after an event."""


def table(game: str, *, seats: int = 0, t: int = 0, half: Half = Half.WAIT) -> Scribe:
    seats = seats or SEATS[game]
    return Scribe(RULES[game], seats, SHORT.get(game), policy=Policy(escrow_t=t, half=half))


def go_on(scribe: Scribe, heights: int = HEIGHTS) -> Scribe:
    for _ in range(heights):
        if scribe.replica.actors:
            scribe.step()
    return scribe


def others(scribe: Scribe) -> tuple[int, ...]:
    return tuple(seat for seat in scribe.act if seat != GONE)


def left_out(game: str, kind: StepKind, *, t: int = 2) -> Scribe:
    """A seat is left out while a round of that kind is under way; its shares are lent."""
    scribe = table(game, t=t)
    scribe.until(kind)
    scribe.change_view(TableView(others(scribe), Choice.LEAVE_OUT))
    return go_on(scribe)


def stood_in(game: str, kind: StepKind) -> Scribe:
    """A stand-in plays for a seat, which comes back."""
    scribe = table(game, t=2)
    scribe.until(kind)
    scribe.change_view(TableView(others(scribe), Choice.STAND_IN))
    go_on(scribe)
    if scribe.replica.actors:
        scribe.change_view(TableView(tuple(range(len(scribe.identities))), Choice.GO_ON))
    return go_on(scribe, 4)


def left_in_order(game: str) -> Scribe:
    """A seat leaves its shares behind, without escrow, and one of the rest writes them down."""
    scribe = table(game)
    scribe.until(StepKind.MOVE)
    go_on(scribe, 4).until(StepKind.MOVE)
    shares = scribe.dealers[GONE].parting(scribe.replica)
    for seat in others(scribe):
        scribe.dealers[seat].keep_parting(scribe.replica, GONE, shares)
    view = TableView(others(scribe), Choice.LEAVE_OUT, Why.LEFT)
    scribe.dealers[GONE].learn = lambda replica: None  # type: ignore[method-assign]  # it has gone
    scribe.change_view(view)
    return go_on(scribe)


def ended(game: str, half: Half) -> Scribe:
    """A game that more than half, or exactly half of the seats, end where it stands."""
    seats = 3 if half is Half.WAIT else 2
    scribe = go_on(table(game, seats=SEATS[game] if game == "kings" else seats, half=half), 12)
    act = scribe.act[: len(scribe.act) // 2] if half is not Half.WAIT else others(scribe)
    scribe.change_view(TableView(act, Choice.END))
    return scribe


def same_keys() -> Scribe:
    """Two seats have drawn the same key, and the deal begins again."""
    scribe = table("cahoots")
    for seat in (0, 1):
        scribe.dealers[seat] = Dealer(seat, seeded("one computer, copied"), {})
    go_on(scribe, 2)
    scribe.dealers[1] = Dealer(1, seeded("another"), {})
    return go_on(scribe)


def false_complaint() -> Scribe:
    """A holder complains about a part of a key that is right, with a proof of what is in its box."""
    scribe = table("plump", t=1)
    scribe.until(StepKind.VOUCH)
    deal, place, dealer = scribe.replica.deal, scribe.place, 0
    keys, dealt = deal.known_keys(), deal.split[dealer]
    secret = scribe.dealers[GONE].prover.secret(deal.table)
    shared = mul_secret(dealt.r, secret.x, seeded("complaint"))
    place_of = lp(keys.sid, place.k, place.prev, GONE, "vouch")
    said = dleq.context("complaint", lp(place_of, dealer), keys, GONE)
    proof = dleq.prove(
        said, keys.public(GONE), (dealt.r,), (shared,), secret=secret, randomness=seeded("proof")
    )
    pays = scribe.payloads()
    pays[GONE] = write_payload(Payload(StepKind.VOUCH, bytes([dealer]) + bytes(shared) + proof))
    scribe.keep(pays)
    return scribe


def same_keys_again() -> Scribe:
    """Two seats have drawn the same key for the second time, and the table stops."""
    scribe = table("plump")
    for at in ("one computer, copied", "and once more"):
        for seat in (0, 1):
            scribe.dealers[seat] = Dealer(seat, seeded(at), {})
        scribe.step()
        scribe.keep(scribe.payloads())
        if at == "one computer, copied":
            scribe.step()
    return scribe


def voted_in_vain() -> Scribe:
    """A view that changes nothing, then an end, and another view after it."""
    scribe = go_on(table("cahoots"), 10)
    scribe.change_view(TableView(scribe.act, Choice.GO_ON))
    go_on(scribe, 2)
    scribe.change_view(TableView(others(scribe), Choice.END))
    scribe.change_view(TableView(scribe.act, Choice.END))
    return scribe


def opened_hands() -> Scribe:
    """A game that is ended, after which hands are opened."""
    scribe = ended("matriculation", Half.WAIT)
    game, provers = scribe.genesis.id, [dealer.prover for dealer in scribe.dealers]
    hands = [open_hand(scribe.replica, game, provers[seat], scribe.identities[seat]) for seat in scribe.act]
    scribe.hands = tuple(sorted(hands))
    return scribe


def left_while_opening() -> Scribe:
    """A seat that has seen the others' opened choices leaves in order; the leave takes effect later."""
    scribe = table("divers")
    scribe.until(StepKind.REVEAL)
    scribe.step()
    scribe.until(StepKind.REVEAL)
    shares = scribe.dealers[GONE].parting(scribe.replica)
    for seat in others(scribe):
        scribe.dealers[seat].keep_parting(scribe.replica, GONE, shares)
    scribe.dealers[GONE].learn = lambda replica: None  # type: ignore[method-assign]  # it has gone
    scribe.change_view(TableView(others(scribe), Choice.LEAVE_OUT, Why.LEFT))
    return go_on(scribe)


def alone_at_once() -> Scribe:
    """All choose while two are away: nobody commits for those, and a seat opens its choice alone."""
    scribe = Scribe(divers.GAME, 5, SHORT["divers"], policy=Policy(escrow_t=2))
    scribe.until(StepKind.REVEAL)
    scribe.change_view(TableView((0, 1, 2), Choice.STAND_IN))
    go_on(scribe, 2)
    scribe.change_view(TableView((0, 2), Choice.STAND_IN))
    go_on(scribe, 1)
    scribe.change_view(TableView((0, 2), Choice.LEAVE_OUT))
    return go_on(scribe)


def arranged_falsely() -> Scribe:
    """A seat lays other cards than it was asked to, and the table stops."""
    scribe = table("passing")
    scribe.until(StepKind.ARRANGE)
    scribe.step()
    (seat,) = scribe.replica.actors
    payload = read_payload(seat, scribe.payloads()[seat])
    data = payload.data[66:132] + payload.data[:66] + payload.data[132:]
    scribe.keep({seat: write_payload(replace(payload, data=data))})
    return scribe


def ended_at_once() -> Scribe:
    """A seat is left out when all have chosen, and the game is ended before anything is open."""
    scribe = table("divers", t=2, seats=4)
    scribe.until(StepKind.REVEAL)
    scribe.change_view(TableView((0, 2, 3), Choice.LEAVE_OUT))
    scribe.change_view(TableView((0, 2), Choice.END))
    return scribe


def opened_falsely(lie: Callable[[Payload], Payload], kind: StepKind = StepKind.REVEAL) -> Scribe:
    """A seat commits to a choice, or opens one, in a forbidden way, and the table stops."""
    scribe = table("divers")
    scribe.until(StepKind.REVEAL)
    scribe.step()
    scribe.until(kind)
    pays = scribe.payloads()
    pays[GONE] = write_payload(lie(read_payload(GONE, pays[GONE])))
    scribe.keep(pays)
    return scribe


def chosen_falsely(lie: Callable[[View], Action]) -> Scribe:
    """A seat commits to an illegal choice, which everybody sees when it is opened."""
    scribe = table("divers")
    scribe.until(StepKind.REVEAL)
    scribe.step()
    scribe.choose = lambda view, rng: lie(view) if view.seat == GONE else any_action(view, rng)
    scribe.until(StepKind.REVEAL)
    scribe.keep(scribe.payloads())
    return scribe


def other_card(view: View) -> Action:
    """The action with a false face for a card of the seat's hand."""
    action = view.actions()[0]
    assert isinstance(action, divers.Play)
    return replace(action, face=Face((action.face + 1) % 40))


def false_part() -> Scribe:
    """A dealer's split key has a false part; its receiver says so, and the table stops."""
    scribe = table("plump", t=1)
    scribe.until(StepKind.SPLIT)
    pays = scribe.payloads()
    split = read_payload(GONE, pays[GONE])
    data = split.data[:-1] + bytes([split.data[-1] ^ 1])  # in the box of the last seat
    pays[GONE] = write_payload(replace(split, data=data))
    scribe.take(pays)
    scribe.keep(scribe.payloads())
    return scribe


STORIES: dict[str, Callable[[], Scribe]] = {
    **{f"{game}: played": lambda game=game: go_on(table(game), 40) for game in GAMES},
    **{
        f"{game}: left out at {kind}": lambda game=game, kind=kind: left_out(game, kind)
        for game in GAMES
        for kind in (StepKind.MOVE, StepKind.MIX, StepKind.COIN, StepKind.SHARES)
    },
    **{
        f"{game}: stood in at {kind}": lambda game=game, kind=kind: stood_in(game, kind)
        for game in GAMES
        for kind in (StepKind.MOVE, StepKind.SPLIT, StepKind.COIN, StepKind.SHARES)
    },
    **{
        f"{game}: left in order": lambda game=game: left_in_order(game)
        for game in ("cahoots", "matriculation", "reef")
    },
    **{f"{game}: ended": lambda game=game: ended(game, Half.WAIT) for game in GAMES},
    **{f"{game}: half wins": lambda game=game: ended(game, Half.WINS) for game in GAMES},
    "reef: a number without escrow": lambda: left_out("reef", StepKind.COIN, t=0),
    "plump: a forehead": lambda: go_on(table("plump"), 75),
    "plump: a first game": lambda: go_on(table("plump", seats=2), 12),
    "cahoots: equal keys": same_keys,
    "plump: a false part": false_part,
    "plump: a false complaint": false_complaint,
    "plump: equal keys again": same_keys_again,
    "cahoots: voted in vain": voted_in_vain,
    "matriculation: opened hands": opened_hands,
    "passing: played": lambda: go_on(table("passing"), 40),
    **{
        f"passing: {name} at arrange": lambda story=story: story("passing", StepKind.ARRANGE)
        for name, story in (("left out", left_out), ("stood in", stood_in))
    },
    "passing: a false arrangement": arranged_falsely,
    "divers: played": lambda: go_on(table("divers"), 40),
    **{
        f"divers: {name} at {kind}": lambda story=story, kind=kind: story("divers", kind)
        for name, story in (("left out", left_out), ("stood in", stood_in))
        for kind in (StepKind.CHOOSE, StepKind.REVEAL)
    },
    "divers: left while opening": left_while_opening,
    "divers: alone at once": alone_at_once,
    "divers: ended at once": ended_at_once,
    "divers: a short commitment": lambda: opened_falsely(
        lambda pay: replace(pay, data=pay.data[1:]), StepKind.CHOOSE
    ),
    "divers: a short blind": lambda: opened_falsely(lambda pay: replace(pay, more=pay.more[1:])),
    "divers: another blind": lambda: opened_falsely(lambda pay: replace(pay, more=bytes(32))),
    "divers: another choice": lambda: opened_falsely(lambda pay: replace(pay, text="deep")),
    "divers: no choice of that time": lambda: chosen_falsely(lambda view: divers.Vote("deep")),
    "divers: another card": lambda: chosen_falsely(other_card),
}


QUICK = (
    *("plump: left out at shares", "reef: stood in at coin", "cahoots: left in order", "kings: half wins"),
    *(
        "matriculation: opened hands",
        "plump: a false part",
        "plump: a false complaint",
        "cahoots: equal keys",
    ),
    "passing: stood in at arrange",
    *("divers: stood in at reveal", "divers: left while opening", "divers: another choice"),
)


@lru_cache(maxsize=len(STORIES))
def told(story: str) -> Scribe:
    return STORIES[story]()
