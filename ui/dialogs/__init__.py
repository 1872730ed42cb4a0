"""Small windows that ask or explain: settings, keys, a name, a knock, what is proven, a crash."""
