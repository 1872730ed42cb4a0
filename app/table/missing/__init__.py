"""Somebody is missing at a table of this computer: `absences` asks and votes, `words` says what it means."""
