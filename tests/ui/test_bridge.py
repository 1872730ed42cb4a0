"""The bridge from a network thread: in order, in batches, in the window's thread."""

from __future__ import annotations

import threading

from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.messages import ChatLine, Closed, News
from ui.bridge import Bridge


def lines(count: int) -> list[News]:
    return [ChatLine(0, str(number)) for number in range(count)]


def heard_by(bridge: Bridge) -> tuple[list[News], list[bool]]:
    heard: list[News] = []
    at_home: list[bool] = []

    def hear(batch: tuple[News, ...]) -> None:
        heard.extend(batch)
        at_home.append(QThread.currentThread() == bridge.thread())

    bridge.news.connect(hear)
    return heard, at_home


def test_news_of_a_thread_come_in_order_in_the_windows_thread(qtbot: QtBot) -> None:
    bridge = Bridge(lambda news: None)
    heard, at_home = heard_by(bridge)
    thread = threading.Thread(target=lambda: [bridge.listen(news) for news in lines(200)])
    thread.start()
    qtbot.waitUntil(lambda: len(heard) == 200)
    thread.join()

    assert heard == lines(200)
    assert all(at_home)


def test_a_burst_is_one_batch(qtbot: QtBot) -> None:
    bridge = Bridge(lambda news: None)
    heard, at_home = heard_by(bridge)
    for news in lines(50):
        bridge.listen(news)
    assert heard == []
    QApplication.processEvents()

    assert (len(heard), len(at_home)) == (50, 1)


def test_a_postponed_batch_comes_in_the_next_turn_before_later_news(qtbot: QtBot) -> None:
    bridge = Bridge(lambda news: None)
    heard: list[tuple[News, ...]] = []

    def hear(batch: tuple[News, ...]) -> None:
        heard.append(batch)
        if len(heard) == 1:
            bridge.deliver_later(batch)

    bridge.news.connect(hear)
    first, other = lines(2)
    bridge.listen(first)
    bridge.listen(other)
    QApplication.processEvents()
    assert heard == [(first, other)]
    qtbot.waitUntil(lambda: len(heard) == 2)

    assert heard[1] == (first, other)


def test_a_closed_bridge_passes_on_nothing(qtbot: QtBot) -> None:
    bridge = Bridge(lambda news: None)
    heard, _ = heard_by(bridge)
    bridge.listen(lines(1)[0])
    bridge.close()
    bridge.listen(lines(1)[0])
    QApplication.processEvents()

    assert heard == []


def test_news_are_noted_at_once_and_the_end_follows_its_batch(qtbot: QtBot) -> None:
    noted: list[News] = []
    bridge = Bridge(noted.append)
    heard, _ = heard_by(bridge)
    bridge.ended.connect(lambda: heard.append(ChatLine(1, "ended")))
    for news in (*lines(1), Closed()):
        bridge.listen(news)

    assert noted == [*lines(1), Closed()] and heard == []
    QApplication.processEvents()
    assert heard == [*lines(1), Closed(), ChatLine(1, "ended")]
