"""Hearing between seats: each seat reports its position (R9), and is given the messages it lacks (R10)."""
