"""A continued game tells its whole story: the log after a restart is the log from before it."""

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
from tests.support.parlour import seeded
from tests.support.simulated_table import Seated, SimulatedTable

pytestmark = pytest.mark.usefixtures("open_group")

OPTIONS = {"plump": {"length": "short"}, "matriculation": {}, "cahoots": {}}


def model_of(table: SimulatedTable, seated: Seated) -> TableModel:
    options = tuple(table.game.checked_options(len(table.seated), OPTIONS[table.game.key]).items())
    guests = tuple(Guest(player.nick, "") for player in table.genesis.players)
    return TableModel(TableInfo("ab" * 16, table.game.key, options, guests, seated.seat))


def again(sim: SimulatedTable, seated: Seated) -> tuple[GamePast, Session]:
    """The same seat, started again from its journal as `app.table.tables` does it."""
    past = GamePast(seated.seat)
    table = Table(
        sim.genesis,
        seated.seat,
        signer=seated.identity,
        verify=verify,
        machine=machine_of(sim.genesis),
        journal=seated.journal,
        stored=seated.journal.crash(),
        past=past.take,
    )
    secrets = dict(seated.journal.disk.secrets)
    session = Session(table, Dealer(seated.seat, seeded("again"), secrets), proofs_before=past.proofs)
    session.start(sim.now)
    return past, session


@pytest.mark.parametrize("game", list(OPTIONS))
def test_the_story_is_complete_after_a_restart(game: str) -> None:
    table = SimulatedTable(GAMES[game], 2, OPTIONS[game])
    seated = table.seated[0]
    table.run(lambda: len(seated.news) > 40 and seated.running.replica.step.kind == "move")
    counted = seated.running.working.proofs
    past, session = again(table, seated)
    first = next(out for out in session.take() if isinstance(out, Advanced))
    live = model_of(table, seated)
    live.take(Started(live.info, resumed=False))
    for news in seated.news:
        if news.k <= first.k:  # the last step may not have reached the disk
            live.take(news)
    resumed = model_of(table, seated)
    said = resumed.take(Started(resumed.info, resumed=True, past=tuple(past.events)))
    resumed.take(first)

    assert first.k > 30
    assert said == "The game goes on."
    assert resumed.log[-1].text == "The game goes on."
    assert resumed.log[:-1] == live.log
    assert resumed.shuffles == live.shuffles > 0
    assert resumed.status.happened == live.status.happened
    assert 0 < session.working.proofs == past.proofs <= counted


def test_repeated_news_are_not_announced_aloud() -> None:
    table = SimulatedTable(GAMES["plump"], 2, OPTIONS["plump"])
    seated = table.seated[0]
    table.run(lambda: len(seated.news) > 40 and seated.running.replica.step.kind == "move")
    past, session = again(table, seated)
    resumed = model_of(table, seated)
    first = next(out for out in session.take() if isinstance(out, Advanced))
    resumed.take(Started(resumed.info, resumed=True, past=tuple(past.events)))

    said = resumed.take(first)

    assert said == (resumed.board.status if resumed.is_our_turn else "")
