"""Faults (net 4.3): messages that no honest seat signs, the evidence for them, and who stops over them.

`stops` has the reasons for which a table stops, and `blame` stops a seat for them. `evidence` weighs the same
messages again from outside, and `proof` has pairs of messages that contradict each other.
"""
