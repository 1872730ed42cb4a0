"""Bytes on the wire and their meaning: codec, frames, signed envelopes and bodies, genesis, record."""
