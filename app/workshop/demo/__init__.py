"""A whole game between processes: the peers, what happens to them, and what they come to."""
