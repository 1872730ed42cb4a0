"""Tables and people on this network, found without typing anything (net 5.9).

`notice` is what an announcement says, `datagram` its bytes in a broadcast; `words` what is asked and
answered over the encrypted link before anything is shown; `board` keeps what was found, `responder` answers
for whoever may be found. No I/O but in `mdns` (zeroconf), `broadcast` (the socket) and `interfaces`.
"""
