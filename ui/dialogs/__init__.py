"""Dialogs that ask or explain: settings, keys, a name, who may sit down, proofs, a crash."""
