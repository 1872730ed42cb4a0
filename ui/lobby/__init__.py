"""The screens before the table: home, the form of a table to host, the room where it fills."""
