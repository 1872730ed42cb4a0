"""The question "can others call this computer?": asked one by one, believed only of those asked."""

from __future__ import annotations

from net.discovery.dialling import WAIT_S, Dialler
from net.discovery.words import Called, Dial, Dialled, write_word
from net.lobby.phases import Tell

ANN, BOB, CY = (bytes([n]) * 32 for n in (1, 2, 3))
PORT = 50001
ASK = write_word(Dial(PORT))
YES, NO = (write_word(Dialled(PORT, is_reached=said)) for said in (True, False))


def test_one_peer_that_has_reached_us_is_enough() -> None:
    dialler = Dialler(PORT)
    assert dialler.due((), 0.0) == ()
    assert dialler.due((ANN, BOB), 0.0) == (Tell(ANN, ASK),)
    assert dialler.due((ANN, BOB), 0.1) == () and dialler.is_reached is None
    dialler.received(ANN, YES)

    assert dialler.is_reached is True
    assert dialler.due((ANN, BOB), 99.0) == ()


def test_a_second_peer_that_reaches_us_outweighs_a_refusal() -> None:
    dialler = Dialler(PORT)
    dialler.due((ANN, BOB, CY), 0.0)
    dialler.received(ANN, NO)
    assert dialler.is_reached is False
    assert dialler.due((ANN, BOB, CY), 0.1) == (Tell(BOB, ASK),)
    dialler.received(BOB, YES)

    assert dialler.is_reached is True


def test_two_peers_that_do_not_reach_us_are_believed() -> None:
    dialler = Dialler(PORT)
    for key, now in ((ANN, 0.0), (BOB, 0.1)):
        assert dialler.due((ANN, BOB, CY), now) == (Tell(key, ASK),)
        dialler.received(key, NO)

    assert dialler.due((ANN, BOB, CY), 99.0) == () and dialler.is_reached is False


def test_a_computer_that_says_nothing_is_skipped_in_the_end() -> None:
    dialler = Dialler(PORT)
    dialler.due((ANN, BOB), 100.0)

    assert dialler.due((ANN, BOB), 100.0 + WAIT_S - 0.1) == ()
    assert dialler.due((ANN, BOB), 100.0 + WAIT_S) == (Tell(BOB, ASK),)
    assert dialler.is_reached is None


def test_answers_that_nobody_asked_for_do_not_count() -> None:
    dialler = Dialler(PORT)
    dialler.due((ANN,), 0.0)
    for key, frame in (
        (BOB, YES),
        (ANN, write_word(Dialled(PORT + 1, is_reached=True))),
        (ANN, write_word(Called())),
        (ANN, b"nonsense"),
    ):
        dialler.received(key, frame)

    assert dialler.is_reached is None
    dialler.received(ANN, NO)
    dialler.received(ANN, YES)  # and a second answer of one peer does not count
    assert dialler.is_reached is False
