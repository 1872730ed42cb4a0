"""`shoal give`: let people on this network download files, the installers of Shoal, until Ctrl-C."""

from __future__ import annotations

import argparse
import shutil
import sys
import threading
from pathlib import Path

from app.commands.arguments import PORTS, number
from app.screens.giving import HINT, gift_line, start_giving
from app.screens.qr import text_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="the files to give")
    parser.add_argument("--address", help="listen on this address (default: the one that others reach)")
    parser.add_argument("--port", type=number(PORTS, "a port"), default=0, help="(default: any free port)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve the files until Ctrl-C; raises `LinkError`."""
    giver = start_giving(
        args.files,
        host=args.address or "",
        port=args.port,
        report=lambda host, name: print(f"{host} downloads {name}", flush=True),
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
