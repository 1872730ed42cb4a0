"""One table of this computer: who gathers, the network thread that plays it, what goes in and out."""
