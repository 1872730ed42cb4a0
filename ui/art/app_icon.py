"""The program's icon: a shoal of fish in the shape of a diamond, one fish golden; and the icon's files."""

from __future__ import annotations

import struct

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QIcon, QImage, QImageWriter, QLinearGradient, QPainter, QPixmap

from ui.art.canvas import design_space, faded, fill, inside, trace
from ui.art.fish import draw_fish
from ui.art.paths import polygon, rounded

_SMALL = 40
_DEEP, _HIGH = "#072F3D", "#1C8196"
_PALE, _GOLD = "#E6F6F4", "#FFC947"
_SHOAL = ((0, -29), (-16, -14.5), (16, -14.5), (-31, 0), (0, 0), (31, 0), (-16, 14.5), (16, 14.5), (0, 29))
_FEW = ((9, -27), (-7, 0), (9, 27))
PNG_SIZES = (16, 24, 32, 48, 64, 128, 256, 512, 1024)
_ICNS_TYPES = (
    (b"icp4", 16), (b"icp5", 32), (b"ic11", 32), (b"ic12", 64), (b"ic07", 128), (b"ic08", 256),
    (b"ic09", 512), (b"ic10", 1024),
)  # fmt: skip


def paint_app_icon(painter: QPainter, rect: QRectF) -> None:
    """Draw the icon, square. Below 40 px it has three fish instead of nine."""
    with design_space(painter, rect, width=104, height=104):
        tile = rounded(QRectF(-50, -50, 100, 100), 22)
        sea = QLinearGradient(QPointF(-20, -50), QPointF(20, 50))
        sea.setColorAt(0, _HIGH)
        sea.setColorAt(1, _DEEP)
        fill(painter, tile, sea)
        small = rect.width() < _SMALL
        with inside(painter, tile):
            if not small:
                _beams(painter)
            for place, (x, y) in enumerate(_FEW if small else _SHOAL):
                golden = place == (1 if small else 4)
                size = 58.0 if small else 30.0 if golden else 26.5
                draw_fish(painter, x, y, size=size, colour=_GOLD if golden else _PALE, eye=_DEEP)
        trace(painter, rounded(QRectF(-49, -49, 98, 98), 21), faded("#FFFFFF", 0.22), 1.6)


def app_icon() -> QIcon:
    """Return the icon for windows and the task bar."""
    icon = QIcon()
    for size in PNG_SIZES[:7]:
        icon.addPixmap(QPixmap.fromImage(icon_image(size)))
    return icon


def icon_pixmap(size: int, density: float) -> QPixmap:
    """Return the icon in one size (device-independent pixels), for a screen of that density."""
    pixmap = QPixmap.fromImage(icon_image(round(size * density)))
    pixmap.setDevicePixelRatio(density)
    return pixmap


def icon_image(size: int) -> QImage:
    """Return the icon in `size` x `size` pixels."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_app_icon(painter, QRectF(0, 0, size, size))
    painter.end()
    return image


def icon_files() -> dict[str, bytes]:
    """Return the icon's files by name, for packagers: `shoal.ico`, `shoal.icns` and `shoal-<size>.png`."""
    pngs = {size: _png(icon_image(size)) for size in PNG_SIZES}
    files = {f"shoal-{size}.png": png for size, png in pngs.items()}
    return {"shoal.ico": _ico(pngs), "shoal.icns": _icns(pngs), **files}


def _beams(painter: QPainter) -> None:
    for x, width in ((-44, 10), (-16, 16), (22, 11)):
        beam = polygon((x, -60), (x + width, -60), (x + width + 52, 60), (x + 26, 60))
        fill(painter, beam, faded("#FFFFFF", 0.06))


def _png(image: QImage) -> bytes:
    store = QByteArray()
    buffer = QBuffer(store)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    buffer.close()
    return bytes(store.data())


def _ico(pngs: dict[int, bytes]) -> bytes:
    """Pack pictures up to 256 pixels for Windows: a header of 6 bytes, 16 for each picture, the PNG files."""
    sizes = [size for size in pngs if size <= 256]
    head = struct.pack("<HHH", 0, 1, len(sizes))
    at = len(head) + 16 * len(sizes)
    for size in sizes:
        edge = size % 256  # the format writes a width of 256 as 0
        head += struct.pack("<BBBBHHII", edge, edge, 0, 0, 1, 32, len(pngs[size]), at)
        at += len(pngs[size])
    return head + b"".join(pngs[size] for size in sizes)


def _icns(pngs: dict[int, bytes]) -> bytes:
    """Pack pictures for Apple: typed chunks, each with its length including the 8 bytes of its head."""
    chunks = b"".join(_chunk(kind, pngs[size]) for kind, size in _ICNS_TYPES)
    return _chunk(b"icns", chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return kind + struct.pack(">I", len(content) + 8) + content
