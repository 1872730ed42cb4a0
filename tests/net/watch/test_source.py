"""A source by itself: the spectators it lets in, names to others, serves, and gives up."""

from __future__ import annotations

import pytest

from net.lobby.phases import Tell
from net.watch.lines import make_line
from net.watch.phases import SPECTATORS_MAX, NamedSpectators, SourceOut
from net.watch.source import Source
from net.watch.words import (
    Credit,
    Elsewhere,
    Get,
    Have,
    HowFar,
    SayLine,
    WatchJoin,
    WatchWord,
    Who,
    read_word,
    write_word,
)
from net.wire.frame import Frame, Head, Kind, parse_frame, parse_head, parse_records
from net.wire.words import Bye, Err
from tests.support.keys import fast_key, fast_verify
from tests.support.logs import honest_log
from tests.support.spectators import identity, watched_of
from tests.support.values import replace

LOG = honest_log(3, 4)


def source(**changes: object) -> Source:
    """A source with all four heights of the game."""
    watched = replace(watched_of(LOG), **changes)
    return Source(watched, verify=fast_verify, records=LOG.raws, tip=LOG.records[-1].h, now=0.0)


def say(
    made: Source, number: int, word: WatchWord, now: float = 0.0, host: str = ""
) -> tuple[SourceOut, ...]:
    frame, host = write_word(word), host or f"10.0.0.{number + 1}"
    return made.received(identity(number).curve_public, frame, address=host, now=now)


def sit(
    made: Source, number: int, now: float = 0.0, host: str = "", **changes: object
) -> tuple[SourceOut, ...]:
    """Let a spectator ask to watch, from the first height on."""
    me = identity(number)
    join = WatchJoin(LOG.genesis.id, 1, me.public, me.certificate, f"spectator {number}", 4000, 0, b"")
    return say(made, number, replace(join, **changes), now, host)


def told(outs: tuple[SourceOut, ...]) -> list[WatchWord | Kind]:
    """The words in some frames, and the kinds of all frames that are no words."""
    frames = [parse_frame(out.frame) for out in outs if isinstance(out, Tell)]
    return [read_word(frame.b) if frame.t == Kind.CTL else Kind(frame.t) for frame in frames]


def names(outs: tuple[SourceOut, ...]) -> list[str]:
    return [each.name if isinstance(each, Kind) else each.word for each in told(outs)]


def records(outs: tuple[SourceOut, ...]) -> list[bytes]:
    frames = [parse_frame(out.frame) for out in outs if isinstance(out, Tell)]
    return [raw for frame in frames if frame.t == Kind.RECS for raw in parse_records(frame.b)]


def full() -> Source:
    """Twelve watch there, have everything, and serve others."""
    made = source()
    for number in range(12):
        assert "SNAP" in names(sit(made, number))
        say(made, number, Credit(4))
    return made


def test_the_thirteenth_spectator_is_sent_on_to_four_others_in_turn() -> None:
    made = full()
    named = []
    for number in (20, 21, 22):
        [elsewhere] = told(sit(made, number))
        assert isinstance(elsewhere, Elsewhere)
        named.append({key for key, _ in elsewhere.places})

    assert [len(each) for each in named] == [4, 4, 4]
    assert set.union(*named) == {identity(number).curve_public for number in range(12)}


@pytest.mark.parametrize(("after_s", "is_served"), [(59.9, True), (60.0, False)])
def test_a_spectator_who_found_nobody_is_served_within_a_minute(after_s: float, is_served: bool) -> None:
    made = full()
    assert names(sit(made, 20)) == ["ELSEWHERE"]

    assert ("SNAP" in names(sit(made, 20, after_s))) == is_served


def test_only_spectators_that_have_everything_and_can_be_called_are_named() -> None:
    made = source()
    for number in range(12):
        sit(made, number, port=0 if number == 3 else 4000)
        if number in (3, 5):
            say(made, number, Credit(4))
    [elsewhere] = told(sit(made, 20))

    assert isinstance(elsewhere, Elsewhere)
    assert [key for key, _ in elsewhere.places] == [identity(5).curve_public]


