"""Tables and people on this network now: the thread that looks, its finds, and diagnosis."""
