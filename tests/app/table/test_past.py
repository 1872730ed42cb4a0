"""A game that goes on tells its whole story: the log after a restart is the log of before it."""

from __future__ import annotations

import pytest

from app.messages import Advanced, Guest, Started, TableInfo
from app.screens.table import TableModel
from app.table.agreed import machine_of
from app.table.past import GamePast
from net.agreement.table import Table
from net.lobby.identity import verify
from net.seat.dealer import Dealer
from net.seat.session import Session
from tests.support.catalogue import GAMES
from tests.support.hall import Hall, Seated
from tests.support.parlour import seeded

pytestmark = pytest.mark.usefixtures("open_group")

OPTIONS = {"plump": {"length": "short"}, "matriculation": {}, "cahoots": {}}


def model_of(hall: Hall, seated: Seated) -> TableModel:
    options = tuple(hall.game.checked_options(len(hall.seated), OPTIONS[hall.game.key]).items())
    guests = tuple(Guest(player.nick, "") for player in hall.genesis.players)
    return TableModel(TableInfo("ab" * 16, hall.game.key, options, guests, seated.seat))


def again(hall: Hall, seated: Seated) -> tuple[GamePast, Session]:
    """The same seat, started anew from its journal as `app.table.tables` does it."""
    past = GamePast(seated.seat)
    table = Table(
        hall.genesis,
        seated.seat,
        signer=seated.identity,
        verify=verify,
        machine=machine_of(hall.genesis),
        journal=seated.journal,
        stored=seated.journal.crash(),
        past=past.take,
    )
    secrets = dict(seated.journal.disk.secrets)
    session = Session(table, Dealer(seated.seat, seeded("again"), secrets), proofs_before=past.proofs)
    session.start(hall.now)
    return past, session


@pytest.mark.parametrize("game", list(OPTIONS))
def test_the_log_is_whole_after_a_restart(game: str) -> None:
    hall = Hall(GAMES[game], 2, OPTIONS[game])
    seated = hall.seated[0]
    hall.run(lambda: len(seated.news) > 40 and seated.running.replica.step.kind == "move")
    counted = seated.running.working.proofs
    past, session = again(hall, seated)
    first = next(out for out in session.take() if isinstance(out, Advanced))
    live = model_of(hall, seated)
    live.take(Started(live.info, resumed=False))
    for news in seated.news:
        if news.k <= first.k:  # the last step may not have reached the disk
            live.take(news)
    resumed = model_of(hall, seated)
    said = resumed.take(Started(resumed.info, resumed=True, past=tuple(past.events)))
    resumed.take(first)

    assert first.k > 30
    assert said == "The game goes on."
    assert resumed.log[-1].text == "The game goes on."
    assert resumed.log[:-1] == live.log
    assert resumed.shuffles == live.shuffles > 0
    assert resumed.status.happened == live.status.happened
    assert 0 < session.working.proofs == past.proofs <= counted


def test_what_is_told_again_is_not_said_aloud() -> None:
    hall = Hall(GAMES["plump"], 2, OPTIONS["plump"])
    seated = hall.seated[0]
    hall.run(lambda: len(seated.news) > 40 and seated.running.replica.step.kind == "move")
    past, session = again(hall, seated)
    resumed = model_of(hall, seated)
    first = next(out for out in session.take() if isinstance(out, Advanced))
    resumed.take(Started(resumed.info, resumed=True, past=tuple(past.events)))

    said = resumed.take(first)

    assert said == (resumed.board.status if resumed.is_our_turn else "")
