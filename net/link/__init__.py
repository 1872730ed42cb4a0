"""The way between peers: the contract of a link, addresses, and the link over ZeroMQ."""
