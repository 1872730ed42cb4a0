"""The remedy for each finding on each system: plain steps, in the words that the system uses."""

from __future__ import annotations

WINDOWS, MAC, LINUX = "win32", "darwin", "linux"
ALL = ""
"""The remedy is the same on every system."""
_ANYHOW = (
    "An invitation (Host a table, Copy the invitation) works wherever the two computers reach each other."
)
_HOTSPOT = (
    "Use the ordinary Wi-Fi, not the guest network, or switch off the isolation of computers in the router "
    "(AP isolation, client isolation). If neither can be done, let one laptop make a network of its own. 1. "
    "Switch the hotspot on there (Windows: Settings, Network and internet, Mobile hotspot; macOS: System "
    "Settings, General, Sharing, Internet Sharing; Linux: Settings, Wi-Fi, Turn On Wi-Fi Hotspot). 2. Let "
    "everybody join that Wi-Fi with the name and the password that it shows. 3. Look at the lobby again."
)

_REMEDIES: dict[str, dict[str, str]] = {
    "no-network": {
        WINDOWS: (
            "Click the network sign at the right of the taskbar and connect to the Wi-Fi, or plug in "
            "a network cable."
        ),
        MAC: ("Open System Settings, Wi-Fi, and connect, or plug in a network cable."),
        LINUX: (
            "Connect in the network menu of the desktop (or: nmcli device wifi connect NAME), or plug "
            "in a network cable."
        ),
    },
    "no-address": {
        WINDOWS: (
            "Switch the Wi-Fi off and on, or plug the cable in again. If all computers have such an "
            "address (169.254…), they can play with each other all the same."
        ),
        MAC: (
            "Switch the Wi-Fi off and on, or in System Settings, Network, Details, TCP/IP press Renew "
            "DHCP Lease. If all computers have such an address (169.254…), they can play with each "
            "other all the same."
        ),
        LINUX: (
            "Connect again in the network menu of the desktop. If all computers have such an address "
            "(169.254…), they can play with each other all the same."
        ),
    },
    "inbound-blocked": {
        WINDOWS: (
            "Open Windows Security, Firewall and network protection, Allow an app through firewall, "
            "and tick Shoal (or Python) for private networks; in Settings, Network and internet, set "
            "this network to Private. Or let somebody else host."
        ),
        MAC: (
            "Open System Settings, Network, Firewall, Options, and let Shoal (or Python) accept "
            "incoming connections; in Privacy and Security, Local Network, switch it on. Or let "
            "somebody else host."
        ),
        LINUX: (
            "If a firewall is on: sudo ufw allow from the network (sudo ufw allow from "
            "192.168.0.0/16), or sudo firewall-cmd --zone=home --change-interface=NAME. Or let "
            "somebody else host."
        ),
    },
    "isolated": {ALL: _HOTSPOT},
    "other-silent": {
        ALL: (
            "On that computer: check that Shoal is still running, and let it through the firewall (Windows: "
            "Allow an app through firewall; macOS: System Settings, Network, Firewall; Linux: ufw or "
            "firewalld). Or host the table on another computer."
        )
    },
    "wrong-subnet": {
        ALL: (
            "Put all computers on the same network: the same Wi-Fi name, not the guest network, and no "
            "second router in between. " + _ANYHOW
        )
    },
    "multicast-silent": {
        WINDOWS: (
            "Nothing needs to be done as long as tables are found. In the router, switch on multicast "
            "(it may be called IGMP snooping: off, or multicast filtering: off). " + _ANYHOW
        ),
        MAC: (
            "Open System Settings, Privacy and Security, Local Network, and switch Shoal (or the "
            "terminal that it runs in) on. In the router, switch multicast filtering off. " + _ANYHOW
        ),
        LINUX: (
            "If a firewall is on, let mDNS through: sudo ufw allow 5353/udp, or sudo firewall-cmd "
            "--add-service=mdns. In the router, switch multicast filtering off. " + _ANYHOW
        ),
    },
    "broadcast-silent": {ALL: _ANYHOW},
    "vpn": {
        ALL: (
            "If nobody is found, switch the VPN off for the game, or allow it to reach the local "
            "network (the usual name is: allow LAN access, or local network sharing)."
        )
    },
    "nobody": {
        ALL: (
            "Ask the others to let people find their tables (Settings: Let people on this network find me "
            "and my tables). " + _HOTSPOT
        )
    },
}


def remedy(kind: str, system: str) -> str:
    """Return the remedy; "" if nothing needs to be done. An unknown system gets that of Linux."""
    texts = _REMEDIES.get(kind, {})
    return texts.get(ALL, texts.get(system if system in (WINDOWS, MAC) else LINUX, ""))
