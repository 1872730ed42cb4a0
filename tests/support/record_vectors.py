"""Whole records as fixed vectors, and the first of them byte by byte for `net/PROTOCOL.md`.

    python -m tests.support.record_vectors        rewrites tests/data/vectors/*.shoal and the page

The page is made with `net/second_reader.py`: so it has the findings of a reader that was written from the text.
"""

# ruff: noqa: E501  (a line of the page is a line here)

from __future__ import annotations

from pathlib import Path

from app.keep.record_file import write_record_file
from net import second_reader as second
from tests.support.record_stories import STORIES

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "data" / "vectors"
PAGE = ROOT / "net" / "PROTOCOL.md"
ROWS = "| file | story | seats | heights | signatures | proofs |\n|---|---|---|---|---|---|"
BEGIN = "### 14.1 The file and its genesis\n"
STORIES_OF = {
    "first-game": "plump: a first game",
    "left-out": "plump: left out at shares",
    "left-in-order": "cahoots: left in order",
    "half-wins": "kings: half wins",
    "opened-hands": "matriculation: opened hands",
    "stood-in": "reef: stood in at coin",
    "false-part": "plump: a false part",
    "equal-keys": "cahoots: equal keys",
}
"""The story of each vector, by the name of its file."""


def made(name: str) -> bytes:
    """The bytes of a vector, made now from its story."""
    return write_record_file(STORIES[STORIES_OF[name]]().file)


def prose(data: bytes) -> str:
    """The record of the first game, as a page tells it."""
    file = second.read_file(data)
    genesis = second.read_genesis(file)
    return "\n".join(
        [BEGIN, *_file(data, file, genesis), "", *_first_height(file, genesis), "", *_heights(file)]
    )


def _file(data: bytes, file: second.File, genesis: second.Genesis) -> list[str]:
    fields = second.unpack(second.Genesis, file.genesis)
    player = fields[7][0]
    at = 14 + 4 + len(file.genesis)
    return [
        f"The file has {len(data):,} bytes. Its parts, in hexadecimal, from byte 0:",
        "",
        f'    {data[:14].hex()}  "SHOAL RECORD", version 1',
        f"    {data[14:18].hex()}  the genesis has {len(file.genesis)} bytes: 99, an array of 9 fields, then",
        '      a1 47 "G" · 02 the version · a5 706c756d70 "plump" · a1 31 rules "1"',
        f'      c420 {fields[4].hex()}  engine: BLAKE2b of "plump 1 deck/1"',
        f"      c4{len(fields[5]):02x} options: {fields[5].decode().replace(chr(10), ' / ')} (lines)",
        f"      c410 {fields[6].hex()}  table",
        f"      92 two players, each 97, 7 fields; of seat 0: c420 {player[0].hex()}",
        f'         c420 {player[1].hex()} · c470 certificate · a6 "seat 0" · 00 a person · 00 · c400',
        "      9a the policy: 1e 00 00 00 00 00 00 00 05 00",
        f'    {data[at : at + 1].hex()}  two signatures of 64 bytes, each over "shoal1.genesis\\0" and the genesis:',
        f"      {file.sigs[0].hex()[:64]}..",
        f"    {data[at + 129 : at + 133].hex()}  {len(file.records)} records follow, each behind its length",
        f"    {data[-33:-32].hex()}  evidence: none",
        f"    {data[-32:].hex()}  the check",
        "",
        f"g = BLAKE2b-256, person `shoal1-game`, of LP(genesis) = `{genesis.id.hex()}`. That is h_0.",
    ]


def _start(genesis: second.Genesis) -> second.Table:
    """The table at height 0."""
    table = second.first_table(genesis)
    assert table is not None
    return table


