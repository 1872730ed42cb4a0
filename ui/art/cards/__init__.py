"""The common pack of cards."""
