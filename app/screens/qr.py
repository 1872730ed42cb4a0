"""An invitation as a QR picture: the only file that imports segno, and not before one is wanted."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from net.lobby.invitation import link_of

if TYPE_CHECKING:
    import segno

QUIET = 4
"""Modules of white around the picture, without which no camera finds it (the quiet zone of ISO 18004)."""

__all__ = ["QUIET", "invitation_code", "invitation_svg", "link_of"]


def invitation_code(invitation: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of the picture, dark ones true, without the white around; a camera reads the link."""
    return tuple(tuple(bool(module) for module in row) for row in _code(invitation).matrix)


def invitation_svg(invitation: str) -> bytes:
    """The same as an SVG file, white around it included."""
    out = io.BytesIO()
    _code(invitation).save(out, kind="svg", scale=8, border=QUIET, dark="#000", light="#fff", xmldecl=True)
    return out.getvalue()


def _code(invitation: str) -> segno.QRCode:
    import segno  # noqa: PLC0415  (the window opens the sooner)

    return segno.make_qr(link_of(invitation), error="m")
