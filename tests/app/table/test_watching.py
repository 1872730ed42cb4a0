"""Watched tables over real links on loopback: the right to watch, the spectators' view, and their records."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import messages
from app.records.verify import verify_record
from app.table.start import Hosting, Joining, Spectating
from net.wire.genesis import Policy, Watch
from rules.api import Shown, opened
from tests.support.catalogue import GAMES
from tests.support.sittings import Sitting, env_of, sittings, until
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

PLUMP = GAMES["plump"]
OPEN = Policy(watch=Watch.OPEN, watch_chat=True)


def hosting(policy: Policy, *, seats: int = 2, length: str = "short") -> Hosting:
    options = PLUMP.checked_options(seats, {"length": length})
    return Hosting("plump", seats, tuple(options.items()), policy=policy)


def invitation(host: Sitting) -> str:
    return until("the invitation", lambda: host.last(messages.Gathering)).invitation


def begun(sitting: Sitting) -> messages.Started:
    return until("the start", lambda: sitting.last(messages.Started))


@pytest.mark.slow
@pytest.mark.timeout(900)  # a whole game: it ends on progress
def test_early_and_late_spectators_end_with_the_same_record(tmp_path: Path) -> None:
    kept = [tmp_path / f"{name}.shoal" for name in ("host", "early", "late")]
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Host"), hosting(OPEN, length="full"), "normal", record=kept[0])
        text = invitation(host)
        early = sit(env_of(tmp_path, "Eva"), Spectating(text), record=kept[1])
        until("the table as it fills", lambda: early.last(messages.Gathering))
        sit(env_of(tmp_path, "Ann"), Joining(text), "normal")
        came_k = until("where the game is", lambda: early.last(messages.Checked)).of
        until("more of the game", lambda: (at := host.last(messages.Advanced)) and at.k > came_k + 20)
        late = sit(env_of(tmp_path, "Lou"), Spectating(text), record=kept[2])
        stays = sit(env_of(tmp_path, "Sue"), Spectating(text), stays=True)
        until(
            "the ends",
            lambda: early.watched and late.watched and host.ending,
            moving=lambda: (
                (at := host.last(messages.Advanced)) and at.k,
                early.last(messages.Checked),
                late.last(messages.Checked),
            ),
        )
        until("the result", lambda: stays.last(messages.Finished))
        assert stays.watched is None, "a window is left when its person leaves it"
        stays.orders.put(messages.SaveRecord(tmp_path / "stays"))
        assert not until("the record", lambda: stays.last(messages.RecordSaved)).problem

    assert (tmp_path / "stays").read_bytes() == kept[0].read_bytes()
    assert kept[0].read_bytes() == kept[1].read_bytes() == kept[2].read_bytes()
    assert verify_record(kept[1].read_bytes()).outcome is not None
    for each in (early, late):
        assert each.watched is not None and each.watched.is_over and not each.watched.fault
        assert each.watched.checked == each.watched.heights
        assert sees_only_what_is_public(each)
        checked = each.last(messages.Checked)
        assert checked is not None and checked.k == checked.of == each.watched.heights
    assert came_to(late) >= came_k + 20 > came_to(early)
    named = host.last(messages.Spectators)
    assert named is not None and set(named.names) <= {"Eva", "Lou", "Sue"} and named.may_chat


def came_to(spectator: Sitting) -> int:
    """The height of the game, as a spectator's first source said."""
    return next(news.of for news in spectator.news if isinstance(news, messages.Checked))


def sees_only_what_is_public(spectator: Sitting) -> bool:
    """True if no view knew a face before everybody had been shown it."""
    public: set[int] = set()
    for news in spectator.news:
        if isinstance(news, messages.Started):
            for _, event in news.past:
                public |= shown(event)
        elif isinstance(news, messages.Advanced):
            for event in news.events:
                public |= shown(event)
            assert news.view.seat is None and not news.view.actions()
            assert set(news.view.known) <= public
    return True


def shown(event: object) -> set[int]:
    faces = {slot for slot, _ in opened(event)}  # type: ignore[arg-type]
    return faces | set(event.slots) if isinstance(event, Shown) and event.faces is not None else faces


