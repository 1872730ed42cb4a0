"""The art of Coffeehouse Cahoots."""
