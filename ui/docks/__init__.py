"""Docks beside the table: log, chat, the board as text, the rules; faces, said there, shown on it."""