def test_nobody_watches_a_closed_table(tmp_path: Path) -> None:
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Host"), hosting(Policy()))
        spectator = sit(env_of(tmp_path, "Eva"), Spectating(invitation(host)))
        until("the refusal", lambda: spectator.failed)

    assert spectator.failed == "You cannot watch this table: spectators are not allowed."


def test_a_player_is_asked_and_a_spectator_who_is_not_let_in_sees_nothing(tmp_path: Path) -> None:
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Host"), hosting(replace(OPEN, watch=Watch.ASK)))
        text = invitation(host)
        sit(env_of(tmp_path, "Ann"), Joining(text))
        begun(host)
        eva = sit(env_of(tmp_path, "Eva"), Spectating(text))
        knock = until("the question", lambda: host.last(messages.SpectatorKnock))
        assert knock.name == "Eva" and eva.last(messages.Started) is None
        host.orders.put(messages.AdmitSpectator(knock.key, admit=True))
        begun(eva)
        lou = sit(env_of(tmp_path, "Lou"), Spectating(text))
        other = until(
            "the other question", lambda: (asked := host.last(messages.SpectatorKnock)) != knock and asked
        )
        host.orders.put(messages.AdmitSpectator(other.key, admit=False))
        until("the refusal", lambda: lou.failed)

        asked = [news for news in host.news if isinstance(news, messages.SpectatorKnock)]
        assert [each.name for each in asked] == ["Eva", "Lou"]
        assert lou.last(messages.Started) is None


def test_both_players_see_who_watches_and_either_closes_the_table_to_spectators(tmp_path: Path) -> None:
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Host"), hosting(OPEN))
        text = invitation(host)
        ann = sit(env_of(tmp_path, "Ann"), Joining(text))
        begun(host)
        eva, lou = (sit(env_of(tmp_path, name), Spectating(text)) for name in ("Eva", "Lou"))
        for each in (host, ann, eva, lou):
            until("both names", lambda each=each: sees(each, {"Eva", "Lou"}))
        eva.orders.put(messages.Say("hello there"))
        for each in (host, ann, lou):
            line = until("the line", lambda each=each: each.last(messages.SpectatorLine))
            assert (line.name, line.text) == ("Eva", "hello there")
            assert each.last(messages.ChatLine) is None
        ann.orders.put(messages.AllowSpectators(is_open=False))
        for each in (eva, lou):
            until("the end of watching", lambda each=each: each.watched)
        assert all(each.watched and "lets nobody watch" in each.watched.fault for each in (eva, lou))
        closed = until(
            "the closed table", lambda: (at := host.last(messages.Spectators)) and at.closed_by and at
        )
        assert closed.closed_by == (1,) and not closed.names
        again = sit(env_of(tmp_path, "Eva"), Spectating(text))
        until("the refusal", lambda: again.failed)
        assert "Ann lets nobody watch now" in again.failed

        ann.orders.put(messages.AllowSpectators(is_open=True))
        until("the open table", lambda: (at := host.last(messages.Spectators)) and not at.closed_by)
        begun(sit(env_of(tmp_path, "Mia"), Spectating(text)))


def test_a_spectator_whom_one_player_removes_is_dismissed_by_all_and_stays_out(tmp_path: Path) -> None:
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Host"), hosting(OPEN))
        text = invitation(host)
        ann = sit(env_of(tmp_path, "Ann"), Joining(text))
        begun(host)
        eva, lou = (sit(env_of(tmp_path, name), Spectating(text)) for name in ("Eva", "Lou"))
        until("both names", lambda: sees(ann, {"Eva", "Lou"}))
        told = ann.last(messages.Spectators)
        assert told is not None
        ann.orders.put(messages.SendOff(dict(zip(told.names, told.keys, strict=True))["Eva"]))
        until("the end of watching", lambda: eva.watched)
        until("one name", lambda: sees(host, {"Lou"}))
        assert eva.watched is not None and "removed you" in eva.watched.fault

        again = sit(env_of(tmp_path, "Eva"), Spectating(text))
        until("the refusal", lambda: again.failed or again.watched)
        assert begun(lou)
        assert lou.watched is None


def sees(sitting: Sitting, names: set[str]) -> bool:
    told = sitting.last(messages.Spectators)
    return told is not None and set(told.names) == names
