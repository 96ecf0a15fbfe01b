"""What operators set, and where the platform's files are."""
