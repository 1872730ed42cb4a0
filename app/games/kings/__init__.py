"""Kings in words and on the screen: everything but its rules and Qt."""
