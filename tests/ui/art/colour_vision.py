"""Colours as other eyes see them: Machado, Oliveira and Fernandes 2009 (full strength), and CIEDE2000."""

from __future__ import annotations

import math
from itertools import combinations

from ui.art.palette import rgb

_SEEN = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
EYES = ("normal", *_SEEN)
_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)
Triple = tuple[float, float, float]


def seen(colour: str, eye: str) -> Triple:
    """Linear red, green and blue, 0..1, of a colour as `eye` sees it."""
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb(colour))
    if eye == "normal":
        return red, green, blue
    return _apply(_SEEN[eye], (red, green, blue), low=0.0)


def distance(one: str, other: str, eye: str) -> float:
    """The difference of two colours to the eye, in CIEDE2000 (about 1 is just visible)."""
    return ciede2000(lab(seen(one, eye)), lab(seen(other, eye)))


def closest(colours: tuple[str, ...], eye: str) -> float:
    """The distance of the two most alike."""
    return min(distance(a, b, eye) for a, b in combinations(colours, 2))


def lab(linear: Triple) -> Triple:
    """CIE L*a*b* under D65."""
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (value / white for value, white in zip(_apply(_XYZ, linear), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Triple, other: Triple) -> float:
    """The colour difference of CIE 142-2001, in the notation of Sharma, Wu and Dalal 2005."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    seventh = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(seventh / (seventh + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    d_l, d_c, d_h = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    l_m, c_m = (l1 + l2) / 2, (c1 + c2) / 2
    h_m = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(h_m - 30))
        + 0.24 * math.cos(math.radians(2 * h_m))
        + 0.32 * math.cos(math.radians(3 * h_m + 6))
        - 0.20 * math.cos(math.radians(4 * h_m - 63))
    )
    s_l = 1 + 0.015 * (l_m - 50) ** 2 / math.sqrt(20 + (l_m - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c_m, 1 + 0.015 * c_m * t
    r_t = (
        -2
        * math.sqrt(c_m**7 / (c_m**7 + 25**7))
        * math.sin(math.radians(60 * math.exp(-(((h_m - 275) / 25) ** 2))))
    )
    parts = (d_l / s_l, d_c / s_c, d_h / s_h)
    return math.sqrt(sum(part * part for part in parts) + r_t * parts[1] * parts[2])


def _apply(matrix: tuple[Triple, ...], vector: Triple, *, low: float = -math.inf) -> Triple:
    first, second, third = (
        min(max(sum(m * v for m, v in zip(row, vector, strict=True)), low), 1.0 if low == 0.0 else math.inf)
        for row in matrix
    )
    return first, second, third
