"""The network thread's own decisions, without a network."""

from __future__ import annotations

from app.messages import Advanced, News
from app.table.orders import Orders
from app.table.peer import Peer, Roster
from tests.support.catalogue import GAMES
from tests.support.hall import Hall


def test_the_end_is_written_down_before_anybody_is_shown_it() -> None:
    hall = Hall(GAMES["matriculation"], 2)
    assert hall.run(lambda: hall.is_over)
    session, happened = hall.seated[0].running, list[str]()

    def tell(news: News) -> None:
        happened.append(type(news).__name__)

    player = Peer(
        session,
        None,
        Roster((), ()),
        Orders(),
        clock=lambda: 0.0,  # type: ignore[arg-type]
        listener=tell,
        gathering=None,
        finished=lambda status: happened.append(status.name),
        news_of_start=b"",
        leaves_at_the_end=False,
    )
    player._do(Advanced(session.table.k, session.view, ()))
    player._do(Advanced(session.table.k, session.view, ()))

    assert happened == ["FINISHED", "Advanced", "Finished", "Advanced"]
