"""The table of Coffeehouse Cahoots."""
