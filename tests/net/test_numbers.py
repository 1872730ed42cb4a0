"""The numbers that `net/PROTOCOL.md` promises to a second program are those of this one.

Each row has the sentence as the document says it, with the number of the code put in. A number that is
changed in only one place is found here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from net.agreement.aside import chat, pauses
from net.agreement.hearing import heads, pulse, reach
from net.agreement.post import AGAIN_S, ANSWERS_PER_S, HEADS_PER_S
from net.agreement.views import changes, votes
from net.discovery import board, broadcast, datagram, mdns, notice, out_of_reach, responder
from net.discovery import words as found
from net.link import address
from net.link.contract import LIMITS, Channel
from net.lobby import invitation, messages, phases, timeouts
from net.seat import payload
from net.watch import course, fork, lines, source, words
from net.watch import phases as watching
from net.wire import bodies, envelope, frame, genesis, record
from net.wire.words import ERR_TEXT_MAX

PROTOCOL = (Path(__file__).resolve().parents[2] / "net" / "PROTOCOL.md").read_text(encoding="utf-8")
KIB, MIB = 1024, 1024 * 1024
COUNTED = {1: "one", 2: "two", 3: "three"}

LINKS = [LIMITS[channel] for channel in (Channel.LOBBY, Channel.TABLE, Channel.WATCH)]
PROMISES = [
    f"about at most {phases.ASKING_MAX} guests at once, {phases.ASKING_OF_A_HOST} of them from one computer",
    "at most {} connections on L, {} on T and {} on S".format(*(each.connections for each in LINKS)),
    "From one computer it holds {}, {} and {};".format(*(each.connections_of_a_host for each in LINKS)),
    f"tries all of its own interfaces, {address.LINKS_MAX} at most",
    f"spectators that the player has removed, {words.OUT_MAX} at most",
    f"A payload is at most {envelope.PAY_MAX / KIB:g} KiB",
    f"all payloads of a round {record.ROUND_PAY_MAX / KIB:g} KiB together",
    f"1 to {frame.RECORDS_MAX} records and {frame.RECORDS_BYTES_MAX // KIB} KiB",
    f"Seats: {envelope.SEATS_MAX}.",
    f"Nick: 1 to {genesis.NICK_MAX}.",
    f"Chat: 1 to {bodies.CHAT_MAX}.",
    f"A genesis: {genesis.GENESIS_MAX // KIB} KiB.",
    f"certificate, {genesis.CERTIFICATE_BYTES} bytes",
    f"shares: at most {bodies.SHARES_MAX // KIB} KiB",
    f"A seat has at most {messages.ADDRESSES_MAX}.",
    f"`app_version` has at most {messages.VERSION_TEXT_MAX} characters",
    f"the text of BYE at most {ERR_TEXT_MAX}",
    f"an INFO frame of at most {found.INFO_MAX:,} bytes",
    f"spectators: at most {notice.SPECTATORS_MAX}",
    f"an invitation, of at most {found.INVITATION_MAX} characters",
    f"names at most {words.NAMED_MAX} spectators",
    f"a line has at most {words.LINE_MAX:,} bytes",
    f"gone_after_s {genesis.GONE_LEAST_S}..{genesis.GONE_MOST_S}",
    f"move_limit_s 0 or {genesis.MOVE_LEAST_S}..{genesis.MOVE_MOST_S}",
    f"half_after_min {genesis.HALF_LEAST_MIN}..{genesis.HALF_MOST_MIN}",
    f'["G", {genesis.VERSION}, game',
    f"canonical text of the action, at most {payload.ACTION_CHARS} characters",
    f"Text: at most {ERR_TEXT_MAX} printable ASCII characters",
    f"version 1 byte (1), number of addresses 1 byte (1 to {invitation.ADDRESSES_MAX})",
    f"All words are CTL frames on channel L, at most {messages.LOBBY_MAX // KIB} KiB",
    f"Everything is repeated every {phases.AGAIN_S:.0f} s until it is answered",
    f"A guest silent for {phases.SILENT_S:.0f} s before the start",
    f"SIGN at the earliest {phases.LOOK_S:.0f} s after it has shown a new number",
    f"to 2 at least and {envelope.SEATS_MAX} at most, never below",
    f"has not sent SIGN and ADDR {phases.SIGN_S:.0f} s after the offer",
    f"a host silent for {timeouts.HOST_TIMEOUT_S:.0f} s is gone",
    f"at most {chat.LINES_PER_S:.0f} lines a second with a burst of {chat.LINES_BURST:.0f}",
    f"at most {pauses.WORDS_PER_S:.0f} a second with a burst of {pauses.WORDS_BURST:.0f}",
    f"{COUNTED[pulse.SKIPS]} of three in a row are left out",
    f"every {pulse.QUIET_HEAD_S:.0f} s after {pulse.QUIET} heads in which nothing was signed",
    f"{pulse.NUDGE_S} s after a message of its own",
    f"or has been at that height for {heads.STUCK_S:.0f} s",
    f"by each further seat {reach.LEND_S:.0f} s later",
    f"a run of several records has at most {frame.RUN_BYTES // KIB} KiB",
    f"At most {ANSWERS_PER_S:.0f} answers a second go to a peer, and at most {HEADS_PER_S:.0f} heads",
    f"before {AGAIN_S * 1000:.0f} ms are over",
    f"A peer that has heard {COUNTED[reach.LAG]} heads to everybody fewer",
    f"after {changes.EXPLAIN_S:.0f} s the table says whose ack nobody has explained",
    f"A vote is at most {votes.AHEAD} views above our last one",
    f"the last {votes.ACKS_KEPT} of each seat are kept",
    f"Entries live for {mdns._LIFE_S} s",
    f"UDP to port {datagram.PORT}",
    f"a nonce of {datagram.NONCE_BYTES} bytes",
    f"at most {notice.NOTICE_MAX} bytes",
    f"at most {board.CALLS_AT_ONE} attempts a second at one computer and {board.CALLS_IN_ALL} in all",
    f"of a key {board.PLACES} senders are kept",
    f"zeros up to {datagram.DATAGRAM_MAX} bytes",
    f"at most {datagram.LINE_MAX} characters",
    f"(1 byte, at most {datagram.PAGES_MAX})",
    f"At most {broadcast.ANSWERS_PER_S:.0f} answers a second, and {broadcast.TO_ONE_PER_S:.0f} to one",
    f"then every {board.EVERY_S} s; where more than {board.CALM} are found",
    f"down to every {board.SELDOM_S:.0f} s; where more than {board.PAGE} are found",
    f"leaves {board.MISSED} questions of the page unanswered",
    f"points at, every {board.ASK_S:.0f} s",
    f"Where {board.FEW} computers are found or fewer",
    f"the players who answer there, {found.SIGHT_MAX} at most",
    f"asks up to {out_of_reach.ASKED_MAX} people who are here, every {out_of_reach.ASK_S:.0f} s",
    f"A LOOK that is not answered within {board.ANSWER_S} s",
    f"At most {board.HINTS_MAX} hints are kept and {board.HINTS_OF_A_HOST} of one computer",
    f"succeeded within {responder.DIAL_S:.0f} s",
    f"each computer every {responder.DIAL_AGAIN_S:.0f} s",
    f"At most {watching.WINDOW_BYTES // MIB} MiB and {watching.WINDOW_RECORDS} records a spectator",
    f"waits for one of {COUNTED[watching.CATCHING_MAX]} turns",
    f"together send at most {watching.CATCHING_BYTES_S // MIB} MiB/s",
    f"a turn that moves nothing for {watching.STALLED_S:.0f} s is given up",
    f"{watching.DIRECT} watch directly. Above that ELSEWHERE names up to {words.ELSEWHERE_MAX} of them",
    f"served, up to {watching.SPECTATORS_MAX}.",
    f"A silent spectator is dropped after {watching.SILENT_S:.0f} s",
    f"does not answer for {watching.CALL_S:.0f} s",
    f"every {watching.LOOK_S:.0f} s it asks another source",
    f"{fork.STEP} heights at a time backwards from there for at most {fork.PATIENCE_S:.0f} s",
    f"nobody answered for {watching.GIVE_UP_S:.0f} s",
    f"every second, and every {watching.CREDIT_LEAST_S} s while much comes",
    f"{lines.LINES_PER_S} a second from one author ({lines.LINES_BURST:.0f} at once)",
    f"{watching.LINES_A_SPECTATOR_S:.0f} a second from one spectator's connection",
    f"A hand is `[body, sig]`, at most {frame.HAND_MAX // KIB} KiB",
    f"At most {course.COURSE_MAX_BYTES // MIB} MiB and 100,000 heights",
]


@pytest.mark.parametrize("promise", PROMISES)
def test_the_protocol_promises_the_numbers_of_the_program(promise: str) -> None:
    assert promise in PROTOCOL


def test_a_spectator_who_comes_back_within_a_minute_is_served_at_its_first_source() -> None:
    assert "within a minute is served" in PROTOCOL
    assert source._SENT_ON_S == 60.0
