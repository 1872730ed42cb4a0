"""The program's log files, and a short memory of the table's news for crash reports."""

from __future__ import annotations

import logging
import time
from collections import deque
from pathlib import Path
from typing import Final

from app.messages import Advanced, ChatLine, News, Presence, Trouble, Working

FILE_BYTES: Final = 1_000_000
FILES: Final = 5
REMEMBERED: Final = 200
_FORM: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def open_log(folder: Path) -> logging.Handler:
    """Write the log to `shoal.log` in a folder: five files of at most 1 MB, the oldest dropped. If the folder
    is not writable, nothing is logged. Close the handler with `close_log`."""
    from logging.handlers import RotatingFileHandler  # noqa: PLC0415  (a bot has no log until it fails)

    handler: logging.Handler
    try:
        handler = RotatingFileHandler(
            folder / "shoal.log", maxBytes=FILE_BYTES, backupCount=FILES - 1, encoding="utf-8", delay=False
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter(_FORM))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(min(root.level, logging.INFO))
    return handler


def close_log(handler: logging.Handler) -> None:
    """Stop logging and close the file."""
    logging.getLogger().removeHandler(handler)
    handler.close()


class Recent:
    """The last 200 pieces of news, each a line without names, hands, keys or chat."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=REMEMBERED)

    def note(self, news: News) -> None:
        """Remember a piece of news; may be called from any thread."""
        self._lines.append(f"{time.strftime('%H:%M:%S')} {news_line(news)}")

    @property
    def text(self) -> str:
        """All lines, the oldest first."""
        return "\n".join(self._lines)


def news_line(news: News) -> str:
    """Return the kind of the news, with the numbers that help to find a fault."""
    kind = type(news).__name__
    if isinstance(news, Advanced):
        return f"{kind} k={news.k} events={','.join(type(event).__name__ for event in news.events)}"
    if isinstance(news, Working):
        return (
            f"{kind} {news.step} missing={news.missing} unconfirmed={news.unconfirmed} "
            f"checked={news.checked}/{news.entries}"
        )
    if isinstance(news, Presence):
        return f"{kind} seat={news.seat} {news.state}"
    if isinstance(news, ChatLine):
        return f"{kind} seat={news.seat}"
    return f"{kind} {news.kind} seat={news.seat}" if isinstance(news, Trouble) else kind
