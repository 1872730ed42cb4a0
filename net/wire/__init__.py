"""Bytes on the wire and their meaning: the codec, frames, signed envelopes and their bodies, the genesis,
the record."""
