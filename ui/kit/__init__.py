"""Parts that tables share: the tables themselves are in `ui/tables/`.

`game_table` is the contract between a table and the window. Card tables build on `card_table.CardTable`: a
`surface.Surface` with `pieces.Piece`s (each a `pieces.Look`, a mark, a `motion.Motion`), players' `plates`,
the player's `hand.Hand`, the `bubble.Bubble` that explains a refusal, places by `geometry`, and the pace of
the news. Pictures beyond `ui.art` are in `dressing`, `places` and `cloth`, which `renderer` draws and caches;
panels over the table in `overlay`, the result of a game in `standings`. `access` describes surfaces and
pieces to screen readers.
"""
