"""Reasons of bots, in sentences that a player can learn from, for hints and looking back.

They say what a choice does by the rules, and what can be counted on the open table; functions named
`explain_...` report the results of playouts. "" means that there is nothing to learn. Each game
has a module, which only its bot imports: the rules of the other games would take a megabyte of memory.
"""
