"""What keeps a platform well: upgrades, backups, a look at everything that it needs."""
