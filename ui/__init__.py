"""The window: Qt lives here and nowhere else.

`start` opens `window`, which shows one of the `screens/` (lobby, table, replay) with `docks/` and `dialogs/`
beside them; screens reach the window and its pages through `navigator`. A table is one of `tables/`, made of
`kit/`. `bridge` brings the network thread's news over, `look` applies the settings, `art/` draws everything.
Widgets show values and report presses; `app/screens/` and `app/games/` decide the rest.
"""
