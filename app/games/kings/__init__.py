"""Kings, told and shown: all of it but its rules and Qt."""
