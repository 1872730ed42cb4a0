"""Missing players at a table of this computer: `absences` asks and votes, `words` has the sentences."""
