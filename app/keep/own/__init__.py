"""One's own identity beyond its file: handed over to another computer, sealed by the keyring."""
