"""Changes of view (R13, R14): `votes` is what all votes come to, `changes` this seat's part in it."""
