"""Written games of Reef Encounter (`rules/reef/FORMAT.md`).

`lines` reads a script, `script` plays it until the rules refuse a line, `show` writes the positions for
people and programs.
"""
