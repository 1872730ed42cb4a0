"""Hearing between seats: each seat reports its position (R9), and is given the messages that it lacks
(R10)."""
