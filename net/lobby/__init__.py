"""Before a table begins: identities, invitations, and the machines of the host and the joiner."""
