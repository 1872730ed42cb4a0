"""Liars at real tables: `python -m tests.liars` plays them against people at terminals."""
