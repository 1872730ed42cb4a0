"""The window: Qt lives here and nowhere else.

`start` opens `window`, which shows the lobby (`lobby/`), a table (`table_screen` around one of
`table/`) or a record (`replay_screen`), with docks and dialogs beside them. `bridge` brings the
network thread's news over, `look` puts settings on, `art/` draws everything. Widgets are told and
tell; what they show is decided in `app/*_model.py`.
"""
