"""Two programs for network namespaces: one announces false tables by multicast DNS, the other counts calls.

    python -m tests.support.aimed lie FROM HOST...      announce tables at HOSTs, until killed
    python -m tests.support.aimed count                 print every call that leaves here, until killed

A lie is an ordinary announcement with somebody else's address. `count` sees every interface, loopback too,
and marks the calls that the kernel only repeats.
"""

from __future__ import annotations

import itertools
import json
import secrets
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address

from zeroconf import DNSAddress, DNSOutgoing, DNSPointer, DNSService, DNSText, ServiceInfo

from net.discovery.mdns import SERVICE
from net.discovery.notice import Access, Notice

GROUP = "224.0.0.251", 5353
RATE = 200.0
"""Lies a second."""
_A, _AAAA, _PTR, _TXT, _SRV, _IN = 1, 28, 12, 16, 33, 1
_RESPONSE = 0x8400
_EVERYTHING = 3  # ETH_P_ALL
_OUTGOING = 4  # PACKET_OUTGOING


def lie(source: str, hosts: tuple[str, ...]) -> None:
    """Announce one table after another, each at all of these hosts but at a port of its own."""
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    out.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(source))
    out.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
    out.bind((source, 0))
    for count in itertools.count():
        out.sendto(lie_at(hosts, 20000 + count % 40000), GROUP)
        time.sleep(1 / RATE)


def lie_at(hosts: tuple[str, ...], port: int) -> bytes:
    """The datagram that announces a table that does not exist at these hosts."""
    notice = Notice(
        secrets.token_bytes(32),
        secrets.token_hex(9) + "x",
        port,
        game="plump",
        seats=4,
        taken=1,
        access=Access.OPEN,
    )
    name, server = f"Shoal {notice.letters}.{SERVICE}", f"shoal-{notice.letters}.local."
    said = DNSOutgoing(_RESPONSE)
    text = ServiceInfo(SERVICE, name, properties=notice.txt()).text
    said.add_answer_at_time(DNSPointer(SERVICE, _PTR, _IN, 120, name), 0)
    said.add_answer_at_time(DNSService(name, _SRV, _IN, 120, 0, 0, port, server), 0)
    said.add_answer_at_time(DNSText(name, _TXT, _IN, 120, text), 0)
    for host in hosts:
        number = ip_address(host)
        kind = _A if number.version == 4 else _AAAA
        said.add_answer_at_time(DNSAddress(server, kind, _IN, 120, number.packed), 0)
    return bytes(said.packets()[0])


def count() -> None:
    """Print each call that leaves: its time, its host, and False for a call that the kernel repeats."""
    listening = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(_EVERYTHING))
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
    calls: set[tuple[str, bytes]] = set()
    print(json.dumps({"ready": True}), flush=True)
    while True:
        packet, origin = listening.recvfrom(65535)
        called = whom(packet)
        if called is None or origin[2] != _OUTGOING:
            continue
        host, ports = called
        is_new = (host, ports) not in calls
        calls.add((host, ports))
        print(json.dumps({"at": time.monotonic(), "host": host, "new": is_new}), flush=True)


@contextmanager
def calls_seen(cables: str) -> Iterator[set[tuple[str, bytes]]]:
    """Collect the TCP calls on network interfaces whose names begin with `cables`: host and ports. This
    computer may have networks of other programs too."""
    calls: set[tuple[str, bytes]] = set()
    listening = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(_EVERYTHING))
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 24)
    listening.settimeout(0.2)
    over = threading.Event()

    def listen() -> None:
        while not over.is_set():
            with suppress(TimeoutError):
                packet, origin = listening.recvfrom(65535)
                if str(origin[0]).startswith(cables) and (call := whom(packet)) is not None:
                    calls.add(call)

    listener = threading.Thread(target=listen)
    listener.start()
    try:
        yield calls
    finally:
        over.set()
        listener.join()
        listening.close()


def whom(packet: bytes) -> tuple[str, bytes] | None:
    """The host that a packet calls (TCP, SYN without ACK) and its two ports; None for any other packet."""
    if packet[12:14] == b"\x08\x00" and packet[23] == socket.IPPROTO_TCP:
        host, tcp = str(ip_address(packet[30:34])), 14 + 4 * (packet[14] & 0x0F)
    elif packet[12:14] == b"\x86\xdd" and packet[20] == socket.IPPROTO_TCP:
        host, tcp = str(ip_address(packet[38:54])), 54
    else:
        return None
    is_call = len(packet) > tcp + 13 and packet[tcp + 13] & 0x12 == 0x02
    return (host, packet[tcp : tcp + 4]) if is_call else None


if __name__ == "__main__":
    if sys.argv[1] == "lie":
        lie(sys.argv[2], tuple(sys.argv[3:]))
    count()
