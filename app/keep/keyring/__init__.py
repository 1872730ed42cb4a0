"""The keyring of the system, where it has one: `contract` says what it does, `system` finds it.

It keeps one small key for Shoal, with which the seed of an identity is locked (`app.keep.profile`), and
shows it to whoever is logged in as that user. So a copy of the folder alone, from a backup or a disk that
was taken out, is nobody's identity.
"""
