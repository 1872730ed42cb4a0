"""`shoal identity`: the key that others know you by: show, export, import, seal or open it."""

from __future__ import annotations

import argparse
import getpass
import secrets
import sys
from pathlib import Path

from app.keep.handover import export_identity, import_identity
from app.keep.home import find_home
from app.keep.keyring import KeyringFailed, system_keyring
from app.keep.profile import is_sealed, open_identity, own_identity, seal_identity
from net.lobby.identity import fingerprint

ONE_ONLY = (
    "Use it on one computer at a time: two programs with one identity would contradict each other. "
    "To move unfinished games as well, move Shoal's whole folder."
)

SEALED = (
    "Without this keyring a copy of Shoal's folder is useless: save your identity with a passphrase "
    "(shoal identity export FILE), and unseal it before you move to another computer."
)
NO_KEYRING = (
    "no keyring answers here: Windows and macOS have one, and most Linux desktops while somebody is "
    "logged in; nothing was changed"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    actions = parser.add_subparsers(dest="action", metavar="WHAT")
    for action, about in (
        ("export", "save your identity to a file that a passphrase opens"),
        ("import", "load your identity from such a file"),
    ):
        actions.add_parser(action, help=about).add_argument("file", type=Path)
    actions.add_parser("seal", help="encrypt your identity here with a key in the system's keyring")
    actions.add_parser("unseal", help="keep your identity here as a plain file again")
    parser.set_defaults(run=run, action=None)


def run(args: argparse.Namespace) -> int:
    """Show, export, import, seal or open the identity; raises `LinkError` with the reason."""
    home = find_home()
    if args.action == "export":
        own = export_identity(home, args.file, _passphrase(twice=True), randomness=secrets.token_bytes)
        print(f"{args.file} has your identity, {fingerprint(own.public)}. {ONE_ONLY}")
    elif args.action == "import":
        own = import_identity(home, args.file, _passphrase(twice=False))
        print(f"You are {fingerprint(own.public)} here from now on. {ONE_ONLY}")
    elif args.action in ("seal", "unseal"):
        keyring = system_keyring()
        if keyring is None:
            raise KeyringFailed(NO_KEYRING)
        if args.action == "seal":
            seal_identity(home, keyring, randomness=secrets.token_bytes)
            print(f"Your identity opens only with {keyring.title} from now on. {SEALED}")
        else:
            open_identity(home, keyring)
            print("Your identity is kept here as a plain file, only for your account on this computer.")
    else:
        known = own_identity(home)
        sealed = ", sealed by the keyring of this system" if is_sealed(home) else ""
        if known is None:
            print(f"There is no identity here yet. It will be kept in {home.folder}.")
        else:
            print(f"{fingerprint(known.public)}\nYour identity is kept in {home.folder}{sealed}.")
    return 0


def _passphrase(*, twice: bool) -> str:
    """Read the passphrase: hidden at a terminal, otherwise the first line of standard input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    said = getpass.getpass("Passphrase: ")
    if twice and getpass.getpass("Once more: ") != said:
        raise SystemExit("shoal: the two passphrases differ; nothing was written")
    return said
