"""A guest brings a bot: all are told its runner before they sign, and it votes as its runner does."""

from __future__ import annotations

from pathlib import Path

from app import messages
from app.absence import AbsentChoice, Asked, Decided
from app.screens.chairs import chairs_of
from app.screens.lobby import guest_lines, knock_texts
from app.table.start import Hosting, Joining
from tests.support.catalogue import GAMES
from tests.support.parting import Parting
from tests.support.sittings import Sitting, env_of, sittings, until

PLUMP = GAMES["plump"]


def hosting(seats: int) -> Hosting:
    options = PLUMP.checked_options(seats, {"length": "short"})
    return Hosting("plump", seats, tuple(options.items()), asks=True)


def invitation(host: Sitting) -> str:
    return until("the invitation", lambda: host.last(messages.Gathering)).invitation


def let_in(host: Sitting, name: str) -> messages.Knock:
    """Let the guest in who knocks; return the question that was asked."""

    def knocks() -> messages.Knock | None:
        found = [each for each in host.news if isinstance(each, messages.Knock) and each.guest.nick == name]
        return found[-1] if found else None

    knock = until(f"{name}'s knock", knocks)
    host.orders.put(messages.Admit(knock.key, admit=True))
    return knock


def test_everybody_reads_whose_bot_sits_down_and_the_bot_leaves_with_its_player(tmp_path: Path) -> None:
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Lisa"), hosting(4), "easy")
        toby = sit(env_of(tmp_path, "Toby"), Joining(invitation(host)), "easy")
        let_in(host, "Toby")
        ann = sit(env_of(tmp_path, "Ann"), Joining(invitation(host), bots=1, level="easy"), "easy")
        let_in(host, "Ann")
        knock = let_in(host, "Bot Jon of Ann")
        started = [
            until("the start", lambda each=each: each.last(messages.Started)) for each in (host, toby, ann)
        ]
        until("the first position", lambda: toby.last(messages.Advanced))
        toby.orders.put(messages.GiveUpSeat())
        for each in (host, ann):
            until("the question", lambda each=each: each.last(Asked))
            each.orders.put(messages.Decide(AbsentChoice.LEAVE_OUT))
        decided = [until("the decision", lambda each=each: each.last(Decided)) for each in (host, ann)]

    whose = "a bot; Ann runs it and can see its hand"
    assert any(f"It is {whose}." in text for text in knock_texts(knock))
    assert [each.choice for each in decided] == [AbsentChoice.LEAVE_OUT] * 2
    for each, begun in zip((host, toby, ann), started, strict=True):
        gathered = each.last(messages.Gathering)
        assert gathered is not None and guest_lines(gathered)[3] == ("Bot Jon of Ann", whose)
        assert [guest.runner for guest in begun.info.guests] == ["", "", "", "Ann"]


def test_a_seated_guest_can_add_bots_from_the_window(tmp_path: Path) -> None:
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Lisa"), hosting(4))
        ann = sit(env_of(tmp_path, "Ann"), Joining(invitation(host)))
        let_in(host, "Ann")

        def sits() -> bool:
            seen = ann.last(messages.Gathering)
            return seen is not None and any(chair.actions for chair in chairs_of(seen))

        until("Ann's seat", sits)
        for _ in range(3):  # as many as there are free seats
            ann.orders.put(messages.PutBot("easy"))
        knocks = [let_in(host, name) for name in ("Bot Jon of Ann", "Bot Ida of Ann")]
        begun = until("the start", lambda: ann.last(messages.Started))

    assert max(len(each.coming) for each in ann.news if isinstance(each, messages.Gathering)) == 2
    assert [each.guest.runner for each in knocks] == ["Ann", "Ann"]
    assert [guest.runner for guest in begun.info.guests] == ["", "", "Ann", "Ann"]


def test_a_bot_without_a_seat_is_reported(tmp_path: Path) -> None:
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Lisa"), hosting(3))
        ann = sit(env_of(tmp_path, "Ann"), Joining(invitation(host), bots=1))
        let_in(host, "Ann")
        knock = until(
            "the bot", lambda: (last := host.last(messages.Knock)) and (last if last.guest.bot else None)
        )
        host.orders.put(messages.Admit(knock.key, admit=False))
        trouble = until("what became of it", lambda: ann.last(messages.Trouble))

    assert trouble.text == "Bot Jon of Ann has no seat at this table."


def test_the_bot_of_a_guest_votes_as_the_guest_and_not_as_the_host() -> None:
    table = Parting(PLUMP, 4, {"length": "short"}, runners=(None, None, 1, None))
    table.play_until("move")
    table.wants = {0: AbsentChoice.END, 1: AbsentChoice.LEAVE_OUT}
    table.kill(table.seated[3])
    table.run(lambda: False, limit_s=25.0)

    asked = table.asked(0)
    assert asked is not None
    assert {each.seat: each.choice for each in asked.ballots} == {
        1: AbsentChoice.LEAVE_OUT,
        2: AbsentChoice.LEAVE_OUT,
    }
