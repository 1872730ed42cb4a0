"""Names at one table look different to a person."""

from __future__ import annotations

import pytest

from net.errors import Malformed
from net.wire.names import alike_name, check_names, seen_name

ALIKE = [
    ("Ann", "ANN"),
    ("Ann", "\uff21nn"),  # a wide A
    ("Ann", "\U0001d400nn"),  # a mathematical A
    ("Ann", "A\u200dnn"),  # zero width joiner
    ("Ann", "A\u00adnn"),  # soft hyphen
    *(("Ann", f"Ann{sign}") for sign in "\ufe00\ufe0f\U000e0100\U000e01ef"),  # variation selectors
    *(("Ann", f"Ann{sign}") for sign in "\u180b\u180d\u180f"),  # Mongolian ones
    ("Ann", "Ann\u3164"),  # Hangul filler
    ("Ann B", "Ann\u00a0B"),  # a space that does not break
    ("Ann B", "Ann\u2003 B"),  # an em space, and another
    ("Ann", " Ann"),
    ("Stra\u00dfe", "STRASSE"),
    ("fi", "\ufb01"),  # a ligature
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_the_same_are_the_same(one: str, other: str) -> None:
    assert one != other and seen_name(one) == seen_name(other)
    with pytest.raises(Malformed) as refusal:
        check_names([one, "Bo", other])
    assert refusal.value.reason == "same-name"


@pytest.mark.parametrize("name", ["\u200b", " ", "\u2800", "\u115f\u1160", "\ue000"])
def test_an_invisible_name_is_not_valid(name: str) -> None:
    with pytest.raises(Malformed) as refusal:
        check_names(["Ann", name])

    assert refusal.value.reason == "name"


def test_names_that_look_different_may_sit_together() -> None:
    check_names(["Ann", "Ann\u180a", "Ann\u1810", "Ann\ufe10", "Ann\ufdfd"])  # signs beside the selectors
    check_names(["Ann", "Anna", "\u00c5nn", "Bot Ann", "\U0001f41f", "\u9ad8"])


@pytest.mark.parametrize(
    ("name", "other", "alike"),
    [
        ("Lisa", "L\u0456sa", True),  # Cyrillic i
        ("Lisa", "Iisa", True),
        ("Lisa", "L1sa", True),
        ("Lisa", "L\u00edsa", True),
        ("Anna", "\u0410nn\u0430", True),
        ("Bernd", "Bemd", True),
        ("Tom", "\u03a4om", True),  # Greek T
        ("Lisa", "Lina", False),
        ("Anna", "Hanna", False),
        ("\u0410\u043d\u043d\u0430", "Anna", False),  # nobody takes н for n
    ],
)
def test_names_are_alike_if_a_hasty_reader_can_confuse_them(name: str, other: str, alike: bool) -> None:
    assert (alike_name(name) == alike_name(other)) == alike
