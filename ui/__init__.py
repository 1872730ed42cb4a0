"""The window: Qt lives here and nowhere else.

`start` opens `window`, which shows one of the `screens/` (lobby, table, record) with `docks/` and
`dialogs/` beside them; `navigator` is the window as these see it: its pages, and the ways between
them. A table is one of `tables/`, made of `kit/`. `bridge` brings the network thread's news over,
`look` puts settings on, `art/` draws everything. Widgets are told and tell; what they show is
decided in `app/screens/` and `app/games/`.
"""
