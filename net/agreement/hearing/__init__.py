"""Hearing between seats: where each seat says it stands (R9), and what it is given of what it lacks (R10)."""
