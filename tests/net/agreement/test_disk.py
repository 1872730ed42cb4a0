"""A full disk and a damaged journal (net 9): nothing is sent that is not written down."""

from __future__ import annotations

import pytest

from net.agreement.effects import FinalHeight, Locked, Space
from net.agreement.journal import Stored
from net.errors import LinkError
from net.wire.bodies import Ack, Entry
from net.wire.record import RecordKind, parse_record
from tests.support.lone_table import Lone
from tests.support.simulation import Simulation
from tests.support.toy import Toy
from tests.support.values import replace


def filled(k: int, *, seat: int = 0) -> Lone:
    """A table at height `k` whose disk is full from now on."""
    lone = Lone(seat=seat)
    lone.play(k)
    lone.take()
    lone.journal.full = True
    return lone


def test_an_entry_waits_for_space_on_the_disk() -> None:
    lone = filled(3)
    lone.propose(b"mine")
    assert not lone.sent(Entry) and not lone.journal.page.mine.get("E/0/4/0")
    assert [space.full for space in lone.told(Space)] == [True] and lone.table.is_full
    assert {err.code for err in lone.errs(to=1)} == {16} == {err.code for err in lone.errs(to=2)}
    lone.tick(1.0)
    assert not lone.sent(Entry)
    lone.journal.full = False
    lone.tick(1.1)

    assert [entry.pay for entry in lone.sent(Entry, to=1)] == [b"mine"]
    assert [space.full for space in lone.told(Space)] == [True, False] and not lone.table.is_full


def test_an_ack_waits_for_space_on_the_disk() -> None:
    lone = filled(1)
    lone.journal.full = False
    entry = lone.forger.signed(lone.entry(1))
    lone.holds_checks = True
    lone.say(lone.entry(1))
    lone.journal.full = True
    lone.judge()
    assert not lone.sent(Ack) and not lone.told(Locked) and not lone.journal.page.path
    assert lone.table.log.open.acks == (0, 1, 2)
    lone.journal.full = False
    lone.tick(1.1)

    assert len(lone.sent(Ack, to=1)) == 1 and lone.table.log.open.acks == (1, 2)
    lone.say(lone.ack(1, [entry]))
    lone.say(lone.ack(2, [entry]))
    assert lone.table.log.k == 2


def test_a_final_height_waits_for_space_on_the_disk() -> None:
    lone = Lone()
    lone.play(1)
    entry = lone.say(lone.entry(1))
    acks = [lone.ack(seat, [entry]) for seat in lone.others]
    lone.say(acks[0])
    lone.take()
    record = lone.journal.record

    def refuse(*words: object, **names: object) -> None:
        lone.journal.full = True
        try:
            record(*words, **names)  # type: ignore[arg-type]
        finally:
            lone.journal.full = False

    lone.table.log._journal = type("Refusing", (), {"record": staticmethod(refuse)})()  # type: ignore[assignment]
    lone.say(acks[1])
    assert lone.table.log.k == 1 and not lone.told(FinalHeight) and len(lone.table.log.records) == 1
    lone.table.log._journal = lone.journal
    lone.tick(1.1)

    assert lone.table.log.k == 2 and len(lone.told(FinalHeight)) == 1


def test_a_message_that_cannot_be_written_down_is_accepted_when_it_comes_again() -> None:
    """The message counts as lost and not as known, so it is taken when it is sent again."""
    lone = filled(1)
    entry = lone.say(lone.entry(1))
    assert lone.table.log.open.entries == (1,)
    lone.journal.full = False
    lone.feed(1, b"")
    lone.say(lone.entry(1))

    assert lone.table.log.open.entries == () and lone.journal.page.seen["E/0/2/1"] == entry.raw


def test_an_early_message_that_cannot_be_written_down_is_accepted_when_it_comes_again() -> None:
    """The height becomes final, and the message that came early for the next one counts as lost."""
    lone = Lone()
    lone.play(1)
    entry = lone.say(lone.entry(1))
    h, st = lone.outcome([entry])
    early = lone.forger.entry(2, 3, prev=h, st=st)
    lone.say(early)
    acks = [lone.ack(seat, [entry]) for seat in lone.others]
    lone.say(acks[0])

    def fill(at: str) -> None:
        lone.journal.full = lone.journal.full or at == "after record"

    lone.journal.at = fill
    lone.say(acks[1])
    lone.journal.at = lambda _: None
    lone.journal.full = False
    assert lone.table.log.k == 2 and lone.table.log.open.entries == (2,)
    lone.say(early)

    assert lone.table.log.open.entries == ()


