"""Pages of accounts, teams and administration."""
