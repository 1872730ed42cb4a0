"""Docks beside the table: story, chat, spectators, the board as text, rules; and talk on the table itself."""
