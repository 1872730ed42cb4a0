"""Addresses: one text each, numbers only, one computer each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.errors import Malformed
from net.link.address import MAX_TEXT, Address, make_address, parse_address


@pytest.mark.parametrize(
    ("text", "host", "port", "is_ipv6"),
    [
        ("192.168.1.20:5670", "192.168.1.20", 5670, False),
        ("127.0.0.1:1", "127.0.0.1", 1, False),
        ("[fd00::5]:65535", "fd00::5", 65535, True),
        ("[::1]:80", "::1", 80, True),
    ],
)
def test_an_address_has_one_text(text: str, host: str, port: int, is_ipv6: bool) -> None:
    address = parse_address(text)

    assert (address, address.is_ipv6) == (Address(host, port), is_ipv6)
    assert str(address) == text


@pytest.mark.parametrize(
    "text",
    [
        "", ":", "1.2.3.4", "1.2.3.4:", "1.2.3.4:0", "1.2.3.4:65536", "1.2.3.4:080", "1.2.3.4:+80",
        "1.2.3.4:８０",
        "1.2.3:80", "01.2.3.4:80", "localhost:80", "0.0.0.0:80", "255.255.255.255:80", "224.0.0.1:80",
        "fd00::5:80", "[fd00::5]", "[FD00::5]:80", "[fd00:0::5]:80", "[1.2.3.4]:80", "[::]:80",
        "[ff02::1]:80",
        "[fe80::1%eth0]:80", "*:80", "1.2.3.4;5.6.7.8:80", "tcp://1.2.3.4:80", " 1.2.3.4:80", "1.2.3.4:80 ",
        "9" * 5000, "1.2.3.4:" + "9" * 5000,
    ],
)  # fmt: skip
def test_a_text_that_is_not_the_address_of_one_computer_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        parse_address(text)


@given(st.text(max_size=60))
def test_any_text_is_the_text_of_its_address_or_malformed(text: str) -> None:
    try:
        address = parse_address(text)
    except Malformed:
        return

    assert str(address) == text


def test_the_longest_text_fits() -> None:
    longest = make_address("fd00:1111:2222:3333:4444:5555:6666:7777", 65535)

    assert len(str(longest)) == MAX_TEXT
    assert parse_address(str(longest)) == longest
