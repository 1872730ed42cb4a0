"""The screens: home, the form to host a table, the table while it fills, the table in play, the replay."""
