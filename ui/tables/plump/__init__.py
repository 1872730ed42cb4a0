"""The table of Plump."""
