"""The tables: `game_table` is what each is to the window; `text_table` plays any game in words.

Card tables share a toolkit. `card_table.CardTable` is the base: a `surface.Surface` with
`pieces.Piece`s (each a `pieces.Look`, a mark, a `motion.Motion`), players' `plates`, the own
`hand.Hand`, the `bubble.Bubble` that says why not, places by `geometry`, pacing of the news. Pictures
beyond `ui.art` are in `dressing` and `cloth`; panels over the table in `overlay`, the result of a game
in `standings`; `access` shows it all to screen readers. Each game then is one file: `plump` first.
"""
