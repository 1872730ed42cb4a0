"""Every claim about what is proven has a test that shows it, or says why none can."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

import pytest

from app.keep.home import Home
from app.keep.profile import own_public
from app.screens.proven import AGAIN, HANDS, NOT, PLAYS, SAME, SHUFFLED, TOLD
from app.table.children import Bots, voucher_in
from net.lobby.identity import Identity
from net.lobby.voucher import check_voucher
from net.seat.deal import missing_shares
from net.seat.replica import Replica
from rules.plump.state import PlumpState
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable

ROOT = Path(__file__).resolve().parents[1]
CHEATS = "tests/net/seat/test_session_cheats.py"
VERIFY = "tests/app/records/test_verify.py"
JUDGES = "tests/app/records/test_two_judges.py"
WALK = "tests/net/agreement/test_walk.py"
SIMULATION = "tests/net/agreement/test_simulation.py"
HONEST = "tests/net/deck/test_one_honest_shuffler.py"
EVIDENCE = "tests/app/records/test_evidence.py"
SCREEN = "tests/app/screens/test_table.py"
HERE = "tests/test_promises.py"
NO_TEST = "no test: a limit of what can be known, not something that the program does"

ONE_HONEST = (
    f"{HONEST}::test_if_all_others_cheat_the_order_is_the_honest_one_up_to_public_permutations",
    f"{HONEST}::test_no_cheat_makes_any_order_more_likely",
    f"{HONEST}::test_the_cheats_together_open_nothing_that_the_honest_seat_has_not_opened",
)

CLAIMS: dict[str, tuple[str, ...]] = {
    "nobody can choose a random number": (
        "tests/net/deck/test_roll.py::test_a_seat_cannot_choose_its_share",
        "tests/net/deck/test_roll.py::test_every_share_changes_the_roll",
    ),
    "who signs an illegal move or a false position is named": (
        f"{EVIDENCE}::test_nobody_is_blamed_by_changed_evidence",
        f"{SIMULATION}::test_signed_illegal_entries_end_the_table_for_everybody",
        f"{SIMULATION}::test_if_a_false_state_hash_stops_a_table_every_honest_seat_blames_the_liar",
    ),
    "nobody is named for what they have not signed": (
        f"{WALK}::test_nobody_is_blamed_for_a_record_with_a_changed_byte",
        f"{WALK}::test_nobody_is_blamed_for_a_changed_byte_of_the_genesis_or_its_signatures",
        f"{WALK}::test_a_seat_that_rewrites_its_own_entry_gets_nobody_else_blamed",
    ),
    "with keys in escrow any t of the others can open a hand, and fewer cannot": (
        "tests/net/deck/test_escrow.py::test_any_t_parts_give_the_key_and_fewer_do_not",
        "tests/net/deck/test_lent.py::test_any_t_holders_can_put_the_missing_share_together",
        "tests/net/seat/test_escrow.py::test_a_table_without_escrow_writes_the_same_bytes_as_before",
        "tests/net/seat/test_vanish_stories.py::test_the_others_go_on_without_a_seat_that_vanishes",
    ),
    "a record can be cut short": (f"{VERIFY}::test_the_beginning_of_a_record_is_valid_and_not_over",),
    "who asks for a hint is told by their own program": (
        "tests/app/table/test_hints.py::test_among_people_hints_must_be_agreed_on_and_are_announced_to_all",
    ),
}
"""Claims that are made outside of the page."""

PAGE: dict[str, tuple[str, ...]] = {
    "The deck has been shuffled by every player in turn": (
        "tests/net/deck/test_shuffle.py::test_all_seats_shuffle_one_after_the_other",
        f"{SCREEN}::test_the_page_of_proofs_counts_proofs_and_shuffles",
    ),
    "Each gave a proof that the cards were only mixed": (
        "tests/net/deck/test_shuffle.py::test_other_cards_under_an_honest_proof_are_refused",
        "tests/net/deck/test_shuffle.py::test_a_message_of_another_shape_is_refused",
        f"{CHEATS}::test_the_author_of_a_false_entry_for_the_deck_or_the_rules_is_blamed",
    ),
    "One honest player is enough": ONE_HONEST,
    "Every card is locked with the keys of all players": (
        "tests/net/deck/test_shares.py::test_all_shares_open_a_component_and_fewer_do_not",
    ),
    "For your cards everybody else has given their part": (
        f"{HERE}::test_shares_go_to_everybody_and_only_the_owners_part_is_missing",
        "tests/net/deck/test_shares.py::test_a_message_with_any_field_altered_is_refused",
    ),
    "Only your own part is missing": (
        f"{HERE}::test_shares_go_to_everybody_and_only_the_owners_part_is_missing",
    ),
    "A player who plays a card opens it for all with a proof": (
        f"{CHEATS}::test_a_card_that_the_seat_does_not_hold_is_refused",
        f"{CHEATS}::test_a_card_with_another_face_is_refused",
        f"{CHEATS}::test_the_author_of_a_false_entry_for_the_deck_or_the_rules_is_blamed",
    ),
    "Every step is signed by its player and confirmed by all": (
        f"{WALK}::test_the_author_of_a_lie_in_a_record_is_blamed",
    ),
    "A fingerprint runs through all": (
        f"{WALK}::test_records_out_of_order_are_refused",
        f"{SIMULATION}::test_everybody_gets_the_proof_against_an_equivocator",
        f"{EVIDENCE}::test_verify_names_the_seat_that_is_proven_to_have_stopped_the_table_first",
    ),
    "The record of the game holds all signatures and proofs": (
        f"{VERIFY}::test_the_record_of_a_whole_game_is_valid",
    ),
    "The command `shoal verify FILE` checks it": (
        f"{VERIFY}::test_any_changed_byte_is_noticed",
        "tests/app/table/test_agreed.py::test_another_build_is_refused_by_game_package_and_both_versions",
    ),
    "You would rather not trust this program?": (
        f"{JUDGES}::test_the_second_reader_imports_nothing_of_ours",
        f"{JUDGES}::test_the_second_reader_is_a_program_of_its_own",
    ),
    "The command `python3 second_reader.py FILE` tells": (
        f"{JUDGES}::test_two_judges_of_a_story_agree",
        f"{JUDGES}::test_two_judges_of_a_changed_record_agree",
        f"{JUDGES}::test_two_judges_of_a_kept_file_agree",
    ),
    "Players can tell each other their cards": (NO_TEST,),
    "A claim to have none of the suit that was led": (
        f"{CHEATS}::test_a_revoke_is_proven_from_the_public_record",
        f"{SCREEN}::test_a_proven_revoke_is_reported_to_everybody_and_again_at_the_end",
    ),
    "And the last to speak can always refuse": (f"{HERE}::test_the_last_seat_to_write_can_refuse_to_go_on",),
    "Players choose their own names": (
        f"{VERIFY}::test_a_game_made_by_one_person_alone_is_reported_as_such",
    ),
    "A bot is called a bot by the player who runs it": (
        f"{VERIFY}::test_verify_tells_who_is_known_and_who_runs_a_bot",
        f"{HERE}::test_the_runner_of_a_bot_holds_its_key",
    ),
}


def page_sentences() -> list[str]:
    """The sentences of the page that is shown during a game, one by one."""
    text = " ".join((SHUFFLED, HANDS, PLAYS, SAME, AGAIN, NOT, TOLD))
    return re.split(r"(?<=\.)\s+", " ".join(text.split()))


def test_every_sentence_of_the_page_has_its_tests_and_every_promise_its_sentence() -> None:
    found = page_sentences()

    for sentence in found:
        assert sum(sentence.startswith(start) for start in PAGE) == 1, f"no test for: {sentence}"
    for start in PAGE:
        assert sum(sentence.startswith(start) for sentence in found) == 1, f"no sentence: {start}"


@pytest.mark.parametrize(
    "test", sorted({test for tests in (*CLAIMS.values(), *PAGE.values()) for test in tests} - {NO_TEST})
)
def test_each_test_that_the_promises_name_exists(test: str) -> None:
    file, _, name = test.partition("::")

    assert re.search(rf"^def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE), test


def test_shares_go_to_everybody_and_only_the_owners_part_is_missing() -> None:
    table = SimulatedTable(GAMES["plump"], 3, {"length": "short"})
    table.play_until("move")

    for each in table.seated:  # each seat holds the same public log
        replica = each.running.replica
        assert isinstance(replica, Replica) and isinstance(replica.state, PlumpState)
        part = replica.state.part
        assert part is not None
        for owner, hand in enumerate(part.hands):
            for slot in hand:
                assert missing_shares(replica.deal.cards[slot], replica.deal.known_keys()) == (owner,)
    assert "to the whole table" in HANDS and "alone" not in HANDS


def test_the_runner_of_a_bot_holds_its_key(tmp_path: Path) -> None:
    me = Identity.from_seed(secrets.token_bytes(32))
    bots = Bots(tmp_path, address=None, randomness=secrets.token_bytes, runner=me)
    bots.put("easy")
    bots.stop()

    home = Home(tmp_path / "0")
    bot, voucher = own_public(home), voucher_in(home)
    assert bot is not None and voucher is not None
    check_voucher(voucher, bot)
    assert voucher.runner == me.public
    assert "that player can see its hand" in TOLD


def test_the_last_seat_to_write_can_refuse_to_go_on() -> None:
    table = SimulatedTable(GAMES["plump"], 3, {"length": "short"})
    table.play_until("coin")
    table.kill(table.seated[2])
    before = table.seated[0].running.table.log.k
    table.run(lambda: False, limit_s=30.0)

    for each in table.seated[:2]:
        assert each.running.table.log.k == before and not each.faults
        assert each.running.table.log.open.entries == (2,)
    assert "refuse to go on" in NOT
