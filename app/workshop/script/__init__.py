"""Written games of Reef Encounter (FORMAT.md).

`lines` reads a script, `script` plays it until the rules refuse a line, `show` writes down what
came of it, for people and for programs.
"""