def _first_height(file: second.File, genesis: second.Genesis) -> list[str]:
    raw = file.records[0]
    kind, v, k, prev, act, items, acks = second.unpack(second.Record, raw)
    envelope = second.unpack(second.Envelope, items[0])
    entry = second.unpack(second.Entry, envelope.body)
    pay = second.read_payload(entry[7])
    place = second.Place(k, prev)
    entries = [second.unpack(second.Envelope, each) for each in items]
    h = second.chain(place, kind, v, act, entries)
    heard = second.unpack(second.Envelope, acks[0])
    ack = second.unpack(second.Ack, heard.body)
    text = _start(genesis).state.text()
    return [
        "### 14.2 The first height",
        "",
        f'Record 1 has {len(raw)} bytes: 97 · a5 726f756e64 "round" · 00 v · 01 k · c420 prev = g · 92 00 01 act · 92 two',
        "envelopes · 92 two acks, each a `bin`. The first envelope:",
        "",
        f"    93 00  seat 0 · c4{len(envelope.body):02x} the body, {len(envelope.body)} bytes · c440 {envelope.sig.hex()[:32]}..",
        '    the body: 98 a1 45 "E" · c420 g · 00 v · 01 k · 00 seat · c420 prev = g',
        f"      c420 {entry[6].hex()}  st_0",
        f"      c4{len(entry[7]):02x} the payload, {len(entry[7])} bytes: 95 · 00 commit · a0 · c420 data · c400 · c400",
        f'      data {pay.data.hex()}  c_0 = H32("key", table, 0, Y_0, n_0)',
        "",
        "The position at height 0 is the text",
        "",
        f"    {text}",
        "",
        f"and st_0 = BLAKE2b-256, person `shoal1-state`, of these {len(text)} bytes, without LP. The signature is over",
        f'"shoal1.table\\0" and the body; id of the body = `{second.blake("shoal1-body", second.lp(envelope.body)).hex()}`.',
        "",
        'h_1 = BLAKE2b-256, person `shoal1-chain`, of LP(g, "round", 93 00 01 92 00 01, id of entry 0, id of entry 1)',
        f'= `{h.hex()}`. The first ack is 97 a1 41 "A" · c420 g · 00 · 01 · 00 · c420 h_1 ·',
        f"c420 st_1 = `{ack[6].hex()}`, the same as st_0: the rules have seen no event yet.",
    ]


def _heights(file: second.File) -> list[str]:
    genesis = second.read_genesis(file)
    table = _start(genesis)
    reader = second.Reader(genesis, second.settled(table, second.Place(1, genesis.id)))
    rows = []
    for raw in file.records:
        _, _, k, _, _, items, _ = second.unpack(second.Record, raw)
        told = []
        for each in items:
            envelope = second.unpack(second.Envelope, each)
            pay = second.read_payload(second.unpack(second.Entry, envelope.body).pay)
            sizes = f"{len(pay.data)}" + (f" + {len(pay.more)}" if pay.more else "")
            ahead = f", ahead {pay.ahead.kind} {len(pay.ahead.data)}" if pay.ahead else ""
            told.append(f"{envelope.seat}: {pay.kind} {f'`{pay.text}` ' if pay.text else ''}{sizes}{ahead}")
        reader.take(raw)
        step = reader.step
        assert step is not None
        h, st = reader.place.prev.hex()[:16], step.table.state.digest().hex()[:16]
        rows.append(f"| {k} | {'; '.join(told)} | `{h}` | `{st}` |")
    assert reader.step is not None
    sid = reader.step.table.deal.sid.hex()
    return [
        "### 14.3 All twelve",
        "",
        "The entries of each height (author, kind, bytes of `data`), and the first bytes of h_k and st_k:",
        "",
        "| k | entries | h_k | st_k |",
        "|---|---|---|---|",
        *rows,
        "",
        f"At height 2 both keys are open: sid = `{sid}`. Height 3 is the number of the first dealer, ctx =",
        'LP(sid, 3, h_2, "dealer"). At heights 4 and 5 the 52 faces are mixed by seat 0 and then by seat 1, ctx =',
        'LP(sid, 4, h_3, 0, "mix") and LP(sid, 5, h_4, 1, "mix"); they lie in the slots 0 to 51. At height 6 each seat',
        "gives the shares of the other's five cards (229 = 5 · 33 + 64), and carries its commitment to the key of deal 1.",
        "From height 7 on a mover carries its opening and its mix of the next deck; at 11 and 12 the movers commit to deal 2.",
        "At height 9 `play` opens slot 0 with the mover's own share: D 33, c 32, z 32.",
    ]


def row(name: str, data: bytes) -> str:
    """The line of a vector in the page's table."""
    reader = second.verdict_of(data).reader
    assert reader is not None
    found = (len(reader.keys), reader.place.k - 1, reader.signatures, reader.proofs)
    return f"| `{name}` | {STORIES_OF[name]} | {' | '.join(map(str, found))} |"


def main() -> int:
    """Rewrite all vectors and the page."""
    rows = []
    for name in STORIES_OF:
        (FOLDER / f"{name}.shoal").write_bytes(data := made(name))
        rows.append(row(name, data))
    page = PAGE.read_text(encoding="utf-8")
    told = prose((FOLDER / "first-game.shoal").read_bytes())
    begin = page.index(ROWS) + len(ROWS)
    PAGE.write_text("\n".join([page[:begin], *rows, "", told, ""]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
