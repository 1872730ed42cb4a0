"""Links as QR pictures: the only file that imports segno, and not before one is wanted."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from net.lobby.invitation import link_of

if TYPE_CHECKING:
    import segno

QUIET = 4
"""Modules of white around the picture, without which no camera finds it (the quiet zone of ISO 18004)."""

__all__ = ["QUIET", "code_svg", "code_text", "invitation_code", "invitation_svg", "link_code", "link_of"]


def invitation_code(invitation: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of the picture, dark ones true, without the white around; a camera reads the link."""
    return link_code(link_of(invitation))


def invitation_svg(invitation: str) -> bytes:
    """The same as an SVG file, white around it included."""
    return _svg(link_of(invitation), xmldecl=True)


def link_code(link: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of any link."""
    return tuple(tuple(bool(module) for module in row) for row in _code(link).matrix)


def code_svg(link: str) -> bytes:
    """The picture of any link, for a page."""
    return _svg(link, xmldecl=False)


def code_text(link: str, columns: int) -> str:
    """The picture of any link in half blocks for a terminal, light on black; "" where it is too wide."""
    code = _code(link)
    if code.symbol_size(border=QUIET)[0] > columns:
        return ""
    out = io.StringIO()
    code.terminal(out, border=QUIET, compact=True)
    return "".join(f"\x1b[97;40m{line}\x1b[0m\n" for line in out.getvalue().splitlines())


def _svg(link: str, *, xmldecl: bool) -> bytes:
    out = io.BytesIO()
    _code(link).save(out, kind="svg", scale=8, border=QUIET, dark="#000", light="#fff", xmldecl=xmldecl)
    return out.getvalue()


def _code(link: str) -> segno.QRCode:
    import segno  # noqa: PLC0415  (the window opens the sooner)

    return segno.make_qr(link, error="m")
