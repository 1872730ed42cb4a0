"""The meaning of bytes: the codec, frames, signed envelopes and their bodies, the genesis, the record."""
