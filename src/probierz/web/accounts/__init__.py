"""People: accounts, personal tokens, teams, invitations, and the audit log."""
