"""Links as QR pictures: the only file that imports segno, and only when a picture is wanted."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from net.lobby.invitation import link_of

if TYPE_CHECKING:
    import segno

QUIET = 4
"""Modules of white around the picture that cameras need (the quiet zone of ISO 18004)."""

__all__ = ["QUIET", "code_of", "link_of", "svg_of", "text_of"]


def code_of(link: str) -> tuple[tuple[bool, ...], ...]:
    """Return the modules of the picture, True for dark, without the quiet zone."""
    return tuple(tuple(bool(module) for module in row) for row in _code(link).matrix)


def svg_of(link: str) -> bytes:
    """Return the picture as an SVG file, with the quiet zone."""
    out = io.BytesIO()
    _code(link).save(out, kind="svg", scale=8, border=QUIET, dark="#000", light="#fff", xmldecl=False)
    return out.getvalue()


def text_of(link: str, columns: int) -> str:
    """Return the picture in half blocks for a terminal, light on black; "" if it is too wide."""
    code = _code(link)
    if code.symbol_size(border=QUIET)[0] > columns:
        return ""
    out = io.StringIO()
    code.terminal(out, border=QUIET, compact=True)
    return "".join(f"\x1b[97;40m{line}\x1b[0m\n" for line in out.getvalue().splitlines())


def _code(link: str) -> segno.QRCode:
    import segno  # noqa: PLC0415  (the window opens sooner without it)

    return segno.make_qr(link, error="m")
