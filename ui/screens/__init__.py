"""Screens and their panels: lobby, form to host, table (filling, in play, at its end), replay, lesson."""