def test_a_spectator_is_dropped_when_it_has_said_nothing_for_six_seconds() -> None:
    made = source()
    sit(made, 0)
    sit(made, 1)
    say(made, 1, Credit(0), 1.0)
    made.tick(5.9)
    assert len(made.spectators) == 2
    made.tick(6.0)

    assert [spectator.key for spectator in made.spectators] == [identity(1).curve_public]


def test_heads_come_every_two_seconds_and_after_a_change_a_list_of_spectators() -> None:
    made = source()
    sit(made, 0)
    people = NamedSpectators(tuple((bytes([n]) * 32, f"spectator {n}") for n in range(30)), 1)
    assert made.tick(1.9) == () and names(made.tick(2.0)) == ["HEAD"]
    assert made.wait_s(2.5) == 1.5 and made.wait_s(9.0) == 0.0
    made.tell_who(people)
    [_, who] = told(made.tick(4.0))
    assert who == Who(people.named[:28], 3)
    say(made, 0, Credit(0), 5.0)
    made.tell_who(people)

    assert names(made.tick(6.0)) == ["HEAD"]


def test_each_spectator_is_sent_only_the_records_that_it_lacks() -> None:
    made = source()

    assert names(sit(made, 0, first=99)) == names(sit(made, 1, first=5)) == ["SNAP", "WHO"]
    assert records(sit(made, 2, first=4)) == LOG.raws[3:]
    assert not made.everybody_has_all
    say(made, 2, Credit(4))
    assert made.everybody_has_all
    assert records(say(made, 2, Get(2))) == LOG.raws[1:]
    assert not made.everybody_has_all
    assert records(say(made, 2, Get(99))) == [] and made.everybody_has_all


def test_the_spectators_behind_another_one_are_reported_once() -> None:
    made = source()
    sit(made, 0)
    have = Have(((bytes(32), "Zoe"),), 2)
    news = [out for _ in range(2) for out in say(made, 0, have) if isinstance(out, NamedSpectators)]

    assert news == [NamedSpectators(((identity(0).public, "spectator 0"), (bytes(32), "Zoe")), 2)]
    assert any(isinstance(out, NamedSpectators) for out in say(made, 0, replace(have, more=3)))


def test_a_flood_of_nonsense_gets_five_answers() -> None:
    made = source()
    outs = [out for _ in range(40) for out in made.received(b"key", b"junk", address="10.0.0.1", now=0.0)]

    assert names(tuple(outs)) == ["ERR"] * 5


def refusal(outs: tuple[SourceOut, ...]) -> tuple[int, str]:
    [err] = told(outs)
    assert isinstance(err, Err)
    return err.code, err.text


def test_a_closed_table_says_why_and_not_how_far_the_game_is() -> None:
    made = source()
    far = HowFar(LOG.genesis.id)
    assert names(say(made, 0, far)) == ["HEAD"]
    assert refusal(say(made, 0, HowFar(bytes(32)))) == (4, "there is another game here")
    made.close("no")

    assert say(made, 0, far) == ()
    assert refusal(sit(made, 0)) == (15, "no")


@pytest.mark.parametrize("inviter", [2, 3, 9])
def test_nobody_is_admitted_by_a_player_who_has_not_let_them_in(inviter: int) -> None:
    assert refusal(sit(source(by_ticket=True), 0, inviter=inviter)) == (3, "no player has let you in")


def test_players_cannot_write_in_the_spectators_chat_and_nobody_can_if_it_is_closed() -> None:
    raw = make_line(LOG.genesis.id, fast_key(1).public, "Zoe", n=1, text="hi", signer=fast_key(1)).raw
    made, quiet = source(), source(may_chat=False)
    for each in (made, quiet):
        sit(each, 0)

    assert refusal(say(made, 0, SayLine(raw))) == (3, "a line of the spectators' chat in a player's name")
    assert refusal(say(quiet, 0, SayLine(raw))) == (3, "spectators do not chat at this table")
    assert quiet.say(raw, 0.0) == ()


