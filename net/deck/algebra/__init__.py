"""Arithmetic of the deck: scalars, the group, hashing to both, the transcript of a proof."""
