"""Computers on a network of their own: one network namespace each, joined by a `Switch`.

Needs root and `ip`. Everything is made under names of this process and removed again; no packet
leaves the namespaces, which have no way out.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from tests.support.switch import Switch

NETWORK = "10.213.7"
_SIOCETHTOOL = 0x8946
_ETHTOOL_STXCSUM, _ETHTOOL_STSO, _ETHTOOL_SGSO = 0x17, 0x1F, 0x24


def why_not() -> str:
    """The reason why this computer cannot hold such networks; "" if it can."""
    if sys.platform != "linux" or shutil.which("ip") is None:
        return "network namespaces need Linux and its `ip`"
    if os.geteuid() != 0:
        return "network namespaces need root: sudo .venv/bin/pytest -m slow tests/namespaces"
    made = subprocess.run(["ip", "netns", "add", _name(0)], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        return f"this computer lets nobody make a network namespace: {made.stderr.strip()}"
    _ip("netns", "del", _name(0))
    return ""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer of the network: its namespace and its address."""

    namespace: str
    address: str

    @property
    def before(self) -> tuple[str, ...]:
        """The words before a command line that run it on this computer."""
        return "ip", "netns", "exec", self.namespace


@contextmanager
def network(
    count: int, *, seed: int = 1, subnets: Sequence[str] = ()
) -> Iterator[tuple[list[Computer], Switch]]:
    """`count` computers and the switch between them, in one subnet or each in the subnet given for it."""
    computers: list[Computer] = []
    switch: Switch | None = None
    try:
        for index in range(count):
            computers.append(Computer(_name(index), f"{(subnets or [NETWORK] * count)[index]}.{index + 1}"))
            _ip("netns", "add", computers[-1].namespace)
            _plug_in(index, computers[-1])
        switch = Switch([_cable(index) for index in range(count)], seed=seed)
        yield computers, switch
    finally:
        if switch is not None:
            switch.close()
        for index, computer in enumerate(computers):
            for words in (("link", "del", _cable(index)), ("netns", "del", computer.namespace)):
                subprocess.run(["ip", *words], check=False, capture_output=True)


def second_address(computer: Computer) -> str:
    """Give a computer another address beside its own."""
    head, _, last = computer.address.rpartition(".")
    address = f"{head}.{100 + int(last)}"
    _ip("-n", computer.namespace, "address", "add", f"{address}/24", "dev", f"{_cable(int(last) - 1)}in")
    return address


def sixth(computer: Computer) -> str:
    """Give a computer an IPv6 address beside its own, which it may use at once."""
    last = int(computer.address.rpartition(".")[2])
    address = f"fd00:213::{last}"
    device = f"{_cable(last - 1)}in"
    _ip("-n", computer.namespace, "-6", "address", "add", f"{address}/64", "dev", device, "nodad")
    return address


def addresses_of(computer: Computer) -> frozenset[str]:
    """The addresses that a computer may use now; a new fe80:: address takes the kernel two seconds."""
    told = subprocess.run(
        ["ip", "-n", computer.namespace, "-o", "address"], check=True, capture_output=True, text=True
    ).stdout
    lines = [line.split() for line in told.splitlines() if "tentative" not in line]
    return frozenset(line[3].partition("/")[0] for line in lines)


def pull_out(computer: Computer, *, leaves_link: bool = True) -> None:
    """Take a computer's addresses away, but with `leaves_link` not the cable's own fe80:: address."""
    _ip("-n", computer.namespace, "address", "flush", "scope", "global")
    if not leaves_link:
        _ip("-n", computer.namespace, "-6", "address", "flush", "scope", "link")


def unplug(computer: Computer) -> None:
    """Take the cable out of a computer whose address was set by hand, and stays."""
    _ip("link", "set", _cable(int(computer.address.rpartition(".")[2]) - 1), "down")


def tunnel(computer: Computer) -> None:
    """Bring up an interface that looks like a VPN."""
    _ip("-n", computer.namespace, "link", "add", "tun0", "type", "veth", "peer", "name", "tunout")
    _ip("-n", computer.namespace, "address", "add", "10.99.0.2/24", "dev", "tun0")
    _ip("-n", computer.namespace, "link", "set", "tun0", "up")


def containers(computer: Computer, count: int) -> None:
    """Make networks inside a computer, as programs that run containers do."""
    for n in range(count):
        _ip("-n", computer.namespace, "link", "add", f"br-{n}", "type", "veth", "peer", "name", f"veth{n}")
        _ip("-n", computer.namespace, "address", "add", f"172.{17 + n}.0.1/16", "dev", f"br-{n}")
        for device in (f"br-{n}", f"veth{n}"):
            _ip("-n", computer.namespace, "link", "set", device, "up")


def _plug_in(index: int, computer: Computer) -> None:
    inside = f"{_cable(index)}in"
    _ip("link", "add", _cable(index), "type", "veth", "peer", "name", inside)
    _finish_packets(inside)
    _ip("link", "set", inside, "netns", computer.namespace)
    _ip("-n", computer.namespace, "address", "add", f"{computer.address}/24", "dev", inside)
    for device in ("lo", inside):
        _ip("-n", computer.namespace, "link", "set", device, "up")
    _ip("link", "set", _cable(index), "up")


def _finish_packets(device: str) -> None:
    """Let packets leave with their checksum and one at a time, as they would on a real cable.

    Otherwise the switch would carry what only the sender's own kernel can read.
    """
    with socket.socket() as any_socket:
        for wish in (_ETHTOOL_STXCSUM, _ETHTOOL_STSO, _ETHTOOL_SGSO):
            value = ctypes.create_string_buffer(struct.pack("II", wish, 0))
            request = struct.pack("16sP", device.encode(), ctypes.addressof(value))
            with suppress(OSError):  # a device need not leave a feature that it lacks
                fcntl.ioctl(any_socket, _SIOCETHTOOL, request)


def _name(index: int) -> str:
    return f"shoal-{os.getpid()}-{index}"


def cables() -> str:
    """The beginning of the names of all cables."""
    return f"sh{os.getpid() % 1_000_000}x"


def _cable(index: int) -> str:
    return f"{cables()}{index}"  # at most 15 letters


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
