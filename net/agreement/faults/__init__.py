"""Faults (net 4.3): what nobody who keeps the rules signs, the evidence for it, and who stands still for it.

`stops` are the reasons for which a table stops, `blame` carries one out at a seat; `evidence` weighs the same
messages again from outside, and `proof` is two of them that contradict each other.
"""
