"""Docks beside the table: story, chat, the board as text, rules; and faces and bubbles of talk on it."""
