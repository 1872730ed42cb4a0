"""Parts of every table: the tables themselves are in `ui/tables/`.

`game_table` is what each table is to the window. Card tables build on `card_table.CardTable`: a
`surface.Surface` with `pieces.Piece`s (each a `pieces.Look`, a mark, a `motion.Motion`), players'
`plates`, the own `hand.Hand`, the `bubble.Bubble` that says why not, places by `geometry`, pacing of
the news. Pictures beyond `ui.art` are in `dressing`, `places` and `cloth`; panels over the table in
`overlay`, the result of a game in `standings`; `access` shows it all to screen readers.
"""
