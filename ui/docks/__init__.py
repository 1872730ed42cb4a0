"""Contents of the docks: story, chat, spectators, board as text, rules; and talk on the table (`remarks`)."""
