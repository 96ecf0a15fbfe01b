"""Running the platform: processes, upgrades, a look at its health, a demonstration."""
