"""Small windows that ask or explain: settings, keys, a name, a knock, proofs, a crash."""
