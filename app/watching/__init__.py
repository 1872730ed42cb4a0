"""Somebody who only looks on, on this computer: its network thread, and the thread that checks."""
