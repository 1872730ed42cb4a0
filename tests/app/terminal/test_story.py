"""The terminal tells the same story as the window, and after a restart its last lines."""

from __future__ import annotations

from app.games.catalogue import catalogue
from app.messages import Advanced, Started
from app.screens.table import TableModel
from app.terminal.client import PAST_LINES, TextClient
from tests.support.window import Story


def told(lines: list[str]) -> list[str]:
    """The lines of the story among all that was printed, as one text each."""
    return [line.strip() for line in lines if line.startswith("  ")]


def test_every_line_of_the_log_is_printed() -> None:
    story, lines = Story(options={"length": "short"}), []
    client = TextClient(catalogue().named("plump"), lines.append)
    model = TableModel(story.info)
    client.show(story.started)
    model.take(story.started)
    while story.local.turn is not None and story.local.turn != 0:
        story.step()
    news = story.news()
    client.show(news)
    model.take(news)
    printed = " ".join(told(lines))

    assert len(model.log) > 4
    assert all(line.text in printed for line in model.log[1:])


def test_after_a_restart_the_last_lines_are_printed_again() -> None:
    story, lines = Story(options={"length": "short"}), []
    while len(story.local.events) < 150:
        story.step()
    past = tuple((1, event) for event in story.local.events)
    view = story.news().view
    model = TableModel(story.info)
    client = TextClient(catalogue().named("plump"), lines.append)
    for news in (Started(story.info, resumed=True, past=past), Advanced(1, view, ())):
        client.show(news)
        model.take(news)
    printed = " ".join(told(lines))
    log = [line.text for line in model.log[1:-1]]  # between "The game begins." and "The game goes on."

    assert len(log) > PAST_LINES
    assert all(text in printed for text in log[-PAST_LINES:])
    assert log[0].endswith("deals first.") and log[0] not in printed
