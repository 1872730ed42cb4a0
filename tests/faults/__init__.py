"""Faults on real processes: `python -m tests.faults` runs them and counts how many tables survived."""
