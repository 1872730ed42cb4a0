"""Faults (net 4.3): messages that no honest seat signs, the evidence for them, and who stops over them.

`stops` are the reasons for which a table stops, `blame` stops a seat for them; `evidence` weighs the same
messages again from outside, and `proof` is two of them that contradict each other.
"""
