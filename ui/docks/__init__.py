"""What stands beside the table: log, chat, the board as text, the rules."""
