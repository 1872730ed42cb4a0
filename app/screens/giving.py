"""The page and the sentences about files that a player gives to neighbours (`app.nearby.giving`)."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from urllib.parse import quote

from app.build import own_hosts
from app.nearby.giving import Gift, Giver, ReportDownload, gift_of
from app.screens.qr import svg_of
from net.errors import LinkError

__all__ = ["HINT", "Giver", "gift_line", "given", "page_of", "start_giving"]
HINT = (
    "While this is open, anybody on this network can take these files. Let them compare the SHA-256 with "
    "the one on your screen. It is in the QR code as well."
)
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Shoal, from your neighbour</title>
<style>body {{ font: 1rem sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }}
code {{ overflow-wrap: anywhere }} svg {{ max-width: 100%; height: auto }}</style>
<h1>Shoal, from your neighbour</h1>
<ul>{files}</ul>
<p>Before you open a file, compare its SHA-256 with the one on your neighbour's screen, with a second
neighbour's, or with the place where Shoal is published. By itself this page proves nothing.</p>
<p>Windows: <code>certutil -hashfile FILE SHA256</code> · macOS: <code>shasum -a 256 FILE</code> · Linux:
<code>sha256sum FILE</code></p>
<p>To pass these files on, let others scan this code. It holds this page's address and all SHA-256.</p>
{code}
</html>
"""


def start_giving(
    paths: Sequence[Path],
    *,
    host: str = "",
    port: int = 0,
    report: ReportDownload = lambda _host, _name: None,
) -> Giver:
    """Give these files at `host`, or at the address that others reach; raises `LinkError`."""
    gifts = [gift_of(path) for path in paths]
    return Giver(gifts, host or own_hosts()[0], port=port, page=page_of, report=report)


def given(paths: Sequence[Path]) -> Giver | str:
    """Give these files; return the giver, or a sentence that says why it is not possible."""
    try:
        return start_giving(paths)
    except LinkError as why:
        return str(why)


def gift_line(gift: Gift) -> str:
    """Return a file as a line: name, size, SHA-256."""
    return f"{gift.name}, {gift.size / 1e6:.1f} MB, SHA-256 {gift.sha256}"


def page_of(link: str, gifts: Sequence[Gift]) -> bytes:
    """Return the page for a neighbour's browser."""
    files = "".join(
        f'<li><p><a href="{quote(gift.name)}">{escape(gift.name)}</a>, {gift.size / 1e6:.1f} MB<br>'
        f"SHA-256 <code>{gift.sha256}</code></p></li>"
        for gift in gifts
    )
    return PAGE.format(files=files, code=svg_of(link).decode()).encode()
