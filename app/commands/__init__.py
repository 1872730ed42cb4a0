"""The commands of `shoal`, one file each: their arguments, and what they do."""
