"""Tables and people on this network, found without typing anything (net 5.9).

`notice` is the content of an announcement, `datagram` its bytes in a broadcast; `words` are the questions and
answers over the encrypted link before anything is shown; `board` keeps what was found, `responder` answers
for players who may be found. No I/O but in `mdns` (zeroconf), `broadcast` (the socket) and `interfaces`.
"""
