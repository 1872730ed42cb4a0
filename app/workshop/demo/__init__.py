"""A whole game between processes: the peers, their mishaps, and the comparison at the end."""
