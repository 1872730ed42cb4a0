"""The words while an invitation is not answered."""

from __future__ import annotations

from app.table.agreed import known_game
from app.table.lobbies import UNANSWERED_S, JoinerLobby
from net.link.address import make_address
from net.lobby.identity import Identity
from net.lobby.joiner import Joiner
from net.lobby.phases import JoinerPhase, Me
from net.lobby.timeouts import HOST_TIMEOUT_S

ADDRESSES = (make_address("192.168.1.20", 40193), make_address("10.0.0.2", 40193))


def calling() -> JoinerLobby:
    me = Me(Identity.from_seed(bytes(32)), "Lisa", 1, "0.1")
    return JoinerLobby(Joiner(me, bytes(32), games=known_game), ADDRESSES, 100.0)


def test_a_dead_invitation_is_reported_once_and_long_before_the_program_gives_up() -> None:
    lobby = calling()

    assert UNANSWERED_S <= 5.0 < HOST_TIMEOUT_S
    assert lobby.unanswered(103.9) == ""
    said = lobby.unanswered(104.0)
    assert "192.168.1.20:40193 or 10.0.0.2:40193" in said
    assert lobby.unanswered(109.0) == ""


def test_an_answered_invitation_is_not_reported() -> None:
    lobby = calling()
    lobby.joiner.phase = JoinerPhase.GREETED

    assert lobby.unanswered(104.0) == ""
