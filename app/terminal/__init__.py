"""The table in a terminal: news as lines, the position as text, orders as typed lines."""
