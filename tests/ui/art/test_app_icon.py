"""The icon's files are what Windows, macOS and the desktop expect."""

from __future__ import annotations

import struct

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage

from ui.art.app_icon import PNG_SIZES, app_icon, icon_files, icon_image

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def files(qapp: object) -> dict[str, bytes]:
    return icon_files()


@pytest.mark.parametrize("size", PNG_SIZES)
def test_the_png_files_have_their_sizes(files: dict[str, bytes], size: int) -> None:
    image = QImage.fromData(QByteArray(files[f"shoal-{size}.png"]))

    assert (image.width(), image.height()) == (size, size)
    assert image.pixelColor(0, 0).alpha() == 0
    assert image.pixelColor(size // 2, size // 8).alpha() == 255


def test_ico_lists_every_picture_up_to_256(files: dict[str, bytes]) -> None:
    ico = files["shoal.ico"]
    _, kind, count = struct.unpack_from("<HHH", ico)
    entries = [struct.unpack_from("<BBBBHHII", ico, 6 + 16 * entry) for entry in range(count)]

    assert kind == 1
    assert [entry[0] for entry in entries] == [16, 24, 32, 48, 64, 128, 0]
    for width, *_, length, at in entries:
        assert ico[at : at + length] == files[f"shoal-{width or 256}.png"]
    assert QImage.fromData(QByteArray(ico), "ICO").width() >= 16  # type: ignore[call-overload]


def test_icns_chunks_fill_the_file(files: dict[str, bytes]) -> None:
    icns = files["shoal.icns"]
    magic, length = struct.unpack_from(">4sI", icns)
    at, kinds = 8, []
    while at < len(icns):
        kind, size = struct.unpack_from(">4sI", icns, at)
        assert icns[at + 8 : at + 16] == b"\x89PNG\r\n\x1a\n"
        kinds.append(kind)
        at += size

    assert (magic, length, at) == (b"icns", len(icns), len(icns))
    assert kinds[-1] == b"ic10"


def test_a_small_icon_shows_larger_eyes() -> None:
    """A 16 px picture of nine fish would be dust: at most four eyes' worth of gold is kept large."""
    small, large = icon_image(32), icon_image(256)
    gold = [
        sum(
            image.pixelColor(x, y).red() > 200 and image.pixelColor(x, y).blue() < 140
            for x in range(image.width())
            for y in range(image.height())
        )
        / image.width() ** 2
        for image in (small, large)
    ]

    assert gold[0] > 2 * gold[1]


def test_the_window_icon_has_all_common_sizes() -> None:
    assert {size.width() for size in app_icon().availableSizes()} >= {16, 32, 48, 256}
