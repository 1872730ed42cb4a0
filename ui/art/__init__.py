"""All drawings: cards, pieces, boards, icons, and the themes that colour them. There are no picture files.

A *painter* is a function `paint_x(painter, rect, kind, theme)` that fills `rect` (device-independent pixels,
any size) with one piece and leaves the painter as it found it. `kind` is a small frozen value, an enum
or a number, `theme` a `ui.art.theme.Theme`; both are hashable, so `ui.art.cache.PixmapCache` can keep the
result.

Below the painters: `palette` (the colours and their arithmetic), `paths` (outlines written as text), `canvas`
(a design space to draw in), `lettering` (text) and `fonts` (ours, bundled; call `register_fonts`
before the first widget).

Colour is never the only sign: a coloured thing also has a motif, a shape or, unless it is tiny, a number.
"""
