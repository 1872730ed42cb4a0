"""Tables and people on this network now: the thread that looks, what it shows, and why nothing may be
found."""
