"""Contents of the docks beside a table: story, chat, spectators, the board as text, rules. `remarks` shows
chat and reactions on the table itself."""
