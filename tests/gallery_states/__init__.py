"""States of every screen, for the gallery: one module per subject, each with its `STATES`."""
