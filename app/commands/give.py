"""`shoal give`: the installers of Shoal, for neighbours who have none yet, until Ctrl-C."""

from __future__ import annotations

import argparse
import shutil
import sys
import threading
from pathlib import Path

from app.commands.words import PORTS, number
from app.screens.giving import HINT, gift_line, start_giving
from app.screens.qr import text_of


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="what the neighbours may take")
    parser.add_argument(
        "--address", help="listen on this address (default: the one by which others reach you)"
    )
    parser.add_argument("--port", type=number(PORTS, "a port"), default=0, help="(default: any that is free)")
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> int:
    """Give the files until Ctrl-C; raises `LinkError`."""
    giver = start_giving(
        words.files,
        host=words.address or "",
        port=words.port,
        told=lambda host, name: print(f"{host} takes {name}", flush=True),
    )
    try:
        for gift in giver.gifts:
            print(gift_line(gift))
        if sys.stdout.isatty():
            columns = shutil.get_terminal_size().columns
            print(text_of(giver.link, columns) or text_of(giver.address, columns), end="")
        print(f"{giver.address}\n{HINT} Ctrl+C ends it.", flush=True)
        threading.Event().wait()
    except KeyboardInterrupt:
        return 0
    finally:
        giver.close()
    return 0
