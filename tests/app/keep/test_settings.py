"""Settings out of any file: typed, bounded, never an exception."""

from __future__ import annotations

import json

import hypothesis
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from msgspec.structs import asdict

from app.keep.settings import (
    LATER,
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
    assert "the defaults" in warning and (warning == LATER) is (text == '{"version": 2}')


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
        ("volume", -1),
        ("volume", 101),
        ("terms", "x" * 301),
        ("passed_over", "x" * 25),
        ("taught", "x" * 2001),
        ("tips_seen", "x" * 2001),
        ("records", "x" * 20_001),
        ("animal", "unicorn"),
        ("felt", ""),
        ("back", "sea"),
        ("sort", "name"),
    ],
)
def test_an_impossible_value_becomes_the_default(key: str, value: object) -> None:
    text = json.dumps({"version": 1, "nick": "Lisa", key: value})
    settings, warning = read_settings(text)

    assert getattr(settings, key) == getattr(USUAL, key)
    assert warning == "some settings were invalid and are back to their defaults"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("nick", "x" * 24),
        ("terms", "x" * 300),
        ("passed_over", "x" * 24),
        ("taught", "x" * 2000),
        ("tips_seen", "x" * 2000),
        ("records", "x" * 20_000),
        ("scale", 80),
        ("scale", 200),
        ("volume", 0),
        ("animal", "whale"),
        ("theme", "contrast"),
        ("animation", "slow"),
        ("felt", "slate"),
        ("back", "trellis"),
        ("sort", "rank"),
    ],
)
def test_a_value_at_its_limit_is_kept(key: str, value: object) -> None:
    kept = changed(USUAL, key, value)

    assert getattr(kept, key) == value != getattr(USUAL, key)
    assert read_settings(write_settings(kept)) == (kept, "")


def test_a_new_player_has_six_switches_on_and_cannot_be_found() -> None:
    switches = {key: value for key, value in asdict(USUAL).items() if isinstance(value, bool)}

    assert [key for key, is_on in switches.items() if is_on] == [
        "sound", "chat_sound", "four_colours", "one_click", "asks", "tips"
    ]  # fmt: skip
    assert (USUAL.scale, USUAL.volume) == (100, 100)
    assert write_settings(USUAL).startswith('{\n "version": 1,\n') and write_settings(USUAL).endswith("}\n")


def test_an_unknown_key_is_ignored() -> None:
    assert read_settings('{"version": 1, "scale": 120, "later": true}') == (Settings(scale=120), "")


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_any_bytes_in_the_file_are_read_or_reported(value: object) -> None:
    text = json.dumps({"version": 1, **dict.fromkeys(("nick", "theme", "scale", "sound"), value)})

    assert read_settings(text)[0].checked() == read_settings(text)[0]


def test_one_setting_is_changed_alone_and_a_bad_value_changes_nothing() -> None:
    assert changed(USUAL, "scale", 150) == Settings(scale=150)
    assert changed(USUAL, "scale", 999) == USUAL


def test_the_recent_records_are_few_and_listed_once() -> None:
    settings = Settings()
    for number in (1, 2, 3, 4, 5, 6, 3):
        settings = looked_at(settings, f"/games/{number}.shoal")

    assert settings.records.split() == [f"/games/{number}.shoal" for number in (3, 6, 5, 4, 2)]
    assert looked_at(settings, "/games/a\nb.shoal") == settings
