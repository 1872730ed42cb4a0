"""Reasons of bots, in sentences that a player can learn from: for hints and the look back.

They say what a choice does by the rules and what can be counted on the open table; what comes of it in
the long run is said by the searcher, which has played it out. "" where nothing would be learned. A module
a game, which its bot imports: the others' rules would weigh more than a megabyte in its process.
"""
