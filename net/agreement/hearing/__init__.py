"""Reports between seats: each tells its position (R9), and is given the messages it lacks (R10)."""
