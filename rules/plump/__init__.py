"""Plump: bid how many ticks you take, and take exactly that many.

`schedule` how many cards are dealt when · `actions` bids and plays · `past` the setting and the
finished rounds · `round` the round in progress · `state` the position of the contract ·
`game` the game itself · `scratch` the fast path for playouts · `sample` full positions for bots ·
`sheet` the protocol sheet as screens and text show it.
"""
