"""Changes of view (R13, R14): `votes` is the outcome of all votes, `changes` this seat's part in it."""
