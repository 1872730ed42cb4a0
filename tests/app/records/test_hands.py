"""Hands that were opened after a game, in a record: checked, said, and shown in its replay."""

from __future__ import annotations

from functools import lru_cache

import pytest

from app.games.catalogue import catalogue
from app.keep.record_file import RecordFile, read_record_file, write_record_file
from app.records.opened import hand_lines, held_text
from app.records.recordings import recording_of
from app.records.summary import opened_hand_lines
from app.records.verify import verify_record
from app.screens.replay import ReplayModel
from app.spectators import HandHeld
from net.seat.hands import open_hand
from net.wire.genesis import sign_genesis
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

MATRICULATION = GAMES["matriculation"]
ENTRY = catalogue().named("matriculation")


@lru_cache(maxsize=1)
def played() -> tuple[SimulatedTable, RecordFile, tuple[bytes, bytes]]:
    """A whole game, its record, and the hands that both players could open."""
    table = SimulatedTable(MATRICULATION, 2)
    assert table.run(lambda: table.is_over)
    body = table.genesis.encode()
    sigs = tuple(sign_genesis(body, each.identity) for each in table.seated)
    hands = [
        open_hand(each.running.replica, table.genesis.id, each.running.dealer.prover, signer=each.identity)
        for each in table.seated
    ]
    return (
        table,
        RecordFile(body, sigs, tuple(table.seated[0].running.table.log.records)),
        (hands[0], hands[1]),
    )


def record(*hands: bytes) -> bytes:
    return write_record_file(replace(played()[1], hands=tuple(sorted(hands))))


def test_both_opened_hands_are_checked_and_listed_card_by_card() -> None:
    table, _, hands = played()
    verdict = verify_record(record(*hands))

    assert not verdict.problem and [hand.seat for hand in verdict.hands] == [0, 1]
    said = opened_hand_lines(verdict, ["Ada", "Bo"])
    assert len(said) == 2
    for seat, line in enumerate(said):
        known = table.seated[seat].running.dealer.known
        cards = [ENTRY.face_name(known[slot]) for slot, _ in verdict.hands[seat].faces]
        assert line == f"{('Ada', 'Bo')[seat]} opened the last hand: {', '.join(cards)}."


def test_the_replay_shows_only_opened_hands() -> None:
    _, _, hands = played()
    closed, one = (ReplayModel(recording_of(record(*each))) for each in ((), hands[:1]))
    for model in (closed, one):
        model.go(len(model.stops) - 1)
    faces = dict(one.recording.hands[0].faces)

    assert dict(one.view.known) == {**closed.view.known, **faces}
    assert faces and not {*faces} & {*closed.view.known}
    assert one.recording.verdict.endswith("Opened after the game: the last hand of seat 0.")
    assert "Opened" not in closed.recording.verdict


def test_an_invalid_hand_makes_the_record_invalid_and_blames_nobody_without_proof() -> None:
    _, plain, hands = played()
    outside = verify_record(record(hands[0][:-1] + bytes([hands[0][-1] ^ 1])))
    of_another = verify_record(write_record_file(replace(plain, records=plain.records[:-1], hands=hands[:1])))

    for verdict in (outside, of_another):
        assert "hands that were opened" in verdict.problem and not verdict.hands
    assert outside.blamed is None, "anybody could have spoiled the signature"
    assert of_another.blamed in (None, 0)


@pytest.mark.parametrize(("game", "held"), [("plump", "1 card"), ("reef", "1 tile")])
def test_cards_and_tiles_in_hand_have_their_own_words(game: str, held: str) -> None:
    entry = catalogue().named(game)
    text = held_text(HandHeld(1), entry)
    assert text.startswith(f"You still hold {held} that nobody")
    assert hand_lines(HandHeld(1), entry, ()) == (f"{text} Type `open hand` to show them.",)


def test_a_hand_that_is_opened_twice_is_refused() -> None:
    table, _, hands = played()
    each = table.seated[0]
    again = open_hand(
        each.running.replica, table.genesis.id, each.running.dealer.prover, signer=each.identity
    )

    assert again != hands[0]
    assert "twice" in verify_record(record(hands[0], again)).problem


def test_a_record_without_opened_hands_is_unchanged() -> None:
    assert read_record_file(record()).hands == ()
    assert record().startswith(b"SHOAL RECORD\0\1")
