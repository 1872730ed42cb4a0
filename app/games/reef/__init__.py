"""Reef Encounter in words and on the screen: everything but its rules and Qt."""
