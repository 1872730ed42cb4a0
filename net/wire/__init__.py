"""What bytes mean: the codec, frames, signed envelopes and their bodies, the genesis, the record."""