def test_a_message_that_is_not_for_spectators_is_refused() -> None:
    made = source()
    sit(made, 0)
    entry = Frame(Kind.ENV, b"an entry").encode()
    outs = made.received(identity(0).curve_public, entry, address="10.0.0.1", now=0.5)

    assert told(outs) == [Err(3, "spectators cannot act in the game")]


def test_a_head_tells_how_far_the_game_is_and_nothing_else_about_the_table() -> None:
    [out] = say(source(), 0, HowFar(LOG.genesis.id))
    assert isinstance(out, Tell)

    assert parse_head(parse_frame(out.frame).b) == Head(0, 4, LOG.records[-1].h, (), ())


def test_the_first_spectator_learns_that_nobody_else_watches() -> None:
    assert [word for word in told(sit(source(), 0)) if isinstance(word, Who)] == [Who((), 0)]


# -- a full house


def crowded(by: int, *, friends: tuple[bytes, ...] = ()) -> Source:
    """A source as full as can be, whose spectators have everything; the last `by` come from one computer."""
    made = Source(
        watched_of(LOG), verify=fast_verify, records=LOG.raws, tip=LOG.records[-1].h, friends=friends, now=0.0
    )
    for number in range(SPECTATORS_MAX):
        host = "10.0.9.9" if number >= SPECTATORS_MAX - by else f"10.0.0.{number + 1}"
        sit(made, number, port=0, host=host)
        say(made, number, Credit(4))
    assert len(made.spectators) == SPECTATORS_MAX
    return made


def eds(made: Source) -> set[bytes]:
    return {spectator.ed for spectator in made.spectators}


def test_spectators_of_one_computer_make_room_for_those_of_others() -> None:
    made = crowded(SPECTATORS_MAX)
    for number in range(40, 50):
        assert "SNAP" in names(sit(made, number, 1.0, port=0))

    assert {identity(number).public for number in range(40, 50)} <= eds(made)
    assert len(made.spectators) == SPECTATORS_MAX
    assert names(sit(made, 60, 1.0, port=0, host="10.0.9.9")) == [
        "ERR"
    ]  # no spectator of the crowd is dropped for another


def test_a_spectator_who_receives_nothing_loses_its_place() -> None:
    made = crowded(1)
    assert names(sit(made, 40, 1.0, port=0)) == ["ERR"]
    made.added(LOG.raws[0], LOG.records[0].h, 1.0)
    for number in range(SPECTATORS_MAX):
        if number != 7:
            say(made, number, Credit(5), 1.5)
    outs = sit(made, 40, 3.0, port=0)

    assert Tell(identity(7).curve_public, write_word(Bye("somebody else has your place"))) in outs
    assert identity(7).public not in eds(made) and identity(40).public in eds(made)


def test_a_friend_gets_a_place_at_a_full_source_and_keeps_it() -> None:
    friend, other = identity(40).public, identity(5).public
    made = crowded(1, friends=(friend, other))
    assert names(sit(made, 41, 1.0, port=0)) == ["ERR"]
    assert "SNAP" in names(sit(made, 40, 1.0, port=0))

    assert {friend, other} <= eds(made) and len(made.spectators) == SPECTATORS_MAX


def test_a_removed_spectator_does_not_come_back() -> None:
    made = source()
    sit(made, 0)
    sit(made, 1)
    outs = made.send_off(identity(0).public, 1.0)

    assert Tell(identity(0).curve_public, write_word(Bye("a player has removed you"))) in outs
    assert eds(made) == {identity(1).public}
    [refusal] = told(sit(made, 0, 2.0))
    assert isinstance(refusal, Err) and refusal.text == "a player has removed you"