def test_a_fault_stops_the_table_even_on_a_full_disk() -> None:
    lone = filled(1)
    lone.journal.full = False
    lone.holds_checks = True
    lone.say(lone.entry(1, b"illegal"))
    lone.journal.full = True
    lone.judge()

    assert lone.table.log.blame.stopped is not None and lone.table.is_full


def test_a_line_of_chat_is_not_sent_on_a_full_disk() -> None:
    lone = filled(1)
    lone.do(lone.table.say("hallo", lone.now))

    assert not lone.table.aside.lines and lone.told(Space)


def test_tables_come_to_their_end_after_a_disk_was_full_for_a_while() -> None:
    """Whole tables: one disk is full for a while, the others wait, then all come to the end."""
    for seed in range(5):
        run = Simulation(seed, 3)

        def fill(full: bool, run: Simulation = run) -> None:
            run.peers[1].journal.full = full

        run.at(0.2, fill, True)
        run.at(4.0, fill, False)
        run.run()

        assert run.now > 4.0 and {peer.table.log.k for peer in run.peers if peer.table} == {12}


# -- damaged journals


def stored(k: int = 4) -> Stored:
    lone = Lone()
    lone.play(k)
    lone.say(lone.entry(1))
    return lone.journal.crash()


def test_a_table_continues_from_an_honest_journal() -> None:
    again = Lone(stored=stored())

    assert again.table.log.k == 4 and again.table.log.open.acks == (1, 2)


DAMAGED: list[tuple[str, Stored]] = [
    ("a record is missing", replace(stored(), records=stored().records[1:])),
    ("records exchanged", replace(stored(), records=tuple(reversed(stored().records)))),
    ("record cut", replace(stored(), records=(*stored().records[:3], stored().records[3][:-1]))),
    (
        "record of a view",
        replace(
            stored(),
            records=(
                replace(parse_record(stored().records[0]), kind=RecordKind.CHANGE).encode(),
                *stored().records[1:],
            ),
        ),
    ),
    (
        "entry exchanged",
        replace(
            stored(),
            records=(
                *stored().records[:2],
                replace(
                    parse_record(stored().records[2]), items=parse_record(stored().records[1]).items
                ).encode(),
                stored().records[3],
            ),
        ),
    ),
    (
        "record of another height",
        replace(
            stored(),
            records=(*stored().records[:3], replace(parse_record(stored().records[3]), k=5).encode()),
        ),
    ),
    ("lock of another height", replace(stored(), records=stored().records[:3])),
    ("lock cut", replace(stored(), path=(b"\x97",))),
    (
        "lock without its entry",
        replace(stored(), path=(replace(parse_record(stored().path[0]), items=()).encode(),)),
    ),
]


@pytest.mark.parametrize("damaged", [each[1] for each in DAMAGED], ids=[each[0] for each in DAMAGED])
def test_a_damaged_journal_is_refused(damaged: Stored) -> None:
    with pytest.raises(LinkError, match="damaged"):
        Lone(stored=damaged)


@pytest.mark.parametrize(
    "changes",
    [{"prev": bytes(32)}, {"k": 6}, {"v": 1}, {"act": (0, 1)}, {"kind": RecordKind.CHANGE, "items": ()}],
    ids=["another chain", "another height", "another view", "fewer seats", "a change to the view that is"],
)
def test_a_journal_whose_lock_does_not_follow_its_last_record_is_refused(changes: dict[str, object]) -> None:
    lock = replace(parse_record(stored().path[0]), **changes)  # type: ignore[arg-type]

    with pytest.raises(LinkError, match="does not follow the last"):
        Lone(stored=replace(stored(), path=(lock.encode(),)))


def test_the_journal_of_another_program_is_refused() -> None:
    """Another program computes other state hashes than those that this seat has signed."""
    with pytest.raises(LinkError, match="another version"):
        Lone(stored=stored(), machine=Toy(3, skew=b"new version"))


def test_the_lock_of_a_final_height_is_forgotten() -> None:
    """A journal that kept the record and had no time to drop the lock."""
    held = stored()
    again = Lone(stored=replace(held, path=(replace(parse_record(held.records[3]), acks=()).encode(),)))

    assert again.table.log.k == 4 and again.table.log.open.acks == (1, 2)
