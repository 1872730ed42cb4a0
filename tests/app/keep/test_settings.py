"""Settings out of any file: typed, bounded, never an exception."""

from __future__ import annotations

import json

import hypothesis
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from app.keep.settings import (
    NICK_MAX,
    SPEEDS,
    THEMES,
    Settings,
    changed,
    looked_at,
    read_settings,
    write_settings,
)

USUAL = Settings()


@given(
    st.builds(
        Settings,
        nick=st.text(max_size=NICK_MAX),
        theme=st.sampled_from(THEMES),
        scale=st.integers(80, 200),
        animation=st.sampled_from(SPEEDS),
        sound=st.booleans(),
        chat_sound=st.booleans(),
        four_colours=st.booleans(),
        asks=st.booleans(),
        visible=st.booleans(),
        asked_visible=st.booleans(),
    )
)
@hypothesis.settings(suppress_health_check=[HealthCheck.too_slow])
def test_written_settings_are_read_back(settings: Settings) -> None:
    assert read_settings(write_settings(settings)) == (settings, "")


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "null", "[" * 100_000, '{"version": 2}', "{}"])
def test_a_file_that_holds_no_settings_is_reported_in_words(text: str) -> None:
    settings, warning = read_settings(text)

    assert settings == USUAL
    assert "the defaults" in warning


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("nick", "x" * (NICK_MAX + 1)),
        ("nick", 7),
        ("theme", "pink"),
        ("theme", None),
        ("scale", 79),
        ("scale", 201),
        ("scale", True),
        ("scale", "100"),
        ("scale", 1e3),
        ("animation", "warp"),
        ("sound", 0),
        ("chat_sound", "yes"),
        ("four_colours", None),
        ("asks", []),
    ],
)
def test_an_impossible_value_becomes_the_default(key: str, value: object) -> None:
    text = json.dumps({"version": 1, "nick": "Lisa", key: value})
    settings, warning = read_settings(text)

    assert getattr(settings, key) == getattr(USUAL, key)
    assert warning == "some settings were invalid and are back to their defaults"


def test_an_unknown_key_is_ignored() -> None:
    assert read_settings('{"version": 1, "scale": 120, "later": true}') == (Settings(scale=120), "")


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_any_bytes_in_the_file_are_read_or_reported(value: object) -> None:
    text = json.dumps({"version": 1, **dict.fromkeys(("nick", "theme", "scale", "sound"), value)})

    assert read_settings(text)[0].checked() == read_settings(text)[0]


def test_one_setting_can_be_changed_by_itself() -> None:
    assert changed(USUAL, "scale", 150) == Settings(scale=150)
    assert changed(USUAL, "scale", 999) == USUAL


def test_the_recent_records_are_few_and_listed_once() -> None:
    settings = Settings()
    for number in (1, 2, 3, 4, 5, 6, 3):
        settings = looked_at(settings, f"/games/{number}.shoal")

    assert settings.records.split() == [f"/games/{number}.shoal" for number in (3, 6, 5, 4, 2)]
    assert looked_at(settings, "/games/a\nb.shoal") == settings
