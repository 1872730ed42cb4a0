"""Somebody who only watches, on this computer: its network thread, and the thread that checks."""
