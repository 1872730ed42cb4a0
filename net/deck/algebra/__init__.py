"""What the deck is computed with: scalars, the group, hashing to both, the transcript of a proof."""
