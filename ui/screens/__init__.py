"""The screens: home, the form of a table to host, the room where it fills, the table, the replay."""
